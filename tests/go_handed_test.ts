/** Go: what code outside may call because it is handed there: functions, methods of values, and what these hold. */
import assert from "node:assert/strict";
import { call, completenessOf } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

/** Ways to put a value of a type `T` where a type from outside is declared. */
const WAYS_ABROAD: readonly string[] = [
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
      [...WAYS_ABROAD, "_ = own{T{}}", "var o []own; o = append(o, own{})"].map((way, i) =>
        `\tfunc() { ${way.replaceAll("T{", `T${i}{`).replaceAll(/\bT([;,\]])/g, `T${i}$1`)} }()`
      ).join("\n")
    }
}
${[...WAYS_ABROAD, "", ""].map((_, i) => `\ntype T${i} struct{}\n\nfunc (T${i}) Token() int { return 0 }\n`).join("")}`,
  }, async (project) => {
    for (const [i, way] of WAYS_ABROAD.entries()) {
      assert.match((await completenessOf(project, `T${i}.Token`)).why, /is handed to example\.org\/far\/ext\.\w+, outside/, way);
    }
    for (const i of [WAYS_ABROAD.length, WAYS_ABROAD.length + 1]) {
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
        /a value of its type is handed to example\.org\/far\/ext\.Source, outside/,
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
      assert.match((await completenessOf(project, `T${i}.AfterFind`)).why, /a value of its type is handed to example\.org\/far\./, way);
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

Deno.test("go: from a value that is handed outside its fields are reached, and their methods, by names that nobody sees", () =>
  withProject({
    "go.mod": "module m\n",
    "choose/choose.go":
      "package choose\n\ntype Options struct{ Limit int }\n\nfunc (o Options) Run() error { return nil }\nfunc (o Options) run() {}\n",
    "a.go": `package m

import (
	"example.org/kong"
	"m/choose"
)

type Held struct{}

func (Held) Check() {}

type Hidden struct{}

func (Hidden) Check() {}

type Group struct{ Held *Held }

type App struct {
	Choose choose.Options
	Groups []Group
	hidden Hidden
	Named uint64
}

type Named struct{}

func (Named) Check() {}

type Other struct{ Kept Kept }

type Kept struct{}

func (Kept) Check() {}

func main() { kong.Parse(&App{}) }
`,
  }, async (project) => {
    const why =
      "a value of App, in which one of its type is held, is handed to example.org/kong.Parse, outside, which may call it: such calls are not in the list";
    for (const name of ["Options.Run", "Held.Check"]) {
      assert.deepEqual(await completenessOf(project, name), { completeness: "possibly_incomplete", why }, name);
    }
    for (const name of ["Options.run", "Hidden.Check", "Kept.Check", "Named.Check"]) {
      assert.deepEqual(await completenessOf(project, name), { completeness: "complete", why: "" }, name);
    }
  }));

Deno.test("go: a template may call any method of what it is executed on, and of what the functions give that it is told", () =>
  withProject({
    "go.mod": "module example.com/m\n\ngo 1.26\n",
    "main.go": `package main

import (
	"html/template"
	"os"
)

type Page struct{ Foot Foot }

func (Page) Shown() string { return "" }
func (Page) shown() string { return "" }

type Foot struct{}

func (Foot) Year() int { return 1 }

type Item struct{}

func (*Item) Price() int { return 1 }

type Row struct{}

func (Row) Cells() int { return 1 }

type Col struct{}

func (Col) Width() int { return 1 }

type Kept struct{}

func (Kept) Key() int { return 1 }

func item() (*Item, error)   { return nil, nil }
func rows() func(int) []Row  { return nil }
func kept() Kept             { return Kept{} }

func main() {
	t := template.New("x").Funcs(template.FuncMap{"item": item, "rows": rows(), "col": func() Col { return Col{} }})
	t.Execute(os.Stdout, Page{})
	_ = map[string]any{"kept": kept, "more": func() Kept { return kept() }}
}
`,
  }, async (project) => {
    for (const name of ["Page.Shown", "Foot.Year", "Item.Price", "Row.Cells", "Col.Width"]) {
      const { completeness, why } = await completenessOf(project, name);
      assert.equal(completeness, "possibly_incomplete", name);
      assert.match(why, /is handed to html\/template\.[\w./, ]+, outside, which may call it/, name);
    }
    for (const name of ["Page.shown", "Kept.Key"]) {
      assert.deepEqual(await completenessOf(project, name), { completeness: "complete", why: "" }, name);
    }
  }));

Deno.test("go: what takes a value of any type and hands it on outside takes it there", () =>
  withProject({
    "go.mod": "module example.com/m\n\ngo 1.26\n",
    "main.go": `package main

