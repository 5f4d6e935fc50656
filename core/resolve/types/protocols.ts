/**
 * Classes that satisfy a protocol: they have all its members, with accepted types.
 *
 * Stage: resolve. Invariants: a member that is not visible (of an external base) does not count; an unknown type is accepted; only
 * declarations, and what follows from them without a guess, are compared.
 */
import { DefinitionFlag, DefinitionKind, isCallable } from "../../facts.ts";
import { type Declared, declaredBy, serves, UNDECLARED } from "./assignable.ts";
import { entryOf, isDeclaredIn, memberTable, orderOf } from "./inheritance.ts";
import { type DefinitionId, definitionId, instance, type Meaning, Tag } from "../meaning.ts";
import { readerOf } from "../members/descriptors.ts";
import { definitionValue } from "../names/bindings.ts";
import { firstDeclaring } from "../members/first_declaring.ts";
import { memberMeaning } from "../members/members.ts";
import { Space } from "../names/names.ts";
import { acceptsAs, mayGiveAs } from "./signatures.ts";
import type { World } from "../world.ts";
import type { FileView } from "../state/file_view.ts";

/** A member found in a type's inheritance order. */
interface Member {
  /** The type that declares it, in terms of the type that was asked. */
  readonly owner: Meaning;
  /** The field that it is; 0: none. */
  readonly field: DefinitionId;
  /** The functions that it is called as: its overloads, otherwise its last definition. Empty for a value. */
  readonly functions: readonly DefinitionId[];
  /** Whether a value may be assigned to it on an instance. */
  readonly isSettable: boolean;
}

/** A required member of a protocol. */
interface Asked {
  readonly name: string;
  readonly byName: boolean;
  readonly member: Member;
  readonly value: Declared;
}

/** Classes of the repository that satisfy `protocol` without naming it. */
export function protocolTypes(world: World, protocol: DefinitionId): readonly DefinitionId[] {
  const names = namesAsked(world, protocol);
  if (names === undefined || names.length === 0) return [];
  // Callers may use keyword arguments if the value itself is called.
  const byName = names.length === 1 && world.rules.protocols.call?.includes(names[0]!) === true;
  const asked = names.map((name): Asked => {
    const member = memberOf(world, protocol, name)!;
    return { name, byName, member, value: valueOf(world, protocol, name, member) };
  });
  // Most lack some of the names: these are checked before declarations are compared.
  return candidatesFor(world, names).filter((type) => {
    const order = orderOf(world, type);
    return type !== protocol && names.every((name) => isDeclaredIn(world, order, name)) &&
      asked.every((one) => hasMember(world, type, one));
  });
}

/** Names of all members of a protocol, including those of its bases; undefined if one of these is external. */
function namesAsked(world: World, protocol: DefinitionId): readonly string[] | undefined {
  const names = new Set<string>();
  for (const entry of orderOf(world, protocol)) {
    if (entry.tag !== Tag.instance) return undefined;
    for (const name of memberTable(world, entry.definition).keys()) {
      if (!world.allHave(name)) names.add(name);
    }
  }
  return [...names];
}

/** Classes that declare the rarest of these names, and their subclasses. */
function candidatesFor(world: World, names: readonly string[]): DefinitionId[] {
  const rarest = names.map((name) => ownersOf(world, name)).reduce((a, b) => (b.length < a.length ? b : a));
  const all = new Set(rarest);
  // Includes those added during the iteration.
  for (const owner of all) for (const below of world.subtypes.get(owner)) all.add(below);
  return [...all].filter((id) => world.kindOf(id) === DefinitionKind.class).sort((a, b) => a - b);
}

function ownersOf(world: World, name: string): DefinitionId[] {
  const members = [...world.repository.callables(name), ...world.names.find("nameable", name)];
  return members.map((id) => world.parentOf(id)).filter((id) => id !== 0);
}

