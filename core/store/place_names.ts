/**
 * How the databases are named, what they lie in, and who may read them.
 *
 * Stage: before all others.
 */

/** The folder outside git. */
export const FOLDER_NAME = ".callgrove";
/** The folder in git's own. */
export const GIT_FOLDER_NAME = "callgrove";
/** The index among the databases. */
export const INDEX_FILE = "index.db";
/** What people decided and learned. */
export const ORG_FILE = "org.db";
/** What agents' sessions said. */
export const SESSIONS_FILE = "sessions.db";
/** The rights of a file that its owner alone may read. */
export const FOR_OWNER = 0o600;
