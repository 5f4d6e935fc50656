/** Functions that are passed to something unknown: it may call them without a call site. */
import assert from "node:assert/strict";
import { call, warningsOf } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const FILES = {
  "app.py": `def first(): ...
def second(): ...
def third(): ...


def take(function, *args):
    function(*args)


def main(server):
    server.mount("/", first)
    take(second, "/")
    server.mount("/", {"a": [third]})
`,
};

Deno.test("a function passed to something unknown may be called there", () =>
  withProject(FILES, async (project) => {
    for (const name of ["first", "third"]) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      const reason = "it is passed to server.mount, of which nothing is known, which may call it: such calls are not in the list";
      assert.deepEqual(warningsOf({ structured }), [reason], name);
    }
    const { structured } = await call(project, "get_callers", { function_name: "second" });
    assert.deepEqual(structured["possible"], { "app.py": { take: [7] } });
    assert.equal(structured["completeness"], "complete");
  }));

Deno.test("what code of the repository receives may be called there: a function in a field, a method of an object", () =>
  withProject({
    "go.mod": "module example.org/app\ngo 1.24\n",
    "app.go": `package app
type timer struct{ done func() int }
func (t timer) fire() int { return t.done() }
func ended() int { return 1 }
func Run() int { return timer{done: ended}.fire() }
`,
    "app.ts": `class Timer { done: () => void; constructor(done: () => void) { this.done = done } fire() { this.done() } }
function ended() {}
function both() {}
new Timer(ended).fire(); new Timer(both); both();
[1].forEach(looped); queueMicrotask(looped);
function looped() {}
class Real { top() { return 2 } }
export interface Open { hook?: () => void; sure(): void }
export function open(): Real { return { top() { return 1 } } as unknown as Real }
export const opened: Open = { hook() {}, sure() {} };
export function loose() { return { untied() {} } }
function shown() {}
export const visible = shown;
export function typed(all: { [key: string]: number; asked(): void }) { return all.a; }
`,
  }, async (project) => {
    const cases = [
      ["app.go:ended", ""],
      ["app.ts:ended", ""],
      ["both", ""],
      ["looped", ""],
      ["open.top", "it is a member of an object that open makes: code that receives that may call it without a visible call site"],
      [
        "loose.untied",
        "it is a member of an object that loose makes: code that receives that may call it without a visible call site",
      ],
      ["opened.hook", "it stands for Open.hook, of which some callers may be missing"],
      ["opened.sure", ""],
      ["Real.top", ""],
      ["app.ts:shown", ""],
      ["typed.asked", ""],
    ] as const;
    for (const [name, reason] of cases) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      assert.deepEqual(warningsOf({ structured }), reason === "" ? [] : [reason], name);
      assert.equal(structured["completeness"], reason === "" ? "complete" : "possibly_incomplete", name);
    }
  }));

const WHOLE = `type Fn = (n: number) => string;
export interface Kind { name: string; show?: Fn | Record<string, Fn> }
export const int: Kind = {
  name: "int",
  show: { hex(n) { return n.toString(16); } },
};
const table: Record<string, Fn> = { bin(n) { return n.toString(2); } };
const apart = { inner: { oct(n: number) { return n.toString(8); } }, other: { dec(n: number) { return n.toString(10); } } };
const own = { six(n: number) { return n.toString(6); }, rest(n: number) { return n.toString(); } };
export function show(kind: Kind, style: string) {
  if (typeof kind.show === "function" || !kind.show) return "";
  const show = kind.show[style];
  return show(1);
}
export function use(all: Record<string, Fn>, style: string) { return all[style](2); }
export function run(style: string) { return [show(int, style), use(table, style), use(apart.inner, style), own.six(1)]; }
export default own;
`;

Deno.test("methods of an object that is passed as a whole may be called by a computed name, but not if only its members are named", () =>
  withProject({ "app.ts": WHOLE, "package.json": '{ "name": "app" }' }, async (project) => {
    const reason = (object: string): string =>
      `it is a member of the object in ${object}, which goes elsewhere as a whole at app.ts:16: code that has it may call it by a computed name`;
    const cases = [
      ["hex", reason("int.show")],
      ["bin", reason("table")],
      ["oct", reason("apart.inner")],
      ["dec", ""],
      ["own.rest", ""],
    ] as const;
    for (const [name, expected] of cases) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      assert.deepEqual(warningsOf({ structured }), expected === "" ? [] : [expected], name);
      assert.equal(structured["completeness"], expected === "" ? "complete" : "possibly_incomplete", name);
    }
  }));
