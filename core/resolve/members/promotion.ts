/**
 * Members that a type has through another one: promoted from embedded fields, from what it dereferences to, or from the types that an
 * untyped number may have.
 *
 * Stage: resolve. Invariant: the shallowest wins; two at one depth are a union, never a choice.
 */
import { DefinitionFlag, DefinitionKind } from "../../facts.ts";
import { callUnseen } from "../calls/call_results.ts";
import {
  type DefinitionId,
  definitionId,
  eitherExternal,
  external,
  fileOf,
  functionMeaning,
  instance,
  isKnown,
  type Meaning,
  rowOf,
  Tag,
  union,
  UNKNOWN,
  weaken,
} from "../meaning.ts";
import { definitionValue } from "../names/bindings.ts";
import { Space } from "../names/names.ts";
import { hasReceiver } from "../state/parameters.ts";
import { substituteParameters } from "../types/environments.ts";
import { seenThrough, traitOfImpl } from "../types/fitting.ts";
import { firstMember, orderOf, specialized } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import { seenFrom, settle } from "./bind_member.ts";
import { MANY_TYPES, type MemberPlaces, placesInOrder, placesOf, sortMembers } from "./member_places.ts";
import { memberMeaning, outsideMember } from "./members.ts";
import { isOfOtherBuild, memberInOrder, type MemberQuery, memberQuery, ownMember } from "./own_members.ts";

/** The types embedded at one depth. */
export interface EmbeddedLevel {
  /** Each type once, at its smallest depth; and external ones. */
  readonly types: readonly Meaning[];
  /** For many types: those that may have a name. */
  readonly places?: MemberPlaces | undefined;
}

/** Maximum depth. */
const DEEPEST = 8;

/** The members with a name of the shallowest embedded types that have it. */
interface Promoted {
  /** An external type that is shallower than `member`, or at any depth if there is none: it may have the name, too. */
  readonly outside: Meaning | undefined;
  readonly member: Meaning | undefined;
  /** Whether no other package can see the `member`, because its name is not exported. */
  readonly isHidden: boolean;
}

/**
 * Go's promotion: members of embedded fields, the shallowest first; two at one depth are ambiguous. An external type hides deeper ones if
 * it has the name: this is assumed for names that are common outside (`promotedBehind`), otherwise the deeper one is likely.
 */
export function promotedMember(world: World, type: Meaning, name: string): Meaning | undefined {
  const { outside, member, isHidden } = findPromoted(world, type, name);
  if (outside === undefined || (member !== undefined && isHidden)) return member;
  return member === undefined || world.isCommonMethod(name) || surelyHas(world, outside, name)
    ? outsideMember(world, outside, name, Space.value)
    : weaken(member);
}

/** A member that is deeper than an external type assumed to have the name. */
export function promotedBehind(world: World, type: Meaning, name: string): Meaning | undefined {
  const { outside, member } = findPromoted(world, type, name);
  return outside === undefined || surelyHas(world, outside, name) ? undefined : member;
}

/** An unexported promoted member, as seen by the package of the definition `asking`: the same name in another package is distinct. */
export function promotedUnexported(world: World, type: DefinitionId, name: string, asking: DefinitionId): Meaning {
  return findPromoted(world, instance(type), name, asking).member ?? UNKNOWN;
}

/** @param asking a definition of the package that sees unexported names */
function findPromoted(world: World, type: Meaning, name: string, asking = type.definition): Promoted {
  let unseen: Meaning | undefined;
  let outside: Meaning | undefined;
  for (const { types, places } of levelsOf(world, type)) {
    const found: Meaning[] = [];
    let isHidden = true;
    let beside: Meaning | undefined;
    for (const place of places === undefined ? types.keys() : placesOf(world, places, name)) {
      const one = types[place]!;
      if (one.tag === Tag.external) {
        if (mayHave(world, one, name)) beside = beside === undefined ? one : eitherHaving(world, beside, one, name);
        continue;
      }
      const order = orderOf(world, one.definition);
      for (const i of placesInOrder(world, one.definition, order, name) ?? order.keys()) {
        const entry = order[i]!;
        if (entry.tag === Tag.external && mayPassOn(world, entry, name)) beside ??= entry;
        if (entry.tag !== Tag.instance) continue;
        const own = memberInOrder(world, one.definition, entry.definition === one.definition ? one : entry, memberQuery(one, name));
        if (own === undefined) continue;
        const isUnexported = hasUnexported(world, entry.definition, own, name);
        const isOutsideRepository = isUnexported && !world.targets.areOfOnePackage(entry.definition, asking);
        if (isOutsideRepository || isOfOtherBuild(world, own, one.definition)) unseen ??= own;
        else {
          found.push(own);
          isHidden &&= isUnexported;
        }
        break;
      }
    }
    if (found.length > 0) return { outside, member: found.length === 1 ? found[0]! : union(found), isHidden };
    outside ??= beside;
  }
  return { outside, member: outside === undefined ? unseen : undefined, isHidden: false };
}

