/**
 * Which declaration of a function with overloads a call means.
 *
 * Stage: resolve. Invariant: an argument of which nothing is known rules no overload out.
 */
import { addAt } from "../../base/lists.ts";
import { BindingFlag, DefinitionFlag, DefinitionKind, isCallable, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateType } from "../evaluate.ts";
import { type DefinitionId, definitionId, rowOf, Tag, UNKNOWN } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { constantAt } from "../names/constants.ts";
import { Space } from "../names/names.ts";
import type { FileView } from "../state/file_view.ts";
import { parametersOf } from "../state/parameters.ts";
import type { World } from "../world.ts";
import { meantByArguments } from "./declared_together.ts";
import type { Given } from "./given_arguments.ts";
import { Taken, takes } from "./takes.ts";

/** The declarations without a body of a function. */
export interface Overloads {
  readonly declared: readonly DefinitionId[];
  /** Of many those that ask for constants as the first argument, by each of these; none of few. */
  readonly byConstant: ReadonlyMap<string, readonly DefinitionId[]>;
  /** The others of many. */
  readonly others: readonly DefinitionId[];
}

/** So many overloads are sorted by what they ask for. */
const MANY = 16;
/** A parameter with one of these does not take just the argument at its place. */
const NOT_BY_PLACE = BindingFlag.named | BindingFlag.rest | BindingFlag.restTogether | BindingFlag.keywords;

/**
 * Of a function that is declared several times the declaration that a call means: the first whose parameters take its arguments. A
 * declaration with a body beside such without is not for callers.
 */
export function overloadFor(world: World, id: DefinitionId, given: () => Given): DefinitionId {
  return fittingOverloads(world, id, given, Taken.maybe).ids[0]!;
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
  const maySeveral = world.rules.structural.includes("protocol") || world.rules.overloads === true;
  const { ids, sure } = fittingOverloads(world, id, given, maySeveral ? Taken.surely : Taken.maybe);
  return ids.length > 1 && maySeveral ? ids.slice(0, sure) : ids.slice(0, 1);
}

/**
 * @param enough where the number of arguments is told, none is looked for behind the first that takes them so
 * @returns sure: how many of them there are up to the first that surely takes the arguments, this included; all where none does.
 */
function fittingOverloads(
  world: World,
  id: DefinitionId,
  given: () => Given,
  enough = Infinity,
): { ids: readonly DefinitionId[]; sure: number } {
  const view = world.viewOf(id);
  if (world.rules.overloads === true && !world.inLibrary(id)) {
    const ids = meantByArguments(world, id, given);
    return { ids, sure: ids.length };
  }
  const twins = view.namesakes(rowOf(id));
  if (twins.length === 0) return { ids: [id], sure: 1 };
  if (twins.length === 1) {
    const signature = signatureAsked(world, view, rowOf(id));
    return signature === 0 ? { ids: [id], sure: 1 } : fittingOverloads(world, signature, given, enough);
  }
  const first = definitionId(view.index, twins[0]!);
  let overloads = world.kept.overloads.get(first);
  if (overloads === undefined) world.kept.overloads.set(first, overloads = findOverloads(world, view, twins));
  if (overloads.declared.length === 0) return { ids: [id], sure: 1 };
  const all = given();
  const ids: DefinitionId[] = [];
  let sure = 0;
  for (const overload of inQuestion(overloads, all)) {
    const taken = takes(world, overload, all);
    if (taken !== Taken.not) ids.push(overload);
    if (taken === Taken.surely && sure === 0) sure = ids.length;
    if (taken >= enough && !all.isOpen) break;
  }
  if (ids.length === 0) return { ids: [id], sure: 1 };
  // A sequence of arguments of which nobody knows how many there are is rather for what takes any number.
  if (all.isOpen && ids.length > 1) {
    const more = ids.filter((d) => takesMore(world, d));
    return { ids: [...more, ...ids.filter((d) => !takesMore(world, d))], sure: more.length > 0 ? 1 : ids.length };
  }
  return { ids, sure: sure || ids.length };
}

/** What the bindings of one name declare without a body. */
function findOverloads(world: World, view: FileView, twins: readonly number[]): Overloads {
  const { bindings, definitions, expressions: { op, a } } = view.facts;
  const declared = twins.map((twin) => bindings.definition[twin]!).filter((d) =>
    isCallable(definitions.kind[d]!) && (definitions.flags[d]! & DefinitionFlag.bodiless) !== 0
  ).map((row) => definitionId(view.index, row));
  const byConstant = new Map<string, DefinitionId[]>();
  const others: DefinitionId[] = [];
  for (const id of declared.length < MANY ? [] : declared) {
    const parameter = parametersOf(world, id)[0] ?? 0;
    const type = (bindings.flags[parameter]! & NOT_BY_PLACE) === 0 ? bindings.type[parameter]! : 0;
    const constants = (op[type] === Op.either ? listItems(view.facts, a[type]!) : [type]).map((part) => constantAt(view, part));
    if (constants.includes("")) others.push(id);
    else for (const constant of new Set(constants)) addAt(byConstant, constant, id);
  }
  return { declared, byConstant, others };
}

/** The overloads that may take the first argument, in the order of the source. */
function inQuestion({ declared, byConstant, others }: Overloads, { positional, constantOf }: Given): readonly DefinitionId[] {
  const constant = byConstant.size === 0 || positional === 0 ? "" : constantOf?.(0) ?? "";
  return constant === "" ? declared : [...others, ...byConstant.get(constant) ?? []].sort((one, other) => one - other);
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
  const cast = method !== undefined && isOpen ? view.surroundings.castAround(row) : 0;
  const type = cast === 0 ? UNKNOWN : evaluateType(world, view, expressions.a[cast]!);
  if (type.tag !== Tag.instance || type.items.length > 0) return 0;
  const member = memberMeaning(world, type, method!, Space.value);
  return member.tag === Tag.definition ? member.definition : 0;
}
