/**
 * What others can see of a file: editing it changes the shape, whatever kind of expression is edited; editing what is invisible does not. A
 * gap in a shape would show late and rarely: as a file that is not resolved again although it should be.
 */
import assert from "node:assert/strict";
import { loadGrammar, parseText } from "../core/parse/parse_file.ts";
import { compareShapes, type ShapeChange } from "../core/resolve/shape/shape.ts";
import { spelled } from "../core/resolve/state/asked_names.ts";
import { languages } from "../languages/mod.ts";

/** By ending: what stands in all of the texts, and edits, each as the line before and after. */
const SEEN: Readonly<Record<string, { readonly around: string; readonly edits: readonly (readonly [string, string])[] }>> = {
  ts: {
    around: `import { far, farther } from "./far";
class A { at = 1; go() {} static of() { return new A(); } }
class B { at = 2; go() {} static of() { return new B(); } }
class Box<T, U = A> { value!: T; other!: U; }
const inner = { a: new A(), b: new B() };
const list = [new A(), new B()] as const;
const KEY = "a", OTHER = "b";
function one() { return new A(); }
function two() { return new B(); }
function same<T>(x: T): T { return x; }
declare function mark(...given: unknown[]): any;
declare function note(...given: unknown[]): any;
`,
    edits: [
      ["function f(): A { return null!; }", "function f(): B { return null!; }"],
      ["function f() { return new A(); }", "function f() { return new B(); }"],
      ["function f(x: A): void {}", "function f(x: B): void {}"],
      ["function f(x = new A()) { return x; }", "function f(x = new B()) { return x; }"],
      ["function f(x: A, y: number): void {}", "function f(x: A, y?: number): void {}"],
      ["function f<T extends A>(x: T): T { return x; }", "function f<T extends B>(x: T): T { return x; }"],
      ["function f(): A[] { return []; }", "function f(): B[] { return []; }"],
      ["function f(): [A, B] { return null!; }", "function f(): [B, A] { return null!; }"],
      ["function f(): A | null { return null; }", "function f(): B | null { return null; }"],
      ["function f(): Promise<A> { return null!; }", "function f(): Promise<B> { return null!; }"],
      ["async function f() { return new A(); }", "function f() { return new A(); }"],
      ["async function f() { return await one(); }", "async function f() { return await two(); }"],
      ["function* f() { yield new A(); }", "function* f() { yield new B(); }"],
      ["function f() { for (const x of list) return x; }", "function f() { for (const x of [...list, 1]) return x; }"],
      ["function f() { const x = one(); return x; }", "function f() { const x = two(); return x; }"],
      ["function f() { const [x] = list; return x; }", "function f() { const [, x] = list; return x; }"],
      ["function f() { const { a: x } = inner; return x; }", "function f() { const { b: x } = inner; return x; }"],
      ["function f(x: unknown): x is A { return true; }", "function f(x: unknown): x is B { return true; }"],
      ["let v: A;", "let v: B;"],
      ["let v = inner.a;", "let v = inner.b;"],
      ["let v = one();", "let v = two();"],
      ["let v = same(one());", "let v = same(two());"],
      ["let v = new Box<A>();", "let v = new Box<B>();"],
      ["let v = list[0];", "let v = list[1];"],
      ["let v = inner[KEY];", "let v = inner[OTHER];"],
      ['let v = inner["a"];', 'let v = inner["b"];'],
      ["let v = null as unknown as A;", "let v = null as unknown as B;"],
      ["let v: typeof A;", "let v: typeof B;"],
      ["let v: () => A;", "let v: () => B;"],
      ["let v: (x: A) => void;", "let v: (x: B) => void;"],
      ["let v: (this: A) => void;", "let v: (this: B) => void;"],
      ["let v: { x: A };", "let v: { x: B };"],
      ["let v: Box<A>['value'];", "let v: Box<A>['other'];"],
      ["let v = { x: new A() };", "let v = { x: new B() };"],
      ["let v = { ...inner.a };", "let v = { ...inner.b };"],
      ["let v = one() ?? new A();", "let v = one() ?? new B();"],
      ["let v = Math.random() > 1 ? new A() : 1;", "let v = Math.random() > 1 ? new B() : 1;"],
      ["let v = far();", "let v = farther();"],
      ["let v = () => new A();", "let v = () => new B();"],
      ['let v = require("./a");', 'let v = require("./b");'],
      ["let v = A;", "let v = B;"],
      ["let v = one()!;", "let v = two()!;"],
      ["let v = class extends A {};", "let v = class extends B {};"],
      ["type T = A;", "type T = B;"],
      ["let v = new Box(new A());", "let v = new Box(new B());"],
      ["let v = list[one().at];", "let v = list[two().at];"],
      ["let v: Set<A>;", "let v: Array<A>;"],
      ["let v = one() as A;", "let v = two() as A;"],
      ["let v = [...one()];", "let v = [...two()];"],
      ["let v: string;", "let v: number;"],
      ['let v = "/a";', 'let v = "/b";'],
      ["let v = mark({ x: one() });", "let v = mark({ x: two() });"],
      ["function f({ x }: A) { return x; }", "function f({ x }: B) { return x; }"],
      ["function f({ x }: A) { return x; }", "function f({ x: y }: A) { return y; }"],
      ["function f(x: A | B) { if (x instanceof A) return x; }", "function f(x: A | B) { if (x instanceof B) return x; }"],
      ['function f(x: any) { if (x.kind === "a") return x; }', 'function f(x: any) { if (x.kind === "b") return x; }'],
      ['function f(x: any) { if (x.kind === "a") return x; }', 'function f(x: any) { if (x.type === "a") return x; }'],
      ['function f(x: any) { if ("a" in x) return x; }', 'function f(x: any) { if ("b" in x) return x; }'],
      ["let v = inner[`a${one()}`];", "let v = inner[`b${one()}`];"],
      ["let v = inner[`${one()}a`];", "let v = inner[`${one()}b`];"],
      ['let v = import("./a");', 'let v = require("./a");'],
      ["type T<K extends keyof A> = A[K];", "type T<K extends keyof A> = B[K];"],
      [
        "function f<K extends keyof A, L extends keyof A>(k: K): A[K] { return null!; }",
        "function f<K extends keyof A, L extends keyof A>(k: K): A[L] { return null!; }",
      ],
      ['let v: "a" | "b";', 'let v: "a" | "c";'],
      ["let v = mark((x) => x);", "let v = note((x) => x);"],
      ["let v: A = { go() {} };", "let v: B = { go() {} };"],
      ["type T = keyof A;", "type T = B;"],
      ["class C extends A {}", "class C extends B {}"],
      ["class C implements A { at = 1; go() {} }", "class C implements B { at = 1; go() {} }"],
      ["class C { x = new A(); }", "class C { x = new B(); }"],
      ["class C { private x: A; constructor(x: A) { this.x = x; } }", "class C { private x: A; constructor(y: B) { this.x = y as any; } }"],
      ["class C { get x() { return new A(); } }", "class C { x() { return new A(); } }"],
      ["class C { go() { return this; } }", "class C { go() { return new C(); } }"],
      ["class C extends A { go() { return super.at; } }", "class C extends A { go() { return this.at; } }"],
      ["class C { x() {} }", "class C { static x() {} }"],
      ["enum E { X = 1 }", "enum E { Y = 1 }"],
      ["export function f() {}", "function f() {}"],
      ["export default one;", "export default two;"],
      ["export { one as f };", "export { two as f };"],
      ['export * from "./a";', 'export * from "./b";'],
      ['import { x } from "./a";', 'import { y as x } from "./a";'],
      ['import { x } from "./a";', 'import { x } from "./b";'],
    ],
  },
  py: {
    around: `from typing import Any, Generic, TypeVar, cast
T = TypeVar("T")
class A:
    def go(self): ...
    def __enter__(self): return self
class B:
    def go(self): ...
    def __enter__(self): return 1
def one(): return A()
def two(): return B()
inner = {"a": A()}
`,
    edits: [
      ["def f() -> A: ...", "def f() -> B: ..."],
      ["def f() -> 'A': ...", "def f() -> 'B': ..."],
      ["def f(): return A()", "def f(): return B()"],
      ["def f(x: A): ...", "def f(x: B): ..."],
      ["def f(x, y): ...", "def f(x, *y): ..."],
      ["def f(*, x): ...", "def f(x): ..."],
      ["def f() -> list[A]: ...", "def f() -> list[B]: ..."],
      ["def f() -> type[A]: ...", "def f() -> type[B]: ..."],
      ["def f(): yield one()", "def f(): yield two()"],
      ["def f():\n    with one() as x: return x", "def f():\n    with two() as x: return x"],
      ["def f():\n    for x in one(): return x", "def f():\n    for x in two(): return x"],
      ["def f(x):\n    if isinstance(x, A): return x", "def f(x):\n    if isinstance(x, B): return x"],
      ["v = one() or two()", "v = two() or two()"],
      ["v = one() + 1", "v = two() + 1"],
      ["v = cast(A, one())", "v = cast(B, one())"],
      ["v = getattr(one(), 'go')", "v = getattr(two(), 'go')"],
      ["v = getattr(one(), 'go_' + str(1))", "v = getattr(one(), 'do_' + str(1))"],
      ["v, w = one(), two()", "v, w = two(), one()"],
      ["v = inner['a']", "v = inner['b']"],
      ["v = lambda: one()", "v = lambda: two()"],
      ["v = [one()]", "v = [two()]"],
      ["v = __import__('a')", "v = __import__('b')"],
      ["class C(A): ...", "class C(B): ..."],
      ["async def f():\n    with one() as x: return x", "async def f():\n    async with one() as x: return x"],
      ["async def f():\n    for x in one(): return x", "async def f():\n    async for x in one(): return x"],
      ["v, *w = one()", "*v, w = one()"],
      ["v = [one()]", "v = {one()}"],
      ["v = '/a'", "v = '/b'"],
      ["v = one(x=one())", "v = one(y=one())"],
      ["v = one(x=one())", "v = one(x=two())"],
      ["v = one(*two())", "v = one(**two())"],
      ["v = one(*one())", "v = one(*two())"],
      ["v = one() == two()", "v = two() == two()"],
      ["v = one() + two()", "v = one() + one()"],
      ["v = one() + two()", "v = one() - two()"],
      ["v = getattr(one(), 'a' + str(1) + 'b')", "v = getattr(one(), 'a' + str(1) + 'c')"],
      ["def test_f(made): return made", "def test_f(done): return done"],
      ["def test_f(made): return made.x", "def test_f(made): return made.y"],
      ["class C(A):\n    def x(self): return super(A, self).go", "class C(A):\n    def x(self): return super(B, self).go"],
      ["class C:\n    def x(self): return self.a", "class C:\n    def x(self): return self.b"],
      ["class C(metaclass=A): ...", "class C(metaclass=B): ..."],
      ["class C(Generic[T]):\n    x: T", "class C(Generic[T]):\n    x: A"],
      ["class C:\n    def go(self): self.x = A()", "class C:\n    def go(self): self.x = B()"],
      ["class C:\n    @property\n    def x(self): ...", "class C:\n    def x(self): ..."],
      ["class C:\n    @classmethod\n    def x(cls): return cls()", "class C:\n    @classmethod\n    def x(cls): return C()"],
      ["class C(A):\n    def x(self): return super().go", "class C(A):\n    def x(self): return self.go"],
      ["@one\ndef f(): ...", "@two\ndef f(): ..."],
      ["from a import x", "from b import x"],
      ["from a import *", "from b import *"],
      ["import a.b", "import a"],
      ["__all__ = ['one']", "__all__ = ['two']"],
    ],
  },
  rs: {
    around: `struct A; struct B;
trait Go { fn go(&self); } trait Do { fn done(&self); }
fn one() -> A { A } fn two() -> B { B }
macro_rules! made { () => { one() }; } macro_rules! done { () => { two() }; }
`,
    edits: [
      ["fn f() -> A { A }", "fn f() -> B { B }"],
      ["fn f() -> &'static A { &A }", "fn f() -> A { A }"],
      ["fn f() -> impl Go { one() }", "fn f() -> impl Do { one() }"],
      ["fn f(x: &A) {}", "fn f(x: &mut A) {}"],
      ["fn f() -> Vec<A> { vec![] }", "fn f() -> Vec<B> { vec![] }"],
      ["fn f<T: Go>(x: T) {}", "fn f<T: Do>(x: T) {}"],
      ["fn f<T>(x: T) where T: Go {}", "fn f<T>(x: T) where T: Do {}"],
      ["impl A { fn x(&self) {} }", "impl B { fn x(&self) {} }"],
      ["impl A { fn x(&self) -> Self { A } }", "impl A { fn x(&self) -> B { B } }"],
      ["impl A { fn x(&self) {} }", "impl A { fn x() {} }"],
      ["impl Go for A { fn go(&self) {} }", "impl Do for A { fn done(&self) {} }"],
      ["#[derive(Clone)] struct C;", "#[derive(Debug)] struct C;"],
      ["struct C { x: A }", "struct C { x: B }"],
      ["struct C(A);", "struct C(B);"],
      ["enum C { X(A) }", "enum C { X(B) }"],
      ["fn f() -> m::A { loop {} }", "fn f() -> n::A { loop {} }"],
      ["fn f() -> m::A { loop {} }", "fn f() -> m::B { loop {} }"],
      ["fn f() -> &'static A { &A }", "fn f() -> &'static B { &B }"],
      ["fn f() -> u8 { 1 }", "fn f() -> u16 { 1 }"],
      ["fn f() -> Box<dyn Go> { loop {} }", "fn f() -> Box<dyn Do> { loop {} }"],
      ["static V: A = made!();", "static V: A = done!();"],
      ["static V: A = m::made!();", "static V: A = n::made!();"],
      ["static V: A = m::made!();", "static V: A = m::done!();"],
      ["static V: A = *one();", "static V: A = *two();"],
      ["#[made] fn f() {}", "#[done] fn f() {}"],
      ["#[derive(made)] struct C;", "#[derive(done)] struct C;"],
      ["#[derive(m::Made)] struct C;", "#[derive(n::Made)] struct C;"],
      ["#[derive(m::Made)] struct C;", "#[derive(m::Done)] struct C;"],
      ["fn f() -> impl Fn(A) { |x| {} }", "fn f() -> impl Fn(B) { |x| {} }"],
      ["static V: fn(A) = |x| {};", "static V: fn(B) = |x| {};"],
      ["fn f<T: Iterator<Item = A>>(x: T) {}", "fn f<T: Iterator<Item = B>>(x: T) {}"],
      ["fn f(x: [A; 2]) {}", "fn f(x: [A; 3]) {}"],
      ["fn f(x: <A as Go>::X) {}", "fn f(x: <A as Do>::X) {}"],
      ["fn f(x: <A as Go>::X) {}", "fn f(x: <B as Go>::X) {}"],
      ["#[macro_use] mod late;", "mod late;"],
      ["mod late; macro_rules! last { () => { 1 }; }", "macro_rules! last { () => { 1 }; } mod late;"],
      ["macro_rules! late { () => { one() }; }", "macro_rules! late { () => { two() }; }"],
      ["type C = A;", "type C = B;"],
      ["static C: A = A;", "static C: B = B;"],
      ["mod m { pub fn f() {} }", "mod m { fn f() {} }"],
      ["use m::x;", "use n::x;"],
      ["pub use m::x;", "use m::x;"],
      ["macro_rules! late { () => { 1 }; }", "macro_rules! later { () => { 1 }; }"],
    ],
  },
  go: {
    around: `package shop
type A struct{}
type B struct{}
type I interface{ Go() }
type J interface{ Do() }
func one() A { return A{} }
func two() B { return B{} }
`,
    edits: [
      ["func f() A { return A{} }", "func f() B { return B{} }"],
      ["func f() (A, error) { return A{}, nil }", "func f() (B, error) { return B{}, nil }"],
      ["func f(x A) {}", "func f(x *A) {}"],
      ["func f(x ...A) {}", "func f(x []A) {}"],
      ["func f[T I](x T) {}", "func f[T J](x T) {}"],
      ["func (a A) f() {}", "func (b B) f() {}"],
      ["func (a A) f() {}", "func (a *A) f() {}"],
      ["type C struct{ A }", "type C struct{ B }"],
      ["type C struct{ x A }", "type C struct{ x B }"],
      ["type C struct{ A }", "type C struct{ A A }"],
      ["type C = A", "type C A"],
      ["type C interface{ I }", "type C interface{ J }"],
      ["type C map[string]A", "type C map[string]B"],
      ["type C func(A)", "type C func(B)"],
      ["type C chan A", "type C chan B"],
      ["var v = one()", "var v = two()"],
      ["var v = *one()", "var v = *two()"],
      ["var v = &A{}", "var v = &B{}"],
      ["var v = <-one()", "var v = <-two()"],
      ["var v = any(one()).(A)", "var v = any(one()).(B)"],
      ["var v = any(one()).(A)", "var v = any(two()).(A)"],
      ["var v = map[string]A{}", "var v = map[string]B{}"],
      ["var v = one().x", "var v = one().y"],
      ["var v = one()[1:]", "var v = two()[1:]"],
      ["var v, w = one(), two()", "var v, w = two(), one()"],
      ["var v = A{}", "var v = &A{}"],
      ["var v = []A{}[0]", "var v = []B{}[0]"],
      ["var v = func() A { return A{} }", "var v = func() B { return B{} }"],
      ['import x "a/b"', 'import x "a/c"'],
    ],
  },
};

