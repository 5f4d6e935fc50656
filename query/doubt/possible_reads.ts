/**
 * Where a property or a field may be read or set, which is no call. Accesses of a property, which run code, are in the index; all others
 * are searched in the source.
 *
 * Stage: query. Invariants: a place is certain if its object is known to be of the member's type, left out if it is of another type with
 * such a member, and otherwise possible by name alone, unless too many members share the name. A place on the own object counts only if the
 * type around it is related to the member's.
 */
import { DefinitionFlag } from "../../core/facts.ts";
import { FUNCTION_KINDS } from "../../core/store/symbol_directory.ts";
import { groupSites, type SiteEntry, type SiteRow } from "../answer/sites.ts";
import { type Context, readRows } from "../context.ts";
import { type Match, readNamed } from "../names/find_symbol.ts";
import { NameReader } from "../names/name_reader.ts";
import { ValueTypes } from "../names/value_types.ts";
import { countBearers, countMembers } from "../rows/bearers.ts";
import { remembered } from "../rows/kept.ts";
import { GIVEN_TYPE, kinTables } from "../rows/kin.ts";
import { type MemberMention, type MentioningFile, readMemberMentions } from "../rows/member_mentions.ts";
import { findNameMentions } from "../rows/name_mentions.ts";
import { isClass, isType } from "../rows/node_types.ts";
import { readOwner, readOwnMembers } from "../rows/own_members.ts";
import { readSourceText } from "../rows/source_texts.ts";
import { readStanding, Standing } from "../rows/standing.ts";
import { filesStoring } from "../rows/stored_members.ts";
import { type Around, readAround } from "../rows/symbols_around.ts";
import { isAccessor, isTest, readSymbol, scopedNameOf, type SymbolRow } from "../rows/symbol_row.ts";
import { attributesOf } from "./accessor_methods.ts";
import { readRecordedAccesses, readUnresolvedAccesses } from "./recorded_accesses.ts";

/** A type, its subtypes, and all their bases. */
const KIN = `${GIVEN_TYPE}, ${kinTables("'extends', 'implements'")}
  SELECT kin.id AS id, kin.id IN (SELECT id FROM heir) AS heir FROM kin`;
/** If more members than this share a name (`name`, `id`), a place counts only by its type. */
const MOST_BEARERS = 20;
const MEMBERS: ReadonlySet<string> = new Set(["method", "field"]);

/** The most files that are read for assignments in place of a method: if more assign the name, most mean another. */
const MOST_REPLACING = 24;
/** Lines with calls, or uses as a value, of symbols. */
const CERTAIN = `SELECT DISTINCT p.path || ':' || e.source_line AS place FROM json_each(?) wanted CROSS JOIN edge e INDEXED BY edge_reverse
  ON e.to_symbol_id = wanted.value AND e.edge_type IN ('calls', 'references')
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN path p ON p.id = rf.path_id`;

/** Places that may read or set a member. */
export interface PossibleReads {
  /** Grouped by the symbol around them, in the order of `groupSites`. */
  readonly entries: readonly SiteEntry[];
  /** How many members of the repository have the name: if more than one, any may be meant. */
  readonly bearers: number;
  /** The number of places known by name alone that are not listed, because too many members share the name. */
  readonly unlisted: number;
  /** The entries that are not edges of the index. */
  readonly unlinked: readonly SiteEntry[];
  /** Whether all entries are certain and no other place may read the member. */
  readonly areCertain: boolean;
}

/** Whether a symbol is read or set behind a dot without a call: a property, a getter, a setter, a field. */
export function isRead({ flags, kind }: Pick<SymbolRow, "flags" | "kind">): boolean {
  return isAccessor({ flags }) || kind === "field";
}

/** Whether an unknown decorator may turn a method into a property (`@cache_readonly`). */
export function mayBeProperty(context: Context, { flags, kind, language }: SymbolRow): boolean {
  return kind === "method" && (flags & DefinitionFlag.passedOut) !== 0 && !isAccessor({ flags }) &&
    context.rulesOf(language).decoratorsMakeProperties === true;
}

