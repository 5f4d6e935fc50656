/**
 * Resolves the symbolic links of a tree to files and folders of its own, from their targets as written.
 *
 * Stage: scan. Pure. Invariant: the result is the same for a working tree and a commit; links that lead outside or to one of their own
 * parents, and absolute ones, are left out.
 */
import { compareText } from "../base/lists.ts";
import { folderOf, joinPath } from "../base/path_parts.ts";

/** The target of each link: from its path to that of a file or folder, sorted by path. */
export type Links = ReadonlyMap<string, string>;

/** The most links followed to resolve one. */
const MOST_STEPS = 40;

/**
 * Resolves links.
 * @param written the target of each link as written, by its path
 */
export function followLinks(written: ReadonlyMap<string, string>): Links {
  const links: [string, string][] = [];
  for (const path of written.keys()) {
    const target = follow(path, written);
    if (target !== undefined && target !== "" && !`${path}/`.startsWith(`${target}/`)) links.push([path, target]);
  }
  return new Map(links.sort(([a], [b]) => compareText(a, b)));
}

/** Resolves the first link on a path, repeatedly; undefined if that leads outside or does not end. */
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

/** The first prefix of a path that is a link. */
function linkOn(path: string, written: ReadonlyMap<string, string>): string | undefined {
  for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) {
    if (written.has(path.slice(0, end))) return path.slice(0, end);
  }
  return written.has(path) ? path : undefined;
}
