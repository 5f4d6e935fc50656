/**
 * Which compiler options apply where: `tsconfig.json` and `jsconfig.json`, with those they extend and reference.
 *
 * Stage: resolve. Pure. Invariant: a configuration is only read when it is needed.
 */
import { baseName, folderOf, pathIn } from "../../core/base/path_parts.ts";
import { type CompilerOptions, readCompilerOptions, referencedConfigs } from "./manifests.ts";

/** The folder around one; undefined around the root. */
export function above(folder: string): string | undefined {
  return folder === "" ? undefined : folderOf(folder);
}

/** The compiler options of the repository's folders. */
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

  /** Those that apply in a folder: of the nearest configuration, and of those that it only references. */
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
