/**
 * Fields and enum members that a type gained, lost or changed, and what still uses the names of the lost ones.
 * Stage: query. Invariant: only for types on both sides, and only parts in the type's own body: what a method assigns belongs to the
 * method.
 */
import { type SourceSymbol, TYPE_PARTS } from "../../core/compare/source_symbols.ts";
import { FUNCTION_KINDS } from "../../core/store/symbol_directory.ts";
import { asDeleted, type Subject } from "./find_subjects.ts";
import type { OldNames, OldUses } from "./old_name.ts";

/** What happened to a part. */
export type HowChanged = "added" | "removed" | "changed";

/** The changed parts, as in head or, if lost, as in base, by place. */
export function changedParts({ base, head }: Subject): { readonly part: SourceSymbol; readonly how: HowChanged }[] {
  if (base === undefined || head === undefined) return [];
  const [before, after] = [partsOf(base), partsOf(head)];
  const differing = [...after].filter(([name, part]) => before.get(name)?.text !== part.text);
  return [
    ...differing.map(([name, part]) => ({ part, how: before.has(name) ? "changed" as const : "added" as const })),
    ...lostParts({ base, head }).map((part) => ({ part, how: "removed" as const })),
  ];
}

/** The parts that head lacks. */
export function lostParts({ base, head }: Pick<Subject, "base" | "head">): SourceSymbol[] {
  if (base === undefined || head === undefined) return [];
  const after = partsOf(head);
  return [...partsOf(base)].filter(([name]) => !after.has(name)).map(([, part]) => part);
}

/** What still uses the former name of a symbol, or the names of parts that it lost; undefined if nothing does. */
export function oldUsesOf(oldNames: OldNames, subject: Subject): OldUses | undefined {
  const own = oldNames.find(subject);
  const all = [...own === undefined ? [] : [own], ...lostParts(subject).flatMap((part) => oldNames.find(asDeleted(part)) ?? [])];
  if (all.length < 2) return all[0];
  return {
    name: all.map(({ name }) => name).join(", "),
    uses: all.flatMap(({ uses }) => uses),
    isKnown: all.every(({ isKnown }) => isKnown),
  };
}

/** The parts in a type's own body, by name. */
function partsOf(type: SourceSymbol): Map<string, SourceSymbol> {
  if (FUNCTION_KINDS.has(type.kind)) return new Map();
  const functions = type.siblings.filter(({ kind }) => FUNCTION_KINDS.has(kind));
  const own = type.siblings.filter((one) =>
    TYPE_PARTS.has(one.kind) && one.scopedName === type.scopedName + type.separator + one.name &&
    !functions.some(({ lineStart, lineEnd }) => lineStart <= one.lineStart && one.lineEnd <= lineEnd)
  );
  return new Map(own.map((part) => [part.name, part]));
}
