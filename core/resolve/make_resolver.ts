/**
 * The resolver of one language of one ref, file by file. It survives code of any depth.
 *
 * Stage: resolve. Invariants: a stack overflow costs only the site at which it occurred; state that was half computed then is discarded.
 */
import { type Asked, joinAsked } from "../asked.ts";
import type { Facts } from "../facts.ts";
import type { Outline } from "../facts/outline.ts";
import type { LanguagePlugin } from "../plugin.ts";
import { linkedModules } from "./linked_modules.ts";
import type { ModuleResolver, Project } from "./modules.ts";
import { FileResolver } from "./file_resolver.ts";
import type { EdgeRow } from "./sites/edge_rows.ts";
import type { Undetermined } from "./members/attachments.ts";
import { type SourceFile, World } from "./world.ts";

/** Maximum number of times that a file is resolved again because results that were too deep to compute are now known. */
const MOST_ROUNDS = 10;

/**
 * So many rows of facts are looked at before views are given up (`World.sweep`): those of some 300,000 lines. With what is known of it a row
 * takes about 60 bytes, and the views of up to two such rounds are there at a time.
 */
const MOST_ROWS = 2_500_000;

/** One language of one ref, ready to resolve. */
export interface Resolver {
  /** The edges of file number `i`, and what they depend on. */
  resolveFile(i: number): { edges: readonly EdgeRow[]; asked: Asked };
  readonly modules: ModuleResolver;
}

/**
 * Builds all maps for one language of one ref.
 * @param files sorted by path
 * @param library facts of the plugin's library file
 * @param links the path of a file or folder by that of the link to it
 * @param mostRows see `MOST_ROWS`
 */
export function makeResolver(
  plugin: LanguagePlugin,
  files: readonly SourceFile[],
  library: Facts,
  manifests: ReadonlyMap<string, string>,
  links: ReadonlyMap<string, string>,
  mostRows = MOST_ROWS,
): Resolver {
  const byPath = new Map(files.map((file, i) => [file.path, i]));
  const outlineAt = (path: string): Outline | undefined => {
    const i = byPath.get(path);
    return i === undefined ? undefined : files[i]!.outline;
  };
  const project: Project = {
    paths: files.map((file) => file.path),
    manifests,
    declarations: (path) => outlineAt(path)?.declarations,
    specifiers: (path) => outlineAt(path)?.specifiers ?? [],
  };
  const modules = linkedModules(plugin, project, links);
  let made: World | undefined;
  let undetermined: Undetermined | undefined;
  const findUndetermined = (): Undetermined => {
    const world = new World(plugin, files, library, modules);
    do undetermined = world.attachments.findUndetermined(); while (world.depths.dig());
    return undetermined;
  };
  // Created lazily: module names are needed before the first edges are.
  const makeWorld = (): World => made = new World(plugin, files, library, modules, undetermined ?? findUndetermined());
  return {
    modules,
    resolveFile: (i) => {
      made?.sweep(mostRows);
      return resolveFile(i, () => made ?? makeWorld(), () => made = undefined);
    },
  };
}

/** @param discard drops the current world. */
function resolveFile(i: number, world: () => World, discard: () => void): { edges: readonly EdgeRow[]; asked: Asked } {
  const asked: Asked[] = [];
  const begun = (): World => {
    world().begin(i);
    return world();
  };
  const renew = (): World => {
    asked.push(world().reliance.collect());
    discard();
    return begun();
  };
  let edges = new FileResolver(begun(), i, renew).run();
  for (let round = 1; world().depths.dig(); round++) {
    world().forgetCut();
    world().depths.isFinal = round === MOST_ROUNDS;
    edges = new FileResolver(begun(), i, renew).run();
  }
  world().depths.isFinal = false;
  asked.push(world().reliance.collect());
  return { edges, asked: asked.length === 1 ? asked[0]! : joinAsked(asked) };
}
