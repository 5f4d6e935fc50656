/**
 * Whether one function may be called in place of another: it accepts the same arguments, and its result is accepted.
 *
 * Stage: resolve. Invariant: undeclared types are accepted.
 */
import { isOwnObject } from "../ownership.ts";
import { parametersOf } from "../state/parameters.ts";
import { BindingFlag, DefinitionFlag } from "../../facts.ts";
import { type Declared, declaredBy, isPlain, isRoot, serves } from "./assignable.ts";
import { type DefinitionId, definitionId, instance, type Meaning, rowOf, Tag } from "../meaning.ts";
import { Environment } from "../state/environment.ts";
import type { FileView } from "../state/file_view.ts";
import { substitute } from "../substitution.ts";
import { environmentOf } from "./environments.ts";
import { isDeclaredIn, orderOf } from "./inheritance.ts";
import type { World } from "../world.ts";

interface Parameter {
  readonly name: string;
  readonly declared: Declared;
  readonly isOptional: boolean;
  /** It cannot be passed by name. */
  readonly isUnnamed: boolean;
}

/** A function's parameters, by how arguments are passed for them. */
interface Signature {
  readonly positional: readonly Parameter[];
  readonly named: readonly Parameter[];
  readonly rest: Parameter | undefined;
  readonly keywords: Parameter | undefined;
  /** Whether any type is declared. */
  readonly isDeclared: boolean;
  readonly result: Declared;
  /** Whether its result is of a type chosen by each call: a type parameter of the function's own. */
  readonly isChosen: boolean;
  /** Whether its result is available only by awaiting. */
  readonly isAwaited: boolean;
}

/**
 * Whether `given` may be called in place of `asked`.
 * @param type the type whose member both are: the `Self` of either
 * @param byName callers may pass positional arguments by name, if the function declares names
 */
export function acceptsAs(world: World, asked: DefinitionId, given: DefinitionId, type: DefinitionId, byName: boolean): boolean {
  const environment = new Environment();
  environment.self = instance(type);
  const [wanted, taken] = [signatureOf(world, asked, environment), signatureOf(world, given, environment)];
  return takesPositional(world, wanted, taken, byName && taken.isDeclared) && takesNamed(world, wanted, taken) &&
    takesRest(world, wanted, taken) && servesResult(world, wanted, taken);
}

/**
 * Whether a function may return what a library function does, if that is a value of a repository type: others are not described fully.
 * @param owner the library type that declares it, with its arguments
 * @param type the type whose member both are
 */
export function mayGiveAs(
  world: World,
  asked: { readonly function: DefinitionId; readonly owner: Meaning },
  given: DefinitionId,
  type: DefinitionId,
): boolean {
  const environment = environmentOf(world, asked.owner);
  environment.self = instance(type);
  const [wanted, taken] = [declaredResult(world, asked.function, environment), declaredResult(world, given, environment)];
  const isDetermined = isOwnObject(world, taken.type) && (isOwnObject(world, wanted.type) || wanted.type.tag === Tag.tuple);
  return !isDetermined || serves(world, taken, wanted);
}

/** The declaration in a type expression, with `Self` and type parameters replaced according to `environment`. */
function declaredIn(world: World, view: FileView, expression: number, environment: Environment): Declared {
  const declared = declaredBy(world, view, expression);
  return { ...declared, type: substitute(declared.type, environment) };
}

function declaredResult(world: World, id: DefinitionId, environment: Environment): Declared {
  const view = world.viewOf(id);
  world.ask(view.index);
  return declaredIn(world, view, view.facts.definitions.type[rowOf(id)]!, environment);
}

function signatureOf(world: World, id: DefinitionId, environment: Environment): Signature {
  const result = declaredResult(world, id, environment);
  const view = world.viewOf(id);
  const { bindings, definitions } = view.facts;
  const flags = world.flagsOf(id);
  const isChosen = result.type.tag === Tag.parameter &&
    view.typeParameters(rowOf(id)).some((row) => definitionId(view.index, row) === result.type.definition);
  const signature = {
    isDeclared: definitions.type[rowOf(id)] !== 0,
    result,
    isChosen,
    isAwaited: (flags & DefinitionFlag.async) !== 0 && (flags & DefinitionFlag.generator) === 0,
    positional: [] as Parameter[],
    named: [] as Parameter[],
    rest: undefined as Parameter | undefined,
    keywords: undefined as Parameter | undefined,
  };
  for (const row of parametersOf(world, id)) {
    const given = bindings.flags[row]!;
    const type = bindings.type[row]!;
    if (type !== 0) signature.isDeclared = true;
    const parameter = {
      name: view.text(bindings.name[row]!),
      declared: declaredIn(world, view, type, environment),
      isOptional: (given & BindingFlag.optional) !== 0,
      isUnnamed: (given & BindingFlag.unnamed) !== 0,
    };
    if (given & BindingFlag.rest) signature.rest = parameter;
    else if (given & BindingFlag.keywords) signature.keywords = parameter;
    else if (given & BindingFlag.named) signature.named.push(parameter);
    else signature.positional.push(parameter);
  }
  return signature;
}

