/** Go: what is called without a call site: methods of the library's interfaces, what the run time, a linker or a host runs. */
import assert from "node:assert/strict";
import { call, completenessOf, unusedIn } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const FILES = {
  "go.mod": "module example.com/m\n\ngo 1.22\n",
  "main.go": `package main

import (
	"crypto"
	"net/http"
)

type site struct{}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.page() }
func (s *site) page()                                            {}
func (s *site) idle()                                            {}

type gone struct{}

func (g *gone) Error() string        { return "" }
func (g *gone) Is(target error) bool { return false }

type key struct{}

func (k *key) Equal(other crypto.PublicKey) bool { return false }

type wire struct{}

func (w *wire) CloseIdleConnections() {}

type odd struct{}

func (odd) Error() int           { return 0 }
func (odd) Is(other odd) bool    { return false }
func (odd) Equal(other odd) bool { return false }

func main() { http.ListenAndServe(":1", &site{}) }
`,
  "handed/handed.go": `package handed

import (
	"net/http"

	tea "example.org/term/tea"
)

type model struct{}

func (m model) Init() tea.Cmd { return m.load }
func (m model) View() string  { return m.Title() }
func (m model) Title() string { return "" }
func (m model) load() tea.Msg { return nil }
func (m model) serve(w http.ResponseWriter, r *http.Request) {}

type checker struct{}

func (*checker) Check() bool { return true }

var _ tea.Checker = (*checker)(nil)

type own struct{ run func() }

var root = &tea.Command{Run: first, Sub: []*tea.Command{{Run: second}}}

func first()  {}
func second() {}
func third()  {}
func kept()   {}
func held()   {}

type Panel struct{ tea.Box }

func (p Panel) Draw() {}
func (p Panel) idle() {}

type closer interface{ Shut(by model) }

func (m model) Shut(by model)  {}
func (m model) filter() func() { return nil }
func each(filter func())       { filter() }
func twice(m model)            { m.filter()() }

func Execute(m model) {
	each(nil)
	twice(m)
	root.Before = third
	mine := own{run: kept}
	mine.run = held
	http.HandleFunc("/", m.serve)
	tea.NewProgram(&m)
}
`,
  "link/link.go": `package link

import _ "unsafe"

//go:linkname hidden example.com/m/lib%2ev2.secret
func hidden() int

//go:linkname grow example.com/m/lib%2ev2.(*Tree).grow
func grow(t any)

//go:linkname pushed runtime.pushed
func pushed() {}

//go:linkname marked
func marked() {}

//go:wasmexport add
// Adds.
func addNumbers(a, b int32) int32 { return a + b }

func init() {}
func main() {}
`,
  "vendor/example.org/lib/lib.go": "package lib\n\nfunc Call()  { inner() }\nfunc inner() {}\n",
  "vendored.go": 'package main\n\nimport "example.org/lib"\n\nfunc init() { lib.Call() }\n',
  "magefile.go": `//go:build mage

package main

import "github.com/magefile/mage/mg"

type Image mg.Namespace

func (i Image) Push() { i.tag(); Build() }
func (Image) tag()    {}

type plain struct{}

func (plain) Push() {}
func Build()        { step() }
func Check()        {}
func step()         {}
`,
  "suite/suite_test.go": `package suite

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/suite"
)

type base struct{ suite.Suite }

type stored struct{ base }

func (s *stored) SetupSuite() {}
func (s *stored) reset()      {}

type compared struct{}

func (c *compared) SetupSuite() {}

func TestStored(t *testing.T) {
	suite.Run(t, new(stored))
	assert.Equal(t, new(compared), nil)
}
`,
  "lib.v2/lib.go": `package lib

type Tree struct{}

func (t *Tree) grow() {}
func secret() int     { return 1 }
`,
};

