/**
 * The values of type parameters during a substitution.
 *
 * Stage: resolve. Few parameters have values at a time, often none: lists are faster than a map, and are not created before the first
 * value. Invariant: parameters are in the order in which they received values.
 */
import { type DefinitionId, type Meaning, sameMeaning } from "../meaning.ts";

const NONE: readonly never[] = [];

/** Meanings by type parameter: (file, binding). */
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
  /** All parameters that have values. */
  get parameters(): readonly DefinitionId[] {
    return this.#parameters;
  }
}

/** Values of type parameters, and of `Self`. */
export class Environment {
  readonly values: ParameterValues = new ParameterValues();
  /** Associated types among them that were inferred from arguments, not from the receiver. */
  projected: Set<DefinitionId> | undefined;
  self: Meaning | undefined;
  #laid: { readonly pattern: Meaning; readonly value: Meaning; readonly depth: number; readonly way: number }[] | undefined;
  #projections: { readonly base: DefinitionId; readonly type: DefinitionId; readonly meaning: Meaning }[] | undefined;

  /**
   * Records that `pattern` is unified with `value` at nesting `depth`. @returns false if this was done before in the same way and at no
   * greater depth, so that it would add nothing
   */
  noteLaid(pattern: Meaning, value: Meaning, depth: number, way: number): boolean {
    const laid = this.#laid ??= [];
    for (const one of laid) {
      if (one.way === way && one.depth <= depth && isSame(one.pattern, pattern) && isSame(one.value, value)) return false;
    }
    laid.push({ pattern, value, depth, way });
    return true;
  }

  /** What the associated type `type` of the type parameter `base` stands for (`A::Item`, which may differ from `B::Item`). */
  projection(base: DefinitionId, type: DefinitionId): Meaning | undefined {
    return this.#projections?.find((one) => one.base === base && one.type === type)?.meaning;
  }
  noteProjection(base: DefinitionId, type: DefinitionId, meaning: Meaning): void {
    if (this.projection(base, type) === undefined) (this.#projections ??= []).push({ base, type, meaning });
  }
  /** Whether the associated type `type` of some type parameter has a value. */
  hasProjection(type: DefinitionId): boolean {
    return this.#projections?.some((one) => one.type === type) === true;
  }
}

/** Whether two meanings are equal, including the bounds of type parameters. */
function isSame(a: Meaning, b: Meaning): boolean {
  return a.result === b.result && sameMeaning(a, b);
}
