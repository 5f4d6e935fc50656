/**
 * How the evaluation under way stands: how deep it is, how far out a cycle reaches that it came back to, what it assumes meanwhile.
 *
 * Stage: resolve. Invariant: what rests on something that is still open is not kept beyond it.
 */
import type { LookUps } from "./look_ups.ts";
import type { Meaning } from "../meaning.ts";
import { Provisional } from "./provisional.ts";
import type { Reliance } from "./reliance.ts";
import type { Finding } from "./shared_answers.ts";

/** So many entries of one evaluation are evaluated again before what is found out in a cycle is remembered while it is open. */
const PATIENCE = 1000;

/** See the head of this file. */
export class Evaluation {
  /** How many entries are open, and the shallowest that a cycle came back to. */
  depth = 0;
  cycle = Infinity;
  /** Of the open entries, by the depth that they began at: what is assumed of each, and whether an evaluation came back to it. */
  readonly assumed: Meaning[] = [];
  readonly met: boolean[] = [];
  /** Entries that rest on what is still open. */
  readonly provisional: Provisional = new Provisional();
  /** How many entries were not kept. */
  discarded = 0;
  /** How many evaluations were cut. */
  cuts = 0;
  /** How many orders of inheritance are being made. */
  openOrders = 0;
  /** Conditional types that are being decided, aliases of such that are being told, and how many of both were since the first of them. */
  conditions = 0;
  aliases = 0;
  decisions = 0;

  constructor(readonly reliance: Reliance, readonly lookUps: LookUps) {}

  /** Begins with a file, or with an evaluation by itself. */
  begin(file: number): void {
    this.depth = 0;
    this.cycle = Infinity;
    this.provisional.clear();
    this.reliance.begin(file);
  }
  /** It came back to what was opened at that depth. */
  meet(openAt: number): void {
    this.cycle = Math.min(this.cycle, openAt);
  }
  /** Counts an entry that is not kept: true where there is no end to them. */
  isEndless(): boolean {
    return ++this.discarded > PATIENCE;
  }
  /** What is being evaluated holds for now only: nothing of it is kept. */
  keepNothing(): void {
    this.cycle = -1;
    this.lookUps.meetGuard();
  }
  /** Evaluates something within another evaluation: certain where it does not hang on what is open around it. */
  within<T>(evaluate: () => T): Finding<T> {
    const outer = this.cycle;
    this.cycle = Infinity;
    const value = evaluate();
    const isCertain = this.cycle > this.depth;
    this.cycle = isCertain ? outer : Math.min(outer, this.cycle);
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
