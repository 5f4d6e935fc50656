/**
 * The heavy work: files to facts, facts to edges. Done in the calling thread for small jobs, in workers for large ones.
 *
 * Stage: parse and resolve. Invariants: what crosses the thread is plain: buffers, numbers and lists of strings; a file that cannot be
 * read or lowered is an answer of its own and never ends a batch; facts lie in shared memory, so that every worker can resolve.
 */
import { join } from "node:path";
import { extractorOf } from "./extractor.ts";
import { type Facts } from "./facts.ts";
import { decodeFacts, encodeFacts } from "./facts_builder.ts";
import { type PackedEdges, packEdges } from "./packed_edges.ts";
import { emptyFacts, loadGrammar, parseText } from "./parse_file.ts";
import type { ObjectFormat } from "./git.ts";
import type { LanguagePlugin } from "./plugin.ts";
import { decodeOutline, encodeOutline, type Outline, outlineOf, outlineRules } from "./outline.ts";
import { makeResolver, type Resolver } from "./resolve/resolve.ts";
import type { SourceFile } from "./resolve/world.ts";
import { blobHash, decodeSource, readSource, type Skip, type SourceText } from "./scan/read_source.ts";
import { makeSymbolColumns, type SymbolColumns } from "./symbol_columns.ts";

/** A file to read and parse; `bytes` where it does not come from the disk. */
export interface ParseItem {
  readonly path: string;
  readonly language: string;
  readonly grammar: string;
  readonly bytes?: Uint8Array;
}

export interface ParseBatch {
  readonly root: string;
  /** By which texts are hashed. */
  readonly objectFormat: ObjectFormat;
  readonly items: readonly ParseItem[];
}

/** What a file was found to be. Its encoded facts lie in the batch's buffer; `length` 0: the blob was known, there are none. */
export interface ParsedFile {
  readonly hash: string;
  readonly bytes: number;
  readonly lines: number;
  readonly note: string;
  /** JSON of [first line, last line] pairs, or "". */
  readonly problems: string;
  readonly start: number;
  readonly length: number;
  readonly symbols: SymbolColumns | undefined;
  /** Encoded (`core/outline.ts`); "" where the blob was known. */
  readonly outline: string;
}

export interface ParsedBatch {
  /** In the order of the items. */
  readonly files: readonly (ParsedFile | Skip)[];
  readonly facts: SharedArrayBuffer;
}

/** Whether the index knows a text as read by an extractor. */
export type KnownText = (hash: string, language: string, extractor: string) => boolean;

/** Encoded facts in some buffer. */
export interface FactsPlace {
  readonly buffer: SharedArrayBuffer | ArrayBufferLike;
  readonly start: number;
  readonly length: number;
}

/** A file with its encoded facts and its encoded outline. */
export interface ResolverFile extends FactsPlace {
  readonly path: string;
  readonly outline: string;
}

/** All that the resolver of one language needs. */
export interface ResolverInput {
  readonly language: string;
  /** Sorted by path; encoded for another thread. */
  readonly files: readonly ResolverFile[] | readonly SourceFile[];
  readonly library: FactsPlace;
  readonly manifests: readonly (readonly [path: string, text: string])[];
}

/** Names of the files' modules and of the packages that they belong to, in the order of the files. */
export interface PreparedNames {
  readonly modules: readonly string[];
  readonly packages: readonly string[];
}

/** The work that one thread can do. */
export class Work {
  readonly #plugins: ReadonlyMap<string, LanguagePlugin>;
  #isKnown: KnownText = () => false;
  #resolver: Resolver | undefined;
  #files: readonly { readonly facts: Facts }[] = [];

  constructor(plugins: readonly LanguagePlugin[]) {
    this.#plugins = new Map(plugins.map((plugin) => [plugin.name, plugin]));
  }

  /** Texts that need no parsing. */
  passOver(isKnown: KnownText): void {
    this.#isKnown = isKnown;
  }

  /** Reads, hashes and parses files. */
  async parse(batch: ParseBatch): Promise<ParsedBatch> {
    const files: (ParsedFile | Skip)[] = [];
    const encoded: Uint8Array[] = [];
    let size = 0;
    for (const item of batch.items) {
      const plugin = this.#plugins.get(item.language)!;
      const source = sourceOf(batch, item);
      if ("reason" in source) {
        files.push(source);
        continue;
      }
      const base = { hash: source.hash, bytes: source.bytes };
      if (this.#isKnown(source.hash, item.language, extractorOf(plugin, item.grammar))) {
        files.push({ ...base, lines: 0, note: "", problems: "", start: 0, length: 0, symbols: undefined, outline: "" });
        continue;
      }
      const { facts, note } = parseText(await loadGrammar(plugin, item.grammar), source.text);
      const bytes = encodeFacts(facts);
      encoded.push(bytes);
      files.push({
        ...base,
        lines: facts.lines,
        note: [source.note, note].filter((part) => part !== "").join("; "),
        problems: describeProblems(facts),
        start: size,
        length: bytes.length,
        symbols: makeSymbolColumns(facts, plugin.rules.separator),
        outline: encodeOutline(outlineOf(facts, outlineRules(plugin.rules))),
      });
      size += bytes.length;
    }
    const shared = new SharedArrayBuffer(size);
    const all = new Uint8Array(shared);
    let at = 0;
    for (const bytes of encoded) {
      all.set(bytes, at);
      at += bytes.length;
    }
    return { files, facts: shared };
  }

