/**
 * The instances of what is named in type position, through aliases.
 *
 * Stage: resolve. Invariant: a meaning that is not a type has no instance: unknown.
 */
import { DefinitionKind } from "../../facts.ts";
import { EitherMode, Op } from "../../facts/expressions.ts";
import { evaluateType } from "../evaluate.ts";
import { CLASS, definitionId, instance, lastPart, madeOf, type Meaning, named, rowOf, Tag, union, UNKNOWN } from "../meaning.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { augmentedType } from "./augmented.ts";
import { conditionalAlias } from "./conditional_types.ts";
import { substituteParameters } from "./environments.ts";
import { withKeys } from "./keyed.ts";
import { settledParameter, withDefaults } from "./type_arguments.ts";

/** An instance of the type `meaning`. */
export function instanceOf(world: World, meaning: Meaning, items: readonly Meaning[] = []): Meaning {
  switch (meaning.tag) {
    case Tag.definition: {
      if (meaning.name === CLASS) return named(meaning, "");
      const view = world.viewOf(meaning.definition);
      const kind = world.kindOf(meaning.definition);
      const row = rowOf(meaning.definition);
      if (meaning.result !== undefined && meaning.result.tag === Tag.self) return meaning.result;
      if (kind === DefinitionKind.type_alias) return aliased(world, view, row, items);
      if (kind === DefinitionKind.function || kind === DefinitionKind.method || kind === DefinitionKind.namespace) return UNKNOWN;
      if (kind === DefinitionKind.enum_member) return instance(world.parentOf(meaning.definition));
      const whole = kind === DefinitionKind.interface ? augmentedType(world, view, row) : undefined;
      return whole ?? instance(meaning.definition, argumentsOf(world, meaning, items), meaning.weak);
    }
    case Tag.union:
      return union(meaning.items.map((item) => instanceOf(world, item, items)));
    case Tag.tuple:
      // An alias (`Pair = tuple[Job, int]`): its parts, evaluated as values, are types here.
      return meaning.items.some(isNamed) ? { ...meaning, items: meaning.items.map((item) => instanceOf(world, item)) } : meaning;
    case Tag.module:
      return UNKNOWN;
    case Tag.instance:
      // A variable that holds a type variable, created by a library call.
      return isDynamic(world, meaning) ? UNKNOWN : meaning;
    case Tag.parameter:
      return meaning.name === CLASS ? madeOf(meaning) : meaning;
    case Tag.external:
      // An alias of it (`Model = Any`).
      return isExternalDynamic(world, meaning) ? UNKNOWN : meaning;
    default:
      return meaning;
  }
}

function isNamed({ tag }: Meaning): boolean {
  return tag === Tag.definition || tag === Tag.tuple || tag === Tag.union;
}

/** Explicit type arguments with the defaults of missing ones; for a type that is only known by its declaration, all defaults. */
function argumentsOf(world: World, { definition, items: applied }: Meaning, written: readonly Meaning[]): readonly Meaning[] {
  if (written.length > 0) return withDefaults(world, definition, written);
  const isPlain = applied.length === 0 && !world.inLibrary(definition);
  return isPlain ? withDefaults(world, definition, written) : applied;
}

function isDynamic(world: World, meaning: Meaning): boolean {
  return world.inLibrary(meaning.definition) && world.rules.dynamicTypes.includes(world.nameOf(meaning.definition));
}

/** Whether something external is the type for any value (`typing.Any`) in a module that the library describes. */
function isExternalDynamic(world: World, { name }: Meaning): boolean {
  const last = lastPart(name);
  return world.rules.dynamicTypes.includes(last) && world.library.modules.has(name.slice(0, -last.length - 1));
}

/** The target of an alias, with the alias's own parameters substituted. */
function aliased(world: World, view: FileView, row: number, items: readonly Meaning[]): Meaning {
  const { definitions } = view.facts;
  const type = definitions.type[row]!;
  if (type === 0 || !view.isAlias(row)) return instance(definitionId(view.index, row), items);
  const id = definitionId(view.index, row);
  const { expressions } = view.facts;
  if (expressions.op[type] === Op.conditional) return conditionalAlias(world, id, items);
  const meaning = evaluateType(world, view, type);
  // If its branches do not agree, the alias is a type of its own.
  const isOpen = meaning.tag === Tag.unknown && expressions.op[type] === Op.either && expressions.b[type] === EitherMode.agreed;
  const known = isOpen ? instance(id, items) : withKeys(world, substituteParameters(world, meaning, id, withDefaults(world, id, items)));
  return settledParameter(world, known);
}
