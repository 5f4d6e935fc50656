/**
 * Members of a definition itself: static members, variants, exports of a namespace, declarations merged with it.
 *
 * Stage: resolve.
 */
import { DefinitionKind, isCallable } from "../../facts.ts";
import { TYPE_KINDS } from "../../facts/outline.ts";
import { askedMember } from "../calls/asked_functions.ts";
import { functionResult } from "../calls/results.ts";
import { evaluateType } from "../evaluate.ts";
import {
  type DefinitionId,
  definitionId,
  definitionMeaning,
  fileOf,
  instance,
  isKnown,
  type Meaning,
  OF_TYPE,
  rowOf,
  Tag,
  union,
  UNKNOWN,
  weaken,
} from "../meaning.ts";
import { memberThrough } from "../names/passed_through.ts";
import { namespaceMember, typeBeside } from "../names/module_members.ts";
import { libraryModuleMember, Space } from "../names/names.ts";
import { exportedElsewhere } from "../names/script_names.ts";
import { hasReceiver } from "../state/parameters.ts";
import { functionMember } from "../traits/blankets.ts";
import { aboveOf } from "../types/inheritance.ts";
import { instanceOf } from "../types/instances.ts";
import { openAlias } from "../types/type_arguments.ts";
import { runOutside } from "../types/external_types.ts";
import type { World } from "../world.ts";
import { attributeOf } from "./any_member.ts";
import { heritageMember } from "./composed.ts";
import { decoratedMember } from "./decorated.ts";
import { enumValue } from "./enum_values.ts";
import { furtherMember } from "./further_bases.ts";
import { instanceMember } from "./instance_members.ts";
import { memberMeaning, outsideMember } from "./members.ts";
import { metaclassMember } from "./metaclass_members.ts";
import { memberQuery, ofValue, ownMember } from "./own_members.ts";

/** Kinds of types with instances. */
export const MADE_KINDS: ReadonlySet<number> = new Set([DefinitionKind.class, DefinitionKind.struct, DefinitionKind.enum]);

/** A member of a definition itself: static members, variants, exports of a namespace. */
export function definitionMember(world: World, object: Meaning, name: string, space: number, depth: number): Meaning {
  const found = memberOf(world, object, name, space, depth);
  // A member of a definition that is only likely meant is itself only likely.
  return object.weak && found.tag === Tag.definition && world.rules.separateTypes ? weaken(found) : found;
}

function memberOf(world: World, object: Meaning, name: string, space: number, depth: number): Meaning {
  const id = object.definition;
  const kind = world.kindOf(id);
  if (kind === DefinitionKind.namespace) {
    return namespaceMember(world, id, name, space) ?? exportedElsewhere(world, id, name, space) ??
      memberThrough(world, object, name, space) ?? UNKNOWN;
  }
  if (name === world.rules.prototype && (kind === DefinitionKind.class || isCallable(kind))) return instance(id, object.items);
  if (kind === DefinitionKind.enum_member) {
    const hasBody = world.viewOf(id).facts.definitions.supertypes[rowOf(id)] !== 0;
    const own = hasBody ? ownMember(world, id, instance(id), ofValue(object, name, space)) : undefined;
    if (own !== undefined) return own;
    const whole = instance(world.parentOf(id), object.items, object.weak);
    const found = instanceMember(world, whole, ofValue(whole, name), depth + 1);
    return enumValue(world, object, name, found) ?? found;
  }
  if (kind === DefinitionKind.type_alias && world.attachments.get(id) === undefined) {
    return memberOfAlias(world, object, name, space, depth);
  }
  return TYPE_KINDS.has(kind) ? memberOfType(world, object, name, space, depth) : memberOfValue(world, object, name, space, depth);
}

/** A member of the target of a type alias, with its type arguments. */
function memberOfAlias(world: World, object: Meaning, name: string, space: number, depth: number): Meaning {
  const id = object.definition;
  const merged = world.rules.separateTypes ? mergedMember(world, id, name, space) : undefined;
  if (merged !== undefined) return merged;
  const view = world.viewOf(id);
  const type = view.facts.definitions.type[rowOf(id)]!;
  const aliased = type === 0 ? UNKNOWN : evaluateType(world, view, type);
  if (aliased.tag === Tag.external) return outsideMember(world, aliased, name, space);
  // An associated type of the alias's own parameter (`type Clock<C> = <C as Config>::Clock`).
  const projected = aliased.tag === Tag.parameter && world.rules.associatedTypes ? instanceOf(world, object, object.items) : UNKNOWN;
  if (projected.tag === Tag.parameter) return memberMeaning(world, projected, name, space, depth + 1);
  if (projected.tag === Tag.instance) {
    return memberMeaning(world, definitionMeaning(projected.definition, undefined, projected.items), name, space, depth + 1);
  }
  if (aliased.tag !== Tag.instance) return UNKNOWN;
  const items = aliased.items.length === 0 ? aliased.items : openAlias(world, object, aliased);
  return memberMeaning(world, definitionMeaning(aliased.definition, undefined, items), name, space, depth + 1);
}

