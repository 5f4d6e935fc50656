/** Methods that external code may call: of an external base, interface or decorator, and in a template. */
import assert from "node:assert/strict";
import { call, warningsOf } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const FILES = {
  "app.ts": `import { Component, OnInit } from "@angular/core";
import { Base, Plugin, define } from "outside";
@Component({ selector: "x", template: \`<a (click)="pick()">{{ title }} plain</a>\` })
export class Page implements OnInit {
  ngOnInit() { this.pick(); this.plain(); }
  ngAfterViewInit() {}
  pick() {}
  plain() {}
  private own() {}
}
export class Sub extends Base {
  hook() {}
  override drawn() {}
  shown() { return super.shown(); }
  helper() {}
  run() { this.drawn(); this.shown(); this.helper(); }
}
class Deep extends Sub { deep() {} }
export class Answer implements Plugin { setUp() {} used() {} }
new Answer().used();
const typed: Plugin = { start() {}, inner: { deeper() {} } };
export const checked = { begin() {} } satisfies Plugin;
function make(): Plugin { return { made() {} }; }
define({ handed() {} });
class Plain { alone() {} }
interface Own { asked(): void }
const fitting: Own = { asked() {} };
export function controller(app: any) {
  return class Home extends app.Controller { shownAt() {} kept() { this.kept(); } };
}
export function widened(Base) {
  class Wide extends Base { first() {} }
  return class Wider extends Wide { drawnBy() {} };
}
interface Timers { name: string; wait(): void }
export class Timed implements Omit<Timers, "name"> { wait() {} ask() {} }
`,
  "app.test.ts": `import { Page } from "./app";
new Page().ngAfterViewInit();
`,
};

Deno.test("methods that an external base, interface or decorator may call have unseen callers", () =>
  withProject(FILES, async (project) => {
    const cases: readonly (readonly [string, RegExp | undefined])[] = [
      [
        "Page.ngOnInit",
        /its type builds on @angular\/core\.OnInit, outside the repository, which may call it; its type is passed to a decorator/,
      ],
      ["Page.ngAfterViewInit", /passed to a decorator/],
      ["Page.pick", /it is passed on where it is defined/],
      ["Page.plain", undefined],
      ["Page.own", undefined],
      ["Sub.hook", /builds on outside\.Base/],
      ["Sub.drawn", /builds on outside\.Base/],
      ["Sub.shown", /builds on outside\.Base/],
      ["Sub.helper", undefined],
      ["Deep.deep", /builds on outside\.Base/],
      ["Answer.setUp", /builds on outside\.Plugin/],
      ["Answer.used", undefined],
      ["controller.Home.shownAt", /its type has a base of which nothing is known, which may call it/],
      ["controller.Home.kept", undefined],
      ["widened.Wide.first", /has a base of which nothing is known/],
      ["widened.Wider.drawnBy", /has a base of which nothing is known/],
      ["Timed.ask", undefined],
      ["typed.start", /redefines outside\.Plugin\.start/],
      ["typed.inner.deeper", /redefines outside\.Plugin\.inner\.deeper/],
      ["checked.begin", /redefines outside\.Plugin\.begin/],
      ["make.made", /redefines outside\.Plugin\.made/],
      ["Plain.alone", undefined],
      ["fitting.asked", undefined],
    ];
    for (const [name, reason] of cases) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      const warnings = warningsOf({ structured });
      assert.equal(structured["completeness"], reason === undefined ? "complete" : "possibly_incomplete", name);
      assert.match(warnings.join("; "), reason ?? /^$/, name);
    }
    const handed = await call(project, "get_callers", { function_name: "handed" });
    assert.deepEqual(handed.structured["references"], { "app.ts": { "<module>": [24] } });
  }));

Deno.test("functions that pytest runs by name have unseen callers", () =>
  withProject({
    "conftest.py": `def pytest_configure(config): ...
def configure(config): ...
`,
    "test_all.py": `def setup_module(): ...
def setup_all():
    def setup_function(): ...
class TestAll:
    def teardown_method(self): ...
    def teardown(self): ...
`,
  }, async (project) => {
    const cases: readonly (readonly [string, boolean])[] = [
      ["pytest_configure", true],
      ["configure", false],
      ["setup_module", true],
      ["setup_all", false],
      ["setup_function", false],
      ["TestAll.teardown_method", true],
      ["TestAll.teardown", false],
    ];
    for (const [name, isRun] of cases) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      assert.equal(structured["completeness"], isRun ? "possibly_incomplete" : "complete", name);
      assert.match(warningsOf({ structured }).join("; "), isRun ? /run from outside/ : /^$/, name);
    }
  }));

Deno.test("methods of a class mixed into one with an external base may be called from there", () =>
  withProject({
    "views.py": `from framework import View, Route


class Base(View):
    pass


class Guard:
    def allowed(self): ...
    def noted(self): ...


class Alone:
    def allowed(self): ...


class Page(Guard, Base):
    pass


class Rest(Alone):
    pass


Page().noted()
`,
  }, async (project) => {
    const why = async (name: string): Promise<string> => warningsOf(await call(project, "get_callers", { function_name: name })).join("; ");
    assert.equal(
      await why("Guard.allowed"),
      "types that build on its type build on framework.View besides, outside the repository, which may call it",
    );
    assert.equal(await why("Guard.noted"), "");
    assert.equal(await why("Alone.allowed"), "");
  }));
