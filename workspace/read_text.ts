/**
 * The text of an indexed file, for answers that show source.
 *
 * Stage: disk access for questions. Invariant: returns exactly the indexed text (identified by its hash) or nothing, so that line numbers
 * match; links are not followed out of the root, because only paths of the index are requested.
 */
import { join } from "node:path";
import { readBlob } from "../core/base/git.ts";
import { decodeSource } from "../core/scan/decode_source.ts";
import { readSource } from "../core/scan/read_source.ts";
import type { ProjectPlace } from "../core/store/location.ts";

/**
 * The text with a hash; undefined if neither the disk nor git has it any more.
 * @param hash git's object id of the text
 */
export function readText(project: ProjectPlace, path: string, hash: string): string | undefined {
  const onDisk = readSource(join(project.root, path), path, project.repository?.objectFormat);
  if ("text" in onDisk && onDisk.hash === hash) return onDisk.text;
  const bytes = project.repository === undefined ? undefined : readBlob(project.repository, hash);
  if (bytes === undefined) return undefined;
  const source = decodeSource(bytes, path, hash);
  return "text" in source ? source.text : undefined;
}
