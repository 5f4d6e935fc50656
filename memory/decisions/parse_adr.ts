/**
 * An architecture decision record as plain data: MADR, Nygard's form, and plain Markdown with the same content under other headings.
 *
 * Stage: memory. Invariant: pure; what a record does not say is "", and only the kind of a heading is guessed.
 */
import { append } from "../../core/base/lists.ts";

/** The contents of a record. */
export interface DecisionRecord {
  readonly title: string;
  readonly decision: string;
  readonly rationale: string;
  readonly consequences: string;
  /** 'accepted', 'proposed', 'superseded', 'deprecated', 'rejected' or "". */
  readonly status: string;
  /** What replaced it, as written: a file's name, a number or a title; "" if nothing. */
  readonly supersededBy: string;
  /** Records that this one replaces, as written. */
  readonly supersedes: readonly string[];
  /** Date or time, ISO 8601; "" if not given. */
  readonly date: string;
  readonly deciders: string;
}

interface Section {
  readonly level: number;
  readonly heading: string;
  readonly lines: readonly string[];
}

const STATUSES: readonly (readonly [RegExp, string])[] = [
  [/\bsuperseded\b|\breplaced by\b|\bobsoleted?\b/i, "superseded"],
  [/\bdeprecated\b/i, "deprecated"],
  [/\b(rejected|declined|withdrawn)\b/i, "rejected"],
  [/\b(accepted|approved|adopted|decided|implemented|active)\b/i, "accepted"],
  [/\b(proposed|draft|pending|in review|under discussion)\b/i, "proposed"],
];

/** Parses a record; undefined if the text is none (a template, an overview, an empty file). */
export function parseDecisionRecord(text: string, fileName: string): DecisionRecord | undefined {
  const { fields, body } = splitFrontMatter(text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n"));
  const sections = splitSections(body);
  const labelled = new Map([...readLabels(sections.slice(0, 2).flatMap((section) => section.lines)), ...fields]);
  const title = cleanTitle(sections.find((section) => section.level === 1)?.heading || fields.get("title") || "");
  const statusText = [labelled.get("status") ?? "", sectionText(sections, /^status\b/i)].join("\n").trim();
  const outcome = sectionText(sections, /^(decision|decision outcome|outcome|the decision|decided|what we decided|resolution)s?$/i);
  if (title === "" && outcome === "" && statusText === "") return undefined;
  if (/\{[^}\n]*(title|short)[^}\n]*\}|^template\b/i.test(title) || /template/i.test(fileName)) return undefined;
  if (outcome === "" && statusText === "" && !/\d/.test(fileName)) return undefined;
  const chosen = /(?:chosen|selected)(?: option)?:?\s*["“'*_]*(.+?)["”'*_]*,?\s+because\s+([^]*)/i.exec(outcome);
  const why = sectionText(sections, /^(rationale|why|reasons?|justification|motivation)\b/i);
  const context = sectionText(sections, /^(context|context and problem statement|problem|problem statement|background|issue)\b/i);
  return {
    title: title === "" ? fileName.replace(/\.\w+$/, "") : title,
    decision: shorten(chosen?.[1] ?? firstParagraphs(outcome) ?? "") || title,
    rationale: shorten(why || firstParagraphs(chosen?.[2] ?? "") || firstParagraphs(context)),
    consequences: shorten(sectionText(sections, /^(consequences|positive consequences|implications|results?)\b/i), 800),
    status: readStatus(statusText),
    supersededBy: linked(
      /(?:superseded|replaced|obsoleted?)(?: by)?:?\s*(.+)/i.exec(statusText)?.[1] ?? labelled.get("superseded-by") ?? "",
    ),
    supersedes: [...statusText.matchAll(/(?:supersedes|replaces|obsoletes):?\s*(.+)/gi)].map((found) => linked(found[1]!))
      .concat(labelled.has("supersedes") ? [linked(labelled.get("supersedes")!)] : []),
    date: readDate(
      labelled.get("date") ?? labelled.get("decision date") ?? labelled.get("date created") ?? labelled.get("decided") ??
        labelled.get("created") ?? sectionText(sections, /^date\b/i),
    ),
    deciders: labelled.get("decision-makers") ?? labelled.get("deciders") ?? labelled.get("author") ?? labelled.get("authors") ?? "",
  };
}

function splitFrontMatter(text: string): { fields: Map<string, string>; body: string } {
  const found = /^---\n([^]*?)\n---[ \t]*(?:\n|$)/.exec(text);
  const fields = new Map<string, string>();
  if (found === null) return { fields, body: text };
  let list = "";
  for (const line of found[1]!.split("\n")) {
    const pair = /^([\w -]+):\s*(.*)$/.exec(line);
    const item = /^\s*-\s+(.*)$/.exec(line);
    if (pair !== null) {
      list = pair[1]!.trim().toLowerCase();
      fields.set(list, unquote(pair[2]!));
    } else if (item !== null && list !== "") fields.set(list, [fields.get(list), unquote(item[1]!)].filter(Boolean).join(", "));
  }
  return { fields, body: text.slice(found[0].length) };
}