/** Whether an external type may have the name: not if all its names are known, and this is not one. */
function mayHave(world: World, type: Meaning, name: string): boolean {
  return world.rules.embeddedMembers?.has(type.name) !== true || surelyHas(world, type, name);
}

/**
 * Whether a type defined from an external one (`type Lock sync.Mutex`) may have the name: of known external types other than interfaces, it
 * has only the fields.
 */
function mayPassOn(world: World, type: Meaning, name: string): boolean {
  return world.rules.embeddedMembers?.get(type.name)?.has(`.${name}`) !== false;
}

function surelyHas(world: World, { name: type }: Meaning, name: string): boolean {
  const known = world.rules.embeddedMembers?.get(type);
  return known !== undefined && (known.has(name) || known.has(`.${name}`));
}

/** The one of two external types that has the name, if known. */
function eitherHaving(world: World, one: Meaning, other: Meaning, name: string): Meaning {
  if (surelyHas(world, one, name)) return one;
  return surelyHas(world, other, name) ? other : eitherExternal(one, other);
}

/** Whether a type has a method through an embedded external type that is known to have it. */
export function promotesKnown(world: World, type: DefinitionId, name: string): boolean {
  const { outside, member } = findPromoted(world, instance(type), name);
  return member === undefined && outside !== undefined && world.rules.embeddedMembers?.get(outside.name)?.has(name) === true;
}

/** @param member the type's member under the name: a field in its body, a method in its body or attached to it */
function hasUnexported(world: World, type: DefinitionId, member: Meaning, name: string): boolean {
  const definition = firstMember(world, type, name) || (member.tag === Tag.definition ? member.definition : 0);
  return definition !== 0 && (world.flagsOf(definition) & DefinitionFlag.exported) === 0;
}

/** The embedding levels of a type; cached for types that embed many. */
function levelsOf(world: World, type: Meaning): Iterable<EmbeddedLevel> {
  const { embeddedLevels } = world.kept;
  const isPlain = type.items.length === 0 && !type.weak;
  const known = isPlain ? embeddedLevels.get(type.definition) : undefined;
  if (known !== undefined) return known;
  const embedded = embeddedOf(world, type);
  if (embedded.length <= MANY_TYPES || !isPlain) return makeLevels(world, type, embedded);
  return embeddedLevels.seek(type.definition, () => {
    const { value, isCertain } = world.evaluation.within(() =>
      [...makeLevels(world, type, embeddedOf(world, type))].map((level) => ({ ...level, places: sortMembers(world, level.types) }))
    );
    return { value, isCertain: isCertain && value.every(({ places }) => places !== undefined) };
  }, fileOf(type.definition));
}

function* makeLevels(world: World, type: Meaning, embedded: readonly Meaning[]): Iterable<EmbeddedLevel> {
  const seen = new Set<DefinitionId>([type.definition]);
  let level = embedded;
  for (let i = 0; level.length > 0 && i < DEEPEST; i++) {
    const types = level.filter((one) => {
      if (one.tag !== Tag.instance || seen.has(one.definition)) return one.tag === Tag.external;
      seen.add(one.definition);
      return true;
    });
    yield { types };
    level = types.flatMap((one) => one.tag === Tag.instance ? embeddedOf(world, one) : []);
  }
}

/** The types that a type embeds itself, or its underlying type (`type T U`). */
export function embeddedOf(world: World, type: Meaning): Meaning[] {
  if (world.kindOf(type.definition) === DefinitionKind.type_alias) {
    const base = orderOf(world, type.definition)[1];
    return base?.tag === Tag.instance ? embeddedOf(world, substituteParameters(world, base, type.definition, type.items)) : [];
  }
  const view = world.viewOf(type.definition);
  const { definitions, bindings } = view.facts;
  const body = definitions.body[rowOf(type.definition)]!;
  if (body === 0 || !view.embeds) return [];
  const embedded: Meaning[] = [];
  for (const row of view.ownedBy(body)) {
    const definition = bindings.definition[row]!;
    if (definition === 0 || (definitions.flags[definition]! & DefinitionFlag.embedded) === 0) continue;
    embedded.push(settle(world, definitionValue(world, definitionId(view.index, definition), Space.value), type, type));
  }
  return embedded;
}

/** A member of what the type wraps: a pointer's target, the `T` of `Box<T>`, the target of a `Deref` impl of the repository. */
export function throughDereference(world: World, type: Meaning, query: MemberQuery, depth: number): Meaning | undefined {
  const inner = seenThrough(world, type);
  if (inner !== undefined) {
    const { receiver, name, space } = query;
    const member = memberMeaning(world, receiver.weak ? weaken(inner) : inner, name, space, depth + 1);
    return passedOn(world, type, member, name, receiver.weak) ?? member;
  }
  return world.inLibrary(type.definition) ? undefined : dereferencedMember(world, type, query, depth);
}

/**
 * The member that a library pointer has in place of its target's `member`: that of a trait which it implements if its target does, with the
 * same result. An external trait may be one of these, and certainly is if the method takes a value that cannot be moved out of the pointer.
 */
