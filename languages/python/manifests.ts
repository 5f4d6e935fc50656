/**
 * Folders that a Python project's manifests put on the search path.
 *
 * Stage: resolve. Reads only what names such folders, line by line. Invariant: a manifest that cannot be read adds its own folder.
 */
import { compareText } from "../../core/lists.ts";
import { folderOf } from "../../core/path_parts.ts";

/** Folders that `pyproject.toml`, `setup.cfg` and `setup.py` name as roots, of those in `folders`; each manifest's own comes first. */
export function manifestRoots(manifests: ReadonlyMap<string, string>, folders: ReadonlySet<string>): string[] {
  const roots: string[] = [];
  for (const [path, text] of [...manifests].sort(([a], [b]) => compareText(a, b))) {
    const home = folderOf(path);
    const places = [...namedFolders(text), "src"];
    for (const place of ["", ...places]) {
      const folder = joinPath(home, place);
      if (folders.has(folder) && !roots.includes(folder)) roots.push(folder);
    }
  }
  return roots;
}

/** `package-dir = {"" = "lib"}`, `where = ["src"]`, `from = "lib"`, `package_dir={"": "src"}`, `packages = ["src/app"]`. */
function namedFolders(text: string): string[] {
  const named: string[] = [];
  for (const line of text.split("\n")) {
    const rule = /^\s*(?:"package-dir"|package-dir|package_dir)?\s*[={:,\s]*["']["']\s*[:=]\s*["']([\w./-]+)["']/.exec(line) ??
      /package[-_]dir\s*=\s*\{\s*["']{2}\s*[:=]\s*["']([\w./-]+)["']/.exec(line) ??
      /^\s*where\s*=\s*\[?\s*["']?([\w./-]+)["']?/.exec(line) ??
      /\bfrom\s*=\s*["']([\w./-]+)["']/.exec(line) ??
      /^\s*=\s*([\w./-]+)\s*$/.exec(line);
    if (rule !== null) named.push(rule[1]!);
    for (const entry of /^\s*packages\s*=\s*\[(.*)\]/.exec(line)?.[1]?.matchAll(/["']([\w./-]+)\/[\w-]+["']/g) ?? []) named.push(entry[1]!);
  }
  return named;
}

function joinPath(home: string, place: string): string {
  const parts = [...home.split("/"), ...place.split("/")].filter((part) => part !== "" && part !== ".");
  return parts.includes("..") ? "" : parts.join("/");
}
