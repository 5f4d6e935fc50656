/** How plugins rewrite a text that did not parse. */
import assert from "node:assert/strict";
import { loadGrammar, parseText } from "../core/parse/parse_file.ts";
import type { LanguagePlugin, ReadingRules } from "../core/plugin.ts";
import { plugin as go } from "../languages/go/plugin.ts";
import { reading as readingOfGo } from "../languages/go/reading.ts";
import { plugin as rust } from "../languages/rust/plugin.ts";
import { reading as readingOfRust } from "../languages/rust/reading.ts";
import { plugin as typescript } from "../languages/typescript/plugin.ts";
import { repairText } from "../languages/typescript/text/repair_text.ts";

const RUST = [
  'extern "C" {\n    #[wasm_bindgen(extends = Object)]\n    pub type Cache;\n    pub fn open(this: &Cache) -> u32;\n}\n',
  'extern "C" {\n\tpub(crate) type Cache<T = Value>;\n}\n',
  "fn f<T>() where f32: As<T>, (): Reduce<T, u8> {}\n",
  'fn main() {\n    add((First, #[cfg(all(feature = "a)", not(x)))]\n    Second::new(\'(\', "#[allow(x)]"), [1, #[allow(x)] 2]));\n}\n',
  "fn test(#[case] #[future] value: u32, #[case] other: u32) -> u32 { value }\n",
  "fn read() -> u32 {\n    let value = #[comptime]\n    match x { _ => 1 };\n    value\n}\n",
  "fn old() -> Result<u32, E> { let a = try!(read()); Ok(a) }\n",
  "struct Layer<'a> { f: Box<dyn 'a + Fn(&u32) -> u32> }\nfn f<'l>() -> Box<dyn 'l + Iterator<Item = &'l u32>> { g() }\n",
  'unsafe extern "C" { safe fn f(); pub safe static X: u8; }\nauto trait A {}\n',
  "impl<T> const Default for S<T> {}\ndefault impl X for Y {}\n",
  "enum Symbol<>\n{ A }\nfn expected<\n>(symbol: Symbol<>) -> Vec<Symbol<>> { Parser::<>::new() }\n",
  "struct Test\nwhere\n    Error: Send + Sync;\n",
  "fn f(e: E) { match e { E::Pair { 0: left, 1: _, .. } => left.go(), E::Other {\n    12: other } => () } }\n",
  "fn main() { enter!(&mut context, ?Yield, ~Return); }\n",
  "#[macro_export]\nmacro_rules ! T { [!] => { $ crate :: Kind :: BANG } ; [$] => { $ crate :: Kind :: DOLLAR } ; ['('] => { $ crate :: Kind :: OPEN } ; }\n",
];

Deno.test("a repair elsewhere in a text leaves the attributes of items unchanged", () => {
  const item =
    '#[tokio::test(flavor = "multi_thread")]\n#[cfg(feature = "full")]\nfn test() {}\nstruct Row {\n    #[serde(with = "when")]\n    a: u8,\n}\n';
  assert.ok(readingOfRust.repair!(`${item}fn other(#[future(awt)] #[from(db)] value: u32) {}\n`).startsWith(item));
});

const GO = [
  "new(key[at+1:])",
  "new(list.Items[i].Spec.Count)",
  "new((500 + 300) * Mi)",
  "new(limits[0])",
  'new(limits["a"])',
  "new(limits[first].Get())",
  "new((Limit{}).Get())",
  "new(it.limits.first)",
  "new(<-limits)",
  "new(func(a interface{}) int { return 1 }(2))",
].map((call) => `package p\n\nfunc f() { g(&A{B: ${call}}) }\n`).concat(
  "package p\n\nfunc (o Option[T]) Get[U any, V List[U]](u U) V { panic(1) }\n",
);

/** Which of the texts do not parse as they stand, and which do not after the repair either. */
async function unread(plugin: LanguagePlugin, grammar: string, texts: readonly string[]): Promise<{ before: string[]; after: string[] }> {
  const loaded = await loadGrammar(plugin, grammar);
  // Row 0 is empty.
  const hasProblems = (text: string, reading: ReadingRules): boolean => parseText({ ...loaded, reading }, text).facts.problems.length > 1;
  for (const text of texts) assert.equal(loaded.reading.repair!(text).length, text.length);
  return {
    before: texts.filter((text) => hasProblems(text, { ...loaded.reading, repair: (source) => source })),
    after: texts.filter((text) => hasProblems(text, loaded.reading)),
  };
}

Deno.test("what Rust's grammar does not know is repaired, at the same positions", async () => {
  assert.deepEqual(await unread(rust, "rust", RUST), { before: RUST, after: [] });
});

