/**
 * Facts: everything the resolver needs to know about one file, in a compact language-neutral form.
 *
 * Stage: parse -> FACTS -> resolve. Facts are plain columns of numbers and one list of strings: no syntax node, no path, no ref. They
 * depend only on the text and the extractor, so they are stored by blob hash and shared by all refs.
 *
 * Invariant: ids are row numbers, counted from 1; 0 means "none" in every column. Row 0 of every table is empty.
 */

/**
 * What a scope belongs to. A `block` is the body of a branch or a loop; whether it owns names is a rule of the language (see `Lowering`). A
 * `loop` is the block around everything that a loop repeats.
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
  /** Like `leaving`, but the code after its statement may still run: the block of a `try` or `with`, or one before a `finally`. */
  tried: 8,
  /**
   * `block`, `leaving` and `tried` for a block that runs only if the preceding block of the same statement does not (`else`, another
   * `case`).
   */
  other: 9,
  otherLeaving: 10,
  otherTried: 11,
} as const;

/** Whether a scope of this kind is part of a body rather than a body of its own. */
export function isBlock(kind: number): boolean {
  return kind >= ScopeKind.block;
}

/** Whether it is a block that runs only if the preceding block does not. */
export function isOther(kind: number): boolean {
  return kind >= ScopeKind.other;
}

/** Whether it is a block that always leaves its statement. */
export function isLeaving(kind: number): boolean {
  return kind === ScopeKind.leaving || kind === ScopeKind.otherLeaving;
}

/** Whether it is a block after which code may run even though the block is left (`try`). */
export function isTried(kind: number): boolean {
  return kind === ScopeKind.tried || kind === ScopeKind.otherTried;
}

/** Whether it is a block other than a loop. */
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

/** The row of the module's own definition, in every file. */
export const MODULE_ROW = 1;

/** Whether definitions of this kind are types with members of their own. */
export function isTypeWithBody(kind: number): boolean {
  return kind >= DefinitionKind.class && kind <= DefinitionKind.enum;
}

/** Whether definitions of this kind are types. */
export function isType(kind: number): boolean {
  return isTypeWithBody(kind) || kind === DefinitionKind.type_alias;
}

/** Whether definitions of this kind have a body that a call runs. */
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
  /** Read like a field, runs like a method: a getter, `@property`. Naming it yields its result. */
  property: 32,
  /** The first parameter is the class (`@classmethod`). */
  classmethod: 64,
  test: 128,
  /** A struct field whose members are promoted to the struct (Go embedding). */
  embedded: 256,
  /** Declared without a body: an overload, an interface's method, a `declare`, a stub. */
  bodiless: 512,
  /** Exists only under a condition that excludes others (cfg, build tag): definitions of the same name are alternatives, not duplicates. */
  conditional: 1024,
  /** The value of the module as a whole (`export default`, `module.exports =`). */
  default: 2048,
  /** Lies inside a region that did not parse. */
  damaged: 4096,
  /** The receiver or `self` is a reference or a pointer. */
  byReference: 8192,
  /** A setter: assigning runs it, naming it does not. */
  setter: 16384,
  /** `conditional`, and left out of an ordinary build: its counterpart is meant. */
  inactive: 32768,
  /** A module whose macros remain in scope after its end (`#[macro_use] mod`). */
  macros: 65536,
  /** Visible only in its module and the modules inside it, be it a method of a type or an item: elsewhere the name means something else. */
  hidden: 131072,
  /** A member that may be absent. */
  optional: 262144,
  /** Run by the language without being named: for an operator, a built-in function, a statement. */
  implicit: 524288,
  /**
   * Passed, where it is defined, to something that may call it: a decorator that is not known to leave it alone, another language. What the
   * repository's own decorators do is recorded in the edges to them (`keeps`).
   */
  passedOut: 1048576,
  /** Run by something that no source shows: whatever starts the program, a linker, another language. A `test` is run by its runner. */
  entry: 2097152,
  /** In a file that other code reaches as if it were external: a `vendor` folder. Set according to the file's path. */
  aside: 4194304,
  /** `inactive`, and what an ordinary build uses in its place is an import or a variable, or for a method the one of a base. */
  standIn: 8388608,
  /** `hidden`, but also visible in the module around its own, and everything inside that one. */
  shownAbove: 16777216,
  /** With `setter`: run when the member is deleted, not when it is assigned. */
  deleter: 33554432,
  /** `inactive`, but used by a running program (code that type checkers skip) or on another platform. */
  elsewhere: 67108864,
  /** With `setter`: run when the member is read on the type itself, not when it is set or read on a value. */
  ofType: 134217728,
  /** One of several parts of a type that are written apart (C#'s `partial`). */
  part: 268435456,
} as const;