Deno.test("go: what a type has for an interface of the library may be called by code outside", () =>
  withProject(FILES, async (project) => {
    for (
      const [name, why] of [
        ["site.ServeHTTP", /it implements net\/http\.Handler\.ServeHTTP, which code outside may run/],
        ["gone.Error", /it implements error\.Error, which code outside may run/],
        ["gone.Is", /the language itself runs it, or its library/],
        ["key.Equal", /the language itself runs it, or its library/],
        ["wire.CloseIdleConnections", /the language itself runs it, or its library/],
      ] as const
    ) {
      const answer = await completenessOf(project, name);
      assert.match(answer.why, why, name);
      assert.equal(answer.completeness, "possibly_incomplete", name);
    }
    for (const name of ["site.page", "odd.Error", "odd.Is", "odd.Equal"]) {
      assert.deepEqual(await completenessOf(project, name), { completeness: "complete", why: "" }, name);
    }
  }));

Deno.test("go: an interface of the library asks for no more than its own methods", () =>
  withProject(FILES, async (project) => {
    assert.deepEqual(await unusedIn(project), ["handed.Panel.idle medium", "main.site.idle medium"]);
  }));

Deno.test("go: what the run time, a linker or a host runs has callers that nobody sees", () =>
  withProject(FILES, async (project) => {
    for (const name of ["main.main", "link.init", "pushed", "marked", "addNumbers", "Image.Push", "main.Build", "main.Check"]) {
      const answer = await completenessOf(project, name);
      assert.match(answer.why, /it is run from outside/, name);
      assert.equal(answer.completeness, "possibly_incomplete", name);
    }
    assert.deepEqual(await completenessOf(project, "link.main"), { completeness: "complete", why: "" });
  }));

Deno.test("go: a function without a body passes on what it is linked to", () =>
  withProject(FILES, async (project) => {
    for (const [name, by, line] of [["secret", "hidden", 6], ["Tree.grow", "grow", 9]] as const) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      assert.deepEqual(structured["references"], { "link/link.go": { [by]: [line] } }, name);
    }
  }));

Deno.test("go: what is passed to code outside may be called there, and so may the methods of a value", () =>
  withProject(FILES, async (project) => {
    for (
      const [name, why] of [
        ["first", "it is passed to example.org/term/tea.Command.Run, outside"],
        ["second", "it is passed to example.org/term/tea.Command.Run, outside"],
        ["third", "it is passed to example.org/term/tea.Command.Before, outside"],
        ["model.load", "it is passed to example.org/term/tea.Cmd, outside"],
        ["model.serve", "it is passed to net/http.HandleFunc, outside"],
        ["model.View", "a value of its type is passed to example.org/term/tea.NewProgram, outside"],
        ["checker.Check", "a value of its type is passed to example.org/term/tea.Checker, outside"],
        ["stored.SetupSuite", "a value of its type is passed to github.com/stretchr/testify/suite.Run, outside"],
      ] as const
    ) {
      const answer = await completenessOf(project, name);
      assert.equal(answer.why, `${why}, which may call it: such calls are not in the list`, name);
      assert.equal(answer.completeness, "possibly_incomplete", name);
    }
    assert.match((await completenessOf(project, "Panel.Draw")).why, /its type builds on example\.org\/term\/tea\.Box/);
    // What stays in the repository may be called here.
    assert.match(
      (await completenessOf(project, "held")).why,
      /^it is passed as a value at handed\/handed\.go:\d+: what receives it may call it/,
    );
    const none = [
      "model.Title",
      "model.filter",
      "model.Shut",
      "Panel.idle",
      "stored.reset",
      "compared.SetupSuite",
      "plain.Push",
      // In a field that nobody calls.
      "kept",
    ];
    for (const name of none) {
      assert.deepEqual(await completenessOf(project, name), { completeness: "complete", why: "" }, name);
    }
  }));

Deno.test("go: net/rpc calls what a value shows by the names that come over the wire", () =>
  withProject({
    "go.mod": "module m\n",
    "a.go": `package m

import "net/rpc"

type Arith struct{}

func (Arith) Add(x int, y *int) error { return nil }
func (Arith) add()                    {}

func serve() { rpc.Register(Arith{}) }
`,
  }, async (project) => {
    const shown = await completenessOf(project, "Arith.Add");
    assert.match(shown.why, /a value of its type is passed to net\/rpc\.Register, outside/);
    assert.deepEqual(await completenessOf(project, "Arith.add"), { completeness: "complete", why: "" });
  }));

