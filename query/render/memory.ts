/**
 * The text of `memory_linked_search`.
 *
 * Stage: render. Invariant: three things come first (when it was last discussed or changed, what constrains it, what went wrong), then
 * messages, then neighbors; every line says how it is known.
 */
import type { Memory, Moment } from "../../memory/recall.ts";
import type { FoundEntry } from "../../memory/search_entries.ts";
import type { MemoryValue, RecalledFunction } from "../memory_linked_search.ts";
import { count, type Style } from "./style.ts";

/** What is remembered, as text. */
export function renderMemory(value: MemoryValue, style: Style): string {
  if (value.functions.length === 0) return renderFound(value, style);
  const isOne = value.functions.length === 1;
  const isFree = value.functions.every(({ memory }) => memory.totalDecisions === 0);
  // For a file, its own module is left out if only its symbols have memories.
  const known = value.functions.filter((one) => isOne || one.name !== "<module>" || !isEmpty(one.memory));
  const blocks = known.map((one) => renderFunction(one, style, isOne || !isFree).join("\n"));
  if (!isOne) {
    const bear = value.functions[0]!.name === "<module>" ? "of this file are remembered" : "bear this name";
    blocks.unshift(
      `${count(known.length, "symbol")} ${
        known.length === 1 ? bear.replace("are", "is") : bear
      }; what is remembered is shown for each, callers and callees of all together.`,
    );
  }
  if (!isOne && isFree) blocks.push("No decision is known that constrains any of them.");
  const called = [
    value.callers.length === 0
      ? ""
      : `${isOne ? "" : "all together "}called by ${
        listed(value.callers.map((one) => `${one.name} (${one.path}:${one.line})`), value.totalCallers)
      }`,
    value.callees.length === 0 ? "" : `${isOne ? "calls" : "all together call"} ${listed(value.callees, value.totalCallees)}`,
  ].filter((line) => line !== "");
  if (called.length > 0) blocks.push(called.join("\n"));
  if (value.neighbours.length > 0) {
    const lines = value.neighbours.map((one) =>
      `  ${one.relation} ${style.strong(one.name)} (${one.path}): ${one.kind}${one.time === "" ? "" : ` ${day(one.time)}`}: ${one.text}`
    );
    blocks.push([style.strong("Around it"), ...lines].join("\n"));
  }
  const missing = [
    value.unread.includes("history") && style.places === "full" ? "git's history was not read yet: callgrove memory ingest" : "",
    value.unread.includes("sessions") ? "no agents' sessions were read: callgrove memory ingest --sessions DIR" : "",
  ].filter((line) => line !== "");
  if (missing.length > 0) blocks.push(missing.map((line) => style.faint(line)).join("\n"));
  return blocks.join("\n\n");
}

function isEmpty({ totalDecisions, totalErrors, totalMessages, totalNotes, lastDiscussed, lastModified }: Memory): boolean {
  return totalDecisions + totalErrors + totalMessages + totalNotes === 0 && lastDiscussed === undefined && lastModified === undefined;
}

/** Remembered entries that contain the words asked for. */
function renderFound({ name, found }: MemoryValue, style: Style): string {
  return [`"${name}" names nothing here; what is remembered with these words:`, ...renderEntries(found, style)].join("\n");
}

/** Decisions, errors and notes, each with its subjects. */
export function renderEntries(found: readonly FoundEntry[], style: Style): string[] {
  return found.flatMap((one) => {
    const from = [one.source, one.author === one.source ? "" : one.author, one.about.length === 0 ? "" : `about ${one.about.join(", ")}`];
    return [
      `  ${one.time === "" ? "" : `${day(one.time)} `}${one.kind} ${style.strong(withMargin(one.title))}`,
      ...(one.text === "" ? [] : [MARGIN + withMargin(one.text)]),
      style.faint(`    ${[one.id, ...from].filter((part) => part !== "").join(", ")}`),
    ];
  });
}

/** The indentation of an entry's text. */
const MARGIN = "    ";

/** Indents all lines of a text but the first, so that none can be taken for the beginning of an entry. */
function withMargin(text: string): string {
  return text.trim().split(/\s*\n/).join(`\n${MARGIN}`);
}

/** @param saysNone whether to say that no decision is known */
function renderFunction({ name, path, line, signature, memory }: RecalledFunction, style: Style, saysNone: boolean): string[] {
  return [
    `${style.strong(name)} ${style.path(`${path}:${line}`)}${signature === "" ? "" : `\n${style.faint(signature)}`}`,
    ...renderMoments(memory),
    ...(saysNone || memory.totalDecisions > 0 ? renderDecisions(memory, style) : []),
    ...renderErrors(memory, style),
    ...renderMessages(memory, style),
    ...renderNotes(memory, style),
  ];
}

