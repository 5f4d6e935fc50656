/**
 * Names of refs.
 *
 * Stage: scan and questions.
 */

/** Name of the working tree's own ref. */
export const LIVE = "live";
