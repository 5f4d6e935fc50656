/**
 * Whether there may be drop-in languages.
 *
 * Stage: before all others. Invariant: nothing is loaded for it, for threads ask too.
 */
import { readVariable } from "../core/base/process_environment.ts";
import { languagesFolder } from "../core/base/user_folders.ts";

/** Folders given with `--plugin`, for this process and its threads: a list as in PATH. */
export const PLUGINS_VARIABLE = "CALLGROVE_PLUGINS";

/** Whether there may be any. */
export function mayHaveDropIns(): boolean {
  if ((readVariable(PLUGINS_VARIABLE) ?? "") !== "") return true;
  try {
    Deno.statSync(languagesFolder());
    return true;
  } catch {
    return false;
  }
}
