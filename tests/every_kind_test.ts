/**
 * Every kind of symbol and every type of edge, in every language that can have it. A kind without an example here, or a type of edge
 * without an expectation in the language's fixtures, fails. Invariant: a closed world; `+` marks what is exported.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { EDGE_TYPES } from "../core/edges.ts";
import { DefinitionFlag, DefinitionKind, definitionKindName } from "../core/facts.ts";
import { symbolsOf } from "../core/facts/symbols.ts";
import { languages } from "../languages/mod.ts";
import { readFixture } from "../plugins/fixture.ts";
import { resolveInMemory } from "../plugins/memory_project.ts";

const LANGUAGES = join(import.meta.dirname!, "..", "languages");
/** Kinds that have members, but no name and no symbol. */
const NO_SYMBOLS: readonly string[] = ["lambda", "object", "impl"];
/** Edges that a language has nothing for, and why. */
const NO_ACCESSORS = "reading or setting a field runs no code";
const NO_EDGES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  go: { accesses: NO_ACCESSORS },
  python: { contains: "a package is a folder: no file declares another one as its child, and a class has its members in its body" },
  typescript: {},
  rust: { accesses: NO_ACCESSORS },
};

interface Example {
  readonly path: string;
  readonly text: string;
  readonly symbols: readonly string[];
}

const EXAMPLES: Readonly<Record<string, Example>> = {
  go: {
    path: "shop/shop.go",
    text: `package shop

const Limit = 3
var count int
type ID = int
type Point struct{ X, y int }
type Mover interface{ Move(by int) }
func (p *Point) Move(by int) {}
func New() *Point { return nil }
`,
    symbols: [
      "module <module>",
      "constant Limit +",
      "variable count",
      "type_alias ID +",
      "struct Point +",
      "field Point.X +",
      "field Point.y",
      "interface Mover +",
      "method Mover.Move +",
      "method Point.Move +",
      "function New +",
    ],
  },
  python: {
    path: "shop.py",
    text: `from enum import Enum
from typing import Protocol
LIMIT = 3
count = 0
type Name = str

class Color(Enum):
    RED = 1

class Mover(Protocol):
    def move(self, by: int) -> None: ...

class Point:
    kind = "point"

    def __init__(self, x):
        self.x = x
        self._y: int = 0
        self.kind = "other"

    def move(self, by):
        self.x += by
        self.moved, self.by = True, by

    @classmethod
    def make(cls):
        cls.made = 1

def new(): ...
`,
    symbols: [
      "module <module>",
      "constant LIMIT +",
      "variable count +",
      "type_alias Name +",
      "enum Color +",
      "enum_member Color.RED +",
      "protocol Mover +",
      "method Mover.move +",
      "class Point +",
      "field Point.kind +",
      "constructor Point.__init__ +",
      "field Point.x +",
      "field Point._y",
      "method Point.move +",
      "field Point.moved +",
      "field Point.by +",
      "method Point.make +",
      "field Point.made +",
      "function new +",
    ],
  },
  rust: {
    path: "src/lib.rs",
    text: `pub const LIMIT: u8 = 3;
static COUNT: u8 = 0;
pub type Name = String;
pub mod inner { pub fn go() {} }
pub enum Color { Red }
pub struct Point { pub x: u8, y: u8 }
pub trait Mover { fn shift(&self); }
impl Mover for Point { fn shift(&self) {} }
impl Point { pub fn new() -> Self { todo!() } fn hidden(&self) {} }
macro_rules! shout { () => {}; }
fn helper() {}
`,
    symbols: [
      "module <module>",
      "constant LIMIT +",
      "variable COUNT",
      "type_alias Name +",
      "namespace inner +",
      "function inner::go +",
      "enum Color +",
      "enum_member Color::Red +",
      "struct Point +",
      "field Point::x +",
      "field Point::y",
      "trait Mover +",
      "method Mover::shift +",
      "method Point::shift",
      "method Point::new +",
      "method Point::hidden",
      "macro shout",
      "function helper",
    ],
  },
  typescript: {
    path: "src/shop.ts",
    text: `export const limit = 3;
let count = 0;
export const { first, second: renamed, ...others } = read();
const [one, , three = 3] = list();
const { join } = require("node:path");
export type Name = string;
export namespace Inner { export const deep = 1; }
export enum Color { Red }
export interface Mover { speed: number; move(by: number): void }
export class Point implements Mover {
  speed = 1;
  #hidden = 1;
  private secret = 2;
  run = () => {};
  protected constructor(private readonly x: number, public y: number, other: number) {}
  move(by: number) {}
  private stay() {}
}
class Local { go() {} }
export function read() { return { first: 1, second: 2, third: 3 } as const; }
function list(): number[] { return []; }
declare global {
  interface Window { shop: string }
}
`,
    symbols: [
      "module <module>",
      "constant limit +",
      "variable count",
      "constant first +",
      "constant renamed +",
      "constant others +",
      "constant one",
      "constant three",
      "type_alias Name +",
      "namespace Inner +",
      "constant Inner.deep +",
      "enum Color +",
      "enum_member Color.Red +",
      "interface Mover +",
      "field Mover.speed +",
      "method Mover.move +",
      "class Point +",
      "field Point.speed +",
      "field Point.#hidden",
      "field Point.secret",
      "method Point.run +",
      "constructor Point.constructor",
      "field Point.x",
      "field Point.y +",
      "method Point.move +",
      "method Point.stay",
      "class Local",
      "method Local.go",
      "function read +",
      "field read.first",
      "field read.second",
      "field read.third",
      "function list",
      "interface Window +",
      "field Window.shop +",
    ],
  },
};

