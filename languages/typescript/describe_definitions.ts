/**
 * The properties of a definition from the syntax around it: modifiers, accessors, constructors, names that are not plain identifiers.
 *
 * Stage: parse -> facts. `describeDefinition` runs in the first pass, before a definition is bound; `nameValue` in the second, when what
 * has a function, class or object as its value is visited. Invariant: only a definition that still has no name is given one.
 */
import { tableOf } from "../../core/base/tables.ts";
import { BindingFlag, BindingKind, DefinitionFlag, DefinitionKind, LASTING, ScopeKind } from "../../core/facts.ts";
import { ModuleUse, Op } from "../../core/facts/expressions.ts";
import type { Lowering } from "../../core/lower/lower.ts";
import { declaringScope, firstNamed, keepText, literalValue, stateOf, stringText, unwrapped, WRAPPERS } from "./file_state.ts";
import { nameAmbientModule } from "./lower/ambient_modules.ts";
import { documentedParameter, documentedResult, documentedSelf, documentedType } from "./jsdoc/tags.ts";
import { bindTemplates } from "./jsdoc/templates.ts";
import { nestNamespace } from "./lower/namespaces.ts";
import { testedType } from "./lower/predicates.ts";
import { propertyName } from "./lower/property_names.ts";
import { CALL_SIGNATURE, CONSTRUCT_SIGNATURE, INDEX_SIGNATURE } from "./text/signature_names.ts";

/** Tokens before a member's or function's name, and their flags. */
const MODIFIERS: Readonly<Record<string, number>> = tableOf({
  static: DefinitionFlag.static,
  async: DefinitionFlag.async,
  abstract: DefinitionFlag.abstract,
  "*": DefinitionFlag.generator,
  get: DefinitionFlag.property,
  set: DefinitionFlag.setter,
});

/** Flags that appear as tokens before a name or a body. */
function modifiersOf(lowering: Lowering, node: number): number {
  let flags = 0;
  for (let child = lowering.firstChild(node); child !== 0; child = lowering.next(child)) {
    if (!lowering.isNamed(child)) flags |= MODIFIERS[lowering.kind(child)] ?? 0;
    else if (lowering.tree.field[child] === lowering.grammar.fieldIds.get("name")) break;
  }
  return flags;
}

/** See the plugin contract: completes what the patterns found; false if the name is bound here. */
export function describeDefinition(lowering: Lowering, node: number, definition: number): void | false {
  const kind = lowering.kind(node);
  if (isDeclaredGlobal(lowering, node)) declareGlobal(lowering, definition);
  if (FUNCTIONS.has(kind)) noteDocumented(lowering, node, definition);
  else if (kind === "class_declaration") bindTemplates(lowering, node, definition);
  switch (kind) {
    case "arrow_function":
      describeArrow(lowering, node, definition);
      return;
    case "function_declaration":
      noteTested(lowering, node, definition);
      lowering.addFlag(definition, modifiersOf(lowering, node));
      return;
    case "generator_function_declaration":
    case "function_signature":
    case "abstract_class_declaration":
      lowering.addFlag(definition, modifiersOf(lowering, node));
      return;
    case "function_expression":
    case "generator_function":
    case "class":
      lowering.addFlag(definition, modifiersOf(lowering, node));
      describeOwnName(lowering, node, definition);
      return false;
    case "method_definition":
    case "method_signature":
    case "abstract_method_signature":
      describeMethod(lowering, node, definition);
      return;
    case "call_signature":
      lowering.nameDefinition(definition, node, CALL_SIGNATURE);
      return;
    case "construct_signature":
      lowering.nameDefinition(definition, node, CONSTRUCT_SIGNATURE);
      return;
    case "index_signature":
      lowering.nameDefinition(definition, node, INDEX_SIGNATURE);
      return;
    case "public_field_definition":
    case "property_signature":
      describeField(lowering, node, definition);
      return;
    case "pair":
      return describeEntry(lowering, node, definition);
    case "shorthand_property_identifier": {
      lowering.nameDefinition(definition, node);
      const value = lowering.nameExpression(lowering.text(node), node);
      lowering.facts.set("definitions", definition, "value", value);
      lowering.addUse(node, value);
      return;
    }
    case "object_type":
      placeType(lowering, node, definition);
      return;
    case "interface_declaration":
      describeInterface(lowering, node, definition);
      return;
    case "internal_module":
    case "module":
      return describeModule(lowering, node, definition);
    case "type_alias_declaration":
      return liftDocumented(lowering, node, definition);
  }
}

