/**
 * How much of an answer is shown, and where the next page begins.
 * Stage: query. Invariants: a page is a contiguous part of a fixed order; limits out of range are clamped and reported, never refused; an
 * answer keeps to about 2,000 tokens unless a limit asks for more, and always stays under the safety limit. The text for people says
 * everything that the value holds, however long it is.
 */
import { compareText } from "../../core/base/lists.ts";
import { CallgroveError } from "../../core/errors.ts";
import type { Context } from "../context.ts";
import type { Notes } from "../metadata.ts";

/** Most bytes of any answer: clients cut or refuse longer ones. */
export const SAFETY_LIMIT = 65_536;
/** Most bytes of one form of a list, so that both forms and their envelope stay under the safety limit. */
const MOST_BYTES = 26_000;
/** The same for a reader who gets only one form. */
const PERSON_BYTES = 60_000;
/** About 2,000 tokens of JSON. */
const STANDARD_BYTES = 6_500;

/** The part of a list that an answer shows. */
export interface Page {
  readonly offset: number;
  readonly limit: number;
  readonly bytes: number;
  /** Whether no limit would give more bytes. */
  readonly isWidest?: boolean;
  readonly warnings: readonly string[];
  /** Identifies the question, so that a cursor works for no other. */
  readonly question: string;
}

/** The cursor of the next page as a field of a structured value; "" means the end. */
export function cursorField(cursor: string): { cursor?: string } {
  return cursor === "" ? {} : { cursor };
}

/** Parameters that say how an answer is shown; all others say what is asked. */
const OF_SHOWING: ReadonlySet<string> = new Set(["limit", "cursor", "detail_level", "compact", "json_output", "ref", "repo"]);

/**
 * The page that a call's `limit` and `cursor` ask for.
 * @throws CallgroveError invalid_input for a cursor that no answer to this question gave.
 */
export function pageOf(
  context: Context,
  tool: string,
  params: { limit?: number | undefined; cursor?: string | undefined },
  standard: number,
  most: number,
): Page {
  const { value: limit, warnings } = limitFor(context, params.limit, standard, most);
  const asked = Object.entries(params).filter(([key, value]) => value !== undefined && !OF_SHOWING.has(key)).sort(([a], [b]) =>
    compareText(a, b)
  );
  const question = markOf(JSON.stringify([tool, context.ref.name, context.roots[0], asked]));
  let offset = 0;
  if (params.cursor !== undefined) {
    const parts = /^(\d{1,12})-([0-9a-z]+)-([0-9a-z]+)$/.exec(params.cursor);
    if (parts === null) throw wrongCursor(params.cursor, "it comes from no answer");
    if (parts[3] !== question) throw wrongCursor(params.cursor, "it belongs to another question");
    offset = Number(parts[1]);
    if (parts[2] !== markOf(context.ref.indexedAt)) {
      warnings.push("the index has changed since the previous page: entries may be missing or come twice");
    }
  }
  const isWidest = context.audience === "person" || params.limit !== undefined;
  return { offset, limit, bytes: budgetOf(context, params.limit), isWidest, warnings, question };
}

function wrongCursor(cursor: string, why: string): CallgroveError {
  return new CallgroveError("invalid_input", `Cannot continue at cursor "${cursor}": ${why}`, {
    hint: "Leave cursor out to start at the first entry; to continue, ask as before, with only cursor added.",
    data: { parameter: "cursor" },
  });
}

/** Bytes that a list may take; see the head of this file. */
export function budgetOf(context: Context, limit: number | undefined): number {
  if (context.audience === "person") return PERSON_BYTES;
  return limit === undefined ? STANDARD_BYTES : MOST_BYTES;
}

/** Bytes that the details may take beside a list of the given size. */
export function detailBudgetOf(context: Context, limit: number | undefined, list: number): number {
  if (context.audience === "person") return PERSON_BYTES - list;
  return limit === undefined ? Math.min(2 * STANDARD_BYTES, MOST_BYTES - list) : MOST_BYTES - list;
}

/** The cursor that continues a page's question at entry number `offset`. */
export function cursorAt(context: Context, { question }: Page, offset: number): string {
  return `${offset}-${markOf(context.ref.indexedAt)}-${question}`;
}

/** A checksum of four letters or digits. */
function markOf(text: string): string {
  let mark = 5381;
  for (const char of text) mark = (mark * 33 + char.codePointAt(0)!) % 1_679_616;
  return mark.toString(36);
}

