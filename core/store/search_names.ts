/**
 * The names of symbols as search finds them by their parts: table `symbol_name`, three letters at a time (FTS5 trigram).
 *
 * Stage: write. Every name stands there once, whatever the number of its symbols, so a repository of 40,000 symbols costs 15,000 short
 * rows: 0.1 s where indexing takes 25. Invariant: every name that a symbol bears is there; a name that no symbol bears any more may
 * stay until the index is made anew, so whoever finds a name looks for its symbols.
 */
import type { DatabaseSync } from "node:sqlite";

// By the rows, not by the names: there are few new ones among many.
const ADD = `INSERT INTO symbol_name (name) SELECT DISTINCT s.name FROM symbol s NOT INDEXED
  WHERE s.id >= ? AND s.kind <> 'module' AND NOT EXISTS (SELECT 1 FROM symbol o WHERE o.name = s.name AND o.id < ?)`;
const ADD_ALL = `INSERT INTO symbol_name (name) SELECT DISTINCT name FROM symbol WHERE kind <> 'module'`;

/** Adds the names of the symbols from row `first` on: those that were written since the index was opened. */
export function addSearchNames(db: DatabaseSync, first: number): void {
  if (first === 1) db.exec(ADD_ALL);
  else db.prepare(ADD).run(first, first);
}
