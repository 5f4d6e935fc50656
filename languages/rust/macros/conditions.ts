/**
 * Macros that put a condition before the items that they are given: `macro_rules! cfg_x { ($($i:item)*) => { $( #[cfg(x)] $i )* } }`.
 *
 * Stage: parse. Pure. The condition is read off the macro's own rules where these are in hand: in the same file, or given. Of a macro of
 * another file its name tells, by convention; so a file is given those of which that tells the wrong thing, and no others.
 */
import { type FlatTree, nodeText } from "../../../core/tree/flat_tree.ts";
import { holdsOrdinarily } from "../cfg.ts";
import { type MacroRules, rulesOf } from "./expand_macros.ts";
import { isRepetition, isVariable, type Part, type RuleKinds, textOf } from "./parts.ts";

/** In the names of such macros: what is off unless somebody turns it on. */
const UNUSUAL = /unstable|loom|windows|wasi|wasm|taskdump|trace|uring|latency|miri|docsrs/;

/** `cfg_not_x! { … }`, `cfg_windows! { … }`: whether the name says that an ordinary build leaves out what the macro is given. */
export function isLeftOutByName(name: string): boolean {
  return name.startsWith("cfg_") && name.startsWith("cfg_not_") !== UNUSUAL.test(name);
}

/** Whether a macro's name says another thing than its own condition does. */
export function isMisnamed(name: string, condition: string | undefined): boolean {
  return condition !== undefined && holdsOrdinarily(condition) === isLeftOutByName(name);
}

/** The predicate, without white space, under which the macro at `node` puts each item that it is given; undefined for one that does not. */
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

/** What the attributes say that stand before the variable `item`, and nothing else does. */
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
  // What a call puts in is not told here.
  return predicates.length === 0 || predicates.some((one) => one.includes("$")) ? undefined : `all(${predicates.join(",")})`;
}

function written(parts: readonly Part[]): string {
  return parts.map((part) => {
    if (isVariable(part) || isRepetition(part)) return "$";
    return part.inside === undefined ? part.text : part.text + written(part.inside) + part.close!;
  }).join("");
}
