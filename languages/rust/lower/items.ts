/**
 * What Rust adds to the definitions that the patterns find: kinds, flags, fields of tuples, type parameters, derives.
 *
 * Stage: parse -> facts. Invariant: a function in an impl or a trait is a method; one without `self` is static.
 */
import { append } from "../../../core/base/lists.ts";
import { BindingFlag, BindingKind, DefinitionFlag, DefinitionKind, WHERE } from "../../../core/facts.ts";
import { CastMode, Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { stateOf } from "../file_state.ts";
import { isInLeftOutBranch } from "../macros/branches.ts";
import { isLeftOutByName } from "../macros/conditions.ts";
import { makesThreadLocals, shapeOf, withoutRaw } from "../macros/shapes.ts";
import { ROUTER_RESULT } from "../routes.ts";
import { type Attribute, isLeftOut, leadingAttributes, readAttribute } from "./attributes.ts";
import { finishClosures } from "./closures.ts";
import { noteEntry, noteRewritten } from "./entries.ts";
import { finishHanded, noteEnd } from "./handed.ts";
import { addMadeMacro } from "./macro_uses.ts";
import { finishMacros } from "./macros.ts";
import { finishOpenLets } from "./open_lets.ts";
import { finishHandedTo, noteHandedTo } from "./test_fixtures.ts";
import { associatedName, boundsOf, lowerGeneric, lowerReference, noteAssociated, noteAssociatedType } from "./types.ts";
import { finishRouters, lowerValue, useValue } from "./values.ts";
import { isExported, isVisible, reachOfMethod } from "./visibility.ts";

/** The type of a function that gives another. */
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
      if (attributes.length > 0) noteHandedTo(lowering, node, attributes);
      if (standsIn(lowering, node, (macro) => macro === "quickcheck")) lowering.addFlag(definition, DefinitionFlag.test);
      describeFunction(lowering, node, definition, parentKind);
      if (givesRouter(lowering, node)) stateOf(lowering).routerMakers.set(definition, node);
      return;
    case DefinitionKind.enum:
      addProjection(lowering, node, definition, attributes);
      return;
    case DefinitionKind.struct:
      addProjection(lowering, node, definition, attributes);
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
      return;
    case DefinitionKind.type_alias:
      if (parentKind === DefinitionKind.impl) noteAssociatedType(lowering, parent, lowering.text(lowering.child(node, "name")), definition);
      return;
    case DefinitionKind.variable:
    case DefinitionKind.constant:
      // `const _: () = …` runs its value and names nothing.
      if (lowering.text(lowering.child(node, "name")) === "_") facts.set("definitions", definition, "name", 0);
      // Like every item it holds before its place too.
      else lowering.bindDefinition(definition, lowering.owningScope(node), true, lowering.scope(node));
      if (isThreadLocal(lowering, node)) stateOf(lowering).threadLocals.push(node);
      else if (isMadeByMacro(lowering, node)) stateOf(lowering).madeStatics.push(definition);
      return false;
  }
}

/** Items that only their module and those inside see unless they say otherwise; macros have rules of their own. */
const CAN_BE_HIDDEN = /^(?:function|struct|enum|union|trait|type|const|static|mod)_item$/;

/** Whether a macro puts what it is given under a condition that an ordinary build does not fulfil: by its rules, else by its name. */
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

/** The condition that was laid out before a macro's items (`macros/embed_macros.ts`), or 0. */
function conditionWithin(lowering: Lowering, invocation: number): number {
  const tokens = lowering.childOfKind(invocation, "token_tree");
  const first = tokens === 0 ? 0 : lowering.firstChild(tokens);
  return first !== 0 && lowering.kind(first) === "inner_attribute_item" ? first : 0;
}

/** `task_local! { static NUMBER: u32; }`: without a value the macro makes something of it, which may hold what is declared or make it. */
function isMadeByMacro(lowering: Lowering, node: number): boolean {
  return lowering.isGrafted(node) && lowering.kind(node) === "static_item" && lowering.child(node, "value") === 0;
}

/** Whether a macro makes a static of each thread of what it is given; one that it writes itself is what that says. */
function isThreadLocal(lowering: Lowering, node: number): boolean {
  const { apart, start } = lowering.tree;
  const isExpanded = apart !== undefined && start[node]! >= apart.base;
  return standsIn(lowering, node, isExpanded ? (macro) => macro === "thread_local" : makesThreadLocals);
}

/** Whether an item stands in the arguments of a macro that `isMeant` by its name. */
function standsIn(lowering: Lowering, node: number, isMeant: (macro: string) => boolean): boolean {
  const [innermost] = macrosAround(lowering, node);
  return innermost !== undefined && isMeant(lastOf(innermost[1]));
}

