/**
 * Associated types of type parameters, for the values of these (`G::Edge` where `G` is a `Roads`).
 *
 * Stage: resolve. Invariant: an associated type is determined by the only impl that certainly applies, or by a bound; otherwise it stays
 * open.
 */
import {
  ASSOCIATED,
  associatedType,
  associatedTypes,
  isAssociated,
  isGivenAgain,
  settleProjections,
  traitDeclaring,
} from "../traits/associated.ts";
import { Environment } from "../state/environment.ts";
import { evaluateType } from "../evaluate.ts";
import { DefinitionKind } from "../../facts.ts";
import { blanketsOf, ownerOfImpl, satisfies, traitOfImpl } from "./fitting.ts";
import { asSuper, orderOf } from "./inheritance.ts";
import { boundsIn, type DefinitionId, definitionId, fileOf, instance, type Meaning, rowOf, sameMeaning, Tag, UNKNOWN } from "../meaning.ts";
import { substitute } from "../substitution.ts";
import type { World } from "../world.ts";
import { unify } from "./unify.ts";

/** Maximum number of blanket impls that depend on each other. */
const DEEPEST_BLANKET = 3;
/** From this nesting on, the entries of types are cached: nested types need the same ones repeatedly. */
const SHALLOW = 2;

/**
 * Records the associated types in a parameter's bounds for the parameter's value (`G::Edge` where `G: Edges`). They are parameters of the
 * trait: if two parameters of one call differ in them, those that do not state their parameter (`base`) stay open.
 */
export function noteAssociated(
  world: World,
  bound: Meaning,
  value: Meaning,
  environment: Environment,
  base: DefinitionId,
  depth = 0,
): void {
  const isBound = value.tag === Tag.parameter && value.result !== undefined;
  if (value.tag !== Tag.instance && !isBound) return;
  for (const one of boundsIn(bound)) {
    if (one.tag !== Tag.instance) continue;
    for (const trait of orderOf(world, one.definition)) {
      const rows = trait.tag === Tag.instance ? associatedTypes(world, trait.definition) : [];
      if (rows.length === 0) continue;
      const items = isBound ? [] : asSuper(world, value, trait.definition)?.items ?? givenByBlanket(world, value, trait, depth);
      for (const { position, parameter } of rows) {
        const item = isBound ? inferredFromBounds(world, value, parameter) : items[position];
        if (item === undefined || item.tag === Tag.unknown) continue;
        noteProjection(environment, parameter, item);
        environment.noteProjection(base, parameter.definition, item);
      }
    }
  }
}

/** The arguments of `trait` that `value` has through a blanket impl; empty if no single one certainly applies. */
function givenByBlanket(world: World, value: Meaning, trait: Meaning, depth: number): readonly Meaning[] {
  if (depth > DEEPEST_BLANKET || world.inLibrary(trait.definition)) return [];
  const impls = blanketsOf(world, trait).filter((impl) => satisfies(world, value, ownerOfImpl(world, impl).result) === true);
  if (impls.length !== 1) return [];
  const owner = ownerOfImpl(world, impls[0]!);
  const environment = new Environment();
  environment.values.set(owner.definition, value);
  if (owner.result !== undefined) noteAssociated(world, owner.result, value, environment, owner.definition, depth + 1);
  world.ask(fileOf(impls[0]!));
  return substitute(traitOfImpl(world, impls[0]!), environment).items;
}

/** Records the associated types of the type parameters of `id` for the arguments `items`. */
export function noteArguments(world: World, id: DefinitionId, items: readonly Meaning[], environment: Environment): void {
  const view = world.viewOf(id);
  for (const [i, row] of view.typeParameters(rowOf(id)).entries()) {
    const bound = view.facts.bindings.type[row]!;
    const item = items[i];
    if (bound !== 0 && item !== undefined) {
      noteAssociated(world, evaluateType(world, view, bound), item, environment, definitionId(view.index, row));
    }
  }
}

/**
 * The associated type `wanted` according to the bounds of a type parameter (`I: Iterator<Item = Job>`); undefined if they leave it open.
 */
function inferredFromBounds(world: World, value: Meaning, wanted: Meaning): Meaning | undefined {
  const view = world.viewOf(wanted.definition);
  const name = view.text(view.facts.bindings.name[rowOf(wanted.definition)]!).slice(ASSOCIATED.length);
  const known = associatedType(world, value, name);
  return known?.tag === Tag.parameter && known.definition === wanted.definition ? undefined : known;
}

/**
 * `meaning`, a field's type in terms of the arguments of `entry`, with associated types of these evaluated (`buffer: R::Buffer` of
 * `Command<Shared>`).
 */
