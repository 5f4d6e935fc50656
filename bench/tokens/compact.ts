/**
 * The size of `detail_level: context` for each symbol, and the share of an answer's bytes that `compact` leaves.
 *
 *     deno run -A --no-lock bench/tokens/compact.ts [CORPUS…] [--count N]
 *
 * Every tool that lists symbols is asked N times for each corpus, with `limit` 10, for symbols, names and files spread over it: each
 * question once with context and once more with `compact`. Shares are those of whole answers; `list alone` is without `metadata` and the
 * symbol asked about. Answers that list nothing and those that context could not show whole are omitted and counted. Tokens are those of
 * o200k. Prints Markdown.
 */
import { parseArgs } from "node:util";
import type { Detail, DetailMap } from "../../query/answer/detail.ts";
import { ask, type Reply } from "../../query/ask.ts";
import { readRows } from "../../query/context.ts";
import { TOOLS } from "../../query/mod.ts";
import { COMPACT } from "../../query/render/style.ts";
import { toolNamed } from "../../query/tool.ts";
import { chooseCorpora, type Corpus } from "../corpora.ts";
import { fetchCorpus } from "../fetch_corpus.ts";
import { pickEvenly, valueAt } from "../sample.ts";
import { openCorpus } from "../truth_view.ts";

const STANDARD = ["chi", "rich", "zod", "tokio"];
const LIMIT = 10;
const [ONE, FEW, MANY] = ["1 symbol listed", "2 to 4 listed", "5 to 10 listed"];
/** Lines of a definition whose context is long enough to be worth measuring. */
const LONG_LINES = 30;
/** Loaded by name, so that the project does not depend on 30 MB for one count. */
const TOKENIZER = "npm:gpt-tokenizer@4.0.0";
const CALLED = `SELECT s.stable_id AS id, s.name AS name, p.path AS path
  FROM ref_file rf JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id JOIN symbol s ON s.id = sv.symbol_id
  JOIN path p ON p.id = rf.path_id
  WHERE rf.ref_id = ? AND s.kind IN ('function', 'method') AND EXISTS (SELECT 1 FROM edge e WHERE e.to_symbol_id = s.id)
  ORDER BY s.stable_id`;

type Params = Record<string, unknown>;
type Count = (text: string) => number;
interface Subject {
  readonly id: string;
  readonly name: string;
  readonly path: string;
}

/** The questions about one symbol. */
const QUESTIONS: Readonly<Record<string, (one: Subject) => Params>> = {
  get_callers: ({ id }) => ({ function_name: id }),
  get_callees: ({ id }) => ({ function_name: id }),
  get_call_graph: ({ id }) => ({ symbol_name: id }),
  get_impact: ({ id }) => ({ symbol_name: id }),
  search_nodes: ({ name }) => ({ name_pattern: `${name.slice(0, 4)}*` }),
  query_file_symbols: ({ path }) => ({ file_path: path }),
};

/** Of the answers of one tool, or of all. */
interface Measured {
  readonly json: number[];
  /** The same without what every answer contains: `metadata` and the symbol asked about. */
  readonly lists: number[];
  readonly text: number[];
  /** Tokens of the context of a symbol in JSON: of every one, and of those that are long. */
  readonly tokens: number[];
  readonly tokensOfLong: number[];
  leftOut: number;
}
const nothing = (): Measured => ({ json: [], lists: [], text: [], tokens: [], tokensOfLong: [], leftOut: 0 });

function detailsOf(reply: Reply): Detail[] {
  return Object.values(reply.structured["details"] as DetailMap | undefined ?? {}).flatMap((names) => Object.values(names));
}

function listOf({ structured }: Reply): string {
  const { metadata: _metadata, symbol: _symbol, ...list } = structured;
  return JSON.stringify(list);
}

const bytesOf = (value: string): number => new TextEncoder().encode(value).length;

