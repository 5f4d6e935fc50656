/**
 * Who uses whom in a whole ref, in memory: for questions that walk over thousands of symbols or count all of them.
 *
 * Stage: query. Built from data that the index packs per file (`core/store/packed_uses.ts`, `symbol_directory.ts`), 250,000 edges in a few
 * hundredths of a second, and kept for later questions. Invariants: it reflects the index as the question's transaction sees it; symbols
 * are numbered by path, line and id, so that numbers sort as places do.
 */
import { compareText } from "../../core/base/lists.ts";
import { ACCESS, HEIR, HELD, readUses, REDEFINED, typeOfKind, USE_TYPES, UseBit } from "../../core/store/packed_uses.ts";
import { readDirectory, SymbolMark } from "../../core/store/symbol_directory.ts";
import { type Context, readRow, readRows } from "../context.ts";
import { findKept, keep } from "./kept.ts";

const FILES = `SELECT p.path AS path, fv.directory AS directory, u.encoded AS uses FROM ref_file rf JOIN path p ON p.id = rf.path_id
  JOIN file_version fv ON fv.id = rf.file_version_id LEFT JOIN uses u ON u.resolution_id = rf.resolution_id WHERE rf.ref_id = ?`;
const NAME = "SELECT language || ' ' || name AS name FROM symbol WHERE id = ?";

/**
 * The best evidence for a use, best first: calls before references, certain before likely; `test` for a `tests` edge alone. Reading or
 * setting a property counts as a call, because it runs it.
 */
export const UseRank = { call: 0, likelyCall: 1, reference: 2, likelyReference: 3, test: 4 } as const;

/** In place of the target node of a call: unknown; a variable, a parameter or a field. */
export const NoTarget = { unknown: -1, holder: -2 } as const;

/** A list per node; that of node n lies from `starts[n]` to `starts[n + 1]`. */
export interface Adjacency {
  readonly starts: Int32Array;
  /** The other nodes. */
  readonly others: Int32Array;
}
/** With the `UseRank` of each entry. */
export interface Ranked extends Adjacency {
  readonly ranks: Uint8Array;
}
/** Users of each node. */
export interface Users extends Ranked {
  /** The number of call sites. */
  readonly calls: Int32Array;
  /** The number of calls, and uses as a value, that may also run an override of the target: those that do not name the target's type. */
  readonly open: Int32Array;
}

/** The use graph. A node is a symbol's number here, not its row. */
export interface UseGraph {
  readonly paths: readonly string[];
  /** 1 for test files. */
  readonly testFiles: Uint8Array;
  /** Of each node: row of `symbol`, index of its file, line of its name, bits of `SymbolMark`. */
  readonly ids: Int32Array;
  readonly files: Int32Array;
  readonly lines: Int32Array;
  readonly marks: Uint8Array;
  readonly users: Users;
  /** Subtypes of each node, which are not users; ranked like calls. */
  readonly heirs: Ranked;
  /** The methods that each node overrides, ranked like calls. */
  readonly redefined: Ranked;
  /** Calls that may run a node besides their target: the callers (`others`), and the targets (`targets`: a node, or one of `NoTarget`). */
  readonly maybe: Adjacency & { readonly targets: Int32Array };
  /** The node of a row of `symbol`; -1 if the ref does not have it. */
  nodeOf(id: number): number;
  /** The nodes of those rows of `symbol` that the ref has. */
  nodesOf(ids: readonly number[]): number[];
}

/** The graph of the context's ref. */
export function readUseGraph(context: Context): UseGraph {
  return keep(context, "uses", () => makeGraph(context));
}

/** The graph, if an earlier question built it. */
export function findUseGraph(context: Context): UseGraph | undefined {
  return findKept<UseGraph>(context, "uses");
}

function makeGraph(context: Context): UseGraph {
  const rows = readRows<{ path: string; directory: Uint8Array; uses: Uint8Array | null }>(context, FILES, context.ref.id);
  rows.sort((a, b) => compareText(a.path, b.path));
  const symbols = numberSymbols(rows.map((row) => row.directory));
  const { nodeOf } = symbols;
  const uses = new Rows();
  const heirs = new Rows();
  const redefined = new Rows();
  const maybe = new Rows();
  const onUse = (from: number, kind: number, sites: number, to: number): void => {
    const user = nodeOf(from);
    const target = nodeOf(to);
    if (user < 0 || target < 0) return;
    if (typeOfKind(kind) === HEIR) return heirs.add(target, user, kind & UseBit.heuristic);
    if (typeOfKind(kind) === REDEFINED) return redefined.add(user, target, kind & UseBit.heuristic);
    const rank = rankOf(kind);
    const calls = rank <= UseRank.likelyCall && typeOfKind(kind) !== ACCESS ? sites : 0;
    const open = (kind & UseBit.named) === 0 && rank !== UseRank.test ? sites : 0;
    // All entries of one user and target are adjacent.
    const last = uses.end - ROW;
    if (last >= 0 && uses.numbers[last] === target && uses.numbers[last + 1] === user) {
      if (rank < uses.numbers[last + 2]!) uses.numbers[last + 2] = rank;
      uses.numbers[last + 3]! += calls;
      uses.numbers[last + 4]! += open;
    } else uses.add(target, user, rank, calls, open);
  };
  const onMaybe = (from: number, to: number, candidates: readonly number[]): void => {
    const target = to === HELD ? NoTarget.holder : to === 0 ? NoTarget.unknown : nodeOf(to);
    for (const id of candidates) {
      const candidate = nodeOf(id);
      if (candidate >= 0) maybe.add(candidate, nodeOf(from), target);
    }
  };
  for (const row of rows) if (row.uses !== null) readUses(row.uses, undefined, onUse, onMaybe);
  const count = symbols.ids.length;
  const byTarget = uses.group(count);
  const byType = heirs.group(count);
  const byRedefining = redefined.group(count);
  const byCandidate = maybe.group(count);
  return {
    ...symbols,
    paths: rows.map((row) => row.path),
    users: {
      starts: byTarget.starts,
      others: byTarget.column(1),
      ranks: Uint8Array.from(byTarget.column(2)),
      calls: byTarget.column(3),
      open: byTarget.column(4),
    },
    heirs: { starts: byType.starts, others: byType.column(1), ranks: Uint8Array.from(byType.column(2)) },
    redefined: { starts: byRedefining.starts, others: byRedefining.column(1), ranks: Uint8Array.from(byRedefining.column(2)) },
    maybe: { starts: byCandidate.starts, others: byCandidate.column(1), targets: byCandidate.column(2) },
  };
}

