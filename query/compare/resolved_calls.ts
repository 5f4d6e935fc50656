/**
 * What the calls of a symbol lead to in a ref, and which of them came or went.
 *
 * Stage: query. Invariants: where the index has the very file, its edges are used; where it has not, a call is known by its text, and takes
 * the meaning that the same text has in the same symbol on the other side, or in the working tree; else it is said to be not indexed.
 */
import type { SourceSymbol } from "../../core/compare/source_symbols.ts";
import { type Context, readRow, readRows } from "../context.ts";
import type { RefTree } from "./ref_reader.ts";
import type { Sides } from "./find_subjects.ts";

const RESOLUTION = `SELECT rf.resolution_id AS id FROM path p JOIN file_version fv ON fv.path_id = p.id JOIN blob b ON b.id = fv.blob_id
  JOIN ref_file rf ON rf.file_version_id = fv.id WHERE p.path = ? AND b.hash = ? AND b.language = ? ORDER BY rf.ref_id = ? DESC LIMIT 1`;
const IN_TREE = `SELECT rf.resolution_id AS id FROM symbol s JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = s.path_id
  WHERE s.stable_id = ? LIMIT 1`;
const EDGES = `SELECT e.source_line AS line, e.source_column AS "column", x.text AS text, t.qualified_name AS target, tp.path AS path,
    n.text AS name, e.external AS external, e.confidence AS confidence, e.rule AS rule
  FROM edge e JOIN symbol f ON f.id = e.from_symbol_id AND f.stable_id = ? JOIN name x ON x.id = e.text_id
  LEFT JOIN symbol t ON t.id = e.to_symbol_id LEFT JOIN path tp ON tp.id = t.path_id LEFT JOIN name n ON n.id = e.to_name_id
  WHERE e.resolution_id = ? AND e.edge_type = 'calls' ORDER BY e.source_line, e.source_column`;

/** A call with what it leads to. */
export interface ResolvedCall {
  /** Full name of the target; outside the repository the best name; else the callee as written. */
  readonly name: string;
  readonly line: number;
  /** The target's file; "" where there is none. */
  readonly path: string;
  readonly resolution: "static" | "heuristic" | "external" | "ambiguous" | "unresolved" | "not_indexed";
}

/** Calls that only one side has; a callee that is called more often stands once for each call more. */
export interface CallChanges {
  readonly added: readonly ResolvedCall[];
  readonly removed: readonly ResolvedCall[];
  /** Names of the refs whose calls are known by their text alone. */
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
  readonly confidence: "static" | "heuristic";
  readonly rule: string;
}

/** Compares the calls of a symbol's two versions. */
export function compareCalls(
  context: Context,
  sides: Sides,
  base: SourceSymbol | undefined,
  head: SourceSymbol | undefined,
): CallChanges {
  const before = base === undefined ? { calls: [], known: true } : callsOf(context, sides.base, base);
  const after = head === undefined ? { calls: [], known: true } : callsOf(context, sides.head, head);
  const known = [...before.calls, ...after.calls].filter((call) => call.known);
  const elsewhere = before.known && after.known ? [] : readInTree(context, (head ?? base)!);
  const meanings = new Map([...elsewhere, ...known].map((call) => [call.text, call]));
  const settle = (calls: readonly Call[]): ResolvedCall[] =>
    calls.map((call) => {
      const { name, path, resolution } = call.known ? call : meanings.get(call.text) ?? call;
      return { name, line: call.line, path, resolution };
    });
  const [had, has] = [settle(before.calls), settle(after.calls)];
  return {
    added: without(has, had),
    removed: without(had, has),
    byText: [...(before.known ? [] : [sides.base.name]), ...(after.known ? [] : [sides.head.name])],
  };
}

interface Call extends ResolvedCall {
  readonly text: string;
  /** Told by an edge of the index. */
  readonly known: boolean;
}

function callsOf(context: Context, tree: RefTree, symbol: SourceSymbol): { readonly calls: readonly Call[]; readonly known: boolean } {
  const resolution = readRow<{ id: number }>(context, RESOLUTION, symbol.path, symbol.hash, symbol.language, tree.refId ?? 0);
  if (resolution !== undefined) return { calls: readCalls(context, symbol, resolution.id), known: true };
  const calls = symbol.calls.map(({ text, line }): Call => ({ name: text, text, line, path: "", resolution: "not_indexed", known: false }));
  return { calls, known: calls.length === 0 };
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
  if (edge.target !== null) return { name: edge.target, text, line, path: edge.path ?? "", resolution: edge.confidence, known: true };
  const resolution = edge.external === 1 ? "external" : edge.rule === "ambiguous" ? "ambiguous" : "unresolved";
  return { name: edge.name ?? text, text, line, path: "", resolution, known: true };
}

/** Calls of `calls` that have no counterpart of the same name in `others`. */
function without(calls: readonly ResolvedCall[], others: readonly ResolvedCall[]): ResolvedCall[] {
  const left = new Map<string, number>();
  for (const { name } of others) left.set(name, (left.get(name) ?? 0) + 1);
  return calls.filter(({ name }) => {
    const count = left.get(name) ?? 0;
    left.set(name, count - 1);
    return count <= 0;
  });
}
