/**
 * Functions that construct objects, what is put into their prototypes, and what objects keep under paths (`NS.Shape`, `NS.util`).
 *
 * Stage: parse -> facts. Invariant: a path denotes what the enclosing function, or the module, has put there; assignments in other
 * functions do not count.
 */
import { addAt } from "../../../core/base/lists.ts";
import { DefinitionKind, ScopeKind } from "../../../core/facts.ts";
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { firstNamed, heldIn, isNameOrMember, nearest, noteHolder, stateOf, unwrapped } from "../file_state.ts";

/** Makes the members of the object at `node` members of what `owner` names. */
export function attachObject(lowering: Lowering, owner: number, node: number): void {
  const definition = lowering.definitionAt(node);
  if (definition === 0) return;
  lowering.facts.set("definitions", definition, "kind", DefinitionKind.impl);
  giveOwner(lowering, definition, owner);
}

/**
 * Makes `definition` a member of what the node `owner` names, which may be a function's prototype: the fields that it sets on `this` are
 * that function's.
 */
export function giveOwner(lowering: Lowering, definition: number, owner: number): void {
  lowering.facts.set("definitions", definition, "owner", lowering.lowerExpression(owner));
  const maker = makerNamed(lowering, owner);
  if (maker !== 0) stateOf(lowering).makers.set(definition, lowering.facts.get("definitions", maker, "body"));
}

/** G in `Object.create(G.prototype)` and `new G()`, as a node; 0 for anything else. */
export function prototypeOwner(lowering: Lowering, node: number): number {
  if (lowering.kind(node) === "new_expression") return lowering.child(node, "constructor");
  const call = lowering.kind(node) === "call_expression" ? firstNamed(lowering, lowering.child(node, "arguments")) : node;
  return ownerOfPrototype(lowering, call);
}

/** G in `G.prototype`, as a node; 0 for anything else. */
function ownerOfPrototype(lowering: Lowering, node: number): number {
  if (lowering.kind(node) !== "member_expression" || lowering.text(lowering.child(node, "property")) !== "prototype") return 0;
  return lowering.child(node, "object");
}

/** Adds what `base` names to the supertypes of the function or class of this file that `owner` names. */
export function inherit(lowering: Lowering, owner: number, base: number): void {
  const definition = makerNamed(lowering, owner);
  if (definition !== 0) lowering.addSupertype(definition, lowering.facts.expression(Op.new, lowering.lowerExpression(base)));
}

/**
 * Gives the instances of the function or class at `owner` the members of what the name or path `source` denotes, which may be a prototype.
 */
export function mixIn(lowering: Lowering, owner: number, source: number): void {
  const base = ownerOfPrototype(lowering, source);
  if (base !== 0) return inherit(lowering, owner, base);
  if (!isNameOrMember(lowering, source)) return;
  const definition = makerNamed(lowering, owner);
  if (definition !== 0) lowering.addSupertype(definition, lowering.facts.expression(Op.typeOf, lowering.lowerExpression(source)));
}

/** The function or class of this file that a name or a path means, or 0. */
function makerNamed(lowering: Lowering, node: number): number {
  const text = lowering.text(node);
  if (lowering.kind(node) === "identifier") return callableNamed(lowering, text);
  const kept = heldIn(lowering, node, text);
  const kind = lowering.facts.get("definitions", kept, "kind");
  return kind === DefinitionKind.function || kind === DefinitionKind.class ? kept : 0;
}

/** The function or class that a name means in this file, or 0; no member of an object is one. */
export function callableNamed(lowering: Lowering, name: string): number {
  const { facts } = lowering;
  const { callables } = stateOf(lowering);
  // Names are looked up again and again, while bindings are added.
  for (const size = facts.size("bindings"); callables.seen < size; callables.seen++) {
    const definition = facts.get("bindings", callables.seen, "definition");
    const kind = facts.get("definitions", definition, "kind");
    if (kind !== DefinitionKind.function && kind !== DefinitionKind.class) continue;
    const scope = facts.get("bindings", callables.seen, "scope");
    if (facts.get("scopes", scope, "kind") === ScopeKind.class) continue;
    callables.byName.set(facts.get("bindings", callables.seen, "name"), definition);
  }
  return callables.byName.get(facts.string(name)) ?? 0;
}

