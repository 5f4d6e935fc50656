/**
 * The members of a value, depending on what it is: external, a module, a union, a type parameter, a tuple, an instance, a definition.
 *
 * Stage: resolve. Invariant: an external value ends the search: no member of the repository is guessed for an external type.
 */
import { DefinitionKind } from "../../facts.ts";
import { ItemMode } from "../../facts/expressions.ts";
import type { ResolutionRules } from "../../rules/resolution_rules.ts";
import { memberOfGiver } from "../calls/givers.ts";
import {
  ABOVE,
  boundsIn,
  CLASS,
  COMPOSED,
  definitionMeaning,
  fileOf,
  instance,
  MADE,
  madeOf,
  type Meaning,
  outOf,
  rowOf,
  Tag,
  union,
  UNKNOWN,
  weaken,
  WIDEST,
} from "../meaning.ts";
import { bindingMeaning } from "../names/bindings.ts";
import { memberThrough } from "../names/passed_through.ts";
import { moduleMember } from "../names/module_members.ts";
import { libraryModuleMember, Space } from "../names/names.ts";
import { isOfKind } from "../ownership.ts";
import { blanketMember, functionMember, libraryBlanketMember, memberOfBlanket } from "../traits/blankets.ts";
import { isExternalMember, memberGivenOutside } from "../traits/given_to_external.ts";
import { traitDeclaring } from "../traits/associated.ts";
import { implOf, ownerOfImpl, traitDefinition } from "../types/fitting.ts";
import { inheritedFrom } from "../types/inheritance.ts";
import { anyOfKeyed } from "../types/keyed.ts";
import { partAt } from "../types/rest_parts.ts";
import { LEFT_OPEN } from "../types/type_arguments.ts";
import { runOutside } from "../types/external_types.ts";
import type { World } from "../world.ts";
import { anyOfModule, attributeOf } from "./any_member.ts";
import { bindMember } from "./bind_member.ts";
import { heritageMember, madeByNew } from "./composed.ts";
import { definitionMember } from "./definition_members.ts";
import { enumValue } from "./enum_values.ts";
import { instanceMember, libraryMember } from "./instance_members.ts";
import { ofValue } from "./own_members.ts";
import { memberPointedAt } from "./external_pointee.ts";

/** Maximum number of steps from member to member: bounds of bounds, parts of unions, bases of aliases. */
export const DEEPEST = 24;

/** Member `name` of `object`. */
export function memberMeaning(world: World, object: Meaning, name: string, space: number, depth = 0): Meaning {
  if (depth > DEEPEST) return UNKNOWN;
  switch (object.tag) {
    case Tag.external:
      return memberOfGiver(world, object, name) ?? memberPointedAt(world, object, name, space, depth) ??
        ofGiver(world, object, outsideMember(world, object, name, space));
    case Tag.module: {
      const found = moduleMember(world, object, name, space) ?? anyOfModule(world, object, name) ??
        memberThrough(world, object, name, space);
      return found === undefined ? ofAnyValue(world, name) : object.weak ? weaken(found) : found;
    }
    case Tag.union:
      return memberOfAny(world, object, name, space, depth);
    case Tag.definition: {
      const found = definitionMember(world, object, name, space, depth);
      return object.weak && world.rules.itemPaths ? weaken(found) : found;
    }
    case Tag.instance: {
      const found = instanceMember(world, object, ofValue(object, name, space), depth);
      return found.tag === Tag.unknown && found.held ? enumValue(world, object, name, found) ?? found : found;
    }
    case Tag.self: {
      const type = instance(object.definition);
      if (object.name !== ABOVE) {
        const found = instanceMember(world, type, ofValue(object, name, space), depth);
        return found.tag === Tag.unknown && found.held ? enumValue(world, type, name, found) ?? found : found;
      }
      const above = inheritedFrom(world, object.definition, object.items[0]);
      const found = instanceMember(world, type, ofValue({ ...object, name: "", items: [] }, name, space), depth, above);
      return found.tag === Tag.unknown ? heritageMember(world, definitionMeaning(object.definition), name, space, depth) ?? found : found;
    }
    case Tag.parameter:
      return boundMember(world, object.name === CLASS ? madeOf(object) : object, name, space, depth);
    case Tag.tuple:
      return /^\d+$/.test(name) ? partAt(world, object, Number(name), ItemMode.written) : tupleMember(world, object, name, depth);
    case Tag.function:
      return functionMember(world, object, name) ?? runOutside(world, name, object.result) ??
        attributeOf(world, DefinitionKind.function, name);
    case Tag.keyed:
      return memberMeaning(world, object.result ?? anyOfKeyed(world, object), name, space, depth + 1);
    default:
      return ofAnyValue(world, name);
  }
}

