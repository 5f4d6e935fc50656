/**
 * What a file shows to others that do not import it: top-level names of a script, and global declarations.
 *
 * Stage: resolve, and before the next run. Pure: one file's facts in.
 */
import { addAt } from "../../base/lists.ts";
import { type Facts, LinkFlag } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";

/** Row of `scopes` of the file itself. */
const TOP = 1;

/** Whether a definition (row of `definitions`) is declared globally, for all files. */
export function isGlobal({ definitions, expressions }: Facts, row: number): boolean {
  return expressions.op[definitions.owner[row]!] === Op.builtin;
}

/** Whether a definition is at the top level of its file, and is not a member of anything but the global object. */
export function isAtTop(facts: Facts, row: number): boolean {
  const { scope, owner } = facts.definitions;
  return scope[row] === TOP && (owner[row] === 0 || isGlobal(facts, row));
}

/**
 * Whether a file is not a module, or not in every environment: it imports nothing, and exports nothing, or only conditionally (`if (typeof
 * module === "object")`).
 */
export function isNoModule({ imports, exports: { flags, length }, expressions }: Facts): boolean {
  if (imports.length >= 2) return false;
  const shown = flags.slice(1, length);
  return shown.every((one) => (one & LinkFlag.conditional) !== 0) &&
    (shown.some((one) => (one & LinkFlag.whole) !== 0) || !expressions.op.includes(Op.module));
}

/**
 * What a file states about each of its top-level names, in order: if two versions state the same about a name, users of it are not
 * affected.
 */
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