/** Edits that concern nobody else. */
const UNSEEN: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  ts: [
    ["function f(): void { one(); }", "function f(): void { two(); two(); }"],
    ["function f(): A { return one(); }", "\n\n/** Words. */\nfunction f(): A {\n  const x = two();\n  return new A();\n}"],
    ["class C { go(): void { one(); } }", "class C {\n  go(): void {\n    two();\n  }\n}"],
  ],
  py: [
    ["def f() -> None: one()", "def f() -> None:\n    '''Words.'''\n    two()"],
    ["def f() -> A: return one()", "# Words\ndef f() -> A:\n    x = two()\n    return A()"],
  ],
  rs: [["fn f() -> A { one() }", "/// Words\nfn f() -> A {\n    let x = two();\n    A\n}"]],
  go: [["func f() A { return one() }", "// Words\nfunc f() A {\n\tx := two()\n\treturn A{}\n}"]],
};

/** What others see of the change from one text to another. */
async function changeOf(ending: string, before: string, after: string): Promise<ShapeChange> {
  const plugin = languages.find(({ extensions }) => extensions[`.${ending}`] !== undefined)!;
  const [left, right] = await Promise.all([before, after].map(async (text) => {
    const { facts } = parseText(await loadGrammar(plugin, plugin.extensions[`.${ending}`]!), text);
    assert.equal(facts.problems.length, 1, `it does not parse: ${text}`);
    return facts;
  }));
  return compareShapes(left!, right!, plugin);
}

