/**
 * The text of what `detail_level` adds to a list.
 *
 * Stage: render. Invariant: one block below the list, by file, in the order of the list.
 */
import { append } from "../../core/base/lists.ts";
import type { Detail, Details } from "../answer/detail.ts";

/** The details of a list's symbols; "" if none were asked for. */
export function renderDetails({ map, leftOut }: Details): string {
  const lines: string[] = [];
  for (const [path, names] of Object.entries(map)) {
    lines.push(path);
    for (const [name, detail] of Object.entries(names)) append(lines, renderDetail(name, detail));
  }
  if (lines.length > 0) lines.unshift("details");
  if (leftOut > 0) lines.push(`details of ${leftOut} more symbols do not fit`);
  return lines.join("\n");
}

function renderDetail(name: string, detail: Detail): string[] {
  const { kind, line_start, line_end, signature, visibility, parent, doc, snippet, body_preview, language, qualified_name } = detail;
  const related = Object.entries(detail.related_symbols ?? {});
  const about = [visibility, language, qualified_name].filter((word) => word !== undefined).join(" ");
  return [
    `  ${name} ${kind} ${line_start}-${line_end} id ${detail.id}${about === "" ? "" : `  ${about}`}`,
    ...(signature === undefined ? [] : [`    ${signature}`]),
    ...(parent === undefined ? [] : [`    in ${parent}`]),
    ...related.map(([relation, names]) => `    ${relation.replace("_", " ")} ${names.join(", ")}`),
    ...(doc === undefined ? [] : doc.split("\n").map((line) => `    ${line}`)),
    ...Object.entries(snippet ?? {}).map(([line, text]) => `    ${line}: ${text}`),
    ...(body_preview === undefined ? [] : body_preview.split("\n").map((line) => `    | ${line}`)),
  ];
}
