/**
 * Reads trees and files of refs beside the index: from git for a ref that is not indexed, from the disk for the working tree.
 *
 * Stage: before a question. Invariants: nothing is written; facts in the index are not extracted again; a text is read at most once while
 * it is needed; what git lacks is left out.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { resolveRef, runGit, splitPaths } from "../core/base/git.ts";
import { LIVE } from "../core/base/ref_names.ts";
import { unknownRef } from "../core/base/unknown_ref.ts";
import { FileSymbols, sourceFile } from "../core/compare/source_symbols.ts";
import { escapePattern } from "../core/base/pattern_text.ts";
import { findWordPlaces } from "../core/compare/word_places.ts";
import { extractorOf, extractorWith } from "../core/extractor.ts";
import type { Facts } from "../core/facts.ts";
import { decodeFacts } from "../core/facts/stored_facts.ts";
import { decodeSource, LARGEST_FILE, type SourceText } from "../core/scan/decode_source.ts";
import { listTree, readBlobs, SUBMODULE_MODE, type TreeEntry } from "../core/scan/git_objects.ts";
import type { FileLanguage, LanguageTable } from "../core/scan/languages_of.ts";
import { isPartial } from "../core/scan/partial_clone.ts";
import { readSource } from "../core/scan/read_source.ts";
import { firstLineOf, mayBeScript } from "../core/scan/scan_ref.ts";
import type { ProjectPlace } from "../core/store/location.ts";
import { decodeMacroNotes, type GivenMacro, type MacroNotes } from "../core/tree/given_macros.ts";
import { loadParser } from "../later.ts";
import type { FileWords, RefReader, RefTree, WantedWords } from "../query/compare/ref_reader.ts";
import { readHashes } from "../query/context.ts";
import { isOfThisProgram, lookAtFiles } from "./find_changes.ts";
import { findIndexed } from "./find_ref.ts";
import { readGivenMacros } from "./macros_of_trees.ts";

const FACTS = `SELECT f.encoded AS encoded, b.macros AS macros FROM blob b JOIN facts f ON f.blob_id = b.id
  WHERE b.hash = ? AND b.language = ? AND b.extractor = ?`;
const EXTRACTOR = `SELECT b.extractor AS extractor FROM ref_file rf JOIN path p ON p.id = rf.path_id
  JOIN file_version fv ON fv.id = rf.file_version_id JOIN blob b ON b.id = fv.blob_id WHERE rf.ref_id = ? AND p.path = ?`;
/** Limits of what is cached for later questions: characters of text, number of files. */
const KEPT_TEXT = 32 * 1024 * 1024;
const KEPT_FILES = 500;

/** What is cached across questions; see `KEPT_TEXT`. */
export class ReadCache {
  readonly files = new Map<string, FileSymbols>();
  readonly texts = new Map<string, SourceText>();
  /** Whether the first line of a file without a known extension names a language, by git's id of the file. */
  readonly scripts = new Map<string, boolean>();
  #characters = 0;

  keepText(id: string, text: SourceText): void {
    if (this.#characters > KEPT_TEXT) {
      this.texts.clear();
      this.#characters = 0;
    }
    this.texts.set(id, text);
    this.#characters += text.text.length;
  }
  keepFile(key: string, file: FileSymbols): void {
    if (this.files.size >= KEPT_FILES) this.files.clear();
    this.files.set(key, file);
  }
}

/** A text with its facts. */
interface ReadText {
  readonly source: SourceText;
  readonly language: FileLanguage;
  readonly extractor: string;
  readonly facts: Facts;
  readonly macros: MacroNotes | undefined;
}

/** What is known of the working tree. */
export interface LiveIndex {
  /** The open index. */
  readonly db: DatabaseSync;
  /** Its row of `ref` for the working tree. */
  readonly liveRef: number;
  /** Whether the disk has changed since. */
  readonly behind: boolean;
}

/** Makes a reader of refs. */
export function makeRefReader(project: ProjectPlace, table: LanguageTable, live: LiveIndex, cache: ReadCache): RefReader {
  return new Reader(project, table, live, cache);
}

class Reader implements RefReader {
  readonly db: DatabaseSync;
  readonly liveRef: number;

  constructor(
    readonly project: ProjectPlace,
    readonly table: LanguageTable,
    readonly live: LiveIndex,
    readonly cache: ReadCache,
  ) {
    this.db = live.db;
    this.liveRef = live.liveRef;
  }