function hasMember(world: World, type: DefinitionId, { name, byName, member, value }: Asked): boolean {
  const given = memberOf(world, type, name);
  if (given === undefined) return false;
  // The library's declarations are incomplete: they state that a member exists, not its exact signature.
  if (world.inLibrary(member.owner.definition)) return givesAs(world, member, given, type);
  if (member.isSettable && !given.isSettable) return false;
  if (member.functions.length > 0 && given.functions.length > 0) {
    return member.functions.every((one) => given.functions.some((other) => acceptsAs(world, one, other, type, byName)));
  }
  const own = valueOf(world, type, name, given);
  return serves(world, own, value) && (!member.isSettable || serves(world, value, own));
}

/** Whether a function may return what a member does that the protocol has from a library base. */
function givesAs(world: World, { functions: [asked, ...others], owner }: Member, given: Member, type: DefinitionId): boolean {
  return asked === undefined || others.length > 0 || given.functions.length === 0 ||
    given.functions.some((one) => mayGiveAs(world, { function: asked, owner }, one, type));
}

/** The declared type of an instance's member; unknown if the result of reading it is only inferred. */
function valueOf(world: World, type: DefinitionId, name: string, { field }: Member): Declared {
  const read = memberMeaning(world, instance(type), name, Space.value);
  if (read.weak) return UNDECLARED;
  const { view, row } = declarationOf(world, type, name);
  // The value of a descriptor is not of the type that reading it returns.
  const held = field === 0 ? read : definitionValue(world, field, Space.value);
  return {
    type: readerOf(world, held) === undefined ? read : held,
    orNothing: view === undefined ? undefined : declaredBy(world, view, row).orNothing,
  };
}

/** The type expression that declares a member, if there is one. */
function declarationOf(world: World, type: DefinitionId, name: string): { readonly view?: FileView; readonly row: number } {
  const declared = firstDeclaring(world, type, name);
  if (declared === undefined) return { row: 0 };
  const { view, rows } = declared;
  const { bindings, definitions } = view.facts;
  const types = rows.map((row) => (bindings.definition[row] === 0 ? bindings.type : definitions.type)[bindings.definition[row] || row]!);
  const row = types.find((one) => one !== 0);
  return row === undefined ? { row: 0 } : { view, row };
}

/** The member declared by a type, or the first of its bases that does. */
function memberOf(world: World, type: DefinitionId, name: string): Member | undefined {
  const declared = firstDeclaring(world, type, name);
  if (declared === undefined) return undefined;
  const { owner, view, rows } = declared;
  const { bindings, definitions } = view.facts;
  const defined = rows.map((row) => bindings.definition[row]!).filter((row) => row !== 0);
  const flags = defined.reduce((all, row) => all | definitions.flags[row]!, 0);
  const callables = defined.filter((row) => isCallable(definitions.kind[row]!));
  const isProperty = callables.length > 0 && (flags & (DefinitionFlag.property | DefinitionFlag.setter)) !== 0;
  const functions = isProperty ? [] : overloadsOf(view, callables);
  const field = defined.findLast((row) => !isCallable(definitions.kind[row]!) && !isType(view, row));
  return {
    owner: entryOf(world, type, owner)!,
    field: field === undefined ? 0 : definitionId(view.index, field),
    functions: functions.map((row) => definitionId(view.index, row)),
    isSettable: isProperty ? (flags & DefinitionFlag.setter) !== 0 : callables.length === 0 && !defined.some((row) => isType(view, row)),
  };
}

function isType(view: FileView, row: number): boolean {
  return view.facts.definitions.kind[row] === DefinitionKind.class;
}

/** The overloads among several definitions of a function, or else the last one. */
function overloadsOf(view: FileView, rows: readonly number[]): readonly number[] {
  if (rows.length < 2) return rows;
  const overloads = rows.filter((row) => (view.facts.definitions.flags[row]! & DefinitionFlag.bodiless) !== 0);
  return overloads.length > 0 ? overloads : rows.slice(-1);
}
