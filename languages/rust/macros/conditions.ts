/**
 * Macros that put a condition before the items in their arguments: `macro_rules! cfg_x { ($($i:item)*) => { $( #[cfg(x)] $i )* } }`.
 *
 * Stage: parse. Pure. The condition is read from the macro's own rules if these are available: in the same file, or shared. Otherwise the
 * name of a macro determines it, by convention; so only macros with a misleading name are shared between files.
 */
import { type FlatTree, nodeText } from "../../../core/tree/flat_tree.ts";
import { holdsOrdinarily } from "../cfg.ts";
import { type MacroRules, rulesOf } from "./expand_macros.ts";
import { isRepetition, isVariable, type Part, type RuleKinds, textOf } from "./parts.ts";

/** Words in the names of such macros for what is off by default. */
const UNUSUAL = /unstable|loom|windows|wasi|wasm|taskdump|trace|uring|latency|miri|docsrs/;

/** `cfg_not_x! { … }`, `cfg_windows! { … }`: whether the name states that an ordinary build leaves out the macro's arguments. */
export function isLeftOutByName(name: string): boolean {
  return name.startsWith("cfg_") && name.startsWith("cfg_not_") !== UNUSUAL.test(name);
}

/** Whether a macro's name suggests another condition than its own. */
export function isMisnamed(name: string, condition: string | undefined): boolean {
  return condition !== undefined && holdsOrdinarily(condition) === isLeftOutByName(name);
}

/** The predicate, without white space, under which the macro at `node` puts each item in its arguments; otherwise undefined. */
export function conditionAt(tree: FlatTree, kinds: RuleKinds, node: number): string | undefined {
  return nodeText(tree, node).includes("#[cfg(") ? conditionOf(rulesOf(tree, kinds, node, false)) : undefined;
}

/** As `conditionAt`, of a macro whose rules are read. */
export function conditionOf({ rules }: MacroRules): string | undefined {
  const [condition, ...others] = rules.map(({ pattern, body }) => {
    const [taken] = pattern.flatMap((part) => isRepetition(part) ? part.parts : []);
    const [given] = body;
    const takesItems = pattern.length === 1 && taken !== undefined && isVariable(taken) && taken.fragment === "item";
    return takesItems && body.length === 1 && given !== undefined && isRepetition(given)
      ? predicateOf(given.parts, taken.variable)
      : undefined;
  });
  return others.every((other) => other === condition) ? condition : undefined;
}

/** The predicates of the attributes before the variable `item`, if nothing else precedes it. */
function predicateOf(parts: readonly Part[], item: string): string | undefined {
  const last = parts.at(-1);
  if (last === undefined || !isVariable(last) || last.variable !== item) return undefined;
  const predicates: string[] = [];
  for (let i = 0; i < parts.length - 1; i += 2) {
    const brackets = parts[i + 1];
    if (textOf(parts[i]) !== "#" || brackets === undefined || !("inside" in brackets)) return undefined;
    const [name, predicate] = brackets.inside!;
    if (textOf(name) === "cfg") predicates.push(written([predicate!]).slice(1, -1));
  }
  // A predicate with a macro variable depends on the call.
  return predicates.length === 0 || predicates.some((one) => one.includes("$")) ? undefined : `all(${predicates.join(",")})`;
}

function written(parts: readonly Part[]): string {
  return parts.map((part) => {
    if (isVariable(part) || isRepetition(part)) return "$";
    return part.inside === undefined ? part.text : part.text + written(part.inside) + part.close!;
  }).join("");
}
