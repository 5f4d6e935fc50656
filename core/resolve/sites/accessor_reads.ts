/**
 * What runs where a member is read or called: a property, a getter.
 *
 * Stage: resolve. Invariant: a member whose object is not known runs nothing that is told.
 */
import { DefinitionFlag, DefinitionKind } from "../../facts.ts";
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
import { memberMeaning } from "../members/members.ts";
import { isSetterAlone } from "../members/own_members.ts";
import { Space } from "../names/names.ts";
import { inheritedFrom, orderOf } from "../types/inheritance.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { outcomeOf } from "./called_outcome.ts";
import { type Outcome, outcome } from "./outcome.ts";
import { receiverRule } from "./receiver_rule.ts";

/** Finds the accessors that members of one file read. */
export class AccessorReads {
  /** By the number of a name's text: whether an accessor of the repository has it. */
  readonly #names = new Map<number, boolean>();

  /** What reading the member at a row of `expressions` runs; undefined where that is nothing, or nothing tells. */
  readBy(world: World, view: FileView, member: number): Outcome | undefined {
    const { op, a, b } = view.facts.expressions;
    if (op[member] !== Op.member || !this.#isName(world, view, b[member]!)) return undefined;
    const name = view.text(b[member]!);
    const receiver = evaluateHolder(world, view, member);
    const parts = partsOf(receiver).flatMap((part) => part.tag === Tag.parameter ? boundsIn(part.result) : part);
    const found = parts.map((part) => accessorOf(world, part, name));
    const targets = found.filter((id) => id > 0);
    if (targets.length === 0) return parts.length === 0 || found.includes(UNTOLD) ? outcome("unresolved", { name }) : undefined;
    const meaning = union([...new Set(targets)].map((id) => definitionMeaning(id)));
    const isLikely = receiver.weak || targets.length < found.length;
    const rule = receiverRule(world, view, a[member]!, receiver);
    return outcomeOf(world, view.index, isLikely ? weaken(meaning) : meaning, rule, name);
  }

  #isName(world: World, view: FileView, text: number): boolean {
    let isOne = this.#names.get(text);
    if (isOne === undefined) {
      isOne = accessorsNamed(world, view.text(text)).length > 0;
      this.#names.set(text, isOne);
    }
    return isOne;
  }
}

/** In place of an accessor: what reading the name runs of a value is not known. */
const UNTOLD = -1;

/** Values that have members of their own, which are told. */
const TOLD: ReadonlySet<number> = new Set([Tag.module, Tag.function, Tag.tuple, Tag.nothing]);

/** The accessor that reading `name` of a value runs; 0: there is none, `UNTOLD`: nothing tells. */
function accessorOf(world: World, value: Meaning, name: string): DefinitionId {
  if (world.isOwnObject(value)) return ofObject(world, value, name);
  if (value.tag === Tag.definition && !value.held) return ofClass(world, value, name);
  return TOLD.has(value.tag) || (!value.weak && (value.tag === Tag.external || value.tag === Tag.instance)) ? 0 : UNTOLD;
}

function ofObject(world: World, value: Meaning, name: string): DefinitionId {
  const { definition, tag } = value;
  const order = value.name === ABOVE ? inheritedFrom(world, definition, value.items[0]) : orderOf(world, definition);
  const declaring = declaringIn(world, order, name);
  const found = declaring === undefined ? 0 : accessorIn(declaring, 0);
  if (found !== 0) return found;
  // Of one type alone the own object is; where types build on several, another one of these may have it.
  const isOpen = declaring === undefined && (tag !== Tag.self || world.rules.linearization === "c3") &&
    memberMeaning(world, value, name, Space.value).tag === Tag.unknown;
  // A value of any type that fits may be given for one of a type which only says what it has.
  const fits = world.rules.separateTypes && world.kindOf(definition) !== DefinitionKind.class;
  return isOpen || fits || accessorsNamed(world, name).some((id) => isBelow(world, id, definition)) ? UNTOLD : 0;
}

function ofClass(world: World, { definition }: Meaning, name: string): DefinitionId {
  if (world.inLibrary(definition) || world.kindOf(definition) !== DefinitionKind.class) return 0;
  const declaring = declaringIn(world, orderOf(world, definition), name);
  return declaring === undefined ? 0 : accessorIn(declaring, DefinitionFlag.static | DefinitionFlag.classmethod);
}

/** The accessor among what a type declares under one name, 0: none. @param flags of which it has one, 0: whatever it has */
function accessorIn({ view, rows }: Declaring, flags: number): DefinitionId {
  const { bindings, definitions } = view.facts;
  for (const row of rows) {
    const definition = bindings.definition[row]!;
    const own = definitions.flags[definition]!;
    if (isAccessor(own) && (flags === 0 || (own & flags) !== 0)) return definitionId(view.index, definition);
  }
  return 0;
}

/** The first type in an order that says what reading the name gives. */
function declaringIn(world: World, order: readonly Meaning[], name: string): Declaring | undefined {
  const found = firstDeclaringIn(world, order, name);
  if (found === undefined || !isSetterAlone(world, found.view, found.rows)) return found;
  return declaringIn(world, order.slice(order.findIndex(({ definition }) => definition === found.owner) + 1), name);
}

/** Whether the type that has a member builds on another one. */
function isBelow(world: World, member: DefinitionId, type: DefinitionId): boolean {
  const owner = world.ownerOf(member);
  return owner !== 0 && owner !== type && orderOf(world, owner).some((entry) => entry.tag === Tag.instance && entry.definition === type);
}

function accessorsNamed(world: World, name: string): readonly DefinitionId[] {
  return world.methods(name).filter((id) => isAccessor(world.flagsOf(id)));
}

function isAccessor(flags: number): boolean {
  return (flags & DefinitionFlag.property) !== 0;
}
