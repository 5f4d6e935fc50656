/**
 * Symbols that may have been meant by a name that matched nothing, or too much.
 *
 * Stage: query. Invariant: every symbol exists in the ref and can be asked for by the name returned; best first.
 */
import { distance } from "fastest-levenshtein";
import { append } from "../../core/base/lists.ts";
import { CallgroveError } from "../../core/errors.ts";
import { type Context, readRows } from "../context.ts";
import { findSymbols, type Match } from "../names/find_symbol.ts";
import { splitWords } from "../../core/base/split_words.ts";
import { UNLIKE } from "../names/name_likeness.ts";
import { nearSymbolsIn } from "../names/nearest_names.ts";
import { readPackedFiles } from "../rows/packed_code.ts";
import { findFiles } from "../names/paths.ts";
import { withoutWildcards } from "../rows/globs.ts";
import { bareName } from "../rows/plain_name.ts";
import { placeOf, readSymbol, SYMBOL_COLUMNS, type SymbolRow } from "../rows/symbol_row.ts";

/** A symbol to ask for instead, and why. */
export interface Meant {
  /** What to ask for: the full name, or a place where that is ambiguous. */
  readonly name: string;
  /** Its short name, which several symbols may share. */
  readonly short: string;
  readonly why: string;
  /** What was written is a part of the name rather than a misspelling of it. */
  readonly part?: boolean;
  /** It differs from what was written only in spelling conventions, so nothing else can be meant. */
  readonly sure?: boolean;
}

const QUESTION = /\s/;
const NAMES_SHOWN = 5;
const CALLED_NAMES = `SELECT s.id AS id, s.name AS name, s.qualified_name AS qualifiedName
  FROM ref_file rf CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id CROSS JOIN symbol s ON s.id = sv.symbol_id
  WHERE rf.ref_id = ? AND s.kind NOT IN ('module', 'field', 'variable', 'parameter')`;
const OTHER_REFS = `SELECT ${SYMBOL_COLUMNS}, r.id AS refId, r.name AS refName FROM symbol s
  JOIN ref_file rf ON rf.path_id = s.path_id AND rf.ref_id <> ? JOIN ref r ON r.id = rf.ref_id
  JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.symbol_id = s.id
  JOIN path p ON p.id = s.path_id WHERE s.name = ? ORDER BY r.indexed_at DESC, p.path, sv.line_start LIMIT 20`;
const NEW_IN_FILE = `SELECT ${SYMBOL_COLUMNS} FROM ref_file rf
  JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id JOIN symbol s ON s.id = sv.symbol_id AND s.kind = ?
  JOIN path p ON p.id = rf.path_id
  WHERE rf.ref_id = ? AND rf.path_id = ? AND NOT EXISTS (SELECT 1 FROM ref_file o JOIN symbol_version ov
    ON ov.file_version_id = o.file_version_id JOIN symbol os ON os.id = ov.symbol_id
    WHERE o.ref_id = ? AND o.path_id = rf.path_id AND os.name = s.name)`;

/** What `subject` may mean in the index. */
export function meantNames(context: Context, subject: string, path: string | undefined): Meant[] {
  const clean = subject.trim();
  if (clean === "") return [];
  const exact = matchesOf(context, clean);
  if (exact.length > 0) {
    const inside = path === undefined ? [] : matchesOf(context, clean, path);
    if (inside.length > 0) return inside.slice(0, NAMES_SHOWN).map((match) => meant(match.row, "one of the symbols of this name"));
    const why = path === undefined ? "one of the symbols of this name" : "the name exists, but in another file";
    return sortByPath(exact, path).slice(0, NAMES_SHOWN).map((match) => meant(match.row, why));
  }
  if (QUESTION.test(clean)) return namesInWords(context, clean);
  const renamed = renamedSince(context, clean);
  const bare = withoutWildcards(clean);
  const all = bare === "" ? [] : nearSymbolsIn(context, bare, NAMES_SHOWN, path === undefined ? undefined : findFiles(context, path));
  const slips = all.filter((one) => one.isHabitOnly);
  const packed = readPackedFiles(context).ids;
  const near = slips.length > 0
    ? slips
    : all.filter(({ score, row }) => score <= UNLIKE && (path !== undefined || !packed.has(row.pathId)));
  return [
    ...renamed,
    ...near.map(({ row, alone, why, isHabitOnly }): Meant => ({
      name: alone ? row.qualifiedName : placeOf(row),
      short: row.name,
      why: `${isHabitOnly ? "the same name in another case" : "the nearest name"}: ${row.kind} ${row.qualifiedName}`,
      sure: isHabitOnly,
      part: why === "parts" || why === "prefix",
    })),
  ];
}

