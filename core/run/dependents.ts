/**
 * Which files must be resolved again after some were changed, added or removed.
 *
 * Stage: resolve. Invariant: a file is among them if it changed, if it consulted a file whose shape changed in more than names, if it
 * looked up a name that was added or removed, if it may have reached a function that is now a different one, or if one of its imports now
 * resolves to another file.
 */
import { addAt, compareText } from "../base/lists.ts";
import { folderOf } from "../base/path_parts.ts";
import type { Facts } from "../facts.ts";
import { Op } from "../facts/expressions.ts";
import { doubtfulNames, type IndirectNames, indirectNames } from "../facts/indirect_names.ts";
import type { NamedRows } from "../facts/named_rows.ts";
import { type Outline, outlineOf, passingNames } from "../facts/outline.ts";
import { symbolsOf } from "../facts/symbols.ts";
import { pathOf } from "../facts/written_names.ts";
import type { LanguagePlugin } from "../plugin.ts";
import type { ResolutionRules } from "../rules/resolution_rules.ts";
import { basesThroughValues, type FileHeaders, headersOf } from "../resolve/shape/headers.ts";
import { declarationsOf } from "../resolve/shape/module_declarations.ts";
import { sayTheSame } from "../resolve/shape/same_facts.ts";
import { saidToAll } from "../resolve/shape/script_scope.ts";
import { compareShapes, namesToAskFor } from "../resolve/shape/shape.ts";
import { basedOn, insideBeside, insideOf, passedTo, storedAs } from "../resolve/state/asked_names.ts";
import { decodeAsked, makeAskedTest } from "../store/stored_asked.ts";
import type { KnownFile } from "../store/ref_store.ts";
import { findMovedImports, isMissedByName, makeFileSet, moduleNames, type OutlinedFile } from "./arrivals.ts";
import type { TextReader } from "./text_reader.ts";
import type { TrackedFile } from "./tracked_file.ts";

/** One language's files, and what was known of it before. */
export interface ChangedFiles {
  readonly plugin: LanguagePlugin;
  /** All current files, sorted by path, with their outlines. */
  readonly files: readonly TrackedFile[];
  /** Files that the index had and that no longer exist. */
  readonly gone: readonly KnownFile[];
  readonly manifests: ReadonlyMap<string, string>;
  /** The path of a file or folder, by the path of the link to it. */
  readonly links: ReadonlyMap<string, string>;
}

/** What changed, in the terms in which dependents record what they depend on. */
class Changes {
  /** Path ids of files that changed for every file that consulted them. */
  readonly paths = new Set<number>();
  /** Among these, the files in which names may now mean other types. */
  readonly recast = new Set<number>();
  /**
   * Path ids of files in which only functions changed, with their names: this concerns files that mention one, or consulted a file that
   * does.
   */
  readonly spoken = new Map<number, ReadonlySet<string>>();
  readonly names = new Set<string>();
  /** Paths of files one of whose imports now resolves to another file. */
  readonly importers = new Set<string>();
  /** Names of bases that types now have, had, or that may have changed their meaning, by the outline that names them. */
  readonly bases = new Map<Outline, Set<string>>();
  /** Earlier outlines, which say which names were aliases of others. */
  readonly former: Outline[] = [];
  /** Names of symbols that were added, removed or changed their kind, by folder. */
  readonly moved = new Map<string, Set<string>>();
  /** A name under which others reach what is defined elsewhere now leads to something else. */
  movesLinks = false;
  /** A file started or stopped giving members to types defined elsewhere. */
  movesOwned = false;

  addMoved(path: string, symbols: Iterable<string>): void {
    const folder = folderOf(path);
    const moved = this.moved.get(folder) ?? new Set();
    this.moved.set(folder, moved);
    for (const name of symbols) {
      moved.add(name);
      this.names.add(name);
    }
  }
  /** Adds a file that changed for all that consulted it, and whose names may mean other types. */
  addRecast(path: number): void {
    this.paths.add(path);
    this.recast.add(path);
  }
  /** Adds names of bases that `outline` mentions; by default all of them. */
  addBases(outline: Outline, names: Iterable<string> = outline.based.names): void {
    const known = this.bases.get(outline);
    if (known === undefined) this.bases.set(outline, new Set(names));
    else for (const name of names) known.add(name);
  }
  /** Adds the names by which others depend on a file that was added or removed, apart from those of its symbols. */
  addWhole(outline: Outline): void {
    this.addBases(outline);
    for (const name of outline.stored.names) this.names.add(storedAs(name));
    for (const name of outline.gives.names) this.names.add(name);
  }
}

