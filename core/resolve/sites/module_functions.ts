/**
 * Functions that a call on an unknown module may run.
 *
 * Stage: resolve. Invariant: only candidates, never an edge.
 */
import { MOST_CANDIDATES } from "../../edges.ts";
import { DefinitionKind } from "../../facts.ts";
import { type DefinitionId, type Meaning } from "../meaning.ts";
import type { World } from "../world.ts";

/** Top-level functions of that name in all modules; empty if `module` is known. */
export function functionsOfModules(world: World, module: Meaning, name: string): readonly DefinitionId[] {
  // Where exports may be renamed, a function's name says nothing.
  if (module.files.length > 0 || world.rules.exportsOnly) return [];
  return world.repository.callables(name).filter((id) => world.kindOf(world.parentOf(id)) === DefinitionKind.module).slice(
    0,
    MOST_CANDIDATES,
  );
}
