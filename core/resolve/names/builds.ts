/**
 * Selects among definitions of one name in mutually exclusive builds: those of the ordinary build, or those of the asking file's build.
 *
 * Stage: resolve. Invariant: a file that an ordinary build leaves out sees the twins that are built with it.
 */
import { DefinitionFlag } from "../../facts.ts";
import { type DefinitionId, type Meaning, Tag, union } from "../meaning.ts";
import type { World } from "../world.ts";

/** The path of the current file if an ordinary build leaves it out, else "". */
export function unusualFile(world: World): string {
  const { file } = world.reliance;
  if (world.modules.isDefault === undefined || file === world.library.file) return "";
  const path = world.pathOf(file);
  return world.modules.isDefault(path) ? "" : path;
}

/** The key of a result about a definition, or another row of a file, that depends on the build of the current file. */
export function keyInBuild(world: World, id: DefinitionId): DefinitionId | string {
  const from = unusualFile(world);
  return from === "" ? id : `${id} ${from}`;
}

/** Whether an ordinary build includes a definition. */
export function isBuilt(world: World, id: DefinitionId): boolean {
  return (world.flagsOf(id) & DefinitionFlag.inactive) === 0 && (world.modules.isDefault?.(world.viewOf(id).path) ?? true);
}

/** Of definitions with one name, those in an ordinary build; all of them if there are none. */
export function preferDefault(world: World, ids: readonly DefinitionId[]): readonly DefinitionId[] {
  return ids.length < 2 ? ids : preferBuilt(world, ids, (id) => world.viewOf(id).path, (id) => isBuilt(world, id));
}

/** The same for the meanings of a name in `files`, one each. */
export function preferDefaultFiles(world: World, meanings: readonly Meaning[], files: readonly number[]): readonly Meaning[] {
  if (meanings.length < 2 || world.modules.isDefault === undefined) return meanings;
  const kept = preferBuilt(world, files, (file) => world.pathOf(file), (file) => world.modules.isDefault!(world.pathOf(file)));
  return kept.length === files.length ? meanings : meanings.filter((_, i) => kept.includes(files[i]!));
}

function preferBuilt<T>(world: World, all: readonly T[], pathOf: (one: T) => string, isOrdinary: (one: T) => boolean): readonly T[] {
  const from = unusualFile(world);
  if (from !== "") {
    const together = all.filter((one) => world.modules.builtTogether?.(from, pathOf(one)) ?? true);
    if (together.length > 0) all = together;
  }
  const ordinary = all.filter(isOrdinary);
  return ordinary.length === 0 ? all : ordinary;
}

/** Several meanings of one name: of conditional twins the ordinary build's, otherwise one of all. */
export function joinTwins(world: World, meanings: readonly Meaning[]): Meaning {
  if (meanings.length < 2) return union(meanings);
  const ids = meanings.filter((m) => m.tag === Tag.definition || m.tag === Tag.instance).map((m) => m.definition);
  const active = preferDefault(world, ids);
  return active.length === ids.length ? union(meanings) : union(meanings.filter((m) => active.includes(m.definition)));
}
