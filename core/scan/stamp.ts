/**
 * Times and sizes of things on the disk, to tell later what was changed, and what git's answers rest on besides the tree.
 *
 * Stage: scan. Invariants: no text is read; a stamp is taken before that which it stands for; what changed a moment ago is not trusted,
 * for the disk's clock could not tell it from the next change.
 */
import { join } from "node:path";
import { readVariable } from "../base/process_environment.ts";
import { type Repository, runGit } from "../base/git.ts";
import { isRacy, timeOf } from "./scan.ts";

/** How something on the disk looks from outside; -1 where it is not there. */
interface Mark {
  readonly time: number;
  readonly size: number;
  readonly inode: number;
  readonly isFile: boolean;
}

/** Files that are others than they were noted. */
export interface Touched {
  readonly names: readonly string[];
  /** Says that they have been read since they were found: from now on they count as they were found. */
  readonly accept: () => void;
}

/** Notes how things look, each once. */
export class Stamp {
  readonly #start = Date.now();
  /** By absolute path: everything; of files, their names in the project; of folders, what was in them. */
  readonly #marks = new Map<string, Mark>();
  readonly #files = new Map<string, string>();
  readonly #entries = new Map<string, string>();
  /** Files that could change again unseen. */
  readonly #unsure = new Set<string>();

  /** @param path absolute; it need not be there. */
  note(path: string): void {
    if (!this.#marks.has(path)) this.#marks.set(path, lookAt(path));
  }

  /** Notes a file whose change means nothing to other files. @param name by which `findTouched` tells of it */
  noteFile(path: string, name: string): void {
    if (this.#marks.has(path)) return;
    const mark = lookAt(path);
    this.#marks.set(path, mark);
    if (!mark.isFile) return;
    this.#files.set(path, name);
    if (isRacy(mark.time, this.#start)) this.#unsure.add(path);
  }

  /** Notes what is in a folder that was noted before it was read. */
  noteEntries(path: string, entries: readonly Deno.DirEntry[]): void {
    this.#entries.set(path, describe(entries));
  }

  /** Whether nothing but files changed so shortly before that it could change again unseen. */
  isSure(): boolean {
    return [...this.#marks].every(([path, mark]) => this.#files.has(path) || !isRacy(mark.time, this.#start));
  }

  /** Whether everything is as it was. */
  holds(): boolean {
    return this.findTouched()?.names.length === 0;
  }

  /** The files that changed, or may have; undefined where something else changed too. */
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

  /** Whether a folder whose time is another holds what it held: an editor has put a new file in the place of an old one. */
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

/** The names in a folder, each with what it is. */
function describe(entries: readonly Deno.DirEntry[]): string {
  return entries.map(({ name, isFile, isDirectory }) => `${isFile ? "f" : isDirectory ? "d" : "o"}${name}`).sort().join("\0");
}

/** What git's answers rest on besides the tree: its index, its settings, the rules outside the tree, what is checked out. */
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
