/**
 * Names used without an import because of their package's position: fully qualified names, and names in parent packages.
 *
 * Stage: resolve. Invariant: only module rules determine which packages there are.
 */
import { isKnown, type Meaning, Tag } from "../meaning.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { meaningOfTarget } from "./import_targets.ts";
import { moduleMember } from "./module_members.ts";

/** The meaning of a name in the parent packages of a file's package (`packagesAround`), nearest first. */
export function nameAround(world: World, view: FileView, name: string, space: number): Meaning | undefined {
  for (const specifier of world.modules.packagesAround?.(view.path) ?? []) {
    const around = moduleCalled(world, view, specifier);
    const found = around === undefined ? undefined : moduleMember(world, around, name, space);
    if (found !== undefined && isKnown(found)) return found;
  }
  return undefined;
}

/** The package that a name denotes: one of that name, or, where names are paths (`pathSign`), one within the code's own package. */
export function moduleWithin(world: World, view: FileView, name: string): Meaning | undefined {
  const { pathSign } = world.rules;
  const own = pathSign === undefined ? "" : world.modules.nameOf(view.path);
  return moduleCalled(world, view, own === "" ? name : `${own}${pathSign}${name}`);
}

/** The meaning of a name relative to the root: in the unnamed package, or a package of that name. */
export function moduleFromRoot(world: World, view: FileView, name: string, space: number): Meaning | undefined {
  const root = moduleCalled(world, view, world.rules.pathSign!);
  const found = root === undefined ? undefined : moduleMember(world, root, name, space);
  return found ?? moduleCalled(world, view, name);
}

/** The module of the repository with that name, or a folder of modules. */
function moduleCalled(world: World, view: FileView, specifier: string): Meaning | undefined {
  const meaning = meaningOfTarget(world, world.targets.of(specifier, view.index), specifier);
  return meaning.tag === Tag.module ? meaning : undefined;
}
