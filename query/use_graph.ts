/**
 * Who uses whom in a whole ref, in memory: for questions that walk over thousands of symbols or count for all of them.
 *
 * Stage: query. Made of what the index keeps packed with each file (`core/store/packed_uses.ts`, `symbol_directory.ts`), 250,000 edges in a few
 * hundredths of a second, and kept for the next question. Invariants: it is that of the index as the question's transaction sees it; symbols
 * are numbered in the order of path, line and id, so that numbers sort as places do.
 */
import { readUses, USE_TYPES, UseBit } from "../core/store/packed_uses.ts";
import { readDirectory, SymbolMark } from "../core/store/symbol_directory.ts";
import { type Context, readRow, readRows } from "./context.ts";
import { keep } from "./kept.ts";

const FILES = `SELECT p.path AS path, fv.directory AS directory, u.encoded AS uses FROM ref_file rf JOIN path p ON p.id = rf.path_id
  JOIN file_version fv ON fv.id = rf.file_version_id LEFT JOIN uses u ON u.resolution_id = rf.resolution_id WHERE rf.ref_id = ?`;
const NAME = "SELECT language || ' ' || name AS name FROM symbol WHERE id = ?";

/** The best that is known of a use: a call before a reference, then certain before likely; `test` is a test's word alone. */
export const UseRank = { call: 0, likelyCall: 1, reference: 2, likelyReference: 3, test: 4 } as const;

/** Lists of one node after the other; those of node n stand from `starts[n]` to `starts[n + 1]`. */
export interface Adjacency {
  readonly starts: Int32Array;
  /** The other node. */
  readonly others: Int32Array;
}
/** Users by what they use. */
export interface Users extends Adjacency {
  readonly ranks: Uint8Array;
  /** Call sites. */
  readonly calls: Int32Array;
}

/** See the head of this file. A node is a symbol's number here, not its row. */
export interface UseGraph {
  readonly paths: readonly string[];
  /** Files of tests. */
  readonly testFiles: Uint8Array;
  /** Row of `symbol`, number of the file, line of the name, bits of `SymbolMark` of each node. */
  readonly ids: Int32Array;
  readonly files: Int32Array;
  readonly lines: Int32Array;
  readonly marks: Uint8Array;
  readonly users: Users;
  /** Calls that may reach a node besides what they lead to: who makes them (`others`), and what they lead to (`targets`: a node, -1: none). */
  readonly maybe: Adjacency & { readonly targets: Int32Array };
  /** The node of a row of `symbol`; -1 if the ref does not have it. */
  nodeOf(id: number): number;
}

/** The graph of the context's ref. */
export function readUseGraph(context: Context): UseGraph {
  return keep(context, "uses", () => makeGraph(context));
}

function makeGraph(context: Context): UseGraph {
  const rows = readRows<{ path: string; directory: Uint8Array; uses: Uint8Array | null }>(context, FILES, context.ref.id);
  rows.sort((a, b) => a.path < b.path ? -1 : 1);
  const symbols = numberSymbols(rows.map((row) => row.directory));
  const { nodeOf } = symbols;
  const uses = new Columns(4);
  const maybe = new Columns(3);
  for (const row of rows) {
    if (row.uses === null) continue;
    readUses(row.uses, undefined, (from, kind, sites, to) => {
      const [user, target] = [nodeOf(from), nodeOf(to)];
      if (user < 0 || target < 0) return;
      const rank = rankOf(kind);
      const calls = rank <= UseRank.likelyCall ? sites : 0;
      // All that one says of another stands together.
      const at = uses.count - 1;
      if (at >= 0 && uses.columns[0]![at] === target && uses.columns[1]![at] === user) {
        uses.columns[2]![at] = Math.min(uses.columns[2]![at]!, rank);
        uses.columns[3]![at]! += calls;
      } else uses.add(target, user, rank, calls);
    }, (from, to, candidates) => {
      for (const candidate of candidates) {
        if (nodeOf(candidate) >= 0) maybe.add(nodeOf(candidate), nodeOf(from), to === 0 ? -1 : nodeOf(to));
      }
    });
  }
  const count = symbols.ids.length;
  const [starts, [others, ranks, calls]] = uses.group(count);
  const [maybeStarts, [makers, targets]] = maybe.group(count);
  return {
    ...symbols,
    paths: rows.map((row) => row.path),
    users: { starts, others: others!, ranks: Uint8Array.from(ranks!), calls: calls! },
    maybe: { starts: maybeStarts, others: makers!, targets: targets! },
  };
}