function describeField(lowering: Lowering, node: number, definition: number): void {
  lowering.addFlag(definition, modifiersOf(lowering, node) & (DefinitionFlag.static | DefinitionFlag.abstract));
  noteHidden(lowering, node, definition);
  renameProperty(lowering, lowering.child(node, "name"), definition);
  if (lowering.childOfKind(node, "?") !== 0) lowering.addFlag(definition, DefinitionFlag.optional);
  if (lowering.child(node, "type") !== 0) return;
  const type = documentedType(lowering, node) || onlyValue(lowering, node);
  lowering.facts.set("definitions", definition, "type", type);
  if (type === 0 && mayKeepMember(lowering, node)) {
    lowering.facts.set("definitions", definition, "attributes", lowering.facts.string(LASTING));
  }
}

/** A type that a comment in a class body declares (`@typedef`) is not a member. */
function liftDocumented(lowering: Lowering, node: number, definition: number): void | false {
  const scope = declaringScope(lowering, node);
  if (scope === lowering.scope(node)) return;
  lowering.placeDefinition(definition, scope);
  lowering.bindDefinition(definition, scope, true);
  return false;
}

/** What the comment before a function says of its result, if no type is written, and of its `this`. */
function noteDocumented(lowering: Lowering, node: number, definition: number): void {
  bindTemplates(lowering, node, definition);
  const isGetter = lowering.childOfKind(node, "get") !== 0;
  const result = lowering.child(node, "return_type") === 0
    ? documentedResult(lowering, node) || (isGetter ? documentedType(lowering, node) : 0)
    : 0;
  if (result !== 0) lowering.facts.set("definitions", definition, "type", result);
  const self = documentedSelf(lowering, node);
  if (self !== 0) stateOf(lowering).thisTypes.set(definition, self);
  else if (isAssignedToSelf(lowering, node)) stateOf(lowering).selfless.add(definition);
}

/** Whether `this.m = function () {}` assigns the function at `node`: its receiver is the object that has the member. */
function isAssignedToSelf(lowering: Lowering, node: number): boolean {
  const assignment = lowering.parent(node);
  if (lowering.kind(node) !== "function_expression" || lowering.kind(assignment) !== "assignment_expression") return false;
  const left = lowering.child(assignment, "left");
  return lowering.kind(left) === "member_expression" && lowering.kind(lowering.child(left, "object")) === "this";
}

/** A written type's members belong to the field or type parameter that is declared with it, not to the enclosing class. */
function placeType(lowering: Lowering, node: number, definition: number): void {
  for (let outer = lowering.parent(node); outer > 0; outer = lowering.parent(outer)) {
    const holder = lowering.definitionAt(outer);
    if (lowering.kind(outer) === "type_parameter") return lowering.nameDefinition(definition, lowering.child(outer, "name"));
    if (holder === 0) continue;
    if (lowering.facts.get("definitions", holder, "kind") === DefinitionKind.field) {
      lowering.facts.set("definitions", definition, "parent", holder);
    }
    return;
  }
}

/** The literal that a member is for good: `readonly kind = "a"`, `{ kind: "a" as const }`; 0 for all others. */
function onlyValue(lowering: Lowering, node: number): number {
  const value = lowering.child(node, "value");
  if (lowering.kind(value) === "as_expression") {
    return lowering.text(value).endsWith(" const") ? literalValue(lowering, firstNamed(lowering, value)) : 0;
  }
  return lowering.childOfKind(node, "readonly") === 0 ? 0 : literalValue(lowering, value);
}

