/**
 * Facts: everything the resolver needs to know of one file, in a small language-neutral form.
 *
 * Stage: parse -> FACTS -> resolve. Facts are plain columns of numbers and one list of strings: no syntax node, no path,
 * no ref. They depend on nothing but the text and the extractor, so they are kept by blob hash and shared by all refs.
 *
 * Invariant: ids are row numbers, counted from 1; 0 means "none" in every column. Row 0 of every table is empty.
 */

/** What a scope belongs to. A `block` is a branch or loop body; whether it owns names is the language's rule (see `Lowering`). */
export const ScopeKind = { module: 1, namespace: 2, class: 3, function: 4, block: 5 } as const;

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
} as const;

/** In `definitions.attributes` of an alias: a type in its own right, made of another (Go's `type T U`). */
export const DISTINCT = "distinct";

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
} as const;

/**
 * Expressions: what a callee, a receiver, an assigned value or a type is made of. Types are expressions too; whoever reads
 * one knows from its place (`type`, `result`, `supertypes`) that it means an instance.
 * The comment gives the meaning of the columns a, b, c; `list` is a row of `lists`, `str` an index of `strings`.
 */
export const Op = {
  /** Something without a form of its own (arithmetic, an unsupported syntax). */
  unknown: 0,
  /** a: str, b: scope in which it is looked up, c: offset (which binding reaches). */
  name: 1,
  /** `a.b`: a: expression, b: str. Also a static path where the language writes both alike. */
  member: 2,
  /** `a::b`, a member of the type or module itself, never of an instance: a: expression, b: str. */
  path: 3,
  /** a: callee expression, b: list of arguments, c: row of `calls` or 0. */
  call: 4,
  /** `new a(…)`, a composite literal: an instance of a. a: type expression, b: list of arguments, c: row of `calls` or 0. */
  new: 5,
  /**
   * `a[b]` on values: a: expression, b: list of indices; an empty list: a part of the same kind (`a[1..]`). c: str, the member that a constant
   * names (`[kQueue]`), or 0.
   */
  index: 6,
  /** Written type arguments, on a type or a function: a: expression, b: list. */
  apply: 7,
  /** a: expression. */
  await: 8,
  /** What iterating over a gives. a: expression, b: 1 for the key or index of two, 2 for async. */
  iterate: 9,
  /** What entering the context manager a gives. a: expression, b: 2 for async. */
  enter: 10,
  /** The value inside an optional or a result (`a!`, `a?` of Rust). a: expression. */
  unwrap: 11,
  /**
   * Position b (from 0) of the tuple or sequence a, or of a function's several results. c: 1 from the end, 2 the rest from b on,
   * 3 an index written as a number (`a[0]`): of what is no tuple as `index` says.
   */
  item: 12,
  /** `*a`. a: expression. */
  deref: 13,
  /** `&a`, and the type "reference or pointer to a". a: expression, b: `ReferenceMode`. */
  reference: 14,
  /** The enclosing instance (`this`, `self`). a: scope. b: `SelfMode`. */
  self: 15,
  /** The enclosing type itself (`Self`, `cls`). a: scope. */
  selfType: 16,
  /** The next in the order of inheritance. a: scope, b: expression of the class behind which it begins; 0: the enclosing one. */
  super: 17,
  /**
   * A literal or display: an instance of the library's type named a (str). b: list of its elements (keyed ones as `pair`). c: str, the text
   * of a string that may be a route or an HTTP method (`core/literal_text.ts`), and of what a type says or a test asks for.
   */
  literal: 18,
  /** The definition a itself: a lambda, a class expression, an object literal. */
  definition: 19,
  /** One of several: `c ? a : b`, `a or b`, match arms, and the union of types. a: list. b: 1 for a type that is known only as far as all of them agree. */
  either: 20,
  /**
   * Value b seen as type a (`as T`, a conversion, an assertion). a: type expression, b: expression or 0.
   * c: 1 where a test has shown it (what is known of b stays if it says more), 2 where a test has shown that it is no a, 3 where b is a
   * type too: b as far as the trait a goes (`<b as a>::name`), 4 in the place of a type: some type that a trait of the repository is told
   * by, and the value b has (`-> impl a { b }`).
   */
  cast: 21,
  /** The type of functions: a: list of parameter types (a `pair` of str where named), b: result type, c: type of the receiver (`this: T`) or 0. */
  functionType: 22,
  /** The type that the value a has (`typeof a` in a type). a: expression. */
  typeOf: 23,
  /**
   * Key a (str) with value b: a keyword argument, an object's entry. c: `PairMode`, 0 where a is its name. As the type that a test names
   * (`cast`, `guarded`): whatever has a member a, and the value b in it where b is not 0.
   */
  pair: 24,
  /** `...a`, `*a` among arguments or elements. a: expression, b: `SpreadMode`. */
  spread: 25,
  /** The type or function of that name in the language's own library file, whatever is in scope. a: str. */
  builtin: 26,
  /** The type object of a, as a value (`type[X]`, `typeof X`): naming it in a type gives the class, not an instance. a: type expression. */
  classOf: 27,
  /** A macro of that name, called with a mark of its own (`a!`). a: str, b: scope, c: offset. */
  macro: 28,
  /**
   * What the module named a (str) is: `require("a")`, `import("a")`, `__import__("a")`; in a name that is computed `COMPUTED_PART` stands for
   * what is not written out. b: 1 where it is a promise of it, c: the line, 0 where it is not loaded there.
   */
  module: 29,
  /** A tuple: a: list. Also the several results of one function. */
  tuple: 30,
  /** What the row a of `bindings` holds (a parameter that is taken apart). */
  binding: 31,
  /**
   * Value a where a test held: seen as the type b (a type expression), where there is a call c only if that is one of an assertion; a itself
   * where neither says anything. In the place of a type: what the call c of a guard names (`operations.guard`).
   */
  guarded: 32,
  /** A macro of that name that stands before an item: an attribute or a derive. a: str, b: scope, c: offset. */
  attribute: 33,
  /** The macro b (str) of the module or crate a. c: 1 where it stands before an item (`attribute`). */
  macroOf: 34,
  /** In the place of a type: what the call of a asks for as its argument b (from 0). a: expression. */
  asked: 35,
  /**
   * Value a (or 0) of the binding c, whose type it leaves open, and b: list of what is done with it later: a `call` of one of its methods,
   * a `pair` (by expression) of its name and a value that it is assigned, a `cast` of its name to a type that is asked for there.
   */
  settled: 36,
  /**
   * What an operator gives: b, the call of the method that it stands for; where its left operand a is of a type of the library a itself, or what
   * c gives (`a == b`).
   */
  operated: 37,
  /** In the place of a type: the member of the type a that the type b names, a type parameter or a member of one (`Types[K]`, `Types[C["kind"]]`); one of all its members where b is 0. */
  keyed: 38,
  /** A literal of the library's type named a (str), with its text c (str): a word, which may name a member of what it is handed to. */
  key: 39,
  /** A text of which only its two ends are known. a: str, the library's type; b: str, how it begins; c: str, how it ends. */
  affixed: 40,
  /** What the expression a gives, which is the member of b that the text c names (`getattr(b, c)`). */
  computed: 41,
  /** The function that a test framework runs for the parameter a (str) of the function with the scope b; with c not 0 what it hands over. */
  injected: 42,
  /**
   * What words name that are no code by themselves, handed to an attribute or a macro, or what decorates a definition: a: expression, b: `NamedMode`,
   * c: 1 of a decorator that by its name keeps nothing. Nothing but a use.
   */
  named: 43,
  /** Value a where it is handed to b: expressions, b what is called, made or assigned; c: `GivenMode`. Nothing but a use. */
  given: 44,
} as const;