  /** The working tree as it is on disk, whether indexed or not. */
  async #findLive(): Promise<RefTree> {
    const indexed = readHashes(this, this.liveRef);
    const tree = { name: LIVE, commit: "", live: true, asLive: false };
    const sparse = await this.#findSparse();
    if (!this.live.behind) return { ...tree, refId: this.liveRef, files: new Map([...indexed, ...sparse]), manifests: new Map() };
    const { scan, same } = await lookAtFiles(this.project, this.table, this.db, this.liveRef);
    const files = new Map<string, string>();
    for (const { path } of scan.files) {
      const hash = same.has(path) ? indexed.get(path) : this.#hashOnDisk(path);
      if (hash !== undefined) files.set(path, hash);
    }
    for (const [path, object] of sparse) files.set(path, object);
    const manifests = new Map(scan.manifests.map(({ path }) => [path, ""]));
    return { ...tree, refId: undefined, formerId: this.liveRef, files, manifests };
  }

  /** Files that a sparse checkout leaves off the disk, as git's index has them. */
  async #findSparse(): Promise<Map<string, string>> {
    const { repository } = this.project;
    const answer = repository === undefined ? undefined : await runGit(repository, ["ls-files", "-cst", "-z"]);
    const found = new Map<string, string>();
    for (const entry of splitPaths(answer?.bytes ?? new Uint8Array())) {
      const [, object, path] = /^S \d+ ([0-9a-f]+) 0\t(.*)$/s.exec(entry) ?? [];
      const isKnown = object !== undefined && path !== undefined && this.table.languageOf(path) !== undefined;
      if (isKnown && !existsSync(join(this.project.root, path))) found.set(path, object);
    }
    return found;
  }

  #hashOnDisk(path: string): string | undefined {
    const source = readSource(join(this.project.root, path), path, this.project.repository?.objectFormat);
    return "text" in source ? source.hash : undefined;
  }

  async findTree(name: string): Promise<RefTree> {
    const { repository } = this.project;
    if (name === LIVE && repository?.bare !== true) return await this.#findLive();
    const commit = repository === undefined || name === LIVE ? undefined : await resolveRef(repository, name);
    if (repository === undefined || commit === undefined) throw await unknownRef(name, this.project, "answer about");
    const files = new Map<string, string>();
    const manifests = new Map<string, string>();
    const all = new Map<string, string>();
    const scripts: TreeEntry[] = [];
    for (const entry of await listTree(repository, commit, false)) {
      const { path, object, mode } = entry;
      all.set(path, object);
      if (mode === "120000" || mode === SUBMODULE_MODE) continue;
      if (this.table.languageOf(path) !== undefined) files.set(path, object);
      else if (mayBeScript(entry)) scripts.push(entry);
      if (this.table.manifestReaders(path).length > 0) manifests.set(path, object);
    }
    const indexed = readHashes(this, this.liveRef);
    for (const { path, object } of await this.#findScripts(scripts, indexed)) files.set(path, object);
    return {
      name,
      commit,
      live: false,
      asLive: isSame(files, all, indexed),
      refId: findIndexed(this.db, this.project, name, commit, (one) => isOfThisProgram(one, this.table))?.id,
      files,
      manifests,
    };
  }

  /** Files whose first line makes them scripts of a known language; for indexed files the index knows. */
  async #findScripts(entries: readonly TreeEntry[], indexed: ReadonlyMap<string, string>): Promise<TreeEntry[]> {
    const { cache: { scripts }, table } = this;
    const unread = entries.filter(({ path, object }) => indexed.get(path) !== object && !scripts.has(object)).map(({ object }) => object);
    const texts = unread.length === 0 ? new Map<string, Uint8Array>() : await readBlobs(this.project.repository!, unread);
    for (const object of unread) scripts.set(object, table.languageOfScript(firstLineOf(texts.get(object))) !== undefined);
    return entries.filter(({ path, object }) => indexed.get(path) === object || scripts.get(object) === true);
  }

  async findGone(names: readonly string[]): Promise<ReadonlySet<string>> {
    const { repository } = this.project;
    if (repository === undefined) return new Set();
    const commits = await Promise.all(names.map((name) => resolveRef(repository, name)));
    return new Set(names.filter((_, i) => commits[i] === undefined));
  }

  async isPartial(): Promise<boolean> {
    const { repository } = this.project;
    return repository !== undefined && await isPartial(repository);
  }

  async readFiles(tree: RefTree, paths: readonly string[]): Promise<FileSymbols[]> {
    const wanted = paths.filter((path) => tree.files.has(path));
    const unread = wanted.filter((path) => !this.cache.files.has(this.#keyOf(tree, path)));
    const texts = await this.#readTexts(tree, unread);
    const read = new Map<string, ReadText>();
    for (const [path, source] of texts) {
      const language = this.table.languageOf(path) ?? this.table.languageOfScript(source.text.slice(0, 128).split("\n")[0]!);
      if (language === undefined) continue;
      // If the disk has changed since the index was made, the text differs from the key.
      const isSame = source.hash === tree.files.get(path);
      read.set(path, await this.#readText(source, language, [], isSame ? this.#extractorIn(tree, path) : undefined));
    }
    if (tree.refId === undefined) await this.#readAgain(tree, read);
    return wanted.flatMap((path) => {
      const known = this.cache.files.get(this.#keyOf(tree, path));
      const text = read.get(path);
      if (known !== undefined || text === undefined) return known ?? [];
      const { source: { hash, text: written }, language: { plugin }, extractor, facts } = text;
      const file = new FileSymbols(sourceFile(plugin, { path, hash, extractor, text: written, facts }));
      if (hash === tree.files.get(path)) this.cache.keepFile(this.#keyOf(tree, path), file);
      return file;
    });
  }

  async findMentions(tree: RefTree, paths: readonly string[], word: string): Promise<string[]> {
    const texts = await this.#readTexts(tree, paths);
    return paths.filter((path) => texts.get(path)?.text.includes(word) ?? tree.files.has(path));
  }

  async findWords(tree: RefTree, paths: readonly string[], { words, languages, most }: WantedWords): Promise<FileWords[]> {
    const known = paths.filter((path) => tree.files.has(path) && languages.has(this.table.languageOf(path)?.plugin.name ?? ""));
    const holds = new RegExp(`(?<![\\p{L}\\p{N}_$])(?:${[...words].map(escapePattern).join("|")})(?![\\p{L}\\p{N}_$])`, "u");
    const holders = [...await this.#readTexts(tree, known)].filter(([, { text }]) => holds.test(text)).map(([path]) => path);
    const found: FileWords[] = [];
    const { loadGrammar, withTree } = await loadParser();
    for (const file of await this.readFiles(tree, holders.slice(0, most))) {
      const { path, text } = file.source;
      const { plugin, grammar } = this.table.languageOf(path)!;
      const loaded = await loadGrammar(plugin, grammar);
      found.push({
        file,
        places: withTree(loaded, text, [], ({ tree: read }) => findWordPlaces(read, loaded.grammar, words, text.length)),
      });
    }
    return found;
  }

  async #readTexts(tree: RefTree, paths: readonly string[]): Promise<Map<string, SourceText>> {
    const { files: ids } = tree;
    const texts = new Map<string, SourceText>();
    const missing: string[] = [];
    for (const path of paths) {
      const known = this.cache.texts.get(ids.get(path) ?? "");
      if (known !== undefined) texts.set(path, known);
      else missing.push(path);
    }
    const { repository, root } = this.project;
    const inGit = new Set(tree.live ? missing.filter((path) => !existsSync(join(root, path))) : missing);
    const blobs = repository === undefined ? undefined : await readBlobs(repository, Array.from(inGit, (path) => ids.get(path)!));
    for (const path of missing) {
      const id = ids.get(path)!;
      const bytes = inGit.has(path) ? blobs?.get(id) : undefined;
      if (inGit.has(path) && (bytes === undefined || bytes.length > LARGEST_FILE)) continue;
      const source = bytes === undefined
        ? readSource(join(this.project.root, path), path, this.project.repository?.objectFormat)
        : decodeSource(bytes, path, id);
      if (!("text" in source)) continue;
      texts.set(path, source);
      if (source.hash === id) this.cache.keepText(id, source);
    }
    return texts;
  }

  /** @param extractor the one by which the index has read the text; by default the one that would read it now */
  async #readText(
    source: SourceText,
    language: FileLanguage,
    given: readonly GivenMacro[],
    extractor = extractorWith(extractorOf(language.plugin, language.grammar), given),
  ): Promise<ReadText> {
    const { plugin, grammar } = language;
    const row = this.db.prepare(FACTS).get(source.hash, plugin.name, extractor) as { encoded: Uint8Array; macros: string } | undefined;
    if (row !== undefined) return { source, language, extractor, facts: decodeFacts(row.encoded), macros: decodeMacroNotes(row.macros) };
    const { loadGrammar, parseText } = await loadParser();
    return { source, language, extractor, ...parseText(await loadGrammar(plugin, grammar), source.text, given) };
  }

  /** The extractor by which the index has read a file of the tree, including macros from other files. */
  #extractorIn({ refId }: RefTree, path: string): string | undefined {
    return refId === undefined ? undefined : (this.db.prepare(EXTRACTOR).get(refId, path) as { extractor: string } | undefined)?.extractor;
  }

  /** Reads files again that call macros from other files, in a tree that is not indexed. */
  async #readAgain(tree: RefTree, read: Map<string, ReadText>): Promise<void> {
    const { db, table } = this;
    const reading = { db, table, readTexts: this.#readTexts.bind(this) };
    for (const plugin of new Set([...read.values()].map(({ language }) => language.plugin))) {
      const asked = [...read].flatMap(([path, { language, macros }]) =>
        language.plugin === plugin && macros !== undefined ? [{ path, macros }] : []
      );
      for (const [path, given] of await readGivenMacros(reading, tree, plugin, asked)) {
        const text = read.get(path);
        if (text !== undefined) read.set(path, await this.#readText(text.source, text.language, given));
      }
    }
  }

  /** Identifies a file's text and everything else its symbols depend on. */
  #keyOf(tree: RefTree, path: string): string {
    const isAlone = this.table.languageOf(path)?.plugin.givenMacros === undefined;
    return `${path}\0${tree.files.get(path)}\0${isAlone ? "" : this.#extractorIn(tree, path) ?? tree.commit}`;
  }
}

/**
 * Whether an index has exactly the files of a tree. An extensionless script is in the index because of its text, so it need only be among
 * `all` files.
 */
function isSame(files: ReadonlyMap<string, string>, all: ReadonlyMap<string, string>, indexed: ReadonlyMap<string, string>): boolean {
  return [...files.keys()].every((path) => indexed.has(path)) && [...indexed].every(([path, id]) => all.get(path) === id);
}
