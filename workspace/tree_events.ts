/**
 * File events of a working tree, excluding its databases.
 *
 * Stage: maintenance. Invariant: no database folder is ever watched. The runtime opens and closes every file that an event reports, and
 * where locks belong to a process, closing a file drops all of the process's locks on it: the writer's, and SQLite's.
 */
import { readdirSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import type { ProjectPlace } from "../core/store/location.ts";

/** The watched folders: some without, some with their subfolders. */
export interface WatchedFolders {
  readonly shallow: readonly string[];
  readonly deep: readonly string[];
}

/** The folders to watch, as they are now. Links are not followed. */
function watchedFolders({ root, folder }: Pick<ProjectPlace, "root" | "folder">): WatchedFolders {
  const git = join(root, ".git");
  const onTheWay = new Set([root]);
  if (folder.startsWith(root + sep) && !folder.startsWith(git + sep)) {
    for (let at = dirname(folder); at !== root; at = dirname(at)) onTheWay.add(at);
  }
  const shallow: string[] = [];
  const deep: string[] = [];
  for (const at of onTheWay) {
    const inside = foldersIn(at);
    if (inside === undefined) continue;
    if (at !== folder) shallow.push(at);
    for (const path of inside) {
      // In git's own folder only HEAD matters, which switching branches writes last.
      if (path === git && path !== folder) shallow.push(path);
      else if (path !== folder && !onTheWay.has(path)) deep.push(path);
    }
  }
  return { shallow: shallow.sort(), deep: deep.sort() };
}

/** The subfolders of a folder; undefined if it cannot be read. */
function foldersIn(folder: string): string[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => join(folder, entry.name));
  } catch {
    return undefined;
  }
}

/** Watches until it is closed. */
export class TreeEvents {
  readonly #place: ProjectPlace;
  readonly #ring: () => void;
  #watched: WatchedFolders | undefined;
  #watchers: Deno.FsWatcher[] = [];
  #listening: Promise<unknown> = Promise.resolve();
  /** Whether a watched folder was created or removed, so that another may now have its name. */
  #isMoved = false;

  /** @param ring called when something may have changed */
  constructor(place: ProjectPlace, ring: () => void) {
    this.#place = place;
    this.#ring = ring;
  }

  /** Watches the folders that exist now. Called before each look at the tree, so that no later change is missed. */
  async refresh(): Promise<void> {
    const now = watchedFolders(this.#place);
    if (!this.#isMoved && this.#watched !== undefined && isSame(now, this.#watched)) return;
    await this.close();
    this.#isMoved = false;
    this.#watched = now;
    this.#watchers = open(now);
    this.#listening = Promise.all(this.#watchers.map((watcher) => this.#listen(watcher, new Set(now.deep))));
  }

  async close(): Promise<void> {
    for (const watcher of this.#watchers.splice(0)) watcher.close();
    await this.#listening;
  }

  async #listen(watcher: Deno.FsWatcher, deep: ReadonlySet<string>): Promise<void> {
    const git = join(this.#place.root, ".git") + sep;
    try {
      for await (const { kind, paths } of watcher) {
        if (kind === "access") continue;
        if (paths.some((path) => deep.has(path))) this.#isMoved = true;
        if (paths.some((path) => path === `${git}HEAD` || !path.startsWith(git))) this.#ring();
      }
    } catch {
      // The system stopped watching: resumed at the next look, which also happens without events.
      this.#isMoved = true;
    }
  }
}

/** Opens watchers; none if the system refuses (too many folders), in which case the tree is checked periodically. */
function open({ shallow, deep }: WatchedFolders): Deno.FsWatcher[] {
  const watchers: Deno.FsWatcher[] = [];
  try {
    if (shallow.length > 0) watchers.push(Deno.watchFs([...shallow], { recursive: false }));
    if (deep.length > 0) watchers.push(Deno.watchFs([...deep], { recursive: true }));
    return watchers;
  } catch {
    for (const watcher of watchers) watcher.close();
    return [];
  }
}

function isSame(one: WatchedFolders, other: WatchedFolders): boolean {
  return one.shallow.join("\0") === other.shallow.join("\0") && one.deep.join("\0") === other.deep.join("\0");
}
