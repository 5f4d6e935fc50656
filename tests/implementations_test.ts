/**
 * What answers about types, traits and interfaces say about their implementations: methods far below, in other files, of external types.
 */
import assert from "node:assert/strict";
import { call, warningsOf } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const NUMBERS = Array.from({ length: 25 }, (_, i) => String(i).padStart(2, "0"));

const GO = {
  "go.mod": "module m\n",
  "m.go": `package main

type Flag interface{ Update() }
type Wrapped struct{ inner Flag }

func (w Wrapped) Update() { w.inner.Update() }
func run(f Flag)          { f.Update() }
func main()               { run(nil) }
`,
  "kinds.go": `package main\n${NUMBERS.map((n) => `type S${n} struct{}\nfunc (S${n}) Update() { u${n}() }\nfunc u${n}() {}\n`).join("")}`,
  "tree.go": "package main\n\ntype Tree struct{ n int }\n",
  "tree_ops.go": "package main\n\nfunc (t *Tree) Grow() { t.n++ }\nfunc growIt(t *Tree)  { t.Grow() }\n",
};

const RUST = {
  "Cargo.toml": '[package]\nname = "te"\n',
  "src/main.rs": `mod ops;
pub trait Ext { fn shout(&self) -> String; }
impl Ext for str { fn shout(&self) -> String { String::new() } }
impl<T> Ext for Option<Vec<T>>
where
    T: Clone,
{ fn shout(&self) -> String { String::new() } }
impl<T: Clone> Ext for [T; 2] { fn shout(&self) -> String { String::new() } }
pub struct Tree { n: u32 }
impl Ext for Tree { fn shout(&self) -> String { String::new() } }
fn grow_it(t: &mut Tree) { t.grow(); }
fn each(t: Tree) { for x in t { drop(x); } }
fn main() { "x".shout(); Tree { n: 0 }.shout(); }
`,
  "src/ops.rs": `use crate::Tree;
impl Tree {
    pub fn grow(&mut self) { self.step() }
    fn step(&mut self) { self.n += 1; }
}
impl Iterator for Tree {
    type Item = u32;
    fn next(&mut self) -> Option<u32> { self.step(); None }
}
`,
};

const OTHERS = {
  "shapes.ts": `export interface Shape { area(): number }
export abstract class Solid { abstract volume(): number; }
export class Round implements Shape { area() { return 1; } }
export class Ball extends Solid { volume() { return 2; } }
export function measure() { return new Round().area() + new Ball().volume(); }
`,
  "shapes.py": `from abc import ABC, abstractmethod
from typing import Protocol

class Saver(Protocol):
    def save(self) -> None: ...

class Reader(ABC):
    @abstractmethod
    def read(self): ...

class Disk:
    def save(self) -> None: pass

class Book(Reader):
    def read(self): pass

def use():
    Disk().save()
    Book().read()
`,
};

Deno.test("an interface with more implementations than a call lists: the others remain possible", () =>
  withProject(GO, async (project) => {
    for (const name of ["S03.Update", "S24.Update"]) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      assert.deepEqual(structured["possible"], { "m.go": { "Wrapped.Update": [6], run: [7] } }, name);
    }
    const impact = await call(project, "get_impact", { symbol_name: "u24" });
    assert.deepEqual(impact.structured["dependents"], {
      "1": { "kinds.go": { "S24.Update": 75 } },
      "2": { "m.go": { "Wrapped.Update": 6, run: 7 } },
      "3": { "m.go": { main: 8 } },
    });
    const path = await call(project, "call_chain", { from_func: "main", to_func: "u24" });
    const steps = (path.structured["paths"] as { name: string }[][]).map((one) => one.map((step) => step.name))[0];
    assert.deepEqual(steps, ["main.main", "main.run", "main.S24.Update", "main.u24"]);
    const callees = await call(project, "get_callees", { function_name: "run" });
    const [{ candidates }] = callees.structured["dispatch"] as [{ candidates: string[] }];
    assert.equal(candidates.at(-1), "and 21 more");
  }));

