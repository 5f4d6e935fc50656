/**
 * The compiled code that the runtime keeps of a binary.
 *
 * It keeps it once, in the system's temporary folder: of what the first run loads at its beginning, and nothing that is loaded later or by
 * another run. A first run that only says its version would have every later run compile the rest anew (35 of 190 ms of a question),
 * so a first run loads the rest before anything else: as one module, for what is asked for twice is never kept.
 */
import { loadEverything } from "./later.ts";

/** Loads everything if this is a binary's first run. */
export async function warmFirstRun(): Promise<void> {
  if (import.meta.url.endsWith(".js") && isFirstRun()) await loadEverything();
}

function isFirstRun(): boolean {
  try {
    const windows = Deno.build.os === "windows";
    const program = Deno.execPath();
    const name = program.slice(Math.max(program.lastIndexOf("/"), program.lastIndexOf("\\")) + 1).replace(/\.exe$/, "");
    const folder = (windows ? Deno.env.get("TEMP") : Deno.env.get("TMPDIR")) ?? (windows ? "" : "/tmp");
    const kept = Deno.statSync(`${folder}/deno-compile-${name}.cache`).mtime;
    return (kept?.getTime() ?? 0) < (Deno.statSync(program).mtime?.getTime() ?? 0);
  } catch {
    return true;
  }
}
