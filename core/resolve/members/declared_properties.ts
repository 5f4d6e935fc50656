/**
 * Properties that an interface, or a type without a name, declares without giving them a value: `run: (job: Job) => void`.
 *
 * Stage: resolve. Invariant: whoever asks rests on the type that is asked.
 */
import { DefinitionKind } from "../../facts.ts";
import { type DefinitionId, definitionId } from "../meaning.ts";
import { memberTable } from "../types/inheritance.ts";
import type { World } from "../world.ts";

/** The property that `type` itself declares under a name; 0 where it declares none, or is no such type. */
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
