/**
 * The files of both refs of a comparison.
 *
 * Stage: query, before the transaction. Invariant: a file whose text one ref has and nobody can read is on neither side, so nothing of it is
 * taken for new, gone or unchanged.
 */
import type { FileSymbols } from "../../core/compare/source_symbols.ts";
import { CallgroveError } from "../../core/errors.ts";
import { listed } from "../rows/listed.ts";
import type { Sides } from "./find_subjects.ts";
import type { RefReader, RefTree } from "./ref_reader.ts";

/** Files that are named. */
const SHOWN = 3;

/** What was read of some files. */
export interface ReadSides {
  readonly base: readonly FileSymbols[];
  readonly head: readonly FileSymbols[];
  /** Paths of which a ref has a text that cannot be read: a partial clone lacks it, or it is none. */
  readonly unread: ReadonlySet<string>;
}

/** See the head of this file. */
export async function readSides(reader: RefReader, { base, head }: Sides, paths: readonly string[]): Promise<ReadSides> {
  const [before, after] = [await reader.readFiles(base, paths), await reader.readFiles(head, paths)];
  const unread = new Set([...pathsUnread(base, paths, before), ...pathsUnread(head, paths, after)]);
  const isRead = ({ source }: FileSymbols): boolean => !unread.has(source.path);
  return { base: before.filter(isRead), head: after.filter(isRead), unread };
}

function pathsUnread(tree: RefTree, paths: readonly string[], read: readonly FileSymbols[]): string[] {
  const known = new Set(read.map(({ source }) => source.path));
  return paths.filter((path) => tree.files.has(path) && !known.has(path));
}

/** In one sentence, with what brings the texts. */
export function describeUnread(sides: Sides, unread: ReadonlySet<string>): string {
  return `what differs in ${listed([...unread], SHOWN)} is not told: the text at one of the refs cannot be read; ` +
    `a partial clone gets such texts with ${fetching(sides)}`;
}

/** The error where nothing that could be read defines what is asked for. */
export function unreadError(written: string, sides: Sides, unread: ReadonlySet<string>): CallgroveError {
  const message = `Cannot compare "${written}": the text of ${listed([...unread], SHOWN)} at one of the refs cannot be read`;
  return new CallgroveError("ref_not_indexed", message, {
    hint: `A partial clone gets such texts with ${fetching(sides)}`,
    data: { symbol_name: written, remediation: fetching(sides) },
  });
}

function fetching({ base, head }: Sides): string {
  return `git diff ${[base, head].filter(({ live }) => !live).map(({ name }) => name).join(" ")}`;
}
