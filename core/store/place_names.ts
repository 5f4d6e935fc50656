/**
 * How the databases are named, and what they lie in.
 *
 * Stage: before all others.
 */

/** The folder outside git. */
export const FOLDER_NAME = ".callgrove";
/** The folder in git's own. */
export const GIT_FOLDER_NAME = "callgrove";
/** The index among the databases. */
export const INDEX_FILE = "index.db";
/** What people decided and learned, and their sessions. */
export const ORG_FILE = "org.db";
export const SESSIONS_FILE = "sessions.db";
