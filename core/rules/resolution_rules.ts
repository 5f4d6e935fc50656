/**
 * How names are looked up in a language and how its types are read: what the one evaluator needs to know about each language, and what
 * determines whether its answers are complete.
 *
 * Data of a language's plugin. Invariant: a rule is named after what it describes, never after a language that has it; an absent optional
 * rule does not apply.
 */
import type { ExternalRules } from "./external_rules.ts";
import type { GlobalRules } from "./global_rules.ts";
import type { ItemRules } from "./item_rules.ts";
import type { UnseenRules } from "./unseen_rules.ts";

/** The rules by which a language's names and types are resolved. */
export interface ResolutionRules extends ItemRules, GlobalRules, ExternalRules, UnseenRules {
  /** The separator of a qualified name. */
  readonly separator: "." | "::";
  /**
   * The separator of the parts of a path that is a single node (`Base\load` in PHP). A path that starts with it is looked up from the root;
   * another from the meaning of its first part, and last within the code's own package. Absent: paths are made of expressions.
   */
  readonly pathSign?: string;
  /** Whether blocks own the names declared in them (`let`, `:=`); otherwise names belong to the nearest function, class or module. */
  readonly blockScoped: boolean;
  /** Whether later assignments to a name change what it is (Python, JavaScript); otherwise its declaration decides (Go, Rust). */
  readonly assignmentsBind: boolean;
  /**
   * A method read from a value stays bound to it, so it is often passed by itself (Python's `each.run`); otherwise such a name means a
   * field.
   */
  readonly methodsKeepValues?: boolean;
  /** A method whose body is left out runs all the same, and does nothing: it redefines that of a base (Python's `...`). */
  readonly bodilessRun?: boolean;
  /** A class's own names are visible to the methods inside it without a receiver. */
  readonly classScopeVisible: boolean;
  /** A class's own names are visible to the code directly in its body (Python). */
  readonly classBodyVisible: boolean;
  /** Whether a nested module sees the names of the outer one (a namespace), or not (Rust's `mod`). */
  readonly nestedModulesSeeOuter: boolean;
  /** All files of one folder and package share one scope (Go). */
  readonly packageScope: boolean;
  /** Whether only rows of `exports` are visible from outside (ECMAScript); otherwise every name of a module's scope is. */
  readonly exportsOnly: boolean;
  /** The name of a module's default export (ECMAScript's `default`), which a wildcard re-export leaves out. */
  readonly mainExport?: string;
  /** The library's functions that are visible without an import; absent: all. */
  readonly preludeFunctions?: ReadonlySet<string>;
  /** Whether an unbound name may be a module of that name (`crate`, an extern crate). */
  readonly modulesByName: boolean;
  /** Whether calling a type converts a value or builds a variant, which is not a call (Go, Rust); otherwise it runs the constructor. */
  readonly callingTypeConverts: boolean;
  /** A field and a method of one type may share a name: whether it is called decides which is meant (Rust). */
  readonly fieldsApart?: boolean;
  /** Functions can be stored in fields of declared types, in literals and assignments (Go): a call of such a field may run them. */
  readonly fieldsTakeFunctions?: boolean;
  /**
   * "fixed": a function takes exactly as many arguments as it has parameters, and is declared once (Rust). "checked": it fails at run time
   * otherwise (Python). Absent: neither.
   */
  readonly arity?: "fixed" | "checked";
  /** A scope may declare several functions of one name: the number and types of the arguments decide which one is called (Java). */
  readonly overloads?: boolean;
  /** A constructor that calls none of its base's runs the one without arguments (Java). */
  readonly impliedSuper?: boolean;
  /** A plain name that is called means a function or a method, never a variable of the same name (Java). */
  readonly methodsApart?: boolean;
  /**
   * The branches of one expression have the same type (Rust), or the arguments of a rest parameter do (Go): one known type applies to all.
   */
  readonly branchesAgree?: boolean;
  /** The order in which inherited members are looked up. */
  readonly linearization: "c3" | "depth-first";
  /** Types and values have separate namespaces (`type Foo` beside `const Foo`). */
  readonly separateTypes: boolean;
  /** Library types: a constant in brackets names a member of their subtypes, and of nothing else (`TypedDict`). Absent: of any type. */
  readonly keyedTypes?: readonly string[];
  /** The library's type of a position that is written in brackets (`x[0]`), to distinguish overloads. */
  readonly positionType?: string;
  /** Names by which an enum member's value is read, if the library's enum declares them as a value of any type (`Color.RED.value`). */
  readonly enumValues?: readonly string[];
  /** Which kinds are structural: implemented by having their methods (Go). */
  readonly structural: readonly ("interface" | "protocol")[];
  /**
   * For each operation, library types and the index of the type argument that is its result: `iterate: { list: 0, dict: 0 }`; -1: a value
   * of the type itself (`range n`). `transparent` types are replaced by their argument if a member is not their own (`Box`, pointers).
   */
  readonly operations: {
    readonly iterate?: Readonly<Record<string, number>>;
    readonly iterateKey?: Readonly<Record<string, number>>;
    readonly await?: Readonly<Record<string, number>>;
    readonly enter?: Readonly<Record<string, number>>;
    readonly index?: Readonly<Record<string, number>>;
    readonly unwrap?: Readonly<Record<string, number>>;
    readonly deref?: Readonly<Record<string, number>>;
    readonly transparent?: Readonly<Record<string, number>>;
    /** For such types, the library's traits that they implement if their argument does. */
    readonly passedOn?: Readonly<Record<string, readonly string[]>>;
    /** Those of them whose argument cannot be moved out: methods that take it by value cannot be called through them. */
    readonly shared?: readonly string[];
    /** Types all of whose members have the argument's type (`Record<K, V>`). */
    readonly member?: Readonly<Record<string, number>>;
    /** Result types of functions that test whether their argument is of the given type (`x is T`). */
    readonly guard?: Readonly<Record<string, number>>;
  };
  /** Result types of such guards that say nothing if the test fails (`TypeGuard`). */
  readonly positiveGuards?: readonly string[];
  /** Traits of the library that every type implements for itself (`T: Into<T>`). */
  readonly reflexiveTraits?: readonly string[];
  /**
   * The library's trait whose methods return the fields of a value, each behind a pointer (`project()` of a pinned value), and that
   * pointer.
   */
  readonly projection?: { readonly trait: string; readonly pointer: string };
  /** The library's trait that makes a type dereference to its argument without an explicit method. */
  readonly derivedDeref?: string;
  /** Traits of the library whose methods are visible only if imported; the others are visible everywhere. */
  readonly importedTraits?: readonly string[];
  /**
   * Traits of the library that take `self` by value: their methods are tried before a type's own that take a reference, those of some only
   * if imported.
   */
  readonly takingTraits?: { readonly everywhere: readonly string[]; readonly imported: readonly string[] };
  /** Traits of the library with functions that create values of the implementing type. */
  readonly makingTraits?: readonly string[];
  /** Names of traits of other packages that these implement for `&mut` references to all implementors. */
  readonly lentOutside?: readonly string[];
  /** Methods of traits that the library implements for references to all implementors as well (`impl<T: AsRef<U>> AsRef<U> for &T`). */
  readonly referredMethods?: readonly string[];
  /** Traits that a library pointer implements only for sized types, by the pointer's name: no `Box<dyn Fault>` is an `Error`. */
  readonly ofSized?: Readonly<Record<string, readonly string[]>>;
  /** The library's trait by which types of the repository are indexed, for one or several types of index. */
  readonly indexTrait?: string;
  /** Library types that as an index select a part of the same kind rather than an element (`v[range]`). */
  readonly partIndices?: readonly string[];
  /** Methods of a library type that return a part for such an index, and an element for all others (`jobs.get(1..)`). */
  readonly partMethods?: { readonly owner: string; readonly names: readonly string[] };
  /** The member of a class or constructor function that represents its instances (`F.prototype.run`). */
  readonly prototype?: string;
  /** Methods by which a class of the repository supports an operation: `iterate: ["__iter__", "__next__"]`. */
  readonly protocols: Readonly<
    Partial<
      Record<
        | "iterate"
        | "asyncIterate"
        | "await"
        | "enter"
        | "asyncEnter"
        | "index"
        /** How the library's own types give access to a part of another type (`[T]` of `[T; N]`). */
        | "part"
        | "call"
        | "construct"
        | "deref"
        | "unwrap"
        | "member"
        | "read",
        readonly string[]
      >
    >
  >;
  /**
   * Methods of operators -> those of the right operand that run if the left one does not support it (`__add__`: `__radd__`). Library types
   * do not support operands of repository types.
   */
  readonly reflected?: Readonly<Record<string, string>>;
  /** Methods of compound assignments -> those that run if the left operand lacks them (`__iadd__`: `__add__`). */
  readonly inPlace?: Readonly<Record<string, string>>;
  /**
   * External modules whose names the library file describes (`typing`, `collections.abc`, `iter`): a name imported from one of them means
   * the library's, if it exists there. If two of them use one name for different things, the library file declares MODULE_NAME with `_` for
   * all characters between letters (`maps_Keys`).
   */
  readonly libraryModules?: readonly string[];
  /** A module of the library has only what is declared as MODULE_NAME: what every program has is none of its members (JavaScript's `Event`). */
  readonly libraryModulesApart?: boolean;
  /** Library packages and modules that re-export another one (`core`: `std`): MODULE_NAME of that one applies to names that they lack themselves. */
  readonly libraryTwins?: Readonly<Record<string, string>>;
  /** The suffix of types that the library file invents for what several types share: a member is then named by the type it is called on. */
  readonly madeUpTypes?: string;
  /** Members that every value has, or that no structural type requires (`__init__`, `__eq__`). */
  readonly everywhere?: readonly string[];
  /**
   * The member by which a value refers to its own class, and the library type that declares it: it has that meaning on any external type,
   * too.
   */
  readonly ownType?: { readonly root: string; readonly name: string };
  /** Library types that nothing substitutes except themselves and what is made from them: numbers, texts, lists. */
  readonly plainTypes?: readonly string[];
  /**
   * Library types -> others whose values are accepted for them (`float: ["int"]`), or are untyped numbers that may be of either (`u8:
   * ["i32"]`).
   */
  readonly promotions?: Readonly<Record<string, readonly string[]>>;
  /** The library's type whose members every value has. */
  readonly rootType?: string;
  /** The library's type whose members functions have. Any code may add members to a function (`f.cache = …`). */
  readonly functionType?: string;
  /** The library's type that wraps the return value of an `async` function without a declared result; absent: not wrapped. */
  readonly asyncResult?: string;
  /** The library's result types of a generator function, and of an `async` one. */
  readonly generatorTypes?: readonly [plain: string, async: string];
  /** Which of their type arguments is the final return value, if it is accessible without awaiting. */
  readonly generatorResult?: number;
  /** The method by which an awaitable of any type passes on its value, to its first parameter (`then`). */
  readonly passesOn?: string;
  /** The declared result of an `async` function is that of awaiting its call, so it is wrapped in `asyncResult`, too. */
  readonly declaresAwaited?: boolean;
  /** Decorators that leave a function what it is (Python). If there are such, others may turn it into another function. */
  readonly decoratorsKeeping?: readonly string[];
  /**
   * What becomes of a function that is passed to an external function, by the last name of the latter: it only inspects its first argument
   * (`looks`), or returns its argument wrapped and does not retain it otherwise (`gives`; by full names `marks`). `same`: members of a
   * function that are the function itself. `decorated`: packages that expose what their decorators receive. By full names: `compares`,
   * functions that call nothing that they receive, including types; `expects`, those that do not instantiate the types that they receive;
   * `iterates`, those that only go through what they receive, a type among it (`list(Color)`).
   */
  readonly passing?: {
    readonly looks: readonly string[];
    readonly compares?: ReadonlySet<string>;
    readonly expects?: ReadonlySet<string>;
    readonly iterates?: ReadonlySet<string>;
    readonly gives: readonly string[];
    readonly marks?: RegExp;
    readonly same: readonly string[];
    readonly decorated?: ReadonlySet<string>;
  };
  /** The member of a generic function that registers others, one of which runs in its place, and the full names under which it is such. */
  readonly registering?: { readonly member: string; readonly outside: RegExp };
  /** External functions, by full name, that run their argument during the call, if at all, and do not retain it (`Array.map`). */
  readonly runsGiven?: RegExp;
  /** Names of external functions and methods that keep an argument, which others of their package give back as a value of any type. */
  readonly keepers?: readonly string[];
  /** Built-in functions that add their arguments to a list and return it: whoever has the list may call them (`append`). */
  readonly keepsGiven?: ReadonlySet<string>;
  /** Built-in functions that call neither their arguments nor their methods: they inspect the type, or exist for type checkers. */
  readonly looksAtGiven?: RegExp;
  /**
   * How a test framework finds what it injects into the parameters of tests: functions with the decorator `decorator` (its last name), of
   * the same file or of files named `sharedFile` in its folder and the parent folders; without a decorator, what the name means where the
   * test is. `given`: what the framework injects itself, by the parameter's name: a library type, or the full name of an external one.
   */
  readonly injection?: {
    readonly decorator: string;
    readonly sharedFile?: string;
    readonly given?: Readonly<Record<string, string>>;
  };
  /** Library functions -> the method of their first argument that yields their result, if a repository type has it (`abs(x)`). */
  readonly runsMethod?: Readonly<Record<string, string>>;
  /** Names with a meaning in the language that have one library type on whatever has them (`__name__`). */
  readonly ofAnyValue?: ReadonlyMap<string, string>;
  /** The library's type of tuples. `textType`: that of texts. */
  readonly tupleType?: string;
  /** The library's pointer type that a reference is accepted for. */
  readonly pointerType?: string;
  readonly textType?: string;
  /** The library's type of classes, if a class is a value. */
  readonly classType?: string;
  /** Library types that are disjoint: no value of one is a value of another. */
  readonly typesApart?: {
    /** Types that only their own values have. */
    readonly primitive: ReadonlySet<string>;
    readonly objects: ReadonlySet<string>;
    /** Further types that no primitive value has. */
    readonly notPrimitive: ReadonlySet<string>;
  };
  /** The library's type of a rest parameter (`*args`, `...rest`); "" if there is none. */
  readonly restType: string;
  /** The library's type of the rest in a destructured value (`first, *others = jobs`), if it is another than that. */
  readonly leftType?: string;
  /** The type of a parameter that takes arguments by any name (`**options`), with the value's type as second argument. */
  readonly keywordsType?: string;
  /** Functions that by convention return their own type, or an optional of it, wherever they are (`new`). */
  readonly makers?: readonly string[];
  /** The prefix of further such functions, whatever their arguments (`with_capacity`). */
  readonly makerPrefix?: string;
  /** Names of functions that by convention construct a type, if a value is not made by calling the type itself (`newJob`). */
  readonly makerNames?: RegExp;
  /** Full names of functions that by convention return something other than what they are called on (`into_parts`). */
  readonly converterNames?: RegExp;
  /**
   * The text that by convention refers to the class itself, where a class describes its members by names of classes (`parent =
   * ForeignKey("self")`).
   */
  readonly ownTypeInTexts?: string;
  /** Methods that by convention return the value inside another (`unwrap`). */
  readonly unwrappers?: readonly string[];
  /** A function can be iterated over: the arguments that it passes to its callback are the items (Go). */
  readonly iteratesFunctions?: boolean;
  /** A call with several results can stand for as many arguments (Go: `f(g())`). */
  readonly resultsSpread?: boolean;
  /** A parameter without a type has that of the overridden method (Python). */
  readonly parametersInherit?: boolean;
  /** A type may override a value of its base with one of any other type (Python: `parser = Other()`). */
  readonly valuesOverride?: boolean;
  /** A setter without a getter in the same type extends the inherited property (Python: `@Base.size.setter`). */
  readonly settersExtend?: boolean;
  /** Reading or setting a member may run code: a property, a getter, a setter. Facts contain such accesses by `accessAt`. */
  readonly accessors?: boolean;
  /** External modules, or members of them, whose functions do not return if their argument is false (`assert(x instanceof T)`). */
  readonly assertions?: readonly string[];
  /** Top-level declarations of a file that is not a module are visible to other such files (JavaScript scripts). */
  readonly scriptsShareNames?: boolean;
  /** A type may be the name of a variable, whose value contains code that runs (`CurrentUser = Annotated[User, Depends(get_user)]`). */
  readonly variablesAreTypes?: boolean;
  /** Assigning a value where an interface is declared makes its type an implementor (TypeScript). */
  readonly assignmentsImplement?: boolean;
  /** Names of constructor methods, best first; empty if types have none. */
  readonly constructors: readonly string[];
  /** Paths of files in which a type declares all its members: what it only assigns is declared by a base. */
  readonly declaredMembers?: RegExp;
  /** An instance does not have its class's static members. */
  readonly staticsApart?: boolean;
  /** Beside that, a class does not have the members of its instances. A mixin that is asked itself has its own (Ruby's `module_function`). */
  readonly instancesApart?: boolean;
  /** The method whose declared result is that of calling the class, if that is not an instance of it (`__new__`). */
  readonly allocator?: string;
  /** Prefix and suffix of a position in the names of fields that a constructor without a body takes positionally. */
  readonly fieldsByPlace?: readonly [string, string];
  /** Types and literals without members that drop out of unions (`None`, `null`, `undefined`, `nil`). */
  readonly nothing: readonly string[];
  /** Types that mean "could be anything": a member of one is unknown, not external. */
  readonly dynamicTypes: readonly string[];
  /** The one of these that has no values (`never`). */
  readonly emptyType?: string;
  /** Library types that say little about a value: a member that they do not declare belongs to a narrower type, and is unknown. */
  readonly wideTypes?: readonly string[];
  /**
   * Library types that declare all their members, except for names like `except`, each with the types that it may have been mistaken for: a
   * member that none of them declares belongs to another type, and is unknown.
   */
  readonly closedTypes?: { readonly types: Readonly<Record<string, readonly string[]>>; readonly except: RegExp };
  /** Files that only contain declarations of code defined elsewhere (`lib.d.ts`). */
  readonly declaringFiles?: RegExp;
  /**
   * The library's type of texts, if a text may name a member that is read by it (`getattr(x, name)`): outlines keep the words among them.
   */
  readonly namesInTexts?: string;
  /** The library declares all names that a program has without an import: any other undeclared name is unknown. */
  readonly declaresAllNames?: boolean;
  /** Library types that as a type mean their argument (`Optional`, `Annotated`, `Readonly`): name -> index. */
  readonly wrappers: Readonly<Record<string, number>>;
  /**
   * If nothing is known about a receiver, its method's unique name is not enough, unless the file of the one definition is imported within
   * so many steps. Absent: the name is enough.
   */
  readonly uniqueNameWithin?: number;
  /** Method names that are so common outside (besides those in the library file) that a unique name in the repository proves nothing. */
  readonly commonMethods: readonly string[];
  /** Library types with few values: names of their members count as common only if other types have them, too. */
  readonly seldomTypes?: ReadonlySet<string>;
  /**
   * External types that repository types embed, by their full names, with all names of their members, those of fields after a dot. Others
   * may have any.
   */
  readonly embeddedMembers?: ReadonlyMap<string, ReadonlySet<string>>;
  /** External classes, by their full names, with all methods that they call on an object of a subclass. Others may call anything. */
  readonly calledOfHeirs?: ReadonlyMap<string, ReadonlySet<string>>;
  /**
   * A value obtained from something external is probably of the only repository type with the called method that was passed there, as types
   * of its own have few methods.
   */
  readonly givenIsLikely?: boolean;
  /** Full names of external functions whose results are of external types, whatever their arguments. */
  readonly givesOnlyOutside?: RegExp;
  /**
   * Full names of external functions that may call methods of a value passed to them that are not known here: those of packages that are
   * not described.
   */
  readonly takesValues?: RegExp;
  /** Full names of external functions that call methods on the results of functions passed to them, by names not known here. */
  readonly takesResults?: RegExp;
  /**
   * Values are inspected by reflection: external code reaches what lists, maps and type arguments contain, and a computed name may be that
   * of any exported method.
   */
  readonly reflects?: boolean;
  /**
   * External items that stand for, or return, an object of the application, by their full names: proxies, settings, loaded objects, results
   * of hooks.
   */
  readonly standsForOthers?: RegExp;
  /**
   * External classes whose objects have the members of an object of the application and hardly any of their own, also under common names.
   */
  readonly proxies?: RegExp;
}
