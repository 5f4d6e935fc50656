/** Go: a value converted to an external type may have the methods of that type called there, and calls through such a type may run them. */
import assert from "node:assert/strict";
import { call, completenessOf } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

/** Ways to put a value of a type `T` where a type from outside is declared. */
const WAYS_OUTSIDE: readonly string[] = [
  "_ = holder{T{}}",
  "_ = around{S: T{}}",
  "_ = []holder{{&T{}}}",
  "_ = outer{1, holder{T{}}}",
  "_ = box[ext.Source]{T{}}",
  '_ = []struct { n string; s ext.Source }{{"a", T{}}}',
  "var h holder; h.S = (T{})",
  "var t T; _ = holder{S: &t}",
  "var s ext.Source; if s == nil { s = T{} }; _ = s",
  "_ = func(s ext.Source) { s = &T{} }",
  "var l []ext.Source; l = append(l, T{})",
  "var h lists; for _, t := range []T{} { h.l = append(h.l, t) }",
  'm := map[string]ext.Source{}; m["a"] = T{}',
  "var h lists; h.l[0] = &T{}",
  "p := new(ext.Source); *p = T{}",
  "ch := make(chan ext.Source, 1); ch <- T{}",
  "var s named; s = T{}; _ = s",
  "var s same = &T{}; _ = s",
  "var s wide = T{}; _ = s",
  "_ = func() named { return T{} }",
  "_ = func() ext.Of[int] { return T{} }",
  "kept = T{}",
  "var s ext.Source; var n int; s, n = func() (T, int) { return T{}, 0 }()",
  "var s, n ext.Source = func() (T, int) { return T{}, 0 }()",
  "_ = func() (ext.Source, int) { return func() (T, int) { return T{}, 0 }() }",
  "two(func() (T, int) { return T{}, 0 }())",
  "run := ext.Run; run(T{})",
  "var run func(ext.Source); run(T{})",
  "var h holder; h.run(&T{})",
];

Deno.test("go: a value may be called abroad wherever it becomes one of a type outside", () =>
  withProject({
    "go.mod": "module m\n\nrequire example.org/far/ext v1.0.0\n",
    "a.go": `package m

import "example.org/far/ext"

type holder struct {
	S   ext.Source
	run func(ext.Source)
}
type around struct{ holder }
type named ext.Source
type same = ext.Source
type wide interface {
	ext.Source
	Wider()
}

var kept ext.Source

func two(s ext.Source, n int) {}

type outer struct {
	n int
	h holder
}
type box[X any] struct{ v X }
type lists struct{ l []ext.Source }
type own struct{ v any }

func ways() {
${
      [...WAYS_OUTSIDE, "_ = own{T{}}", "var o []own; o = append(o, own{})"].map((way, i) =>
        `\tfunc() { ${way.replaceAll("T{", `T${i}{`).replaceAll(/\bT([;,\]])/g, `T${i}$1`)} }()`
      ).join("\n")
    }
}
${[...WAYS_OUTSIDE, "", ""].map((_, i) => `\ntype T${i} struct{}\n\nfunc (T${i}) Token() int { return 0 }\n`).join("")}`,
  }, async (project) => {
    for (const [i, way] of WAYS_OUTSIDE.entries()) {
      assert.match((await completenessOf(project, `T${i}.Token`)).why, /is passed to example\.org\/far\/ext\.\w+, outside/, way);
    }
    for (const i of [WAYS_OUTSIDE.length, WAYS_OUTSIDE.length + 1]) {
      assert.deepEqual(await completenessOf(project, `T${i}.Token`), { completeness: "complete", why: "" });
    }
  }));

Deno.test("go: calls through a type outside may run what became one of it", () =>
  withProject({
    "go.mod": "module m\n\nrequire example.org/far/ext v1.0.0\n",
    "a.go": `package m

import "example.org/far/ext"

type source struct{}

func (source) Token() int { return 0 }

type other struct{}

func (other) Token() int { return 0 }

func keep(s ext.Source) int { return s.Token() }

func start() {
	source{}.Token()
	keep(source{})
	other{}.Token()
}
`,
  }, async (project) => {
    const possible = async (name: string): Promise<unknown> =>
      (await call(project, "get_callers", { function_name: name })).structured["possible"];
    assert.deepEqual(await possible("source.Token"), { "a.go": { keep: [13] } });
    assert.equal(await possible("other.Token"), undefined);
  }));

Deno.test("go: calls through an interface outside may run what a type that embeds it has in its place, though only others are known to become one", () =>
  withProject({
    "go.mod": "module m\n\nrequire example.org/far/ext v1.0.0\n",
    "a.go": `package m

import "example.org/far/ext"

type own struct{}

func (own) Send() {}

func first() ext.Stream { return own{} }

type wrapped struct{ ext.Stream }

func (wrapped) Send() {}

type made struct{ ext.Struct }

func (made) Send() {}

func use(stream ext.Stream, other *ext.Struct) {
	stream.Send()
	other.Send()
}
`,
  }, async (project) => {
    const possible = async (name: string): Promise<unknown> =>
      (await call(project, "get_callers", { function_name: name })).structured["possible"];
    assert.deepEqual(await possible("wrapped.Send"), { "a.go": { use: [20] } });
    assert.equal(await possible("made.Send"), undefined);
  }));

