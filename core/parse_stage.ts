/**
 * Reads and parses the files that may have changed, and stores their facts as they come.
 *
 * Stage: parse. Invariants: a text that the index knows is not parsed again, whatever its path; a batch that fails as a whole is tried
 * file by file, and of a file that fails alone nothing is known but the reason.
 */
import { describeThrown } from "./errors.ts";
import type { ObjectFormat } from "./git.ts";
import type { Crew } from "./pool.ts";
import type { Skip } from "./scan/read_source.ts";
import type { IndexWriter } from "./store/index_writer.ts";
import type { TrackedFile } from "./tracked_file.ts";
import { blobKey, giveUp, type ParsedBatch, type ParsedFile } from "./work.ts";

/** Bytes of source that make a batch worth sending to a thread. */
const BATCH_BYTES = 256 * 1024;
/** Bytes of source that are taken out of git at a time. */
const CHUNK_BYTES = 8 * 1024 * 1024;

/** What the parse stage works with. */
export interface ParseContext {
  readonly root: string;
  /** By which texts are hashed: that of the repository. */
  readonly objectFormat: ObjectFormat;
  readonly crew: Crew;
  readonly writer: IndexWriter;
  readonly onFiles: (done: number) => void;
  /** Texts by git's id, for files that do not lie on the disk. */
  readonly readObjects: (ids: readonly string[]) => Promise<Map<string, Uint8Array>>;
}

/** Parses `files`; gives those that could be read, and the others with their reasons. */
export async function parseFiles(context: ParseContext, files: readonly TrackedFile[]): Promise<{ read: TrackedFile[]; skipped: Skip[] }> {
  const { crew, writer } = context;
  if (!writer.fresh && files.length > 0) await crew.passOver(writer);
  const read: TrackedFile[] = [];
  const skipped: Skip[] = [];
  let done = 0;
  const take = (batch: readonly TrackedFile[], parsed: ParsedBatch): void => {
    for (const [i, result] of parsed.files.entries()) {
      if ("reason" in result) skipped.push(result);
      else {
        acceptText(writer, batch[i]!, result, parsed.facts);
        read.push(batch[i]!);
      }
    }
    done += batch.length;
    context.onFiles(done);
  };
  const onDisk: TrackedFile[] = [];
  const inGit: TrackedFile[] = [];
  for (const file of files) {
    if (file.object === "") onDisk.push(file);
    else if (writer.findBlob(file.object, file.language.plugin.name, file.extractor) === undefined) inGit.push(file);
    else take([file], { files: [knownText(file.object)], facts: new SharedArrayBuffer(0) });
  }
  await Promise.all(makeBatches(onDisk, BATCH_BYTES, context.crew.size).map((batch) => parseBatch(context, batch, take)));
  for (const chunk of makeBatches(inGit, CHUNK_BYTES, 1)) {
    const texts = await context.readObjects(chunk.map((file) => file.object));
    for (const file of chunk) file.bytes = texts.get(file.object);
    for (const { path, object } of chunk.filter((file) => file.bytes === undefined)) {
      skipped.push({ path, reason: "unreadable", detail: `git does not have the object ${object} here` });
    }
    const there = chunk.filter((file) => file.bytes !== undefined);
    await Promise.all(makeBatches(there, BATCH_BYTES, context.crew.size).map((batch) => parseBatch(context, batch, take)));
    for (const file of chunk) file.bytes = undefined;
  }
  return { read, skipped };
}

/** A text of which the index has the facts. */
function knownText(hash: string): ParsedFile {
  return { hash, bytes: 0, lines: 0, note: "", problems: "", start: 0, length: 0, symbols: undefined, outline: "" };
}

/**
 * Biggest files first, small ones together, and ever less of them, so that no thread is left with much at the end.
 * @param threads 1: nobody waits for another, all batches are alike
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

async function parseBatch(
  context: ParseContext,
  batch: readonly TrackedFile[],
  take: (batch: readonly TrackedFile[], parsed: ParsedBatch) => void,
): Promise<void> {
  const items = batch.map((file) => ({
    path: file.path,
    language: file.language.plugin.name,
    grammar: file.language.grammar,
    ...(file.bytes === undefined ? {} : { bytes: file.bytes }),
  }));
  const wanted = { root: context.root, objectFormat: context.objectFormat, items };
  let parsed: ParsedBatch;
  try {
    parsed = await context.crew.parse(wanted);
  } catch (thrown) {
    if (batch.length > 1) {
      for (const file of batch) await parseBatch(context, [file], take);
      return;
    }
    parsed = giveUp(wanted, batch[0]!.language.plugin, `extraction failed: ${describeThrown(thrown)}`);
  }
  take(batch, parsed);
}

function acceptText(writer: IndexWriter, file: TrackedFile, parsed: ParsedFile, facts: SharedArrayBuffer): void {
  const language = file.language.plugin.name;
  const { known } = file;
  const same = known !== undefined && known.hash === parsed.hash && known.language === language && known.extractor === file.extractor;
  file.hash = parsed.hash;
  if (same) return;
  file.changed = true;
  file.fileVersionId = 0;
  file.resolutionId = 0;
  if (parsed.length === 0) {
    const blob = writer.readBlob(parsed.hash, language, file.extractor);
    if (blob === undefined) throw new Error(`the index lost the blob ${blobKey(parsed.hash, language, file.extractor)}`);
    file.blobId = blob.id;
    file.lines = blob.lines;
    file.problems = blob.problems;
    file.note = blob.note;
    return;
  }
  const place = { buffer: facts, start: parsed.start, length: parsed.length };
  file.facts = place;
  file.symbols = parsed.symbols;
  file.outline = parsed.outline;
  file.lines = parsed.lines;
  file.problems = parsed.problems;
  file.note = parsed.note;
  file.blobId = writer.findBlob(parsed.hash, language, file.extractor) ?? writer.addBlob(
    {
      hash: parsed.hash,
      language,
      extractor: file.extractor,
      bytes: parsed.bytes,
      lines: parsed.lines,
      problems: parsed.problems,
      note: parsed.note,
    },
    new Uint8Array(facts, parsed.start, parsed.length),
    parsed.outline,
  );
}
