/**
 * What a file's edges rest on: files that were asked, and names that were looked up in the whole repository.
 *
 * Stage: resolve -> write. Pure.
 */

/** Files are numbers: places in the list of a ref's files while it is resolved, ids of paths in the store. */
export interface Asked {
  readonly files: readonly number[];
  readonly names: readonly string[];
}

/** All of them as one: sorted, each once. @param all each of which names nothing twice */
export function joinAsked(all: readonly Asked[]): Asked {
  const [first] = all;
  if (all.length === 1) return { files: first!.files.toSorted((a, b) => a - b), names: first!.names.toSorted() };
  return {
    files: [...new Set(all.flatMap(({ files }) => files))].sort((a, b) => a - b),
    names: [...new Set(all.flatMap(({ names }) => names))].sort(),
  };
}
