/**
 * The names most similar to one that does not exist.
 *
 * Stage: query. Candidates are the names that share the most trigrams with the written one, and all names if it is so short that a
 * misspelling leaves no trigram intact. Invariant: every name returned means one symbol of the ref and can be asked for as it is.
 */
import { distance } from "fastest-levenshtein";
import { append, compareText } from "../../core/base/lists.ts";
import { DefinitionFlag } from "../../core/facts.ts";
import { isHandle } from "../../core/facts/symbol_ids.ts";
import { type Context, readRow, readRows } from "../context.ts";
import { countCalls } from "../rows/count_calls.ts";
import { keep, remembered } from "../rows/kept.ts";
import { weightOfKind } from "../rows/node_types.ts";
import { readPackedFiles } from "../rows/packed_code.ts";
import { plainName } from "../rows/plain_name.ts";
import { FOUND_SYMBOL_FROM, isTest, placeOf, recallShownName, type SymbolRow } from "../rows/symbol_row.ts";
import { readTestFiles } from "../rows/test_files.ts";
import { groupTwins } from "../rows/twins.ts";
import { lettersOf, type Likened, likeness, nameOf, UNLIKE, type Wanted, wantedOf } from "./name_likeness.ts";
import { makeTrigramIndex, namesByLeast, namesBySharedTrigrams, type TrigramIndex } from "./trigram_index.ts";
import { pathIdsOf } from "./paths.ts";
import { readInOrder } from "./search_matches.ts";

/** Contains names of all refs, and some of deleted symbols; `takeBorne` selects those in this ref. */
const WITH_GROUPS = `SELECT name FROM symbol_name WHERE symbol_name MATCH ? ORDER BY length(name) LIMIT 300`;
const NAMES = `SELECT json_group_array(name) AS names FROM symbol_name`;
const HOMES_OF =
  `SELECT s.id AS id, s.name AS name, s.language AS language, s.kind AS kind, s.qualified_name AS qualifiedName, s.path_id AS pathId,
    sv.exported AS exported, sv.flags AS flags ${FOUND_SYMBOL_FROM}
  WHERE s.name IN (SELECT value FROM json_each(?)) AND s.kind <> 'module' ORDER BY p.path, sv.line_start`;

/** From this length on, a misspelling leaves enough trigrams intact to find the name. */
const GROUPS_SUFFICE = 8;
/** The most names whose symbols are read. */
const NAMES_READ = 40;
/** The most names compared because of shared trigrams. */
const BY_GROUPS = 400;
/** If all are equally near, this many times the wanted number of names is examined. */
const ENOUGH = 4;
/** The most names listed in an error. */
const NEAREST = 3;
/** The most symbols returned per name. */
const HOMES = 2;

/** A symbol whose name is near a wanted one. */
export interface NearName {
  /** What to ask for. */
  readonly name: string;
  readonly kind: string;
  readonly path: string;
  readonly line: number;
}

/** Near names as data of an error; {} if there are none. */
export function asSuggestions(near: readonly NearName[]): { did_you_mean?: string[]; candidates?: readonly NearName[] } {
  return near.length === 0 ? {} : { did_you_mean: near.map(({ name }) => name), candidates: near };
}

/** A symbol whose name is near the written one. */
export interface NearSymbol extends Likened {
  readonly row: SymbolRow;
  /** Whether its qualified name is unique, and whether its name is unique in its file. */
  readonly alone: boolean;
  readonly aloneInFile: boolean;
  /** It differs from what was written only in case and word separators, as another language would write the name. */
  readonly isHabitOnly: boolean;
}

/** Whether a symbol is of a kind that questions by name are usually about. */
export function isAskedFor({ kind }: Home): boolean {
  return kind !== "field" && kind !== "variable";
}

/**
 * The few symbols whose names are nearest to the last part of `wanted`, nearest first; fewer only if the ref has no more.
 * @param files where it was looked for
 */
