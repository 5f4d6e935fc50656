/**
 * Looks at working trees before each question, as cheaply as is sound: where nothing that a look rested on has changed, its answer stands,
 * and where only files of code have, these are all that is looked at.
 *
 * Stage: before a question. Invariant: an answer stands for one state of the index alone. Whoever asks once pays for one look and no more.
 */
import type { DatabaseSync } from "node:sqlite";
import { headCommit } from "../core/base/git.ts";
import type { LanguageTable } from "../core/scan/languages_of.ts";
import type { Stamp } from "../core/scan/stamp.ts";
import type { ProjectPlace } from "../core/store/location.ts";
import { countChanges, findChanges, versionOf } from "./find_changes.ts";
import { takeStamp } from "./tree_stamp.ts";

/** What a look found. */
export interface Look {
  /** How many changes of the tree the index does not have. */
  readonly pending: number;
  /** Paths of some of them. */
  readonly paths: readonly string[];
  /** What is checked out: a commit of what the index has already, or a branch that leads elsewhere, changes no file. */
  readonly commit: string;
  /** The only files that may be others than when the index was last brought up to date; undefined where it may be anything. */
  readonly touched?: readonly string[];
  /** To be told when the index has been brought up to date since, by a run that began after this look. */
  readonly settle: (db: DatabaseSync, refId: number) => void;
}

/** A tree that the index had all of, as far as its stamp knows. */
interface Quiet {
  readonly db: DatabaseSync;
  readonly version: string;
  readonly stamp: Stamp;
  readonly commit: string;
}

/** See the head of this file. */
export class Lookout {
  /** By root and folder of the databases; undefined after a look that is not worth repeating cheaply. */
  readonly #looks = new Map<string, Quiet | undefined>();

  /** Looks at what the tree has and the index of a ref does not. */
  async look(place: ProjectPlace, table: LanguageTable, db: DatabaseSync, refId: number): Promise<Look> {
    const key = `${place.root}\0${place.folder}`;
    const version = versionOf(db, refId);
    const last = this.#looks.get(key);
    const isSame = last?.db === db && last.version === version;
    const touched = isSame ? last.stamp.findTouched() : undefined;
    if (last !== undefined && touched !== undefined) {
      const settle = (db: DatabaseSync, refId: number): void => {
        touched.accept();
        this.#looks.set(key, { ...last, db, version: versionOf(db, refId) });
      };
      return { pending: touched.names.length, paths: touched.names, commit: last.commit, touched: touched.names, settle };
    }
    // The first look may be the only one.
    const stamp = this.#looks.has(key) ? await takeStamp(place, table) : undefined;
    const checkedOut = place.repository === undefined ? "" : headCommit(place.repository);
    const [changes, commit] = await Promise.all([findChanges(place, table, db, refId), checkedOut]);
    const settle = (db: DatabaseSync, refId: number): void => {
      this.#looks.set(key, stamp === undefined ? undefined : { db, version: versionOf(db, refId), stamp, commit });
    };
    const pending = countChanges(changes);
    if (pending === 0) settle(db, refId);
    else this.#looks.set(key, undefined);
    return { pending, paths: changes.paths, commit, settle };
  }
}
