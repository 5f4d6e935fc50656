/**
 * Copies the intact rows of a damaged database to a new one.
 *
 * Stage: memory. Invariant: the damaged file is only renamed, so that better tools can still be tried on it.
 */
import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type DatabaseSyncOptions } from "node:sqlite";
import { createStore, inTransaction, type StoreKind } from "./open_store.ts";

type Value = string | number | null | Uint8Array;
type Row = Record<string, Value>;

/** Renames the damaged file and returns a new database with every row that could be read. */
export function rescueStore(folder: string, kind: StoreKind): { db: DatabaseSync; warnings: readonly string[] } {
  const file = join(folder, kind.file);
  const stamp = new Date().toISOString().replace(/[:.]/g, "-");
  const kept = join(folder, kind.file.replace(/\.db$/, `.damaged-${stamp}.db`));
  for (const suffix of ["", "-wal", "-shm"]) if (existsSync(file + suffix)) renameSync(file + suffix, kept + suffix);
  const db = createStore(folder, kind);
  const saved: string[] = [];
  const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'meta'")
    .all() as { name: string }[];
  for (const { name } of tables) {
    const rows = readGoodRows(kept, name);
    const n = inTransaction(db, () => writeRows(db, name, rows));
    if (n > 0) saved.push(`${n} of ${name}`);
  }
  rmSync(`${kept}-shm`, { force: true });
  const what = saved.length === 0 ? "no row could be read" : `saved ${saved.join(", ")}`;
  return { db, warnings: [`${kind.title} "${kind.file}" was damaged: ${what}, in a new file; the damaged one is kept as "${kept}"`] };
}

/**
 * Rows from the beginning up to the damage, and from the end back to it. Reading may stop at damage without an error, so both directions
 * are always read.
 */
function readGoodRows(file: string, table: string): Row[] {
  const rows = new Map<string, Row>();
  for (const order of ["ASC", "DESC"]) {
    let db: DatabaseSync | undefined;
    try {
      const options: DatabaseSyncOptions & { defensive: boolean } = {
        readOnly: true,
        enableForeignKeyConstraints: false,
        defensive: false,
      };
      db = new DatabaseSync(file, options);
      // Otherwise SQLite reads nothing of a truncated file.
      db.exec("PRAGMA writable_schema = ON");
      const key = (db.prepare(`PRAGMA table_info("${table}")`).all() as { name: string; pk: number }[]).find((column) => column.pk === 1);
      for (
        const row of db.prepare(`SELECT * FROM "${table}" ORDER BY ${key === undefined ? "rowid" : `"${key.name}"`} ${order}`).iterate()
      ) {
        rows.set(JSON.stringify(row), row as Row);
      }
    } catch {
      // The rest is damaged.
    } finally {
      db?.close();
    }
  }
  return [...rows.values()];
}

function writeRows(db: DatabaseSync, table: string, rows: readonly Row[]): number {
  let written = 0;
  const known = new Set((db.prepare(`PRAGMA table_info("${table}")`).all() as { name: string }[]).map((column) => column.name));
  for (const row of rows) {
    const columns = Object.keys(row).filter((name) => known.has(name));
    const insert = db.prepare(
      `INSERT OR IGNORE INTO "${table}" (${columns.map((name) => `"${name}"`).join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
    );
    written += Number(insert.run(...columns.map((name) => row[name]!)).changes);
  }
  return written;
}
