/**
 * Random edits of a project: what people and version control do to files between two runs of `index`, sensible or not.
 *
 * Invariant: the same seed gives the same edits.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TempProject } from "./temp_project.ts";

/** Numbers from 0 up to 1, the same for the same seed. */
export function makeRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** All files of a project, sorted. */
export function listProject(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1).replaceAll("\\", "/"))
    .filter((path) => !path.startsWith(".git/")).sort();
}

/** A function in each language, by file ending. */
const NEW_FUNCTION: Readonly<Record<string, string>> = {
  py: "def NAME():\n    return NAME",
  go: "func NAME() {}",
  rs: "pub fn NAME() {}",
  ts: "export function NAME() {}",
  tsx: "export function NAME() {}",
  js: "export function NAME() {}",
};

/** Makes one edit; says what it was. `shelf` keeps former texts, to be put back later. */
export function editAtRandom(project: TempProject, random: () => number, shelf: Map<string, string>): string {
  const paths = listProject(project.root);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const path = pick(paths);
  const text = readFileSync(join(project.root, path), "utf8");
  const lines = text.split("\n");
  const at = Math.floor(random() * lines.length);
  const words = text.match(/\b[A-Za-z_]\w{3,}\b/g) ?? ["name"];
  if (random() < 0.3) shelf.set(path, text);
  const write = (changed: string, what: string): string => {
    project.write(path, changed);
    return `${what} ${path}`;
  };
  const kind = random();
  if (kind < 0.2) return write([...lines.slice(0, at), "", ...lines.slice(at)].join("\n"), `empty line ${at} in`);
  if (kind < 0.35) return write(lines.filter((_, i) => i !== at).join("\n"), `line ${at} out of`);
  if (kind < 0.45) return write([...lines.slice(0, at), lines[at]!, ...lines.slice(at)].join("\n"), `line ${at} twice in`);
  if (kind < 0.65) {
    const word = pick(words);
    return write(text.replaceAll(new RegExp(`\\b${word}\\b`, "g"), `${word}X`), `${word} renamed in`);
  }
  const anyWord = (): string => pick(readFileSync(join(project.root, pick(paths)), "utf8").match(/\b[A-Za-z_]\w{3,}\b/g) ?? ["name"]);
  if (kind < 0.7) {
    const word = pick(words);
    const other = anyWord();
    return write(text.replace(new RegExp(`\\b${word}\\b`), other), `${word} to ${other} in`);
  }
  const ending = path.slice(path.lastIndexOf(".") + 1);
  if (kind < 0.8 && ending in NEW_FUNCTION) {
    // Somebody may have looked for that name in vain.
    const word = anyWord();
    return write(`${text}\n${NEW_FUNCTION[ending]!.replaceAll("NAME", word)}\n`, `function ${word} at the end of`);
  }
  if (kind < 0.86 && paths.length > 4) {
    shelf.set(path, text);
    project.remove(path);
    return `removed ${path}`;
  }
  if (kind < 0.92) {
    const copy = path.replace(/([^/]+)(\.\w+)$/, `$1_copy$2`);
    project.write(copy, text);
    return `copied ${path}`;
  }
  const [former, before] = pick([...shelf, [path, text]]);
  project.write(former, before);
  return `put back ${former}`;
}