import "example.org/kong"

type App struct{ Part Part }

func (*App) Run() error { return nil }
func (*App) run() error { return nil }

type Part struct{}

func (Part) Run() error { return nil }

type Generic struct{}

func (Generic) Check() {}

type Listed struct{}

func (Listed) Check() {}

type Behind struct{}

func (Behind) Check() {}

type Kept struct{}

func (Kept) Check() {}

type Second struct{}

func (Second) Check() {}

type Loop struct{}

func (Loop) Check() {}

func parse(app interface{}, second any)  { kong.Parse(app) }
func load[T any](into *T)                { kong.Parse(into) }
func all(values ...any)                  { kong.Parse(values...) }
func around(name string, value any)      { parse(value, nil) }
func keep(value any) any                 { return value }
func again(n int, value any)             { if n > 0 { again(n-1, value) }; keep(value) }

func main() {
	parse(&App{}, Second{})
	load(&Generic{})
	all(1, Listed{})
	around("x", Behind{})
	keep(Kept{})
	again(2, Loop{})
}
`,
  }, async (project) => {
    for (const name of ["App.Run", "Part.Run", "Generic.Check", "Listed.Check", "Behind.Check"]) {
      const { completeness, why } = await completenessOf(project, name);
      assert.equal(completeness, "possibly_incomplete", name);
      assert.match(why, /is handed to example\.org\/kong\.Parse, outside, which may call it/, name);
    }
    for (const name of ["App.run", "Kept.Check", "Second.Check", "Loop.Check"]) {
      assert.deepEqual(await completenessOf(project, name), { completeness: "complete", why: "" }, name);
    }
  }));

Deno.test("go: who is handed a value of an interface of the repository may call what that asks for, and so what stands for it", () =>
  withProject({
    "go.mod": "module example.com/m\n\ngo 1.26\n",
    "main.go": `package main

import "example.org/ext"

type Plugin interface {
	Start()
	Stop()
}

type job struct{}

func (job) Start() {}
func (job) Stop()  {}

type Part interface{ Draw() }

type box struct{}

func (box) Draw() {}

type Config struct{ Part Part }

type Kept interface{ Keep() }

type kept struct{}

func (kept) Keep() {}

func register(p Plugin, k Kept) { ext.Add(p); p.Stop() }

func main() {
	register(job{}, kept{})
	ext.Run(Config{box{}})
}
`,
  }, async (project) => {
    const why = [
      ["Plugin.Start", "a value of its type is handed to example.org/ext.Add, outside"],
      ["job.Start", "a value of Plugin, for which it stands, is handed to example.org/ext.Add, outside"],
      ["box.Draw", "a value of Config, in which one of its type is held, is handed to example.org/ext.Run, outside"],
    ] as const;
    for (const [name, reason] of why) {
      const answer = await completenessOf(project, name);
      assert.equal(answer.completeness, "possibly_incomplete", name);
      assert.equal(answer.why, `${reason}, which may call it: such calls are not in the list`, name);
    }
    for (const name of ["Plugin.Stop", "job.Stop", "kept.Keep", "Kept.Keep"]) {
      assert.deepEqual(await completenessOf(project, name), { completeness: "complete", why: "" }, name);
    }
  }));

Deno.test("go: a list or map of values of any type takes along what is written into it", () =>
  withProject({
    "go.mod": "module example.com/m\n\ngo 1.26\n",
    "main.go": `package main

import "example.org/web"

type Direct struct{}

func (Direct) Show() {}

type Local struct{}

func (*Local) Show() {}

type Listed struct{}

func (Listed) Show() {}

type Behind struct{}

func (Behind) Show() {}

type Kept struct{}

func (Kept) Show() {}

type Typed struct{}

func (Typed) Show() {}

func render(data map[string]any) { web.Render(data) }
func keep(data map[string]any)   {}

