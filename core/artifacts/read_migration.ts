/**
 * Which tables a SQL migration touches.
 *
 * Stage: artifacts. Pure. Invariant: statements are recognized by their first words; comments and string literals are skipped.
 */
import { compareText, lastAtMost, lineStarts } from "../base/lists.ts";
import type { ArtifactEdge } from "./read_artifact.ts";

const NAME = String.raw`((?:[\w$]+|"[^"]+"|\`[^\`]+\`|\[[^\]]+\])(?:\s*\.\s*(?:[\w$]+|"[^"]+"|\`[^\`]+\`|\[[^\]]+\]))*)`;
const EXISTS = String.raw`(?:IF\s+(?:NOT\s+)?EXISTS\s+)?`;
const STATEMENTS: readonly (readonly [action: string, pattern: RegExp])[] = [
  [
    "create",
    new RegExp(String.raw`\bCREATE\s+(?:GLOBAL\s+|LOCAL\s+)?(?:TEMP(?:ORARY)?\s+|UNLOGGED\s+|VIRTUAL\s+)?TABLE\s+${EXISTS}${NAME}`, "gi"),
  ],
  ["alter", new RegExp(String.raw`\bALTER\s+TABLE\s+${EXISTS}(?:ONLY\s+)?${NAME}`, "gi")],
  ["drop", new RegExp(String.raw`\bDROP\s+TABLE\s+${EXISTS}${NAME}`, "gi")],
  ["rename", new RegExp(String.raw`\bRENAME\s+TABLE\s+${NAME}`, "gi")],
  ["truncate", new RegExp(String.raw`\bTRUNCATE\s+(?:TABLE\s+)?${NAME}`, "gi")],
  [
    "index",
    new RegExp(
      String.raw`\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+(?:CONCURRENTLY\s+)?${EXISTS}(?:${NAME.replace("(", "(?:")}\s+)?ON\s+(?:ONLY\s+)?${NAME}`,
      "gi",
    ),
  ],
  ["insert", new RegExp(String.raw`\bINSERT\s+(?:OR\s+\w+\s+)?INTO\s+${NAME}`, "gi")],
  ["update", new RegExp(String.raw`(?:^|;)\s*UPDATE\s+(?:ONLY\s+)?${NAME}\s+SET\b`, "gi")],
  ["delete", new RegExp(String.raw`\bDELETE\s+FROM\s+(?:ONLY\s+)?${NAME}`, "gi")],
];

/** One edge for each statement and table. */
export function readMigration(sql: string): ArtifactEdge[] {
  const plain = blankOut(sql);
  const starts = lineStarts(plain);
  const found = new Map<string, ArtifactEdge>();
  for (const [action, pattern] of STATEMENTS) {
    for (const match of plain.matchAll(pattern)) {
      const written = match[1]!;
      const name = written.split(".").map((part) => part.trim().replace(/^["`[]|["`\]]$/g, "")).join(".");
      const line = lastAtMost(starts, match.index + match[0].search(/\S/)) + 1;
      found.set(`${line} ${action} ${name}`, { type: "migrates", line, name, text: written, properties: JSON.stringify({ action }) });
    }
  }
  return [...found.values()].sort((a, b) => a.line - b.line || compareText(a.name, b.name));
}

/** The text with comments and string literals blanked; line breaks are kept. */
function blankOut(sql: string): string {
  return sql.replaceAll(
    /--[^\n]*|\/\*[^]*?\*\/|'(?:[^']|'')*'|(\$\w*\$)[^]*?\1/g,
    (part) => part.replaceAll(/[^\n]/g, " "),
  );
}
