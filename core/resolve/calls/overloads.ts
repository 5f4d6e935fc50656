/**
 * Which declaration of a function with overloads a call means: by the number and the names of its arguments.
 *
 * Stage: resolve. Invariant: an argument of which nothing is known rules no overload out.
 */
import { parametersOf, receiverIn } from "../state/parameters.ts";
import { Op, SpreadMode } from "../../expressions.ts";
import { BindingFlag, DefinitionFlag, DefinitionKind, isCallable, listItems } from "../../facts.ts";
import { TYPE_KINDS } from "../../outline.ts";
import { type Declared, declaredBy, isPlain, isRoot, serves, surelyServes } from "../types/assignable.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import { memberTable, orderOf } from "../types/inheritance.ts";
import { isPrimitive, surelyLacks } from "../types/extends_type.ts";
import type { FileView } from "../state/file_view.ts";
import {
  type DefinitionId,
  definitionId,
  functionMeaning,
  instance,
  lastPart,
  type Meaning,
  partsOf,
  rowOf,
  Tag,
  UNKNOWN,
} from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { isOtherObject } from "../names/discriminants.ts";
import { constantNamed } from "../names/named_constants.ts";
import { onlyBinding, Space } from "../names/names.ts";
import { functionResult } from "./results.ts";
import type { World } from "../world.ts";

/** The arguments of a call, as far as they tell which overload it means. */
export interface Given {
  readonly positional: number;
  /** Names of those that are given by name. */
  readonly named: readonly string[];
  /** A sequence of them is spread (`*args`): how many there are is not said. */
  readonly isOpen: boolean;
  /** A mapping of them is spread (`**options`): which names there are is not said. */
  readonly isOpenByName: boolean;
  /** What the function is called on, where its declarations may ask for one of several (`self: Box[int]`). */
  readonly receiver?: Meaning | undefined;
  /** What is given at a position or by a name; left out where that is not known. */
  readonly meaningOf?: (place: number | string) => Meaning;
  /** The kind and the text of a constant that is given there, "" of anything else. */
  readonly constantOf?: (place: number | string) => string;
  /** Whether an object literal that is given there surely is none of the type. */
  readonly isOtherObject?: (place: number | string, type: Meaning) => boolean;
}

/** In a list of arguments, the function that a decorator is given: no expression says what it is. */
export const DECORATED = 0;
const SOME_FUNCTION = functionMeaning([], UNKNOWN);

/** How a declaration takes arguments: `maybe` where nobody knows what is given. */
const Taken = { not: 0, maybe: 1, surely: 2 } as const;

/** So many arguments by place and none by name. @param meaningOf see `Given` */
export function givenInPlaces(positional: number, meaningOf?: (place: number | string) => Meaning): Given {
  return { positional, named: [], isOpen: false, isOpenByName: false, ...(meaningOf === undefined ? {} : { meaningOf }) };
}

/** @param args expressions. */
export function givenBy(world: World, view: FileView, args: readonly number[]): Given {
  const { expressions } = view.facts;
  const named = args.filter((argument) => expressions.op[argument] === Op.pair && expressions.c[argument] === 0);
  const spread = args.filter((argument) => expressions.op[argument] === Op.spread);
  const mappings = spread.filter((argument) => expressions.b[argument] === SpreadMode.mapping).length;
  const expressionAt = (place: number | string): number => {
    if (typeof place === "number") return spread.length > 0 ? 0 : args[place] ?? 0;
    const pair = named.find((argument) => view.text(expressions.a[argument]!) === place);
    return pair === undefined ? 0 : expressions.b[pair]!;
  };
  return {
    positional: args.length - named.length - spread.length,
    named: named.map((argument) => view.text(expressions.a[argument]!)),
    isOpen: spread.length > mappings,
    isOpenByName: mappings > 0,
    meaningOf: (place) => place === 0 && args[0] === DECORATED ? SOME_FUNCTION : evaluateValue(world, view, expressionAt(place)),
    constantOf: (place) => constantMeantAt(world, view, expressionAt(place)),
    isOtherObject: (place, type) => {
      const object = objectLiteral(view, expressionAt(place));
      return object !== 0 && partsOf(type).every((part) => isOtherObject(world, view, object, part));
    },
  };
}

/** The object literal (row of `definitions`) that an argument is, or 0. */
export function objectLiteral(view: FileView, argument: number): number {
  const { expressions, definitions } = view.facts;
  const row = expressions.op[argument] === Op.definition ? expressions.a[argument]! : 0;
  return definitions.kind[row] === DefinitionKind.object ? row : 0;
}

