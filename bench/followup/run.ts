/**
 * Does the first suggestion of `suggest_followup_queries`, or any of them, lead to the true symbol or edge?
 *
 *     deno run -A bench/followup/run.ts [CORPUS…] [--count N] [--misses]
 *
 * Scenarios are made by rule from the compilers' call sites (scenarios.ts): a question that finds little is asked, its answer is passed to
 * the tool, and each suggested call is made. A question that happens to find the truth by itself is not a scenario. Prints Markdown.
 * Corpora on which the rules of the suggestions were worked out stand apart from those that were only measured.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ask, type Reply } from "../../query/ask.ts";
import { TOOLS } from "../../query/mod.ts";
import { COMPACT } from "../../query/render/style.ts";
import { toolNamed } from "../../query/tool.ts";
import { findCache } from "../cache.ts";
import { CORPORA } from "../corpora.ts";
import { fetchCorpus } from "../fetch_corpus.ts";
import { openCorpus, readTruth } from "../truth_view.ts";
import { makeScenarios, type Scenario } from "./scenarios.ts";

/** Looked at while the rules were written. */
const SEEN = ["rich", "express", "chi", "clap"];
const HELD_OUT = ["httpx", "jinja2", "rxjs", "tanstack", "prometheus", "serde"];

interface Outcome {
  readonly scenario: Scenario;
  readonly first: boolean;
  readonly any: boolean;
  readonly suggested: readonly string[];
}

async function runCorpus(name: string, count: number): Promise<Outcome[]> {
  const corpus = CORPORA.find((one) => one.name === name)!;
  const { repository, context } = await openCorpus(corpus, await fetchCorpus(corpus));
  const truth = readTruth(context, join(findCache(), "truth", corpus.language, `${name}.jsonl`));
  const call = (tool: string, params: Record<string, unknown>): Promise<Reply> => ask(repository, toolNamed(TOOLS, tool), params, COMPACT);
  const outcomes: Outcome[] = [];
  const names = new Set([...truth.definitions.values()].map((one) => one.name));
  for (const scenario of makeScenarios(truth.called, truth.uncalled, truth.overriding, names, count)) {
    const answer = await call(scenario.tool, { ...scenario.params });
    if (holds(answer, scenario)) continue;
    const reply = await call("suggest_followup_queries", {
      previous_query: { tool: scenario.tool, params: scenario.params },
      previous_results: answer.structured,
    });
    const suggestions = reply.structured["suggestions"] as { tool: string; params: Record<string, unknown> }[];
    const good: boolean[] = [];
    for (const one of suggestions) good.push(holds(await call(one.tool, one.params), scenario));
    outcomes.push({
      scenario,
      first: good[0] === true,
      any: good.includes(true),
      suggested: suggestions.map((one, i) => `${good[i] ? "+" : "-"}${one.tool} ${JSON.stringify(one.params)}`),
    });
  }
  repository.close();
  return outcomes;
}

/** Whether an answer names the true symbol by its handle or place, or shows the true edge by its file and line. */
function holds(reply: Reply, { symbol, edge }: Scenario): boolean {
  if (reply.isError) return false;
  const { metadata: _metadata, ...body } = reply.structured;
  const json = JSON.stringify(body);
  if (symbol !== undefined && (json.includes(symbol.id) || json.includes(`"${symbol.path}:${symbol.line}`))) return true;
  // A file that was looked for is found by its outline, whose list may be longer than an answer.
  if (symbol !== undefined && body["file_path"] === symbol.path) return true;
  if (edge === undefined) return false;
  if (json.includes(`${edge.file}:${edge.line}`) || json.includes(`"file":"${edge.file}","line":${edge.line}}`)) return true;
  const { callers, possible, callees, external } = body as Record<string, Record<string, Record<string, number[]>>>;
  const upwards = [callers, possible].flatMap((list) => Object.values(list?.[edge.file] ?? {}));
  const inCallers = upwards.some((lines) => Array.isArray(lines) && lines.includes(edge.line));
  const asked = (body["symbol"] as { path?: string } | undefined)?.path;
  const called = asked === edge.file
    ? [...Object.values(callees ?? {}).flatMap((names) => Object.values(names)), ...Object.values(external ?? {})]
    : [];
  return inCallers || called.some((lines) => [lines].flat(4).includes(edge.line as never));
}

function table(rows: readonly Outcome[], keyOf: (outcome: Outcome) => string): string {
  const groups = Map.groupBy(rows, keyOf);
  const line = (name: string, list: readonly Outcome[]): string => {
    const share = (n: number): string => `${(100 * n / list.length).toFixed(1)} %`;
    return `| ${name} | ${list.length} | ${share(list.filter((one) => one.first).length)} | ${
      share(list.filter((one) => one.any).length)
    } |`;
  };
  return ["| | scenarios | first | any |", "|---|---:|---:|---:|", ...[...groups].map(([key, list]) => line(key, list)), line("all", rows)]
    .join("\n");
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { count: { type: "string", default: "4" }, misses: { type: "boolean", default: false } },
  });
  const names = positionals.length > 0 ? positionals : [...SEEN, ...HELD_OUT];
  const all: (Outcome & { corpus: string })[] = [];
  for (const name of names) all.push(...(await runCorpus(name, Number(values.count))).map((outcome) => ({ ...outcome, corpus: name })));
  const corpusOf = (outcome: Outcome): string => (outcome as Outcome & { corpus: string }).corpus;
  for (const [title, set] of [["looked at", SEEN], ["held out", HELD_OUT]] as const) {
    const rows = all.filter((one) => set.includes(one.corpus));
    if (rows.length > 0) console.log(`\n${title}\n\n${table(rows, corpusOf)}`);
  }
  console.log(`\nby kind\n\n${table(all, (outcome) => outcome.scenario.kind)}`);
  if (values.misses) {
    for (const one of all.filter((outcome) => !outcome.first)) {
      const { kind, tool, params, symbol, edge } = one.scenario;
      const wanted = symbol === undefined ? `${edge?.file}:${edge?.line}` : `${symbol.qualifiedName} ${symbol.path}:${symbol.line}`;
      console.log(`\n${one.corpus} ${kind}: ${tool} ${JSON.stringify(params)}\n  wanted ${wanted}\n  ${one.suggested.join("\n  ")}`);
    }
  }
}
