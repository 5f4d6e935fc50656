/** What the outline of a file leaves out: fields of object literals in functions, which dominate a file of handlers. */
import assert from "node:assert/strict";
import { call } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const HANDLERS = `export interface Row { id: number; tag: { name: string } }
export const routes = { list: { path: "/rows" } };
export class Rows {
  last = 0;
  find(row: Row) {
    const wanted = { where: row.id, columns: { id: true, name: () => row.tag.name } };
    class Local { size = 1; }
    return { wanted, local: new Local() };
  }
}
`;

Deno.test("an outline leaves out the fields of objects in functions, and says so; with json_output all are there", () =>
  withProject({ "src/rows.ts": HANDLERS }, async (project) => {
    const { structured, text } = await call(project, "query_file_symbols", { file_path: "src/rows.ts", compact: true });
    const names = (structured["symbols"] as { name: string }[]).map(({ name }) => name);
    assert.deepEqual(names, ["Row", "id", "tag", "name", "routes", "list", "path", "Rows", "last", "find", "name", "Local", "size"]);
    assert.deepEqual([structured["total"], structured["inner_fields"]], [18, 5]);
    assert.match(text, /^ {2}Method {4}find {2}line 5-9/m, "a compact text has names alone");
    assert.match(text, /18 symbols; 5 fields of objects in functions left out \(json_output has them\)/);
    const all = (await call(project, "query_file_symbols", { file_path: "src/rows.ts", json_output: true })).structured;
    assert.equal((all["symbols"] as unknown[]).length, 18);
    assert.equal(all["inner_fields"], undefined);
  }));
