/**
 * Overload resolution in languages where a scope may declare several functions of one name (`ResolutionRules.overloads`).
 *
 * Stage: resolve. Invariant: an overload that may accept the arguments stays, unless another one is known to be more specific.
 */
import { append } from "../../base/lists.ts";
import { BindingFlag, DefinitionKind, isCallable } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateType } from "../evaluate.ts";
import {
  type DefinitionId,
  definitionId,
  external,
  isInstanceOf,
  type Meaning,
  partsOf,
  rowOf,
  sameMeaning,
  Tag,
  UNKNOWN,
} from "../meaning.ts";
import { membersNamed } from "../members/attachments.ts";
import { parametersOf } from "../state/parameters.ts";
import { aboveOf, orderOf } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import type { Given } from "./given_arguments.ts";
import { Taken, takes } from "./takes.ts";

/** The declared types of a function's parameters; an undeclared type (`int`) is represented by its name. */
function askedBy(world: World, id: DefinitionId): readonly Meaning[] {
  const view = world.viewOf(id);
  const { bindings: { type }, expressions: { op, a } } = view.facts;
  return parametersOf(world, id).map((row) => {
    const asked = type[row] === 0 ? UNKNOWN : evaluateType(world, view, type[row]!);
    return asked.tag === Tag.unknown && op[type[row]!] === Op.name ? external(view.text(a[type[row]!]!)) : asked;
  });
}

/** The functions that the scope of `id` declares under its name, and those inherited from base types that none of them overrides. */
export function declaredTogether(world: World, id: DefinitionId): readonly DefinitionId[] {
  const view = world.viewOf(id);
  const { bindings, definitions } = view.facts;
  const own = view.namesakes(rowOf(id)).map((row) => bindings.definition[row]!).filter((row) => isCallable(definitions.kind[row]!));
  const all = own.map((row) => definitionId(view.index, row));
  const owner = world.parentOf(id);
  if (owner === 0 || world.kindOf(id) === DefinitionKind.constructor) return all.length === 0 ? [id] : all;
  for (const { tag, definition } of aboveOf(world, owner)) {
    if (tag !== Tag.instance || world.inLibrary(definition)) continue;
    world.ask(world.viewOf(definition).index);
    const added = membersNamed(world, definition, world.nameOf(id)).filter((one) => !all.some((other) => mayRedefine(world, other, one)));
    append(all, added);
  }
  return all;
}

/**
 * Whether a function may override one of the same name from a base type: it has as many parameters, and their types are not known to
 * differ.
 */
export function mayRedefine(world: World, id: DefinitionId, above: DefinitionId): boolean {
  const [own, asked] = [askedBy(world, id), askedBy(world, above)];
  const isDetermined = ({ tag }: Meaning): boolean => tag === Tag.instance || tag === Tag.external;
  return own.length === asked.length &&
    own.every((type, i) =>
      !isDetermined(type) || !isDetermined(asked[i]!) || type.definition === asked[i]!.definition && type.name === asked[i]!.name
    );
}

/**
 * The functions with the name of `id` that a call may mean, by the number and types of its arguments. All of them if none accepts the
 * arguments.
 * @param givenTo computed only if there are several
 */
export function meantByArguments(world: World, id: DefinitionId, givenTo: () => Given): readonly DefinitionId[] {
  const all = declaredTogether(world, id);
  if (all.length < 2) return [id];
  const given = givenTo();
  const taking = all.filter((one) => takes(world, one, given) !== Taken.not);
  if (taking.length < 2) return taking.length === 0 ? all : taking;
  if (given.isOpen || given.named.length > 0 || given.meaningOf === undefined) return taking;
  const values = Array.from({ length: given.positional }, (_, place) => given.meaningOf!(place));
  // Variadic functions come after all that take exactly these arguments.
  const plain = taking.filter((one) => !takesAnyNumber(world, one));
  const exact = plain.find((one) => areSame(askedBy(world, one), values));
  if (exact !== undefined) return [exact];
  const known = plain.filter((one) => serveAll(world, values, askedBy(world, one)));
  if (known.length === 0) return taking;
  const left = plain.filter((one) => known.includes(one) || !isOther(world, values, askedBy(world, one)));
  return left.length === known.length ? narrowest(world, known) : left;
}

function takesAnyNumber(world: World, id: DefinitionId): boolean {
  const { flags } = world.viewOf(id).facts.bindings;
  return parametersOf(world, id).some((row) => (flags[row]! & (BindingFlag.rest | BindingFlag.restTogether)) !== 0);
}

function areSame(asked: readonly Meaning[], values: readonly Meaning[]): boolean {
  return asked.length === values.length &&
    asked.every((type, i) => type.tag === Tag.instance && !values[i]!.weak && sameMeaning(type, values[i]!));
}

/** Whether each value is known to be of the parameter's type at its position, or of a subtype. */
function serveAll(world: World, values: readonly Meaning[], asked: readonly Meaning[]): boolean {
  return asked.length === values.length && values.every((value, i) => !value.weak && buildsOn(world, value, asked[i]!));
}

function buildsOn(world: World, { tag, definition }: Meaning, wanted: Meaning): boolean {
  return tag === Tag.instance && wanted.tag === Tag.instance &&
    orderOf(world, definition).some((entry) => isInstanceOf(entry, wanted.definition));
}

/** Whether some value is certainly not of the parameter's type at its position; requires that all its bases are known. */
function isOther(world: World, values: readonly Meaning[], asked: readonly Meaning[]): boolean {
  return values.some((value, i) => {
    const wanted = asked[i] ?? UNKNOWN;
    return value.tag === Tag.instance && wanted.tag === Tag.instance && !value.weak && !buildsOn(world, value, wanted) &&
      world.nameOf(wanted.definition) !== world.rules.rootType &&
      partsOf(value).every((part) => orderOf(world, part.definition).every((entry) => entry.tag === Tag.instance));
  });
}

/** The most specific functions: those not accepting more than another one does. */
function narrowest(world: World, known: readonly DefinitionId[]): readonly DefinitionId[] {
  const isNarrower = (one: DefinitionId, other: DefinitionId): boolean => {
    const [own, wide] = [askedBy(world, one), askedBy(world, other)];
    return serveAll(world, own, wide) && !serveAll(world, wide, own);
  };
  return known.filter((one) => !known.some((other) => isNarrower(other, one)));
}