Deno.test("a call with more namesakes than it lists may mean each of them", () =>
  withProject({
    "a.py": `${NUMBERS.map((n) => `class S${n}:\n    def go(self): pass\n`).join("")}def run(one): one.go()\n`,
  }, async (project) => {
    for (const name of ["S03.go", "S24.go"]) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      assert.deepEqual(structured["unresolved"], { count: 1, first: ["a.py:51:19"] }, name);
    }
    const { structured } = await call(project, "get_callees", { function_name: "run" });
    assert.equal((structured["unresolved"] as { candidates: string[] }[])[0]!.candidates.at(-1), "and 15 or more");
  }));

Deno.test("calls of implementations are listed beside those of the trait's method, and depend on it", () =>
  withProject(RUST, async (project) => {
    const callers = await call(project, "get_callers", { function_name: "Ext::shout" });
    assert.deepEqual([callers.structured["callers"], callers.structured["implementations"]], [{}, { "src/main.rs": { main: [13] } }]);
    assert.match(callers.text, /no callers of its own \(complete\)\ncalls that go to what implements or redefines it: 2 calls in 1 caller/);
    assert.match(
      warningsOf(await call(project, "get_call_graph", { symbol_name: "Ext::shout" })).join(),
      /1 more caller of what implements or/,
    );
    const impact = await call(project, "get_impact", { symbol_name: "Ext::shout" });
    assert.deepEqual(impact.structured["dependents"], {
      "1": { "src/main.rs": { "str::shout": 3, "Option::shout": 7, "slice::shout": 8, "Tree::shout": 10 } },
      "2": { "src/main.rs": { main: 13 } },
    });
  }));

Deno.test("implementations of an interface, a protocol or an abstract method depend on it, and so do their callers", () =>
  withProject(OTHERS, async (project) => {
    const cases: readonly (readonly [string, unknown])[] = [
      ["Shape.area", { "1": { "shapes.ts": { "Round.area": 3 } }, "2": { "shapes.ts": { measure: 5 } } }],
      ["Solid.volume", { "1": { "shapes.ts": { "Ball.volume": 4 } }, "2": { "shapes.ts": { measure: 5 } } }],
      ["Saver.save", { "1": { "shapes.py": { "Disk.save": 12 } }, "2": { "shapes.py": { use: 17 } } }],
      ["Reader.read", { "1": { "shapes.py": { "Book.read": 15 } }, "2": { "shapes.py": { use: 17 } } }],
    ];
    for (const [name, dependents] of cases) {
      const impact = await call(project, "get_impact", { symbol_name: name });
      assert.deepEqual(impact.structured["dependents"], dependents, name);
    }
  }));

Deno.test("a type has the methods defined for it in other files", async () => {
  const cases = [
    [GO, "Tree.Grow", "tree_ops.go", { growIt: 4 }],
    [RUST, "Tree.grow", "src/main.rs", { grow_it: 11 }],
  ] as const;
  for (const [files, method, path, callers] of cases) {
    await withProject(files, async (project) => {
      const impact = await call(project, "get_impact", { symbol_name: "Tree" });
      const near = (impact.structured["dependents"] as Record<string, Record<string, Record<string, number>>>)["1"]!;
      for (const [name, line] of Object.entries(callers)) assert.equal(near[path]![name], line, name);
      const edges = await call(project, "query_node_edges", { node_identifier: "Tree", edge_type: "contains", direction: "outgoing" });
      assert.match(edges.text, new RegExp(`Contains +-> ${method} `));
    });
  }
});

Deno.test("no path, and functions that run without a call site on the way: the answer says so", () =>
  withProject(RUST, async (project) => {
    const path = await call(project, "call_chain", { from_func: "each", to_func: "Tree::step" });
    assert.deepEqual(path.structured["paths"], []);
    assert.match(warningsOf(path).join(), /a path may lead through Tree::next, which operators, the language or code outside may run/);
    const impact = await call(project, "get_impact", { symbol_name: "Tree::step" });
    assert.match(warningsOf(impact).join(), /it is reached through Tree::next/);
  }));

Deno.test("an external type that implements a trait is named as it is written", () =>
  withProject(RUST, async (project) => {
    const { structured } = await call(project, "query_interface_implementors", { name_pattern: "Ext" });
    const [{ implementors }] = structured["interfaces"] as [{ implementors: { name: string }[] }];
    assert.deepEqual(implementors.map(({ name }) => name), ["str", "Option<Vec<T>>", "[T; 2]", "Tree"]);
  }));

