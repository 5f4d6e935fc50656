/**
 * Reads and parses the files that may have changed, and stores their facts as they arrive; files that may be read again are held back.
 *
 * Stage: parse. The calling thread reads and hashes while others parse. Invariants: a text that the index knows, or that is being parsed, is not
 * parsed again, whatever its path; if a batch fails as a whole, its files are tried one by one, and for a file that fails alone only the reason is
 * recorded.
 */
import { join } from "node:path";
import type { ObjectFormat } from "../base/git.ts";
import { holdName } from "../base/held_name.ts";
import { describeThrown } from "../errors.ts";
import { isSameExtractor, namesOf } from "../extractor.ts";
import { emptyFacts } from "../facts/empty_facts.ts";
import { bytesAt } from "../facts/facts_place.ts";
import { BatchBuilder, type ParsedBatch, type ParsedFile } from "../parse/parsed_file.ts";
import { decodeSource, type KeptSkip, whyNoText } from "../scan/decode_source.ts";
import type { FileLanguage } from "../scan/languages_of.ts";
import { readBytes, type SourceBytes } from "../scan/read_source.ts";
import type { BlobRow, IndexWriter } from "../store/index_writer.ts";
import type { KnownFile } from "../store/ref_store.ts";
import type { ParseItem } from "../threads/parse_work.ts";
import type { Crew } from "../threads/pool.ts";
import type { TrackedFile } from "./tracked_file.ts";

/** How many bytes of source make a batch worth sending to a thread. */
const BATCH_BYTES = 64 * 1024;
/** How many bytes of source are read from git at a time. */
const CHUNK_BYTES = 8 * 1024 * 1024;
/** How many batches are read ahead for each thread: the current one and those that wait, as texts or as trees. */
const READ_AHEAD = 4;

const decoder = new TextDecoder();

/** What the parse stage works with. */
export interface ParseContext {
  readonly root: string;
  /** The hash function for texts: that of the repository. */
  readonly objectFormat: ObjectFormat;
  readonly crew: Crew;
  readonly writer: IndexWriter;
  readonly onFiles: (done: number) => void;
  /** Texts by git's id, for files that are not on the disk. */
  readonly readObjects: (ids: readonly string[]) => Promise<Map<string, Uint8Array>>;
  /** Whether the files are read again, with other macros of other files than before. */
  readonly isAgain: boolean;
  /** Undefined: no file waits. */
  readonly foresee: Foresee | undefined;
}

/**
 * Given the files that are read and those that wait, with the macros that the latter may call, sets the macros they will probably be given,
 * so that few files are read twice.
 */
export type Foresee = (read: readonly TrackedFile[], waiting: ReadonlyMap<TrackedFile, readonly string[]>) => void;

/** The result of reading files. */
export interface ReadFiles {
  readonly read: readonly TrackedFile[];
  readonly skipped: readonly KeptSkip[];
  /** Files that were read but whose facts are not stored yet: they may be read again with macros of other files. */
  readonly held: readonly HeldFile[];
}

/** A file whose facts are not stored yet, and the row under which they will be. */
export interface HeldFile {
  readonly file: TrackedFile;
  readonly blob: BlobRow;
}

/** Stores the facts of held files that need not be read again. */
export function storeHeld(writer: IndexWriter, held: readonly HeldFile[]): void {
  for (const { file, blob } of held) file.blobId = writer.addBlob(blob, bytesAt(file.facts!), file.outline);
}

/** Parses `files`. Returns those that could be read, and the others with their reasons. */
export async function parseFiles(context: ParseContext, files: readonly TrackedFile[]): Promise<ReadFiles> {
  const parsing = new Parsing(context);
  await parsing.parse(files.filter((file) => file.object === ""));
  await parsing.parseObjects(files.filter((file) => file.object !== ""));
  return parsing;
}

/** A file and its text, to be sent to a thread. */
interface ReadFile extends SourceBytes {
  readonly file: TrackedFile;
}

class Parsing {
  readonly read: TrackedFile[] = [];
  readonly skipped: KeptSkip[] = [];
  readonly held: HeldFile[] = [];
  /** By text and extractor: the file that it was read for. Others with the same text wait for what that one yields. */
  readonly #firsts = new Map<string, TrackedFile>();
  #equal: { readonly file: TrackedFile; readonly first: TrackedFile }[] = [];
  /** Files that wait for those that declare macros. */
  readonly #waiting = new Map<TrackedFile, readonly string[]>();

  constructor(readonly context: ParseContext) {}

