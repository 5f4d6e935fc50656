/**
 * Files that only declare what others have: nothing in them runs, and what they import they import for its types.
 *
 * Stage: query.
 */

/** Whether the file of `path` p is one, as a condition of SQL. */
export const IS_DECLARATIONS = "(p.path GLOB '*.d.ts' OR p.path GLOB '*.d.[mc]ts' OR p.path GLOB '*.pyi')";
