/**
 * What an answer costs an agent, against finding it by text search, and whether it is right.
 *
 *     deno run -A --no-lock bench/tokens/run.ts [--list]
 *
 * 50 questions about pinned repositories, chosen by rule from the compilers' call sites: who calls it, what breaks if it changes (two calls
 * far), how does A reach B. Ours: the text of one answer. Beside it what `rg -n '\bNAME\b'` prints over the same files and, once each, the
 * functions that its hits are in, which must be read to tell calls of this symbol from calls of others. For a path the search is given the
 * true steps, so that it never goes astray; for an impact it searches each true direct caller once more. Tokens are those of o200k. An
 * answer is right if it has every true call (dependent, step) and none that the compiler contradicts. Prints Markdown.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ask, type Reply } from "../../query/ask.ts";
import { TOOLS } from "../../query/mod.ts";
import { COMPACT } from "../../query/render/style.ts";
import { toolNamed } from "../../query/tool.ts";
import { findCache } from "../cache.ts";
import { CORPORA } from "../corpora.ts";
import { fetchCorpus } from "../fetch_corpus.ts";
import { pickEvenly } from "../sample.ts";
import { type Definition, openCorpus, readTruth, type TrueCall, type TruthView } from "../truth_view.ts";

/** Questions of each kind a corpus: 4 + 2 or 3 + 1 or 2, 50 in all. */
const PLAN = [["rich", 3, 3], ["httpx", 3, 2], ["express", 2, 1], ["zod", 3, 1], ["chi", 2, 2], ["prometheus", 3, 1], ["clap", 2, 2], [
  "tokio",
  2,
  2,
]] as const;
const CALLERS_EACH = 2;
/** Loaded by name, so that the project does not depend on 30 MB for one count. */
const TOKENIZER = "npm:gpt-tokenizer@4.0.0";

interface Question {
  readonly corpus: string;
  readonly kind: "who calls it" | "what breaks" | "how does A reach B";
  readonly text: string;
  readonly ours: number;
  readonly search: number;
  readonly right: boolean;
}
type Count = (text: string) => number;

/** The files of a corpus, searched as ripgrep would. */
class Files {
  readonly #texts = new Map<string, readonly string[]>();

  constructor(root: string, paths: Iterable<string>) {
    for (const path of [...paths].sort()) this.#texts.set(path, readFileSync(join(root, path), "utf8").split("\n"));
  }

