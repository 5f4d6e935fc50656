/**
 * The folders of a working tree in which files of the project may be added or removed: those that no ignore rule covers, including empty
 * ones.
 *
 * Stage: scan. Invariants: each folder is reported before it is read, so a caller that records its time then will notice every later change
 * of its entries; links and other repositories inside the tree are never entered.
 */
import { join } from "node:path";
import { runGit, splitPaths } from "../base/git.ts";
import { pathIn } from "../base/path_parts.ts";
import type { ProjectPlace } from "../store/location.ts";
import { type FolderVisit, IGNORE_FILE, listFiles, type Listing, walkFolder } from "./list_files.ts";

/** The result of a walk. Paths are relative to the root, with `/`. */
export interface Folders {
  readonly listing: Listing;
  /** Files with ignore rules, whether they belong to the project or not. */
  readonly ignoreFiles: readonly string[];
}

/** Visits all folders of a working tree that no ignore rule covers. */
export async function listFolders(place: ProjectPlace, visit: FolderVisit): Promise<Folders> {
  if (place.repository === undefined) {
    const ignoreFiles: string[] = [];
    const listing = walkFolder(place.root, visit, (path) => ignoreFiles.push(path));
    return { listing, ignoreFiles };
  }
  return await walkRepository(place, visit);
}

/** Uses git's list of files; folders without any are walked if git does not ignore them. */
async function walkRepository(place: ProjectPlace, visit: FolderVisit): Promise<Folders> {
  const listing = await listFiles(place);
  const listed = new Set<string>();
  for (const path of listing.paths) {
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      const folder = path.slice(0, at);
      if (listed.has(folder)) break;
      listed.add(folder);
    }
  }
  const ignoreFiles: string[] = [];
  const read = (folder: string): string[] => readFolder(place.root, folder, visit, ignoreFiles);
  const waiting = [""];
  let unsure: string[] = [];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const child of read(next)) (listed.has(child) ? waiting : unsure).push(child);
  }
  while (unsure.length > 0) {
    const answer = await runGit(place.repository!, ["check-ignore", "-z", "--stdin"], new TextEncoder().encode(`${unsure.join("\0")}\0`));
    const ignored = new Set(splitPaths(answer.bytes));
    unsure = unsure.filter((folder) => !ignored.has(folder)).flatMap(read);
  }
  return { listing, ignoreFiles };
}

/** The folders inside a folder; none if it is another repository or cannot be read. */
function readFolder(root: string, folder: string, visit: FolderVisit, ignoreFiles: string[]): string[] {
  visit.before(folder);
  const folders: string[] = [];
  try {
    const entries = [...Deno.readDirSync(join(root, folder))];
    visit.after(folder, entries);
    for (const entry of entries) {
      const path = pathIn(folder, entry.name);
      if (entry.name === ".git") {
        if (folder !== "") return [];
      } else if (entry.isDirectory) folders.push(path);
      else if (entry.name === IGNORE_FILE) ignoreFiles.push(path);
    }
  } catch {
    // Gone, or not readable for this user: its time shows when that changes.
    return [];
  }
  return folders;
}
