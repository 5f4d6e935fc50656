/**
 * Members of the repository that a call on an external value may run, because of what that value received: members of the types, functions
 * that were passed to it.
 *
 * Stage: resolve. Invariant: these are candidates, as in `given_types.ts`.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { MOST_CANDIDATES } from "../../edges.ts";
import { DefinitionKind, isCallable } from "../../facts.ts";
import { argumentsOf } from "../../facts/given_values.ts";
import { evaluateValue } from "../evaluate.ts";
import { type DefinitionId, type Meaning, Tag } from "../meaning.ts";
import { runBy } from "../members/constructors.ts";
import { furtherMember } from "../members/further_bases.ts";
import { heldByProperty } from "../members/function_properties.ts";
import { memberMeaning } from "../members/members.ts";
import { Space } from "../names/names.ts";
import { isOwnDefinition, ownDefinitions } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { isNotKnown, typesGiven, typesPassedTo } from "./given_types.ts";
import { typesWithin } from "./types_within.ts";

/**
 * Members called `name` of the types that the origin of `receiver`, an external value, received: as type arguments, or as arguments of the
 * external calls that created it.
 */
export function membersOfGiven(world: World, view: FileView, object: number, receiver: Meaning, name: string): DefinitionId[] {
  if (receiver.tag !== Tag.external || !mayBeMember(world, name)) return [];
  const found = new Set<DefinitionId>();
  for (const type of new Set(typesGiven(world, view, object))) {
    // An external type has its own members with common names, and an unknown value may have, too.
    const isOutside = type.tag === Tag.external || (type.tag === Tag.unknown && world.rules.externalParts === true);
    if (isOutside && world.isCommonMethod(name)) continue;
    const nearest = memberMeaning(world, type, name, world.rules.fieldsApart === true ? Space.call : Space.value);
    const member = nearest.tag === Tag.external ? furtherMember(world, type, name) ?? nearest : nearest;
    const isOpen = type.tag === Tag.unknown || isNotKnown(world, type, name, member);
    if (isOwnDefinition(world, member)) found.add(member.definition);
    else {for (const one of isOpen ? world.repository.methods(name).slice(0, MOST_CANDIDATES) : heldByProperty(world, type, name)) {
        found.add(one);
      }}
  }
  for (const type of pointedAt(world, receiver, name)) {
    const member = memberMeaning(world, type, name, Space.call);
    // The pointer itself may have what a blanket impl provides.
    if (isOwnDefinition(world, member) && !world.attachments.isBlanket(world.parentOf(member.definition))) found.add(member.definition);
  }
  for (const member of pointedAtUnknown(world, receiver, name)) found.add(member);
  return [...found];
}

/** If an external type may point to a type of which nothing is known, such as a generated one: all members of that name. */
function pointedAtUnknown(world: World, { applied = [] }: Meaning, name: string): readonly DefinitionId[] {
  const mayPoint = world.rules.protocols.deref !== undefined && applied.length === 1 && applied[0]!.tag === Tag.unknown;
  const named = mayPoint && !world.isCommonMethod(name) ? world.repository.methods(name) : NO_ROWS;
  return named.length <= MOST_CANDIDATES ? named : NO_ROWS;
}

/**
 * Members called `name` of the types passed to the call `maker`, which creates a class attribute (`owner =
 * CustomerField("shop.Customer")`).
 */
export function membersOfPassed(world: World, view: FileView, maker: number, name: string): DefinitionId[] {
  return ownDefinitions(world, typesPassedTo(world, view, maker).map((type) => memberMeaning(world, type, name, Space.value)));
}

/** Whether the repository has a method, or a callable member of an object, of that name. */
function mayBeMember(world: World, name: string): boolean {
  if (world.repository.methods(name).length > 0) return true;
  // `{ load }` for a function, `new stores.Store()` for a module.
  return world.rules.separateTypes && (world.repository.callables(name).length > 0 || hasClass(world, name));
}

/** Whether the repository has a class of that name, in a language where modules may be passed as values. */
export function hasClass(world: World, name: string): boolean {
  if (world.rules.separateTypes !== true) return false;
  world.askName(name);
  return world.names.find("nameable", name).some((id) => world.kindOf(id) === DefinitionKind.class);
}

/**
 * What an external type may point to, where types do so (`node.level()` of a `SharedPointer<Node>`), or consist of, where types are built
 * from the members of others (`Mocked<Client>`): what it received. Members with common names are its own.
 */
function pointedAt(world: World, { applied = [] }: Meaning, name: string): readonly Meaning[] {
  const mayPoint = (world.rules.protocols.deref !== undefined || world.rules.separateTypes) && !world.isCommonMethod(name);
  return mayPoint ? typesWithin(world, applied) : [];
}

/** Functions, and constructors of classes, that were passed to the external call that created `value`: calling the value may call them. */
export function functionsGivenTo(world: World, value: Meaning): DefinitionId[] {
  if (value.origin === undefined) return [];
  const view = world.view(value.origin.file);
  const found = new Set<DefinitionId>();
  for (const argument of argumentsOf(view.facts, value.origin.expression)) {
    const value = evaluateValue(world, view, argument);
    const { definition } = value;
    if (!isOwnDefinition(world, value) || world.nameOf(definition) === "") continue;
    const kind = world.kindOf(definition);
    if (isCallable(kind) && kind !== DefinitionKind.lambda) found.add(definition);
    else if (kind === DefinitionKind.class && !world.rules.callingTypeConverts) found.add(runBy(world, definition));
  }
  return [...found];
}
