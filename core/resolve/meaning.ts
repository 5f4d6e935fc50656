/**
 * Meanings: what an expression stands for, as far as the source says it.
 *
 * Stage: resolve. Values, compared by `sameMeaning`; never changed after they are made.
 * Invariant: `weak` is the weakest step of the evidence: true where something was inferred from code without declarations, or is one of several.
 */
import { sameParts } from "../base/same_trees.ts";

/** A definition, anywhere in the ref: file number times 2^20 plus its row. */
export type DefinitionId = number;
const FILE_BITS = 20;
const FILE_STEP = 1 << FILE_BITS;
const ROW_MASK = FILE_STEP - 1;
const SMALL = 2 ** 31;

/** The definition at `row` of a file's facts. */
export function definitionId(file: number, row: number): DefinitionId {
  return file * FILE_STEP + row;
}
/** The number of its file in the world. */
export function fileOf(id: DefinitionId): number {
  // Most repositories' ids are small integers, which the engine shifts without a fraction in between.
  return id < SMALL ? id >> FILE_BITS : Math.floor(id / FILE_STEP);
}
/** Its row of `definitions` there. */
export function rowOf(id: DefinitionId): number {
  return id & ROW_MASK;
}

/** What kind of thing a meaning is. */
export const Tag = {
  unknown: 0,
  /** Nothing at all: `None`, `null`. Drops out of unions. */
  nothing: 1,
  /** Something outside the repository; `name` as well as it is known. */
  external: 2,
  /** A definition itself: a function, a class, a module's variable's function. */
  definition: 3,
  /** An instance of a type. */
  instance: 4,
  union: 5,
  /** A value of function type without a definition: `items` are parameters, `result` its result. */
  function: 6,
  tuple: 7,
  /** A module: `files`, or a folder that is only a namespace (`name`). */
  module: 8,
  /** A type parameter: `definition` holds (file, row of bindings), `result` its bound. */
  parameter: 9,
  /** The receiver's own type, whatever subtype that is; `definition` the enclosing type. */
  self: 10,
  /** The member of the type `items[0]` that `items[1]` names, as soon as that is told: a type parameter, or a member of one. */
  keyed: 11,
  /**
   * A conditional type of which the test is not told yet: `items` are what is tested, what for, the two branches, and the type parameters that
   * it infers; `name` is `CHOSEN` where what is tested is no type parameter.
   */
  conditional: 12,
} as const;

/** What an expression means; `Tag` says which of the columns tell it. */
export interface Meaning {
  readonly tag: number;
  readonly definition: DefinitionId;
  /**
   * Type arguments of an instance or an applied definition, parts of a union, items of a tuple, parameters of a function; of what comes
   * from outside the types that it may be instead, for it came out of a type that was given them.
   */
  readonly items: readonly Meaning[];
  /** Of an instance of a library's type that a type parameter stands for: the text that it is. */
  readonly name: string;
  /**
   * Receiver of a bound method, also of one that a class has from outside; result of a function; bound of a type parameter; of what comes from
   * outside and is known to give something when it is called the function that does.
   */
  readonly result: Meaning | undefined;
  readonly files: readonly number[];
  /** Inferred without a declaration, or one of several: an edge that rests on it is a `heuristic` one. */
  readonly weak: boolean;
  /** Read from a variable, a parameter or a field: calling it calls what that holds. */
  readonly held: boolean;
  /**
   * Written type arguments of a function (`f::<T>`), of a value with signatures, or of a type outside (`LinkedMap<Key, Item>`); of a short list
   * that is written out its elements, which may be a tuple's; of a value of function type what it declares its receiver to be (`this: T`), or the
   * method that a call of it runs, where a mapped type gives that another result; of an associated type the type that it is asked of (`T` of `T::Item`).
   */
  readonly applied: readonly Meaning[] | undefined;
  /** Of a value from outside: the expression that gave it, where a single one is known. No part of what it means. */
  readonly origin: Origin | undefined;
}

/** An expression, anywhere in the ref: the number of its file and its row of `expressions` there. */
export interface Origin {
  readonly file: number;
  readonly expression: number;
}

/** Whether two values come from one expression, or both from none that is known. */
export function sameOrigin(a: Origin | undefined, b: Origin | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && a.expression === b.expression && a.file === b.file);
}

const NONE: readonly never[] = [];

