/**
 * Associated types, represented as type parameters of their trait; those inherited from supertraits follow among its arguments.
 *
 * Stage: resolve. Invariant: an undetermined one is its own parameter, with the bounds that its trait declares.
 */
import { DefinitionKind, listLength } from "../../facts.ts";
import { evaluateType } from "../evaluate.ts";
import { couldBe, ownerOfImpl, traitDefinition, traitImpls, traitOfImpl } from "../types/fitting.ts";
import { orderOf, specialized } from "../types/inheritance.ts";
import { unify } from "../types/unify.ts";
import { Environment, type ParameterValues } from "../state/environment.ts";
import {
  boundsIn,
  type DefinitionId,
  definitionId,
  external,
  fileOf,
  instance,
  type Meaning,
  rowOf,
  Tag,
  typeParameter,
  UNKNOWN,
} from "../meaning.ts";
import { substitute } from "../substitution.ts";
import type { World } from "../world.ts";

const DEEPEST = 6;
/** The name prefix of an associated type among the type parameters of its trait. */
export const ASSOCIATED = "Self::";

/** An associated type among a trait's type parameters. */
export interface Associated {
  readonly position: number;
  readonly parameter: Meaning;
}

/** The associated types that a trait itself declares. */
export function associatedTypes(world: World, trait: DefinitionId): readonly Associated[] {
  let known = world.kept.associated.get(trait);
  if (known === undefined) {
    const view = world.viewOf(trait);
    const rows = view.typeParameters(rowOf(trait));
    known = rows.map((row, position) => ({ row, position })).filter(({ row }) =>
      view.text(view.facts.bindings.name[row]!).startsWith(ASSOCIATED)
    ).map(({ row, position }) => ({ position, parameter: typeParameter(view.index, row, undefined) }));
    world.kept.associated.set(trait, known);
  }
  return known;
}

/** An associated type that a trait inherits from a supertrait. */
interface Inherited extends Associated {
  readonly trait: DefinitionId;
}

/** The associated types that a trait inherits, in the order in which they follow its own type parameters. */
function inheritedTypes(world: World, trait: DefinitionId): Inherited[] {
  const found: Inherited[] = [];
  for (const above of orderOf(world, trait)) {
    if (above.tag !== Tag.instance || above.definition === trait) continue;
    for (const one of associatedTypes(world, above.definition)) found.push({ ...one, trait: above.definition });
  }
  return found;
}

/** Calls `note` with each argument of a trait for an inherited associated type (`DoubleEndedIterator<Item = T>`). */
function eachInherited(world: World, trait: Meaning, note: (one: Inherited, item: Meaning) => void): void {
  const { facts } = world.viewOf(trait.definition);
  const own = listLength(facts, facts.definitions.typeParameters[rowOf(trait.definition)]!);
  if (trait.items.length <= own || world.kindOf(trait.definition) !== DefinitionKind.trait) return;
  for (const [i, one] of inheritedTypes(world, trait.definition).entries()) {
    const item = trait.items[own + i];
    if (item !== undefined && item.tag !== Tag.unknown) note(one, item);
  }
}

/** Records the arguments of a trait for associated types of its supertraits. */
export function noteInherited(world: World, trait: Meaning, values: ParameterValues): void {
  eachInherited(world, trait, (one, item) => values.set(one.parameter.definition, item));
}

/** `above`, a supertrait of `trait`, with the arguments written at the latter. */
export function withInherited(world: World, above: Meaning, trait: Meaning): Meaning {
  let items: Meaning[] | undefined;
  eachInherited(world, trait, (one, item) => {
    const at = one.trait === above.definition
      ? one.position
      : placeInherited(world, above.definition, (other) => other.definition === one.parameter.definition);
    if (at < 0) return;
    items ??= [...above.items];
    while (items.length < at) items.push(UNKNOWN);
    items[at] = item;
  });
  return items === undefined ? above : { ...above, items };
}

/** The supertraits of `trait` that its arguments refer to, with these. */
export function inheritedTraits(world: World, trait: Meaning): readonly Meaning[] {
  const found = new Set<DefinitionId>();
  eachInherited(world, trait, (one) => found.add(one.trait));
  return found.size === 0 ? [] : [...found].map((above) => withInherited(world, instance(above), trait));
}