func main() {
	web.Render(map[string]any{"a": Direct{}})
	l := &Local{}
	data := map[string]interface{}{"l": l}
	web.Render(data)
	web.All([]any{1, Listed{}})
	render(map[string]any{"b": Behind{}})
	keep(map[string]any{"k": Kept{}})
	kept := []any{Kept{}}
	keep(nil)
	_ = kept
	_ = map[string]Typed{"t": Typed{}}
}
`,
  }, async (project) => {
    for (const name of ["Direct.Show", "Local.Show", "Listed.Show", "Behind.Show"]) {
      const { completeness, why } = await completenessOf(project, name);
      assert.equal(completeness, "possibly_incomplete", name);
      assert.match(why, /is handed to example\.org\/web\.\w+, outside, which may call it/, name);
    }
    for (const name of ["Kept.Show", "Typed.Show"]) {
      assert.deepEqual(await completenessOf(project, name), { completeness: "complete", why: "" }, name);
    }
  }));

Deno.test("go: what a function puts into a field may go on from there, beside the calls of the field; a table of the package is looked through where it is", () =>
  withProject({
    "go.mod": "module example.com/m\n\ngo 1.26\n",
    "a/a.go": "package a\n\ntype Command struct{ Run func() }\n",
    "b/b.go": "package b\n\ntype Command struct{ Run func() }\n",
    "main.go": `package main

import "example.com/m/a"

type server struct{ stop, idle func() }

type command struct{ run func() }

var commands = []command{{run: listed}}

var shared = a.Command{Run: keyed}

var table = map[string]func(){"a": tabled}

func stopped() {}
func idling()  {}
func listed()  {}
func keyed()   {}
func tabled()  {}

func make(stop func()) *server { return &server{stop: stop} }

func main() {
	s := make(stopped)
	s.idle = idling
	s.stop()
	s.idle()
	for _, one := range commands {
		one.run()
	}
	shared.Run()
	table["a"]()
}
`,
  }, async (project) => {
    // Of what type a value is that is assigned to, only the index knows.
    for (const name of ["idling", "keyed"]) {
      assert.match((await completenessOf(project, name)).why, /^it is handed over at main\.go:\d+: what gets it may call it/, name);
    }
    for (const name of ["stopped", "listed", "tabled"]) {
      assert.deepEqual(await completenessOf(project, name), { completeness: "complete", why: "" }, name);
    }
  }));

const TABLES = {
  "go.mod": "module example.com/m\n\ngo 1.22\n",
  "site.go": `package site

import "example.org/far/web"

type route struct {
	path   string
	handle func()
	after  func()
}

var routes = []route{
	{"/", index, nil},
	{path: "/about", handle: about, after: log},
}

type server struct{ fallback web.Func }

func local()   {}
func later()   {}
func index()   {}
func about()   {}
func log()     {}
func table()   {}
func part()    {}
func kept()    {}
func typed()   {}
func field()   {}
func result()  {}
func taken()   {}
func more()    {}
func listed()  {}
func inner()   {}
func appended() {}
func whole()   {}

func start(on bool) {
	h := local
	if on {
		h = later
	}
	web.Handle("/", h)
	for _, r := range routes {
		web.Handle(r.path, r.handle)
	}
	byName := map[string]func(){"a": table, "b": table}
	for _, f := range byName {
		web.Handle("/t", f)
	}
	parts := []func(){part}
	web.Handle("/p", parts[0])
	own := []func(){kept}
	for _, f := range own {
		f()
		run(f)
	}
	var t web.Func = typed
	t()
	s := server{fallback: field}
	s.fallback()
	register("/", taken)
	registerAll(more)
	_ = []web.Func{listed}
	all := append([]func(){inner}, appended)
	web.HandleAll(all...)
	web.Serve(route{handle: whole})
}

