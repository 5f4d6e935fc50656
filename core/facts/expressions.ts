/**
 * Expressions: the structure of callees, receivers, assigned values and types.
 *
 * Stage: parse -> FACTS -> resolve. Rows of the table `expressions` (`facts.ts`): an operator and three columns, whose meaning depends on
 * it. Types are expressions too. Invariant: whether one means an instance follows from the column that refers to it (`type`, `result`,
 * `supertypes`).
 */

/** The operators. The comments give the meaning of the columns a, b, c; `list` is a row of `lists`, `str` an index into `strings`. */
export const Op = {
  /** Anything without an operator of its own (arithmetic, unsupported syntax). */
  unknown: 0,
  /** a: str, b: the scope in which it is looked up, c: offset (which decides the binding). */
  name: 1,
  /** `a.b`: a: expression, b: str. Also a static path if the language writes both alike. */
  member: 2,
  /** `a::b`, a member of the type or module itself, never of an instance: a: expression, b: str. */
  path: 3,
  /** a: callee expression, b: list of arguments, c: row of `calls` or 0. */
  call: 4,
  /** `new a(…)`, a composite literal: an instance of a. a: type expression, b: list of arguments, c: row of `calls` or 0. */
  new: 5,
  /**
   * `a[b]` on values: a: expression, b: list of indices; an empty list: a part of the same kind (`a[1..]`). c: str, the member that a
   * constant names (`[kQueue]`), or 0.
   */
  index: 6,
  /** Explicit type arguments, on a type or a function: a: expression, b: list. */
  apply: 7,
  /** a: expression. */
  await: 8,
  /** The result of iterating over a. a: expression, b: 1 for the key or index of two, 2 for async. */
  iterate: 9,
  /** The result of entering the context manager a. a: expression, b: 2 for async. */
  enter: 10,
  /** The value inside an optional or a result (`a!`, Rust's `a?`). a: expression. */
  unwrap: 11,
  /**
   * Position b (from 0) of the tuple or sequence a, or of a function's several results. c: 1 from the end, 2 the rest from b on, 3 an index
   * written as a number (`a[0]`): if a is not a tuple, the same as `index`, 4 the same from the end (`a[-1]`, b from 0).
   */
  item: 12,
  /** `*a`. a: expression. */
  deref: 13,
  /** `&a`, and the type "reference or pointer to a". a: expression, b: `ReferenceMode`. */
  reference: 14,
  /** The enclosing instance (`this`, `self`). a: scope. b: `SelfMode`. */
  self: 15,
  /** The enclosing type itself (`Self`, `cls`). a: scope. b: `SelfMode.asked` if only the value shows that it is not a subtype. */
  selfType: 16,
  /** The next in the order of inheritance. a: scope, b: expression of the class after which it starts; 0: the enclosing one. */
  super: 17,
  /**
   * A literal or display: an instance of the library's type named a (str). b: list of its elements (keyed ones as `pair`). c: str, the text
   * of a string that may be a route or an HTTP method (`core/facts/literal_text.ts`), or of a literal type or a tested value.
   */
  literal: 18,
  /** The definition a itself: a lambda, a class expression, an object literal. */
  definition: 19,
  /**
   * One of several: `c ? a : b`, `a or b`, match arms, and union types. a: list. b: 1 for a type that is known only as far as all of them
   * agree.
   */
  either: 20,
  /**
   * Value b as type a (`as T`, a conversion, an assertion). a: type expression, b: expression or 0. c: 1 if a test has shown it (what is
   * known of b stays if it is more specific), 2 if a test has shown that it is not an a, 3 if b is a type too: b as an implementation of
   * the trait a (`<b as a>::name`), 4 in a type position: an unknown type that implements a trait of the repository, with the value b (`->
   * impl a { b }`).
   */
  cast: 21,
  /**
   * The type of functions: a: list of parameter types (a `pair` of str if named), b: result type, c: type of the receiver (`this: T`) or 0.
   */
  functionType: 22,
  /** The type of the value a (`typeof a` in a type). a: expression. b: 1 where a test decides whether the value is there (`...(test && a)`). */
  typeOf: 23,
  /**
   * Key a (str) with value b: a keyword argument, an object's entry. c: `PairMode`, 0 if a is its name. As the type in a test (`cast`,
   * `guarded`): any type with a member a, whose value is b unless b is 0.
   */
  pair: 24,
  /** `...a`, `*a` among arguments or elements. a: expression, b: `SpreadMode`. */
  spread: 25,
  /** The type or function of that name in the language's own library, whatever is in scope. a: str. */
  builtin: 26,
  /** The type object of a, as a value (`type[X]`, `typeof X`): naming it in a type gives the class, not an instance. a: type expression. */
  classOf: 27,
  /** A macro of that name, called with its own syntax (`a!`). a: str, b: scope, c: offset. */
  macro: 28,
  /**
   * The module named a (str): `require("a")`, `import("a")`, `__import__("a")`. In a computed name `COMPUTED_PART` stands for each unknown
   * part. b: `ModuleUse`, c: the line, 0 if it is not loaded there.
   */
  module: 29,
  /** A tuple: a: list. Also the several results of one function. */
  tuple: 30,
  /** The value of the row a of `bindings` (a parameter that is destructured). */
  binding: 31,
  /**
   * Value a where a test held: narrowed to the type b (a type expression), and if there is a call c, only if that calls an assertion;
   * otherwise a itself. In a type position: the type that the call c of a guard names (`operations.guard`) for its argument b (0: the
   * first).
   */
  guarded: 32,
  /** A macro of that name that is applied to an item: an attribute or a derive. a: str, b: scope, c: offset. */
  attribute: 33,
  /** The macro b (str) of the module or crate a. c: 1 if it is applied to an item (`attribute`). */
  macroOf: 34,
  /**
   * In a type position: the type that the call of a expects for its argument b (from 0). a: expression; c: list of `pair`s, known members
   * of the argument (attributes of an element).
   */
  asked: 35,
  /**
   * Value a (or 0) of the binding c, whose type it leaves open, and b: list of what is done with it later: a `call` of one of its methods,
   * a `pair` (by expression) of its name and a value that it is assigned, a `cast` of its name to a type that is expected there.
   */
  settled: 36,
  /**
   * The result of an operator: b, the call of the method that it stands for. If its left operand a has a type of the library, a itself, or
   * the result of c (`a == b`). Without b: the common type of the operands a and c, one of which may be an untyped constant.
   */
  operated: 37,
  /**
   * In a type position: the member of the type a that the type b names, a type parameter or a member of one (`Types[K]`,
   * `Types[C["kind"]]`); one of all its members if b is 0. c: `KeyedMode`.
   */
  keyed: 38,
  /**
   * A literal of the library's type named a (str), with its text c (str): a word, which may name a member of the object it is passed to.
   */
  key: 39,
  /** A text of which only the beginning and the end are known. a: str, the library's type; b: str, its beginning; c: str, its end. */
  affixed: 40,
  /**
   * The result of the expression a, which is the member of b that the text c names (`getattr(b, c)`); c is 0 if it is everything that b
   * itself contains.
   */
  computed: 41,
  /**
   * The function that a test framework runs for the parameter a (str) of the function with the scope b; if c is not 0, the value that it
   * injects.
   */
  injected: 42,
  /**
   * Names that are not code by themselves: passed to an attribute or a macro, or of a decorator. a: expression, b: `NamedMode`, c: 1 for a
   * decorator that by its name does not retain anything. Only occurs in a use.
   */
  named: 43,
  /** Value a where it is passed to b: expressions, b what is called, created or assigned; c: `GivenMode`. Only occurs in a use. */
  given: 44,
  /**
   * In a type position: `A extends B ? C : D`. a: list of A, B, C and D (0 if unknown, or never), and of a `binding` for each name that B
   * infers; b: 1 if A is a type parameter, so that the result differs for each argument.
   */
  conditional: 45,
  /** `a + b` that may be a text: a: an expression that gives its type, b and c: the operands, left and right. */
  sum: 46,
} as const;