for (const plugin of languages) {
  const example = EXAMPLES[plugin.name];
  Deno.test(`symbols of every kind: ${plugin.name}`, async () => {
    assert.ok(example !== undefined, `${plugin.name} has no example`);
    const { facts, notes } = await resolveInMemory(plugin, [{ path: example.path, text: example.text }]);
    assert.deepEqual(notes, []);
    const own = facts.get(example.path)!;
    const symbols = symbolsOf(own, plugin.rules.separator);
    const byLine = symbols.toSorted((a, b) => own.definitions.start[a.definition]! - own.definitions.start[b.definition]!);
    const shown = byLine.map(({ kind, name, scopedName, definition }) =>
      `${kind} ${scopedName === "" ? name : scopedName}${(own.definitions.flags[definition]! & DefinitionFlag.exported) === 0 ? "" : " +"}`
    );
    assert.deepEqual(shown, example.symbols);
    const kinds = new Set(symbols.map((symbol) => symbol.kind));
    const missing = kindsMadeBy(plugin.name).filter((kind) => !kinds.has(kind));
    assert.deepEqual(missing, [], `the example of ${plugin.name} has no ${missing.join(", ")}`);
  });

  Deno.test(`edges of every type: ${plugin.name}`, () => {
    const folder = join(LANGUAGES, plugin.name, "fixtures");
    const seen = new Set<string>();
    for (const file of readdirSync(folder)) {
      for (const { verb } of readFixture(file, readFileSync(join(folder, file), "utf8")).expectations) seen.add(verb);
    }
    const none = NO_EDGES[plugin.name] ?? {};
    assert.deepEqual(EDGE_TYPES.filter((type) => !seen.has(type) && none[type] === undefined), []);
    assert.deepEqual(Object.keys(none).filter((type) => seen.has(type)), [], "a fixture has what is said to be impossible");
  });
}

/** Kinds that a language's patterns and rules name. */
function kindsMadeBy(language: string): string[] {
  const folder = join(LANGUAGES, language);
  const made = new Set<string>(["module"]);
  for (const file of readdirSync(folder)) {
    if (!/\.(ts|scm)$/.test(file)) continue;
    const text = readFileSync(join(folder, file), "utf8");
    for (const [, kind] of text.matchAll(file.endsWith(".scm") ? /@definition\.(\w+)/g : /DefinitionKind\.(\w+)/g)) made.add(kind!);
  }
  const known = Object.keys(DefinitionKind).filter((kind) => definitionKindName.includes(kind));
  return [...made].filter((kind) => known.includes(kind) && !NO_SYMBOLS.includes(kind)).sort();
}