/** All meanings are made here or copied: objects of one form, which the engine reads fastest. */
function make(
  tag: number,
  definition: DefinitionId,
  items: readonly Meaning[],
  name: string,
  result: Meaning | undefined,
  weak: boolean,
  held = false,
): Meaning {
  return { tag, definition, items, name, result, files: NONE, weak, held, applied: undefined, origin: undefined };
}

/** Nothing is known. */
export const UNKNOWN: Meaning = make(Tag.unknown, 0, NONE, "", undefined, true);
/** Unknown, but handed in by code outside: a unique name in the repository proves nothing about it. */
export const FROM_OUTSIDE: Meaning = make(Tag.unknown, 0, NONE, "<outside>", undefined, true);
/** Unknown, for it is the type that no value is of. */
export const NEVER: Meaning = make(Tag.unknown, 0, NONE, "<never>", undefined, true);
/** See `Tag.nothing`. */
export const NOTHING: Meaning = make(Tag.nothing, 0, NONE, "", undefined, false);

/** @param items see `Meaning.items` */
export function external(name: string, weak = false, items: readonly Meaning[] = NONE): Meaning {
  return make(Tag.external, 0, items, name, undefined, weak);
}

/** The package that the name of something outside begins with. */
export function packageIn(name: string): string {
  return /^(?:@[^/]+\/)?[^/.]+/.exec(name)?.[0] ?? name;
}

/** The last part of an external name. What lies outside is known by it: by which path it is reached differs from file to file. */
export function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
/** An external name without its last part, which is the name of what holds it; "" where it has one part. */
export function withoutLastPart(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf(".")));
}
/** The first part of a path, up to `separator`; all of it where it has one part. */
export function firstPart(path: string, separator: string): string {
  const end = path.indexOf(separator);
  return end < 0 ? path : path.slice(0, end);
}
/** What something outside gives: its own, or one of the types that it was given. */
export function outOf(object: Meaning, name: string): Meaning {
  return external(name, object.weak, object.applied === undefined ? object.items : [...object.items, ...object.applied]);
}
/** One of two types outside, where nothing tells which: a member of it is called `a.One|b.Two.Go`. */
export function eitherAbroad(one: Meaning, other: Meaning): Meaning {
  if (one.name.split("|").includes(other.name)) return one;
  const applied = [...one.applied ?? NONE, ...other.applied ?? NONE];
  const made = external(`${one.name}|${other.name}`, one.weak || other.weak, [...one.items, ...other.items]);
  return applied.length === 0 ? made : { ...made, applied };
}
/**
 * The definition itself.
 * @param receiver what it was found on
 * @param items its type arguments
 */
export function definitionMeaning(definition: DefinitionId, receiver?: Meaning, items: readonly Meaning[] = NONE): Meaning {
  return make(Tag.definition, definition, items, "", receiver, receiver !== undefined && receiver.weak);
}
/** A method as it is found on `receiver`, with the type arguments of what declares it. */
export function methodMeaning(definition: DefinitionId, receiver: Meaning, items: readonly Meaning[], weak: boolean): Meaning {
  return make(Tag.definition, definition, items, "", receiver, weak);
}
/** A value of a type. */
export function instance(definition: DefinitionId, items: readonly Meaning[] = NONE, weak = false): Meaning {
  return make(Tag.instance, definition, items, "", undefined, weak);
}
/** A function of which only the type is known. @param items its parameters */
export function functionMeaning(items: readonly Meaning[], result: Meaning, receiver?: Meaning): Meaning {
  const made = make(Tag.function, 0, items, "", result, false, true);
  return receiver === undefined ? made : { ...made, applied: [receiver] };
}
/** Several values side by side; what stands for any number of them (`REST`) is written out where it is a tuple itself. */
export function tuple(parts: readonly Meaning[]): Meaning {
  const items = parts.some(isSpreadOut) ? parts.flatMap((part) => isSpreadOut(part) ? part.items : [part]) : parts;
  return make(Tag.tuple, 0, items, "", undefined, items.some((i) => i.weak));
}
function isSpreadOut({ tag, name }: Meaning): boolean {
  return tag === Tag.tuple && name === REST;
}
/** A module by its files; none where it is known by name alone. */
export function moduleMeaning(files: readonly number[], name: string): Meaning {
  return { ...make(Tag.module, 0, NONE, name, undefined, false), files };
}
/** What stands for a type that is told later. */
export function typeParameter(file: number, binding: number, bound: Meaning | undefined): Meaning {
  return make(Tag.parameter, definitionId(file, binding), NONE, "", bound, false);
}
/** The member of `object` that `key` names, once that is told. */
export function keyedMeaning(object: Meaning, key: Meaning): Meaning {
  return make(Tag.keyed, 0, [object, key], "", undefined, false);
}
/** The key of one of all members, whichever that is (`T[keyof T]`). */
export const ANY_KEY: Meaning = make(Tag.unknown, 0, NONE, "<any key>", undefined, true);
/** The key of one of all elements of a list (`T[number]`). */
export const ANY_ELEMENT: Meaning = make(Tag.unknown, 0, NONE, "<any element>", undefined, true);
/** One of two types, once it is told whether a test holds. */
export function conditionalMeaning(items: readonly Meaning[], name: string): Meaning {
  return make(Tag.conditional, 0, items, name, undefined, false);
}
/** The name of a condition that is the same for all arguments. */
export const CHOSEN = "chosen";