/** The associated type `name` of `qualifier`; undefined if none of its traits declares one. */
export function associatedType(world: World, qualifier: Meaning, name: string, depth = 0): Meaning | undefined {
  if (depth > DEEPEST) return undefined;
  switch (qualifier.tag) {
    case Tag.parameter: {
      const bound = qualifier.result;
      const bounds = boundsIn(bound);
      for (const one of bounds) {
        const found = associatedType(world, one, name, depth + 1);
        if (found !== undefined) return askedOf(world, found, qualifier);
      }
      return undefined;
    }
    case Tag.definition:
    case Tag.self:
    case Tag.instance: {
      const type = instance(qualifier.definition, qualifier.items);
      for (const base of orderOf(world, type.definition)) {
        if (base.tag !== Tag.instance) continue;
        const entry = specialized(world, withOnly(world, base, name), type);
        const found = associatedOf(world, entry, name);
        if (found !== undefined) return found;
      }
      return undefined;
    }
    case Tag.tuple:
      return ofTuple(world, qualifier, name);
    default:
      return undefined;
  }
}

/** `entry` with only its argument for `name`: associated types may depend on each other (`type Entry = Entry<<Self as Config>::Id>`). */
function withOnly(world: World, entry: Meaning, name: string): Meaning {
  if (entry.items.length < 2) return entry;
  const at = placeOfAssociated(world, entry.definition, name);
  return at < 0 ? entry : { ...entry, items: entry.items.map((item, i) => i === at ? item : UNKNOWN) };
}

/** The same for a tuple, by the only impl for such tuples (`impl<A: Unit, B: Unit> Unit for (A, B)`). */
function ofTuple(world: World, tuple: Meaning, name: string): Meaning | undefined {
  const impls = traitImpls(world, world.library.tupleType());
  const found: Meaning[] = [];
  for (const impl of impls) {
    const trait = traitOfImpl(world, impl);
    const owner = ownerOfImpl(world, impl);
    const type = trait.tag === Tag.instance && couldBe(world, owner, tuple) ? associatedOf(world, trait, name) : undefined;
    if (type === undefined) continue;
    const environment = new Environment();
    unify(world, owner, tuple, environment);
    found.push(substitute(type, environment));
  }
  return found.length === 1 ? settleProjections(world, found[0]!, 1) : undefined;
}

/** The same for an external type, by the only impl of the trait for it. */
function ofOutside(world: World, type: Meaning, trait: DefinitionId, name: string): Meaning | undefined {
  const impls = world.attachments.outsideImplsOf(trait).filter((impl) => {
    const owner = ownerOfImpl(world, impl);
    return owner.tag === Tag.external && owner.name === type.name;
  });
  if (impls.length !== 1) return undefined;
  world.ask(fileOf(impls[0]!));
  return associatedOf(world, traitOfImpl(world, impls[0]!), name);
}

/** An associated type that is its own parameter, as that of the base `of`; any other is unchanged. */
export function askedOf(world: World, type: Meaning, of: Meaning): Meaning {
  const isOpen = type.tag === Tag.parameter && type.applied === undefined && isAssociated(world, type.definition);
  return isOpen && of.tag === Tag.parameter ? { ...type, applied: [of] } : type;
}

/** Whether a type parameter is an associated type. */
export function isAssociated(world: World, parameter: DefinitionId): boolean {
  const view = world.viewOf(parameter);
  return view.text(view.facts.bindings.name[rowOf(parameter)]!).startsWith(ASSOCIATED);
}

/** The trait that declares an associated type. */
export function traitDeclaring(world: World, parameter: DefinitionId): DefinitionId {
  const { scopes, bindings } = world.viewOf(parameter).facts;
  return definitionId(fileOf(parameter), scopes.definition[bindings.scope[rowOf(parameter)]!]!);
}

/**
 * Whether several impls give one trait to a type: as references are not part of a type, an impl for the type and one for references to it
 * cannot be distinguished.
 */
export function isGivenAgain(world: World, { tag, definition }: Meaning, trait: DefinitionId): boolean {
  const impls = tag === Tag.instance ? traitImpls(world, definition) : [];
  return impls.length > 1 && impls.filter((impl) => traitDefinition(world, impl) === trait).length > 1;
}

