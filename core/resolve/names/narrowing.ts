/**
 * What a value is behind a test of its type (`isinstance`, a `case`): its own parts that fit, where they say more than the test.
 *
 * Stage: resolve. Invariant: a test never widens; where nothing of the value is known to fit, what the test says is believed.
 */
import { DefinitionKind } from "../../facts.ts";
import { COMPOSED, isObject, type Meaning, partsOf, rowOf, Tag, union, UNKNOWN } from "../meaning.ts";
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
  if (fitting.length === 0) return atOnce(world, value, tested) ?? withToldArguments(world, tested, value);
  if (value.name === COMPOSED || fitting.length === parts.length) return value.name === COMPOSED ? value : union(fitting);
  // Of the others a tested type may build on one: that is meant in its place.
  const below = partsOf(tested).filter((type) => parts.some((part) => !fitting.includes(part) && isKindOf(world, type, part)));
  return union([...fitting, ...below.map((type) => withToldArguments(world, type, value))]);
}

/**
 * What is an instance both of a class of the repository and of a `tested` that says nothing of that class is of one below both, and has the
 * members of each; undefined where one of them builds on the other, or where it is not sure what the value is.
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

/** Whether a value surely is of a class of the repository. */
function isSurelyOwn(world: World, value: Meaning): boolean {
  return !value.weak && world.isOwnObject(value) && world.kindOf(value.definition) === DefinitionKind.class;
}

/** `value`, known not to be a `test`. */
export function narrowedFrom(world: World, value: Meaning, test: Meaning): Meaning {
  const tested = oneOfClasses(world, test);
  if ((value.tag !== Tag.union && !value.weak) || value.name === COMPOSED || tested.tag === Tag.unknown) return value;
  const parts = partsOf(value);
  const rest = parts.filter((part) => !partsOf(tested).some((type) => isKindOf(world, part, type)));
  // What may be something else besides is that.
  if (rest.length === parts.length) return value;
  return rest.length === 0 ? UNKNOWN : union(rest);
}

/** What a test asks for: of a tuple of classes that a variable holds (`KINDS = (A, B)`) one of them. */
export function oneOfClasses(world: World, test: Meaning): Meaning {
  if (test.tag === Tag.union && test.items.some(({ tag }) => tag === Tag.tuple)) {
    return union(test.items.map((item) => oneOfClasses(world, item)));
  }
  // A tuple of any length has one type argument; the class of tuples itself has none.
  const isTuple = test.tag === Tag.tuple || test.items.length > 0 && test.tag === Tag.instance && test.definition === world.tupleType();
  if (!isTuple || world.rules.variablesAreTypes !== true) return test;
  const classes = test.items.map((item) => oneOfClasses(world, instanceOf(world, item)));
  return classes.some(({ tag }) => tag === Tag.unknown) ? UNKNOWN : union(classes);
}

/**
 * What a name that is declared to be a `declared` is once a `value` is assigned to it there: the classes of the repository of which it surely
 * is one, and which build on what is declared; undefined where the declaration says all that is known.
 */
export function narrowedByValue(world: World, declared: Meaning, value: Meaning): Meaning | undefined {
  if (value.held || !partsOf(value).every((part) => isSureType(world, part))) return undefined;
  const said = partsOf(declared);
  // Of a type outside and its class the name is the same.
  const isOf = (part: Meaning, one: Meaning): boolean =>
    one.tag === Tag.external ? buildsOnNamed(world, part.definition, one.name) : isKindOf(world, part, one) || satisfies(world, part, one);
  const isNarrower = partsOf(value).every((part) => said.some((one) => isOf(part, one)));
  return isNarrower && partsOf(value).some((part) => part.definition !== declared.definition || part.tag !== declared.tag)
    ? withToldArguments(world, value, declared)
    : undefined;
}

/** Of what a name is `declared` to be, a union, the parts that a `value` is which is assigned to it; all of them where that is not told. */
export function partsAssigned(world: World, declared: Meaning, value: Meaning): Meaning {
  const given = partsOf(value);
  if (declared.tag !== Tag.union || declared.name === COMPOSED || given.some((part) => part.weak)) return declared;
  if (!given.every((part) => declared.items.some((one) => isKindOf(world, part, one)))) return declared;
  const kept = declared.items.filter((one) => given.some((part) => isKindOf(world, part, one)));
  return kept.length === 0 || kept.length === declared.items.length ? declared : union(kept);
}

