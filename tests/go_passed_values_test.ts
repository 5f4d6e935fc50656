/** Go: external code may call the methods of a value passed to it, and those of the values inside it. */
import assert from "node:assert/strict";
import { call, completenessOf } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

Deno.test("go: from a value that is passed outside its fields are reached, and their methods, by names that nobody sees", () =>
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
      "a value of App, in which one of its type is held, is passed to example.org/kong.Parse, outside, which may call it: such calls are not in the list";
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
      assert.match(why, /is passed to html\/template\.[\w./, ]+, outside, which may call it/, name);
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
      assert.match(why, /is passed to example\.org\/kong\.Parse, outside, which may call it/, name);
    }
    for (const name of ["App.run", "Kept.Check", "Second.Check", "Loop.Check"]) {
      assert.deepEqual(await completenessOf(project, name), { completeness: "complete", why: "" }, name);
    }
  }));

Deno.test("go: who is passed a value of an interface of the repository may call what that asks for, and so what stands for it", () =>
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
      ["Plugin.Start", "a value of its type is passed to example.org/ext.Add, outside"],
      ["job.Start", "a value of Plugin, for which it stands, is passed to example.org/ext.Add, outside"],
      ["box.Draw", "a value of Config, in which one of its type is held, is passed to example.org/ext.Run, outside"],
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
      assert.match(why, /is passed to example\.org\/web\.\w+, outside, which may call it/, name);
    }
    for (const name of ["Kept.Show", "Typed.Show"]) {
      assert.deepEqual(await completenessOf(project, name), { completeness: "complete", why: "" }, name);
    }
  }));

Deno.test("go: what is passed outside in a list or a map may have its methods called there", () =>
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
      /a value of its type is passed to example\.org\/store\.Connection\.All, outside/,
    );
    assert.match(
      (await completenessOf(project, "pair.TableName")).why,
      /a value of its type is passed to example\.org\/store\.Connection\.Load, outside/,
    );
    assert.equal((await completenessOf(project, "alone.TableName")).completeness, "complete");
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
