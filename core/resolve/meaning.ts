/**
 * Meanings: what an expression denotes, as far as the source determines it.
 *
 * Stage: resolve. Immutable values, compared by `sameMeaning`. Invariant: `weak` reflects the weakest step of the evidence: it is true if
 * something was inferred from code without declarations, or is one of several alternatives.
 */
import { sameParts } from "../base/same_trees.ts";

/** A definition, anywhere in the ref: file number times 2^20 plus its row. */
export type DefinitionId = number;
const FILE_BITS = 20;
const FILE_STEP = 1 << FILE_BITS;
const ROW_MASK = FILE_STEP - 1;
const SMALL = 2 ** 31;

/** The id of the definition at `row` of a file's facts. */
export function definitionId(file: number, row: number): DefinitionId {
  return file * FILE_STEP + row;
}
/** The number of the definition's file in the world. */
export function fileOf(id: DefinitionId): number {
  // In most repositories ids are small integers, for which a shift avoids the division.
  return id < SMALL ? id >> FILE_BITS : Math.floor(id / FILE_STEP);
}
/** The definition's row in the `definitions` of its file. */
export function rowOf(id: DefinitionId): number {
  return id & ROW_MASK;
}

/** What kind of thing a meaning is. */
export const Tag = {
  unknown: 0,
  /** No value: `None`, `null`. Drops out of unions. */
  nothing: 1,
  /** Something outside the repository; `name` is its full name as far as known. */
  external: 2,
  /** A definition itself: a function, a class, a module's variable's function. */
  definition: 3,
  /** An instance of a type. */
  instance: 4,
  union: 5,
  /** A value of function type without a definition: `items` are its parameters, `result` its result. */
  function: 6,
  tuple: 7,
  /** A module: `files`, or a folder that is only a namespace (`name`). */
  module: 8,
  /** A type parameter: `definition` holds (file, row of bindings), `result` its bound. */
  parameter: 9,
  /** The receiver's own type, whatever subtype that is; `definition` is the enclosing type. */
  self: 10,
  /** The member of the type `items[0]` that `items[1]` names, while the latter is still open: a type parameter, or a member of one. */
  keyed: 11,
  /**
   * A conditional type whose test is still undecided: `items` are the tested type, the type tested for, the two branches, and the type
   * parameters that it infers; `name` is `CHOSEN` if the tested type is not a type parameter.
   */
  conditional: 12,
} as const;

/** What an expression denotes; which columns apply depends on `tag`. */
export interface Meaning {
  readonly tag: number;
  readonly definition: DefinitionId;
  /**
   * Type arguments of an instance or an applied definition, parts of a union, elements of a tuple, parameters of a function. For an
   * external value: the types that it may be instead, because it came from an external type that received them.
   */
  readonly items: readonly Meaning[];
  /**
   * The name of an external item or a module. For an instance of a library type: the literal text that it is, if known. For some others a
   * marker such as `REST`.
   */
  readonly name: string;
  /**
   * Receiver of a bound method, also of one that a class inherits from an external base; result of a function; bound of a type parameter.
   * For an external value that is known to yield a type when called: the function that does.
   */
  readonly result: Meaning | undefined;
  readonly files: readonly number[];
  /** Inferred without a declaration, or one of several alternatives: an edge based on it is `heuristic`. */
  readonly weak: boolean;
  /** Read from a variable, a parameter or a field: calling it calls what that holds. */
  readonly held: boolean;
  /**
   * Explicit type arguments of a function (`f::<T>`), of a value with signatures, or of an external type (`LinkedMap<Key, Item>`). For a
   * short list literal, its elements, which may be a tuple's. For a value of function type, its declared receiver (`this: T`), or the
   * method that a call of it runs if a mapped type gives that another result. For an associated type, the type that it belongs to (`T` of
   * `T::Item`).
   */
  readonly applied: readonly Meaning[] | undefined;
  /** For an external value: the expression that created it, if exactly one is known. Not compared by `sameMeaning`. */
  readonly origin: Origin | undefined;
}

/** An expression, anywhere in the ref: the number of its file and its row of `expressions` there. */
export interface Origin {
  readonly file: number;
  readonly expression: number;
}

