/** The reasons that an answer gives are true: external bases, import cycles, hosts of routes. */
import assert from "node:assert/strict";
import { call, warningsOf } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

Deno.test("a type inherits no members from a protocol that it implements, and none from a base whose members are known", () =>
  withProject({
    "kit/made.py": `from typing import Protocol


class FromCrawler(Protocol):
    @classmethod
    def from_crawler(cls, crawler: object) -> "FromCrawler": ...


def build(cls: type[FromCrawler]) -> FromCrawler:
    return cls.from_crawler(1)
`,
    "kit/spider.py": `from outside import Base


class Tracked:
    pass


class Spider(Tracked):
    @classmethod
    def from_crawler(cls, crawler: object) -> "Spider":
        return cls()


class Missing(Exception):
    pass


class Loader(Base):
    pass
`,
    "kit/run.py": "from kit.made import build\nfrom kit.spider import Spider\n\n\ndef run():\n    return build(Spider)\n",
  }, async (project) => {
    await project.index();
    const why = async (name: string): Promise<string> =>
      ((await call(project, "get_callers", { function_name: name })).structured["error"] as { message: string }).message;
    assert.equal(await why("Spider.start_requests"), 'Cannot find symbol "Spider.start_requests": the index has no such name');
    assert.equal(await why("Missing.start_requests"), 'Cannot find symbol "Missing.start_requests": the index has no such name');
    assert.equal(
      await why("Loader.load"),
      'Cannot find symbol "Loader.load": Loader (kit/spider.py:18) does not declare it, and builds on outside.Base, outside the repository',
    );
  }));

Deno.test("a type that a comment imports from a module closes no run-time import cycle, and loads nothing", () =>
  withProject({
    "main.js": 'const { make } = require("./make");\nclass Server {}\nmodule.exports = { Server, run() { return make(); } };\n',
    "make.js":
      "/**\n * @param {import('./main').Server} server\n */\nfunction make(server) {\n  return server;\n}\nmodule.exports = { make };\n",
    "both.js": "const { Server } = /** @type {import('./main')} */ (require('./main'));\nmodule.exports = { Server };\n",
  }, async (project) => {
    await project.index();
    const { structured, text } = await call(project, "call_graph_stats", { cycles: true });
    assert.deepEqual(structured["cycles"], [{ circle: ["main.js:1", "make.js:2"], files: 2, types_only: true }]);
    assert.match(text, /types/);
    const imported = await call(project, "get_callers", { function_name: "main.js:<module>" });
    assert.deepEqual(warningsOf(imported), ["importing it runs it, which is not a call: both.js:1 imports it"]);
  }));

Deno.test("a route names its host, and one that nothing serves is not a misspelled name", () =>
  withProject({
    "versions.js":
      'async function fetchVersions() {\n  return fetch("https://s3.example.com/docs.example.org?delimiter=/");\n}\nfunction getFlows() {}\nfetchVersions(getFlows);\n',
  }, async (project) => {
    await project.index();
    const { text } = await call(project, "search_nodes", { name_pattern: "*", node_type: "route" });
    assert.match(text, /GET \/docs\.example\.org .*called by fetchVersions at s3\.example\.com/);
    const { structured } = await call(project, "get_callers", { function_name: "GET /flows" });
    const { message, data } = structured["error"] as { message: string; data: Record<string, unknown> };
    assert.equal(message, 'Cannot find symbol "GET /flows": no function is known to serve this HTTP route');
    assert.equal(data["did_you_mean"], undefined);
  }));

Deno.test("declaration files close no run-time cycle", () =>
  withProject({
    "a.d.ts": 'import { B } from "./b";\nexport interface A { b: B }\n',
    "b.d.ts": 'import { A } from "./a";\nexport interface B { a: A }\n',
  }, async (project) => {
    await project.index();
    const { structured } = await call(project, "call_graph_stats", { cycles: true });
    assert.deepEqual(structured["cycles"], [{ circle: ["a.d.ts:1", "b.d.ts:1"], files: 2, types_only: true }]);
  }));
