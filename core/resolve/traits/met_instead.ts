/**
 * What a trait gives under the name of a method that was found, where the search meets that trait before.
 *
 * Stage: resolve. Invariant: only a trait of the repository that is brought in is met; where it is not told how a value is borrowed, nothing is sure.
 */
import { membersNamed } from "../members/attachments.ts";
import { blanketMember } from "./blankets.ts";
import { borrowOfOwner, borrowOfValue } from "./borrows.ts";
import { evaluateValue } from "../evaluate.ts";
import { DefinitionKind } from "../../facts.ts";
import { couldBe, ownerOfImpl, seenThrough, traitDefinition } from "../types/fitting.ts";
import { type DefinitionId, fileOf, IMPLEMENTATIONS, instance, type Meaning, Tag, union, weaken } from "../meaning.ts";
import { bindMember } from "../members/bind_member.ts";
import { hasReceiver } from "../state/parameters.ts";
import { pointerOf } from "./pointer_receivers.ts";
import { type Borrow, BORROWS, type DottedCall, OWN, stepsTo } from "./probing.ts";
import { bringsIn, isImported, traitOf } from "./trait_scope.ts";
import { hasTrait } from "./traits.ts";
import type { World } from "../world.ts";

/**
 * What a trait of the repository gives under the name of `called`, which a type has itself or by another trait, where it is met instead of that:
 * `fn take(&self)` of a trait before `fn take(&mut self)` of the type on a value, after it on a `&mut`; or where nothing brings the other trait in.
 * Undefined where `called` is meant.
 */
export function metInstead(call: DottedCall): Meaning | undefined {
  const { world, view, receiver, name, called } = call;
  const holder = world.parentOf(called.definition);
  const value = called.result;
  if (holder === 0 || value === undefined) return undefined;
  const declaring = world.traitsDeclaring(name);
  if (declaring.length === 0) return undefined;
  const isOwn = world.kindOf(holder) === DefinitionKind.impl && !hasTrait(world, holder);
  const trait = isOwn ? 0 : traitHolding(world, holder, value);
  // The library's traits that matter are brought in everywhere.
  if (!isOwn && (trait === 0 || world.inLibrary(trait) || declaring.length === 1)) return undefined;
  const type = isOwn || trait !== holder ? ownerOfImpl(world, holder).definition : value.definition;
  const others = rivalsOf(world, value, type, name, declaring.filter((one) => one !== trait));
  if (others.length === 0) return undefined;
  if (isOwn) return metBefore(call, holder, others);
  if (bringsIn(world, view, trait, receiver) !== false) return undefined;
  const seen = others.filter((one) => bringsIn(world, view, one.trait, receiver) === true);
  return seen.length === 1 ? boundTo(world, seen[0]!, value) : undefined;
}

/** The trait of an impl, or one itself whose own method a type has that it is given to; 0 for others. */
function traitHolding(world: World, holder: DefinitionId, { tag, definition }: Meaning): DefinitionId {
  const kind = world.kindOf(holder);
  if (kind === DefinitionKind.impl) return traitDefinition(world, holder);
  const isType = (tag === Tag.instance || tag === Tag.self) && world.kindOf(definition) !== DefinitionKind.trait;
  return kind === DefinitionKind.trait && isType ? holder : 0;
}

/** What of the rivals of a type's own method, which stands in `impl`, is met instead of it; undefined where none is. */
function metBefore({ world, view, receiver, called }: DottedCall, impl: DefinitionId, rivals: readonly Rival[]): Meaning | undefined {
  const own = borrowOfOwner(world, impl);
  const isBefore = ({ member, owner }: Rival, borrow: Borrow): boolean =>
    stepsTo(world, member, owner, borrow)! < stepsTo(world, called.definition, own, borrow)!;
  const ahead = rivals.filter((one) => BORROWS.some((borrow) => isBefore(one, borrow)));
  const seen = ahead.filter(({ trait }) => bringsIn(world, view, trait, receiver) !== false);
  if (seen.length === 0) return undefined;
  // Whatever points at the type is taken off first: it is met as a value.
  const isPointer = evaluateValue(world, view, receiver).definition !== called.result!.definition;
  const borrow = isPointer ? OWN : borrowOfValue(world, view, receiver, 0);
  if (borrow === undefined) return weaken(called);
  const first = seen.filter((one) => isBefore(one, borrow));
  if (first.length === 0) return undefined;
  const isSure = first.length === 1 && bringsIn(world, view, first[0]!.trait, receiver) === true;
  return isSure ? boundTo(world, first[0]!, called.result!) : weaken(called);
}

/**
 * What a trait of the repository that is brought in gives to a type of the library instead of `called`, a method of one of the library's traits that
 * nothing brings in there (`AsyncBufReadExt::read_line` of a `Cursor` beside `BufRead::read_line`). Undefined where `called` is meant.
 */
export function givenByImport({ world, view, receiver, name, called }: DottedCall): Meaning | undefined {
  const trait = traitOf(world, called.definition);
  if (trait === 0 || !world.inLibrary(trait) || world.rules.importedTraits?.includes(world.nameOf(trait)) !== true) return undefined;
  const seen = world.traitsDeclaring(name).filter((one) => bringsIn(world, view, one, receiver) === true);
  if (seen.length === 0 || isImported(world, view, trait)) return undefined;
  const value = evaluateValue(world, view, receiver);
  // What a bound or a trait object has is there without an import.
  if (value.tag !== Tag.instance || world.isOfKind(value, DefinitionKind.trait)) return undefined;
  const inner = seenThrough(world, value);
  const taking = inner?.tag !== Tag.instance ? [] : rivalsOf(world, inner, inner.definition, name, seen)
    .filter(({ member }) => pointerOf(world, member) === value.definition);
  if (taking.length === 1) return boundTo(world, taking[0]!, inner!);
  const given = rivalsOf(world, value, value.definition, name, seen).map((one) => boundTo(world, one, value));
  const ofBlankets = seen.map((one) => blanketMember(world, value, value, name, one)).filter((one) => one !== undefined);
  const all = [...given, ...ofBlankets];
  const plain = inner !== undefined ? [] : all.filter(({ definition }) => pointerOf(world, definition) === 0);
  const found = plain.length > 0 ? plain : all;
  return found.length === 0 ? undefined : union(found, IMPLEMENTATIONS);
}

function boundTo(world: World, { member }: Rival, value: Meaning): Meaning {
  world.ask(fileOf(member));
  return bindMember(world, member, instance(value.definition, value.items), value);
}

/** A method that a trait gives to a type. */
interface Rival {
  readonly member: DefinitionId;
  readonly trait: DefinitionId;
  readonly owner: Borrow | undefined;
}

/** Methods called `name` that the traits `declaring` it give to `type`, that of `value`. */
function rivalsOf(world: World, value: Meaning, type: DefinitionId, name: string, declaring: readonly DefinitionId[]): Rival[] {
  const rivals: Rival[] = [];
  for (const given of world.attachments.get(type)?.traits ?? []) {
    const trait = traitDefinition(world, given);
    if (!declaring.includes(trait)) continue;
    const member = membersNamed(world, given, name)[0] ?? membersNamed(world, trait, name)[0];
    if (member === undefined || !hasReceiver(world, member)) continue;
    if (couldBe(world, ownerOfImpl(world, given), instance(value.definition, value.items))) {
      rivals.push({ member, trait, owner: borrowOfOwner(world, given) });
    }
  }
  return rivals;
}
