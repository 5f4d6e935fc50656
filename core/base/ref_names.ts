/**
 * Names of refs.
 *
 * Stage: scan and questions.
 */
import type { ProjectPlace } from "../store/location.ts";

/** The name of the working tree's own ref. */
export const LIVE = "live";

/** The ref that a question is about: the one named, or else the working tree; for a bare repository HEAD takes the place of the latter. */
export function refMeant({ repository }: ProjectPlace, named: string | undefined): string {
  return named !== undefined && named !== LIVE ? named : repository?.bare === true ? "HEAD" : LIVE;
}
