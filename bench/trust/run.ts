/**
 * Can it be believed? Lists of callers that say `complete`, and what `get_impact` reaches, against the compilers' call sites.
 *
 *     deno run -A bench/trust/run.ts [CORPUS…] [--lists N] [--impacts N] [--misses]
 *
 * A list that says `complete` is wrong if the compiler knows a call of the symbol that it does not show. Dependents to depth 3 are compared
 * with those of the compilers' call graph. Precision is that of dependents by calls: the truth has neither functions passed as values nor
 * the possible targets of an interface's call (counted apart). A call that the truth does not judge (an operator, an unknown receiver) is
 * counted neither for nor against; an override of a method depends on its signature, so it and its callers are right. Prints Markdown.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readCallers } from "../../query/callers.ts";
import { type Context, readRows } from "../../query/context.ts";
import { findSymbols } from "../../query/names/find_symbol.ts";
import { calledIds } from "../../query/rows/links.ts";
import { readDependents } from "../../query/walk/dependents.ts";
import type { TruthSite } from "../accuracy/truth.ts";
import { findCache } from "../cache.ts";
import { chooseCorpora, type Corpus } from "../corpora.ts";
import { fetchCorpus } from "../fetch_corpus.ts";
import { readJsonLines } from "../json_lines.ts";
import { type Definition, openCorpus, readTruth, redefiningOf, shownLines, type TruthView } from "../truth_view.ts";

const STANDARD = [
  "rich",
  "httpx",
  "jinja2",
  "docutils",
  "express",
  "rxjs",
  "zod",
  "tanstack",
  "chi",
  "prometheus",
  "clap",
  "serde",
  "tokio",
];
const DEPTH = 3;
const OUR_EDGES =
  `SELECT p.path AS path, e.source_line AS line, e.source_column AS "column", e.from_symbol_id AS source, e.to_symbol_id AS target
  FROM ref_file rf JOIN edge e ON e.resolution_id = rf.resolution_id AND e.edge_type = 'calls' JOIN path p ON p.id = rf.path_id
  WHERE rf.ref_id = ?`;

interface Row {
  readonly corpus: string;
  lists: number;
  complete: number;
  wrong: number;
  readonly misses: string[];
  impacts: number;
  truth: number;
  hit: number;
  found: number;
  right: number;
  dispatch: number;
  passedAsValues: number;
}

/** Callee -> callers, by rows of `symbol`. */
type Graph = Map<number, Set<number>>;

function add(graph: Graph, callee: number, caller: number): void {
  const callers = graph.get(callee);
  if (callers === undefined) graph.set(callee, new Set([caller]));
  else callers.add(caller);
}

function walkUp(graph: Graph, start: readonly number[]): Set<number> {
  const seen = new Set(start);
  let frontier = [...start];
  for (let step = 0; step < DEPTH; step++) {
    const next: number[] = [];
    for (const id of frontier) {
      for (const caller of graph.get(id) ?? []) {
        if (!seen.has(caller)) next.push(caller);
        seen.add(caller);
      }
    }
    frontier = next;
  }
  for (const id of start) seen.delete(id);
  return seen;
}

interface Graphs {
  readonly truth: Graph;
  /** The truth, and our own edges where it does not decide. */
  readonly allowed: Graph;
  /** Callee -> `file:line` of its true calls. */
  readonly sites: Map<number, Set<string>>;
}

function readGraphs(context: Context, view: TruthView, file: string): Graphs {
  const ours = readRows<{ path: string; line: number; column: number; source: number; target: number }>(context, OUR_EDGES, context.ref.id);
  const position = (path: string, line: number, column: number): string => `${path}:${line}:${column}`;
  const callerAt = new Map(ours.map((edge) => [position(edge.path, edge.line, edge.column), edge.source]));
  const judged = new Map<string, TruthSite>();
  for (const site of readJsonLines<TruthSite>(file)) {
    if (site.kind !== "unknown") judged.set(position(site.file, site.line, site.column), site);
  }
  const graphs: Graphs = { truth: new Map(), allowed: new Map(), sites: new Map() };
  for (const call of view.calls) {
    // Whose code a line is, is not measured here.
    const caller = callerAt.get(position(call.file, call.line, call.column)) ?? call.caller.row;
    add(graphs.truth, call.callee.row, caller);
    add(graphs.allowed, call.callee.row, caller);
    const sites = graphs.sites.get(call.callee.row) ?? new Set();
    graphs.sites.set(call.callee.row, sites.add(`${call.file}:${call.line}`));
  }
  for (const edge of ours) {
    if (edge.target === 0) continue;
    const site = judged.get(position(edge.path, edge.line, edge.column));
    const target = view.definitions.get(edge.target);
    const accepted = site?.accepts?.some((place) => place.file === target?.path && place.line === target.line) === true;
    if (site === undefined || accepted) add(graphs.allowed, edge.target, edge.source);
  }
  return graphs;
}

