/**
 * What a value says of the type arguments of a protocol that it satisfies without naming it (`Handler[T]` beside a class with `handle`).
 *
 * Stage: resolve. Invariant: only members that both have tell something, by what they give; whether all fit is asked elsewhere.
 */
import { DefinitionKind } from "../facts.ts";
import type { Environment } from "./environment.ts";
import { callMeaning } from "./call_results.ts";
import { memberTable, orderOf } from "./inheritance.ts";
import { type Meaning, Tag } from "./meaning.ts";
import { memberMeaning } from "./members.ts";
import { isCallable, Space } from "./names.ts";
import { unify } from "./unify.ts";
import type { World } from "./world.ts";

/** Of a protocol with more members the first ones tell enough. */
const MOST_MEMBERS = 12;
/** Protocols in what members of protocols give. */
const DEEPEST = 2;

/** Lays what the members of the protocol `pattern` give beside what those of `value`, or `value` itself, do. */
export function unifyBySatisfying(world: World, pattern: Meaning, value: Meaning, environment: Environment, depth: number): void {
  if (depth > DEEPEST || !isProtocol(world, pattern)) return;
  if (value.tag === Tag.function || (value.tag === Tag.definition && isCallable(world.kindOf(value.definition)))) {
    const call = world.rules.protocols.call?.[0];
    const asked = call === undefined ? undefined : givenBy(world, memberMeaning(world, pattern, call, Space.value));
    const given = givenBy(world, value);
    if (asked !== undefined && given !== undefined) unify(world, asked, given, environment, depth + 1);
    return;
  }
  const names = new Set<string>();
  for (const base of orderOf(world, pattern.definition)) {
    if (isProtocol(world, base)) { for (const name of memberTable(world, base.definition).keys()) names.add(name); }
  }
  for (const name of [...names].slice(0, MOST_MEMBERS)) {
    const asked = givenBy(world, memberMeaning(world, pattern, name, Space.value));
    const given = givenBy(world, memberMeaning(world, value, name, Space.value));
    if (asked !== undefined && given !== undefined) unify(world, asked, given, environment, depth + 1);
  }
}

function isProtocol(world: World, { tag, definition }: Meaning): boolean {
  return tag === Tag.instance && !world.inLibrary(definition) && world.kindOf(definition) === DefinitionKind.protocol;
}

/** What calling a method, or reading a field, gives; undefined of what is neither. */
function givenBy(world: World, member: Meaning): Meaning | undefined {
  if (member.tag === Tag.function) return member.result;
  if (member.tag !== Tag.definition) return member.tag === Tag.unknown || member.tag === Tag.external ? undefined : member;
  return isCallable(world.kindOf(member.definition)) ? callMeaning(world, world.viewOf(member.definition), member, [], false) : undefined;
}