/** In the name of a module what only the running program knows. */
export const COMPUTED_PART = "…";
/**
 * Column b of `Op.named`: among a macro's arguments; among an attribute's as code; as the text of a string; the decorator, or the call that
 * gives it, of the definition that uses it.
 */
export const NamedMode = { macro: 0, attribute: 1, text: 2, decorator: 3 } as const;

/** Column c of `Op.given`, bits: stored in the member or element b; a part of what is handed over; from bit `position` on the argument's place, from 1. */
export const GivenMode = { stored: 1, part: 2, position: 2 } as const;

/** Column b of `Op.iterate`, `Op.enter` and `Op.await`. */
export const StepMode = { key: 1, async: 2 } as const;
/** Column c of `Op.item`. */
export const ItemMode = { fromEnd: 1, rest: 2, written: 3 } as const;
/** Column b of `Op.either`. */
export const EitherMode = { agreed: 1 } as const;
/** The name of a binding whose value is a type of which its own type, bounds, is asked in its scope: no name of any language. */
export const WHERE = "where …";
/** Column c of `Op.cast`. */
export const CastMode = { tested: 1, excluded: 2, trait: 3, opaque: 4 } as const;
/** Column b of `Op.reference`: what it points at may be changed (`&mut a`); what a pattern finds behind the reference a (`&p`). */
export const ReferenceMode = { mutable: 1, behind: 2 } as const;
/** Column b of `Op.self`: `asked` where only the place of the function that runs on it can tell what it is. */
export const SelfMode = { asked: 1 } as const;
/** Column b of `Op.spread`. */
export const SpreadMode = { mapping: 2 } as const;
/** Column c of `Op.pair`. */
export const PairMode = {
  expression: 1,
  /** a is a word that a macro's use, or one of its rules, begins with: b is what such a rule gives. */
  word: 2,
} as const;

