/**
 * The accessors that run where a member is read, set, deleted or called: a property, a getter, a setter, a deleter.
 *
 * Stage: resolve. Invariant: nothing is claimed to run for a member of an unknown object.
 */
import { NO_ROWS } from "../../base/lists.ts";
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
import { isOwnObject } from "../ownership.ts";
import { entryOf, inheritedFrom, orderOf } from "../types/inheritance.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { outcomeOf } from "./called_outcome.ts";
import { type Outcome, outcome } from "./outcome.ts";
import { receiverRule } from "./receiver_rule.ts";
import { mayBeStored } from "./stored_outside.ts";

/** Finds the accessors that the members in one file run. */
export class Accessors {
  /** By name (its index in `strings`): `LOOKED_UP`, and the modes in which the repository has accessors of that name. */
  readonly #modes: Uint8Array;
  /** By type and `keyOf`: most members are read on few types. */
  readonly #known = new Map<DefinitionId, Map<number, OfType>>();
  #world: World | undefined;

  constructor(readonly view: FileView) {
    this.#modes = new Uint8Array(view.facts.strings.length);
  }

  /** The modes, among some (bits of `AccessMode`), in which the row `member` of `expressions` has the name of an accessor. */
  modesOf(world: World, member: number, modes: number): number {
    const { op, b } = this.view.facts.expressions;
    if (op[member] !== Op.member) return 0;
    const text = b[member]!;
    let known = this.#modes[text]!;
    if (known === 0) this.#modes[text] = known = LOOKED_UP | modesNamed(world, this.view.text(text));
    return known & modes;
  }

  /** The accessors that reading or setting such a member runs; undefined if there are none, or it is not known. */
  runBy(world: World, member: number, mode: number): Outcome | undefined {
    if (world !== this.#world) this.#known.clear();
    this.#world = world;
    const { view } = this;
    const { a, b } = view.facts.expressions;
    const asked = askedBy(view.text(b[member]!), mode);
    const key = keyOf(b[member]!, mode);
    const receiver = evaluateHolder(world, view, member);
    const values = valuesOf(receiver);
    const targets: DefinitionId[] = [];
    let isLikely = receiver.weak;
    let isOpen = values.length === 0;
    for (const value of values) {
      const accessor = this.#accessorOf(world, value, asked, key);
      if (accessor <= 0) isLikely = true;
      else if (!targets.includes(accessor)) targets.push(accessor);
      if (accessor === NOT_KNOWN) isOpen = true;
    }
    if (targets.length === 0) return isOpen ? outcome("unresolved", { name: asked.name }) : undefined;
    const meaning = union(targets.map((id) => definitionMeaning(id)));
    const rule = receiverRule(world, view, a[member]!, receiver);
    return outcomeOf(world, view.index, isLikely ? weaken(meaning) : meaning, rule, asked.name);
  }

  /**
   * The accessor of a value that runs; 0: none, `NOT_KNOWN`: not known. `nothing` has no members: if one is read, the value is something else
   * at run time (`def __init__(self, job=None)`).
   */
  #accessorOf(world: World, value: Meaning, asked: Asked, key: number): DefinitionId {
    const { tag, weak, definition } = value;
    if (isOwnObject(world, value)) {
      const ofType = value.name === ABOVE
        ? ofOrder(world, definition, inheritedFrom(world, definition, value.items[0]), asked)
        : this.#ofType(world, definition, asked, key);
      return ofObject(world, value, asked, ofType);
    }
    if (tag === Tag.definition && !value.held) return ofClass(world, value, asked);
    const isCertain = !weak && (tag === Tag.instance || (tag === Tag.external && !mayBeStored(world, value, asked.name)));
    return KNOWN_TAGS.has(tag) || isCertain ? 0 : NOT_KNOWN;
  }

  #ofType(world: World, type: DefinitionId, asked: Asked, key: number): OfType {
    let known = this.#known.get(type);
    if (known === undefined) this.#known.set(type, known = new Map());
    let found = known.get(key);
    if (found === undefined) known.set(key, found = ofOrder(world, type, orderOf(world, type), asked));
    return found;
  }
}

/** The accessor that is looked for: its name, and the flags that it must have, among `KINDS`. */
interface Asked {
  readonly name: string;
  readonly kind: number;
}

function askedBy(name: string, mode: number): Asked {
  return { name, kind: KIND_OF[mode]! };
}

/** The flags that distinguish kinds of accessors. */
const KINDS = DefinitionFlag.setter | DefinitionFlag.deleter | DefinitionFlag.ofType;
/** The flags considered where a member of a type itself is read. */
const READ_OF_TYPE = DefinitionFlag.setter | DefinitionFlag.ofType;

const KIND_OF: Readonly<Record<number, number>> = {
  [AccessMode.read]: DefinitionFlag.property,
  [AccessMode.set]: DefinitionFlag.setter,
  [AccessMode.delete]: DefinitionFlag.setter | DefinitionFlag.deleter,
};

/** Whether a definition with these flags is of the kind. */
function isAsked(flags: number, kind: number): boolean {
  return kind === DefinitionFlag.property ? (flags & kind) !== 0 : (flags & KINDS) === kind;
}

