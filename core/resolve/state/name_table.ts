/**
 * The bindings of one file by scope and name, as columns of numbers.
 *
 * Stage: resolve. Invariant: built from the facts and the language's rules alone; bindings of one name in one scope are in source order,
 * names of one scope in the order of their first bindings.
 */
import { addAt, NO_ROWS } from "../../base/lists.ts";
import { BindingFlag, BindingKind, DefinitionFlag, type Facts, isBlock, LinkFlag, ScopeKind } from "../../facts.ts";
import type { ResolutionRules } from "../../rules/resolution_rules.ts";

/** A hash table of bindings. The bindings of one name in one scope form a chain: `first`, then `next`. */
export class NameTable {
  /** First bindings of the chains; 0: free. Open addressing: a chain whose place is taken uses the next free one. */
  readonly #places: Int32Array;
  /** By binding: the scope that owns it, or 0; and the next binding of its chain, or 0. */
  readonly #owner: Int32Array;
  readonly #next: Int32Array;
  /** Bindings that an ordinary build leaves out. */
  readonly leftOut: readonly number[] = NO_ROWS;
  /** First bindings of the chains, in order. */
  readonly #firsts: number[] = [];
  #byScope: Map<number, number[]> | undefined;
  /**
   * By scope: the nearest one, from that on outwards, at which a search for a name has something to see: it owns a binding, or is more than a
   * block. 0: there is none.
   */
  readonly outwards: Int32Array;

  constructor(readonly facts: Facts, readonly rules: ResolutionRules) {
    const { bindings } = facts;
    this.#places = new Int32Array(2 << (32 - Math.clz32(bindings.length)));
    this.#owner = new Int32Array(bindings.length);
    this.#next = new Int32Array(bindings.length);
    const unsorted = this.#addAll();
    const byPosition = (a: number, b: number): number => bindings.at[a]! - bindings.at[b]! || a - b;
    if (unsorted.size > 0) this.#change((first) => unsorted.has(first), (chain) => chain.sort(byPosition));
    this.outwards = this.#seenOutwards();
    this.leftOut = leftOut(facts);
    if (this.leftOut.length === 0) return;
    this.#change((first) => this.#someLeftOut(first), (chain) => withoutInactive(facts, chain));
  }

  #someLeftOut(first: number): boolean {
    for (let row = first; row !== 0; row = this.#next[row]!) if (isLeftOut(this.facts, row)) return true;
    return false;
  }

  /** The first binding of a name in exactly that scope, or 0. */
  first(scope: number, name: number): number {
    return this.#places[this.#find(scope, name)]!;
  }
  /** The binding of the same name and scope after that one, or 0. */
  next(row: number): number {
    return this.#next[row]!;
  }
  /** The bindings of a chain, starting with its first. */
  chain(first: number): number[] {
    const rows: number[] = [];
    for (let row = first; row !== 0; row = this.#next[row]!) rows.push(row);
    return rows;
  }
  /** The first bindings of all chains. */
  get firsts(): readonly number[] {
    return this.#firsts;
  }
  /** All bindings that a scope owns, chain by chain. */
  ownedBy(scope: number): readonly number[] {
    return (this.#byScope ??= this.#rowsByScope()).get(scope) ?? NO_ROWS;
  }
  #rowsByScope(): Map<number, number[]> {
    const rows = new Map<number, number[]>();
    for (const first of this.#firsts) {
      for (let row = first; row !== 0; row = this.#next[row]!) addAt(rows, this.#owner[first]!, row);
    }
    return rows;
  }
  #seenOutwards(): Int32Array {
    const { kind, parent, length } = this.facts.scopes;
    const seen = this.#owningScopes();
    // A scope stands behind the one around it.
    for (let scope = 1; scope < length; scope++) {
      if (seen[scope] === 0) seen[scope] = isBlock(kind[scope]!) && parent[scope]! < scope ? seen[parent[scope]!]! : scope;
    }
    return seen;
  }
  /** By scope: itself if it owns a binding, otherwise 0. */
  #owningScopes(): Int32Array {
    const owning = new Int32Array(this.facts.scopes.length);
    for (const first of this.#firsts) owning[this.#owner[first]!] = this.#owner[first]!;
    return owning;
  }
  /** The scope that owns a binding, or 0. */
  owner(row: number): number {
    return this.#owner[row]!;
  }

  /** The place of a chain, or the free place for it. */
  #find(scope: number, name: number): number {
    const names = this.facts.bindings.name;
    const mask = this.#places.length - 1;
    let place = Math.imul(Math.imul(scope, 0x9e3779b1) ^ name, 0x85ebca6b) >>> 8 & mask;
    for (let row = this.#places[place]!; row !== 0; row = this.#places[place]!) {
      if (names[row] === name && this.#owner[row] === scope) break;
      place = (place + 1) & mask;
    }
    return place;
  }

  /** Adds all bindings. @returns the first bindings of chains whose bindings were added out of order */
  #addAll(): ReadonlySet<number> {
    const { bindings } = this.facts;
    const outer = outerBindings(this.facts);
    const last = new Int32Array(bindings.length);
    const unsorted = new Set<number>();
    const add = (row: number, scope: number): void => {
      const place = this.#find(scope, bindings.name[row]!);
      const first = this.#places[place]!;
      this.#owner[row] = scope;
      if (first === 0) {
        this.#places[place] = row;
        this.#firsts.push(row);
        last[row] = row;
        return;
      }
      if (bindings.at[last[first]!]! > bindings.at[row]!) unsorted.add(first);
      this.#next[last[first]!] = row;
      last[first] = row;
    };
    const later: number[] = [];
    for (let row = 1; row < bindings.length; row++) {
      if (bindings.kind[row] === BindingKind.assignment || outer?.has(row)) later.push(row);
      else if ((bindings.flags[row]! & BindingFlag.outer) === 0) add(row, bindings.scope[row]!);
    }
    // Definitions are bound first, assignments to outer names last.
    for (const row of later) {
      const scope = this.#scopeFor(row, outer?.has(row) === true);
      if (scope !== 0) add(row, scope);
    }
    return unsorted;
  }