/** The part of a list that fits. */
export interface Cut<T> {
  readonly shown: readonly T[];
  /** Number of entries before and after the shown ones. */
  readonly before: number;
  readonly after: number;
  /** Whether size, not the limit, ended the list. */
  readonly bySize: boolean;
  /** Whether size ended it and no higher limit helps. */
  readonly isFull?: boolean;
}

/** A list that need not be in memory as a whole. */
export interface LongList<T> {
  readonly length: number;
  at(index: number): T | undefined;
}

/** Several lists, concatenated. */
export class EndToEnd<T> implements LongList<T> {
  readonly length: number;

  constructor(readonly lists: readonly LongList<T>[]) {
    this.length = lists.reduce((sum, list) => sum + list.length, 0);
  }

  at(index: number): T | undefined {
    let left = index;
    for (const list of this.lists) {
      if (left < list.length) return list.at(left);
      left -= list.length;
    }
    return undefined;
  }
}

/** The entries of a page, as many as fit; at least one if there is any. */
export function cutPage<T>(
  items: LongList<T>,
  page: Pick<Page, "offset" | "limit" | "bytes" | "isWidest">,
  sizeOf: (item: T, previous: T | undefined) => number,
): Cut<T> {
  const shown: T[] = [];
  let bytes = 0;
  let at = Math.min(page.offset, items.length);
  const before = at;
  let bySize = false;
  for (; at < items.length && shown.length < page.limit; at++) {
    const item = items.at(at)!;
    bytes += sizeOf(item, shown.at(-1));
    if (bytes > page.bytes && shown.length > 0) {
      bySize = true;
      break;
    }
    shown.push(item);
  }
  return { shown, before, after: items.length - at, bySize, ...(bySize && page.isWidest === true ? { isFull: true } : {}) };
}

/** The cursor of the next page; "" if this is the last one. */
export function cursorBehind(context: Context, page: Page, { before, shown, after }: Cut<unknown>): string {
  return after === 0 ? "" : cursorAt(context, page, before + shown.length);
}

/**
 * The notes of a page that has a successor: a list that ends on this page is not truncated.
 * @param ways what shows more besides the next page, each beginning with "or"
 */
export function notesOfPage({ after, isFull = false }: Cut<unknown>, lists: string, cursor: string, ways = ""): Notes {
  if (after === 0) return {};
  const why = isFull ? " (the answer is at its size limit, whatever limit says)" : "";
  return {
    completeness: "truncated",
    ...(isFull ? { safetyLimit: true } : {}),
    suggestedAction: `${after} more ${lists}${why}: ${ways}ask again with cursor "${cursor}"`,
  };
}

/** What ended a list that has no cursor. */
export interface Ended {
  /** Whether size, not the limit, ended it. */
  readonly bySize: boolean;
  /** The limit as asked for, and as applied. */
  readonly given: number | undefined;
  readonly limit: number;
  readonly most: number;
  /** What makes more room, other than a limit; "" if nothing does. */
  readonly room?: string | undefined;
}

/** The notes of a list that is not shown in full. @param ways what shows more besides a higher limit */
export function notesOfCut(context: Context, { bySize, given, limit, most, room }: Ended, ways: readonly string[]): Notes {
  // With a limit given, the list already has all the room there is: only a narrower question helps.
  const isFull = bySize && (room === undefined ? given !== undefined || context.audience === "person" : room === "");
  const raises = bySize ? !isFull : limit < most;
  const higher = bySize ? room ?? `give limit (${most} at most)` : `raise limit (${most} at most)`;
  const all = [...(raises ? [higher] : []), ...ways];
  const why = isFull ? "the answer is at its size limit" : bySize && room === undefined ? "cut to keep the answer short" : "";
  const how = all.length === 0 ? "no parameter shows more" : all.join(", or ");
  return { completeness: "truncated", safetyLimit: isFull, suggestedAction: why === "" ? how : `${why}: ${how}` };
}

/** How many entries an answer shows; people get the most allowed. */
export function limitFor(
  context: Context,
  given: number | undefined,
  standard: number,
  most: number,
): { value: number; warnings: string[] } {
  return clamp("limit", given, context.audience === "agent" ? standard : most, 1, most);
}

/** The number clamped to a range, with a warning if that changed it. */
export function clamp(
  name: string,
  value: number | undefined,
  standard: number,
  least: number,
  most: number,
): { value: number; warnings: string[] } {
  const wanted = value ?? standard;
  const clamped = Math.min(most, Math.max(least, wanted));
  return { value: clamped, warnings: clamped === wanted ? [] : [`${name} ${wanted} was set to ${clamped} (${least} to ${most})`] };
}
