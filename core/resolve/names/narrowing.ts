/**
 * Narrowing by a type test (`isinstance`, a `case`): the parts of the value that match, if they are more specific than the test.
 *
 * Stage: resolve. Invariant: a test never widens; if no part is known to match, the tested type is used.
 */
import { DefinitionKind } from "../../facts.ts";
import { COMPOSED, isObject, type Meaning, partsOf, rowOf, Tag, union, UNKNOWN } from "../meaning.ts";
import { isOfKind, isOwnObject } from "../ownership.ts";
import { serves, surelyServes } from "../types/assignable.ts";
import { Environment } from "../state/environment.ts";
import { buildsOnNamed, entryOf } from "../types/inheritance.ts";
import { instanceOf } from "../types/instances.ts";
import { isLibrarys } from "../types/library_type.ts";
import { openParameters } from "../types/type_arguments.ts";
import { unify } from "../types/unify.ts";
import type { World } from "../world.ts";

/** `value`, known to be a `test`. */
export function narrowedTo(world: World, value: Meaning, test: Meaning): Meaning {
  const tested = oneOfClasses(world, test);
  if (tested.tag === Tag.unknown) return value;
  const parts = partsOf(value);
  const fitting = parts.filter((part) => partsOf(tested).some((type) => isKindOf(world, part, type)));
  if (fitting.length === 0) return atOnce(world, value, tested) ?? narrowedArguments(world, tested, value);
  if (value.name === COMPOSED || fitting.length === parts.length) return value.name === COMPOSED ? value : union(fitting);
  // Other parts may be supertypes of a tested type: then the tested type is meant.
  const below = partsOf(tested).filter((type) => parts.some((part) => !fitting.includes(part) && isKindOf(world, type, part)));
  return union([...fitting, ...below.map((type) => narrowedArguments(world, type, value))]);
}

/**
 * A value that is an instance both of a repository class and of an unrelated `tested` type is of a common subtype, and has the members of
 * each; undefined if one extends the other, or if the value is not certain.
 */
function atOnce(world: World, value: Meaning, tested: Meaning): Meaning | undefined {
  const parts = partsOf(value);
  const own = parts.filter((part) => isSurelyOwn(world, part));
  const isOne = value.name === COMPOSED || own.length === 1 && parts.every((part) => part === own[0] || part.tag === Tag.instance);
  if (own.length === 0 || !isOne) return undefined;
  const types = partsOf(tested);
  const areApart = types.every((type) =>
    type.tag === Tag.external || type.tag === Tag.instance && !own.some((part) => buildsOn(world, type, part))
  );
  return areApart ? { ...union([value.name === COMPOSED ? value : own[0]!, ...types]), name: COMPOSED, weak: false } : undefined;
}

/** Whether a value is certainly of a repository class. */
function isSurelyOwn(world: World, value: Meaning): boolean {
  return !value.weak && isOwnObject(world, value) && world.kindOf(value.definition) === DefinitionKind.class;
}

/** `value`, known not to be a `test`. */
export function narrowedFrom(world: World, value: Meaning, test: Meaning): Meaning {
  const tested = oneOfClasses(world, test);
  if ((value.tag !== Tag.union && !value.weak) || value.name === COMPOSED || tested.tag === Tag.unknown) return value;
  const parts = partsOf(value);
  const rest = parts.filter((part) => !partsOf(tested).some((type) => isKindOf(world, part, type)));
  // If nothing is excluded, it stays as it is.
  if (rest.length === parts.length) return value;
  return rest.length === 0 ? UNKNOWN : union(rest);
}

/** The tested type: for a variable with a tuple of classes (`KINDS = (A, B)`), one of them. */
export function oneOfClasses(world: World, test: Meaning): Meaning {
  if (test.tag === Tag.union && test.items.some(({ tag }) => tag === Tag.tuple)) {
    return union(test.items.map((item) => oneOfClasses(world, item)));
  }
  // A tuple of any length has one type argument; the tuple class itself has none.
  const isTuple = test.tag === Tag.tuple ||
    test.items.length > 0 && test.tag === Tag.instance && test.definition === world.library.tupleType();
  if (!isTuple || world.rules.variablesAreTypes !== true) return test;
  const classes = test.items.map((item) => oneOfClasses(world, instanceOf(world, item)));
  return classes.some(({ tag }) => tag === Tag.unknown) ? UNKNOWN : union(classes);
}

/**
 * The meaning of a name declared as `declared` after `value` is assigned to it: the repository classes that the value certainly is of and
 * that extend the declared type; undefined if the declaration is all that is known.
 */
