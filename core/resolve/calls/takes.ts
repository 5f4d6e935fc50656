/**
 * Whether a declaration accepts the arguments of a call, by their number, names and types.
 *
 * Stage: resolve. Invariant: an unknown argument excludes no declaration.
 */
import { BindingFlag, DefinitionFlag, DefinitionKind, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateType } from "../evaluate.ts";
import { type DefinitionId, lastPart, type Meaning, partsOf, rowOf, Tag, UNKNOWN } from "../meaning.ts";
import { mayBeConstant, saysConstant } from "../names/constants.ts";
import { isOwnType } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { parametersOf, receiverType } from "../state/parameters.ts";
import { isRoot, surelyServes } from "../types/assignable.ts";
import { asSuper, isDeclaredIn, memberTable, orderOf } from "../types/inheritance.ts";
import { surelyLacks } from "../types/extends_type.ts";
import type { World } from "../world.ts";
import { type Given, givenInPlaces, type GivenPlace } from "./given_arguments.ts";
import { isValue, refuses } from "./refuses.ts";

/** How a declaration accepts arguments: `maybe` if an argument is unknown. */
export const Taken = { not: 0, maybe: 1, surely: 2 } as const;

/** An argument, and the type that a parameter declares for it. */
interface AskedType {
  readonly type: number;
  readonly place: GivenPlace;
  readonly isOptional: boolean;
}

/** How a declaration accepts the arguments of a call, a value of `Taken`. Types are compared only if number and names match. */
export function takes(world: World, id: DefinitionId, given: Given): number {
  const { positional, named, isOpen, isOpenByName } = given;
  const view = world.viewOf(id);
  const { bindings } = view.facts;
  let places = 0;
  let matched = 0;
  let hasRest = false;
  let hasKeywords = false;
  let taken: number = isOpen || isOpenByName ? Taken.maybe : Taken.surely;
  const asked: AskedType[] = [];
  const parameters = parametersOf(world, id);
  for (let i = 0; i < parameters.length; i++) {
    const row = parameters[i]!;
    const flags = bindings.flags[row]!;
    const type = bindings.type[row]!;
    const byPlace = !hasRest && (flags & BindingFlag.named) === 0;
    const byName = (flags & BindingFlag.unnamed) === 0;
    if ((flags & BindingFlag.rest) !== 0) hasRest = true;
    else if ((flags & BindingFlag.restTogether) !== 0) {
      if (!isOpen && !takesTogether(view, type, positional - places)) return Taken.not;
      hasRest = true;
    } else if ((flags & BindingFlag.keywords) !== 0) {
      const keys = keysTogether(world, view, type);
      if (keys === undefined) hasKeywords = true;
      else {
        const known = namesTaken(world, keys, given);
        if (known.taken === Taken.not) return Taken.not;
        matched += known.count;
        taken = Math.min(taken, known.taken);
      }
    } else if (byPlace && places < positional) {
      if (type !== 0) asked.push({ type, place: places, isOptional: (flags & BindingFlag.optional) !== 0 });
      places++;
    } else if (byName && named.includes(view.text(bindings.name[row]!))) {
      if (type !== 0) asked.push({ type, place: view.text(bindings.name[row]!), isOptional: (flags & BindingFlag.optional) !== 0 });
      matched++;
    } else if ((byPlace && isOpen) || (byName && isOpenByName)) continue;
    else if ((flags & BindingFlag.optional) === 0 && bindings.value[row] === 0) return Taken.not;
  }
  if ((!hasRest && places !== positional) || (!hasKeywords && matched !== named.length)) return Taken.not;
  if (given.types !== undefined && !takesTypes(world, view, rowOf(id), given.types)) return Taken.not;
  taken = Math.min(taken, takesReceiver(world, view, given, rowOf(id)));
  for (const { type, place, isOptional } of asked) {
    if (taken === Taken.not) break;
    taken = Math.min(taken, takesAt(world, view, given, type, place, isOptional));
  }
  return taken;
}

/**
 * Whether explicit type arguments of a call may be those of the function `row` of a file: equal in number, and none certainly outside its
 * bound.
 */
function takesTypes(world: World, view: FileView, row: number, types: readonly Meaning[]): boolean {
  const { bindings, definitions } = view.facts;
  const parameters = view.typeParameters(row).filter((parameter) => bindings.scope[parameter] === definitions.body[row]);
  const least = parameters.filter((parameter) => bindings.value[parameter] === 0).length;
  if (types.length < least || types.length > parameters.length) return false;
  return types.every((type, i) => {
    const bound = bindings.type[parameters[i]!]!;
    return bound === 0 || !isOfOther(world, type, evaluateType(world, view, bound));
  });
}

