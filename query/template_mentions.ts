/**
 * Names that stand in templates and in the code of components that is not indexed: what they call is in no list.
 *
 * Stage: query. Invariant: by the name alone, so it makes no edge; it keeps answers from saying that nothing else calls something.
 */
import { COMPUTED_PART, DefinitionFlag } from "../core/facts.ts";
import { type Context, readRow, readRows } from "./context.ts";
import { listed } from "./listed.ts";
import type { SymbolRow } from "./symbol_row.ts";

const MENTIONS = `SELECT p.path AS path, e.source_line AS line, n.text AS name, a.name AS language FROM json_each(?) wanted
  CROSS JOIN name n ON n.text = wanted.value
  CROSS JOIN artifact_edge e INDEXED BY artifact_edge_reverse ON e.to_name_id = n.id AND e.edge_type = 'mentions'
  CROSS JOIN ref_artifact ra INDEXED BY ref_artifact_by_artifact ON ra.artifact_id = e.artifact_id AND ra.ref_id = ?
  JOIN artifact a ON a.id = e.artifact_id JOIN path p ON p.id = ra.path_id ORDER BY p.path`;
const SHOWN_ELSEWHERE = `SELECT 1 FROM symbol_version WHERE file_version_id = ? AND exported = 1 LIMIT 1`;
const KIND_OF = "SELECT kind FROM symbol WHERE id = ?";
const RUN = new Set(["function", "method", "class"]);
/** Places that are named. */
const SHOWN = 3;

interface Mention {
  readonly path: string;
  readonly line: number;
  readonly name: string;
  readonly language: string;
}

/** Which templates name a symbol, in one sentence; "" where none does. */
export function describeTemplates(context: Context, row: SymbolRow): string {
  if (!RUN.has(row.kind) || (row.flags & DefinitionFlag.test) !== 0) return "";
  const all = readMentions(context, [row.name, COMPUTED_PART]).filter(({ language }) => language === row.language);
  if (all.length === 0 || isLocal(context, row)) return "";
  const named = all.filter(({ name }) => name !== COMPUTED_PART);
  const list = (named.length > 0 ? named : all).map(({ path, line }) => named.length > 0 ? `${path}:${line}` : path);
  const places = listed(list, SHOWN);
  return named.length > 0
    ? `mentioned in a template: ${places} ${
      list.length === 1 ? "names" : "name"
    } it, and what templates and the code in them run is not in the list`
    : `${places} ${list.length === 1 ? "is" : "are"} too long to be read and may call it`;
}

/** The names among `names` that a template names, as `language name`, with the first place. */
export function namedInTemplates(context: Context, names: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { path, line, name, language } of readMentions(context, names)) {
    const key = `${language} ${name}`;
    if (!found.has(key)) found.set(key, `${path}:${line}`);
  }
  return found;
}

function readMentions(context: Context, names: readonly string[]): Mention[] {
  return readRows<Mention>(context, MENTIONS, JSON.stringify([...new Set(names)]), context.ref.id);
}

/** A function at the top of a file that shows others, but not it: no template can reach it. */
function isLocal(context: Context, { kind, exported, parent, fileVersion }: SymbolRow): boolean {
  if (kind !== "function" || exported === 1) return false;
  const isAtTop = parent === null || readRow<{ kind: string }>(context, KIND_OF, parent)?.kind === "module";
  return isAtTop && readRow(context, SHOWN_ELSEWHERE, fileVersion) !== undefined;
}