/** Whether the value of the field at `node` may be a member of an enum. */
function mayKeepMember(lowering: Lowering, node: number): boolean {
  return lowering.kind(lowering.child(node, "value")) === "member_expression" && lowering.childOfKind(node, "readonly") !== 0;
}

/** A function that returns a test of its parameter, and declares no result type, is a type guard. */
function noteTested(lowering: Lowering, node: number, definition: number): void {
  const tested = lowering.facts.get("definitions", definition, "type") === 0 ? testedType(lowering, node) : 0;
  if (tested !== 0) lowering.facts.set("definitions", definition, "type", tested);
}

function describeArrow(lowering: Lowering, node: number, definition: number): void {
  const { facts } = lowering;
  stateOf(lowering).selfless.add(definition);
  noteTested(lowering, node, definition);
  if (lowering.kind(lowering.firstChild(node)) === "async") lowering.addFlag(definition, DefinitionFlag.async);
  const parameter = lowering.child(node, "parameter");
  if (parameter === 0) return;
  const scope = facts.get("definitions", definition, "body");
  lowering.setScope(parameter, scope);
  const binding = lowering.bind(BindingKind.parameter, lowering.text(parameter), parameter, {
    scope,
    type: documentedParameter(lowering, node, lowering.text(parameter)),
  });
  lowering.addParameter(definition, binding);
}

/** What loops, operators, `await` and `JSON.stringify` call. */
const IMPLICIT_METHOD = /^(?:\[Symbol\.\w+\]|toString|valueOf|toJSON|then)$/;
/** What loops call on an iterator. */
const ITERATOR_METHOD = /^(?:next|return|throw)$/;
const ITERATOR = /^\[Symbol\.(?:i|asyncI)terator\]$/;

/** Records that the language itself calls the member at `node`, of that name, if it does. */
function noteImplicit(lowering: Lowering, definition: number, node: number, name: string): void {
  if (IMPLICIT_METHOD.test(name) || (ITERATOR_METHOD.test(name) && isOfIterator(lowering, node))) {
    lowering.addFlag(definition, DefinitionFlag.implicit);
  }
}

/** Whether the member at `node` is next to the method that returns an iterator, or in what such a method creates. */
function isOfIterator(lowering: Lowering, node: number): boolean {
  const around = lowering.nameOf(lowering.enclosingFunction(lowering.parent(node)));
  return ITERATOR.test(around) ||
    lowering.children(lowering.parent(node)).some((member) => ITERATOR.test(lowering.text(lowering.child(member, "name"))));
}

function describeMethod(lowering: Lowering, node: number, definition: number): void {
  const { facts } = lowering;
  const nameNode = lowering.child(node, "name");
  let flags = modifiersOf(lowering, node);
  if (lowering.kind(node) === "abstract_method_signature") flags |= DefinitionFlag.abstract;
  noteImplicit(lowering, definition, node, lowering.text(nameNode));
  if (lowering.kind(node) === "method_signature" && lowering.childOfKind(node, "?") !== 0) flags |= DefinitionFlag.optional;
  lowering.addFlag(definition, flags);
  renameProperty(lowering, nameNode, definition);
  noteHidden(lowering, node, definition);
  const inClass = lowering.kind(lowering.parent(node)) === "class_body";
  if (inClass && (flags & DefinitionFlag.static) === 0 && lowering.text(nameNode) === "constructor") {
    facts.set("definitions", definition, "kind", DefinitionKind.constructor);
  }
}

/** Notes a member that is `private`, `protected` or `#named`. */
export function noteHidden(lowering: Lowering, node: number, definition: number): void {
  const modifier = lowering.childOfKind(node, "accessibility_modifier");
  const isHidden = lowering.kind(lowering.child(node, "name")) === "private_property_identifier" ||
    (modifier !== 0 && lowering.text(modifier) !== "public");
  if (isHidden) stateOf(lowering).hidden.add(definition);
}