/** Bits of `calls.flags`. */
export const CallFlag = {
  new: 1,
  decorator: 2,
  /** `<Component/>`. */
  element: 4,
  macro: 8,
  /** Written as an operator or protocol (`with x`, `x + y`, `for … in x`): never better than heuristic. */
  implicit: 16,
  /** `super(…)`: the next constructor. */
  superConstructor: 32,
  /** Stands in a region that did not parse: dropped. */
  damaged: 64,
  /** The callee is handed over, not called here (`f.bind`, `partial(f)`): evidence for a reference. */
  handedOver: 128,
  /** Found by reading a macro's token tree as code. */
  inMacro: 256,
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
  /** It stands in a branch that may not be taken: another may bring in the same name. */
  conditional: 4096,
} as const;

/** The tables and their columns, in the order in which they are stored. */
export const TABLES = {
  /** start, end: offsets in UTF-16 units. definition: whose body it is. */
  scopes: ["kind", "parent", "definition", "start", "end"],
  /**
   * name, signature, doc: str. scope: where it is declared; body: the scope it opens. parent: enclosing definition.
   * owner: type expression that it becomes a member of (Go's receiver, `impl T`, `T.prototype.f =`); of an interface the type that it adds
   * to (`declare module "x" { interface T {} }`).
   * parameters, typeParameters: list of bindings; a variable that has one stands for it in types (`T = TypeVar("T")`). supertypes, returns, yields, decorators: list of expressions.
   * type: declared type (field, variable), result type (function), aliased type, an impl's trait. value: initial value; of a class what it is
   * itself an instance of (Python's `metaclass=`).
   * start, end: offsets of the whole definition; line*, column: from 1; nameLine, nameColumn: of the name.
   * complexity: decision points in the body plus 1. attributes: str, the language's own annotations, space-separated.
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
  /** a, b, c as told at `Op`. */
  expressions: ["op", "a", "b", "c"],
  /** module: str as written; name: str of the imported name (0: none); scope: where; at: offset. line from 1. */
  imports: ["module", "name", "scope", "at", "flags", "line"],
  /** name: str seen from outside; local: str in this module; value: expression where there is no local name; module: str it comes from. */
  exports: ["name", "local", "value", "module", "flags", "line"],
  /** expression: the callee. result: the whole call expression. caller: definition. text: str, the callee as written. */
  calls: ["expression", "result", "caller", "at", "line", "column", "text", "flags", "arguments"],
  /** A name or member that is handed over as a value, not called. */
  uses: ["expression", "caller", "line", "column"],
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
