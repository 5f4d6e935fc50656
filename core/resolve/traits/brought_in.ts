/**
 * Selects among methods of traits in a dot call by which traits are in scope.
 *
 * Stage: resolve. Invariant: methods of bounds and trait objects need no import; on an external type, only those of traits in scope are
 * meant.
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
import { isLibraryType, isOwnObject } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { implOf, seenThrough, traitDefinition, traitImpls, traitOfImpl } from "../types/fitting.ts";
import { entryOf, memberTable } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import { libraryBlanketMember } from "./blankets.ts";
import type { DottedCall } from "./probing.ts";
import { bringsIn, importsExternal, isImported, scopeOf, traitAround, traitOf } from "./trait_scope.ts";
import { hasTrait } from "./traits.ts";

/**
 * The method on an external or library type instead of `called`, of a repository trait that is not in scope: for a pointer to a trait
 * object that object's own, otherwise an external one. Undefined if `called` is meant.
 */
export function beyondScope({ world, view, receiver, name, trait }: DottedCall): Meaning | undefined {
  const object = evaluateValue(world, view, receiver);
  const inner = object.tag === Tag.external ? undefined : seenThrough(world, object);
  const isOfLibrary = isLibraryType(world, object);
  if ((object.tag !== Tag.external && !isOfLibrary) || bringsIn(world, view, trait, receiver) !== false) return undefined;
  // The target of a transparent pointer has its own.
  if (inner !== undefined) return memberMeaning(world, inner, name, Space.call);
  return external(`${isOfLibrary ? world.nameOf(object.definition) : object.name}.${name}`, object.weak);
}

/**
 * The meaning of a path call instead of `called`, which a repository trait gives to the type: the type's external member if the trait is
 * not in scope (`Value::deserialize(from)`), or that of the named external trait (`<Job as Deserialize>::deserialize`). Undefined if
 * `called` is meant.
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
  return external(isOfLibrary ? world.library.shownName(`${world.nameOf(type.definition)}.${name}`) : `${type.name}.${name}`);
}

/**
 * Of trait methods of a type, those whose trait is in scope in a dot call, or in a path call that may mean several; if there is none, the
 * library's for all types. Methods of bounds and trait objects need no import.
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
  const named = called.tag === Tag.union ? namedOutside(world, view, receiver, parts) : parts;
  const left = named.filter((part) => {
    const trait = part.tag === Tag.definition ? traitOf(world, part.definition) : 0;
    return trait === 0 || world.inLibrary(trait) || bringsIn(world, view, trait, receiver) !== false;
  });
  if (left.length === parts.length) return called;
  let object = evaluateValue(world, view, receiver);
  for (let inner = seenThrough(world, object); inner !== undefined; inner = seenThrough(world, object)) object = inner;
  const isGiven = isObject(object) && world.kindOf(object.definition) === DefinitionKind.trait;
  if (object.tag === Tag.parameter) {
    // A blanket impl's method is not one of the type's bounds.
    const own = parts.filter((part) => left.includes(part) || isBound(world, object, part));
    return own.length === 0 || own.length === parts.length ? called : union(own, IMPLEMENTATIONS);
  }
  if (isGiven) return called;
  if (left.length > 0) return union(left, IMPLEMENTATIONS);
  if (object.tag === Tag.external) return external(`${object.name}.${name}`, object.weak);
  const isOfLibrary = isLibraryType(world, object);
  return libraryBlanketMember(world, object, name) ??
    (isOfLibrary ? external(world.library.shownName(`${world.nameOf(object.definition)}.${name}`), object.weak) : called);
}

/**
 * The method of a library trait that a repository type has, instead of `called`, the type's method of a repository trait that is not in
 * scope (`Write::write_all`). Undefined if `called` is meant.
 */
export function givenByLibrary({ world, view, receiver, name, called, trait }: DottedCall): Meaning | undefined {
  const value = called.result;
  if (value === undefined || !world.isCommonMethod(name) || !isOwnObject(world, value) || !isGivenByTrait(world, called)) return undefined;
  const given = traitImpls(world, value.definition).map((impl) => traitDefinition(world, impl))
    .filter((one) => one !== 0 && world.inLibrary(one)).flatMap((one) => membersNamed(world, one, name))[0];
  if (given === undefined || bringsIn(world, view, trait, receiver) !== false) return undefined;
  return bindMember(world, given, instance(world.parentOf(given)), value);
}

/** Whether a method is of a trait that bounds a type parameter, or of a supertrait. */
function isBound(world: World, parameter: Meaning, { tag, definition }: Meaning): boolean {
  const trait = tag === Tag.definition ? traitOf(world, definition) : 0;
  return boundsIn(parameter.result).some((bound) => bound.tag !== Tag.instance || entryOf(world, bound.definition, trait) !== undefined);
}

/**
 * Of methods from single-method library traits, those of the trait of the enclosing impl, if the others are not imported (`self.0.fmt(f)`
 * in an impl of `Debug` is not that of `Display`); undefined if none is excluded.
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
 * Of methods from external traits, those of imported traits, if there are any: only imports bring them in scope. Also excludes them beside
 * a method of a repository trait that is in scope.
 */
function namedOutside(world: World, view: FileView, receiver: number, parts: readonly Meaning[]): readonly Meaning[] {
  const answers = parts.map((part) => {
    if (!isGivenByTrait(world, part)) return undefined;
    const trait = traitOfImpl(world, implOf(world, part.definition));
    return trait.tag === Tag.external ? importsExternal(world, view, lastPart(trait.name), receiver) : undefined;
  });
  const isOwnMet = (part: Meaning, i: number): boolean => {
    const trait = answers[i] === undefined && isGivenByTrait(world, part) ? traitOf(world, part.definition) : 0;
    return trait !== 0 && !world.inLibrary(trait) && bringsIn(world, view, trait, receiver) === true;
  };
  const isDetermined = answers.includes(true) || (answers.includes(false) && parts.some(isOwnMet));
  return isDetermined ? parts.filter((_, i) => answers[i] !== false) : parts;
}

/** Whether a method is in an impl of a trait. */
function isGivenByTrait(world: World, { tag, definition }: Meaning): boolean {
  const impl = tag === Tag.definition ? implOf(world, definition) : 0;
  return impl !== 0 && hasTrait(world, impl);
}

/** Whether a method is declared by a repository trait, or is in an impl of one. */
function isDeclaredByTrait(world: World, { tag, definition }: Meaning): boolean {
  const trait = tag === Tag.definition ? traitOf(world, definition) : 0;
  return trait !== 0 && !world.inLibrary(trait);
}

/** Whether a method is in a blanket impl. */
function isOfBlanket(world: World, { tag, definition }: Meaning): boolean {
  const impl = tag === Tag.definition ? implOf(world, definition) : 0;
  return impl !== 0 && world.attachments.isBlanket(impl);
}
