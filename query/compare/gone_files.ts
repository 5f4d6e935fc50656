/**
 * Whether an import meant a file that is gone, decided by the import's text, since the index only knows that it leads nowhere.
 * Stage: query. Pure. Invariant: a relative import is resolved from the importing file; of any other, all names must match.
 */
import { standsForFolder } from "./left_words.ts";

/** Words for positions in the module tree, which are not names. */
const PLACES: ReadonlySet<string> = new Set(["crate", "self", "super"]);

/**
 * Whether an import in a file may mean the file at `path`. @param written as the import names it: `./io.js`, `..io`, `app.io`,
 * `super::io::load`
 */
export function mayImport(importer: string, written: string, path: string): boolean {
  const wanted = namesOf(path);
  const folder = importer.split("/").slice(0, -1);
  if (/^\.{1,2}(\/|$)/.test(written)) {
    const steps = [...folder];
    for (const step of written.split("/")) {
      if (step === "..") steps.pop();
      else if (step !== ".") steps.push(step);
    }
    const plain = steps.join("/");
    return [plain, plain.replace(/\.\w+$/, "")].some((one) => namesOf(`${one}.x`).join("/") === wanted.join("/"));
  }
  const dots = /^\.*/.exec(written)![0].length;
  const names = written.slice(dots).split(/::|[./]/).filter((name) => name !== "" && !PLACES.has(name));
  if (dots > 0) return [...folder.slice(0, folder.length - dots + 1), ...names].join("/") === wanted.join("/");
  // An alias of a folder (`@/io`) is not a name; a member's name may follow the module's (`io::load`).
  const known = /^[@~]/.test(names[0] ?? "") ? names.slice(1) : names;
  const ends = written.includes("::") ? known.map((_, i) => known.slice(0, i + 1)) : [known];
  return ends.some((end) => end.length > 0 && wanted.slice(-end.length).join("/") === end.join("/"));
}

/** The names of a file's module, from the root on. */
function namesOf(path: string): string[] {
  const names = path.replace(/\.\w+$/, "").split("/");
  return standsForFolder(path) ? names.slice(0, -1) : names;
}
