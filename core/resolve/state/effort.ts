/**
 * What it takes to decide conditional types and aliases of such: how many are open within each other, and how many were decided since the first.
 *
 * Stage: resolve. Invariant: what would take too much is left open, and counted as such.
 */

/**
 * Conditions within conditions, as of a type that is made of itself, are decided so deep, and so many for one: of a union each part is one, and may
 * be one of others.
 */
const DEEPEST = 16;
const MOST_DECISIONS = 400;

/** How many of one kind are open within each other, and how many were at most. */
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

/** What was decided for something, and how deep within it. */
export interface Cost {
  readonly decisions: number;
  readonly conditions: number;
  readonly aliases: number;
}

/** Something with what it took to find it. */
export interface Measured<T> {
  readonly value: T;
  readonly cost: Cost;
}

/** See the head of this file. */
export class Effort {
  readonly conditions: Nesting = new Nesting();
  readonly aliases: Nesting = new Nesting();
  #decisions = 0;
  /** How many were left open because it was too much. */
  leftOpen = 0;

  /** Counts one more decision. @returns whether that is too much, so that it is left open */
  isTooMuch({ open }: Nesting): boolean {
    if (this.conditions.open + this.aliases.open === 0) this.#decisions = 0;
    if (open <= DEEPEST && ++this.#decisions <= MOST_DECISIONS) return false;
    this.leftOpen++;
    return true;
  }

  /** Tells what it takes to find something. */
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

  /** Counts what is known as if it were found now. @returns false, and nothing is counted, where that is too much */
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
