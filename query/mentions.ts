/**
 * Which symbol a name in code marks means: what documents name, resolved when it is asked for.
 *
 * Stage: query. Invariant: as strict as for a call: one symbol of the ref that bears the name with all that is written before it, or
 * none; a plain word means a function or a type only.
 */
import { isSurelyCode, type Mark, readMark } from "../core/resolve/relations/code_marks.ts";
import { type Context, readRows } from "./context.ts";
import { isTest, SYMBOL_COLUMNS, SYMBOL_FROM, type SymbolRow } from "./symbol_row.ts";

const BY_NAME = `SELECT ${SYMBOL_COLUMNS} ${SYMBOL_FROM} WHERE s.name = ? AND s.kind <> 'module' ORDER BY p.path, sv.name_line`;
const MENTIONS = `SELECT p.path AS path, e.source_line AS line, t.text AS text
  FROM name n CROSS JOIN artifact_edge e INDEXED BY artifact_edge_reverse ON e.to_name_id = n.id AND e.edge_type = 'documents'
  CROSS JOIN ref_artifact ra INDEXED BY ref_artifact_by_artifact ON ra.artifact_id = e.artifact_id AND ra.ref_id = ?
  JOIN path p ON p.id = ra.path_id JOIN name t ON t.id = e.text_id
  WHERE n.text = ? ORDER BY p.path, e.source_line`;
const WORDS_MEAN = new Set(["function", "class", "struct", "interface", "trait", "protocol", "enum", "type_alias", "macro"]);

/** A place in a document that names a symbol. */
export interface Mention {
  readonly path: string;
  readonly line: number;
  /** As written. */
  readonly text: string;
}

/** The symbol that a name as written means in the ref, or undefined. */
export function symbolMentioned(context: Context, written: string): SymbolRow | undefined {
  const mark = readMark(written);
  if (mark === undefined) return undefined;
  const name = mark.parts[mark.parts.length - 1]!;
  const rows = readRows<SymbolRow>(context, BY_NAME, context.ref.id, name).filter((row) => !isTest(row) && isNamedBy(row, mark));
  const [first] = rows;
  // Overloads are one symbol to a reader.
  const isOne = rows.every((row) => row.path === first!.path && row.qualifiedName === first!.qualifiedName);
  return first !== undefined && isOne ? first : undefined;
}

/** Places in documents that name exactly this symbol. */
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

function isNamedBy(row: SymbolRow, mark: Mark): boolean {
  const full = row.qualifiedName.split(/\.|::/);
  const own = full.slice(-mark.parts.length);
  if (own.length < mark.parts.length || own.some((part, i) => part !== mark.parts[i])) return false;
  return isSurelyCode(mark) || WORDS_MEAN.has(row.kind);
}
