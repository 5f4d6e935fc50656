/**
 * The names that look most like one that is not there.
 *
 * Stage: query. Candidates come from the table of names by the groups of three letters that they share with what was written, and from
 * all names where what was written is so short that a slip of the finger leaves no such group whole. Invariant: every name that is
 * given back means one symbol of the ref and can be asked for as it stands.
 */
import { distance } from "fastest-levenshtein";
import { type Context, readRow, readRows } from "./context.ts";
import { keep } from "./kept.ts";
import { isInitials, type Likened, likeness, mayBeLike, type Name, nameOf, type Wanted, wantedOf } from "./name_likeness.ts";
import { weightOfKind } from "./node_types.ts";
import { FOUND_SYMBOL_FROM, isTest, placeOf, SYMBOL_COLUMNS, type SymbolRow } from "./symbol_row.ts";

/** Of all refs, and some of deleted symbols: those that this ref lacks are passed over when their symbols are read. */
const BY_GROUPS = `SELECT name FROM symbol_name WHERE symbol_name MATCH ? ORDER BY rank LIMIT 300`;
const WITH_GROUPS = `SELECT name FROM symbol_name WHERE symbol_name MATCH ? ORDER BY length(name) LIMIT 300`;
const NAMES = `SELECT json_group_array(name) AS names FROM symbol_name`;
const BY_NAMES = `SELECT ${SYMBOL_COLUMNS},
    (SELECT count(*) FROM edge e CROSS JOIN ref_file o ON o.resolution_id = e.resolution_id AND o.ref_id = rf.ref_id
      WHERE e.to_symbol_id = s.id AND e.edge_type = 'calls') AS callers ${FOUND_SYMBOL_FROM}
  WHERE s.name IN (SELECT value FROM json_each(?)) AND s.kind <> 'module' ORDER BY p.path, sv.line_start`;

/** From this length on a slip leaves groups of three letters whole, so they lead to the name that was meant. */
const GROUPS_SUFFICE = 8;
/** A score above this is no likeness. */
const UNLIKE = 0.5;
/** Names whose symbols are read. */
const NAMES_READ = 40;
/** Names that are compared before it is seen again how near one must be to be read. */
const NAMES_AT_ONCE = 500;
/** Symbols of one name that are given back. */
const HOMES = 2;

export interface NearName {
  /** What to ask for. */
  readonly name: string;
  readonly kind: string;
  readonly path: string;
  readonly line: number;
}

/** A symbol whose name is near what was written. */
export interface NearSymbol extends Likened {
  readonly row: SymbolRow;
  /** Whether its qualified name means it alone. */
  readonly alone: boolean;
}

/** Up to `count` symbols whose names are nearest to the last part of `wanted`, nearest first; whatever there is, if nothing is near. */
export function nearestNames(context: Context, wanted: string, count = 3): NearName[] {
  const isWanted = (row: SymbolRow): boolean => row.kind !== "field" && row.kind !== "variable";
  return nearSymbols(context, wanted, count, { fits: isWanted, most: 1 }).map(({ row, alone }) => ({
    name: alone ? row.qualifiedName : placeOf(row),
    kind: row.kind,
    path: row.path,
    line: row.nameLine,
  }));
}

/**
 * Symbols with names like the last part of `wanted`, nearest first.
 * @param options.fits which symbols are asked for.
 * @param options.most names with a higher score are left out; 1: whatever is nearest.
 * @param options.continuing only names that begin with it or hold its words, not the name itself.
 */
