/**
 * The uses of one resolution, packed: read in place of the edges for questions about thousands of users.
 *
 * Stage: write and query. It contains nothing that the edges do not: calls, references, accesses and tests with a target, counted by user
 * and target; which types implement or extend which; which methods override which; and what calls may also reach. Invariants: targets and
 * users are ordered by id; each user and kind occurs once for a target.
 */
import { compareText } from "../base/lists.ts";
import { NumberReader, NumberWriter } from "./packed_numbers.ts";

/** The edge types that are uses. A kind combines the index here (`typeOfKind`) with the bits of `UseBit`. */
export const USE_TYPES = ["calls", "references", "tests"] as const;
/**
 * Further indices: the user is a type that implements or extends the target; a method that overrides it; or it reads or sets the target,
 * which runs it.
 */
export const HEIR: number = USE_TYPES.length;
export const REDEFINED: number = HEIR + 1;
export const ACCESS: number = REDEFINED + 1;
/** In place of a target: the call is of a variable, a parameter or a field, which may hold the candidates. */
export const HELD = -1;
/**
 * What a kind says besides the type: heuristic rather than certain; the call creates an instance (rule `constructor`); it names the
 * defining type (rule `path`), so that no override is meant.
 */
export const UseBit = { heuristic: 1, constructor: 2, named: 4 } as const;
const BITS = 3;
const KIND_BITS = 6;
/** All kinds are below this. */
const KINDS = 1 << KIND_BITS;

/** The properties of an edge that are packed, named as in `edge`: `to` is 0 if there is no target, `candidates` is JSON. */
export interface UsingEdge {
  readonly type: string;
  readonly from: number;
  readonly to: number;
  readonly confidence: string;
  readonly rule: string;
  readonly candidates: string;
}

/** Without destructuring, which would cost more than the sorting. */
const byKey = (one: readonly [number, unknown], other: readonly [number, unknown]): number => one[0] - other[0];

/** Collects the uses of one resolution. */
export class UsePacker {
  /** Target -> user times `KINDS` plus kind -> number of sites. */
  readonly #targets = new Map<number, Map<number, number>>();
  /** Target and candidates -> users. */
  readonly #maybe = new Map<string, Set<number>>();

  /** Adds an edge. Edges of other types are ignored. */
  add(use: UsingEdge): void {
    const type = PLACES.get(use.type);
    if (type === undefined) return;
    if (use.to !== 0) {
      let users = this.#targets.get(use.to);
      if (users === undefined) this.#targets.set(use.to, users = new Map());
      const key = use.from * KINDS + (type << BITS) + bitsOf(use);
      users.set(key, (users.get(key) ?? 0) + 1);
    }
    // A reference by a name that may mean several is a possible call (the text of a template, a macro).
    if (use.candidates === "" || (use.type !== "calls" && use.rule !== "variable")) return;
    const key = `${use.to === 0 && use.rule === "variable" ? HELD : use.to} ${use.candidates}`;
    const users = this.#maybe.get(key);
    if (users === undefined) this.#maybe.set(key, new Set([use.from]));
    else users.add(use.from);
  }

  /** The packed form; empty if there are no uses. */
  pack(): Uint8Array {
    if (this.#targets.size + this.#maybe.size === 0) return new Uint8Array();
    const writer = new NumberWriter();
    const froms = this.#froms();
    const numbers = new Map(froms.map((id, i) => [id, i]));
    writer.add(froms.length);
    addAscending(writer, froms);
    const targets = [...this.#targets].sort(byKey);
    writer.add(targets.length);
    const users = new NumberWriter();
    let before = 0;
    for (const [to, uses] of targets) {
      users.clear();
      const packed = [...uses].sort(byKey);
      for (const [key, sites] of packed) {
        const number = numbers.get(Math.floor(key / KINDS))! * KINDS + key % KINDS;
        users.add(number * 2 + (sites > 1 ? 1 : 0));
        if (sites > 1) users.add(sites);
      }
      writer.add(to - before);
      writer.add(users.length);
      writer.append(users);
      before = to;
    }
    writer.add(this.#maybe.size);
    for (const [key, from] of [...this.#maybe].sort(([a], [b]) => compareText(a, b))) {
      const [to, list] = key.split(" ") as [string, string];
      writer.add(Number(to) - HELD);
      const candidates = JSON.parse(list) as number[];
      writer.add(candidates.length);
      for (const candidate of candidates) writer.add(candidate);
      writer.add(from.size);
      for (const id of [...from].sort((a, b) => a - b)) writer.add(numbers.get(id)!);
    }
    return writer.take();
  }

  #froms(): number[] {
    const froms = new Set<number>();
    for (const users of this.#targets.values()) for (const key of users.keys()) froms.add(Math.floor(key / KINDS));
    for (const users of this.#maybe.values()) for (const id of users) froms.add(id);
    return [...froms].sort((a, b) => a - b);
  }
}

/** The index in `USE_TYPES` of a kind, or one of the further indices. */
export function typeOfKind(kind: number): number {
  return kind >> BITS;
}

function bitsOf({ confidence, rule }: UsingEdge): number {
  return (confidence === "heuristic" ? UseBit.heuristic : 0) +
    (rule === "constructor" ? UseBit.constructor : rule === "path" ? UseBit.named : 0);
}

const PLACES: ReadonlyMap<string, number> = new Map([
  ...USE_TYPES.map((type, place) => [type, place] as const),
  ["implements", HEIR],
  ["extends", HEIR],
  ["overrides", REDEFINED],
  ["accesses", ACCESS],
]);

function addAscending(writer: NumberWriter, ids: readonly number[]): void {
  let before = 0;
  for (const id of ids) {
    writer.add(id - before);
    before = id;
  }
}

/** Receives a use: `sites` edges with the same user, target and kind. */
export type OnUse = (from: number, kind: number, sites: number, to: number) => void;

/**
 * Reads packed uses and skips those that are not wanted.
 * @param wanted only uses of these targets, ordered by id; undefined: all
 * @param onMaybe receives every call that may reach others: user, target (0: none, `HELD`) and candidates
 */
export function readUses(
  packed: Uint8Array,
  wanted: readonly number[] | undefined,
  onUse: OnUse,
  onMaybe?: (from: number, to: number, candidates: readonly number[]) => void,
): void {
  if (packed.length === 0) return;
  const reader = new NumberReader(packed);
  const froms = readAscending(reader);
  let target = 0;
  let next = 0;
  for (let left = reader.next(); left > 0; left--) {
    target += reader.next();
    const length = reader.next();
    const end = reader.at + length;
    if (wanted !== undefined) {
      while (next < wanted.length && wanted[next]! < target) next++;
      if (next === wanted.length && onMaybe === undefined) return;
    }
    if (wanted === undefined || wanted[next] === target) {
      while (reader.at < end) {
        const number = reader.next();
        const use = number >> 1;
        onUse(froms[use >> KIND_BITS]!, use & (KINDS - 1), (number & 1) === 0 ? 1 : reader.next(), target);
      }
    }
    reader.at = end;
  }
  if (onMaybe === undefined) return;
  for (let left = reader.next(); left > 0; left--) {
    const to = reader.next() + HELD;
    const candidates = new Array<number>(reader.next());
    for (let i = 0; i < candidates.length; i++) candidates[i] = reader.next();
    for (let users = reader.next(); users > 0; users--) onMaybe(froms[reader.next()]!, to, candidates);
  }
}

function readAscending(reader: NumberReader): number[] {
  const count = reader.next();
  const ids = new Array<number>(count);
  let id = 0;
  for (let i = 0; i < count; i++) ids[i] = id += reader.next();
  return ids;
}
