/**
 * Entries that rest on each other in a circle: what each of them is, told for all of them at once.
 *
 * Stage: resolve. An entry that comes back to one which is open, or rests on one that did, is a member of a circle until the outermost of these
 * ends (Tarjan's strongly connected components, over the evaluation's own stack). Until then nobody sees anything of it. Then the members are
 * evaluated, each behind what it reads, and again as long as something that they read changed. Invariants: what a member is hangs on the members
 * and on where they stand in the code, not on where the circle was entered; a member changes a few times at most, so the cost grows with what the
 * members read of each other.
 */
import type { Evaluation } from "./evaluation.ts";
import type { Node } from "./reliance.ts";
import type { World } from "../world.ts";

/** So deep in each other entries are evaluated; one that is deeper waits for the outermost, as if it lay in a circle with it. */
const DEEPEST = 120;
/** What stands for a member is more than any level. */
const MEMBERS = 1 << 20;
const TABLES = 16;
const ROWS = 2 ** 28;
/** So often a member may come out as something else before it stays unknown. */
const MOST_CHANGES = 12;

/** Something that is evaluated once and kept. */
export interface Entry<T> {
  readonly file: number;
  /** Where it stands among all entries: see `placeOf`. */
  readonly place: number;
  /** What is assumed of it where nothing is known yet. */
  readonly nothing: T;
  evaluate(): T;
  /** What is assumed of it once it came out as `next`, and was `before`: `before` itself where that says no more. */
  widen(before: T, next: T): { readonly value: T; readonly isLast: boolean };
  keep(value: T, rests: Node): void;
  /** It is in hand: whoever asks for it gets what `read` gives for `code`. */
  mark(code: number): void;
  free(): void;
}

/** The place of an entry: by file, then by table of the file, then by row. */
export function placeOf(file: number, table: number, row: number): number {
  return (file * TABLES + table) * ROWS + row;
}

/** An entry in a circle, or one that is open and was come back to. */
class Member {
  entry: Entry<unknown> | undefined;
  /** What others see of it, and what it came out as since. */
  value: unknown;
  next: unknown;
  /** Those that saw it. */
  readonly readers = new Set<Member>();
  /** It is to be evaluated again; it came out as what others do not see yet. */
  isDue = false;
  isUnseen = true;
  /** It waited for the outermost open entry, and so need not rest on any. */
  isDeferred = false;
  /** Which of several circles it lies in that are told one after the other; whether that one is told, and it is kept. */
  part = 0;
  isTold = false;
  isKept = false;
  /** What is seen of it stays; how often that changed. */
  isLast = false;
  changes = 0;

  constructor(public number: number) {}

  /** Nothing is known of it. */
  begin(part: number): void {
    this.value = this.entry!.nothing;
    this.part = part;
    this.isDue = true;
    this.isTold = false;
    this.isLast = false;
    this.changes = 0;
  }
}

/** See the head of this file. */
export class Circles {
  /** Members of open entries, by level, of those that were read or did read one. */
  readonly #open: (Member | undefined)[] = [];
  readonly #isRead: boolean[] = [];
  /** How many members there were when an entry was opened, by level. */
  readonly #marks: number[] = [];
  /** What is seen of open entries, by level. */
  readonly #seen: unknown[] = [];
  readonly #members: Member[] = [];
  /** The circle that is being told of several, and whether it rests on others of them. */
  #part = 0;
  #lastPart = 0;
  #strayed = false;
  readonly #evaluation: Evaluation;

  constructor(readonly world: World) {
    this.#evaluation = world.evaluation;
  }

  begin(): void {
    this.#members.length = 0;
    this.#part = 0;
    this.#strayed = false;
  }
  /** Whether no further entry may be opened: see `defer`. */
  get isDeep(): boolean {
    return this.#evaluation.level >= DEEPEST;
  }