function rankOf(kind: number): number {
  const type = kind >> 2;
  return type === USE_TYPES.indexOf("tests") ? UseRank.test : type * 2 + (kind & UseBit.heuristic);
}

function numberSymbols(
  directories: readonly Uint8Array[],
): Pick<UseGraph, "ids" | "files" | "lines" | "marks" | "testFiles" | "nodeOf"> {
  const all: { id: number; file: number; line: number; marks: number }[] = [];
  const testFiles = new Uint8Array(directories.length);
  let largest = 0;
  for (const [file, directory] of directories.entries()) {
    const first = all.length;
    let sorted = true;
    readDirectory(directory, (id, line, marks) => {
      sorted &&= all.length === first || all.at(-1)!.line <= line;
      all.push({ id, file, line, marks });
      largest = Math.max(largest, id);
      if ((marks & SymbolMark.module) !== 0 && (marks & SymbolMark.test) !== 0) testFiles[file] = 1;
    });
    if (!sorted) all.push(...all.splice(first).sort((a, b) => a.line - b.line || a.id - b.id));
  }
  const nodes = new Int32Array(largest + 1).fill(-1);
  for (const [node, { id }] of all.entries()) nodes[id] = node;
  return {
    ids: Int32Array.from(all, (one) => one.id),
    files: Int32Array.from(all, (one) => one.file),
    lines: Int32Array.from(all, (one) => one.line),
    marks: Uint8Array.from(all, (one) => one.marks),
    testFiles,
    nodeOf: (id) => nodes[id] ?? -1,
  };
}

/** Rows of numbers, column by column. */
class Columns {
  columns: Int32Array[];
  count = 0;

  constructor(width: number) {
    this.columns = Array.from({ length: width }, () => new Int32Array(1024));
  }

  add(...row: readonly number[]): void {
    if (this.count === this.columns[0]!.length) {
      this.columns = this.columns.map((column) => {
        const wider = new Int32Array(column.length * 2);
        wider.set(column);
        return wider;
      });
    }
    for (let i = 0; i < row.length; i++) this.columns[i]![this.count] = row[i]!;
    this.count++;
  }

  /** The rows by their first column, which is below `keys`: where those of each begin, and the other columns. */
  group(keys: number): readonly [starts: Int32Array, columns: readonly Int32Array[]] {
    return groupBy(this.columns[0]!.subarray(0, this.count), this.columns.slice(1), keys);
  }
}

function groupBy(
  key: Int32Array,
  columns: readonly Int32Array[],
  keys: number,
): readonly [starts: Int32Array, columns: readonly Int32Array[]] {
  const starts = new Int32Array(keys + 1);
  for (const one of key) starts[one + 1]!++;
  for (let i = 0; i < keys; i++) starts[i + 1]! += starts[i]!;
  const next = starts.slice();
  const places = Int32Array.from(key, (one) => next[one]!++);
  return [
    starts,
    columns.map((column) => {
      const grouped = new Int32Array(key.length);
      for (let i = 0; i < key.length; i++) grouped[places[i]!] = column[i]!;
      return grouped;
    }),
  ];
}

/** The other way round: what each node leads to, of users and of calls that may reach it. */
export function turnRound({ starts, others }: Adjacency): Adjacency {
  const count = starts.length - 1;
  const targets = new Int32Array(others.length);
  for (let node = 0; node < count; node++) targets.fill(node, starts[node], starts[node + 1]);
  const [ownStarts, [grouped]] = groupBy(others, [targets], count);
  return { starts: ownStarts, others: grouped! };
}

/** Call sites that lead to a node. */
export function countCallsTo({ users }: UseGraph, node: number): number {
  let calls = 0;
  for (let i = users.starts[node]!; i < users.starts[node + 1]!; i++) calls += users.calls[i]!;
  return calls;
}

/** Language and name of a symbol, for telling whether a call through one may reach the other. */
export function bearerOf(context: Context, id: number): string {
  return readRow<{ name: string }>(context, NAME, id)?.name ?? "";
}
