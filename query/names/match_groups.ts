/**
 * The groups that a search puts its matches into, the best first: code before what stands aside, what runs and types before values, public
 * before private.
 *
 * Stage: query. A group is a number from 0, the best, to `GROUPS` - 1.
 */

/** What speaks against a match, as bits of its group; a higher one outweighs all below it. */
export const Against = { private: 1, value: 2, aside: 4 } as const;
export const GROUPS = 8;

/** The group of a match. `aside`: a test, in a file of tests, or in one that a tool packed. */
export function groupOf(match: { readonly aside: boolean; readonly value: boolean; readonly private: boolean }): number {
  return (match.aside ? Against.aside : 0) + (match.value ? Against.value : 0) + (match.private ? Against.private : 0);
}
