/**
 * Facts: everything the resolver needs to know of one file, in a small language-neutral form.
 *
 * Stage: parse -> FACTS -> resolve. Facts are plain columns of numbers and one list of strings: no syntax node, no path,
 * no ref. They depend on nothing but the text and the extractor, so they are kept by blob hash and shared by all refs.
 *
 * Invariant: ids are row numbers, counted from 1; 0 means "none" in every column. Row 0 of every table is empty.
 */

/**
 * What a scope belongs to. A `block` is the body of a branch or a loop; whether it owns names is the language's rule (see `Lowering`). A `loop` is
 * the block around all that a loop repeats.
 */
export const ScopeKind = {
  module: 1,
  namespace: 2,
  class: 3,
  function: 4,
  block: 5,
  loop: 6,
  /** A block that binds something and always leaves its statement (`return`, `raise`). */
  leaving: 7,
  /** The same of one after which the code behind its statement may run all the same: that of a `try` or `with`, one before a `finally`. */
  tried: 8,
  /** `block`, `leaving` and `tried` where the block runs only if the block before it in the same statement does not (`else`, another `case`). */
  other: 9,
  otherLeaving: 10,
  otherTried: 11,
} as const;

/** Whether a scope of that kind is a part of a body, not a body of its own. */
export function isBlock(kind: number): boolean {
  return kind >= ScopeKind.block;
}

/** Whether it is a block that runs only if the block before it does not. */
export function isOther(kind: number): boolean {
  return kind >= ScopeKind.other;
}

/** Whether it is a block that always leaves its statement. */
export function isLeaving(kind: number): boolean {
  return kind === ScopeKind.leaving || kind === ScopeKind.otherLeaving;
}

/** Whether it is a block behind whose statement code may run although the block is left (`try`). */
export function isTried(kind: number): boolean {
  return kind === ScopeKind.tried || kind === ScopeKind.otherTried;
}

/** Whether it is a block that is no loop. */
export function isBranch(kind: number): boolean {
  return isBlock(kind) && kind !== ScopeKind.loop;
}

/** What a definition is. `impl` attaches members to a type that is defined elsewhere; `lambda` is an anonymous function. */
export const DefinitionKind = {
  module: 1,
  namespace: 2,
  class: 3,
  struct: 4,
  interface: 5,
  trait: 6,
  protocol: 7,
  enum: 8,
  enum_member: 9,
  type_alias: 10,
  function: 11,
  method: 12,
  constructor: 13,
  field: 14,
  variable: 15,
  constant: 16,
  macro: 17,
  impl: 18,
  lambda: 19,
  /** An object literal or another anonymous type: it has members, but no name and no symbol. */
  object: 20,
} as const;

/** Row of the module's own definition in every file. */
export const MODULE_ROW = 1;

/** Whether definitions of that kind are types with members of their own. */
export function isTypeWithBody(kind: number): boolean {
  return kind >= DefinitionKind.class && kind <= DefinitionKind.enum;
}

/** Whether definitions of that kind are types. */
export function isType(kind: number): boolean {
  return isTypeWithBody(kind) || kind === DefinitionKind.type_alias;
}

/** Whether a `DefinitionKind` has a body that a call runs. */
export function isCallable(kind: number): boolean {
  return kind === DefinitionKind.function || kind === DefinitionKind.method || kind === DefinitionKind.constructor ||
    kind === DefinitionKind.lambda;
}

