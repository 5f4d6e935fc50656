/**
 * Which of the definitions that bear one name are meant where builds exclude each other: the ordinary build's, or those of the file that asks.
 *
 * Stage: resolve. Invariant: a file that an ordinary build leaves out sees the twins that are built with it.
 */
import { DefinitionFlag } from "../../facts.ts";
import { type DefinitionId, type Meaning, Tag, union } from "../meaning.ts";
import type { World } from "../world.ts";

/** The path of the file in hand where an ordinary build leaves it out, else "". */
export function unusualFile(world: World): string {
  const { file } = world.reliance;
  if (world.modules.isDefault === undefined || file === world.library) return "";
  const path = world.pathOf(file);
  return world.modules.isDefault(path) ? "" : path;
}

/** The key of what is asked of a definition, or of another row of a file, where the answer hangs on the build that the file in hand is part of. */
export function keyInBuild(world: World, id: DefinitionId): DefinitionId | string {
  const from = unusualFile(world);
  return from === "" ? id : `${id} ${from}`;
}

/** Whether an ordinary build has a definition. */
export function isBuilt(world: World, id: DefinitionId): boolean {
  return (world.flagsOf(id) & DefinitionFlag.inactive) === 0 && (world.modules.isDefault?.(world.viewOf(id).path) ?? true);
}

/** Of definitions that bear one name, those that an ordinary build has; all of them where it has none. */
export function preferDefault(world: World, ids: readonly DefinitionId[]): readonly DefinitionId[] {
  return preferBuilt(world, ids, (id) => world.viewOf(id).path, (id) => isBuilt(world, id));
}

/** The same of what `files`, one each, give a name. */
export function preferDefaultFiles(world: World, meanings: readonly Meaning[], files: readonly number[]): readonly Meaning[] {
  if (meanings.length < 2 || world.modules.isDefault === undefined) return meanings;
  const kept = preferBuilt(world, files, (file) => world.pathOf(file), (file) => world.modules.isDefault!(world.pathOf(file)));
  return kept.length === files.length ? meanings : meanings.filter((_, i) => kept.includes(files[i]!));
}

function preferBuilt<T>(world: World, all: readonly T[], pathOf: (one: T) => string, isOrdinary: (one: T) => boolean): readonly T[] {
  if (all.length < 2) return all;
  const from = unusualFile(world);
  if (from !== "") {
    const together = all.filter((one) => world.modules.builtTogether?.(from, pathOf(one)) ?? true);
    if (together.length > 0) all = together;
  }
  const ordinary = all.filter(isOrdinary);
  return ordinary.length === 0 ? all : ordinary;
}

/** Several meanings of one name: of twins under conditions the ordinary build's, else one of all. */
export function joinTwins(world: World, meanings: readonly Meaning[]): Meaning {
  if (meanings.length < 2) return union(meanings);
  const ids = meanings.filter((m) => m.tag === Tag.definition || m.tag === Tag.instance).map((m) => m.definition);
  const active = preferDefault(world, ids);
  return active.length === ids.length ? union(meanings) : union(meanings.filter((m) => active.includes(m.definition)));
}
