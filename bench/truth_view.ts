/**
 * A corpus in the index beside the compilers' results for its calls: the basis of benches of questions.
 *
 * Invariant: definitions come from the index, calls between them from the truth alone; a true site whose file or target the index does not
 * have is omitted and counted.
 */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { DefinitionFlag } from "../core/facts.ts";
import { type Context, readRows } from "../query/context.ts";
import { dispatchOf } from "../query/walk/dispatch.ts";
import type { LongList } from "../query/answer/page.ts";
import type { SiteEntry } from "../query/answer/sites.ts";
import { readUseGraph } from "../query/rows/use_graph.ts";
import { type OpenRepository } from "../workspace/open_repository.ts";
import { findCache } from "./cache.ts";
import type { Corpus } from "./corpora.ts";
import type { TruthSite } from "./accuracy/truth.ts";
import type { TrueSymbol } from "./followup/scenarios.ts";
import { readJsonLines } from "./json_lines.ts";
import { openIndex } from "./open_index.ts";

/** The corpus' index, kept beside the corpora and updated, used as an agent would. */
export async function openCorpus(corpus: Corpus, folder: string): Promise<{ repository: OpenRepository; context: Context }> {
  // A corpus is in an ignored folder of this checkout: git must not take it for a part of it.
  process.env["GIT_CEILING_DIRECTORIES"] = dirname(folder);
  const database = join(process.env["CALLGROVE_BENCH_INDEX"] ?? join(findCache(), "index"), corpus.name);
  mkdirSync(database, { recursive: true });
  return await openIndex(folder, database, "agent");
}

/** A definition with a body, as far as the view needs it. */
export interface Definition {
  readonly row: number;
  readonly id: string;
  readonly name: string;
  readonly qualifiedName: string;
  readonly kind: string;
  readonly path: string;
  readonly line: number;
  readonly lineStart: number;
  readonly lineEnd: number;
  readonly flags: number;
  readonly parent: number | null;
}

/** A true call between two definitions of the index. */
export interface TrueCall {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly caller: Definition;
  readonly callee: Definition;
}

export interface TruthView {
  readonly definitions: ReadonlyMap<number, Definition>;
  readonly calls: readonly TrueCall[];
  /** Files that the truth covers. */
  readonly covered: ReadonlySet<string>;
  /** Definitions with true callers, in the order of their places; their sites are where they are called. */
  readonly called: readonly TrueSymbol[];
  /** Definitions without any true caller; their sites are the true calls that they make. */
  readonly uncalled: readonly TrueSymbol[];
  /** Methods without callers whose name is that of a called method in a type that their own type's first lines name. */
  readonly overriding: readonly { readonly implementation: TrueSymbol; readonly called: TrueSymbol }[];
}

const DEFINITIONS =
  `SELECT s.id AS row, s.stable_id AS id, s.name AS name, s.qualified_name AS qualifiedName, s.kind AS kind, p.path AS path,
    sv.name_line AS line, sv.line_start AS lineStart, sv.line_end AS lineEnd, sv.flags AS flags, sv.parent_id AS parent
  FROM ref_file rf JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id JOIN symbol s ON s.id = sv.symbol_id
  JOIN path p ON p.id = rf.path_id WHERE rf.ref_id = ? ORDER BY p.path, sv.line_start, sv.line_end DESC`;
/** Kinds of types that others build on. */
const BASES = new Set(["interface", "trait", "protocol", "class"]);
const RUNS = new Set(["function", "method", "constructor", "macro", "module"]);

/** Reads the calls of a truth file beside the index. @throws Error if there is no such truth yet, with the command that makes it. */
export function readTruth(context: Context, file: string): TruthView {
  if (!existsSync(file)) {
    const [language, corpus] = file.replace(/\.jsonl$/, "").split(/[\\/]/).slice(-2);
    throw new Error(`No truth of ${corpus} was made yet: deno run -A bench/accuracy/run.ts ${language} ${corpus}`);
  }
  const definitions = readRows<Definition>(context, DEFINITIONS, context.ref.id);
  const byPath = Map.groupBy(definitions, (one) => one.path);
  const byRow = new Map(definitions.map((one) => [one.row, one]));
  const named = new Map(definitions.map((one) => [`${one.path}:${one.line}:${one.name}`, one]));
  const atLine = new Map(definitions.filter((one) => one.kind !== "module").map((one) => [`${one.path}:${one.line}`, one]));
  const calls: TrueCall[] = [];
  for (const site of readJsonLines<TruthSite>(file)) {
    const caller = innermost(byPath.get(site.file) ?? [], site.line);
    if (caller === undefined) continue;
    for (const target of site.targets) {
      const callee = named.get(`${target.file}:${target.line}:${target.name}`) ?? atLine.get(`${target.file}:${target.line}`);
      if (callee !== undefined) calls.push({ file: site.file, line: site.line, column: site.column, caller, callee });
    }
  }
  const coverage = file.replace(/\.jsonl$/, ".files.json");
  const covered = new Set(existsSync(coverage) ? JSON.parse(readFileSync(coverage, "utf8")) as string[] : []);
  return { definitions: byRow, calls, covered, ...sortSymbols(context, definitions, calls, covered) };
}

