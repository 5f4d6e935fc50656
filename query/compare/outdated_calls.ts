/**
 * Calls at head that no longer fit the parameters of what they call, or what it gives.
 *
 * Stage: query. Invariants: a call is named only if it fits the old declaration and not the new one, and only in files that are the same at head as in
 * the ref that is read; those that nobody could resolve stand apart.
 */
import { argumentsAt, fitsCall } from "../../core/compare/call_arguments.ts";
import type { Declaration } from "../../core/compare/declaration.ts";
import { changesResult, type Misfit, misfitOf, withBlanks } from "../../core/compare/result_use.ts";
import type { Facts } from "../../core/facts.ts";
import { lineStarts } from "../../core/base/lists.ts";
import { C_FORMS } from "../../core/rules/text_forms.ts";
import { decodeFacts } from "../../core/facts/stored_facts.ts";
import { FUNCTION_KINDS } from "../../core/store/symbol_directory.ts";
import { type Context, readRow, readRows } from "../context.ts";
import { type LooseSite, readUnresolved } from "../doubt/loose_sites.ts";
import { wholeOf } from "../names/find_symbol.ts";
import { readStableId } from "../rows/symbol_row.ts";
import { codeBeforeTests } from "../rows/test_files.ts";
import type { Sides, Subject } from "./find_subjects.ts";
import { asHead, type CallRow, CALLS, FACTS } from "./head_callers.ts";
import type { RefTree } from "./ref_reader.ts";

/** The text of a file in a ref. */
const TEXT = `SELECT b.id AS blob, b.hash AS hash FROM path p JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = p.id
  JOIN file_version fv ON fv.id = rf.file_version_id JOIN blob b ON b.id = fv.blob_id WHERE p.path = ?`;

/** A text as the index holds it. */
interface StoredText {
  readonly blob: number;
  readonly hash: string;
}

/** How a call was right before and is not any more. */
export interface Outdated {
  readonly arguments: number;
  /** Its arguments fit, and what it does with the result does not. */
  readonly misfit?: Misfit;
}

/** A call that was right before and is not any more. */
export interface OutdatedCall extends Outdated {
  readonly caller: string;
  readonly path: string;
  readonly line: number;
}

/** Such a call of the name, of which nobody knows whether it means the symbol. */
export interface LooseOutdatedCall extends Outdated {
  /** What is called, as written: `validator.validate`. */
  readonly text: string;
  readonly path: string;
  readonly line: number;
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
  const asked = asHead(context, head);
  const facts = new Map<number, Facts | undefined>();
  const factsOf = (path: string, { blob, hash }: StoredText): Facts | undefined => {
    if (head.files.get(path) !== hash) return undefined;
    if (!facts.has(blob)) {
      const stored = readRow<{ encoded: Uint8Array }>(context, FACTS, blob);
      facts.set(blob, stored === undefined ? undefined : decodeFacts(stored.encoded));
    }
    return facts.get(blob);
  };
  const textOf = textReader(context, readStableId(asked, stableId)?.language ?? "");
  const isOfResult = changesResult(before, after);
  const outdatedAt = (path: string, text: StoredText, line: number, column: number): Outdated | undefined => {
    const own = factsOf(path, text);
    const call = own === undefined ? undefined : argumentsAt(own, line, column);
    if (call === undefined || !fitsCall(before, call)) return undefined;
    const handed = { arguments: call.placed + call.named.length };
    if (!fitsCall(after, call)) return handed;
    const source = isOfResult ? textOf(path, text.hash, line) : undefined;
    const misfit = source === undefined ? undefined : misfitOf(source.text, source.start + column - 1, before, after);
    return misfit === undefined ? undefined : { ...handed, misfit };
  };
  const known = readRows<CallRow>(context, CALLS, asked.ref.id, stableId).flatMap((row): OutdatedCall[] => {
    const found = outdatedAt(row.path, row, row.line, row.column);
    return found === undefined ? [] : [{ caller: row.name, path: row.path, line: row.line, ...found }];
  });
  const loose = looseCallsOf(asked, stableId).flatMap(
    ({ path, line, column, text }): LooseOutdatedCall[] => {
      const stored = readRow<StoredText>(context, TEXT, asked.ref.id, path);
      const found = stored === undefined ? undefined : outdatedAt(path, stored, line, column);
      return found === undefined ? [] : [{ text, path, line, ...found }];
    },
  );
  const inOrder = codeBeforeTests(context);
  return { known: known.sort(inOrder), loose: loose.sort(inOrder) };
}

/** Gives texts of a language with blanks for what is no code, and where a line of them begins; each is read once. */
function textReader(
  context: Context,
  language: string,
): (path: string, hash: string, line: number) => { text: string; start: number } | undefined {
  const forms = context.textForms(language) ?? C_FORMS;
  const texts = new Map<string, { readonly text: string; readonly lines: readonly number[] } | undefined>();
  return (path, hash, line) => {
    if (!texts.has(path)) {
      const text = context.readText(path, hash);
      texts.set(path, text === undefined ? undefined : { text: withBlanks(text, forms), lines: lineStarts(text) });
    }
    const read = texts.get(path);
    return read === undefined ? undefined : { text: read.text, start: read.lines[line - 1]! };
  };
}

/**
 * Calls of the name of what moved that nobody could resolve at head: once its type has another name, or its module another place, calls that meant it
 * lead nowhere, and its callers are few. 0 of what did not move, and where the index knows what called it or its old name is looked for (`OldNames`).
 */
export function countLooseCalls(context: Context, sides: Sides, { base, head: now }: Subject): number {
  if (
    base === undefined || now === undefined || sides.base.refId !== undefined || base.name !== now.name || base.stableId === now.stableId
  ) return 0;
  return looseCallsOf(asHead(context, sides.head), now.stableId).length;
}

function looseCallsOf(asked: Context, stableId: string): readonly LooseSite[] {
  const row = readStableId(asked, stableId);
  return row === undefined || !FUNCTION_KINDS.has(row.kind) ? [] : readUnresolved(asked, wholeOf(asked, row));
}
