/**
 * Members that a constant in brackets names (`x[CONSTANT]`, `row["name"]`), and those that a type parameter names: what
 * `find<K>(kind: K): Types[K]` gives for the kind that it is given.
 *
 * Stage: resolve. Invariant: a key that is not told names nothing.
 */
import { DefinitionKind } from "../facts.ts";
import { type Environment, type Meaning, substitute, Tag, union, UNKNOWN } from "./meaning.ts";
import { orderOf } from "./inheritance.ts";
import { memberMeaning } from "./members.ts";
import { Space } from "./names.ts";
import type { World } from "./world.ts";

const DEEPEST = 4;

/** `x[CONSTANT]`, if x has a member that bears the constant's name and its type is one whose members are named so. */
export function namedByConstant(world: World, object: Meaning, name: string): Meaning | undefined {
  if (name === "" || object.tag === Tag.external || object.tag === Tag.unknown) return undefined;
  const { keyedTypes } = world.rules;
  if (keyedTypes !== undefined && !isKeyed(world, object, keyedTypes)) return undefined;
  const member = memberMeaning(world, object, name, Space.value);
  return member.tag === Tag.unknown || member.tag === Tag.external ? undefined : member;
}

function isKeyed(world: World, object: Meaning, types: readonly string[]): boolean {
  if (object.tag === Tag.union) return object.items.every((item) => isKeyed(world, item, types));
  return object.tag === Tag.instance &&
    orderOf(world, object.definition).some(({ tag, definition }) =>
      tag === Tag.instance && world.inLibrary(definition) && types.includes(world.nameOf(definition))
    );
}

/** `meaning`, the result of a call, with the members that its type parameters name. */
export function withKeys(world: World, meaning: Meaning, environment: Environment, depth = 0): Meaning {
  if (meaning.tag === Tag.keyed) return memberByKey(world, meaning, environment);
  if (depth > DEEPEST || (meaning.items.length === 0 && meaning.result === undefined)) return meaning;
  let changed = false;
  const next = (part: Meaning): Meaning => {
    const found = withKeys(world, part, environment, depth + 1);
    if (found !== part) changed = true;
    return found;
  };
  const items = meaning.items.map(next);
  const isFunction = meaning.tag === Tag.function && meaning.result !== undefined;
  const result = isFunction ? next(meaning.result) : meaning.result;
  if (!changed) return meaning;
  return meaning.tag === Tag.union ? union(items) : { ...meaning, items, result };
}

function memberByKey(world: World, meaning: Meaning, environment: Environment): Meaning {
  const key = environment.values.get(meaning.definition) ?? UNKNOWN;
  // Handed on from another function: it is told where that one is called.
  if (key.tag === Tag.parameter) return { ...meaning, definition: key.definition };
  const name = keyName(world, key);
  if (name === undefined) return UNKNOWN;
  const member = memberMeaning(world, substitute(meaning.items[0]!, environment), name, Space.value);
  return member.tag === Tag.external ? UNKNOWN : { ...member, held: false };
}

/** The name of the member that a constant is the key of: `[Kind.a]`. */
function keyName(world: World, key: Meaning): string | undefined {
  if (key.tag === Tag.definition && world.kindOf(key.definition) === DefinitionKind.enum_member) {
    return `[${world.nameOf(world.parentOf(key.definition))}.${world.nameOf(key.definition)}]`;
  }
  const written = key.tag === Tag.external ? /[\w$]+\.[\w$]+$/.exec(key.name) : null;
  return written === null ? undefined : `[${written[0]}]`;
}