for (const [ending, { around, edits }] of Object.entries(SEEN)) {
  Deno.test(`an edit that others see changes the shape: ${ending}`, async () => {
    const missed: string[] = [];
    for (const [before, after] of edits) {
      const change = await changeOf(ending, `${around}${before}\n`, `${around}${after}\n`);
      if (change === "none") missed.push(`${before}  ->  ${after}`);
    }
    assert.deepEqual(missed, []);
  });
  Deno.test(`an edit that nobody sees leaves the shape as it was: ${ending}`, async () => {
    for (const [before, after] of UNSEEN[ending]!) {
      assert.equal(await changeOf(ending, `${around}${before}\n`, `${around}${after}\n`), "none", `${before}  ->  ${after}`);
    }
  });
}

Deno.test("a part that an expression contains several times is read once", async () => {
  const raw = (last: string): string => `package shop\n\nconst raw = "" +\n${'\t"line" +\n'.repeat(100)}\t${last}\n`;
  assert.equal(await changeOf("go", raw('"end"'), `${raw('"end"')}\n// Words\n`), "none");
  assert.equal(await changeOf("go", raw('"end"'), raw("end()")), "more");
});

/** A change that concerns those who noted one of the names, or speak of one of `spoken`. */
function named(keys: readonly string[], spoken: readonly string[] = []): ShapeChange {
  return { keys: new Set(keys), spoken: new Set(spoken) };
}

