/**
 * Which transcripts belong to this repository, and what their paths mean in it.
 *
 * Stage: memory. Invariants: a session of another repository is never taken for one of this; a path that leads out of the repository means
 * nothing.
 */
import { existsSync } from "node:fs";
import { posix } from "node:path";
import { findRepository } from "../../core/base/git.ts";
import type { ProjectPlace } from "../../core/store/location.ts";

/** `own`: this repository or a worktree of it. `other`: another one. `gone`: the folder is not on this disk. */
export type Belonging = "own" | "other" | "gone";

/** Maps sessions and paths to this repository. */
export class OwnPaths {
  readonly #project: ProjectPlace;
  readonly #roots: readonly string[];
  readonly #known = new Map<string, { belonging: Belonging; root: string }>();
  /** Files of the index that end with a path. */
  readonly #filesOf: (written: string) => readonly string[];

  constructor(project: ProjectPlace, roots: readonly string[], filesOf: (written: string) => readonly string[]) {
    this.#project = project;
    this.#roots = roots;
    this.#filesOf = filesOf;
  }

  /** What a session that worked in `cwd` belongs to; a session without a folder counts as one of this repository. */
  belonging(cwd: string): Belonging {
    return cwd === "" ? "own" : this.#look(cwd).belonging;
  }

  /** The repository's path for a path that an agent wrote in `cwd`; "" if it is outside. */
  toOwn(written: string, cwd: string): string {
    const path = posix.normalize(written.replaceAll("\\", "/").replace(/^file:\/\//, ""));
    if (!path.startsWith("/") && !/^[A-Za-z]:\//.test(path)) return this.#fromFolder(path, cwd);
    const looked = cwd === "" ? undefined : this.#look(cwd);
    for (const root of [...this.#roots, ...(looked?.root ? [looked.root] : [])]) {
      if (path.startsWith(`${root}/`)) return path.slice(root.length + 1);
    }
    // The folder is gone: the repository was elsewhere then.
    return looked?.belonging === "gone" ? this.#byEnd(path, cwd) : "";
  }

  #fromFolder(path: string, cwd: string): string {
    const looked = cwd === "" ? undefined : this.#look(cwd);
    const inside = looked?.root ? posix.relative(looked.root, cwd.replaceAll("\\", "/")) : "";
    const joined = posix.normalize(inside === "" || inside.startsWith("..") ? path : `${inside}/${path}`);
    return joined.startsWith("../") || joined === ".." ? "" : joined;
  }

  /** For an absolute path on another machine: the only file of the index with the path relative to the session's folder. */
  #byEnd(path: string, cwd: string): string {
    const folder = cwd.replaceAll("\\", "/").replace(/\/$/, "");
    if (!path.startsWith(`${folder}/`)) return "";
    const files = this.#filesOf(path.slice(folder.length + 1));
    return files.length === 1 ? files[0]! : "";
  }

  #look(cwd: string): { belonging: Belonging; root: string } {
    let found = this.#known.get(cwd);
    if (found === undefined) this.#known.set(cwd, found = this.#decide(cwd));
    return found;
  }

  #decide(cwd: string): { belonging: Belonging; root: string } {
    const below = this.#roots.find((root) => cwd === root || cwd.startsWith(`${root}/`));
    if (!existsSync(cwd)) return below === undefined ? { belonging: "gone", root: "" } : { belonging: "own", root: below };
    const repository = findRepository(cwd);
    const own = this.#project.repository;
    if (own !== undefined && repository?.commonFolder === own.commonFolder) return { belonging: "own", root: repository.root };
    if (below !== undefined && (repository === undefined || !repository.root.startsWith(`${below}/`))) {
      return { belonging: "own", root: below };
    }
    return { belonging: "other", root: "" };
  }
}