  /** The lines that contain the name as a word. */
  hits(name: string): { path: string; line: number; text: string }[] {
    const word = new RegExp(`(?<![\\w$])${name.replace(/\W/g, "\\$&")}(?![\\w$])`);
    return [...this.#texts].flatMap(([path, lines]) => lines.flatMap((text, i) => word.test(text) ? [{ path, line: i + 1, text }] : []));
  }

  body(one: Definition): string {
    return (this.#texts.get(one.path) ?? []).slice(one.lineStart - 1, one.lineEnd).join("\n");
  }
}

class Corpus {
  readonly #byPath: Map<string, Definition[]>;

  constructor(
    readonly view: TruthView,
    readonly files: Files,
    readonly call: (tool: string, params: Record<string, unknown>) => Promise<Reply>,
  ) {
    const runs = [...view.definitions.values()].filter((one) =>
      one.kind === "function" || one.kind === "method" || one.kind === "constructor"
    );
    this.#byPath = Map.groupBy(runs, (one) => one.path);
  }

  /** The output of searching a name and reading the functions around its hits. `read` has what was read before. */
  search(name: string, read: Set<number>): string {
    const hits = this.files.hits(name);
    const parts = [hits.map((hit) => `${hit.path}:${hit.line}:${hit.text}`).join("\n")];
    for (const hit of hits) {
      const around = (this.#byPath.get(hit.path) ?? []).findLast((one) => one.lineStart <= hit.line && hit.line <= one.lineEnd);
      if (around === undefined || read.has(around.row)) continue;
      read.add(around.row);
      parts.push(this.files.body(around));
    }
    return parts.join("\n");
  }
}

const placeOf = (one: Definition): string => `${one.path}:${one.line}`;

async function whoCalls(corpus: Corpus, name: string, callee: Definition, calls: readonly TrueCall[], count: Count): Promise<Question> {
  const reply = await corpus.call("get_callers", { function_name: placeOf(callee) });
  const callers = reply.structured["callers"] as Record<string, Record<string, number[]>> | undefined ?? {};
  const shown = new Set(Object.entries(callers).flatMap(([path, names]) => Object.values(names).flat().map((line) => `${path}:${line}`)));
  const truth = new Set(calls.map((call) => `${call.file}:${call.line}`));
  const judged = new Set(corpus.view.calls.map((call) => `${call.file}:${call.line}`));
  const right = [...truth].every((site) => shown.has(site)) && [...shown].every((site) => truth.has(site) || !judged.has(site));
  return {
    corpus: name,
    kind: "who calls it",
    text: callee.qualifiedName,
    ours: count(reply.text),
    search: count(corpus.search(callee.name, new Set([callee.row]))),
    right,
  };
}

async function whatBreaks(
  corpus: Corpus,
  name: string,
  callee: Definition,
  incoming: ReadonlyMap<number, TrueCall[]>,
  count: Count,
): Promise<Question> {
  const reply = await corpus.call("get_impact", { symbol_name: placeOf(callee), max_depth: 2 });
  const direct = new Set((incoming.get(callee.row) ?? []).map((call) => call.caller).filter((one) => one.row !== callee.row));
  const further = new Set([...direct].flatMap((one) => (incoming.get(one.row) ?? []).map((call) => call.caller)));
  const wanted = [...new Set([...direct, ...further])].filter((one) => one.row !== callee.row);
  const { dependents } = reply.structured as { dependents: Record<string, Record<string, Record<string, number>>> };
  const shown = Object.values(dependents).flatMap((files) =>
    Object.entries(files).flatMap(([path, names]) =>
      Object.entries(names).map(([each, line]) => each === "<module>" ? `${path}:<module>` : `${path}:${line}`)
    )
  );
  const right = wanted.every((one) => shown.includes(one.kind === "module" ? `${one.path}:<module>` : placeOf(one)));
  const read = new Set([callee.row]);
  const searched = [callee.name, ...[...direct].filter((one) => one.kind !== "module").map((one) => one.name)].map((each) =>
    corpus.search(each, read)
  );
  return {
    corpus: name,
    kind: "what breaks",
    text: callee.qualifiedName,
    ours: count(reply.text),
    search: count(searched.join("\n")),
    right,
  };
}

async function howReached(corpus: Corpus, name: string, steps: readonly TrueCall[], count: Count): Promise<Question> {
  const [from, to] = [steps[0]!.caller, steps.at(-1)!.callee];
  const reply = await corpus.call("call_chain", { from_func: placeOf(from), to_func: placeOf(to) });
  const paths = reply.structured["paths"] as { call?: string }[][] | undefined ?? [];
  const judged = new Set(corpus.view.calls.map((call) => `${call.file}:${call.line}`));
  const right = paths.length > 0 && paths[0]!.length - 1 <= steps.length &&
    paths[0]!.every((step) => step.call === undefined || judged.has(step.call));
  const read = new Set([from.row]);
  const searched = [corpus.files.body(from), ...steps.map((step) => corpus.search(step.callee.name, read))];
  return {
    corpus: name,
    kind: "how does A reach B",
    text: `${from.qualifiedName} to ${to.qualifiedName}`,
    ours: count(reply.text),
    search: count(searched.join("\n")),
    right,
  };
}

async function askCorpus(name: string, impacts: number, paths: number, count: Count): Promise<Question[]> {
  const known = CORPORA.find((one) => one.name === name)!;
  const folder = await fetchCorpus(known);
  const { repository, context } = await openCorpus(known, folder);
  const view = readTruth(context, join(findCache(), "truth", known.language, `${name}.jsonl`));
  const call = (tool: string, params: Record<string, unknown>): Promise<Reply> => ask(repository, toolNamed(TOOLS, tool), params, COMPACT);
  const corpus = new Corpus(view, new Files(folder, view.covered), call);
  const incoming = Map.groupBy(view.calls, (one) => one.callee.row);
  const asked = [...view.definitions.values()].filter((one) => {
    const callers = incoming.get(one.row)?.length ?? 0;
    return (one.kind === "function" || one.kind === "method") && view.covered.has(one.path) && callers >= 2 && callers <= 40;
  });
  const questions: Question[] = [];
  for (const one of pickEvenly(asked, CALLERS_EACH)) questions.push(await whoCalls(corpus, name, one, incoming.get(one.row)!, count));
  for (const one of pickEvenly(asked.slice(1), impacts)) questions.push(await whatBreaks(corpus, name, one, incoming, count));
  for (const one of pickEvenly(asked.slice(2), paths)) {
    const last = incoming.get(one.row)!.find((each) => each.caller.kind !== "module" && each.caller.row !== one.row);
    const first = last === undefined
      ? undefined
      : incoming.get(last.caller.row)?.find((each) => each.caller.kind !== "module" && each.caller.row !== one.row);
    if (last !== undefined) questions.push(await howReached(corpus, name, first === undefined ? [last] : [first, last], count));
  }
  repository.close();
  return questions;
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function formatRow(title: string, list: readonly Question[]): string {
  const [ours, search] = [list.reduce((sum, one) => sum + one.ours, 0), list.reduce((sum, one) => sum + one.search, 0)];
  const cells = [title, list.length, median(list.map((one) => one.ours)), median(list.map((one) => one.search)), ours, search];
  return `| ${[...cells, `${(search / ours).toFixed(1)} ×`, `${list.filter((one) => one.right).length} of ${list.length}`].join(" | ")} |`;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { list: { type: "boolean", default: false } } });
  const { countTokens } = await import(TOKENIZER) as { countTokens: Count };
  const questions: Question[] = [];
  for (const [name, impacts, paths] of PLAN) questions.push(...await askCorpus(name, impacts, paths, countTokens));
  console.log(
    "| question | n | ours, median | search, median | ours, all | search, all | | right |\n|---|---:|---:|---:|---:|---:|---:|---:|",
  );
  for (const [kind, list] of Map.groupBy(questions, (one) => one.kind)) console.log(formatRow(kind, list));
  console.log(formatRow("all", questions));
  if (values.list) {
    for (const one of questions) {
      console.log(`${one.right ? "right" : "WRONG"} ${one.corpus} ${one.kind} ${one.text}: ${one.ours} against ${one.search}`);
    }
  }
}
