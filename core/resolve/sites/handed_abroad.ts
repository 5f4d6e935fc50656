/**
 * What is handed to code outside, which may call it, or its methods, where no call site says so.
 *
 * Stage: resolve. Invariant: what takes it is named by its full name; a built-in function, which keeps nothing to call, is none.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { DefinitionKind, isCallable, isType, listItems, listLength } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { valuesIn } from "../../facts/given_values.ts";
import { callMeaning } from "../calls/call_results.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import { declaredType } from "../evaluate_types.ts";
import { type DefinitionId, definitionId, fileOf, type Meaning, Tag, UNKNOWN } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { findNameOf, Space } from "../names/names.ts";
import type { FileView } from "../state/file_view.ts";
import { parameterTypes } from "../types/inference.ts";
import { memberTable, orderOf } from "../types/inheritance.ts";
import { membersInOrder } from "../types/members_in_order.ts";
import { isStructural } from "../types/structural.ts";
import type { World } from "../world.ts";
import { takerAt, takersBehind } from "./handed_on.ts";
import { fullNameAbroad } from "./library_name.ts";
import { BECOMING, BUILT_IN, type Outcome, outcome, UNTOLD } from "./outcome.ts";

const NONE: readonly string[] = [];

/**
 * The full name of what lies outside and is handed something: a function, a type, a field; "" for all else.
 * @param taker an expression
 * @param position of the argument, or of the struct's field, from 1: what a function of the repository takes as a type outside, and what one of its
 *   fields has as such, becomes one of that type's
 * @param isFunction whether what is handed over is a function; of other values a function of the repository tells whom it hands them on to
 */
export function takerAbroad(world: World, view: FileView, taker: number, position = 0, isFunction = false): string {
  const value = evaluateValue(world, view, taker);
  if (position === 0 || (value.tag !== Tag.definition && value.tag !== Tag.instance) || world.inLibrary(value.definition)) {
    return isFunction ? fullNameAbroad(world, value) : typeAbroad(world, value);
  }
  const kind = world.kindOf(value.definition);
  if (kind === DefinitionKind.struct || kind === DefinitionKind.object) {
    const field = fieldAt(world, value, position);
    return isFunction ? fullNameAbroad(world, field) : typeAbroad(world, field);
  }
  if (value.tag !== Tag.definition) return "";
  return takerAt(isFunction ? typesTaken(world, value.definition) : takersBehind(world, value.definition), position - 1);
}

/** The full name of the type outside that a meaning is of, or that its own type, an interface, is made of; "" for all else. */
function typeAbroad(world: World, meaning: Meaning): string {
  const name = fullNameAbroad(world, meaning);
  const { takesValues, interfacesAbroad } = world.rules;
  if (name !== "" || interfacesAbroad === undefined || takesValues === undefined) return name;
  if (!world.isOwnType(meaning) && !world.isOwnDefinition(meaning)) return "";
  const kind = world.kindOf(meaning.definition);
  if (kind !== DefinitionKind.interface && kind !== DefinitionKind.type_alias) return "";
  const made = orderOf(world, meaning.definition).find((base) => base.tag === Tag.external && takesValues.test(base.name));
  return fullNameAbroad(world, made ?? (kind === DefinitionKind.type_alias ? declaredType(world, meaning.definition) : UNKNOWN));
}

/** The field of a struct that a literal's element without a name is for. */
function fieldAt(world: World, type: Meaning, position: number): Meaning {
  const view = world.viewOf(type.definition);
  const field = membersInOrder(world, type.definition)[position - 1];
  return field === undefined ? UNKNOWN : memberMeaning(world, type, view.name(field), Space.value);
}

/** What an edge says of the place that something is handed to. @param name see `Outcome.givenTo` */
export function handedProperties(world: World, name: string): string {
  if (name.startsWith(UNTOLD)) return JSON.stringify({ given_to: name.slice(UNTOLD.length), untold: true });
  if (name.startsWith(BECOMING)) return JSON.stringify({ given_to: name.slice(BECOMING.length), becomes: true });
  if (name.startsWith(BUILT_IN)) return JSON.stringify({ given_to: name.slice(BUILT_IN.length), runs: true });
  const isRun = world.rules.runsGiven?.test(name) === true;
  const isLooked = world.rules.looksAtGiven?.test(name) === true;
  return JSON.stringify({ given_to: name, ...(isRun ? { runs: true } : {}), ...(isLooked ? { looks: true } : {}) });
}

/** The values that a list of arguments hands over: of a choice each option, of lists and objects that are written there what is in them. */
export function valuesHanded(world: World, view: FileView, args: number): number[] {
  const { op } = view.facts.expressions;
  const values = valuesIn(view.facts, args);
  return values.some((value) => HOLDERS.has(op[value]!)) ? values.flatMap((value) => valuesWithin(world, view, value, 0)) : values;
}

const HOLDERS: ReadonlySet<number> = new Set([Op.either, Op.tuple, Op.literal, Op.definition]);

