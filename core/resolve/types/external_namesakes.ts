/**
 * External types that may be the same under two names: a package may alias another's type (`type Context = context.Context`).
 *
 * Stage: resolve. Invariant: decided by the names of package and type alone, so it is likely at most.
 */
import { lastPart, type Meaning, Tag, withoutLastPart } from "../meaning.ts";
import type { World } from "../world.ts";

/** Whether `one` and `other`, of different packages, may be the same type; records that this was assumed (`Kept.namesakes`). */
export function mayBeNamesakes(world: World, one: Meaning, other: Meaning): boolean {
  const [left, right] = [externalNameOf(world, one), externalNameOf(world, other)];
  if (left === undefined || right === undefined || (one.tag !== Tag.external && other.tag !== Tag.external)) return false;
  const areAlike = left.key.endsWith(right.key) || right.key.endsWith(left.key);
  const isLikely = left.path !== right.path && (areAlike || passesOn(left.path, right.path) || passesOn(right.path, left.path));
  if (isLikely) world.kept.namesakes = true;
  return isLikely;
}

/** Whether a type has the name of one in a nested package: a package often re-exports types of these. */
function passesOn(type: string, below: string): boolean {
  return lastPart(type) === lastPart(below) && below.startsWith(`${withoutLastPart(type)}/`);
}

/**
 * The path of an external type without its module's version, and its last name; the library file prefixes names with the module
 * (`context_Context`).
 */
function externalNameOf(world: World, { tag, definition, name }: Meaning): { path: string; key: string } | undefined {
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
