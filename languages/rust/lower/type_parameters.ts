/**
 * Lowers type parameters, and their constraints in bounds and `where` clauses.
 *
 * Stage: parse -> facts. Invariant: several bounds are a tuple; a constraint on a parameter's associated type is recorded as the
 * parameter's own bound.
 */
import { append } from "../../../core/base/lists.ts";
import { BindingFlag, BindingKind, DefinitionKind, WHERE } from "../../../core/facts.ts";
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { stateOf } from "../file_state.ts";
import { isLeftOut, leadingAttributes } from "./attributes.ts";
import { associatedName, boundsOf, lowerGeneric, lowerReference } from "./types.ts";

/**
 * The type of a parameter: for several traits (`impl A + B`), or one with constraints on its associated types (`impl Iterator<Item: A>`),
 * an unnamed type parameter.
 */
export function lowerParameterType(lowering: Lowering, node: number): number {
  if (lowering.kind(node) === "reference_type") {
    // `&mut (impl A + B)`
    const inner = lowering.childOfKind(lowering.child(node, "type"), "bounded_type");
    if (inner !== 0) return lowerReference(lowering, node, lowerParameterType(lowering, inner));
  }
  const isOfSeveral = lowering.kind(node) === "bounded_type" && lowering.text(node).startsWith("impl") &&
    boundsOf(lowering, node).length > 1;
  const isAsking = lowering.kind(node) === "abstract_type" && asksOfAssociated(lowering, lowering.child(node, "trait"));
  if (!isOfSeveral && !isAsking) return lowering.lowerType(node);
  const name = `${lowering.text(node)} ${lowering.tree.start[node]!}`;
  addTypeParameter(lowering, node, name, node);
  return lowering.nameExpression(name, node, 0);
}

function asksOfAssociated(lowering: Lowering, trait: number): boolean {
  return lowering.kind(trait) === "generic_type" && lowering.childOfKind(lowering.child(trait, "type_arguments"), "trait_bounds") !== 0;
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
  noteBoundArguments(lowering, bounds, definition, name);
  const known = stateOf(lowering).typeParameters;
  const names = known.get(definition) ?? new Map<string, number>();
  known.set(definition, names.set(name, row));
}

/** The constraint on the size of a type parameter in its bounds. */
function flagOfSize(lowering: Lowering, bounds: number): number {
  return lowering.childOfKind(bounds, "removed_trait_bound") === 0 ? 0 : BindingFlag.unsized;
}

/** Several bounds hold together: a tuple. */
function joinBounds(lowering: Lowering, bounds: readonly number[]): number {
  return bounds.length <= 1 ? bounds[0] ?? 0 : lowering.facts.expression(Op.tuple, lowering.facts.list(bounds));
}

/** The reverse of `joinBounds`: the bounds in a type; none in 0. */
function boundsIn({ facts }: Lowering, type: number): readonly number[] {
  if (type === 0) return [];
  return facts.get("expressions", type, "op") === Op.tuple ? facts.items(facts.get("expressions", type, "a")) : [type];
}

/** The own rules `type_parameter`, `const_parameter`, `associated_type`. */
export function lowerTypeParameter(lowering: Lowering, node: number): void {
  if (isLeftOut(lowering, leadingAttributes(lowering, node))) return;
  addTypeParameter(lowering, node, lowering.text(lowering.child(node, "name")));
}

/** `const N: usize`: a variable that holds its place among the type parameters. */
export function lowerConstParameter(lowering: Lowering, node: number): void {
  const row = lowering.bind(BindingKind.variable, lowering.text(lowering.child(node, "name")), node, {
    type: lowering.lowerType(lowering.child(node, "type")),
    flags: BindingFlag.hoisted,
    scope: lowering.scope(node),
  });
  // It is not a type, but has a position among the arguments.
  lowering.addTypeParameter(lowering.enclosingDefinition(node), row);
}

/** `type Item` of a trait: a type parameter, under a name that no other can have. */
export function lowerAssociatedType(lowering: Lowering, node: number): void {
  addTypeParameter(lowering, node, associatedName(lowering.text(lowering.child(node, "name"))));
}

/** The own rule `where_predicate`: further bounds of a type parameter, of `Self`, of an associated type. */
export function lowerWherePredicate(lowering: Lowering, node: number): void {
  const { facts } = lowering;
  let left = lowering.child(node, "left");
  if (lowering.kind(left) === "higher_ranked_trait_bound") left = lowering.child(left, "type");
  // A bound on references to it applies through these (`&'a T: IntoIterator`).
  if (lowering.kind(left) === "reference_type") left = lowering.child(left, "type");
  const name = lowering.text(left);
  const bounds = boundsOf(lowering, lowering.child(node, "bounds"));
  const flag = flagOfSize(lowering, lowering.child(node, "bounds"));
  if (bounds.length === 0 && flag === 0) return;
  const definition = lowering.enclosingDefinition(node);
  noteProjectionBounds(lowering, left, definition, bounds);
  noteBoundArguments(lowering, lowering.child(node, "bounds"), definition, name);
  if (name === "Self" && facts.get("definitions", definition, "kind") === DefinitionKind.trait) {
    for (const bound of bounds) lowering.addSupertype(definition, bound);
    return;
  }
  for (let owner = definition; owner > lowering.module; owner = facts.get("definitions", owner, "parent")) {
    const row = stateOf(lowering).typeParameters.get(owner)?.get(name) ?? 0;
    if (row === 0) continue;
    const known = facts.get("bindings", row, "type");
    facts.set("bindings", row, "type", joinBounds(lowering, [...boundsIn(lowering, known), ...bounds]));
    const partial = owner === definition ? 0 : BindingFlag.boundInParts;
    facts.set("bindings", row, "flags", facts.get("bindings", row, "flags") | flag | partial);
    return;
  }
  const type = joinBounds(lowering, bounds);
  const value = lowering.lowerType(left);
  const flags = BindingFlag.hoisted;
  if (value !== 0) lowering.bind(BindingKind.typeParameter, WHERE, node, { type, value, flags, scope: lowering.scope(node) });
}