Deno.test("go: what a vendor folder shows has callers elsewhere, which see it as outside", () =>
  withProject(FILES, async (project) => {
    const shown = await completenessOf(project, "lib.Call");
    assert.match(shown.why, /it is in vendored code, which the rest of the repository reaches as external code/);
    assert.equal(shown.completeness, "possibly_incomplete");
    assert.deepEqual(await completenessOf(project, "lib.inner"), { completeness: "complete", why: "" });
  }));

Deno.test("go: of a merge's conflict one's own side calls what it names, and the other may", () =>
  withProject({
    "go.mod": "module example.com/m\n",
    "a.go": `package main

func main() {
<<<<<<< HEAD
	if start() {
=======
	for load() {
		if true {
>>>>>>> feature
		other()
	}
}
`,
    "b.go": "package main\n\nfunc start() bool { return true }\nfunc load() bool  { return true }\nfunc lost()       {}\n",
  }, async (project) => {
    assert.deepEqual(await completenessOf(project, "start"), { completeness: "complete", why: "" });
    const load = await completenessOf(project, "load");
    assert.equal(load.completeness, "possibly_incomplete");
    assert.match(load.why, /a\.go:7 did not parse and may call it/);
    assert.deepEqual(await unusedIn(project), ["main.lost high", "main.load low"]);
  }));

const ASSEMBLY = {
  "go.mod": "module example.com/m\n\ngo 1.22\n",
  "sum/sum.go": `package sum

func Sum(xs []float64) float64

func grow(n int) int { return n }
func table()         {}
func told()          {}
func spare()         {}
`,
  "sum/sum_amd64.s": `#include "textflag.h"

// CALL ·told(SB)
TEXT ·Sum(SB), NOSPLIT, $0-32
	CALL ·grow(SB)
	MOVQ $·table(SB), AX
	RET
`,
  "sum/link_arm64.s": "TEXT ·other(SB), 4, $0\n\tB example.com∕m∕lib·reset<ABIInternal>(SB)\n",
  "lib/lib.go": "package lib\n\nfunc grow(n int) int { return n }\nfunc reset()         {}\n",
  "other/sum.go": "package sum\n\nfunc table() {}\n",
};

Deno.test("go: a function that assembly of its package calls has callers that nobody sees, and is not unused", () =>
  withProject(ASSEMBLY, async (project) => {
    for (
      const [name, place] of [
        ["sum/sum.go:grow", "sum/sum_amd64.s:5"],
        ["sum/sum.go:table", "sum/sum_amd64.s:6"],
        ["lib.reset", "sum/link_arm64.s:2"],
      ] as const
    ) {
      const answer = await completenessOf(project, name);
      assert.equal(answer.why, `assembly names it at ${place}: calls from there are not in the list`, name);
      assert.equal(answer.completeness, "possibly_incomplete", name);
    }
    for (const name of ["sum/sum.go:told", "lib.grow", "other/sum.go:table", "sum.Sum"]) {
      assert.deepEqual(await completenessOf(project, name), { completeness: "complete", why: "" }, name);
    }
    assert.deepEqual(await unusedIn(project), ["lib.grow high", "sum.told high", "sum.spare high", "sum.table low"]);
  }));

Deno.test("go: a type that embeds a lock of the library is called by nobody for that", () =>
  withProject({
    "go.mod": "module m\n",
    "app.go": `package m

import (
	"sync"

	"example.org/term/tea"
)

type App struct {
	sync.Mutex
	rows sync.RWMutex
}

func (a *App) Idle() { a.Lock(); a.rows.RLock() }

type Panel struct{ tea.Box }

func (p *Panel) Draw() {}
`,
  }, async (project) => {
    assert.deepEqual(await completenessOf(project, "App.Idle"), { completeness: "complete", why: "" });
    assert.match((await completenessOf(project, "Panel.Draw")).why, /its type builds on example\.org\/term\/tea\.Box/);
    const { text } = await call(project, "get_callees", { function_name: "App.Idle" });
    assert.match(text, /sync\.Mutex\.Lock 14:26; sync\.RWMutex\.RLock 14:41/);
  }));
