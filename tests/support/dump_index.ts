/**
 * Everything that an index says about a ref, as lines without any of its internal numbers: two indexes of the same source are equal
 * exactly if their dumps are.
 */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const SYMBOLS =
  `SELECT p.path, s.stable_id, s.kind, s.name, s.qualified_name, parent.stable_id AS parent, sv.definition, sv.line_start, sv.line_end,
    sv.name_line, sv.name_column, sv.signature, sv.doc, sv.exported, sv.flags, sv.complexity, sv.parameters
  FROM ref_file rf JOIN path p ON p.id = rf.path_id JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id
  JOIN symbol s ON s.id = sv.symbol_id LEFT JOIN symbol parent ON parent.id = sv.parent_id WHERE rf.ref_id = ?`;
const EDGES = `SELECT p.path, e.source_line, e.source_column, e.edge_type, f.stable_id AS "from", t.stable_id AS "to", n.text AS name,
    e.confidence, e.rule, e.external, x.text, e.candidates, e.properties
  FROM ref_file rf JOIN path p ON p.id = rf.path_id JOIN edge e ON e.resolution_id = rf.resolution_id
  LEFT JOIN symbol f ON f.id = e.from_symbol_id LEFT JOIN symbol t ON t.id = e.to_symbol_id LEFT JOIN name n ON n.id = e.to_name_id
  LEFT JOIN name x ON x.id = e.text_id WHERE rf.ref_id = ?`;
const ARTIFACTS = `SELECT p.path, a.hash, a.kind, a.name FROM ref_artifact ra JOIN path p ON p.id = ra.path_id
  JOIN artifact a ON a.id = ra.artifact_id WHERE ra.ref_id = ?`;
const ARTIFACT_EDGES = `SELECT p.path, e.source_line, e.edge_type, n.text AS name, t.text, e.properties
  FROM ref_artifact ra JOIN path p ON p.id = ra.path_id JOIN artifact_edge e ON e.artifact_id = ra.artifact_id
  JOIN name n ON n.id = e.to_name_id JOIN name t ON t.id = e.text_id WHERE ra.ref_id = ?`;
const FILES = `SELECT p.path, b.hash, b.language, b.extractor, b.bytes, b.lines, b.problems, b.note, fv.symbols, r.counts, r.package
  FROM ref_file rf JOIN path p ON p.id = rf.path_id JOIN file_version fv ON fv.id = rf.file_version_id JOIN blob b ON b.id = fv.blob_id
  JOIN resolution r ON r.id = rf.resolution_id WHERE rf.ref_id = ?`;

/** The lines of one ref, sorted. */
export function dumpIndex(folder: string, name = "live"): string[] {
  const db = new DatabaseSync(join(folder, "index.db"), { readOnly: true });
  try {
    const ref = db.prepare("SELECT id, skipped, manifests FROM ref WHERE name = ?").get(name) as
      | { id: number; skipped: string }
      | undefined;
    if (ref === undefined) return ["no ref"];
    const stable = db.prepare("SELECT stable_id AS id FROM symbol WHERE id = ?");
    const edges = (db.prepare(EDGES).all(ref.id) as unknown as Record<string, unknown>[]).map((row) => ({
      ...row,
      candidates: row.candidates === ""
        ? ""
        : (JSON.parse(row.candidates as string) as number[]).map((id) => (stable.get(id) as { id: string } | undefined)?.id ?? "gone"),
    }));
    const lines: unknown[] = [["skipped", ref.skipped], ...db.prepare(FILES).all(ref.id), ...db.prepare(SYMBOLS).all(ref.id), ...edges];
    lines.push(...db.prepare(ARTIFACTS).all(ref.id), ...db.prepare(ARTIFACT_EDGES).all(ref.id));
    return lines.map((line) => JSON.stringify(line)).sort();
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
    const rules: Readonly<Record<string, string>> = {
      "an edge starts at no symbol of its file": `SELECT count(*) AS n FROM edge e JOIN resolution r ON r.id = e.resolution_id
        WHERE e.edge_type NOT IN ('implements', 'exposes') AND NOT EXISTS (SELECT 1 FROM symbol_version v WHERE v.file_version_id = r.file_version_id AND v.symbol_id = e.from_symbol_id)`,
      "an edge starts at a symbol that its ref does not have": `SELECT count(*) AS n FROM ref_file rf
        JOIN edge e ON e.resolution_id = rf.resolution_id WHERE NOT EXISTS (
          SELECT 1 FROM symbol_version v JOIN ref_file o ON o.file_version_id = v.file_version_id
          WHERE v.symbol_id = e.from_symbol_id AND o.ref_id = rf.ref_id)`,
      "an edge leads to a symbol that its ref does not have": `SELECT count(*) AS n FROM ref_file rf
        JOIN edge e ON e.resolution_id = rf.resolution_id WHERE e.to_symbol_id <> 0 AND NOT EXISTS (
          SELECT 1 FROM symbol_version v JOIN ref_file o ON o.file_version_id = v.file_version_id
          WHERE v.symbol_id = e.to_symbol_id AND o.ref_id = rf.ref_id)`,
      "an edge has neither target nor name": "SELECT count(*) AS n FROM symbol_edges WHERE to_symbol_id IS NULL AND to_name IS NULL",
      "an edge stands twice":
        `SELECT count(*) AS n FROM (SELECT 1 FROM symbol_edges GROUP BY repo, ref, from_symbol_id, edge_type, to_symbol_id,
        to_name, source_file, source_line, source_column HAVING count(*) > 1)`,
      "a file version has another number of symbols than it says": `SELECT count(*) AS n FROM file_version f
        WHERE f.symbols <> (SELECT count(*) FROM symbol_version v WHERE v.file_version_id = f.id)`,
      "a resolution is named by no ref":
        "SELECT count(*) AS n FROM resolution r WHERE NOT EXISTS (SELECT 1 FROM ref_file f WHERE f.resolution_id = r.id)",
      "an artifact is named by no ref":
        "SELECT count(*) AS n FROM artifact a WHERE NOT EXISTS (SELECT 1 FROM ref_artifact r WHERE r.artifact_id = a.id)",
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