function passedOn(world: World, pointer: Meaning, member: Meaning, name: string, weak: boolean): Meaning | undefined {
  const type = world.nameOf(pointer.definition);
  const { operations } = world.rules;
  const traits = operations.passedOn?.[type];
  const impl = traits === undefined || member.tag !== Tag.definition ? 0 : world.parentOf(member.definition);
  if (impl === 0 || world.kindOf(impl) !== DefinitionKind.impl) return undefined;
  const trait = traitOfImpl(world, impl);
  if (trait.tag === Tag.instance) {
    const isOwn = world.inLibrary(trait.definition) && traits!.includes(world.nameOf(trait.definition));
    if (!isOwn) return undefined;
    const result = callUnseen(world, member);
    return { ...external(`${type}.${name}`, weak), result: functionMeaning([], weak ? weaken(result) : result) };
  }
  if (trait.tag !== Tag.external) return undefined;
  const isMoved = (world.flagsOf(member.definition) & DefinitionFlag.byReference) === 0 && hasReceiver(world, member.definition);
  return isMoved && operations.shared?.includes(type) === true ? external(`${type}.${name}`, weak) : weaken(member);
}

/** A member of the result of the type's own dereferencing method. */
export function dereferencedMember(world: World, type: Meaning, query: MemberQuery, depth: number): Meaning | undefined {
  const { receiver, name, space } = query;
  if (world.rules.protocols.deref?.includes(name) !== false) return undefined;
  const target = dereferenced(world, type, receiver);
  return target === undefined ? undefined : memberMeaning(world, target, name, space, depth + 1);
}

/** The result of the type's own dereferencing method, or of a derived one. */
export function dereferenced(world: World, type: Meaning, receiver: Meaning): Meaning | undefined {
  const deref = world.rules.protocols.deref;
  const method = deref === undefined ? undefined : ownMethod(world, type, deref[0]!, receiver);
  if (method === undefined) return madeToDereference(world, type);
  const target = callUnseen(world, { ...method, result: receiver });
  return target.tag === Tag.unknown || target.tag === Tag.self ? undefined : target;
}

/** A value, or what it dereferences to of the `named` type: for a lazy `Arc<T>`, `Arc::clone(&LAZY)` clones the `Arc<T>`. */
export function behindAs(world: World, value: Meaning, named: Meaning | undefined): Meaning {
  if (named === undefined || value.definition === named.definition || world.kindOf(named.definition) === DefinitionKind.trait) return value;
  let inner: Meaning | undefined = value;
  for (let depth = 0; depth < DEEPEST && inner?.tag === Tag.instance; depth++) {
    inner = dereferenced(world, inner, inner);
    if (inner?.definition === named.definition) return inner;
  }
  return value;
}

function madeToDereference(world: World, type: Meaning): Meaning | undefined {
  const { derivedDeref } = world.rules;
  if (derivedDeref === undefined || world.kindOf(type.definition) !== DefinitionKind.struct) return undefined;
  const made = orderOf(world, type.definition).find((entry) =>
    entry.tag === Tag.instance && entry.definition === world.library.definition(derivedDeref)
  );
  return made === undefined ? undefined : specialized(world, made, type).items[0];
}

/** A method in the type's body or attached to it; a trait also has those of its supertraits. */
export function ownMethod(world: World, type: Meaning, name: string, receiver = type): Meaning | undefined {
  const own = ownMember(world, type.definition, type, memberQuery(type, name));
  if (own !== undefined || world.kindOf(type.definition) !== DefinitionKind.trait) return own?.tag === Tag.definition ? own : undefined;
  for (const base of orderOf(world, type.definition)) {
    if (base.tag !== Tag.instance || base.definition === type.definition) continue;
    const entry = substituteParameters(world, seenFrom(world, base, type.definition, receiver), type.definition, type.items);
    const method = ownMember(world, entry.definition, entry, memberQuery(type, name));
    if (method !== undefined) return method.tag === Tag.definition ? method : undefined;
  }
  return undefined;
}

/**
 * A member that the repository adds to one of the types of an untyped number (`5.days()` of `i64`); unknown if there are several, undefined
 * if none.
 */
export function promotedNumber(world: World, type: Meaning, name: string): Meaning | undefined {
  const { promotions } = world.rules;
  if (promotions === undefined || !world.rules.callingTypeConverts) return undefined;
  const own = world.nameOf(type.definition);
  let found: Meaning | undefined;
  for (const [wanted, from] of Object.entries(promotions)) {
    if (!from.includes(own) || wanted === own) continue;
    const number = instance(world.library.definition(wanted), [], type.weak);
    if (!world.attachments.get(number.definition)?.traits.some((impl) => !world.inLibrary(impl))) continue;
    const member = memberMeaning(world, number, name, Space.value);
    if (!isKnown(member) || (member.tag === Tag.definition && world.inLibrary(member.definition))) continue;
    if (found !== undefined) return UNKNOWN;
    found = member;
  }
  return found;
}
