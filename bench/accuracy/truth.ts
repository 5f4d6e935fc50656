/**
 * The shape of a truth file and what every oracle shares in writing one.
 *
 * A truth is JSON lines, one call site each, sorted by file, line, column; beside `X.jsonl` is `X.files.json`, the list of files that it
 * covers: a site in any other file is not judged. Invariant: paths are relative to the project and use `/`; lines and columns count from 1,
 * columns in UTF-16 units; a site's position is that of the callee's name.
 */
import * as fs from "node:fs/promises";
import * as path from "node:path";
import { compareText } from "../../core/base/lists.ts";

export interface Place {
  file: string;
  /** Line of the definition's name. */
  line: number;
  name: string;
}

export interface TruthSite {
  file: string;
  line: number;
  column: number;
  name: string;
  /** A language's own kind, or "value" (a variable, parameter or field is called) or "unknown" (the compiler does not know). */
  kind: string;
  /** Definitions inside the repository; several only where the compiler itself has several. */
  targets: readonly Place[];
  /** The definition is outside the repository. */
  external: boolean;
  /**
   * Places that an edge may lead to without being wrong, though none is required: the `const` whose value is called, the property of an
   * interface whose value is a function.
   */
  accepts?: readonly Place[];
}

function comparePlaces(one: TruthSite, other: TruthSite): number {
  return compareText(one.file, other.file) || one.line - other.line || one.column - other.column;
}

/** The file beside a truth that lists the files it covers: `x/chi.jsonl` -> `x/chi.files.json`. */
export function nameCoverage(truthFile: string): string {
  return truthFile.replace(/\.jsonl$/, "") + ".files.json";
}

/** Writes a truth and its list of covered files; sites are sorted and one position is kept once. */
export async function writeTruth(
  outFile: string,
  sites: readonly TruthSite[],
  covered: readonly string[],
): Promise<void> {
  const sorted = [...sites].sort(comparePlaces);
  const lines: string[] = [];
  let previous = "";
  for (const site of sorted) {
    const position = `${site.file}:${site.line}:${site.column}`;
    if (position === previous) continue;
    previous = position;
    lines.push(JSON.stringify(site));
  }
  await fs.mkdir(path.dirname(path.resolve(outFile)), { recursive: true });
  await fs.writeFile(nameCoverage(outFile), JSON.stringify([...covered].sort(), null, 1) + "\n");
  await fs.writeFile(outFile, lines.length === 0 ? "" : lines.join("\n") + "\n");
}

/** One line of figures about a truth, for the terminal. */
export function describeTruth(sites: readonly TruthSite[]): string {
  const inside = sites.filter((site) => site.targets.length > 0).length;
  const outside = sites.filter((site) => site.external).length;
  const values = sites.filter((site) => site.kind === "value").length;
  const unknown = sites.filter((site) => site.kind === "unknown").length;
  return `${sites.length} sites: ${inside} in the repository, ${outside} external, ${values} values, ${unknown} unknown`;
}

const SKIPPED_FOLDERS = new Set(["node_modules", ".git", ".hg", "__pycache__", ".callgrove"]);

/** All files below a folder whose name passes, as sorted repository paths; symbolic links are not followed. */
export async function listFiles(root: string, wanted: (name: string) => boolean): Promise<string[]> {
  const found: string[] = [];
  const pending = [""];
  while (pending.length > 0) {
    const folder = pending.pop()!;
    for (const entry of await fs.readdir(path.join(root, folder), { withFileTypes: true })) {
      const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name)) pending.push(name);
      else if (entry.isFile() && wanted(entry.name)) found.push(name);
    }
  }
  return found.sort();
}
