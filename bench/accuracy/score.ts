/**
 * Compares the call sites of `callgrove export edges --format jsonl` with a truth.
 *
 *     deno run -A bench/accuracy/score.ts --truth T.jsonl --edges E.jsonl [--top N] [--wrong] [--missed] [--json]
 *
 * What is judged: every resolved edge at a site that the truth knows. It is right if its definition (file and line of the name) is one of
 * the truth's targets or one of the places that the truth accepts; an edge at an external site or at a call of a value is wrong, unless
 * accepted. Sites that the compiler could not resolve ("unknown"), files that the truth does not cover and sites that it does not contain
 * do not count. Invariant: figures only; nothing is tuned to a language here.
 */
import * as fs from "node:fs/promises";
import process from "node:process";
import { parseArgs } from "node:util";
import { compareText } from "../../core/base/lists.ts";
import { streamJsonLines } from "../json_lines.ts";
import { nameCoverage, type Place, type TruthSite } from "./truth.ts";

/** A line of the export, as far as it is judged. */
export interface ExportedEdge {
  call_file: string;
  call_line: number;
  call_column: number;
  callee_text?: string;
  callee_name: string;
  callee_file: string | null;
  callee_line: number | null;
  confidence: "static" | "heuristic";
  rule: string;
  resolved: boolean;
  external: boolean;
  candidates: readonly { file: string; line: number; name: string }[];
}

/** A truth's line; Go and Rust call a single accepted place `binding`. */
export type KnownSite = TruthSite & { binding?: Place };

export type Outcome = "right" | "accepted" | "candidate" | "wrong";

export interface Judged {
  site: KnownSite;
  edge: ExportedEdge;
  outcome: Outcome;
}

/** Counts of one kind of call, or of all. */
export interface Count {
  sites: number;
  inside: number;
  external: number;
  /** Sites at which the product has no line at all. */
  unseen: number;
  /** Edges judged, those that are right, and those with the truth's target only among the candidates. */
  static: number;
  staticRight: number;
  staticCandidate: number;
  all: number;
  allRight: number;
  allCandidate: number;
  /** Sites inside the repository that some edge, some static edge, some edge or candidate hits. */
  hit: number;
  staticHit: number;
  candidateHit: number;
  /** External sites with an edge into the repository. */
  boundInside: number;
  staticBoundInside: number;
  /** Sites inside the repository that the product calls external. */
  calledExternal: number;
}

export interface Group {
  rule: string;
  name: string;
  count: number;
  examples: string[];
}

export interface Score {
  total: Count;
  kinds: Record<string, Count>;
  wrong: Judged[];
  missed: { site: KnownSite; edges: readonly ExportedEdge[] }[];
  unknownSites: number;
  /** Resolved edges in covered files at places where the truth has no call site, by rule. */
  unmatched: Record<string, number>;
}

function emptyCount(): Count {
  return {
    sites: 0,
    inside: 0,
    external: 0,
    unseen: 0,
    static: 0,
    staticRight: 0,
    staticCandidate: 0,
    all: 0,
    allRight: 0,
    allCandidate: 0,
    hit: 0,
    staticHit: 0,
    candidateHit: 0,
    boundInside: 0,
    staticBoundInside: 0,
    calledExternal: 0,
  };
}

function isAt(places: readonly Place[], file: string | null, line: number | null): boolean {
  return places.some((place) => place.file === file && place.line === line);
}

function judgeEdge(site: KnownSite, edge: ExportedEdge): Outcome {
  if (isAt(site.targets, edge.callee_file, edge.callee_line)) return "right";
  const accepted = site.binding ? [site.binding, ...(site.accepts ?? [])] : site.accepts ?? [];
  if (isAt(accepted, edge.callee_file, edge.callee_line)) return "accepted";
  return edge.candidates.some((one) => isAt(site.targets, one.file, one.line)) ? "candidate" : "wrong";
}

