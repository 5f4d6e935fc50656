/**
 * What is said of names that nothing declares: the result of `__getattr__`, of a type or of a module; what a function is given.
 *
 * Stage: resolve. Invariant: names of the language itself (`__len__`) are never asked for that way.
 */
import { isCallable } from "../../facts.ts";
import { callMeaning } from "../calls/call_results.ts";
import { external, held, type Meaning, Tag, UNKNOWN } from "../meaning.ts";
import { memberTable } from "../types/inheritance.ts";
import { moduleMember } from "../names/module_members.ts";
import { Space } from "../names/names.ts";
import type { World } from "../world.ts";
import { isOfLanguage } from "../../computed_names.ts";

/** The method that is asked for `name` where nothing has that; undefined where none is. */
export function methodForAny(world: World, name: string): string | undefined {
  const method = world.rules.protocols.member?.[0];
  return method === undefined || method === name || isOfLanguage(name) ? undefined : method;
}

/** What that method gives; undefined where it does not tell. */
export function valueOfAny(world: World, method: Meaning | undefined): Meaning | undefined {
  if (method?.tag !== Tag.definition) return undefined;
  const result = held(callMeaning(world, world.viewOf(method.definition), method, [], false));
  return result.tag === Tag.unknown || result.tag === Tag.nothing ? undefined : result;
}

/** What a module gives for a name that it has not. */
export function anyOfModule(world: World, module: Meaning, name: string): Meaning | undefined {
  const method = methodForAny(world, name);
  return method === undefined ? undefined : valueOfAny(world, moduleMember(world, module, method, Space.value));
}

/** What is asked of a function itself: what functions have in this language; where any code may add to them, another name says nothing. */
export function attributeOf(world: World, kind: number, name: string): Meaning {
  const type = world.rules.functionType === undefined || !isCallable(kind) ? 0 : world.libraryDefinition(world.rules.functionType);
  if (type === 0 || memberTable(world, type).has(name)) return external(name);
  const root = world.rules.rootType === undefined ? 0 : world.libraryDefinition(world.rules.rootType);
  return root !== 0 && memberTable(world, root).has(name) ? external(name) : UNKNOWN;
}