async function measure(corpus: Corpus, count: number, tokensOf: Count, table: Map<string, Measured>): Promise<void> {
  const { repository, context } = await openCorpus(corpus, await fetchCorpus(corpus));
  const subjects = pickEvenly(readRows<Subject>(context, CALLED, context.ref.id), count);
  const answer = (tool: string, params: Params): Promise<Reply> =>
    ask(repository, toolNamed(TOOLS, tool), { ...params, limit: LIMIT, detail_level: "context" }, COMPACT);
  for (const [tool, paramsOf] of Object.entries(QUESTIONS)) {
    for (const subject of subjects) {
      const full = await answer(tool, paramsOf(subject));
      const compact = await answer(tool, { ...paramsOf(subject), compact: true });
      if (full.error !== undefined) throw full.error;
      const listed = detailsOf(full).length;
      const size = listed === 1 ? ONE : listed < 5 ? FEW : MANY;
      for (const key of [tool, corpus.name, size, "all"]) note(full, compact, tokensOf, table.get(key)!);
    }
  }
  repository.close();
}

function note(full: Reply, compact: Reply, tokensOf: Count, measured: Measured): void {
  const details = detailsOf(full);
  if (details.length === 0 || full.structured["details_left_out"] !== undefined) {
    measured.leftOut++;
    return;
  }
  measured.json.push(bytesOf(JSON.stringify(compact.structured)) / bytesOf(JSON.stringify(full.structured)));
  measured.lists.push(bytesOf(listOf(compact)) / bytesOf(listOf(full)));
  measured.text.push(bytesOf(compact.text) / bytesOf(full.text));
  for (const detail of details) {
    const tokens = tokensOf(JSON.stringify(detail));
    measured.tokens.push(tokens);
    if (detail.line_end - detail.line_start + 1 >= LONG_LINES) measured.tokensOfLong.push(tokens);
  }
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

function formatTable(table: ReadonlyMap<string, Measured>): string {
  const header = [
    "of",
    "answers",
    "left out",
    "JSON: median",
    "at most in 90 of 100",
    "worst",
    "up to 20 %",
    "list alone: median",
    "up to 20 %",
    "text: median",
    "worst",
    "up to 20 %",
  ];
  const rows = [...table].map(([title, { json, lists, text, leftOut }]) => {
    const under = (list: readonly number[]): string => percent(list.filter((share) => share <= 0.2).length / list.length);
    const shares = [valueAt(json, 0.5), valueAt(json, 0.9), valueAt(json, 1)].map(percent);
    return [
      title,
      json.length,
      leftOut,
      ...shares,
      under(json),
      percent(valueAt(lists, 0.5)),
      under(lists),
      percent(valueAt(text, 0.5)),
      percent(valueAt(text, 1)),
      under(text),
    ];
  });
  const tokens = [...table].map((
    [title, { tokens, tokensOfLong }],
  ) => [
    title,
    tokens.length,
    valueAt(tokens, 0.5),
    tokensOfLong.length,
    valueAt(tokensOfLong, 0.1),
    valueAt(tokensOfLong, 0.5),
    valueAt(tokensOfLong, 0.9),
  ]);
  const tokensHeader = [
    "of",
    "symbols",
    "tokens: median",
    `of ${LONG_LINES} lines and more`,
    "10 of 100 below",
    "median",
    "90 of 100 below",
  ];
  return [toMarkdown(header, rows), toMarkdown(tokensHeader, tokens)].join("\n\n");
}

function toMarkdown(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const ruler = header.map((_, i) => i === 0 ? "---" : "---:");
  return [header, ruler, ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { count: { type: "string", default: "25" } } });
  const { encode } = await import(TOKENIZER) as { encode(text: string): number[] };
  const corpora = chooseCorpora(positionals.length > 0 ? positionals : STANDARD);
  const table = new Map(
    [...Object.keys(QUESTIONS), ...corpora.map((one) => one.name), ONE, FEW, MANY, "all"].map((key) => [key, nothing()]),
  );
  for (const corpus of corpora) await measure(corpus, Number(values.count), (text) => encode(text).length, table);
  console.log(formatTable(table));
}
