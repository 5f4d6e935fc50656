/**
 * The composition root: arguments -> command -> exit status.
 *
 * Invariant: everything else is loaded by the command that needs it; the version needs nothing.
 */
import { ReaderGone, writeAll } from "./cli/write_all.ts";
import { toCallgroveError } from "./core/errors.ts";
import { loadEarlyThreads, loadProgram } from "./later.ts";
import { warmFirstRun } from "./warm_start.ts";

if (import.meta.main) {
  await warmFirstRun();
  const [first, second] = Deno.args;
  if (second === undefined && (first === "--version" || first === "-V")) Deno.exit(await showVersion());
  if (Deno.args.includes("mcp")) {
    const { answerOpening } = await import("./mcp/serve_opening.ts");
    await answerOpening(Deno.args, (text) => writeAll("stdout", text));
  }
  const early = Deno.args.includes("index") ? (await loadEarlyThreads()).startEarlyThreads(Deno.args) : undefined;
  const { runProgram } = await loadProgram();
  Deno.exit(await runProgram(Deno.args, early));
}

async function showVersion(): Promise<number> {
  const { versionLine } = await import("./cli/version_line.ts");
  try {
    writeAll("stdout", `${await versionLine()}\n`);
    return 0;
  } catch (thrown) {
    if (thrown instanceof ReaderGone) return 0;
    const { message, exitStatus } = toCallgroveError(thrown);
    console.error(`error: ${message}`);
    return exitStatus;
  }
}
