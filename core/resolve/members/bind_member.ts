/**
 * How a member that a type was found to have is bound to the value that it is asked of.
 *
 * Stage: resolve.
 */
import { DefinitionFlag, DefinitionKind } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { functionResult } from "../calls/results.ts";
import { evaluateValue } from "../evaluate.ts";
import {
  ABOVE,
  type DefinitionId,
  definitionMeaning,
  DERIVED,
  held,
  instance,
  madeOf,
  type Meaning,
  methodMeaning,
  rowOf,
  selfMeaning,
  Tag,
  union,
  UNKNOWN,
  weaken,
} from "../meaning.ts";
import { definitionValue } from "../names/bindings.ts";
import { Space } from "../names/names.ts";
import { isClosed, substitute } from "../substitution.ts";
import { Environment } from "../state/environment.ts";
import { environmentOf } from "../types/environments.ts";
import { withKeys } from "../types/keyed.ts";
import { project } from "../types/projections.ts";
import type { World } from "../world.ts";
import { wrappedNamesake } from "./decorated.ts";
import { readThrough } from "./descriptors.ts";
import { memberMeaning } from "./members.ts";

/** Fields of a variant speak of the type parameters of its enum. */
export function enclosingEntry(world: World, entry: Meaning): Meaning {
  if (entry.items.length === 0 || world.kindOf(entry.definition) !== DefinitionKind.enum_member) return entry;
  return instance(world.parentOf(entry.definition), entry.items, entry.weak);
}

/** What a member means on `receiver`, as found in `entry` of its order of types. @param isStatic whether it was asked of the type itself */
export function bindMember(world: World, member: DefinitionId, entry: Meaning, receiver: Meaning, isStatic?: boolean): Meaning {
  const kind = world.kindOf(member);
  if (kind === DefinitionKind.field || kind === DefinitionKind.variable || kind === DefinitionKind.constant) {
    const declared = definitionValue(world, member, Space.value);
    const told = settle(world, declared, entry, receiver);
    // What was given first tells the type of what a field holds: it may hold another function of that type.
    const value = declared.tag === Tag.parameter && told.tag === Tag.definition ? weaken(told) : told;
    return wrappedNamesake(world, member, receiver) ??
      namedFunction(world, member, readThrough(world, value, isStatic === true ? undefined : receiver, receiver));
  }
  const flags = world.flagsOf(member);
  if (flags & DefinitionFlag.property) return held(settle(world, functionResult(world, member), entry, receiver));
  if (kind === DefinitionKind.method || kind === DefinitionKind.function || kind === DefinitionKind.constructor) {
    // What a trait leaves to its macro, that one writes.
    const isWritten = entry.name === DERIVED && (flags & DefinitionFlag.bodiless) !== 0;
    const method = methodMeaning(member, receiver, entry.items, receiver.weak || entry.weak || isWritten);
    return flags & DefinitionFlag.standIn ? orInherited(world, method, receiver) : method;
  }
  return kind === DefinitionKind.enum_member ? definitionMeaning(member, undefined, toldItems(entry)) : definitionMeaning(member);
}

/** The type arguments that are written of a type and told (`Tree::<Job>::Empty`), those left open as unknown; none where all are. */
function toldItems({ items }: Meaning): readonly Meaning[] {
  const isTold = ({ tag }: Meaning): boolean => tag !== Tag.parameter && tag !== Tag.unknown;
  return items.some(isTold) ? items.map((item) => isTold(item) ? item : UNKNOWN) : [];
}

/** `base`, what a trait is declared to build on (`trait Node: Deref<Target = Kind<Self>>`), with the receiver in place of `Self`. */
export function seenFrom(world: World, base: Meaning, trait: DefinitionId, receiver: Meaning): Meaning {
  if (base.items.length === 0 || !world.rules.associatedTypes || world.kindOf(trait) !== DefinitionKind.trait) return base;
  const environment = new Environment();
  environment.self = receiver.tag === Tag.definition ? madeOf(receiver) : receiver;
  return substitute(base, environment);
}

/** A method that not every build has, or what a class has from its bases where it is left out. */
function orInherited(world: World, method: Meaning, receiver: Meaning): Meaning {
  const above = { ...selfMeaning(world.parentOf(method.definition)), name: ABOVE };
  const inherited = memberMeaning(world, above, world.nameOf(method.definition), Space.value);
  return inherited.tag === Tag.definition ? union([method, { ...inherited, result: receiver }]) : weaken(method);
}

/** A value that is the object in whose method the class `type` stands (`class Handler: owner = self`): that is none of the class itself. */
function fromAround(world: World, value: Meaning, type: DefinitionId): Meaning {
  if (value.tag === Tag.union) {
    const parts = value.items.map((part) => fromAround(world, part, type));
    return parts.every((part, i) => part === value.items[i]) ? value : union(parts);
  }
  if (value.tag !== Tag.self || value.name === ABOVE) return value;
  for (let around = world.parentOf(type); around !== 0 && value.definition !== type; around = world.parentOf(around)) {
    if (around === value.definition) return instance(value.definition, value.items, value.weak);
  }
  return value;
}

/** An entry of an object that names a function (`{ load }`, `{ run: load as Run }`, `api.run = load`, `a.run = b.run = function () {}`) is that function. */
function namedFunction(world: World, member: DefinitionId, value: Meaning): Meaning {
  if (!value.held || (value.tag !== Tag.definition && value.tag !== Tag.function)) return value;
  const view = world.viewOf(member);
  const { definitions, expressions: { op, b } } = view.facts;
  if (definitions.owner[rowOf(member)] === 0 && world.kindOf(world.parentOf(member)) !== DefinitionKind.object) return value;
  const written = definitions.value[rowOf(member)]!;
  const inner = op[written] === Op.cast ? b[written]! : written;
  if (op[inner] !== Op.name && op[inner] !== Op.member && (inner !== written || op[inner] !== Op.definition)) return value;
  const named = inner === written ? value : evaluateValue(world, view, inner);
  return named.tag === Tag.definition ? { ...named, held: false } : value;
}

/** `Self` in a variant is its enum. */
function wholeOf(world: World, receiver: Meaning): Meaning {
  if (!world.isOfKind(receiver, DefinitionKind.enum_member)) return receiver;
  return instance(world.parentOf(receiver.definition), receiver.items, receiver.weak);
}

/** Replaces the entry's type parameters by its arguments and `Self` by the receiver. */
export function settle(world: World, meaning: Meaning, entry: Meaning, receiver: Meaning): Meaning {
  if (isClosed(meaning)) return receiver.weak ? weaken(meaning) : meaning;
  const environment = environmentOf(world, entry);
  environment.self = receiver.tag === Tag.definition ? madeOf(receiver) : wholeOf(world, receiver);
  const told = fromAround(world, meaning, entry.definition);
  const settled = project(world, withKeys(world, substitute(told, environment)), entry, environment);
  return receiver.weak ? weaken(settled) : settled;
}
