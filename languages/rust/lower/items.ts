/**
 * What Rust adds to the definitions found by the patterns: kinds, flags, fields of tuples, type parameters, derives.
 *
 * Stage: parse -> facts. Invariant: a function in an impl or a trait is a method; one without `self` is static.
 */
import { BindingFlag, DefinitionFlag, DefinitionKind } from "../../../core/facts.ts";
import { CastMode, Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { stateOf } from "../file_state.ts";
import { isInLeftOutBranch } from "../macros/branches.ts";
import { isLeftOutByName } from "../macros/conditions.ts";
import { makesThreadLocals, shapeOf, withoutRaw } from "../macros/shapes.ts";
import { ROUTER_RESULT } from "../routes.ts";
import { type Attribute, isLeftOut, leadingAttributes, readAttribute } from "./attributes.ts";
import { finishClosures } from "./closures.ts";
import { finishBuilderFunctions, nameImplOfBuilder, noteBuilderFunction } from "./derived_builders.ts";
import { noteEntry, noteRewritten } from "./entries.ts";
import { finishPassed, noteEnd } from "./passed.ts";
import { addMadeMacro } from "./macro_uses.ts";
import { finishMacros } from "./macros.ts";
import { finishLaterPlaces } from "./later_places.ts";
import { finishMadeTypes } from "./made_types.ts";
import { noteSubclass, noteWrapped } from "./object_subclasses.ts";
import { finishOpenLets } from "./open_lets.ts";
import { finishPassedTo, notePassedTo } from "./test_fixtures.ts";
import { makeMethod, placeMethod, receiverOf } from "./placed_methods.ts";
import { finishProjections } from "./type_parameters.ts";
import { associatedPair, lowerGeneric, noteAssociated, noteAssociatedType } from "./types.ts";
import { finishRouters, lowerValue, useValue } from "./values.ts";
import { isExported, isVisible, reachOfMethod } from "./visibility.ts";

/** The result type of a function that returns another one. */
const GIVES_FUNCTION = /\bfn *\(|\bFn(?:Mut|Once)? *\(/;

function givesRouter(lowering: Lowering, node: number): boolean {
  const result = lowering.child(node, "return_type");
  return result !== 0 && ROUTER_RESULT.test(lowering.text(result));
}

/** The plugin's `describe`. */
export function describeItem(lowering: Lowering, node: number, definition: number): void | false {
  const { facts } = lowering;
  const parent = facts.get("definitions", definition, "parent");
  const parentKind = facts.get("definitions", parent, "kind");
  const inherits = parentKind === DefinitionKind.trait || parentKind === DefinitionKind.enum || parentKind === DefinitionKind.enum_member;
  if (isExported(lowering, node) || (inherits && lowering.hasFlag(parent, DefinitionFlag.exported))) {
    lowering.addFlag(definition, DefinitionFlag.exported);
  }
  const attributes = leadingAttributes(lowering, node);
  if (attributes.length > 0) noteAttributes(lowering, definition, attributes);
  if (isLeftOut(lowering, attributes) || lowering.hasFlag(parent, DefinitionFlag.inactive) || standsInUnbuiltMacro(lowering, node)) {
    lowering.addFlag(definition, DefinitionFlag.conditional | DefinitionFlag.inactive);
  }
  const standsInModule = parent === lowering.module || parentKind === DefinitionKind.namespace;
  if (standsInModule && !lowering.isGrafted(node) && CAN_BE_HIDDEN.test(lowering.kind(node)) && !isVisible(lowering, node)) {
    lowering.addFlag(definition, DefinitionFlag.hidden);
  }
  switch (facts.get("definitions", definition, "kind")) {
    case DefinitionKind.macro: {
      const name = lowering.child(node, "name");
      const plain = withoutRaw(lowering.text(name));
      if (plain !== lowering.text(name)) lowering.nameDefinition(definition, name, plain);
      return;
    }
    case DefinitionKind.function:
      noteEntry(lowering, node, definition, attributes);
      if (attributes.length > 0) notePassedTo(lowering, node, attributes);
      if (attributes.length > 0) noteBuilderFunction(lowering, node, attributes);
      if (standsIn(lowering, node, (macro) => macro === "quickcheck")) lowering.addFlag(definition, DefinitionFlag.test);
      if (givesRouter(lowering, node)) stateOf(lowering).routerMakers.set(definition, node);
      return describeFunction(lowering, node, definition, standsInModule ? attributes : []);
    case DefinitionKind.enum:
      addProjection(lowering, node, definition, attributes);
      return;
    case DefinitionKind.struct:
      addProjection(lowering, node, definition, attributes);
      noteWrapped(lowering, node, definition);
      describeFields(lowering, node, definition);
      return;
    case DefinitionKind.enum_member:
      describeFields(lowering, node, definition);
      return;
    case DefinitionKind.trait:
      noteAssociated(lowering, definition, lowering.child(node, "body"));
      return;
    case DefinitionKind.impl:
      stateOf(lowering).impls.push(node);
      nameImplOfBuilder(lowering, node, definition);
      return;
    case DefinitionKind.type_alias:
      if (parentKind === DefinitionKind.impl) noteAssociatedType(lowering, parent, lowering.text(lowering.child(node, "name")), definition);
      return;
    case DefinitionKind.variable:
    case DefinitionKind.constant:
      // `const _: () = …` evaluates its value and names nothing.
      if (lowering.text(lowering.child(node, "name")) === "_") facts.set("definitions", definition, "name", 0);
      // Like every item it is visible before its place, too.
      else lowering.bindDefinition(definition, lowering.owningScope(node), true, lowering.scope(node));
      if (isThreadLocal(lowering, node)) stateOf(lowering).threadLocals.push(node);
      else if (isMadeByMacro(lowering, node)) stateOf(lowering).madeStatics.push(definition);
      return false;
  }
}

/** Items that are private to their module unless declared otherwise; macros have rules of their own. */
const CAN_BE_HIDDEN = /^(?:function|struct|enum|union|trait|type|const|static|mod)_item$/;

/**
 * Whether a macro puts its argument under a condition that an ordinary build does not satisfy: according to its rules, otherwise its name.
 */
export function standsInUnbuiltMacro(lowering: Lowering, node: number): boolean {
  for (const [around, name] of macrosAround(lowering, node)) {
    if (shapeOf(lastOf(name)) === "branches") {
      if (isInLeftOutBranch(lowering, around, lowering.tree.start[node]!)) return true;
      continue;
    }
    const condition = conditionWithin(lowering, around);
    if (condition === 0 ? isLeftOutByName(name) : isLeftOut(lowering, [readAttribute(lowering, condition)])) return true;
    const statement = lowering.parent(around);
    const attributes = leadingAttributes(lowering, lowering.kind(statement) === "expression_statement" ? statement : around);
    if (isLeftOut(lowering, attributes)) return true;
  }
  return false;
}

/** Whether an item is in a branch of `cfg_if!` or a similar macro. */
export function standsInBranch(lowering: Lowering, node: number): boolean {
  return standsIn(lowering, node, (macro) => shapeOf(macro) === "branches");
}

/** The condition that was laid out before a macro's items (`macros/embed_macros.ts`), or 0. */
function conditionWithin(lowering: Lowering, invocation: number): number {
  const tokens = lowering.childOfKind(invocation, "token_tree");
  const first = tokens === 0 ? 0 : lowering.firstChild(tokens);
  return first !== 0 && lowering.kind(first) === "inner_attribute_item" ? first : 0;
}

/** `task_local! { static NUMBER: u32; }`: without a value, the macro generates something that may hold or create what is declared. */
function isMadeByMacro(lowering: Lowering, node: number): boolean {
  return lowering.isGrafted(node) && lowering.kind(node) === "static_item" && lowering.child(node, "value") === 0;
}

/** Whether a macro turns its argument into thread-local statics; a macro of that name in the file is what it declares. */
function isThreadLocal(lowering: Lowering, node: number): boolean {
  const { apart, start } = lowering.tree;
  const isExpanded = apart !== undefined && start[node]! >= apart.base;
  return standsIn(lowering, node, isExpanded ? (macro) => macro === "thread_local" : makesThreadLocals);
}

/** Whether an item is in the arguments of a macro whose name satisfies `isMeant`. */
function standsIn(lowering: Lowering, node: number, isMeant: (macro: string) => boolean): boolean {
  const [innermost] = macrosAround(lowering, node);
  return innermost !== undefined && isMeant(lastOf(innermost[1]));
}

/** The macro invocations around a node, innermost first, each with the macro as written. */
function* macrosAround(lowering: Lowering, node: number): Generator<readonly [number, string]> {
  if (!lowering.isGrafted(node)) return;
  for (let around = lowering.parent(node); around > 0; around = lowering.parent(around)) {
    if (lowering.kind(around) === "macro_invocation") yield [around, lowering.text(lowering.child(around, "macro"))];
  }
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf(":") + 1);
}

/** What `pin_project` generates for a type: methods that return its fields, each behind a reference. */
function addProjection(lowering: Lowering, node: number, definition: number, attributes: readonly Attribute[]): void {
  const isProjected = attributes.some(({ name }) => name.split("::").at(-1) === "pin_project") ||
    standsIn(lowering, node, (macro) => macro === "pin_project");
  if (isProjected) lowering.addSupertype(definition, lowering.builtin("PinProject"));
}

function noteAttributes(lowering: Lowering, definition: number, attributes: readonly Attribute[]): void {
  const words: string[] = [];
  for (const { name, node } of attributes) {
    if (name === "cfg") lowering.addFlag(definition, DefinitionFlag.conditional);
    if (name === "macro_export") lowering.addFlag(definition, DefinitionFlag.exported);
    if (name === "macro_use") lowering.addFlag(definition, DefinitionFlag.macros);
    if (name.startsWith("proc_macro")) addMadeMacro(lowering, definition, name, node);
    const text = lowering.text(node).replace(/\s+/g, "");
    words.push(text.length <= 60 ? text : name);
  }
  lowering.facts.set("definitions", definition, "attributes", lowering.facts.string(words.join(" ")));
}

/** @param placing attributes that may move it into a type; returns false if one does, which then binds it there */
function describeFunction(lowering: Lowering, node: number, definition: number, placing: readonly Attribute[]): void | false {
  const { facts } = lowering;
  const parentKind = facts.get("definitions", facts.get("definitions", definition, "parent"), "kind");
  const isPlaced = placeMethod(lowering, node, definition, placing);
  if (parentKind === DefinitionKind.impl || parentKind === DefinitionKind.trait) {
    makeMethod(lowering, node, definition);
    const impl = lowering.parent(lowering.parent(node));
    const isInherent = parentKind === DefinitionKind.impl && lowering.child(impl, "trait") === 0;
    if (isInherent) noteRewritten(lowering, impl, definition);
    if (isInherent) lowering.addFlag(definition, reachOfMethod(lowering, node));
  } else if (!isPlaced && receiverOf(lowering, node) !== 0) {
    // A method outside of a type: the macro that receives it moves it into types that are not visible here.
    lowering.addFlag(definition, DefinitionFlag.passedOut);
  }
  const result = lowering.child(node, "return_type");
  if (opaqueIn(lowering, result) !== 0 && lowering.child(node, "body") !== 0) stateOf(lowering).opaque.push(node);
  if (result !== 0 && GIVES_FUNCTION.test(lowering.text(result))) stateOf(lowering).givers.push(node);
  else if (result !== 0) noteEnd(lowering, lowering.child(node, "body"));
  const modifiers = lowering.childOfKind(node, "function_modifiers");
  if (modifiers !== 0 && lowering.childOfKind(modifiers, "async") !== 0) lowering.addFlag(definition, DefinitionFlag.async);
  return isPlaced ? false : undefined;
}

/** Fields without names are named by their position. */
function describeFields(lowering: Lowering, node: number, definition: number): void {
  const body = lowering.child(node, "body");
  if (body === 0 || lowering.kind(body) !== "ordered_field_declaration_list") return;
  const { facts } = lowering;
  const scope = facts.get("definitions", definition, "body");
  for (const [position, type] of lowering.childrenOf(body, "type").entries()) {
    const field = lowering.define(DefinitionKind.field, type);
    stateOf(lowering).tupleFields.push(type);
    lowering.nameDefinition(field, type, String(position));
    lowering.placeDefinition(field, scope);
    lowering.bindDefinition(field, scope, true);
  }
}

/** The own rule `self_parameter`. */
export function lowerSelfParameter(lowering: Lowering, node: number): void {
  const self = lowering.childOfKind(node, "self");
  const type = lowering.lowerType(lowering.child(node, "type"));
  const isMutable = lowering.text(node).startsWith("&") && lowering.childOfKind(node, "mutable_specifier") !== 0;
  lowering.bindParameter(node, self, type, 0, BindingFlag.receiver | (isMutable ? BindingFlag.mutable : 0));
}

/** The opaque part of a result type: itself, or the content of an option or a result (`Option<impl Draw>`); 0 if there is none. */
function opaqueIn(lowering: Lowering, result: number): number {
  // `impl A + B` is a bounded type with `impl A` in it.
  if (/^(?:abstract|bounded)_type$/.test(lowering.kind(result))) return lowering.text(result).startsWith("impl") ? result : 0;
  if (!/^(?:Option|Result)\s*<\s*impl\b/.test(lowering.text(result))) return 0;
  return opaqueIn(lowering, lowering.children(lowering.child(result, "type_arguments"))[0] ?? 0);
}

/** Records the value returned by the function `node`, if its result type is opaque. */
function lowerOpaque(lowering: Lowering, node: number): void {
  const { facts } = lowering;
  const result = lowering.child(node, "return_type");
  const part = opaqueIn(lowering, result);
  const value = lowerValue(lowering, lowering.child(node, "body"));
  const type = lowering.lowerType(part);
  if (type === 0 || value === 0) return;
  const opaque = (of: number): number => facts.expression(Op.cast, type, of, CastMode.opaque);
  let whole: number;
  if (part === result) whole = opaque(value);
  else {
    const others = lowering.children(lowering.child(result, "type_arguments")).slice(1).map((argument) => lowering.lowerType(argument));
    const holder = lowering.lowerType(lowering.child(result, "type"));
    whole = facts.expression(Op.apply, holder, facts.list([opaque(facts.expression(Op.unwrap, value)), ...others]));
  }
  facts.set("definitions", lowering.definitionAt(node), "type", whole);
}

/** The plugin's `finish`: types of tuples' fields; the trait of each impl, with its associated types as arguments by name. */
export function finishItems(lowering: Lowering): void {
  const { facts } = lowering;
  const { givers, opaque, tupleFields, threadLocals, madeStatics, impls } = stateOf(lowering);
  finishMadeTypes(lowering);
  finishProjections(lowering);
  finishMacros(lowering);
  finishRouters(lowering);
  finishOpenLets(lowering);
  finishLaterPlaces(lowering);
  finishClosures(lowering);
  finishPassed(lowering);
  finishPassedTo(lowering);
  finishBuilderFunctions(lowering);
  for (const node of givers) useValue(lowering, lowering.child(node, "body"));
  for (const node of opaque) lowerOpaque(lowering, node);
  for (const node of tupleFields) {
    facts.set("definitions", lowering.definitionAt(node), "type", lowering.lowerType(node));
  }
  for (const node of threadLocals) {
    const type = lowering.lowerType(lowering.child(node, "type"));
    const key = type === 0 ? 0 : facts.expression(Op.apply, lowering.builtin("LocalKey"), facts.list([type]));
    if (key !== 0) facts.set("definitions", lowering.definitionAt(node), "type", key);
  }
  for (const definition of madeStatics) facts.set("definitions", definition, "type", 0);
  for (const node of impls) {
    const trait = lowering.child(node, "trait");
    if (trait === 0) continue;
    noteSubclass(lowering, node);
    const pairs: number[] = [];
    for (const member of lowering.children(lowering.child(node, "body"))) {
      if (lowering.kind(member) !== "type_item") continue;
      pairs.push(associatedPair(lowering, member));
    }
    facts.set("definitions", lowering.definitionAt(node), "type", lowerGeneric(lowering, trait, pairs));
  }
}

/** Words that the kinds of those items begin with that a body may declare beside types of the same name around it. */
const NAMED_WITHIN = /^(?:use|struct|enum|union|type|trait)_/;

/**
 * Whether a function's body imports or declares types, which its parameters and its result do not refer to (`fn ask(context: &Context) {
 * use other::Context; … }`).
 */
export function declaresTypes(lowering: Lowering, body: number): boolean {
  if (lowering.kind(lowering.parent(body)) !== "function_item") return false;
  let part = lowering.firstChild(body);
  while (part !== 0 && !NAMED_WITHIN.test(lowering.kind(part))) part = lowering.next(part);
  return part !== 0;
}
