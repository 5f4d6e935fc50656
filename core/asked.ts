/**
 * What a file's edges depend on: the files that were consulted, and the names that were looked up in the whole repository.
 *
 * Stage: resolve -> write. Pure.
 */

/** Files are numbers: positions in the list of a ref's files while it is being resolved, path ids in the store. */
export interface Asked {
  readonly files: readonly number[];
  readonly names: readonly string[];
}

/**
 * The union of all, sorted and without duplicates.
 * @param all none of which contains a duplicate itself
 */
export function joinAsked(all: readonly Asked[]): Asked {
  const [first] = all;
  if (all.length === 1) return { files: first!.files.toSorted((a, b) => a - b), names: first!.names.toSorted() };
  return {
    files: [...new Set(all.flatMap(({ files }) => files))].sort((a, b) => a - b),
    names: [...new Set(all.flatMap(({ names }) => names))].sort(),
  };
}
