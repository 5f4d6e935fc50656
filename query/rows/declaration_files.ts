/**
 * Files that only declare what other files define: nothing in them runs, and their imports are for types.
 *
 * Stage: query.
 */

/** Whether the file of `path` p is one, as an SQL condition. */
export const IS_DECLARATIONS = "(p.path GLOB '*.d.ts' OR p.path GLOB '*.d.[mc]ts' OR p.path GLOB '*.pyi')";