/** Whether a class is a member of another class, whose methods read it through their own object (`self.Meta`). */
function isClassWithin(context: Context, row: SymbolRow): boolean {
  const owner = isClass(context, row) && context.rulesOf(row.language).classesAreMembers
    ? readSymbol(context, readOwner(context, row))
    : undefined;
  return owner !== undefined && isType(owner);
}

/** The files that assign something in place of a method, which alone may read it; undefined for a member that may be read anywhere. */
function filesReplacing(context: Context, row: SymbolRow): ReadonlySet<string> | undefined {
  if (isRead(row) || mayBeProperty(context, row) || isClassWithin(context, row)) return undefined;
  if (row.kind !== "method" || !context.rulesOf(row.language).duckTyped) return new Set();
  const files = filesStoring(context, row.name);
  return files.size > MOST_REPLACING ? new Set() : files;
}

/**
 * Places that may read or set a member. For a getter or setter registered under another name, those of that attribute. Empty for what is
 * only called; for a method that may be replaced, only certain places.
 */
export function readPossibleReads(context: Context, match: Match): PossibleReads {
  return remembered(context, `possible reads of ${match.row.id} ${match.ids.join()}`, () => findPossibleReads(context, match));
}

function findPossibleReads(context: Context, { row, ids }: Match): PossibleReads {
  const attributes = attributesOf(context, row, ids).map((one) => readPossibleReads(context, { row: one, ids: [one.id], twins: [] }));
  if (!isAccessor(row) && attributes.length > 0) return attributes[0]!;
  const replacing = filesReplacing(context, row);
  if (replacing?.size === 0) return { entries: [], bearers: 0, unlisted: 0, unlinked: [], areCertain: false };
  const bearers = isClass(context, row) ? countBearers(context, row.name, row.language) : countMembers(context, row.name, row.language);
  const standingOf = readStanding(context);
  if (!isAccessor(row)) {
    const { rows, unlisted } = readMentioned(context, { row, ids, bearers, replacing });
    const entries = groupSites(rows, standingOf);
    return { entries, bearers, unlisted, unlinked: entries, areCertain: false };
  }
  const { kin, heirs } = readKin(context, [readOwner(context, row)]);
  const linked = readRecordedAccesses(context, row, ids, kin.difference(heirs));
  const open = readUnresolvedAccesses(context, row).map((one) => ({ ...one, rule: bearers === 1 ? "unique-name" : "ambiguous" }));
  const isCommon = bearers > MOST_BEARERS;
  const unlisted = isCommon ? open.length : 0;
  const unlinked = [...readInBody(context, row), ...(isCommon ? [] : open)];
  const all = [...unlinked, ...linked];
  const areCertain = unlisted === 0 && attributes.length === 0 && all.every(({ confidence }) => confidence === "static");
  const byOtherNames = attributes.flatMap(({ entries }) => entries);
  return {
    entries: [...groupSites(all, standingOf), ...byOtherNames],
    bearers,
    unlisted,
    unlinked: [...groupSites(unlinked, standingOf), ...byOtherNames],
    areCertain,
  };
}

/** What is searched in the source. */
interface Sought {
  readonly row: SymbolRow;
  /** The symbol and its twins. */
  readonly ids: readonly number[];
  /** How many members have its name. */
  readonly bearers: number;
  /** The only files to search, if the member is a method that these replace. */
  readonly replacing: ReadonlySet<string> | undefined;
}

