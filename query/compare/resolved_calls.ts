/**
 * What the calls of a symbol lead to in a ref, and which of them were added or removed.
 * Stage: query. Invariants: if the index has the very file on both sides, edges are compared. Otherwise both sides are compared as written,
 * so that what only an edge tells is no difference, and a call gets the target that the same text has in the same symbol on the other side,
 * or in the working tree; failing that it is reported as not indexed.
 */
import type { SourceSymbol } from "../../core/compare/source_symbols.ts";
import type { Confidence } from "../../core/edges.ts";
import { type Context, readRow, readRows } from "../context.ts";
import type { RefTree } from "./ref_reader.ts";
import type { Sides } from "./find_subjects.ts";

const RESOLUTION = `SELECT rf.resolution_id AS id FROM path p JOIN file_version fv ON fv.path_id = p.id JOIN blob b ON b.id = fv.blob_id
  JOIN ref_file rf ON rf.file_version_id = fv.id WHERE p.path = ? AND b.hash = ? AND b.language = ? AND b.extractor = ?
  ORDER BY rf.ref_id = ? DESC LIMIT 1`;
const IN_TREE = `SELECT rf.resolution_id AS id FROM symbol s JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = s.path_id
  WHERE s.stable_id = ? LIMIT 1`;
const EDGES = `SELECT e.source_line AS line, e.source_column AS "column", x.text AS text, t.qualified_name AS target, tp.path AS path,
    n.text AS name, e.external AS external, e.confidence AS confidence, e.rule AS rule
  FROM edge e JOIN symbol f ON f.id = e.from_symbol_id AND f.stable_id = ? JOIN name x ON x.id = e.text_id
  LEFT JOIN symbol t ON t.id = e.to_symbol_id LEFT JOIN path tp ON tp.id = t.path_id LEFT JOIN name n ON n.id = e.to_name_id
  WHERE e.resolution_id = ? AND e.edge_type = 'calls' ORDER BY e.source_line, e.source_column`;

/** A call with its target. */
export interface ResolvedCall {
  /** Full name of the target; for an external one its best known name; else the callee as written. */
  readonly name: string;
  readonly line: number;
  /** The target's file; "" if there is none. */
  readonly path: string;
  readonly resolution: Confidence | "external" | "ambiguous" | "unresolved" | "not_indexed";
}

/** Calls that only one side has; a callee that is called more often occurs once per additional call. */
export interface CallChanges {
  readonly added: readonly ResolvedCall[];
  readonly removed: readonly ResolvedCall[];
  /** Names of the refs whose calls are known only by their text. */
  readonly byText: readonly string[];
}

interface Edge {
  readonly line: number;
  readonly column: number;
  readonly text: string;
  readonly target: string | null;
  readonly path: string | null;
  readonly name: string | null;
  readonly external: number;
  readonly confidence: Confidence;
  readonly rule: string;
}

/** Compares the calls of a symbol's two versions. */
export function compareCalls(
  context: Context,
  sides: Sides,
  base: SourceSymbol | undefined,
  head: SourceSymbol | undefined,
): CallChanges {
  const before = indexedCalls(context, sides.base, base);
  const after = indexedCalls(context, sides.head, head);
  if (before !== undefined && after !== undefined) {
    return { added: differing(after, before), removed: differing(before, after), byText: [] };
  }
  const said = [...readInTree(context, (head ?? base)!), ...before ?? [], ...after ?? []];
  const meanings = new Map(said.map((call) => [textOf(call), call]));
  const written = (symbol: SourceSymbol | undefined): Call[] =>
    (symbol?.calls ?? []).map(({ text, line }) => ({
      ...meanings.get(textOf({ text })) ?? { name: text, text, path: "", resolution: "not_indexed" },
      line,
    }));
  const [had, has] = [written(base), written(head)];
  const [gone, come] = [without(had, has, textOf), without(has, had, textOf)];
  // In an indexed file, a call that the index does not have is not a call (a conversion).
  const known = (calls: readonly Call[], isIndexed: boolean): Call[] => isIndexed ? calls.filter((call) => !isOpen(call)) : [...calls];
  const [removed, added] = [known(gone, before !== undefined), known(come, after !== undefined)];
  return {
    added: differing(added, removed),
    removed: differing(removed, added),
    byText: [...(before === undefined ? [sides.base.name] : []), ...(after === undefined ? [sides.head.name] : [])],
  };
}

interface Call extends ResolvedCall {
  readonly text: string;
}

const nameOf = ({ name }: Call): string => name;
const textOf = ({ text }: Pick<Call, "text">): string => text.replace(/\s+/g, "");
const lastNameOf = ({ text }: Call): string => /[^\s.:()]*$/.exec(text)![0];
const isOpen = ({ resolution }: Call): boolean => resolution === "not_indexed";

/** The calls of a symbol from the edges of the index; undefined if it does not have the very file. */
function indexedCalls(context: Context, tree: RefTree, symbol: SourceSymbol | undefined): readonly Call[] | undefined {
  if (symbol === undefined) return [];
  const { path, hash, language, extractor } = symbol;
  const resolution = readRow<{ id: number }>(context, RESOLUTION, path, hash, language, extractor, tree.refId ?? 0);
  return resolution === undefined ? undefined : readCalls(context, symbol, resolution.id);
}

/** What the symbol calls in the context's own ref. */
function readInTree(context: Context, symbol: SourceSymbol): readonly Call[] {
  const resolution = readRow<{ id: number }>(context, IN_TREE, context.ref.id, symbol.stableId);
  return resolution === undefined ? [] : readCalls(context, symbol, resolution.id);
}

function readCalls(context: Context, symbol: SourceSymbol, resolution: number): Call[] {
  const seen = new Set<string>();
  return readRows<Edge>(context, EDGES, symbol.stableId, resolution).filter((edge) => {
    // One site may have several edges (a constructor and its class): the first is the call.
    const place = `${edge.line}:${edge.column}`;
    return !seen.has(place) && seen.add(place);
  }).map(toCall);
}

function toCall(edge: Edge): Call {
  const { text, line } = edge;
  if (edge.target !== null) return { name: edge.target, text, line, path: edge.path ?? "", resolution: edge.confidence };
  const resolution = edge.external === 1 ? "external" : edge.rule === "ambiguous" ? "ambiguous" : "unresolved";
  return { name: edge.name ?? text, text, line, path: "", resolution };
}

/** Calls with a target that none of `others` has, by line. They are compared by full name; one that is not indexed may be any of the same last name. */
function differing(calls: readonly Call[], others: readonly Call[]): ResolvedCall[] {
  const rest = without(calls, others, nameOf);
  const kept = new Set([
    ...without(rest.filter(isOpen), others, lastNameOf),
    ...without(rest.filter((call) => !isOpen(call)), others.filter(isOpen), lastNameOf),
  ]);
  return rest.filter((call) => kept.has(call)).map(({ text: _text, ...call }) => call).sort((a, b) => a.line - b.line);
}

/** Those of `calls` that have no counterpart with the same `key` in `others`. */
function without(calls: readonly Call[], others: readonly Call[], key: (call: Call) => string): Call[] {
  const left = new Map<string, number>();
  for (const other of others) left.set(key(other), (left.get(key(other)) ?? 0) + 1);
  return calls.filter((call) => {
    const count = left.get(key(call)) ?? 0;
    left.set(key(call), count - 1);
    return count <= 0;
  });
}