  /** Parses files that are on the disk, or whose bytes are at hand. */
  async parse(files: readonly TrackedFile[]): Promise<void> {
    const { foresee } = this.context;
    await this.#parseAll(files, foresee !== undefined);
    await this.#takeEqual();
    if (this.#waiting.size === 0) return;
    foresee?.(this.read, this.#waiting);
    const waited = [...this.#waiting.keys()];
    this.#waiting.clear();
    await this.#parseAll(waited, false);
  }

  /** Gives files what their text yielded for another one; parses it if it yielded nothing. */
  async #takeEqual(): Promise<void> {
    const equal = this.#equal;
    this.#equal = [];
    this.#firsts.clear();
    const left: TrackedFile[] = [];
    for (const { file, first } of equal) {
      if (first.facts === undefined) left.push(file);
      else {
        noteText(file, first, first.blobId);
        file.facts = first.facts;
        file.outline = first.outline;
        this.#keep(file);
      }
    }
    if (left.length === 0) return;
    await this.#parseAll(left, false);
    await this.#takeEqual();
  }

  async #parseAll(files: readonly TrackedFile[], mayWait: boolean): Promise<void> {
    const batches = makeBatches(files, BATCH_BYTES, this.context.crew.size).values();
    const parseNext = async (): Promise<void> => {
      for (const batch of batches) {
        const texts = batch.flatMap((file) => this.#readFile(file));
        await this.#parseTexts(mayWait ? texts.filter((text) => !this.#waits(text)) : texts);
      }
    };
    await Promise.all(Array.from({ length: READ_AHEAD * this.context.crew.size }, parseNext));
  }

  /** Whether a file calls macros and declares none. Then it is recorded, to be read after those that may declare them. */
  #waits({ file, bytes }: ReadFile): boolean {
    const { givenMacros } = file.language.plugin;
    if (givenMacros === undefined) return false;
    const text = decoder.decode(bytes);
    const called = givenMacros.namesDeclared(text).length > 0 ? [] : givenMacros.namesCalled(text);
    if (called.length > 0) this.#waiting.set(file, called.map(holdName));
    return called.length > 0;
  }

  /** Parses files that are in git. */
  async parseObjects(files: readonly TrackedFile[]): Promise<void> {
    const unknown = files.filter((file) => !this.#acceptKnown(file, file.object));
    for (const chunk of makeBatches(unknown, CHUNK_BYTES, 1)) {
      const texts = await this.context.readObjects(chunk.map((file) => file.object));
      for (const file of chunk) file.bytes = texts.get(file.object);
      for (const { path, object, language } of chunk.filter((file) => file.bytes === undefined)) {
        this.#skip({ path, reason: "unreadable", detail: `git does not have the object ${object} here` }, language);
      }
      await this.parse(chunk.filter((file) => file.bytes !== undefined));
      for (const file of chunk) file.bytes = undefined;
    }
  }

  /** A file's text, if it must be parsed. */
  #readFile(file: TrackedFile): ReadFile[] {
    const text = this.#bytesOf(file);
    if ("reason" in text) this.#skip(text, file.language);
    else if ((file.bytes !== undefined || !this.#acceptKnown(file, text.hash)) && !this.#isSent(file, text.hash)) {
      return [{ file, ...text }];
    }
    return [];
  }

  /** Whether the same text is parsed for another file, with the same result. Where that depends on macros of other files, each is parsed. */
  #isSent(file: TrackedFile, hash: string): boolean {
    if (file.language.plugin.givenMacros !== undefined) return false;
    const key = `${hash} ${file.language.plugin.name} ${file.extractor}`;
    const first = this.#firsts.get(key);
    if (first === undefined) this.#firsts.set(key, file);
    else this.#equal.push({ file, first });
    return first !== undefined;
  }

  /** The bytes to be parsed, or why the file is skipped, so that no parser is started for it. */
  #bytesOf({ path, bytes, object, size, time }: TrackedFile): SourceBytes | KeptSkip {
    const { root, objectFormat } = this.context;
    const found = bytes === undefined ? readBytes(join(root, path), path, objectFormat) : { bytes, hash: object };
    if ("reason" in found) return found;
    const skip = whyNoText(found.bytes, path);
    // A file of a commit is identified by its object.
    return skip === undefined ? found : bytes === undefined ? { ...skip, size, time } : skip;
  }

