/**
 * The direct bases of a type: those in its declarations, and its merged declarations.
 *
 * Stage: resolve. Invariant: bases outside the repository are included, in their places.
 */
import { append, NO_ROWS } from "../../base/lists.ts";
import { DefinitionFlag, DefinitionKind, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import {
  COMPOSED,
  type DefinitionId,
  definitionId,
  DERIVED,
  fileOf,
  instance,
  isInstanceOf,
  MADE,
  type Meaning,
  named,
  rowOf,
  Tag,
  typeParameter,
  union,
  UNKNOWN,
  weaken,
} from "../meaning.ts";
import { typesInstead } from "../names/left_out.ts";
import { declaredElsewhere } from "../names/script_names.ts";
import { isOfKind, isOwnType } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { traitFor } from "../traits/traits.ts";
import type { World } from "../world.ts";
import { traitImpls } from "./fitting.ts";
import { basesOfCall } from "./made_bases.ts";
import { openParameters } from "./type_arguments.ts";

/** Tags that parts of an intersection type may have besides instances: a class itself, and what parameters determine. */
const PARTS: ReadonlySet<number> = new Set([Tag.definition, Tag.parameter, Tag.keyed, Tag.conditional]);

/** Whether a type cannot be a base: in a language where derived traits are named like macros, types may share these names. */
function isNoBase(world: World, id: DefinitionId): boolean {
  const kind = world.kindOf(id);
  return world.rules.implementations && (kind === DefinitionKind.struct || kind === DefinitionKind.enum);
}

/** Supertypes, implemented traits, embedded types, and merged declarations, as instances. */
export function basesOf(world: World, id: DefinitionId): Meaning[] {
  return [...writtenBases(world, id), ...declaredBeside(world, id)];
}

/** The type that a supertype denotes; if it differs between run time and type checking (`if TYPE_CHECKING: Base = Api`), one of both. */
export function baseType(world: World, view: FileView, supertype: number): Meaning {
  const type = evaluateType(world, view, supertype);
  return isOwnType(world, type) ? union([type, ...typesInstead(world, view, supertype)]) : type;
}

/** Whether a type has a repository trait through a derive macro of that name, whose implementation is not visible. */
function isDerived(world: World, id: DefinitionId, trait: Meaning): boolean {
  return world.rules.implementations && isOwnType(world, trait) &&
    world.kindOf(trait.definition) === DefinitionKind.trait && world.kindOf(id) !== DefinitionKind.trait;
}

/** The bases in one declaration of a type. */
export function writtenBases(world: World, id: DefinitionId): Meaning[] {
  const view = world.viewOf(id);
  const { definitions } = view.facts;
  world.ask(view.index);
  const bases: Meaning[] = [];
  let isFunction = false;
  for (const supertype of listItems(view.facts, definitions.supertypes[rowOf(id)]!)) {
    const type = withoutItself(asPart(world, id, baseType(world, view, supertype)), id);
    if (type.tag === Tag.instance && (type.definition === id || isNoBase(world, type.definition))) continue;
    // What an interface asks a value to point at (`interface { *T; Setter }`) brings no member.
    if (type.tag === Tag.parameter && world.rules.embedsMembers === true && isOfKind(world, instance(id), DefinitionKind.interface)) {
      continue;
    }
    const made = madeOfParameter(world, view, supertype);
    if (made !== undefined) bases.push(made);
    if (type.tag === Tag.function && definitions.kind[rowOf(id)] === DefinitionKind.object) {
      isFunction = true;
      continue;
    }
    // An intersection of base classes (`extends Mixed(Base)`).
    if (type.tag === Tag.union && type.name === COMPOSED && !type.weak) {
      append(bases, type.items);
      continue;
    }
    // One of several interchangeable libraries (`try: import a except ImportError: import b as a`).
    const outside = type.tag === Tag.union && type.items.every((part) => part.tag === Tag.external) ? type.items[0]! : type;
    // An intersection with a class itself (`typeof Base & Extra`), or with a type parameter (`T & Extra`), has their members.
    const isPart = PARTS.has(outside.tag) &&
      definitions.kind[rowOf(id)] === DefinitionKind.object;
    const isBase = outside.tag === Tag.instance || outside.tag === Tag.external || outside.tag === Tag.module ||
      outside.tag === Tag.nothing || isPart;
    bases.push(!isBase ? UNKNOWN : isDerived(world, id, outside) ? named(outside, DERIVED) : outside);
    // One of several repository types: its members are one of several, too.
    if (!isBase && type.tag === Tag.union) append(bases, type.items.filter((part) => part.tag === Tag.instance));
    append(bases, basesOfCall(world, view, supertype, type));
  }
  // An intersection with a function type (`Api & (() => void)`) has the members of all functions, and nothing else of it.
  if (isFunction) bases.push(functionBase(world));
  for (const impl of traitImpls(world, id)) {
    const type = traitFor(world, impl, id);
    if (type.tag === Tag.instance && type.definition !== id) bases.push(type);
  }
  return bases.filter((b) => b.tag !== Tag.nothing);
}

/** A base that may be one of several (`api.Deck = class extends api.Deck {}` beside another `api.Deck`), without the type itself. */
function withoutItself(type: Meaning, id: DefinitionId): Meaning {
  if (type.tag !== Tag.union || !type.items.some((part) => isInstanceOf(part, id))) return type;
  return weaken(union(type.items.filter((part) => part.tag !== Tag.instance || part.definition !== id)));
}

function functionBase(world: World): Meaning {
  const { functionType } = world.rules;
  const definition = functionType === undefined ? 0 : world.library.definition(functionType);
  return definition === 0 ? UNKNOWN : instance(definition);
}

/** `this & Extra`: the members of the enclosing type, which a subclass may override. */
function asPart(world: World, id: DefinitionId, type: Meaning): Meaning {
  if (type.tag !== Tag.self || world.kindOf(id) !== DefinitionKind.object) return type;
  const view = world.viewOf(type.definition);
  world.ask(view.index);
  const part = instance(type.definition, openParameters(world, view, rowOf(type.definition)));
  return isOfKind(world, part, DefinitionKind.interface) ? part : weaken(part);
}

/** `class extends Base` where Base is a type parameter: instances of its value, before those of its bound. */
function madeOfParameter(world: World, view: FileView, supertype: number): Meaning | undefined {
  const { op, a } = view.facts.expressions;
  const isNamed = world.rules.separateTypes && op[supertype] === Op.new && op[a[supertype]!] === Op.name;
  const value = isNamed ? evaluateValue(world, view, a[supertype]!) : UNKNOWN;
  return value.tag === Tag.parameter ? { ...value, name: MADE } : undefined;
}

/** The other declarations of a type that is declared in several places: beside it, globally, or by files that augment its module. */
export function declaredBeside(world: World, id: DefinitionId): readonly Meaning[] {
  const parts = otherParts(world, id);
  if (parts.length > 0) return withParametersOf(world, id, parts);
  const { rules: { separateTypes }, attachments } = world;
  if (!separateTypes && attachments.get(id)?.augments === undefined) return [];
  const found = new Set([id]);
  // The declarations beside each other are all included, so only augmenting ones lead to further ones.
  const from = [id];
  for (let i = 0; i < from.length; i++) {
    const beside = separateTypes ? [...mergedTypes(world, from[i]!), ...declaredElsewhere(world, from[i]!)] : NO_ROWS;
    for (const one of [from[i]!, ...beside]) {
      found.add(one);
      for (const augment of attachments.get(one)?.augments ?? []) {
        if (found.has(augment)) continue;
        world.ask(fileOf(augment));
        found.add(augment);
        from.push(augment);
      }
    }
  }
  if (found.size === 1) return [];
  found.delete(id);
  const isClass = world.kindOf(id) === DefinitionKind.class;
  // Two classes are never merged: the later replaces the other, and may extend it.
  const others = [...found].filter((other) => !isClass || world.kindOf(other) !== DefinitionKind.class);
  return withParametersOf(world, id, others);
}

/** The other parts of a type that is written in several: those of its name in its package. */
function otherParts(world: World, id: DefinitionId): readonly DefinitionId[] {
  const isPart = (one: DefinitionId): boolean => (world.flagsOf(one) & DefinitionFlag.part) !== 0;
  if (!isPart(id) || world.inLibrary(id)) return NO_ROWS;
  const parts = world.repository.inPackage(fileOf(id), world.nameOf(id)).filter((other) => other !== id && isPart(other));
  for (const part of parts) world.ask(fileOf(part));
  return parts;
}

/** Declarations of the type `id`, each with its type parameters as arguments. */
function withParametersOf(world: World, id: DefinitionId, others: readonly DefinitionId[]): Meaning[] {
  const view = world.viewOf(id);
  const items = view.typeParameters(rowOf(id)).map((parameter) => typeParameter(view.index, parameter, undefined));
  return others.map((other) => instance(other, items));
}

/** Declaration merging: interfaces and a class of one name in one scope are one type; here, the others of that name. */
function mergedTypes(world: World, id: DefinitionId): DefinitionId[] {
  const view = world.viewOf(id);
  const { bindings, definitions } = view.facts;
  const twins = view.namesakes(rowOf(id));
  if (twins.length < 2) return [];
  const merged: DefinitionId[] = [];
  for (const twin of twins) {
    const definition = bindings.definition[twin]!;
    const kind = definition === 0 ? 0 : definitions.kind[definition]!;
    if ((kind !== DefinitionKind.interface && kind !== DefinitionKind.class) || definition === rowOf(id)) continue;
    merged.push(definitionId(view.index, definition));
  }
  return merged;
}