/**
 * Whether a type certainly does not satisfy `bound`. A class is compared by its bases in the repository, whatever its external bases have.
 */
function isOfOther(world: World, type: Meaning, bound: Meaning): boolean {
  if (surelyLacks(world, type, bound)) return true;
  const areClasses = [type, bound].every((one) => isOwnType(world, one) && world.kindOf(one.definition) === DefinitionKind.class);
  return areClasses && memberTable(world, bound.definition).size > 0 && asSuper(world, type, bound.definition) === undefined &&
    [...memberTable(world, bound.definition).keys()].some((name) => !isDeclaredIn(world, orderOf(world, type.definition), name));
}

/** How the receiver is accepted, if the function `definition` of a file declares its type. */
function takesReceiver(world: World, view: FileView, { receiver }: Given, definition: number): number {
  const type = receiver === undefined ? 0 : receiverType(view, definition);
  return type === 0 ? Taken.surely : takesAt(world, view, givenInPlaces(1, () => receiver!), type, 0);
}

/** The type whose keys are the keyword arguments of a call (`**options: Unpack[Options]`), if it is declared in the repository. */
function keysTogether(world: World, view: FileView, type: number): Meaning | undefined {
  if (view.facts.expressions.op[type] !== Op.spread) return undefined;
  const keys = evaluateType(world, view, type);
  return isOwnType(world, keys) ? keys : undefined;
}

/** How the keys of a type accept the keyword arguments, and how many of these are among them. */
function namesTaken(world: World, type: Meaning, given: Given): { readonly taken: number; readonly count: number } {
  const seen = new Set<string>();
  let taken: number = Taken.surely;
  let count = 0;
  for (const { tag, definition } of orderOf(world, type.definition)) {
    if (tag !== Tag.instance || world.inLibrary(definition)) continue;
    const view = world.viewOf(definition);
    const { bindings, definitions } = view.facts;
    for (const [name, rows] of memberTable(world, definition)) {
      const key = bindings.definition[rows[0]!]!;
      if (seen.has(name) || key === 0) continue;
      seen.add(name);
      if (given.named.includes(name)) {
        taken = Math.min(taken, takesAt(world, view, given, definitions.type[key]!, name));
        count++;
      } else if (!given.isOpenByName && (definitions.flags[key]! & DefinitionFlag.optional) === 0) taken = Taken.not;
    }
  }
  return { taken, count };
}

/** How an argument is accepted for the declared type `type`. */
function takesAt(world: World, view: FileView, all: Given, type: number, place: GivenPlace, isOptional = false): number {
  if (type === 0) return Taken.surely;
  const declared = evaluateType(world, view, type);
  const given = all.meaningOf?.(place);
  const mayBeNothing = isOptional && given?.tag === Tag.nothing;
  if (given !== undefined && !mayBeNothing && refuses(world, view, type, given)) return Taken.not;
  if (world.rules.separateTypes === true && all.isOtherObject?.(place, declared) === true) return Taken.not;
  if (all.constantOf !== undefined && saysConstant(world, view, type)) {
    const constant = all.constantOf(place);
    if (constant !== "") return mayBeConstant(world, view, type, constant) ? Taken.surely : Taken.not;
    if (given === undefined || partsOf(given).some(isValue)) return Taken.maybe;
  }
  return given === undefined || isKnownFor(world, declared, given) ? Taken.surely : Taken.maybe;
}

/** Whether a value is known to be of the declared type, whatever else may be declared elsewhere. */
function isKnownFor(world: World, declared: Meaning, given: Meaning): boolean {
  const wanted = declared.tag === Tag.parameter ? declared.result ?? UNKNOWN : declared;
  if (wanted.tag === Tag.unknown || isRoot(world, wanted)) return true;
  return partsOf(given).every((one) => {
    // Only the bound of a type parameter is known.
    const part = one.tag === Tag.parameter ? one.result ?? UNKNOWN : one;
    if (part.tag === Tag.external) {
      return partsOf(wanted).some((one) => one.tag === Tag.external && lastPart(one.name) === lastPart(part.name));
    }
    return part.tag !== Tag.unknown && part.tag !== Tag.module && surelyServes(world, part, wanted);
  });
}

/** Whether a list of the declared type may have that many elements; unknown unless the type is a tuple. */
function takesTogether(view: FileView, type: number, count: number): boolean {
  const { op, a } = view.facts.expressions;
  if (op[type] !== Op.tuple) return true;
  const parts = listItems(view.facts, a[type]!);
  let least = parts.length;
  while (least > 0 && (op[parts[least - 1]!] === Op.either || op[parts[least - 1]!] === Op.spread)) least--;
  return count >= least && (count <= parts.length || parts.some((part) => op[part] === Op.spread));
}
