/**
 * Where a type, a variant, a constant or a variable is named: in declarations, patterns, literals and values. These are no calls, and the
 * index holds no edges for them. For a function, the places other than its calls and uses as a value: `load.cache = 1`, `found === load`,
 * `typeof load`.
 *
 * Stage: query. The source text shows where the name occurs, the file's imports what it means there. Invariants: a place is certain if the
 * imports lead to the symbol, likely if they say nothing and nothing else has the name, and left out if they lead elsewhere; calls
 * (possible ones too), uses as a value and imports are not listed again.
 */
import type { Confidence } from "../../core/edges.ts";
import { DefinitionFlag } from "../../core/facts.ts";
import { FUNCTION_KINDS, VARIABLE_KINDS } from "../../core/store/symbol_directory.ts";
import { groupSites, type SiteEntry, type SiteRow } from "../answer/sites.ts";
import { type Context, readRow, readRows } from "../context.ts";
import { type Match, readNamed } from "../names/find_symbol.ts";
import { NameReader } from "../names/name_reader.ts";
import { countBearers } from "../rows/bearers.ts";
import { placeAt } from "../rows/listed.ts";
import { type NameMention, readNameMentions } from "../rows/name_mentions.ts";
import { isType } from "../rows/node_types.ts";
import { readOwner, readOwnMembers } from "../rows/own_members.ts";
import { lastOfPlain, OWN_PACKAGE, partsOf, plainName } from "../rows/plain_name.ts";
import { readStanding, Standing } from "../rows/standing.ts";
import { type Around, type FileSymbols, readAround } from "../rows/symbols_around.ts";
import { isAtTop, isTest, scopedNameOf, type SymbolRow } from "../rows/symbol_row.ts";
import { importersOf } from "./import_places.ts";
import { readPossible } from "./possible_callers.ts";

/** Lines with calls of symbols, or uses of them as values. */
const LISTED = `SELECT p.path AS path, e.source_line AS line FROM json_each(?) wanted CROSS JOIN edge e INDEXED BY edge_reverse
  ON e.to_symbol_id = wanted.value AND e.edge_type IN ('calls', 'references')
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN path p ON p.id = rf.path_id`;
const TYPE_OF = `SELECT name AS name, qualified_name AS qualifiedName, kind AS kind FROM symbol WHERE id = ?`;
const VALUES: ReadonlySet<string> = new Set([...VARIABLE_KINDS, "enum_member"]);
/** A macro counts as named only where it is an argument of another macro. */
const MACRO = "macro";
/** The names that languages give to the enclosing instance or type, and to modules around. */
const OWN: ReadonlySet<string> = new Set(["Self", "self", "this", "cls"]);
const NEAR: ReadonlySet<string> = new Set([OWN_PACKAGE, "self", "super"]);

/** Whether a use of the symbol by name is recorded by no edge. */
function isNamed(row: Pick<SymbolRow, "kind">): boolean {
  return isType(row) || VALUES.has(row.kind) || row.kind === MACRO;
}

/**
 * The places where a symbol is named, grouped by the symbol around them, in the order of `groupSites`. Empty for methods, fields and other
 * symbols found by calls or reads.
 */
export function readNamings(context: Context, match: Match): readonly SiteEntry[] {
  const { row, ids } = match;
  const isFunction = row.kind === "function";
  if (!isNamed(row) && !isFunction) return [];
  const standingOf = readStanding(context);
  const meaning = new NameMeaning(context, row, ids);
  const known = readListed(context, ids);
  const possible = new Set(readPossible(context, match).flatMap(({ path, sites }) => sites.map((site) => placeAt(path, site))));
  const rows: SiteRow[] = [];
  const among = isFunction ? filesSeeing(context, row) : undefined;
  for (const file of readNameMentions(context, row.language, row.name, among)) {
    const symbols = readAround(context, file.fileVersion);
    const defined = placesDefining(row.name, symbols);
    const linking = meaning.linesLinking(file.path);
    for (const mention of file.mentions) {
      const { line, column } = mention;
      if (isFunction && (mention.isCalled || mention.isNamespace)) continue;
      if (
        known.has(`${file.path}:${line}`) || possible.has(placeAt(file.path, mention)) || linking.has(line) ||
        defined.has(`${line}:${column}`)
      ) continue;
      if (row.kind === MACRO && !mention.isGivenToMacro) continue;
      const confidence = meaning.confidenceAt(file.path, mention, () => symbols.around(line, column));
      if (confidence === undefined || (mention.isAsked && confidence === "heuristic")) continue;
      const user = symbols.around(line, column).find((one) =>
        !ids.includes(one.id) && (FUNCTION_KINDS.has(one.kind) || isType(one) || one.kind === "module")
      );
      if (user === undefined) continue;
      const test = standingOf(file.path) === Standing.tests || isTest(user);
      const name = scopedNameOf(context, user);
      const rule = confidence === "static" ? "name" : "unique-name";
      rows.push({ id: user.id, path: file.path, name, definitionLine: 0, test, line, column, confidence, rule });
    }
  }
  return groupSites(rows, standingOf);
}

