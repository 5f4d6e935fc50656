/**
 * Names that a module has because it hands on all that a package outside shows: `pub use glam::*`, `export * from "lib"`, `from numpy import *`.
 *
 * Stage: resolve. Invariant: to be asked for names only that the repository does not give the module.
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

/** What `name` of a module is that nothing in the repository gives it: of the only package that it hands on, or of one of several. */
export function memberThrough(world: World, module: Meaning, name: string, space: number): Meaning | undefined {
  const packages = handedThrough(world, module);
  if (packages.length === 0 || module.files.some((file) => isOfPackage(world, file, name))) return undefined;
  return packages.length === 1 ? memberMeaning(world, packages[0]!, name, space) : external(name);
}

/**
 * Whether the package of a file writes members of its own for a type of that name: a package does so for its own types alone, so it lies inside
 * though nothing declares it (a macro does).
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
 * What a plain name of `view` is that the wildcard imports `rows` may bring from outside and nothing else gives: what the one has that leads
 * outside, or the one package that it hands on.
 */
export function nameThrough(world: World, view: FileView, rows: readonly number[], name: string, space: number): Meaning {
  const targets = rows.map((row) => importTarget(world, view, row)).filter((target) =>
    target.tag === Tag.external || handsThrough(world, target)
  );
  const [only] = targets;
  if (targets.length !== 1) return external(name);
  const found = only!.tag === Tag.external ? memberMeaning(world, only!, name, space) : memberThrough(world, only!, name, space);
  return found ?? external(name);
}

/** Whether a module may have any name, for it hands on what lies outside. */
export function handsThrough(world: World, module: Meaning): boolean {
  return handedThrough(world, module).length > 0;
}

/**
 * Whether a module takes all of what lies outside for itself, which the code of its file and those of the modules below sees that takes all of it
 * (`use super::*`).
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
    return target.tag === Tag.external || handsThrough(world, target);
  });
}

/** Whether the module of `file` is that of `view` or one around it. */
export function isAround(world: World, view: FileView, file: number): boolean {
  if (view.index === file) return true;
  const [own, its] = [view.path, world.pathOf(file)].map((path) => world.modules.nameOf(path) + world.rules.separator);
  return own!.startsWith(its!);
}

function handedThrough(world: World, module: Meaning): readonly Meaning[] {
  const [first] = modulesOf(world, module);
  if (first === undefined) return [];
  const known = world.kept.handedThrough;
  return known.get(first) ?? known.seek(first, () => world.lookUps.run(() => findPackages(world, module)));
}

/** The modules that a meaning stands for: files of one, or one that is written inside a file. */
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
    for (const target of handedOn(world, id)) {
      if (target.tag === Tag.external) addPackage(world, packages, target);
      else append(open, modulesOf(world, target));
    }
  }
  return [...packages.values()];
}

/** Packages that show the same names are one (`pub use core::*` beside `pub use std::*`). */
function addPackage(world: World, packages: Map<string, Meaning>, target: Meaning): void {
  const name = target.name.replace(/^[^.]+/, (first) => world.rules.libraryTwins?.[first] ?? first);
  if (!packages.has(name) || name === target.name) packages.set(name, target);
}

/** What one module hands on as a whole to whoever may see it. */
function handedOn(world: World, id: DefinitionId): readonly Meaning[] {
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
