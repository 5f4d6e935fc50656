/**
 * The handler of a route, from the handler argument of a call.
 *
 * Stage: resolve. Invariants: a handler is code of the repository; if several functions may be meant, none is.
 */
import { DefinitionKind, isCallable, isTypeWithBody, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { namedType } from "../calls/call_results.ts";
import { evaluateValue } from "../evaluate.ts";
import { type DefinitionId, fileOf, type Meaning, rowOf, sameMeaning, Tag } from "../meaning.ts";
import { isOutsideRepository, isOwnType } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { isStructural, satisfiesAsWritten } from "../types/structural.ts";
import type { World } from "../world.ts";

/** A function or a class that serves, or the lines of an anonymous function. */
export type Handler = { readonly definition: DefinitionId } | { readonly lines: readonly [first: number, last: number] };

/** Maximum nesting of calls in a handler argument: `logged(guarded(list))`. */
const DEEPEST = 6;

/** The properties of an edge for an anonymous handler, which starts at the enclosing definition. */
export function unnamed(
  handler: { readonly lines: readonly [number, number] } | undefined,
): { readonly lines: string } | { readonly handler: "unknown" } {
  return handler === undefined ? { handler: "unknown" } : { lines: handler.lines.join("-") };
}

/** The handler that `expression` denotes; undefined if not known. */
export function handlerOf(world: World, view: FileView, expression: number): Handler | undefined {
  return passedHandler(world, view, expression, 0) ?? madeBy(world, view, expression);
}

/** A function itself, or the one that is passed through calls. */
function passedHandler(world: World, view: FileView, expression: number, depth: number): Handler | undefined {
  const { op, a, b } = view.facts.expressions;
  if (depth > DEEPEST) return undefined;
  if (op[expression] !== Op.call) {
    return depth === 0 || op[expression] !== Op.pair ? ofValue(world, view, expression, depth === 0) : undefined;
  }
  const given = listItems(view.facts, b[expression]!).map((one) => passedHandler(world, view, one, depth + 1)).filter((one) =>
    one !== undefined
  );
  return given.length === 1 ? given[0] : given.length > 1 ? undefined : ofViewClass(world, view, a[expression]!);
}

/** @param mayBeClass whether a class counts: one that is passed to a call is usually not a handler but a form or a model */
function ofValue(world: World, view: FileView, expression: number, mayBeClass: boolean): Handler | undefined {
  const meaning = evaluateValue(world, view, expression);
  if (meaning.tag !== Tag.definition || meaning.held || world.inLibrary(meaning.definition)) return undefined;
  const kind = world.kindOf(meaning.definition);
  if (kind === DefinitionKind.class) return mayBeClass ? { definition: meaning.definition } : undefined;
  if (!isCallable(kind)) return undefined;
  if (world.nameOf(meaning.definition) !== "") return { definition: meaning.definition };
  const { lineStart, lineEnd } = view.facts.definitions;
  const row = rowOf(meaning.definition);
  return fileOf(meaning.definition) === view.index ? { lines: [lineStart[row]!, lineEnd[row]!] } : undefined;
}

/** The repository class on which an external method creates the handler: `View.as_view()`. */
function ofViewClass(world: World, view: FileView, callee: number): Handler | undefined {
  const { op, a } = view.facts.expressions;
  if (op[callee] !== Op.member || evaluateValue(world, view, callee).tag === Tag.definition) return undefined;
  return ofValue(world, view, a[callee]!, true);
}

/**
 * The function that returns the handler, or the type that it is a value of: `h.Login()`, `Feed()`, `&Page{}`; if a similar value is passed
 * to the call that returns it, the latter's: `logged(h.Login())`.
 */
function madeBy(world: World, view: FileView, expression: number, depth = 0): Handler | undefined {
  const { op, a } = view.facts.expressions;
  if (op[expression] === Op.call) return madeWithin(world, view, expression, depth) ?? ofValue(world, view, a[expression]!, true);
  const value = evaluateValue(world, view, expression);
  const { definition } = value;
  const isOurs = isOwnType(world, value) && world.nameOf(definition) !== "";
  return isOurs && isTypeWithBody(world.kindOf(definition)) ? { definition } : undefined;
}

/** The creator of a call's only argument, if that may serve as well as the call's result. */
function madeWithin(world: World, view: FileView, call: number, depth: number): Handler | undefined {
  if (depth > DEEPEST) return undefined;
  const made = evaluateValue(world, view, call);
  const alike = listItems(view.facts, view.facts.expressions.b[call]!).filter((one) =>
    mayServe(world, evaluateValue(world, view, one), made)
  );
  return alike.length === 1 ? madeBy(world, view, alike[0]!, depth + 1) : undefined;
}

/**
 * Whether a value is of the type of another one, or of a repository type with all its declared members, or a function called with external
 * arguments: one called with repository values is an option (`WithStore(store)`).
 */
function mayServe(world: World, value: Meaning, other: Meaning): boolean {
  if (value.tag === Tag.unknown) return false;
  if (sameMeaning(value, other)) return true;
  const named = isOwnType(world, value) ? namedType(world, value) : value;
  if (named?.tag === Tag.function) return named.items.length > 0 && isOutsideRepository(world, named.items[0]!);
  return named === undefined && other.tag === Tag.instance && isStructural(world, other.definition) &&
    satisfiesAsWritten(world, value.definition, other.definition);
}
