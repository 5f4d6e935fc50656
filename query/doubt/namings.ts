/**
 * Where a type, a variant of one, a constant or a variable is named: in declarations, patterns, literals and values. That is no call, and the index
 * holds no edge for it. Of a function these are the places beside its calls and hand-overs: `load.cache = 1`, `found === load`, `typeof load`.
 *
 * Stage: query. The text tells where the name stands, the file's imports what it means there. Invariants: a place is certain where they lead to the
 * symbol, likely where they tell nothing and nothing else bears the name, and none where they lead elsewhere; places of calls, possible ones too,
 * hand-overs and imports are not told twice.
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

/** Lines with calls and hand-overs of symbols. */
const TOLD = `SELECT p.path AS path, e.source_line AS line FROM json_each(?) wanted CROSS JOIN edge e INDEXED BY edge_reverse
  ON e.to_symbol_id = wanted.value AND e.edge_type IN ('calls', 'references')
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN path p ON p.id = rf.path_id`;
const TYPE_OF = `SELECT name AS name, qualified_name AS qualifiedName, kind AS kind FROM symbol WHERE id = ?`;
const VALUES: ReadonlySet<string> = new Set([...VARIABLE_KINDS, "enum_member"]);
/** Of one a place counts where another is given its name. */
const MACRO = "macro";
/** The enclosing instance or type, and modules around, by the names that languages give them. */
const OWN: ReadonlySet<string> = new Set(["Self", "self", "this", "cls"]);
const NEAR: ReadonlySet<string> = new Set([OWN_PACKAGE, "self", "super"]);

/** Whether code that names a symbol is no edge. */
function isNamed(row: Pick<SymbolRow, "kind">): boolean {
  return isType(row) || VALUES.has(row.kind) || row.kind === MACRO;
}

/** See the head of this file; by what they stand in, in the order of `groupSites`. Empty for what is called or read behind a dot. */
export function readNamings(context: Context, match: Match): readonly SiteEntry[] {
  const { row, ids } = match;
  const isFunction = row.kind === "function";
  if (!isNamed(row) && !isFunction) return [];
  const standingOf = readStanding(context);
  const meaning = new NameMeaning(context, row, ids);
  const told = readTold(context, ids);
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
        told.has(`${file.path}:${line}`) || possible.has(placeAt(file.path, mention)) || linking.has(line) ||
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

/** The files that may name a function: its own, and if it stands at the top of that those that import it. */
function filesSeeing(context: Context, row: SymbolRow): ReadonlySet<string> {
  return new Set([row.path, ...(isAtTop(context, row) ? [...importersOf(context, row)].map(({ path }) => path) : [])]);
}

/** Lines that answers about a symbol tell already, as `path:line`: those with calls and hand-overs of it, or of what makes its instances. */
function readTold(context: Context, ids: readonly number[]): ReadonlySet<string> {
  const constructors = readOwnMembers(context, ids).filter(({ kind }) => kind === "constructor").map(({ id }) => id);
  const rows = readRows<{ path: string; line: number }>(context, TOLD, JSON.stringify([...ids, ...constructors]), context.ref.id);
  return new Set(rows.map(({ path, line }) => `${path}:${line}`));
}

/** Where something is defined under the name, as `line:column`. A field without a name stands where its type does; an embedded one also has the type's name. */
function placesDefining(name: string, symbols: FileSymbols): ReadonlySet<string> {
  const defining = symbols.all.filter((one) => one.name === name && (one.flags & DefinitionFlag.embedded) === 0);
  return new Set(defining.map(({ nameLine, nameColumn }) => `${nameLine}:${nameColumn}`));
}

/** Whether a name as it stands in a file means one symbol. */
class NameMeaning {
  readonly #row: SymbolRow;
  readonly #ids: readonly number[];
  readonly #reader: NameReader;
  /** Of a variant, and of a constant of a type: that type. */
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

  /** How sure it is; undefined: it means something else. @param around symbols around the place */
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

  /** Whether a name that nothing tells may be this one's: what stands before it says so, or a function imports it. */
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