  /**
   * The scope that a binding belongs to: assignments belong to the scope that declares the name, names declared `global` or `nonlocal` to
   * an outer one.
   */
  #scopeFor(row: number, isOuter: boolean): number {
    const { bindings, scopes } = this.facts;
    const own = bindings.scope[row]!;
    for (let scope = isOuter ? scopes.parent[own]! : own; scope !== 0; scope = scopes.parent[scope]!) {
      if (scopes.kind[scope] !== ScopeKind.class && this.first(scope, bindings.name[row]!) !== 0) return scope;
    }
    return isOuter ? 1 : this.rules.blockScoped ? 0 : own;
  }

  /** Reorders chains of several bindings, or removes some. @param isMeant selects chains by their first binding */
  #change(isMeant: (first: number) => boolean, change: (chain: number[]) => number[]): void {
    for (let i = 0; i < this.#firsts.length; i++) {
      const first = this.#firsts[i]!;
      if (this.#next[first] === 0 || !isMeant(first)) continue;
      const place = this.#find(this.#owner[first]!, this.facts.bindings.name[first]!);
      const after = change(this.chain(first));
      this.#places[place] = this.#firsts[i] = after[0]!;
      for (let k = 0; k < after.length; k++) this.#next[after[k]!] = after[k + 1] ?? 0;
    }
  }
}

/** Bindings of names that their scope declares `global` or `nonlocal`. */
function outerBindings({ bindings }: Facts): ReadonlySet<number> | undefined {
  const key = (row: number): string => `${bindings.scope[row]} ${bindings.name[row]}`;
  const declared = new Set<string>();
  for (let row = 1; row < bindings.length; row++) if (bindings.flags[row]! & BindingFlag.outer) declared.add(key(row));
  if (declared.size === 0) return undefined;
  const outer = new Set<number>();
  for (let row = 1; row < bindings.length; row++) {
    if ((bindings.flags[row]! & BindingFlag.outer) === 0 && declared.has(key(row))) outer.add(row);
  }
  return outer;
}

function leftOut(facts: Facts): readonly number[] {
  const rows: number[] = [];
  for (let row = 1; row < facts.bindings.length; row++) if (isLeftOut(facts, row)) rows.push(row);
  return rows;
}

/** Of several bindings of one name in one scope, those that an ordinary build leaves out are removed if others remain. */
function withoutInactive(facts: Facts, chain: number[]): number[] {
  const active = chain.filter((row) => !isLeftOut(facts, row));
  return active.length === 0 ? chain : active;
}

/** Whether an ordinary build leaves out the definition or import of a binding. */
export function isLeftOut({ bindings, definitions, imports }: Facts, row: number): boolean {
  return (bindings.flags[row]! & BindingFlag.elsewhere) !== 0 ||
    (definitions.flags[bindings.definition[row]!]! & DefinitionFlag.inactive) !== 0 ||
    (imports.flags[bindings.import_[row]!]! & LinkFlag.inactive) !== 0;
}