const TYPESCRIPT = [
  "expect(reply.code).type.toBe<<Code extends number>(status: Code) => Reply<Code>>();\nexpect(a).toBe<<T>(a: T) => T>();\nconst b = f<<A, B extends Map<A, B>>(a: A) => B>(c);\n",
  "class View { using(using: string): this { this.config.using = using; return this; } }\nfunction join(node, using) { return f(using); }\n",
  "exports.using = void 0;\nfunction using(get) { return get(using.caller); }\nexports.using = using;\n",
  "interface Plain { declared: boolean; abstract: boolean; abstract?: string }\nclass Plan { abstract = false; is() { return this.abstract; } }\n",
  "const type = { load };\nexport {\n  load as read,\n  /** of type */\n  type as interface\n};\n",
  "declare const make: ({ a }?: Options) => Made<Whole>;\n",
  'declare module "m" {\n  global {\n    var a: string;\n    namespace N { interface I {} }\n  }\n}\n',
  'import defer * as ns from "x";\n',
  'import source code from "x";\n',
  'export * as z from "w" with { type: "json" };\n',
  "export { a as b }\n  from './w'\n  with { type: 'json' };\n",
  "export default abstract class {}\n",
  "export default abstract class extends Base<T> {}\n",
  "class Part { accessor(accessor: string): Part {\n    return this.with({ accessor });\n  }\n}\n",
  "class Part {\n  protected accessor = size();\n  static names?: string;\n}\n",
  "class Part {\n  accessor?: string;\n  accessor level = 1;\n}\n",
  "type Use = {\n  <T>(first: T | (() => T)): [T, Put<T>]\n  <T = undefined>(): [T | undefined, Put<T>]\n}\n",
  "expectTypeOf(a).toEqualTypeOf<[string?]>();\n",
  "function join(names: (typeof undefined | boolean)[], one: typeof undefined) {}\n",
  "interface Marks { readonly [Symbol.unscopables]: { [K in keyof readonly any[]]?: boolean } }\n",
];

Deno.test("what TypeScript's grammar does not know is repaired, at the same positions", async () => {
  assert.deepEqual(await unread(typescript, "typescript", TYPESCRIPT), { before: TYPESCRIPT, after: [] });
});

const ELEMENTS = [
  "const a = <p>R & D</p>;\n",
  "const a = <p>England & Wales<br />and &ldquo;us&rdquo; & you</p>;\n",
  'const a = <p>R & D <a href="/">here</a></p>;\n',
  'const a = <p>R & D or{" "}<b>here</b></p>;\n',
  "const a = <p>R & D of {place.name}, {year}</p>;\n",
  "const a = <p>\n  R & D\n  {count(list) > 0 && (<b>here</b>)}\n</p>;\n",
  "const a = <p>R & D {names.map((name) => <b>{name}</b>)}</p>;\n",
  "const a = <p><i>R</i> & <b>D</b></p>;\n",
  'const a = <p>{is ? <i>R</i> : one && two ? (<b className="d" />) : null}<T help="R&D only" /></p>;\n',
  'const a = <a href="/jobs?page=1&size=2&amp;x=&#38;y&#z">here</a>;\n',
  "const a = <a href = '/jobs?page=1&size=2'>here</a>;\n",
];

Deno.test("an ampersand in the text of an element is repaired, but not one in a type", async () => {
  assert.deepEqual(await unread(typescript, "tsx", ELEMENTS), { before: ELEMENTS, after: [] });
  const type = "type Both = Left<A> & Right<B>;\n";
  assert.equal(repairText(type), type);
});

Deno.test("Go: the argument of `new` may be any expression; types stay types", async () => {
  assert.deepEqual(await unread(go, "go", GO), { before: GO, after: [] });
  for (
    const type of [
      "sync.Mutex",
      "[4]int",
      "map[string]int",
      "List[K]",
      "List[pkg.K, V]",
      "*T",
      "func(a interface{})",
      "(T)",
      "<-chan T",
      "T",
    ]
  ) {
    const text = `var x = new(${type})\n`;
    assert.equal(readingOfGo.repair!(text), text);
  }
});

Deno.test("a type constructed elsewhere is a type, with its own name and position", async () => {
  const { definitions, strings } = parseText(await loadGrammar(rust, "rust"), RUST[0]!).facts;
  const rows = Array.from({ length: definitions.length - 2 }, (_, i) => i + 2);
  const described = rows.map((row) =>
    `${strings[definitions.signature[row]!]} ${definitions.nameLine[row]}:${definitions.nameColumn[row]}`
  );
  assert.deepEqual(described, ["pub type Cache; 3:14", "pub fn open(this: &Cache) -> u32; 4:12"]);
});

Deno.test("attributes that the grammar knows, and those that say what a part is for, are kept", () => {
  const texts = [
    "enum E { #[cfg(x)] A(#[from] io::Error) }\n",
    "struct S {\n    #[cfg(x)]\n    #[serde(default)]\n    field: u32,\n}\n",
    "#[cfg(test)]\n#[allow(dead_code)]\nmod tests {}\n",
  ];
  for (const text of texts) assert.equal(readingOfRust.repair!(text), text);
});