function meant(row: SymbolRow, why: string): Meant {
  return { name: placeOf(row), short: row.name, why: `${why}: ${row.kind} ${row.qualifiedName}` };
}

/** All symbols with a name; empty if there are none. */
export function matchesOf(context: Context, name: string, path?: string): readonly Match[] {
  try {
    return findSymbols(context, name, path);
  } catch (thrown) {
    if (thrown instanceof CallgroveError) return [];
    throw thrown;
  }
}

/** Sorts by how much the path resembles the given one. */
function sortByPath(matches: readonly Match[], path: string | undefined): readonly Match[] {
  if (path === undefined) return matches;
  return [...matches].sort((a, b) => distance(a.row.path, path) - distance(b.row.path, path));
}

/** If another indexed ref has the name: what is new in its file since, the most similar signatures first. */
function renamedSince(context: Context, name: string): Meant[] {
  const last = bareName(name);
  const old = readRows<SymbolRow & { refId: number; refName: string }>(context, OTHER_REFS, context.ref.id, last);
  const found: Meant[] = [];
  for (const row of old.slice(0, 3)) {
    const shape = (one: SymbolRow): string => one.signature.replace(one.name, "");
    const now = readRows<SymbolRow>(context, NEW_IN_FILE, row.kind, context.ref.id, row.pathId, row.refId);
    now.sort((a, b) => distance(shape(a), shape(row)) - distance(shape(b), shape(row)) || a.lineStart - b.lineStart);
    const why = `new in ${row.path} since ${row.refName}, which had ${row.name}`;
    append(found, now.slice(0, 2).map((one): Meant => meant(one, why)));
  }
  return found;
}

/** Words of questions that are never part of a name, and those that rarely are. */
const ASKING = new Set(
  ("a an the of to in on is it its by be do does did for and or with that this from into how what where when who whom which why can all any " +
    "me i there are happens").split(" "),
);
const SELDOM = new Set(
  ("calls call called caller callers callee callees uses use used using function functions method methods class defined definition find show " +
    "code breaks break change changed changes get gets set reach reaches implements implementation made make makes").split(" "),
);
const SELDOM_WEIGHT = 0.3;

/**
 * Strips the ending of a longer word, since a sentence rarely uses the form found in a name (`created` for `create`, `running` for `run`).
 */
function stemOf(word: string): string {
  const one = word.length > 4 ? word.replace(/(?<!s)s$/, "") : word;
  return one.length > 4 ? one.replace(/(ing|ed|er|or|ion|e)$/, "").replace(/([bdgmnprt])\1$/, "$1") : one;
}

/** Symbols whose names, or the name around them, contain the words of a sentence; rare words count more than common ones. */
function namesInWords(context: Context, sentence: string): Meant[] {
  const quoted = /[`"']([\w.:]+)[`"']|\b(\w+[._]\w[\w.]*|\p{Ll}+\p{Lu}\w*)\b/u.exec(sentence);
  const named = quoted === null ? [] : matchesOf(context, quoted[1] ?? quoted[2]!);
  if (named.length > 0) return named.slice(0, NAMES_SHOWN).map((match) => meant(match.row, "named in the question"));
  const wanted = new Set(splitWords(sentence).filter((word) => word.length > 1 && !ASKING.has(word)).map(stemOf));
  if (wanted.size === 0) return [];
  const rows = readRows<{ id: number; name: string; qualifiedName: string }>(context, CALLED_NAMES, context.ref.id);
  const stems = rows.map((row) => {
    const parts = row.qualifiedName.split(/::|\./);
    const own = splitWords(row.name).map(stemOf);
    return { id: row.id, own, around: splitWords(parts.at(-2) ?? "").map(stemOf) };
  });
  const frequency = new Map<string, number>();
  for (const { own } of stems) for (const word of new Set(own)) if (wanted.has(word)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const seldom = new Set([...SELDOM].map(stemOf));
  const weight = (word: string): number =>
    Math.log(1 + rows.length / (1 + (frequency.get(word) ?? 0))) * (seldom.has(word) ? SELDOM_WEIGHT : 1);
  const scored: { id: number; score: number }[] = [];
  for (const { id, own, around } of stems) {
    let [hit, extra] = [0, 0];
    for (const word of new Set(own)) {
      if (wanted.has(word)) hit += weight(word);
      else extra++;
    }
    if (hit === 0) continue;
    for (const word of new Set(around)) if (wanted.has(word) && !own.includes(word)) hit += 0.7 * weight(word);
    scored.push({ id, score: hit - 0.5 * extra });
  }
  scored.sort((a, b) => b.score - a.score || a.id - b.id);
  return scored.slice(0, NAMES_SHOWN).flatMap(({ id }) => {
    const row = readSymbol(context, id);
    return row === undefined ? [] : meant(row, "its name contains words of the question");
  });
}
