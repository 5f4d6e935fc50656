/**
 * The whole program on small whole projects: every listed call is found and no other; the text and the JSON of each command are as
 * reviewed. `CALLGROVE_GOLDEN=write deno task test` rewrites the latter.
 */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { ask } from "../query/ask.ts";
import { TOOLS } from "../query/mod.ts";
import { COMPACT, PLAIN } from "../query/render/style.ts";
import { toolNamed } from "../query/tool.ts";
import { expectedCalls, goldenFile, openInProcess, openShop, SHOP_LANGUAGES, type ShopLanguage } from "./support/shop.ts";

interface ExportedEdge {
  readonly call_file: string;
  readonly call_line: number;
  readonly caller_file: string;
  readonly caller_name: string;
  readonly callee_file: string | null;
  readonly callee_name: string;
  readonly resolved: boolean;
}

/** Names without their module, by symbol id. */
type Names = ReadonlyMap<string, string>;

function readLines<T>(text: string): T[] {
  return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as T);
}

/** `Job.go` out of `app.io.Job.go`: the module's own qualified name is taken off. */
function scopedNames(symbols: string): Names {
  const rows = readLines<{ kind: string; name: string; qualified_name: string; path: string }>(symbols);
  const modules = new Map(rows.filter((row) => row.name === "<module>").map((row) => [row.path, row.qualified_name]));
  return new Map(rows.map((row) => {
    const module = modules.get(row.path)!;
    const name = row.qualified_name.startsWith(module)
      ? row.qualified_name.slice(module.length).replace(/^(::|\.)/, "")
      : row.qualified_name;
    return [`${row.path} ${row.qualified_name}`, name.replaceAll("::", ".") || "<module>"];
  }));
}

for (const language of SHOP_LANGUAGES) {
  Deno.test(`${language}: the calls of the shop are found, and no other`, async () => {
    using shop = openShop(language);
    const symbols = await shop.run("export", "symbols", "--format", "jsonl");
    const edges = await shop.run("export", "edges", "--format", "jsonl");
    assert.equal(edges.status, 0, edges.stderr);
    const names = scopedNames(symbols.stdout);
    const found = readLines<ExportedEdge>(edges.stdout).filter((edge) => edge.resolved).map((edge) => {
      const caller = edge.caller_name === "<module>" ? "<module>" : names.get(`${edge.caller_file} ${edge.caller_name}`);
      return `${edge.caller_file}:${caller} -> ${edge.callee_file}:${
        names.get(`${edge.callee_file} ${edge.callee_name}`)
      } ${edge.call_line}`;
    });
    assert.deepEqual(found.sort(), expectedCalls(language));
    assert.equal((await shop.run("export", "edges")).stdout, edges.stdout, "two exports are equal");
  });

  Deno.test(`${language}: both forms of every answer`, async () => {
    using shop = openShop(language);
    const { load, store, main, count, save } = WORDS[language];
    const questions: [name: string, params: Record<string, unknown>][] = [
      ["get_callers", { function_name: load, file_path: store }],
      ["get_callers", { function_name: save }],
      ["get_callees", { function_name: main }],
      ["get_callees", { function_name: save }],
      ["get_call_graph", { symbol_name: load, path: store, depth: 2 }],
      ["get_impact", { symbol_name: load, path: store }],
      ["call_chain", { from_func: main, to_func: count }],
      ["call_chain", { from_func: count, to_func: main }],
      ["query_file_symbols", { file_path: store }],
      ["query_file_symbols", { file_path: store, json_output: true }],
      ["search_nodes", { name_pattern: "*ave" }],
      ["search_nodes", { name_pattern: "filestor" }],
      ["query_interface_implementors", { name_pattern: "Store" }],
      ["query_interface_implementors", { name_pattern: "*Sink", json_output: true }],
      ["query_node_edges", { node_identifier: save }],
      ["query_node_edges", { node_identifier: store, edge_type: "Contains", json_output: true }],
      ["query_node_edges", { node_identifier: "Store", direction: "in" }],
      ["get_callers", { function_name: "lod" }],
      ["get_call_graph", { symbol_name: load }],
    ];
    const repository = openInProcess(shop.folder, "agent");
    let text = "";
    let json = "";
    for (const [name, params] of questions) {
      const tool = toolNamed(TOOLS, name);
      const forAgents = await ask(repository, tool, params, COMPACT);
      const forPeople = await ask(repository, tool, params, PLAIN);
      assert.deepEqual(forPeople.structured["error"] === undefined, forAgents.structured["error"] === undefined);
      text += `# ${name} ${JSON.stringify(params)}\n${forAgents.text}\n\n## for people\n${forPeople.text}\n\n`;
      json += `${JSON.stringify(forAgents.structured)}\n`;
    }
    repository.close();
    compareGolden(goldenFile(language, "txt"), text);
    compareGolden(goldenFile(language, "jsonl"), json);
  });
}

const WORDS: Readonly<Record<ShopLanguage, Record<"load" | "store" | "main" | "count" | "save", string>>> = {
  python: { load: "load", store: "shop/store.py", main: "main", count: "count", save: "FileStore.save" },
  typescript: { load: "load", store: "src/store.ts", main: "main", count: "count", save: "FileStore.save" },
  go: { load: "Load", store: "store/store.go", main: "main", count: "Count", save: "FileStore.Save" },
  rust: { load: "load", store: "src/store.rs", main: "main", count: "count", save: "FileStore::save" },
};

function compareGolden(file: string, text: string): void {
  if (Deno.env.get("CALLGROVE_GOLDEN") === "write") {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return;
  }
  assert.ok(existsSync(file), `${file} is not there: run with CALLGROVE_GOLDEN=write and look it through`);
  assert.equal(text, readFileSync(file, "utf8"), `${file}: look at the difference; CALLGROVE_GOLDEN=write takes it over`);
}
