/**
 * Members of a type through a named trait: `Trait::method(value)`, `<T as Trait>::method`, operators.
 *
 * Stage: resolve. Invariant: of the repository's implementations the one for the type; what only a trait's name suggests is weak.
 */
import { DefinitionKind, isCallable } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateValue } from "../evaluate.ts";
import {
  type DefinitionId,
  definitionMeaning,
  DERIVED,
  fileOf,
  IMPLEMENTATIONS,
  instance,
  isObject,
  lastPart,
  type Meaning,
  rowOf,
  Tag,
  union,
  UNKNOWN,
  weaken,
} from "../meaning.ts";
import { membersNamed } from "../members/attachments.ts";
import { bindMember } from "../members/bind_member.ts";
import { MADE_KINDS } from "../members/definition_members.ts";
import { isNotKnown } from "../members/members.ts";
import { preferDefault } from "../names/builds.ts";
import { isOfKind, isOwnObject, isOwnType } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { hasReceiver, parametersOf, receiverType } from "../state/parameters.ts";
import { couldBe, implOf, isForReferences, isSame, ownerOfImpl, seenThrough, traitDefinition, traitOfImpl } from "../types/fitting.ts";
import { parameterTypes } from "../types/inference.ts";
import { entryOf, firstMember } from "../types/inheritance.ts";
import { libraryTraitFor } from "../types/external_types.ts";
import type { World } from "../world.ts";
import { traitDeclaring } from "./associated.ts";
import { passedMember } from "./blankets.ts";
import { implementedFor, implementedOutside, type PassedArguments } from "./by_arguments.ts";
import { isPlacedElsewhere } from "./by_place.ts";
import { scopeOf } from "./trait_scope.ts";
import { hasTrait, withoutPromotion } from "./traits.ts";

/** Member `name` of the type's own implementation of `trait`, which may be external; undefined if it has none. */
export function implementedMember(world: World, type: Meaning, trait: Meaning, name: string): Meaning | undefined {
  if (!isObject(type) && type.tag !== Tag.tuple) return undefined;
  const entry = instance(type.tag === Tag.tuple ? world.library.tupleType() : type.definition, type.items);
  const asked = libraryTraitFor(world, trait);
  // A trait's default type argument may be the type itself.
  const itself = (item: Meaning): Meaning => item.tag === Tag.self && item.definition === asked.definition ? entry : item;
  let isDetermined = true;
  const members = preferDefault(world, world.attachments.get(entry.definition)?.members.get(name) ?? []).filter((member) => {
    const impl = implOf(world, member);
    if (impl === 0 || !couldBe(world, ownerOfImpl(world, impl), entry)) return false;
    const given = traitOfImpl(world, impl);
    // A meaning does not tell whether a reference to the type is asked for, for which another impl, or a derive, is not meant.
    if (isForReferences(world, impl) && !hasReceiver(world, member)) isDetermined = false;
    if (given.tag === Tag.unknown && hasTrait(world, impl)) {
      // An undeclared name (a macro of another file declares it) is likely that of the trait.
      isDetermined = false;
      return world.names.find("given", traitName(world, asked)).includes(impl);
    }
    // `<[u8] as PartialOrd<[u8]>>` is not `impl PartialOrd<Bytes> for [u8]`.
    const arguments_ = argumentsOf(given);
    return isSameTrait(given, asked) &&
      argumentsOf(asked).every((item, i) => arguments_[i] === undefined || couldBe(world, itself(arguments_[i]!), itself(item)));
  });
  for (const member of members) world.ask(fileOf(member));
  if (members.length === 0) return undefined;
  const found = union(withoutPromotion(world, members, entry).map((member) => bindMember(world, member, entry, type)));
  return isDetermined ? found : weaken(found);
}

/** The arguments of a trait, also of an external one. */
function argumentsOf({ tag, items, applied }: Meaning): readonly Meaning[] {
  return tag === Tag.external ? applied ?? [] : items;
}

function traitName(world: World, { tag, definition, name }: Meaning): string {
  return tag === Tag.external ? lastPart(name) : world.nameOf(definition);
}

/** External traits of one name in one crate, which may export them in several of its modules, count as the same. */
export function isSameTrait(one: Meaning, other: Meaning): boolean {
  if (one.tag !== Tag.external) return isSame(one, other);
  return other.tag === Tag.external && lastPart(one.name) === lastPart(other.name) && crateOf(one.name) === crateOf(other.name);
}

function crateOf(name: string): string {
  return name.slice(0, name.indexOf("."));
}