/** The constraint of a `where` clause on a type parameter's associated type. */
export interface ProjectionBounds {
  /** The place of the `where` clause, for the scope of its names. */
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
  // A generic associated type (`T::Item<'a>`) implies nothing about another.
  const projected = lowering.kind(left) === "generic_type" ? lowering.child(left, "type") : left;
  if (lowering.kind(projected) !== "scoped_type_identifier") return;
  const path = lowering.child(projected, "path");
  const qualified = lowering.kind(path) === "bracketed_type" ? lowering.children(path)[0] ?? 0 : 0;
  const trait = lowering.kind(qualified) === "qualified_type" ? lowering.child(qualified, "alias") : 0;
  const parameter = lowering.text(trait === 0 ? path : lowering.child(qualified, "type"));
  const associated = lowering.text(lowering.child(projected, "name"));
  noteProjection(lowering, { node: left, definition, parameter, trait, associated, bounds: [...bounds] });
}

function noteProjection(lowering: Lowering, one: ProjectionBounds): void {
  const noted = stateOf(lowering).projections;
  const key = `${one.definition} ${one.parameter}::${one.associated}`;
  const known = noted.get(key);
  if (known === undefined) noted.set(key, one);
  else append(known.bounds, one.bounds);
}

/**
 * Records the constraints of a type parameter's bounds on their own associated types (`T: Iterator<Item: Bound>` states `T::Item: Bound`).
 */
function noteBoundArguments(lowering: Lowering, bounds: number, definition: number, parameter: string): void {
  for (const bound of bounds === 0 ? [] : lowering.children(bounds)) {
    if (lowering.kind(bound) !== "generic_type") continue;
    const trait = lowering.child(bound, "type");
    let before = 0;
    for (const node of lowering.children(lowering.child(bound, "type_arguments"))) {
      if (lowering.kind(node) === "trait_bounds" && before !== 0) {
        const asked = boundsOf(lowering, node);
        noteProjection(lowering, { node, definition, parameter, trait, associated: lowering.text(before), bounds: asked });
      }
      before = node;
    }
  }
}

/** `T: Trait, T::Item: Bound` means `T: Trait<Item = X>` for a type X with that bound. */
export function finishProjections(lowering: Lowering): void {
  const { facts } = lowering;
  for (const one of stateOf(lowering).projections.values()) {
    const row = typeParameterAround(lowering, one.definition, one.parameter);
    const declared = facts.get("bindings", row, "type");
    if (row === 0 || declared === 0) continue;
    const name = `${one.parameter}::${one.associated}`;
    const wanted = one.trait === 0 ? 0 : traitName(lowering, lowering.lowerType(one.trait));
    const bounds = boundsIn(lowering, declared);
    // Bounds that the trait itself declares apply as well.
    const asked = bounds.filter((bound) => traitName(lowering, bound) !== 0 && (wanted === 0 || traitName(lowering, bound) === wanted))
      .map((bound) => facts.expression(Op.path, plainTrait(lowering, bound), facts.string(one.associated)));
    lowering.bind(BindingKind.typeParameter, name, one.node, {
      type: joinBounds(lowering, [...one.bounds, ...asked]),
      flags: BindingFlag.hoisted,
      scope: lowering.scope(one.node),
    });
    const pair = facts.expression(Op.pair, facts.string(associatedName(one.associated)), lowering.nameExpression(name, one.node));
    const known = bounds.map((
      bound,
    ) => (wanted === 0 || traitName(lowering, bound) === wanted ? withArgument(lowering, bound, pair) : bound));
    const isDetermined = known.some((bound, i) => bound !== bounds[i]);
    const all = isDetermined || one.trait === 0 ? known : [lowerGeneric(lowering, one.trait, [pair]), ...known];
    facts.set("bindings", row, "type", joinBounds(lowering, all));
  }
}

/** The binding of the type parameter of that name, of the definition or of an enclosing one; 0 if there is none. */
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

/** The last part of a lowered trait's name, as a row of `strings`; 0 if it has none. */
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

/** A bound with an additional argument; other types than plain traits are unchanged. */
function withArgument(lowering: Lowering, bound: number, argument: number): number {
  const { facts } = lowering;
  if (traitName(lowering, bound) === 0) return bound;
  const isApplied = facts.get("expressions", bound, "op") === Op.apply;
  const known = isApplied ? facts.items(facts.get("expressions", bound, "b")) : [];
  return facts.expression(Op.apply, isApplied ? facts.get("expressions", bound, "a") : bound, facts.list([...known, argument]));
}
