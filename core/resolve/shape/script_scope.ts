/**
 * What a file shows others that do not import it: names at the top of a script, and what is declared for all.
 *
 * Stage: resolve, and before the next run. Pure: one file's facts in.
 */
import { addAt } from "../../base/lists.ts";
import { type Facts, LinkFlag } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";

/** Row of `scopes` of the file itself. */
const TOP = 1;

/** Whether a definition (row of `definitions`) is declared for all files: it belongs to what all programs have. */
export function isGlobal({ definitions, expressions }: Facts, row: number): boolean {
  return expressions.op[definitions.owner[row]!] === Op.builtin;
}

/** Whether a definition stands at the top of its file, and is no member of anything but what all programs have. */
export function isAtTop(facts: Facts, row: number): boolean {
  const { scope, owner } = facts.definitions;
  return scope[row] === TOP && (owner[row] === 0 || isGlobal(facts, row));
}

/**
 * Whether a file is no module of any kind, or not everywhere: it imports nothing, and shows nothing or what a test allows (`if (typeof module ===
 * "object")`).
 */
export function isNoModule({ imports, exports: { flags, length }, expressions }: Facts): boolean {
  if (imports.length >= 2) return false;
  const shown = flags.slice(1, length);
  return shown.every((one) => (one & LinkFlag.conditional) !== 0) &&
    (shown.some((one) => (one & LinkFlag.whole) !== 0) || !expressions.op.includes(Op.module));
}

/** What a file says to others by each name at its top, in its order: two versions that say the same of a name say it to all who ask for that. */
export function saidToAll(facts: Facts): ReadonlyMap<string, readonly string[]> {
  const { kind, name, flags, value, length } = facts.definitions;
  const ofScript = isNoModule(facts);
  const said = new Map<string, string[]>();
  for (let row = 1; row < length; row++) {
    if (!isAtTop(facts, row)) continue;
    addAt(said, facts.strings[name[row]!]!, `${ofScript} ${kind[row]} ${flags[row]} ${isGlobal(facts, row)} ${value[row] !== 0}`);
  }
  return said;
}
