/**
 * One symbol in two refs: what it was, what it is, and what changed.
 * Stage: query. Invariant: status, counts and signature rest on the two texts alone; what the index adds (calls, callers) is marked as
 * missing if it is not indexed.
 */
import { compareText } from "../../core/base/lists.ts";
import { escapePattern } from "../../core/base/pattern_text.ts";
import { compareDeclarations, isChanged, type SignatureChange } from "../../core/compare/signature_change.ts";
import type { SourceSymbol } from "../../core/compare/source_symbols.ts";
import type { Header } from "../../core/compare/markers.ts";
import { compareTexts, type Hunk, type TextChange } from "../../core/compare/text_change.ts";
import { symbolId } from "../../core/facts/symbol_ids.ts";
import { type Context, readRow } from "../context.ts";
import { isType, isValue } from "../rows/node_types.ts";
import { countFurther } from "./changed_reach.ts";
import type { Sides, Subject } from "./find_subjects.ts";
import { callerRefName, countCallers, NONE_UNCERTAIN, readUncertain, type Uncertain } from "./head_callers.ts";
import { findLacking, type Lacking } from "./lacking_types.ts";
import { OldNames, type OldUses } from "./old_name.ts";
import { countLooseCalls, findOutdatedCalls, NONE_OUTDATED, type OutdatedCalls } from "./outdated_calls.ts";
import type { FileWords, RefTree } from "./ref_reader.ts";
import { type CallChanges, compareCalls } from "./resolved_calls.ts";
import { oldUsesOf } from "./type_parts.ts";

const REF_NAME = "SELECT name FROM ref WHERE id = ?";

/** How a symbol differs between the refs. */
export type Status = "added" | "deleted" | "modified" | "unchanged" | "moved" | "renamed";

/** A symbol in one ref. */
export interface Version {
  /** Valid in `ref` only. */
  readonly symbol_id: string;
  readonly ref: string;
  readonly symbol_stable_id: string;
  readonly name: string;
  readonly path: string;
  readonly kind: string;
  readonly language: string;
  readonly signature: string;
  readonly line_start: number;
  readonly line_end: number;
}

/** What changed in a symbol. If one ref lacks it, every flag is false, and all of its lines count as added or removed. */
export interface DiffSummary {
  readonly status: Status;
  readonly signature_changed: boolean;
  readonly body_changed: boolean;
  /** Attributes, decorators, or the header of a block that adds members to a type. */
  readonly surroundings_changed?: boolean;
  /** Only blank lines and trailing blanks changed; a list of all changes leaves such a symbol out. */
  readonly only_blanks_changed?: boolean;
  /** Whether the change made it visible to others, or hid it. */
  readonly export_changed?: "gained" | "lost";
  readonly lines_added: number;
  readonly lines_removed: number;
  readonly line_range_shifted: boolean;
}

/** A symbol on both sides of a comparison and what changed; undefined on a side that lacks it. */
export interface ComparedSymbol {
  readonly base: Version | undefined;
  readonly head: Version | undefined;
  readonly summary: DiffSummary;
  readonly signature: SignatureChange | undefined;
  /** Where it came from and how it was recognized; undefined if it stayed. */
  readonly moved: { readonly similarity: number; readonly evidence: string } | undefined;
  readonly hunks: readonly Hunk[];
  readonly calls: CallChanges;
  /** Number of callers, and the ref in which they are counted: head if it is indexed. Undefined if that ref lacks the symbol. */
  readonly callers: number | undefined;
  /** If it moved: unresolved calls of its name at head (`countLooseCalls`). */
  readonly looseCalls: number;
  /** Number of other direct dependents (`countFurther`). */
  readonly further: number | undefined;
  /** What is uncertain if no caller is known. */
  readonly uncertain: Uncertain;
  readonly callersRef: string;
  /** Calls at head that fit the old declaration but not the new one. */
  readonly outdated: OutdatedCalls;
  /** What still uses its name at base, or the names of fields that it lost; undefined if nothing does. */
  readonly oldUses: OldUses | undefined;
  /** Types that lack it, if an interface or a base now requires it. */
  readonly lacking: Lacking | undefined;
}

/** Compares one symbol; see the head of this file. @param words where its old name occurs at head */
export function compareSymbol(context: Context, sides: Sides, subject: Subject, words: readonly FileWords[]): ComparedSymbol {
  const { base, head, pair } = subject;
  const summary = summarizeChange(subject);
  const change = base === undefined || head === undefined ? undefined : compareDeclarations(base.declaration, head.declaration);
  const callers = head === undefined ? undefined : countCallers(context, sides.head, head.stableId);
  const signature = change !== undefined && summary.signature_changed && isChanged(change) ? change : undefined;
  return {
    base: base === undefined ? undefined : toVersion(context, sides.base, base),
    head: head === undefined ? undefined : toVersion(context, sides.head, head),
    summary,
    signature,
    moved: pair === undefined || pair.how === "same" ? undefined : { similarity: pair.similarity, evidence: pair.evidence },
    hunks: base === undefined || head === undefined ? [] : [
      ...compareSurroundings(base, head).flatMap((change) => change.hunks),
      ...compareTexts(base.text, head.text, base.lineStart, head.lineStart).hunks,
    ],
    calls: compareCalls(context, sides, base, head),
    callers,
    further: head === undefined || callers === undefined ? undefined : countFurther(context, sides.head, head.stableId),
    uncertain: head !== undefined && callers === 0 ? readUncertain(context, sides.head, head.stableId) : NONE_UNCERTAIN,
    looseCalls: countLooseCalls(context, sides, subject),
    callersRef: callerRefName(context, sides.head),
    outdated: signature === undefined
      ? NONE_OUTDATED
      : findOutdatedCalls(context, sides.head, head!.stableId, base!.declaration, head!.declaration),
    oldUses: oldUsesOf(new OldNames(context, sides, words), subject),
    lacking: findLacking(context, sides, subject),
  };
}

