/**
 * Replaces type parameters in a meaning by what they stand for.
 *
 * Stage: resolve. Values in, values out; what contains nothing to replace is not copied.
 */
import { CLASS, classMeaning, MADE, madeOf, type Meaning, named, REST, Tag, tuple, union, weaken } from "./meaning.ts";
import type { Environment } from "./state/environment.ts";

/** Replaces type parameters and `Self` by their values in `environment`; unknown ones stay. */
export function substitute(meaning: Meaning, environment: Environment, depth = 0): Meaning {
  if (depth > 8 || (environment.values.size === 0 && environment.self === undefined)) return meaning;
  switch (meaning.tag) {
    case Tag.parameter: {
      const value = meaning.applied === undefined
        ? environment.values.get(meaning.definition)
        : projectionOf(meaning, meaning.applied[0]!, environment);
      if (value !== undefined) {
        return mergeWeak(standsFor(meaning, value), meaning);
      }
      // A parameter that stays open keeps a bound that refers to known types (`collect` into what `FromIterator<Self::Item>` asks for).
      if (meaning.result === undefined || meaning.result.items.length === 0 || depth > 3) return meaning;
      const result = substitute(meaning.result, environment, depth + 3);
      return result === meaning.result ? meaning : { ...meaning, result };
    }
    case Tag.self:
      return environment.self === undefined ? meaning : mergeWeak(environment.self, meaning);
    case Tag.external: {
      if (meaning.applied === undefined) return meaning;
      const applied = substituteAll(meaning.applied, environment, depth + 1);
      return applied === meaning.applied ? meaning : { ...meaning, applied };
    }
    case Tag.instance:
    case Tag.union:
    case Tag.tuple:
    case Tag.function:
    case Tag.keyed:
    case Tag.conditional:
    case Tag.definition: {
      const items = substituteAll(meaning.items, environment, depth + 1, meaning.tag === Tag.conditional ? ELSE : -1);
      const result = meaning.result === undefined ? undefined : substitute(meaning.result, environment, depth + 1);
      const receiver = meaning.tag === Tag.function ? meaning.applied?.[0] : undefined;
      const known = receiver === undefined ? receiver : substitute(receiver, environment, depth + 1);
      if (known !== undefined && known !== receiver) return { ...meaning, items, result, applied: [known] };
      if (items === meaning.items && result === meaning.result) return meaning;
      if (meaning.tag === Tag.tuple) return { ...meaning, items: tuple(items).items };
      // If all parts have become equal, the result is as certain as each of them.
      if (meaning.tag === Tag.union) return union(withoutOpen(items));
      // The class of `Self` becomes the class of what `Self` stands for here.
      const isOwnClass = meaning.tag === Tag.definition && meaning.result?.tag === Tag.self &&
        meaning.result.definition === meaning.definition;
      if (isOwnClass && result?.tag === Tag.parameter) return classMeaning(result);
      const isType = result?.tag === Tag.instance || result?.tag === Tag.self;
      const definition = isOwnClass && isType ? result.definition : meaning.definition;
      return { ...meaning, definition, items, result };
    }
    default:
      return meaning;
  }
}

/** What an associated type of `base` stands for; if that is not known, the associated type of what `base` stands for. */
function projectionOf(type: Meaning, base: Meaning, environment: Environment): Meaning | undefined {
  const said = base.tag === Tag.parameter ? environment.projection(base.definition, type.definition) : undefined;
  if (said !== undefined) return said;
  const known = knownBase(base, environment);
  if (known !== undefined && known !== base) return { ...type, applied: [known] };
  return environment.hasProjection(type.definition) ? undefined : environment.values.get(type.definition);
}

/**
 * What the base of an associated type stands for, if known: a parameter, `Self`, or an associated type of one (`C::Watch` of `<C::Watch as
 * Watch>::Len`).
 */
function knownBase(base: Meaning, environment: Environment): Meaning | undefined {
  if (base.tag === Tag.self) return environment.self;
  if (base.tag !== Tag.parameter) return undefined;
  if (base.applied === undefined) return environment.values.get(base.definition);
  const asked = base.applied[0]!;
  const known = knownBase(asked, environment);
  return known === undefined || known === asked ? undefined : { ...base, applied: [known] };
}

/** Drops types without type arguments if the same type with arguments is present (`list[Job]` and `[]`). */
function withoutOpen(parts: readonly Meaning[]): readonly Meaning[] {
  const isOpen = ({ tag, items }: Meaning): boolean => tag === Tag.instance && items.length === 0;
  if (!parts.some(isOpen)) return parts;
  return parts.filter((one) => !isOpen(one) || !parts.some((other) => other.definition === one.definition && other.items.length > 0));
}

/** The index of the else branch in a conditional type: a chain of these counts as one level. */
export const ELSE = 3;

/** Returns `items` itself if nothing in it is replaced. @param level index of the item that is not deeper than the whole */
function substituteAll(items: readonly Meaning[], environment: Environment, depth: number, level = -1): readonly Meaning[] {
  let replaced: Meaning[] | undefined;
  for (let i = 0; i < items.length; i++) {
    const item = items[i]!;
    const next = substitute(item, environment, i === level ? depth - 1 : depth);
    if (next !== item) (replaced ??= items.slice())[i] = next;
  }
  return replaced ?? items;
}

/** Whether a meaning contains nothing that can be replaced. */
export function isClosed({ tag, items, result, applied }: Meaning): boolean {
  return items.length === 0 && result === undefined && applied === undefined && tag !== Tag.parameter && tag !== Tag.self;
}

/** Tags that can describe all remaining parameters of a function. */
const TELLS_REST: ReadonlySet<number> = new Set([Tag.tuple, Tag.instance, Tag.parameter, Tag.keyed]);

/** What a type parameter becomes when it stands for `value`, depending on its name (`MADE`, `CLASS`, `REST`). */
function standsFor(parameter: Meaning, value: Meaning): Meaning {
  const { name } = parameter;
  switch (name) {
    case MADE:
      // If it has a signature for `new`, that determines what is created.
      return value.tag === Tag.instance ? { ...parameter, result: value } : madeOf(value);
    case CLASS:
      return classMeaning(value);
    case REST:
      return TELLS_REST.has(value.tag) ? named(value, REST) : value;
    default:
      return value;
  }
}

function mergeWeak(value: Meaning, from: Meaning): Meaning {
  return from.weak ? weaken(value) : value;
}
