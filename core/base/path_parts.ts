/**
 * Parts of paths in the repository, which are written with `/`.
 *
 * Stage: all. Pure.
 */

/** The folder of a path; "" at the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The name of a file or folder without its parents. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The extension of a file's name, with its dot; "" if it has none. */
export function endingOf(path: string): string {
  const dot = path.lastIndexOf(".");
  return dot > path.lastIndexOf("/") ? path.slice(dot) : "";
}

/** The path of `name` in a folder; "" is the root. */
export function pathIn(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** `path` relative to `folder`, with `.` and `..` resolved; undefined if it leaves the root. */
export function joinPath(folder: string, path: string): string | undefined {
  const parts = folder === "" || path.startsWith("/") ? [] : folder.split("/");
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") {
      if (parts.length === 0) return undefined;
      parts.pop();
    } else parts.push(part);
  }
  return parts.join("/");
}
