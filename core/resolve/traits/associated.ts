/**
 * Associated types: type parameters of their trait, which those that a trait has from the traits above it follow among its arguments.
 *
 * Stage: resolve. Invariant: one that nothing tells is its own parameter, with the bounds that its trait declares.
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
/** An associated type is a type parameter of its trait under this name. */
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

/** An associated type that a trait has from one above it. */
interface Inherited extends Associated {
  readonly trait: DefinitionId;
}

/** The associated types that a trait has from those above it, in the order in which they follow its own type parameters. */
function inheritedTypes(world: World, trait: DefinitionId): Inherited[] {
  const found: Inherited[] = [];
  for (const above of orderOf(world, trait)) {
    if (above.tag !== Tag.instance || above.definition === trait) continue;
    for (const one of associatedTypes(world, above.definition)) found.push({ ...one, trait: above.definition });
  }
  return found;
}

/** Calls `note` with each argument of a trait that is for one above it (`DoubleEndedIterator<Item = T>`). */
function eachInherited(world: World, trait: Meaning, note: (one: Inherited, item: Meaning) => void): void {
  const { facts } = world.viewOf(trait.definition);
  const own = listLength(facts, facts.definitions.typeParameters[rowOf(trait.definition)]!);
  if (trait.items.length <= own || world.kindOf(trait.definition) !== DefinitionKind.trait) return;
  for (const [i, one] of inheritedTypes(world, trait.definition).entries()) {
    const item = trait.items[own + i];
    if (item !== undefined && item.tag !== Tag.unknown) note(one, item);
  }
}

/** What the arguments of a trait say of the associated types of those above it. */
export function noteInherited(world: World, trait: Meaning, values: ParameterValues): void {
  eachInherited(world, trait, (one, item) => values.set(one.parameter.definition, item));
}

/** `above`, a trait above `trait`, with the arguments that are written at that. */
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

/** The traits above `trait` of which its arguments speak, with these. */
export function inheritedTraits(world: World, trait: Meaning): readonly Meaning[] {
  const found = new Set<DefinitionId>();
  eachInherited(world, trait, (one) => found.add(one.trait));
  return found.size === 0 ? [] : [...found].map((above) => withInherited(world, instance(above), trait));
}

/** The associated type `name` of what `qualifier` means; undefined where no trait of it declares one. */
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

/** `entry` with its argument for `name` alone: what one associated type is may hang on another (`type Entry = Entry<<Self as Config>::Id>`). */
function withOnly(world: World, entry: Meaning, name: string): Meaning {
  if (entry.items.length < 2) return entry;
  const at = placeOfAssociated(world, entry.definition, name);
  return at < 0 ? entry : { ...entry, items: entry.items.map((item, i) => i === at ? item : UNKNOWN) };
}

/** The same of a tuple, by the one impl that is for such as it is (`impl<A: Unit, B: Unit> Unit for (A, B)`). */
function ofTuple(world: World, tuple: Meaning, name: string): Meaning | undefined {
  const impls = traitImpls(world, world.tupleType());
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

/** The same of a type outside, by the one impl that gives it the trait. */
function ofOutside(world: World, type: Meaning, trait: DefinitionId, name: string): Meaning | undefined {
  const impls = world.attachments.outsideImplsOf(trait).filter((impl) => {
    const owner = ownerOfImpl(world, impl);
    return owner.tag === Tag.external && owner.name === type.name;
  });
  if (impls.length !== 1) return undefined;
  world.ask(fileOf(impls[0]!));
  return associatedOf(world, traitOfImpl(world, impls[0]!), name);
}

/** An associated type that is its own parameter, as that of the type parameter of which it is asked; any other as it is. */
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

/** Whether several impls give one trait to a type: references are no part of a type, so what has it for itself and for these tells nothing. */
export function isGivenAgain(world: World, { tag, definition }: Meaning, trait: DefinitionId): boolean {
  const impls = tag === Tag.instance ? traitImpls(world, definition) : [];
  return impls.length > 1 && impls.filter((impl) => traitDefinition(world, impl) === trait).length > 1;
}

/** `meaning` with what the associated types in it are whose type is known by now (`A::Item`, once it is told what `A` is). */
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
    // What a type from outside says to the library is outside too.
    if (base.tag === Tag.external && world.inLibrary(trait)) return external(`${base.name}.${name}`, base.weak);
    const told = base.tag === Tag.external ? ofOutside(world, base, trait, name) : associatedType(world, base, name);
    return told === undefined || (told.tag === Tag.parameter && told.definition === meaning.definition) ? meaning : told;
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

/** Where the associated type `name` that a trait itself declares stands among its arguments; -1 where it declares none. */
function placeOfAssociated(world: World, trait: DefinitionId, name: string): number {
  const view = world.viewOf(trait);
  const wanted = ASSOCIATED + name;
  return view.typeParameters(rowOf(trait)).findIndex((row) => view.text(view.facts.bindings.name[row]!) === wanted);
}

/** Type arguments that are given by name (`Iterator<Item = T>`) in the order of the parameters of `type`, those of traits above it last. */
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

/** Where the argument for `name` stands among those of a type with the parameters `names`; -1 where the type has no such. */
function placeOf(world: World, type: DefinitionId, names: readonly string[], name: string): number {
  const own = names.indexOf(name);
  if (own >= 0 || !world.rules.associatedTypes) return own;
  return placeInherited(world, type, ({ definition }) => {
    const view = world.viewOf(definition);
    return view.text(view.facts.bindings.name[rowOf(definition)]!) === name;
  });
}

/** Where the argument for an associated type that a trait has from one above it stands among its arguments; -1 where it has no such. */
function placeInherited(world: World, trait: DefinitionId, isMeant: (parameter: Meaning) => boolean): number {
  const at = inheritedTypes(world, trait).findIndex((one) => isMeant(one.parameter));
  const { facts } = world.viewOf(trait);
  return at < 0 ? -1 : at + listLength(facts, facts.definitions.typeParameters[rowOf(trait)]!);
}
