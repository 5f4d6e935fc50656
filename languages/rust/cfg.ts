/**
 * Whether an ordinary build includes what a `cfg` predicate guards, and which flags a build script may set.
 *
 * Stage: parse -> facts. An ordinary build is the one that rust-analyzer assumes: 64-bit Linux, tests and debug assertions on, all features
 * of the crate on, no custom flags. Invariant: a predicate that cannot be parsed holds.
 */
import { tableOf } from "../../core/base/tables.ts";

const SET_FLAGS: ReadonlySet<string> = new Set(["unix", "test", "debug_assertions", "true", "panic", "overflow_checks"]);
const SET_VALUES: Readonly<Record<string, readonly string[]>> = tableOf({
  target_os: ["linux"],
  target_family: ["unix"],
  target_arch: ["x86_64"],
  target_pointer_width: ["64"],
  target_endian: ["little"],
  target_env: ["gnu"],
  target_vendor: ["unknown"],
  target_feature: ["sse", "sse2", "fxsr"],
  panic: ["unwind"],
});
const DEEPEST = 40;

/** Evaluated predicates: a crate repeats the same few thousands of times. */
const known = new Map<string, boolean>();
const MOST_KNOWN = 10_000;

/** Whether the predicate, written without white space, holds in an ordinary build. */
export function holdsOrdinarily(predicate: string): boolean {
  let holds = known.get(predicate);
  if (holds === undefined) {
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(predicate, holds = readPredicate({ text: predicate, at: 0 }, 0));
  }
  return holds;
}

const MOST_FLAGS = 200;

/**
 * Flags that a build script may set (`cargo:rustc-cfg=threadsafe`); an interpolated part may be any word that occurs as a text in the
 * script.
 */
export function flagsSet(script: string): string[] {
  const found = new Set<string>();
  let words: string[] | undefined;
  for (const [, name, next] of script.matchAll(/rustc-cfg=(\w*)(.?)/g)) {
    if (name !== "" && next !== "{") found.add(name!);
    else for (const word of words ??= Array.from(script.matchAll(/"(\w+)"/g), ([, word]) => word!)) found.add(name + word);
  }
  return [...found].slice(0, MOST_FLAGS);
}

/** Whether a definition's attributes contain a condition with one of `flags`. */
export function namesFlag(attributes: string, flags: readonly string[]): boolean {
  const words = attributes.split(" ").filter((word) => word.startsWith("cfg(")).flatMap((word) => word.split(/[^\w"]+/));
  return flags.some((flag) => words.includes(flag));
}

interface Reader {
  readonly text: string;
  at: number;
}

function readPredicate(reader: Reader, depth: number): boolean {
  const word = /^[\w:]+/.exec(reader.text.slice(reader.at, reader.at + 80))?.[0] ?? "";
  reader.at += word.length;
  const next = reader.text[reader.at];
  if (next === "(" && depth < DEEPEST) {
    reader.at++;
    const parts = readList(reader, depth + 1);
    if (word === "not") return parts.length !== 1 || !parts[0];
    return word === "any" ? parts.includes(true) : !parts.includes(false);
  }
  if (next === "=") {
    reader.at++;
    const value = /^"([^"]*)"/.exec(reader.text.slice(reader.at, reader.at + 120));
    if (value === null) return true;
    reader.at += value[0].length;
    return word === "feature" || word === "target_has_atomic" || (SET_VALUES[word]?.includes(value[1]!) ?? false);
  }
  return word === "" || SET_FLAGS.has(word) || word === "target_has_atomic";
}

function readList(reader: Reader, depth: number): boolean[] {
  const parts: boolean[] = [];
  while (reader.at < reader.text.length && reader.text[reader.at] !== ")") {
    const before = reader.at;
    parts.push(readPredicate(reader, depth));
    if (reader.text[reader.at] === ",") reader.at++;
    if (reader.at === before) break;
  }
  reader.at++;
  return parts;
}
