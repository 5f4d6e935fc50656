/**
 * Which names blocks, functions and loops have of their own.
 *
 * Stage: parse -> facts. Read off the tree, so it may be asked in both passes; each block is read once.
 */
import type { Lowering } from "../../../core/lower/lower.ts";
import { declarationIn, stateOf } from "../file_state.ts";

const DECLARATIONS = /^(?:lexical|variable|function|class|generator_function)_declaration$/;
const WORDS = /[\w$\u0080-\uffff]+/g;
/** Units of a loop's head that are looked at. */
const LONGEST_HEAD = 200;

/**
 * What the statements of a block declare, by name: the declarator, or the function or class itself: of a bundle's one function there are thousands,
 * and as many uses ask.
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

/** What declares the variable `name` in the blocks around `node`; 0: none of them. */
export function declaratorOf(lowering: Lowering, node: number, name: string): number {
  for (let around = lowering.parent(node); around > 0; around = lowering.parent(around)) {
    const declarator = lowering.kind(around) === "statement_block" ? declaredIn(lowering, around).get(name) : undefined;
    if (declarator !== undefined) return declarator;
  }
  return 0;
}

/** Whether a function or block between `node` and the top of the file has `name` of its own. */
export function isShadowed(lowering: Lowering, node: number, name: string): boolean {
  for (let around = lowering.parent(node); around > 0; around = lowering.parent(around)) {
    // A block has no parameters, and may have too many statements to look for them.
    const isOwn = lowering.kind(around) === "statement_block" ? declaredIn(lowering, around).has(name) : hasInHead(lowering, around, name);
    if (isOwn) return true;
  }
  return false;
}

/** Whether what a function takes or a loop begins with holds the name. */
export function hasInHead(lowering: Lowering, node: number, name: string): boolean {
  const parameters = lowering.child(node, "parameters") || lowering.child(node, "parameter");
  if (parameters !== 0 && holdsWord(lowering.text(parameters), name)) return true;
  const head = lowering.kind(node).startsWith("for_") ? lowering.child(node, "left") || lowering.child(node, "initializer") : 0;
  return head !== 0 && holdsWord(lowering.text(head).slice(0, LONGEST_HEAD), name);
}

function holdsWord(text: string, name: string): boolean {
  return new RegExp(`(?<![\\w$.])${name.replaceAll("$", "\\$")}(?![\\w$])`).test(text);
}
