/**
 * Objects that are given the members of others: `Object.assign(F.prototype, {…})`, `Object.assign({}, a, b)`, `Object.assign(new A(), {…})`,
 * `{ ...a }`.
 *
 * Stage: parse -> facts. Invariant: of two members of one name the later one's counts.
 */
import { BindingFlag, DefinitionKind } from "../../../core/facts.ts";
import { GivenMode, Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import type { Roles } from "../../../core/plugin.ts";
import { firstNamed, isFunctionValue, meanExports, stateOf, unwrapped } from "../file_state.ts";
import { exportAll } from "./exports.ts";
import { attachObject, mixIn, prototypeOwner } from "./prototypes.ts";

/**
 * `Object.assign(F.prototype, {…})`, `Object.assign(app, {…})` at the top of a module: the object's members become those of the first. For
 * all else it is recorded that they are put there.
 */
export function fillObject(lowering: Lowering, node: number, object: number, args: readonly number[]): void {
  const target = args[0] ?? 0;
  if (target === 0) return;
  const kind = lowering.kind(target);
  const isAssign = lowering.text(object) === "Object";
  if (isAssign && kind === "object") return joinObjects(lowering, target, args);
  if (isAssign && meanExports(lowering, target)) {
    for (const source of args.slice(1)) exportAll(lowering, source);
    return;
  }
  const prototype = kind === "member_expression" ? prototypeOwner(lowering, target) : 0;
  const owner = prototype !== 0 || !isAssign || lowering.enclosingFunction(node) !== 0 ? prototype : ownerItself(lowering, node, target);
  const mayBeOutside = prototype === 0 && JOINERS.test(lowering.text(object));
  for (const source of args.slice(1)) {
    if (owner !== 0 && lowering.kind(source) === "object") attachObject(lowering, owner, source);
    else if (prototype !== 0) mixIn(lowering, owner, source);
    else if (mayBeOutside) putInto(lowering, target, source);
  }
}

/** What gives its first argument the members of the others. */
const JOINERS = /^(?:Object|_|lodash|\$|jQuery|angular)$/;

/** Records that the members of the value at `source` are put into what is at `target`: if that is external, it has them from here on. */
function putInto(lowering: Lowering, target: number, source: number): void {
  const kind = lowering.kind(target);
  if (kind !== "identifier" && kind !== "member_expression") return;
  const place = lowering.facts.expression(Op.spread, lowering.lowerExpression(target));
  const value = lowering.lowerExpression(source);
  const isWhole = lowering.kind(source) === "object" || lowering.facts.get("expressions", value, "op") === Op.module;
  if (isWhole) lowering.addWholeUse(source, value, place, GivenMode.stored);
  else lowering.addUse(source, value, place, GivenMode.stored);
}

/** The name of what `Object.assign` at `node` adds members to: a name, or a function that a variable gets by it; 0 for all else. */
function ownerItself(lowering: Lowering, node: number, target: number): number {
  if (lowering.kind(target) === "identifier") return target;
  const declarator = lowering.parent(node);
  const name = lowering.kind(declarator) === "variable_declarator" && isFunctionValue(lowering, target)
    ? lowering.child(declarator, "name")
    : 0;
  return lowering.kind(name) === "identifier" ? name : 0;
}

/** The function literal in `Object.assign(() => {}, {…})`, which is the result; 0 for all else. */
export function filledFunction(lowering: Lowering, node: number): number {
  const { start, source } = lowering.tree;
  if (lowering.kind(node) !== "call_expression" || !source.startsWith("Object.assign(", start[node])) return 0;
  const first = firstNamed(lowering, lowering.child(node, "arguments"));
  return isFunctionValue(lowering, first) ? first : 0;
}

/** `Object.assign({…}, a, b)`: the object has all members of the others. */
function joinObjects(lowering: Lowering, target: number, args: readonly number[]): void {
  const definition = lowering.definitionAt(target);
  for (const source of args.slice(1)) joinTo(lowering, definition, source);
  noteSpread(lowering, definition, args[1] ?? 0);
}

/** Expressions whose value no name denotes: its members are combined with those that it is given. */
const GIVES: ReadonlySet<string> = new Set(["new_expression", "call_expression"]);

/** Whether the arguments of `object.assign(…)` are an object that is made there, or comes from a call, and others. */
export function isMadeToFill(lowering: Lowering, object: number, args: readonly number[]): boolean {
  return args.length > 1 && GIVES.has(lowering.kind(args[0]!)) && lowering.text(object) === "Object";
}

/** The result of `Object.assign(new A(), {…})` or `Object.assign(wrap(f), {…})` at `node`: it has the members of all of them. */
export function joinedObject(lowering: Lowering, node: number, args: readonly number[]): number {
  const definition = lowering.define(DefinitionKind.object, node);
  for (const part of args) joinTo(lowering, definition, part);
  return lowering.facts.expression(Op.definition, definition);
}

/** `...x`: in an object literal all members of x. */
export function lowerSpread(lowering: Lowering, node: number, roles: Roles): number {
  const { facts } = lowering;
  const value = lowering.lowerExpression(roles.operand?.[0] ?? 0);
  const holder = lowering.parent(node);
  if (value !== 0 && lowering.kind(holder) === "object") {
    const object = lowering.definitionAt(holder);
    const inner = unwrapped(lowering, roles.operand?.[0] ?? 0);
    const isTested = lowering.kind(inner) === "binary_expression" && lowering.text(lowering.child(inner, "operator")) === "&&";
    lowering.addFirstSupertype(object, facts.expression(Op.typeOf, value, isTested ? 1 : 0));
    noteSpread(lowering, object, node);
  }
  return facts.expression(Op.spread, value);
}

/** Notes that members which the object `definition` writes out before the node `behind` may give way to those of the value there. */
function noteSpread(lowering: Lowering, definition: number, behind: number): void {
  const body = lowering.facts.get("definitions", definition, "body");
  if (body !== 0 && behind !== 0) stateOf(lowering).spreads.set(body, lowering.tree.start[behind]!);
}

/** After all facts are there: marks the members behind which something is spread. */
export function markYielding(lowering: Lowering): void {
  const { facts } = lowering;
  const { spreads } = stateOf(lowering);
  for (let row = spreads.size === 0 ? 0 : facts.size("bindings") - 1; row > 0; row--) {
    const end = spreads.get(facts.get("bindings", row, "scope"));
    if (end === undefined || facts.get("bindings", row, "at") >= end) continue;
    facts.set("bindings", row, "flags", facts.get("bindings", row, "flags") | BindingFlag.yields);
  }
}

/** Gives the object `definition` the members of the value at `node`. */
function joinTo(lowering: Lowering, definition: number, node: number): void {
  if (lowering.kind(node) === "spread_element") return;
  lowering.addFirstSupertype(definition, lowering.facts.expression(Op.typeOf, lowering.lowerExpression(node)));
}