/** The invocations in whose arguments a node stands, innermost first, each with the macro as it is written. */
function* macrosAround(lowering: Lowering, node: number): Generator<readonly [number, string]> {
  if (!lowering.isGrafted(node)) return;
  for (let around = lowering.parent(node); around > 0; around = lowering.parent(around)) {
    if (lowering.kind(around) === "macro_invocation") yield [around, lowering.text(lowering.child(around, "macro"))];
  }
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf(":") + 1);
}

/** What `pin_project` makes of a type: methods that give its fields, each behind a reference. */
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

function describeFunction(lowering: Lowering, node: number, definition: number, parentKind: number): void {
  const { facts } = lowering;
  if (parentKind === DefinitionKind.impl || parentKind === DefinitionKind.trait) {
    facts.set("definitions", definition, "kind", DefinitionKind.method);
    const receiver = lowering.children(lowering.child(node, "parameters")).find((c) => isReceiver(lowering, c)) ?? 0;
    if (receiver === 0) lowering.addFlag(definition, DefinitionFlag.static);
    else if (lowering.text(receiver).startsWith("&")) lowering.addFlag(definition, DefinitionFlag.byReference);
    const impl = lowering.parent(lowering.parent(node));
    const isInherent = parentKind === DefinitionKind.impl && lowering.child(impl, "trait") === 0;
    if (isInherent) noteRewritten(lowering, impl, definition);
    if (isInherent) lowering.addFlag(definition, reachOfMethod(lowering, node));
  }
  const result = lowering.child(node, "return_type");
  // `impl A + B` is a bounded type with `impl A` in it.
  const isOpaque = /^(?:abstract|bounded)_type$/.test(lowering.kind(result)) && lowering.text(result).startsWith("impl");
  if (isOpaque && lowering.child(node, "body") !== 0) stateOf(lowering).opaque.push(node);
  if (result !== 0 && GIVES_FUNCTION.test(lowering.text(result))) stateOf(lowering).givers.push(node);
  else if (result !== 0) noteEnd(lowering, lowering.child(node, "body"));
  const modifiers = lowering.childOfKind(node, "function_modifiers");
  if (modifiers !== 0 && lowering.childOfKind(modifiers, "async") !== 0) lowering.addFlag(definition, DefinitionFlag.async);
}

