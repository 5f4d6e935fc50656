/**
 * Where a symbol is called or passed as a value, as a lazy list.
 * Stage: query. A widely used symbol has thousands of sites, and an answer shows a few: the number per file is read from packed columns
 * (`core/store/packed_uses.ts`), the sites of a file only when one of them is accessed. Invariant: length, counts and order equal those of
 * `groupSites` over all sites.
 */
import { compareText } from "../../core/base/lists.ts";
import type { Confidence } from "../../core/edges.ts";
import { readUses, typeOfKind, USE_TYPES, UseBit } from "../../core/store/packed_uses.ts";
import { readDirectory, SymbolMark } from "../../core/store/symbol_directory.ts";
import { type Context, readRows } from "../context.ts";
import type { Match } from "../names/find_symbol.ts";
import { readOwnMembers } from "../rows/own_members.ts";
import { isTest, scopedNameOf } from "../rows/symbol_row.ts";
import { readStanding, Standing, type StandingOf } from "../rows/standing.ts";
import { readTestFiles } from "../rows/test_files.ts";
import { readTestTitles } from "../rows/test_titles.ts";
import { ListByFile } from "./list_by_file.ts";
import { groupSites, type SiteEntry } from "./sites.ts";
import { readUsingFiles, type UsingFile } from "./users_by_file.ts";

const SITES = `SELECT e.source_line AS line, e.source_column AS "column", e.confidence AS confidence, e.rule AS rule, f.id AS id,
    f.name AS name, f.qualified_name AS qualifiedName, f.path_id AS pathId, coalesce(sv.flags, 0) AS flags
  FROM edge e INDEXED BY edge_reverse CROSS JOIN symbol f ON f.id = e.from_symbol_id
  LEFT JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = f.path_id
  LEFT JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.symbol_id = f.id
  WHERE e.to_symbol_id = ? AND e.edge_type = ? AND e.resolution_id = ?`;

/** Which uses of which targets are read. */
interface Wanted {
  readonly type: UseType;
  readonly targets: readonly Target[];
  /** Paths. */
  readonly testFiles: ReadonlySet<string>;
  readonly standingOf: StandingOf;
}
/** What counts as a use of the symbol `id`: every edge that ends there, or, with `instances`, only those that create an instance. */
export interface Target {
  readonly id: number;
  readonly instances: boolean;
}
interface UserFile {
  readonly path: string;
  readonly resolution: number;
  /** Entries of the file, and their sites. */
  readonly entries: number;
  readonly sites: number;
  readonly standing: Standing;
}
type UseType = "calls" | "references";

/** The users of symbols with their sites, listed by file. */
export class UserSites extends ListByFile<UserFile, SiteEntry> {
  /** Number of sites of all entries. */
  readonly sites: number;
  /** Number of entries in shipped files, which come first. */
  readonly shipped: number;

  constructor(context: Context, wanted: Wanted, files: readonly UserFile[]) {
    const sorted = [...files].sort((a, b) => a.standing - b.standing || compareText(a.path, b.path));
    super(sorted, (file) => readEntries(context, wanted, file));
    this.sites = files.reduce((sum, file) => sum + file.sites, 0);
    this.shipped = files.reduce((sum, file) => sum + (file.standing === Standing.ships ? file.entries : 0), 0);
  }

  /** Number of entries per file, counted from entry `start` on. */
  countByFile(start: number): Record<string, number> {
    return Object.fromEntries(this.countFrom(start).map(({ file, entries }) => [file.path, entries]));
  }
}

/**
 * Calls of a symbol and its twins, and places that pass them as values; for a type also those of its own constructor. @param within only in these files;
 * undefined: in all
 */
