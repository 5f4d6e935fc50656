/**
 * Files of a working tree that contain decisions: records in the usual folders, and instructions for agents.
 *
 * Stage: memory. Invariant: only these places are searched, no links are followed, and only names, sizes and times are read.
 */
import { lstatSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { compareText } from "../../core/base/lists.ts";
import { pathIn } from "../../core/base/path_parts.ts";
import { listFolder } from "../list_folder.ts";

/** A file, with its path relative to the root. */
export interface DecisionFile {
  readonly path: string;
  readonly kind: "adr" | "instructions";
  readonly size: number;
  readonly time: number;
}

const FOLDERS = [
  "adr",
  "adrs",
  "decisions",
  "architecture/adr",
  "architecture/decisions",
  "doc/adr",
  "doc/adrs",
  "doc/decisions",
  "doc/architecture/adr",
  "doc/architecture/decisions",
  "docs/adr",
  "docs/adrs",
  "docs/decisions",
  "docs/architecture/adr",
  "docs/architecture/adrs",
  "docs/architecture/decisions",
  "docs/architecture-decisions",
  "docs/design/decisions",
];
const INSTRUCTIONS = [
  "AGENTS.md",
  "CLAUDE.md",
  "GEMINI.md",
  ".cursorrules",
  ".windsurfrules",
  ".github/copilot-instructions.md",
  ".claude/CLAUDE.md",
];
const RULE_FOLDERS = [".cursor/rules", ".claude/rules", ".github/instructions"];
const MOST_FILES = 2000;
const LARGEST = 1024 * 1024;

/** All of them, sorted by path. */
export function findDecisionFiles(root: string): DecisionFile[] {
  const found = new Map<string, DecisionFile>();
  const add = (path: string, kind: DecisionFile["kind"]): void => {
    const info = lookAt(join(root, path));
    if (info !== undefined && info.size <= LARGEST && found.size < MOST_FILES) found.set(path, { path, kind, ...info });
  };
  for (const folder of new Set([...findFolders(root), ...chosenFolder(root)])) {
    for (const path of listMarkdown(root, folder, 2)) add(path, "adr");
  }
  for (const path of INSTRUCTIONS) add(path, "instructions");
  for (const folder of RULE_FOLDERS) for (const path of listMarkdown(root, folder, 1)) add(path, "instructions");
  return [...found.values()].sort((a, b) => compareText(a.path, b.path));
}

/** The usual folders, in any case. */
function findFolders(root: string): string[] {
  const wanted = new Set(FOLDERS);
  const parents = new Set(
    FOLDERS.flatMap((folder) => folder.split("/").slice(0, -1).map((_, i, parts) => parts.slice(0, i + 1).join("/"))),
  );
  const found: string[] = [];
  const visit = (folder: string): void => {
    for (const entry of listFolder(join(root, folder))) {
      if (!entry.isDirectory()) continue;
      const path = pathIn(folder, entry.name);
      if (wanted.has(path.toLowerCase())) found.push(path);
      if (parents.has(path.toLowerCase())) visit(path);
    }
  };
  visit("");
  return found;
}

/** The folder that adr-tools is configured to use. */
function chosenFolder(root: string): string[] {
  try {
    const pointer = join(root, ".adr-dir");
    // Reading a pipe would block.
    if (!statSync(pointer).isFile()) return [];
    const folder = readFileSync(pointer, "utf8").trim().replace(/^\.\//, "").replace(/\/$/, "");
    return /^[\w@][\w@./-]*$/.test(folder) && !folder.includes("..") ? [folder] : [];
  } catch {
    return [];
  }
}

function listMarkdown(root: string, folder: string, depth: number): string[] {
  return listFolder(join(root, folder)).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return depth > 1 ? listMarkdown(root, path, depth - 1) : [];
    return entry.isFile() && /\.(md|mdc|markdown)$/i.test(entry.name) ? [path] : [];
  });
}

function lookAt(file: string): { size: number; time: number } | undefined {
  try {
    const info = lstatSync(file);
    return info.isFile() ? { size: info.size, time: info.mtimeMs } : undefined;
  } catch {
    return undefined;
  }
}