func run(f func())                         { f() }
func give() web.Func                       { return result }
func register(path string, f web.Func)     { f() }
func registerAll(fs ...web.Func)           { fs[0]() }
`,
};

Deno.test("go: what was put into a variable or a table before is handed over with it, and so is what becomes of a type outside", () =>
  withProject(TABLES, async (project) => {
    for (
      const [name, taker] of [
        ["local", "Handle"],
        ["later", "Handle"],
        ["index", "Handle"],
        ["about", "Handle"],
        ["table", "Handle"],
        ["part", "Handle"],
        ["typed", "Func"],
        ["field", "Func"],
        ["result", "Func"],
        ["taken", "Func"],
        ["more", "Func"],
        ["listed", "Func"],
        ["inner", "HandleAll"],
        ["appended", "HandleAll"],
        ["whole", "Serve"],
      ] as const
    ) {
      const answer = await completenessOf(project, name);
      const why = `it is handed to example.org/far/web.${taker}, outside, which may call it: such calls are not in the list`;
      assert.deepEqual(answer, { completeness: "possibly_incomplete", why }, name);
    }
    assert.match((await completenessOf(project, "kept")).why, /^it is handed over at \w+\.go:\d+: what gets it/);
    assert.deepEqual(await completenessOf(project, "log"), { completeness: "complete", why: "" }, "nobody calls the field");
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
      const why = `a value of its type is handed to ${taker}, outside, which may call it: such calls are not in the list`;
      assert.deepEqual(answer, { completeness: "possibly_incomplete", why }, type);
    }
    for (const type of ["plain", "result"]) {
      assert.deepEqual(await completenessOf(project, `${type}.Start`), { completeness: "complete", why: "" }, type);
    }
  }));

Deno.test("go: what is handed abroad in a list or a map may have its methods called there", () =>
  withProject({
    "go.mod": "module m\n\nrequire example.org/store v1.0.0\n",
    "a.go": `package m

import "example.org/store"

type row struct{}

func (row) TableName() string { return "rows" }

type pair struct{}

func (*pair) TableName() string { return "pairs" }

type alone struct{}

func (alone) TableName() string { return "" }

func read(c *store.Connection) {
	var rows []row
	c.All(&rows)
	c.Load(map[string][]*pair{})
}
`,
  }, async (project) => {
    assert.match(
      (await completenessOf(project, "row.TableName")).why,
      /a value of its type is handed to example\.org\/store\.Connection\.All, outside/,
    );
    assert.match(
      (await completenessOf(project, "pair.TableName")).why,
      /a value of its type is handed to example\.org\/store\.Connection\.Load, outside/,
    );
    assert.equal((await completenessOf(project, "alone.TableName")).completeness, "complete");
  }));

Deno.test("go: a call of a variable of another package is none of a function that is handed over in its own; what only a folder sees is called there alone", () =>
  withProject({
    "go.mod": "module example.com/shop\n",
    "patch/patch.go": `package patch

func mutate(x int) {}

func merge(x int) {}

func Apply(x int, by func(int)) {
	by(x)
}

func Run(x int) {
	mutate(x)
	Apply(x, merge)
}
`,
    "use/use.go": `package use

func Each(mutate func(int), merge func(int)) {
	mutate(1)
	merge(2)
}
`,
    "use/kept.go": `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 12\n`,
  }, async (project) => {
    const cases: readonly (readonly [string, number, string])[] = [
      ["patch.mutate", 0, "complete"],
      ["patch.merge", 0, "complete"],
    ];
    for (const [name, sites, completeness] of cases) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      assert.equal((structured["unresolved"] as { count: number } | undefined)?.count ?? 0, sites, name);
      assert.equal(structured["completeness"], completeness, name);
    }
  }));

Deno.test("go: what a test alone hands to code outside has its methods called there for nothing but the test", () =>
  withProject({
    "go.mod": "module example.com/shop\n\ngo 1.24\n",
    "shop.go": "package shop\n\ntype Job struct{ id int }\n\nfunc (j *Job) Reset() { j.id = 0 }\n\ntype Box struct{ Job *Job }\n",
    "shop_test.go": 'package shop\n\nimport "example.org/far/must"\n\ntype suite struct{}\n\nfunc (s *suite) SetUp() {}\n\n' +
      "func TestJob(t *T) {\n\tmust.NotNil(t, &Job{})\n\tmust.Eq(t, &Box{})\n\tmust.Run(t, &suite{})\n}\n",
  }, async (project) => {
    for (const [name, completeness] of [["Job.Reset", "complete"], ["suite.SetUp", "possibly_incomplete"]] as const) {
      assert.equal((await call(project, "get_callers", { function_name: name })).structured["completeness"], completeness, name);
    }
  }));