export function project(world: World, meaning: Meaning, entry: Meaning, environment: Environment): Meaning {
  if (entry.items.length === 0 || !world.rules.callingTypeConverts || !asksProjection(world, meaning)) return meaning;
  noteArguments(world, entry.definition, entry.items, environment);
  return settleProjections(world, substitute(meaning, environment));
}

/**
 * `given`, an entry in the order of a type with the arguments `items`, with associated types of these evaluated (`Item = S::Part`). If one
 * of several arguments is unknown, it may be the relevant one.
 */
export function projectEntry(world: World, given: Meaning, type: DefinitionId, items: readonly Meaning[]): Meaning {
  const impl = implAsking(world, given);
  if (impl === 0 && !asksProjection(world, given)) return given;
  const { evaluation, kept: { numbers, projected } } = world;
  if (evaluation.projections < SHALLOW) return projectAnew(world, given, type, items, impl);
  const key = `${type},${numbers.ofAll(items)}:${numbers.ofAll([given])}`;
  return projected.get(key) ?? projected.find(key, () => projectAnew(world, given, type, items, impl));
}

function projectAnew(world: World, given: Meaning, type: DefinitionId, items: readonly Meaning[], impl: DefinitionId): Meaning {
  const { evaluation } = world;
  evaluation.projections++;
  const open = withBoundKnown(world, given, type, items, impl);
  const entry = asksProjection(world, open) ? projectOpen(world, open, items) : open;
  evaluation.projections--;
  return entry;
}

function projectOpen(world: World, open: Meaning, items: readonly Meaning[]): Meaning {
  const entry = settleProjections(world, open);
  const isOpen = ({ tag, result }: Meaning): boolean =>
    tag === Tag.unknown || tag === Tag.external || (tag === Tag.parameter && (items.length > 1 || result === undefined));
  if (items.some(isOpen)) return entry;
  const environment = new Environment();
  const note = (part: Meaning, depth: number): void => {
    if (part.tag === Tag.parameter) {
      const trait = traitDeclaring(world, part.definition);
      for (const item of items) {
        if (!isGivenAgain(world, item, trait)) noteAssociated(world, instance(trait), item, environment, 0);
      }
    } else if (depth < 3) { for (const item of part.items) note(item, depth + 1); }
  };
  note(entry, 0);
  return substitute(entry, environment);
}

/**
 * `entry`, which an impl gives to a type with the arguments `items`, with those parameters of the impl evaluated that only the bound of
 * another one determines (`B` in `impl<B, F: FnMut(Part) -> B> Iterator for Mapped<F>`); unknown otherwise, as they have no meaning
 * outside.
 */
function withBoundKnown(world: World, entry: Meaning, type: DefinitionId, items: readonly Meaning[], impl: DefinitionId): Meaning {
  if (impl === 0) return entry;
  const owner = ownerOfImpl(world, impl);
  if (owner.tag !== Tag.instance || owner.definition !== type) return entry;
  const environment = new Environment();
  unify(world, owner, instance(type, items), environment);
  const known = entry.items.map((item) =>
    implDeclaring(world, item) === impl && !environment.values.has(item.definition) ? UNKNOWN : substitute(item, environment)
  );
  return { ...entry, items: known };
}

/** The impl that declares an argument of `entry`; 0 if none does. */
function implAsking(world: World, { items }: Meaning): DefinitionId {
  let impl = 0;
  for (let i = 0; i < items.length && impl === 0; i++) if (items[i]!.tag === Tag.parameter) impl = implDeclaring(world, items[i]!);
  return impl;
}

/** The impl that declares a type parameter; 0 for other meanings. */
function implDeclaring(world: World, { tag, definition }: Meaning): DefinitionId {
  const declaring = tag === Tag.parameter ? traitDeclaring(world, definition) : 0;
  return declaring !== 0 && world.kindOf(declaring) === DefinitionKind.impl ? declaring : 0;
}

/** Whether a meaning contains an associated type that is still open. */
export function asksProjection(world: World, meaning: Meaning, depth = 0): boolean {
  if (meaning.tag === Tag.parameter) return isAssociated(world, meaning.definition);
  return depth < 3 && meaning.items.some((item) => asksProjection(world, item, depth + 1));
}

function noteProjection(environment: Environment, parameter: Meaning, item: Meaning): void {
  const { values } = environment;
  const known = values.get(parameter.definition);
  if (known === undefined) {
    values.set(parameter.definition, item);
    (environment.projected ??= new Set()).add(parameter.definition);
  } else if (environment.projected?.has(parameter.definition) && !sameMeaning(known, item)) values.set(parameter.definition, parameter);
}
