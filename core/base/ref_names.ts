/**
 * Names of refs.
 *
 * Stage: scan and questions.
 */
import type { ProjectPlace } from "../store/location.ts";

/** Name of the working tree's own ref. */
export const LIVE = "live";

/** The ref that is meant: where none is named, what is on the disk; where there is no working tree, what git calls HEAD in its place. */
export function refMeant({ repository }: ProjectPlace, named: string | undefined): string {
  return named !== undefined && named !== LIVE ? named : repository?.bare === true ? "HEAD" : LIVE;
}
