/**
 * Calls at head that no longer fit the parameters or the result of what they call.
 * Stage: query. Invariants: a call counts only if it fits the old declaration and not the new one, and only in files that are identical at
 * head and in the ref that is read; unresolved calls are listed separately.
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

/** A text as the index has it. */
interface StoredText {
  readonly blob: number;
  readonly hash: string;
}

/** Why a call that was right before no longer is. */
export interface Outdated {
  readonly arguments: number;
  /** Set if the arguments fit, but not the use of the result. */
  readonly misfit?: Misfit;
}

/** A call that was right before and no longer is. */
export interface OutdatedCall extends Outdated {
  readonly caller: string;
  readonly path: string;
  readonly line: number;
}

/** The same for an unresolved call of that name, which may mean something else. */
export interface LooseOutdatedCall extends Outdated {
  /** The callee as written: `validator.validate`. */
  readonly text: string;
  readonly path: string;
  readonly line: number;
}

/** Outdated calls, code before tests, by place; see the head of this file. */
export interface OutdatedCalls {
  readonly known: readonly OutdatedCall[];
  readonly loose: readonly LooseOutdatedCall[];
}
/** No outdated calls. */
export const NONE_OUTDATED: OutdatedCalls = { known: [], loose: [] };

/**
 * The calls of a symbol that do not fit its new declaration.
 * @param stableId of the symbol at head
 * @param before its declaration at base
 * @param after its declaration at head
 */
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
    const passed = { arguments: call.placed + call.named.length };
    if (!fitsCall(after, call)) return passed;
    const source = isOfResult ? textOf(path, text.hash, line) : undefined;
    const misfit = source === undefined ? undefined : misfitOf(source.text, source.start + column - 1, before, after);
    return misfit === undefined ? undefined : { ...passed, misfit };
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

/** Reads texts of a language with everything but code blanked, and the offset of a line in them; each text is read once. */
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
 * If a symbol moved: unresolved calls of its name at head. Once its type has another name, or its module another place, calls that meant it
 * lead nowhere, so its callers are too few. 0 if it did not move, and if the index knows its former callers or its old name is searched for
 * (`OldNames`).
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
