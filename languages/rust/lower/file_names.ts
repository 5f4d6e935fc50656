/**
 * What the names of a file are bound to, needed for every name that may be a function's.
 *
 * Stage: parse -> facts. Invariant: a file has tens of thousands of bindings, so names index an array.
 */
import { BindingKind, LinkFlag } from "../../../core/facts.ts";
import type { Lowering } from "../../../core/lower/lower.ts";

/** Kinds of bindings of a name. */
const Bound = { item: 1, value: 2 } as const;

/** The names that a file binds. */
export interface FileNames {
  /** The bindings of each name, bits of `Bound` by the number of its text: possible functions (definitions, imports), and values. */
  readonly bound: Uint8Array;
  /** Whether wildcard imports may bind further names. */
  readonly hasWildcards: boolean;
}

/** Whether the name of that number is bound to a possible function. */
export function isItem({ bound }: FileNames, name: number): boolean {
  return ((bound[name] ?? 0) & Bound.item) !== 0;
}

/** Whether the file does not bind the name, or binds it to a possible function. */
export function mayBeItem({ bound }: FileNames, name: number): boolean {
  const known = bound[name] ?? 0;
  return known === 0 || (known & Bound.item) !== 0;
}

/** The names that a file binds, once all of it has been read. */
export function namesOfFile({ facts }: Lowering): FileNames {
  const kinds = facts.column("bindings", "kind");
  const names = facts.column("bindings", "name");
  let most = 0;
  for (let row = 1; row < names.length; row++) if (names[row]! > most) most = names[row]!;
  const bound = new Uint8Array(most + 1);
  for (let row = 1; row < names.length; row++) {
    const isOfItem = kinds[row] === BindingKind.definition || kinds[row] === BindingKind.import;
    bound[names[row]!]! |= isOfItem ? Bound.item : Bound.value;
  }
  const hasWildcards = facts.column("imports", "flags").some((flags) => (flags & LinkFlag.wildcard) !== 0);
  return { bound, hasWildcards };
}
