/** Go: functions that are assigned to variables may be called, or passed on, by the variable's name. */
import assert from "node:assert/strict";
import { call } from "./support/call.ts";
import { assertPossible } from "./support/possible_calls.ts";
import { withProject } from "./support/temp_project.ts";

const LOCAL = `package m

import "net/http"

func first(n int) int  { return n }
func second(n int) int { return n + 1 }
func third(n int) int  { return n + 2 }
func byCase(n int) int { return n + 3 }
func given(n int) int  { return n + 4 }
func back(n int) int   { return n + 5 }
func last(n int) int   { return n + 6 }
func list(w http.ResponseWriter, r *http.Request) {}
func show(w http.ResponseWriter, r *http.Request) {}

func each(step func(int) int) int { return step(1) }

func run(many bool) int {
	count := first
	if many {
		count = second
	}
	return count(1)
}

func choose(n int) int {
	var count func(int) int
	switch n {
	case 1:
		count = byCase
	}
	return each(count)
}

func either(step func(int) int) int {
	if step == nil {
		step = given
	}
	return step(2)
}

func shadow(n int) int {
	count := third
	{
		count := n
		n = count
	}
	return count(n)
}

func make() func(int) int {
	made := back
	return made
}

func result() (done func(int) int) {
	done = last
	return
}

func serve(w http.ResponseWriter, r *http.Request, mux *http.ServeMux) {
	var own, other http.HandlerFunc
	if r != nil {
		own = list
		other = show
	}
	own(w, r)
	mux.Handle("/", other)
}
`;

Deno.test("go: a function assigned to a variable later may be called by its name, or where the variable is passed", () =>
  withProject({ "go.mod": "module m\n\ngo 1.22\n", "m.go": LOCAL }, async (project) => {
    const { structured } = await call(project, "get_callees", { function_name: "run" });
    const [count] = structured["unresolved"] as { name: string; candidates: string[] }[];
    assert.deepEqual([count!.name, ...count!.candidates], ["count", "m.go:5 m.first", "m.go:6 m.second"]);
    await assertPossible({ "go.mod": "module m\n\ngo 1.22\n", "m.go": LOCAL }, [
      "first: run",
      "second: run",
      // Which of two variables of a name is meant within a function nobody asks.
      "third: shadow (open)",
      "byCase: each",
      "given: either",
      // What is returned may be called by whoever gets it.
      "back: (open)",
      "last: (open)",
      // A variable of a type outside is called here all the same.
      "list: serve",
      "show: (open)",
    ]);
  }));

Deno.test("go: the value of a package variable goes where the variable is passed", () =>
  assertPossible({
    "go.mod": "module m\n\ngo 1.22\n",
    "vars.go": `package m

var (
	now = clock
	out = write
	log = print
	typed func() int = told
	a, b = direct, direct
)

var Shown = seen

var table = []func(){}

func clock() int  { return 1 }
func fake() int   { return 2 }
func write()      {}
func print()      {}
func seen()       {}
func told() int   { return 3 }
func direct()     {}

func tellAll() int {
	b()
	return typed()
}

func read() int { return now() }
`,
    "use.go": `package m

type job struct{ done func() }

func (j *job) end() { j.done() }

func start() *job { return &job{done: out} }

func begin(log int) int {
	log = log + 1
	return log
}

func tell() { log() }

func kinds() { last := log; table = append(table, last) }
`,
    "vars_test.go": `package m

func set() { now = fake }
`,
    "cmd/run.go": `package main

import "m"

func main() { each(m.Shown) }

func each(step func()) { step() }
`,
  }, ["clock: read", "fake: read", "write: job.end", "print: tell (open)", "seen: each", "told: tellAll", "direct: tellAll"]));

Deno.test("go: a function stored in a field by position, or in a field of an anonymous type, is called where the field is", () =>
  assertPossible({
    "go.mod": "module m\n\ngo 1.22\n",
    "m.go": `package m

type row struct {
	name string
	run  func(string)
}

var rows = []row{{"a", first}, {name: "b", run: second}}

func walk() {
	for _, one := range rows {
		one.run(one.name)
	}
}

func all(names []string) {
	for _, field := range map[string]struct {
		names []string
		run   func(string)
	}{
		"a": {names, third},
		"b": {names: names, run: fourth},
	} {
		field.run("c")
	}
	third("d")
}

func other(run func(string)) { run("e") }

func first(name string)  {}
func second(name string) {}
func third(name string)  {}
func fourth(name string) {}
func fifth(name string)  {}
func sixth(name string)  {}

func keep() {
	fifth("f")
	made["a"] = fifth
	kept = append(kept, sixth)
}

var (
	own   = []func(string){seventh}
	given = []func(string){
		eighth,
	}
	part = [...]func(string){0: ninth}
)

func begin() {
	own[0]("h")
	given[0]("i")
	take(given)
	part[0]("k")
	take(part[:])
}

func take(all []func(string)) { all[0]("j") }

func seventh(name string) {}
func eighth(name string)  {}
func ninth(name string)   {}

var kept []func(string)

func end() {
	for _, one := range kept {
		one("g")
	}
}

var made = map[string]func(string){}

func use() { pass(made) }

func pass(all map[string]func(string)) {}
`,
  }, [
    "first: walk",
    "second: walk",
    "third: all",
    "fourth: all",
    // A call by its name does not say what becomes of it where it is passed as a value.
    "fifth: (open)",
    // Who has the list to which it is appended may call it.
    "sixth: end (open)",
    "seventh: begin",
    // What gets the table may call what is in it.
    "eighth: begin take (open)",
    "ninth: begin take (open)",
  ]));