/** In `definitions.attributes` of an alias: a distinct type made from another (Go's `type T U`). */
export const DISTINCT = "distinct";

/** In `definitions.attributes` of a field without a declared type: it keeps its initial value (`readonly kind = Kind.line`). */
export const LASTING = "readonly";

/** In `definitions.attributes` of a function: the prefix of the name under which a test framework injects its result. */
export const GIVES = "gives:";

/** The name under which a test framework injects a function's result, if its attributes give one other than its own; otherwise "". */
export function givenName(attributes: string): string {
  const at = attributes.indexOf(GIVES);
  return at < 0 ? "" : attributes.slice(at + GIVES.length).split(" ", 1)[0]!;
}

/** How a name was bound. */
export const BindingKind = {
  /** To a definition in this file (`definition`). */
  definition: 1,
  /** By an import (`import_`). */
  import: 2,
  parameter: 3,
  /** A declaration: `let x`, `x := …`, the first assignment in a language without declarations. */
  variable: 4,
  /** A later assignment to a name declared elsewhere: its value may reach the reader, its scope is found by lookup. */
  assignment: 5,
  typeParameter: 6,
  /** A narrower type for a name inside one block (`isinstance`, a type switch). */
  narrowing: 7,
  /** An attribute of the enclosing class that a method sets (`self.x = …`); its scope is that of the class. */
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
  /** Declared `global` or `nonlocal`: bound in an outer scope. */
  outer: 32,
  /** Belongs to the class itself, not to its instances. */
  static: 64,
  /** `del x`: from here on the name is unbound. */
  deleted: 128,
  /** Only its type is imported or declared. */
  typeOnly: 256,
  /** An import without a name of its own: this one is derived from the module's path, the module itself may have another. */
  guessed: 512,
  /** A parameter that is passed by name only. */
  named: 1024,
  /** A parameter that is passed by position only. */
  unnamed: 2048,
  /** A type parameter some bounds of which hold for individual members only (`fn f(&self) where T: Clone`). */
  boundInParts: 4096,
  /** The receiver is borrowed mutably (`&mut self`). */
  mutable: 8192,
  /** A type parameter named like a variable from elsewhere that is one (`type` names it): the variable's declaration applies. */
  imported: 16384,
  /** A parameter that takes all further arguments and is declared with the type of them together (`...rest: [A, B]`). */
  restTogether: 32768,
  /** A type parameter that may stand for an unsized type, a trait object (`T: ?Sized`). */
  unsized: 65536,
  /** A type parameter named like a variable that is one (`T = TypeVar("T")`): the name means that variable. */
  ofVariable: 131072,
  /** A variable that is a permanent alias of its value. */
  alias: 262144,
  /** On an assignment: left out of an ordinary build, but used by a running program (`DefinitionFlag.elsewhere`). */
  elsewhere: 524288,
  /** A member of an object literal behind which other objects are spread: they take its place where they have the name. */
  yields: 1048576,
} as const;

/** The name of a binding whose value is a type on which its own type, the bounds, is required in its scope. Not a name in any language. */
export const WHERE = "where …";

/** Bits of `calls.flags`. */
export const CallFlag = {
  new: 1,
  decorator: 2,
  /** Written as an operator or protocol (`with x`, `x + y`, `for … in x`): never better than heuristic. */
  implicit: 16,
  /** `super(…)`: the next constructor. */
  superConstructor: 32,
  /** In a region that did not parse: dropped. */
  damaged: 64,
  /** In the body of a macro: a name that does not start at the crate root means what it means where the macro is used. */
  transcribed: 512,
} as const;

