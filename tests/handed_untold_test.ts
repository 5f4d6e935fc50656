/** Functions that are handed to something of which nothing is known: it may call them where no call site says so. */
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

const handedHere = (place: string): string =>
  `it is handed over at ${place}: what gets it may call it through a variable, a parameter or a field, and such calls are not in the list`;

Deno.test("what is handed to something of which nothing is known may be called there", () =>
  withProject(FILES, async (project) => {
    for (const [name, isUntold] of [["first", true], ["second", false], ["third", true]] as const) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      const warnings = warningsOf({ structured });
      const reason = isUntold
        ? "it is handed to server.mount, of which nothing is known, which may call it: such calls are not in the list"
        : handedHere("app.py:12");
      assert.deepEqual(warnings, [reason], name);
    }
  }));

Deno.test("what code of the repository is handed may be called there: a function in a field, a method of an object", () =>
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
      ["app.go:ended", handedHere("app.go:5")],
      ["app.ts:ended", handedHere("app.ts:4")],
      ["both", ""],
      ["looped", ""],
      ["open.top", "it is a member of an object that open makes: whoever gets that may call it, which no call site may say"],
      [
        "loose.untied",
        "it is a member of an object that loose makes: whoever gets that may call it, which no call site may say",
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
