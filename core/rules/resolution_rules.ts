/**
 * How names are looked up in a language and its types read: what the one evaluator is told of each language, and what doubts its answers asks.
 *
 * Data of a language's plugin. Invariant: a rule is named by what it asks, never by who has it; one that may be left out asks nothing where it is.
 */
import type { AbroadRules } from "./abroad_rules.ts";
import type { GlobalRules } from "./global_rules.ts";
import type { ItemRules } from "./item_rules.ts";
import type { UnseenRules } from "./unseen_rules.ts";

/** See the head of this file. */
export interface ResolutionRules extends ItemRules, GlobalRules, AbroadRules, UnseenRules {
  /** Written between the parts of a qualified name. */
  readonly separator: "." | "::";
  /**
   * Written between the parts of a path that is one node (`Base\load` in PHP). One that begins with it is read from the root of all packages, another
   * from what its first part means, at last as what lies within the code's own package. Absent: paths are made of expressions.
   */
  readonly pathSign?: string;
  /** Blocks own the names declared in them (`let`, `:=`), or names belong to the nearest function, class or module. */
  readonly blockScoped: boolean;
  /** Later assignments to a name change what it is (Python, JavaScript), or its declaration says it for good (Go, Rust). */
  readonly assignmentsBind: boolean;
  /** A method that is read of a value keeps that value, so it is often handed over alone (Python's `each.run`); without it such a name is a field's. */
  readonly methodsKeepValues?: boolean;
  /** A class's own names are seen by the methods inside it without a receiver. */
  readonly classScopeVisible: boolean;
  /** A class's own names are seen by the code directly in its body (Python). */
  readonly classBodyVisible: boolean;
  /** A module inside a module sees the names of the outer one (a namespace), or not (Rust's `mod`). */
  readonly nestedModulesSeeOuter: boolean;
  /** All files of one folder and package share one scope (Go). */
  readonly packageScope: boolean;
  /** Only rows of `exports` are seen from outside (ECMAScript), or every name of a module's scope is. */
  readonly exportsOnly: boolean;
  /** The name of the one thing that a module exports without a name (ECMAScript's `default`): what hands on all names leaves it out. */
  readonly mainExport?: string;
  /** The library's functions that are seen without an import; absent: all. */
  readonly preludeFunctions?: ReadonlySet<string>;
  /** A name that nothing binds may be a module by that name (`crate`, an extern crate); `""` for none of it. */
  readonly modulesByName: boolean;
  /** A type that is called converts a value or builds a variant: no call (Go, Rust), or runs the constructor. */
  readonly callingTypeConverts: boolean;
  /** A field and a method of one type may share a name: which is meant depends on whether it is called (Rust). */
  readonly fieldsApart?: boolean;
  /** Fields of declared types take functions under their names, in literals and assignments (Go): a call of one may run these. */
  readonly fieldsTakeFunctions?: boolean;
  /** A function takes just as many arguments as it has parameters, and is declared once (Rust), or fails where it gets others (Python); absent: neither. */
  readonly arity?: "fixed" | "checked";
  /** A scope may declare several functions of one name: the number and the types of the arguments tell which one a call means (Java). */
  readonly overloads?: boolean;
  /** A plain name that is called means a function or a method, never a variable beside it (Java). */
  readonly methodsApart?: boolean;
  /** The branches of one expression have one type (Rust), or what a rest parameter takes (Go): the one that is known says it for all. */
  readonly branchesAgree?: boolean;
  /** The order in which inherited members are found. */
  readonly linearization: "c3" | "depth-first";
  /** Types and values have separate names (`type Foo` beside `const Foo`). */
  readonly separateTypes: boolean;
  /** Types of the library: a constant in brackets names a member of what builds on them, and of nothing else (`TypedDict`). */
  readonly keyedTypes?: readonly string[];
  /** The library's type of a position that is written in brackets (`x[0]`), where overloads are told apart by it. */
  readonly positionType?: string;
  /** Names under which a member of an enum has what it is set to, where the library's enum declares them as a value of any type (`Color.RED.value`). */
  readonly enumValues?: readonly string[];
  /** Interfaces are implemented by having their methods (Go); which kinds are structural. */
  readonly structural: readonly ("interface" | "protocol")[];
  /**
   * Per operation the library's types and the index of the type argument that it gives: `iterate: { list: 0, dict: 0 }`; -1: a value of the
   * type itself (`range n`).
   * `transparent` types give way to their argument when a member is not their own (`Box`, pointers).
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
    /** Of such types the library's traits that they implement themselves where their argument does. */
    readonly handedOn?: Readonly<Record<string, readonly string[]>>;
    /** Of such types those out of which their argument cannot be moved: no method is called through them that takes it by value. */
    readonly shared?: readonly string[];
    /** Types every member of which is of the argument's type (`Record<K, V>`). */
    readonly member?: Readonly<Record<string, number>>;
    /** Results of functions that tell whether their argument is of the type given (`x is T`). */
    readonly guard?: Readonly<Record<string, number>>;
  };
  /** Results of such guards that tell in the positive case alone: what they do not hold for may be of the type as well (`TypeGuard`). */
  readonly positiveGuards?: readonly string[];
  /** Traits of the library that every type has for itself (`T: Into<T>`). */
  readonly reflexiveTraits?: readonly string[];
  /** The trait of the library whose methods give a value's fields each behind a pointer (`project()` of a pinned value), and that pointer. */
  readonly projection?: { readonly trait: string; readonly pointer: string };
  /** The trait of the library that a type has which is made to dereference to the argument of that, without a method that says so. */
  readonly derivedDeref?: string;
  /** Traits of the library whose methods are met only where an import brings them in; the others are there everywhere. */
  readonly importedTraits?: readonly string[];
  /** Traits of the library that take values: their methods are met before a type's own that ask for a reference, of some only where they are imported. */
  readonly takingTraits?: { readonly everywhere: readonly string[]; readonly imported: readonly string[] };
  /** Traits of the library with functions that make values of the type which they are implemented for. */
  readonly makingTraits?: readonly string[];
  /** Names of traits of other packages that these give to `&mut` references to all that have them. */
  readonly lentAbroad?: readonly string[];
  /** Methods of traits that the library gives to references to all that have them as well (`impl<T: AsRef<U>> AsRef<U> for &T`). */
  readonly referredMethods?: readonly string[];
  /** Traits of the library that one of its pointers has only of what has a size, by the pointer's name: no `Box<dyn Fault>` is an `Error`. */
  readonly ofSized?: Readonly<Record<string, readonly string[]>>;
  /** The trait of the library by which types of the repository are indexed, for one type of index or for several. */
  readonly indexTrait?: string;
  /** Types of the library that, where they stand as an index, mean a part of the whole and no element of it (`v[range]`). */
  readonly partIndices?: readonly string[];
  /** Methods of a type of the library that give a part of the whole for such an index, and an element for all others (`jobs.get(1..)`). */
  readonly partMethods?: { readonly owner: string; readonly names: readonly string[] };
  /** The member of a class or constructor function that stands for its instances (`F.prototype.run`). */
  readonly prototype?: string;
  /** Methods by which a class of the repository takes part in an operation: `iterate: ["__iter__", "__next__"]`. */
  readonly protocols: Readonly<
    Partial<
      Record<
        | "iterate"
        | "asyncIterate"
        | "await"
        | "enter"
        | "asyncEnter"
        | "index"
        /** What the library's own types give a part of themselves by, where that is of another type (`[T]` of `[T; N]`). */
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
   * Methods of operators -> those by which the right side answers where the left one does not know it (`__add__`: `__radd__`): of what
   * belongs to the library nothing knows the repository's types.
   */
  readonly reflected?: Readonly<Record<string, string>>;
  /** Methods of operators that change the left side -> those that run where it has none (`__iadd__`: `__add__`). */
  readonly inPlace?: Readonly<Record<string, string>>;
  /**
   * Modules outside the repository whose names the library file describes (`typing`, `collections.abc`, `iter`): a name taken from one
   * of them means the library's, where it has it. Where two of them have one name for different things, the library file declares
   * MODULE_NAME with `_` for all signs between letters (`maps_Keys`).
   */
  readonly libraryModules?: readonly string[];
  /** Packages of the library that show what another has (`core`: `std`): MODULE_NAME of that one holds for them where they have none themselves. */
  readonly libraryTwins?: Readonly<Record<string, string>>;
  /** Ending of the names of types that the library file makes up for what several have alike: a member is named by the type it is called on. */
  readonly madeUpTypes?: string;
  /** Members that every value has, or that no structural type asks for (`__init__`, `__eq__`). */
  readonly everywhere?: readonly string[];
  /** The member by which a value names its own class, and the library's type that declares it: it means that behind any type outside. */
  readonly ownType?: { readonly root: string; readonly name: string };
  /** Types of the library for which nothing stands but themselves and what is made of them: numbers, texts, lists. */
  readonly plainTypes?: readonly string[];
  /** Types of the library -> others whose values are taken for theirs (`float: ["int"]`), or are bare numbers that may be of either (`u8: ["i32"]`). */
  readonly promotions?: Readonly<Record<string, readonly string[]>>;
  /** The library's type whose members every value has. */
  readonly rootType?: string;
  /** The library's type whose members functions have, where any code may give a function more (`f.cache = …`). */
  readonly functionType?: string;
  /** The library's type of what an `async` function without a declared result gives, around what it returns; none: that itself. */
  readonly asyncResult?: string;
  /** The library's types of what a function gives that yields, and of what an `async` one does. */
  readonly generatorTypes?: readonly [plain: string, async: string];
  /** Which of their type arguments is what such a function returns in the end, where that may be had without waiting for it. */
  readonly generatorResult?: number;
  /** The method by which what is awaited hands on what it holds, to its first parameter (`then`), whatever type has it. */
  readonly handsOn?: string;
  /** What an `async` function declares is what awaiting its call gives: around it stands `asyncResult` too. */
  readonly declaresAwaited?: boolean;
  /**
   * Decorators that leave a function what it is (Python). Where there are such, others may make another function of it.
   */
  readonly decoratorsKeeping?: readonly string[];
  /**
   * What becomes of a function that is handed to a function outside, by the last name of that: it only looks at its first argument (`looks`), it gives what
   * it is given in another dress and keeps it nowhere else (`gives`; of full names `marks`). Members of a function that are the function: `same`; under
   * which packages hand out what their decorators were given: `decorated`. By
   * full names what calls nothing that it is given, types among it (`compares`), and what makes none of the types that it is given (`expects`).
   */
  readonly handing?: {
    readonly looks: readonly string[];
    readonly compares?: ReadonlySet<string>;
    readonly expects?: ReadonlySet<string>;
    readonly gives: readonly string[];
    readonly marks?: RegExp;
    readonly same: readonly string[];
    readonly decorated?: ReadonlySet<string>;
  };
  /** What outside, by its full name, runs what it is given for that one hand-over, or not at all, and keeps it nowhere else (`Array.map`). */
  readonly runsGiven?: RegExp;
  /** Functions of the language itself that put what they are given into a list, which they give back: who has that may call it (`append`). */
  readonly keepsGiven?: ReadonlySet<string>;
  /** Those that call nothing of what they are given, and no method of it: they look at its type, or are there for checkers. */
  readonly looksAtGiven?: RegExp;
  /**
   * How a test framework finds what it hands over to the parameters of tests: functions with the decorator `decorator` (its last name), of the
   * file or of files called `sharedFile` in its folder and those above; without one, what the name means where the test stands. `given`: what it hands
   * over itself, by the parameter's name: a type of the library, or the full name of one outside.
   */
  readonly injection?: {
    readonly decorator: string;
    readonly sharedFile?: string;
    readonly given?: Readonly<Record<string, string>>;
  };
  /** Functions of the library -> the method of their first argument that gives their result, where a type of the repository has it (`abs(x)`). */
  readonly runsMethod?: Readonly<Record<string, string>>;
  /** Names of the language that are of one type of the library in whatever has them (`__name__`). */
  readonly ofAnyValue?: ReadonlyMap<string, string>;
  /** The library's type of tuples, and that of texts. */
  readonly tupleType?: string;
  /** The type of the library that a reference is taken for where one is asked for: a pointer to what it refers to. */
  readonly pointerType?: string;
  readonly textType?: string;
  /** The library's type of classes, where a class is a value. */
  readonly classType?: string;
  /** Types of the library that are told apart by what they are: no value of one is one of another. */
  readonly typesApart?: {
    /** Those that nothing but their own values are. */
    readonly primitive: ReadonlySet<string>;
    readonly objects: ReadonlySet<string>;
    /** Further ones that no primitive value is of. */
    readonly notPrimitive: ReadonlySet<string>;
  };
  /** The library's type of a rest parameter (`*args`, `...rest`); "" if there is none. */
  readonly restType: string;
  /** The library's type of what is left of a value that is taken apart (`first, *others = jobs`), where it is another than that. */
  readonly leftType?: string;
  /** That of what a function takes by any name (`**options`), by its second argument. */
  readonly keywordsType?: string;
  /** Functions that by custom give their own type, or the chance of it, wherever they lie (`new`). */
  readonly makers?: readonly string[];
  /** What the names of such functions may begin with, whatever these are given (`with_capacity`). */
  readonly makerPrefix?: string;
  /** Names of functions that by custom make a type, where a type is not called itself to make a value (`newJob`). */
  readonly makerNames?: RegExp;
  /** Full names of functions that by custom give something else than what they are called on (`into_parts`). */
  readonly converterNames?: RegExp;
  /** The text that by custom stands for the class itself where a class tells what it holds by the names of classes (`parent = ForeignKey("self")`). */
  readonly ownTypeInTexts?: string;
  /** Methods that by custom give what a value holds (`unwrap`). */
  readonly unwrappers?: readonly string[];
  /** A function may be iterated over: what it hands to the function that it is given comes one by one (Go). */
  readonly iteratesFunctions?: boolean;
  /** A call that gives several results may stand for as many arguments (Go: `f(g())`). */
  readonly resultsSpread?: boolean;
  /** A parameter without a type has that of the method it overrides (Python). */
  readonly parametersInherit?: boolean;
  /** A type may put a value of any other type in place of one that its base has (Python: `parser = Other()`). */
  readonly valuesOverride?: boolean;
  /** A type's setter that no getter stands beside adds to the property that it inherits (Python: `@Base.size.setter`). */
  readonly settersExtend?: boolean;
  /** What reads or sets a member may run code: a property, a getter, a setter. Files tell of such accesses by `accessAt`. */
  readonly accessors?: boolean;
  /** What lies outside, modules or members of modules, whose functions leave where what they are given does not hold (`assert(x instanceof T)`). */
  readonly assertions?: readonly string[];
  /** What a file declares at its top that is no module others of its kind see (scripts of JavaScript). */
  readonly scriptsShareNames?: boolean;
  /** A type may be the name of a variable, whose value is code that runs (`CurrentUser = Annotated[User, Depends(get_user)]`). */
  readonly variablesAreTypes?: boolean;
  /** A value that is given where an interface is declared makes its type an implementor (TypeScript). */
  readonly assignmentsImplement?: boolean;
  /** Names of constructor methods, best first; empty where types have none. */
  readonly constructors: readonly string[];
  /** Paths of files in which a type declares all members that it is given: what it only assigns, a base has declared. */
  readonly declaredMembers?: RegExp;
  /** An instance has none of its class's static members. */
  readonly staticsApart?: boolean;
  /** The method whose declared result a call of the class gives, where that is no instance of the class (`__new__`). */
  readonly allocator?: string;
  /** What stands before and behind a position in the names of fields that a constructor without a body takes by place. */
  readonly fieldsByPlace?: readonly [string, string];
  /** Types and literals without members that drop out of unions (`None`, `null`, `undefined`, `nil`). */
  readonly nothing: readonly string[];
  /** Types that mean "could be anything": a member of one is unknown, not external. */
  readonly dynamicTypes: readonly string[];
  /** The one of these that no value is of: whatever is told is another. */
  readonly emptyType?: string;
  /** Types of the library that say little of what a value is: a member that they do not declare is one of a narrower type, and unknown. */
  readonly wideTypes?: readonly string[];
  /**
   * Types of the library that declare all their members, but for names like `except`, each with the types that it may have been taken for: a
   * member that none of them declares is one of another type, and unknown.
   */
  readonly closedTypes?: { readonly types: Readonly<Record<string, readonly string[]>>; readonly except: RegExp };
  /** Files that only declare what others have (`lib.d.ts`). */
  readonly declaringFiles?: RegExp;
  /** The library's type of texts, where a text may name a member that is read by it (`getattr(x, name)`): outlines keep the words among them. */
  readonly namesInTexts?: string;
  /** The library declares all names that a program has without an import: nobody knows what another name means. */
  readonly namesToldInFull?: boolean;
  /** Types of the library that stand for their argument in a type (`Optional`, `Annotated`, `Readonly`): name -> index. */
  readonly wrappers: Readonly<Record<string, number>>;
  /**
   * A receiver of which nothing is known proves nothing by its method's name alone, unless the file of the one definition of that name
   * is imported in so many steps. None: the name alone may do.
   */
  readonly uniqueNameWithin?: number;
  /** Method names so common outside (besides those in the library file) that a unique name in the repository proves nothing. */
  readonly commonMethods: readonly string[];
  /** Types of the library that few values are of: names of their members are common only where others bear them. */
  readonly seldomTypes?: ReadonlySet<string>;
  /** Types outside that types here embed, by their full names, with all names of their members, those of fields behind a dot; others may have any. */
  readonly embeddedMembers?: ReadonlyMap<string, ReadonlySet<string>>;
  /** Classes outside, by their full names, with all that they call of an object of a class that builds on them. Others may call anything. */
  readonly calledOfHeirs?: ReadonlyMap<string, ReadonlySet<string>>;
  /** What comes out of something outside is likely of the one type with the called method that this was given: what it gives itself has few methods. */
  readonly givenIsLikely?: boolean;
  /** Full names of functions outside whose results are of types from outside, whatever they are given. */
  readonly givesOnlyOutside?: RegExp;
  /** Full names of what lies outside and may be handed a value for methods of which nothing here tells: those of packages that nobody describes. */
  readonly takesValues?: RegExp;
  /** Full names of what lies outside and calls methods of what the functions give that it is handed, by names of which nothing here tells. */
  readonly takesResults?: RegExp;
  /** Values are looked into: abroad they take along what lists, maps and type arguments are of, and a computed name is any exported method's. */
  readonly reflects?: boolean;
  /** What outside stands for, or gives, an object of the application, by its full name: proxies, settings, what is loaded, what hooks run. */
  readonly standsForOthers?: RegExp;
  /** Classes outside whose objects have the members of something of the application and hardly any of their own, under common names too. */
  readonly proxies?: RegExp;
}
