/**
 * What runs where a member is read, set or called: a property, a getter, a setter.
 *
 * Stage: resolve. Invariant: a member whose object is not known runs nothing that is told.
 */
import { AccessMode, DefinitionFlag, DefinitionKind } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateHolder } from "../evaluate.ts";
import {
  ABOVE,
  boundsIn,
  type DefinitionId,
  definitionId,
  definitionMeaning,
  type Meaning,
  partsOf,
  Tag,
  union,
  weaken,
} from "../meaning.ts";
import { type Declaring, firstDeclaringIn } from "../members/first_declaring.ts";
import { isOnlyAssigned } from "../members/assigned_members.ts";
import { memberMeaning } from "../members/members.ts";
import { isSetterAlone } from "../members/own_members.ts";
import { Space } from "../names/names.ts";
import { inheritedFrom, orderOf } from "../types/inheritance.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { outcomeOf } from "./called_outcome.ts";
import { type Outcome, outcome } from "./outcome.ts";
import { receiverRule } from "./receiver_rule.ts";
import { mayBeStored } from "./stored_abroad.ts";

/** Finds the accessors that members of one file run. */
export class Accessors {
  /** By the number of a name's text and by the flag: whether an accessor of the repository has it. */
  readonly #names = new Map<number, boolean>();

  /**
   * What reading or setting the member at a row of `expressions` runs; undefined where that is nothing, or nothing tells.
   * @param mode one of `AccessMode`
   */
  runBy(world: World, view: FileView, member: number, mode: number): Outcome | undefined {
    const { op, a, b } = view.facts.expressions;
    const flag = mode === AccessMode.set ? DefinitionFlag.setter : DefinitionFlag.property;
    if (op[member] !== Op.member || !this.#isName(world, view, b[member]!, flag)) return undefined;
    const name = view.text(b[member]!);
    const receiver = evaluateHolder(world, view, member);
    const parts = partsOf(receiver).flatMap((part) => part.tag === Tag.parameter ? boundsIn(part.result) : part);
    const found = parts.map((part) => accessorOf(world, part, { name, flag }));
    const targets = found.filter((id) => id > 0);
    if (targets.length === 0) return parts.length === 0 || found.includes(UNTOLD) ? outcome("unresolved", { name }) : undefined;
    const meaning = union([...new Set(targets)].map((id) => definitionMeaning(id)));
    const isLikely = receiver.weak || targets.length < found.length;
    const rule = receiverRule(world, view, a[member]!, receiver);
    return outcomeOf(world, view.index, isLikely ? weaken(meaning) : meaning, rule, name);
  }

  #isName(world: World, view: FileView, text: number, flag: number): boolean {
    const key = flag === DefinitionFlag.setter ? -text : text;
    let isOne = this.#names.get(key);
    if (isOne === undefined) {
      isOne = accessorsCalled(world, { name: view.text(text), flag }).length > 0;
      this.#names.set(key, isOne);
    }
    return isOne;
  }
}

/** What is asked for: an accessor's name, and the flag of what runs (`property` where it is read, `setter` where it is set). */
interface Asked {
  readonly name: string;
  readonly flag: number;
}

/** In place of an accessor: what runs of a value is not known. */
const UNTOLD = -1;

/** Values that have members of their own, which are told. */
const TOLD: ReadonlySet<number> = new Set([Tag.module, Tag.function, Tag.tuple]);

/**
 * The accessor of a value that runs; 0: there is none, `UNTOLD`: nothing tells. Nothing has no members: where one is read of it, something else is
 * there when that runs (`def __init__(self, job=None)`).
 */
function accessorOf(world: World, value: Meaning, asked: Asked): DefinitionId {
  const { tag, weak } = value;
  if (world.isOwnObject(value)) return ofObject(world, value, asked);
  if (tag === Tag.definition && !value.held) return ofClass(world, value, asked);
  const isCertain = !weak && (tag === Tag.instance || (tag === Tag.external && !mayBeStored(world, value, asked.name)));
  return TOLD.has(tag) || isCertain ? 0 : UNTOLD;
}

function ofObject(world: World, value: Meaning, asked: Asked): DefinitionId {
  const { definition, tag } = value;
  const order = value.name === ABOVE ? inheritedFrom(world, definition, value.items[0]) : orderOf(world, definition);
  const declaring = declaringIn(world, order, asked);
  const found = declaring === undefined ? 0 : accessorIn(declaring, asked.flag, 0);
  if (found !== 0) return found;
  // Of one type alone the own object is; where types build on several, another one of these may have it.
  const isOpen = declaring === undefined && (tag !== Tag.self || world.rules.linearization === "c3") &&
    memberMeaning(world, value, asked.name, Space.value).tag === Tag.unknown;
  // A value of any type that fits may be given for one of a type which only says what it has.
  const fits = world.rules.separateTypes && world.kindOf(definition) !== DefinitionKind.class;
  return isOpen || fits || accessorsCalled(world, asked).some((id) => isBelow(world, id, definition)) ? UNTOLD : 0;
}

function ofClass(world: World, { definition }: Meaning, asked: Asked): DefinitionId {
  if (world.inLibrary(definition) || world.kindOf(definition) !== DefinitionKind.class) return 0;
  const declaring = declaringIn(world, orderOf(world, definition), asked);
  return declaring === undefined ? 0 : accessorIn(declaring, asked.flag, DefinitionFlag.static | DefinitionFlag.classmethod);
}

/** The accessor among what a type declares under one name, 0: none. @param sides flags of which it has one, 0: whatever it has */
function accessorIn({ view, rows }: Declaring, flag: number, sides: number): DefinitionId {
  const { bindings, definitions } = view.facts;
  for (const row of rows) {
    const definition = bindings.definition[row]!;
    const own = definitions.flags[definition]!;
    if ((own & flag) !== 0 && (sides === 0 || (own & sides) !== 0)) return definitionId(view.index, definition);
  }
  return 0;
}

/** The first type in an order that says what becomes of the member: what only puts a value there uses the one of a base. */
function declaringIn(world: World, order: readonly Meaning[], asked: Asked): Declaring | undefined {
  const found = firstDeclaringIn(world, order, asked.name);
  const isLeft = found !== undefined &&
    ((asked.flag === DefinitionFlag.property && isSetterAlone(world, found.view, found.rows)) ||
      isOnlyAssigned(world, found.owner, asked.name));
  return isLeft
    ? declaringIn(world, order.slice(order.findIndex(({ definition }) => definition === found.owner) + 1), asked) ?? found
    : found;
}

/** Whether the type that has a member builds on another one. */
function isBelow(world: World, member: DefinitionId, type: DefinitionId): boolean {
  const owner = world.ownerOf(member);
  return owner !== 0 && owner !== type && orderOf(world, owner).some((entry) => entry.tag === Tag.instance && entry.definition === type);
}

function accessorsCalled(world: World, { name, flag }: Asked): readonly DefinitionId[] {
  return world.methods(name).filter((id) => (world.flagsOf(id) & flag) !== 0);
}
