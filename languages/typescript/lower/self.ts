/**
 * `this` and `super`: the receiver of the function around them.
 *
 * Stage: parse -> facts. Invariant: a plain function inside a method does not have the method's receiver.
 */
import { DefinitionFlag, DefinitionKind, ScopeKind } from "../../../core/facts.ts";
import { Op, SelfMode } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { isCommonJs, isModule, isNameOrMember, meanExports, noteSelf, selfScope, stateOf } from "../file_state.ts";
import { contextScope } from "./test_contexts.ts";
import { hasPrototype } from "./prototypes.ts";

/** `super`: the supertype of the type whose method this is, also in an object literal. */
export function lowerSuper(lowering: Lowering, node: number): number {
  const scope = selfScope(lowering, node);
  return lowering.facts.expression(Op.super, scope === lowering.moduleScope ? lowering.scope(node) : scope);
}

/**
 * `this`: the receiver of the nearest function that is not an arrow function; outside of all functions the exports of a CommonJS module, or
 * what all scripts share.
 */
export function lowerThis(lowering: Lowering, node: number): number {
  const { facts } = lowering;
  const scope = selfScope(lowering, node);
  if (scope === lowering.moduleScope) {
    if (isCommonJs(lowering)) return isNeverPut(lowering, lowering.parent(node)) ? 0 : facts.expression(Op.module);
    return isModule(lowering) ? 0 : lowering.builtin("globalThis");
  }
  noteSelf(lowering, node, scope);
  const definition = facts.get("scopes", scope, "definition");
  if (facts.get("scopes", scope, "kind") === ScopeKind.class) return facts.expression(Op.self, scope);
  // A static block is a function of the class itself.
  if (definition === 0) return facts.expression(Op.selfType, scope);
  const declared = stateOf(lowering).thisTypes.get(definition);
  if (declared !== undefined && declared !== 0) return facts.expression(Op.cast, declared);
  const context = contextScope(lowering, node, scope);
  if (context !== 0) return facts.expression(Op.self, context, SelfMode.shared);
  const isMember = facts.get("definitions", definition, "owner") !== 0 ||
    facts.get("scopes", facts.get("definitions", definition, "scope"), "kind") === ScopeKind.class;
  const isMaker = isMember && facts.get("definitions", definition, "kind") === DefinitionKind.function;
  if (isMember && !isMaker && lowering.hasFlag(definition, DefinitionFlag.static)) return facts.expression(Op.selfType, scope);
  const holder = isMember ? 0 : assignedHolder(lowering, node, definition);
  if (holder !== 0) {
    meanExports(lowering, holder);
    return lowering.lowerExpression(holder);
  }
  if (isMember || !isWithinMember(lowering, scope)) return facts.expression(Op.self, scope);
  // A plain function inside a method has a `this` of its own: what it constructs, or what only its use may determine.
  return facts.expression(Op.self, scope, hasPrototype(lowering, lowering.nameOf(definition)) ? SelfMode.made : SelfMode.asked);
}

/** Whether a function, given by its scope, is within a class or a member that is put into something. */
function isWithinMember({ facts }: Lowering, scope: number): boolean {
  for (let around = facts.get("scopes", scope, "parent"); around !== 0; around = facts.get("scopes", around, "parent")) {
    const owner = facts.get("definitions", facts.get("scopes", around, "definition"), "owner");
    if (owner !== 0 || facts.get("scopes", around, "kind") === ScopeKind.class) return true;
  }
  return false;
}

/** Whether `member` is one of `this` that the module puts nowhere (`this.__importDefault`): it may show another object by now, and have that of it. */
function isNeverPut(lowering: Lowering, member: number): boolean {
  if (lowering.kind(member) !== "member_expression") return false;
  const name = lowering.text(lowering.child(member, "property")).replaceAll("$", "\\$");
  return !new RegExp(`\\b(?:this|exports)\\.${name}\\s*=(?!=)`).test(lowering.text(0));
}

/**
 * `x` in `x.m = function () {}`, whose receiver is x, if `node` is in that function; 0 for all others, and for the module's exports as a
 * whole.
 */
function assignedHolder(lowering: Lowering, node: number, definition: number): number {
  let outer = lowering.parent(node);
  while (outer > 0 && lowering.definitionAt(outer) !== definition) outer = lowering.parent(outer);
  const assignment = lowering.parent(outer);
  if (lowering.kind(assignment) !== "assignment_expression" || lowering.child(assignment, "right") !== outer) return 0;
  const left = lowering.child(assignment, "left");
  const object = lowering.kind(left) === "member_expression" && lowering.text(left) !== "module.exports"
    ? lowering.child(left, "object")
    : 0;
  return isNameOrMember(lowering, object) ? object : 0;
}

/** `this.constructor`: the class itself, or one that builds on it: its declared type is that of all functions. */
export function lowerOwnClass(lowering: Lowering, node: number): number {
  const { facts } = lowering;
  const scope = selfScope(lowering, node);
  const { thisTypes, sharing } = stateOf(lowering);
  const definition = facts.get("scopes", scope, "definition");
  const declared = thisTypes.get(definition) ?? 0;
  if (declared === 0) return facts.expression(Op.selfType, scope, SelfMode.asked);
  return sharing.get(definition) ?? lowering.memberExpression(facts.expression(Op.cast, declared), "constructor");
}

/** `new.target` in a constructor: the class itself, or one that extends it; elsewhere it is not known. */
export function lowerMadeClass(lowering: Lowering, node: number): number {
  const { facts } = lowering;
  const scope = selfScope(lowering, node);
  const isMade = facts.get("definitions", facts.get("scopes", scope, "definition"), "kind") === DefinitionKind.constructor;
  return isMade ? facts.expression(Op.selfType, scope) : 0;
}
