/**
 * Whether there may be drop-in languages.
 *
 * Stage: before all others. Invariant: loads nothing, because threads use it too.
 */
import { readVariable } from "../core/base/process_environment.ts";
import { languagesFolder } from "../core/base/user_folders.ts";

/** The variable with the folders given by `--plugin`, for this process and its threads: a list as in PATH. */
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
