/**
 * Types outside that may be one under two names: a package may give another's type its own name for it (`type Context = context.Context`).
 *
 * Stage: resolve. Invariant: told by names alone, those of the package and of the type, so it is likely at most.
 */
import { lastPart, type Meaning, Tag, withoutLastPart } from "../meaning.ts";
import type { World } from "../world.ts";

/** Whether `one` and `other`, of different packages, may be one type; notes that it was asked where they may (`Kept.namesakes`). */
export function mayBeNamesakes(world: World, one: Meaning, other: Meaning): boolean {
  const [left, right] = [nameAbroad(world, one), nameAbroad(world, other)];
  if (left === undefined || right === undefined || (one.tag !== Tag.external && other.tag !== Tag.external)) return false;
  const areAlike = left.key.endsWith(right.key) || right.key.endsWith(left.key);
  const isLikely = left.path !== right.path && (areAlike || handsOn(left.path, right.path) || handsOn(right.path, left.path));
  if (isLikely) world.kept.namesakes = true;
  return isLikely;
}

/** Whether a type is called as one of a package below its own is: such a package often hands on what those below it have. */
function handsOn(type: string, below: string): boolean {
  return lastPart(type) === lastPart(below) && below.startsWith(`${withoutLastPart(type)}/`);
}

/** The path of a type outside without the version of its module, and by what names it ends; the library file has its module before it (`context_Context`). */
function nameAbroad(world: World, { tag, definition, name }: Meaning): { path: string; key: string } | undefined {
  if (tag === Tag.instance && world.inLibrary(definition)) {
    const written = world.nameOf(definition);
    return written.includes("_") ? { path: written, key: `_${written}` } : undefined;
  }
  if (tag !== Tag.external) return undefined;
  const path = name.replace(/\/v\d+(?=[./])/g, "");
  const tail = path.slice(path.lastIndexOf("/") + 1);
  const alike = tail.replace(`${world.rules.generatedPackages ?? ""}.`, ".");
  return tail.includes(".") ? { path, key: `_${alike.replaceAll(".", "_")}` } : undefined;
}
