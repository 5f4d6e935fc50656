/**
 * What a value says of the type arguments of a protocol or an interface that it satisfies without naming it (`Handler[T]` beside a class with
 * `handle`).
 *
 * Stage: resolve. Invariant: only members that both have tell something, by what they give, and where types have to be the same by what they
 * take; whether all fit is asked elsewhere.
 */
import { isCallable } from "../../facts.ts";
import { Environment } from "../state/environment.ts";
import { callUnseen } from "../calls/call_results.ts";
import { memberTable, orderOf } from "./inheritance.ts";
import { ownerEnvironment, parameterTypes } from "./inference.ts";
import { blanketsOf, ownerOfImpl, satisfies, traitOfImpl } from "./fitting.ts";
import { boundsIn, type DefinitionId, isKnown, type Meaning, Tag, UNKNOWN } from "../meaning.ts";
import { substitute } from "../substitution.ts";
import { memberMeaning, protocolMember } from "../members/members.ts";
import { Space } from "../names/names.ts";
import { isStructural } from "./structural.ts";
import { unify } from "./unify.ts";
import type { World } from "../world.ts";

/** Of a protocol with more members the first ones tell enough. */
const MOST_MEMBERS = 12;
/** Protocols in what members of protocols give. */
const DEEPEST = 2;

/** Lays what the members of the protocol `pattern` give beside what those of `value`, or `value` itself, do. */
export function unifyBySatisfying(world: World, pattern: Meaning, value: Meaning, environment: Environment, depth: number): void {
  if (world.rules.implementations) return unifyByBlanket(world, pattern, value, environment, depth);
  if (depth > DEEPEST || !isProtocol(world, pattern)) return;
  if (value.tag === Tag.function || world.isFunction(value)) {
    const asked = givenBy(world, protocolMember(world, pattern, "call"));
    const given = givenBy(world, value);
    if (asked !== undefined && given !== undefined) unify(world, asked, given, environment, depth + 1);
    return;
  }
  const names = new Set<string>();
  for (const base of orderOf(world, pattern.definition)) {
    if (isProtocol(world, base)) { for (const name of memberTable(world, base.definition).keys()) names.add(name); }
  }
  for (const name of [...names].slice(0, MOST_MEMBERS)) {
    const wanted = memberMeaning(world, pattern, name, Space.value);
    const own = memberMeaning(world, value, name, Space.value);
    const asked = givenBy(world, wanted);
    const given = givenBy(world, own);
    if (asked !== undefined && given !== undefined) unify(world, asked, given, environment, depth + 1);
    if (!world.rules.callingTypeConverts) continue;
    const taken = takenBy(world, own);
    for (const [i, type] of takenBy(world, wanted).entries()) unify(world, type, taken[i] ?? UNKNOWN, environment, depth + 1);
  }
}

/**
 * Lays the arguments of a trait beside those with which the one impl for all functions of a kind gives it to a function (`impl<F: Fn() -> T, T>
 * Make<T> for F`).
 */
function unifyByBlanket(world: World, pattern: Meaning, value: Meaning, environment: Environment, depth: number): void {
  if (!world.isFunction(value)) return;
  const given = blanketsOf(world, pattern).map((impl) => givenToFunction(world, impl, value)).filter((one) => one !== undefined);
  if (given.length !== 1) return;
  const trait = substitute(traitOfImpl(world, given[0]!.impl), given[0]!.told);
  for (const [i, item] of pattern.items.entries()) unify(world, item, trait.items[i] ?? UNKNOWN, environment, depth + 1);
}

/** What a function says of the type parameters of an impl for all functions of its kind; undefined of an impl for something else. */
export function givenToFunction(
  world: World,
  impl: DefinitionId,
  value: Meaning,
): { readonly impl: DefinitionId; readonly told: Environment } | undefined {
  const owner = ownerOfImpl(world, impl);
  const asked = owner.tag === Tag.parameter ? boundsIn(owner.result).filter((bound) => bound.tag === Tag.function) : [];
  if (asked.length !== 1 || satisfies(world, value, asked[0]!) === false) return undefined;
  const told = new Environment();
  unify(world, asked[0]!, value, told);
  return { impl, told };
}

function isProtocol(world: World, type: Meaning): boolean {
  return world.isOwnType(type) && isStructural(world, type.definition);
}

/** The types of what a method takes; none of what is no method. */
function takenBy(world: World, member: Meaning): Meaning[] {
  if (!world.isFunction(member)) return [];
  const environment = ownerEnvironment(world, member.definition, member);
  return parameterTypes(world, member.definition).map((type) => substitute(type, environment));
}

/** What calling a method, or reading a field, gives; undefined of what is neither. */
export function givenBy(world: World, member: Meaning): Meaning | undefined {
  if (member.tag === Tag.function) return member.result;
  if (member.tag !== Tag.definition) return isKnown(member) ? member : undefined;
  return isCallable(world.kindOf(member.definition)) ? callUnseen(world, member) : undefined;
}