/** A member of a type itself: its own, those of all values, its metaclass's, or those of merged namespaces. */
function memberOfType(world: World, object: Meaning, name: string, space: number, depth: number): Meaning {
  const id = object.definition;
  const receiver = object.result ?? instance(id, object.items);
  const found = instanceMember(world, instance(id, object.items), memberQuery(receiver, name, space, true), depth);
  const isOfLibrary = found.tag === Tag.definition && world.inLibrary(found.definition);
  // Members of all values come after declared ones.
  if (isOfLibrary && world.rules.separateTypes) return mergedMember(world, id, name, space) ?? found;
  if (isKnown(found)) return askedOfType(world, found);
  // A module may have the name of a type (`slice::Iter`).
  if (world.rules.kindsApart && world.inLibrary(id)) return libraryModuleMember(world, world.nameOf(id), name, space) ?? found;
  const isOpen = found.tag === Tag.external || (found.tag === Tag.unknown && found.name === "");
  const above = isOpen ? metaclassMember(world, object, ofValue(object, name), depth, found) : undefined;
  if (above !== undefined) return above;
  const isGiver = found.tag === Tag.external && MADE_KINDS.has(world.kindOf(id)) && furtherMember(world, object, name) === undefined;
  // An external constant may contain values of the type.
  const items = isGiver && world.rules.implementations ? [...found.items, weaken(receiver)] : found.items;
  const outer = isGiver ? { ...found, result: receiver, items } : found;
  if (!world.rules.separateTypes) return outer;
  return mergedMember(world, id, name, space) ?? mergedAbove(world, id, name, space) ??
    heritageMember(world, object, name, space, depth) ?? (space === Space.type ? UNKNOWN : outer);
}

/** A member of a function, or of a value: one assigned to it, or one of its declared type. */
function memberOfValue(world: World, object: Meaning, name: string, space: number, depth: number): Meaning {
  const id = object.definition;
  const kind = world.kindOf(id);
  const attached = ownMember(world, id, instance(id), memberQuery(object, name, Space.value, true));
  if (attached !== undefined) {
    // The function's declared type has the member as well (`const f: Type = () => {}; f.go = () => {}`).
    const asked = isCallable(kind) ? askedMember(world, id, name, space, depth + 1) : undefined;
    return asked?.tag === Tag.definition && !world.inLibrary(asked.definition) ? union([asked, attached]) : attached;
  }
  return mergedMember(world, id, name, space) ?? askedMember(world, id, name, space, depth + 1) ??
    decoratedMember(world, object, name, space, depth + 1) ??
    functionMember(world, object, name) ?? (isCallable(kind) ? runOutside(world, name, functionResult(world, id)) : undefined) ??
    attributeOf(world, kind, name);
}

/** A method read from its type, which takes its receiver as an argument; where items have paths, a function beside it may take none. */
function askedOfType(world: World, member: Meaning): Meaning {
  const { callingTypeConverts, itemPaths } = world.rules;
  if (!callingTypeConverts) return member;
  if (member.tag === Tag.union) return { ...member, items: member.items.map((part) => askedOfType(world, part)) };
  if (member.tag !== Tag.definition || member.held || world.kindOf(member.definition) !== DefinitionKind.method) return member;
  return itemPaths && !hasReceiver(world, member.definition) ? member : { ...member, name: OF_TYPE };
}

/** The members that a class has from namespaces merged with its bases: their values are static members of these, and thus inherited. */
function mergedAbove(world: World, id: DefinitionId, name: string, space: number): Meaning | undefined {
  if (space === Space.type || world.kindOf(id) !== DefinitionKind.class) return undefined;
  for (const base of aboveOf(world, id)) {
    if (base.tag !== Tag.instance || world.kindOf(base.definition) !== DefinitionKind.class) continue;
    world.ask(fileOf(base.definition));
    const found = mergedMember(world, base.definition, name, space);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Declaration merging: a namespace of the same name beside a class, an enum, an alias or a function. */
function mergedMember(world: World, id: DefinitionId, name: string, space: number): Meaning | undefined {
  const view = world.viewOf(id);
  const { bindings, definitions } = view.facts;
  for (const other of view.namesakes(rowOf(id))) {
    const definition = bindings.definition[other]!;
    if (definitions.kind[definition] !== DefinitionKind.namespace) continue;
    const found = namespaceMember(world, definitionId(view.index, definition), name, space);
    if (found !== undefined) return found;
  }
  return space === Space.type ? typeBeside(world, id, name) : undefined;
}
