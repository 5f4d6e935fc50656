/**
 * The files of both refs of a comparison.
 * Stage: query, before the transaction. Invariant: a file whose text is unreadable in one ref is on neither side, so that nothing in it is
 * taken for new, deleted or unchanged.
 */
import { shellWord } from "../../core/base/shell_word.ts";
import type { FileSymbols } from "../../core/compare/source_symbols.ts";
import { CallgroveError } from "../../core/errors.ts";
import { listed } from "../rows/listed.ts";
import type { Sides } from "./find_subjects.ts";
import type { RefReader, RefTree } from "./ref_reader.ts";

/** Most files that are named. */
const SHOWN = 3;

/** What was read of some files. */
export interface ReadSides extends Unread {
  readonly base: readonly FileSymbols[];
  readonly head: readonly FileSymbols[];
}

/** What could not be read. */
export interface Unread {
  /** Paths whose text in one of the refs cannot be read: missing from a partial clone, or not a text. */
  readonly unread: ReadonlySet<string>;
  /** Whether it may be missing, because this is a partial clone. */
  readonly isPartial: boolean;
}

/** Reads the files; see the head of this file. */
export async function readSides(reader: RefReader, { base, head }: Sides, paths: readonly string[]): Promise<ReadSides> {
  const [before, after] = [await reader.readFiles(base, paths), await reader.readFiles(head, paths)];
  const unread = new Set([...pathsUnread(base, paths, before), ...pathsUnread(head, paths, after)]);
  const isRead = ({ source }: FileSymbols): boolean => !unread.has(source.path);
  return { base: before.filter(isRead), head: after.filter(isRead), unread, isPartial: unread.size > 0 && await reader.isPartial() };
}

function pathsUnread(tree: RefTree, paths: readonly string[], read: readonly FileSymbols[]): string[] {
  const known = new Set(read.map(({ source }) => source.path));
  return paths.filter((path) => tree.files.has(path) && !known.has(path));
}

/** One sentence about the unread files, with the command that fetches them. */
export function describeUnread(sides: Sides, { unread, isPartial }: Unread): string {
  const unknown = `what differs in ${listed([...unread], SHOWN)} is unknown: `;
  return unknown +
    (isPartial
      ? `the text at one of the refs cannot be read; a partial clone gets such texts with ${fetching(sides)}`
      : "at one of the refs it cannot be read as text (binary, or too large)");
}

/** The error if no readable file defines what is asked for. */
export function unreadError(written: string, sides: Sides, { unread, isPartial }: Unread): CallgroveError {
  const files = listed([...unread], SHOWN);
  if (!isPartial) {
    const message = `Cannot compare "${written}": at one of the refs ${files} cannot be read as text (binary, or too large)`;
    return new CallgroveError("symbol_not_found", message, {
      hint: "Compare refs at which it is source code; git log shows when it became something else.",
      data: { symbol_name: written, unreadable: [...unread].slice(0, SHOWN) },
    });
  }
  const message = `Cannot compare "${written}": the text of ${files} at one of the refs cannot be read`;
  return new CallgroveError("ref_not_indexed", message, {
    hint: `A partial clone gets such texts with ${fetching(sides)}`,
    data: { symbol_name: written, remediation: fetching(sides) },
  });
}

function fetching({ base, head }: Sides): string {
  // Without a pager.
  return `git diff --shortstat ${[base, head].filter(({ live }) => !live).map(({ name }) => shellWord(name)).join(" ")}`;
}
