/**
 * Which classes satisfy a protocol: those that have all its members, each of a type that may stand for the one asked for.
 *
 * Stage: resolve. Invariants: a member that nobody can see (of a base outside) is none; what a type is that nobody knows fits; what is
 * compared is what the source declares, or what follows from it without a guess.
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

/** A member as a type's order of bases gives it. */
interface Member {
  /** The type that declares it, as the one that was asked builds on it. */
  readonly owner: Meaning;
  /** The field that it is; 0: it is none. */
  readonly field: DefinitionId;
  /** Functions by which it is called: its overloads, else its last definition. Empty for a value. */
  readonly functions: readonly DefinitionId[];
  /** Whether a value may be assigned to it on an instance. */
  readonly isSettable: boolean;
}

/** What a protocol asks for. */
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
  // A caller may name what it hands to a value that is called itself.
  const byName = names.length === 1 && world.rules.protocols.call?.includes(names[0]!) === true;
  const asked = names.map((name): Asked => {
    const member = memberOf(world, protocol, name)!;
    return { name, byName, member, value: valueOf(world, protocol, name, member) };
  });
  // Most have not all of the names: these are looked for before what is declared of any is compared.
  return candidatesFor(world, names).filter((type) => {
    const order = orderOf(world, type);
    return type !== protocol && names.every((name) => isDeclaredIn(world, order, name)) &&
      asked.every((one) => hasMember(world, type, one));
  });
}

/** Names of all that a protocol asks for, its bases' included; undefined where one of these lies outside. */
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

/** Classes that declare the rarest of these names, and those below them. */
function candidatesFor(world: World, names: readonly string[]): DefinitionId[] {
  const rarest = names.map((name) => ownersOf(world, name)).reduce((a, b) => (b.length < a.length ? b : a));
  const all = new Set(rarest);
  // What is added meanwhile is gone through too.
  for (const owner of all) for (const below of world.subtypes.get(owner)) all.add(below);
  return [...all].filter((id) => world.kindOf(id) === DefinitionKind.class).sort((a, b) => a - b);
}

function ownersOf(world: World, name: string): DefinitionId[] {
  const members = [...world.callables(name), ...world.names.find("nameable", name)];
  return members.map((id) => world.parentOf(id)).filter((id) => id !== 0);
}

function hasMember(world: World, type: DefinitionId, { name, byName, member, value }: Asked): boolean {
  const given = memberOf(world, type, name);
  if (given === undefined) return false;
  // The library's declarations are shapes: they say that a member is there, not how exactly it is called.
  if (world.inLibrary(member.owner.definition)) return givesAs(world, member, given, type);
  if (member.isSettable && !given.isSettable) return false;
  if (member.functions.length > 0 && given.functions.length > 0) {
    return member.functions.every((one) => given.functions.some((other) => acceptsAs(world, one, other, type, byName)));
  }
  const own = valueOf(world, type, name, given);
  return serves(world, own, value) && (!member.isSettable || serves(world, value, own));
}

/** Whether a function may give what one of the library does that a protocol has from a base there. */
function givesAs(world: World, { functions: [asked, ...others], owner }: Member, given: Member, type: DefinitionId): boolean {
  return asked === undefined || others.length > 0 || given.functions.length === 0 ||
    given.functions.some((one) => mayGiveAs(world, { function: asked, owner }, one, type));
}

/** What a member of an instance is declared to be; unknown where what reading it gives is only inferred. */
function valueOf(world: World, type: DefinitionId, name: string, { field }: Member): Declared {
  const read = memberMeaning(world, instance(type), name, Space.value);
  if (read.weak) return UNDECLARED;
  const { view, row } = declarationOf(world, type, name);
  // What answers for itself where it is read is no value of the type that it gives.
  const held = field === 0 ? read : definitionValue(world, field, Space.value);
  return {
    type: readerOf(world, held) === undefined ? read : held,
    orNothing: view === undefined ? undefined : declaredBy(world, view, row).orNothing,
  };
}

/** The type expression by which a member is declared, if it is. */
function declarationOf(world: World, type: DefinitionId, name: string): { readonly view?: FileView; readonly row: number } {
  const declared = firstDeclaring(world, type, name);
  if (declared === undefined) return { row: 0 };
  const { view, rows } = declared;
  const { bindings, definitions } = view.facts;
  const types = rows.map((row) => (bindings.definition[row] === 0 ? bindings.type : definitions.type)[bindings.definition[row] || row]!);
  const row = types.find((one) => one !== 0);
  return row === undefined ? { row: 0 } : { view, row };
}

/** The member that the first of a type's bases declares, itself included. */
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

/** Of a function's several definitions the overloads, where it has such; else the last. */
function overloadsOf(view: FileView, rows: readonly number[]): readonly number[] {
  if (rows.length < 2) return rows;
  const overloads = rows.filter((row) => (view.facts.definitions.flags[row]! & DefinitionFlag.bodiless) !== 0);
  return overloads.length > 0 ? overloads : rows.slice(-1);
}