/** Whether two values come from the same expression, or both from an unknown one. */
export function sameOrigin(a: Origin | undefined, b: Origin | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && a.expression === b.expression && a.file === b.file);
}

const NONE: readonly never[] = [];

/** Creates a meaning. All are created here or copied, so that all have the same object shape, which the engine reads fastest. */
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
/** Unknown, but passed in by external code: a unique name in the repository proves nothing about it. */
export const FROM_OUTSIDE: Meaning = make(Tag.unknown, 0, NONE, "<outside>", undefined, true);
/** Unknown, because its type has no values. */
export const NEVER: Meaning = make(Tag.unknown, 0, NONE, "<never>", undefined, true);
/** See `Tag.nothing`. */
export const NOTHING: Meaning = make(Tag.nothing, 0, NONE, "", undefined, false);

/** @param items see `Meaning.items` */
export function external(name: string, weak = false, items: readonly Meaning[] = NONE): Meaning {
  return make(Tag.external, 0, items, name, undefined, weak);
}

/** The package that an external name begins with. */
export function packageIn(name: string): string {
  return /^(?:@[^/]+\/)?[^/.]+/.exec(name)?.[0] ?? name;
}

/** The last part of an external name. External items are identified by it, because the path to them differs between files. */
export function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
/** An external name without its last part: the name of the containing item; "" if it has only one part. */
export function withoutLastPart(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf(".")));
}
/** The first part of a path, up to `separator`; all of it if it has one part. */
export function firstPart(path: string, separator: string): string {
  const end = path.indexOf(separator);
  return end < 0 ? path : path.slice(0, end);
}
/** What something external yields: a value of its own, or one of the types that it received. */
export function outOf(object: Meaning, name: string): Meaning {
  return external(name, object.weak, object.applied === undefined ? object.items : [...object.items, ...object.applied]);
}
/** One of two external types, if it is not known which: a member of it is named `a.One|b.Two.Go`. */
export function eitherExternal(one: Meaning, other: Meaning): Meaning {
  if (one.name.split("|").includes(other.name)) return one;
  const applied = [...one.applied ?? NONE, ...other.applied ?? NONE];
  const made = external(`${one.name}|${other.name}`, one.weak || other.weak, [...one.items, ...other.items]);
  return applied.length === 0 ? made : { ...made, applied };
}
/**
 * The meaning of a definition itself.
 * @param receiver the value that it was found on
 * @param items its type arguments
 */
export function definitionMeaning(definition: DefinitionId, receiver?: Meaning, items: readonly Meaning[] = NONE): Meaning {
  return make(Tag.definition, definition, items, "", receiver, receiver !== undefined && receiver.weak);
}
/** A method found on `receiver`, with the type arguments of the type that declares it. */
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
/** A tuple of several values; a rest element (`REST`) that is itself a tuple is expanded. */
export function tuple(parts: readonly Meaning[]): Meaning {
  const items = parts.some(isSpreadOut) ? parts.flatMap((part) => isSpreadOut(part) ? part.items : [part]) : parts;
  return make(Tag.tuple, 0, items, "", undefined, items.some((i) => i.weak));
}
function isSpreadOut({ tag, name }: Meaning): boolean {
  return tag === Tag.tuple && name === REST;
}
/** A module by its files; none if only its name is known. */
export function moduleMeaning(files: readonly number[], name: string): Meaning {
  return { ...make(Tag.module, 0, NONE, name, undefined, false), files };
}
/** A type parameter, to be substituted later. */
export function typeParameter(file: number, binding: number, bound: Meaning | undefined): Meaning {
  return make(Tag.parameter, definitionId(file, binding), NONE, "", bound, false);
}
/** The member of `object` that `key` names, once that is known. */
export function keyedMeaning(object: Meaning, key: Meaning): Meaning {
  return make(Tag.keyed, 0, [object, key], "", undefined, false);
}
/** The key of any one member (`T[keyof T]`). */
export const ANY_KEY: Meaning = make(Tag.unknown, 0, NONE, "<any key>", undefined, true);
/** The key of any one element of a list (`T[number]`). */
export const ANY_ELEMENT: Meaning = make(Tag.unknown, 0, NONE, "<any element>", undefined, true);
/** One of two types, depending on a test that is not decided yet. */
export function conditionalMeaning(items: readonly Meaning[], name: string): Meaning {
  return make(Tag.conditional, 0, items, name, undefined, false);
}
/** The name of a conditional type whose test does not depend on a type parameter. */
export const CHOSEN = "chosen";