export function nearestNames(context: Context, written: string, files?: readonly string[]): NearName[] {
  const wanted = isHandle(written) ? recallShownName(written)?.qualifiedName : written;
  if (wanted === undefined) return [];
  return nearSymbolsIn(context, wanted, NEAREST, files).map(({ row, alone, aloneInFile }) => ({
    name: alone ? row.qualifiedName : aloneInFile ? `${row.path}:${row.name}` : placeOf(row),
    kind: row.kind,
    path: row.path,
    line: row.nameLine,
  }));
}

/** Like `nearSymbols`, with symbols in the files where it was looked for first. */
export function nearSymbolsIn(context: Context, wanted: string, count: number, files: readonly string[] | undefined): NearSymbol[] {
  const all = nearSymbols(context, wanted, count, { fits: isAskedFor, most: 1 });
  if (files === undefined) return all;
  const paths = new Set(pathIdsOf(context, files));
  const inside = nearSymbols(context, wanted, count, { fits: (home) => isAskedFor(home) && paths.has(home.pathId) });
  return [...inside, ...all.filter(({ row }) => !inside.some((one) => one.row.id === row.id))].slice(0, count);
}

/**
 * Symbols with names similar to the last part of `wanted`, nearest first.
 * @param options.fits selects the symbols that count
 * @param options.most leaves out names with a higher score; 1 leaves out none, as long as there are fewer than `count`
 * @param options.continuing only names that begin with it or contain its words, not the name itself
 */