function isReceiver(lowering: Lowering, parameter: number): boolean {
  const kind = lowering.kind(parameter);
  return kind === "self_parameter" || (kind === "parameter" && lowering.kind(lowering.child(parameter, "pattern")) === "self");
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

/** The type of a parameter: of several traits together (`impl A + B`) a type parameter without a name. */
export function lowerParameterType(lowering: Lowering, node: number): number {
  if (lowering.kind(node) === "reference_type") {
    // `&mut (impl A + B)`
    const inner = lowering.childOfKind(lowering.child(node, "type"), "bounded_type");
    if (inner !== 0) return lowerReference(lowering, node, lowerParameterType(lowering, inner));
  }
  if (lowering.kind(node) !== "bounded_type" || !lowering.text(node).startsWith("impl") || boundsOf(lowering, node).length < 2) {
    return lowering.lowerType(node);
  }
  const name = `${lowering.text(node)} ${lowering.tree.start[node]!}`;
  addTypeParameter(lowering, node, name, node);
  return lowering.nameExpression(name, node, 0);
}

function addTypeParameter(lowering: Lowering, node: number, name: string, bounds = lowering.child(node, "bounds")): void {
  const definition = lowering.enclosingDefinition(node);
  const row = lowering.bind(BindingKind.typeParameter, name, node, {
    type: bounds === 0 ? 0 : joinBounds(lowering, boundsOf(lowering, bounds)),
    value: lowering.lowerType(lowering.child(node, "default_type")),
    flags: BindingFlag.hoisted | (bounds === 0 ? 0 : flagOfSize(lowering, bounds)),
    scope: lowering.scope(node),
  });
  lowering.addTypeParameter(definition, row);
  const known = stateOf(lowering).typeParameters;
  const names = known.get(definition) ?? new Map<string, number>();
  known.set(definition, names.set(name, row));
}

/** What bounds say of the size of what a type parameter stands for. */
function flagOfSize(lowering: Lowering, bounds: number): number {
  return lowering.childOfKind(bounds, "removed_trait_bound") === 0 ? 0 : BindingFlag.unsized;
}

/** Several bounds hold together: a tuple. */
function joinBounds(lowering: Lowering, bounds: readonly number[]): number {
  return bounds.length <= 1 ? bounds[0] ?? 0 : lowering.facts.expression(Op.tuple, lowering.facts.list(bounds));
}

/** The own rules `type_parameter`, `const_parameter`, `associated_type`. */
export function lowerTypeParameter(lowering: Lowering, node: number): void {
  if (isLeftOut(lowering, leadingAttributes(lowering, node))) return;
  addTypeParameter(lowering, node, lowering.text(lowering.child(node, "name")));
}
export function lowerConstParameter(lowering: Lowering, node: number): void {
  const row = lowering.bind(BindingKind.variable, lowering.text(lowering.child(node, "name")), node, {
    type: lowering.lowerType(lowering.child(node, "type")),
    flags: BindingFlag.hoisted,
    scope: lowering.scope(node),
  });
  // It is no type, but holds its place among the arguments.
  lowering.addTypeParameter(lowering.enclosingDefinition(node), row);
}
export function lowerAssociatedType(lowering: Lowering, node: number): void {
  addTypeParameter(lowering, node, associatedName(lowering.text(lowering.child(node, "name"))));
}

/** The own rule `where_predicate`: further bounds of a type parameter, of `Self`, of an associated type. */
export function lowerWherePredicate(lowering: Lowering, node: number): void {
  const { facts } = lowering;
  let left = lowering.child(node, "left");
  if (lowering.kind(left) === "higher_ranked_trait_bound") left = lowering.child(left, "type");
  // What a reference to it fulfils is called through it (`&'a T: IntoIterator`).
  if (lowering.kind(left) === "reference_type") left = lowering.child(left, "type");
  const name = lowering.text(left);
  const bounds = boundsOf(lowering, lowering.child(node, "bounds"));
  const flag = flagOfSize(lowering, lowering.child(node, "bounds"));
  if (bounds.length === 0 && flag === 0) return;
  const definition = lowering.enclosingDefinition(node);
  noteProjectionBounds(lowering, left, definition, bounds);
  if (name === "Self" && facts.get("definitions", definition, "kind") === DefinitionKind.trait) {
    for (const bound of bounds) lowering.addSupertype(definition, bound);
    return;
  }
  for (let owner = definition; owner > lowering.module; owner = facts.get("definitions", owner, "parent")) {
    const row = stateOf(lowering).typeParameters.get(owner)?.get(name) ?? 0;
    if (row === 0) continue;
    const known = facts.get("bindings", row, "type");
    const before = known === 0
      ? []
      : facts.get("expressions", known, "op") === Op.tuple
      ? facts.items(facts.get("expressions", known, "a"))
      : [known];
    facts.set("bindings", row, "type", joinBounds(lowering, [...before, ...bounds]));
    const partial = owner === definition ? 0 : BindingFlag.boundInParts;
    facts.set("bindings", row, "flags", facts.get("bindings", row, "flags") | flag | partial);
    return;
  }
  const type = joinBounds(lowering, bounds);
  const value = lowering.lowerType(left);
  const flags = BindingFlag.hoisted;
  if (value !== 0) lowering.bind(BindingKind.typeParameter, WHERE, node, { type, value, flags, scope: lowering.scope(node) });
}

/** What `where` says of a type parameter's associated type. */
export interface ProjectionBounds {
  /** The `where` clause's place, for the scope of what it names. */
  readonly node: number;
  readonly definition: number;
  readonly parameter: string;
  /** The trait as written, or 0. */
  readonly trait: number;
  readonly associated: string;
  readonly bounds: number[];
}

/** Notes `T::Item: Bound` and `<T as Trait>::Item: Bound`; the bounds of T may still follow. */
function noteProjectionBounds(lowering: Lowering, left: number, definition: number, bounds: readonly number[]): void {
  // What an associated type takes itself (`T::Item<'a>`) tells no other.
  const projected = lowering.kind(left) === "generic_type" ? lowering.child(left, "type") : left;
  if (lowering.kind(projected) !== "scoped_type_identifier") return;
  const path = lowering.child(projected, "path");
  const qualified = lowering.kind(path) === "bracketed_type" ? lowering.children(path)[0] ?? 0 : 0;
  const trait = lowering.kind(qualified) === "qualified_type" ? lowering.child(qualified, "alias") : 0;
  const parameter = lowering.text(trait === 0 ? path : lowering.child(qualified, "type"));
  const associated = lowering.text(lowering.child(projected, "name"));
  const noted = stateOf(lowering).projections;
  const key = `${definition} ${parameter}::${associated}`;
  const known = noted.get(key);
  if (known === undefined) noted.set(key, { node: left, definition, parameter, trait, associated, bounds: [...bounds] });
  else append(known.bounds, bounds);
}

/** `T: Trait, T::Item: Bound` says `T: Trait<Item = X>` of a type X that has the bound. */
function finishProjections(lowering: Lowering): void {
  const { facts } = lowering;
  for (const one of stateOf(lowering).projections.values()) {
    const row = typeParameterAround(lowering, one.definition, one.parameter);
    const declared = facts.get("bindings", row, "type");
    if (row === 0 || declared === 0) continue;
    const name = `${one.parameter}::${one.associated}`;
    const wanted = one.trait === 0 ? 0 : traitName(lowering, lowering.lowerType(one.trait));
    const bounds = facts.get("expressions", declared, "op") === Op.tuple
      ? facts.items(facts.get("expressions", declared, "a"))
      : [declared];
    // What the trait itself asks of the type holds as well.
    const asked = bounds.filter((bound) => traitName(lowering, bound) !== 0 && (wanted === 0 || traitName(lowering, bound) === wanted))
      .map((bound) => facts.expression(Op.path, plainTrait(lowering, bound), facts.string(one.associated)));
    lowering.bind(BindingKind.typeParameter, name, one.node, {
      type: joinBounds(lowering, [...one.bounds, ...asked]),
      flags: BindingFlag.hoisted,
      scope: lowering.scope(one.node),
    });
    const pair = facts.expression(Op.pair, facts.string(associatedName(one.associated)), lowering.nameExpression(name, one.node));
    const told = bounds.map((
      bound,
    ) => (wanted === 0 || traitName(lowering, bound) === wanted ? withArgument(lowering, bound, pair) : bound));
    const isTold = told.some((bound, i) => bound !== bounds[i]);
    const all = isTold || one.trait === 0 ? told : [lowerGeneric(lowering, one.trait, [pair]), ...told];
    facts.set("bindings", row, "type", joinBounds(lowering, all));
  }
}

/** The binding of a type parameter of that name, of the definition or of one around it; 0 where there is none. */
function typeParameterAround(lowering: Lowering, definition: number, name: string): number {
  for (let owner = definition; owner > lowering.module; owner = lowering.facts.get("definitions", owner, "parent")) {
    const row = stateOf(lowering).typeParameters.get(owner)?.get(name) ?? 0;
    if (row !== 0) return row;
  }
  return 0;
}

/** A lowered trait without its arguments. */
function plainTrait({ facts }: Lowering, trait: number): number {
  return facts.get("expressions", trait, "op") === Op.apply ? facts.get("expressions", trait, "a") : trait;
}

/** The last part of a lowered trait's name, as a string's row; 0 where it has none. */
function traitName(lowering: Lowering, trait: number): number {
  const { facts } = lowering;
  const plain = plainTrait(lowering, trait);
  switch (facts.get("expressions", plain, "op")) {
    case Op.path:
      return facts.get("expressions", plain, "b");
    case Op.name:
      return facts.get("expressions", plain, "a");
    default:
      return 0;
  }
}

/** A bound with one more argument; what is no plain trait stays. */
function withArgument(lowering: Lowering, bound: number, argument: number): number {
  const { facts } = lowering;
  if (traitName(lowering, bound) === 0) return bound;
  const isApplied = facts.get("expressions", bound, "op") === Op.apply;
  const known = isApplied ? facts.items(facts.get("expressions", bound, "b")) : [];
  return facts.expression(Op.apply, isApplied ? facts.get("expressions", bound, "a") : bound, facts.list([...known, argument]));
}

/** The plugin's `finish`: types of tuples' fields; the trait of each impl, with its associated types as arguments by name. */
export function finishItems(lowering: Lowering): void {
  const { facts } = lowering;
  const { givers, opaque, tupleFields, threadLocals, madeStatics, impls } = stateOf(lowering);
  finishProjections(lowering);
  finishMacros(lowering);
  finishRouters(lowering);
  finishOpenLets(lowering);
  finishClosures(lowering);
  finishHanded(lowering);
  finishHandedTo(lowering);
  for (const node of givers) useValue(lowering, lowering.child(node, "body"));
  for (const node of opaque) {
    const type = lowering.lowerType(lowering.child(node, "return_type"));
    const value = lowerValue(lowering, lowering.child(node, "body"));
    if (type === 0 || value === 0) continue;
    facts.set("definitions", lowering.definitionAt(node), "type", facts.expression(Op.cast, type, value, CastMode.opaque));
  }
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
    const pairs: number[] = [];
    for (const member of lowering.children(lowering.child(node, "body"))) {
      if (lowering.kind(member) !== "type_item") continue;
      const name = facts.string(associatedName(lowering.text(lowering.child(member, "name"))));
      pairs.push(facts.expression(Op.pair, name, lowering.lowerType(lowering.child(member, "type"))));
    }
    facts.set("definitions", lowering.definitionAt(node), "type", lowerGeneric(lowering, trait, pairs));
  }
}
