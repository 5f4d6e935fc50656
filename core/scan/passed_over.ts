/**
 * The folders that no scan enters.
 *
 * Stage: scan.
 */

/** Names of folders that contain no source of the project. */
export const PASSED_OVER: ReadonlySet<string> = new Set([".git", ".hg", ".svn", ".jj", ".callgrove", "node_modules", "__pycache__"]);