export function readUserSites(context: Context, match: Match, within?: ReadonlySet<string>): Record<UseType, UserSites> {
  const targets = targetsOf(context, match);
  const ids = targets.map((target) => target.id).sort((a, b) => a - b);
  const testFiles = readTestFiles(context).paths;
  const common = { targets, testFiles, standingOf: readStanding(context) };
  const wanted = { calls: { ...common, type: "calls" }, references: { ...common, type: "references" } } as const;
  const instances = new Map(targets.map((target) => [target.id, target.instances]));
  const found: Record<UseType, UserFile[]> = { calls: [], references: [] };
  for (const row of readUsingFiles(context, ids, ["calls", "references"])) {
    if (within?.has(row.path) === false) continue;
    const users = { calls: new Users(), references: new Users() };
    readUses(row.uses, ids, (from, kind, sites, to) => {
      const type = USE_TYPES[typeOfKind(kind)];
      if (type === undefined || type === "tests" || (instances.get(to) === true && (kind & UseBit.constructor) === 0)) return;
      users[type].add(from, sites, to);
    });
    for (const type of ["calls", "references"] as const) {
      if (users[type].ids.size > 0) found[type].push(countFile(context, wanted[type], row, users[type]));
    }
  }
  return {
    calls: new UserSites(context, wanted.calls, found.calls),
    references: new UserSites(context, wanted.references, found.references),
  };
}

/** The users of the targets in one file. */
class Users {
  readonly ids = new Set<number>();
  sites = 0;
  /** Whether more than one target is used, so that one site may lead to several. */
  mixed = false;
  #target = 0;

  add(from: number, sites: number, target: number): void {
    this.ids.add(from);
    this.sites += sites;
    this.mixed ||= this.#target !== 0 && this.#target !== target;
    this.#target = target;
  }
}

function countFile(context: Context, wanted: Wanted, { path, resolution, directory }: UsingFile, users: Users): UserFile {
  let tests = 0;
  let twins = users.mixed;
  readDirectory(directory, (id, _, marks) => {
    if (marks === 0 || !users.ids.has(id)) return;
    if ((marks & SymbolMark.test) !== 0) tests++;
    if ((marks & SymbolMark.twin) !== 0) twins = true;
  });
  const standing = wanted.standingOf(path, tests === users.ids.size);
  const file = { path, resolution, entries: users.ids.size, sites: users.sites, standing };
  if (!twins) return file;
  // Entries are keyed by name and place, so symbols that share one cannot be counted by their numbers.
  const entries = readEntries(context, wanted, file);
  const sites = entries.reduce((sum, entry) => sum + entry.sites.length, 0);
  return { ...file, entries: entries.length, sites, standing: wanted.standingOf(path, entries.every((entry) => entry.test)) };
}

/** A site as read, with the symbol around it. */
export interface UserEdge {
  readonly id: number;
  readonly line: number;
  readonly column: number;
  readonly confidence: Confidence;
  readonly rule: string;
  readonly name: string;
  readonly qualifiedName: string;
  readonly pathId: number;
  readonly flags: number;
}

function readEntries(
  context: Context,
  { type, targets, testFiles, standingOf }: Wanted,
  { path, resolution }: { readonly path: string; readonly resolution: number },
): SiteEntry[] {
  const rows = targets.flatMap(({ id, instances }) =>
    readRows<UserEdge>(context, SITES, context.ref.id, id, type, resolution).filter((row) => !instances || row.rule === "constructor")
  );
  const inTests = testFiles.has(path);
  const titles = readTestTitles(context, path);
  return groupSites(
    rows.map((row) => {
      const { id, line, column, confidence, rule } = row;
      return {
        id,
        path,
        name: scopedNameOf(context, row),
        definitionLine: 0,
        test: inTests || isTest(row),
        line,
        column,
        confidence,
        rule,
        title: titles.at(line, column),
      };
    }),
    standingOf,
  );
}

/** The entries, with the titles of the tests around their sites. */
export function withTitles(context: Context, entries: readonly SiteEntry[]): SiteEntry[] {
  return entries.map((entry) => {
    const titles = readTestTitles(context, entry.path);
    return titles.isEmpty ? entry : { ...entry, sites: entry.sites.map((site) => ({ ...site, title: titles.at(site.line, site.column) })) };
  });
}

/**
 * What a call of the symbol may target: for a type also its own members, as calls of its constructor or as other calls that create an
 * instance.
 */
export function targetsOf(context: Context, match: Match): Target[] {
  const own = match.ids.map((id): Target => ({ id, instances: false }));
  return [...own, ...readOwnMembers(context, match.ids).map(({ id, kind }): Target => ({ id, instances: kind !== "constructor" }))];
}
