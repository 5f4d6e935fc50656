/**
 * The names that look most like one that is not there.
 *
 * Stage: query. Invariant: every name that is given back means one symbol of the ref and can be asked for as it stands.
 */
import { distance } from "fastest-levenshtein";
import { type Context, readRows } from "./context.ts";
import { placeOf, SYMBOL_COLUMNS, SYMBOL_FROM, type SymbolRow } from "./symbol_row.ts";

/** Of all refs: those that this one lacks are passed over when their symbols are read. */
const ALL_NAMES = `SELECT DISTINCT name FROM symbol WHERE kind NOT IN ('module', 'field', 'variable')`;
const BY_NAME = `SELECT ${SYMBOL_COLUMNS} ${SYMBOL_FROM} WHERE s.name = ? AND s.kind <> 'module' ORDER BY p.path, sv.line_start`;

export interface NearName {
  /** What to ask for. */
  readonly name: string;
  readonly kind: string;
  readonly path: string;
  readonly line: number;
}

/** Up to `count` symbols whose names are nearest to the last part of `wanted`, nearest first. */
export function nearestNames(context: Context, wanted: string, count = 3): NearName[] {
  const parts = wanted.split(/::|[.#/:\s]+/).filter((part) => part !== "");
  const last = parts.at(-1) ?? wanted;
  const names = readRows<{ name: string }>(context, ALL_NAMES)
    .map(({ name }) => ({ name, score: difference(name, last) }))
    .sort((a, b) => a.score - b.score || a.name.length - b.name.length || (a.name < b.name ? -1 : 1));
  const near: NearName[] = [];
  for (const { name } of names) {
    if (near.length >= count) break;
    const rows = readRows<SymbolRow>(context, BY_NAME, context.ref.id, name);
    // Where the name is right and what stands before it is wrong, all its homes are worth naming; else two of them.
    const homes = name === last ? rankHomes(rows, parts) : rows.slice(0, 2);
    for (const row of homes.slice(0, count - near.length)) {
      const alone = rows.filter((one) => one.qualifiedName === row.qualifiedName).length === 1;
      near.push({ name: alone ? row.qualifiedName : placeOf(row), kind: row.kind, path: row.path, line: row.nameLine });
    }
  }
  return near;
}

/** Homes whose enclosing names look like the written ones first. */
function rankHomes(rows: readonly SymbolRow[], parts: readonly string[]): SymbolRow[] {
  const outer = parts.slice(0, -1).join(".");
  const score = (row: SymbolRow): number => {
    const before = row.qualifiedName.replaceAll("::", ".").split(".").slice(0, -1).slice(-Math.max(1, parts.length - 1)).join(".");
    return distance(before.toLowerCase(), outer.toLowerCase());
  };
  return [...rows].sort((a, b) => score(a) - score(b));
}

/** 0 the same, 1 nothing in common: letters first, then spelling habits (`loadFile`, `load_file`), then parts. */
function difference(name: string, wanted: string): number {
  if (name === wanted) return 0;
  const a = name.toLowerCase().replace(/[_$-]/g, "");
  const b = wanted.toLowerCase().replace(/[_$-]/g, "");
  if (a === b) return 0.02;
  const longest = Math.max(a.length, b.length, 1);
  const shortest = Math.min(a.length, b.length);
  const edits = Math.abs(a.length - b.length) / longest > 0.6 ? 1 : distance(a, b) / longest;
  if (shortest >= 3 && (a.startsWith(b) || b.startsWith(a))) return Math.min(edits, 0.25 + 0.1 * (1 - shortest / longest));
  if (shortest >= 4 && (a.includes(b) || b.includes(a))) return Math.min(edits, 0.35 + 0.1 * (1 - shortest / longest));
  return edits;
}
