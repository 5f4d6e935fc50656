/** `languages trust NAME`: allows the code of a drop-in language to run, as it is now. */
import { join } from "node:path";
import { languagesFolder } from "../../core/base/user_folders.ts";
import { CallgroveError } from "../../core/errors.ts";
import { findDropIns } from "../../plugins/find_drop_ins.ts";
import { CODE_FILE, type DropIn, readDropIn } from "../../plugins/manifest.ts";
import { fingerprint, setTrust } from "../../plugins/trust.ts";

/**
 * Allows the code; returns a message for the user.
 * @throws CallgroveError if there is no such language
 */
export function allowCode(name: string): string {
  const dropIn = findByName(name);
  if (dropIn.code === "") return `${name} has no code: there is nothing to allow.`;
  setTrust(name, fingerprint(dropIn));
  return `${join(dropIn.folder, CODE_FILE)} may run as it is now (SHA-256 ${
    fingerprint(dropIn).slice(0, 16)
  }…). Changed code is asked about again.`;
}

function findByName(name: string): DropIn {
  const readable = findDropIns().flatMap(({ folder, named }) => {
    try {
      return [readDropIn(folder)];
    } catch (thrown) {
      // For a folder named just now, its error is the answer.
      if (named) throw thrown;
      return [];
    }
  });
  // Folders named just now come last.
  const found = readable.findLast((one) => one.manifest.name === name);
  if (found !== undefined) return found;
  throw new CallgroveError("invalid_input", `Cannot trust "${name}": there is no drop-in language of that name`, {
    hint: `Languages lie in ${languagesFolder()}; for another place: callgrove languages trust ${name} --plugin DIR`,
    data: { known: readable.map((one) => one.manifest.name) },
  });
}
