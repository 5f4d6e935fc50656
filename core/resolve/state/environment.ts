/**
 * What type parameters stand for while a meaning is settled.
 *
 * Stage: resolve. Few parameters are told at a time, and most environments tell none: lists are quicker than a map, and none are made before
 * the first. Invariant: parameters come in the order in which they were told.
 */
import { type DefinitionId, type Meaning, sameMeaning } from "../meaning.ts";

const NONE: readonly never[] = [];

/** Meanings by (file, binding). */
export class ParameterValues {
  #parameters: readonly DefinitionId[] = NONE;
  #meanings: readonly Meaning[] = NONE;

  get size(): number {
    return this.#parameters.length;
  }
  has(parameter: DefinitionId): boolean {
    return this.#parameters.includes(parameter);
  }
  get(parameter: DefinitionId): Meaning | undefined {
    const at = this.#parameters.indexOf(parameter);
    return at < 0 ? undefined : this.#meanings[at]!;
  }
  set(parameter: DefinitionId, meaning: Meaning): void {
    const at = this.#parameters.indexOf(parameter);
    if (at >= 0) (this.#meanings as Meaning[])[at] = meaning;
    else if (this.#parameters.length === 0) {
      this.#parameters = [parameter];
      this.#meanings = [meaning];
    } else {
      (this.#parameters as DefinitionId[]).push(parameter);
      (this.#meanings as Meaning[]).push(meaning);
    }
  }
  /** All that were told. */
  get parameters(): readonly DefinitionId[] {
    return this.#parameters;
  }
}

/** Values for type parameters, and for `Self`. */
export class Environment {
  readonly values: ParameterValues = new ParameterValues();
  /** Associated types among them that arguments told, not the receiver. */
  projected: Set<DefinitionId> | undefined;
  self: Meaning | undefined;
  #laid: { readonly pattern: Meaning; readonly value: Meaning; readonly depth: number; readonly way: number }[] | undefined;
  #projections: { readonly base: DefinitionId; readonly type: DefinitionId; readonly meaning: Meaning }[] | undefined;

  /**
   * Notes that what `pattern` asks for is laid beside `value`, with so many types around it; false where it was already, in the same way and with
   * no more around it: that tells nothing new.
   */
  noteLaid(pattern: Meaning, value: Meaning, depth: number, way: number): boolean {
    const laid = this.#laid ??= [];
    for (const one of laid) {
      if (one.way === way && one.depth <= depth && isSame(one.pattern, pattern) && isSame(one.value, value)) return false;
    }
    laid.push({ pattern, value, depth, way });
    return true;
  }

  /** What the associated type `type` of the type parameter `base` is (`A::Item`, which `B::Item` need not be). */
  projection(base: DefinitionId, type: DefinitionId): Meaning | undefined {
    return this.#projections?.find((one) => one.base === base && one.type === type)?.meaning;
  }
  noteProjection(base: DefinitionId, type: DefinitionId, meaning: Meaning): void {
    if (this.projection(base, type) === undefined) (this.#projections ??= []).push({ base, type, meaning });
  }
  /** Whether it is told what `type` is of some type parameter. */
  hasProjection(type: DefinitionId): boolean {
    return this.#projections?.some((one) => one.type === type) === true;
  }
}

/** The same, of a type parameter with the same bound. */
function isSame(a: Meaning, b: Meaning): boolean {
  return a.result === b.result && sameMeaning(a, b);
}
