/**
 * What the index holds and how well calls are resolved: the question `call_graph_stats`, the command `stats`.
 *
 * Stage: query. Invariant: the shares of call sites add up to all of them; skipped files are listed with their reasons.
 */
import * as z from "zod";
import { compareText } from "../core/base/lists.ts";
import { LIVE } from "../core/base/ref_names.ts";
import { countSkipped, type Skip } from "../core/scan/decode_source.ts";
import { addCounts, addNumbers, type EdgeCounts, noCounts } from "../core/store/edge_counts.ts";
import { FUNCTION_KINDS } from "../core/store/symbol_directory.ts";
import { budgetOf, clamp, notesOfCut } from "./answer/page.ts";
import { type Context, readRows } from "./context.ts";
import { readStatsLists, type StatsLists } from "./nodes/stats_lists.ts";
import { renderStats } from "./render/stats.ts";
import { renderStatsLists } from "./render/stats_lists.ts";
import type { Style } from "./render/style.ts";
import { readDamaged } from "./rows/damaged_code.ts";
import { readFileNotes } from "./rows/file_notes.ts";
import { readPackedFiles } from "./rows/packed_code.ts";
import { defineTool, limitOf } from "./tool.ts";

const FILES = `SELECT rf.path_id AS path, b.language AS language, b.lines AS lines, fv.kinds AS kinds, r.counts AS counts
  FROM ref_file rf CROSS JOIN file_version fv ON fv.id = rf.file_version_id CROSS JOIN blob b ON b.id = fv.blob_id
  CROSS JOIN resolution r ON r.id = rf.resolution_id WHERE rf.ref_id = ?`;
const REFS = `SELECT r.name AS name, r.commit_id AS "commit", r.indexed_at AS indexedAt, r.root AS root,
    (SELECT count(*) FROM ref_file rf WHERE rf.ref_id = r.id) AS files
  FROM ref r WHERE r.repo = (SELECT repo FROM ref WHERE id = ?) ORDER BY r.name`;

interface LanguageStats {
  readonly files: number;
  readonly lines: number;
  readonly functions: number;
  readonly symbols: number;
  readonly edges: number;
}
/** Counts for packed and copied code (`rows/packed_code.ts`). */
interface PackedStats {
  readonly files: number;
  readonly symbols: number;
  readonly sites: StatsValue["sites"];
  /** The first of the files. */
  readonly paths: readonly string[];
}
/** A ref in the index. */
interface IndexedRef {
  readonly name: string;
  readonly commit: string;
  readonly indexed_at: string;
  readonly files: number;
  /** Set if git no longer knows the name. */
  readonly gone?: true;
}
type LanguageCounts = { -readonly [K in keyof LanguageStats]: number };

/** How much code is indexed, and what became of its calls. */
export interface StatsValue {
  readonly functions: number;
  readonly symbols: number;
  readonly files: number;
  readonly lines: number;
  /** The number of calls between symbols of the repository. */
  readonly edges: number;
  /** The number of uses of a symbol as a value. */
  readonly references: number;
  readonly languages: Readonly<Record<string, LanguageStats>>;
  readonly kinds: Readonly<Record<string, number>>;
  readonly sites: { readonly resolved: number; readonly external: number; readonly ambiguous: number; readonly unresolved: number };
  readonly confidence: { readonly static: number; readonly heuristic: number };
  readonly rules: Readonly<Record<string, number>>;
  readonly refs: readonly IndexedRef[];
  /** The part of it in packed and copied code; undefined if there is none. */
  readonly packed: PackedStats | undefined;
  readonly skipped: readonly Omit<Skip, "detail">[];
  readonly totalSkipped: number;
  readonly damaged: readonly string[];
  readonly totalDamaged: number;
  /** `path: remark` of files that could not be read as they are. */
  readonly remarks: readonly string[];
  readonly totalRemarks: number;
}

const FILES_NAMED = 20;
const PACKED_NAMED = 5;
const STANDARD_LIMIT = 20;
const MOST_LIMIT = 500;

