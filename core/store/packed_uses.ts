/**
 * Who uses what, of one resolution, packed: what questions about thousands of users read in place of the edges.
 *
 * Stage: write and query. It says nothing that the edges do not say: calls, references, accesses and tests that have a target, counted by user and
 * target, which types implement or extend which, which methods redefine which, and what calls may also reach. Invariants: targets and users stand in
 * the order of their ids; a user and kind once a target.
 */
import { compareText } from "../base/lists.ts";
import { NumberReader, NumberWriter } from "./packed_numbers.ts";

/** Types of edges that are uses; a kind is the place here (`typeOfKind`) and the bits of `UseBit`. */
export const USE_TYPES = ["calls", "references", "tests"] as const;
/** The places behind them: the user is a type that implements or extends the target; it is a method that redefines it; it reads or sets it, which runs it. */
export const HEIR: number = USE_TYPES.length;
export const REDEFINED: number = HEIR + 1;
export const ACCESS: number = REDEFINED + 1;
/** In place of a target: a variable, a parameter or a field is called, which may hold the candidates. */
export const HELD = -1;
/**
 * What a kind tells besides the type: likely, not certain; the call makes an instance (rule `constructor`); it names the definition's own
 * type (rule `path`), so that nothing that redefines it is meant.
 */
export const UseBit = { heuristic: 1, constructor: 2, named: 4 } as const;
const BITS = 3;
const KIND_BITS = 6;
/** Kinds are below this. */
const KINDS = 1 << KIND_BITS;

/** What is packed of an edge, in the words of `edge`: `to` is 0 where there is no target, `candidates` is JSON. */
export interface UsingEdge {
  readonly type: string;
  readonly from: number;
  readonly to: number;
  readonly confidence: string;
  readonly rule: string;
  readonly candidates: string;
}

/** Not by a pattern: taken apart that way, pairs cost more than their sorting. */
const byKey = (one: readonly [number, unknown], other: readonly [number, unknown]): number => one[0] - other[0];

/** Gathers the uses of one resolution. */
export class UsePacker {
  /** Target -> user times `KINDS` and kind -> sites. */
  readonly #targets = new Map<number, Map<number, number>>();
  /** Target and candidates -> users. */
  readonly #maybe = new Map<string, Set<number>>();

  /** Edges of other types are passed over. */
  add(use: UsingEdge): void {
    const type = PLACES.get(use.type);
    if (type === undefined) return;
    if (use.to !== 0) {
      let users = this.#targets.get(use.to);
      if (users === undefined) this.#targets.set(use.to, users = new Map());
      const key = use.from * KINDS + (type << BITS) + bitsOf(use);
      users.set(key, (users.get(key) ?? 0) + 1);
    }
    // What is handed over by a name that may be that of several is called by it (a template's text, a macro).
    if (use.candidates === "" || (use.type !== "calls" && use.rule !== "variable")) return;
    const key = `${use.to === 0 && use.rule === "variable" ? HELD : use.to} ${use.candidates}`;
    const users = this.#maybe.get(key);
    if (users === undefined) this.#maybe.set(key, new Set([use.from]));
    else users.add(use.from);
  }

  /** The packed form; of no length where there is nothing. */
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

/** The place in `USE_TYPES` of a kind, or one of those behind them. */
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

/** A use as it is read: `sites` edges of one user, target and kind. */
export type OnUse = (from: number, kind: number, sites: number, to: number) => void;

/**
 * Reads packed uses; what nobody asks for is passed over.
 * @param wanted only uses of these targets, in the order of their ids; undefined: of all
 * @param onMaybe told of every call that may reach others: user, target (0: none, `HELD`) and candidates
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