/** The part of the summary that needs only the two texts, no index. */
export function summarizeChange({ base, head, pair }: Subject): DiffSummary {
  const lines = (symbol: SourceSymbol | undefined): number => symbol === undefined ? 0 : symbol.lineEnd - symbol.lineStart + 1;
  if (base === undefined || head === undefined) {
    return {
      status: base === undefined ? "added" : "deleted",
      signature_changed: false,
      body_changed: false,
      lines_added: lines(head),
      lines_removed: lines(base),
      line_range_shifted: false,
    };
  }
  const signatureChanged = signatureOf(base) !== signatureOf(head) ||
    isChanged(compareDeclarations(base.declaration, head.declaration));
  const around = compareSurroundings(base, head);
  const isAround = around.some(({ added, removed }) => added + removed > 0);
  const all = [compareTexts(base.text, head.text, 1, 1), ...around];
  const lines_added = all.reduce((sum, { added }) => sum + added, 0);
  const lines_removed = all.reduce((sum, { removed }) => sum + removed, 0);
  const changed = lines_added + lines_removed > 0 || signatureChanged;
  const how = pair?.how ?? "same";
  return {
    status: how !== "same" ? how : changed ? "modified" : "unchanged",
    signature_changed: signatureChanged,
    body_changed: squeeze(base.body) !== squeeze(head.body),
    ...(isAround ? { surroundings_changed: true } : {}),
    ...(base.exported === head.exported ? {} : { export_changed: head.exported ? "gained" : "lost" }),
    ...(changed && !signatureChanged && !isAround && withoutBlanks(base.text) === withoutBlanks(head.text)
      ? { only_blanks_changed: true }
      : {}),
    lines_added,
    lines_removed,
    line_range_shifted: base.lineStart !== head.lineStart || base.lineEnd !== head.lineEnd,
  };
}

/** Changes outside of the symbol's own text: what precedes it, and headers elsewhere. */
function compareSurroundings(base: SourceSymbol, head: SourceSymbol): TextChange[] {
  // The headers of a renamed type name it; a member that moved to another type stands under other headers.
  const renamed = new RegExp(`(?<![\\p{L}\\p{N}_])${escapePattern(base.name)}(?![\\p{L}\\p{N}_])`, "gu");
  const isMoved = base.scopedName !== head.scopedName && !isType(base);
  // A header with the old name is a use of the old name, not a change.
  const left = new Set(isMoved || base.name === head.name ? [] : head.headersNaming(base.name).map(({ text }) => text));
  const said = isMoved ? [] : base.headers.filter(({ text }) => !left.has(text));
  const before = said.map(({ text, line }) => ({ text: text.replace(renamed, head.name), line }))
    .sort((a, b) => compareText(a.text, b.text));
  const after = isMoved ? [] : head.headers;
  const first = after.findIndex(({ text }, i) => text !== before[i]?.text);
  const lineIn = (headers: readonly Header[]): number => (headers[first] ?? headers.at(-1))?.line ?? 1;
  const joined = (headers: readonly Header[]): string => headers.map(({ text }) => text).join("\n");
  const markerLine = ({ lineStart, markers }: SourceSymbol): number => Math.max(1, lineStart - markers.split("\n").length);
  return [
    compareTexts(base.markers, head.markers, markerLine(base), markerLine(head)),
    compareTexts(joined(before), joined(after), lineIn(before), lineIn(after)),
  ];
}

/** The part that others rely on: for a value its name and type, not its initial value. */
function signatureOf({ kind, signature }: SourceSymbol): string {
  return squeeze(isValue({ kind }) ? signature.replace(/(?<![=!<>])=(?![=>]).*$/s, "") : signature);
}

function withoutBlanks(text: string): string {
  return text.split("\n").map((line) => line.trimEnd()).filter((line) => line !== "").join("\n");
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, "");
}

function toVersion(context: Context, tree: RefTree, symbol: SourceSymbol): Version {
  // The name under which the index keeps it; a ref that is not indexed yet will be kept under its own.
  const ref = tree.refId === undefined ? tree.name : readRow<{ name: string }>(context, REF_NAME, tree.refId)!.name;
  return {
    symbol_id: symbolId(ref, symbol.stableId, symbol.lineStart),
    ref,
    symbol_stable_id: symbol.stableId,
    name: symbol.scopedName,
    path: symbol.path,
    kind: symbol.kind,
    language: symbol.language,
    signature: symbol.signature,
    line_start: symbol.lineStart,
    line_end: symbol.lineEnd,
  };
}
