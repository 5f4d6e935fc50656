/**
 * The comment above a Go declaration, without its marks.
 *
 * Stage: facts. Read off the text line by line upwards from the declaration: siblings in the tree would be counted from the first.
 */
import { append } from "../../core/base/lists.ts";
import type { Lowering } from "../../core/lower/lower.ts";

/** Of a longer comment the first lines are kept. */
const LONGEST = 4000;
/** Comments that Go's own tools treat as directives, and those of linters. */
const DIRECTIVE = /^\/\/(?:line |extern |export |nolint|[a-z0-9]+:[a-z0-9])/;

/** The doc comment of the definition at `node`; "" if there is none. */
export function readDoc(lowering: Lowering, node: number): string {
  if (lowering.facts.get("definitions", lowering.definitionAt(node), "name") === 0) return "";
  return commentAbove(lowering.tree.source, lowering.tree.start[declarationOf(lowering, node)]!);
}

/** The comment above the package clause. */
export function readModuleDoc(lowering: Lowering): string {
  const clause = lowering.childOfKind(0, "package_clause");
  return clause === 0 ? "" : commentAbove(lowering.tree.source, lowering.tree.start[clause]!);
}

/** Adjacent comments of both forms, without an empty line between them. */
function commentAbove(source: string, at: number): string {
  let lineStart = source.lastIndexOf("\n", at - 1) + 1;
  if (at === 0 || source.slice(lineStart, at).trim() !== "") return "";
  const lines: string[] = [];
  while (lineStart > 0) {
    const end = lineStart - 1;
    lineStart = end === 0 ? 0 : source.lastIndexOf("\n", end - 1) + 1;
    const line = source.slice(lineStart, end).trim();
    if (line.startsWith("//")) {
      if (!DIRECTIVE.test(line)) lines.push(line.replace(/^\/\/ ?/, ""));
    } else if (line.endsWith("*/")) {
      const from = source.lastIndexOf("/*", end);
      lineStart = source.lastIndexOf("\n", from) + 1;
      if (from === -1 || source.slice(lineStart, from).trim() !== "") break;
      append(lines, blockLines(source.slice(from + 2, source.lastIndexOf("*/", end))).reverse());
    } else break;
  }
  return firstLines(lines.reverse());
}

function firstLines(lines: readonly string[]): string {
  const text = lines.join("\n").trim();
  return text.length <= LONGEST ? text : `${text.slice(0, text.lastIndexOf("\n", LONGEST) + 1 || LONGEST).trimEnd()} …`;
}

/** The place of the comment of a single `type`, `var` or `const`: above its keyword. */
function declarationOf(lowering: Lowering, node: number): number {
  let outer = node;
  for (let depth = 0; depth < 3; depth++) {
    const kind = lowering.kind(outer);
    if (kind === "struct_type" || kind === "interface_type" || kind === "identifier" || kind === "field_identifier") {
      outer = lowering.parent(outer);
    } else if (/^(type_spec|type_alias|var_spec|const_spec)$/.test(kind)) {
      const declaration = lowering.parent(outer);
      return lowering.childOfKind(declaration, "(") === 0 ? declaration : outer;
    } else break;
  }
  return outer;
}

function blockLines(text: string): string[] {
  return text.split("\n").map((line) => line.replace(/^\s*(?:\*(?=\s|$))? ?/, "").trimEnd());
}
