/**
 * Removes from an index what is no longer needed: refs that git no longer has, working trees that no longer exist, and texts used by
 * neither.
 *
 * Stage: maintenance. Invariants: a ref is dropped only if its repository exists and git does not know its name or commit, or if its root
 * is gone; readers are not disturbed; it is one transaction under the writer's lease.
 */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { findRepository, resolveRef } from "../core/base/git.ts";
import { LIVE } from "../core/base/ref_names.ts";
import { dropLoose, dropRef, listRefs, type StoredRef } from "../core/store/garbage.ts";
import { takeLease } from "../core/store/lease.ts";
import type { ProjectPlace } from "../core/store/location.ts";
import { compact, inspectIndex, openForWriting } from "../core/store/open.ts";
import { INDEX_FILE } from "../core/store/place_names.ts";

/** What was removed. */
export interface Garbage {
  readonly refs: readonly { readonly name: string; readonly root: string; readonly why: string }[];
  /** The number of refs that stayed. */
  readonly kept: number;
  readonly texts: number;
  readonly names: number;
  /** Size of the index before and after, in bytes. */
  readonly before: number;
  readonly after: number;
}

/**
 * Removes what is no longer needed.
 * @throws CallgroveError index_in_progress while another process writes, index_incompatible for an index of a newer version
 */
export async function collectGarbage(place: ProjectPlace, waitMs: number): Promise<Garbage> {
  const file = join(place.folder, INDEX_FILE);
  if (!existsSync(file) || inspectIndex(place.folder) === "missing") return { refs: [], kept: 0, texts: 0, names: 0, before: 0, after: 0 };
  const lease = await takeLease(place.folder, waitMs);
  try {
    const before = statSync(file).size;
    const index = openForWriting(place.folder, "kept");
    try {
      const refs = listRefs(index.db);
      const gone: { ref: StoredRef; why: string }[] = [];
      for (const ref of refs) {
        const why = await whyGone(ref);
        if (why !== "") gone.push({ ref, why });
      }
      for (const { ref } of gone) dropRef(index.db, ref);
      const loose = dropLoose(index.db);
      await index.publish();
      compact(place.folder);
      return {
        refs: gone.map(({ ref, why }) => ({ name: ref.name, root: ref.root, why })),
        kept: refs.length - gone.length,
        ...loose,
        before,
        after: statSync(file).size,
      };
    } finally {
      index.abandon();
    }
  } finally {
    lease.release();
  }
}

/** Why a ref is gone; "" if it still exists. */
async function whyGone(ref: StoredRef): Promise<string> {
  if (!existsSync(ref.root)) return "its folder is gone";
  if (ref.name === LIVE) return "";
  const repository = findRepository(ref.root);
  if (repository === undefined) return "its folder is no longer a git repository";
  return (await resolveRef(repository, ref.name)) === undefined ? "git no longer knows it" : "";
}
