/**
 * Says what is wrong with a parameter's value: what is expected and what was given.
 * Stage: query. Pure. Invariant: the wording is ours, not that of the validation library.
 */
import type * as z from "zod";
import { nearestWord } from "../names/name_likeness.ts";
import { tableOf } from "../../core/base/tables.ts";

/** A value that the schema refused. */
export interface WrongValue {
  /** The value as JSON, cut if it is long. */
  readonly given: string;
  /** What is expected: `a whole number`. */
  readonly wanted: string;
  /** For a parameter with a few allowed words, the one probably meant. */
  readonly near?: string;
}

const WANTED: Readonly<Record<string, string>> = tableOf({
  string: "a string",
  int: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
});
const UNITS: Readonly<Record<string, string>> = tableOf({ string: "characters", array: "entries" });
/** Synonyms for the directions along the edges. */
const WAYS: readonly (readonly string[])[] = [
  ["in", "callers", "incoming", "inbound", "upstream", "up"],
  ["out", "callees", "outgoing", "outbound", "downstream", "down"],
  ["both", "all", "any"],
];
/** Characters shown of a value. */
const SHOWN = 60;

/** Describes the mismatch; see the head of this file. */
export function judgeValue(issue: z.core.$ZodIssue, value: unknown): WrongValue {
  const given = showValue(value);
  if (issue.code !== "invalid_value") return { given, wanted: wantedBy(issue) };
  const words = issue.values.map(String);
  const near = typeof value === "string" ? wordMeant(value, words) ?? nearestWord(value, words) : undefined;
  return { given, wanted: `one of ${words.join(", ")}`, ...(near === undefined ? {} : { near }) };
}

/** Which of the allowed words a synonym or another spelling means. */
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
