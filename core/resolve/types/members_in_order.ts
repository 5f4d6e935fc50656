/**
 * The members of a type in an order that is equal for two similar types.
 *
 * Stage: resolve. Pure: based on declarations alone.
 */
import { compareText } from "../../base/lists.ts";
import type { DefinitionId } from "../meaning.ts";
import type { World } from "../world.ts";
import { memberTable } from "./inheritance.ts";
import { isStructural } from "./structural.ts";

/** Rows of `definitions`: an interface's methods by name, fields in source order. */
export function membersInOrder(world: World, type: DefinitionId): number[] {
  const view = world.viewOf(type);
  const { bindings, definitions: { nameLine, nameColumn } } = view.facts;
  const order = isStructural(world, type)
    ? (a: number, b: number): number => compareText(view.name(a), view.name(b))
    : (a: number, b: number): number => nameLine[a]! - nameLine[b]! || nameColumn[a]! - nameColumn[b]!;
  const members = [...memberTable(world, type).values()].flat().map((row) => bindings.definition[row]!);
  return members.filter((member) => member !== 0).sort(order);
}