function rankOf(kind: number): number {
  const type = typeOfKind(kind) === ACCESS ? USE_TYPES.indexOf("calls") : typeOfKind(kind);
  return type === USE_TYPES.indexOf("tests") ? UseRank.test : type * 2 + (kind & UseBit.heuristic);
}

function numberSymbols(
  directories: readonly Uint8Array[],
): Pick<UseGraph, "ids" | "files" | "lines" | "marks" | "testFiles" | "nodeOf" | "nodesOf"> {
  // A symbol takes at least two bytes.
  const most = directories.reduce((sum, directory) => sum + (directory.length >> 1), 0);
  const [ids, files, lines] = [new Int32Array(most), new Int32Array(most), new Int32Array(most)];
  const marks = new Uint8Array(most);
  const testFiles = new Uint8Array(directories.length);
  let count = 0;
  let largest = 0;
  for (const [file, directory] of directories.entries()) {
    const found: (readonly [line: number, id: number, marks: number])[] = [];
    readDirectory(directory, (id, line, own) => found.push([line, id, own]));
    found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    for (const [line, id, own] of found) {
      if (id > largest) largest = id;
      if ((own & SymbolMark.module) !== 0 && (own & SymbolMark.test) !== 0) testFiles[file] = 1;
      ids[count] = id;
      files[count] = file;
      lines[count] = line;
      marks[count++] = own;
    }
  }
  const nodes = new Int32Array(largest + 1).fill(-1);
  for (let node = 0; node < count; node++) nodes[ids[node]!] = node;
  const nodeOf = (id: number): number => id <= largest ? nodes[id]! : -1;
  return {
    ids: ids.slice(0, count),
    files: files.slice(0, count),
    lines: lines.slice(0, count),
    marks: marks.slice(0, count),
    testFiles,
    nodeOf,
    nodesOf: (rows) => rows.map(nodeOf).filter((node) => node >= 0),
  };
}

/** The numbers of a row. */
const ROW = 5;

/** Rows of five numbers, the first of which is a node. */
class Rows {
  numbers = new Int32Array(1 << 16);
  end = 0;

  add(node: number, second: number, third = 0, fourth = 0, fifth = 0): void {
    if (this.end + ROW > this.numbers.length) {
      const wider = new Int32Array(this.end * 2);
      wider.set(this.numbers);
      this.numbers = wider;
    }
    const { numbers, end } = this;
    numbers[end] = node;
    numbers[end + 1] = second;
    numbers[end + 2] = third;
    numbers[end + 3] = fourth;
    numbers[end + 4] = fifth;
    this.end = end + ROW;
  }

  /** The rows grouped by node, of which there are `count`: where each group starts, and a column of all rows in that order. */
  group(count: number): { readonly starts: Int32Array; readonly column: (number: number) => Int32Array } {
    const nodes = new Int32Array(this.end / ROW);
    for (let i = 0; i < nodes.length; i++) nodes[i] = this.numbers[i * ROW]!;
    const { starts, places } = placesOf(nodes, count);
    const column = (number: number): Int32Array => {
      const grouped = new Int32Array(nodes.length);
      for (let i = 0; i < nodes.length; i++) grouped[places[i]!] = this.numbers[i * ROW + number]!;
      return grouped;
    };
    return { starts, column };
  }
}

/** The positions of entries when sorted by node, and where the entries of each node start. */
export function placesOf(nodes: Int32Array, count: number): { readonly starts: Int32Array; readonly places: Int32Array } {
  const starts = new Int32Array(count + 1);
  for (let i = 0; i < nodes.length; i++) starts[nodes[i]! + 1]!++;
  for (let i = 0; i < count; i++) starts[i + 1]! += starts[i]!;
  const next = starts.slice();
  const places = new Int32Array(nodes.length);
  for (let i = 0; i < nodes.length; i++) places[i] = next[nodes[i]!]!++;
  return { starts, places };
}

/** The reverse lists: what each node leads to. */
export function turnRound({ starts, others }: Adjacency): Adjacency {
  const count = starts.length - 1;
  const targets = new Int32Array(others.length);
  for (let node = 0; node < count; node++) targets.fill(node, starts[node], starts[node + 1]);
  const { starts: ownStarts, places } = placesOf(others, count);
  const grouped = new Int32Array(others.length);
  for (let i = 0; i < others.length; i++) grouped[places[i]!] = targets[i]!;
  return { starts: ownStarts, others: grouped };
}

/** Language and name of a symbol, to compare whether two are namesakes. */
export function bearerOf(context: Context, id: number): string {
  return readRow<{ name: string }>(context, NAME, id)?.name ?? "";
}
