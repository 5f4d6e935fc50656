/**
 * The facts and outlines of a run's files, wherever they are: made by this run, cached in memory, or in the index.
 *
 * Stage: resolve. Invariant: a text is read and decoded once, on first use.
 */
import type { Facts } from "../facts.ts";
import { bytesAt } from "../facts/facts_place.ts";
import type { Outline } from "../facts/outline.ts";
import { textOfStrings } from "../facts/stored_facts.ts";
import type { SourceFile } from "../resolve/world.ts";
import type { IndexWriter } from "../store/index_writer.ts";
import type { KnownFile } from "../store/ref_store.ts";
import type { TextMemory } from "./text_memory.ts";
import { blobKey } from "./text_memory.ts";
import type { TrackedFile } from "./tracked_file.ts";

/** Reads facts and outlines through the cache. */
export class TextReader {
  constructor(readonly writer: IndexWriter, readonly memory: TextMemory) {}

  /** The facts of a file as this run has it. */
  facts(file: TrackedFile): Facts {
    return this.memory.facts(keyOf(file), () => this.#bytes(file));
  }
  /** Whether one of these names occurs in a file as this run has it: alone, within another name, or in a string literal. */
  speaksOf(file: TrackedFile, names: ReadonlySet<string>): boolean {
    const text = textOfStrings(this.#bytes(file));
    return [...names].some((name) => text.includes(name));
  }
  /** The facts of a file as the index has it. */
  formerFacts(file: KnownFile): Facts {
    return this.memory.facts(blobKey(file.hash, file.language, file.extractor), () => this.writer.readFacts(file.blobId));
  }
  /** The outlines of files as this run has them, in their order. */
  outlines(files: readonly TrackedFile[]): Outline[] {
    return this.#outlines(files.map((file) => ({ key: keyOf(file), blobId: file.blobId, encoded: file.outline })));
  }
  /** The outlines of files as the index has them, in their order. */
  formerOutlines(files: readonly KnownFile[]): Outline[] {
    return this.#outlines(
      files.map(({ hash, language, extractor, blobId }) => ({ key: blobKey(hash, language, extractor), blobId, encoded: "" })),
    );
  }
  /** Files as the resolver takes them, in their order. */
  sources(files: readonly TrackedFile[]): SourceFile[] {
    const outlines = this.outlines(files);
    return files.map((file, i) => new Source(file.path, outlines[i]!, () => this.facts(file)));
  }
  /** Sets the encoded outlines of files, for other threads. */
  fillOutlines(files: readonly TrackedFile[]): void {
    const missing = files.filter((file) => file.outline === "");
    const read = this.#read(missing.map((file) => file.blobId));
    for (const [i, file] of missing.entries()) file.outline = read[i]!;
  }

  #bytes(file: TrackedFile): Uint8Array {
    return file.facts === undefined ? this.writer.readFacts(file.blobId) : bytesAt(file.facts);
  }
  #outlines(texts: readonly { readonly key: string; readonly blobId: number; readonly encoded: string }[]): Outline[] {
    const kept = texts.map(({ key }) => this.memory.outline(key));
    const missing = texts.filter(({ encoded }, i) => kept[i] === undefined && encoded === "");
    const read = this.#read(missing.map(({ blobId }) => blobId));
    const encodedOf = new Map(missing.map(({ key }, i) => [key, read[i]!]));
    return texts.map(({ key, encoded }, i) => kept[i] ?? this.memory.addOutline(key, encoded === "" ? encodedOf.get(key)! : encoded));
  }

  #read(blobIds: readonly number[]): string[] {
    if (blobIds.length === 0) return [];
    const known = this.writer.readOutlines(blobIds);
    return blobIds.map((id) => {
      const outline = known.get(id);
      if (outline === undefined) throw new Error(`database disk image is malformed: blob ${id} has no outline`);
      return outline;
    });
  }
}

function keyOf(file: TrackedFile): string {
  return blobKey(file.hash, file.language.plugin.name, file.extractor);
}

/** A file whose facts are read on first use. */
class Source implements SourceFile {
  #facts: Facts | undefined;
  constructor(readonly path: string, readonly outline: Outline, readonly read: () => Facts) {}
  get facts(): Facts {
    return this.#facts ??= this.read();
  }
}
