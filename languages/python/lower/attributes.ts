/**
 * Attributes that methods set on their receiver: `self.x = value`, `self.__dict__["x"] = value`, `setattr(self, "x", value)`; and those
 * that any code sets on something else by their names.
 *
 * Stage: parse -> facts. Invariant: an attribute that the class body does not declare is a field, defined where it is first set.
 */
import { AccessMode, BindingFlag, BindingKind, DefinitionFlag, DefinitionKind, ScopeKind } from "../../../core/facts.ts";
import { GivenMode } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { isPublic } from "../describe_definitions.ts";
import { stateOf } from "../file_state.ts";
import { plainText } from "./named_members.ts";
import { storeCalls } from "./stored_calls.ts";

const SIGNATURE_LENGTH = 120;

/** `self.x = value` within a method: an attribute of its class. */
export function bindAttribute(lowering: Lowering, target: number, value: number, type: number): void {
  bindField(lowering, lowering.child(target, "object"), lowering.text(lowering.child(target, "attribute")), target, value, type);
}

/** `self.__dict__["x"] = value`, the same; any other subscript binds nothing. */
export function bindByName(lowering: Lowering, target: number, value: number): void {
  const holder = lowering.child(target, "value");
  if (lowering.kind(holder) !== "attribute" || lowering.text(lowering.child(holder, "attribute")) !== "__dict__") return;
  const name = lowering.child(target, "subscript");
  const text = lowering.kind(name) === "string" ? plainText(lowering, name) : undefined;
  if (text !== undefined) bindField(lowering, lowering.child(holder, "object"), text, name, value, 0);
}

/** Whether `callee` sets an attribute by its name: Python's own functions, not one of a test (`monkeypatch.setattr`). */
export function isPutByName(lowering: Lowering, callee: number): boolean {
  const name = lowering.text(callee);
  return name === "setattr" || name === "object.__setattr__";
}

/**
 * `setattr(x, "name", value)`, `object.__setattr__(x, "name", value)`: the same as `x.name = value`. Must be recorded before the call
 * itself, which would treat the value as an argument.
 */
export function putByName(lowering: Lowering, [object = 0, name = 0, given = 0]: readonly number[]): void {
  const text = given !== 0 && lowering.kind(name) === "string" ? plainText(lowering, name) : undefined;
  if (text === undefined || lowering.kind(given) === "keyword_argument") return;
  const value = lowering.lowerExpression(given);
  const place = lowering.memberExpression(lowering.lowerExpression(object), text);
  const isOwn = receiverOwner(lowering, name, lowering.text(object)) !== 0;
  lowering.addUse(given, value, place, GivenMode.stored);
  if (!isOwn) storeCalls(lowering, given, place);
  lowering.addAccess(name, AccessMode.set, place);
  bindField(lowering, object, text, name, value, 0);
}

/**
 * `parser.set_defaults(func=run)`, `SimpleNamespace(run=run)`: keyword arguments become attributes of `holder`, or of its result. Must be
 * recorded before the call itself, too.
 */
export function putByKeywords(lowering: Lowering, holder: number, given: readonly number[]): void {
  const object = lowering.lowerExpression(holder);
  for (const argument of given) {
    if (lowering.kind(argument) !== "keyword_argument") continue;
    const value = lowering.child(argument, "value");
    const place = lowering.memberExpression(object, lowering.text(lowering.child(argument, "name")));
    lowering.addUse(value, lowering.lowerExpression(value), place, GivenMode.stored);
    storeCalls(lowering, value, place);
  }
}

/** @param target the place of the attribute: itself, or its name as a text */
function bindField(lowering: Lowering, object: number, name: string, target: number, value: number, type: number): void {
  if (object === 0 || lowering.kind(object) !== "identifier") return;
  const method = receiverOwner(lowering, target, lowering.text(object));
  if (method === 0) return;
  const { facts } = lowering;
  const scope = lowering.enclosingScope(facts.get("definitions", method, "scope"), ScopeKind.class);
  const flags = lowering.hasFlag(method, DefinitionFlag.classmethod) ? BindingFlag.static : 0;
  lowering.bind(BindingKind.field, name, target, { scope, value, type, flags });
  const { attributes } = stateOf(lowering);
  let names = attributes.get(scope);
  if (names === undefined) attributes.set(scope, names = new Map());
  if (!names.has(name)) names.set(name, target);
}

/**
 * Runs when all names are known: attributes set in methods and not declared in the class body become fields of the class, defined where
 * they are first set. A field's name leads to its bindings, which contain all its values.
 */
export function finishAttributes(lowering: Lowering): void {
  const { facts } = lowering;
  const { attributes } = stateOf(lowering);
  if (attributes.size === 0) return;
  for (let row = facts.size("bindings") - 1; row > 0; row--) {
    if (facts.get("bindings", row, "definition") === 0) continue;
    attributes.get(facts.get("bindings", row, "scope"))?.delete(facts.text(facts.get("bindings", row, "name")));
  }
  for (const [scope, names] of attributes) {
    for (const [name, target] of names) defineAttribute(lowering, scope, name, target);
  }
}

function defineAttribute(lowering: Lowering, scope: number, name: string, target: number): void {
  const definition = lowering.define(DefinitionKind.field, target);
  lowering.placeDefinition(definition, scope);
  lowering.nameDefinition(definition, lowering.child(target, "attribute") || target, name);
  const statement = lowering.parent(target);
  lowering.setSignature(definition, shortText(lowering, lowering.kind(statement) === "assignment" ? statement : target));
  if (isPublic(name)) lowering.addFlag(definition, DefinitionFlag.exported);
}

/** The method around `node` whose receiver is called `name`, or 0. */
export function receiverOwner(lowering: Lowering, node: number, name: string): number {
  const { receivers } = stateOf(lowering);
  const { facts } = lowering;
  for (let outer = lowering.enclosingDefinition(node); outer > lowering.module; outer = facts.get("definitions", outer, "parent")) {
    const receiver = receivers.get(outer);
    if (receiver !== undefined) return receiver === name ? outer : 0;
    if (facts.get("definitions", outer, "kind") === DefinitionKind.class) return 0;
  }
  return 0;
}

/** The shortened source of a definition that is only a statement. */
export function shortText(lowering: Lowering, node: number): string {
  const start = lowering.tree.start[node]!;
  const text = lowering.tree.source.slice(start, Math.min(lowering.tree.end[node]!, start + SIGNATURE_LENGTH));
  const line = text.indexOf("\n");
  return line === -1 ? text : text.slice(0, line);
}
