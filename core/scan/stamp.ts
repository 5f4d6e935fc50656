/**
 * Times and sizes of files and folders, to detect later changes, and what git's answers depend on besides the tree.
 *
 * Stage: scan. Invariants: no text is read; a stamp is taken before what it stands for is read; very recent changes are not trusted, for
 * the file system's clock could not distinguish them from the next change.
 */
import { join } from "node:path";
import { readVariable } from "../base/process_environment.ts";
import { type Repository, runGit } from "../base/git.ts";
import { isRacy, timeOf } from "./scan.ts";

/** The visible state of a file or folder; -1 if it does not exist. */
interface Mark {
  readonly time: number;
  readonly size: number;
  readonly inode: number;
  readonly isFile: boolean;
}

/** Files that changed since they were recorded. */
export interface Touched {
  readonly names: readonly string[];
  /** Confirms that they have been read since they were found: from now on their new state counts. */
  readonly accept: () => void;
}

/** Records the state of files and folders, each once. */
export class Stamp {
  readonly #start = Date.now();
  /** By absolute path: the state of everything, the project names of files, the entries of folders. */
  readonly #marks = new Map<string, Mark>();
  readonly #files = new Map<string, string>();
  readonly #entries = new Map<string, string>();
  /** Files that could change again without being noticed. */
  readonly #unsure = new Set<string>();

  /**
   * Records a file or folder.
   * @param path absolute; it need not exist
   */
  note(path: string): void {
    if (!this.#marks.has(path)) this.#marks.set(path, lookAt(path));
  }

  /**
   * Records a file whose change does not affect other files.
   * @param name by which `findTouched` reports it
   */
  noteFile(path: string, name: string): void {
    if (this.#marks.has(path)) return;
    const mark = lookAt(path);
    this.#marks.set(path, mark);
    if (!mark.isFile) return;
    this.#files.set(path, name);
    if (isRacy(mark.time, this.#start)) this.#unsure.add(path);
  }

  /** Records the entries of a folder that was recorded before it was read. */
  noteEntries(path: string, entries: readonly Deno.DirEntry[]): void {
    this.#entries.set(path, describe(entries));
  }

  /** Whether only files changed so recently that a further change could go unnoticed. */
  isSure(): boolean {
    return [...this.#marks].every(([path, mark]) => this.#files.has(path) || !isRacy(mark.time, this.#start));
  }

  /** Whether nothing changed. */
  holds(): boolean {
    return this.findTouched()?.names.length === 0;
  }

  /** The files that changed, or may have; undefined if something else changed too. */
  findTouched(): Touched | undefined {
    const now = Date.now();
    const names: string[] = [];
    const seen = new Map<string, Mark>();
    for (const [path, mark] of this.#marks) {
      const look = lookAt(path);
      const name = this.#files.get(path);
      if (isSame(look, mark)) {
        if (!this.#unsure.has(path)) continue;
      } else if (name === undefined) {
        if (!this.#hasSameEntries(path, look, now)) return undefined;
        continue;
      } else if (!look.isFile) return undefined;
      names.push(name!);
      seen.set(path, look);
    }
    return { names, accept: () => this.#accept(seen, now) };
  }

  #accept(seen: ReadonlyMap<string, Mark>, lookedAt: number): void {
    for (const [path, mark] of seen) {
      this.#marks.set(path, mark);
      if (isRacy(mark.time, lookedAt)) this.#unsure.add(path);
      else this.#unsure.delete(path);
    }
  }

  /** Whether a folder with another time has the same entries: an editor replaced a file by a new one. */
  #hasSameEntries(path: string, look: Mark, now: number): boolean {
    const before = this.#entries.get(path);
    if (before === undefined || look.time < 0) return false;
    try {
      if (describe([...Deno.readDirSync(path)]) !== before) return false;
    } catch {
      return false;
    }
    if (!isRacy(look.time, now)) this.#marks.set(path, look);
    return true;
  }
}

function lookAt(path: string): Mark {
  try {
    const info = Deno.lstatSync(path);
    return { time: timeOf(info), size: info.size, inode: info.ino ?? 0, isFile: info.isFile };
  } catch {
    return { time: -1, size: -1, inode: -1, isFile: false };
  }
}

function isSame(one: Mark, other: Mark): boolean {
  return one.time === other.time && one.size === other.size && one.inode === other.inode;
}

/** The names in a folder with their types. */
function describe(entries: readonly Deno.DirEntry[]): string {
  return entries.map(({ name, isFile, isDirectory }) => `${isFile ? "f" : isDirectory ? "d" : "o"}${name}`).sort().join("\0");
}

/** What git's answers depend on besides the tree: its index, its settings, ignore rules outside the tree, what is checked out. */
export async function rulesOutside(repository: Repository): Promise<string[]> {
  const { gitFolder, commonFolder } = repository;
  const home = readVariable("HOME") ?? readVariable("USERPROFILE") ?? "";
  const settings = readVariable("XDG_CONFIG_HOME") ?? join(home, ".config");
  const answer = await runGit(repository, ["config", "--type=path", "--get", "core.excludesFile"]);
  const chosen = new TextDecoder().decode(answer.bytes).trim();
  return [
    join(gitFolder, "index"),
    join(gitFolder, "logs", "HEAD"),
    join(gitFolder, "config.worktree"),
    join(commonFolder, "config"),
    join(commonFolder, "info", "exclude"),
    join(home, ".gitconfig"),
    join(settings, "git", "config"),
    join(settings, "git", "ignore"),
    ...(chosen === "" ? [] : [chosen]),
  ];
}