/** A key for a name and a mode. */
function keyOf(text: number, mode: number): number {
  return text * 8 + mode;
}

/** What is known of a member of a type. */
interface OfType {
  /** The accessor that runs for a value of the type; 0: none. */
  readonly accessor: DefinitionId;
  readonly isDeclared: boolean;
  /** Whether a subtype has one that may be meant. */
  readonly isBelow: boolean;
}

/** A flag beside the modes. */
const LOOKED_UP = 8;
/** In place of an accessor: which one runs is not known. */
const NOT_KNOWN = -1;

/** Tags of values whose members are known and are not accessors. */
const KNOWN_TAGS: ReadonlySet<number> = new Set([Tag.module, Tag.function, Tag.tuple]);

/** The possible values of a receiver, with type parameters replaced by their bounds. */
function valuesOf(receiver: Meaning): readonly Meaning[] {
  const parts = partsOf(receiver);
  return parts.some(({ tag }) => tag === Tag.parameter)
    ? parts.flatMap((part) => part.tag === Tag.parameter ? boundsIn(part.result) : part)
    : parts;
}

function ofObject(world: World, value: Meaning, { name }: Asked, { accessor, isDeclared, isBelow }: OfType): DefinitionId {
  if (accessor !== 0) return accessor;
  // With single inheritance the object's own type is known; with several bases, another subtype may provide the member.
  const isOpen = !isDeclared && (value.tag !== Tag.self || world.rules.linearization === "c3") &&
    memberMeaning(world, value, name, Space.value).tag === Tag.unknown;
  // A value of any matching type may be passed for a structural type.
  const fits = world.rules.separateTypes && world.kindOf(value.definition) !== DefinitionKind.class;
  return isOpen || fits || isBelow ? NOT_KNOWN : 0;
}

/** What a type's inheritance order, or a part of it, says about a member. */
function ofOrder(world: World, type: DefinitionId, order: readonly Meaning[], asked: Asked): OfType {
  const declaring = declaringIn(world, order, asked);
  const accessor = declaring === undefined ? 0 : accessorIn(declaring, asked.kind, 0);
  const isBelow = accessor === 0 &&
    accessorsCalled(world, asked.name).some((id) => isAsked(world.flagsOf(id), asked.kind) && buildsOn(world, id, type));
  return { accessor, isDeclared: declaring !== undefined, isBelow };
}

function ofClass(world: World, { definition }: Meaning, asked: Asked): DefinitionId {
  if (world.inLibrary(definition) || world.kindOf(definition) !== DefinitionKind.class) return 0;
  const declaring = declaringIn(world, orderOf(world, definition), asked);
  if (declaring === undefined) return 0;
  const ofType = asked.kind === DefinitionFlag.property ? accessorIn(declaring, READ_OF_TYPE, 0) : 0;
  return ofType || accessorIn(declaring, asked.kind, DefinitionFlag.static | DefinitionFlag.classmethod);
}

/** The accessor among the declarations of a type under one name; 0: none. @param sides flags of which it must have one; 0: any */
function accessorIn({ view, rows }: Declaring, kind: number, sides: number): DefinitionId {
  const { bindings, definitions } = view.facts;
  for (const row of rows) {
    const definition = bindings.definition[row]!;
    const own = definitions.flags[definition]!;
    if (isAsked(own, kind) && (sides === 0 || (own & sides) !== 0)) return definitionId(view.index, definition);
  }
  return 0;
}

/** The first type in an order that determines the member; an assignment alone uses the accessor of a base. */
function declaringIn(world: World, order: readonly Meaning[], asked: Asked): Declaring | undefined {
  const found = firstDeclaringIn(world, order, asked.name);
  const isLeft = found !== undefined &&
    ((asked.kind === DefinitionFlag.property && isSetterAlone(world, found.view, found.rows)) ||
      isOnlyAssigned(world, found.owner, asked.name));
  return isLeft
    ? declaringIn(world, order.slice(order.findIndex(({ definition }) => definition === found.owner) + 1), asked) ?? found
    : found;
}

/** Whether the type that declares a member has another type in its inheritance order. */
function buildsOn(world: World, member: DefinitionId, type: DefinitionId): boolean {
  const owner = world.ownerOf(member);
  return owner !== 0 && owner !== type && entryOf(world, owner, type) !== undefined;
}

/** The modes in which accessors of that name exist. */
function modesNamed(world: World, name: string): number {
  let modes = 0;
  for (const id of accessorsCalled(world, name)) {
    const flags = world.flagsOf(id);
    for (const mode of Object.values(AccessMode)) if (isAsked(flags, KIND_OF[mode]!)) modes |= mode;
  }
  return modes;
}

function accessorsCalled(world: World, name: string): readonly DefinitionId[] {
  const { accessors } = world.kept;
  return accessors.get(name) ?? accessors.find(name, () => {
    const isAccessor = (id: DefinitionId): boolean => (world.flagsOf(id) & (DefinitionFlag.property | DefinitionFlag.setter)) !== 0;
    // Most member names belong to no function, or to none that is an accessor.
    return world.repository.callables(name).some(isAccessor) ? world.repository.methods(name).filter(isAccessor) : NO_ROWS;
  });
}