async function measure(corpus: Corpus, lists: number, impacts: number): Promise<Row> {
  const { repository, context } = await openCorpus(corpus, await fetchCorpus(corpus));
  const file = join(findCache(), "truth", corpus.language, `${corpus.name}.jsonl`);
  const view = readTruth(context, file);
  const graphs = readGraphs(context, view, file);
  const asked = [...view.definitions.values()].filter((one) =>
    (one.kind === "function" || one.kind === "method") && view.covered.has(one.path)
  );
  const row: Row = {
    corpus: corpus.name,
    lists: 0,
    complete: 0,
    wrong: 0,
    misses: [],
    impacts: 0,
    truth: 0,
    hit: 0,
    found: 0,
    right: 0,
    dispatch: 0,
    passedAsValues: 0,
  };
  for (const one of spread(asked, lists)) judgeList(context, one, graphs, row);
  const called = asked.filter((one) => graphs.sites.has(one.row));
  for (const one of spread(called, impacts)) judgeImpact(context, one, view, graphs, row);
  repository.close();
  return row;
}

function spread<T>(list: readonly T[], count: number): T[] {
  const step = Math.max(1, list.length / count);
  return Array.from({ length: Math.min(count, list.length) }, (_, i) => list[Math.floor(i * step)]!);
}

function judgeList(context: Context, one: Definition, graphs: Graphs, row: Row): void {
  const known = readCallers(context, findSymbols(context, one.id)[0]!);
  row.lists++;
  if (known.completeness !== "complete") return;
  row.complete++;
  const shown = shownLines(known.list, known.possible.list);
  const missing = [...graphs.sites.get(one.row) ?? []].filter((site) => !shown.has(site));
  if (missing.length === 0) return;
  row.wrong++;
  row.misses.push(`${one.qualifiedName} ${one.path}:${one.line}: not shown ${missing.slice(0, 3).join(", ")}`);
}

function judgeImpact(context: Context, one: Definition, view: TruthView, graphs: Graphs, row: Row): void {
  const start = calledIds(context, findSymbols(context, one.id)[0]!);
  const isCovered = (id: number): boolean => view.covered.has(view.definitions.get(id)?.path ?? "");
  const { found } = readDependents(context, start, DEPTH);
  const ours = new Map(found.filter((each) => isCovered(each.id)).map((each) => [each.id, each.evidence]));
  const truth = [...walkUp(graphs.truth, start)].filter(isCovered);
  const redefining = redefiningOf(context, start);
  const allowed = walkUp(graphs.allowed, [...start, ...redefining]).union(new Set(redefining));
  const byCalls = [...ours].filter(([, evidence]) => evidence === "static" || evidence === "heuristic");
  row.impacts++;
  row.truth += truth.length;
  row.hit += truth.filter((id) => ours.has(id)).length;
  row.found += byCalls.length;
  row.right += byCalls.filter(([id]) => allowed.has(id)).length;
  row.dispatch += [...ours.values()].filter((evidence) => evidence === "dispatch").length;
  row.passedAsValues += [...ours.values()].filter((evidence) => evidence === "reference").length;
}

const share = (part: number, whole: number): string => whole === 0 ? "-" : `${(100 * part / whole).toFixed(1)} %`;

function formatRows(rows: readonly Row[]): string {
  const total = rows.reduce((sum, row) =>
    Object.fromEntries(
      Object.entries(sum).map(([key, value]) => [key, typeof value === "number" ? value + (row as never)[key] : value]),
    ) as unknown as Row
  );
  return [
    "| corpus | lists | say complete | of these right | impacts | true dependents | recall | by calls | precision | by dispatch | by hand-over |",
    "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    ...[...rows, { ...total, corpus: "all" }].map((row) =>
      `| ${
        [
          row.corpus,
          row.lists,
          share(row.complete, row.lists),
          share(row.complete - row.wrong, row.complete),
          row.impacts,
          row.truth,
          share(row.hit, row.truth),
          row.found,
          share(row.right, row.found),
          row.dispatch,
          row.passedAsValues,
        ].join(" | ")
      } |`
    ),
  ].join("\n");
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      lists: { type: "string", default: "400" },
      impacts: { type: "string", default: "60" },
      misses: { type: "boolean", default: false },
    },
  });
  const rows: Row[] = [];
  for (const corpus of chooseCorpora(positionals.length > 0 ? positionals : STANDARD)) {
    rows.push(await measure(corpus, Number(values.lists), Number(values.impacts)));
    console.error(formatRows(rows.slice(-1)).split("\n")[2]);
  }
  console.log(formatRows(rows));
  if (values.misses) { for (const row of rows) console.log(`\n${row.corpus}\n  ${row.misses.join("\n  ")}`); }
}
