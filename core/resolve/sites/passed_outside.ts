/**
 * Values passed to external code, which may call them, or their methods, without a visible call site.
 *
 * Stage: resolve. Invariant: the receiver is identified by its full name; built-in functions that retain nothing do not count.
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
import { isLibraryType, isOwnDefinition, isOwnType } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { parameterTypes } from "../types/inference.ts";
import { memberTable, orderOf } from "../types/inheritance.ts";
import { membersInOrder } from "../types/members_in_order.ts";
import { isStructural } from "../types/structural.ts";
import type { World } from "../world.ts";
import { takerAt, takersBehind } from "./passed_on.ts";
import { externalFullName } from "./library_name.ts";
import { BECOMING, BUILT_IN, NOT_KNOWN, type Outcome, outcome } from "./outcome.ts";

const NONE: readonly string[] = [];

/**
 * The full name of the external function, type or field that a value is passed to; "" for everything else.
 * @param taker an expression
 * @param position of the argument, or of the struct's field, from 1: a value passed for a parameter or field of an external type becomes
 *   one of that type
 * @param isFunction whether the value is a function; for other values, a function of the repository is examined for what it passes them on
 * to
 */
export function externalTaker(world: World, view: FileView, taker: number, position = 0, isFunction = false): string {
  const value = evaluateValue(world, view, taker);
  if (position === 0 || (value.tag !== Tag.definition && value.tag !== Tag.instance) || world.inLibrary(value.definition)) {
    return isFunction ? externalFullName(world, value) : externalTypeName(world, value);
  }
  const kind = world.kindOf(value.definition);
  if (kind === DefinitionKind.struct || kind === DefinitionKind.object) {
    const field = fieldAt(world, value, position);
    return isFunction ? externalFullName(world, field) : externalTypeName(world, field);
  }
  if (value.tag !== Tag.definition) return "";
  return takerAt(isFunction ? typesTaken(world, value.definition) : takersBehind(world, value.definition), position - 1);
}

/** The full name of the external type that a meaning is of, or that its own type, an interface, is based on; otherwise "". */
function externalTypeName(world: World, meaning: Meaning): string {
  const name = externalFullName(world, meaning);
  const { takesValues, externalInterfaces } = world.rules;
  if (name !== "" || externalInterfaces === undefined || takesValues === undefined) return name;
  if (!isOwnType(world, meaning) && !isOwnDefinition(world, meaning)) return "";
  const kind = world.kindOf(meaning.definition);
  if (kind !== DefinitionKind.interface && kind !== DefinitionKind.type_alias) return "";
  const made = orderOf(world, meaning.definition).find((base) => base.tag === Tag.external && takesValues.test(base.name));
  return externalFullName(world, made ?? (kind === DefinitionKind.type_alias ? declaredType(world, meaning.definition) : UNKNOWN));
}

/** The struct field that an unnamed element of a literal sets. */
function fieldAt(world: World, type: Meaning, position: number): Meaning {
  const view = world.viewOf(type.definition);
  const field = membersInOrder(world, type.definition)[position - 1];
  return field === undefined ? UNKNOWN : memberMeaning(world, type, view.name(field), Space.value);
}

/** The properties of an edge for a value that is passed somewhere. @param name see `Outcome.givenTo` */
export function passedProperties(world: World, name: string): string {
  if (name.startsWith(NOT_KNOWN)) return JSON.stringify({ given_to: name.slice(NOT_KNOWN.length), untold: true });
  if (name.startsWith(BECOMING)) return JSON.stringify({ given_to: name.slice(BECOMING.length), becomes: true });
  if (name.startsWith(BUILT_IN)) return JSON.stringify({ given_to: name.slice(BUILT_IN.length), runs: true });
  const isRun = world.rules.runsGiven?.test(name) === true;
  const isLooked = world.rules.looksAtGiven?.test(name) === true;
  return JSON.stringify({ given_to: name, ...(isRun ? { runs: true } : {}), ...(isLooked ? { looks: true } : {}) });
}