/** Bits of `definitions.flags`. */
export const DefinitionFlag = {
  exported: 1,
  static: 2,
  abstract: 4,
  async: 8,
  generator: 16,
  /** Read like a field, runs like a method: a getter, `@property`. Naming it gives its result. */
  property: 32,
  /** First parameter is the class (`@classmethod`). */
  classmethod: 64,
  test: 128,
  /** A struct field whose members are promoted to the struct (Go embedding). */
  embedded: 256,
  /** Declared without a body: an overload, an interface's method, a `declare`, a stub. */
  bodiless: 512,
  /** Holds only under a condition that excludes others (cfg, build tag): twins of the same name are candidates, not rivals. */
  conditional: 1024,
  /** Value of the module as a whole (`export default`, `module.exports =`). */
  default: 2048,
  /** Stands inside a region that did not parse. */
  damaged: 4096,
  /** The receiver or `self` is a reference or a pointer. */
  byReference: 8192,
  /** Setter: assigning runs it, naming it does not. */
  setter: 16384,
  /** `conditional`, and an ordinary build leaves it out: its twin is meant. */
  inactive: 32768,
  /** A module whose macros hold beyond its end (`#[macro_use] mod`). */
  macros: 65536,
  /** What only its module and those inside see, be it a method of a type's own or an item: elsewhere the name means another. */
  hidden: 131072,
  /** A member that need not be there. */
  optional: 262144,
  /** The language runs it where nothing names it: for an operator, a built-in function, a statement. */
  implicit: 524288,
  /**
   * Handed out where it is defined, to what may call it: a decorator that is not known to leave it alone, another language. What the repository's own
   * decorators do is told by the edges to them (`keeps`).
   */
  handedOut: 1048576,
  /** Somebody whom no source shows runs it: what starts the program, a linker, another language. A `test` is run by its runner. */
  entry: 2097152,
  /** Stands in a file that code elsewhere reaches as code outside: a `vendor` folder. Put on by the file's path. */
  aside: 4194304,
  /** `inactive`, and what an ordinary build takes in its place is an import or a variable, or of a method what a base has. */
  standIn: 8388608,
  /** `hidden`, but the module around its own sees it as well, and all inside that one. */
  shownAbove: 16777216,
  /** With `setter`: what deleting the member runs, and assigning does not. */
  deleter: 33554432,
  /** `inactive`, but taken by a program that runs (what checkers leave out) or on another platform. */
  elsewhere: 67108864,
  /** With `setter`: what reading the member of the type itself runs; neither setting it nor reading it of a value does. */
  ofType: 134217728,
} as const;

/** In `definitions.attributes` of an alias: a type in its own right, made of another (Go's `type T U`). */
export const DISTINCT = "distinct";

/** In `definitions.attributes` of a field without a declared type: it keeps the value that it is declared with (`readonly kind = Kind.line`). */
export const LASTING = "readonly";

/** In `definitions.attributes` of a function: before the name under which a test framework hands over what it gives. */
export const GIVES = "gives:";

/** The name under which a test framework hands over what a function gives, where its attributes say another than its own; "" where they do not. */
export function givenName(attributes: string): string {
  const at = attributes.indexOf(GIVES);
  return at < 0 ? "" : attributes.slice(at + GIVES.length).split(" ", 1)[0]!;
}

/** How a name came to be bound. */
export const BindingKind = {
  /** To a definition of this file (`definition`). */
  definition: 1,
  /** By an import (`import_`). */
  import: 2,
  parameter: 3,
  /** A declaration: `let x`, `x := …`, the first assignment in a language without declarations. */
  variable: 4,
  /** A later assignment to a name that is declared elsewhere: its value may reach, its scope is found by lookup. */
  assignment: 5,
  typeParameter: 6,
  /** A better type for a name inside one block (`isinstance`, a type switch). */
  narrowing: 7,
  /** An attribute of the enclosing class set from within a method (`self.x = …`); its scope is the class's. */
  field: 8,
} as const;

