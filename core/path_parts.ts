/**
 * The two parts of a path in the repository, which is written with `/`.
 *
 * Stage: all. Pure.
 */

/** The folder that a path lies in; "" at the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The name of a file or folder without those around it. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