export function nearSymbols(
  context: Context,
  wanted: string,
  count: number,
  options: { fits(row: SymbolRow): boolean; readonly most?: number; readonly continuing?: boolean },
): NearSymbol[] {
  const { fits, most = UNLIKE } = options;
  const parts = wanted.split(/::|[.#/:]+/).filter((part) => part !== "");
  const last = wantedOf(parts.at(-1) ?? wanted);
  const continuing = options.continuing === true;
  const { names, rows } = remembered(context, `${continuing} ${count} ${most} ${last.text}`, () => {
    const ranked = continuing ? continuingNames(context, last) : rankNames(context, last, count, most);
    const names = new Map(ranked.map((one) => [one.name, one]));
    return { names, rows: readRows<CalledRow>(context, BY_NAMES, context.ref.id, JSON.stringify([...names.keys()])) };
  });
  const homes = Map.groupBy(rows.filter(fits), (row) => row.name);
  const near: NearSymbol[] = [];
  for (const [name, own] of homes) {
    const { score, why } = names.get(name)!;
    // Where the name is right and what stands before it is wrong, all its homes are worth naming; else the best of them.
    for (const row of name === last.text ? rankHomes(own, parts) : [...own].sort(byWeight).slice(0, HOMES)) {
      near.push({ row, score, why, alone: rows.filter((one) => one.qualifiedName === row.qualifiedName).length === 1 });
    }
  }
  // Scores that differ by little differ by chance: then what is asked for more often goes first.
  const step = (one: NearSymbol): number => Math.round(one.score * 20);
  const order = new Map(near.map((one, i) => [one, i]));
  const inName = (a: NearSymbol, b: NearSymbol): number => a.row.name === b.row.name ? order.get(a)! - order.get(b)! : 0;
  return near.sort((a, b) =>
    step(a) - step(b) || inName(a, b) || byWeight(a.row as CalledRow, b.row as CalledRow) || a.score - b.score ||
    (a.row.name < b.row.name ? -1 : 1)
  ).slice(0, count);
}

const found = new WeakMap<Context, Map<string, unknown>>();

/** What was found out for a question already: the answer, its error and what is suggested next look for the same names. */
function remembered<T>(context: Context, key: string, find: () => T): T {
  let known = found.get(context);
  if (known === undefined) found.set(context, known = new Map());
  if (!known.has(key)) known.set(key, find());
  return known.get(key) as T;
}

type CalledRow = SymbolRow & { readonly callers: number };

/** Code before tests, what runs and types before values, public before private, much called first. */
function byWeight(a: CalledRow, b: CalledRow): number {
  const weight = (row: SymbolRow): number => (isTest(row) ? 4 : 0) + weightOfKind(row.kind) * 2 + (row.exported === 1 ? 0 : 1);
  return weight(a) - weight(b) || b.callers - a.callers;
}

type Ranked = Likened & { readonly name: string };

function rankNames(context: Context, wanted: Wanted, count: number, most: number): Ranked[] {
  const scores = new Map<string, Ranked>();
  const add = (ranked: readonly Ranked[]): void => {
    for (const one of ranked) if (one.score <= most && !scores.has(one.name)) scores.set(one.name, one);
  };
  add(remembered(context, `groups ${wanted.text}`, () => {
    return namesByGroups(context, wanted).map((name) => ({ name, ...likeness(nameOf(name), wanted, { deep: true, most: 1 }) }));
  }));
  const good = (): number => [...scores.values()].filter((one) => one.score <= UNLIKE).length;
  if (wanted.letters.length < GROUPS_SUFFICE || good() < count) {
    const slack = isInitials(wanted.text) || (good() < count && most > UNLIKE) ? 1000 : 3;
    const { length } = wanted.text;
    add(remembered(context, `length ${slack} ${most} ${wanted.text}`, () => {
      return likenAll(allNames(context).filter((name) => Math.abs(name.text.length - length) <= slack), wanted, most);
    }));
  }
  return [...scores.values()].sort(byScore).slice(0, NAMES_READ);
}

/** Every name that a symbol bears, ready to be compared. */
function allNames(context: Context): readonly Name[] {
  return keep(context, "names", () => (JSON.parse(readRow<{ names: string }>(context, NAMES)!.names) as string[]).map(nameOf));
}

/** The nearest of many names, as many as are read; what can be no nearer than those that are known is not compared. */
function likenAll(names: readonly Name[], wanted: Wanted, most: number): Ranked[] {
  let best: Ranked[] = [];
  for (let start = 0; start < names.length; start += NAMES_AT_ONCE) {
    const options = { deep: false, most: Math.min(most, best[NAMES_READ - 1]?.score ?? most) };
    for (const name of names.slice(start, start + NAMES_AT_ONCE)) {
      if (!mayBeLike(name, wanted, options.most)) continue;
      const one = likeness(name, wanted, options);
      if (one.score <= options.most) best.push({ name: name.text, ...one });
    }
    best = best.sort(byScore).slice(0, NAMES_READ);
  }
  return best;
}

function byScore(a: Ranked, b: Ranked): number {
  return a.score - b.score || a.name.length - b.name.length || (a.name < b.name ? -1 : 1);
}

/** Names that go on where this one ends, or hold its words. */
function continuingNames(context: Context, wanted: Wanted): Ranked[] {
  const groups = wanted.words.flatMap(groupsOf);
  if (groups.length === 0) return [];
  return readRows<{ name: string }>(context, WITH_GROUPS, groups.join(" AND ")).map(({ name }) => ({
    name,
    ...likeness(nameOf(name), wanted, { deep: false, most: 1 }),
  }))
    .filter((one) => one.why === "prefix" || one.why === "parts").sort((a, b) => a.score - b.score).slice(0, NAMES_READ);
}

/** Names that have all words of what was written, then those that share the most groups of three letters with it. */
function namesByGroups(context: Context, wanted: Wanted): string[] {
  const ask = (query: string): string[] => query === "" ? [] : readRows<{ name: string }>(context, BY_GROUPS, query).map((row) => row.name);
  const words = wanted.words.flatMap(groupsOf);
  const whole = groupsOf(wanted.text.toLowerCase());
  return [...ask(words.join(" AND ")), ...ask([...new Set([...whole, ...words])].join(" OR "))];
}

/** Every three letters of a text, quoted for a full-text query. */
function groupsOf(text: string): string[] {
  const letters = Array.from(text);
  return letters.slice(2).map((_, i) => `"${letters.slice(i, i + 3).join("").replaceAll('"', '""')}"`);
}

/** Homes whose enclosing names look like the written ones first. */
function rankHomes(rows: readonly CalledRow[], parts: readonly string[]): CalledRow[] {
  const outer = parts.slice(0, -1).join(".");
  const score = (row: SymbolRow): number => {
    const before = row.qualifiedName.replaceAll("::", ".").split(".").slice(0, -1).slice(-Math.max(1, parts.length - 1)).join(".");
    return distance(before.toLowerCase(), outer.toLowerCase());
  };
  return [...rows].sort((a, b) => score(a) - score(b));
}
