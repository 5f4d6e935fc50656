/**
 * Reads `go.mod` and `go.work`: module paths, replacement folders, workspace members.
 *
 * Stage: resolve. Invariant: pure and lenient; a line that is not understood is skipped.
 */
import { folderOf } from "../../core/base/path_parts.ts";

/** The contents of a `go.mod` or `go.work`, with folders relative to the repository's root. */
export interface Manifest {
  /** The folder it is in; "" is the root. */
  readonly folder: string;
  /** The module's path; "" for a `go.work`. */
  readonly module: string;
  /** Module path -> folder of the repository that replaces it. */
  readonly replacements: ReadonlyMap<string, string>;
  /** Folders of a workspace's members. */
  readonly members: readonly string[];
  /** Modules that it requires. `indirect`: for others' sake. */
  readonly requirements: readonly {
    readonly module: string;
    readonly version: string;
    readonly indirect: boolean;
    readonly line: number;
  }[];
}

/** Reads one manifest at `path`. */
export function readManifest(path: string, text: string): Manifest {
  const folder = folderOf(path);
  let module = "";
  const replacements = new Map<string, string>();
  const members: string[] = [];
  const requirements: { module: string; version: string; indirect: boolean; line: number }[] = [];
  let block = "";
  for (const [i, raw] of text.split("\n").entries()) {
    const words = raw.replace(/\/\/.*$/, "").trim().split(/\s+/).map((word) => word.replace(/^["`](.*)["`]$/, "$1"));
    if (words[0] === "" || words[0] === undefined) continue;
    if (words[0] === ")") block = "";
    else if (words[1] === "(" || words[0].endsWith("(")) block = words[0].replace("(", "");
    else {
      const [verb, rest] = block === "" ? [words[0], words.slice(1)] : [block, words];
      if (verb === "module") module = rest[0] ?? "";
      else if (verb === "use" && rest[0] !== undefined) members.push(joinFolder(folder, rest[0]));
      else if (verb === "replace") addReplacement(replacements, folder, rest);
      else if (verb === "require" && rest[0] !== undefined) {
        requirements.push({ module: rest[0], version: rest[1] ?? "", indirect: /\/\/\s*indirect\b/.test(raw), line: i + 1 });
      }
    }
  }
  return { folder, module, replacements, members, requirements };
}

function addReplacement(replacements: Map<string, string>, folder: string, words: readonly string[]): void {
  const arrow = words.indexOf("=>");
  const to = words[arrow + 1];
  if (arrow < 1 || to === undefined || !/^\.{1,2}(\/|$)/.test(to)) return;
  replacements.set(words[0]!, joinFolder(folder, to));
}

/** `relative` resolved against `folder`, without `.` and `..`; "../" remains in front of a path that leads out of the repository. */
export function joinFolder(folder: string, relative: string): string {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of relative.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts[parts.length - 1] !== "..") parts.pop();
    else parts.push(part);
  }
  return parts.join("/");
}