function unquote(text: string): string {
  return text.trim().replace(/^(["'])(.*)\1$/, "$2").replace(/^\[(.*)\]$/, "$1").replace(/^\{.*\}$/, "");
}

/** Sections in order; the first has no heading. Headings within fenced blocks are text. */
function splitSections(body: string): Section[] {
  const sections: { level: number; heading: string; lines: string[] }[] = [{ level: 0, heading: "", lines: [] }];
  let fence = "";
  for (const line of body.split("\n")) {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1];
    if (mark !== undefined) fence = fence === "" ? mark : mark.startsWith(fence) ? "" : fence;
    const heading = fence === "" ? /^(#{1,6})\s+(.*?)\s*#*$/.exec(line) : null;
    if (heading === null) sections.at(-1)!.lines.push(line);
    else {sections.push({
        level: heading[1]!.length,
        heading: withoutMarks(heading[2]!).replace(/^\d+(\.\d+)*\.?\s+(?=[A-Z])/, ""),
        lines: [],
      });}
  }
  return sections;
}

/** The text of a heading without code marks and emphasis; names keep their underscores, including `__init__`. */
function withoutMarks(heading: string): string {
  return heading.split(/(`+[^`]+`+)/).map((part, i) =>
    i % 2 === 1 ? part.replaceAll("`", "") : part
      .replace(/(?<!\\)(\*{1,3})(?=\S)(.+?)(?<=[^\s\\])\1/g, "$2")
      .replace(/(?<![\p{L}\p{N}_\\])(?!__[a-z\d_]+__(?![\p{L}\p{N}_]))(_{1,3})(?=[^\s_])(.+?)(?<=[^\s_\\])\1(?![\p{L}\p{N}_])/gu, "$2")
      .replace(/\\([*_`])/g, "$1")
  ).join("");
}

/** Labels before the first sections: `Status: accepted`, `* Date: 2024-01-02`, `**Deciders:** a, b`. */
function readLabels(lines: readonly string[]): Map<string, string> {
  const labels = new Map<string, string>();
  for (const line of lines) {
    const found = /^\s*(?:[-*]\s+)?(?:\*\*|__)?([A-Z][\w -]{2,20}?)(?:\*\*|__)?:(?:\*\*|__)?\s*(\S.*)$/.exec(line);
    if (found !== null && !labels.has(found[1]!.toLowerCase())) labels.set(found[1]!.toLowerCase(), found[2]!.trim());
  }
  return labels;
}

/** Text of the first section with a matching heading; if it has none of its own, that of its subsections. */
function sectionText(sections: readonly Section[], heading: RegExp): string {
  const at = sections.findIndex((section) => section.level > 0 && heading.test(section.heading.trim()));
  if (at < 0) return "";
  const own = sections[at]!.lines.join("\n").replace(/<!--[^]*?-->/g, "").trim();
  if (own !== "") return own;
  const lines: string[] = [];
  for (const section of sections.slice(at + 1)) {
    if (section.level <= sections[at]!.level) break;
    lines.push(section.heading);
    append(lines, section.lines);
  }
  return lines.join("\n").replace(/<!--[^]*?-->/g, "").trim();
}

function readStatus(text: string): string {
  return STATUSES.find(([pattern]) => pattern.test(text))?.[1] ?? "";
}

function readDate(text: string): string {
  const iso = /\b(\d{4})-(\d{2})-(\d{2})(T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?/.exec(text);
  if (iso !== null) return iso[0];
  const time = Date.parse(text.replace(/(\d)(st|nd|rd|th)\b/, "$1"));
  return Number.isNaN(time) || !/\d{4}/.test(text) ? "" : new Date(time).toISOString().slice(0, 10);
}

/** A link's target if the text is a link, else the text. */
function linked(text: string): string {
  return (/\]\(([^)]+)\)/.exec(text)?.[1] ?? text).trim().replace(/[.\s]+$/, (end) => end.startsWith(".") && end.length > 1 ? end : "")
    .replace(/^\.\//, "");
}

function cleanTitle(heading: string): string {
  return heading.replace(/^(ADR[-\s]?)?\d+\s*[.:–-]\s*/i, "").replace(/^ADR[-\s]?\d+\s*[:–-]?\s*/i, "").trim();
}

/** The first paragraphs, up to about 400 characters, at least one. */
function firstParagraphs(text: string): string {
  let kept = "";
  for (const paragraph of text.split(/\n\s*\n/)) {
    if (kept !== "" && kept.length + paragraph.length > 400) break;
    kept = kept === "" ? paragraph : `${kept}\n${paragraph}`;
  }
  return kept;
}

/** The text on one line, cut at a word. */
export function shorten(text: string, most = 500): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= most ? line : `${line.slice(0, most).replace(/\s+\S*$/, "")} …`;
}