/** Bits of `bindings.flags`. */
export const BindingFlag = {
  /** Visible in the whole scope, also before its position (functions, classes, `var`). */
  hoisted: 1,
  /** `*args`, `...rest`: the name is a sequence of the declared type. */
  rest: 2,
  /** `**kwargs`. */
  keywords: 4,
  /** The receiver: `self`, `cls`, Go's receiver. */
  receiver: 8,
  optional: 16,
  /** The name is the language's `global`/`nonlocal`: bound in an outer scope. */
  outer: 32,
  /** Belongs to the class itself, not to its instances. */
  static: 64,
  /** `del x`: from here on the name means nothing. */
  deleted: 128,
  /** Only its type is imported or declared. */
  typeOnly: 256,
  /** An import without a name of its own: this one follows from the module's path, the module itself may bear another. */
  guessed: 512,
  /** A parameter that is handed over by its name only. */
  named: 1024,
  /** A parameter that is handed over by its place only. */
  unnamed: 2048,
  /** A type parameter some bounds of which hold in single members only (`fn f(&self) where T: Clone`). */
  boundInParts: 4096,
  /** The receiver is borrowed to be changed (`&mut self`). */
  mutable: 8192,
  /** A type parameter by the name of a variable from elsewhere that is one (`type` names it): what that is declared with holds. */
  imported: 16384,
  /** A parameter that takes all further arguments, its type being that of them together (`...rest: [A, B]`). */
  restTogether: 32768,
  /** A type parameter that may stand for what has no size of its own, a trait object (`T: ?Sized`). */
  unsized: 65536,
  /** A type parameter by the name of a variable that is one (`T = TypeVar("T")`): the name means that variable. */
  ofVariable: 131072,
  /** A variable that is another name of what its value is, for good. */
  alias: 262144,
  /** Of an assignment: an ordinary build leaves it out, but a program that runs takes it (`DefinitionFlag.elsewhere`). */
  elsewhere: 524288,
} as const;

/** The name of a binding whose value is a type of which its own type, bounds, is asked in its scope: no name of any language. */
export const WHERE = "where …";

/** Bits of `calls.flags`. */
export const CallFlag = {
  new: 1,
  decorator: 2,
  /** Written as an operator or protocol (`with x`, `x + y`, `for … in x`): never better than heuristic. */
  implicit: 16,
  /** `super(…)`: the next constructor. */
  superConstructor: 32,
  /** Stands in a region that did not parse: dropped. */
  damaged: 64,
  /** Stands in the body of a macro: what is not named from the root of the crate means what it means where the macro is used. */
  transcribed: 512,
} as const;

/** Bits of `imports.flags` and `exports.flags`. */
export const LinkFlag = {
  /** `import * from`, `export * from`, `use a::*`. */
  wildcard: 1,
  /** The module as a whole (`import a`, `import * as a`, `export * as a`). */
  namespace: 2,
  typeOnly: 4,
  /** Seen from outside as well (`pub use`, Python's plain import in `__init__`, `export … from`). */
  reexported: 8,
  /** `import a.b.c` binds `a`, but loads `a.b.c`. */
  firstSegment: 16,
  /** Dot import: its names become the file's own (Go). */
  dot: 32,
  /** `module.exports = x`, `export = x`: the module's value is x itself. */
  whole: 64,
  /** `mod x;`: not an import but the place of a child module. name: the child's; module: a written path (then name is not 0) or the name. */
  childModule: 128,
  /** An ordinary build leaves it out: its twin is meant. */
  inactive: 256,
  /** Of an import: it brings the module's macros along (`#[macro_use]`). Of an export: the name is that of a macro, `local` its function. */
  macros: 512,
  /** Of an export: a macro that stands before an item (an attribute, a derive). */
  attribute: 1024,
  /** Another name of a package, which holds in every file that is built with this one (`extern crate a as b` at a crate's root). */
  everywhere: 2048,
  /** It stands in a branch that may not be taken: another may bring in the same name. Beside `inactive`: it may be taken in other places than this. */
  conditional: 4096,
  /** Binds no name: a test framework takes from the module what it hands over to tests (`ResolutionRules.injection`). */
  plugin: 8192,
  /** Beside `wildcard`: the text of another file stands here (`include!("tables.rs")`), with the modules that it declares. module: its path. */
  included: 16384,
  /** It stands under a condition of the build that an ordinary one fulfils: another may take something else in its place. */
  built: 32768,
  /** Of an export: others take it with all the rest, and may take by its name what is not listed as well (`__all__`). */
  listed: 65536,
} as const;

/** What is done with a member, bits of a row of `accesses`: `x.size += 1` does both. */
export const AccessMode = { read: 1, set: 2, delete: 4 } as const;