/** An instance of a library's type that is the literal `text`. */
export function named(meaning: Meaning, text: string): Meaning {
  return { ...meaning, name: text };
}
/** The receiver's own type, whatever subtype of `definition` that is. */
export function selfMeaning(definition: DefinitionId): Meaning {
  return make(Tag.self, definition, NONE, "", undefined, false);
}

/** What `self` is in the body of `type`: whatever subtype it is of, but where arguments are told. */
export function ownType(type: Meaning): Meaning {
  return type.tag === Tag.instance && type.items.length === 0 ? selfMeaning(type.definition) : type;
}

/** The same on weaker evidence. */
export function weaken(meaning: Meaning): Meaning {
  return meaning.weak ? meaning : { ...meaning, weak: true };
}
/** A value from outside as the result of an expression; anything else is told by itself. */
export function madeBy(meaning: Meaning, file: number, expression: number): Meaning {
  if (meaning.tag === Tag.external) return { ...meaning, origin: { file, expression } };
  const isOpen = meaning.tag === Tag.union && meaning.items.some(({ tag }) => tag === Tag.external);
  return isOpen ? { ...meaning, items: meaning.items.map((item) => madeBy(item, file, expression)) } : meaning;
}
/** The same as what a variable or a field holds: a call of it is no call of a name. */
export function held(meaning: Meaning): Meaning {
  if (meaning.held || meaning.tag === Tag.unknown) return meaning;
  // Beside a function of which only the type is known, one that is named is one of several that it may be.
  const isOpen = meaning.tag === Tag.union && meaning.items.some((item) => item.tag === Tag.function);
  return { ...meaning, held: true, items: isOpen ? meaning.items.map(held) : meaning.items };
}

/** Largest number of parts that a union keeps, for a test may leave one of them, and all may have one member; more is unknown. */
export const WIDEST = 24;
/** As many implementations as one type has of a trait that takes each kind of number (`From<u8>`, `From<i64>` …) are still told apart. */
export const IMPLEMENTATIONS = 150;

/** Whether two meanings say the same, evidence aside. */
export function sameMeaning(a: Meaning, b: Meaning): boolean {
  return a === b || (isAlike(a, b) && (a.items.length === 0 || sameParts(a, b, isAlike)));
}
function isAlike(a: Meaning, b: Meaning): boolean {
  if (a.tag !== b.tag || a.definition !== b.definition || a.name !== b.name || a.items.length !== b.items.length) return false;
  if (a.tag === Tag.module && a.files[0] !== b.files[0]) return false;
  return a.tag !== Tag.parameter || a.applied?.[0]?.definition === b.applied?.[0]?.definition;
}

/**
 * One of several: flattened, without doubles and nothings; weak as soon as two remain; unknown where there are more than `widest`, and than one
 * of the parts has already, but that all of these lie outside.
 */
export function union(parts: readonly Meaning[], widest: number = WIDEST): Meaning {
  if (parts.length === 1 && parts[0]!.tag !== Tag.union) return parts[0]!.tag === Tag.nothing ? NOTHING : parts[0]!;
  const flat: Meaning[] = [];
  let most = widest;
  for (const part of parts) if (part.tag === Tag.union) most = Math.max(most, part.items.length);
  for (const part of parts) {
    if (part.tag !== Tag.union) addPart(flat, part);
    else for (const one of part.items) addPart(flat, part.held ? held(one) : one);
    // A variable may be given thousands of values.
    if (flat.length > most) return anyOutside(parts);
  }
  if (flat.length === 0) return parts.length === 0 ? UNKNOWN : NOTHING;
  // What only callers know, who may as well hand over nothing, leaves open what it is (`def f(job=None): job = job or Job()`).
  if (flat.length === 1) return parts.some((part) => part.tag === Tag.nothing && part.weak) ? weaken(flat[0]!) : flat[0]!;
  // A list that grew has room for many more: what is kept is a copy without it.
  return make(Tag.union, 0, flat.slice(), "", undefined, true);
}

