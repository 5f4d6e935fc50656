/**
 * Which files must be resolved again after a few files have changed.
 *
 * Stage: resolve. Invariant: a file is among them if it changed, if it asked a file anything whose shape changed by more than new names, or
 * if it looked a name up that came or went.
 */
import type { Facts } from "./facts.ts";
import { declarationsOf } from "./resolve/module_declarations.ts";
import { compareShapes } from "./resolve/shape.ts";
import type { IndexWriter } from "./store/index_writer.ts";
import { symbolsOf } from "./symbols.ts";
import type { TrackedFile } from "./tracked_file.ts";
import { decodeAt } from "./work.ts";

/**
 * Numbers of the files to resolve again, ascending; undefined where modules themselves changed, so that nothing is known to be still
 * right. `files` are all of one language; none came or went.
 */
export function findDependents(writer: IndexWriter, files: readonly TrackedFile[]): number[] | undefined {
  const paths = new Set<number>();
  const names = new Set<string>();
  for (const file of files) {
    if (!file.changed) continue;
    const before = decodeAt(placeOf(writer.readFacts(file.known!.blobId)));
    const after = decodeAt(file.facts ?? placeOf(writer.readFacts(file.blobId)));
    if (JSON.stringify(declarationsOf(before)) !== JSON.stringify(declarationsOf(after))) return undefined;
    const { rules } = file.language.plugin;
    const change = compareShapes(before, after, rules.packageScope);
    if (change === "more") paths.add(file.known!.pathId);
    else if (change !== "none") { for (const name of change) names.add(name); }
    addChangedNames(before, after, rules.separator, names);
  }
  const wanted: number[] = [];
  for (const [i, file] of files.entries()) {
    if (file.changed || asks(writer.readAsked(file.resolutionId), paths, names)) wanted.push(i);
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

/** Adds the names of symbols that only one of a file's two versions has. */
function addChangedNames(before: Facts, after: Facts, separator: "." | "::", into: Set<string>): void {
  const [had, has] = [before, after].map((facts) =>
    new Map(
      symbolsOf(facts, "", separator).map((symbol) => {
        const { kind, scopedName, order, definition } = symbol;
        return [`${kind} ${scopedName} ${order} ${facts.definitions.flags[definition]}`, symbol.name] as const;
      }),
    )
  ) as [Map<string, string>, Map<string, string>];
  for (const [key, name] of had) if (!has.has(key)) into.add(name);
  for (const [key, name] of has) if (!had.has(key)) into.add(name);
}

function placeOf(bytes: Uint8Array): { buffer: ArrayBufferLike; start: number; length: number } {
  return { buffer: bytes.buffer, start: bytes.byteOffset, length: bytes.length };
}
