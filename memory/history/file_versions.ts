/**
 * Texts of a file at a given time: from disk if unchanged since, else from an earlier commit.
 *
 * Stage: memory. Invariant: git is asked once per file and once per version; outside git only the disk is used.
 */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { headCommit, type Repository, runGit } from "../../core/base/git.ts";
import { listTree } from "../../core/scan/git_objects.ts";
import { readBytes } from "../../core/scan/read_source.ts";

interface Version {
  readonly commit: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
}

/** Whether two texts differ at most in line ends, which git may convert on disk. */
export function sameLines(text: string, other: string | undefined): boolean {
  return text === other || text.replaceAll("\r\n", "\n") === other?.replaceAll("\r\n", "\n");
}

/** Reads versions of files. */
export class FileVersions {
  readonly #root: string;
  readonly #repository: Repository | undefined;
  readonly #histories = new Map<string, Promise<readonly Version[]>>();
  readonly #texts = new Map<string, Promise<string | undefined>>();
  #head: Promise<string> | undefined;
  readonly #trees = new Map<string, Promise<ReadonlyMap<string, string>>>();

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

  /** The file as it was at a time, as far as disk and commits can tell. */
  async at(path: string, time: string): Promise<string | undefined> {
    if (time === "") return undefined;
    const history = await this.#history(path);
    const isCommitted = history.length > 0 && await this.#isCommitted(path);
    const changedAt = !isCommitted ? this.#touchedAt(path) : history[0]!.at;
    if (changedAt !== "" && changedAt <= time) return this.now(path);
    const version = history.find((one) => one.at <= time);
    return version === undefined ? undefined : await this.#text(version.commit, path);
  }

  /** Commits that changed the file, newest first; also for a file that no longer exists. */
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
    const answer = await runGit(this.#repository, ["log", "--format=%H %ct", "--max-count=500", "--", `:(literal)${path}`]);
    return new TextDecoder().decode(answer.bytes).split("\n").filter((line) => line !== "").map((line) => {
      const [commit, seconds] = line.split(" ") as [string, string];
      return { commit, at: new Date(Number(seconds) * 1000).toISOString() };
    });
  }

  /** git's ids of the texts of a commit, by path. */
  idsOf(commit: string): Promise<ReadonlyMap<string, string>> {
    let tree = this.#trees.get(commit);
    if (tree === undefined) this.#trees.set(commit, tree = this.#readIds(commit));
    return tree;
  }

  async #readIds(commit: string): Promise<ReadonlyMap<string, string>> {
    if (this.#repository === undefined || commit === "") return new Map();
    return new Map((await listTree(this.#repository, commit, false)).map(({ path, object }) => [path, object]));
  }

  /** Whether the file on disk is that of the checked-out commit. git is not asked, as it would run the file through filters. */
  async #isCommitted(path: string): Promise<boolean> {
    const id = (await this.idsOf(await (this.#head ??= headCommit(this.#repository!)))).get(path);
    const read = readBytes(join(this.#root, path), path, this.#repository!.objectFormat);
    if (id === undefined || "reason" in read) return false;
    return read.hash === id || sameLines(new TextDecoder().decode(read.bytes), await this.#text("HEAD", path));
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