/** Something outside where all parts are, whichever it is; else unknown. */
function anyOutside(parts: readonly Meaning[]): Meaning {
  const all = parts.flatMap(partsOf);
  return all.every(({ tag }) => tag === Tag.external || tag === Tag.nothing)
    ? weaken(all.find(({ tag }) => tag === Tag.external)!)
    : UNKNOWN;
}

/** Whether it is a value of a type: an instance, or the receiver. */
export function isObject({ tag }: Meaning): boolean {
  return tag === Tag.instance || tag === Tag.self;
}
/** Whether more is known than that it lies outside. */
export function isKnown({ tag }: Meaning): boolean {
  return tag !== Tag.unknown && tag !== Tag.external;
}

/** One of several of which some may be unknown: weak, for it may be those. */
export function anyKnown(parts: readonly Meaning[], widest: number = WIDEST): Meaning {
  const known = parts.filter((part) => part.tag !== Tag.unknown);
  return known.length === 0 ? UNKNOWN : weaken(union(known, widest));
}

/** What a meaning is one of: the parts of a union, else itself alone. */
export function partsOf(meaning: Meaning): readonly Meaning[] {
  return meaning.tag === Tag.union ? meaning.items : [meaning];
}

/** The bounds that the bound of a type parameter is made of: all hold (a tuple), or one of them does; none without one. */
export function boundsIn(bound: Meaning | undefined): readonly Meaning[] {
  return bound?.tag === Tag.tuple ? bound.items : bound === undefined ? [] : partsOf(bound);
}

/** Adds a part to those of a union, where none of them says the same. */
function addPart(flat: Meaning[], one: Meaning): void {
  if (one.tag === Tag.nothing) return;
  for (let i = 0; i < flat.length; i++) {
    if (!sameMeaning(flat[i]!, one)) continue;
    // Function types that take the same may give another thing each.
    if (one.tag === Tag.function && !sameMeaning(flat[i]!.result ?? UNKNOWN, one.result ?? UNKNOWN)) continue;
    if (!sameOrigin(flat[i]!.origin, one.origin)) flat[i] = { ...flat[i]!, origin: undefined };
    return;
  }
  flat.push(one);
}

/** The name of a union that is all of its parts at once: a member that one of them alone has is surely meant. */
export const COMPOSED = "&";
/** The name of the last of a function's parameters where it takes all others: what each of them is, an element of it says. */
export const REST = "...";
/** The name of a method that is asked of its type: what it is called on is the first that it takes (`(*Job).Rename`, `Job::rename`). */
export const OF_TYPE = "of type";
/** The name of a receiver that is seen as what its type builds on, and of what that is where it lies outside. */
export const ABOVE = "super";
/** The name of a trait among a type's bases that a macro of its name gives to it. */
export const DERIVED = "derived";

/** The name of a parameter that stands for a class where the instances of that class are meant. */
export const MADE = "new";
/** The name of a parameter that stands for instances where their class is meant (`type[T]`), and of a class that an alias says so. */
export const CLASS = "type";

/** The class, as a value, of the instances that `type` says. */
export function classMeaning(type: Meaning): Meaning {
  switch (type.tag) {
    case Tag.instance:
    case Tag.self:
      return held(definitionMeaning(type.definition, type));
    case Tag.parameter:
      return { ...type, name: CLASS };
    case Tag.union:
      return union(type.items.map(classMeaning));
    default:
      return type;
  }
}

/** What the class that a value is makes; of one that makes something else nothing is known. */
export function madeOf(value: Meaning): Meaning {
  if (value.tag === Tag.definition) {
    return value.result?.tag === Tag.self ? value.result : instance(value.definition, value.items, value.weak);
  }
  if (value.tag === Tag.parameter && value.name === CLASS) return { ...value, name: "" };
  return value.tag === Tag.union ? union(value.items.map(madeOf)) : value.tag === Tag.external ? value : UNKNOWN;
}