/** The indices of the files to resolve again, ascending; undefined if nothing counts as up to date. */
export function findDependents(texts: TextReader, changed: ChangedFiles): number[] | undefined {
  const { files, plugin } = changed;
  const changes = new Changes();
  const came = files.filter((file) => !isKnown(file));
  for (const file of files) {
    if (file.changed && isKnown(file) && !addEdit(texts, file, changed, changes)) return undefined;
  }
  if (came.length + changed.gone.length > 0 && !addArrivals(texts, changed, came, changes)) return undefined;
  if (changes.movesOwned && !ownElsewhere(texts, files)) return undefined;
  const mayRest = makeSpokenTest(texts, files, changes);
  if (!addMovedBases(texts, changed, changes, mayRest)) return undefined;
  nameBases(texts, files, changes);
  if (plugin.rules.packageScope) nameOwned(texts, files, changes);
  const test = makeAskedTest(changes.paths, changes.names);
  return [...files.keys()].filter((i) => {
    const file = files[i]!;
    return file.changed || !isKnown(file) || restsOn(texts, file, changes, test, mayRest);
  });
}

/**
 * Whether a file of the index depends on what changed.
 * @param test tests what it consulted and looked up
 */
function restsOn(
  { writer }: TextReader,
  file: TrackedFile,
  { importers }: Changes,
  test: (asked: string) => boolean,
  mayRest: SpokenTest,
): boolean {
  if (importers.has(file.path)) return true;
  const asked = writer.readAsked(file.resolutionId);
  return test(asked) || mayRest(file, asked);
}

/** Adds the consequences of an edit of a file; false if there are too many. */
function addEdit(texts: TextReader, file: TrackedFile, { plugin, manifests }: ChangedFiles, changes: Changes): boolean {
  const { rules } = plugin;
  const [before, after] = [texts.formerFacts(file.known!), texts.facts(file)];
  if (sayTheSame(before, after)) return true;
  if (JSON.stringify(declarationsOf(before)) !== JSON.stringify(declarationsOf(after))) return false;
  const [said, says] = [headersOf(before), headersOf(after)];
  if (said.impls !== says.impls) return false;
  changes.movesLinks ||= said.links !== says.links;
  const change = compareShapes(before, after, plugin);
  const [former, latter] = [outlineOf(before, rules), outlineOf(after, rules)];
  const rebased = differing(saidOfBases(former, said), saidOfBases(latter, says));
  for (const outline of [former, latter]) changes.addBases(outline, rebased);
  if (change === "more") {
    changes.paths.add(file.known!.pathId);
    const isSame = rebased.length === 0 && said.links === says.links && said.named === says.named;
    if (!isSame || [before, after].some((facts) => givesUnnamed(facts, rules))) changes.recast.add(file.known!.pathId);
  } else if (change !== "none") {
    for (const name of change.keys) changes.names.add(name);
    if (change.spoken.size > 0) changes.spoken.set(file.known!.pathId, change.spoken);
  }
  changes.names.add(insideOf(file.path));
  const [passed, passes] = [passingNames(before, rules), passingNames(after, rules)];
  for (const name of passes) if (!passed.has(name)) changes.names.add(passedTo(name));
  changes.addMoved(file.path, differing(saidOfSymbols(before, rules.separator), saidOfSymbols(after, rules.separator)));
  if (JSON.stringify(former.specifiers) !== JSON.stringify(latter.specifiers) && placesByImports(plugin, manifests, file.path)) {
    return false;
  }
  changes.movesOwned ||= (former.owned.rows.length === 0) !== (latter.owned.rows.length === 0);
  for (const name of differing(saidOf(former.stored), saidOf(latter.stored))) changes.names.add(storedAs(name));
  for (const name of differing(saidOf(former.gives), saidOf(latter.gives))) changes.names.add(name);
  if (change !== "none") { for (const name of [...namesPut(former), ...namesPut(latter)]) changes.names.add(name); }
  for (const name of differing(saidOfPlaces(before), saidOfPlaces(after))) changes.names.add(name);
  if (rules.scriptsShareNames === true) { for (const name of differing(saidToAll(before), saidToAll(after))) changes.names.add(name); }
  changes.former.push(former);
  return true;
}

