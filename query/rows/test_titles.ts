/**
 * The title of the test around a place, where tests are calls (`describe("store", () => it("adds", () => …))`) without a symbol.
 *
 * Stage: query. Invariants: based on the text of test files alone; a text with unbalanced parentheses yields nothing. A title is what test
 * runners match: the titles of the enclosing groups and the test's own, separated by blanks.
 */
import { lineStarts } from "../../core/base/lists.ts";
import { skippedSource, type TestForms, type TextForms } from "../../core/rules/text_forms.ts";
import { type Context, readRow } from "../context.ts";
import { keep } from "./kept.ts";
import { readTestFiles } from "./test_files.ts";

const FILE = `SELECT b.hash AS hash, b.language AS language FROM path p JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = p.id
  JOIN file_version fv ON fv.id = rf.file_version_id JOIN blob b ON b.id = fv.blob_id WHERE p.path = ?`;
/** The number of characters of a title that are kept. */
const LONGEST = 120;

/** The titles of a file. */
export interface TestTitles {
  readonly isEmpty: boolean;
  /** The title of the test around a place (line and column from 1); undefined if there is none. */
  at(line: number, column: number): string | undefined;
}

/** A test or a group, with the offsets of its parentheses. */
interface Titled {
  readonly title: string;
  readonly start: number;
  readonly end: number;
}

const NONE: TestTitles = { isEmpty: true, at: () => undefined };

/** The titles of a test file; empty for any other file. */
export function readTestTitles(context: Context, path: string): TestTitles {
  if (!readTestFiles(context).paths.has(path)) return NONE;
  const known = keep(context, "test titles", () => new Map<string, TestTitles>());
  let titles = known.get(path);
  if (titles === undefined) known.set(path, titles = readTitles(context, path));
  return titles;
}

function readTitles(context: Context, path: string): TestTitles {
  const file = readRow<{ hash: string; language: string }>(context, FILE, context.ref.id, path);
  const forms = file === undefined ? undefined : context.textForms(file.language);
  if (file === undefined || forms?.tests === undefined) return NONE;
  const text = context.readText(path, file.hash);
  return text === undefined ? NONE : titlesIn(text, forms, forms.tests);
}

/** The titles of a text. */
export function titlesIn(text: string, forms: TextForms, tests: TestForms): TestTitles {
  const found = findTitled(text, forms, tests);
  if (found.length === 0) return NONE;
  const lines = lineStarts(text);
  return {
    isEmpty: false,
    at(line, column) {
      const at = (lines[line - 1] ?? Infinity) + column - 1;
      const around = found.filter(({ start, end }) => start <= at && at < end).map(({ title }) => title);
      return around.length === 0 ? undefined : around.join(" ").slice(0, LONGEST);
    },
  };
}

/** All tests and groups of a text, outer ones first. */
function findTitled(text: string, forms: TextForms, tests: TestForms): Titled[] {
  const skip = skippedSource(forms);
  const tokens = new RegExp(`(?<skipped>${skip})|(?<called>${tests.called.source})|[()]`, "g");
  const open: { readonly start: number; readonly title: string | undefined; readonly isTest: boolean }[] = [];
  const found: Titled[] = [];
  // Where the parenthesis of a test may open: after the callee, and after its table argument (`it.each([1, 2])("adds %d", …)`).
  let awaited = -1;
  for (const { 0: token, index, groups } of text.matchAll(tokens)) {
    const end = index + token.length;
    const isNext = awaited >= 0 && /^\s*(?:<[^()]*>)?\s*$/.test(text.slice(awaited, index));
    awaited = groups!["called"] !== undefined || (isNext && groups!["skipped"] !== undefined) ? end : -1;
    if (token === "(") open.push({ start: end, title: isNext ? titleAt(text, end, skip, tests) : undefined, isTest: isNext });
    if (token !== ")") continue;
    const own = open.pop();
    if (own === undefined) return [];
    if (own.title !== undefined) found.push({ title: own.title, start: own.start, end: index });
    else if (own.isTest) awaited = end;
  }
  return open.length > 0 ? [] : found.sort((a, b) => a.start - b.start);
}

/** The string at the beginning of a parenthesis; undefined if something else is there. */
function titleAt(text: string, at: number, skip: string, { before, behind }: TestForms): string | undefined {
  const start = at + (before.exec(text.slice(at, at + LONGEST))?.[0].length ?? 0);
  const literal = new RegExp(skip, "y");
  literal.lastIndex = start;
  const written = literal.exec(text)?.[0];
  if (
    written === undefined || !/^["'`]/.test(written) || !behind.test(text.slice(start + written.length, start + written.length + LONGEST))
  ) return undefined;
  return written.slice(1, -1).replace(/\\(["'`\\])/g, "$1").replace(/\s+/g, " ");
}
