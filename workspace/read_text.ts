/**
 * The text of an indexed file, for answers that show source.
 *
 * Stage: query's window on the disk. Invariant: it gives the very text that was indexed (told by its hash) or nothing, so that line
 * numbers of the index always fit it; links are not followed out of the root, because only paths of the index are asked for.
 */
import { join } from "node:path";
import { readBlob } from "../core/base/git.ts";
import { decodeSource } from "../core/scan/decode_source.ts";
import { readSource } from "../core/scan/read_source.ts";
import type { ProjectPlace } from "../core/store/location.ts";

/** @param hash git's object id of the text. Undefined where neither the disk nor git has that text any more. */
export function readText(project: ProjectPlace, path: string, hash: string): string | undefined {
  const onDisk = readSource(join(project.root, path), path, project.repository?.objectFormat);
  if ("text" in onDisk && onDisk.hash === hash) return onDisk.text;
  const bytes = project.repository === undefined ? undefined : readBlob(project.repository, hash);
  if (bytes === undefined) return undefined;
  const source = decodeSource(bytes, path, hash);
  return "text" in source ? source.text : undefined;
}
