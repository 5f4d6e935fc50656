/**
 * The composition root: arguments -> command -> exit status.
 *
 * Invariant: everything else is loaded by the command that needs it; the version needs nothing.
 */
if (import.meta.main) {
  const [first, second] = Deno.args;
  if (second === undefined && (first === "--version" || first === "-V")) {
    const { versionLine } = await import("./cli/version_line.ts");
    console.log(await versionLine());
    Deno.exit(0);
  }
  const { runProgram } = await import("./cli/program.ts");
  Deno.exit(await runProgram(Deno.args));
}
