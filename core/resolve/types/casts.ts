/**
 * Values treated as a narrower or declared type: casts, type tests, enum variants.
 *
 * Stage: resolve.
 */
import { DefinitionKind } from "../../facts.ts";
import { CastMode, Op } from "../../facts/expressions.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import {
  type DefinitionId,
  definitionMeaning,
  instance,
  isKnown,
  isObject,
  lastPart,
  type Meaning,
  Tag,
  UNKNOWN,
  weaken,
} from "../meaning.ts";
import { isGeneric } from "../members/attachments.ts";
import { memberMeaning } from "../members/members.ts";
import { refutedValue } from "../names/guards.ts";
import { Space } from "../names/names.ts";
import { narrowedByValue, narrowedTo, partsAssigned } from "../names/narrowing.ts";
import { isOwnFunction } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { seenThrough } from "./fitting.ts";
import { fillHoles, hasHole } from "./holes.ts";
import { libraryTypeFor } from "./external_types.ts";

/** An enum value matched as a variant named by an external path, or cast to a type that a macro declares. */
function externalVariant(world: World, name: string, value: Meaning): Meaning | undefined {
  if (!isObject(value) || world.kindOf(value.definition) !== DefinitionKind.enum) return undefined;
  const variant = memberMeaning(world, definitionMeaning(value.definition), name, Space.value);
  return variant.tag === Tag.definition ? instance(variant.definition, value.items, value.weak) : undefined;
}

/** A value matched as a variant of its enum: the variant itself, with the enum's type arguments. */
function variantOf(world: World, view: FileView, type: number, value: number): Meaning | undefined {
  const { expressions } = view.facts;
  const op = expressions.op[type]!;
  if (!world.rules.callingTypeConverts || (op !== Op.name && op !== Op.path && op !== Op.apply)) return undefined;
  const named = evaluateValue(world, view, type);
  if (!isKnown(named) && op === Op.path) {
    return externalVariant(world, view.text(expressions.b[type]!), evaluateValue(world, view, value));
  }
  if (named.tag !== Tag.definition || world.kindOf(named.definition) !== DefinitionKind.enum_member) return undefined;
  const whole = seenAs(world, evaluateValue(world, view, value), world.parentOf(named.definition));
  const isWhole = whole.tag === Tag.instance && whole.definition === world.parentOf(named.definition);
  return instance(named.definition, isWhole ? whole.items : [], whole.weak && whole.tag !== Tag.unknown);
}

/** The target of a value's library pointers, up to an instance of `type`. */
function seenAs(world: World, value: Meaning, type: DefinitionId): Meaning {
  let whole = value;
  while (whole.tag === Tag.instance && whole.definition !== type) {
    const inner = seenThrough(world, whole);
    if (inner === undefined) break;
    whole = inner;
  }
  return whole;
}

/** A value destructured by the name of its type (`Done { state, .. }`): it keeps the value's type arguments. */
function namedByPattern(world: World, view: FileView, type: number, meaning: Meaning, value: number): Meaning {
  const { expressions } = view.facts;
  // A value taken out of another type has its own type arguments, as has one whose pattern has explicit ones.
  const isPlain = meaning.tag === Tag.instance && expressions.op[type] !== Op.apply && expressions.op[type] !== Op.unwrap;
  if (meaning.tag === Tag.unknown) return evaluateValue(world, view, value);
  if (!isPlain || !isGeneric(world, meaning.definition)) return meaning;
  const whole = seenAs(world, evaluateValue(world, view, value), meaning.definition);
  if (whole.tag !== Tag.instance || whole.definition !== meaning.definition || whole.items.length === 0) return meaning;
  return { ...meaning, items: whole.weak ? whole.items.map(weaken) : whole.items };
}

function isOfLibrary(world: World, callee: Meaning): boolean {
  return callee.tag === Tag.definition && world.inLibrary(callee.definition);
}

/** The value that is probably held if `first` is stored first and anything may be stored later; an external value says nothing. */
function likelyKept(first: Meaning): Meaning {
  return first.tag === Tag.external ? UNKNOWN : weaken(first);
}

/** Whether the tested class is an object (`x is Missing`), which says nothing about a type. */
function isObjectForClass(world: World, view: FileView, type: number): boolean {
  const { op, a } = view.facts.expressions;
  if (op[type] !== Op.classOf) return false;
  const asked = evaluateValue(world, view, a[type]!);
  return isObject(asked) && asked.definition !== world.library.tupleType();
}

/** The meaning of a cast. @param mode of `Op.cast` */
export function castOf(world: World, view: FileView, type: number, value: number, mode: number): Meaning {
  if (mode === CastMode.trait) return evaluateType(world, view, value);
  if (mode === CastMode.library && !isOfLibrary(world, evaluateValue(world, view, view.facts.expressions.a[value]!))) {
    return evaluateValue(world, view, value);
  }
  if (mode === CastMode.assigned) return partsAssigned(world, evaluateValue(world, view, value), evaluateValue(world, view, type));
  const variant = value === 0 ? undefined : variantOf(world, view, type, value);
  if (variant !== undefined) return variant;
  if (mode === CastMode.tested && isObjectForClass(world, view, type)) return evaluateValue(world, view, value);
  const meaning = evaluateType(world, view, type);
  if (mode === CastMode.tested) return narrowedTo(world, evaluateValue(world, view, value), meaning);
  if (meaning.tag === Tag.external && value !== 0 && world.rules.externalAliases !== undefined) {
    // `Json(body): Json<Order>`: the pattern names the declared type, whose type arguments are known; so do its variants
    // (`Either::Left(job)`).
    const whole = evaluateValue(world, view, value);
    if (whole.tag === Tag.external) {
      const isItself = meaning.name === whole.name || meaning.name.startsWith(`${whole.name}.`);
      return isItself ? { ...whole, name: meaning.name } : { ...meaning, items: whole.items };
    }
    if (whole.tag !== Tag.instance) return meaning;
    if (whole.definition === libraryTypeFor(world, meaning)) return whole;
    // The package may have an enum of its own for what the library describes (`entry::Entry::Occupied`); else the value has been given to it.
    const variant = world.inLibrary(whole.definition) ? externalVariant(world, lastPart(meaning.name), whole) : undefined;
    return variant ?? { ...meaning, items: [whole] };
  }
  if (meaning.tag === Tag.external && value !== 0 && world.rules.separateTypes) {
    // A function stays the same, whatever external callable type it is cast to.
    const whole = evaluateValue(world, view, value);
    if (isOwnFunction(world, whole)) return whole;
  }
  if (mode === CastMode.first && meaning.tag === Tag.unknown) return likelyKept(evaluateValue(world, view, value));
  if (mode === CastMode.excluded) return refutedValue(world, view, evaluateValue(world, view, value), type);
  const put = mode === CastMode.put ? narrowedByValue(world, meaning, evaluateValue(world, view, value)) : undefined;
  if (put !== undefined) return put;
  if (value !== 0 && world.rules.infersOpenTypes) {
    return hasHole(meaning)
      ? fillHoles(world, meaning, evaluateValue(world, view, value))
      : namedByPattern(world, view, type, meaning, value);
  }
  // A variable initialized with nothing (`CONFIG = None`) holds what is stored later.
  const isOpen = meaning.tag === Tag.unknown || (mode === CastMode.put && meaning.tag === Tag.nothing);
  return isOpen && value !== 0 ? evaluateValue(world, view, value) : meaning;
}
