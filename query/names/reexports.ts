/**
 * Symbols by a name under which another file exports them: `plunge` of `pub use deep::dive as plunge`, `b` of `export { a as b } from`,
 * `ns.f` of `export * as ns from`, `pkg.g` of an `__init__.py`, and `Conn.Do` if `Conn` is an alias of `lib.Client`.
 *
 * Stage: query. Read from the facts of the few files whose outlines contain the name, and from their `imports` edges, which say where each
 * line leads. Invariants: not used for a name that is defined; the result is what the source says the name is, never a symbol with a
 * similar name; all meanings are returned, with exported names before those that a file uses only itself.
 */
import type { Context } from "../context.ts";
import { remembered } from "../rows/kept.ts";
import { partsOf, plainName } from "../rows/plain_name.ts";
import type { SymbolRow } from "../rows/symbol_row.ts";
import { MODULE_NAME } from "../../core/facts/symbols.ts";
import { filesRenaming, type Named, NameReader, type Renamed } from "./name_reader.ts";

/** What was found for a question: the answer, its error and its suggestions look up the same names. */
interface Known {
  readonly rows: Map<string, readonly SymbolRow[]>;
  /** One sentence for each name that is not its symbol's own. */
  readonly sentences: Map<string, string>;
}

function knownOf(context: Context): Known {
  return remembered(context, "reexports", () => ({ rows: new Map(), sentences: new Map() }));
}

/** Keeps a sentence on what a name stands for, to be shown with the answer. */
export function noteName(context: Context, key: string, sentence: string): void {
  knownOf(context).sentences.set(key, sentence);
}

/** One sentence for each name that a question resolved under another name. */
export function renamesOf(context: Context): readonly string[] {
  return [...knownOf(context).sentences.values()];
}

/**
 * The symbols called `written` elsewhere; the answer will say under which names they are defined.
 * @param inside restricts to names used in these files
 */
export function findRenamed(
  context: Context,
  written: string,
  named: Named,
  inside: ReadonlySet<string> | undefined,
): readonly SymbolRow[] {
  const { rows } = knownOf(context);
  const key = inside === undefined ? written : JSON.stringify([written, ...inside]);
  if (!rows.has(key)) rows.set(key, lookUp(context, written, named, inside));
  return rows.get(key)!;
}

function lookUp(context: Context, written: string, named: Named, inside: ReadonlySet<string> | undefined): readonly SymbolRow[] {
  const parts = partsOf(plainName(written));
  const last = parts.at(-1)!;
  if (inside === undefined && named(last).length === 0 && filesRenaming(context, last).length === 0) return [];
  const reader = new NameReader(context, named);
  for (let at = inside === undefined ? parts.length - 1 : 0; at >= 0; at--) {
    const all = inside === undefined ? reader.anywhere(parts, at) : reader.inFiles([...inside], parts, at);
    const shown = all.filter((one) => one.shown);
    const found = (shown.length > 0 ? shown : all).filter((one) => one.rows.length > 0);
    if (found.length === 0) continue;
    for (const one of found) noteRenamed(context, written, one);
    return [...new Map(found.flatMap(({ rows }) => rows.map((row) => [row.id, row]))).values()];
  }
  return [];
}

function noteRenamed(context: Context, written: string, { rows, path, line }: Renamed): void {
  if (line === 0 || written === rows[0]!.name) return;
  const [row] = rows;
  const name = row!.name === MODULE_NAME ? row!.path : `${row!.qualifiedName} (${row!.path})`;
  noteName(context, `${written} ${row!.id}`, `${written} is another name of ${name}, given at ${path}:${line}`);
}
