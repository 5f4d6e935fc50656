/** Functions that the library runs only during the call that receives them: the call is all there is to report. */
import assert from "node:assert/strict";
import { call } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const FILES = {
  "app.ts": `import { test, expect } from "vitest";
export function mapped(n: number) { return n; }
export function later() {}
export function sorted(a: number, b: number) { return a - b; }
export function thrown() {}
export function listening() {}
export function computed() {}
export function run(xs: number[], done: Promise<number>) {
  xs.map(mapped).sort(sorted);
  done.then(mapped);
  setTimeout(later, 10);
  window.setTimeout(later, 10);
  document.addEventListener("x", listening);
  Object.defineProperty(xs, "last", { get: computed });
}
test("x", () => { expect(thrown).toThrow(); });
`,
  "app.py": `import functools
import signal
def by(x): return x
def add(a, b): return a + b
def stop(): pass
def go(xs: list):
    xs.sort(key=by)
    sorted(xs, key=by)
    functools.reduce(add, xs)
    signal.signal(1, stop)
`,
  "go.mod": "module example.org/app\ngo 1.24\n",
  "app.go": `package app
import ("net/http"; "sort"; "strings"; "sync"; "flag")
func upper(r rune) rune { return r }
func begin() {}
func less(i, j int) bool { return i < j }
func page(w http.ResponseWriter, r *http.Request) {}
func row(key, value any) bool { return true }
func work() {}
func note(f *flag.Flag) {}
func Go(xs []int, once *sync.Once, rows *sync.Map, all *sync.WaitGroup, flags *flag.FlagSet) {
  rows.Range(row)
  all.Go(work)
  flags.VisitAll(note)
  sort.Slice(xs, less)
  strings.Map(upper, "x")
  once.Do(begin)
  http.HandleFunc("/", page)
}
`,
  "src/lib.rs": `fn twice(n: u32) -> u32 { n }
fn worker() {}
pub fn go(found: Option<u32>, all: Vec<u32>) -> Vec<u32> {
    found.map(twice);
    std::thread::spawn(worker);
    all.into_iter().map(twice).collect()
}
`,
};

Deno.test("a function that the library only runs during the call has no other callers than that call shows", () =>
  withProject(FILES, async (project) => {
    const shown = ["mapped", "later", "sorted", "thrown", "by", "add", "upper", "begin", "less", "row", "work", "note", "twice"];
    const open = ["listening", "computed", "stop", "page", "worker"];
    for (const name of [...shown, ...open]) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      assert.equal(structured["completeness"], open.includes(name) ? "possibly_incomplete" : "complete", name);
      assert.ok(structured["references"] !== undefined, name);
    }
  }));
