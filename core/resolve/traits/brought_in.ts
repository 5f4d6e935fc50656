/**
 * What is called by a dot where traits give methods of that name, by which of them are in scope there.
 *
 * Stage: resolve. Invariant: what a bound or a trait object has is there without an import; of a type from outside what nothing brings in is not meant.
 */
import { DefinitionKind } from "../../facts.ts";
import { CastMode, Op } from "../../facts/expressions.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import {
  boundsIn,
  type DefinitionId,
  external,
  IMPLEMENTATIONS,
  instance,
  isObject,
  lastPart,
  type Meaning,
  partsOf,
  Tag,
  union,
  UNKNOWN,
} from "../meaning.ts";
import { membersNamed } from "../members/attachments.ts";
import { bindMember } from "../members/bind_member.ts";
import { memberMeaning } from "../members/members.ts";
import { Space } from "../names/names.ts";
import type { FileView } from "../state/file_view.ts";
import { implOf, seenThrough, traitDefinition, traitImpls, traitOfImpl } from "../types/fitting.ts";
import { entryOf, memberTable } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import { libraryBlanketMember } from "./blankets.ts";
import type { DottedCall } from "./probing.ts";
import { bringsIn, bringsInAbroad, isImported, scopeOf, traitAround, traitOf } from "./trait_scope.ts";
import { hasTrait } from "./traits.ts";

/**
 * What is called by a dot on a type from outside, or of the library, instead of `called`, a method of a repository's trait that no import brings in there:
 * of a pointer to a trait object that object's own, else one from outside. Undefined where `called` is meant.
 */
export function beyondScope({ world, view, receiver, name, trait }: DottedCall): Meaning | undefined {
  const object = evaluateValue(world, view, receiver);
  const inner = object.tag === Tag.external ? undefined : seenThrough(world, object);
  const isOfLibrary = world.isLibraryType(object);
  if ((object.tag !== Tag.external && !isOfLibrary) || bringsIn(world, view, trait, receiver) !== false) return undefined;
  // What a pointer shows has its own.
  if (inner !== undefined) return memberMeaning(world, inner, name, Space.call);
  return external(`${isOfLibrary ? world.nameOf(object.definition) : object.name}.${name}`, object.weak);
}

/**
 * What is called by a path instead of `called`, which something of the repository's gives to the type before it: what the type has outside where no
 * import brings that trait in (`Value::deserialize(from)`), what the trait outside has that is named (`<Job as Deserialize>::deserialize`). Undefined
 * where `called` is meant.
 */
export function beyondPath(world: World, view: FileView, callee: number, called: Meaning): Meaning | undefined {
  const { op, a, b, c } = view.facts.expressions;
  const [holder, name] = [a[callee]!, view.text(b[callee]!)];
  if (op[holder] === Op.cast && c[holder] === CastMode.trait) {
    const named = evaluateType(world, view, a[holder]!);
    const given = named.tag === Tag.external && isGivenByTrait(world, called)
      ? traitOfImpl(world, implOf(world, called.definition))
      : UNKNOWN;
    const isMeant = named.tag !== Tag.external || given.tag === Tag.external ||
      (given.tag === Tag.unknown && isGivenByTrait(world, called));
    return isMeant ? undefined : external(`${named.name}.${name}`);
  }
  const trait = traitOf(world, called.definition);
  if (trait === 0 || world.inLibrary(trait)) return undefined;
  const type = evaluateValue(world, view, holder);
  const isOfLibrary = type.tag === Tag.definition && world.inLibrary(type.definition);
  if ((type.tag !== Tag.external && !isOfLibrary) || bringsIn(world, view, trait, callee) !== false) return undefined;
  return external(isOfLibrary ? world.inModule(`${world.nameOf(type.definition)}.${name}`) : `${type.name}.${name}`);
}

/**
 * Of methods that traits give to a type those whose trait is brought in where they are called by a dot, or by a path that may mean several; where none
 * is, what the library gives to all types. What a bound or a trait object has is there without.
 */
export function broughtIn(world: World, view: FileView, callee: number, called: Meaning): Meaning {
  const { op, a, b } = view.facts.expressions;
  const isPath = op[callee] === Op.path && called.tag === Tag.union;
  if ((op[callee] !== Op.member && !isPath) || called.held) return called;
  const [receiver, name] = [a[callee]!, view.text(b[callee]!)];
  const isGivenToAll = isDeclaredByTrait(world, called) && world.attachments.blanketsWith(name, true).length > 0;
  if (called.tag !== Tag.union && !isGivenToAll && !isGivenByTrait(world, called)) return called;
  const parts = partsOf(called);
  const around = isPath ? undefined : ofTraitAround(world, view, receiver, name, parts);
  if (around !== undefined) return around;
  if (called.tag !== Tag.union && !isGivenToAll && !isOfBlanket(world, called)) return called;
  const named = called.tag === Tag.union ? namedAbroad(world, view, receiver, parts) : parts;
  const left = named.filter((part) => {
    const trait = part.tag === Tag.definition ? traitOf(world, part.definition) : 0;
    return trait === 0 || world.inLibrary(trait) || bringsIn(world, view, trait, receiver) !== false;
  });
  if (left.length === parts.length) return called;
  let object = evaluateValue(world, view, receiver);
  for (let inner = seenThrough(world, object); inner !== undefined; inner = seenThrough(world, object)) object = inner;
  const isGiven = isObject(object) && world.kindOf(object.definition) === DefinitionKind.trait;
  if (object.tag === Tag.parameter) {
    // What is given to all that fulfil its bounds is no part of these.
    const own = parts.filter((part) => left.includes(part) || isBound(world, object, part));
    return own.length === 0 || own.length === parts.length ? called : union(own, IMPLEMENTATIONS);
  }
  if (isGiven) return called;
  if (left.length > 0) return union(left, IMPLEMENTATIONS);
  if (object.tag === Tag.external) return external(`${object.name}.${name}`, object.weak);
  const isOfLibrary = world.isLibraryType(object);
  return libraryBlanketMember(world, object, name) ??
    (isOfLibrary ? external(world.inModule(`${world.nameOf(object.definition)}.${name}`), object.weak) : called);
}

