/**
 * Members that a type parameter names: what `find<K>(kind: K): Types[K]` gives for the kind that it is given.
 *
 * Stage: resolve. Invariant: a key that is not told names nothing.
 */
import { DefinitionKind } from "../facts.ts";
import { type Environment, type Meaning, substitute, Tag, union, UNKNOWN } from "./meaning.ts";
import { memberMeaning } from "./members.ts";
import { Space } from "./names.ts";
import type { World } from "./world.ts";

const DEEPEST = 4;

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
