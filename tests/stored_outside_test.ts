/** Functions that are stored in a member of an external object: external code may call them without a call site. */
import assert from "node:assert/strict";
import { call, warningsOf } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const FILES = {
  "app.ts": `import http from "node:http";
const server = http.createServer();
export function loaded() {}
window.onload = loaded;
window.onerror = function () {};
export class App {
  kept = () => {};
  constructor() { server.hook = this.done; this.kept = this.own; }
  done() {}
  own() {}
}
export function inTable() {}
const table: any = {};
table.go = inTable;
export function placed() {}
window.api = { placed };
export function one() {}
export function other() {}
server.on("x", Math.random() > 1 ? one : other);
export function listed() {}
server.use([listed], { again });
export function again() {}
class Tools { run(f: () => void) {} take = (f: () => void) => {}; }
export function ran() {}
new Tools().run(ran);
export function taken() {}
new Tools().take(taken);
`,
  "app.py": `import signal
import sys
import lib
def hook(): pass
sys.excepthook = hook
class S:
    def __init__(self, server: lib.Server):
        self.server = server
        server.hook = self.done
        self.server.other = self.second
        self.own = self.third
    def done(self): pass
    def second(self): pass
    def third(self): pass
def early(): pass
def late(): pass
signal.signal(1, early if sys.argv else late)
def registered(): pass
lib.table["x"] = registered
handlers = {}
def inside(): pass
handlers["x"] = inside
class Tools:
    def run(self, f): pass
    def __call__(self, f): pass
def ran(): pass
Tools().run(ran)
def taken(): pass
Tools()(taken)
def by_name(): pass
setattr(Tools, "put", by_name)
`,
};

Deno.test("what is stored in a member of an external object may be called there, and so may each property of a passed object", () =>
  withProject(FILES, async (project) => {
    const cases: readonly (readonly [name: string, taker: string])[] = [
      ["loaded", "window.onload"],
      ["onerror", "window.onerror"],
      ["App.done", "http.default.createServer.hook"],
      ["App.own", ""],
      ["inTable", ""],
      ["placed", "window.api"],
      ["one", "http.default.createServer.on"],
      ["other", "http.default.createServer.on"],
      ["listed", "http.default.createServer.use"],
      ["again", "http.default.createServer.use"],
      ["hook", "sys.excepthook"],
      ["S.done", "lib.Server.hook"],
      ["S.second", "lib.Server.other"],
      ["early", "signal.signal"],
      ["late", "signal.signal"],
      ["registered", "lib.table"],
      ["inside", ""],
      ["by_name", ""],
    ];
    for (const [name, taker] of cases) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      const warnings = warningsOf({ structured });
      const reason = `it is passed to ${taker}, outside, which may call it: such calls are not in the list`;
      assert.equal(structured["completeness"], "possibly_incomplete", name);
      // What stays in the repository may be called here.
      if (taker === "") assert.match(warnings.join(), /^it is passed as a value at app\.\w+:\d+: what receives it/, name);
      else assert.deepEqual(warnings, [reason], name);
    }
    // In a field that nothing calls or reads, and a parameter that nothing is done with.
    for (const name of ["S.third", "app.ts:ran", "app.ts:taken", "app.py:ran", "app.py:taken"]) {
      assert.equal((await call(project, "get_callers", { function_name: name })).structured["completeness"], "complete", name);
    }
  }));
