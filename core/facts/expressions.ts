/**
 * Expressions: what a callee, a receiver, an assigned value or a type is made of.
 *
 * Stage: parse -> FACTS -> resolve. Rows of the table `expressions` (`facts.ts`): a form and three columns, whose meaning the form says.
 * Types are expressions too. Invariant: whoever reads one knows from its place (`type`, `result`, `supertypes`) that it means an instance.
 */

/** The forms. The comment gives the meaning of the columns a, b, c; `list` is a row of `lists`, `str` an index of `strings`. */
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
   * 3 an index written as a number (`a[0]`): of what is no tuple as `index` says, 4 the same from the end (`a[-1]`, b from 0).
   */
  item: 12,
  /** `*a`. a: expression. */
  deref: 13,
  /** `&a`, and the type "reference or pointer to a". a: expression, b: `ReferenceMode`. */
  reference: 14,
  /** The enclosing instance (`this`, `self`). a: scope. b: `SelfMode`. */
  self: 15,
  /** The enclosing type itself (`Self`, `cls`). a: scope. b: `SelfMode.asked` where only the value tells that it is of no type below. */
  selfType: 16,
  /** The next in the order of inheritance. a: scope, b: expression of the class behind which it begins; 0: the enclosing one. */
  super: 17,
  /**
   * A literal or display: an instance of the library's type named a (str). b: list of its elements (keyed ones as `pair`). c: str, the text
   * of a string that may be a route or an HTTP method (`core/facts/literal_text.ts`), and of what a type says or a test asks for.
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
   * what is not written out. b: `ModuleUse`, c: the line, 0 where it is not loaded there.
   */
  module: 29,
  /** A tuple: a: list. Also the several results of one function. */
  tuple: 30,
  /** What the row a of `bindings` holds (a parameter that is taken apart). */
  binding: 31,
  /**
   * Value a where a test held: seen as the type b (a type expression), where there is a call c only if that is one of an assertion; a itself
   * where neither says anything. In the place of a type: what the call c of a guard names (`operations.guard`) for its argument b (0: the first).
   */
  guarded: 32,
  /** A macro of that name that stands before an item: an attribute or a derive. a: str, b: scope, c: offset. */
  attribute: 33,
  /** The macro b (str) of the module or crate a. c: 1 where it stands before an item (`attribute`). */
  macroOf: 34,
  /**
   * In the place of a type: what the call of a asks for as its argument b (from 0). a: expression; c: list of `pair`s, members that are known of the
   * argument (attributes of an element).
   */
  asked: 35,
  /**
   * Value a (or 0) of the binding c, whose type it leaves open, and b: list of what is done with it later: a `call` of one of its methods,
   * a `pair` (by expression) of its name and a value that it is assigned, a `cast` of its name to a type that is asked for there.
   */
  settled: 36,
  /**
   * What an operator gives: b, the call of the method that it stands for; where its left operand a is of a type of the library a itself, or what
   * c gives (`a == b`). Without b: the one type of the operands a and c, of which either may be a constant that takes it over.
   */
  operated: 37,
  /**
   * In the place of a type: the member of the type a that the type b names, a type parameter or a member of one (`Types[K]`, `Types[C["kind"]]`); one
   * of all its members where b is 0. c: `KeyedMode`.
   */
  keyed: 38,
  /** A literal of the library's type named a (str), with its text c (str): a word, which may name a member of what it is handed to. */
  key: 39,
  /** A text of which only its two ends are known. a: str, the library's type; b: str, how it begins; c: str, how it ends. */
  affixed: 40,
  /** What the expression a gives, which is the member of b that the text c names (`getattr(b, c)`); c is 0 where it is all that b itself holds. */
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
  /**
   * In the place of a type: `A extends B ? C : D`. a: list of A, B, C and D (0 where nothing is known, or never), and of a `binding` for each name
   * that B infers; b: 1 where A is a type parameter, and so another for each argument.
   */
  conditional: 45,
  /** `a + b` that may be a text: a: what tells its type, b and c: the operands, left and right. */
  sum: 46,
} as const;

/** In the name of a module what only the running program knows. */
export const COMPUTED_PART = "…";
/**
 * Column b of `Op.named`: among a macro's arguments; among an attribute's as code; as the text of a string; the decorator, or the call that
 * gives it, of the definition that uses it; among the arguments of a macro that calls members by the names that it is given; a member in a text that
 * is a template.
 */
export const NamedMode = { macro: 0, attribute: 1, text: 2, decorator: 3, member: 4, template: 5 } as const;

/**
 * Column c of `Op.given`, bits: stored in the member or element b, or member by member in what b, a `spread`, is of; a part of what is handed over;
 * from bit `position` on the argument's place, from 1.
 */
export const GivenMode = { stored: 1, part: 2, position: 2 } as const;

/** Column b of `Op.iterate`, `Op.enter` and `Op.await`. */
export const StepMode = { key: 1, async: 2 } as const;
/** Column c of `Op.item`: `written` and `writtenFromEnd` where an index says the position, which a type's own method may take. */
export const ItemMode = { fromEnd: 1, rest: 2, written: 3, writtenFromEnd: 4 } as const;
/**
 * Column c of `Op.keyed`: `member` where the type itself may already have the member that a text names (`T["kind"]`); `element` where one of a
 * list's elements is meant (`T[number]`).
 */
export const KeyedMode = { member: 1, element: 2 } as const;
/** Column b of `Op.module`: it comes in time (`import("m")`); only a type of it is named (`import("m").T`, `typeof import("m")`), which loads nothing. */
export const ModuleUse = { promised: 1, type: 2 } as const;
/** Column b of `Op.either`. */
export const EitherMode = { agreed: 1 } as const;
/**
 * Column c of `Op.cast`; `placed`: nothing but what the place of the call that b unwraps asks for; `put`: b was put where something of the type
 * is kept, and is seen there as what it is; `library`: only where the call b is one of a function of the library; `first`: b is what something begins
 * with that may be given any other value of the type; `assigned`: a is a value that was assigned to the name b.
 */
export const CastMode = { tested: 1, excluded: 2, trait: 3, opaque: 4, placed: 5, put: 6, library: 7, first: 8, assigned: 9 } as const;
/** Column b of `Op.reference`: what it points at may be changed (`&mut a`); what a pattern finds behind the reference a (`&p`). */
export const ReferenceMode = { mutable: 1, behind: 2 } as const;
/** Column b of `Op.self`: `asked` where only the place of the function that runs on it can tell what it is; `made` where that function makes it. */
export const SelfMode = { asked: 1, made: 2 } as const;
/** Column b of `Op.spread`. */
export const SpreadMode = { mapping: 2 } as const;
/** Column c of `Op.pair`. */
export const PairMode = {
  expression: 1,
  /** a is a word that a macro's use, or one of its rules, begins with: b is what such a rule gives. */
  word: 2,
  /** As a type that is tested for: whatever has a member a that counts as true. */
  truthy: 3,
  /** As a type that is tested for: whatever has a member a that is nothing, of the kind b (`undefined`), or of any where b is 0. */
  absent: 4,
} as const;
