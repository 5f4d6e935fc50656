/** Go: functions that are passed, to external code or to code of the repository, by themselves, in a field or in a table. */
import assert from "node:assert/strict";
import { call, completenessOf } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

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
      assert.match(
        (await completenessOf(project, name)).why,
        /^it is passed as a value at main\.go:\d+: what receives it may call it/,
        name,
      );
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

Deno.test("go: what was put into a variable or a table before is passed as a value with it, and so is what becomes of a type outside", () =>
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
      const why = `it is passed to example.org/far/web.${taker}, outside, which may call it: such calls are not in the list`;
      assert.deepEqual(answer, { completeness: "possibly_incomplete", why }, name);
    }
    assert.match((await completenessOf(project, "kept")).why, /^it is passed as a value at \w+\.go:\d+: what receives it/);
    assert.deepEqual(await completenessOf(project, "log"), { completeness: "complete", why: "" }, "nobody calls the field");
  }));

Deno.test("go: a call of a variable of another package is none of a function that is passed as a value in its own; what only a folder sees is called there alone", () =>
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

Deno.test("go: who is passed an interface's method calls what stands for it, by the type's name as well", () =>
  withProject({
    "go.mod": "module example.com/m\n\ngo 1.22\n",
    "main.go": `package main

type Server interface {
	Open() int
	Shut() int
	Tell() int
	Kept() int
}

type own struct{}

func (own) Open() int { return 1 }
func (own) Shut() int { return 2 }
func (own) Tell() int { return 3 }
func (own) Kept() int { return 4 }

var late = map[string]func(Server) int{}

func run(ask func() int)             { ask() }
func named(ask func(Server) int)     { late["named"] = ask }

func use(s Server) {
	s.Tell()
	run(s.Shut)
	named(Server.Open)
}

func main() { use(own{}) }
`,
  }, async (project) => {
    assert.match(
      (await completenessOf(project, "own.Open")).why,
      /^it stands for Server\.Open, which is passed as a value at main\.go:25: /,
    );
    for (const name of ["own.Shut", "own.Tell", "own.Kept"]) {
      assert.deepEqual(await completenessOf(project, name), { completeness: "complete", why: "" }, name);
    }
    const { structured } = await call(project, "get_callers", { function_name: "own.Shut" });
    assert.match(JSON.stringify(structured["possible"]), /"run":/);
  }));

Deno.test("go: elements of a list that is written out are followed to where it is gone through, and lost where it is kept or given back", () =>
  withProject({
    "go.mod": "module example.com/m\n\ngo 1.26\n",
    "main.go": `package main

type F func(int)

type job struct{ fs []F }

func each(fs []F) {
	for _, f := range fs {
		f(1)
	}
}

func keep(j *job, fs []F) { j.fs = fs }

func listed() []F { return []F{given} }

func looped(int) {}
func mapped(int) {}
func held(int)   {}
func kept(int)   {}
func given(int)  {}

func main() {
	each([]F{looped, nil})
	for _, f := range map[string]F{"a": mapped} {
		f(2)
	}
	fs := [...]F{held}
	fs[0](3)
	keep(&job{}, []F{kept})
	listed()
}
`,
  }, async (project) => {
    for (const [name, lines] of [["looped", { each: [9] }], ["mapped", { main: [26] }], ["held", { main: [29] }]] as const) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      assert.deepEqual(structured["possible"], { "main.go": lines }, name);
      assert.equal(structured["completeness"], "complete", name);
    }
    for (const name of ["kept", "given"]) {
      assert.match(
        (await completenessOf(project, name)).why,
        /^it is passed as a value at main\.go:\d+: what receives it may call it/,
        name,
      );
    }
  }));

Deno.test("go: what a field holds is followed from where it is read to be passed on, or to be held by a variable", () =>
  withProject({
    "go.mod": "module example.com/m\n\ngo 1.26\n",
    "main.go": `package main

type rule func(string) error

type claims struct{ strict, loose, other, lost rule }

type verifier struct{ kept rule }

var rules []rule

func strict(string) error { return nil }
func loose(string) error  { return nil }
func other(string) error  { return nil }
func lost(string) error   { return nil }

func make() *claims {
	return &claims{strict: strict, loose: loose, other: other, lost: lost}
}

func check(text string, r rule) error { return r(text) }

func (c *claims) verify() {
	check("a", c.strict)
	r := c.loose
	if r != nil {
		r("b")
	}
	v := &verifier{kept: c.other}
	v.kept("c")
	rules[0] = c.lost
}
`,
  }, async (project) => {
    for (
      const [name, lines] of [["strict", { check: [20] }], ["loose", { "claims.verify": [26] }], ["other", {
        "claims.verify": [29],
      }]] as const
    ) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      assert.deepEqual(structured["possible"], { "main.go": lines }, name);
      assert.equal(structured["completeness"], "complete", name);
    }
    assert.match((await completenessOf(project, "lost")).why, /^it is passed as a value at main\.go:17: what receives it may call it/);
  }));

Deno.test("go: what a variable is passed that holds a function that is written out, and never another, is followed into that", () =>
  withProject({
    "go.mod": "module example.com/m\n\ngo 1.26\n",
    "main.go": `package main

func run(int)  {}
func walk(int) {}
func open(int) {}

func main() {
	f := func(h func(int)) { h(1) }
	f(run)
	visit := func(h func(int)) { f(h) }
	visit(walk)
	g := func(h func(int)) { h(3) }
	if len("a") > 2 {
		g = func(h func(int)) { h(4) }
	}
	g(open)
}
`,
  }, async (project) => {
    for (const name of ["run", "walk"]) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      assert.deepEqual(structured["possible"], { "main.go": { main: [8] } }, name);
      assert.equal(structured["completeness"], "complete", name);
    }
    assert.match((await completenessOf(project, "open")).why, /^it is passed as a value at main\.go:16: what receives it may call it/);
  }));