  /** Encoded facts of a language's own library. */
  async parseLibrary(language: string): Promise<Uint8Array> {
    const plugin = this.#plugins.get(language)!;
    const { path, source } = plugin.library;
    const grammar = plugin.extensions[path.slice(path.lastIndexOf("."))] ?? Object.values(plugin.extensions)[0]!;
    return encodeFacts(parseText(await loadGrammar(plugin, grammar), source).facts);
  }

  /** Builds the maps of one language. */
  prepare(input: ResolverInput): PreparedNames {
    const plugin = this.#plugins.get(input.language)!;
    const files = input.files.map((file) => "facts" in file ? file : new EncodedFile(file));
    this.#files = files;
    this.#resolver = makeResolver(plugin, files, decodeAt(input.library), new Map(input.manifests));
    const { modules } = this.#resolver;
    return { modules: files.map((file) => modules.nameOf(file.path)), packages: files.map((file) => modules.packageName(file.path)) };
  }

  /** Edges of files, by their numbers in the prepared language. */
  resolve(indices: readonly number[], strictSyntax: boolean): PackedEdges {
    const resolver = this.#resolver!;
    return packEdges(indices, (i) => {
      const skip = strictSyntax && this.#files[i]!.facts.problems.length > 1;
      return skip ? undefined : resolver.resolveFile(i);
    });
  }

  /** Lets the maps of the last language go. */
  forget(): void {
    this.#resolver = undefined;
    this.#files = [];
  }
}

function sourceOf(batch: ParseBatch, item: ParseItem): SourceText | Skip {
  return item.bytes === undefined
    ? readSource(join(batch.root, item.path), item.path, batch.objectFormat)
    : decodeSource(item.bytes, item.path, blobHash(item.bytes, batch.objectFormat));
}

/**
 * A file, the only one of its batch, whose parsing failed or did not end: nothing is known of it but its lines and why. Kept like any other text's facts, so that
 * it is tried again when the text, the grammar or the plugin is another one, and not before.
 */
export function giveUp(batch: ParseBatch, plugin: LanguagePlugin, why: string): ParsedBatch {
  const item = batch.items[0]!;
  const source = sourceOf(batch, item);
  if ("reason" in source) return { files: [source], facts: new SharedArrayBuffer(0) };
  const facts = emptyFacts(source.text);
  const bytes = encodeFacts(facts);
  const shared = new SharedArrayBuffer(bytes.length);
  new Uint8Array(shared).set(bytes);
  const file: ParsedFile = {
    hash: source.hash,
    bytes: source.bytes,
    lines: facts.lines,
    note: why,
    problems: "",
    start: 0,
    length: bytes.length,
    symbols: makeSymbolColumns(facts, plugin.rules.separator),
    outline: encodeOutline(outlineOf(facts, outlineRules(plugin.rules))),
  };
  return { files: [file], facts: shared };
}

/** A file whose facts are decoded when they are first asked for. */
class EncodedFile implements SourceFile {
  #facts: Facts | undefined;
  readonly path: string;
  readonly outline: Outline;
  constructor(readonly place: ResolverFile) {
    this.path = place.path;
    this.outline = decodeOutline(place.outline);
  }
  get facts(): Facts {
    return this.#facts ??= decodeAt(this.place);
  }
}

/** Decodes facts where they lie. */
export function decodeAt(place: FactsPlace): Facts {
  return decodeFacts(new Uint8Array(place.buffer, place.start, place.length));
}

/** Names a text read by an extractor. */
export function blobKey(hash: string, language: string, extractor: string): string {
  return `${hash} ${language} ${extractor}`;
}

/** Lines of the damaged regions, the first hundred; of several in the same lines one. */
function describeProblems(facts: Facts): string {
  const { lineStart, lineEnd, length } = facts.problems;
  if (length <= 1) return "";
  const regions: [number, number][] = [];
  for (let row = 1; row < length && regions.length < 100; row++) {
    const last = regions.at(-1);
    if (last === undefined || last[0] !== lineStart[row] || last[1] !== lineEnd[row]) regions.push([lineStart[row]!, lineEnd[row]!]);
  }
  return JSON.stringify(regions);
}
