/**
 * Groups symbols that moved unchanged together with their folder or file, so that one line covers them.
 * Stage: query. Invariant: only symbols that need no action are grouped: their text, uses of their old name and requirements on them do not
 * change.
 */
import type { ChangedSymbol } from "./compare_refs.ts";

/** Many symbols that moved the same way. */
export interface MovedWhole {
  /** A folder ends with a slash; "" is the root. */
  readonly from: string;
  readonly to: string;
  readonly symbols: number;
  readonly files: number;
  /** Number of unresolved calls of their names. */
  readonly looseCalls: number;
}

/** Up to this many symbols that moved the same way are still listed one by one. */
const FEW = 5;

/** Separates the changes that are listed one by one, in their order, from those that moved as a whole. */
export function takeMovedWholes(
  changes: readonly ChangedSymbol[],
): { readonly single: readonly ChangedSymbol[]; readonly moved: readonly MovedWhole[] } {
  const groups = Map.groupBy(changes.filter(isMovedAsIs), ({ subject }) => moveOf(subject.base!.path, subject.head!.path).join("\0"));
  const whole = [...groups].filter(([, group]) => group.length > FEW);
  const taken = new Set(whole.flatMap(([, group]) => group));
  const moved = whole.map(([key, group]): MovedWhole => {
    const [from = "", to = ""] = key.split("\0");
    const files = new Set(group.map(({ subject }) => subject.head!.path)).size;
    return { from, to, symbols: group.length, files, looseCalls: looseCallsOf(group) };
  });
  return { single: changes.filter((one) => !taken.has(one)), moved: moved.sort((a, b) => b.symbols - a.symbols) };
}

/** Unresolved calls of the group's names; symbols that share a name share its calls, which are counted once. */
function looseCallsOf(group: readonly ChangedSymbol[]): number {
  const byName = new Map<string, number>();
  for (const { subject, looseCalls } of group) {
    const name = subject.head!.name;
    byName.set(name, Math.max(byName.get(name) ?? 0, looseCalls));
  }
  return [...byName.values()].reduce((sum, calls) => sum + calls, 0);
}

function isMovedAsIs({ subject: { base, head }, summary, outdated, looseOutdated, oldUses, lacking }: ChangedSymbol): boolean {
  return base !== undefined && head !== undefined && summary.status === "moved" && base.path !== head.path &&
    base.scopedName === head.scopedName &&
    summary.lines_added + summary.lines_removed + outdated + looseOutdated === 0 && !summary.signature_changed && !summary.body_changed &&
    oldUses === undefined && lacking === undefined;
}

/** The folders in which two paths of a file differ; the whole paths if the file was renamed. */
function moveOf(before: string, after: string): [from: string, to: string] {
  const [from, to] = [before.split("/"), after.split("/")];
  if (from.at(-1) !== to.at(-1)) return [before, after];
  while (from.length > 0 && to.length > 0 && from.at(-1) === to.at(-1)) {
    from.pop();
    to.pop();
  }
  const folder = (parts: readonly string[]): string => parts.map((part) => `${part}/`).join("");
  return [folder(from), folder(to)];
}
