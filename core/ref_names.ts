/**
 * Names of refs: that of the working tree, and the answer where git knows no such name.
 *
 * Stage: scan and questions.
 */
import { CallgroveError } from "./errors.ts";
import type { ProjectPlace } from "./store/location.ts";

/** Name of the working tree's own ref. */
export const LIVE = "live";

/** The error for a ref that git does not know. @param action what the ref was wanted for, as in "read" or "answer about" */
export function unknownRef(ref: string, { repository }: ProjectPlace, action: string): CallgroveError {
  const why = repository === undefined ? "the folder is no git repository" : "git knows no branch, tag or commit of that name";
  return new CallgroveError("ref_not_indexed", `Cannot ${action} ref "${ref}": ${why}`, {
    hint: repository === undefined
      ? "Refs are git's: of this folder there is only the working tree, the files as they are."
      : "See the names that there are: git branch --all; git tag",
    data: { ref, known_to_git: false, ...(repository === undefined ? {} : { remediation: "git branch --all; git tag" }) },
  });
}
