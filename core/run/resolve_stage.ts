/**
 * Resolves the files of one language as far as needed, and writes symbols and edges as they arrive.
 *
 * Stage: symbols -> resolve -> write. Invariants: a file is resolved again if it or a manifest changed, or if something that it asked for
 * was changed, added or removed; everything left unchanged equals what a fresh index would contain.
 */
import { DefinitionFlag } from "../facts.ts";
import { decodeAt, type FactsPlace } from "../facts/facts_place.ts";
import { makeSymbolColumns } from "../facts/symbol_columns.ts";
import type { LanguagePlugin } from "../plugin.ts";
import { holdsTests } from "../resolve/shape/module_declarations.ts";
import type { Links } from "../scan/symbolic_links.ts";
import type { Manifest } from "../scan/scan.ts";
import { encodeCounts } from "../store/edge_counts.ts";
import { EdgeWriter } from "../store/edge_writer.ts";
import type { Follower } from "../store/follower.ts";
import type { IndexWriter } from "../store/index_writer.ts";
import type { KnownFile } from "../store/ref_store.ts";
import { Lanes } from "../threads/lanes.ts";
import type { PackedEdges } from "../threads/packed_edges.ts";
import type { Crew } from "../threads/pool.ts";
import type { ResolverFile } from "../threads/resolve_work.ts";
import { findDependents } from "./dependents.ts";
import type { TextReader } from "./text_reader.ts";
import type { TrackedFile } from "./tracked_file.ts";

/** What the resolve stage works with. */
export interface ResolveContext {
  readonly crew: Crew;
  readonly writer: IndexWriter;
  readonly texts: TextReader;
  readonly edges: EdgeWriter;
  readonly follower: Follower | undefined;
  readonly strictSyntax: boolean;
  readonly onFiles: (done: number) => void;
  /** Called when the symbols of all files are written, before the edges. */
  readonly onSymbols: () => Promise<void>;
  /** Adds the time since `start` to a stage. */
  readonly addTime: (stage: string, start: number) => void;
}

/** One language of the ref. */
export interface LanguagePart {
  readonly name: string;
  readonly separator: "." | "::";
  /** Sorted by path. */
  readonly files: readonly TrackedFile[];
  readonly manifests: readonly Manifest[];
  readonly links: Links;
  readonly library: FactsPlace;
  readonly plugin: LanguagePlugin;
  /** Files of this language that the index had and that no longer exist. */
  readonly gone: readonly KnownFile[];
  /** A manifest or the program changed: everything must be resolved again. */
  readonly everything: boolean;
}

/** Resolves the files that need it. Returns their number. */
export async function resolveLanguage(context: ResolveContext, part: LanguagePart): Promise<number> {
  const { crew } = context;
  let start = performance.now();
  const names = await crew.prepare({
    language: part.name,
    files: crew.size > 1 ? placeFiles(context, part.files) : context.texts.sources(part.files),
    library: part.library,
    manifests: part.manifests.map(({ path, text }) => [path, text]),
    links: [...part.links],
  });
  context.addTime("prepare", start);
  start = performance.now();
  const manifests = new Map(part.manifests.map(({ path, text }) => [path, text]));
  const dependents = part.everything ? undefined : findDependents(context.texts, { ...part, manifests });
  const wanted = dependents ?? [...part.files.keys()];
  const isLocal = crew.size === 1;
  const lanes = new Lanes(wanted, crew.lanes, async (lane, batch) => {
    const start = performance.now();
    const packed = await crew.resolve(lane, batch, context.strictSyntax);
    if (isLocal) context.addTime("resolve", start);
    return packed;
  });
  // The threads start before symbols are written; their results wait until then.
  if (!isLocal) lanes.begin();
  writeSymbols(context, part, names.modules, dependents === undefined);
  context.addTime("symbols", start);
  await context.onSymbols();
  const first = context.edges.reserve(wanted.length);
  const places = new Map(wanted.map((index, i) => [index, first + i]));
  let done = 0;
  await lanes.finish((batch, packed) => {
    const start = performance.now();
    writeEdges(context, part, names.packages, batch, packed, places);
    context.addTime("write", start);
    context.onFiles(done += batch.length);
  });
  if (!isLocal) context.addTime("resolve", start);
  await crew.forget();
  return wanted.length;
}

