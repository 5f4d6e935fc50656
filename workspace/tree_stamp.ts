/**
 * What a look at a working tree depends on, small enough to be compared with the disk before every question: the times of folders in which
 * files may appear or vanish, of relevant files, of ignore rules and of git's index.
 *
 * Stage: before a question. Invariant: a stamp is taken before the look it stands for, so that any later change is detected.
 */
import { join } from "node:path";
import { artifactTypeOf, codeFolders } from "../core/artifacts/artifact_kinds.ts";
import { endingOf } from "../core/base/path_parts.ts";
import type { LanguageTable } from "../core/scan/languages_of.ts";
import { listFolders } from "../core/scan/list_folders.ts";
import { rulesOutside, Stamp } from "../core/scan/stamp.ts";
import type { ProjectPlace } from "../core/store/location.ts";

/** Takes a stamp of a tree as it is now; undefined if something other than code files changed just now. */
export async function takeStamp(place: ProjectPlace, table: LanguageTable): Promise<Stamp | undefined> {
  const stamp = new Stamp();
  if (place.repository !== undefined) { for (const path of await rulesOutside(place.repository)) stamp.note(path); }
  const { listing, ignoreFiles } = await listFolders(place, {
    before: (folder) => stamp.note(join(place.root, folder)),
    after: (folder, entries) => stamp.noteEntries(join(place.root, folder), entries),
  });
  for (const path of ignoreFiles) stamp.note(join(place.root, path));
  const code = codeFolders(listing.paths, (path) => table.languageOf(path));
  for (const path of listing.paths) {
    const absolute = join(place.root, path);
    // A file without extension may be a script, which only its text shows.
    const isOpen = endingOf(path) === "";
    if (isOpen || table.manifestReaders(path).length > 0 || artifactTypeOf(path, table.plugins, code) !== undefined) stamp.note(absolute);
    else if (table.languageOf(path) !== undefined) stamp.noteFile(absolute, path);
  }
  return stamp.isSure() ? stamp : undefined;
}
