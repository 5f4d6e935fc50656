/**
 * What a call on a module may run of which nothing says which it is.
 *
 * Stage: resolve. Invariant: candidates alone, never an edge.
 */
import { MOST_CANDIDATES } from "../../edges.ts";
import { DefinitionKind } from "../../facts.ts";
import { type DefinitionId, type Meaning } from "../meaning.ts";
import type { World } from "../world.ts";

/** Functions of that name at the tops of modules; none where it is known which module `module` is. */
export function functionsOfModules(world: World, module: Meaning, name: string): readonly DefinitionId[] {
  // Where exports have names of their own, a function's name does not tell.
  if (module.files.length > 0 || world.rules.exportsOnly) return [];
  return world.callables(name).filter((id) => world.kindOf(world.parentOf(id)) === DefinitionKind.module).slice(0, MOST_CANDIDATES);
}
