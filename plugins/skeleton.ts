/**
 * Writes the beginning of a drop-in language: a manifest, queries for which the grammar has the nodes, and a fixture.
 *
 * Stage: before all others. Invariant: what is written passes the check as it is.
 */
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Language } from "web-tree-sitter";
import { CallgroveError } from "../core/errors.ts";
import { checkPattern } from "../core/parse/query_check.ts";
import type { LanguagePlugin } from "../core/plugin.ts";
import { loadGrammar } from "./check_drop_in.ts";
import { commentMarkOf } from "./comment_mark.ts";
import { writeComment } from "./fixture.ts";
import { findRival } from "./load_drop_ins.ts";
import { MANIFEST_FILE } from "./manifest.ts";
import { DEFINED } from "./skeleton_definitions.ts";
import { BARE_NAMES, CALLED, NAMES } from "./skeleton_expressions.ts";
import { type Form, type Forms, WORD_ROLES, WORDS } from "./skeleton_forms.ts";
import { SIGNS } from "./skeleton_signs.ts";
import { BINDINGS, IMPORTS } from "./skeleton_statements.ts";

/** The query files of a skeleton: the head of each, and its patterns. Of those that fit a node the first is written, in the order of the names. */
const FILES: readonly { readonly file: string; readonly head: string; readonly forms: readonly Forms[] }[] = [
  { file: "bindings.scm", head: "Parameters, local names, results, decisions.", forms: BINDINGS },
  { file: "calls.scm", head: "What is called, and what expressions are made of.", forms: CALLED },
  { file: "definitions.scm", head: "What is defined, and the scopes that it opens.", forms: DEFINED },
  { file: "imports.scm", head: "What a file belongs to, and what it takes from others.", forms: IMPORTS },
];

/**
 * Writes the folder `into`.
 * @param builtIn the languages beside which it will be used
 * @returns the files written, relative to it
 * @throws CallgroveError invalid_input
 */
export async function writeSkeleton(
  into: string,
  name: string,
  grammar: string,
  ending: string,
  builtIn: readonly LanguagePlugin[],
): Promise<string[]> {
  const extension = ending.startsWith(".") ? ending : `.${ending}`;
  if (existsSync(into)) {
    throw new CallgroveError("invalid_input", `Cannot make "${into}": it is there already`, { hint: "Give another name." });
  }
  if (!/^[a-z][a-z0-9_-]*$/.test(name)) {
    throw new CallgroveError("invalid_input", `Cannot make a language "${name}": a name is lower case letters, digits, - and _`, {
      hint: "For example: java",
    });
  }
  const rival = findRival(builtIn, name, [extension]);
  if (rival !== undefined) {
    throw new CallgroveError("invalid_input", `Cannot make a language "${name}" of files ${extension}: ${rival.what}`, {
      hint: "Give another. A language that is to replace a built-in one says so in its manifest: docs/languages.md.",
    });
  }
  requireGrammar(grammar);
  const language = await loadGrammar(grammar);
  const written: Record<string, string> = {};
  const sign = SIGNS.find(({ has }) => fits(has, language));
  for (const { file, head, forms } of FILES) {
    const names = file !== "calls.scm" ? [] : sign?.bareCalls === true ? BARE_NAMES : NAMES;
    const fitting = [...names, ...forms].map((form) => writeFirst(form, language)).filter((pattern) => pattern !== "");
    if (fitting.length === 0) continue;
    const reads = "; The capture behind a pattern's last bracket is its rule, the others are what the rule reads: docs/languages.md.";
    written[file] = `; ${head}\n${reads}\n${[...new Set(fitting)].join("\n")}\n`;
  }
  const endings = [extension, ...sign?.endings?.filter((one) => findRival(builtIn, name, [one]) === undefined) ?? []];
  written[MANIFEST_FILE] = `${
    JSON.stringify(
      {
        name,
        title: name[0]!.toUpperCase() + name.slice(1),
        version: 1,
        extensions: Object.fromEntries(endings.map((one) => [one, basename(grammar)])),
        ...sign?.says ?? { rules: { classScopeVisible: true } },
      },
      null,
      2,
    )
  }\n`;
  const mark = commentMarkOf(language);
  written[`fixtures/calls${extension}`] = [
    "Write a small program here, then run: callgrove languages test DIR",
    "It prints the line to paste under each call.",
  ]
    .map((line) => `${writeComment(mark, line)}\n`).join("");
  mkdirSync(join(into, "fixtures"), { recursive: true });
  copyFileSync(grammar, join(into, basename(grammar)));
  for (const [file, text] of Object.entries(written)) writeFileSync(join(into, file), text);
  return [...Object.keys(written), basename(grammar)].sort();
}

/** The form as a pattern; of several the first that the grammar has. */
function writeFirst(form: Forms, language: Language): string {
  if (isForm(form)) return writeForm(form, language);
  for (const one of form) {
    const pattern = writeForm(one, language);
    if (pattern !== "") return pattern;
  }
  return "";
}

function isForm(form: Forms): form is Form {
  return typeof form[0] === "string";
}

/** A form as a pattern, with those of its parts that the grammar has in it; "" where it lacks one that may not be left out. */
function writeForm([node, rule, ...all]: Form, language: Language): string {
  const words = Object.keys(WORD_ROLES).filter((word) => fits(`"${word}" @skip`, language)).map((word) => `"${word}" @${WORD_ROLES[word]}`);
  const parts = all.filter((part) => part !== "").map((part) => part.replace(WORDS, `[${words.join(" ")}]`));
  const isWord = node.startsWith('"');
  const written = (some: readonly string[]): string => {
    const asked = some.filter(isPredicate);
    const shape = isWord ? node : `(${[node, ...some.filter((part) => !isPredicate(part))].join(" ")})`;
    // A predicate stands behind what it asks of, the rule too.
    return asked.length === 0 ? `${shape} @${rule}` : `(${shape} @${rule} ${asked.join(" ")})`;
  };
  const held: string[] = parts.filter((part) => !mayBeLeftOut(part));
  if (!fits(written(held), language)) return "";
  const known = parts.filter((part) => !mayBeLeftOut(part) || fits(written([asRequired(part)]), language));
  const whole = written(known);
  return fits(whole, language) ? whole : written(held);
}

/** A part whose quantifier says that it may be absent: `(_)? @type`, `(modifier "static" @static)*`. */
const OPTIONAL = /[?*]( @\w+)?$/;

function mayBeLeftOut(part: string): boolean {
  return OPTIONAL.test(part) && !isPredicate(part);
}

function isPredicate(part: string): boolean {
  return part.startsWith("(#");
}

function asRequired(part: string): string {
  return part.replace(OPTIONAL, "$1");
}

/** What is known of patterns already: compiling one takes milliseconds, and many forms have a part in common. */
const KNOWN = new WeakMap<Language, Map<string, boolean>>();

function fits(pattern: string, language: Language): boolean {
  let known = KNOWN.get(language);
  if (known === undefined) KNOWN.set(language, known = new Map());
  let answer = known.get(pattern);
  if (answer === undefined) known.set(pattern, answer = checkPattern(pattern, new Set(), [language]) === "");
  return answer;
}

function requireGrammar(grammar: string): void {
  if (existsSync(grammar)) return;
  throw new CallgroveError("invalid_input", `Cannot read the grammar "${grammar}"`, {
    hint: "Give a grammar built for WebAssembly: tree-sitter build --wasm, or one from npm (@vscode/tree-sitter-wasm has sixteen).",
  });
}
