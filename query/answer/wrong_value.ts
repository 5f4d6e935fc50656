/**
 * What is wrong with a parameter's value, in words: what must stand there, and what does.
 *
 * Stage: query. Pure. Invariant: the words are ours, not those of the library that checked.
 */
import type * as z from "zod";
import { nearestWord } from "../names/name_likeness.ts";
import { tableOf } from "../../core/base/tables.ts";

/** A value that a schema refused. */
export interface WrongValue {
  /** The value as JSON, cut where it is long. */
  readonly given: string;
  /** What must stand there: `a whole number`. */
  readonly wanted: string;
  /** Of a few words the one that was probably meant. */
  readonly near?: string;
}

const WANTED: Readonly<Record<string, string>> = tableOf({
  string: "a text",
  int: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
});
const UNITS: Readonly<Record<string, string>> = tableOf({ string: "characters", array: "entries" });
/** Words for one way along the edges. */
const WAYS: readonly (readonly string[])[] = [
  ["in", "callers", "incoming", "inbound", "upstream", "up"],
  ["out", "callees", "outgoing", "outbound", "downstream", "down"],
  ["both", "all", "any"],
];
/** Signs that are shown of a value. */
const SHOWN = 60;

/** See the head of this file. */
export function judgeValue(issue: z.core.$ZodIssue, value: unknown): WrongValue {
  const given = showValue(value);
  if (issue.code !== "invalid_value") return { given, wanted: wantedBy(issue) };
  const words = issue.values.map(String);
  const near = typeof value === "string" ? wordMeant(value, words) ?? nearestWord(value, words) : undefined;
  return { given, wanted: `one of ${words.join(", ")}`, ...(near === undefined ? {} : { near }) };
}

/** Which of a parameter's words somebody means who knows it by another one, or in other letters. */
export function wordMeant(written: string, words: readonly string[]): string | undefined {
  const word = written.trim().toLowerCase();
  return words.find((one) => one.toLowerCase() === word) ?? WAYS.find((way) => way.includes(word))?.find((one) => words.includes(one));
}

function wantedBy(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") return WANTED[issue.expected] ?? issue.expected;
  if (issue.code === "too_big" && issue.origin === "number") return `at most ${issue.maximum}`;
  if (issue.code === "too_small" && issue.origin === "number") return `at least ${issue.minimum}`;
  if (issue.code === "too_big") return `no longer than ${issue.maximum} ${UNITS[issue.origin] ?? ""}`.trim();
  return issue.message;
}

/** A value as JSON, short enough for a sentence. */
export function showValue(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value);
  return json.length <= SHOWN ? json : `${json.slice(0, SHOWN)}…`;
}
