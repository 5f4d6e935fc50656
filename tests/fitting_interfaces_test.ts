/** Types that implement an interface without declaring it: calls of the interface may run their methods, and lists of callers say so. */
import assert from "node:assert/strict";
import { call } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const FILES = {
  "app.ts": `export interface Hook { apply(x: number): void; title(): string; ready?(): boolean }
export interface Idle { rest(): void }
export class Declared implements Hook { apply(x: number) {} title() { return ""; } }
export class Fits { apply(x: number) {} title() { return ""; } rest() {} static apply() {} }
export class Half { apply(x: number) {} }
class Above { title() { return ""; } }
export class Below extends Above { apply(x: number) {} }
const given = { apply(x: number) {}, title() { return ""; } };
export function use(hook: Hook) {
  hook.apply(1);
  return hook.title();
}
use(new Fits());
use(new Below());
use(given);
`,
};

Deno.test("a method of a type that fits a called interface may run there; one of a type that lacks a member may not", () =>
  withProject(FILES, async (project) => {
    const doubts: Record<string, string> = {};
    for (const name of ["Declared.apply", "Fits.title", "Fits.rest", "Half.apply", "Below.apply", "given.apply"]) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      const warnings = (structured["metadata"] as { warnings?: string[] }).warnings ?? [];
      doubts[name] = `${structured["completeness"]} ${warnings.find((one) => one.includes("fits")) ?? ""}`.trim();
    }
    const said = (place: number, name: string): string =>
      `possibly_incomplete its type fits Hook (called at app.ts:${place}) without declaring it: where a value of it is passed as one, calls of ${name} there run it`;
    assert.deepEqual(doubts, {
      "Declared.apply": "complete",
      "Fits.title": said(11, "title"),
      "Fits.rest": "complete",
      "Half.apply": "complete",
      "Below.apply": said(10, "apply"),
      "given.apply": said(10, "apply"),
    });
  }));

const EMBEDDING = {
  "go.mod": "module example.com/app\n\nrequire example.org/view v1.0.0\n",
  "app.go": `package app

import (
	"sync"

	"example.org/view"
)

type Shown interface {
	Draw(x, y int)
	Resize()
}

type Base struct{ *view.Box }
type Near struct{ view.Box }
type Far struct{ Base }
type Locked struct{ sync.Mutex }
type Plain struct{}

func (n Near) Draw(x, y int)   {}
func (f Far) Draw(x int, y int) {}
func (f Far) Resize(how string) {}
func (l *Locked) Draw(x, y int) {}
func (p Plain) Draw(x, y int)   {}

func use(shown Shown, near Near, far Far, locked *Locked, plain Plain) {
	shown.Draw(1, 2)
	shown.Resize()
	near.Draw(1, 2)
	far.Draw(1, 2)
	far.Resize("a")
	locked.Draw(1, 2)
	plain.Draw(1, 2)
}
`,
};

Deno.test("an embedded external type may provide the rest of an interface, unless it is known not to", () =>
  withProject(EMBEDDING, async (project) => {
    const doubted: string[] = [];
    for (const name of ["Near.Draw", "Far.Draw", "Far.Resize", "Locked.Draw", "Plain.Draw"]) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      const warnings = (structured["metadata"] as { warnings?: string[] }).warnings ?? [];
      if (warnings.some((one) => one.startsWith("its type embeds something outside and may fit Shown ("))) {
        doubted.push(name);
      }
      assert.equal(structured["completeness"], doubted.includes(name) ? "possibly_incomplete" : "complete", name);
    }
    assert.deepEqual(doubted, ["Near.Draw", "Far.Draw"]);
  }));

const NARROWER = {
  "go.mod": "module example.com/app\n",
  "app.go": `package app

type Clock interface{ Now() int }
type Wide interface {
	Clock
	Config() string
	Close()
}
type Configured interface{ Config() string }
type Other interface {
	Config() string
	Beside()
}
type All struct{}

func (All) Now() int       { return 1 }
func (All) Config() string { return "" }
func (All) Close()         {}
func (All) Beside()        {}

func read(c Configured) string { return c.Config() }
func show(o Other) string      { return o.Config() }
func run(w Wide) {
	read(w)
	show(All{})
}
`,
};

Deno.test("calls through a narrower interface may run what is passed as a wider one; those through any other do not", () =>
  withProject(NARROWER, async (project) => {
    const { structured } = await call(project, "get_callers", { function_name: "Wide.Config" });
    assert.equal(structured["completeness"], "complete");
    assert.deepEqual(structured["possible"], { "app.go": { read: [21] } });
  }));
