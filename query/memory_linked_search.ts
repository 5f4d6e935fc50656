/**
 * What is remembered about a symbol: the question `memory_linked_search`, the command `recall`.
 *
 * Stage: query. Invariants: the symbol's own memories first, then those of its callers and callees; each entry says when, by whom, on what
 * evidence, and whether the code has changed since.
 */
import * as z from "zod";
import { bytesOfJson } from "../core/base/text_size.ts";
import { CallgroveError } from "../core/errors.ts";
import { refreshDecisions } from "../memory/decisions/refresh_decisions.ts";
import { lostNamesIn } from "../memory/history/lost_symbols.ts";
import { type Memory, type NeighbourMemory, recall, recallNeighbours } from "../memory/recall.ts";
import { type FoundEntry, searchEntries } from "../memory/search_entries.ts";
import { readOrg } from "../memory/store/org_store.ts";
import { readSessions } from "../memory/store/sessions_store.ts";
import { TreeText } from "../memory/symbols/body_hash.ts";
import { fitEntries, fitMemories, type Room } from "./answer/fit_memory.ts";
import { budgetOf, clamp, notesOfCut } from "./answer/page.ts";
import { type Context, readRows } from "./context.ts";
import type { Notes } from "./metadata.ts";
import { findSymbols, type Match, readNamed, saysUnknown } from "./names/find_symbol.ts";
import { renderMemory } from "./render/memory.ts";
import { calledIds, type Link, linksFrom, linksTo } from "./rows/links.ts";
import { lastOfPlain, plainName } from "./rows/plain_name.ts";
import { readSymbol, scopedNameOf } from "./rows/symbol_row.ts";
import { atMost, defineTool, limitOf, NAME_FORMS, symbolName } from "./tool.ts";

/** Symbols of a file except its module. */
const IN_FILE = `SELECT s.id AS id, s.stable_id AS stableId FROM symbol_version sv CROSS JOIN symbol s ON s.id = sv.symbol_id
  WHERE sv.file_version_id = ? AND s.kind <> 'module' ORDER BY sv.line_start, s.id`;
/** Those of some symbols that have anchored entries, including entries under an earlier handle. */
const ANCHORED_OF = `SELECT DISTINCT coalesce(m.new_id, a.symbol_stable_id) AS id FROM anchors a
  LEFT JOIN moves m ON m.old_id = a.symbol_stable_id AND m.new_id <> ''
  WHERE a.scope = 'symbol' AND coalesce(m.new_id, a.symbol_stable_id) IN (SELECT value FROM json_each(?))`;
const SPOKEN_OF =
  `SELECT DISTINCT symbol_stable_id AS id FROM call_graph_memory WHERE symbol_stable_id IN (SELECT value FROM json_each(?))`;

/** A symbol and what is remembered about it. */
export interface RecalledFunction {
  readonly name: string;
  readonly path: string;
  readonly line: number;
  readonly signature: string;
  readonly memory: Memory;
}
/** A caller of the symbol asked about. */
export interface RecalledCaller {
  readonly name: string;
  readonly path: string;
  readonly line: number;
}
/** A caller or callee with memories. */
export interface Neighbour extends NeighbourMemory {
  readonly relation: "caller" | "callee";
  readonly name: string;
  readonly path: string;
}

/** What is remembered about functions and their neighbors. */
export interface MemoryValue {
  readonly name: string;
  readonly functions: readonly RecalledFunction[];
  readonly callers: readonly RecalledCaller[];
  readonly totalCallers: number;
  readonly callees: readonly string[];
  readonly totalCallees: number;
  readonly neighbours: readonly Neighbour[];
  /** If the name means no symbol: remembered entries that contain its words. */
  readonly found: readonly FoundEntry[];
  /** Sources that were never read, which may explain why nothing is remembered: 'sessions', 'history'. */
  readonly unread: readonly string[];
}

const STANDARD_LIMIT = 5;
const LIMIT_FOR_PEOPLE = 10;
const MOST_LIMIT = 100;
const MOST_SYMBOLS = 5;
/** Limits for a question about a whole file: symbols with their memories, and further symbols that are only named. */
const MOST_IN_FILE = { agent: 8, person: 50 } as const;
const SHOWN_OTHERS = 30;
const SHOWN_CALLS = 10;
const NEAR = 40;
const SHOWN_NEIGHBOURS = 6;
const SHOWN_LOST = 3;
/** Limits in bytes of one text of an entry; with a smaller `limit` texts may be longer. */
const LEAST_TEXT = 1500;
const MOST_TEXT = 8000;
/** The texts of the first entries of all kinds, roughly. */
const FIRST_TEXTS = 4;
/** How to see more of cut texts. */
const LONGER_TEXTS = "limit 1 gives longer texts of the first of each kind";
/** What an agent can do about unread history. */
const READ_HISTORY = 'git\'s history was not read yet: index_directory {"history":true}';