function renderMoments({ lastDiscussed, lastModified }: Memory): string[] {
  const said = (moment: Moment): string => {
    if (moment.session !== "") return `${day(moment.time)} in session ${moment.session}`;
    if (moment.commit === "") return `${day(moment.time)}, not committed`;
    return `${day(moment.time)} by ${moment.author}, ${moment.commit.slice(0, 10)}: ${moment.subject}`;
  };
  const parts = [
    lastModified === undefined ? "" : `last changed ${said(lastModified)}`,
    lastDiscussed === undefined ? "" : `last discussed ${said(lastDiscussed)}`,
  ].filter((part) => part !== "");
  return parts;
}

function renderDecisions({ decisions, totalDecisions }: Memory, style: Style): string[] {
  if (totalDecisions === 0) return ["", "No decision is known that constrains it."];
  // Superseded decisions come last: those beyond a cut are not known.
  const over = decisions.filter((one) => one.status === "superseded").length;
  const holding = totalDecisions - over;
  const constrains = `${count(holding, "decision")} that ${holding === 1 ? "constrains" : "constrain"} it`;
  const lines = ["", style.strong(over === 0 ? constrains : `${constrains}, and ${over} that no longer ${over === 1 ? "does" : "do"}`)];
  for (const one of decisions) {
    const state = one.status === "superseded" ? `${one.state}${one.supersededBy === "" ? "" : ` by ${one.supersededBy}`}` : one.state;
    lines.push(
      `  ${one.time === "" ? "" : `${day(one.time)} `}${style.strong(one.title)}${
        state === "accepted" || state === "" ? "" : ` [${state}]`
      }`,
    );
    const isMore = !one.decision.startsWith(one.title) || one.decision.length > one.title.length;
    if (isMore) lines.push(MARGIN + withMargin(one.decision));
    if (one.rationale !== "") lines.push(`${MARGIN}because: ${withMargin(one.rationale)}`);
    lines.push(
      style.faint(
        `    ${
          [
            one.id,
            one.evidence.includes(one.source) ? "" : one.source,
            one.author === one.source ? "" : one.author,
            one.evidence,
            one.confidence === undefined ? "" : `confidence ${one.confidence}`,
          ].filter((part) => part !== "").join(", ")
        }${marked(one.status)}`,
      ),
    );
  }
  if (totalDecisions > decisions.length) lines.push(moreOf(totalDecisions - decisions.length, style));
  return lines;
}

function renderErrors({ errors, totalErrors }: Memory, style: Style): string[] {
  if (totalErrors === 0) return [];
  const lines = ["", style.strong(`${count(totalErrors, "error")} that involved it`)];
  for (const one of errors) {
    const times = one.seen > 1 ? ` (${one.seen} times)` : "";
    lines.push(`  ${day(one.time)} ${withMargin(one.error)}${times}`);
    const solution = withMargin(one.solution);
    if (solution !== "") lines.push(`${MARGIN}${one.verified ? "verified solution" : "solution"}: ${solution}`);
    const from = one.session !== "" ? `session ${one.session}` : one.author;
    lines.push(style.faint(`    ${[one.id, from, one.evidence].filter((part) => part !== "").join(", ")}${marked(one.status)}`));
  }
  if (totalErrors > errors.length) lines.push(moreOf(totalErrors - errors.length, style));
  return lines;
}

function renderMessages({ messages, totalMessages }: Memory, style: Style): string[] {
  if (totalMessages === 0) return [];
  const lines = ["", style.strong(`${count(totalMessages, "message")} about it`)];
  for (const one of messages) {
    lines.push(`  ${day(one.time)} ${one.change} by ${one.author}: ${one.preview}`);
    lines.push(style.faint(`    session ${one.session}, ${one.evidence}${marked(one.status)}`));
  }
  if (totalMessages > messages.length) lines.push(moreOf(totalMessages - messages.length, style));
  return lines;
}

function renderNotes({ notes, totalNotes }: Memory, style: Style): string[] {
  if (totalNotes === 0) return [];
  const lines = ["", style.strong("Notes")];
  for (const one of notes) {
    const about = `(${one.author === "" ? "" : `${one.author}, `}${one.evidence}${marked(one.status)})`;
    lines.push(`  ${day(one.time)} ${withMargin(one.text)} ${style.faint(about)}`);
  }
  if (totalNotes > notes.length) lines.push(moreOf(totalNotes - notes.length, style));
  return lines;
}

/** How many more a higher limit shows. */
function moreOf(left: number, style: Style): string {
  return `  and ${left} more (${style.places === "full" ? "--limit" : "limit"})`;
}

function marked(status: string): string {
  return status === "stale" ? ", stale: the code changed since" : "";
}

function day(time: string): string {
  return time.slice(0, 10);
}

function listed(names: readonly string[], total: number): string {
  return names.join(", ") + (total > names.length ? ` and ${total - names.length} more` : "");
}
