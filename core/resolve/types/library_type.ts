/**
 * Whether a type is one that the language's rules name (`rules.classType`).
 *
 * Stage: resolve. Invariant: a repository type never is, whatever its name.
 */
import type { Meaning } from "../meaning.ts";
import type { World } from "../world.ts";

/** Whether a type, or that of a value, is the library's of that name. */
export function isLibrarys(world: World, { definition }: Pick<Meaning, "definition">, name: string | undefined): boolean {
  return world.inLibrary(definition) && world.nameOf(definition) === name;
}