/** The values that an argument list passes: each alternative, and the contents of list and object literals. */
export function valuesPassed(world: World, view: FileView, args: number): number[] {
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

/** Maximum nesting of lists and objects. */
const DEEPEST = 4;

/** The full name of the external place where a value is stored: a member, or an element, of something external; otherwise "". */
export function storedOutside(world: World, view: FileView, place: number): string {
  const { op, a, b } = view.facts.expressions;
  const { tag, name } = evaluateValue(world, view, a[place]!);
  const holder = tag === Tag.external ? name : tag === Tag.instance ? globalName(world, view, a[place]!) : "";
  return holder !== "" && op[place] === Op.member ? `${holder}.${view.text(b[place]!)}` : holder;
}

/** The name of a variable that only the library declares, such as `window`; otherwise "". */
function globalName(world: World, view: FileView, expression: number): string {
  const { op, a } = view.facts.expressions;
  return op[expression] === Op.name && findNameOf(world, view, expression) === undefined ? view.text(a[expression]!) : "";
}

/** The repository type of a value, or of the receiver, that may be passed to external code for its methods; otherwise empty. */
export function typesBecoming(world: World, value: Meaning): readonly DefinitionId[] {
  return ownTypes(world, value).filter((type) => !isStructural(world, type));
}

/** The same, including interfaces of the repository: the receiver may call their methods. */
function ownTypes(world: World, { tag, definition }: Meaning): readonly DefinitionId[] {
  if ((tag !== Tag.instance && tag !== Tag.self) || world.inLibrary(definition)) return NO_ROWS;
  const kind = world.kindOf(definition);
  return isType(kind) && kind !== DefinitionKind.object ? [definition] : NO_ROWS;
}

/**
 * The repository types that are passed along with a value: its own, and, where libraries inspect values, those of the elements of a list or
 * map, and its type arguments.
 */
export function typesGoing(world: World, value: Meaning, depth = 0): readonly DefinitionId[] {
  if (world.rules.reflects !== true) return typesBecoming(world, value);
  const own = ownTypes(world, value);
  if (depth === DEEPEST) return own;
  const parts = value.tag === Tag.instance ? elementsOf(world, value) : value.tag === Tag.external ? value.applied ?? NO_PARTS : NO_PARTS;
  return parts.length === 0 ? own : [...own, ...parts.flatMap((part) => typesGoing(world, part, depth + 1))];
}

/**
 * The repository types returned by functions that are passed to `taker`, if that calls methods of their results (`takesResults`); otherwise
 * empty.
 */
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

/**
 * The types in a list, a map or a value of a generic type; for a type defined as a list or map (`type Jobs []Job`), those of its elements.
 */
function elementsOf(world: World, { definition, items }: Meaning): readonly Meaning[] {
  if (world.inLibrary(definition) || world.kindOf(definition) !== DefinitionKind.type_alias) return items;
  const made = orderOf(world, definition)[1];
  return made !== undefined && isLibraryType(world, made) ? [...items, ...made.items] : items;
}

/** The explicit type arguments of a call (`load[Job](db)`). */
function typeArguments(world: World, view: FileView, callee: number): readonly Meaning[] {
  if (!tellsTypes(world, view, callee)) return NO_PARTS;
  return listItems(view.facts, view.facts.expressions.b[callee]!).map((argument) => evaluateType(world, view, argument));
}

function tellsTypes(world: World, view: FileView, callee: number): boolean {
  const op = view.facts.expressions.op[callee];
  return world.rules.reflects === true && (op === Op.apply || op === Op.index);
}

/** The receiver of a value that becomes one of the type of that name: methods of an external interface may be called. */
export function becoming(world: World, name: string): string {
  return world.rules.externalInterfaces?.test(name) === true ? BECOMING + name : name;
}

/**
 * The external functions or types that a call passes its arguments to, which may call their methods.
 * @param callee an expression
 */
export function takersOfCall(world: World, view: FileView, callee: number, { external, rule, targets, name }: Outcome): CallTakers {
  const isHeld = rule === "variable";
  if (external && !isHeld) return { whole: name, each: NONE, behind: NONE };
  if (!isHeld) {
    const isDetermined = targets.length === 1 && world.rules.structural.length > 0;
    return {
      whole: "",
      each: isDetermined ? typesTaken(world, targets[0]!) : NONE,
      behind: isDetermined ? takersBehind(world, targets[0]!) : NONE,
    };
  }
  const value = evaluateValue(world, view, callee);
  if (value.tag !== Tag.function) return { whole: externalFullName(world, value), each: NONE, behind: NONE };
  const each = world.rules.externalInterfaces === undefined ? NONE : value.items.map((type) => externalTypeName(world, type));
  return { whole: "", each, behind: NONE };
}

/** The receivers of a call's arguments. */
interface CallTakers {
  /** The full name of the external function; "" if it is not one. */
  readonly whole: string;
  /** For a function of the repository: the full names of the external types of its parameters, "" for others; empty if there are none. */
  readonly each: readonly string[];
  /** For such a function: the full names of external functions that it passes its parameters on to, in the same form (`takersBehind`). */
  readonly behind: readonly string[];
}

/** The full names of the external types of a repository function's parameters, "" for others; empty if there are none. */
function typesTaken(world: World, id: DefinitionId): readonly string[] {
  return world.kept.typesTaken.get(id) ?? world.kept.typesTaken.find(id, () => {
    const types = isCallable(world.kindOf(id)) ? parameterTypes(world, id).map((type) => externalTypeName(world, type)) : NONE;
    return types.some((name) => name !== "") ? types : NONE;
  }, fileOf(id));
}

/** A call as written: an expression, and a row of `lists`. */
interface WrittenCall {
  readonly callee: number;
  readonly args: number;
}

/** Whether a call contains anything that `typesPassed` may find. */
export function passesValues(world: World, view: FileView, { callee, args }: WrittenCall): boolean {
  return listLength(view.facts, args) > 0 || tellsTypes(world, view, callee);
}

/** Values of repository types that a call passes to external code, each type once per receiver. */
export function typesPassed(
  world: World,
  view: FileView,
  { callee, args }: WrittenCall,
  { whole, each, behind }: CallTakers,
  takesValues: RegExp,
): Outcome[] {
  const types = new Map<string, Set<DefinitionId>>();
  const add = (taker: string, passed: readonly DefinitionId[]): void => {
    for (const type of passed) types.set(taker, (types.get(taker) ?? new Set()).add(type));
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
 * Repository types of the values that a lambda argument returns to its caller (`patch("app.Store", lambda: fake)`).
 * @param taker the receiver of the function, as in `Outcome.givenTo`
 */
export function typesGivenBack(world: World, view: FileView, args: number, taker: string): Outcome[] {
  const { definitions, expressions: { op, a } } = view.facts;
  const types = new Set<DefinitionId>();
  for (const argument of valuesPassed(world, view, args)) {
    if (op[argument] !== Op.definition || definitions.kind[a[argument]!] !== DefinitionKind.lambda) continue;
    const given = listItems(view.facts, definitions.returns[a[argument]!]!);
    for (const value of given) for (const type of typesBecoming(world, evaluateValue(world, view, value))) types.add(type);
  }
  return types.size === 0 ? [] : [outcome("type", { targets: [...types], heuristic: false, givenTo: taker })];
}

/** The results of one call that is passed for several parameters (`use(pair())`); undefined if each argument is for one parameter. */
function resultsSpread(world: World, view: FileView, given: readonly number[], count: number): readonly Meaning[] | undefined {
  if (given.length !== 1 || count < 2 || world.rules.resultsSpread !== true) return undefined;
  const value = evaluateValue(world, view, given[0]!);
  return value.tag === Tag.tuple ? value.items : undefined;
}