/** The meaning of a name that the language defines for everything that has it. */
function ofAnyValue(world: World, name: string): Meaning {
  const type = world.rules.ofAnyValue?.get(name);
  return type === undefined ? UNKNOWN : instance(world.library.definition(type), [], true);
}

/**
 * A member of an attribute that a repository class has from outside (`Job.objects.get`) returns the same as the class's own inherited
 * methods (`Job.get`). After a path, another type is meant.
 */
function ofGiver(world: World, object: Meaning, member: Meaning): Meaning {
  const isGiven = object.result !== undefined && member.tag === Tag.external && !world.rules.itemPaths;
  return isGiven ? { ...member, result: object.result } : member;
}

/** The members with one name of the parts of a union. */
function memberOfAny(world: World, object: Meaning, name: string, space: number, depth: number): Meaning {
  const parts = object.items.map((part) => memberMeaning(world, part, name, space, depth + 1)).filter((m) => m.tag !== Tag.unknown);
  if (parts.length === 0) return UNKNOWN;
  if (isOneNamespace(world, object, parts)) return parts[0]!;
  const isAll = object.name === COMPOSED && !object.weak;
  // If all parts have it, those declared in the repository are meant, whatever an external part has.
  const declared = isAll ? parts.filter(({ tag }) => tag !== Tag.external) : parts;
  const whole = union(declared.length === 0 ? parts : declared, Math.max(WIDEST, object.items.length));
  return isAll ? whole : weaken(whole);
}

/** Whether the parts are declarations of one namespace or merged interfaces, which together define a name. */
function isOneNamespace(world: World, object: Meaning, parts: readonly Meaning[]): boolean {
  if (object.items[0]?.tag !== Tag.definition || !areAll(world, object.items, DefinitionKind.namespace)) return false;
  return parts.length === 1 || areAll(world, parts, DefinitionKind.interface);
}

function areAll(world: World, all: readonly Meaning[], kind: number): boolean {
  return all.every(({ tag, definition }) => tag === Tag.definition && world.kindOf(definition) === kind);
}

/** A name of something external: the library file's definition if it describes that module. */
export function outsideMember(world: World, object: Meaning, name: string, space: number): Meaning {
  const given = memberGivenOutside(world, object, name, space);
  if (given !== undefined) return given;
  const described = libraryModuleMember(world, object.name, name, space);
  if (described !== undefined) return described;
  // The default export of such a module has the module's names.
  if (name === world.rules.mainExport && world.library.modules.has(object.name)) return object;
  return outOf(object, object.name === "" ? name : `${object.name}.${name}`);
}

/** The bound of a type parameter; if it was cut off because it refers to the parameter itself (`N interface{ Next() N }`), as declared. */
function boundOf(world: World, { result, definition, applied }: Meaning): Meaning | undefined {
  if (result === undefined || applied !== undefined || !isCut(result)) return result;
  world.ask(fileOf(definition));
  return bindingMeaning(world, world.viewOf(definition), rowOf(definition), Space.type).result ?? result;
}

/** @param levels maximum depth: a bound may be one of several, and the cut part is among its arguments */
function isCut({ tag, items }: Meaning, levels = 2): boolean {
  if (tag === Tag.unknown || levels === 0) return tag === Tag.unknown;
  for (let i = 0; i < items.length; i++) if (isCut(items[i]!, levels - 1)) return true;
  return false;
}

/**
 * Whether a type parameter stands for a type that is not determined at the call, and may have a method of its own: a parameter that a call
 * left open, one of a type's own declaration, or an associated type of a known type that was not found.
 */
export function isNotKnown(world: World, { name, definition, applied }: Meaning): boolean {
  if (name === LEFT_OPEN || !world.rules.implementations) return name === LEFT_OPEN;
  const kind = world.kindOf(traitDeclaring(world, definition));
  return applied?.[0]?.tag === Tag.instance || kind === DefinitionKind.struct || kind === DefinitionKind.enum;
}

