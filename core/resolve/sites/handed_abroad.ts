/**
 * What is handed to code outside, which may call it, or its methods, where no call site says so.
 *
 * Stage: resolve. Invariant: what takes it is named by its full name; a built-in function, which keeps nothing to call, is none.
 */
import { DefinitionKind, isCallable, isType, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { valuesIn } from "../calls/given_types.ts";
import { evaluateValue } from "../evaluate.ts";
import { type DefinitionId, definitionId, fileOf, type Meaning, Tag, UNKNOWN } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { findNameOf, Space } from "../names/names.ts";
import type { FileView } from "../state/file_view.ts";
import { parameterTypes } from "../types/inference.ts";
import { memberTable } from "../types/inheritance.ts";
import { membersInOrder } from "../types/members_in_order.ts";
import { isStructural } from "../types/structural.ts";
import type { World } from "../world.ts";
import { libraryName } from "./library_name.ts";
import { type Outcome, outcome, UNTOLD } from "./outcome.ts";

const NONE: readonly string[] = [];

/**
 * The full name of what lies outside and is handed something: a function, a type, a field; "" for all else.
 * @param taker an expression
 * @param position of the argument, or of the struct's field, from 1: what a function of the repository takes as a type outside, and what one of its
 *   fields has as such, becomes one of that type's
 * @param isFunction whether what is handed over is a function: values are told from a call's arguments (`typesHanded`)
 */
export function takerAbroad(world: World, view: FileView, taker: number, position = 0, isFunction = false): string {
  const value = evaluateValue(world, view, taker);
  if (position === 0 || (value.tag !== Tag.definition && value.tag !== Tag.instance) || world.inLibrary(value.definition)) {
    return nameAbroad(world, value);
  }
  const kind = world.kindOf(value.definition);
  if (kind === DefinitionKind.struct || kind === DefinitionKind.object) return nameAbroad(world, fieldAt(world, value, position));
  return isFunction && value.tag === Tag.definition ? typeTaken(world, value.definition, position) : "";
}

/** The full name of what a meaning is outside; "" for all else. */
function nameAbroad(world: World, { tag, definition, name }: Meaning): string {
  const full = tag === Tag.external ? name : tag === Tag.definition && world.inLibrary(definition) ? libraryName(world, definition) : "";
  return full.includes(".") ? full : "";
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
  const isRun = world.rules.runsGiven?.test(name) === true;
  return JSON.stringify({ given_to: name, ...(isRun ? { runs: true } : {}) });
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

/** The full name of the type outside that a function of the repository declares for an argument; "" for all else. */
function typeTaken(world: World, id: DefinitionId, position: number): string {
  const types = typesTaken(world, id);
  const name = types[Math.min(position, types.length) - 1] ?? "";
  return name.includes(".") ? name : "";
}

/** The type of the repository that a value, or the object in hand, has, which may be handed abroad for its methods; 0 for all else. */
export function typeHanded(world: World, { tag, definition }: Meaning): DefinitionId {
  if ((tag !== Tag.instance && tag !== Tag.self) || world.inLibrary(definition)) return 0;
  const kind = world.kindOf(definition);
  return isType(kind) && kind !== DefinitionKind.object && !isStructural(world, definition) ? definition : 0;
}

/** Whether a call may hand values abroad for their methods: to what lies outside, or to what takes them as of a type outside. */
export function mayTakeValues(world: World, { external, targets, name }: Outcome, takesValues: RegExp): boolean {
  if (external) return takesValues.test(name);
  return targets.length === 1 && world.rules.structural.length > 0 && typesTaken(world, targets[0]!).some((type) => takesValues.test(type));
}

/** The full names of the types outside that a function of the repository takes, "" for all others; none where it takes no such type. */
function typesTaken(world: World, id: DefinitionId): readonly string[] {
  return world.kept.typesTaken.get(id) ?? world.kept.typesTaken.find(id, () => {
    const types = isCallable(world.kindOf(id)) ? parameterTypes(world, id).map(({ tag, name }) => tag === Tag.external ? name : "") : NONE;
    return types.some((name) => name !== "") ? types : NONE;
  }, fileOf(id));
}

/** Values of types of the repository that a call hands abroad, each type once for each that takes it. @param args a row of `lists` */
export function typesHanded(world: World, view: FileView, args: number, found: Outcome, takesValues: RegExp): Outcome[] {
  const taken = found.external ? NONE : typesTaken(world, found.targets[0]!);
  const types = new Map<string, Set<DefinitionId>>();
  for (const [i, argument] of listItems(view.facts, args).entries()) {
    const taker = found.external ? found.name : taken[Math.min(i, taken.length - 1)]!;
    const type = takesValues.test(taker) ? typeHanded(world, evaluateValue(world, view, argument)) : 0;
    if (type !== 0) types.set(taker, (types.get(taker) ?? new Set()).add(type));
  }
  return [...types].map(([givenTo, targets]) => outcome("type", { targets: [...targets], heuristic: false, givenTo }));
}