/**
 * What a name that is declared to be a `declared` is where a `value` of the repository is put that surely is none: of a type below both, as its
 * author says; undefined where the value says it all.
 */
export function besideDeclared(world: World, declared: Meaning, value: Meaning): Meaning | undefined {
  if (!isSurelyOwn(world, value) || serves(world, { type: value, orNothing: false }, { type: declared, orNothing: undefined })) {
    return undefined;
  }
  return isKindOf(world, declared, value) ? declared : atOnce(world, value, declared);
}

/** `narrower` with the type arguments that `wider` tells: an `Own[T]` that builds on `Base[T]` is an `Own[Job]` where a `Base[Job]` was. */
function withToldArguments(world: World, narrower: Meaning, wider: Meaning): Meaning {
  const told = partsOf(wider).filter((one) => one.items.length > 0 && one.tag === Tag.instance);
  if (told.length === 0) return narrower;
  const parts = partsOf(narrower).map((part) => argumentsFrom(world, part, told));
  return parts.length === 1 ? parts[0]! : { ...narrower, items: parts };
}

function argumentsFrom(world: World, part: Meaning, told: readonly Meaning[]): Meaning {
  if (part.tag !== Tag.instance) return part;
  const open = openParameters(world, world.viewOf(part.definition), rowOf(part.definition));
  if (open.length === 0 || open.every((_, i) => isTold(part.items[i]))) return part;
  for (const type of told) {
    const entry = type.definition === part.definition ? undefined : entryOf(world, part.definition, type.definition);
    if (entry === undefined) continue;
    const environment = new Environment();
    unify(world, entry, type, environment);
    const items = open.map((one, i) => isTold(part.items[i]) ? part.items[i]! : environment.values.get(one.definition) ?? UNKNOWN);
    return { ...part, items };
  }
  return part;
}

function isTold(argument: Meaning | undefined): boolean {
  return argument !== undefined && argument.tag !== Tag.unknown && argument.tag !== Tag.parameter;
}

/** Whether a meaning surely is a class of the repository, or a value of one. */
function isSureType(world: World, meaning: Meaning): boolean {
  const isSure = (meaning.tag === Tag.instance || meaning.tag === Tag.definition) && !meaning.weak && !meaning.held;
  return isSure && !world.inLibrary(meaning.definition) && isType(world, meaning);
}

/** Whether an object of the repository has what a protocol of the repository asks for. */
function satisfies(world: World, part: Meaning, type: Meaning): boolean {
  return part.tag === Tag.instance && world.isOfKind(type, DefinitionKind.protocol) &&
    surelyServes(world, part, type);
}

/** Whether a value surely is of a type. */
export function isKindOf(world: World, part: Meaning, type: Meaning): boolean {
  if (type.tag === Tag.definition) return part.tag === Tag.definition && buildsOn(world, part, type);
  if (type.tag === Tag.external) {
    return part.tag === Tag.external
      ? part.name === type.name && part.name !== ""
      : isObject(part) && buildsOnNamed(world, part.definition, type.name);
  }
  if (type.tag !== Tag.instance) return false;
  // A class is an instance of what all classes are.
  if (part.tag === Tag.definition) return isType(world, part) && isLibrarys(world, type, world.rules.classType);
  if (part.tag === Tag.tuple) return isLibrarys(world, type, world.rules.tupleType);
  if (!isObject(part)) return false;
  return buildsOn(world, part, type);
}

function isType(world: World, { definition }: Meaning): boolean {
  const kind = world.kindOf(definition);
  return kind === DefinitionKind.class || kind === DefinitionKind.enum || kind === DefinitionKind.protocol;
}

/** Whether the type of `part` is that of `type`, or builds on it. */
export function buildsOn(world: World, part: Meaning, type: Meaning): boolean {
  return entryOf(world, part.definition, type.definition) !== undefined;
}