  /** What is seen of an entry in hand. */
  read(code: number): unknown {
    const evaluation = this.#evaluation;
    const isOpen = code < MEMBERS;
    const member = isOpen ? this.#memberAt(code) : this.#members[code - MEMBERS]!;
    if (isOpen) this.#isRead[code] = true;
    else if (member.part !== this.#part && !member.isTold) this.#strayed = true;
    evaluation.circle = Math.min(evaluation.circle, member.number, evaluation.number);
    if (evaluation.level > 0) member.readers.add(this.#memberAt(evaluation.level));
    return isOpen ? this.#seen[code] : member.value;
  }

  /** An entry that is too deep is evaluated once the outermost open one ends. */
  defer<T>(entry: Entry<T>): T {
    const member = new Member(this.#evaluation.numberAt(1));
    const code = this.#add(member, entry, entry.nothing);
    member.isDue = true;
    member.isDeferred = true;
    return this.read(code) as T;
  }

  /** Opens an entry of which nothing is known yet. @returns what stands for it meanwhile, for `read` */
  open(nothing: unknown): number {
    const evaluation = this.#evaluation;
    evaluation.open();
    const { level } = evaluation;
    this.#open[level] = undefined;
    this.#isRead[level] = false;
    this.#marks[level] = this.#members.length;
    this.#seen[level] = nothing;
    return level;
  }

  /** Whether the innermost open entry rests on nothing that is in hand. If so it is closed. */
  closes(): boolean {
    const evaluation = this.#evaluation;
    const { level, number } = evaluation;
    if (evaluation.circle <= number || evaluation.guard < number || this.#marks[level] !== this.#members.length) return false;
    evaluation.close();
    return true;
  }

  /** Ends the innermost open entry, which came out as `value` and lies in a circle, or rests on a guard: what is seen of it. */
  end<T>(entry: Entry<T>, value: T): T {
    const evaluation = this.#evaluation;
    const { level, number } = evaluation;
    const mark = this.#marks[level]!;
    const isMet = this.#isRead[level]! || this.#members.length > mark;
    if (!isMet && evaluation.circle >= number) {
      // It holds for as long as what it met is open.
      this.#leave();
      entry.free();
      return value;
    }
    const member = this.#memberAt(level);
    member.isDue = evaluation.guard < number;
    const code = this.#add(member, entry, value);
    const isOutermost = evaluation.circle >= number && this.#settle(mark);
    if (!isOutermost) {
      member.number = Math.min(member.number, evaluation.circle);
      this.#leave();
      return this.read(code) as T;
    }
    const isKept = evaluation.guard >= number && !this.world.depths.isGivenUp;
    const rests = this.#leave(entry.file);
    for (const one of this.#members.splice(mark)) {
      if (one.isKept) continue;
      if (isKept) one.entry!.keep(one.value, rests);
      else one.entry!.free();
    }
    return member.value as T;
  }

  #leave(file = -1): Node {
    const { reliance } = this.world;
    this.#evaluation.close();
    const rests = reliance.leave();
    if (file < 0) return rests;
    // All members rest on what any of them does, the outermost's own file included.
    reliance.enterShared();
    reliance.use(rests);
    this.world.ask(file);
    return reliance.leave();
  }

  #memberAt(level: number): Member {
    return this.#open[level] ??= new Member(this.#evaluation.numberAt(level));
  }
  #add<T>(member: Member, entry: Entry<T>, next: T): number {
    member.entry = entry;
    member.value = entry.nothing;
    member.next = next;
    member.part = this.#part;
    const code = MEMBERS + this.#members.push(member) - 1;
    entry.mark(code);
    return code;
  }

  /**
   * Tells what the members from `mark` on are; the innermost open entry is the outermost of them.
   * @returns false where they turned out to rest on entries further out: then they are members of the circle of these
   */
  #settle(mark: number): boolean {
    const members = this.#members;
    for (let i = mark; i < members.length; i++) {
      if (members[i]!.isDue && !this.#evaluate(members[i]!)) return this.#giveUp(mark);
    }
    const all = members.slice(mark);
    if (!all.some(({ isDeferred }) => isDeferred)) return this.#run(all) || this.#giveUp(mark);
    // They need not all be one circle, and each is to see what it rests on as that is in the end.
    let circles = circlesOf(all);
    for (let i = 0; i < circles.length;) {
      const isTold = this.#tell(circles[i]!);
      if (isTold === undefined) return this.#giveUp(mark);
      if (isTold) i++;
      else circles = [...circles.slice(0, i), members.slice(mark).filter((member) => !member.isTold)];
    }
    return true;
  }

  /** Tells what the members of a circle are that rests on none but those told before; false where it does not, undefined where that cannot be told. */
  #tell(circle: readonly Member[]): boolean | undefined {
    const { reliance } = this.world;
    const outer = { part: this.#part, strayed: this.#strayed };
    const evaluation = this.#evaluation;
    this.#part = ++this.#lastPart;
    for (const member of circle) member.begin(this.#part);
    this.#strayed = false;
    reliance.enterShared();
    const from = this.#members.length;
    const isTold = this.#run(circle, from);
    const isWhole = !this.#strayed;
    this.#strayed = outer.strayed;
    for (const { entry } of circle) this.world.ask(entry!.file);
    const rests = reliance.leave();
    this.#part = outer.part;
    if (!isTold) return undefined;
    if (!isWhole) return false;
    for (const member of [...circle, ...this.#members.slice(from)]) {
      member.isTold = true;
      member.isKept = evaluation.guard >= evaluation.number;
      if (member.isKept) member.entry!.keep(member.value, rests);
    }
    return true;
  }

  /** Evaluates members, and those from `from` on that come in meanwhile, until none changes; false where that led further out, or was cut. */
  #run(circle: readonly Member[], from: number = this.#members.length): boolean {
    const all = circle.slice();
    // At first nobody sees anything of the others, so that what they read of each other is the same wherever the circle was entered.
    for (let i = 0; i < all.length; i++) {
      if (all[i]!.isDue && !this.#evaluate(all[i]!)) return false;
      for (; from < this.#members.length; from++) all.push(this.#members[from]!);
    }
    const order = inOrder(all);
    for (let isOpen = true; isOpen;) {
      isOpen = false;
      for (let i = 0; i < order.length; i++) {
        const member = order[i]!;
        if (!member.isDue && !member.isUnseen) continue;
        if (member.isDue && !this.#evaluate(member)) return false;
        isOpen = true;
        this.#show(member);
        for (; from < this.#members.length; from++) order.push(this.#members[from]!);
      }
    }
    return true;
  }

  /** Evaluates a member once more; false where that led further out than the outermost member, or was cut. */
  #evaluate(member: Member): boolean {
    const { reliance, depths } = this.world;
    const evaluation = this.#evaluation;
    const { number } = evaluation;
    const entry = member.entry!;
    member.isDue = false;
    member.isUnseen = true;
    evaluation.open(number);
    this.#open[evaluation.level] = member;
    reliance.enter(entry.file);
    member.next = entry.evaluate();
    reliance.leave();
    evaluation.close();
    return evaluation.circle >= number && !depths.isGivenUp;
  }

  /** Shows what a member came out as; whoever saw it is due. */
  #show(member: Member): void {
    member.isUnseen = false;
    if (member.isLast) return;
    const { value, isLast } = member.changes === MOST_CHANGES
      ? { value: member.entry!.nothing, isLast: true }
      : member.entry!.widen(member.value, member.next);
    member.isLast = isLast;
    if (value === member.value) return;
    member.value = value;
    member.changes++;
    for (const reader of member.readers) {
      if (reader.entry !== undefined && reader.part === member.part) reader.isDue = true;
    }
  }

  /** The members from `mark` on wait for a circle further out, and begin anew with it; true where there is none. */
  #giveUp(mark: number): boolean {
    if (this.world.depths.isGivenUp) return true;
    for (const member of this.#members.slice(mark)) if (!member.isKept) member.begin(this.#part);
    return false;
  }
}

/**
 * Members in the order in which they are evaluated: each behind what it reads, as far as a circle lets; what stands first in the code is the last,
 * for all others rest on it.
 */
function inOrder(members: readonly Member[]): Member[] {
  const byPlace = members.toSorted((a, b) => a.entry!.place - b.entry!.place);
  const left = new Set(byPlace);
  const behind: Member[] = [];
  for (const first of byPlace) {
    if (!left.delete(first)) continue;
    // Who goes on to which of its readers: the engine's stack has no room for a long way.
    const way = [{ member: first, readers: readersOf(first) }];
    for (let step = way.at(-1); step !== undefined; step = way.at(-1)) {
      const reader = step.readers.pop();
      if (reader === undefined) behind.push(way.pop()!.member);
      else if (left.delete(reader)) way.push({ member: reader, readers: readersOf(reader) });
    }
  }
  behind.reverse();
  return [...behind.slice(1), ...behind.slice(0, 1)];
}

/** Those that saw a member, the first last. */
function readersOf({ readers }: Member): Member[] {
  return [...readers].filter(({ entry }) => entry !== undefined).sort((a, b) => b.entry!.place - a.entry!.place);
}

/** The circles among some members, those that others rest on first. */
function circlesOf(members: readonly Member[]): Member[][] {
  const circles: Member[][] = [];
  const states = new Map(members.map((member) => [member, { number: 0, low: 0, isOpen: false }]));
  const open: Member[] = [];
  let last = 0;
  for (const first of members) {
    if (states.get(first)!.number > 0) continue;
    // Who goes on to which of its readers: the engine's stack has no room for a long way.
    const way: { readonly member: Member; readonly readers: Iterator<Member> }[] = [];
    const enter = (member: Member): void => {
      const state = states.get(member)!;
      state.number = state.low = ++last;
      state.isOpen = true;
      open.push(member);
      way.push({ member, readers: member.readers.values() });
    };
    enter(first);
    for (let step = way.at(-1); step !== undefined; step = way.at(-1)) {
      const state = states.get(step.member)!;
      const next = step.readers.next();
      if (!next.done) {
        const reader = states.get(next.value);
        if (reader === undefined) continue;
        if (reader.number === 0) enter(next.value);
        else if (reader.isOpen) state.low = Math.min(state.low, reader.number);
        continue;
      }
      way.pop();
      const outer = way.at(-1);
      if (outer !== undefined) {
        const around = states.get(outer.member)!;
        around.low = Math.min(around.low, state.low);
      }
      if (state.low < state.number) continue;
      const circle = open.splice(open.lastIndexOf(step.member));
      for (const member of circle) states.get(member)!.isOpen = false;
      circles.push(circle);
    }
  }
  return circles.reverse();
}