const OUTSIDE = {
  "go.mod": "module m\n",
  "site.go": `package main

import (
	"net/http"
	"sync"

	"example.org/far"
)

type site struct{ sync.Mutex }

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {}

type Page interface{ http.Handler }
type leaf struct{ site }
type kept struct{ far.Store }
type Mapping struct{}
`,
  "src/lib.rs":
    "use std::fmt;\npub struct Tree;\nimpl fmt::Display for Tree { fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result { Ok(()) } }\n",
  "a.ts": "export class Rows implements Iterable<number> { *[Symbol.iterator]() { yield 1; } }\nexport class Wide extends Rows {}\n",
  "a.py": "from collections.abc import Mapping\nclass Table(Mapping[str, int]):\n    pass\nclass Broken(Exception):\n    pass\n",
};

Deno.test("an external type can be asked about by its own name: who implements it here, and who inherits that", () =>
  withProject(OUTSIDE, async (project) => {
    const implementors = async (pattern: string): Promise<Record<string, readonly string[]>> => {
      const { structured } = await call(project, "query_interface_implementors", { name_pattern: pattern });
      type Block = { name: string; type: string; implementors: { name: string; rule: string }[]; extended_by?: { name: string }[] };
      return Object.fromEntries((structured["interfaces"] as Block[]).map((block) => [`${block.type} ${block.name}`, [
        ...block.implementors.map(({ name, rule }) => `${name} ${rule}`),
        ...(block.extended_by ?? []).map(({ name }) => `extended by ${name}`),
      ]]));
    };
    const handler = { "External net/http.Handler": ["site structural", "leaf structural", "extended by Page"] };
    for (const pattern of ["net/http.Handler", "http.Handler", "Handler", "*Handler"]) {
      assert.deepEqual(await implementors(pattern), handler);
    }
    assert.deepEqual(await implementors("sync.Mutex"), { "External sync.Mutex": ["site embedded", "leaf embedded"] });
    assert.deepEqual(await implementors("far.Store"), { "External example.org/far.Store": ["kept embedded"] });
    assert.deepEqual(await implementors("std::fmt::Display"), { "External Display": ["Tree declared"] });
    assert.deepEqual(await implementors("Iterable"), { "External Iterable": ["Rows declared", "Wide extends"] });
    assert.deepEqual(await implementors("collections.abc.Mapping"), { "External Mapping": ["Table extends"] });
    assert.deepEqual(await implementors("Exception"), { "External Exception": ["Broken extends"] });
    assert.deepEqual(await implementors("other.Handler"), {});
    const { text } = await call(project, "query_interface_implementors", { name_pattern: "http.Handler" });
    assert.match(text, /^External: net\/http\.Handler \(outside the repository\)\n {2}Extended by: Page site\.go:/);
  }));

Deno.test("an anonymous interface type extends what it names, and implements nothing", () =>
  withProject({
    "go.mod": "module shop\n\ngo 1.22\n",
    "shop.go": "package shop\n\ntype Stop interface{ Stop() }\n\ntype Out struct{}\n\nfunc (*Out) Stop() {}\n\n" +
      "var _ interface {\n\tStop\n\tError() string\n} = nil\n",
  }, async (project) => {
    const { structured, text } = await call(project, "query_interface_implementors", { name_pattern: "Stop" });
    const [block] = structured["interfaces"] as [{ total: number; implementors: { name: string }[]; extended_by: unknown }];
    assert.deepEqual(block.implementors.map(({ name }) => name), ["Out"]);
    assert.equal(block.total, 1);
    assert.deepEqual(block.extended_by, [{ name: "<anonymous>", file_path: "shop.go", line: 9 }]);
    assert.match(text, /Extended by: <anonymous> shop\.go:9/);
  }));

