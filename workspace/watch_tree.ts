/**
 * Keeps the index of a working tree fresh by file events.
 *
 * Stage: maintenance. Invariants: an event only says when to look, never what changed, so a lost one only costs time; runs never overlap;
 * while another process writes, it waits and looks again.
 */
import { existsSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { CallgroveError, toCallgroveError } from "../core/errors.ts";
import type { IndexOptions, IndexSummary } from "../core/pipeline.ts";
import type { LanguageTable } from "../core/scan/languages_of.ts";
import type { ProjectPlace } from "../core/store/location.ts";
import { isMadeAnew, openForReading, reasonOf } from "../core/store/open.ts";
import { countChanges, findChanges } from "./find_changes.ts";
import { findRef } from "./find_ref.ts";
import { TreeEvents } from "./tree_events.ts";

/** Quiet time after the last event before the tree is checked, and the longest that events may delay this, ms. */
const QUIET_MS = 60;
const LONGEST_MS = 1000;
/** The interval of checks without events, ms, as some file systems report none. */
const IDLE_MS = 30_000;

/** What to watch, and whom to notify. */
export interface WatchOptions {
  readonly place: ProjectPlace;
  readonly table: LanguageTable;
  readonly index: (options: IndexOptions) => Promise<IndexSummary>;
  /** Called after the first run and after each that changed the index. */
  readonly onSync: (summary: IndexSummary) => void;
  /** Called when a run failed; watching continues. */
  readonly onFailure: (error: CallgroveError) => void;
  readonly signal: AbortSignal;
}

/**
 * Watches until the signal.
 * @throws CallgroveError project_not_found if the watched folder is gone
 */
export async function watchTree(options: WatchOptions): Promise<void> {
  const { place, signal } = options;
  const wake = new Alarm();
  const events = new TreeEvents(place, () => wake.ring());
  const stop = (): void => wake.ring();
  signal.addEventListener("abort", stop, { once: true });
  let complaint = "";
  try {
    for (let first = true; !signal.aborted; first = false) {
      await events.refresh();
      const { summary, error } = await sync(options, first);
      if (!existsSync(place.root)) throw folderGone(place);
      if (summary !== undefined) options.onSync(summary);
      if (error !== undefined && error.message !== complaint && !signal.aborted) options.onFailure(error);
      complaint = error?.message ?? "";
      if (!signal.aborted) await wake.wait(IDLE_MS);
      if (!signal.aborted) await wake.settle(QUIET_MS, LONGEST_MS);
    }
  } finally {
    signal.removeEventListener("abort", stop);
    await events.close();
  }
}

/** The result of a run that changed something, or the error that prevented it. */
async function sync({ place, table, index }: WatchOptions, first: boolean): Promise<{ summary?: IndexSummary; error?: CallgroveError }> {
  try {
    if (!first && !(await hasChanged(place, table))) return {};
    const summary = await index({ directory: place.root, database: place.folder });
    return first || summary.parsed + summary.resolved + summary.removed > 0 ? { summary } : {};
  } catch (thrown) {
    return { error: toCallgroveError(thrown) };
  }
}

function folderGone({ root }: ProjectPlace): CallgroveError {
  return new CallgroveError("project_not_found", `Cannot watch "${root}" any longer: the folder is gone`, {
    hint: "Start again where it is now: callgrove watch -C DIR",
  });
}

async function hasChanged(place: ProjectPlace, table: LanguageTable): Promise<boolean> {
  let db: DatabaseSync | undefined;
  try {
    db = openForReading(place.folder);
    const ref = findRef(db, place, undefined);
    return ref === undefined || countChanges(await findChanges(place, table, db, ref.id)) > 0;
  } catch (thrown) {
    // A deleted or damaged index is rebuilt.
    if (isMadeAnew(reasonOf(db, thrown))) return true;
    throw thrown;
  } finally {
    db?.close();
  }
}

/** Something to wait for. */
class Alarm {
  #rung = false;
  #wake: (() => void) | undefined;

  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  /** Waits until it is rung, or for `ms`. */
  async wait(ms: number): Promise<void> {
    if (!this.#rung) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      await new Promise<void>((done) => {
        this.#wake = done;
        timer = setTimeout(done, ms);
      });
      clearTimeout(timer);
      this.#wake = undefined;
    }
    this.#rung = false;
  }

  /** Waits until it has not been rung for `quiet` ms, but no longer than `longest`. */
  async settle(quiet: number, longest: number): Promise<void> {
    for (const start = performance.now(); performance.now() - start < longest;) {
      await this.#pause(quiet);
      if (!this.#rung) return;
      this.#rung = false;
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((done) => setTimeout(done, ms));
  }
}