/**
 * A member that the library gives to all types. The unknown value of one of the library's own type parameters, and an associated type of an
 * external or unknown type, may have another one of that name.
 */
function memberOfAll(world: World, parameter: Meaning, name: string): Meaning | undefined {
  const asked = parameter.applied?.[0];
  const isOpen = world.inLibrary(parameter.definition) || asked?.tag === Tag.external ||
    (asked?.tag === Tag.parameter && isNotKnown(world, asked));
  const mayBeOther = isOpen && world.repository.methods(name).length > 0;
  return mayBeOther ? undefined : libraryBlanketMember(world, parameter, name);
}

function boundMember(world: World, object: Meaning, name: string, space: number, depth: number): Meaning {
  const bound = boundOf(world, object);
  if (bound === undefined) return blanketMember(world, object, object, name) ?? memberOfAll(world, object, name) ?? UNKNOWN;
  const bounds = object.name === MADE ? boundsIn(bound).map((one) => madeByNew(world, one)) : boundsIn(bound);
  let outside: Meaning | undefined;
  const found: Meaning[] = [];
  for (const one of bounds) {
    const member = one.tag === Tag.instance
      ? instanceMember(world, one, ofValue({ ...object, weak: false }, name, space), depth + 1)
      : memberMeaning(world, one, name, space, depth + 1);
    if (member.tag === Tag.external) outside = outside === undefined || one.tag === Tag.external ? member : outside;
    else if (member.tag === Tag.unknown) outside ??= member.held ? member : undefined;
    else if (isOfObjects(world, member, one)) continue;
    else if (!found.some((other) => other.definition === member.definition)) found.push(member);
  }
  if (found.length > 0) return isNotKnown(world, object) ? weaken(union(found)) : union(found);
  // A blanket impl for an external bound is less specific than the external bound itself, unless traits in scope decide.
  const blanket = bounds.some((one) => one.tag === Tag.external && isExternalMember(world, one, name))
    ? undefined
    : blanketMember(world, object, object, name);
  return blanket !== undefined && (outside === undefined || !blanket.weak || blanket.tag === Tag.union) ? blanket : outside ?? UNKNOWN;
}

/**
 * Whether a member is implemented for objects of the trait `bound` (`impl Other for dyn Trait`): implementors of the trait do not have it.
 */
function isOfObjects(world: World, { tag, definition }: Meaning, bound: Meaning): boolean {
  const impl = tag === Tag.definition && world.rules.implementations ? implOf(world, definition) : 0;
  return impl !== 0 && ownerOfImpl(world, impl).definition === bound.definition && isOfKind(world, bound, DefinitionKind.trait);
}

/**
 * A tuple has methods from traits, which macros implement for all lengths: a method without a visible impl is that of the only trait that
 * declares it; if a blanket impl of it is visible, that one's, which the macros may rely on.
 */
function tupleMember(world: World, object: Meaning, name: string, depth: number): Meaning {
  const { tupleType = "" } = world.rules;
  const found = libraryMember(world, tupleType, object, name, depth);
  if (found.tag !== Tag.external || found.name !== `${tupleType}.${name}`) return found;
  const [trait, other] = world.repository.traitsDeclaring(name);
  if (trait === undefined || other !== undefined) return trait === undefined ? found : UNKNOWN;
  const blankets = world.attachments.blanketsWith(name).filter((impl) => traitDefinition(world, impl) === trait);
  const given = blankets.length === 1 ? memberOfBlanket(world, blankets[0]!, name, object) : undefined;
  if (given !== undefined) return weaken(given);
  const method = world.repository.callables(name).find((id) => world.parentOf(id) === trait)!;
  world.ask(fileOf(method));
  return weaken(bindMember(world, method, instance(trait), object));
}

/**
 * The member that implements an operation (`x()`: `__call__`); unknown if the language has no such operation, or the value no such member.
 */
export function protocolMember(world: World, object: Meaning, operation: keyof ResolutionRules["protocols"]): Meaning {
  const name = world.rules.protocols[operation]?.[0];
  return name === undefined ? UNKNOWN : memberMeaning(world, object, name, Space.value);
}
