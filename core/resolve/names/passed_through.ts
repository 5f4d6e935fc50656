/**
 * Names that a module re-exports from an external package as a whole: `pub use glam::*`, `export * from "lib"`, `from numpy import *`.
 *
 * Stage: resolve. Invariant: only for names that nothing in the repository provides.
 */
import { append } from "../../base/lists.ts";
import { DefinitionKind, LinkFlag, MODULE_ROW } from "../../facts.ts";
import { type DefinitionId, definitionId, external, fileOf, type Meaning, rowOf, Tag } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import type { FileView } from "../state/file_view.ts";
import { hasTrait } from "../traits/traits.ts";
import type { World } from "../world.ts";
import { importTarget } from "./import_targets.ts";
import { sourceTarget, wildcardsOf } from "./wildcards.ts";

/**
 * The meaning of `name` in a module if nothing in the repository provides it: of the only package that it re-exports, or of one of several.
 */
export function memberThrough(world: World, module: Meaning, name: string, space: number): Meaning | undefined {
  const packages = passedThrough(world, module);
  if (packages.length === 0 || module.files.some((file) => isOfPackage(world, file, name))) return undefined;
  return packages.length === 1 ? memberMeaning(world, packages[0]!, name, space) : external(name);
}

/**
 * Whether the package of a file has inherent impls for a type of that name: only its own types have these, so the type is not external
 * although nothing declares it (a macro does).
 */
export function isOfPackage(world: World, file: number, name: string): boolean {
  if (!world.rules.implementations) return false;
  const home = world.modules.packageName(world.pathOf(file));
  return world.names.find("owned", name).some((impl) => {
    const view = world.viewOf(impl);
    const isOwn = world.kindOf(impl) === DefinitionKind.impl && !hasTrait(world, impl);
    return isOwn && !world.inLibrary(impl) && world.modules.packageName(view.path) === home;
  });
}

/**
 * The meaning of a plain name of `view` that the wildcard imports `rows` may provide from outside and nothing else does: from a wildcard on
 * an external module, or from the only package that is re-exported.
 */
export function nameThrough(world: World, view: FileView, rows: readonly number[], name: string, space: number): Meaning {
  const targets = rows.map((row) => importTarget(world, view, row)).filter((target) =>
    target.tag === Tag.external || passesThrough(world, target)
  );
  const [only] = targets;
  if (targets.length !== 1) return external(name);
  const found = only!.tag === Tag.external ? memberMeaning(world, only!, name, space) : memberThrough(world, only!, name, space);
  return found ?? external(name);
}

/** Whether a module may have any name, because it re-exports something external as a whole. */
export function passesThrough(world: World, module: Meaning): boolean {
  return passedThrough(world, module).length > 0;
}

/**
 * Whether a module has a private wildcard import of something external, which is visible to code of its file and of nested modules that
 * import all of it (`use super::*`).
 */
export function takesFromOutside(world: World, view: FileView, module: Meaning): boolean {
  return module.tag === Tag.module &&
    module.files.some((file) => (file === view.index || world.rules.itemPaths) && isTaking(world, file) && isAround(world, view, file));
}

function isTaking(world: World, file: number): boolean {
  world.ask(file);
  const home = world.view(file);
  return wildcardsOf(world, home).some((source) => {
    const target = sourceTarget(world, home, source);
    return target.tag === Tag.external || passesThrough(world, target);
  });
}

/** Whether the module of `file` is that of `view` or one around it. */
export function isAround(world: World, view: FileView, file: number): boolean {
  if (view.index === file) return true;
  const [own, its] = [view.path, world.pathOf(file)].map((path) => world.modules.nameOf(path) + world.rules.separator);
  return own!.startsWith(its!);
}

function passedThrough(world: World, module: Meaning): readonly Meaning[] {
  const [first] = modulesOf(world, module);
  if (first === undefined) return [];
  const known = world.kept.passedThrough;
  return known.get(first) ?? known.seek(first, () => world.lookUps.run(() => findPackages(world, module)));
}

/** The modules that a meaning stands for: the files of one, or an inline module. */
function modulesOf(world: World, module: Meaning): readonly DefinitionId[] {
  if (module.tag === Tag.module) return module.files.map((file) => definitionId(file, MODULE_ROW));
  const isModule = module.tag === Tag.definition && world.kindOf(module.definition) === DefinitionKind.namespace;
  return isModule ? [module.definition] : [];
}

function findPackages(world: World, module: Meaning): readonly Meaning[] {
  const packages = new Map<string, Meaning>();
  const seen = new Set<DefinitionId>();
  const open = [...modulesOf(world, module)];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    for (const target of passedOn(world, id)) {
      if (target.tag === Tag.external) addPackage(world, packages, target);
      else append(open, modulesOf(world, target));
    }
  }
  return [...packages.values()];
}

/** Packages that export the same names count as one (`pub use core::*` beside `pub use std::*`). */
function addPackage(world: World, packages: Map<string, Meaning>, target: Meaning): void {
  const name = target.name.replace(/^[^.]+/, (first) => world.rules.libraryTwins?.[first] ?? first);
  if (!packages.has(name) || name === target.name) packages.set(name, target);
}

/** What one module re-exports as a whole to any importer. */
function passedOn(world: World, id: DefinitionId): readonly Meaning[] {
  const view = world.view(fileOf(id));
  world.ask(view.index);
  const { definitions, exports, imports } = view.facts;
  const isSeen = (source: number): boolean => {
    const flags = source < 0 ? exports.flags[-source]! : imports.flags[source]!;
    const isShown = source < 0 || !world.rules.hidesItems || (flags & LinkFlag.reexported) !== 0;
    return isShown && (flags & LinkFlag.inactive) === 0;
  };
  if (rowOf(id) === MODULE_ROW) return wildcardsOf(world, view).filter(isSeen).map((source) => sourceTarget(world, view, source));
  const body = definitions.body[rowOf(id)]!;
  return view.wildcards.filter((row) => imports.scope[row] === body && isSeen(row)).map((row) => importTarget(world, view, row));
}
