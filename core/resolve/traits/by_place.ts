/**
 * Which implementation of a trait's function is meant where nothing but its result says for which type (`let job: Job = Load::load(text)?;`).
 *
 * Stage: resolve. Invariant: only a declared type at the place of the call tells it; where none does, it is one of those that implement the trait.
 */
import { Op } from "../../expressions.ts";
import { DefinitionKind } from "../../facts.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import type { FileView, Place } from "../state/file_view.ts";
import { type DefinitionId, instance, isObject, type Meaning, Tag, weaken } from "../meaning.ts";
import { operate } from "../calls/operations.ts";
import { functionResult } from "../calls/results.ts";
import { implementedMember, memberByTrait, positionOfSelf } from "./by_trait.ts";
import type { World } from "../world.ts";

/** What the function `called` of a trait, named as `Trait::function`, is of the type that its place asks for; undefined where no place does. */
export function askedByPlace(world: World, view: FileView, callee: number, called: Meaning): Meaning | undefined {
  const isOutside = called.tag === Tag.external;
  const trait = isOutside ? 0 : world.parentOf(called.definition);
  if (!isOutside && (trait === 0 || world.kindOf(trait) !== DefinitionKind.trait)) return undefined;
  const place = view.placeOf(callee);
  const named = evaluateValue(world, view, view.facts.expressions.a[callee]!);
  if (place === undefined) return isOutside || named.definition !== trait ? undefined : untold(world, trait, called);
  const wanted = evaluateType(world, view, place.type);
  const name = view.text(view.facts.expressions.b[callee]!);
  if (isOutside) {
    const own = implementedMember(world, wanted, named, name);
    return own?.tag === Tag.definition && givenAt(world, place, own.definition).definition === wanted.definition ? own : undefined;
  }
  if (named.definition !== trait || positionOfSelf(world, called.definition) >= 0) return undefined;
  const type = standsForSelf(trait, givenAt(world, place, called.definition), wanted);
  return type === undefined ? untold(world, trait, called) : memberByTrait(world, type, instance(trait, called.items), name);
}

/** A function that is the trait's own in name alone, as no argument is what the trait is implemented for: whose it is, is told by what becomes of the result. */
function untold(world: World, trait: DefinitionId, called: Meaning): Meaning | undefined {
  return positionOfSelf(world, called.definition) < 0 && world.attachments.implsOf(trait).length > 0 ? weaken(called) : undefined;
}

/** What a function gives, as it comes to the place of its call. */
function givenAt(world: World, { steps }: Place, id: DefinitionId): Meaning {
  let given = functionResult(world, id);
  for (const step of steps) given = operate(world, given, step === Op.await ? "await" : "unwrap");
  return given;
}

/** What stands in `given` where the type `asked` says `Self` of a trait. */
function standsForSelf(trait: DefinitionId, asked: Meaning, given: Meaning): Meaning | undefined {
  if (asked.definition === trait) return isObject(given) || given.tag === Tag.external ? given : undefined;
  if (asked.tag !== given.tag || asked.definition !== given.definition) return undefined;
  for (let i = 0; i < asked.items.length; i++) {
    const found = given.items[i] === undefined ? undefined : standsForSelf(trait, asked.items[i]!, given.items[i]!);
    if (found !== undefined) return found;
  }
  return undefined;
}