const PARAMETERS = { function_name: symbolName.describe(`Whose memory: ${NAME_FORMS}.`), limit: limitOf(STANDARD_LIMIT) };

/** The question: why a function is as it is. */
export const memoryLinkedSearch = defineTool<typeof PARAMETERS, MemoryValue, readonly string[]>({
  name: "memory_linked_search",
  title: "What is remembered about it",
  description: "Why is this function as it is: what was said, decided, broken? Decisions, errors and " +
    "fixes, messages of sessions, with time, evidence, status (`stale`: the code changed); then its neighbours'. Also by file or words. Ask before changing code you do not know.",
  parameters: PARAMETERS,
  output: {
    functions: z.array(z.unknown()),
    related_decisions: z.array(z.unknown()),
    related_errors: z.array(z.unknown()),
    related_messages: z.array(z.unknown()),
  },
  command: {
    name: "recall",
    summary: "what people and agents said, decided and fixed about a symbol",
    arguments: ["function_name"],
    options: { limit: "--limit <n>" },
    optionHelp: { limit: atMost(LIMIT_FOR_PEOPLE) },
    examples: [
      ["callgrove recall load", "its decisions, errors, sessions and neighbours"],
      ["callgrove recall app/io.py", "of a file and what it defines"],
      ["callgrove recall 'retry timeout'", "decisions, errors and notes with these words"],
      ["callgrove memory ingest --sessions ~/.claude/projects", "read git's history and agents' sessions first"],
    ],
  },
  gather: (context, params) => context.followLost(context, nearTo(context, params.function_name)),
  run(context, params, followed) {
    const { all, unknown } = findAbout(context, params.function_name);
    const matches = all.slice(0, MOST_SYMBOLS);
    const limit = clamp("limit", params.limit, context.audience === "agent" ? STANDARD_LIMIT : LIMIT_FOR_PEOPLE, 1, MOST_LIMIT);
    const read = readSessions(context.databases);
    try {
      const { value, warnings } = readOrg(context.databases, (org) => refreshDecisions(context, org), (org) => {
        const stores = { org, sessions: read.db };
        const found = unknown === undefined ? [] : searchEntries(org, [params.function_name], limit.value);
        if (unknown !== undefined && found.length === 0) throw alsoUnsaid(unknown);
        const inside = matches.flatMap((match) => rememberedIn(context, match, stores));
        const most = inside.length === 0
          ? MOST_SYMBOLS
          : Math.max(limit.value, MOST_IN_FILE[context.audience === "agent" ? "agent" : "person"]);
        const about = [...matches, ...inside];
        const memory = readMemory(context, params.function_name, about.slice(0, most), stores, limit.value, found);
        return {
          ...fit(memory, roomOf(context, params.limit)),
          others: about.slice(most),
          lost: memory.functions.flatMap((one) => lostNear(context, org, one)),
        };
      });
      const left = [
        ...(all.length > matches.length ? [leftOut(params.function_name, all)] : []),
        ...(value.others.length > 0 ? [othersInFile(context, value.others)] : []),
      ];
      return {
        value: value.memory,
        notes: {
          ...(left.length > 0 || value.isCut || lacksAny(value.memory) ? { completeness: "truncated" } : {}),
          ...nextStep(context, value, { given: params.limit, limit: limit.value }),
          warnings: [...left, ...limit.warnings, ...followed, ...warnings, ...read.warnings, ...value.lost],
        },
      };
    } finally {
      read.db?.close();
    }
  },
  structure: structureMemory,
  render: renderMemory,
});

/** Whether any of the lists is incomplete. */
function lacksAny(value: MemoryValue): boolean {
  return lacksEntries(value) || value.totalCallers > value.callers.length || value.totalCallees > value.callees.length;
}

/** Whether there are more memories than shown, so that a higher limit shows more. */
function lacksEntries({ functions }: MemoryValue): boolean {
  return functions.some(({ memory }) =>
    memory.totalDecisions > memory.decisions.length || memory.totalErrors > memory.errors.length ||
    memory.totalMessages > memory.messages.length || memory.totalNotes > memory.notes.length
  );
}