/** Kind and text of the constant that is written at a row of expressions, or "". */
function constantAt({ facts }: FileView, expression: number): string {
  const { op, a, b, c } = facts.expressions;
  const isConstant = (op[expression] === Op.key || op[expression] === Op.literal) && b[expression] === 0 && c[expression] !== 0;
  return isConstant ? `${facts.strings[a[expression]!]!} ${facts.strings[c[expression]!]!}` : "";
}

/** The same of what the binding `row` holds. */
function constantIn(view: FileView, row: number): string {
  const { type, value } = view.facts.bindings;
  return constantAt(view, type[row]! || value[row]!);
}

/** The kind of a binding that is declared to hold any text or number, as a constant without a text; "" for all else. */
function anyIn(world: World, view: FileView, row: number): string {
  const type = view.facts.bindings.type[row]!;
  const declared = view.facts.expressions.op[type] === Op.builtin ? evaluateType(world, view, type) : UNKNOWN;
  return isPrimitive(world, declared) ? `${world.nameOf(declared.definition)} ` : "";
}

/** The member of an enum that a path means, as a constant; "" for all else. */
function memberAt(world: World, view: FileView, expression: number): string {
  const { tag, definition } = view.facts.expressions.op[expression] === Op.member ? evaluateValue(world, view, expression) : UNKNOWN;
  return tag === Tag.definition && world.kindOf(definition) === DefinitionKind.enum_member ? `member ${definition}` : "";
}

/** The same of a constant that a name or `typeof` leads to as well, where its declared type or its value tells it. */
function constantMeantAt(world: World, view: FileView, expression: number): string {
  const { op, a } = view.facts.expressions;
  const meant = op[expression] === Op.typeOf ? a[expression]! : expression;
  const named = constantNamed(world, view, meant);
  if (named === 0) {
    const row = onlyBinding(world, view, meant);
    return constantAt(view, meant) || constantIn(view, row) || anyIn(world, view, row) || memberAt(world, view, meant);
  }
  const holder = world.viewOf(named);
  const { type, value } = holder.facts.definitions;
  return constantAt(holder, type[rowOf(named)]! || value[rowOf(named)]!);
}

/**
 * Of a function that is declared several times the declaration that a call means: the first whose parameters take its arguments. A
 * declaration with a body beside such without is not for callers.
 */
export function overloadFor(world: World, id: DefinitionId, given: () => Given): DefinitionId {
  return overloadsFor(world, id, given)[0]!;
}

/**
 * All overloads that take the arguments, in the order of the source; the function itself where it has none.
 * @param given asked only where there are several.
 */
export function overloadsFor(world: World, id: DefinitionId, given: () => Given): readonly DefinitionId[] {
  return fittingOverloads(world, id, given).ids;
}

/**
 * The overloads that a call may mean, in the order of the source: one where its arguments tell it. What is given where they differ may be of a type
 * that nobody knows; then it is one of those that take the arguments, up to one that surely does.
 * @param given asked only where there are several.
 */
export function overloadsMeant(world: World, id: DefinitionId, given: () => Given): readonly DefinitionId[] {
  const { ids, sure } = fittingOverloads(world, id, given);
  return ids.length > 1 && world.rules.structural.includes("protocol") ? ids.slice(0, sure) : ids.slice(0, 1);
}

/** @returns sure: how many of them there are up to the first that surely takes the arguments, this included; all where none does. */
function fittingOverloads(world: World, id: DefinitionId, given: () => Given): { ids: readonly DefinitionId[]; sure: number } {
  const view = world.viewOf(id);
  const { bindings, definitions } = view.facts;
  const twins = view.namesakes(rowOf(id));
  if (twins.length === 0) return { ids: [id], sure: 1 };
  if (twins.length === 1) {
    const signature = signatureAsked(world, view, rowOf(id));
    return signature === 0 ? { ids: [id], sure: 1 } : fittingOverloads(world, signature, given);
  }
  const declared = twins.map((twin) => bindings.definition[twin]!).filter((d) =>
    isCallable(definitions.kind[d]!) && (definitions.flags[d]! & DefinitionFlag.bodiless) !== 0
  );
  if (declared.length === 0) return { ids: [id], sure: 1 };
  const all = given();
  const ids: DefinitionId[] = [];
  let sure = 0;
  for (const one of declared) {
    const overload = definitionId(view.index, one);
    const taken = takes(world, overload, all);
    if (taken !== Taken.not) ids.push(overload);
    if (taken === Taken.surely && sure === 0) sure = ids.length;
  }
  if (ids.length === 0) return { ids: [id], sure: 1 };
  // A sequence of arguments of which nobody knows how many there are is rather for what takes any number.
  if (all.isOpen && ids.length > 1) {
    const more = ids.filter((d) => takesMore(world, d));
    return { ids: [...more, ...ids.filter((d) => !takesMore(world, d))], sure: more.length > 0 ? 1 : ids.length };
  }
  return { ids, sure: sure || ids.length };
}

