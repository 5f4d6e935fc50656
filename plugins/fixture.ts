/**
 * Reads a fixture's expectations and compares them with the edges of its code.
 *
 * A fixture is one file of virtual files, each under a header `# --- path: app/io.py ---` (the language's comment leader); a file
 * without headers is one virtual file of its own name. Expectations are comments under the line of code that they speak of:
 *
 *     load("x")
 *     # <- calls: app.io.load by import            the column where the comment begins
 *         job.go()
 *     #       ^^ calls: app.io.Job.go             the column of the first caret (a tab counts as four)
 *
 *     calls: NAME [by RULE] [as static|heuristic] [from CALLER] [(why)]     the one edge of this site
 *     calls: A | B       targets, then candidates, in any order     calls: ? | A | B   no target, these candidates
 *     calls: ?           seen, nothing known                         calls: ext:NAME    outside
 *     references: NAME …     misses: NAME (why)   known wrong: fails on the day it is right     no-call
 *     imports, contains, implements, extends, overrides, tests, documents, exposes, consumes: as `calls`; a target that is no symbol
 *     and lies not outside is written `name:NAME`
 *
 * Invariant: a closed world of calls and references, and of each other type of edge that the fixture announces or that its header
 * `# --- edges: implements, extends ---` names. An edge of these types that nobody announced fails, so does an expectation under nothing
 * and a fixture without any.
 */
import { basename } from "node:path";
import { EDGE_TYPES, type EdgeType } from "../core/edges.ts";
import type { NamedEdge, VirtualFile } from "./memory_project.ts";

interface Expectation {
  readonly verb: EdgeType | "misses" | "no-call";
  /** Sorted. */
  readonly names: readonly string[];
  readonly rule: string;
  readonly confidence: string;
  readonly from: string;
  readonly path: string;
  readonly line: number;
  /** Visual column, tabs as four. */
  readonly column: number;
  readonly fixtureLine: number;
  readonly written: string;
}

/** A parsed fixture. */
export interface Fixture {
  readonly files: readonly VirtualFile[];
  readonly expectations: readonly Expectation[];
  /** For each virtual file, the line of the fixture before its first line. */
  readonly offsets: ReadonlyMap<string, number>;
  readonly leader: string;
  /** Edge types of which all edges must be announced. */
  readonly closed: ReadonlySet<string>;
  readonly mistakes: readonly string[];
}

/** How comments begin, in the order in which a grammar is tried; `(*` is closed on the same line. */
export const COMMENT_MARKS = ["#", "//", "--", ";", "%", "(*"] as const;
const MARK = "#|//|--|;+|%+|\\(\\*";
const END = "\\s*(?:\\*\\))?\\s*$";
const HEADER = new RegExp(`^\\s*(${MARK})\\s*--- path: (\\S+) ---${END}`);
const CLOSED = new RegExp(`^\\s*(?:${MARK})\\s*--- edges: ([\\w, ]+) ---${END}`);
const ANNOTATION = new RegExp(
  `^(\\s*)(${MARK})(\\s*)(\\^+|<-)\\s*(${[...EDGE_TYPES, "misses", "no-call"].join("|")})\\b:?\\s*(.*?)${END}`,
);
const COMMENT = new RegExp(`^\\s*(${MARK})(?:[\\s^]|$)`);

/** A comment with a mark and a text. */
export function writeComment(mark: string, text: string): string {
  return mark === "(*" ? `(* ${text} *)` : `${mark} ${text}`;
}

/** Whether a line is a comment in one of the forms allowed in fixtures. */
export function isComment(line: string): boolean {
  return COMMENT.test(line);
}
const TAB = 4;

/** The visual column, from 1 and with tabs as four, after `length` characters of `line`. */
function visualColumn(line: string, length: number): number {
  let column = 1;
  for (let i = 0; i < length; i++) column = line[i] === "\t" ? column + TAB - ((column - 1) % TAB) : column + 1;
  return column;
}

