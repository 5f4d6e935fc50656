/**
 * Every edge of the shop other than calls, as reviewed: `CALLGROVE_GOLDEN=write deno task test` rewrites the files.
 */
import assert from "node:assert/strict";
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openForReading } from "../core/store/open.ts";
import { SHOP_LANGUAGES } from "./support/shop.ts";
import { withProject } from "./support/temp_project.ts";

const SHOP = join(import.meta.dirname!, "..", "fixtures", "shop");
const EDGES =
  `SELECT e.edge_type || ' ' || f.qualified_name || ' (' || fp.path || ') -> ' || coalesce(t.qualified_name || ' (' || tp.path || ')',
    CASE e.external WHEN 1 THEN 'ext:' ELSE 'name:' END || n.text) || ' ' || p.path || ':' || e.source_line || ' by ' || e.rule ||
    CASE e.confidence WHEN 'static' THEN '' ELSE ' as heuristic' END || CASE e.properties WHEN '' THEN '' ELSE ' ' || e.properties END AS line
  FROM ref_file rf JOIN path p ON p.id = rf.path_id JOIN edge e ON e.resolution_id = rf.resolution_id
  JOIN symbol f ON f.id = e.from_symbol_id JOIN path fp ON fp.id = f.path_id
  LEFT JOIN symbol t ON t.id = e.to_symbol_id LEFT JOIN path tp ON tp.id = t.path_id LEFT JOIN name n ON n.id = e.to_name_id
  WHERE e.edge_type NOT IN ('calls', 'references')`;
const SAID = `SELECT e.edge_type || ' ' || p.path || ' -> ' || n.text || ' ' || p.path || ':' || e.source_line ||
    CASE e.properties WHEN '' THEN '' ELSE ' ' || e.properties END AS line
  FROM ref_artifact ra JOIN path p ON p.id = ra.path_id JOIN artifact_edge e ON e.artifact_id = ra.artifact_id
  JOIN name n ON n.id = e.to_name_id`;

for (const language of SHOP_LANGUAGES) {
  Deno.test(`${language}: the shop's edges besides calls`, () =>
    withProject({}, async (project) => {
      cpSync(join(SHOP, language), project.root, { recursive: true });
      await project.index();
      const db = openForReading(project.database);
      const lines = [EDGES, SAID].flatMap((sql) => db.prepare(sql).all().map((row) => (row as { line: string }).line));
      db.close();
      const text = lines.sort().join("\n") + "\n";
      const file = join(SHOP, "golden", `${language}.edges.txt`);
      if (Deno.env.get("CALLGROVE_GOLDEN") === "write") writeFileSync(file, text);
      assert.ok(existsSync(file), `${file} is not there: run with CALLGROVE_GOLDEN=write and look it through`);
      assert.equal(text, readFileSync(file, "utf8"), `${file}: look at the difference; CALLGROVE_GOLDEN=write takes it over`);
    }));
}
