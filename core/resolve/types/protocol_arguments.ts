/**
 * Infers the type arguments of a protocol or interface from a value that satisfies it without naming it (`Handler[T]` and a class with
 * `handle`).
 *
 * Stage: resolve. Invariant: only members that both have are used, by their results and, where types must be equal, by their parameters;
 * whether all members match is checked elsewhere.
 */
import { isCallable } from "../../facts.ts";
import { isFunction, isOwnType } from "../ownership.ts";
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

/** Maximum number of members of a protocol that are used. */
const MOST_MEMBERS = 12;
/** Maximum nesting of protocols in results of protocol members. */
const DEEPEST = 2;

/** Unifies the results of members of the protocol `pattern` with those of the value's members, or with the value itself. */
export function unifyBySatisfying(world: World, pattern: Meaning, value: Meaning, environment: Environment, depth: number): void {
  if (world.rules.implementations) return unifyByBlanket(world, pattern, value, environment, depth);
  if (depth > DEEPEST || !isProtocol(world, pattern)) return;
  if (value.tag === Tag.function || isFunction(world, value)) {
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
 * Unifies the arguments of a trait with those of the only blanket impl for functions that applies (`impl<F: Fn() -> T, T> Make<T> for F`).
 */
function unifyByBlanket(world: World, pattern: Meaning, value: Meaning, environment: Environment, depth: number): void {
  if (!isFunction(world, value)) return;
  const given = blanketsOf(world, pattern).map((impl) => givenToFunction(world, impl, value)).filter((one) => one !== undefined);
  if (given.length !== 1) return;
  const trait = substitute(traitOfImpl(world, given[0]!.impl), given[0]!.bound);
  for (const [i, item] of pattern.items.entries()) unify(world, item, trait.items[i] ?? UNKNOWN, environment, depth + 1);
}

/** Infers the type parameters of a blanket impl for functions from a function; undefined for other impls. */
export function givenToFunction(
  world: World,
  impl: DefinitionId,
  value: Meaning,
): { readonly impl: DefinitionId; readonly bound: Environment } | undefined {
  const owner = ownerOfImpl(world, impl);
  const asked = owner.tag === Tag.parameter ? boundsIn(owner.result).filter((bound) => bound.tag === Tag.function) : [];
  if (asked.length !== 1 || satisfies(world, value, asked[0]!) === false) return undefined;
  const bound = new Environment();
  unify(world, asked[0]!, value, bound);
  return { impl, bound };
}

function isProtocol(world: World, type: Meaning): boolean {
  return isOwnType(world, type) && isStructural(world, type.definition);
}

/** The parameter types of a method; empty for other members. */
function takenBy(world: World, member: Meaning): Meaning[] {
  if (!isFunction(world, member)) return [];
  const environment = ownerEnvironment(world, member.definition, member);
  return parameterTypes(world, member.definition).map((type) => substitute(type, environment));
}

/** The result of calling a method, or of reading a field; undefined for other members. */
export function givenBy(world: World, member: Meaning): Meaning | undefined {
  if (member.tag === Tag.function) return member.result;
  if (member.tag !== Tag.definition) return isKnown(member) ? member : undefined;
  return isCallable(world.kindOf(member.definition)) ? callUnseen(world, member) : undefined;
}