/** The question: how large the indexed code is and how far its call graph can be trusted. */
export const callGraphStats = defineTool({
  name: "call_graph_stats",
  title: "What the index holds",
  description: "How large is the indexed code and how far can its call graph be trusted? Functions, calls, files and lines by language; " +
    "shares of call sites resolved, external, ambiguous, unresolved; refs; files left out. Or: hotspots, cycles.",
  parameters: {
    hotspots: z.boolean().optional().describe("What is called most."),
    cycles: z.boolean().optional().describe("Files that import each other."),
    limit: limitOf(STANDARD_LIMIT),
  },
  output: { languages: z.looseObject({}), sites: z.looseObject({}) },
  command: {
    name: "stats",
    summary: "what the index holds and how well calls are resolved",
    arguments: [],
    options: { hotspots: "--hotspots", cycles: "--cycles", limit: "--limit <n>" },
    examples: [
      ["callgrove stats", "counts, shares, files left out"],
      ["callgrove stats --hotspots", "what the most code calls"],
      ["callgrove stats --cycles", "files that import each other in a circle"],
    ],
  },
  async gather(context): Promise<ReadonlySet<string>> {
    const names = readRows<{ name: string }>(context, REFS, context.ref.id).map((row) => row.name).filter((name) => name !== LIVE);
    return names.length === 0 ? new Set() : await context.readRefs(context.db, false).findGone(names);
  },
  run(context, params, gone) {
    const wanted = { hotspots: params.hotspots === true, cycles: params.cycles === true };
    if (!wanted.hotspots && !wanted.cycles) return { value: readStats(context, gone) };
    const limit = clamp("limit", params.limit, STANDARD_LIMIT, 1, MOST_LIMIT);
    const lists = readStatsLists(context, wanted, limit.value, budgetOf(context, params.limit));
    return {
      value: lists,
      notes: {
        warnings: limit.warnings,
        ...(lists.cut
          ? notesOfCut(
            context,
            { bySize: lists.bySize, given: params.limit, limit: limit.value, most: MOST_LIMIT },
            wanted.hotspots && wanted.cycles ? ["ask for hotspots and cycles one by one"] : [],
          )
          : {}),
      },
    };
  },
  structure: (value: StatsValue | StatsLists) => {
    if (!("sites" in value)) {
      const { hotspots, cycles, totalCycles } = value;
      return { ...(hotspots === undefined ? {} : { hotspots }), ...(cycles === undefined ? {} : { cycles, total_cycles: totalCycles }) };
    }
    const all = Math.max(1, Object.values(value.sites).reduce((a, b) => a + b, 0));
    const { packed, totalSkipped, totalDamaged, damaged, skipped, remarks, totalRemarks, ...rest } = value;
    return {
      ...rest,
      ...(packed === undefined ? {} : { packed }),
      sites: Object.fromEntries(
        Object.entries(value.sites).map(([key, n]) => [key, { count: n, share: Math.round(1000 * n / all) / 1000 }]),
      ),
      ...(totalSkipped === 0 ? {} : { skipped, total_skipped: totalSkipped }),
      ...(totalDamaged === 0 ? {} : { syntax_errors: damaged, total_syntax_errors: totalDamaged }),
      ...(totalRemarks === 0 ? {} : { remarks, total_remarks: totalRemarks }),
    };
  },
  render: (value: StatsValue | StatsLists, style: Style) => "sites" in value ? renderStats(value, style) : renderStatsLists(value, style),
});

/**
 * Reads the statistics.
 * @param gone refs that git no longer knows
 */
function readStats(context: Context, gone: ReadonlySet<string>): StatsValue {
  const id = context.ref.id;
  const found = new Map<string, LanguageCounts>();
  const kinds = Object.create(null) as Record<string, number>;
  const all = noCounts();
  const packed = readPackedFiles(context);
  const inPacked = { symbols: 0, counts: noCounts() };
  for (const row of readRows<{ path: number; language: string; lines: number; kinds: string; counts: string }>(context, FILES, id)) {
    let language = found.get(row.language);
    if (language === undefined) found.set(row.language, language = { files: 0, lines: 0, functions: 0, symbols: 0, edges: 0 });
    language.files++;
    language.lines += row.lines;
    const before = { symbols: language.symbols, calls: callsOf(all) };
    for (const [kind, n] of Object.entries(JSON.parse(row.kinds) as Record<string, number>)) {
      kinds[kind] = (kinds[kind] ?? 0) + n;
      language.symbols += n;
      if (FUNCTION_KINDS.has(kind)) language.functions += n;
    }
    addCounts(all, row.counts);
    if (packed.ids.has(row.path)) {
      inPacked.symbols += language.symbols - before.symbols;
      addNumbers(inPacked.counts, row.counts);
    }
    language.edges += callsOf(all) - before.calls;
  }
  const languages = Object.fromEntries([...found].sort(([a, one], [b, other]) => other.files - one.files || compareText(a, b)));
  const sum = (key: keyof LanguageStats): number => Object.values(languages).reduce((total, one) => total + one[key], 0);
  const damaged = readDamaged(context);
  const remarks = readFileNotes(context);
  return {
    functions: sum("functions"),
    symbols: sum("symbols"),
    files: sum("files"),
    lines: sum("lines"),
    edges: callsOf(all),
    references: all.referencesStatic + all.referencesHeuristic,
    languages,
    kinds: sorted(kinds),
    sites: sitesOf(all),
    confidence: { static: all.callsStatic, heuristic: all.callsHeuristic },
    rules: sorted(all.rules),
    refs: readRows<{ name: string; commit: string; indexedAt: string; files: number }>(context, REFS, id)
      .map((row) => ({
        name: row.name,
        // The commit that is checked out changes even if no file does.
        commit: row.name === context.ref.name ? context.ref.commit : row.commit,
        indexed_at: row.indexedAt,
        files: row.files,
        ...(gone.has(row.name) ? { gone: true as const } : {}),
      })),
    packed: packed.ids.size === 0 ? undefined : {
      files: packed.ids.size,
      symbols: inPacked.symbols,
      sites: sitesOf(inPacked.counts),
      paths: [...packed.paths].slice(0, PACKED_NAMED),
    },
    skipped: context.ref.skipped.slice(0, FILES_NAMED).map(({ detail: _, ...skip }) => skip),
    totalSkipped: countSkipped(context.ref.skipped),
    damaged: damaged.slice(0, FILES_NAMED).map(({ path, regions }) => `${path}:${regions[0]?.[0] ?? 1}`),
    totalDamaged: damaged.length,
    remarks: remarks.slice(0, FILES_NAMED),
    totalRemarks: remarks.length,
  };
}

function sitesOf(counts: EdgeCounts): StatsValue["sites"] {
  return {
    resolved: counts.siteResolved,
    external: counts.siteExternal,
    ambiguous: counts.siteAmbiguous,
    unresolved: counts.siteUnresolved,
  };
}

/** The number of calls between symbols of the repository. */
function callsOf(counts: EdgeCounts): number {
  return counts.callsStatic + counts.callsHeuristic;
}

function sorted(counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).sort((a, b) => b[1] - a[1] || compareText(a[0], b[0])));
}