function parseExpectation(verb: Expectation["verb"], text: string): Pick<Expectation, "names" | "rule" | "confidence" | "from"> | string {
  const reason = /\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)\s*$/.exec(text);
  const spoken = reason ? text.slice(0, reason.index) : text.trim();
  if (verb === "misses" && !reason) return "`misses` needs a reason in brackets";
  const match = /^(.*?)(?: by (\S+))?(?: as (static|heuristic))?(?: from (\S+))?$/.exec(spoken)!;
  const names = match[1]!.split(" | ").map((name) => name.trim()).filter((name) => name !== "");
  if (verb !== "no-call" && names.length === 0) return "no name after the verb";
  return { names: names.sort(), rule: match[2] ?? "", confidence: match[3] ?? "", from: match[4] ?? "" };
}

/**
 * Parses a fixture's text. Expectations become empty lines, so that places in the code do not change.
 * @param mark how comments of the language begin, for a text without any
 */
export function readFixture(fileName: string, text: string, mark = "//"): Fixture {
  const files: VirtualFile[] = [];
  const expectations: Expectation[] = [];
  const offsets = new Map<string, number>();
  const mistakes: string[] = [];
  const closed = new Set<string>(["calls", "references"]);
  let leader = "";
  let path = basename(fileName);
  let lines: string[] = [];
  const close = (): void => {
    if (lines.some((line) => line.trim() !== "")) files.push({ path, text: lines.join("\n") + "\n" });
  };
  const all = text.split("\n");
  const hasHeaders = all.some((line) => HEADER.test(line));
  offsets.set(path, 0);
  let inside = !hasHeaders;
  let codeLine = 0;
  for (const [index, line] of all.entries()) {
    for (const type of (CLOSED.exec(line)?.[1] ?? "").split(/[, ]+/)) closed.add(type);
    const header = HEADER.exec(line);
    if (header) {
      if (inside) close();
      [inside, path, lines] = [true, header[2]!, []];
      offsets.set(path, index + 1);
      leader ||= header[1]!;
      continue;
    }
    if (!inside) continue;
    const found = ANNOTATION.exec(line);
    lines.push(found ? "" : line);
    if (!found) {
      if (line.trim() !== "") codeLine = lines.length;
      continue;
    }
    const [, indent, mark, gap, pointer, verb, rest] = found as unknown as [
      string,
      string,
      string,
      string,
      string,
      Expectation["verb"],
      string,
    ];
    leader ||= mark;
    const parsed = parseExpectation(verb, rest);
    const before = pointer === "<-" ? indent.length : indent.length + mark.length + gap.length;
    if (typeof parsed === "string") mistakes.push(`line ${index + 1}: ${parsed}: ${line.trim()}`);
    else {
      if (verb !== "misses" && verb !== "no-call") closed.add(verb);
      expectations.push({
        verb,
        ...parsed,
        path,
        line: codeLine,
        column: visualColumn(line, before),
        fixtureLine: index + 1,
        written: line.trim(),
      });
    }
  }
  if (inside) close();
  if (expectations.length === 0) mistakes.push("a fixture without expectations proves nothing");
  return { files, expectations, offsets, leader: leader || leaderOf(all) || mark, closed, mistakes };
}

/** The mark of the first comment, if no expectation has determined it. */
function leaderOf(lines: readonly string[]): string | undefined {
  return lines.map((line) => COMMENT.exec(line)?.[1]).find((mark) => mark !== undefined);
}

interface Site {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly type: string;
  readonly edges: NamedEdge[];
}

/** Whether edges of a type count as one per place, whatever their source; for other types there may be several. */
function isSiteOfOne(type: string): boolean {
  return type === "calls" || type === "references";
}

function nameOfTarget(edge: NamedEdge): string {
  if (edge.target !== "") return edge.target;
  if (edge.external) return `ext:${edge.toName}`;
  return isSiteOfOne(edge.type) ? "?" : `name:${edge.toName}`;
}

/** The names in a site's edges, in the notation of expectations. */
function namesOfSite(site: Site): string[] {
  const names = new Set<string>();
  for (const edge of site.edges) {
    names.add(nameOfTarget(edge));
    for (const candidate of edge.candidates) names.add(candidate);
  }
  return [...names].sort();
}

