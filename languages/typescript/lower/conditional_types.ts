/**
 * Conditional types (`A extends B ? C : D`) and the names that they infer.
 *
 * Stage: parse -> facts. Invariant: which branch applies is decided when the arguments are known, never here, except for a test that all
 * types pass.
 */
import { BindingFlag, BindingKind } from "../../../core/facts.ts";
import { EitherMode, Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { firstNamed, stateOf } from "../file_state.ts";
import { flatten, lowerTypeAt } from "./types.ts";

/** Types that every type extends. */
const WIDEST_TYPES = new Set(["any", "unknown"]);

/** `A extends B ? C : D`: which of them it is depends on the arguments. */
export function lowerConditionalType(lowering: Lowering, node: number, depth: number): number {
  const { facts } = lowering;
  const [checked, tested, yes, no] = ["left", "right", "consequence", "alternative"].map((role) => lowering.child(node, role)) as [
    number,
    number,
    number,
    number,
  ];
  const isFilter = leavesOut(lowering, checked, yes, no);
  const branch = (at: number): number =>
    lowering.text(at) !== "never" ? lowerTypeAt(lowering, at, depth + 1) : isFilter ? lowering.builtin("never") : 0;
  if (WIDEST_TYPES.has(lowering.text(tested))) return branch(yes);
  const inferred = bindInferred(lowering, node, tested, depth);
  const isPattern = holdsPattern(lowering, tested);
  if (lowering.text(no) === "never" && inferred.length === 0 && (!isFilter || isPattern)) return branch(yes);
  if (lowering.text(yes) === "never" && (!isFilter || isPattern)) return branch(no);
  // Everything that is not a primitive is a subtype of `object`.
  const wanted = lowering.text(tested) === "object" ? lowering.builtin("Object") : lowerTypeAt(lowering, tested, depth + 1);
  const undetermined = askedForAny(lowering, checked, tested);
  const parts = undetermined === 0
    ? [lowerTypeAt(lowering, checked, depth + 1), wanted, branch(yes), branch(no)]
    // The test whether a type has no values fails for all known types.
    : [lowerTypeAt(lowering, undetermined, depth + 1), lowering.builtin("never"), branch(yes), branch(no)];
  if (parts[0] === 0 || parts[1] === 0 || isPattern) {
    return inferred.length > 0 ? 0 : undecided(lowering, node, parts.slice(2));
  }
  return facts.expression(
    Op.conditional,
    facts.list([...parts, ...inferred.map((row) => facts.expression(Op.binding, row))]),
    // An unknown argument is most likely `any`.
    undetermined === 0 && isOfParameter(lowering, node) ? 1 : 0,
  );
}

/** Whether a condition leaves some types of a union out: `T extends U ? T : never`, `T extends U ? never : T`. */
function leavesOut(lowering: Lowering, checked: number, yes: number, no: number): boolean {
  if (lowering.kind(checked) !== "type_identifier") return false;
  const branches = [lowering.text(yes), lowering.text(no)];
  return branches.includes("never") && branches.includes(lowering.text(checked));
}

/** The type at T in `0 extends 1 & T` and `keyof any extends keyof T`, which hold if T is `any`; 0 for all other tests. */
function askedForAny(lowering: Lowering, checked: number, tested: number): number {
  let whole = tested;
  while (lowering.kind(whole) === "parenthesized_type") whole = firstNamed(lowering, whole);
  if (lowering.kind(whole) === "index_type_query") return /^keyof\s+any$/.test(lowering.text(checked)) ? firstNamed(lowering, whole) : 0;
  if (lowering.kind(checked) !== "literal_type" || lowering.kind(whole) !== "intersection_type") return 0;
  const [literal, type, more] = flatten(lowering, whole);
  return lowering.kind(literal!) === "literal_type" && more === undefined && lowering.text(literal!) !== lowering.text(checked) ? type! : 0;
}

/** A condition of which one side is not known: what both branches agree on; if it is the same for all, most likely the known one. */
function undecided(lowering: Lowering, node: number, branches: readonly number[]): number {
  const known = branches.filter((part) => part !== 0);
  if (known.length === 0 || (known.length === 1 && isOfParameter(lowering, node))) return 0;
  return lowering.facts.expression(Op.either, lowering.facts.list(branches), known.length === 1 ? 0 : EitherMode.agreed);
}

/**
 * Whether a type contains a template literal; or the start or end of a list, if a branch tests further types: of lists that are taken apart
 * step by step too many would have to be decided.
 */
function holdsPattern(lowering: Lowering, tested: number): boolean {
  for (let at = tested; at < lowering.afterSubtree(tested); at++) {
    const kind = lowering.kind(at);
    if (kind === "template_literal_type") return true;
    if (kind === "rest_type" && lowering.kind(lowering.parent(at)) === "tuple_type") return asksFurther(lowering, lowering.parent(tested));
  }
  return false;
}

/** Whether a branch of the condition at `node` is made of a generic type. */
function asksFurther(lowering: Lowering, node: number): boolean {
  return ["consequence", "alternative"].some((role) => {
    const branch = lowering.child(node, role);
    for (let at = branch; at < lowering.afterSubtree(branch); at++) if (lowering.kind(at) === "generic_type") return true;
    return false;
  });
}

/** Nodes of the names that the type at `tested` infers, each with that of its bound (`infer C extends Client`), or 0. */
function namesInferred(lowering: Lowering, tested: number): (readonly [name: number, bound: number])[] {
  const names: (readonly [number, number])[] = [];
  for (let at = tested; at < lowering.afterSubtree(tested); at++) {
    if (lowering.kind(at) !== "infer_type") continue;
    const [name = 0, bound = 0] = lowering.codeIn(at);
    names.push([name, bound]);
  }
  return names;
}

/** Binds what `tested` infers as type parameters of the conditional type at `node`. @returns rows of `bindings` */
function bindInferred(lowering: Lowering, node: number, tested: number, depth: number): readonly number[] {
  const scope = lowering.scope(tested);
  const byName = new Map<string, number>();
  for (const [name, bound] of namesInferred(lowering, tested)) {
    const text = lowering.text(name);
    if (byName.has(text)) continue;
    const type = bound === 0 ? 0 : lowerTypeAt(lowering, bound, depth + 1);
    byName.set(text, lowering.bind(BindingKind.typeParameter, text, name, { type, flags: BindingFlag.hoisted, scope }));
  }
  const rows = [...byName.values()];
  stateOf(lowering).inferred.set(node, rows);
  return rows;
}

/** Whether the tested type is a type parameter, a mapped type's key or inferred: only then it differs for each argument. */
function isOfParameter(lowering: Lowering, node: number): boolean {
  const tested = lowering.child(node, "left");
  if (lowering.kind(tested) !== "type_identifier") return true;
  const name = lowering.text(tested);
  const isNamed = (one: number): boolean => lowering.text(lowering.child(one, "name")) === name;
  for (let outer = lowering.parent(node), inner = node; outer !== 0; inner = outer, outer = lowering.parent(outer)) {
    const right = lowering.kind(outer) === "conditional_type" ? lowering.child(outer, "right") : 0;
    if (right !== 0 && right !== inner && namesInferred(lowering, right).some(([one]) => lowering.text(one) === name)) return true;
    const parameters = lowering.child(outer, "type_parameters");
    const keys = lowering.children(outer).filter((part) => lowering.kind(part) === "mapped_type_clause");
    if ((parameters === 0 ? keys : [...lowering.children(parameters), ...keys]).some(isNamed)) return true;
  }
  return false;
}