Deno.test("go: what becomes one of an interface outside may be called there although it is called here, as far as all that become one have it", () =>
  withProject({
    "go.mod": "module m\n\nrequire example.org/far/ext v1.0.0\n",
    "a.go": `package m

import "example.org/far/ext"

type source struct{}

func (s source) Token() int { return s.Plain() }
func (source) Plain() int   { return 0 }
func (source) Far() int     { return 0 }

type named ext.Source

func make() named { return source{} }

func start(s source) {
	s.Token()
	s.Far()
	ext.Show(struct{}{})
}
`,
    "b.go": `package m

import "example.org/far/ext"

type second struct{}

func (second) Token() int { return 0 }
func (second) Far() int   { return 0 }

func other() ext.Source { return second{} }
func pass(n named) ext.Source { return n }
`,
  }, async (project) => {
    assert.deepEqual(await completenessOf(project, "source.Plain"), { completeness: "complete", why: "" });
    for (const name of ["source.Token", "source.Far"]) {
      assert.match(
        (await completenessOf(project, name)).why,
        /a value of its type is passed to example\.org\/far\/ext\.Source, outside/,
        name,
      );
    }
  }));

/** Ways to hand values of a type `T` to code outside within others. */
const WITHIN_OTHERS: readonly string[] = [
  "var l []T; db.Find(&l)",
  "l := []*T{}; db.Find(&l)",
  "db.Find(map[string]T{})",
  "db.Find([][]T{{}})",
  "type list []T; var l list; db.Find(&l)",
  "type page[X any] struct{ Items []X }; db.Find(&page[T]{})",
  "far.Query[T](db)",
  "far.Both[int, *T](db)",
  "g := far.Of[T](db); far.Run(g)",
  "_ = far.Options{Rows: []T{{}}}",
];

Deno.test("go: what lists, maps and type arguments are of goes abroad with them", () =>
  withProject({
    "go.mod": "module m\n\nrequire example.org/far v1.0.0\n",
    "a.go": `package m

import "example.org/far"

func ways(db *far.DB) {
${[...WITHIN_OTHERS, "use([]T{})", "_ = map[string]T{}"].map((way, i) => `\tfunc() { ${way.replaceAll(/\bT\b/g, `T${i}`)} }()`).join("\n")}
}

func use(v any) {}
${[...WITHIN_OTHERS, "", ""].map((_, i) => `\ntype T${i} struct{}\n\nfunc (T${i}) AfterFind() error { return nil }\n`).join("")}`,
  }, async (project) => {
    for (const [i, way] of WITHIN_OTHERS.entries()) {
      assert.match((await completenessOf(project, `T${i}.AfterFind`)).why, /a value of its type is passed to example\.org\/far\./, way);
    }
    for (const i of [WITHIN_OTHERS.length, WITHIN_OTHERS.length + 1]) {
      assert.deepEqual(await completenessOf(project, `T${i}.AfterFind`), { completeness: "complete", why: "" });
    }
  }));

Deno.test("go: a call that may be one of an interface may run what implements it", () =>
  withProject({
    "go.mod": "module m\n\nrequire example.org/far v1.0.0\n",
    "a.go": `package m

import "example.org/far"

type Store interface{ Get(key string) int }

type memory struct{}

func (memory) Get(key string) int { return 0 }

type other struct{}

func (other) Get(key int) int { return 0 }

func read() int { return far.From[Store]("a").Get("b") }
`,
  }, async (project) => {
    const { structured } = await call(project, "get_callers", { function_name: "memory.Get" });
    assert.equal(structured["completeness"], "possibly_incomplete");
    assert.deepEqual(await completenessOf(project, "other.Get"), { completeness: "complete", why: "" });
  }));

const BECOMING = {
  "go.mod": "module example.com/m\n\ngo 1.22\n",
  "plugins.go": `package plugins

import "example.org/far/api"

type returned struct{}
type paired struct{}
type field struct{}
type assigned struct{}
type element struct{}
type taken struct{}
type tested struct{}
type plain struct{}
type result struct{}

func (*returned) Start() {}
func (*paired) Start()   {}
func (*field) Start()    {}
func (*assigned) Start() {}
func (element) Start()   {}
func (*taken) Start()    {}
func (*tested) Start()   {}
func (*plain) Start()    {}
func (*result) Start()   {}

type host struct {
	plugin api.Plugin
	own    *plain
}

func one() api.Plugin            { return &returned{} }
func two() (api.Plugin, error)   { made := &paired{}; return made, nil }
func three() (*result, api.Code) { return &result{}, 0 }

func start(h *host) {
	h.plugin = newAssigned()
	h.own = &plain{}
	_ = host{plugin: &field{}, own: &plain{}}
	_ = map[string]api.Plugin{"a": element{}}
	add("x", &taken{}, &tested{})
}

func newAssigned() *assigned                 { return &assigned{} }
func add(name string, plugins ...api.Plugin) {}
`,
};

Deno.test("go: a value that becomes one of a type outside may have its methods called there", () =>
  withProject(BECOMING, async (project) => {
    for (const type of ["returned", "paired", "field", "assigned", "element", "taken", "tested"]) {
      const answer = await completenessOf(project, `${type}.Start`);
      const taker = "example.org/far/api.Plugin";
      const why = `a value of its type is passed to ${taker}, outside, which may call it: such calls are not in the list`;
      assert.deepEqual(answer, { completeness: "possibly_incomplete", why }, type);
    }
    for (const type of ["plain", "result"]) {
      assert.deepEqual(await completenessOf(project, `${type}.Start`), { completeness: "complete", why: "" }, type);
    }
  }));
