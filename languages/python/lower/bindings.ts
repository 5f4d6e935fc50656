/**
 * Statements that bind names: assignments, loops, `with`, `except`, `del`, `global`.
 *
 * Stage: parse -> facts. Invariants: a name is bound from the end of its value on, so that `x = f(x)` reads the old `x`; the first binding
 * of a name in a module or class is a definition, later ones are bindings.
 */
import { BindingFlag, BindingKind, DefinitionFlag, DefinitionKind, isBlock, ScopeKind } from "../../../core/facts.ts";
import { CastMode, GivenMode, ItemMode, Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import type { Roles } from "../../../core/plugin.ts";
import { isPublic } from "../describe_definitions.ts";
import { stateOf } from "../file_state.ts";
import { routes } from "../routes.ts";
import { bindAttribute, bindByName, receiverOwner, shortText } from "./attributes.ts";
import { addImplicitCall, markRoute } from "./calls.ts";
import { isParenthesized } from "./displays.ts";
import { importPlugins, readExportList } from "./imports.ts";
import { markHandlers, noteLeaving } from "./leaving_blocks.ts";
import { classCall, fillClass } from "./made_classes.ts";
import { lowerAssignedPath } from "./narrowing.ts";
import { addPosition, readMatchArguments } from "./positions.ts";
import { readTypeComment } from "./quoted_types.ts";
import { leftOutFlags } from "./static_conditions.ts";
import { storeCalls } from "./stored_calls.ts";
import { noteTypeVariable, standForType } from "./type_variables.ts";
import { isMark } from "./types.ts";

/** Targets that take a value apart by position. */
const SEQUENCES: ReadonlySet<string> = new Set(["pattern_list", "tuple_pattern", "list_pattern", "tuple", "list"]);

/** Targets that are a member or an element of something. */
const PLACES: ReadonlySet<string> = new Set(["attribute", "subscript"]);

/** `a = b = value`, `a: T = value`, `a: T`. */
export function lowerAssignment(lowering: Lowering, node: number): number {
  const targets = [lowering.child(node, "left")];
  let right = lowering.child(node, "right");
  const inner: number[] = [];
  while (right !== 0 && lowering.kind(right) === "assignment") {
    inner.push(right);
    targets.push(lowering.child(right, "left"));
    right = lowering.child(right, "right");
  }
  if (lowering.text(targets[0]!) === routes.rootModule!.named) markRoute(lowering, right);
  const annotation = lowering.child(node, "type");
  const value = isMark(lowering, annotation, "TypeAlias") ? lowering.lowerType(right) : lowering.lowerExpression(right);
  for (const part of inner) lowering.setExpression(part, value);
  const place = targets.find((target) => PLACES.has(lowering.kind(target))) ?? 0;
  const use = lowering.lowerExpression(right);
  if (place === 0) {
    lowering.addUse(right, use);
    for (const target of targets) storeParts(lowering, target, value);
  } else {
    lowering.addUse(right, use, lowering.lowerExpression(place), GivenMode.stored);
    if (lowering.kind(place) === "subscript" || !isOwnAttribute(lowering, place)) {
      storeCalls(lowering, right, lowering.lowerExpression(place));
    }
  }
  const type = annotation === 0 ? typeBehind(lowering, node) : lowering.lowerType(annotation);
  lowering.bindingAt = lowering.tree.end[node]!;
  const state = stateOf(lowering);
  state.assignment = node;
  const isOpen = lowering.kind(right) === "call" && isMemberOfAnyType(lowering, targets[0]!, annotation);
  const given = isOpen ? lowering.facts.expression(Op.cast, lowering.builtin("Any"), value, CastMode.first) : value;
  for (const target of targets) if (target !== 0) lowering.bindTarget(target, given, BindingKind.variable, type);
  state.assignment = 0;
  lowering.bindingAt = 0;
  return value;
}

/**
 * Whether a member is declared as `Any`: its reader does not know which value was assigned last. A variable probably has its assigned
 * value.
 */
function isMemberOfAnyType(lowering: Lowering, target: number, annotation: number): boolean {
  if (!isMark(lowering, annotation, "Any")) return false;
  return lowering.kind(target) === "attribute" || lowering.facts.get("scopes", lowering.owningScope(target), "kind") === ScopeKind.class;
}

/** `a.x, b.y = value`: stores parts of the value in each target that is not an attribute of the receiver. */
function storeParts(lowering: Lowering, target: number, value: number): void {
  if (value === 0 || !SEQUENCES.has(lowering.kind(target))) return;
  for (const [position, element] of lowering.codeIn(target).entries()) {
    if (lowering.kind(element).startsWith("list_splat")) return;
    if (lowering.kind(element) !== "attribute" || isOwnAttribute(lowering, element)) continue;
    lowering.addWholeUse(element, lowering.item(value, position), lowering.lowerExpression(element), GivenMode.stored);
  }
}

/** The type in a comment after a statement. */
function typeBehind(lowering: Lowering, node: number): number {
  return readTypeComment(lowering, lowering.parent(node));
}

/** `type(x).count = value`: the call of `type`, its argument, and the value. */
export function lowerTypeAssignment(lowering: Lowering, node: number, roles: Roles): void {
  let place = roles.own_place![0]!;
  while (PLACES.has(lowering.kind(place))) {
    for (const index of lowering.codeIn(place).slice(1)) lowering.lowerExpression(index);
    place = lowering.child(place, lowering.kind(place) === "attribute" ? "object" : "value");
  }
  if (lowering.kind(place) === "parenthesized_expression" || lowering.kind(place) === "tuple") {
    const args = lowering.codeIn(place);
    lowering.addCallOf(lowering.builtin("type"), node, lowering.firstChild(node), "type", lowering.lowerAll(args), 0);
  }
  const value = roles.own_value![0]!;
  lowering.addUse(value, lowering.lowerExpression(value));
}

/** `urlpatterns += routes`: the name holds these as well. */
export function lowerRouteList(lowering: Lowering, _node: number, roles: Roles): void {
  const target = roles.target![0]!;
  const value = lowering.lowerExpression(roles.value![0]!);
  lowering.bind(BindingKind.variable, lowering.text(target), target, { value });
}

/** The value of `a = b = value`. */
function assignedNode(lowering: Lowering, node: number): number {
  const right = lowering.child(node, "right");
  return lowering.kind(right) === "assignment" ? assignedNode(lowering, right) : right;
}

/** A name that the assignment `node` binds, alone or among others. */
function assignName(lowering: Lowering, node: number, target: number, value: number, type: number): void {
  const { facts } = lowering;
  const right = assignedNode(lowering, node);
  const name = lowering.text(target);
  const scope = lowering.owningScope(target);
  const scopeKind = facts.get("scopes", scope, "kind");
  if (scopeKind === ScopeKind.module && name === "__all__") readExportList(lowering, right);
  if (scopeKind === ScopeKind.module && name === "pytest_plugins") importPlugins(lowering, right);
  const variable = value === 0 ? undefined : noteTypeVariable(lowering, name, right);
  if (name === "__match_args__") readMatchArguments(lowering, scope, right);
  const annotation = lowering.child(node, "type");
  if (annotation !== 0) addPosition(lowering, target, annotation, scope, type, right);
  const made = classCall(lowering, right);
  if ((made === undefined && scopeKind === ScopeKind.function) || !declareName(lowering, scope, name)) {
    if (scopeKind === ScopeKind.function && lowering.scope(target) !== scope) noteLeaving(lowering, node);
    const leftOut = scopeKind === ScopeKind.function ? 0 : leftOutFlags(lowering, node);
    const flags = leftOut === 0 ? 0 : BindingFlag.elsewhere;
    if (leftOut !== DefinitionFlag.inactive) lowering.bind(BindingKind.variable, name, target, { value, type, flags });
    return;
  }
  const isEnum = facts.get("definitions", facts.get("scopes", scope, "definition"), "kind") === DefinitionKind.enum;
  const isMember = isEnum && right !== 0 && isPublic(name);
  const kind = isMember ? DefinitionKind.enum_member : made?.kind ?? kindOfVariable(scopeKind, name);
  const definition = lowering.define(kind, target);
  lowering.nameDefinition(definition, target, name);
  lowering.rangeDefinition(definition, node);
  lowering.setSignature(definition, shortText(lowering, node));
  if (made !== undefined) fillClass(lowering, definition, made);
  else {
    facts.set("definitions", definition, "value", value);
    facts.set("definitions", definition, "type", type);
  }
  if (variable !== undefined) standForType(lowering, definition, name, target, variable);
  if (isPublic(name)) lowering.addFlag(definition, DefinitionFlag.exported);
  lowering.addFlag(definition, leftOutFlags(lowering, node));
  if (scopeKind === ScopeKind.class && annotation !== 0 && isOptionalKey(lowering, scope, annotation)) {
    lowering.addFlag(definition, DefinitionFlag.optional);
  }
  const binding = lowering.bindDefinition(definition, scope, false, lowering.scope(target));
  facts.set("bindings", binding, "at", lowering.bindingAt);
}

/** Whether a key of a `TypedDict` need not be there. */
function isOptionalKey(lowering: Lowering, scope: number, annotation: number): boolean {
  const mark = /^(?:\w+\.)?(NotRequired|Required)\[/.exec(lowering.text(annotation))?.[1];
  return mark === undefined ? stateOf(lowering).partialTypes.has(scope) : mark === "NotRequired";
}

function kindOfVariable(scopeKind: number, name: string): number {
  if (scopeKind === ScopeKind.class) return DefinitionKind.field;
  return name === name.toUpperCase() && name !== name.toLowerCase() ? DefinitionKind.constant : DefinitionKind.variable;
}

/** Records that `scope` has a name; false if it had it before. */
function declareName(lowering: Lowering, scope: number, name: string): boolean {
  const { declared } = stateOf(lowering);
  let names = declared.get(scope);
  if (names === undefined) declared.set(scope, names = new Set());
  if (names.has(name)) return false;
  names.add(name);
  return true;
}

/** Binds a target that is not a plain name: `self.x`, starred sequences; an index or another object's attribute binds nothing. */
export function bindTarget(lowering: Lowering, target: number, value: number, kind: number, type: number): boolean {
  switch (lowering.kind(target)) {
    case "identifier": {
      const { assignment } = stateOf(lowering);
      if (assignment === 0) lowering.bind(kind, lowering.text(target), target, { value, type });
      else assignName(lowering, assignment, target, value, type);
      return true;
    }
    case "attribute":
      if (lowering.kind(lowering.child(target, "object")) === "identifier") lowerAssignedPath(lowering, target, value);
      bindAttribute(lowering, target, value, type);
      return true;
    case "subscript":
      bindByName(lowering, target, value);
      return true;
    case "list_splat_pattern":
    case "list_splat":
      lowering.bindTarget(lowering.codeIn(target)[0] ?? 0, value, kind);
      return true;
    default:
      if (!SEQUENCES.has(lowering.kind(target))) return false;
      if (isParenthesized(lowering, target)) lowering.bindTarget(lowering.codeIn(target)[0]!, value, kind, type);
      else bindSequence(lowering, target, value, kind);
      return true;
  }
}

function bindSequence(lowering: Lowering, target: number, value: number, kind: number): void {
  const elements = lowering.codeIn(target);
  let starred = false;
  for (const [position, element] of elements.entries()) {
    if (lowering.kind(element).startsWith("list_splat")) {
      starred = true;
      lowering.bindTarget(element, lowering.item(value, position, ItemMode.rest), kind);
    } else if (starred) lowering.bindTarget(element, lowering.item(value, elements.length - 1 - position, ItemMode.fromEnd), kind);
    else lowering.bindTarget(element, lowering.item(value, position), kind);
  }
}

/** Whether `place` is not an attribute of something other than the enclosing method's receiver. */
function isOwnAttribute(lowering: Lowering, place: number): boolean {
  const object = lowering.kind(place) === "attribute" ? lowering.child(place, "object") : 0;
  return object === 0 || receiverOwner(lowering, place, lowering.text(object)) !== 0;
}

/** `for target in iterable`, also in a comprehension. */
export function lowerEach(lowering: Lowering, node: number, roles: Roles): void {
  const iterable = roles.iterable![0]!;
  const isAsync = lowering.kind(lowering.firstChild(node)) === "async";
  const value = lowering.lowerExpression(iterable);
  const element = value === 0 ? 0 : lowering.facts.expression(Op.iterate, value, isAsync ? 2 : 0);
  const isStatement = lowering.kind(node) === "for_statement";
  // Names bound by a comprehension apply in all of it, including the part before.
  lowering.bindingAt = isStatement ? lowering.tree.end[iterable]! : lowering.tree.start[lowering.parent(node)]!;
  const type = isStatement ? readTypeComment(lowering, iterable) : 0;
  for (const target of roles.target ?? []) lowering.bindTarget(target, element, BindingKind.variable, type);
  lowering.bindingAt = 0;
  lowering.addBranch(node);
  if (isStatement) addImplicitCall(lowering, iterable, lowering.childOfKind(node, "in"), isAsync ? "__aiter__" : "__iter__");
}

/** The context manager of a `with` item; for `with (make() as x):`, the one inside the parentheses. */
function managedBy(lowering: Lowering, item: number): number {
  const value = lowering.child(item, "value");
  const inner = lowering.kind(value) === "parenthesized_expression" ? lowering.codeIn(value)[0] ?? 0 : 0;
  return lowering.kind(inner) === "as_pattern" ? inner : value;
}

/** One manager of a `with` statement. */
export function lowerEnter(lowering: Lowering, node: number): void {
  const value = managedBy(lowering, node);
  const isNamed = lowering.kind(value) === "as_pattern";
  const manager = isNamed ? lowering.codeIn(value)[0] ?? 0 : value;
  const statement = lowering.parent(lowering.parent(node));
  const isAsync = statement > 0 && lowering.kind(lowering.firstChild(statement)) === "async";
  const expression = lowering.lowerExpression(manager);
  const place = lowering.previous(node) || lowering.childOfKind(statement, "with") || node;
  addImplicitCall(lowering, manager, place, isAsync ? "__aenter__" : "__enter__");
  addImplicitCall(lowering, manager, place, isAsync ? "__aexit__" : "__exit__");
  if (!isNamed) return;
  const alias = lowering.child(value, "alias");
  const entered = expression === 0 ? 0 : lowering.facts.expression(Op.enter, expression, isAsync ? 2 : 0);
  lowering.bindingAt = lowering.tree.end[node]!;
  const type = readTypeComment(lowering, lowering.parent(node));
  lowering.bindTarget(alias === 0 ? 0 : lowering.codeIn(alias)[0] ?? 0, entered, BindingKind.variable, type);
  lowering.bindingAt = 0;
}

/** `except Type as name`, `except Type`: the types are used there. */
export function lowerExcept(lowering: Lowering, node: number, roles: Roles): void {
  const caught = roles.type?.[0] ?? 0;
  const types = caught !== 0 && lowering.kind(caught) === "tuple" ? lowering.codeIn(caught) : [caught];
  for (const one of types) lowering.addUse(one);
  const type = lowering.either(types.map((one) => lowering.lowerType(one)));
  // A caught exception is narrowed as by `isinstance`: a name may hold a tuple of classes.
  const value = type === 0 ? 0 : lowering.facts.expression(Op.cast, type, 0, CastMode.tested);
  for (const target of roles.target ?? []) lowering.bindTarget(target, value, BindingKind.variable);
  lowering.addBranch(node);
  markHandlers(lowering, lowering.parent(node));
}

/** `raise Type` makes an instance without a call. */
export function lowerRaise(lowering: Lowering, _node: number, roles: Roles): void {
  for (const value of roles.value ?? []) lowering.addUse(value);
}

/** `(name := value)` binds in the function around all comprehensions. */
export function lowerWalrus(lowering: Lowering, node: number, roles: Roles): number {
  const value = lowering.lowerExpression(roles.value![0]!);
  lowering.addUse(roles.value![0]!);
  const target = roles.target![0]!;
  const { facts } = lowering;
  let scope = lowering.owningScope(node);
  while (facts.get("scopes", scope, "kind") === ScopeKind.function && facts.get("scopes", scope, "definition") === 0) {
    scope = facts.get("scopes", scope, "parent");
    while (isBlock(facts.get("scopes", scope, "kind"))) scope = facts.get("scopes", scope, "parent");
  }
  lowering.bind(BindingKind.variable, lowering.text(target), target, { value, scope, at: lowering.tree.end[node]! });
  return value;
}

/** `del name`. */
export function lowerDelete(lowering: Lowering, node: number): void {
  let targets = lowering.codeIn(node);
  if (targets.length === 1 && lowering.kind(targets[0]!) === "expression_list") targets = lowering.codeIn(targets[0]!);
  for (const target of targets) {
    if (lowering.kind(target) === "identifier") {
      lowering.bind(BindingKind.variable, lowering.text(target), target, { flags: BindingFlag.deleted, at: lowering.tree.end[node]! });
    }
  }
}

/** `global` and `nonlocal`: the names belong to an outer scope. */
export function lowerOuterNames(lowering: Lowering, node: number): void {
  for (const name of lowering.codeIn(node)) {
    lowering.bind(BindingKind.variable, lowering.text(name), name, { flags: BindingFlag.outer | BindingFlag.hoisted });
  }
}
