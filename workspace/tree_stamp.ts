/**
 * What a look at a working tree rested on, in so little that it can be held against the disk before every question: the times of the
 * folders in which files may come or go, of the files that count, of the ignore rules and of git's own list.
 *
 * Stage: before a question. Invariants: a stamp is taken before the look that it stands for, so that any change since that look shows;
 * what changed a moment ago makes no stamp, for the disk's clock could not tell it from the next change; no text is read.
 */
import { join } from "node:path";
import { artifactTypeOf } from "../core/artifacts/artifact_kinds.ts";
import { type Repository, runGit } from "../core/git.ts";
import type { LanguageTable } from "../core/scan/languages_of.ts";
import { listFolders } from "../core/scan/list_folders.ts";
import { isRacy, timeOf } from "../core/scan/scan.ts";
import type { ProjectPlace } from "../core/store/location.ts";

/** How something on the disk looks from outside; -1 where it is not there. */
interface Mark {
  readonly path: string;
  readonly time: number;
  readonly size: number;
  readonly inode: number;
}

/** See the head of this file. */
export class TreeStamp {
  readonly #marks: readonly Mark[];

  constructor(marks: readonly Mark[]) {
    this.#marks = marks;
  }

  /** Whether everything is as it was. */
  holds(): boolean {
    return this.#marks.every((mark) => {
      const { time, size, inode } = lookAt(mark.path);
      return time === mark.time && size === mark.size && inode === mark.inode;
    });
  }
}

/** Takes a stamp of a tree as it is now; undefined where something changed just now. */
export async function takeStamp(place: ProjectPlace, table: LanguageTable): Promise<TreeStamp | undefined> {
  const start = Date.now();
  const marks = new Map<string, Mark>();
  const note = (path: string): unknown => marks.has(path) || marks.set(path, lookAt(path));
  if (place.repository !== undefined) { for (const path of await rulesOf(place.repository)) note(path); }
  const { listing, ignoreFiles } = await listFolders(place, (folder) => note(join(place.root, folder)));
  for (const path of ignoreFiles) note(join(place.root, path));
  for (const path of listing.paths) if (counts(path, table)) note(join(place.root, path));
  return [...marks.values()].some((mark) => isRacy(mark.time, start)) ? undefined : new TreeStamp([...marks.values()]);
}

/** Whether a look depends on more of a file than that it is there. A file without ending may be a script. */
function counts(path: string, table: LanguageTable): boolean {
  return path.lastIndexOf(".") <= path.lastIndexOf("/") || table.languageOf(path) !== undefined || table.manifestReaders(path).length > 0 ||
    artifactTypeOf(path, table.plugins) !== undefined;
}

/** What git's list of files rests on besides the tree: its index, its settings, the ignore rules outside the tree. */
async function rulesOf(repository: Repository): Promise<string[]> {
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

function lookAt(path: string): Mark {
  try {
    const info = Deno.lstatSync(path);
    return { path, time: timeOf(info), size: info.size, inode: info.ino ?? 0 };
  } catch {
    return { path, time: -1, size: -1, inode: -1 };
  }
}