Deno.test("classes without a name that implement an interface are told apart by their lines", () =>
  withProject({
    "shop.ts": "export interface Base { area(): number }\nexport const makers = [\n" +
      "  class implements Base { area() { return 1; } },\n  class implements Base { area() { return 2; } },\n];\n",
  }, async (project) => {
    const { structured } = await call(project, "query_interface_implementors", { name_pattern: "Base" });
    const [block] = structured["interfaces"] as [{ implementors: { name: string; line: number }[] }];
    assert.deepEqual(block.implementors.map(({ name, line }) => `${name} ${line}`), ["<anonymous> 3", "<anonymous> 4"]);
  }));

Deno.test("an unknown external interface is reported as external, with the types whose values are used as it", () =>
  withProject({
    "go.mod": "module shop\n\ngo 1.22\n\nrequire example.org/tea/v2 v2.0.0\n",
    "shop.go": 'package shop\n\nimport tea "example.org/tea/v2"\n\ntype model struct{}\n\n' +
      "func (m model) Init() tea.Model { return m }\n\nfunc run() { tea.NewProgram(model{}).Run() }\n\ntype Keys interface{ Up() }\n",
  }, async (project) => {
    const { structured, text, status } = await call(project, "query_interface_implementors", { name_pattern: "tea.Model" });
    const outside = structured["outside"] as { name: string; given: { name: string }[] };
    assert.equal(outside.name, "example.org/tea/v2.Model");
    assert.deepEqual(outside.given.map(({ name }) => name), ["shop.model"]);
    assert.match(text, /example\.org\/tea\/v2\.Model lies outside the repository/);
    assert.match(text, /stand where it is the type:\n {2}shop\.go:5:6 {2}shop\.model/);
    assert.equal(status, 1);
    assert.equal((structured["metadata"] as { result_completeness: string }).result_completeness, "partial");
    const other = await call(project, "query_interface_implementors", { name_pattern: "tea.Keys" });
    assert.deepEqual(other.structured["outside"] as { name: string; given: unknown }, { name: "example.org/tea/v2.Keys", given: [] });
    assert.doesNotMatch(other.text, /shop\.Keys/);
    const unknown = await call(project, "query_interface_implementors", { name_pattern: "cup.Model" });
    assert.equal(unknown.structured["outside"], undefined);
  }));

Deno.test("an implementation for all types that satisfy a bound is distinguished from one for a type", () =>
  withProject({
    "Cargo.toml": '[package]\nname = "app"\n',
    "src/lib.rs":
      "pub trait Show {}\npub trait Walk { fn walk(&self) {} }\nimpl<T: Show> Walk for T {}\npub struct Dot;\nimpl Walk for Dot {}\n",
  }, async (project) => {
    const { structured } = await call(project, "query_interface_implementors", { name_pattern: "Walk" });
    const [{ implementors }] = structured["interfaces"] as [{ implementors: { type: string; name: string }[] }];
    assert.deepEqual(implementors.map(({ type, name }) => [type, name]), [
      ["BlanketImpl", "impl<T: Show> Walk for T"],
      ["Struct", "Dot"],
    ]);
  }));

Deno.test("an embedded external type may satisfy an interface of the library: if its methods are known it does, otherwise the list is open", () =>
  withProject({
    "go.mod": "module shop\n\ngo 1.22\n\nrequire github.com/spf13/pflag v1.0.5\n",
    "writers.go": `package shop

import (
	"bytes"
	"net/http"

	"github.com/spf13/pflag"
)

type Wrapper struct{ http.ResponseWriter }

func (w *Wrapper) Unwrap() http.ResponseWriter { return w.ResponseWriter }

type Recorder struct{ *Wrapper }

type Own struct{}

func (Own) Write(p []byte) (int, error) { return 0, nil }

type Kept struct{ bytes.Buffer }

type Flags struct{ *pflag.FlagSet }
`,
  }, async (project) => {
    await project.index();
    const ask = async (
      name_pattern: string,
    ): Promise<{ names: string[]; metadata: { warnings?: string[]; result_completeness: string } }> => {
      const { structured } = await call(project, "query_interface_implementors", { name_pattern });
      const [block] = structured["interfaces"] as { implementors: { name: string }[] }[];
      return { names: block!.implementors.map(({ name }) => name), metadata: structured["metadata"] as never };
    };
    assert.deepEqual((await ask("net/http.ResponseWriter")).names, ["Wrapper", "Recorder"]);
    const { names, metadata } = await ask("io.Writer");
    assert.deepEqual(names, ["Wrapper", "Recorder", "Own", "Kept"]);
    assert.equal(metadata.result_completeness, "partial");
    assert.deepEqual(metadata.warnings, [
      "1 type that is not listed embeds something outside whose methods are not known, and may satisfy io.Writer by it: Flags at writers.go:22 (github.com/spf13/pflag.FlagSet)",
    ]);
  }));

