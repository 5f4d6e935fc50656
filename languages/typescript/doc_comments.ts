/**
 * The documentation comment before a definition or at the top of a file, without its stars.
 *
 * Stage: parse -> facts.
 */
import type { Lowering } from "../../core/lower/lower.ts";
import { commentBefore } from "./jsdoc/tags.ts";

const LONGEST = 2000;

/** The documentation comment before the definition at `node`, without its stars. */
export function readDoc(lowering: Lowering, node: number): string {
  const definition = lowering.definitionAt(node);
  if (definition === 0 || lowering.facts.get("definitions", definition, "name") === 0) return "";
  const found = commentBefore(lowering, node);
  return found === undefined
    ? ""
    : cleanComment(lowering.tree.source.slice(found.start + 3, Math.min(found.end - 2, found.start + 3 + LONGEST)));
}

/** The comment at the top of the file that is marked as the file's, or is followed by an import or another comment. */
export function readModuleDoc(lowering: Lowering): string {
  const first = lowering.firstChild(0);
  if (first === 0 || lowering.kind(first) !== "comment") return "";
  const text = lowering.text(first);
  const next = lowering.next(first);
  const ofFile = /@(?:module|file|fileoverview|packageDocumentation)\b/.test(text);
  if (!text.startsWith("/**") || !(ofFile || next === 0 || /^(?:comment|import_statement)$/.test(lowering.kind(next)))) return "";
  return cleanComment(text.slice(3, -2).slice(0, LONGEST));
}

function cleanComment(text: string): string {
  return text.split("\n").map((line) => line.replace(/^\s*\*? ?/, "").trimEnd()).join("\n").trim();
}