/** Member `name` that `type` has through `trait`: its impl's, or the trait's own, if that is in the repository or library. */
export function memberByTrait(world: World, type: Meaning, trait: Meaning, name: string): Meaning | undefined {
  if (trait.tag === Tag.external) return implementedMember(world, type, trait, name);
  if (trait.tag !== Tag.instance) return undefined;
  const own = implementedMember(world, type, trait, name) ?? givenByTrait(world, type, trait, name);
  if (own !== undefined) return own;
  world.ask(fileOf(trait.definition));
  const member = firstMember(world, trait.definition, name);
  if (member === 0) return undefined;
  // The type's list of derives names a trait that a macro implements.
  const base = isObject(type) ? entryOf(world, type.definition, trait.definition) : undefined;
  const method = bindMember(world, member, base?.name === DERIVED ? { ...trait, name: DERIVED } : trait, type);
  return ofUnknownType(world, type, trait, method) ?? method;
}

/** `Trait::method(value, …)`: the `Self` argument's own implementation; `Type::function(…)` of a library type: the repository's for it. */
export function implementationOf(
  world: World,
  view: FileView,
  callee: number,
  method: Meaning,
  args: PassedArguments,
): Meaning | undefined {
  const { expressions, strings } = view.facts;
  // `<T as Trait>::method` names the type itself.
  const isNamed = expressions.op[callee] === Op.path && expressions.op[expressions.a[callee]!] !== Op.cast;
  if (!isNamed || !world.rules.implementations) return undefined;
  const holder = evaluateValue(world, view, expressions.a[callee]!);
  // `T::function(…)` and `Job::function(…)` name the type as well: an argument may be a pointer to one.
  const isType = holder.tag === Tag.definition && MADE_KINDS.has(world.kindOf(holder.definition)) && !world.inLibrary(holder.definition);
  if (holder.tag === Tag.parameter || isType) return undefined;
  const name = strings[expressions.b[callee]!]!;
  if (holder.tag === Tag.definition && world.inLibrary(holder.definition)) {
    const given = implementedFor(world, holder, name, args);
    if (given !== undefined) {
      if (isPlacedElsewhere(world, view, callee, given)) return undefined;
      // The library may accept an external argument as well, for another type (`Box<str>` beside `Box<Job>`).
      return view.surroundings.placeOf(callee) === undefined && !isOwnObject(world, args.at(0)) ? weaken(given) : given;
    }
  }
  if (holder.tag === Tag.external && method.tag === Tag.external) {
    const given = implementedOutside(world, holder, name, args);
    if (given !== undefined) return given;
  }
  const trait = method.tag === Tag.definition && takesSelf(world, method.definition)
    ? instance(world.parentOf(method.definition), method.items)
    : method.tag === Tag.external
    ? (holder.tag === Tag.definition ? instance(holder.definition, holder.items) : holder)
    : UNKNOWN;
  if (trait.tag !== Tag.external && !isOfKind(world, trait, DefinitionKind.trait)) return undefined;
  const value = givenAsSelf(world, method, args);
  const found = implementedMember(world, value, trait, name) ?? givenByTrait(world, value, trait, name) ??
    passedMember(world, value, trait.definition, name) ?? ofUnknownType(world, value, trait, method);
  if (found !== undefined || value.tag !== Tag.parameter || isKnownAround(world, view, callee, value)) return found;
  return method.tag === Tag.definition ? weaken(method) : found;
}

/** Whether a type parameter, or the base of an associated type, belongs to a function or impl around an expression. */
function isKnownAround(world: World, view: FileView, expression: number, { definition, applied }: Meaning): boolean {
  const whole = applied?.[0];
  if (whole !== undefined) return whole.tag !== Tag.parameter || isKnownAround(world, view, expression, whole);
  const kind = world.kindOf(traitDeclaring(world, definition));
  const scope = isCallable(kind) || kind === DefinitionKind.impl ? scopeOf(view, expression) : 0;
  if (scope === 0) return true;
  return fileOf(definition) === view.index && view.within(scope, view.facts.bindings.scope[rowOf(definition)]!);
}

/** The `Self` argument of a trait's function: its receiver, or the first argument that determines it (`rows: [Self; 2]`). */
function givenAsSelf(world: World, method: Meaning, args: PassedArguments): Meaning {
  if (method.tag !== Tag.definition || hasReceiver(world, method.definition)) return receivedAs(world, method, args.at(0));
  const trait = world.parentOf(method.definition);
  let left = UNKNOWN;
  for (const [i, type] of parameterTypes(world, method.definition).entries()) {
    if (!mentionsSelf(trait, type)) continue;
    const value = args.at(i);
    const known = type.definition === trait ? value : standsForSelf(trait, type, value) ?? UNKNOWN;
    if (known.tag === Tag.unknown) continue;
    if (!value.weak) return known;
    if (left.tag === Tag.unknown || left.definition === trait) left = weaken(known);
  }
  return left;
}

