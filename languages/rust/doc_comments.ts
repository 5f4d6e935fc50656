/**
 * The doc comments before an item, at the top of an inline module and at the top of a file, without their marks.
 *
 * Stage: parse -> facts.
 */
import type { Lowering } from "../../core/lower/lower.ts";
import { firstLeading } from "./lower/attributes.ts";

const OUTER = /^[ \t]*\/\/\/(?!\/) ?([^]*)/;
const INNER = /^[ \t]*\/\/! ?([^]*)/;

/** The doc comments before an item, and inner ones of a module, without their marks. */
export function readDoc(lowering: Lowering, node: number): string {
  const lines: string[] = [];
  for (let c = firstLeading(lowering, node); c !== 0 && c !== node; c = lowering.next(c)) addComment(lowering, c, "outer", lines);
  const body = lowering.kind(node) === "mod_item" ? lowering.child(node, "body") : 0;
  if (body !== 0) addTop(lowering, lowering.firstChild(body), lines);
  return lines.join("\n").trim();
}

/** The `//!` comments at the top of the file. */
export function readModuleDoc(lowering: Lowering): string {
  const lines: string[] = [];
  addTop(lowering, lowering.firstChild(0), lines);
  return lines.join("\n").trim();
}

/** The `//!` comments from `first` on, before anything else. */
function addTop(lowering: Lowering, first: number, lines: string[]): void {
  for (let node = first; node !== 0; node = lowering.next(node)) {
    const kind = lowering.kind(node);
    if (kind === "inner_attribute_item" || kind === "{") continue;
    if (kind !== "line_comment" && kind !== "block_comment") break;
    addComment(lowering, node, "inner", lines);
  }
}

/** Adds the text of doc comments before an item, or inside it. */
function addComment(lowering: Lowering, comment: number, side: "outer" | "inner", lines: string[]): void {
  const kind = lowering.kind(comment);
  if (kind === "line_comment") addLines(lines, lowering.text(comment), side === "outer" ? OUTER : INNER);
  else if (kind === "block_comment" && lowering.child(comment, side) !== 0) {
    const text = lowering.text(lowering.child(comment, "doc"));
    lines.push(text.split("\n").map((line) => line.replace(/^\s*\* ?/, "")).join("\n").trim());
  }
}

/** Adds the text after the mark on each line of a run of comments. */
function addLines(lines: string[], run: string, mark: RegExp): void {
  for (const line of run.split("\n")) {
    const text = mark.exec(line)?.[1];
    if (text !== undefined) lines.push(text.trimEnd());
  }
}
