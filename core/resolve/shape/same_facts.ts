/**
 * Whether two versions of a file have equal facts apart from positions: an edit of whitespace or comments affects nobody.
 *
 * Stage: resolve. Pure. Invariant: everything in facts is compared except positions, whose order is unchanged.
 */
import { type Facts, TABLES } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";

const PLACES: ReadonlySet<string> = new Set(["at", "start", "end", "line", "column", "lineStart", "lineEnd", "nameLine", "nameColumn"]);

/** Whether two versions of a file differ only in positions. */
export function sayTheSame(before: Facts, after: Facts): boolean {
  if (!areEqual(before.strings, after.strings) || !areEqual(before.lists, after.lists)) return false;
  for (const [name, columns] of Object.entries(TABLES)) {
    const [left, right] = [before, after].map((facts) =>
      facts[name as keyof typeof TABLES] as unknown as Readonly<Record<string, ArrayLike<number>>>
    );
    for (const column of columns) {
      if (PLACES.has(column) || (name === "expressions" && column === "c")) continue;
      if (!areEqual(left![column]!, right![column]!)) return false;
    }
  }
  // For a name, this is the position at which it is looked up.
  const { op, c } = after.expressions;
  return op.every((one, row) => one === Op.name || c[row] === before.expressions.c[row]);
}

function areEqual<T>(left: ArrayLike<T>, right: ArrayLike<T>): boolean {
  if (left.length !== right.length) return false;
  for (let i = 0; i < left.length; i++) if (left[i] !== right[i]) return false;
  return true;
}
