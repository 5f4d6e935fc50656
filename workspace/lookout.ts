/**
 * Checks working trees before each question, as cheaply as is safe: if nothing that the last look depended on has changed, its result
 * stands; if only code files have changed, only these are looked at.
 *
 * Stage: before a question. Invariant: a result holds for one index state only. A single question costs a single look.
 */
import type { DatabaseSync } from "node:sqlite";
import { headCommit } from "../core/base/git.ts";
import type { LanguageTable } from "../core/scan/languages_of.ts";
import type { Stamp } from "../core/scan/stamp.ts";
import type { ProjectPlace } from "../core/store/location.ts";
import { countChanges, findChanges, versionOf } from "./find_changes.ts";
import { takeStamp } from "./tree_stamp.ts";

/** The result of a look. */
export interface Look {
  /** The number of changes that the index does not have. */
  readonly pending: number;
  /** Paths of some of them. */
  readonly paths: readonly string[];
  /** The commit that is checked out, which may change without any file changing. */
  readonly commit: string;
  /** The only files that may have changed since the index was last brought up to date; undefined if any may have. */
  readonly touched?: readonly string[];
  /** Called when the index has been brought up to date since, by a run that began after this look. */
  readonly settle: (db: DatabaseSync, refId: number) => void;
}

/** A tree that was fully indexed, with its stamp at that time. */
interface Quiet {
  readonly db: DatabaseSync;
  readonly version: string;
  readonly stamp: Stamp;
  readonly commit: string;
}

/** Checks working trees, and remembers the last look at each. */
export class Lookout {
  /** By root and database folder; undefined after a look that cannot be repeated cheaply. */
  readonly #looks = new Map<string, Quiet | undefined>();

  /** Looks for changes in the tree that the index of a ref does not have. */
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
    // A single question needs no stamp.
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