/**
 * What a trait of the library gives to a type of the repository that has it, instead of `called`, a method of the type by a trait that nothing brings in
 * there (`Write::write_all`), a trait of the repository's. Undefined where `called` is meant.
 */
export function givenByLibrary({ world, view, receiver, name, called, trait }: DottedCall): Meaning | undefined {
  const value = called.result;
  if (value === undefined || !world.isCommonMethod(name) || !world.isOwnObject(value) || !isGivenByTrait(world, called)) return undefined;
  const given = traitImpls(world, value.definition).map((impl) => traitDefinition(world, impl))
    .filter((one) => one !== 0 && world.inLibrary(one)).flatMap((one) => membersNamed(world, one, name))[0];
  if (given === undefined || bringsIn(world, view, trait, receiver) !== false) return undefined;
  return bindMember(world, given, instance(world.parentOf(given)), value);
}

/** Whether a method is of a trait that a type parameter is asked to fulfil, or of one above such. */
function isBound(world: World, parameter: Meaning, { tag, definition }: Meaning): boolean {
  const trait = tag === Tag.definition ? traitOf(world, definition) : 0;
  return boundsIn(parameter.result).some((bound) => bound.tag !== Tag.instance || entryOf(world, bound.definition, trait) !== undefined);
}

/**
 * Of methods that traits of the library give which have this one alone those of the trait whose impl stands around, where no import brings the others
 * in (`self.0.fmt(f)` in an impl of `Debug` is not what `Display` does); undefined where none is left out.
 */
function ofTraitAround(world: World, view: FileView, receiver: number, name: string, parts: readonly Meaning[]): Meaning | undefined {
  const isOnly = (trait: DefinitionId): boolean => trait !== 0 && world.inLibrary(trait) && memberTable(world, trait).size === 1;
  const around = traitAround(world, view, scopeOf(view, receiver));
  if (!isOnly(around) || !memberTable(world, around).has(name)) return undefined;
  const traits = parts.map((part) => isGivenByTrait(world, part) ? traitOf(world, part.definition) : 0);
  const left = parts.filter((_, i) => traits[i] === around || !isOnly(traits[i]!) || isImported(world, view, traits[i]!, receiver));
  if (left.length === parts.length) return undefined;
  return left.length === 0 ? external(`${world.nameOf(around)}.${name}`) : union(left, IMPLEMENTATIONS);
}

/**
 * Of methods by traits from outside those of the traits that imports name, where there are such: in no other way is one of these brought in. So are
 * the others left out beside a method of a trait of the repository that is brought in there.
 */
function namedAbroad(world: World, view: FileView, receiver: number, parts: readonly Meaning[]): readonly Meaning[] {
  const answers = parts.map((part) => {
    if (!isGivenByTrait(world, part)) return undefined;
    const trait = traitOfImpl(world, implOf(world, part.definition));
    return trait.tag === Tag.external ? bringsInAbroad(world, view, lastPart(trait.name), receiver) : undefined;
  });
  const isOwnMet = (part: Meaning, i: number): boolean => {
    const trait = answers[i] === undefined && isGivenByTrait(world, part) ? traitOf(world, part.definition) : 0;
    return trait !== 0 && !world.inLibrary(trait) && bringsIn(world, view, trait, receiver) === true;
  };
  const isTold = answers.includes(true) || (answers.includes(false) && parts.some(isOwnMet));
  return isTold ? parts.filter((_, i) => answers[i] !== false) : parts;
}

/** Whether a method is one that an impl of a trait gives. */
function isGivenByTrait(world: World, { tag, definition }: Meaning): boolean {
  const impl = tag === Tag.definition ? implOf(world, definition) : 0;
  return impl !== 0 && hasTrait(world, impl);
}

/** Whether a method is one that a trait of the repository declares, or an impl of one. */
function isDeclaredByTrait(world: World, { tag, definition }: Meaning): boolean {
  const trait = tag === Tag.definition ? traitOf(world, definition) : 0;
  return trait !== 0 && !world.inLibrary(trait);
}

/** Whether a method is given to all that fulfil a bound. */
function isOfBlanket(world: World, { tag, definition }: Meaning): boolean {
  const impl = tag === Tag.definition ? implOf(world, definition) : 0;
  return impl !== 0 && world.attachments.isBlanket(impl);
}