/** Whether the module itself defines what the language calls for names that are not defined (`__getattr__`). */
function givesUnnamed({ bindings, strings }: Facts, { protocols }: ResolutionRules): boolean {
  const names = new Set(Object.values(protocols).flat());
  return bindings.scope.some((scope, row) => scope === 1 && names.has(strings[bindings.name[row]!]!));
}

/** See `ModuleResolver.byImports`. */
function placesByImports(plugin: LanguagePlugin, manifests: ReadonlyMap<string, string>, path: string): boolean {
  return plugin.runsApart !== true && plugin.modules({ paths: [], manifests, declarations: () => undefined }).byImports?.(path) === true;
}

/** Whether a file that consulted `asked` (see `encodeAsked`) may depend on a function that is now a different one. */
type SpokenTest = (file: TrackedFile, asked: string) => boolean;

/** A file that depends on a function of another file reached it by its name, which occurs in a file that it depends on as well. */
function makeSpokenTest(texts: TextReader, files: readonly TrackedFile[], { spoken }: Changes): SpokenTest {
  if (spoken.size === 0) return () => false;
  const hasAsked = makeAskedTest(new Set(spoken.keys()), new Set());
  const byPath = new Map(files.map((file) => [file.pathId, file]));
  const known = new Map<string, boolean>();
  const speaks = (id: number, names: ReadonlySet<string>, of: number): boolean => {
    const key = `${of} ${id}`;
    const file = byPath.get(id);
    if (!known.has(key)) known.set(key, file === undefined || texts.speaksOf(file, names));
    return known.get(key)!;
  };
  return (file, asked) => {
    if (!hasAsked(asked)) return false;
    const ids = decodeAsked(asked).files;
    return ids.some((id) => {
      const names = spoken.get(id);
      return names !== undefined && [file.pathId, ...ids].some((one) => one !== id && speaks(one, names, id));
    });
  };
}

/**
 * Adds the names of bases in unchanged files that depend on what changed: such a base may now be another type. False if the type that
 * members there are attached to may be another one.
 */
function addMovedBases(texts: TextReader, { files, plugin }: ChangedFiles, changes: Changes, mayRest: SpokenTest): boolean {
  const { paths, recast, spoken, importers, former, names } = changes;
  if (paths.size + spoken.size + importers.size === 0) return true;
  const [test, testRecast] = [makeAskedTest(paths, new Set()), makeAskedTest(recast, new Set())];
  const standing = files.filter((file) => !file.changed && isKnown(file));
  const resting = standing.filter((file) => restsOn(texts, file, changes, test, mayRest));
  const outlines = texts.outlines(resting);
  const edited = [...former, ...texts.outlines(files.filter((file) => file.changed || !isKnown(file)))];
  const doubtful = [...edited, ...outlines].flatMap(({ indirect, indirectMembers }) => [...indirect, ...indirectMembers]);
  let indirect: IndirectNames | undefined;
  for (const [i, outline] of outlines.entries()) {
    const file = resting[i]!;
    if (importers.has(file.path) || testRecast(texts.writer.readAsked(file.resolutionId))) changes.addBases(outline);
    else {
      indirect ??= indirectNames(texts.outlines(files));
      const throughValues = (): ReadonlySet<string> => basesThroughValues(texts.facts(file), indirect!, plugin.rules);
      changes.addBases(outline, basesByValues(outline, indirect, throughValues, changes));
    }
    for (const name of namesPut(outline, doubtful)) names.add(name);
  }
  return !changes.movesLinks || outlines.every(({ given, owned }) => given.rows.length + owned.rows.length === 0);
}

