/**
 * The groups that a search puts its matches into, the best first: code before tests and these before what a tool packed, what runs and
 * types before values, public before private.
 *
 * Stage: query. A group is a number from 0, the best, to `GROUPS` - 1.
 */

/** What speaks against a match, as bits of its group; a higher one outweighs all below it. */
export const Against = { private: 1, value: 2, tests: 4, packed: 8 } as const;

/** How many groups there are. */
export const GROUPS = 16;

/** The group of a match. `tests`: a test, or in a file of tests; `packed`: in one that a tool packed. */
export function groupOf(match: { readonly [against in keyof typeof Against]: boolean }): number {
  return (match.packed ? Against.packed : 0) + (match.tests ? Against.tests : 0) + (match.value ? Against.value : 0) +
    (match.private ? Against.private : 0);
}
