/**
 * Which files must be resolved again after a few files have changed.
 *
 * Stage: resolve. Invariant: a file is among them if it changed, if it asked a file anything whose shape changed, or if it looked a name up in
 * the whole repository whose definitions changed.
 */
import type { Facts } from "./facts.ts";
import { shapeOf } from "./resolve/shape.ts";
import type { IndexWriter } from "./store/index_writer.ts";
import { symbolsOf } from "./symbols.ts";
import type { TrackedFile } from "./tracked_file.ts";
import { decodeAt } from "./work.ts";

/** Numbers of the files to resolve again, ascending. `files` are all of one language; none came or went. */
export function findDependents(writer: IndexWriter, files: readonly TrackedFile[]): number[] {
  const changed = files.filter((file) => file.changed);
  const changedPaths = new Set(changed.filter((file) => hasNewShape(writer, file)).map((file) => file.known!.pathId));
  const changedNames = new Set<string>();
  for (const file of changed) addChangedNames(writer, file, changedNames);
  const wanted: number[] = [];
  for (const [i, file] of files.entries()) {
    if (file.changed || asks(writer.readAsked(file.resolutionId), changedPaths, changedNames)) wanted.push(i);
  }
  return wanted;
}

function asks(
  asked: { readonly files: readonly number[]; readonly names: readonly string[] },
  paths: ReadonlySet<number>,
  names: ReadonlySet<string>,
): boolean {
  return asked.files.some((id) => paths.has(id)) || (names.size > 0 && asked.names.some((name) => names.has(name)));
}

/** A changed file's facts, before and after. */
function versionsOf(writer: IndexWriter, file: TrackedFile): readonly [Facts, Facts] {
  const after = decodeAt(file.facts ?? placeOf(writer.readFacts(file.blobId)));
  return [decodeAt(placeOf(writer.readFacts(file.known!.blobId))), after];
}

function hasNewShape(writer: IndexWriter, file: TrackedFile): boolean {
  const [before, after] = versionsOf(writer, file);
  return shapeOf(before) !== shapeOf(after);
}

/** Adds the names of symbols that only one of a file's two versions has. */
function addChangedNames(writer: IndexWriter, file: TrackedFile, into: Set<string>): void {
  const separator = file.language.plugin.rules.separator;
  const [before, after] = versionsOf(writer, file).map((facts) => {
    const names = new Map<string, string>();
    for (const symbol of symbolsOf(facts, "", separator)) {
      names.set(`${symbol.kind} ${symbol.scopedName} ${symbol.order} ${facts.definitions.flags[symbol.definition]}`, symbol.name);
    }
    return names;
  }) as [Map<string, string>, Map<string, string>];
  for (const [key, name] of before) if (!after.has(key)) into.add(name);
  for (const [key, name] of after) if (!before.has(key)) into.add(name);
}

function placeOf(bytes: Uint8Array): { buffer: ArrayBufferLike; start: number; length: number } {
  return { buffer: bytes.buffer, start: bytes.byteOffset, length: bytes.length };
}