/** An instance of a library type with the literal `text`. */
export function named(meaning: Meaning, text: string): Meaning {
  return { ...meaning, name: text };
}
/** The receiver's own type, whatever subtype of `definition` that is. */
export function selfMeaning(definition: DefinitionId): Meaning {
  return make(Tag.self, definition, NONE, "", undefined, false);
}

/** The type of `self` in the body of `type`: any subtype of it, unless type arguments are given. */
export function ownType(type: Meaning): Meaning {
  return type.tag === Tag.instance && type.items.length === 0 ? selfMeaning(type.definition) : type;
}

/** The same meaning with weaker evidence. */
export function weaken(meaning: Meaning): Meaning {
  return meaning.weak ? meaning : { ...meaning, weak: true };
}
/** An external value as the result of an expression; other meanings are unchanged. */
export function madeBy(meaning: Meaning, file: number, expression: number): Meaning {
  if (meaning.tag === Tag.external) return { ...meaning, origin: { file, expression } };
  const isOpen = meaning.tag === Tag.union && meaning.items.some(({ tag }) => tag === Tag.external);
  return isOpen ? { ...meaning, items: meaning.items.map((item) => madeBy(item, file, expression)) } : meaning;
}
/** The same meaning as the content of a variable or field: calling it is not calling a name. */
export function held(meaning: Meaning): Meaning {
  if (meaning.held || meaning.tag === Tag.unknown) return meaning;
  // Beside a function of which only the type is known, a named function is one of several alternatives.
  const isOpen = meaning.tag === Tag.union && meaning.items.some((item) => item.tag === Tag.function);
  return { ...meaning, held: true, items: isOpen ? meaning.items.map(held) : meaning.items };
}

/** Maximum number of parts of a union: a test may exclude some, and all may share a member. A larger union is unknown. */
export const WIDEST = 24;
/** Maximum for the implementations that one type has of a trait, such as one for each number type (`From<u8>`, `From<i64>` …). */
export const IMPLEMENTATIONS = 150;

/** Whether two meanings are equal, regardless of their evidence. */
export function sameMeaning(a: Meaning, b: Meaning): boolean {
  return a === b || (isAlike(a, b) && (a.items.length === 0 || sameParts(a, b, isAlike)));
}
function isAlike(a: Meaning, b: Meaning): boolean {
  if (a.tag !== b.tag || a.definition !== b.definition || a.name !== b.name || a.items.length !== b.items.length) return false;
  if (a.tag === Tag.module && a.files[0] !== b.files[0]) return false;
  return a.tag !== Tag.parameter || a.applied?.[0]?.definition === b.applied?.[0]?.definition;
}

/**
 * A union: flattened, without duplicates and `nothing`; weak if two or more parts remain. Unknown if there are more than `widest` parts (or
 * than the widest part already has), unless all of them are external.
 */
export function union(parts: readonly Meaning[], widest: number = WIDEST): Meaning {
  if (parts.length === 1 && parts[0]!.tag !== Tag.union) return parts[0]!.tag === Tag.nothing ? NOTHING : parts[0]!;
  const flat: Meaning[] = [];
  let most = widest;
  for (const part of parts) if (part.tag === Tag.union) most = Math.max(most, part.items.length);
  for (const part of parts) {
    if (part.tag !== Tag.union) addPart(flat, part);
    else for (const one of part.items) addPart(flat, part.held ? held(one) : one);
    // A variable may be assigned thousands of values.
    if (flat.length > most) return anyOutside(parts);
  }
  if (flat.length === 0) return parts.length === 0 ? UNKNOWN : NOTHING;
  // If only callers know a value, and may pass nothing, it stays open (`def f(job=None): job = job or Job()`).
  if (flat.length === 1) return parts.some((part) => part.tag === Tag.nothing && part.weak) ? weaken(flat[0]!) : flat[0]!;
  // A list that has grown has spare capacity: the copy that is kept does not.
  return make(Tag.union, 0, flat.slice(), "", undefined, true);
}

