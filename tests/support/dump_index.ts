/**
 * Everything that an index says about a ref, as lines without any of its internal numbers: two indexes of the same source are equal
 * exactly if their dumps are.
 */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { COUNTED } from "../../core/store/edge_counts.ts";
import { dumpRef } from "../../core/store/dump_ref.ts";
import { directoryOf, usesOf } from "./packed_rows.ts";

const PACKED = `SELECT r.id AS id, r.file_version_id AS version, u.encoded AS uses, fv.directory AS directory
  FROM resolution r JOIN file_version fv ON fv.id = r.file_version_id LEFT JOIN uses u ON u.resolution_id = r.id`;

/** The symbols of each ref: gathered once, as looking for each edge's takes a second of 10,000 edges. */
const OF_REFS = "SELECT rf.ref_id, v.symbol_id FROM ref_file rf JOIN symbol_version v ON v.file_version_id = rf.file_version_id";

/** The lines of one ref, each with its path, sorted. */
export function dumpIndex(folder: string, name = "live"): string[] {
  const db = new DatabaseSync(join(folder, "index.db"), { readOnly: true });
  try {
    const ref = db.prepare("SELECT id FROM ref WHERE name = ?").get(name) as { id: number } | undefined;
    if (ref === undefined) return ["no ref"];
    const lines: string[] = [];
    for (const file of dumpRef(db, ref.id)) {
      for (const line of file.lines) lines.push(file.path === "" ? line : `{"path":${JSON.stringify(file.path)},${line.slice(1)}`);
    }
    return lines.sort();
  } finally {
    db.close();
  }
}

/** What SQLite and the rules of the store find wrong; empty if nothing is. */
export function checkIntegrity(folder: string): string[] {
  const db = new DatabaseSync(join(folder, "index.db"), { readOnly: true });
  try {
    const wrong: string[] = [];
    for (const row of db.prepare("PRAGMA integrity_check").all() as { integrity_check: string }[]) {
      if (row.integrity_check !== "ok") wrong.push(row.integrity_check);
    }
    for (const row of db.prepare("PRAGMA foreign_key_check").all()) wrong.push(`foreign key: ${JSON.stringify(row)}`);
    const same = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, i) => byte === b[i]);
    type Packed = { id: number; version: number; uses: Uint8Array | null; directory: Uint8Array };
    for (const { id, version, uses, directory } of db.prepare(PACKED).all() as Packed[]) {
      if (!same(uses ?? new Uint8Array(), usesOf(db, id))) wrong.push(`resolution ${id} says other uses than its edges`);
      if (!same(directory, directoryOf(db, version))) wrong.push(`file version ${version} has another directory than its symbols`);
    }
    const rules: Readonly<Record<string, string>> = {
      "an edge starts at no symbol of its file": `SELECT count(*) AS n FROM edge e JOIN resolution r ON r.id = e.resolution_id
        WHERE e.edge_type NOT IN ('implements', 'overrides', 'contains', 'exposes') AND NOT EXISTS (SELECT 1 FROM symbol_version v WHERE v.file_version_id = r.file_version_id AND v.symbol_id = e.from_symbol_id)`,
      "an edge starts at a symbol that its ref does not have": `SELECT count(*) AS n FROM (
        SELECT rf.ref_id, e.from_symbol_id FROM ref_file rf JOIN edge e ON e.resolution_id = rf.resolution_id EXCEPT ${OF_REFS})`,
      "an edge leads to a symbol that its ref does not have": `SELECT count(*) AS n FROM (
        SELECT rf.ref_id, e.to_symbol_id FROM ref_file rf JOIN edge e ON e.resolution_id = rf.resolution_id WHERE e.to_symbol_id <> 0 EXCEPT ${OF_REFS})`,
      "an edge has neither target nor name": "SELECT count(*) AS n FROM symbol_edges WHERE to_symbol_id IS NULL AND to_name IS NULL",
      "an edge stands twice":
        `SELECT count(*) AS n FROM (SELECT 1 FROM symbol_edges GROUP BY repo, ref, from_symbol_id, edge_type, to_symbol_id,
        to_name, source_file, source_line HAVING count(*) > 1)`,
      "a file version has another number of symbols than it says": `SELECT count(*) AS n FROM file_version f
        WHERE f.symbols <> (SELECT count(*) FROM symbol_version v JOIN symbol s ON s.id = v.symbol_id
          WHERE v.file_version_id = f.id AND s.kind <> 'module')`,
      "a file version has other kinds of symbols than it says": `SELECT count(*) AS n FROM file_version f
        WHERE (SELECT group_concat(kind || n) FROM (SELECT s.kind AS kind, count(*) AS n FROM symbol_version v JOIN symbol s ON s.id = v.symbol_id
          WHERE v.file_version_id = f.id AND s.kind <> 'module' GROUP BY s.kind ORDER BY s.kind))
        IS NOT (SELECT group_concat(key || value) FROM (SELECT key, value FROM json_each(f.kinds) ORDER BY key))`,
      "a resolution has other calls by rule than it says": `SELECT count(*) AS n FROM resolution r
        WHERE (SELECT group_concat(rule || n) FROM (SELECT e.rule AS rule, count(*) AS n FROM edge e
          WHERE e.resolution_id = r.id AND e.edge_type = 'calls' GROUP BY e.rule ORDER BY e.rule))
        IS NOT (SELECT group_concat(key || value) FROM (SELECT key, value FROM json_each(r.counts, '$[${COUNTED.length}]') ORDER BY key))`,
      "a resolution is named by no ref":
        "SELECT count(*) AS n FROM resolution r WHERE NOT EXISTS (SELECT 1 FROM ref_file f WHERE f.resolution_id = r.id)",
      "an artifact is named by no ref":
        "SELECT count(*) AS n FROM artifact a WHERE NOT EXISTS (SELECT 1 FROM ref_artifact r WHERE r.artifact_id = a.id)",
      "an artifact's edge has no name":
        "SELECT count(*) AS n FROM artifact_edge e WHERE NOT EXISTS (SELECT 1 FROM name n WHERE n.id = e.to_name_id)",
      "a symbol has no version":
        "SELECT count(*) AS n FROM symbol s WHERE NOT EXISTS (SELECT 1 FROM symbol_version v WHERE v.symbol_id = s.id)",
    };
    for (const [rule, sql] of Object.entries(rules)) {
      const { n } = db.prepare(sql).get() as { n: number };
      if (n > 0) wrong.push(`${rule}: ${n}`);
    }
    return wrong;
  } finally {
    db.close();
  }
}
