/**
 * Times and sizes of things on the disk, to tell later whether anything was changed, and what git's answers rest on besides the tree.
 *
 * Stage: scan. Invariants: no text is read; a stamp is taken before that which it stands for; what changed a moment ago makes no stamp,
 * for the disk's clock could not tell it from the next change.
 */
import { join } from "node:path";
import { type Repository, runGit } from "../git.ts";
import { isRacy, timeOf } from "./scan.ts";

/** How something on the disk looks from outside; -1 where it is not there. */
interface Mark {
  readonly path: string;
  readonly time: number;
  readonly size: number;
  readonly inode: number;
}

/** Notes how things look, each once. */
export class Stamp {
  readonly #start = Date.now();
  readonly #marks = new Map<string, Mark>();

  /** @param path absolute; it need not be there. */
  note(path: string): void {
    if (!this.#marks.has(path)) this.#marks.set(path, lookAt(path));
  }

  /** Whether nothing changed so shortly before that it could change again unseen. */
  isSure(): boolean {
    return this.#marks.values().every((mark) => !isRacy(mark.time, this.#start));
  }

  /** Whether everything is as it was. */
  holds(): boolean {
    return this.#marks.values().every((mark) => {
      const { time, size, inode } = lookAt(mark.path);
      return time === mark.time && size === mark.size && inode === mark.inode;
    });
  }
}

function lookAt(path: string): Mark {
  try {
    const info = Deno.lstatSync(path);
    return { path, time: timeOf(info), size: info.size, inode: info.ino ?? 0 };
  } catch {
    return { path, time: -1, size: -1, inode: -1 };
  }
}

/** What git's list of files and its ignore rules rest on besides the tree: its index, its settings, the rules outside the tree. */
export async function rulesOutside(repository: Repository): Promise<string[]> {
  const { gitFolder, commonFolder } = repository;
  const home = Deno.env.get("HOME") ?? Deno.env.get("USERPROFILE") ?? "";
  const settings = Deno.env.get("XDG_CONFIG_HOME") ?? join(home, ".config");
  const answer = await runGit(repository, ["config", "--type=path", "--get", "core.excludesFile"]);
  const chosen = new TextDecoder().decode(answer.bytes).trim();
  return [
    join(gitFolder, "index"),
    join(gitFolder, "config.worktree"),
    join(commonFolder, "config"),
    join(commonFolder, "info", "exclude"),
    join(home, ".gitconfig"),
    join(settings, "git", "config"),
    join(settings, "git", "ignore"),
    ...(chosen === "" ? [] : [chosen]),
  ];
}
