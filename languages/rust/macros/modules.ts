/**
 * Macros that put the items that they are given into modules, each with items beside them:
 * `macro_rules! both { ($($t:tt)*) => { mod one { $($t)* fn make() -> One { … } } mod two { … } } }`.
 *
 * Stage: parse. Pure. What is written once stands in the first of them: the others hold the same with other things beside it.
 */
import { type FlatTree, nodeText } from "../../../core/tree/flat_tree.ts";
import { rulesOf } from "./expand_macros.ts";
import { isRepetition, isVariable, type Part, type RuleKinds, textOf, variablesOf } from "./parts.ts";

/** The text of a module before what a macro was given, and behind it. */
export interface MadeModule {
  readonly before: string;
  readonly behind: string;
}

/**
 * The first module that the macro at `node` makes of the items that it is given; undefined for one that makes none, or what is not told by
 * one of them: where other things stand beside the items in another.
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

/** Parts as text; undefined where a variable is among them. */
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
