/**
 * Which names blocks, functions and loops declare.
 *
 * Stage: parse -> facts. Computed from the tree, so it can be used in both passes; each block is read once.
 */
import type { Lowering } from "../../../core/lower/lower.ts";
import { marksOf } from "../../../core/tree/flat_tree.ts";
import { declarationIn, stateOf } from "../file_state.ts";

const DECLARATIONS = /^(?:lexical|variable|function|class|generator_function)_declaration$/;
const FUNCTION = /function|method_definition|class/;
const MAY_NAME = new RegExp(`^for_|${FUNCTION.source}`);
const MAY_DECLARE = new RegExp(`^export_statement$|${DECLARATIONS.source}`);
const WORDS = /[\w$\u0080-\uffff]+/g;
/** Units of a loop's head that are looked at. */
const LONGEST_HEAD = 200;

/**
 * What the statements of a block declare, by name: the declarator, or the function or class itself: a bundle's single function has
 * thousands, with as many uses.
 */
export function declaredIn(lowering: Lowering, block: number): ReadonlyMap<string, number> {
  const { declared } = stateOf(lowering);
  const known = declared.get(block);
  if (known !== undefined) return known;
  const names = new Map<string, number>();
  for (const child of lowering.children(block)) {
    const statement = declarationIn(lowering, child);
    if (!DECLARATIONS.test(lowering.kind(statement))) continue;
    for (const part of [statement, ...lowering.children(statement)]) {
      const name = lowering.child(part, "name");
      for (const word of name === 0 ? [] : lowering.text(name).match(WORDS) ?? []) names.set(word, part);
    }
  }
  declared.set(block, names);
  return names;
}

/** Whether names end at a node of that kind: code in it may run when the names around it are others. */
export function isFunctionLike(kind: string): boolean {
  return FUNCTION.test(kind);
}

/**
 * The nearest node around `node` that may have names of its own: the file, what is like a function, a loop, what has parameters, what
 * something is declared in; -1 around the file. A lookup goes from one to the next: the nesting in between may be thousands of nodes deep.
 */
export function namingAround(lowering: Lowering, node: number): number {
  return (stateOf(lowering).naming ??= findNaming(lowering))[node]!;
}

/** By node. A parent is numbered before its children. */
function findNaming(lowering: Lowering): Int32Array {
  return nearestMarked(markNaming(lowering), lowering.tree.parent);
}

/** By node: 1 if it may have names of its own. */
function markNaming({ tree: { count, kind, field, parent }, grammar }: Lowering): Uint8Array {
  const kinds = [...grammar.kindIds.keys()];
  const mayName = marksOf(grammar, ...kinds.filter((name) => MAY_NAME.test(name)));
  const declares = marksOf(grammar, ...kinds.filter((name) => MAY_DECLARE.test(name)));
  const taken = [grammar.fieldIds.get("parameters"), grammar.fieldIds.get("parameter")];
  const isNaming = new Uint8Array(count);
  isNaming[0] = 1;
  for (let node = 1; node < count; node++) {
    if (mayName[kind[node]!] === 1) isNaming[node] = 1;
    if (declares[kind[node]!] === 1 || (field[node] !== 0 && taken.includes(field[node]))) isNaming[parent[node]!] = 1;
  }
  return isNaming;
}

/** By node: the nearest one around it that `marks` marks with 1, or -1. */
function nearestMarked(marks: Uint8Array, parent: Int32Array): Int32Array {
  const around = new Int32Array(marks.length).fill(-1);
  for (let node = 1; node < marks.length; node++) around[node] = marks[parent[node]!] === 1 ? parent[node]! : around[parent[node]!]!;
  return around;
}

/** What declares the variable `name` in the blocks around `node`; 0: none of them. */
export function declaratorOf(lowering: Lowering, node: number, name: string): number {
  for (let around = namingAround(lowering, node); around > 0; around = namingAround(lowering, around)) {
    const declarator = lowering.kind(around) === "statement_block" ? declaredIn(lowering, around).get(name) : undefined;
    if (declarator !== undefined) return declarator;
  }
  return 0;
}

/** Whether a function or block between `node` and the top of the file has `name` of its own. */
export function isShadowed(lowering: Lowering, node: number, name: string): boolean {
  for (let around = namingAround(lowering, node); around > 0; around = namingAround(lowering, around)) {
    // A block has no parameters, and may have too many statements to look for them.
    const isOwn = lowering.kind(around) === "statement_block" ? declaredIn(lowering, around).has(name) : hasInHead(lowering, around, name);
    if (isOwn) return true;
  }
  return false;
}

/** Whether the parameters of a function or the head of a loop contain the name. */
export function hasInHead(lowering: Lowering, node: number, name: string): boolean {
  const parameters = lowering.child(node, "parameters") || lowering.child(node, "parameter");
  if (parameters !== 0 && holdsWord(lowering.text(parameters), name)) return true;
  const head = lowering.kind(node).startsWith("for_") ? lowering.child(node, "left") || lowering.child(node, "initializer") : 0;
  return head !== 0 && holdsWord(lowering.text(head).slice(0, LONGEST_HEAD), name);
}

function holdsWord(text: string, name: string): boolean {
  return new RegExp(`(?<![\\w$.])${name.replaceAll("$", "\\$")}(?![\\w$])`).test(text);
}
