/**
 * The composition root: arguments -> command -> exit status.
 *
 * Invariant: everything else is loaded by the command that needs it; the version needs nothing.
 */
import { loadProgram } from "./later.ts";
import { warmFirstRun } from "./warm_start.ts";

if (import.meta.main) {
  await warmFirstRun();
  const [first, second] = Deno.args;
  if (second === undefined && (first === "--version" || first === "-V")) {
    const { versionLine } = await import("./cli/version_line.ts");
    console.log(await versionLine());
    Deno.exit(0);
  }
  if (Deno.args.includes("mcp")) {
    const { answerOpening } = await import("./mcp/serve_opening.ts");
    await answerOpening(Deno.args);
  }
  const { runProgram } = await loadProgram();
  Deno.exit(await runProgram(Deno.args));
}