function takesMore(world: World, id: DefinitionId): boolean {
  const { flags } = world.viewOf(id).facts.bindings;
  return parametersOf(world, id).some((row) => (flags[row]! & BindingFlag.rest) !== 0);
}

/** The signature of the type that a function is declared to be of (`const f: { <T>(x: T): T } = (x) => x`), or 0: callers see that alone. */
function signatureAsked(world: World, view: FileView, row: number): DefinitionId {
  const { definitions, expressions } = view.facts;
  const method = world.rules.protocols.call?.[0];
  const isOpen = definitions.type[row] === 0 && definitions.kind[row] === DefinitionKind.function;
  const cast = method !== undefined && isOpen ? view.castAround(row) : 0;
  const type = cast === 0 ? UNKNOWN : evaluateType(world, view, expressions.a[cast]!);
  if (type.tag !== Tag.instance || type.items.length > 0) return 0;
  const member = memberMeaning(world, type, method!, Space.value);
  return member.tag === Tag.definition ? member.definition : 0;
}

/** How a declaration takes the arguments of a call, as one of the values of `Taken`. */
function takes(world: World, id: DefinitionId, given: Given): number {
  const { positional, named, isOpen, isOpenByName } = given;
  const view = world.viewOf(id);
  const { bindings } = view.facts;
  let places = 0;
  let matched = 0;
  let hasRest = false;
  let hasKeywords = false;
  let taken = Math.min(isOpen || isOpenByName ? Taken.maybe : Taken.surely, takesReceiver(world, view, given, rowOf(id)));
  const parameters = parametersOf(world, id);
  for (let i = 0; i < parameters.length; i++) {
    const row = parameters[i]!;
    const flags = bindings.flags[row]!;
    const type = bindings.type[row]!;
    const byPlace = !hasRest && (flags & BindingFlag.named) === 0;
    const byName = (flags & BindingFlag.unnamed) === 0;
    if ((flags & BindingFlag.rest) !== 0) hasRest = true;
    else if ((flags & BindingFlag.restTogether) !== 0) {
      if (!isOpen && !takesTogether(view, type, positional - places)) return Taken.not;
      hasRest = true;
    } else if ((flags & BindingFlag.keywords) !== 0) {
      const keys = keysTogether(world, view, type);
      if (keys === undefined) hasKeywords = true;
      else {
        const known = namesTaken(world, keys, given);
        if (known.taken === Taken.not) return Taken.not;
        matched += known.count;
        taken = Math.min(taken, known.taken);
      }
    } else if (byPlace && places < positional) {
      taken = Math.min(taken, takesAt(world, view, given, type, places, (flags & BindingFlag.optional) !== 0));
      places++;
    } else if (byName && named.includes(view.text(bindings.name[row]!))) {
      taken = Math.min(taken, takesAt(world, view, given, type, view.text(bindings.name[row]!), (flags & BindingFlag.optional) !== 0));
      matched++;
    } else if ((byPlace && isOpen) || (byName && isOpenByName)) continue;
    else if ((flags & BindingFlag.optional) === 0 && bindings.value[row] === 0) return Taken.not;
    if (taken === Taken.not) return taken;
  }
  return (hasRest || places === positional) && (hasKeywords || matched === named.length) ? taken : Taken.not;
}

/** How what the function `definition` of a file is called on is taken, where it says of what type that is to be. */
function takesReceiver(world: World, view: FileView, { receiver }: Given, definition: number): number {
  const row = receiver === undefined ? 0 : receiverIn(view, definition);
  const type = view.facts.bindings.type[row]!;
  return row === 0 || type === 0 ? Taken.surely : takesAt(world, view, givenInPlaces(1, () => receiver!), type, 0);
}

/** The type whose keys are the names that a call may give (`**options: Unpack[Options]`), where it is one of the repository. */
function keysTogether(world: World, view: FileView, type: number): Meaning | undefined {
  if (view.facts.expressions.op[type] !== Op.spread) return undefined;
  const keys = evaluateType(world, view, type);
  return keys.tag === Tag.instance && !world.inLibrary(keys.definition) ? keys : undefined;
}