Deno.test("an interface with embedded methods of an external package may be implemented by unknown types, one of the library's not", () =>
  withProject({
    "go.mod": "module shop\n\ngo 1.22\n\nrequire github.com/libdns/libdns v1.0.0\n",
    "dns.go": `package shop

import (
	"io"

	"github.com/libdns/libdns"
)

type Provider interface {
	libdns.Appender
	libdns.Deleter
}

type Wide interface{ Provider }

type Ends interface{ io.Closer }
`,
  }, async (project) => {
    await project.index();
    const warned = async (name_pattern: string): Promise<unknown> => {
      const { structured } = await call(project, "query_interface_implementors", { name_pattern });
      const { warnings = [], result_completeness } = structured["metadata"] as { warnings?: string[]; result_completeness: string };
      return [result_completeness, ...warnings];
    };
    const untold = (name: string): string =>
      `the members that ${name} has from outside are not known (github.com/libdns/libdns.Appender, github.com/libdns/libdns.Deleter): ` +
      "types that implement it without declaring it are not found";
    assert.deepEqual(await warned("Provider"), ["partial", untold("Provider")]);
    assert.deepEqual(await warned("Wide"), ["partial", untold("Wide")]);
    assert.deepEqual(await warned("Ends"), ["complete"]);
  }));

Deno.test("a limit truncates the list of implementors, which continues with a cursor", () =>
  withProject({ "a.py": "class Base: pass\nclass One(Base): pass\nclass Two(Base): pass\nclass Three(Base): pass\n" }, async (project) => {
    const ask = async (cursor?: string): Promise<{ names: string[]; cursor: string }> => {
      const params = { name_pattern: "Base", limit: 2, ...(cursor === undefined ? {} : { cursor }) };
      const { structured } = await call(project, "query_interface_implementors", params);
      const blocks = structured["interfaces"] as { implementors: { name: string }[] }[];
      return { names: blocks.flatMap((block) => block.implementors.map(({ name }) => name)), cursor: structured["cursor"] as string };
    };
    const first = await ask();
    assert.deepEqual(first.names, ["One", "Two"]);
    assert.deepEqual((await ask(first.cursor)).names, ["Three"]);
  }));

Deno.test("the size of an answer is counted in bytes, whatever characters it contains, and an item cut off by it says so", () => {
  const names = Array.from({ length: 400 }, (_, i) => `\u30af\u30e9\u30b9\u306e\u540d\u524d${i}`);
  const text = `class Base: pass\n${
    names.map((name) => `class ${name}(Base):\n    def \u8d70\u308b(self):\n        "${"\u65e5\u672c\u8a9e".repeat(30)}"\n`).join("")
  }`;
  return withProject({ "a.py": text }, async (project) => {
    await project.index();
    for (
      const [tool, params] of [
        ["query_interface_implementors", { name_pattern: "Base", limit: 2000 }],
        ["query_file_symbols", { file_path: "a.py", limit: 5000 }],
        ["query_file_symbols", { file_path: "a.py", limit: 5000, json_output: true }],
        ["query_node_edges", { node_identifier: "Base", limit: 2000, json_output: true }],
        ["search_nodes", { name_pattern: "*", limit: 1000 }],
      ] as const
    ) {
      const { structured, text } = await call(project, tool, params);
      const result = JSON.stringify({ content: [{ type: "text", text }], structuredContent: structured });
      const size = new TextEncoder().encode(result).length;
      assert.ok(size > 20_000 && size < 65_536, `${tool}: ${size}`);
      const { result_completeness, safety_limit_applied } = structured["metadata"] as Record<string, unknown>;
      assert.deepEqual([result_completeness, safety_limit_applied], ["truncated", true], tool);
    }
  });
});