/** Something external if all parts are, whichever it is; otherwise unknown. */
function anyOutside(parts: readonly Meaning[]): Meaning {
  const all = parts.flatMap(partsOf);
  return all.every(({ tag }) => tag === Tag.external || tag === Tag.nothing)
    ? weaken(all.find(({ tag }) => tag === Tag.external)!)
    : UNKNOWN;
}

/** Whether it is an instance of exactly that type, whatever its arguments. */
export function isInstanceOf({ tag, definition }: Meaning, type: DefinitionId): boolean {
  return tag === Tag.instance && definition === type;
}

/** Whether it is a value of a type: an instance, or the receiver. */
export function isObject({ tag }: Meaning): boolean {
  return tag === Tag.instance || tag === Tag.self;
}
/** Whether more is known than that it is external. */
export function isKnown({ tag }: Meaning): boolean {
  return tag !== Tag.unknown && tag !== Tag.external;
}

/** One of several, some of which may be unknown: then it is weak. */
export function anyKnown(parts: readonly Meaning[], widest: number = WIDEST): Meaning {
  const known = parts.filter((part) => part.tag !== Tag.unknown);
  return known.length === 0 ? UNKNOWN : weaken(union(known, widest));
}

/** The alternatives of a meaning: the parts of a union, or the meaning itself. */
export function partsOf(meaning: Meaning): readonly Meaning[] {
  return meaning.tag === Tag.union ? meaning.items : [meaning];
}

/** The bounds of a type parameter: all of them apply (a tuple), or one of them does; empty if it has none. */
export function boundsIn(bound: Meaning | undefined): readonly Meaning[] {
  return bound?.tag === Tag.tuple ? bound.items : bound === undefined ? [] : partsOf(bound);
}

/** Adds a part to those of a union, unless an equal one is present. */
function addPart(flat: Meaning[], one: Meaning): void {
  if (one.tag === Tag.nothing) return;
  for (let i = 0; i < flat.length; i++) {
    if (!sameMeaning(flat[i]!, one)) continue;
    // Function types with equal parameters may have different results.
    if (one.tag === Tag.function && !sameMeaning(flat[i]!.result ?? UNKNOWN, one.result ?? UNKNOWN)) continue;
    if (!sameOrigin(flat[i]!.origin, one.origin)) flat[i] = { ...flat[i]!, origin: undefined };
    return;
  }
  flat.push(one);
}

/** The name of a union that is all of its parts at once (an intersection): a member that only one part has is certain. */
export const COMPOSED = "&";
/** The name of the last parameter of a function if it takes all remaining arguments: its element type applies to each of them. */
export const REST = "...";
/** The name of a method that is read from its type: its receiver is its first parameter (`(*Job).Rename`, `Job::rename`). */
export const OF_TYPE = "of type";
/** The name of a receiver seen as a base of its type (`super`), and of that base if it is external. */
export const ABOVE = "super";
/** The name of a trait among a type's bases that a derive macro of that name implements. */
export const DERIVED = "derived";

/** The name of a parameter that stands for a class, where instances of that class are meant. */
export const MADE = "new";
/**
 * The name of a parameter that stands for instances, where their class is meant (`type[T]`); also of a class named through such an alias.
 */
export const CLASS = "type";

/** The class, as a value, of the instances denoted by `type`. */
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

/** The instances that a class, given as a value, creates; unknown if calling it creates something else. */
export function madeOf(value: Meaning): Meaning {
  if (value.tag === Tag.definition) {
    return value.result?.tag === Tag.self ? value.result : instance(value.definition, value.items, value.weak);
  }
  if (value.tag === Tag.parameter && value.name === CLASS) return { ...value, name: "" };
  return value.tag === Tag.union ? union(value.items.map(madeOf)) : value.tag === Tag.external ? value : UNKNOWN;
}
