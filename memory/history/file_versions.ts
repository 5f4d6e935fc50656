/**
 * Texts of a file at a time: on disk if it has not changed since, else as committed before.
 *
 * Stage: memory. Invariant: git is asked once a file and once a version; outside git only the disk tells.
 */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Repository, runGit, splitPaths } from "../../core/git.ts";

interface Version {
  readonly commit: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
}

/** See the head of this file. */
export class FileVersions {
  readonly #root: string;
  readonly #repository: Repository | undefined;
  readonly #histories = new Map<string, Promise<readonly Version[]>>();
  readonly #texts = new Map<string, Promise<string | undefined>>();
  #dirty: Promise<ReadonlySet<string>> | undefined;

  constructor(root: string, repository: Repository | undefined) {
    this.#root = root;
    this.#repository = repository;
  }

  /** The file as it is on disk. */
  now(path: string): string | undefined {
    try {
      return readFileSync(join(this.#root, path), "utf8");
    } catch {
      return undefined;
    }
  }

  /** The file as it was at a time, as far as the disk and commits tell. */
  async at(path: string, time: string): Promise<string | undefined> {
    if (time === "") return undefined;
    const history = await this.#history(path);
    const isDirty = (await this.#changed()).has(path) || history.length === 0;
    const changedAt = isDirty ? this.#touchedAt(path) : history[0]!.at;
    if (changedAt !== "" && changedAt <= time) return this.now(path);
    const version = history.find((one) => one.at <= time);
    return version === undefined ? undefined : await this.#text(version.commit, path);
  }

  /** Commits that changed the file, newest first; also where it is no longer there. */
  async commitsOf(path: string): Promise<readonly string[]> {
    return (await this.#history(path)).map((version) => version.commit);
  }

  #touchedAt(path: string): string {
    try {
      return statSync(join(this.#root, path)).mtime.toISOString();
    } catch {
      return "";
    }
  }

  #history(path: string): Promise<readonly Version[]> {
    let history = this.#histories.get(path);
    if (history === undefined) this.#histories.set(path, history = this.#readHistory(path));
    return history;
  }

  async #readHistory(path: string): Promise<readonly Version[]> {
    if (this.#repository === undefined) return [];
    const answer = await runGit(this.#repository, ["log", "--format=%H %ct", "--max-count=500", "--", path]);
    return new TextDecoder().decode(answer.bytes).split("\n").filter((line) => line !== "").map((line) => {
      const [commit, seconds] = line.split(" ") as [string, string];
      return { commit, at: new Date(Number(seconds) * 1000).toISOString() };
    });
  }

  #changed(): Promise<ReadonlySet<string>> {
    return this.#dirty ??= this.#repository === undefined
      ? Promise.resolve(new Set<string>())
      : runGit(this.#repository, ["diff", "--name-only", "-z", "--no-ext-diff", "--no-textconv", "HEAD", "--"]).then((answer) =>
        new Set(splitPaths(answer.bytes))
      );
  }

  #text(commit: string, path: string): Promise<string | undefined> {
    const key = `${commit}:${path}`;
    let text = this.#texts.get(key);
    if (text === undefined) this.#texts.set(key, text = this.#readText(key));
    return text;
  }

  async #readText(object: string): Promise<string | undefined> {
    const answer = await runGit(this.#repository!, ["cat-file", "blob", object]);
    return answer.status === 0 ? new TextDecoder().decode(answer.bytes) : undefined;
  }
}
