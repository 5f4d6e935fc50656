/**
 * Names in code that did not parse: calls there are not followed, so a list of callers may lack some.
 *
 * Stage: query. Read once per index state; if there are very many damaged files, only the first are read and the others are reported as
 * unread.
 */
import { type Context, readRows } from "../context.ts";
import { keep } from "./kept.ts";
import { SourceReader } from "./source.ts";

/** Of a file whose calls were left out (`--strict-syntax`) nothing is known. */
const DAMAGED = `SELECT p.path AS path, b.language AS language, b.problems AS problems, b.lines AS lines,
    NOT EXISTS (SELECT 1 FROM edge e WHERE e.resolution_id = rf.resolution_id AND e.edge_type IN ('calls', 'references', 'imports')) AS isSilent
  FROM blob b INDEXED BY blob_damaged
  CROSS JOIN file_version fv ON fv.blob_id = b.id CROSS JOIN ref_file rf ON rf.file_version_id = fv.id AND rf.ref_id = ?
  JOIN path p ON p.id = rf.path_id WHERE b.problems NOT IN ('', '[]') ORDER BY p.path`;
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
/** The most regions of a file that are listed. */
const REGIONS_NAMED = 5;
/** The most files that are read. */
const MOST_FILES = 200;

/** A file with regions that did not parse. */
export interface DamagedFile {
  readonly path: string;
  readonly language: string;
  /** First and last line of each region. */
  readonly regions: Regions;
  /** Where calls are not followed: the regions, or the whole file if the index has nothing of it. */
  readonly unfollowed: Regions;
}
type Regions = readonly (readonly [first: number, last: number])[];

/** Files of the ref with regions that did not parse, by path. */
export function readDamaged(context: Context): readonly DamagedFile[] {
  return keep(context, "damaged files", () => readFiles(context));
}

function readFiles(context: Context): DamagedFile[] {
  type Row = { path: string; language: string; problems: string; lines: number; isSilent: number };
  return readRows<Row>(context, DAMAGED, context.ref.id).map(({ path, language, problems, lines, isSilent }) => {
    const regions = JSON.parse(problems) as Regions;
    return { path, language, regions, unfollowed: isSilent === 1 ? [[1, lines]] : regions };
  });
}

/** Where unparsed code of `language` contains `name`: `path:line` of the first place, else the path of an unread file, else "". */
export function placeInDamage(context: Context, language: string, name: string): string {
  const { names, unread } = keep(context, "damage", () => readNames(context));
  return names.get(`${language} ${name}`) ?? unread.get(language) ?? "";
}

/** Says that code which may call something did not parse: the place itself, or the file around it, whose calls were all left out. */
export function describeMayCall(context: Context, place: string): string {
  const path = place.replace(/:\d+$/, "");
  const file = readDamaged(context).find((one) => one.path === path);
  return file === undefined || file.unfollowed === file.regions
    ? `${place} did not parse and may call it: calls there are not followed`
    : `${place} may call it: no calls of that file are in the index, because it did not parse at line ${damagedLines(context, path)}`;
}

/** Where unparsed code of any language contains `name`: `path:line` of a place, or "". */
export function placeOfLost(context: Context, name: string): string {
  const { names } = keep(context, "damage", () => readNames(context));
  const languages = new Set(readDamaged(context).map(({ language }) => language));
  return [...languages].map((language) => names.get(`${language} ${name}`) ?? "").find((place) => place !== "") ?? "";
}

/** The unparsed lines of a file between `first` and `last`, as `2-4, 7`; "" if all parsed. */
export function damagedLines(context: Context, path: string, first = 1, last = Infinity): string {
  const regions = readDamaged(context).find((file) => file.path === path)?.regions ?? [];
  const inside = regions.filter(([start, end]) => start <= last && end >= first);
  const lines = inside.slice(0, REGIONS_NAMED).map(([start, end]) => start === end ? `${start}` : `${start}-${end}`).join(", ");
  return inside.length > REGIONS_NAMED ? `${lines} and ${inside.length - REGIONS_NAMED} more places` : lines;
}

/** The first place of each name, by language and name, and an unread file for each language that has one. */
function readNames(context: Context): { names: Map<string, string>; unread: Map<string, string> } {
  const names = new Map<string, string>();
  const unread = new Map<string, string>();
  const source = new SourceReader(context);
  for (const [i, file] of readDamaged(context).entries()) {
    const lines = i < MOST_FILES ? source.lines(file.path) : [];
    if (lines.length === 0) unread.set(file.language, unread.get(file.language) ?? file.path);
    else addNames(names, file, lines);
  }
  return { names, unread };
}

function addNames(names: Map<string, string>, { path, language, unfollowed }: DamagedFile, lines: readonly string[]): void {
  for (const [name, line] of namesIn(unfollowed, lines)) {
    const key = `${language} ${name}`;
    if (!names.has(key)) names.set(key, `${path}:${line}`);
  }
}

/** The names in regions of a text, with their lines. */
function* namesIn(regions: Regions, lines: readonly string[]): Generator<[name: string, line: number]> {
  for (const [start, end] of regions) {
    for (let line = start; line <= Math.min(end, lines.length); line++) {
      for (const [name] of lines[line - 1]!.matchAll(NAME)) yield [name, line];
    }
  }
}

/** All names in unparsed code, by file. */
export function readDamagedNames(context: Context): ReadonlyMap<string, ReadonlySet<string>> {
  const source = new SourceReader(context);
  const names = ({ path, unfollowed }: DamagedFile): ReadonlySet<string> =>
    new Set(Array.from(namesIn(unfollowed, source.lines(path)), ([name]) => name));
  return new Map(readDamaged(context).map((file) => [file.path, names(file)]));
}
