/**
 * Which of several packages of one name a file means, by the folders that they are in.
 *
 * Stage: resolve. Pure.
 */

/**
 * Where the package in `folder` is visible: in the folder that contains the `node_modules` it is in, with the separator; "" for all others.
 */
export function holderOf(folder: string): string {
  return folder.slice(0, Math.max(0, `/${folder}`.lastIndexOf("/node_modules/")));
}

const ASIDE_NAMES = "(?:tests?|__tests__|examples?|docs?|samples?|fixtures|__fixtures__|testdata|benchmarks?|playgrounds?)";
/** Packages in such folders are only for files that are there too. */
const ASIDE = new RegExp(`(?:^|/)${ASIDE_NAMES}(?:/|$)`);
const UP_TO_ASIDE = new RegExp(`^(?:.*/)?${ASIDE_NAMES}(?=/|$)`);

/** The innermost folder of tests, examples or the like around `folder`, or that itself; "" if there is none. */
export function asideAround(folder: string): string {
  return UP_TO_ASIDE.exec(folder)?.[0] ?? "";
}

/**
 * Which of two packages of one name a file in `from` means, by their folders: negative for the first, 0 if it is not decided.
 * @param own the folder of the package that the file is in, which comes first: a package may import itself
 */
export function compareNearness(a: string, b: string, from: string, own: string | undefined): number {
  const [sharedByA, sharedByB] = [sharedFolders(a, from), sharedFolders(b, from)];
  const isAside = (folder: string, shared: number): number => ASIDE.test(folder.split("/").slice(shared).join("/")) ? 1 : 0;
  return holderOf(b).length - holderOf(a).length || Number(b === own) - Number(a === own) ||
    isAside(a, sharedByA) - isAside(b, sharedByB) || sharedByB - sharedByA;
}

/** How many folders two paths of folders have in common, from the root on. */
function sharedFolders(a: string, b: string): number {
  const [one, other] = [a.split("/"), b.split("/")];
  const first = one.findIndex((name, index) => name !== other[index]);
  return first === -1 ? one.length : first;
}
