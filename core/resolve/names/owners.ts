/**
 * For what an impl is, and of what a definition beside a type becomes a member.
 *
 * Stage: resolve. Invariant: what an ordinary build leaves out is for what it leaves out beside it, not for what that build imports instead.
 */
import { DefinitionFlag, DefinitionKind, isType } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { withoutArguments } from "../../facts/written_names.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import { definitionId, fileOf, instance, isKnown, isObject, type Meaning, partsOf, Tag } from "../meaning.ts";
import type { FileView } from "../state/file_view.ts";
import { typeAbroad } from "../types/augmented.ts";
import type { World } from "../world.ts";

/** The type that a definition becomes a member of, or an impl is for; an impl may be for a type outside or a tuple. */
export function implementedType(world: World, view: FileView, definition: number): Meaning | undefined {
  const { definitions } = view.facts;
  const owner = definitions.owner[definition]!;
  const named = ownerMeaning(world, view, owner);
  if (definitions.kind[definition] !== DefinitionKind.impl) return named ?? typeAbroad(world, view, owner);
  const type = leftOutWith(view, definition, named) ?? named;
  // An alias may name a type outside, in each build another, or a tuple.
  if (type !== undefined && !world.isOfKind(type, DefinitionKind.type_alias)) return type;
  const other = evaluateType(world, view, owner);
  return other.tag === Tag.tuple || outsideTypes(other).length > 0 ? other : type;
}

/** Whether an impl is written for one of its own type parameters, or for references to one: for all that fulfil its bounds. */
export function isForParameter(view: FileView, definition: number): boolean {
  const { bindings, definitions, expressions: { op, a } } = view.facts;
  if (definitions.kind[definition] !== DefinitionKind.impl) return false;
  let type = definitions.owner[definition]!;
  while (op[type] === Op.reference || op[type] === Op.deref) type = a[type]!;
  return op[type] === Op.name && view.typeParameters(definition).some((row) => bindings.name[row] === a[type]);
}

/** What an impl that an ordinary build leaves out is for where that build imports a type of the name of one that it leaves out beside the impl. */
function leftOutWith(view: FileView, impl: number, named: Meaning | undefined): Meaning | undefined {
  const { definitions } = view.facts;
  if ((definitions.flags[impl]! & DefinitionFlag.inactive) === 0) return undefined;
  if (named?.tag !== Tag.instance || fileOf(named.definition) === view.index) return undefined;
  const { op, a } = view.facts.expressions;
  const written = withoutArguments(view.facts, definitions.owner[impl]!);
  const name = op[written] === Op.name ? a[written] : undefined;
  const beside = view.leftOut.find((row) =>
    definitions.name[row] === name && isType(definitions.kind[row]!) && definitions.parent[row] === definitions.parent[impl]
  );
  return beside === undefined ? undefined : { ...named, definition: definitionId(view.index, beside) };
}

/** The types outside that a type stands for: itself, or each that an alias is in one build (`#[cfg(…)] type Vector = Vec2;`); none for others. */
export function outsideTypes(type: Meaning): readonly Meaning[] {
  const all = partsOf(type);
  return all.every((one) => one.tag === Tag.external) ? all : [];
}

/** The type that an `owner` expression names; a constructor function, an object or a module is one too. */
function ownerMeaning(world: World, view: FileView, expression: number): Meaning | undefined {
  const type = evaluateType(world, view, expression);
  // A function may bear the name of an interface: what is given to it is no member of that.
  const mayBeOther = world.rules.separateTypes && world.isOfKind(type, DefinitionKind.interface);
  if (!mayBeOther && (type.tag === Tag.instance || type.tag === Tag.parameter)) return type;
  // Of types that no ordinary build takes each has it; which one is meant as its owner does not matter, as twins share what is beside them.
  if (world.modules.builtTogether !== undefined && type.tag === Tag.union && isObject(type.items[0]!)) return type.items[0];
  const value = withoutSubstitutes(world, evaluateValue(world, view, expression));
  if (value.tag === Tag.definition) return instance(value.definition);
  return value.tag === Tag.instance || value.tag === Tag.module ? value : mayBeOther ? type : undefined;
}

/** What `app` is of `app || {}` and `app || (app = {})`; where nothing is known of that, the object that is made for want of it. */
function withoutSubstitutes(world: World, value: Meaning): Meaning {
  if (value.tag !== Tag.union) return value;
  const [first, ...others] = value.items;
  const areMade = others.every((one) => !one.held && world.isOfKind(one, DefinitionKind.object));
  return !areMade ? value : isKnown(first!) ? first! : others[0]!;
}