Deno.test("a removed or replaced function of a package affects those who named it", async () => {
  const shop = "package shop\ntype A struct{}\nfunc (a *A) Stay() {}\n";
  const changes = async (before: string, after: string): Promise<ShapeChange> =>
    await changeOf("go", `${shop}${before}\n`, `${shop}${after}\n`);
  const f = named(["f", spelled("f")]);
  assert.deepEqual(await changes("func f() {}", ""), f, "it goes");
  assert.deepEqual(await changes("func f() {}", "func g() {}"), named(["f", spelled("f"), "g", spelled("g")]), "it has another name");
  for (
    const [before, after] of [
      ["func f() A { return A{} }", "func f() *A { return nil }"],
      ["func f() (A, error) { return A{}, nil }", "func f() (*A, error) { return nil, nil }"],
      ["func f(x A) {}", "func f(x *A) {}"],
      ["func f(x ...A) {}", "func f(x []A) {}"],
      ["func f[T any](x T) {}", "func f[T comparable](x T) {}"],
    ] as const
  ) assert.deepEqual(await changes(before, after), f, `${before}  ->  ${after}`);
  assert.deepEqual(await changes("func (a *A) Go() {}", ""), named(["Go", spelled("go"), spelled("ago")]), "a method goes");
  for (
    const [before, after, why] of [
      ["func f() {}\nfunc g() {}", "func g() {}\nfunc f() {}", "of several candidates the first is named first"],
      ["var f = 1", "", "who holds a variable did not name it"],
      ["func f() {}", "type f struct{}", "it is something else"],
      ["func f() A { return A{} }\nvar v = f()", "func f() *A { return nil }\nvar v = f()", "a variable holds what it gives"],
      ["type B struct{}\nfunc (b B) Go() {}", "type B struct{}", "its type has no method any more"],
      ["type B struct{}\nfunc (b B) Go() {}", "type B struct{}\nfunc (b *B) Go() {}", "it takes a reference"],
    ] as const
  ) assert.equal(await changes(before, after), "more", why);
});