/** The definition that a line's code belongs to, as the contract has it: the nearest enclosing named one that runs. */
function innermost(inFile: readonly Definition[], line: number): Definition | undefined {
  let best: Definition | undefined;
  for (const one of inFile) {
    if (one.lineStart > line) break;
    if (line <= one.lineEnd && RUNS.has(one.kind)) best = one;
  }
  return best;
}

function sortSymbols(
  context: Context,
  definitions: readonly Definition[],
  calls: readonly TrueCall[],
  covered: ReadonlySet<string>,
): Pick<TruthView, "called" | "uncalled" | "overriding"> {
  const incoming = Map.groupBy(calls, (call) => call.callee.row);
  const outgoing = Map.groupBy(calls, (call) => call.caller.row);
  const names = Map.groupBy(definitions.filter((one) => one.kind === "function" || one.kind === "method"), (one) => one.name);
  const toTrue = (one: Definition, sites: readonly TrueCall[]): TrueSymbol => ({
    id: one.id,
    name: one.name,
    qualifiedName: one.qualifiedName,
    kind: one.kind,
    path: one.path,
    line: one.line,
    sites: sites.map((call) => ({ file: call.file, line: call.line, caller: `${call.caller.path}:${call.caller.line}` })),
    namesakes: names.get(one.name)?.length ?? 0,
    bodiless: (one.flags & DefinitionFlag.bodiless) !== 0,
  });
  const asked = definitions.filter((one) =>
    (one.kind === "function" || one.kind === "method") && covered.has(one.path) && (one.flags & DefinitionFlag.test) === 0
  );
  const called = asked.filter((one) => incoming.has(one.row)).map((one) => toTrue(one, incoming.get(one.row)!));
  const uncalled = asked.filter((one) => !incoming.has(one.row) && outgoing.has(one.row)).map((one) => toTrue(one, outgoing.get(one.row)!));
  const byId = new Map(called.map((one) => [one.id, one]));
  const rows = new Map(definitions.map((one) => [one.row, one]));
  const overriding: { implementation: TrueSymbol; called: TrueSymbol }[] = [];
  for (const one of asked) {
    if (one.kind !== "method" || incoming.has(one.row) || one.parent === null || one.name.startsWith("__")) continue;
    const head = headOf(context, one, rows.get(one.parent));
    const base = (names.get(one.name) ?? []).find((other) => {
      const type = other.parent === null ? undefined : rows.get(other.parent);
      return byId.has(other.id) && type !== undefined && BASES.has(type.kind) && other.parent !== one.parent &&
        new RegExp(`\\b${type.name}\\b`).test(head);
    });
    if (base !== undefined) overriding.push({ implementation: toTrue(one, []), called: byId.get(base.id)! });
  }
  return { called, uncalled, overriding };
}

/** The lines in which a method's type names its bases; for a method outside its type (`impl T for S`) what precedes the type. */
function headOf(context: Context, method: Definition, type: Definition | undefined): string {
  if (type === undefined) return "";
  try {
    const lines = readFileSync(join(context.roots[0]!, method.path), "utf8").split("\n");
    if (method.path !== type.path || method.lineStart < type.lineStart || method.lineEnd > type.lineEnd) {
      const indent = /^\s*/.exec(lines[method.lineStart - 1]!)![0].length;
      const start = lines.findLastIndex((line, i) => i < method.lineStart - 1 && new RegExp(`^\\s{0,${indent - 1}}impl\\b`).test(line));
      return start < 0 || indent === 0 ? "" : /^.*?\sfor\s/.exec(lines.slice(start, start + 3).join(" "))?.[0] ?? "";
    }
    return lines.slice(type.lineStart - 1, type.lineStart + 1).join(" ").replace(new RegExp(`\\b${type.name}\\b`), "");
  } catch {
    return "";
  }
}

/** The overrides of any of these methods, by rows of `symbol`. */
export function redefiningOf(context: Context, start: readonly number[]): number[] {
  const graph = readUseGraph(context);
  const dispatch = dispatchOf(context, graph);
  return start.flatMap((id) => dispatch.redefining(graph.nodeOf(id)).map((node) => graph.ids[node]!));
}

/** `file:line` of all that these lists show. */
export function shownLines(...lists: readonly LongList<SiteEntry>[]): Set<string> {
  const shown = new Set<string>();
  for (const list of lists) {
    for (let i = 0; i < list.length; i++) {
      const { path, sites } = list.at(i)!;
      for (const site of sites) shown.add(`${path}:${site.line}`);
    }
  }
  return shown;
}