function isMet(expected: Expectation, site: Site | undefined): boolean {
  if (expected.verb === "no-call") return site === undefined;
  if (site === undefined) return false;
  const names = namesOfSite(site);
  const same = names.length === expected.names.length && names.every((name, i) => name === expected.names[i]);
  if (expected.verb === "misses") return !same;
  return same &&
    site.edges.every((edge) =>
      (expected.rule === "" || edge.rule === expected.rule) && (expected.confidence === "" || edge.confidence === expected.confidence) &&
      (expected.from === "" || edge.from === expected.from)
    );
}

/** What is wrong with a fixture, each with the line to paste; empty where all is as announced. */
export function compareFixture(fixture: Fixture, edges: readonly NamedEdge[]): string[] {
  const texts = new Map(fixture.files.map((file) => [file.path, file.text.split("\n")]));
  const sites = new Map<string, Site>();
  const keyOf = (path: string, line: number, column: number, type: string, from: string): string =>
    `${path}\0${line}\0${column}\0${type}\0${isSiteOfOne(type) ? "" : from}`;
  for (const edge of edges) {
    if (!fixture.closed.has(edge.type)) continue;
    const column = visualColumn(texts.get(edge.path)?.[edge.line - 1] ?? "", edge.column - 1);
    const key = keyOf(edge.path, edge.line, column, edge.type, edge.from);
    const site = sites.get(key);
    if (site) site.edges.push(edge);
    else sites.set(key, { path: edge.path, line: edge.line, column, type: edge.type, edges: [edge] });
  }
  const failures = [...fixture.mistakes];
  const announced = new Set<Site>();
  for (const expected of fixture.expectations) {
    const type = expected.verb === "misses" || expected.verb === "no-call" ? "calls" : expected.verb;
    const { path, line, column, from } = expected;
    const at = (type: string, from: string): Site | undefined => sites.get(keyOf(path, line, column, type, from));
    const anyFrom = from !== ""
      ? undefined
      : [...sites.values()].find((site) =>
        !announced.has(site) && site.path === path && site.line === line && site.column === column && site.type === type
      );
    const site = at(type, from) ?? anyFrom ?? (expected.verb === "misses" ? at("references", from) : undefined);
    if (site) announced.add(site);
    if (!isMet(expected, site)) failures.push(describeFailure(fixture, expected, site));
  }
  for (const site of sites.values()) {
    if (announced.has(site)) continue;
    const line = site.line + (fixture.offsets.get(site.path) ?? 0);
    failures.push(`line ${line}: not announced; paste\n${pasteLine(fixture.leader, site)}`);
  }
  return failures;
}

function describeFailure(fixture: Fixture, expected: Expectation, site: Site | undefined): string {
  const head = `line ${expected.fixtureLine}: ${expected.written}`;
  if (expected.verb === "misses" && site) return `${head}\n    is right now; paste\n${pasteLine(fixture.leader, site)}`;
  if (site === undefined) return `${head}\n    there is no edge at this place`;
  const from = expected.from === "" ? "" : ` from ${site.edges[0]!.from}`;
  const confidence = expected.confidence === "" ? "" : ` as ${site.edges[0]!.confidence}`;
  return `${head}\n    found instead; paste\n${pasteLine(fixture.leader, site, confidence + from)}`;
}

function pasteLine(leader: string, site: Site, more = ""): string {
  const rules = [...new Set(site.edges.map((edge) => edge.rule))];
  const rule = rules.length === 1 ? ` by ${rules[0]}` : "";
  const source = isSiteOfOne(site.type) || more.includes(" from ") ? "" : ` from ${site.edges[0]!.from}`;
  const expectation = `${site.type}: ${namesOfSite(site).join(" | ")}${rule}${more}${source}`;
  const end = leader === "(*" ? " *)" : "";
  if (site.column <= leader.length) return `${" ".repeat(site.column - 1)}${leader} <- ${expectation}${end}`;
  const name = site.edges[0]!.text.split(/[.:]/).at(-1)!.replace(/\W.*$/, "");
  const carets = "^".repeat(Math.max(1, Math.min(name.length, 60)));
  return `${leader}${" ".repeat(site.column - 1 - leader.length)}${carets} ${expectation}${end}`;
}
