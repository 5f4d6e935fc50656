/**
 * Which compiler options hold where: `tsconfig.json` and `jsconfig.json`, with what they extend and refer to.
 *
 * Stage: resolve. Pure. Invariant: each configuration is read when it is first asked for, and once a folder.
 */
import { baseName, folderOf } from "../../core/base/path_parts.ts";
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

  /** Those of all configurations, whatever they are called. */
  get all(): readonly CompilerOptions[] {
    const paths = (): string[] => [...this.#manifests.keys()].filter((path) => /^[jt]sconfig\b.*\.json$/.test(baseName(path)));
    return this.#all ??= paths().map((path) => readCompilerOptions(path, this.#manifests));
  }

  /** Those that hold in a folder: the nearest configuration's, and of those that it merely refers to. */
  of(folder: string): readonly CompilerOptions[] {
    const known = this.#byFolder.get(folder);
    if (known !== undefined) return known;
    const prefix = folder === "" ? "" : `${folder}/`;
    let found: readonly CompilerOptions[] = [];
    const main = [`${prefix}tsconfig.json`, `${prefix}jsconfig.json`].find((path) => this.#manifests.has(path));
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
