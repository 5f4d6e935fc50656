/**
 * Macros that put the items in their arguments into modules, each with further items: `macro_rules! both { ($($t:tt)*) => { mod one {
 * $($t)* fn make() -> One { … } } mod two { … } } }`.
 *
 * Stage: parse. Pure. The items are placed in the first module: the others contain the same with other items beside them.
 */
import { type FlatTree, nodeText } from "../../../core/tree/flat_tree.ts";
import { rulesOf } from "./expand_macros.ts";
import { isRepetition, isVariable, type Part, type RuleKinds, textOf, variablesOf } from "./parts.ts";

/** The text of a module before a macro's argument, and after it. */
export interface MadeModule {
  readonly before: string;
  readonly behind: string;
}

/**
 * The first module that the macro at `node` creates for the items in its arguments; undefined if it creates none, or if one module does not
 * represent them all: other items are beside the arguments in another.
 */
export function moduleAt(tree: FlatTree, kinds: RuleKinds, node: number): MadeModule | undefined {
  if (!/\bmod\s+\w+\s*\{/.test(nodeText(tree, node))) return undefined;
  const { rules: [rule, ...others] } = rulesOf(tree, kinds, node, false);
  const [all, ...more] = rule?.pattern ?? [];
  const [taken] = all !== undefined && isRepetition(all) ? all.parts : [];
  const takesItems = others.length + more.length === 0 && taken !== undefined && isVariable(taken) && /^(?:tt|item)$/.test(taken.fragment);
  return takesItems ? moduleAround(rule!.body, taken.variable) : undefined;
}

function moduleAround(body: readonly Part[], variable: string): MadeModule | undefined {
  let first: MadeModule | undefined;
  let beside = "";
  for (const [i, part] of body.entries()) {
    const inside = textOf(part) === "mod" ? insideOf(body[i + 2]) ?? [] : [];
    const given = inside.findIndex((one) => isRepetition(one) && variablesOf(one.parts).includes(variable));
    if (given < 0) continue;
    const before = written(inside.slice(0, given));
    const behind = written(inside.slice(given + 1));
    const declared = written(declarationsOf([...inside.slice(0, given), ...inside.slice(given + 1)]));
    if (before === undefined || behind === undefined || declared === undefined) return undefined;
    if (first !== undefined && declared !== beside) return undefined;
    first ??= { before: `mod ${textOf(body[i + 1])} {${before} `, behind: ` ${behind}}` };
    beside = declared;
  }
  return first;
}

/** Items without their attributes, values and bodies. */
function declarationsOf(parts: readonly Part[]): Part[] {
  let isValue = false;
  return parts.filter((part, i) => {
    const text = textOf(part);
    isValue = text === "=" || (isValue && text !== ";");
    return !isValue && text !== "{" && text !== "#" && (text !== "[" || textOf(parts[i - 1]) !== "#");
  });
}

function insideOf(part: Part | undefined): readonly Part[] | undefined {
  return part !== undefined && "text" in part && part.text === "{" ? part.inside : undefined;
}

/** Parts as text; undefined if they contain a variable. */
function written(parts: readonly Part[]): string | undefined {
  let text = "";
  for (const part of parts) {
    if (isVariable(part) || isRepetition(part)) return undefined;
    const inside = part.inside === undefined ? "" : written(part.inside);
    if (inside === undefined) return undefined;
    text += `${part.joined ? "" : " "}${part.text}${inside}${part.close ?? ""}`;
  }
  return text;
}
