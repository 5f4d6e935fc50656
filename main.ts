/**
 * The composition root: arguments -> command -> exit status.
 *
 * Invariant: everything else is loaded by the command that needs it.
 */
import { runProgram } from "./cli/program.ts";

if (import.meta.main) Deno.exit(await runProgram(Deno.args));
