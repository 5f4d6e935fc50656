/**
 * Entries that rest on each other in a circle: what each of them is, told for all of them at once.
 *
 * Stage: resolve. An entry that comes back to one which is open, or rests on one that did, is a member of a circle until the outermost of these
 * ends (Tarjan's strongly connected components, over the evaluation's own stack). Then all its members are evaluated in rounds: in each round a
 * member sees of the others what they came out as in the rounds before, at first nothing, and only those are evaluated again of which something
 * that they read changed. Invariants: within a round nobody sees what another came out as in it, so where the circle was entered, and who is
 * evaluated first, does not matter; a member changes a few times at most, so the cost grows with what the members read of each other.
 */
import type { Evaluation } from "./evaluation.ts";
import type { Node } from "./reliance.ts";
import type { World } from "../world.ts";

/** So deep in each other entries are evaluated; one that is deeper waits for the outermost, as if it lay in a circle with it. */
const DEEPEST = 120;
/** What stands for a member is more than any level. */
const MEMBERS = 1 << 20;
/** So often a member may come out as something else before it stays unknown. */
const MOST_CHANGES = 12;

/** Something that is evaluated once and kept. */
export interface Entry<T> {
  readonly file: number;
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

/** An entry in a circle, or one that is open and was come back to. */
class Member {
  entry: Entry<unknown> | undefined;
  /** What others see of it, and what it came out as since. */
  value: unknown;
  next: unknown;
  /** Those that saw it. */
  readonly readers = new Set<Member>();
  /** It is to be evaluated in the next round; `isUntold`: for the first time, as what it came out as held for a while only. */
  isDue = false;
  isUntold = false;
  isLast = false;
  changes = 0;

  constructor(public number: number) {}
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
  readonly #evaluation: Evaluation;

  constructor(readonly world: World) {
    this.#evaluation = world.evaluation;
  }

  begin(): void {
    this.#members.length = 0;
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
    evaluation.circle = Math.min(evaluation.circle, member.number, evaluation.number);
    if (evaluation.level > 0) member.readers.add(this.#memberAt(evaluation.level));
    return isOpen ? this.#seen[code] : member.value;
  }

  /** An entry that is too deep is evaluated once the outermost open one ends. */
  defer<T>(entry: Entry<T>): T {
    const member = new Member(this.#evaluation.numberAt(1));
    const code = this.#add(member, entry, entry.nothing);
    member.isUntold = true;
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
    member.isUntold = evaluation.guard < number;
    const code = this.#add(member, entry, value);
    const isOutermost = evaluation.circle >= number && this.#settle(mark);
    if (!isOutermost) {
      member.number = Math.min(member.number, evaluation.circle);
      this.#leave();
      return this.read(code) as T;
    }
    const isKept = evaluation.guard >= number && !this.world.depths.isGivenUp;
    const rests = this.#leave(entry.file);
    for (const { entry, value } of this.#members.splice(mark)) {
      if (isKept) entry!.keep(value, rests);
      else entry!.free();
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
    const code = MEMBERS + this.#members.push(member) - 1;
    entry.mark(code);
    return code;
  }

  /**
   * Evaluates the members from `mark` on until none changes. The innermost open entry is the outermost of them.
   * @returns false where they turned out to rest on entries further out: then they are members of the circle of these
   */
  #settle(mark: number): boolean {
    const members = this.#members;
    const { number } = this.#evaluation;
    let from = mark;
    let told: Member[] = [];
    for (;;) {
      // Evaluating one may bring in others.
      for (; from < members.length; from++) {
        const member = members[from]!;
        if (member.isUntold && !this.#evaluate(member, number)) return this.#giveUp(mark);
        told.push(member);
      }
      const due: Member[] = [];
      for (const member of told) this.#change(member, due);
      if (due.length === 0) return true;
      for (const member of due) if (!this.#evaluate(member, number)) return this.#giveUp(mark);
      told = due;
    }
  }

  /** Evaluates a member of the circle whose outermost is `number` once more; false where that led further out, or was cut. */
  #evaluate(member: Member, number: number): boolean {
    const { reliance, depths } = this.world;
    const evaluation = this.#evaluation;
    const entry = member.entry!;
    member.isDue = false;
    member.isUntold = false;
    evaluation.open(number);
    this.#open[evaluation.level] = member;
    reliance.enter(entry.file);
    member.next = entry.evaluate();
    reliance.leave();
    evaluation.close();
    return evaluation.circle >= number && !depths.isGivenUp;
  }

  /** Shows what a member came out as; whoever saw it is due. */
  #change(member: Member, due: Member[]): void {
    if (member.isLast) return;
    const { value, isLast } = member.changes === MOST_CHANGES
      ? { value: member.entry!.nothing, isLast: true }
      : member.entry!.widen(member.value, member.next);
    member.isLast = isLast;
    if (value === member.value) return;
    member.value = value;
    member.changes++;
    for (const reader of member.readers) {
      if (reader.isDue || reader.entry === undefined) continue;
      reader.isDue = true;
      due.push(reader);
    }
  }

  /** The members from `mark` on wait for a circle further out, and begin anew with it; true where there is none. */
  #giveUp(mark: number): boolean {
    if (this.world.depths.isGivenUp) return true;
    for (const member of this.#members.slice(mark)) {
      member.value = member.entry!.nothing;
      member.isDue = false;
      member.isUntold = true;
      member.isLast = false;
      member.changes = 0;
    }
    return false;
  }
}