/** How the keys of a type take the arguments that are given by name, and how many of these are among them. */
function namesTaken(world: World, type: Meaning, given: Given): { readonly taken: number; readonly count: number } {
  const seen = new Set<string>();
  let taken: number = Taken.surely;
  let count = 0;
  for (const { tag, definition } of orderOf(world, type.definition)) {
    if (tag !== Tag.instance || world.inLibrary(definition)) continue;
    const view = world.viewOf(definition);
    const { bindings, definitions } = view.facts;
    for (const [name, rows] of memberTable(world, definition)) {
      const key = bindings.definition[rows[0]!]!;
      if (seen.has(name) || key === 0) continue;
      seen.add(name);
      if (given.named.includes(name)) {
        taken = Math.min(taken, takesAt(world, view, given, definitions.type[key]!, name));
        count++;
      } else if (!given.isOpenByName && (definitions.flags[key]! & DefinitionFlag.optional) === 0) taken = Taken.not;
    }
  }
  return { taken, count };
}

/** How what is given at a place or by a name is taken where the type at `type` is declared for it. */
function takesAt(world: World, view: FileView, given: Given, type: number, place: number | string, isOptional = false): number {
  const { meaningOf, constantOf, isOtherObject } = given;
  const mayBeNothing = isOptional && meaningOf?.(place).tag === Tag.nothing;
  if (meaningOf !== undefined && !mayBeNothing && refuses(world, view, type, meaningOf, place)) return Taken.not;
  if (isOtherObject !== undefined && world.rules.separateTypes === true && isOtherObject(place, evaluateType(world, view, type))) {
    return Taken.not;
  }
  if (constantOf !== undefined && saysConstant(world, view, type)) {
    const constant = constantOf(place);
    if (constant !== "") return mayBeConstant(world, view, type, constant) ? Taken.surely : Taken.not;
    if (meaningOf === undefined || partsOf(meaningOf(place)).some(isValue)) return Taken.maybe;
  }
  const isTold = type === 0 || meaningOf === undefined || isToldFor(world, evaluateType(world, view, type), meaningOf(place));
  return isTold ? Taken.surely : Taken.maybe;
}

/** Whether it is told that a value is of the type that is declared for it, whatever else may be declared for it elsewhere. */
function isToldFor(world: World, declared: Meaning, given: Meaning): boolean {
  const wanted = declared.tag === Tag.parameter ? declared.result ?? UNKNOWN : declared;
  if (wanted.tag === Tag.unknown || isRoot(world, wanted)) return true;
  return partsOf(given).every((part) => {
    if (part.tag === Tag.external) {
      return partsOf(wanted).some((one) => one.tag === Tag.external && lastPart(one.name) === lastPart(part.name));
    }
    return part.tag !== Tag.unknown && surelyServes(world, part, wanted);
  });
}

/** Whether a list of the type at `type` may have so many elements; of one that is not written out that is not told. */
function takesTogether(view: FileView, type: number, count: number): boolean {
  const { op, a } = view.facts.expressions;
  if (op[type] !== Op.tuple) return true;
  const parts = listItems(view.facts, a[type]!);
  let least = parts.length;
  while (least > 0 && (op[parts[least - 1]!] === Op.either || op[parts[least - 1]!] === Op.spread)) least--;
  return count >= least && (count <= parts.length || parts.some((part) => op[part] === Op.spread));
}

/** Whether a parameter is declared to be nothing (`model: None = None`), a plain value, a class or what has certain members, and something else is given; also, of another class. */
function refuses(
  world: World,
  view: FileView,
  type: number,
  meaningOf: (place: number | string) => Meaning,
  place: number | string,
): boolean {
  if (type === 0) return false;
  const declared = evaluateType(world, view, type);
  if (declared.tag === Tag.nothing) {
    const given = meaningOf(place);
    return given.tag !== Tag.unknown && given.tag !== Tag.nothing;
  }
  if (declared.tag === Tag.definition && isPlain(world, meaningOf(place))) return true;
  if (partsOf(declared).every((part) => isClass(world, part))) return isOtherClass(world, declared, meaningOf(place));
  if (isPlain(world, declared) && isNoValue(meaningOf(place))) return true;
  if (world.rules.separateTypes === true) {
    const given = meaningOf(place);
    const mayHaveLess = asksForLess(world, view, type) && !isPrimitive(world, given);
    if (!mayHaveLess && (surelyLacks(world, given, declared) || givesOther(world, given, declared))) return true;
  }
  return world.rules.structural.includes("protocol") && isForeign(world, view, type, declared, meaningOf(place));
}

