/**
 * Which compiler options hold where: `tsconfig.json` and `jsconfig.json`, with what they extend and refer to.
 *
 * Stage: resolve. Pure. Invariant: no configuration is read before it is asked for.
 */
import { baseName, folderOf, pathIn } from "../../core/base/path_parts.ts";
import { type CompilerOptions, readCompilerOptions, referencedConfigs } from "./manifests.ts";

/** The folder around one; undefined around the root. */
export function above(folder: string): string | undefined {
  return folder === "" ? undefined : folderOf(folder);
}

/** See the head of this file. */
export class CompilerConfigs {
  readonly #manifests: ReadonlyMap<string, string>;
  readonly #byFolder = new Map<string, readonly CompilerOptions[]>();
  #all: readonly CompilerOptions[] | undefined;

  constructor(manifests: ReadonlyMap<string, string>) {
    this.#manifests = manifests;
  }

  /** Those of all configurations, also of those that only others refer to (`tsconfig.base.json`). */
  get all(): readonly CompilerOptions[] {
    const paths = (): string[] => [...this.#manifests.keys()].filter((path) => /^[jt]sconfig\b.*\.json$/.test(baseName(path)));
    return this.#all ??= paths().map((path) => readCompilerOptions(path, this.#manifests));
  }

  /** Those that hold in a folder: the nearest configuration's, and of those that it merely refers to. */
  of(folder: string): readonly CompilerOptions[] {
    const known = this.#byFolder.get(folder);
    if (known !== undefined) return known;
    let found: readonly CompilerOptions[] = [];
    const main = ["tsconfig.json", "jsconfig.json"].map((name) => pathIn(folder, name)).find((path) => this.#manifests.has(path));
    if (main !== undefined) {
      found = [main, ...referencedConfigs(main, this.#manifests)].map((path) => readCompilerOptions(path, this.#manifests));
    } else {
      const outer = above(folder);
      if (outer !== undefined) found = this.of(outer);
    }
    this.#byFolder.set(folder, found);
    return found;
  }
}
