/** Generated bundles: their code is listed last, and never judged as certain. */
import assert from "node:assert/strict";
import { call, unusedIn, warningsOf } from "./support/call.ts";
import { runCallgrove } from "./support/shop.ts";
import { withProject } from "./support/temp_project.ts";

const members = Array.from({ length: 300 }, (_, i) => `function packed${i}(a){return a+${i}}`).join(";");
const FILES = {
  "static/editor.bundle.js":
    `(function(){${members};function loadRows(){return packed1(packed1(1))}function saveRows(){return packed1(2)}saveRows()})();\n`,
  "src/rows.ts": "function lost() {}\nexport function loadRow() { return helper(); }\nexport function helper() { return 1; }\nloadRow();\n",
};

Deno.test("bundled code is no hotspot, comes last among matches and similar names, and is never surely unused or untested", () =>
  withProject(FILES, async (project) => {
    const names = ({ structured }: { structured: Record<string, unknown> }, key = "nodes"): string[] =>
      (structured[key] as { name: string }[]).map((node) => node.name.replace(/^.*\./, ""));
    assert.deepEqual(names(await call(project, "search_nodes", { name_pattern: "*Row*" })), ["loadRow", "saveRows", "loadRows"]);
    assert.equal(names(await call(project, "search_nodes", { name_pattern: "loadRowz" }), "near")[0], "loadRow");
    assert.deepEqual(await unusedIn(project), ["lost high"]);
    const untested = await call(project, "search_nodes", { name_pattern: "*", untested: true });
    assert.deepEqual(names(untested).sort(), ["helper", "loadRow", "lost"]);
    for (const judgement of ["unused", "untested"]) {
      const all = await call(project, "search_nodes", { name_pattern: "*", [judgement]: true });
      assert.ok(warningsOf(all).includes("minified, built and copied code is not judged here: give its file_path"));
      const packed = await call(project, "search_nodes", { name_pattern: "*", [judgement]: true, file_path: "static", limit: 4 });
      assert.deepEqual((packed.structured["nodes"] as { confidence: string }[]).map(({ confidence }) => confidence), Array(4).fill("low"));
    }
    const { structured } = await call(project, "call_graph_stats", { hotspots: true });
    assert.deepEqual((structured["hotspots"] as { name: string }[]).map(({ name }) => name).sort(), ["helper", "loadRow"]);
    const { stdout } = await runCallgrove(["--db", project.database], project.root);
    assert.match(stdout, /callgrove callers helper .*\n.*callgrove graph loadRow /, "nor are its functions what to ask about first");
  }));

Deno.test("vendored JavaScript, in a folder for it or as a library beside a page, comes last", () => {
  const library = `${
    Array.from({ length: 1200 }, (_, i) => `function helper${i}(value) { return value; }`).join("\n")
  }\nexport function load() {}\n`;
  const files = {
    "app/static/vendored/table.js": "export function load() {}\nload();\nload();\n",
    "docs/js/table.js": library,
    "docs/js/page.js": "export function load() {}\n",
    "public/lib/reader/table.mjs": library,
    "public/lib/own.js": "export function load() {}\n",
    "src/table.ts": "export function load() {}\n",
    "js/table.js": library,
    "js/table.min.js": "function load(){}load();load();load();\n",
  };
  return withProject(files, async (project) => {
    const { structured } = await call(project, "search_nodes", { name_pattern: "load" });
    const places = (structured["nodes"] as { at: string }[]).map(({ at }) => at.replace(/:.*/, ""));
    assert.deepEqual(places, [
      ...["public/lib/own.js", "src/table.ts", "docs/js/page.js"],
      ...["app/static/vendored/table.js", "public/lib/reader/table.mjs", "js/table.js", "docs/js/table.js", "js/table.min.js"],
    ]);
  });
});