/** Whether a type is written as one that need not have all of another (`Partial<T>`), which it is taken for. */
function asksForLess(world: World, view: FileView, type: number): boolean {
  const { op, a } = view.facts.expressions;
  const base = a[type]!;
  return op[type] === Op.apply && op[base] === Op.name && Object.hasOwn(world.rules.wrappers, view.text(a[base]!));
}

/** Whether a function that takes nothing, and so is the same wherever it is handed over, surely gives something else than is asked of one. */
function givesOther(world: World, given: Meaning, declared: Meaning): boolean {
  if (declared.tag !== Tag.function || declared.result === undefined || declared.result.tag === Tag.nothing) return false;
  if (given.tag !== Tag.definition || !isCallable(world.kindOf(given.definition)) || parametersOf(world, given.definition).length > 0) {
    return false;
  }
  const result = functionResult(world, given.definition);
  return isPromise(world, declared.result)
    ? result.tag === Tag.nothing || isPrimitive(world, result)
    : surelyLacks(world, result, declared.result);
}

function isPromise(world: World, { tag, definition }: Meaning): boolean {
  return tag === Tag.instance && world.inLibrary(definition) && world.rules.operations.await?.[world.nameOf(definition)] !== undefined;
}

/** Whether the type at `type` is one of some constants (`Literal[True]`), or has such among its parts. */
function saysConstant(world: World, view: FileView, type: number): boolean {
  const { op, a } = view.facts.expressions;
  if (op[type] === Op.either) return listItems(view.facts, a[type]!).some((part) => saysConstant(world, view, part));
  return op[type] === Op.typeOf || constantAt(view, type) !== "" ||
    (world.rules.separateTypes === true && memberAt(world, view, type) !== "");
}

/** Whether the constant `given` may be of the type at `type`. */
function mayBeConstant(world: World, view: FileView, type: number, given: string): boolean {
  const { op, a } = view.facts.expressions;
  if (op[type] === Op.either) return listItems(view.facts, a[type]!).some((part) => mayBeConstant(world, view, part, given));
  const wanted = constantMeantAt(world, view, type);
  if (wanted !== "" || op[type] === Op.typeOf) return wanted === given || wanted === "";
  const kind = world.libraryDefinition(given.slice(0, given.indexOf(" ")));
  return serves(world, { type: kind === 0 ? UNKNOWN : instance(kind), orNothing: false }, declaredBy(world, view, type));
}

/** Whether what is given surely is of another class than the one that is declared, by which types are told apart. */
function isForeign(world: World, view: FileView, type: number, declared: Meaning, given: Meaning): boolean {
  if (given.tag !== Tag.union && !isValue(given)) return false;
  const parts = partsOf(given);
  if (!parts.every(isValue)) return false;
  const wanted = declared.tag === Tag.parameter
    ? { type: declared.result ?? UNKNOWN, orNothing: undefined }
    : declaredBy(world, view, type);
  for (const type of parts) if (serves(world, { type, orNothing: undefined }, wanted)) return false;
  return true;
}

/** Whether a class is given, or one of several, and surely none that is below a class of which one is declared (`type[A]`). */
function isOtherClass(world: World, declared: Meaning, given: Meaning): boolean {
  const [wanted, parts] = [partsOf(declared), partsOf(given)];
  if (!parts.every((part) => isClass(world, part))) return false;
  if (world.rules.separateTypes === true) {
    return parts.every((part) => wanted.every((one) => surelyLacks(world, instance(part.definition), instance(one.definition))));
  }
  if (!world.rules.structural.includes("protocol")) return false;
  const made = ({ definition }: Meaning): Declared => ({ type: instance(definition), orNothing: undefined });
  return !parts.some((part) => wanted.some((one) => serves(world, made(part), made(one))));
}

function isClass(world: World, { tag, definition }: Meaning): boolean {
  return tag === Tag.definition && TYPE_KINDS.has(world.kindOf(definition));
}

/** A function or a class, for these no number or text may stand. */
function isNoValue({ tag }: Meaning): boolean {
  return tag === Tag.definition || tag === Tag.function;
}

function isValue({ tag }: Meaning): boolean {
  return tag === Tag.instance || tag === Tag.self || tag === Tag.nothing;
}