/** The whole comparison; `covered` are the files that the truth covers. */
export function scoreEdges(truth: readonly KnownSite[], edges: readonly ExportedEdge[], covered: ReadonlySet<string>): Score {
  const keyOf = (file: string, line: number, column: number): string => `${file}:${line}:${column}`;
  const bySite = new Map<string, ExportedEdge[]>();
  for (const edge of edges) {
    if (!covered.has(edge.call_file)) continue;
    const key = keyOf(edge.call_file, edge.call_line, edge.call_column);
    const there = bySite.get(key);
    if (there) there.push(edge);
    else bySite.set(key, [edge]);
  }
  const score: Score = {
    total: emptyCount(),
    kinds: Object.create(null) as Record<string, Count>,
    wrong: [],
    missed: [],
    unknownSites: 0,
    unmatched: {},
  };
  for (const site of truth) {
    const key = keyOf(site.file, site.line, site.column);
    const there = bySite.get(key) ?? [];
    bySite.delete(key);
    if (site.kind === "unknown") score.unknownSites++;
    else countSite(score, site, there);
  }
  for (const edge of [...bySite.values()].flat()) {
    if (!edge.resolved) continue;
    const rule = `${edge.confidence} ${edge.rule}`;
    score.unmatched[rule] = (score.unmatched[rule] ?? 0) + 1;
  }
  return score;
}

function countSite(score: Score, site: KnownSite, edges: readonly ExportedEdge[]): void {
  const counts = [score.total, score.kinds[site.kind] ??= emptyCount()];
  const add = (field: keyof Count): void => {
    for (const count of counts) count[field]++;
  };
  const inside = site.targets.length > 0;
  let hit = false;
  let staticHit = false;
  let candidateHit = edges.some((edge) => edge.candidates.some((one) => isAt(site.targets, one.file, one.line)));
  let staticBound = false;
  let bound = false;
  for (const edge of edges) {
    if (!edge.resolved) continue;
    const outcome = judgeEdge(site, edge);
    const isRight = outcome === "right" || outcome === "accepted";
    const isStatic = edge.confidence === "static";
    add("all");
    if (isRight) add("allRight");
    else if (outcome === "candidate") add("allCandidate");
    if (isStatic) {
      add("static");
      if (isRight) add("staticRight");
      else if (outcome === "candidate") add("staticCandidate");
    }
    if (!isRight) score.wrong.push({ site, edge, outcome });
    hit ||= isRight;
    staticHit ||= isRight && isStatic;
    bound ||= !isRight;
    staticBound ||= !isRight && isStatic;
  }
  candidateHit ||= hit;
  add("sites");
  if (edges.length === 0) add("unseen");
  if (site.external) {
    add("external");
    if (bound) add("boundInside");
    if (staticBound) add("staticBoundInside");
  }
  if (!inside) return;
  add("inside");
  if (hit) add("hit");
  else score.missed.push({ site, edges });
  if (staticHit) add("staticHit");
  if (candidateHit) add("candidateHit");
  if (edges.some((edge) => edge.external)) add("calledExternal");
}

/** The most frequent pairs of rule and callee name, each with three places. */
function groupWrong(wrong: readonly Judged[], top: number): Group[] {
  return groupBy(
    wrong.map(({ site, edge, outcome }) => ({
      rule: `${edge.confidence} ${edge.rule}${outcome === "candidate" ? " (among candidates)" : ""}`,
      name: site.name,
      example: `${site.file}:${site.line}:${site.column} -> ${edge.callee_file}:${edge.callee_line} instead of ${describeSite(site)}`,
    })),
    top,
  );
}

function groupMissed(missed: Score["missed"], top: number): Group[] {
  return groupBy(
    missed.map(({ site, edges }) => ({
      rule: edges.length === 0 ? "unseen" : [...new Set(edges.map((edge) => edge.rule))].join("+"),
      name: site.name,
      example: `${site.file}:${site.line}:${site.column} -> ${describeSite(site)}`,
    })),
    top,
  );
}

function groupBy(rows: readonly { rule: string; name: string; example: string }[], top: number): Group[] {
  const groups = new Map<string, Group>();
  for (const { rule, name, example } of rows) {
    const key = `${rule}\0${name}`;
    const group = groups.get(key) ?? { rule, name, count: 0, examples: [] };
    groups.set(key, group);
    group.count++;
    if (group.examples.length < 3) group.examples.push(example);
  }
  return [...groups.values()]
    .sort((one, other) => other.count - one.count || compareText(one.rule, other.rule) || compareText(one.name, other.name))
    .slice(0, top);
}

function describeSite(site: KnownSite): string {
  if (site.targets.length > 0) return site.targets.map((place) => `${place.file}:${place.line}`).join(" | ");
  return site.external ? "external" : `a ${site.kind}`;
}

/** `98.7 %`; a dash where nothing was counted. */
export function formatShare(part: number, whole: number): string {
  return whole === 0 ? "–" : `${(Math.floor(1000 * part / whole) / 10).toFixed(1)} %`;
}

const HEADER = ["sites", "inside", "unseen", "static edges", "precision static", "all edges", "precision all", "recall", "recall static"];