/**
 * How to see more, or else what was never read.
 * @param limits the limit as given, and as applied
 */
function nextStep(
  context: Context,
  { memory, isCut }: FittedMemory,
  limits: { readonly given: number | undefined; readonly limit: number },
): Notes {
  if (isCut) return notesOfCut(context, { bySize: true, ...limits, most: MOST_LIMIT }, limits.limit > 1 ? [LONGER_TEXTS] : []);
  if (lacksEntries(memory)) return notesOfCut(context, { bySize: false, ...limits, most: MOST_LIMIT }, []);
  if (context.audience === "agent" && memory.unread.includes("history")) return { suggestedAction: READ_HISTORY };
  return restOfCalls(context, memory);
}

/** Which question lists all callers or callees, where this answer names only the first: a higher limit does not. */
function restOfCalls(context: Context, { functions, callers, totalCallers, callees, totalCallees }: MemoryValue): Notes {
  const [one] = functions;
  if (one === undefined || functions.length > 1) return {};
  const place = `${one.path}:${one.line}`;
  const asks = [...(totalCallers > callers.length ? ["callers"] : []), ...(totalCallees > callees.length ? ["callees"] : [])];
  const written = asks.map((list) =>
    context.audience === "agent" ? `get_${list} ${JSON.stringify({ function_name: place })}` : `callgrove ${list} ${place}`
  );
  return written.length === 0 ? {} : { suggestedAction: written.join(" or ") };
}

/**
 * The size limits of an answer.
 * @param limit as given
 */
function roomOf(context: Context, limit: number | undefined): Room {
  const bytes = budgetOf(context, limit);
  const share = context.audience === "person" ? MOST_TEXT : limit === undefined ? 0 : Math.floor(bytes / (FIRST_TEXTS * limit));
  return { bytes, text: Math.max(LEAST_TEXT, Math.min(MOST_TEXT, share)) };
}

interface FittedMemory {
  readonly memory: MemoryValue;
  /** Whether entries were left out, or texts cut, for lack of space. */
  readonly isCut: boolean;
}

/** The memories that fit beside callers, callees and neighbors. */
function fit(value: MemoryValue, room: Room): FittedMemory {
  const beside = bytesOfJson([value.callers, value.callees, value.neighbours, value.functions.map(({ signature }) => signature)]);
  const left = { ...room, bytes: room.bytes - beside };
  const entries = fitMemories(value.functions.map(({ memory }) => memory), left);
  const found = fitEntries(value.found, left);
  const functions = value.functions.map((one, i) => ({ ...one, memory: entries.shown[i]! }));
  return { memory: { ...value, functions, found: found.shown }, isCut: entries.isCut || found.isCut };
}

/** Says that a name means more symbols than the answer covers. */
function leftOut(name: string, all: readonly Match[]): string {
  const others = all.slice(MOST_SYMBOLS, MOST_SYMBOLS + 5).map(({ row }) => `${row.path}:${row.nameLine}`).join(", ");
  return `"${name}" means ${all.length} symbols; these are the ${MOST_SYMBOLS} that come first. Ask for another by its place: ${others}`;
}

/** Says that more symbols of a file have memories than the answer covers. */
function othersInFile(context: Context, others: readonly Match[]): string {
  const names = others.slice(0, SHOWN_OTHERS).map(({ row }) => `${scopedNameOf(context, row)} :${row.nameLine}`).join(", ");
  const more = others.length > SHOWN_OTHERS ? ` and ${others.length - SHOWN_OTHERS} more` : "";
  const [one, them] = others.length === 1
    ? ["1 more symbol of this file is", "it"]
    : [`${others.length} more symbols of this file are`, "one"];
  return `${one} remembered; ask for ${them} by its name or place, or for more with a higher limit: ${names}${more}`;
}

/** If nothing is known of a function: lost names in the same file whose memories may be about it. */
function lostNear(context: Context, org: Stores["org"], { name, path, memory }: RecalledFunction): string[] {
  if (memory.totalDecisions + memory.totalErrors + memory.totalNotes > 0) return [];
  const last = lastOfPlain(plainName(name));
  const isAlone = readNamed(context, last).filter((row) => row.path === path).length < 2;
  // A renamed symbol stays in its type, or at the top level, unless the type was renamed.
  const names = lostNamesIn(org, path).filter((lost) =>
    ownerOf(lost) === ownerOf(name) || (isAlone && lastOfPlain(plainName(lost)) === last)
  );
  if (names.length === 0) return [];
  const more = names.length > SHOWN_LOST ? ` and ${names.length - SHOWN_LOST} more` : "";
  return [
    `what is remembered of ${names.slice(0, SHOWN_LOST).join(", ")}${more}, gone from ${path}, may be about ${name}: it was not recognised`,
  ];
}

