/**
 * The doc comments before an item and at the top of a file, without their marks.
 *
 * Stage: parse -> facts.
 */
import type { Lowering } from "../../core/lower.ts";
import { firstLeading } from "./lower_attributes.ts";

const OUTER = /^[ \t]*\/\/\/(?!\/) ?([^]*)/;
const INNER = /^[ \t]*\/\/! ?([^]*)/;

/** The doc comments before the item, without their marks. */
export function readDoc(lowering: Lowering, node: number): string {
  const lines: string[] = [];
  for (let c = firstLeading(lowering, node); c !== 0 && c !== node; c = lowering.next(c)) {
    const kind = lowering.kind(c);
    if (kind === "line_comment") addLines(lines, lowering.text(c), OUTER);
    else if (kind === "block_comment" && lowering.child(c, "outer") !== 0) {
      const text = lowering.text(lowering.child(c, "doc"));
      lines.push(text.split("\n").map((line) => line.replace(/^\s*\* ?/, "")).join("\n").trim());
    }
  }
  return lines.join("\n").trim();
}

/** The `//!` comments at the top of the file. */
export function readModuleDoc(lowering: Lowering): string {
  const lines: string[] = [];
  for (let node = lowering.firstChild(0); node !== 0; node = lowering.next(node)) {
    const kind = lowering.kind(node);
    if (kind === "inner_attribute_item") continue;
    if (kind === "line_comment") addLines(lines, lowering.text(node), INNER);
    else if (kind !== "block_comment") break;
    else if (lowering.child(node, "inner") !== 0) lines.push(lowering.text(lowering.child(node, "doc")).replace(/^ /, "").trimEnd());
  }
  return lines.join("\n").trim();
}

/** What is written behind the mark on each line of a run of comments. */
function addLines(lines: string[], run: string, mark: RegExp): void {
  for (const line of run.split("\n")) {
    const text = mark.exec(line)?.[1];
    if (text !== undefined) lines.push(text.trimEnd());
  }
}