function valuesWithin(world: World, view: FileView, value: number, depth: number): number[] {
  const { op, a, b } = view.facts.expressions;
  if (depth === DEEPEST) return [value];
  const within = (values: readonly number[]): number[] => values.flatMap((one) => valuesWithin(world, view, one, depth + 1));
  switch (op[value]) {
    case Op.either:
    case Op.tuple:
      return [value, ...within(valuesIn(view.facts, a[value]!))];
    case Op.literal:
      return [value, ...within(valuesIn(view.facts, b[value]!))];
    case Op.definition: {
      const { bindings, definitions } = view.facts;
      if (definitions.kind[a[value]!] !== DefinitionKind.object) return [value];
      const members = [...memberTable(world, definitionId(view.index, a[value]!)).values()].flat();
      return [value, ...within(members.map((row) => definitions.value[bindings.definition[row]!]!).filter((one) => one !== 0))];
    }
    default:
      return [value];
  }
}

/** Lists and objects within others. */
const DEEPEST = 4;

/** The full name of the place outside that a value is stored in: a member, or an element, of what lies outside; "" for all else. */
export function storedAbroad(world: World, view: FileView, place: number): string {
  const { op, a, b } = view.facts.expressions;
  const { tag, name } = evaluateValue(world, view, a[place]!);
  const holder = tag === Tag.external ? name : tag === Tag.instance ? globalName(world, view, a[place]!) : "";
  return holder !== "" && op[place] === Op.member ? `${holder}.${view.text(b[place]!)}` : holder;
}

/** The name of a variable that only the library declares, as `window`; "" for all else. */
function globalName(world: World, view: FileView, expression: number): string {
  const { op, a } = view.facts.expressions;
  return op[expression] === Op.name && findNameOf(world, view, expression) === undefined ? view.text(a[expression]!) : "";
}

/** The type of the repository that a value, or the object in hand, has, which may be handed abroad for its methods; none for all else. */
export function typesBecoming(world: World, value: Meaning): readonly DefinitionId[] {
  return ownTypes(world, value).filter((type) => !isStructural(world, type));
}

/** The same, an interface of the repository included: who gets a value of one may have its methods, too. */
function ownTypes(world: World, { tag, definition }: Meaning): readonly DefinitionId[] {
  if ((tag !== Tag.instance && tag !== Tag.self) || world.inLibrary(definition)) return NO_ROWS;
  const kind = world.kindOf(definition);
  return isType(kind) && kind !== DefinitionKind.object ? [definition] : NO_ROWS;
}

/**
 * The types of the repository that go along with a value: its own, and where the language's libraries look into values, those of the elements of a
 * list or map, and of what a type was told by type arguments.
 */
export function typesGoing(world: World, value: Meaning, depth = 0): readonly DefinitionId[] {
  if (world.rules.reflects !== true) return typesBecoming(world, value);
  const own = ownTypes(world, value);
  if (depth === DEEPEST) return own;
  const parts = value.tag === Tag.instance ? elementsOf(world, value) : value.tag === Tag.external ? value.applied ?? NO_PARTS : NO_PARTS;
  return parts.length === 0 ? own : [...own, ...parts.flatMap((part) => typesGoing(world, part, depth + 1))];
}

/** The types of the repository that functions give which are handed to `taker`, where that calls methods of what they give (`takesResults`); else none. */
export function typesOfResults(world: World, view: FileView, functions: readonly Meaning[], taker: string): readonly DefinitionId[] {
  if (world.rules.takesResults?.test(taker) !== true) return NO_ROWS;
  const results = functions.map((one) => callMeaning(world, view, one, [], false));
  const values = results.flatMap((result) => result.tag === Tag.tuple ? result.items : [result]);
  const through = values.filter(({ tag }) => tag === Tag.function);
  return [
    ...new Set([
      ...values.flatMap((value) => typesGoing(world, value)),
      ...through.flatMap((one) => typesOfResults(world, view, [one], taker)),
    ]),
  ];
}

const NO_PARTS: readonly Meaning[] = [];

/** What a list, a map or a value of a generic type holds, as types; of a type made of a list or map (`type Jobs []Job`) that of these. */
function elementsOf(world: World, { definition, items }: Meaning): readonly Meaning[] {
  if (world.inLibrary(definition) || world.kindOf(definition) !== DefinitionKind.type_alias) return items;
  const made = orderOf(world, definition)[1];
  return made !== undefined && world.isLibraryType(made) ? [...items, ...made.items] : items;
}

/** The types that a call tells by type arguments (`load[Job](db)`). */
function typeArguments(world: World, view: FileView, callee: number): readonly Meaning[] {
  if (!tellsTypes(world, view, callee)) return NO_PARTS;
  return listItems(view.facts, view.facts.expressions.b[callee]!).map((argument) => evaluateType(world, view, argument));
}

function tellsTypes(world: World, view: FileView, callee: number): boolean {
  const op = view.facts.expressions.op[callee];
  return world.rules.reflects === true && (op === Op.apply || op === Op.index);
}