/**
 * Names of bases in a file that may now mean other types although no type of that name changed: they are aliases, are reached through
 * values, or are names of symbols that changed.
 */
function basesByValues(outline: Outline, indirect: IndirectNames, throughValues: () => ReadonlySet<string>, changes: Changes): string[] {
  const doubtful = doubtfulNames(outline, indirect);
  const moved = [...changes.spoken.values(), ...changes.moved.values()];
  const isDoubtful = (name: string): boolean => name === "" || doubtful.has(name) || moved.some((names) => names.has(name));
  const reached = new Set(outline.takenMembers);
  const byValues = outline.based.names.some((name) => reached.has(name)) ? throughValues() : reached;
  return outline.based.names.filter((name) => isDoubtful(name) || byValues.has(name));
}

/**
 * Adds what was recorded by those that depend on which types have these bases. If the name of a base may be an alias, this concerns all of
 * them.
 */
function nameBases(texts: TextReader, files: readonly TrackedFile[], { bases, former, names }: Changes): void {
  const moved = [...bases].filter(([, names]) => names.size > 0);
  if (moved.length === 0) return;
  const indirect = indirectNames([...former, ...texts.outlines(files)]);
  for (const [outline, based] of moved) {
    const doubtful = doubtfulNames(outline, indirect);
    for (const name of based) {
      names.add(basedOn(name));
      if (doubtful.has(name)) names.add(basedOn(""));
    }
  }
}

/** How many outlines are read at a time, if one of them may suffice. */
const OUTLINES_READ = 64;

/**
 * Whether unchanged files give members to types defined elsewhere. If none did, no file recorded the names of the members that it found.
 */
function ownElsewhere(texts: TextReader, files: readonly TrackedFile[]): boolean {
  const others = files.filter((file) => !file.changed && isKnown(file));
  for (let i = 0; i < others.length; i += OUTLINES_READ) {
    if (texts.outlines(others.slice(i, i + OUTLINES_READ)).some(({ owned }) => owned.rows.length > 0)) return true;
  }
  return false;
}

/** Whether the index had a file of this language at that path. */
function isKnown(file: TrackedFile): boolean {
  return file.known?.language === file.language.plugin.name;
}

/** Adds the consequences of added and removed files; false if there are too many. */
function addArrivals(texts: TextReader, changed: ChangedFiles, came: readonly TrackedFile[], changes: Changes): boolean {
  const { plugin, files, gone, manifests, links } = changed;
  // Its rules are untrusted code: they run where they can be terminated.
  if (plugin.runsApart === true) return false;
  const outlines = texts.outlines(files);
  const after = files.map((file, i): OutlinedFile => ({ path: file.path, outline: outlines[i]! }));
  const formerOutlines = texts.formerOutlines(gone);
  const left = gone.map((file, i): OutlinedFile => ({ path: file.path, outline: formerOutlines[i]! }));
  const isNew = new Set(came.map((file) => file.path));
  const stayed = after.filter((file) => !isNew.has(file.path));
  const before = makeFileSet(plugin, [...stayed, ...left].sort((a, b) => compareText(a.path, b.path)), manifests, links);
  const importers = findMovedImports(plugin, before, makeFileSet(plugin, after, manifests, links));
  if (importers === undefined) return false;
  for (const file of files) {
    if (!importers.has(file.path)) continue;
    changes.importers.add(file.path);
    changes.addRecast(file.pathId);
  }
  for (const file of gone) if (!isMissedByName(plugin, before, file.path)) changes.addRecast(file.pathId);
  const owners = new Set(stayed.flatMap(({ outline }) => outline.owned.names));
  const moved = [
    ...came.map((file) => ({ path: file.path, facts: texts.facts(file) })),
    ...gone.map((file) => ({ path: file.path, facts: texts.formerFacts(file) })),
  ];
  for (const { path, facts } of moved) {
    const names = namesToAskFor(facts, plugin.rules.packageScope, (name) => owners.has(name));
    if (names === undefined) return false;
    for (const name of names) changes.names.add(name);
    for (const name of passingNames(facts, plugin.rules)) changes.names.add(passedTo(name));
    changes.addMoved(path, symbolsOf(facts, plugin.rules.separator).map(({ name }) => name));
    changes.names.add(insideOf(path));
    changes.names.add(insideBeside(path));
  }
  for (const { path, outline } of after) if (isNew.has(path)) changes.addWhole(outline);
  for (const { outline } of left) {
    changes.addWhole(outline);
    changes.former.push(outline);
  }
  for (const name of moduleNames(plugin, [...came, ...gone].map((file) => file.path), stayed)) changes.names.add(name);
  return true;
}

