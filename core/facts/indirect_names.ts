/**
 * Names that stand for what has another name, of many files together.
 *
 * Stage: facts -> outline. Pure.
 */
import type { Outline } from "./outline.ts";

/** Names that somewhere stand for what has another name: for everybody, and for those who reach it through a type (`Outline.indirectMembers`). */
export interface IndirectNames {
  readonly names: ReadonlySet<string>;
  readonly members: ReadonlySet<string>;
}

/** All that some files say. */
export function indirectNames(outlines: readonly Outline[]): IndirectNames {
  const names = new Set(outlines.flatMap((outline) => outline.indirect));
  return { names, members: new Set(outlines.flatMap((outline) => outline.indirectMembers)) };
}

/** Names in a file's lists that may stand for what has another name; what stands under "" there may have any. */
export function doubtfulNames({ taken, takenMembers }: Outline, { names, members }: IndirectNames): ReadonlySet<string> {
  return new Set([...taken.filter((name) => names.has(name)), ...takenMembers.filter((name) => names.has(name) || members.has(name))]);
}
