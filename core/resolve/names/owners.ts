/**
 * The type that an impl is for, or that a definition outside its body belongs to.
 *
 * Stage: resolve. Invariant: an impl that an ordinary build leaves out is for the type that it leaves out beside it, not for what that
 * build imports instead.
 */
import { DefinitionFlag, DefinitionKind, isType } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { withoutArguments } from "../../facts/written_names.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import { definitionId, fileOf, instance, isKnown, isObject, type Meaning, partsOf, Tag } from "../meaning.ts";
import { isOfKind } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { externalTypeName } from "../types/augmented.ts";
import type { World } from "../world.ts";

/** The type that a definition becomes a member of, or an impl is for; an impl may be for an external type or a tuple. */
export function implementedType(world: World, view: FileView, definition: number): Meaning | undefined {
  const { definitions } = view.facts;
  const owner = definitions.owner[definition]!;
  const named = ownerMeaning(world, view, owner);
  if (definitions.kind[definition] !== DefinitionKind.impl) return named ?? externalTypeName(world, view, owner);
  const type = leftOutWith(view, definition, named) ?? named;
  // An alias may denote an external type, a different one in each build, or a tuple.
  if (type !== undefined && !isOfKind(world, type, DefinitionKind.type_alias)) return type;
  const other = evaluateType(world, view, owner);
  return other.tag === Tag.tuple || outsideTypes(other).length > 0 ? other : type;
}

/** Whether an impl is for one of its own type parameters, or for references to one: a blanket impl. */
export function isForParameter(view: FileView, definition: number): boolean {
  const { bindings, definitions, expressions: { op, a } } = view.facts;
  if (definitions.kind[definition] !== DefinitionKind.impl) return false;
  let type = definitions.owner[definition]!;
  while (op[type] === Op.reference || op[type] === Op.deref) type = a[type]!;
  return op[type] === Op.name && view.typeParameters(definition).some((row) => bindings.name[row] === a[type]);
}

/**
 * The type of an impl that an ordinary build leaves out, if that build imports a type with the name of one that it leaves out beside the
 * impl.
 */
function leftOutWith(view: FileView, impl: number, named: Meaning | undefined): Meaning | undefined {
  const { definitions } = view.facts;
  if ((definitions.flags[impl]! & DefinitionFlag.inactive) === 0) return undefined;
  if (named?.tag !== Tag.instance || fileOf(named.definition) === view.index) return undefined;
  const { op, a } = view.facts.expressions;
  const written = withoutArguments(view.facts, definitions.owner[impl]!);
  if (op[written] !== Op.name) return undefined;
  const beside = view.leftOutNamed(a[written]!).find((row) =>
    isType(definitions.kind[row]!) && definitions.parent[row] === definitions.parent[impl]
  );
  return beside === undefined ? undefined : { ...named, definition: definitionId(view.index, beside) };
}

/**
 * The external types that a type stands for: itself, or each target of a conditional alias (`#[cfg(…)] type Vector = Vec2;`); otherwise
 * empty.
 */
export function outsideTypes(type: Meaning): readonly Meaning[] {
  const all = partsOf(type);
  return all.every((one) => one.tag === Tag.external) ? all : [];
}

/** The type that an `owner` expression names, including constructor functions, objects and modules. */
function ownerMeaning(world: World, view: FileView, expression: number): Meaning | undefined {
  const type = evaluateType(world, view, expression);
  // A function may have the name of an interface: a member added to it does not belong to the interface.
  const mayBeOther = world.rules.separateTypes && isOfKind(world, type, DefinitionKind.interface);
  if (!mayBeOther && (type.tag === Tag.instance || type.tag === Tag.parameter)) return type;
  // If only non-ordinary builds declare the type, each declaration has the member; any of them may be its owner, as twins share such
  // members.
  if (world.modules.builtTogether !== undefined && type.tag === Tag.union && isObject(type.items[0]!)) return type.items[0];
  const value = withoutSubstitutes(world, evaluateValue(world, view, expression));
  if (value.tag === Tag.definition) return instance(value.definition);
  return value.tag === Tag.instance || value.tag === Tag.module ? value : mayBeOther ? type : undefined;
}

/** The value of `app` in `app || {}` and `app || (app = {})`; if it is unknown, the object that is created as a default. */
function withoutSubstitutes(world: World, value: Meaning): Meaning {
  if (value.tag !== Tag.union) return value;
  const [first, ...others] = value.items;
  const areMade = others.every((one) => !one.held && isOfKind(world, one, DefinitionKind.object));
  return !areMade ? value : isKnown(first!) ? first! : others[0]!;
}