Deno.test("a removed or replaced function of a file affects those who mention it", async () => {
  const f = named(["f", spelled("f")], ["f"]);
  for (
    const [ending, before, after, change, why] of [
      ["py", "def f(): return 1\ndef g(): pass", "def g(): pass", f, "it goes"],
      ["py", "def f(): return 1", "def f(): return ''", f, "it gives something else"],
      ["py", "def f():\n    x = 1\n    return x", "def f():\n    x = ''\n    return x", f, "a variable in it holds something else"],
      [
        "py",
        "def f(): return 1\ndef g(): return f()",
        "def f(): return ''\ndef g(): return f()",
        named(["f", spelled("f"), "g", spelled("g")], ["f", "g"]),
        "another gives what it gives",
      ],
      ["py", "def f(): return 1\nv = f()", "def f(): return ''\nv = f()", "more", "a variable holds what it gives"],
      ["py", "@mark\ndef f(): return 1", "@mark\ndef f(): return ''", "more", "a decorator may keep it under any name"],
      [
        "py",
        "def f():\n    class A: pass\n    return A()",
        "def f():\n    class A: x = 1\n    return A()",
        "more",
        "a class in it is found by the names of its members",
      ],
      ["py", "def __getattr__(name): return 1", "def __getattr__(name): return ''", "more", "the language finds it"],
      [
        "py",
        "class A:\n    def f_(self): return 1",
        "class A:\n    def f_(self): return ''",
        named([], ["f_"]),
        "a method gives something else",
      ],
      ["py", "class A:\n    def f_(self): return 1", "class A:\n    pass", "more", "who goes through all methods names none"],
      [
        "py",
        "class A:\n    @mark\n    def f_(self): return 1",
        "class A:\n    @mark\n    def f_(self): return ''",
        "more",
        "a decorator may keep a method under any name",
      ],
      [
        "py",
        "class A:\n    def f_(self): return 1\nclass B:\n    def f_(self): pass",
        "class A:\n    def f_(self): return ''\nclass B:\n    def f_(self): pass",
        "more",
        "what asks for the method of one type may be given another",
      ],
      [
        "py",
        "class A:\n    def close(self): return 1",
        "class A:\n    def close(self): return ''",
        "more",
        "the library asks for such methods",
      ],
      ["ts", "export function f() { return 1 }", "export function f() { return '' }", f, "it gives something else"],
      [
        "ts",
        "function f() { return 1 }\nexport { f as g }",
        "function f() { return '' }\nexport { f as g }",
        named(["f", spelled("f"), "g", spelled("g")], ["f", "g"]),
        "it is handed on under another name",
      ],
      [
        "ts",
        "export default function f() { return 1 }",
        "export default function f() { return '' }",
        "more",
        "whoever imports it gives it a name",
      ],
      [
        "ts",
        "function f() { return 1 }\nf.of = function () {}",
        "function f() { return '' }\nf.of = function () {}",
        "more",
        "it has members",
      ],
      ["rs", "fn f() -> u8 { 1 }", "fn f() -> u16 { 1 }", f, "it gives something else"],
      ["rs", "mod m { fn f() -> u8 { 1 } }", "mod m { fn f() -> u16 { 1 } }", "more", "it belongs to a module in the file"],
    ] as const
  ) assert.deepEqual(await changeOf(ending, `${before}\n`, `${after}\n`), change, `${before}  ->  ${after}: ${why}`);
});

Deno.test("a new name affects those who looked it up", async () => {
  const change = await changeOf("py", "def f(): ...\n", "def f(): ...\ndef made_late(): ...\n");
  assert.deepEqual(change, named(["made_late", spelled("madelate")]));
  const go = "package shop\ntype A struct{}\nfunc (a *A) Early() {}\n";
  assert.deepEqual(await changeOf("go", go, `${go}func (a *A) Late() {}\n`), named(["Late", spelled("late"), spelled("alate")]));
  assert.equal(
    await changeOf("py", "class A: ...\n", "class A:\n    def late(self): ...\n"),
    "more",
    "a member is asked for through its type",
  );
});
