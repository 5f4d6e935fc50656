/**
 * The names of symbols for search by substrings: table `symbol_name`, with trigrams (FTS5).
 *
 * Stage: write. Every name is stored once, whatever the number of its symbols, so a repository of 40,000 symbols costs 15,000 short rows:
 * 0.1 s of 25 s of indexing. Invariant: every name of a symbol is there; an unused name may stay until the index is rebuilt, so after
 * finding a name its symbols must be looked up.
 */
import type { DatabaseSync } from "node:sqlite";

// Selected by rows rather than names: there are few new ones among many.
const ADD = `INSERT INTO symbol_name (name) SELECT DISTINCT s.name FROM symbol s NOT INDEXED
  WHERE s.id >= ? AND s.kind <> 'module' AND NOT EXISTS (SELECT 1 FROM symbol o WHERE o.name = s.name AND o.id < ?)`;
const ADD_ALL = `INSERT INTO symbol_name (name) SELECT DISTINCT name FROM symbol WHERE kind <> 'module'`;

/** Adds the names of the symbols from row `first` on: those written since the index was opened. */
export function addSearchNames(db: DatabaseSync, first: number): void {
  if (first === 1) db.exec(ADD_ALL);
  else db.prepare(ADD).run(first, first);
}