/** The tables and their columns, in the order in which they are stored. */
export const TABLES = {
  /** start, end: offsets in UTF-16 units. definition: whose body it is. */
  scopes: ["kind", "parent", "definition", "start", "end"],
  /**
   * name, signature, doc: str. scope: where it is declared; body: the scope it opens. parent: enclosing definition.
   * owner: type expression that it becomes a member of (Go's receiver, `impl T`, `T.prototype.f =`); of an interface the type that it adds
   * to (`declare module "x" { interface T {} }`).
   * parameters, typeParameters: list of bindings; a variable that has one stands for it in types (`T = TypeVar("T")`). supertypes, returns, yields,
   * decorators: list of expressions. type: declared type (field, variable), result type (function), aliased type, an impl's trait. value: initial
   * value; of a class what it is itself an instance of (Python's `metaclass=`). start, end: offsets of the whole definition; line*, column: from 1;
   * nameLine, nameColumn: of the name. complexity: decision points in the body plus 1. attributes: str, the language's own annotations,
   * space-separated.
   */
  definitions: [
    "kind",
    "name",
    "scope",
    "body",
    "parent",
    "owner",
    "flags",
    "signature",
    "doc",
    "parameters",
    "typeParameters",
    "supertypes",
    "type",
    "value",
    "returns",
    "yields",
    "decorators",
    "start",
    "end",
    "lineStart",
    "lineEnd",
    "nameLine",
    "nameColumn",
    "complexity",
    "attributes",
  ],
  /**
   * scope: the owner of the name; block: the innermost block around it. at: offset from which it holds.
   * value of a type parameter: the type (expression) that it is where none is given.
   */
  bindings: ["kind", "name", "scope", "block", "at", "definition", "import_", "type", "value", "flags"],
  /** a, b, c as told at `Op` (`core/facts/expressions.ts`). */
  expressions: ["op", "a", "b", "c"],
  /** module: str as written; name: str of the imported name (0: none); scope: where; at: offset. line from 1. */
  imports: ["module", "name", "scope", "at", "flags", "line"],
  /** name: str seen from outside; local: str in this module; value: expression where there is no local name; module: str it comes from. */
  exports: ["name", "local", "value", "module", "flags", "line"],
  /** expression: the callee. result: the whole call expression. caller: definition. text: str, the callee as written. */
  calls: ["expression", "result", "caller", "at", "line", "column", "text", "flags", "arguments"],
  /** A name or member that is handed over as a value, not called. */
  uses: ["expression", "caller", "line", "column"],
  /** A member that is read or set, in languages where that may run code (a property, a getter, a setter). mode: bits of `AccessMode`. */
  accesses: ["expression", "caller", "line", "column", "mode"],
  /** Regions that did not parse. kind: 1 error, 2 missing. */
  problems: ["kind", "lineStart", "lineEnd", "start", "end"],
} as const;

/** A column: 8, 16 or 32 bits wide, whichever its largest value needs. */
export type Column = Uint8Array | Uint16Array | Int32Array;
/** One table: a column each, all of the same length (row 0 is empty). */
export type Table<N extends keyof typeof TABLES> = { readonly [C in (typeof TABLES)[N][number]]: Column } & {
  readonly length: number;
};
/** The facts of one file. */
export type Facts = { readonly [N in keyof typeof TABLES]: Table<N> } & {
  /** Index 0 is the empty string. */
  readonly strings: readonly string[];
  /** All lists end to end; row i of a list column names the place where its length stands, its items behind it. */
  readonly lists: Column;
  /** Lines of the file. */
  readonly lines: number;
};

/** The rows of a column that hold `value`, which the engine finds faster than a loop does. */
export function rowsWith(column: Column, value: number): number[] {
  const rows: number[] = [];
  for (let row = column.indexOf(value, 1); row !== -1; row = column.indexOf(value, row + 1)) rows.push(row);
  return rows;
}

/** Items of a list: rows, in order. `list` 0 is the empty list. */
export function listItems(facts: Facts, list: number): number[] {
  if (list === 0) return [];
  const length = facts.lists[list]!;
  const items = new Array<number>(length);
  for (let i = 0; i < length; i++) items[i] = facts.lists[list + 1 + i]!;
  return items;
}

/** How many items a list has. */
export function listLength(facts: Facts, list: number): number {
  return list === 0 ? 0 : facts.lists[list]!;
}

/** The name of a definition kind's number, as users see it. */
export const definitionKindName: readonly string[] = (() => {
  const names: string[] = [];
  for (const [name, value] of Object.entries(DefinitionKind)) names[value] = name;
  return names;
})();