/** Bits of `imports.flags` and `exports.flags`. */
export const LinkFlag = {
  /** `import * from`, `export * from`, `use a::*`. */
  wildcard: 1,
  /** The module as a whole (`import a`, `import * as a`, `export * as a`). */
  namespace: 2,
  typeOnly: 4,
  /** Also visible from outside (`pub use`, Python's plain import in `__init__`, `export … from`). */
  reexported: 8,
  /** `import a.b.c` binds `a`, but loads `a.b.c`. */
  firstSegment: 16,
  /** A dot import: its names become the file's own (Go). */
  dot: 32,
  /** `module.exports = x`, `export = x`: the module's value is x itself. */
  whole: 64,
  /**
   * `mod x;`: not an import but the location of a child module. name: the child's; module: an explicit path (then name is not 0) or the
   * name.
   */
  childModule: 128,
  /** Left out of an ordinary build: its counterpart is meant. */
  inactive: 256,
  /**
   * On an import: it also imports the module's macros (`#[macro_use]`). On an export: the name is that of a macro, `local` is its function.
   */
  macros: 512,
  /** On an export: a macro that is applied to an item (an attribute, a derive). */
  attribute: 1024,
  /** Another name of a package, valid in every file that is built together with this one (`extern crate a as b` at a crate's root). */
  everywhere: 2048,
  /**
   * In a branch that may not be taken: another may import the same name. With `inactive`: it may be taken in places other than this one.
   */
  conditional: 4096,
  /** Binds no name: a test framework takes from the module what it injects into tests (`ResolutionRules.injection`). */
  plugin: 8192,
  /**
   * With `wildcard`: the text of another file is inserted here (`include!("tables.rs")`), with the modules that it declares. module: its
   * path.
   */
  included: 16384,
  /** Under a build condition that an ordinary build fulfills: another build may use something else in its place. */
  built: 32768,
  /** On an export: a wildcard import takes it, and names that are not listed can still be imported by name (`__all__`). */
  listed: 65536,
} as const;

/** What is done to a member, the bits in a row of `accesses`: `x.size += 1` does both. */
export const AccessMode = { read: 1, set: 2, delete: 4 } as const;

/** The tables and their columns, in storage order. */
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
  /** a, b, c as described at `Op` (`core/facts/expressions.ts`). */
  expressions: ["op", "a", "b", "c"],
  /** module: str as written; name: str of the imported name (0: none); scope: where; at: offset. line from 1. */
  imports: ["module", "name", "scope", "at", "flags", "line"],
  /** name: str as seen from outside; local: str in this module; value: expression if there is no local name; module: str it comes from. */
  exports: ["name", "local", "value", "module", "flags", "line"],
  /** expression: the callee. result: the whole call expression. caller: definition. text: str, the callee as written. */
  calls: ["expression", "result", "caller", "at", "line", "column", "text", "flags", "arguments"],
  /** A name or member that is passed as a value, not called. */
  uses: ["expression", "caller", "line", "column"],
  /** A member that is read or set, in languages where that may run code (a property, a getter, a setter). mode: bits of `AccessMode`. */
  accesses: ["expression", "caller", "line", "column", "mode"],
  /** Regions that did not parse. kind: 1 error, 2 missing. */
  problems: ["kind", "lineStart", "lineEnd", "start", "end"],
} as const;

/** A column: 8, 16 or 32 bits wide, depending on its largest value. */
export type Column = Uint8Array | Uint16Array | Int32Array;
/** One table: one column each, all of the same length (row 0 is empty). */
export type Table<N extends keyof typeof TABLES> = { readonly [C in (typeof TABLES)[N][number]]: Column } & {
  readonly length: number;
};
/** The facts of one file. */
export type Facts = { readonly [N in keyof typeof TABLES]: Table<N> } & {
  /** Index 0 is the empty string. */
  readonly strings: readonly string[];
  /** All lists concatenated. A list column holds the offset at which a list's length is stored, followed by its items. */
  readonly lists: Column;
  /** Lines of the file. */
  readonly lines: number;
};

/** The rows whose column equals `value`. The engine's search is faster than a loop. */
export function rowsWith(column: Column, value: number): number[] {
  const rows: number[] = [];
  for (let row = column.indexOf(value, 1); row !== -1; row = column.indexOf(value, row + 1)) rows.push(row);
  return rows;
}

/** The items of a list: rows, in order. `list` 0 is the empty list. */
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

/** The name of each definition kind, by its number, as users see it. */
export const definitionKindName: readonly string[] = (() => {
  const names: string[] = [];
  for (const [name, value] of Object.entries(DefinitionKind)) names[value] = name;
  return names;
})();
