/**
 * Symbolic links of a tree to files and folders of its own, by what is written in them.
 *
 * Stage: scan. Pure. Invariant: the same for a working tree and a commit; a link that leads out, back to what it lies in, or is written from the disk's
 * root is none of these.
 */
import { compareText } from "../base/lists.ts";
import { folderOf, joinPath } from "../base/path_parts.ts";

/** Where each link leads: from its path to that of a file or folder, sorted by path. */
export type Links = ReadonlyMap<string, string>;

/** So many links are gone through for one. */
const MOST_STEPS = 40;

/** See the head of this file. @param written the text of each link, by its path */
export function followLinks(written: ReadonlyMap<string, string>): Links {
  const links: [string, string][] = [];
  for (const path of written.keys()) {
    const target = follow(path, written);
    if (target !== undefined && target !== "" && !`${path}/`.startsWith(`${target}/`)) links.push([path, target]);
  }
  return new Map(links.sort(([a], [b]) => compareText(a, b)));
}

/** Follows the first link on a path, and so on; undefined where that leads out or has no end. */
function follow(path: string, written: ReadonlyMap<string, string>): string | undefined {
  let at: string | undefined = path;
  for (let step = 0; at !== undefined && step < MOST_STEPS; step++) {
    const link = linkOn(at, written);
    if (link === undefined) return at;
    const text = written.get(link)!;
    at = text.startsWith("/") ? undefined : joinPath(folderOf(link), `${text}${at.slice(link.length)}`);
  }
  return undefined;
}

/** The first part of a path that is a link. */
function linkOn(path: string, written: ReadonlyMap<string, string>): string | undefined {
  for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) {
    if (written.has(path.slice(0, end))) return path.slice(0, end);
  }
  return written.has(path) ? path : undefined;
}
