/**
 * Properties that an interface, or an unnamed type, declares without a value: `run: (job: Job) => void`.
 *
 * Stage: resolve. Invariant: the result depends on the type's file.
 */
import { DefinitionKind } from "../../facts.ts";
import { type DefinitionId, definitionId } from "../meaning.ts";
import { memberTable } from "../types/inheritance.ts";
import type { World } from "../world.ts";

/** The property that `type` itself declares under a name; 0 if it declares none, or is not such a type. */
export function declaredProperty(world: World, type: DefinitionId, name: string): DefinitionId {
  const kind = world.kindOf(type);
  if (!world.rules.separateTypes || (kind !== DefinitionKind.interface && kind !== DefinitionKind.object)) return 0;
  const view = world.viewOf(type);
  world.ask(view.index);
  const row = memberTable(world, type).get(name)?.[0];
  if (row === undefined) return 0;
  const { bindings, definitions } = view.facts;
  const property = bindings.definition[row]!;
  const isDeclared = definitions.kind[property] === DefinitionKind.field && definitions.type[property] !== 0 &&
    definitions.value[property] === 0;
  return isDeclared ? definitionId(view.index, property) : 0;
}
