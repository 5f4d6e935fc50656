/**
 * What really ran (`trace_calls` of Python and Go) against the index: certain edges, and lists of callers marked complete.
 *
 *     deno run -A bench/accuracy/compare_ran.ts DIR OUT.jsonl
 *
 * A certain edge is a fault if others ran at its site and neither its own target nor an override of that ever did; a list marked complete
 * is one if the function ran from a line that it does not show, unless it shows that the function is passed as a value. Prints each fault
 * with its place, then the figures. Invariant: what did not run is not a fault.
 */
import { readFileSync } from "node:fs";
import process from "node:process";
import { readCallers } from "../../query/callers.ts";
import type { Context } from "../../query/context.ts";
import { exportEdges } from "../../query/export_edges.ts";
import { findSymbols } from "../../query/names/find_symbol.ts";
import type { LongList } from "../../query/answer/page.ts";
import type { SiteEntry } from "../../query/answer/sites.ts";
import { openIndex } from "../open_index.ts";
import { type Definition, readTruth, redefiningOf, shownLines, type TruthView } from "../truth_view.ts";
import type { ExportedEdge } from "./score.ts";
import type { Place, TruthSite } from "./truth.ts";

const SHOWN = 3;
const RUNS: ReadonlySet<string> = new Set(["function", "method", "constructor", "class"]);

const positionOf = (file: string, line: number, column: number): string => `${file}:${line}:${column}`;
const toText = (places: readonly Place[]): string =>
  places.map(({ file, line, name }) => `${name} ${file}:${line}`).join(", ") || "others outside";

function readSites(file: string): TruthSite[] {
  return readFileSync(file, "utf8").split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as TruthSite);
}

/** The certain edges at sites that ran, and those of them that are faults. */
function judgeEdges(
  context: Context,
  view: TruthView,
  sites: readonly TruthSite[],
): { judged: number; faults: string[]; calls: Set<string> } {
  const ran = new Map(sites.filter(({ kind }) => kind === "ran").map((site) => [positionOf(site.file, site.line, site.column), site]));
  const rows = new Map([...view.definitions.values()].map((one) => [`${one.path}:${one.line}`, one]));
  const faults: string[] = [];
  const calls = new Set<string>();
  let judged = 0;
  const redefines = (targets: readonly Place[], one: Definition): boolean =>
    redefiningOf(context, [one.row]).some((row) => {
      const redefining = view.definitions.get(row);
      return targets.some(({ file, line }) => redefining?.path === file && redefining.line === line);
    });
  for (const line of exportEdges(context)) {
    const edge = JSON.parse(line) as ExportedEdge;
    const place = positionOf(edge.call_file, edge.call_line, edge.call_column);
    calls.add(place);
    const site = ran.get(place);
    if (site === undefined || !edge.resolved || edge.confidence !== "static") continue;
    const target = rows.get(`${edge.callee_file}:${edge.callee_line}`);
    // An interface's method represents its implementations, a value those it may be.
    if (edge.rule === "dispatch" || target === undefined || !RUNS.has(target.kind)) continue;
    judged++;
    const known = [...site.targets, ...site.accepts ?? []];
    if (known.some((place) => place.file === edge.callee_file && place.line === edge.callee_line)) continue;
    if (redefines(known, target)) continue;
    faults.push(`certain ${place} ${edge.callee_name} ${edge.callee_file}:${edge.callee_line} by ${edge.rule}: ran ${toText(known)}`);
  }
  return { judged, faults, calls };
}

/** The lists marked complete of functions that ran, and those of them that are faults. @param calls positions of all calls in the index */
function judgeLists(
  context: Context,
  view: TruthView,
  sites: readonly TruthSite[],
  calls: ReadonlySet<string>,
): { judged: number; faults: string[] } {
  const targets: readonly (Place & { decorated?: true })[] = sites.flatMap((site) => site.targets);
  const decorated = new Set(targets.filter((one) => one.decorated).map(({ file, line }) => `${file}:${line}`));
  const faults: string[] = [];
  let judged = 0;
  for (const [callee, runs] of Map.groupBy(view.calls, (call) => call.callee)) {
    const known = readCallers(context, findSymbols(context, callee.id)[0]!);
    if (known.completeness !== "complete") continue;
    judged++;
    const shown = shownLines(known.list, known.possible.list, known.references.list);
    const missing = [...new Set(runs.map((call) => `${call.file}:${call.line}`))].filter((place) => !shown.has(place));
    // A wrapper calls the decorated function under another name, and callers of the wrapper call the function's own.
    if (decorated.has(`${callee.path}:${callee.line}`)) continue;
    if (missing.length === 0 || known.references.list.length > 0 || showsValues(known.possible.list, calls)) continue;
    faults.push(`complete ${callee.qualifiedName} ${callee.path}:${callee.line}: ran from ${missing.slice(0, SHOWN).join(", ")}`);
  }
  return { judged, faults };
}

/** Whether a list shows where something is passed as a value: its receiver calls it under another name. */
function showsValues(list: LongList<SiteEntry>, calls: ReadonlySet<string>): boolean {
  return Array.from({ length: list.length }, (_, i) => list.at(i)!)
    .some(({ path, sites }) => sites.some(({ line, column }) => !calls.has(positionOf(path, line, column))));
}

if (import.meta.main) {
  const [directory, trace] = process.argv.slice(2);
  if (directory === undefined || trace === undefined) throw new Error("compare_ran.ts needs DIR and OUT.jsonl");
  const { repository, context } = await openIndex(directory, process.env["CALLGROVE_DB"], "agent");
  const view = readTruth(context, trace);
  const sites = readSites(trace);
  const edges = judgeEdges(context, view, sites);
  const lists = judgeLists(context, view, sites, edges.calls);
  repository.close();
  for (const fault of [...edges.faults, ...lists.faults]) console.log(fault);
  console.log(
    `${edges.judged} certain edges at sites that ran, ${edges.faults.length} faults; ${lists.judged} lists said complete, ${lists.faults.length} faults`,
  );
}