/** What a value is handed to that becomes one of the type of that name: of an interface outside its methods are called there. */
export function becoming(world: World, name: string): string {
  return world.rules.interfacesAbroad?.test(name) === true ? BECOMING + name : name;
}

/**
 * Whom a call hands its arguments to for their methods: what lies outside, or types outside that it takes them as; none for all else.
 * @param callee an expression
 */
export function takersOfCall(world: World, view: FileView, callee: number, { external, rule, targets, name }: Outcome): CallTakers {
  const isHeld = rule === "variable";
  if (external && !isHeld) return { whole: name, each: NONE, behind: NONE };
  if (!isHeld) {
    const isTold = targets.length === 1 && world.rules.structural.length > 0;
    return { whole: "", each: isTold ? typesTaken(world, targets[0]!) : NONE, behind: isTold ? takersBehind(world, targets[0]!) : NONE };
  }
  const value = evaluateValue(world, view, callee);
  if (value.tag !== Tag.function) return { whole: fullNameAbroad(world, value), each: NONE, behind: NONE };
  const each = world.rules.interfacesAbroad === undefined ? NONE : value.items.map((type) => typeAbroad(world, type));
  return { whole: "", each, behind: NONE };
}

/** Whom a call hands its arguments to. */
interface CallTakers {
  /** The full name of a function outside; "": it is none. */
  readonly whole: string;
  /** Of a function of the repository the full names of the types outside that it takes, "" for all others; none where it takes no such type. */
  readonly each: readonly string[];
  /** Of such a function the full names of functions outside to which it hands what it takes on, in the same way (`takersBehind`). */
  readonly behind: readonly string[];
}

/** The full names of the types outside that a function of the repository takes, "" for all others; none where it takes no such type. */
function typesTaken(world: World, id: DefinitionId): readonly string[] {
  return world.kept.typesTaken.get(id) ?? world.kept.typesTaken.find(id, () => {
    const types = isCallable(world.kindOf(id)) ? parameterTypes(world, id).map((type) => typeAbroad(world, type)) : NONE;
    return types.some((name) => name !== "") ? types : NONE;
  }, fileOf(id));
}

/** What a call is written with: an expression, and a row of `lists`. */
interface WrittenCall {
  readonly callee: number;
  readonly args: number;
}

/** Whether anything stands in a call that `typesHanded` may find. */
export function handsValues(world: World, view: FileView, { callee, args }: WrittenCall): boolean {
  return listLength(view.facts, args) > 0 || tellsTypes(world, view, callee);
}

/** Values of types of the repository that a call hands abroad, each type once for each that takes it. */
export function typesHanded(
  world: World,
  view: FileView,
  { callee, args }: WrittenCall,
  { whole, each, behind }: CallTakers,
  takesValues: RegExp,
): Outcome[] {
  const types = new Map<string, Set<DefinitionId>>();
  const add = (taker: string, handed: readonly DefinitionId[]): void => {
    for (const type of handed) types.set(taker, (types.get(taker) ?? new Set()).add(type));
  };
  if (whole !== "") add(whole, typeArguments(world, view, callee).flatMap((type) => typesGoing(world, type)));
  const given = listItems(view.facts, args);
  const results = resultsSpread(world, view, given, Math.max(each.length, behind.length));
  for (let i = 0; i < (results ?? given).length; i++) {
    const taker = whole || takerAt(behind, i);
    const type = takerAt(each, i);
    const isTaken = takesValues.test(taker);
    if (!isTaken && !takesValues.test(type)) continue;
    const value = results?.[i] ?? evaluateValue(world, view, given[i]!);
    if (isTaken) add(taker, typesGoing(world, value));
    else add(becoming(world, type), typesBecoming(world, value));
  }
  return [...types].map(([givenTo, targets]) => outcome("type", { targets: [...targets], heuristic: false, givenTo }));
}

/**
 * Types of the repository whose values a function that is written as an argument gives to whoever runs it (`patch("app.Store", lambda: fake)`).
 * @param taker who is handed the function, as in `Outcome.givenTo`
 */
export function typesGivenBack(world: World, view: FileView, args: number, taker: string): Outcome[] {
  const { definitions, expressions: { op, a } } = view.facts;
  const types = new Set<DefinitionId>();
  for (const argument of valuesHanded(world, view, args)) {
    if (op[argument] !== Op.definition || definitions.kind[a[argument]!] !== DefinitionKind.lambda) continue;
    const given = listItems(view.facts, definitions.returns[a[argument]!]!);
    for (const value of given) for (const type of typesBecoming(world, evaluateValue(world, view, value))) types.add(type);
  }
  return types.size === 0 ? [] : [outcome("type", { targets: [...types], heuristic: false, givenTo: taker })];
}

/** Each of the results of one call that is given for several parameters (`use(pair())`); undefined where each argument is given for one. */
function resultsSpread(world: World, view: FileView, given: readonly number[], count: number): readonly Meaning[] | undefined {
  if (given.length !== 1 || count < 2 || world.rules.resultsSpread !== true) return undefined;
  const value = evaluateValue(world, view, given[0]!);
  return value.tag === Tag.tuple ? value.items : undefined;
}
