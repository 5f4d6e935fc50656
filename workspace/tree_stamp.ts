/**
 * What a look at a working tree rested on, in so little that it can be held against the disk before every question: the times of the
 * folders in which files may come or go, of the files that count, of the ignore rules and of git's own list.
 *
 * Stage: before a question. Invariant: a stamp is taken before the look that it stands for, so that any change since that look shows.
 */
import { join } from "node:path";
import { artifactTypeOf } from "../core/artifacts/artifact_kinds.ts";
import type { LanguageTable } from "../core/scan/languages_of.ts";
import { listFolders } from "../core/scan/list_folders.ts";
import { rulesOutside, Stamp } from "../core/scan/stamp.ts";
import type { ProjectPlace } from "../core/store/location.ts";

/** Takes a stamp of a tree as it is now; undefined where something changed just now. */
export async function takeStamp(place: ProjectPlace, table: LanguageTable): Promise<Stamp | undefined> {
  const stamp = new Stamp();
  if (place.repository !== undefined) { for (const path of await rulesOutside(place.repository)) stamp.note(path); }
  const { listing, ignoreFiles } = await listFolders(place, (folder) => stamp.note(join(place.root, folder)));
  for (const path of ignoreFiles) stamp.note(join(place.root, path));
  for (const path of listing.paths) if (counts(path, table)) stamp.note(join(place.root, path));
  return stamp.isSure() ? stamp : undefined;
}

/** Whether a look depends on more of a file than that it is there. A file without ending may be a script. */
function counts(path: string, table: LanguageTable): boolean {
  return path.lastIndexOf(".") <= path.lastIndexOf("/") || table.languageOf(path) !== undefined || table.manifestReaders(path).length > 0 ||
    artifactTypeOf(path, table.plugins) !== undefined;
}
