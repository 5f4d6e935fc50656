/**
 * Evaluates entries that depend on each other in a cycle together.
 *
 * Stage: resolve. An entry that is reached again while it is open, or that depends on such an entry, is a member of a cycle until the
 * outermost of these entries ends (Tarjan's strongly connected components, over the evaluation's own stack). Until then its provisional
 * value is not visible outside the cycle. Then the members are evaluated, each after those that it reads, and again as long as something
 * that they read changes. Invariants: the value of a member depends on the members and their places in the code, not on where the cycle was
 * entered; a member changes a few times at most, so the cost is proportional to the number of reads between members.
 */
import type { Evaluation } from "./evaluation.ts";
import type { Node } from "./reliance.ts";
import type { World } from "../world.ts";

/** Maximum nesting of open entries; deeper entries wait for the outermost one, as if they were in a cycle with it. */
const DEEPEST = 120;
/** Codes of members start here, above any level. */
const MEMBERS = 1 << 20;
const TABLES = 16;
const ROWS = 2 ** 28;
/** Maximum number of changes of a member; after that it stays unknown. */
const MOST_CHANGES = 12;

/** A value that is evaluated once and then kept. */
export interface Entry<T> {
  readonly file: number;
  /** Its position in the order of all entries: see `placeOf`. */
  readonly place: number;
  /** Its assumed value while nothing is known. */
  readonly nothing: T;
  evaluate(): T;
  /** Its assumed value after it evaluated to `next`, when it was assumed to be `before`; `before` itself if nothing was added. */
  widen(before: T, next: T): { readonly value: T; readonly isLast: boolean };
  keep(value: T, rests: Node): void;
  /** Marks it as in progress: reading it returns `read(code)`. */
  mark(code: number): void;
  free(): void;
}

/** The position of an entry: by file, then by table of the file, then by row. */
export function placeOf(file: number, table: number, row: number): number {
  return (file * TABLES + table) * ROWS + row;
}

/** An entry in a cycle, or an open entry that was reached again. */
class Member {
  entry: Entry<unknown> | undefined;
  /** Its value as other members see it, and the result of its last evaluation. */
  value: unknown;
  next: unknown;
  /** The members that read it. */
  readonly readers = new Set<Member>();
  /** Whether it must be evaluated again; whether its last result is not yet visible to others. */
  isDue = false;
  isUnseen = true;
  /** It was deferred until the outermost open entry ends, and need not depend on any entry. */
  isDeferred = false;
  /**
   * The cycle that it belongs to, if several are evaluated one after the other; whether that cycle is finished, and whether its value is
   * kept.
   */
  part = 0;
  isDetermined = false;
  isKept = false;
  /** Its visible value is final; how often it has changed. */
  isLast = false;
  changes = 0;

  constructor(public number: number) {}

  /** Resets it to the initial assumption. */
  begin(part: number): void {
    this.value = this.entry!.nothing;
    this.part = part;
    this.isDue = true;
    this.isDetermined = false;
    this.isLast = false;
    this.changes = 0;
  }
}

/** The members of cycles among the entries under evaluation. */
export class Circles {
  /** By level: the member for an open entry that was read, or has read a member. */
  readonly #open: (Member | undefined)[] = [];
  readonly #isRead: boolean[] = [];
  /** By level: the number of members when the entry was opened. */
  readonly #marks: number[] = [];
  /** By level: the visible value of the open entry. */
  readonly #seen: unknown[] = [];
  readonly #members: Member[] = [];
  /** The cycle that is being evaluated, if there are several, and whether it read members of another one. */
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
  /** Whether the maximum nesting is reached: see `defer`. */
  get isDeep(): boolean {
    return this.#evaluation.level >= DEEPEST;
  }