/** `(*args, **kwargs)` of any type accepts everything. */
function takesAnything({ rest, keywords }: Signature): boolean {
  const isAny = (one: Parameter | undefined): boolean => one !== undefined && one.declared.type.tag === Tag.unknown;
  return isAny(rest) && isAny(keywords);
}

function takesPositional(world: World, wanted: Signature, taken: Signature, byName: boolean): boolean {
  for (const [i, parameter] of wanted.positional.entries()) {
    const own = taken.positional[i];
    const other = own ?? taken.rest;
    if (other === undefined || !serves(world, parameter.declared, other.declared)) return false;
    if (own === undefined) {
      if (byName && !parameter.isUnnamed && taken.keywords === undefined) return false;
    } else if ((parameter.isOptional && !own.isOptional) || isMisnamed(parameter, own, taken, byName)) return false;
  }
  if (takesAnything(wanted) || wanted.rest !== undefined) return true;
  const byNameOnly = new Set(wanted.named.map(({ name }) => name));
  return taken.positional.slice(wanted.positional.length).every((one) => one.isOptional || (byNameOnly.has(one.name) && !one.isUnnamed));
}

/** Whether a keyword argument would reach another parameter than the positional one does. */
function isMisnamed(parameter: Parameter, own: Parameter, taken: Signature, byName: boolean): boolean {
  if (parameter.isUnnamed || (own.name === parameter.name && !own.isUnnamed)) return false;
  return byName || (taken.keywords !== undefined && !own.isOptional);
}

function takesNamed(world: World, wanted: Signature, taken: Signature): boolean {
  const own = new Map([...taken.named, ...taken.positional.filter(({ isUnnamed }) => !isUnnamed)].map((one) => [one.name, one]));
  for (const parameter of wanted.named) {
    const other = own.get(parameter.name) ?? taken.keywords;
    if (other === undefined || !serves(world, parameter.declared, other.declared)) return false;
    if (parameter.isOptional && other !== taken.keywords && !other.isOptional) return false;
  }
  if (takesAnything(wanted) || wanted.keywords !== undefined) return true;
  const asked = new Set([...wanted.named, ...wanted.positional].map(({ name }) => name));
  return taken.named.every((one) => one.isOptional || asked.has(one.name));
}

function takesRest(world: World, wanted: Signature, taken: Signature): boolean {
  if (takesAnything(wanted)) return true;
  const takes = (asked: Parameter | undefined, other: Parameter | undefined): boolean =>
    asked === undefined || (other !== undefined && serves(world, asked.declared, other.declared));
  return takes(wanted.rest, taken.rest) && takes(wanted.keywords, taken.keywords);
}

function servesResult(world: World, wanted: Signature, taken: Signature): boolean {
  const { tag } = taken.result.type;
  if (wanted.isChosen && (tag === Tag.nothing || tag === Tag.instance || tag === Tag.tuple)) return false;
  if (wanted.isAwaited === taken.isAwaited) return serves(world, taken.result, wanted.result);
  return isAwaitable(world, (wanted.isAwaited ? taken : wanted).result.type);
}

/** Whether a type may be the result of an asynchronous function. */
function isAwaitable(world: World, type: Meaning): boolean {
  if (type.tag === Tag.union) return type.items.some((item) => isAwaitable(world, item));
  if (type.tag === Tag.nothing || type.tag === Tag.tuple || type.tag === Tag.function) return false;
  if (type.tag !== Tag.instance) return true;
  if (world.inLibrary(type.definition)) return !isPlain(world, type);
  const order = orderOf(world, type.definition);
  return order.some((entry) => entry.tag !== Tag.instance || (world.inLibrary(entry.definition) && !isRoot(world, entry))) ||
    (world.rules.protocols.await ?? []).some((name) => isDeclaredIn(world, order, name));
}
