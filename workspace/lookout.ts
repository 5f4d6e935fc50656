/**
 * Looks at working trees before each question, as cheaply as is sound: where nothing that a look rested on has changed, its answer stands.
 *
 * Stage: before a question. Invariant: an answer stands for one state of the index alone. Whoever asks once pays for one look and no more.
 */
import type { DatabaseSync } from "node:sqlite";
import type { LanguageTable } from "../core/scan/languages_of.ts";
import type { ProjectPlace } from "../core/store/location.ts";
import { countChanges, findChanges, isOfThisProgram, readIndexed } from "./find_changes.ts";
import { takeStamp, type TreeStamp } from "./tree_stamp.ts";

/** A look that found the index up to date. */
interface Quiet {
  readonly db: DatabaseSync;
  readonly version: string;
  readonly stamp: TreeStamp;
}

/** See the head of this file. */
export class Lookout {
  /** By root and folder of the databases; undefined after a look that is not worth repeating cheaply. */
  readonly #looks = new Map<string, Quiet | undefined>();

  /** How many changes of the tree the index of a ref does not have. */
  async countPending(place: ProjectPlace, table: LanguageTable, db: DatabaseSync, refId: number): Promise<number> {
    const key = `${place.root}\0${place.folder}`;
    const { version, surroundings } = readIndexed(db, refId);
    const last = this.#looks.get(key);
    const isSame = last?.db === db && last.version === version && isOfThisProgram(surroundings, table);
    if (isSame && last.stamp.holds()) return 0;
    // The first look may be the only one; one after a change finds that change, and the index will be another.
    const stamp = !this.#looks.has(key) || isSame ? undefined : await takeStamp(place, table);
    const pending = countChanges(await findChanges(place, table, db, refId));
    this.#looks.set(key, stamp === undefined || pending > 0 ? undefined : { db, version, stamp });
    return pending;
  }
}
