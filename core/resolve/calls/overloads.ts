/**
 * Selects the overload that a call means.
 *
 * Stage: resolve. Invariant: an unknown argument excludes no overload.
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
  /** If there are many: those that require a constant as the first argument, by the constant; otherwise empty. */
  readonly byConstant: ReadonlyMap<string, readonly DefinitionId[]>;
  /** If there are many: the remaining ones. */
  readonly others: readonly DefinitionId[];
}

/** Minimum number of overloads that are indexed by constants. */
const MANY = 16;
/** A parameter with one of these flags does not take exactly the argument at its position. */
const NOT_BY_PLACE = BindingFlag.named | BindingFlag.rest | BindingFlag.restTogether | BindingFlag.keywords;

/**
 * The overload that a call means: the first whose parameters accept its arguments. A declaration with a body beside declarations without
 * one is not visible to callers.
 */
export function overloadFor(world: World, id: DefinitionId, given: () => Given): DefinitionId {
  return fittingOverloads(world, id, given, Taken.maybe).ids[0]!;
}

/**
 * All overloads that accept the arguments, in source order; the function itself if it has none.
 * @param given computed only if there are several
 */
export function overloadsFor(world: World, id: DefinitionId, given: () => Given): readonly DefinitionId[] {
  return fittingOverloads(world, id, given).ids;
}

/**
 * The overloads that a call may mean, in source order: a single one if the arguments determine it. If arguments are of unknown types: those
 * that accept them, up to the first that certainly does.
 * @param given computed only if there are several
 */
export function overloadsMeant(world: World, id: DefinitionId, given: () => Given): readonly DefinitionId[] {
  const maySeveral = world.rules.structural.includes("protocol") || world.rules.overloads === true;
  const { ids, sure } = fittingOverloads(world, id, given, maySeveral ? Taken.surely : Taken.maybe);
  return ids.length > 1 && maySeveral ? ids.slice(0, sure) : ids.slice(0, 1);
}

/**
 * @param enough stop at the first overload that accepts the arguments by number, if that is known
 * @returns `sure`: the number of overloads up to and including the first that certainly accepts the arguments; all of them if none does
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
  // A spread of unknown length rather means an overload with any number of parameters.
  if (all.isOpen && ids.length > 1) {
    const more = ids.filter((d) => takesMore(world, d));
    return { ids: [...more, ...ids.filter((d) => !takesMore(world, d))], sure: more.length > 0 ? 1 : ids.length };
  }
  return { ids, sure: sure || ids.length };
}

/** The declarations without a body among the bindings of one name. */
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

/** The overloads that may accept the first argument, in source order. */
function inQuestion({ declared, byConstant, others }: Overloads, { positional, constantOf }: Given): readonly DefinitionId[] {
  const constant = byConstant.size === 0 || positional === 0 ? "" : constantOf?.(0) ?? "";
  return constant === "" ? declared : [...others, ...byConstant.get(constant) ?? []].sort((one, other) => one - other);
}

function takesMore(world: World, id: DefinitionId): boolean {
  const { flags } = world.viewOf(id).facts.bindings;
  return parametersOf(world, id).some((row) => (flags[row]! & BindingFlag.rest) !== 0);
}

/** The signature of the declared type of a function (`const f: { <T>(x: T): T } = (x) => x`), or 0: it is the only one that callers see. */
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