/** The files that may name a function: its own, and if it is at the top level, those that import it. */
function filesSeeing(context: Context, row: SymbolRow): ReadonlySet<string> {
  return new Set([row.path, ...(isAtTop(context, row) ? [...importersOf(context, row)].map(({ path }) => path) : [])]);
}

/** Lines with calls and uses as a value of a symbol, or of its constructors, as `path:line`: other parts of the answer list them. */
function readListed(context: Context, ids: readonly number[]): ReadonlySet<string> {
  const constructors = readOwnMembers(context, ids).filter(({ kind }) => kind === "constructor").map(({ id }) => id);
  const rows = readRows<{ path: string; line: number }>(context, LISTED, JSON.stringify([...ids, ...constructors]), context.ref.id);
  return new Set(rows.map(({ path, line }) => `${path}:${line}`));
}

/** Where symbols with the name are defined, as `line:column`. An embedded field is not counted: it stands where its type is named. */
function placesDefining(name: string, symbols: FileSymbols): ReadonlySet<string> {
  const defining = symbols.all.filter((one) => one.name === name && (one.flags & DefinitionFlag.embedded) === 0);
  return new Set(defining.map(({ nameLine, nameColumn }) => `${nameLine}:${nameColumn}`));
}

/** Decides whether a name, as written in a file, means one symbol. */
class NameMeaning {
  readonly #row: SymbolRow;
  readonly #ids: readonly number[];
  readonly #reader: NameReader;
  /** The type of a variant or of a type's constant. */
  readonly #owner: { readonly name: string; readonly qualifiedName: string } | undefined;
  readonly #isAlone: boolean;

  constructor(context: Context, row: SymbolRow, ids: readonly number[]) {
    this.#row = row;
    this.#ids = ids;
    this.#reader = new NameReader(context, (name) => readNamed(context, name));
    const owner = VALUES.has(row.kind)
      ? readRow<{ name: string; qualifiedName: string; kind: string }>(context, TYPE_OF, readOwner(context, row))
      : undefined;
    this.#owner = owner !== undefined && isType(owner) ? owner : undefined;
    const name = this.#owner?.name ?? row.name;
    this.#isAlone = countBearers(context, name, row.language) <= 1;
  }

  /** Lines of a file that import or export the name. */
  linesLinking(path: string): ReadonlySet<number> {
    return this.#reader.linesLinking(path, this.#row.name);
  }

  /**
   * How certain a mention is; undefined if it means something else.
   * @param around the symbols around the place
   */
  confidenceAt(path: string, { object, isOfPath, at }: NameMention, around: () => IteratorObject<Around>): Confidence | undefined {
    const objects = object === "" ? [] : partsOf(plainName(object));
    const last = objects.at(-1);
    if (this.#owner !== undefined && last !== undefined && OWN.has(last)) {
      const type = `${plainName(this.#owner.qualifiedName)}.`;
      return around().some(({ qualifiedName }) => `${plainName(qualifiedName)}.`.startsWith(type)) ? "static" : undefined;
    }
    const meant = this.#reader.meantAt(path, [...objects, this.#row.name], at, objects.length > 0, isOfPath);
    if (meant === undefined) return undefined;
    if (meant.length > 0) return meant.some(({ id }) => this.#ids.includes(id)) ? "static" : undefined;
    return this.#isAlone && this.#isLikely(path, objects) ? "heuristic" : undefined;
  }

  /** Whether a name that imports do not explain may mean the symbol: what precedes it suggests so, or a function imports it. */
  #isLikely(path: string, objects: readonly string[]): boolean {
    const last = objects.at(-1);
    if (this.#row.kind === MACRO) return true;
    if (this.#owner !== undefined) return last === this.#owner.name;
    const { name } = this.#row;
    if (last === undefined) return this.#reader.importsInside(path, name) || this.#reader.isLost(path, name);
    const whole = partsOf(plainName(this.#row.qualifiedName));
    return NEAR.has(last) || whole.slice(0, -1).includes(last) ||
      lastOfPlain(this.#row.path.replace(/\.\w+$/, "").replaceAll("/", ".")) === last;
  }
}