Deno.test("code in a vendor folder is no hotspot and comes last, in every language", () =>
  withProject({
    "go.mod": "module example.com/a\ngo 1.22\n",
    "vendor/example.com/b/b.go": "package b\n\nfunc Loads() { help(); help() }\n\nfunc help() {}\n",
    "deep/vendor/example.com/c/c.go": "package c\n\nfunc LoadAll() { aid(); aid() }\n\nfunc aid() {}\n",
    "src/vendor/models.py": "def loader():\n    make()\n\ndef make(): pass\n",
    "src/pkg/_vendor/parts.py": "def load_parts():\n    part()\n    part()\n\ndef part(): pass\n",
    "z.go": "package a\n\nfunc Load() { own() }\n\nfunc own() {}\n",
  }, async (project) => {
    const { structured } = await call(project, "call_graph_stats", { hotspots: true });
    assert.deepEqual((structured["hotspots"] as { name: string }[]).map(({ name }) => name).sort(), ["a.own", "src.vendor.models.make"]);
    const found = await call(project, "search_nodes", { name_pattern: "*oad*", node_type: "function" });
    const places = (found.structured["nodes"] as { at: string }[]).map(({ at }) => at.replace(/:.*/, ""));
    assert.deepEqual(places.slice(0, 2).sort(), ["src/vendor/models.py", "z.go"]);
  }));

Deno.test("hotspots count like lists of callers, including versions for other builds and namesakes in a file; an impact says if it counts otherwise", () =>
  withProject({
    "go.mod": "module example.com/a\ngo 1.22\n",
    "a_linux.go": "package a\n\nfunc open() {}\n\nfunc Linux() { open() }\n",
    "a_windows.go": "package a\n\nfunc open() {}\n\nfunc Windows() { open() }\n",
    "b.go": "package a\n\nfunc Both() { open() }\n\nvar held = open\n",
  }, async (project) => {
    const callers = await call(project, "get_callers", { function_name: "open" });
    const hotspots = await call(project, "call_graph_stats", { hotspots: true });
    const open = (hotspots.structured["hotspots"] as { name: string; callers: number; calls: number }[]).filter(({ name }) =>
      name === "a.open"
    );
    assert.deepEqual(open.map(({ callers, calls }) => [callers, calls]), [[
      callers.structured["total_callers"],
      callers.structured["total_sites"],
    ]]);
    const impact = await call(project, "get_impact", { symbol_name: "open" });
    assert.equal((impact.structured["counts"] as Record<string, number>)["callers"], 3);
    assert.match(
      impact.text,
      /distance 1: 4 \(3 callers by name and file; here each definition counts, and so does what passes it as a value, reads it, names it, holds it or builds on it\)/,
    );
  }));

Deno.test("stats say how much of everything is minified code", () =>
  withProject(
    { "app.js": "export function own() {}\nown();\n", "lib.min.js": "function b(){}function c(){b();d()}\n" },
    async (project) => {
      await project.index();
      const { structured, text } = await call(project, "call_graph_stats", {});
      assert.deepEqual(structured["packed"], {
        files: 1,
        symbols: 2,
        sites: { resolved: 1, external: 0, ambiguous: 0, unresolved: 1 },
        paths: ["lib.min.js"],
      });
      assert.match(text, /of that in minified, built or copied code: 1 file, 2 symbols; call sites: resolved 1 \(50.0 %\)/);
    },
  ));

Deno.test("a near name in minified code is listed, and no next step asks about it", () =>
  withProject(
    { "app.js": "export function settleDown() {}\nsettleDown();\n", "lib.min.js": "function setIdle(){}function c(){setIdle()}\n" },
    async (project) => {
      await project.index();
      const { error } = await call(project, "get_callers", { function_name: "setIdel" });
      assert.match(JSON.stringify(error?.data), /setIdle/);
      assert.doesNotMatch(JSON.stringify(error?.data["remediation"] ?? ""), /setIdle/);
      const followups = await call(project, "suggest_followup_queries", {
        previous_query: { tool: "get_callers", params: { function_name: "setIdel" } },
        previous_results: {},
      });
      assert.doesNotMatch(JSON.stringify(followups.structured["suggestions"]), /"setIdle"|lib\.min\.js/);
    },
  ));