/** Records what a path is known to be in the function of the scope from here on: the object, function or class at `value`. */
export function noteKept(lowering: Lowering, path: string, scope: number, value: number): void {
  const definition = lowering.definitionAt(value);
  if (definition !== 0 && /^[\w$.]+$/.test(path)) noteHolder(lowering, path, scope, definition);
}

/**
 * The object literal of `x = x || {}` for the `x` at `target`, also if the global object or another name may have it (`x = window.x || {}`,
 * `x = typeof other !== "undefined" ? other : {}`), and nothing around has assigned it before; `node` for all else.
 */
export function startedObject(lowering: Lowering, target: number, node: number): number {
  const path = lowering.text(target);
  const started = lowering.kind(node) === "binary_expression"
    ? isOrHas(lowering.text(lowering.child(node, "left")), path) && lowering.child(node, "right")
    : lowering.kind(node) === "ternary_expression" && IS_THERE.test(lowering.text(lowering.child(node, "condition"))) &&
      lowering.enclosingFunction(node) === 0 && lowering.child(node, "alternative");
  return started && lowering.kind(started) === "object" && heldIn(lowering, node, path) === 0 ? started : node;
}

/** Whether what precedes `||` is the path itself, or that as a member of the global object. */
function isOrHas(left: string, path: string): boolean {
  return left === path ||
    (left.endsWith(`.${path}`) && /^(?:window|self|globalThis|global|root|this)$/.test(left.slice(0, -path.length - 1)));
}

/** `typeof other !== "undefined"`, of a name that another script or a wrapper may declare. */
const IS_THERE = /^typeof\s+[\w$]+\s*!==?\s*["']undefined["']$/;

/** Records that the value of the variable `name` of the scope is a prototype, if `value` names one. */
export function notePrototype(lowering: Lowering, name: string, scope: number, value: number): void {
  const owner = ownerOfPrototype(lowering, value);
  if (owner === 0) return;
  const { prototypesHeld } = stateOf(lowering);
  for (const one of [scope, owner]) addAt(prototypesHeld, name, one);
}

/** F if the value of the variable `name` around `node` is `F.prototype`, as a node; else 0. */
export function prototypeHeld(lowering: Lowering, node: number, name: string): number {
  return nearest(lowering, node, stateOf(lowering).prototypesHeld.get(name));
}

/** `this.x = …`, by which a function is known to construct its receiver. */
const SETS_FIELD = /\bthis\.[\w$]+\s*=[^=]/;

/** Whether the function at `right`, assigned to the member at `left`, makes objects: its prototype is spoken of, or it is named and written like it. */
export function isMaker(lowering: Lowering, left: number, right: number): boolean {
  const inner = unwrapped(lowering, right);
  if (lowering.kind(inner) !== "function_expression") return false;
  const path = lowering.text(left);
  return hasPrototype(lowering, path) || (/\.[A-Z][\w$]*$/.test(path) && SETS_FIELD.test(lowering.text(inner)));
}

/** Whether the file mentions the prototype of what `path` names. */
export function hasPrototype(lowering: Lowering, path: string): boolean {
  return (stateOf(lowering).prototypes ??= readPrototypes(lowering.text(0))).has(path);
}

/** What precedes `.prototype` in a text. */
function readPrototypes(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(/(?<![\w$.])([\w$.]{1,200})\.prototype\b/g), (found) => found[1]!));
}

/** The method or function whose body the scope of a `this` is; 0 of a class, an object or the module. */
export function functionOf({ facts }: Lowering, self: number): number {
  return facts.get("scopes", self, "kind") === ScopeKind.function ? facts.get("scopes", self, "definition") : 0;
}

/** The scope that has the fields which the enclosing method or function sets on the `this` of `self`, its body; 0 if that is not known. */
export function fieldScope(lowering: Lowering, self: number): number {
  const { facts } = lowering;
  const holder = functionOf(lowering, self);
  if (holder === 0) return 0;
  const { makers } = stateOf(lowering);
  if (facts.get("definitions", holder, "kind") === DefinitionKind.function) return self;
  const around = facts.get("definitions", holder, "scope");
  if (facts.get("scopes", around, "kind") === ScopeKind.class) return makers.get(facts.get("scopes", around, "definition")) ?? around;
  return facts.get("definitions", holder, "owner") === 0 ? self : makers.get(holder) ?? 0;
}