function formatRow(name: string, count: Count): string {
  const cells = [
    count.sites,
    count.inside,
    count.unseen,
    count.static,
    formatShare(count.staticRight, count.static),
    count.all,
    formatShare(count.allRight, count.all),
    formatShare(count.hit, count.inside),
    formatShare(count.staticHit, count.inside),
  ];
  return `| ${[name, ...cells].join(" | ")} |`;
}

/** The figures as Markdown: a table by kind, the remarks that a share needs, the most frequent faults. */
export function formatScore(score: Score, top: number): string {
  const { total } = score;
  const kinds = Object.keys(score.kinds).sort();
  const lines = [
    `| kind | ${HEADER.join(" | ")} |`,
    `|---${"|---:".repeat(HEADER.length)}|`,
    ...kinds.map((kind) => formatRow(kind, score.kinds[kind]!)),
    formatRow("**all**", total),
    "",
    `- Of ${total.external} external sites ${total.boundInside} are bound inside (${formatShare(total.boundInside, total.external)}), ` +
    `${total.staticBoundInside} of them by a static edge.`,
    `- With candidates counted as right: precision static ${formatShare(total.staticRight + total.staticCandidate, total.static)}, ` +
    `all ${formatShare(total.allRight + total.allCandidate, total.all)}, recall ${formatShare(total.candidateHit, total.inside)}.`,
    `- ${total.calledExternal} sites inside the repository are called external. ` +
    `${score.unknownSites} sites that the compiler cannot tell are left out.`,
    `- Edges at no site of the truth, left out: ${describeUnmatched(score.unmatched)}.`,
  ];
  const add = (title: string, groups: readonly Group[]): void => {
    if (groups.length === 0) return;
    lines.push("", `${title}:`, "");
    for (const group of groups) {
      lines.push(`- ${group.count} × \`${group.name}\` by ${group.rule}`, ...group.examples.map((example) => `  - ${example}`));
    }
  };
  add("Wrong edges, most frequent first", groupWrong(score.wrong, top));
  add("Missed sites, most frequent first", groupMissed(score.missed, top));
  return lines.join("\n") + "\n";
}

/** Reads truth, coverage and edges and scores them. */
export async function scoreFiles(truthFile: string, edgesFile: string): Promise<Score> {
  const truth = await streamJsonLines<KnownSite>(truthFile);
  const listed = await fs.readFile(nameCoverage(truthFile), "utf8").catch(() => undefined);
  const covered = listed === undefined ? truth.map((site) => site.file) : JSON.parse(listed) as string[];
  return scoreEdges(truth, await streamJsonLines<ExportedEdge>(edgesFile), new Set(covered));
}

function describeUnmatched(unmatched: Readonly<Record<string, number>>): string {
  const rows = Object.entries(unmatched).sort((one, other) => other[1] - one[1] || compareText(one[0], other[0]));
  return rows.length === 0 ? "none" : rows.map(([rule, count]) => `${count} by ${rule}`).join(", ");
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      truth: { type: "string" },
      edges: { type: "string" },
      top: { type: "string", default: "15" },
      wrong: { type: "boolean", default: false },
      missed: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  if (values.truth === undefined || values.edges === undefined) {
    throw new Error("score.ts needs --truth T.jsonl and --edges E.jsonl");
  }
  const score = await scoreFiles(values.truth, values.edges);
  const top = Number(values.top);
  const lines: string[] = [];
  if (values.wrong) {
    for (const { site, edge, outcome } of score.wrong) {
      lines.push(
        `${site.file}:${site.line}:${site.column}\t${site.name}\t${edge.confidence}\t${edge.rule}\t` +
          `${edge.callee_file}:${edge.callee_line}\t${describeSite(site)}${outcome === "candidate" ? "\tamong candidates" : ""}`,
      );
    }
  }
  if (values.missed) {
    for (const { site, edges } of score.missed) {
      const rule = edges.length === 0 ? "unseen" : edges.map((edge) => edge.rule).join("+");
      lines.push(`${site.file}:${site.line}:${site.column}\t${site.name}\t${rule}\t${describeSite(site)}`);
    }
  }
  if (values.json) {
    const { total, kinds, unknownSites, unmatched } = score;
    const groups = { wrong: groupWrong(score.wrong, top), missed: groupMissed(score.missed, top) };
    lines.push(JSON.stringify({ total, kinds, unknownSites, unmatched, ...groups }, null, 2));
  } else if (!values.wrong && !values.missed) lines.push(formatScore(score, top));
  process.stdout.write(lines.join("\n") + "\n");
}

if (import.meta.main) {
  await main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  });
}
