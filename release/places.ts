/** Where the project and its releases lie. */
import { VERSION } from "../version.ts";

/** Address of the project. */
export const REPOSITORY = "https://github.com/callgrove/callgrove";

/** Address of a release's file. */
export function downloadUrl(name: string): string {
  return `${REPOSITORY}/releases/download/v${VERSION}/${name}`;
}
