/**
 * The branches of `cfg_if!` and `cfg_select!`, and which of them an ordinary build includes.
 *
 * Stage: parse -> facts. Read from the text, since the macro's tokens have been replaced by the code in them. Invariant: at most one branch
 * of a macro is included; each macro is read once per file.
 */
import type { Lowering } from "../../../core/lower/lower.ts";
import { holdsOrdinarily } from "../cfg.ts";
import { stateOf } from "../file_state.ts";

/** A branch of a macro: its range in the text, and whether an ordinary build includes it. */
export interface Branch {
  readonly from: number;
  readonly to: number;
  readonly isTaken: boolean;
}

/** Braces, and tokens that may contain some that do not count. */
const BRACES = /"(?:[^"\\]|\\[^])*"|\/\/[^\n]*|\/\*[^]*?\*\/|'(?:\\.|[^\\'])'|[{}]/g;

/** Whether offset `at` is in a branch of the macro `invocation` that an ordinary build omits. */
export function isInLeftOutBranch(lowering: Lowering, invocation: number, at: number): boolean {
  const known = stateOf(lowering).macroBranches;
  let branches = known.get(invocation);
  if (branches === undefined) {
    branches = readBranches(lowering.tree.source, lowering.tree.start[invocation]!, lowering.tree.end[invocation]!);
    known.set(invocation, branches);
  }
  return branches.some(({ from, to, isTaken }) => !isTaken && from <= at && at < to);
}

function readBranches(source: string, start: number, end: number): Branch[] {
  const branches: Branch[] = [];
  const first = source.slice(start, end).search(/[{(\[]/) + start + 1;
  const braces = new RegExp(BRACES);
  braces.lastIndex = first;
  let head = first;
  let from = 0;
  let depth = 0;
  let isTaken = false;
  for (let found = braces.exec(source); found !== null && found.index < end - 1; found = braces.exec(source)) {
    if (found[0] === "{" && depth++ === 0) from = found.index;
    else if (found[0] === "}" && --depth === 0) {
      const holds: boolean = !isTaken && holdsOrdinarily(predicateOf(source.slice(head, from)));
      isTaken ||= holds;
      head = found.index + 1;
      branches.push({ from, to: head, isTaken: holds });
    }
  }
  return branches;
}

/** The predicate of a branch, without white space; "" if it has none. */
function predicateOf(head: string): string {
  const plain = head.replace(/\/\/[^\n]*|\/\*[^]*?\*\/|\s+/g, "");
  const [, attribute] = /#\[cfg\((.*)\)\]$/.exec(plain) ?? [];
  // Arms before it may be expressions without braces.
  const [, arm] = /(?:^|,)((?:[^,()]|\((?:[^()]|\([^()]*\))*\))*)=>$/.exec(plain) ?? [];
  return attribute ?? (arm === "_" ? "" : arm ?? "");
}
