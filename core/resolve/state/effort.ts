/**
 * Limits the effort of evaluating conditional types and aliases of them: their nesting, and their number since the outermost.
 *
 * Stage: resolve. Invariant: what would exceed the limits is left open, and counted.
 */

/**
 * Maximum nesting of conditional types, as in recursive types, and of aliases; and maximum number evaluated for one: each part of a union
 * counts, and may contain further ones.
 */
const DEEPEST = 16;
const MOST_DECISIONS = 400;

/** The current nesting of one kind, and its maximum. */
export class Nesting {
  open = 0;
  most = 0;

  enter(): void {
    this.open++;
    if (this.open > this.most) this.most = this.open;
  }
  leave(): void {
    this.open--;
  }
}

/** The number of evaluations for a value, and their maximum nesting. */
export interface Cost {
  readonly decisions: number;
  readonly conditions: number;
  readonly aliases: number;
}

/** A value with the cost of finding it. */
export interface Measured<T> {
  readonly value: T;
  readonly cost: Cost;
}

/** The effort spent in the current evaluation. */
export class Effort {
  readonly conditions: Nesting = new Nesting();
  readonly aliases: Nesting = new Nesting();
  #decisions = 0;
  /** Number of types left open because of a limit. */
  leftOpen = 0;

  /** Counts one more evaluation. @returns whether that exceeds a limit, so that the type is left open */
  isTooMuch({ open }: Nesting): boolean {
    if (this.conditions.open + this.aliases.open === 0) this.#decisions = 0;
    if (open <= DEEPEST && ++this.#decisions <= MOST_DECISIONS) return false;
    this.leftOpen++;
    return true;
  }

  /** Measures the cost of finding a value. */
  measure<T>(find: () => T): Measured<T> {
    const { conditions, aliases } = this;
    const decisions = this.#decisions;
    const [mostConditions, mostAliases] = [conditions.most, aliases.most];
    conditions.most = conditions.open;
    aliases.most = aliases.open;
    const value = find();
    const cost: Cost = {
      decisions: this.#decisions - decisions,
      conditions: conditions.most - conditions.open,
      aliases: aliases.most - aliases.open,
    };
    conditions.most = Math.max(conditions.most, mostConditions);
    aliases.most = Math.max(aliases.most, mostAliases);
    return { value, cost };
  }

  /** Counts the cost of a known value as if it were found now. @returns false, without counting, if that exceeds a limit */
  repeat(cost: Cost): boolean {
    const { conditions, aliases } = this;
    const [deepestCondition, deepestAlias] = [conditions.open + cost.conditions, aliases.open + cost.aliases];
    if (this.#decisions + cost.decisions > MOST_DECISIONS || Math.max(deepestCondition, deepestAlias) > DEEPEST) return false;
    this.#decisions += cost.decisions;
    conditions.most = Math.max(conditions.most, deepestCondition);
    aliases.most = Math.max(aliases.most, deepestAlias);
    return true;
  }
}
