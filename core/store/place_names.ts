/**
 * The names of the databases and their folders, and their permissions.
 *
 * Stage: before all others.
 */

/** The folder outside git. */
export const FOLDER_NAME = ".callgrove";
/** The folder inside git's own. */
export const GIT_FOLDER_NAME = "callgrove";
/** The file of the index. */
export const INDEX_FILE = "index.db";
/** What people decided and learned. */
export const ORG_FILE = "org.db";
/** What agents' sessions said. */
export const SESSIONS_FILE = "sessions.db";
/** The permissions of a file that only its owner may read. */
export const FOR_OWNER = 0o600;