/** A name without its last part. */
function ownerOf(name: string): string {
  const plain = plainName(name);
  return plain.slice(0, Math.max(0, plain.length - lastOfPlain(plain).length - 1));
}

/** Files and names of what is asked about, or else the name as it was given. */
function nearTo(context: Context, name: string): { readonly paths: ReadonlySet<string>; readonly names: ReadonlySet<string> } {
  const rows = findAbout(context, name).all.map(({ row }) => row);
  return {
    paths: new Set(rows.map(({ path }) => path)),
    names: new Set([lastOfPlain(plainName(name)), ...rows.map((row) => row.name)]),
  };
}

type Stores = Parameters<typeof recall>[0];

/** The symbols asked about, or the error that there are none; memories are then searched for the words. */
function findAbout(context: Context, name: string): { readonly all: readonly Match[]; readonly unknown?: CallgroveError } {
  try {
    return { all: findSymbols(context, name) };
  } catch (thrown) {
    if (saysUnknown(thrown)) return { all: [], unknown: thrown };
    throw thrown;
  }
}

/** The error that a name is unknown, which also says that no memory has its words. */
function alsoUnsaid(unknown: CallgroveError): CallgroveError {
  if (unknown.code !== "symbol_not_found") return unknown;
  const { code, message, hint, data } = unknown;
  return new CallgroveError(code, `${message}; nothing that is remembered has these words either`, { hint, data });
}

/** For a file, its symbols that have memories, in source order. */
function rememberedIn(context: Context, { row }: Match, { org, sessions }: Stores): Match[] {
  if (row.kind !== "module") return [];
  const own = readRows<{ id: number; stableId: string }>(context, IN_FILE, row.fileVersion);
  const wanted = JSON.stringify(own.map(({ stableId }) => stableId));
  const known = new Set([
    ...(org.prepare(ANCHORED_OF).all(wanted) as { id: string }[]).map(({ id }) => id),
    ...(sessions === undefined ? [] : (sessions.prepare(SPOKEN_OF).all(wanted) as { id: string }[]).map(({ id }) => id)),
  ]);
  return own.filter(({ stableId }) => known.has(stableId)).flatMap(({ id }) => {
    const symbol = readSymbol(context, id);
    return symbol === undefined ? [] : [{ row: symbol, ids: [id], twins: [] }];
  });
}

function readMemory(
  context: Context,
  name: string,
  matches: readonly Match[],
  stores: Stores,
  limit: number,
  found: readonly FoundEntry[],
): MemoryValue {
  const tree = new TreeText(context.roots[0] ?? "");
  const functions = matches.map((match): RecalledFunction => {
    const ids = [...new Set(calledIds(context, match))].map((id) => readSymbol(context, id)?.stableId).filter((id) => id !== undefined);
    return {
      name: scopedNameOf(context, match.row),
      path: match.row.path,
      line: match.row.lineStart,
      signature: match.row.signature,
      memory: recall(stores, { ids: [...new Set([match.row.stableId, ...ids])], symbol: match.row }, tree, limit),
    };
  });
  const callers = linksOf(context, matches, (id) => linksTo(context, id));
  const callees = linksOf(context, matches, (id) => linksFrom(context, id));
  const called = [...new Set(callees.map((link) => nameOf(context, link)))];
  return {
    name,
    functions,
    callers: callers.slice(0, SHOWN_CALLS).map((link) => ({ name: nameOf(context, link), path: link.path, line: link.line })),
    totalCallers: callers.length,
    callees: called.slice(0, SHOWN_CALLS),
    totalCallees: called.length,
    neighbours: readNeighbours(context, stores, callers, callees),
    found,
    unread: [
      ...(stores.sessions === undefined ? ["sessions"] : []),
      ...(stores.org.prepare("SELECT 1 FROM meta WHERE key = 'history_head'").get() === undefined ? ["history"] : []),
    ],
  };
}