export function narrowedByValue(world: World, declared: Meaning, value: Meaning): Meaning | undefined {
  if (value.held || !partsOf(value).every((part) => isSureType(world, part))) return undefined;
  const said = partsOf(declared);
  // For an external type, the type and its class have the same name.
  const isOf = (part: Meaning, one: Meaning): boolean =>
    one.tag === Tag.external ? buildsOnNamed(world, part.definition, one.name) : isKindOf(world, part, one) || satisfies(world, part, one);
  const isNarrower = partsOf(value).every((part) => said.some((one) => isOf(part, one)));
  return isNarrower && partsOf(value).some((part) => part.definition !== declared.definition || part.tag !== declared.tag)
    ? narrowedArguments(world, value, declared)
    : undefined;
}

/** The parts of the union `declared` that an assigned `value` may be; all of them if not known. */
export function partsAssigned(world: World, declared: Meaning, value: Meaning): Meaning {
  const given = partsOf(value);
  if (declared.tag !== Tag.union || declared.name === COMPOSED || given.some((part) => part.weak)) return declared;
  if (!given.every((part) => declared.items.some((one) => isKindOf(world, part, one)))) return declared;
  const kept = declared.items.filter((one) => given.some((part) => isKindOf(world, part, one)));
  return kept.length === 0 || kept.length === declared.items.length ? declared : union(kept);
}

/**
 * The meaning of a name declared as `declared` if a repository `value` is assigned that is certainly not of that type: it must be of a
 * common subtype; undefined if the value determines it.
 */
export function besideDeclared(world: World, declared: Meaning, value: Meaning): Meaning | undefined {
  if (!isSurelyOwn(world, value) || serves(world, { type: value, orNothing: false }, { type: declared, orNothing: undefined })) {
    return undefined;
  }
  return isKindOf(world, declared, value) ? declared : atOnce(world, value, declared);
}

/** `narrower` with the type arguments of `wider`: an `Own[T]` that extends `Base[T]` is an `Own[Job]` if it was a `Base[Job]`. */
function narrowedArguments(world: World, narrower: Meaning, wider: Meaning): Meaning {
  const known = partsOf(wider).filter((one) => one.items.length > 0 && one.tag === Tag.instance);
  if (known.length === 0) return narrower;
  const parts = partsOf(narrower).map((part) => argumentsFrom(world, part, known));
  return parts.length === 1 ? parts[0]! : { ...narrower, items: parts };
}

function argumentsFrom(world: World, part: Meaning, known: readonly Meaning[]): Meaning {
  if (part.tag !== Tag.instance) return part;
  const open = openParameters(world, world.viewOf(part.definition), rowOf(part.definition));
  if (open.length === 0 || open.every((_, i) => isDetermined(part.items[i]))) return part;
  for (const type of known) {
    const entry = type.definition === part.definition ? undefined : entryOf(world, part.definition, type.definition);
    if (entry === undefined) continue;
    const environment = new Environment();
    unify(world, entry, type, environment);
    const items = open.map((one, i) => isDetermined(part.items[i]) ? part.items[i]! : environment.values.get(one.definition) ?? UNKNOWN);
    return { ...part, items };
  }
  return part;
}

function isDetermined(argument: Meaning | undefined): boolean {
  return argument !== undefined && argument.tag !== Tag.unknown && argument.tag !== Tag.parameter;
}

/** Whether a meaning is certainly a repository class, or a value of one. */
function isSureType(world: World, meaning: Meaning): boolean {
  const isSure = (meaning.tag === Tag.instance || meaning.tag === Tag.definition) && !meaning.weak && !meaning.held;
  return isSure && !world.inLibrary(meaning.definition) && isType(world, meaning);
}

/** Whether a repository object satisfies a protocol of the repository. */
function satisfies(world: World, part: Meaning, type: Meaning): boolean {
  return part.tag === Tag.instance && isOfKind(world, type, DefinitionKind.protocol) &&
    surelyServes(world, part, type);
}

/** Whether a value is certainly of a type. */
export function isKindOf(world: World, part: Meaning, type: Meaning): boolean {
  if (type.tag === Tag.definition) return part.tag === Tag.definition && buildsOn(world, part, type);
  if (type.tag === Tag.external) {
    return part.tag === Tag.external
      ? part.name === type.name && part.name !== ""
      : isObject(part) && buildsOnNamed(world, part.definition, type.name);
  }
  if (type.tag !== Tag.instance) return false;
  // A class is an instance of the type of all classes.
  if (part.tag === Tag.definition) return isType(world, part) && isLibrarys(world, type, world.rules.classType);
  if (part.tag === Tag.tuple) return isLibrarys(world, type, world.rules.tupleType);
  if (!isObject(part)) return false;
  return buildsOn(world, part, type);
}

function isType(world: World, { definition }: Meaning): boolean {
  const kind = world.kindOf(definition);
  return kind === DefinitionKind.class || kind === DefinitionKind.enum || kind === DefinitionKind.protocol;
}

/** Whether the type of `part` is that of `type`, or a subtype. */
export function buildsOn(world: World, part: Meaning, type: Meaning): boolean {
  return entryOf(world, part.definition, type.definition) !== undefined;
}