/** `meaning` with those associated types evaluated whose base is known by now (`A::Item`, once `A` has a value). */
export function settleProjections(world: World, meaning: Meaning, depth = 0): Meaning {
  if (depth > DEEPEST) return meaning;
  if (meaning.tag === Tag.parameter) {
    const asked = meaning.applied?.[0];
    if (asked === undefined || !isAssociated(world, meaning.definition)) return meaning;
    const base = asked.tag === Tag.parameter && asked.applied !== undefined ? settleProjections(world, asked, depth + 1) : asked;
    const trait = traitDeclaring(world, meaning.definition);
    if (isGivenAgain(world, base, trait)) return meaning;
    const view = world.viewOf(meaning.definition);
    const name = view.text(view.facts.bindings.name[rowOf(meaning.definition)]!).slice(ASSOCIATED.length);
    // An associated type that an external type defines for a library trait is external, too.
    if (base.tag === Tag.external && world.inLibrary(trait)) return external(`${base.name}.${name}`, base.weak);
    const known = base.tag === Tag.external ? ofOutside(world, base, trait, name) : associatedType(world, base, name);
    return known === undefined || (known.tag === Tag.parameter && known.definition === meaning.definition) ? meaning : known;
  }
  let changed = false;
  const items = meaning.items.map((item) => {
    const settled = settleProjections(world, item, depth + 1);
    changed ||= settled !== item;
    return settled;
  });
  return changed ? { ...meaning, items } : meaning;
}

function associatedOf(world: World, entry: Meaning, name: string): Meaning | undefined {
  const view = world.viewOf(entry.definition);
  const at = placeOfAssociated(world, entry.definition, name);
  if (at < 0) return undefined;
  world.ask(view.index);
  const item = entry.items[at];
  if (item !== undefined && item.tag !== Tag.unknown) return item;
  const row = view.typeParameters(rowOf(entry.definition))[at]!;
  const bound = view.facts.bindings.type[row]!;
  return typeParameter(view.index, row, bound === 0 ? undefined : evaluateType(world, view, bound));
}

/** The index of the associated type `name`, which a trait itself declares, among its arguments; -1 if it declares none. */
function placeOfAssociated(world: World, trait: DefinitionId, name: string): number {
  const view = world.viewOf(trait);
  const wanted = ASSOCIATED + name;
  return view.typeParameters(rowOf(trait)).findIndex((row) => view.text(view.facts.bindings.name[row]!) === wanted);
}

/** Named type arguments (`Iterator<Item = T>`) in the order of the parameters of `type`, those of supertraits last. */
export function arrangeByName(
  world: World,
  type: DefinitionId,
  given: readonly { readonly name: string; readonly meaning: Meaning }[],
): Meaning[] {
  const view = world.viewOf(type);
  const names = view.typeParameters(rowOf(type)).map((row) => view.text(view.facts.bindings.name[row]!));
  const items: Meaning[] = [];
  for (const { name, meaning } of given) {
    const at = name === "" ? items.length : placeOf(world, type, names, name);
    if (at < 0) continue;
    while (items.length < at) items.push(UNKNOWN);
    items[at] = meaning;
  }
  return items;
}

/** The index of the argument for `name` among those of a type with the parameters `names`; -1 if there is none. */
function placeOf(world: World, type: DefinitionId, names: readonly string[], name: string): number {
  const own = names.indexOf(name);
  if (own >= 0 || !world.rules.associatedTypes) return own;
  return placeInherited(world, type, ({ definition }) => {
    const view = world.viewOf(definition);
    return view.text(view.facts.bindings.name[rowOf(definition)]!) === name;
  });
}

/** The index of the argument for an inherited associated type among a trait's arguments; -1 if there is none. */
function placeInherited(world: World, trait: DefinitionId, isMeant: (parameter: Meaning) => boolean): number {
  const at = inheritedTypes(world, trait).findIndex((one) => isMeant(one.parameter));
  const { facts } = world.viewOf(trait);
  return at < 0 ? -1 : at + listLength(facts, facts.definitions.typeParameters[rowOf(trait)]!);
}