/** @param places the id reserved for each file's resolution */
function writeEdges(
  context: ResolveContext,
  part: LanguagePart,
  packages: readonly string[],
  batch: readonly number[],
  packed: PackedEdges,
  places: ReadonlyMap<number, number>,
): void {
  // A batch refers to most of its texts many times.
  const nameIds = new Int32Array(packed.texts.length);
  const known = {
    nameId: (text: number) => nameIds[text] ||= context.writer.nameId(packed.texts[text]!),
    symbolsOf: (file: number) => {
      const tracked = part.files[file]!;
      return tracked.symbolIds ??= context.writer.readSymbols(tracked.fileVersionId);
    },
    fileVersionId: (file: number) => part.files[file]!.fileVersionId,
    pathId: (file: number) => part.files[file]!.pathId,
    packageOf: (file: number) => packages[file]!,
  };
  for (const [k, index] of batch.entries()) {
    const file = part.files[index]!;
    const { id, rows, counts } = context.edges.addResolution(places.get(index)!, packed, k, known);
    file.resolutionId = id;
    file.counts = encodeCounts(counts);
    context.follower?.addEdges({ path: file.path, version: file.fileVersionId, resolution: id }, rows);
  }
}

/** The encoded form of files for other threads, in shared memory. */
function placeFiles(context: ResolveContext, files: readonly TrackedFile[]): ResolverFile[] {
  context.texts.fillOutlines(files);
  return files.map((file) => {
    if (file.facts === undefined) {
      const bytes = context.writer.readFacts(file.blobId);
      const buffer = new SharedArrayBuffer(bytes.length);
      new Uint8Array(buffer).set(bytes);
      file.facts = { buffer, start: 0, length: bytes.length };
    }
    return { path: file.path, outline: file.outline, ...file.facts };
  });
}

/** @param renamed whether the module names of unchanged files may have changed */
function writeSymbols(context: ResolveContext, part: LanguagePart, names: readonly string[], renamed: boolean): void {
  const { writer } = context;
  const testsNamed = part.plugin.packages?.testsNamed?.(new Map(part.manifests.map(({ path, text }) => [path, text])));
  for (const [i, file] of part.files.entries()) {
    const moduleName = names[i]!;
    const isNamed = testsNamed?.(file.path) === true;
    const fits = file.fileVersionId !== 0 && (!renamed || writer.fresh || writer.standsAs(file.fileVersionId, moduleName, isNamed));
    if (!fits) writeFileVersion(context, part, file, moduleName, isNamed);
  }
}

/** @param isNamed whether a manifest declares it a test file */
function writeFileVersion(
  { writer, texts, follower }: ResolveContext,
  part: LanguagePart,
  file: TrackedFile,
  moduleName: string,
  isNamed: boolean,
): void {
  file.pathId = writer.pathId(file.path);
  const version = writer.findFileVersion(file.pathId, file.blobId, moduleName, isNamed);
  file.symbolIds = undefined;
  if (version !== undefined) {
    file.fileVersionId = version.id;
    file.symbolCount = version.symbols;
    return;
  }
  // Done here rather than where the facts are made: this thread has time now, and none has while texts are parsed.
  const { isTestFile, isConditionalFile, isFileAside, tests } = file.language.plugin;
  const { path, pathId, blobId } = file;
  const facts = file.facts === undefined ? texts.facts(file) : decodeAt(file.facts);
  const isTest = isNamed || isTestFile(path, holdsTests(facts));
  // A function that is named like a test is none if no runner runs it.
  const without = tests === "files" && !isTest ? DefinitionFlag.test : 0;
  const columns = makeSymbolColumns(facts, part.separator, without);
  const conditional = isConditionalFile?.(path) === true ? DefinitionFlag.conditional : 0;
  const flags = conditional | (isFileAside?.(path) === true ? DefinitionFlag.aside : 0);
  const key = { path, pathId, blobId, language: part.name, separator: part.separator, moduleName, isTest, isNamed, flags };
  const added = writer.addFileVersion(key, columns);
  file.fileVersionId = added.id;
  file.symbolIds = added.symbols;
  file.symbolCount = added.symbolCount;
  follower?.addSymbols(file.path, part.name, columns, added.symbols);
}
