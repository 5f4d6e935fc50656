/**
 * The docstring of a function or class, as people read it.
 *
 * Stage: parse -> facts. Invariant: its first paragraphs, without quotes and common indentation, at most `LONGEST` characters.
 */
import type { Lowering } from "../../core/lower/lower.ts";
import { docstringAt } from "./describe_definitions.ts";

const LONGEST = 400;

/** The cleaned docstring of the definition at `node`, or "". */
export function readDoc(lowering: Lowering, node: number): string {
  const kind = lowering.kind(node);
  if (kind !== "function_definition" && kind !== "class_definition") return "";
  const body = lowering.child(node, "body");
  return body === 0 ? "" : docstringIn(lowering, body);
}

/** The cleaned docstring of the file, or "". */
export function readModuleDoc(lowering: Lowering): string {
  return docstringIn(lowering, 0);
}

function docstringIn(lowering: Lowering, body: number): string {
  const text = docstringAt(lowering, body);
  if (text === 0) return "";
  const start = lowering.tree.start[text]!;
  return cleanDocstring(lowering.tree.source.slice(start, Math.min(lowering.tree.end[text]!, start + 3 * LONGEST)));
}

/** Removes quotes, escapes and indentation; bytes and formatted strings are not documentation. */
function cleanDocstring(literal: string): string {
  const prefix = /^[A-Za-z]*/.exec(literal)![0].toLowerCase();
  if (/[bft]/.test(prefix)) return "";
  const body = literal.replace(/^[A-Za-z]{0,2}("""|'''|"|')/, "").replace(/("""|'''|"|')$/, "");
  const said = prefix === "r" ? body : body.replace(/\\(\n|[\\"'])/g, (_, escaped: string) => escaped === "\n" ? "" : escaped);
  const lines = said.trim().split("\n").map((line) => line.trim());
  const text = lines.join("\n");
  if (text.length <= LONGEST) return text;
  const paragraph = text.lastIndexOf("\n\n", LONGEST);
  if (paragraph > 0) return text.slice(0, paragraph);
  return text.slice(0, text.lastIndexOf(" ", LONGEST) + 1 || LONGEST).trimEnd() + " …";
}
