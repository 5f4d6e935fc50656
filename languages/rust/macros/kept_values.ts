/**
 * Marks before a value in a macro's arguments: how it is kept, and possibly under which name.
 *
 * Stage: parse. `#[weak(rename_to = row)] self`, `@weak self as row`, `#fault`, `@rule`: marks are omitted, and a name is laid out as a
 * variable that holds the value.
 */
import type { Pen } from "./markup.ts";
import type { MacroTokens } from "./tokens.ts";

/** The start of the value itself; undefined if it was laid out as a variable. */
export function readKept(
  macro: MacroTokens,
  tokens: readonly number[],
  [start, to]: readonly [from: number, to: number],
  pen: Pen,
): number | undefined {
  const { tree, kinds } = macro;
  let from = start;
  // `@rule` also chooses among a macro's own rules.
  if (tree.kind[tokens[from]!] === kinds.at) {
    from += 2;
    while (from + 1 < to && macro.written(tokens[from]!) === "-") from += 2;
    if (to - from < 3 || macro.written(tokens[to - 2]!) !== "as" || !/^[a-z]/.test(macro.written(tokens[to - 1]!))) return from;
    layOutVariable(tokens, to - 1, [from, to - 2], pen);
    return undefined;
  }
  if (tree.kind[tokens[from]!] !== kinds.hash) return from;
  if (!macro.isGroup(tokens[from + 1], "[")) return from + (/[?%]/.test(tree.source[tree.end[tokens[from]!]!]!) ? 2 : 1);
  from += 2;
  const given = macro.tokensOf(tokens[from - 1]!)[1];
  const said = given !== undefined && macro.isGroup(given, "(") ? macro.tokensOf(given) : [];
  const isNamed = said.length === 3 && from < to && macro.written(said[0]!) === "rename_to";
  if (!isNamed) return from;
  layOutVariable([said[2]!, ...tokens.slice(from, to)], 0, [1, 1 + to - from], pen);
  return undefined;
}

function layOutVariable(tokens: readonly number[], name: number, value: readonly [from: number, to: number], pen: Pen): void {
  pen.raw("let ");
  pen.span(tokens, [name, name + 1]);
  pen.raw("=(");
  pen.span(tokens, value);
  pen.raw(");");
}
