/**
 * What code names without an import, by where its package lies among the others: full names, and what the packages around have.
 *
 * Stage: resolve. Invariant: module rules alone say which packages there are.
 */
import { isKnown, type Meaning, Tag } from "../meaning.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { meaningOfTarget } from "./import_targets.ts";
import { moduleMember } from "./module_members.ts";

/** What the packages around that of a file have under a name (`packagesAround`), the nearest first. */
export function nameAround(world: World, view: FileView, name: string, space: number): Meaning | undefined {
  for (const specifier of world.modules.packagesAround?.(view.path) ?? []) {
    const around = moduleCalled(world, view, specifier);
    const found = around === undefined ? undefined : moduleMember(world, around, name, space);
    if (found !== undefined && isKnown(found)) return found;
  }
  return undefined;
}

/** What a name alone may mean by the packages that there are: one of that name, where names are paths (`pathSign`) one within the code's own. */
export function moduleWithin(world: World, view: FileView, name: string): Meaning | undefined {
  const { pathSign } = world.rules;
  const own = pathSign === undefined ? "" : world.modules.nameOf(view.path);
  return moduleCalled(world, view, own === "" ? name : `${own}${pathSign}${name}`);
}

/** What a name means from the root of all packages: what the package without a name has, or a package. */
export function moduleFromRoot(world: World, view: FileView, name: string, space: number): Meaning | undefined {
  const root = moduleCalled(world, view, world.rules.pathSign!);
  const found = root === undefined ? undefined : moduleMember(world, root, name, space);
  return found ?? moduleCalled(world, view, name);
}

/** The module of the repository that is called so, or the folder of some. */
function moduleCalled(world: World, view: FileView, specifier: string): Meaning | undefined {
  const meaning = meaningOfTarget(world, world.target(specifier, view.index), specifier);
  return meaning.tag === Tag.module ? meaning : undefined;
}
