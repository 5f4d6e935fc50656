/**
 * Code outside, or of which nothing is known, that is handed a function, or a value with methods, and may call it where no call site says so.
 *
 * Stage: query. Invariants: of what runs a function for the one hand-over (`map`, `sort.Slice`) nothing is said, for the list has that place; of a
 * method whose type's values are handed abroad it is said only where nothing here but tests calls it and no interface here asks for it: most such
 * values are handed over for what is in them.
 */
import { escapePattern } from "../../core/base/pattern_text.ts";
import { type Context, readRow, readRows } from "../context.ts";
import { listed } from "../rows/listed.ts";
import { readOwner } from "../rows/own_members.ts";
import { readSymbol, type SymbolRow } from "../rows/symbol_row.ts";
import { readTypesMade } from "../walk/inherited_constructors.ts";
import { isCalled } from "./outer_bases.ts";

const TAKERS =
  `SELECT DISTINCT json_extract(e.properties, '$.given_to') AS name, instr(e.properties, '"untold":true') > 0 AS untold FROM json_each(?) wanted
  CROSS JOIN edge e INDEXED BY edge_reverse ON e.to_symbol_id = wanted.value AND e.edge_type = 'references'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  WHERE instr(e.properties, '"given_to"') > 0 AND (? OR instr(e.properties, '"runs":true') = 0) ORDER BY 1`;
const ASKED_HERE = `SELECT 1 FROM json_each(?) wanted CROSS JOIN edge e INDEXED BY edge_forward
  ON e.from_symbol_id = wanted.value AND e.edge_type = 'overrides' AND e.to_symbol_id <> 0
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? LIMIT 1`;
/** Fields that others see, of types of a language, in whose declaration a text stands, with their types. */
const FIELDS_LIKE = `SELECT DISTINCT sv.parent_id AS owner, sv.signature AS signature FROM ref_file rf
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.exported = 1 AND instr(sv.signature, ?) > 0
  CROSS JOIN symbol s ON s.id = sv.symbol_id AND s.kind = 'field' AND s.language = ? WHERE rf.ref_id = ? ORDER BY 1`;
/** Languages in which code outside may come from a value to those of its fields, whatever their types, and to the methods of these. */
const REFLECTING: ReadonlySet<string> = new Set(["go"]);
/** Takers that are named. */
const SHOWN = 3;
/** Fields of fields that are followed, and types that hold one. */
const DEEPEST = 4;
const MOST_HOLDERS = 200;

/** Why a function or method may be called by code outside that it, or a value of its type, is handed to: a sentence, or none. */
export function describeHanded(context: Context, row: SymbolRow, ids: readonly number[]): string[] {
  if (row.kind === "constructor") return describeHandedType(context, ids);
  if (row.kind !== "function" && row.kind !== "method") return [];
  const own = JSON.stringify(ids);
  const takers = readTakers(context, own, 0);
  if (takers.length > 0) return [`it is handed to ${listOf(takers)}, which may call it: such calls are not in the list`];
  if (row.kind === "function" || row.exported === 0) return [];
  const owner = readOwner(context, row);
  if (owner === 0 || isCalled(context, ids) || readRow(context, ASKED_HERE, own, context.ref.id) !== undefined) return [];
  const takersOfValues = readTakers(context, JSON.stringify([owner]), 1);
  const holding = takersOfValues.length > 0 || !REFLECTING.has(row.language) ? undefined : findTakenHolder(context, owner, row.language);
  if (holding !== undefined) {
    return [
      `a value of ${holding.name}, in which one of its type is held, is handed to ${
        listOf(holding.takers)
      }, which may call it: such calls are not in the list`,
    ];
  }
  if (takersOfValues.length === 0) return [];
  return [`a value of its type is handed to ${listOf(takersOfValues)}, which may call it: such calls are not in the list`];
}

/** A type that holds one of `type` (row of `symbol`) in a field, or in a field of one, and of which a value is handed abroad; by the names of types alone. */
function findTakenHolder(context: Context, type: number, language: string): { name: string; takers: Taker[] } | undefined {
  const seen = new Set([type]);
  let level = [type];
  for (let depth = 0; depth < DEEPEST && level.length > 0 && seen.size < MOST_HOLDERS; depth++) {
    const names = level.map((id) => readSymbol(context, id)?.name ?? "").filter((name) => name !== "");
    const holders = [...new Set(names)].flatMap((name) => {
      const isNamed = new RegExp(`\\b${escapePattern(name)}\\b`, "u");
      return readRows<{ owner: number; signature: string }>(context, FIELDS_LIKE, name, language, context.ref.id)
        .filter(({ signature }) => isNamed.test(signature)).map(({ owner }) => owner);
    });
    level = [...new Set(holders)].filter((id) => !seen.has(id));
    for (const id of level) {
      seen.add(id);
      const takers = readTakers(context, JSON.stringify([id]), 1);
      if (takers.length > 0) return { name: readSymbol(context, id)!.name, takers };
    }
  }
  return undefined;
}

/** The same of a constructor: who gets its type may make it. */
function describeHandedType(context: Context, ids: readonly number[]): string[] {
  const takers = readTakers(context, JSON.stringify(readTypesMade(context, ids)), 0);
  return takers.length === 0 ? [] : [`its type is handed to ${listOf(takers)}, which may make one: such calls are not in the list`];
}

interface Taker {
  readonly name: string;
  /** Nothing tells what it is. */
  readonly untold: 0 | 1;
}

/** @param running whether what runs a function for the one hand-over counts: the methods of a value stand nowhere else */
function readTakers(context: Context, ids: string, running: 0 | 1): Taker[] {
  return readRows<Taker>(context, TAKERS, ids, context.ref.id, running);
}

/** The takers in words, those outside first. */
function listOf(takers: readonly Taker[]): string {
  const outside = takers.filter(({ untold }) => untold === 0).map(({ name }) => name);
  const untold = takers.filter((one) => one.untold === 1).map(({ name }) => name);
  return [
    ...(outside.length === 0 ? [] : [`${listed(outside, SHOWN)}, outside`]),
    ...(untold.length === 0 ? [] : [`${listed(untold, SHOWN)}, of which nothing is known`]),
  ].join(", and to ");
}
