/**
 * How the evaluation under way stands: which entries are open within each other, and how far out what they rest on reaches.
 *
 * Stage: resolve. Entries are numbered as they are opened. Invariant: what rests on something that is still open is not kept beyond it.
 */
import type { Meaning } from "../meaning.ts";
import { Effort } from "./effort.ts";
import { LookUps } from "./look_ups.ts";
import type { Reliance } from "./reliance.ts";
import type { Finding } from "./shared_answers.ts";

/** More than the number of any entry. No infinity: a fraction among small integers costs an object each time that it is read. */
export const NOWHERE = 2 ** 30;

/** What `withKeys` found for the parts of a type, by their depth, and the members that it is looking up. */
interface Told {
  readonly number: number;
  readonly byDepth: Map<Meaning, Meaning>[];
  readonly open: { readonly object: Meaning; readonly key: string }[];
}

/** See the head of this file. */
export class Evaluation {
  /** How many entries are open within each other. */
  level = 0;
  /** Of the open entries, by level from 1: their numbers, and of what was around them how far out that reached, as `circle` and `guard`. */
  readonly #numbers: number[] = [0];
  readonly #outerCircles: number[] = [NOWHERE];
  readonly #outerGuards: number[] = [NOWHERE];
  #lastNumber = 0;
  /** The number of the outermost entry that the evaluation came back to, or that a member of an open circle rests on. */
  circle = NOWHERE;
  /** The same for whatever else ends a cycle: a search that met itself, something that is open. */
  guard = NOWHERE;
  /** How many evaluations were cut. */
  cuts = 0;
  /** How many orders of inheritance are being made. */
  openOrders = 0;
  /** How many entries of such orders are being told with the associated types that they ask for. */
  projections = 0;
  readonly effort: Effort = new Effort();
  /** What `withKeys` is at work on, in the evaluation of that number. */
  told: Told | undefined;

  readonly lookUps: LookUps = new LookUps(this);

  constructor(readonly reliance: Reliance) {}

  /** Begins with a file, or with an evaluation by itself. */
  begin(file: number): void {
    this.level = 0;
    this.projections = 0;
    this.told = undefined;
    this.circle = NOWHERE;
    this.guard = NOWHERE;
    this.reliance.begin(file);
  }
  /** The number of the innermost open entry; 0 where none is. */
  get number(): number {
    return this.#numbers[this.level]!;
  }
  /** The number of the open entry at a level. */
  numberAt(level: number): number {
    return this.#numbers[level]!;
  }
  /** Opens an entry; what it rests on is told apart until `close`. @param number of an entry that was opened before and is evaluated again */
  open(number: number = ++this.#lastNumber): void {
    const level = ++this.level;
    this.#numbers[level] = number;
    this.#outerCircles[level] = this.circle;
    this.#outerGuards[level] = this.guard;
    this.circle = NOWHERE;
    this.guard = NOWHERE;
  }
  /** Ends the innermost entry. What is around it rests on what it rests on further out. */
  close(): void {
    const number = this.#numbers[this.level]!;
    const outerCircle = this.#outerCircles[this.level]!;
    const outerGuard = this.#outerGuards[this.level]!;
    this.level--;
    this.circle = this.circle < number && this.circle < outerCircle ? this.circle : outerCircle;
    this.guard = this.guard < number && this.guard < outerGuard ? this.guard : outerGuard;
  }
  /** It came back to a search, or anything but an entry, that began within the entry of that number. */
  meet(number: number): void {
    this.guard = Math.min(this.guard, number);
  }
  /** What is being evaluated holds for now only: nothing of it is kept. */
  keepNothing(): void {
    this.guard = -1;
    this.lookUps.meetGuard();
  }
  /** Evaluates something within another evaluation: certain where it does not hang on what is open around it. */
  within<T>(evaluate: () => T): Finding<T> {
    const { circle, guard } = this;
    this.circle = NOWHERE;
    this.guard = NOWHERE;
    const value = evaluate();
    const isCertain = this.circle > this.number && this.guard > this.number;
    this.circle = Math.min(circle, this.circle);
    this.guard = isCertain ? guard : Math.min(guard, this.guard);
    return { value, isCertain };
  }
  /** The same for something that is asked about in the midst of an evaluation which does not rest on it; `file` says it. */
  apart<T>(file: number, evaluate: () => T): Finding<T> {
    this.reliance.enterShared(file);
    const found = this.within(evaluate);
    this.reliance.drop();
    return found;
  }
  /** The same, put into `kept` if it is certain. */
  keepApart<K, V>(kept: Map<K, V>, key: K, file: number, evaluate: () => V): V {
    const { value, isCertain } = this.apart(file, evaluate);
    if (isCertain) kept.set(key, value);
    return value;
  }
}