  /** The visible value of an entry in progress. */
  read(code: number): unknown {
    const evaluation = this.#evaluation;
    const isOpen = code < MEMBERS;
    const member = isOpen ? this.#memberAt(code) : this.#members[code - MEMBERS]!;
    if (isOpen) this.#isRead[code] = true;
    else if (member.part !== this.#part && !member.isDetermined) this.#strayed = true;
    evaluation.circle = Math.min(evaluation.circle, member.number, evaluation.number);
    if (evaluation.level > 0) member.readers.add(this.#memberAt(evaluation.level));
    return isOpen ? this.#seen[code] : member.value;
  }

  /** Defers an entry that is nested too deeply until the outermost open one ends. */
  defer<T>(entry: Entry<T>): T {
    const member = new Member(this.#evaluation.numberAt(1));
    const code = this.#add(member, entry, entry.nothing);
    member.isDue = true;
    member.isDeferred = true;
    return this.read(code) as T;
  }

  /** Opens an entry with the assumed value `nothing`. @returns the code that stands for it meanwhile, for `read` */
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

  /** Whether the innermost open entry depends on nothing in progress. If so, it is closed. */
  closes(): boolean {
    return this.#marks[this.#evaluation.level] === this.#members.length && this.#evaluation.closesAlone();
  }

  /** Ends the innermost open entry, which evaluated to `value` and is in a cycle or depends on a guard. @returns its visible value */
  end<T>(entry: Entry<T>, value: T): T {
    const evaluation = this.#evaluation;
    const { level, number } = evaluation;
    const mark = this.#marks[level]!;
    const isMet = this.#isRead[level]! || this.#members.length > mark;
    if (!isMet && evaluation.circle >= number) {
      // The value holds only as long as what it met is open.
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
    // All members share the dependencies of all, including the outermost entry's own file.
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
   * Evaluates the members from `mark` on; the innermost open entry is the outermost of them.
   * @returns false if they turned out to depend on entries further out: then they are members of the cycle of those
   */
  #settle(mark: number): boolean {
    const members = this.#members;
    for (let i = mark; i < members.length; i++) {
      if (members[i]!.isDue && !this.#evaluate(members[i]!)) return this.#giveUp(mark);
    }
    const all = members.slice(mark);
    if (!all.some(({ isDeferred }) => isDeferred)) return this.#run(all) || this.#giveUp(mark);
    // They may form several cycles; each must see the final values of those that it depends on.
    let circles = circlesOf(all);
    for (let i = 0; i < circles.length;) {
      const isDetermined = this.#evaluateCircle(circles[i]!);
      if (isDetermined === undefined) return this.#giveUp(mark);
      if (isDetermined) i++;
      else circles = [...circles.slice(0, i), members.slice(mark).filter((member) => !member.isDetermined)];
    }
    return true;
  }

  /**
   * Evaluates the members of a cycle that depends only on finished ones. @returns false if it depends on others, undefined if that could
   * not be determined
   */
  #evaluateCircle(circle: readonly Member[]): boolean | undefined {
    const { reliance } = this.world;
    const outer = { part: this.#part, strayed: this.#strayed };
    const evaluation = this.#evaluation;
    this.#part = ++this.#lastPart;
    for (const member of circle) member.begin(this.#part);
    this.#strayed = false;
    reliance.enterShared();
    const from = this.#members.length;
    const isDetermined = this.#run(circle, from);
    const isWhole = !this.#strayed;
    this.#strayed = outer.strayed;
    for (const { entry } of circle) this.world.ask(entry!.file);
    const rests = reliance.leave();
    this.#part = outer.part;
    if (!isDetermined) return undefined;
    if (!isWhole) return false;
    for (const member of [...circle, ...this.#members.slice(from)]) {
      member.isDetermined = true;
      member.isKept = evaluation.guard >= evaluation.number;
      if (member.isKept) member.entry!.keep(member.value, rests);
    }
    return true;
  }

  /**
   * Evaluates members, and those that are added from `from` on, until none changes. @returns false if that led further out, or was cut
   * short
   */
  #run(circle: readonly Member[], from: number = this.#members.length): boolean {
    const all = circle.slice();
    // In the first pass no member sees results of others, so that it does not matter where the cycle was entered.
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

  /** Evaluates a member again. @returns false if that led further out than the outermost member, or was cut short */
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

  /** Makes the last result of a member visible; its readers must be evaluated again. */
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

  /**
   * Resets the members from `mark` on, which wait for a cycle further out. @returns true if there is none, because everything is given up
   */
  #giveUp(mark: number): boolean {
    if (this.world.depths.isGivenUp) return true;
    for (const member of this.#members.slice(mark)) if (!member.isKept) member.begin(this.#part);
    return false;
  }
}

/**
 * Members in order of evaluation: each after those that it reads, as far as the cycle permits. The first in the code is the last, because
 * all others depend on it.
 */
function inOrder(members: readonly Member[]): Member[] {
  const byPlace = members.toSorted((a, b) => a.entry!.place - b.entry!.place);
  const left = new Set(byPlace);
  const behind: Member[] = [];
  for (const first of byPlace) {
    if (!left.delete(first)) continue;
    // An explicit stack, because long paths would overflow the engine's.
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

/** The members that read a member, in reverse order of place. */
function readersOf({ readers }: Member): Member[] {
  return [...readers].filter(({ entry }) => entry !== undefined).sort((a, b) => b.entry!.place - a.entry!.place);
}

/** The cycles (strongly connected components) among some members, in order of dependency. */
function circlesOf(members: readonly Member[]): Member[][] {
  const circles: Member[][] = [];
  const states = new Map(members.map((member) => [member, { number: 0, low: 0, isOpen: false }]));
  const open: Member[] = [];
  let last = 0;
  for (const first of members) {
    if (states.get(first)!.number > 0) continue;
    // An explicit stack, because long paths would overflow the engine's.
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
