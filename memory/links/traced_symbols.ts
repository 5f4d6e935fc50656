/**
 * The functions of the repository in a stack trace that somebody wrote down.
 *
 * Stage: memory. Invariant: a frame means a function only where its file is one of the repository's, by the end of the printed path, and has
 * one function of that name.
 */
import type { Anchor } from "../anchors.ts";
import { readStackTraces } from "../errors/read_stack_trace.ts";
import { type NameResolver, REMEMBERED_KINDS } from "../symbols/resolve_mention.ts";
import { scopedNameOf } from "../../query/rows/symbol_row.ts";
import type { Rows, SymbolRow } from "../../query/rows/symbol_row.ts";

/** Folders of installed packages. */
const INSTALLED = /\/(?:node_modules|site-packages|dist-packages|pkg\/mod|registry\/src|vendor)\//;
/** The innermost functions of the repository that an error is about. */
const MOST = 3;

/** What the traces of a text are about, innermost first. */
export function tracedAnchors(index: Rows, text: string, resolver: NameResolver): Anchor[] {
  const rows = readStackTraces(text).flatMap(({ frames }) => frames).flatMap(({ path, name }) => tracedSymbol(resolver, path, name));
  return [...new Map(rows.map((row) => [row.stableId, row])).values()].slice(0, MOST).map((row) => ({
    scope: "symbol",
    symbol: row,
    path: row.path,
    name: scopedNameOf(index, row),
    evidence: "stack trace",
  }));
}

function tracedSymbol(resolver: NameResolver, printed: string, name: string): readonly SymbolRow[] {
  const path = INSTALLED.test(printed) || name === "" ? undefined : resolver.fileAtEnd(printed);
  const found = path === undefined ? [] : resolver.inFile(path, name).filter((row) => REMEMBERED_KINDS.has(row.kind));
  return found.length === 1 ? found : [];
}
