/**
 * The types of functions that comments write (`function(Store, number): Item`), which the parser has seen as types with arguments
 * (`jsdoc/function_types.ts`).
 *
 * Stage: parse -> facts.
 */
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";

/** The name that such a type has in the file: no type of the language has it. */
export const FUNCTION_WORD = "function";
/** What precedes a result. */
const BEFORE_RESULT = /\)\s*:\s*$/;

/**
 * The type of the function at `node`. @param written nodes of its parameters' types, and after them of its result @param types their
 * expressions
 */
export function documentedFunction(lowering: Lowering, node: number, written: readonly number[], types: readonly number[]): number {
  const { facts, tree: { start, source } } = lowering;
  const last = written.at(-1);
  const hasResult = last !== undefined && BEFORE_RESULT.test(source.slice(start[node]!, start[last]!));
  const parameters = hasResult ? types.slice(0, -1) : types;
  return facts.expression(Op.functionType, facts.list(parameters), hasResult ? types.at(-1)! : 0, 0);
}