function linksOf(context: Context, matches: readonly Match[], read: (id: number) => Link[]): Link[] {
  return matches.flatMap((match) => calledIds(context, match).flatMap(read));
}

function nameOf(context: Context, link: Link): string {
  const row = link.id === 0 ? undefined : readSymbol(context, link.id);
  return row === undefined ? link.name : scopedNameOf(context, row);
}

function readNeighbours(context: Context, stores: Stores, callers: readonly Link[], callees: readonly Link[]): Neighbour[] {
  const near = new Map<string, { relation: "caller" | "callee"; name: string; path: string; rank: number }>();
  const add = (links: readonly Link[], relation: "caller" | "callee"): void => {
    for (const link of links.filter((one) => one.id !== 0).slice(0, NEAR)) {
      const row = readSymbol(context, link.id);
      if (row !== undefined && row.kind !== "module" && !near.has(row.stableId)) {
        near.set(row.stableId, { relation, name: scopedNameOf(context, row), path: row.path, rank: near.size });
      }
    }
  };
  add(callees, "callee");
  add(callers, "caller");
  const shown: Neighbour[] = [];
  const perSymbol = new Map<string, number>();
  for (const memory of recallNeighbours(stores, [...near.keys()])) {
    const { relation, name, path } = near.get(memory.stableId)!;
    if ((perSymbol.get(memory.stableId) ?? 0) >= 2) continue;
    perSymbol.set(memory.stableId, (perSymbol.get(memory.stableId) ?? 0) + 1);
    shown.push({ ...memory, relation, name, path });
  }
  return shown.slice(0, SHOWN_NEIGHBOURS);
}

function without(entry: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== "" && value !== undefined));
}

function structureMemory(value: MemoryValue): Record<string, unknown> {
  const several = value.functions.length > 1;
  const all = <T>(pick: (memory: Memory) => readonly T[], shape: (entry: T) => Record<string, unknown>): Record<string, unknown>[] =>
    value.functions.flatMap((one) =>
      pick(one.memory).map((entry) => without({ ...shape(entry), ...(several ? { about: `${one.path}:${one.line}` } : {}) }))
    );
  const first: Partial<Memory> = value.functions[0]?.memory ?? {};
  const found = (kind: FoundEntry["kind"]): Record<string, unknown>[] =>
    value.found.filter((one) => one.kind === kind).map((one) => without({ ...one }));
  const notes = all((memory) => memory.notes, (one) => ({ ...one })).concat(found("note"));
  return {
    function_name: value.name,
    functions: value.functions.map((one) =>
      without({ name: one.name, file_path: one.path, start_line: one.line, signature: one.signature })
    ),
    ...(first.lastDiscussed === undefined || several ? {} : { last_discussed: without({ ...first.lastDiscussed }) }),
    ...(first.lastModified === undefined || several ? {} : { last_modified: without({ ...first.lastModified }) }),
    related_decisions: all((memory) => memory.decisions, ({ state, supersededBy, ...one }) => ({
      ...one,
      ...(state === "accepted" ? {} : { state }),
      superseded_by: supersededBy,
    })).concat(found("decision")),
    related_errors: all((memory) => memory.errors, ({ time, ...one }) => ({ ...one, last_seen: time })).concat(found("error")),
    related_messages: all((memory) => memory.messages, ({ preview, time, session, ...one }) => ({
      content_preview: preview,
      timestamp: time,
      session_id: session,
      ...one,
    })),
    ...(notes.length === 0 ? {} : { notes }),
    totals: sumTotals(value),
    callers: value.callers.map((one) => ({ name: one.name, file_path: one.path, call_line: one.line })),
    callees: value.callees.map((name) => ({ callee_name: name })),
    ...(value.neighbours.length === 0 ? {} : { neighbours: value.neighbours.map(({ stableId: _id, ...one }) => without({ ...one })) }),
    ...(value.unread.length === 0 ? {} : { not_read_yet: value.unread }),
  };
}

function sumTotals({ functions, totalCallers, totalCallees }: MemoryValue): Record<string, number> {
  const sum = (pick: (memory: Memory) => number): number => functions.reduce((n, one) => n + pick(one.memory), 0);
  const notes = sum((memory) => memory.totalNotes);
  return {
    decisions: sum((memory) => memory.totalDecisions),
    errors: sum((memory) => memory.totalErrors),
    messages: sum((memory) => memory.totalMessages),
    ...(notes === 0 ? {} : { notes }),
    callers: totalCallers,
    callees: totalCallees,
  };
}