/**
 * Adds the names of methods whose receivers name what was added or removed in the same package: they now belong to a type, or no longer do.
 */
function nameOwned(texts: TextReader, files: readonly TrackedFile[], { moved, names }: Changes): void {
  const beside = files.filter(({ path }) => moved.get(folderOf(path))?.size);
  for (const [i, { owned, callables }] of texts.outlines(beside).entries()) {
    const types = moved.get(folderOf(beside[i]!.path))!;
    const rows = new Set(owned.rows.filter((_, at) => types.has(owned.names[at]!)));
    for (const [at, row] of callables.rows.entries()) if (rows.has(row)) names.add(callables.names[at]!);
  }
}

/**
 * The names of members that a file attaches to values: which types get them depends on what the values are, which no name tells.
 * @param doubtful names that do not identify the value in files where it may come from
 */
function namesPut({ owned, callables, nameable, indirect }: Outline, doubtful: readonly string[] = []): string[] {
  const values = new Set([...indirect, ...doubtful]).add("");
  const rows = new Set(owned.rows.filter((_, at) => values.has(owned.names[at]!)));
  if (rows.size === 0) return [];
  return [callables, nameable].flatMap((named) => named.names.filter((_, at) => rows.has(named.rows[at]!)));
}

/** What one version of a file says about each name, in source order. */
type Said = ReadonlyMap<string, readonly string[]>;

/** Where the file attaches members (`shapes.Disc.prototype.draw = …`), by their names: outlines record only the last name of the path. */
function saidOfPlaces(facts: Facts): Said {
  const { definitions: { owner, name }, expressions: { op } } = facts;
  const said = new Map<string, string[]>();
  for (let row = 1; row < owner.length; row++) {
    if (owner[row] !== 0 && op[owner[row]!] !== Op.definition) addAt(said, facts.strings[name[row]!]!, pathOf(facts, owner[row]!));
  }
  return said;
}

/**
 * What the file says about symbols, by name. It shows whether they were replaced, reordered or moved into something of another kind, for
 * the members of an interface are treated differently from those of a class.
 */
function saidOfSymbols(facts: Facts, separator: "." | "::"): Said {
  const { definitions } = facts;
  const said = new Map<string, string[]>();
  for (const { kind, name, scopedName, definition } of symbolsOf(facts, separator)) {
    const holder = definitions.kind[definitions.parent[definition]!];
    addAt(said, name, `${kind} ${scopedName} ${definitions.flags[definition]} ${holder}`);
  }
  return said;
}

/** What the file says about types, by the names of their bases, as far as the file itself tells. */
function saidOfBases({ based }: Outline, { bases }: FileHeaders): Said {
  const types = new Map([...bases].flatMap(([type, { text, rows }]) => rows.map((row) => [row, `${type}\0${text}`])));
  const said = new Map<string, string[]>();
  for (const [i, row] of based.rows.entries()) addAt(said, based.names[i]!, types.get(row) ?? "");
  return said;
}

/** The rows of a list, by name. */
function saidOf({ names }: NamedRows): Said {
  return Map.groupBy(names, (name) => name);
}

/** The names about which two versions differ. */
function differing(before: Said, after: Said): string[] {
  const isSame = (name: string): boolean => before.get(name)?.join("\n") === after.get(name)?.join("\n");
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => !isSame(name));
}
