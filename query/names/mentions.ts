/**
 * Which symbol a name in code marks means, as documents mention it; resolved when asked for.
 *
 * Stage: query. Invariant: as strict as for a call: the only symbol of the ref with the name and everything written before it, or none. A
 * plain word means a type or an exported function only, because in running text it is more often a command or a file than a private symbol.
 */
import { DefinitionFlag } from "../../core/facts.ts";
import { isSurelyCode, readMark } from "../../core/resolve/relations/code_marks.ts";
import { type Context, readRows } from "../context.ts";
import { endsWithName, plainName } from "../rows/plain_name.ts";
import { isTest, type Rows, SYMBOL_COLUMNS, SYMBOL_FROM, type SymbolRow } from "../rows/symbol_row.ts";
import { groupTwins } from "../rows/twins.ts";

const BY_NAME = `SELECT ${SYMBOL_COLUMNS} ${SYMBOL_FROM} WHERE s.name = ? AND s.kind <> 'module' ORDER BY p.path, sv.name_line`;
const MENTIONS = `SELECT p.path AS path, e.source_line AS line, t.text AS text
  FROM name n CROSS JOIN artifact_edge e INDEXED BY artifact_edge_reverse ON e.to_name_id = n.id AND e.edge_type = 'documents'
  CROSS JOIN ref_artifact ra INDEXED BY ref_artifact_by_artifact ON ra.artifact_id = e.artifact_id AND ra.ref_id = ?
  JOIN path p ON p.id = ra.path_id JOIN name t ON t.id = e.text_id
  WHERE n.text = ? ORDER BY p.path, e.source_line`;
const WORDS_MEAN = new Set(["function", "class", "struct", "interface", "trait", "protocol", "enum", "type_alias", "macro"]);

/** A place in a document that mentions a symbol. */
export interface Mention {
  readonly path: string;
  readonly line: number;
  /** As written. */
  readonly text: string;
}

/** The symbol that a name as written means in the ref; undefined if none or several. */
export function symbolMentioned(context: Context, written: string): SymbolRow | undefined {
  const mark = readMark(written);
  if (mark === undefined) return undefined;
  const mayMean = (row: SymbolRow): boolean => !isTest(row) && (isSurelyCode(mark) || isMeantByWord(row));
  const meanings = meaningsOf(readBearers(context, mark.parts.at(-1)!).filter(mayMean), mark.parts.join("."));
  return meanings.length === 1 ? meanings[0] : undefined;
}

function isMeantByWord({ kind, exported }: SymbolRow): boolean {
  return WORDS_MEAN.has(kind) && (kind !== "function" || exported === 1);
}

/** All symbols of the ref with a name, by path and line. */
export function readBearers(index: Rows, name: string): SymbolRow[] {
  return readRows<SymbolRow>(index, BY_NAME, index.ref.id, name);
}

/** Those of the rows that a written name means. Twins count as one symbol, for which the first row with a body is returned. */
export function meaningsOf(rows: readonly SymbolRow[], written: string): SymbolRow[] {
  const wanted = plainName(written);
  const bearers = rows.filter((row) => endsWithName(plainName(row.qualifiedName), wanted));
  const symbols = groupTwins(bearers).map((group) => group.find(({ flags }) => (flags & DefinitionFlag.bodiless) === 0) ?? group[0]!);
  return [...Map.groupBy(symbols, (row) => `${row.path}\0${row.qualifiedName}`).values()].map(([first]) => first!);
}

/** Places in documents that mention exactly this symbol. */
export function mentionsOf(context: Context, symbol: SymbolRow): Mention[] {
  const means = new Map<string, boolean>();
  return readRows<Mention>(context, MENTIONS, context.ref.id, symbol.name).filter(({ text }) => {
    let answer = means.get(text);
    if (answer === undefined) {
      const found = symbolMentioned(context, text);
      means.set(text, answer = found !== undefined && found.path === symbol.path && found.qualifiedName === symbol.qualifiedName);
    }
    return answer;
  });
}
