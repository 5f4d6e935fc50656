/**
 * Members of an object literal behind which other objects are spread (`{ run() {}, ...others }`): what these have takes their place.
 *
 * Stage: resolve. Invariant: the member that the literal writes out is meant alone only where nothing behind it may have the name.
 */
import { BindingFlag, DefinitionFlag, DefinitionKind } from "../../facts.ts";
import { isKnown, type Meaning, rowOf, Tag, union, weaken } from "../meaning.ts";
import { Space } from "../names/names.ts";
import { isOfKind } from "../ownership.ts";
import { memberTable } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import { composedOf } from "./composed.ts";
import { memberMeaning } from "./members.ts";

/**
 * What the member `name` of an object is (`objectsHaveMethods`) that its literal writes out as `own`; undefined where nothing that is spread
 * behind it may have the name.
 */
export function spreadBehind(world: World, type: Meaning, own: Meaning, name: string, depth: number): Meaning | undefined {
  if (world.kindOf(type.definition) !== DefinitionKind.object) return undefined;
  if (!yields(world, type, name)) return undefined;
  // The last that is spread comes first.
  const [last, ...others] = composedOf(world, type);
  if (last === undefined) return undefined;
  const found = memberMeaning(world, last, name, Space.value, depth + 1);
  if (isKnown(found)) return isSure(world, last, found) ? found : union([own, found]);
  const further = others.map((part) => memberMeaning(world, part, name, Space.value, depth + 1)).filter(isKnown);
  if (further.length > 0) return union([own, ...further]);
  return [last, ...others].some(({ tag }) => tag === Tag.unknown) ? weaken(own) : undefined;
}

/** Whether all places that give the member its value stand before something that is spread. */
function yields(world: World, { definition }: Meaning, name: string): boolean {
  const { bindings } = world.viewOf(definition).facts;
  const rows = memberTable(world, definition).get(name) ?? [];
  return rows.length > 0 && rows.every((row) => (bindings.flags[row]! & BindingFlag.yields) !== 0);
}

/** Whether what is spread surely has the member. What is declared may hide that it is absent. */
function isSure(world: World, part: Meaning, found: Meaning): boolean {
  if (part.weak || found.weak || found.tag !== Tag.definition || !isOfKind(world, part, DefinitionKind.object)) return false;
  return (world.viewOf(found.definition).facts.definitions.flags[rowOf(found.definition)]! & DefinitionFlag.optional) === 0;
}