export function nearSymbols(
  context: Context,
  wanted: string,
  count: number,
  options: { readonly fits: Fits; readonly most?: number; readonly continuing?: boolean },
): NearSymbol[] {
  const { fits, most = UNLIKE } = options;
  const parts = wanted.split(/::|[.#/:]+/).filter((part) => part !== "");
  const last = wantedOf(parts.at(-1) ?? wanted);
  const ranked = options.continuing === true ? continuingNames(context, last, fits) : rankNames(context, last, { fits, count, most });
  const near: Near[] = [];
  for (const name of ranked) {
    if (near.length >= count && (stepOf(name) > stepOf(near.at(-1)!) || near.length >= ENOUGH * count)) break;
    append(near, homesOf(context, name, fits, parts));
  }
  const inName = (a: Near, b: Near): number => a.name === b.name ? a.order - b.order : 0;
  const isSame = (one: Near): number => one.name === last.text ? 0 : 1;
  const isSlip = ({ isHabitOnly }: Near): number => isHabitOnly ? 0 : 1;
  near.sort((a, b) =>
    isSlip(a) - isSlip(b) || stepOf(a) - stepOf(b) || isSame(a) - isSame(b) || Number(b.isOwners) - Number(a.isOwners) || inName(a, b) ||
    byWeight(context, a.home, b.home) ||
    a.score - b.score ||
    compareText(a.name, b.name)
  );
  const best = new Map(near.slice(0, count).map((one) => [one.home.id, one]));
  return readInOrder(context, [...best.keys()]).map((row) => {
    const { score, why, alone, aloneInFile, isHabitOnly } = best.get(row.id)!;
    return { row, score, why, alone, aloneInFile, isHabitOnly };
  });
}

/** Rounds scores, since small differences are chance: within a step, often used symbols come first. */
function stepOf({ score }: Likened): number {
  return Math.round(score * 20);
}

/** The columns needed to select a symbol. */
export type Home = Pick<SymbolRow, "id" | "language" | "kind" | "qualifiedName" | "pathId" | "exported" | "flags">;
type CalledHome = Home & { readonly calls: number };
type Near = Ranked & Pick<NearSymbol, "alone" | "aloneInFile" | "isHabitOnly"> & {
  readonly home: CalledHome;
  readonly order: number;
  readonly isOwners: boolean;
};

/**
 * The symbols with a name that are worth listing, best first.
 * @param parts the parts of the written name: if the last one is right and those before it are wrong, all symbols are returned, else the
 * best of them
 */
function homesOf(context: Context, name: Ranked, fits: Fits, parts: readonly string[]): Near[] {
  const { all, bearers, inFile } = remembered(context, `called ${name.name}`, () => {
    const homes = readHomes(context, [name]).get(name.name) ?? [];
    const calls = countCalls(context, homes.map((home) => home.id));
    const all = groupTwins(homes).map((twins): CalledHome => ({
      ...twins.find((home) => (home.flags & DefinitionFlag.bodiless) === 0) ?? twins[0]!,
      calls: twins.reduce((sum, home) => sum + calls.get(home.id)!, 0),
    }));
    return { all, bearers: countBy(all, (home) => home.qualifiedName), inFile: countBy(all, (home) => home.pathId) };
  });
  const fitting = all.filter(fits);
  const isRight = name.name.toLowerCase() === parts.at(-1)?.toLowerCase();
  const isOwners = (home: Home): boolean => parts.length > 1 && ownerOf(home) === parts.at(-2)!.toLowerCase();
  const homes = isRight
    ? rankHomes(fitting, parts)
    : fitting.sort((a, b) => Number(isOwners(b)) - Number(isOwners(a)) || byWeight(context, a, b)).slice(0, HOMES);
  const isSpeltAlike = lettersOf(name.name) === lettersOf(parts.at(-1) ?? "");
  const whole = lettersOf(`.${parts.join(".")}`);
  return homes.map((home, order) => ({
    ...name,
    home,
    order,
    isOwners: isOwners(home),
    alone: bearers.get(home.qualifiedName) === 1,
    aloneInFile: inFile.get(home.pathId) === 1,
    isHabitOnly: isSpeltAlike && lettersOf(`.${plainName(home.qualifiedName)}`).endsWith(whole),
  }));
}

/** The second to last part of a name, in lower case. */
function ownerOf({ qualifiedName }: Home): string | undefined {
  return plainName(qualifiedName).split(".").at(-2)?.toLowerCase();
}

function countBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, number> {
  const counts = new Map<K, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

/** Code before tests before packed code, callables and types before values, public before private, often called first. */
function byWeight(context: Context, a: CalledHome, b: CalledHome): number {
  const packed = readPackedFiles(context).ids;
  const testFiles = readTestFiles(context).pathIds;
  const weight = (row: Home): number =>
    (packed.has(row.pathId) ? 8 : 0) + (isTest(row) || testFiles.has(row.pathId) ? 4 : 0) + weightOfKind(row.kind) * 2 +
    (row.exported === 1 ? 0 : 1);
  return weight(a) - weight(b) || b.calls - a.calls;
}

type Ranked = Likened & { readonly name: string };

/** The symbols of this ref with these names; a name without symbols has no entry or an empty one. */
function readHomes(context: Context, names: readonly Ranked[]): ReadonlyMap<string, readonly Home[]> {
  const known = remembered(context, "homes", () => new Map<string, Home[]>());
  const unknown = names.flatMap(({ name }) => known.has(name) ? [] : name);
  for (const name of unknown) known.set(name, []);
  if (unknown.length === 0) return known;
  for (const { name, ...home } of readRows<Home & { name: string }>(context, HOMES_OF, context.ref.id, JSON.stringify(unknown))) {
    known.get(name)!.push(home);
  }
  return known;
}

/** Selects the symbols that count. */
type Fits = (home: Home) => boolean;

/** The first of these names that have matching symbols; others would take their places. */
function takeBorne(context: Context, names: readonly Ranked[], fits: Fits): Ranked[] {
  const borne: Ranked[] = [];
  for (let at = 0; at < names.length && borne.length < NAMES_READ; at += NAMES_READ) {
    const some = names.slice(at, at + NAMES_READ);
    const homes = readHomes(context, some);
    append(borne, some.filter(({ name }) => homes.get(name)!.some(fits)));
  }
  return borne.slice(0, NAMES_READ);
}

function rankNames(
  context: Context,
  wanted: Wanted,
  { fits, count, most }: { readonly fits: Fits; readonly count: number; readonly most: number },
): Ranked[] {
  const sharing = remembered(context, `groups ${wanted.text}`, () => {
    return namesBySharedTrigrams(allNames(context), wanted, BY_GROUPS)
      .map((name): Ranked => ({ name: name.text, ...likeness(name, wanted, { deep: true, most: 1 }) })).sort(byScore);
  });
  const known = takeBorne(context, sharing.filter((one) => one.score <= most), fits);
  const good = known.filter((one) => one.score <= UNLIKE).length;
  if (good >= count && wanted.letters.length >= GROUPS_SUFFICE) return known;
  // If enough names are near, distant ones are not searched.
  const farthest = good >= count ? Math.min(most, UNLIKE) : most;
  const slack = wanted.isInitials || farthest > UNLIKE ? Infinity : 3;
  const take = (names: readonly Ranked[]): Ranked[] => takeBorne(context, names, fits);
  return likenAll(known, allNames(context), wanted, { slack, most: farthest, enough: ENOUGH * count, take });
}

function allNames(context: Context): TrigramIndex {
  return keep(context, "names", () => makeTrigramIndex(JSON.parse(readRow<{ names: string }>(context, NAMES)!.names) as string[]));
}

/** The known names, and all others that `take` accepts and that are no farther than the `enough`-th best, nearest first. */
function likenAll(
  known: readonly Ranked[],
  table: TrigramIndex,
  wanted: Wanted,
  { slack, most, enough, take }: {
    readonly slack: number;
    readonly most: number;
    readonly enough: number;
    take(names: readonly Ranked[]): Ranked[];
  },
): Ranked[] {
  const seen = new Set(known.map((one) => one.name));
  let best = [...known];
  for (const [least, names] of namesByLeast(table, wanted, slack)) {
    const options = { deep: false, most: Math.min(most, best[enough - 1]?.score ?? most) };
    if (least > options.most) break;
    const near = names.flatMap((name): Ranked[] => {
      if (seen.has(name.text)) return [];
      const one = likeness(name, wanted, options);
      return one.score <= options.most ? [{ name: name.text, ...one }] : [];
    });
    best = take([...best, ...near].sort(byScore));
  }
  return best;
}

function byScore(a: Ranked, b: Ranked): number {
  return a.score - b.score || a.name.length - b.name.length || compareText(a.name, b.name);
}

/** Names that begin with this one, or contain its words. */
function continuingNames(context: Context, wanted: Wanted, fits: Fits): Ranked[] {
  const groups = wanted.words.flatMap(groupsOf);
  if (groups.length === 0) return [];
  const names = readRows<{ name: string }>(context, WITH_GROUPS, groups.join(" AND ")).map(({ name }): Ranked => ({
    name,
    ...likeness(nameOf(name), wanted, { deep: false, most: 1 }),
  }));
  const continuing = names.filter((one) => one.why === "prefix" || one.why === "parts").sort((a, b) => a.score - b.score);
  return takeBorne(context, continuing, fits);
}

/** All trigrams of a text, quoted for a full-text query. */
function groupsOf(text: string): string[] {
  const letters = Array.from(text);
  return letters.slice(2).map((_, i) => `"${letters.slice(i, i + 3).join("").replaceAll('"', '""')}"`);
}

/** Sorts by how similar the enclosing names are to the written ones. */
function rankHomes(homes: readonly CalledHome[], parts: readonly string[]): CalledHome[] {
  const outer = parts.slice(0, -1).join(".").toLowerCase();
  const scores = new Map(homes.map((home) => {
    const before = home.qualifiedName.replaceAll("::", ".").split(".").slice(0, -1).slice(-Math.max(1, parts.length - 1)).join(".");
    return [home, distance(before.toLowerCase(), outer)];
  }));
  return [...homes].sort((a, b) => scores.get(a)! - scores.get(b)!);
}