  async #parseTexts(texts: readonly ReadFile[]): Promise<void> {
    if (texts.length === 0) return;
    let parsed: ParsedBatch;
    const items = texts.map(({ file: { path, language, given }, bytes }): ParseItem => {
      return { path, language: language.plugin.name, grammar: language.grammar, bytes, given };
    });
    try {
      parsed = await this.context.crew.parse(items);
    } catch (thrown) {
      if (texts.length > 1) {
        for (const text of texts) await this.#parseTexts([text]);
        return;
      }
      parsed = giveUp(texts[0]!, `extraction failed: ${describeThrown(thrown)}`);
    }
    for (const [i, result] of parsed.files.entries()) {
      if ("reason" in result) this.#skip(result, texts[i]!.file.language);
      else this.#accept(texts[i]!, result, parsed.facts);
    }
  }

  #skip(skip: KeptSkip, language: FileLanguage): void {
    this.skipped.push({ ...skip, language: language.plugin.name });
    this.#count();
  }
  #keep(file: TrackedFile): void {
    this.read.push(file);
    this.#count();
  }
  #count(): void {
    this.context.onFiles(this.read.length + this.skipped.length);
  }

  /** Uses what the index knows about a text; false if it knows nothing. */
  #acceptKnown(file: TrackedFile, hash: string): boolean {
    const language = file.language.plugin.name;
    const { known } = file;
    if (known !== undefined && known.hash === hash && known.language === language && this.#isRead(file, known)) {
      file.extractor = known.extractor;
    } else {
      const { writer, isAgain } = this.context;
      const blob = isAgain ? writer.readBlob(hash, language, file.extractor) : writer.readBlob(hash, language, ...namesOf(file.extractor));
      if (blob === undefined) return false;
      file.extractor = blob.extractor;
      noteText(file, blob, blob.id);
    }
    this.#keep(file);
    return true;
  }

  /** Whether the index has a text as it must be read: which macros of other files it calls is found out when all are read. */
  #isRead(file: TrackedFile, known: KnownFile): boolean {
    return this.context.isAgain ? known.extractor === file.extractor : isSameExtractor(known.extractor, file.extractor);
  }

  #accept({ file, hash, bytes }: ReadFile, parsed: ParsedFile, facts: SharedArrayBuffer): void {
    const { writer, isAgain } = this.context;
    const { extractor } = file;
    const { lines, problems, note, outline, macros } = parsed;
    const language = file.language.plugin.name;
    const blob = { hash, language, extractor, bytes: bytes.length, lines, problems, note, macros };
    file.facts = { buffer: facts, start: parsed.start, length: parsed.length };
    file.outline = outline;
    const isHeld = !isAgain && macros !== "";
    noteText(file, blob, isHeld ? 0 : writer.addBlob(blob, bytesAt(file.facts), outline));
    if (isHeld) this.held.push({ file, blob });
    this.#keep(file);
  }
}

/** Records that a file's text differs from what the index has at its path. */
function noteText(
  file: TrackedFile,
  { hash, lines, problems, note, macros }: Pick<TrackedFile, "hash" | "lines" | "problems" | "note" | "macros">,
  id: number,
): void {
  file.changed = true;
  file.fileVersionId = 0;
  file.resolutionId = 0;
  file.hash = hash;
  file.blobId = id;
  file.lines = lines;
  file.problems = problems;
  file.note = note;
  file.macros = macros;
}

/**
 * The result for a file whose parsing failed or did not end: only its number of lines and the reason. Stored like the facts of any other
 * text, so that it is tried again when the text, the grammar or the plugin changes, and not before.
 */
function giveUp({ file, bytes, hash }: ReadFile, why: string): ParsedBatch {
  const batch = new BatchBuilder();
  const source = decodeSource(bytes, file.path, hash);
  if ("reason" in source) batch.addSkip(source);
  else batch.add({ facts: emptyFacts(source.text), note: why, macros: undefined }, "", file.language.plugin);
  return batch.finish();
}

/**
 * Batches with the largest files first and small ones together, of decreasing size, so that no thread has much left at the end.
 * @param threads 1: no thread waits for another, all batches have the same size
 */
function makeBatches(files: readonly TrackedFile[], most: number, threads: number): TrackedFile[][] {
  const batches: TrackedFile[][] = [];
  let open: TrackedFile[] = [];
  let size = 0;
  const bySize = [...files].sort((a, b) => b.size - a.size);
  let left = threads === 1 ? Infinity : bySize.reduce((sum, file) => sum + file.size, 0);
  for (const file of bySize) {
    open.push(file);
    size += file.size;
    if (size < Math.min(most, left / (2 * threads)) && open.length < 200) continue;
    batches.push(open);
    left -= size;
    open = [];
    size = 0;
  }
  if (open.length > 0) batches.push(open);
  return batches;
}
