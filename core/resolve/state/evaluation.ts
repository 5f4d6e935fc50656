/**
 * The state of the current evaluation: which entries are open, and how far out their dependencies reach.
 *
 * Stage: resolve. Entries are numbered as they are opened. Invariant: what depends on something open is not kept longer than that.
 */
import type { Meaning } from "../meaning.ts";
import { Effort } from "./effort.ts";
import { LookUps } from "./look_ups.ts";
import type { Reliance } from "./reliance.ts";
import type { Finding } from "./shared_answers.ts";

/** Greater than the number of any entry. Not infinity: a fraction among small integers costs an allocation at each read. */
export const NOWHERE = 2 ** 30;

/** Results of `withKeys` for the parts of a type, by depth, and the members that it is looking up. */
interface KeyedResults {
  readonly number: number;
  readonly byDepth: Map<Meaning, Meaning>[];
  readonly open: { readonly object: Meaning; readonly key: string }[];
}

/** The open entries, and what they depend on. */
export class Evaluation {
  /** Number of open entries. */
  level = 0;
  /** By level from 1: the number of the open entry, and the `circle` and `guard` of the entry around it. */
  readonly #numbers: number[] = [0];
  readonly #outerCircles: number[] = [NOWHERE];
  readonly #outerGuards: number[] = [NOWHERE];
  #lastNumber = 0;
  /** The number of the outermost entry that the evaluation came back to, or that a member of an open cycle depends on. */
  circle = NOWHERE;
  /** The same for everything else that ends a cycle: a search that met itself, something that is open. */
  guard = NOWHERE;
  /** Number of evaluations that were cut short. */
  cuts = 0;
  /** Number of inheritance orders being computed. */
  openOrders = 0;
  /** Number of entries of such orders whose associated types are being substituted. */
  projections = 0;
  readonly effort: Effort = new Effort();
  /** The state of `withKeys`, in the evaluation of that number. */
  keyedResults: KeyedResults | undefined;

  readonly lookUps: LookUps = new LookUps(this);

  constructor(readonly reliance: Reliance) {}

  /** Starts with a file, or with an independent evaluation. */
  begin(file: number): void {
    this.level = 0;
    this.projections = 0;
    this.keyedResults = undefined;
    this.circle = NOWHERE;
    this.guard = NOWHERE;
    this.reliance.begin(file);
  }
  /** The number of the innermost open entry; 0 if there is none. */
  get number(): number {
    return this.#numbers[this.level]!;
  }
  /** The number of the open entry at a level. */
  numberAt(level: number): number {
    return this.#numbers[level]!;
  }
  /**
   * Opens an entry, whose dependencies are collected separately until `close`. @param number of an entry that was opened before and is
   * evaluated again
   */
  open(number: number = ++this.#lastNumber): void {
    const level = ++this.level;
    this.#numbers[level] = number;
    this.#outerCircles[level] = this.circle;
    this.#outerGuards[level] = this.guard;
    this.circle = NOWHERE;
    this.guard = NOWHERE;
  }
  /** Closes the innermost entry. Its dependencies further out become those of the entry around it. */
  close(): void {
    const number = this.#numbers[this.level]!;
    const outerCircle = this.#outerCircles[this.level]!;
    const outerGuard = this.#outerGuards[this.level]!;
    this.level--;
    this.circle = this.circle < number && this.circle < outerCircle ? this.circle : outerCircle;
    this.guard = this.guard < number && this.guard < outerGuard ? this.guard : outerGuard;
  }
  /** The same if it depends on nothing open. @returns whether it was closed */
  closesAlone(): boolean {
    const { level } = this;
    const number = this.#numbers[level]!;
    if (this.circle <= number || this.guard < number) return false;
    this.level = level - 1;
    this.circle = this.#outerCircles[level]!;
    this.guard = this.#outerGuards[level]!;
    return true;
  }
  /** Records that it came back to a search, or anything but an entry, that began within the entry of that number. */
  meet(number: number): void {
    this.guard = Math.min(this.guard, number);
  }
  /** What is being evaluated is provisional: nothing of it is kept. */
  keepNothing(): void {
    this.guard = -1;
    this.lookUps.meetGuard();
  }
  /** Evaluates something within the current evaluation; certain if it does not depend on anything open. */
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
  /** The same for a value that the current evaluation does not depend on; its facts are in `file`. */
  apart<T>(file: number, evaluate: () => T): Finding<T> {
    this.reliance.enterShared(file);
    const found = this.within(evaluate);
    this.reliance.drop();
    return found;
  }
  /** The same; stores the value in `kept` if it is certain. */
  keepApart<K, V>(kept: Map<K, V>, key: K, file: number, evaluate: () => V): V {
    const { value, isCertain } = this.apart(file, evaluate);
    if (isCertain) kept.set(key, value);
    return value;
  }
}
