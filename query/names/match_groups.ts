/**
 * Ranks search matches in groups, best first: code before tests before packed code, callables and types before values, public before
 * private.
 *
 * Stage: query. A group is a number from 0, the best, to `GROUPS` - 1.
 */

/** Disadvantages of a match, as bits of its group; a higher one outweighs all lower ones. */
export const Against = { private: 1, value: 2, tests: 4, packed: 8 } as const;

/** The number of groups. */
export const GROUPS = 16;

/** The group of a match. `tests`: a test, or in a test file; `packed`: in packed or copied code. */
export function groupOf(match: { readonly [against in keyof typeof Against]: boolean }): number {
  return (match.packed ? Against.packed : 0) + (match.tests ? Against.tests : 0) + (match.value ? Against.value : 0) +
    (match.private ? Against.private : 0);
}
