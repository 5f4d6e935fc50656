/**
 * File events of a working tree, without those of its databases.
 *
 * Stage: upkeep. Invariant: no folder of databases is ever watched. The runtime opens and closes whatever an event tells of, and where
 * locks belong to a process, closing a file drops every lock that the process has on it: that of the writer, and those of SQLite.
 */
import { readdirSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import type { ProjectPlace } from "../core/store/location.ts";

/** What is watched: some folders for what lies directly in them, others with all that is below. */
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
      // Of git's own folder only HEAD is of interest, which a switch of branches writes last.
      if (path === git && path !== folder) shallow.push(path);
      else if (path !== folder && !onTheWay.has(path)) deep.push(path);
    }
  }
  return { shallow: shallow.sort(), deep: deep.sort() };
}

/** Undefined: it cannot be read. */
function foldersIn(folder: string): string[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => join(folder, entry.name));
  } catch {
    return undefined;
  }
}

/** Listens until it is closed. */
export class TreeEvents {
  readonly #place: ProjectPlace;
  readonly #ring: () => void;
  #watched: WatchedFolders | undefined;
  #watchers: Deno.FsWatcher[] = [];
  #listening: Promise<unknown> = Promise.resolve();
  /** A watched folder came or went under its name: what is watched may be another by now. */
  #isMoved = false;

  /** @param ring called where something may have changed. */
  constructor(place: ProjectPlace, ring: () => void) {
    this.#place = place;
    this.#ring = ring;
  }

  /** Watches the folders that are there now; called before each look at the tree, nothing of what comes after it is missed. */
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
      // The system gave up watching: begun again at the next look, which comes without events too.
      this.#isMoved = true;
    }
  }
}

/** Where no events are to be had (too many folders for the system's limit), none: the tree is looked at from time to time. */
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
