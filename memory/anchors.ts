/**
 * What an entry of org.db is about: symbols, files, folders.
 *
 * Stage: memory. Invariant: an anchor is made only of a name with one meaning; the symbol's handle is stored, not its line.
 */
import type { DatabaseSync } from "node:sqlite";
import type { SymbolRow } from "../query/rows/symbol_row.ts";
import type { TreeText } from "./symbols/body_hash.ts";
import { type NameResolver, readName } from "./symbols/resolve_mention.ts";

/** Kinds of entries that people and agents make. */
export type EntryType = "decision" | "error" | "note";

/** One thing that an entry is about. */
export interface Anchor {
  readonly scope: "symbol" | "file" | "folder";
  /** Present if the scope is a symbol. */
  readonly symbol?: Pick<SymbolRow, "stableId" | "path" | "lineStart" | "lineEnd">;
  readonly path: string;
  readonly name: string;
  readonly evidence: string;
}

const CODE_MARK = /(`+)([^`\n]{2,200}?)\1(?!`)/g;

/** Text between code marks. */
export interface CodeMark {
  readonly text: string;
  readonly line: number;
  /** Marks in the same paragraph or list item share a number. */
  readonly paragraph: number;
  /** Whether the words around it say that it is code that runs, or a type: "calls `load`", "the `Job` class". */
  readonly said: boolean;
}

const SAID_BEFORE =
  /\b(?:call(?:s|ed|ing)?|invok(?:e|es|ed|ing)|functions?|methods?|class(?:es)?|structs?|traits?|interfaces?|func|fn|def)\s*$/i;
const SAID_AFTER = /^\s*(?:function|method|class|struct|trait|interface|calls|returns|throws|takes|gets called|is called)\b/i;

/** All code marks of a text, except in fenced blocks. */
export function marksInProse(text: string): CodeMark[] {
  const marks: CodeMark[] = [];
  let fence = "";
  let paragraph = 0;
  for (const [i, line] of text.split("\n").entries()) {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1];
    if (mark !== undefined && !line.trim().slice(mark.length).includes("`")) {
      fence = fence === "" ? mark : mark.startsWith(fence) ? "" : fence;
      continue;
    }
    if (line.trim() === "" || /^\s*(?:[-*+]|\d+\.)\s/.test(line)) paragraph++;
    if (fence !== "" || !line.includes("`")) continue;
    for (const found of line.matchAll(CODE_MARK)) {
      const said = SAID_BEFORE.test(line.slice(Math.max(0, found.index - 20), found.index)) ||
        SAID_AFTER.test(line.slice(found.index + found[0].length, found.index + found[0].length + 20));
      marks.push({ text: found[2]!.trim(), line: i + 1, paragraph, said });
    }
  }
  return marks;
}

/**
 * The anchors of a document: names, files and folders in code marks. If a paragraph names a file and symbols of it, the anchors are the
 * symbols, not the whole file.
 * @param source the place of the document (`docs/adr/1.md`)
 */
export function anchorsIn(text: string, source: string, resolver: NameResolver): Anchor[] {
  const anchors = new Map<string, Anchor>();
  const marks = marksInProse(text);
  const at = (line: number): string => `named in ${/:\d+$/.test(source) ? source : `${source}:${line}`}`;
  const files = new Map(marks.filter((mark) => isPath(mark.text)).map((mark) => [mark, resolver.filesOf(mark.text)]));
  const named = [...files].filter(([, paths]) => paths.length === 1).map(([{ paragraph }, paths]) => ({ paragraph, path: paths[0]! }));
  const known = new Set<string>();
  for (const { text, line, paragraph } of marks) {
    const written = readName(text);
    const beside = named.filter((file) => file.paragraph === paragraph).map((file) => file.path);
    const symbol = written && resolver.resolve(written, true, (path) => named.some((file) => file.path === path), beside);
    if (symbol === undefined) continue;
    known.add(`${paragraph} ${symbol.path}`);
    if (anchors.has(symbol.stableId)) continue;
    anchors.set(symbol.stableId, { scope: "symbol", symbol, path: symbol.path, name: symbol.name, evidence: at(line) });
  }
  for (const [{ text, line, paragraph }, paths] of files) {
    const path = paths.length === 1 ? paths[0]! : `${text.replace(/^\.\//, "").replace(/\/$/, "")}/`;
    const scope = paths.length === 1 ? "file" : "folder";
    if (scope === "folder" && (paths.length > 1 || !text.includes("/") || !resolver.hasFolder(text))) continue;
    if (!known.has(`${paragraph} ${path}`) && !anchors.has(path)) anchors.set(path, { scope, path, name: path, evidence: at(line) });
  }
  return [...anchors.values()];
}

function isPath(text: string): boolean {
  return /^[\w@.+()[\]$-]+(\/[\w@.+()[\]$-]*)+$|^[\w.-]+\.\w+$/.test(text);
}

/** An entry of org.db, and what it is about. */
export interface AnchoredEntry {
  readonly type: EntryType;
  readonly id: number;
  readonly anchors: readonly Anchor[];
  /** Whether its text is unchanged, so that the state of the code at the first sight is kept. */
  readonly isSame: boolean;
}

/** Replaces the anchors of an entry. */
export function writeAnchors(org: DatabaseSync, { type, id, anchors, isSame }: AnchoredEntry, tree: TreeText): void {
  const before = new Map<string, string>();
  if (isSame) {
    const rows = org.prepare("SELECT symbol_stable_id AS symbol, body_hash AS hash FROM anchors WHERE entry_type = ? AND entry_id = ?")
      .all(type, id) as { symbol: string; hash: string }[];
    for (const row of rows) if (row.symbol !== "") before.set(row.symbol, row.hash);
  }
  org.prepare("DELETE FROM anchors WHERE entry_type = ? AND entry_id = ? AND (? = 0 OR scope <> 'symbol')").run(
    type,
    id,
    isSame ? 1 : 0,
  );
  const insert = org.prepare(
    `INSERT INTO anchors (entry_type, entry_id, scope, symbol_stable_id, path, name, evidence, body_hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const { scope, symbol, path, name, evidence } of anchors) {
    if (symbol !== undefined && before.has(symbol.stableId)) continue;
    insert.run(type, id, scope, symbol?.stableId ?? "", path, name, evidence, symbol === undefined ? "" : tree.hashOf(symbol));
  }
}