/** A quoted name loses its quotes; a computed one keeps its text. */
function renameProperty(lowering: Lowering, nameNode: number, definition: number): void {
  const kind = lowering.kind(nameNode);
  if (kind !== "string" && kind !== "computed_property_name") return;
  lowering.nameDefinition(definition, nameNode, propertyName(lowering, nameNode) || lowering.text(nameNode));
}

/** Nodes for which a contextual type may add information. */
const ASKING = /^(?:arrow_function|function_expression|method_definition|object|array)$/;

function describeEntry(lowering: Lowering, node: number, definition: number): void {
  lowering.facts.set("definitions", definition, "type", documentedType(lowering, node) || onlyValue(lowering, node));
  renameProperty(lowering, lowering.child(node, "key"), definition);
  inheritObject(lowering, node);
  keepChoice(lowering, node);
}

/** `{ __proto__: base }` inherits from `base`. */
function inheritObject(lowering: Lowering, node: number): void {
  const value = lowering.child(node, "value");
  if (lowering.kind(value) !== "identifier" || lowering.text(lowering.child(node, "key")) !== "__proto__") return;
  const base = lowering.facts.expression(Op.typeOf, lowering.nameExpression(lowering.text(value), node));
  lowering.addSupertype(lowering.definitionAt(lowering.parent(node)), base);
}

/**
 * `{ kind: "a", run: (x) => {} }`: the constant determines which of several types the object has, and so the parameters of its functions.
 * Those of `{ a: "a" } as const` are named where types are distinguished (`kind: typeof Kind.a`).
 */
function keepChoice(lowering: Lowering, node: number): void {
  const object = lowering.parent(node);
  const { choosing } = stateOf(lowering);
  let isChoosing = choosing.get(object);
  if (isChoosing === undefined) {
    const outer = lowering.parent(object);
    isChoosing = lowering.kind(outer) === "arguments" ||
      (lowering.kind(outer) === "as_expression" && lowering.text(outer).endsWith(" const")) ||
      lowering.children(object).some((part) => ASKING.test(lowering.kind(lowering.child(part, "value") || part)));
    choosing.set(object, isChoosing);
  }
  if (isChoosing) keepText(lowering, lowering.child(node, "value"));
}

/** Whether the declaration at `node` is in `declare global { … }`. */
export function isDeclaredGlobal(lowering: Lowering, node: number): boolean {
  const outer = lowering.parent(node);
  const block = /^ex(?:port|pression)_statement$/.test(lowering.kind(outer)) ? lowering.parent(outer) : outer;
  if (lowering.kind(block) !== "statement_block") return false;
  const around = lowering.parent(block);
  return lowering.kind(around) === "ambient_declaration" && lowering.childOfKind(around, "global") !== 0;
}

/**
 * What `declare global` declares is bound in no scope: all files see it, also as a member of the global object. An interface is merged with
 * the library's type of its name, if there is one.
 */
export function declareGlobal(lowering: Lowering, definition: number): void {
  const { facts } = lowering;
  const isInterface = facts.get("definitions", definition, "kind") === DefinitionKind.interface;
  const owner = isInterface ? lowering.nameOf(definition) : "globalThis";
  facts.set("definitions", definition, "owner", lowering.builtin(owner));
  facts.set("definitions", definition, "scope", lowering.moduleScope);
  lowering.addFlag(definition, DefinitionFlag.exported);
}

