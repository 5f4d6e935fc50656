/**
 * Names that are aliases of others, collected from many files.
 *
 * Stage: facts -> outline. Pure.
 */
import type { Outline } from "./outline.ts";

/** Names that are an alias somewhere: for every file, and for those that reach them through a type (`Outline.indirectMembers`). */
export interface IndirectNames {
  readonly names: ReadonlySet<string>;
  readonly members: ReadonlySet<string>;
}

/** The aliases in several files. */
export function indirectNames(outlines: readonly Outline[]): IndirectNames {
  const names = new Set(outlines.flatMap((outline) => outline.indirect));
  return { names, members: new Set(outlines.flatMap((outline) => outline.indirectMembers)) };
}

/** Names in a file's lists that may be aliases; an entry under "" may have any name. */
export function doubtfulNames({ taken, takenMembers }: Outline, { names, members }: IndirectNames): ReadonlySet<string> {
  return new Set([...taken.filter((name) => names.has(name)), ...takenMembers.filter((name) => names.has(name) || members.has(name))]);
}