/**
 * The value that stands for `Self` in a method: if the method declares its receiver as a pointer (`self: Pin<&mut Self>`), the pointer's
 * target.
 */
function receivedAs(world: World, { tag, definition }: Meaning, value: Meaning): Meaning {
  const view = tag === Tag.definition ? world.viewOf(definition) : undefined;
  const isPointed = view !== undefined && receiverType(view, rowOf(definition)) !== 0;
  return (isPointed ? seenThrough(world, value) : undefined) ?? value;
}

/** The trait's own method for a value that is not known to have exactly that: its type may have an implementation that is not visible. */
function ofUnknownType(world: World, value: Meaning, { definition: trait }: Meaning, method: Meaning): Meaning | undefined {
  const { tag } = value;
  // The result of a function of a trait that was itself called on an unknown type.
  const isTraits = value.weak && isOfKind(world, value, DefinitionKind.trait);
  const isDetermined = !isTraits && (tag === Tag.instance || tag === Tag.self || (tag === Tag.parameter && !isNotKnown(world, value)));
  return isDetermined || method.tag !== Tag.definition || world.attachments.implsOf(trait).length === 0 ? undefined : weaken(method);
}

/**
 * Member `name` of the repository's implementation of `trait` for an external type; undefined if there is none. Of several, with different
 * trait arguments (`FromSql<Date>`, `FromSql<Time>`), the one with those of `trait`.
 */
function givenByTrait(world: World, value: Meaning, trait: Meaning, name: string): Meaning | undefined {
  if (value.tag !== Tag.external || !isOwnType(world, trait)) return undefined;
  const given = preferDefault(world, world.attachments.foreignMembers(value.name, name)).filter((member) => {
    const impl = implOf(world, member);
    return impl !== 0 && traitDefinition(world, impl) === trait.definition;
  });
  const impl = given.length === 0 ? 0 : implOf(world, given[0]!);
  if (impl === 0) return undefined;
  const members = trait.items.length === 0 ? given : world.attachments.outsideImplsOf(trait.definition).filter((one) => {
    const owner = ownerOfImpl(world, one);
    const { items } = traitOfImpl(world, one);
    return owner.tag === Tag.external && owner.name === ownerOfImpl(world, impl).name &&
      trait.items.every((item, i) => items[i] === undefined || couldBe(world, items[i]!, item));
  }).flatMap((one) => membersNamed(world, one, name));
  for (const member of members) world.ask(fileOf(member));
  return members.length === 0 ? undefined : union(members.map((member) => definitionMeaning(member, value)), IMPLEMENTATIONS);
}

/**
 * The index of the argument that determines `Self` of a trait's function: its receiver, or a parameter declared as `Self`; -1 if there is
 * none.
 */
export function positionOfSelf(world: World, method: DefinitionId): number {
  if (hasReceiver(world, method)) return 0;
  const view = world.viewOf(method);
  const { bindings, expressions } = view.facts;
  return parametersOf(world, method).findIndex((row) => expressions.op[bindings.type[row]!] === Op.selfType);
}

/** Whether an argument of a trait's function determines `Self`: its receiver, or a parameter whose type contains `Self`. */
export function takesSelf(world: World, method: DefinitionId): boolean {
  if (hasReceiver(world, method)) return true;
  const trait = world.parentOf(method);
  return parameterTypes(world, method).some((type) => mentionsSelf(trait, type));
}

function mentionsSelf(trait: DefinitionId, { definition, items }: Meaning): boolean {
  return definition === trait || items.some((item) => mentionsSelf(trait, item));
}

/** The part of `given` that corresponds to the trait's `Self` in the type `asked`. */
export function standsForSelf(trait: DefinitionId, asked: Meaning, given: Meaning): Meaning | undefined {
  if (asked.definition === trait) return isType(given) ? given : undefined;
  if (asked.tag !== given.tag || asked.definition !== given.definition) return undefined;
  for (let i = 0; i < asked.items.length; i++) {
    const found = given.items[i] === undefined ? undefined : standsForSelf(trait, asked.items[i]!, given.items[i]!);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isType(given: Meaning): boolean {
  return isObject(given) || given.tag === Tag.external || given.tag === Tag.parameter || given.tag === Tag.tuple;
}