/** In the name of a module: a part that only the running program knows. */
export const COMPUTED_PART = "…";
/**
 * Column b of `Op.named`: an argument of a macro; code in an argument of an attribute; the text of a string there; the decorator of the
 * using definition, or the call that returns it; an argument of a macro that calls members by the names it is given; a member in a text
 * that is a template.
 */
export const NamedMode = { macro: 0, attribute: 1, text: 2, decorator: 3, member: 4, template: 5 } as const;

/**
 * Column c of `Op.given`, bits: stored in the member or element b, or member by member in the operand of b, a `spread`; a part of what is
 * passed; from bit `position` on, the argument's position, from 1.
 */
export const GivenMode = { stored: 1, part: 2, position: 2 } as const;

/** Column b of `Op.iterate`, `Op.enter` and `Op.await`. */
export const StepMode = { key: 1, async: 2 } as const;
/** Column c of `Op.item`: `written` and `writtenFromEnd` if the position is an index, which a type's own method may handle. */
export const ItemMode = { fromEnd: 1, rest: 2, written: 3, writtenFromEnd: 4 } as const;
/**
 * Column c of `Op.keyed`: `member` if the type itself may already have the member that a text names (`T["kind"]`); `element` if one of a
 * list's elements is meant (`T[number]`).
 */
export const KeyedMode = { member: 1, element: 2 } as const;
/**
 * Column b of `Op.module`: a promise of the module (`import("m")`); only one of its types is named (`import("m").T`, `typeof import("m")`),
 * which loads nothing.
 */
export const ModuleUse = { promised: 1, type: 2 } as const;
/** Column b of `Op.either`. */
export const EitherMode = { agreed: 1 } as const;
/**
 * Column c of `Op.cast`. `placed`: only what the context expects of the call that b unwraps; `put`: b was stored where a value of the type
 * is kept, and is seen there as what it is; `library`: only if the call b is one of a library function; `first`: b is an initial value that
 * any other value of the type may replace; `assigned`: a is a value that was assigned to the name b.
 */
export const CastMode = { tested: 1, excluded: 2, trait: 3, opaque: 4, placed: 5, put: 6, library: 7, first: 8, assigned: 9 } as const;
/** Column b of `Op.reference`: the target may be changed (`&mut a`); what a pattern matches behind the reference a (`&p`). */
export const ReferenceMode = { mutable: 1, behind: 2 } as const;
/**
 * Column b of `Op.self`: `asked` if only the context of the function that runs on it shows what it is; `made` if that function creates it;
 * `shared` if other functions likely run on the same.
 */
export const SelfMode = { asked: 1, made: 2, shared: 3 } as const;
/** Column b of `Op.spread`. */
export const SpreadMode = { mapping: 2 } as const;
/** Column c of `Op.pair`. */
export const PairMode = {
  expression: 1,
  /** a is a word with which the use of a macro, or one of its rules, begins: b is the result of such a rule. */
  word: 2,
  /** As a type that is tested for: any with a member a that is truthy. */
  truthy: 3,
  /** As a type that is tested for: any whose member a is absent, of the kind b (`undefined`), or of any kind if b is 0. */
  absent: 4,
} as const;