/** Places in the source that may read or set a member, and the number of places known by name alone that are left out. */
function readMentioned(
  context: Context,
  { row, ids, bearers, replacing }: Sought,
): { readonly rows: SiteRow[]; readonly unlisted: number } {
  const known = isRead(row)
    ? new Set<string>()
    : new Set(readRows<{ place: string }>(context, CERTAIN, JSON.stringify(ids), context.ref.id).map(({ place }) => place));
  const ofClass = isClass(context, row);
  const owner = readOwner(context, row);
  const { kin, heirs } = readKin(context, [owner]);
  const isCommon = bearers > MOST_BEARERS;
  const others = remembered(context, `others ${row.id}`, () => {
    const owners = readBearers(context, row);
    const below = owners.filter((id) => heirs.has(id));
    // If many types have such a member, only those below the member's own type matter: a place known by name alone is left out anyway.
    return { ...readKin(context, isCommon ? below : owners), isRedefined: below.some((id) => id !== owner) };
  });
  let unlisted = 0;
  const types = new ValueTypes(context, (name) => readNamed(context, name));
  const standingOf = readStanding(context);
  const rows = readInBody(context, row);
  for (const { path, fileVersion, mentions } of mentionsOf(context, row, replacing)) {
    const symbols = readAround(context, fileVersion);
    for (const mention of mentions) {
      const { line, column, isOwn, isCalled, type: written, isArgument } = mention;
      // Calls of what a field holds are found by name elsewhere.
      if (isCalled || known.has(`${path}:${line}`)) continue;
      // A place that names the outer class is listed among those that name the class.
      if (ofClass && !isOwn) continue;
      const around = (): IteratorObject<Around> => symbols.around(line, column);
      const type = typeBefore(types, path, mention, () => typeAround(context, around()));
      if (written !== undefined && type === undefined) continue;
      if (isArgument === true && (!kin.has(type!.id) || readOwnMembers(context, [type!.id]).some((one) => one.kind === "constructor"))) {
        continue;
      }
      if (type !== undefined && !kin.has(type.id) && (isOwn || others.kin.has(type.id))) continue;
      // A subtype with its own member of the name may mean that one.
      const isBelow = type !== undefined && heirs.has(type.id) && !others.heirs.has(type.id);
      // The own object may be of a subtype as well.
      const isDetermined = isBelow && (!isOwn || (!others.isRedefined && isInMethodOf(context, around(), type.id)));
      // Another member of the name may be a method.
      if (isCalled && bearers > 1 && !isDetermined && type === undefined) continue;
      const user = around().find(({ kind }) => FUNCTION_KINDS.has(kind)) ?? around().find(({ kind }) => kind === "module");
      if (replacing !== undefined && !isDetermined) continue;
      // The assignment that declares a field is not a use of it.
      if (user === undefined || (path === row.path && line === row.nameLine && column === row.nameColumn)) continue;
      if (isCommon && !isDetermined && !(isOwn && type !== undefined)) {
        if (type === undefined) unlisted++;
        continue;
      }
      const test = standingOf(path) === Standing.tests || isTest(user);
      const name = scopedNameOf(context, user);
      const rule = type !== undefined && isOwn ? "self" : isDetermined ? "type" : bearers === 1 ? "unique-name" : "ambiguous";
      rows.push({
        id: user.id,
        path,
        name,
        definitionLine: 0,
        test,
        line,
        column,
        confidence: isDetermined ? "static" : "heuristic",
        rule,
      });
    }
  }
  return { rows, unlisted };
}

/** Places in the body of the type that name a member without an object, in languages where that means the member. */
function readInBody(context: Context, row: SymbolRow): SiteRow[] {
  const forms = context.textForms(row.language);
  const owner = readSymbol(context, readOwner(context, row));
  const source = forms?.membersInBody === true && owner !== undefined && isType(owner) ? readSourceText(context, row.path) : undefined;
  if (forms === undefined || source === undefined) return [];
  const reader = new NameReader(context, (name) => readNamed(context, name));
  const symbols = readAround(context, source.fileVersion);
  return findNameMentions(source.text, row.name, forms).flatMap(({ at, line, column, object }) => {
    const isInside = object === "" && owner!.lineStart <= line && line <= owner!.lineEnd && line !== row.nameLine;
    const user = isInside && reader.meantAt(row.path, [row.name], at)?.some(({ id }) => id === row.id)
      ? symbols.around(line, column).find((one) => (FUNCTION_KINDS.has(one.kind) || isType(one)))
      : undefined;
    if (user === undefined) return [];
    const test = readStanding(context)(row.path) === Standing.tests || isTest(user);
    const name = scopedNameOf(context, user);
    return [{ id: user.id, path: row.path, name, definitionLine: 0, test, line, column, confidence: "static", rule: "name" }];
  });
}

