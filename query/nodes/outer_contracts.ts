/**
 * External interfaces and base types, by the names the index has for them: `net/http.Handler`, `Display`.
 *
 * Stage: query. Invariant: only types that something in the repository implements, extends or embeds have such a name.
 */
import { compareText } from "../../core/base/lists.ts";
import { type Context, readRows } from "../context.ts";
import { readInOrder } from "../names/search_matches.ts";
import { listed } from "../rows/listed.ts";
import type { SymbolRow } from "../rows/symbol_row.ts";

const NAMED = `SELECT DISTINCT n.id AS nameId, n.text AS name, f.language AS language FROM name n
  CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = n.id AND e.to_symbol_id = 0
    AND e.edge_type IN ('implements', 'extends') AND e.external = 1
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN symbol f ON f.id = e.from_symbol_id
  WHERE n.text GLOB ? OR n.text GLOB '*[./:]' || ? ORDER BY length(n.text), n.text, f.language`;

/** Types that embed an external type with unknown members. */
const EMBEDDING = `SELECT DISTINCT f.id AS id, f.name AS type, n.text AS embedded, p.path AS path, e.source_line AS line FROM name n
  CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = n.id AND e.to_symbol_id = 0
    AND e.edge_type = 'extends' AND e.rule = 'embedded' AND e.external = 1
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  JOIN symbol f ON f.id = e.from_symbol_id AND f.language = ? JOIN path p ON p.id = rf.path_id
  WHERE instr(e.properties, '"members":') > 0 AND f.id NOT IN (SELECT value FROM json_each(?)) ORDER BY p.path, e.source_line`;
/** External types with unknown members among the bases of a contract, at any depth. */
const TAKEN_UP = `WITH RECURSIVE above (id) AS (SELECT ? UNION
    SELECT e.to_symbol_id FROM above CROSS JOIN edge e INDEXED BY edge_forward ON e.from_symbol_id = above.id
      AND e.edge_type = 'extends' AND e.to_symbol_id <> 0
    CROSS JOIN ref_file r ON r.resolution_id = e.resolution_id AND r.ref_id = ?)
  SELECT DISTINCT n.text AS name FROM above CROSS JOIN edge e INDEXED BY edge_forward ON e.from_symbol_id = above.id AND e.edge_type = 'extends'
    AND e.to_symbol_id = 0 AND instr(e.properties, '"members":"unknown"') > 0
  CROSS JOIN ref_file r ON r.resolution_id = e.resolution_id AND r.ref_id = ? JOIN name n ON n.id = e.to_name_id ORDER BY n.text`;
/** Kinds of contracts that types satisfy by their members alone. */
const BY_MEMBERS: ReadonlySet<string> = new Set(["interface", "protocol"]);
/** Types of which a value is passed to, or used as, an external type with a given name. */
const GIVEN =
  `SELECT DISTINCT e.to_symbol_id AS id FROM edge e CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  WHERE e.edge_type = 'references' AND instr(e.properties, ?) > 0 AND e.to_symbol_id <> 0`;
/** The most embedding types an answer names. */
const SHOWN = 3;

/** An external contract. */
export interface OuterContract {
  readonly nameId: number;
  readonly name: string;
  readonly language: string;
}

/**
 * External contracts that match a pattern, by the whole name or its last parts. Where a language's own library has bare names (`Display`),
 * a longer pattern may end in one (`std::fmt::Display`).
 */
export function findOuterContracts(context: Context, pattern: string): readonly OuterContract[] {
  const found = readNamed(context, pattern);
  if (found.length > 0) return found;
  const last = /^[^*?[\]]*[./:]([^./:]+)$/.exec(pattern)?.[1];
  return last === undefined ? [] : readNamed(context, last).filter(({ name }) => !/[./:]/.test(name));
}

function readNamed(context: Context, glob: string): readonly OuterContract[] {
  return readRows<OuterContract>(context, NAMED, context.ref.id, glob, glob);
}

/**
 * Types of the repository whose values are used where an external interface is expected: `func (m model) Init() tea.Model { return m }`.
 * @param name the interface's full name
 */
export function readGiven(context: Context, name: string): readonly SymbolRow[] {
  const ids = readRows<{ id: number }>(context, GIVEN, context.ref.id, `"given_to":${JSON.stringify(name)}`).map(({ id }) => id);
  return readInOrder(context, ids).sort((a, b) => compareText(a.path, b.path) || a.nameLine - b.nameLine);
}

/**
 * Says which other types may satisfy a contract by what they embed; "" if none.
 * @param known rows of `symbol` that satisfy it
 */
export function describeEmbedding(context: Context, { name, language }: OuterContract, known: readonly number[]): string {
  const rows = readRows<{ type: string; embedded: string; path: string; line: number }>(
    context,
    EMBEDDING,
    context.ref.id,
    language,
    JSON.stringify(known),
  );
  if (rows.length === 0) return "";
  const places = rows.map(({ type, embedded, path, line }) => `${type} at ${path}:${line} (${embedded})`);
  const what = rows.length === 1 ? "1 type that is not listed embeds" : `${rows.length} types that are not listed embed`;
  return `${what} something outside whose methods are not known, and may satisfy ${name} by it: ${listed(places, SHOWN)}`;
}

/**
 * Says that types satisfying a contract by their members cannot be found, because it extends external types with unknown members; "" if its
 * members are known.
 */
export function describeTakenUp(context: Context, { id, kind, name }: SymbolRow): string {
  if (!BY_MEMBERS.has(kind)) return "";
  const names = readRows<{ name: string }>(context, TAKEN_UP, id, context.ref.id, context.ref.id).map((row) => row.name);
  if (names.length === 0) return "";
  return `the members that ${name} has from outside are not known (${
    listed(names, SHOWN)
  }): types that implement it without declaring it are not found`;
}
