/**
 * Calls at head that no longer fit the parameters of what they call.
 *
 * Stage: query. Invariants: a call is named only if it fits the old parameters and not the new ones, and only in files that are the same at head as in
 * the ref that is read; those that nobody could resolve stand apart.
 */
import { argumentsAt, fitsCall } from "../../core/compare/call_arguments.ts";
import type { Declaration } from "../../core/compare/declaration.ts";
import type { Facts } from "../../core/facts.ts";
import { decodeFacts } from "../../core/facts/stored_facts.ts";
import { FUNCTION_KINDS } from "../../core/store/symbol_directory.ts";
import { type Context, readRow, readRows } from "../context.ts";
import { type LooseSite, readUnresolved } from "../doubt/missing_callers.ts";
import { wholeOf } from "../names/find_symbol.ts";
import { readStableId } from "../rows/symbol_row.ts";
import { readTestFiles } from "../rows/test_files.ts";
import type { Sides, Subject } from "./find_subjects.ts";
import { callerRef, type CallRow, CALLS, FACTS } from "./head_callers.ts";
import type { RefTree } from "./ref_reader.ts";

/** The text of a file in a ref. */
const TEXT = `SELECT b.id AS blob, b.hash AS hash FROM path p JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = p.id
  JOIN file_version fv ON fv.id = rf.file_version_id JOIN blob b ON b.id = fv.blob_id WHERE p.path = ?`;

/** A call that was right before and is not any more. */
export interface OutdatedCall {
  readonly caller: string;
  readonly path: string;
  readonly line: number;
  readonly arguments: number;
}

/** Such a call of the name, of which nobody knows whether it means the symbol. */
export interface LooseOutdatedCall {
  /** What is called, as written: `validator.validate`. */
  readonly text: string;
  readonly path: string;
  readonly line: number;
  readonly arguments: number;
}

/** See the head of this file: code before tests, by place. */
export interface OutdatedCalls {
  readonly known: readonly OutdatedCall[];
  readonly loose: readonly LooseOutdatedCall[];
}
/** Of what no call has to change for. */
export const NONE_OUTDATED: OutdatedCalls = { known: [], loose: [] };

/** See the head of this file. @param stableId of the symbol at head; @param before its declaration at base; @param after that at head */
export function findOutdatedCalls(
  context: Context,
  head: RefTree,
  stableId: string,
  before: Declaration,
  after: Declaration,
): OutdatedCalls {
  const asked: Context = { ...context, ref: { ...context.ref, id: callerRef(context, head) } };
  const facts = new Map<number, Facts | undefined>();
  const factsOf = (path: string, { blob, hash }: { readonly blob: number; readonly hash: string }): Facts | undefined => {
    if (head.files.get(path) !== hash) return undefined;
    if (!facts.has(blob)) {
      const stored = readRow<{ encoded: Uint8Array }>(context, FACTS, blob);
      facts.set(blob, stored === undefined ? undefined : decodeFacts(stored.encoded));
    }
    return facts.get(blob);
  };
  /** How many arguments the call there hands over, where it is outdated. */
  const handed = (own: Facts | undefined, line: number, column: number): number | undefined => {
    const call = own === undefined ? undefined : argumentsAt(own, line, column);
    if (call === undefined || fitsCall(after, call) || !fitsCall(before, call)) return undefined;
    return call.placed + call.named.length;
  };
  const known = readRows<CallRow>(context, CALLS, asked.ref.id, stableId).flatMap((row): OutdatedCall[] => {
    const number = handed(factsOf(row.path, row), row.line, row.column);
    return number === undefined ? [] : [{ caller: row.name, path: row.path, line: row.line, arguments: number }];
  });
  const loose = looseCallsOf(asked, stableId).flatMap(
    ({ path, line, column, text }): LooseOutdatedCall[] => {
      const stored = readRow<{ blob: number; hash: string }>(context, TEXT, asked.ref.id, path);
      const number = stored === undefined ? undefined : handed(factsOf(path, stored), line, column);
      return number === undefined ? [] : [{ text, path, line, arguments: number }];
    },
  );
  const tests = readTestFiles(context).paths;
  const inOrder = <T extends { readonly path: string }>(calls: T[]): T[] =>
    calls.sort((a, b) => Number(tests.has(a.path)) - Number(tests.has(b.path)));
  return { known: inOrder(known), loose: inOrder(loose) };
}

/**
 * Calls of the name of what moved that nobody could resolve at head: once its type has another name, or its module another place, calls that meant it
 * lead nowhere, and its callers are few. 0 of what did not move, and where the index knows what called it or its old name is looked for (`OldNames`).
 */
export function countLooseCalls(context: Context, sides: Sides, { base, head: now }: Subject): number {
  if (
    base === undefined || now === undefined || sides.base.refId !== undefined || base.name !== now.name || base.stableId === now.stableId
  ) return 0;
  return looseCallsOf({ ...context, ref: { ...context.ref, id: callerRef(context, sides.head) } }, now.stableId).length;
}

function looseCallsOf(asked: Context, stableId: string): readonly LooseSite[] {
  const row = readStableId(asked, stableId);
  return row === undefined || !FUNCTION_KINDS.has(row.kind) ? [] : readUnresolved(asked, wholeOf(asked, row));
}