/** For several types together: the types and their subtypes (`heirs`), and in addition all bases of these (`kin`). */
export function readKin(
  context: Context,
  types: readonly number[],
): { readonly kin: ReadonlySet<number>; readonly heirs: ReadonlySet<number> } {
  const rows = types.flatMap((type) => readRows<{ id: number; heir: number }>(context, KIN, type, context.ref.id));
  return { kin: new Set(rows.map(({ id }) => id)), heirs: new Set(rows.flatMap(({ id, heir }) => heir === 1 ? [id] : [])) };
}

/** The types that have another member with the name. */
function readBearers(context: Context, { id, name, language }: SymbolRow): number[] {
  const members = readNamed(context, name).filter((row) => row.id !== id && row.language === language && MEMBERS.has(row.kind));
  return [...new Set(members.map((row) => readOwner(context, row)))].filter((owner) => owner !== 0);
}

/** The type whose code is around a place, also where its methods are outside of its body (`impl Job`, Go's receivers). */
function typeAround(context: Context, around: Iterable<Around>): SymbolRow | undefined {
  for (const { id, kind } of around) {
    const row = isType({ kind }) || kind === "method" || kind === "constructor" ? readSymbol(context, id) : undefined;
    const type = row === undefined || isType(row) ? row : readSymbol(context, readOwner(context, row));
    if (type !== undefined && isType(type)) return type;
  }
  return undefined;
}

/**
 * The type of the object before a member's name; undefined if unknown.
 * @param own returns the type around the place
 */
function typeBefore(
  types: ValueTypes,
  path: string,
  { isOwn, object, made, type, levels, at }: MemberMention,
  own: () => SymbolRow | undefined,
): SymbolRow | undefined {
  if (type !== undefined) return types.typeNamed(path, type, at, own, levels);
  if (isOwn) return own();
  if (made !== undefined) return types.typeOfCall(path, made, at);
  return object.length === 0 ? undefined : types.typeOf(path, object, at, own);
}

/** Whether the nearest function around a place is a method of the type: in a nested function the own object may be another. */
function isInMethodOf(context: Context, around: IteratorObject<Around>, type: number): boolean {
  const nearest = around.find(({ kind }) => FUNCTION_KINDS.has(kind));
  const row = nearest === undefined ? undefined : readSymbol(context, nearest.id);
  return row !== undefined && readOwner(context, row) === type;
}

/** Says how many places may read or set a member; "" if none does. */
export function describeReads(context: Context, match: Match): string {
  const { entries, bearers } = readPossibleReads(context, match);
  return describeEntries(entries, bearers);
}

/** The same for the places that are not edges of the index. */
export function describeUnlinkedReads(context: Context, match: Match): string {
  const { unlinked, bearers } = readPossibleReads(context, match);
  return describeEntries(unlinked, bearers);
}

function describeEntries(entries: readonly SiteEntry[], bearers: number): string {
  if (entries.length === 0) return "";
  const places = entries.reduce((sum, { sites }) => sum + sites.length, 0);
  const named = bearers === 1 ? "the only member of this name" : `one of ${bearers} members of this name`;
  const may = `${places === 1 ? "1 place" : `${places} places`} in ${
    entries.length === 1 ? "1 symbol" : `${entries.length} symbols`
  } may read or set it`;
  return `${may}, as ${named}: see callgrove callers`;
}

/** Which of the names occur in a language's source as members that are read or set, or called on the own object. */
export function namesRead(context: Context, language: string, names: ReadonlySet<string>): ReadonlySet<string> {
  const left = new Set(names);
  const found = new Set<string>();
  for (const { mentions } of readMemberMentions(context, language, left)) {
    for (const { name, isCalled, isOwn } of mentions) {
      if (isCalled && !isOwn) continue;
      found.add(name);
      left.delete(name);
    }
    if (left.size === 0) break;
  }
  return found;
}

/**
 * Remembered by name, so that the source is read once for all symbols of a name.
 * @param among the only files to read
 */
function mentionsOf(context: Context, { language, name }: SymbolRow, among: ReadonlySet<string> | undefined): readonly MentioningFile[] {
  const of = among === undefined ? "" : " where it is stored";
  return remembered(context, `mentions ${language} ${name}${of}`, () => [...readMemberMentions(context, language, new Set([name]), among)]);
}