/** An interface in `declare module "x"` adds to the module's type of that name, which its name means around it. */
function describeInterface(lowering: Lowering, node: number, definition: number): void {
  const outer = lowering.parent(node);
  const block = lowering.kind(outer) === "export_statement" ? lowering.parent(outer) : outer;
  const around = lowering.parent(block);
  const module = lowering.kind(block) === "statement_block" && lowering.kind(around) === "module" ? lowering.child(around, "name") : 0;
  if (lowering.kind(module) !== "string") return;
  const { facts } = lowering;
  const line = lowering.line(lowering.tree.start[module]!);
  const augmented = facts.expression(Op.module, facts.string(stringText(lowering, module)), ModuleUse.type, line);
  facts.set("definitions", definition, "owner", lowering.memberExpression(augmented, lowering.text(lowering.child(node, "name"))));
  lowering.bindDefinition(definition, lowering.scope(node), true);
  stateOf(lowering).ambient.interfaces.push(definition);
}

function describeModule(lowering: Lowering, node: number, definition: number): void | false {
  const nameNode = lowering.child(node, "name");
  if (lowering.kind(nameNode) === "string") nameAmbientModule(lowering, node, nameNode, definition);
  else if (lowering.kind(nameNode) === "nested_identifier") return nestNamespace(lowering, node, nameNode, definition);
}

/** Where the name of a value's definition comes from. */
export interface Naming {
  readonly name: string;
  /** The node of the name. */
  readonly at: number;
  /** The node whose range the definition takes. */
  readonly range: number;
  /** Kind that a function gets. */
  readonly kind: number;
}

/**
 * Gives the function or class that is the value at `node` its name; 0 if there is no such definition. An object stays without a name of its
 * own: it is named by what holds it.
 */
export function nameValue(lowering: Lowering, node: number, naming: Naming): number {
  const { facts } = lowering;
  const definition = lowering.definitionAt(unwrapped(lowering, node));
  if (definition === 0 || facts.get("definitions", definition, "name") !== 0) return 0;
  const kind = facts.get("definitions", definition, "kind");
  if (kind === DefinitionKind.lambda) facts.set("definitions", definition, "kind", naming.kind);
  else if (kind !== DefinitionKind.class) return 0;
  lowering.nameDefinition(definition, naming.at, naming.name);
  lowering.rangeDefinition(definition, naming.range);
  if (naming.kind === DefinitionKind.method) noteImplicit(lowering, definition, naming.range, naming.name);
  return definition;
}

/** What names a function or class expression that has no name of its own. */
const HOLDERS = new Set(["variable_declarator", "pair", "public_field_definition", "assignment_expression"]);

/** `function g() {}` as a value: g is bound inside itself only, and names it if nothing else does. */
function describeOwnName(lowering: Lowering, node: number, definition: number): void {
  const nameNode = lowering.child(node, "name");
  if (nameNode === 0) return;
  const { facts } = lowering;
  const isClass = facts.get("definitions", definition, "kind") === DefinitionKind.class;
  const scope = scopeAround(lowering, node, definition);
  facts.add("bindings", {
    kind: BindingKind.definition,
    name: facts.string(lowering.text(nameNode)),
    scope,
    block: scope,
    at: lowering.tree.start[node]!,
    definition,
    flags: BindingFlag.hoisted,
  });
  let outer = lowering.parent(node);
  while (WRAPPERS.has(lowering.kind(outer))) outer = lowering.parent(outer);
  if (HOLDERS.has(lowering.kind(outer))) return;
  if (!isClass) facts.set("definitions", definition, "kind", DefinitionKind.function);
  lowering.nameDefinition(definition, nameNode);
}

/**
 * A scope between a function or class and what is outside, for its name: parameters and declarations of the body hide it, and methods do
 * not look names up in a class's scope.
 */
function scopeAround(lowering: Lowering, node: number, definition: number): number {
  const around = lowering.openScope(ScopeKind.block, node);
  lowering.facts.set("scopes", lowering.facts.get("definitions", definition, "body"), "parent", around);
  return around;
}

/** Kinds of nodes whose results a comment may describe. */
const FUNCTIONS: ReadonlySet<string> = new Set([
  "arrow_function",
  "function_declaration",
  "function_expression",
  "generator_function",
  "generator_function_declaration",
  "method_definition",
]);
