/**
 * The values of enum members, read by the name that the library's enum declares (`Color.RED.value`).
 *
 * Stage: resolve. Invariant: only if the library declares a value of any type; an enum with its own constructor says nothing.
 */
import { DefinitionKind } from "../../facts.ts";
import { evaluateValue } from "../evaluate.ts";
import { memberTable } from "../types/inheritance.ts";
import { type DefinitionId, definitionId, held, type Meaning, rowOf, Tag, union } from "../meaning.ts";
import type { World } from "../world.ts";

/** The value `name` of one or any member of an enum; undefined if `found`, the member of that name, is known or is not such a value. */
export function enumValue(world: World, object: Meaning, name: string, found: Meaning): Meaning | undefined {
  const { enumValues } = world.rules;
  if (found.tag !== Tag.unknown || enumValues?.includes(name) !== true) return undefined;
  const isMember = object.tag === Tag.definition;
  const whole = isMember ? world.parentOf(object.definition) : object.definition;
  if (world.kindOf(whole) !== DefinitionKind.enum) return undefined;
  const table = memberTable(world, whole);
  const { allocator } = world.rules;
  if (enumValues.some((one) => table.has(one)) || (allocator !== undefined && table.has(allocator))) return undefined;
  if (isMember) return valueOf(world, object.definition);
  const values: Meaning[] = [];
  const view = world.viewOf(whole);
  const { bindings, definitions } = view.facts;
  for (const [row] of table.values()) {
    const definition = row === undefined ? 0 : bindings.definition[row]!;
    if (definitions.kind[definition] !== DefinitionKind.enum_member) continue;
    const value = valueOf(world, definitionId(view.index, definition));
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values.length === 0 ? undefined : union(values);
}

function valueOf(world: World, member: DefinitionId): Meaning | undefined {
  const view = world.viewOf(member);
  const value = evaluateValue(world, view, view.facts.definitions.value[rowOf(member)]!);
  return value.tag === Tag.unknown ? undefined : held(value);
}
