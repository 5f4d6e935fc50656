/**
 * `doctor`: checks everything that an answer depends on; each problem comes with the command that repairs it.
 *
 * Stage: CLI. Invariants: read-only; exit status 1 if a problem was found.
 */
import type { Command as Program } from "commander";
import { alignRows, count, type Style } from "../../query/render/style.ts";
import { placeOf } from "../asked_folders.ts";
import { addExamples } from "../help.ts";
import { chooseStyle, type CommonOptions, formatJson, printAnswer, printWords } from "../terminal.ts";
import type { Check } from "./check.ts";

/** Adds the command. */
export function addDoctor(program: Program, finish: (status: number) => void): void {
  const command = program.command("doctor").summary("check the installation, permissions, index and clients")
    .description(
      "Checks versions, paths, permissions (by trying what must be refused), the databases, git and the clients' configurations.",
    );
  addExamples(command, [["callgrove doctor", "everything, with what to do about problems"], ["callgrove doctor --json", "for scripts"]]);
  command.action(async () => {
    const options = command.optsWithGlobals<CommonOptions>();
    const checks = await examine(options);
    const problems = checks.filter((check) => check.state === "problem").length;
    if (options.json === true) printAnswer(formatJson({ ok: problems === 0, checks }));
    else printWords(renderChecks(checks, chooseStyle(options)));
    finish(problems === 0 ? 0 : 1);
  });
}

async function examine(options: CommonOptions): Promise<Check[]> {
  const { checkProgram, checkGit } = await import("./installation.ts");
  const { checkPermissions } = await import("./permissions.ts");
  const { checkIndex } = await import("./index_health.ts");
  const { checkMemory } = await import("./memory_health.ts");
  const { checkLanguages } = await import("./languages.ts");
  const { checkClients } = await import("./clients.ts");
  const place = await placeOf(options);
  return [
    ...await checkProgram(),
    ...await checkPermissions(),
    ...await checkGit(place),
    ...await checkIndex(place),
    ...checkMemory(place.folder),
    ...await checkLanguages(),
    ...checkClients(),
  ];
}

function renderChecks(checks: readonly Check[], style: Style): string {
  const lines: string[] = [];
  for (const [area, group] of Map.groupBy(checks, (check) => check.area)) {
    lines.push(style.strong(area), ...renderGroup(group, style));
  }
  const problems = checks.filter((check) => check.state === "problem").length;
  lines.push("", problems === 0 ? "Nothing is wrong." : style.warn(`${count(problems, "problem")}.`));
  return lines.join("\n");
}

function renderGroup(group: readonly Check[], style: Style): string[] {
  const rows = alignRows(group.map((check) => [{ ok: "ok", note: "--", problem: "!!" }[check.state], check.name, check.detail]), "  ");
  return rows.flatMap((row, i) => {
    const { state, mend } = group[i]!;
    return [state === "problem" ? style.warn(row) : row, ...(mend === undefined ? [] : [`      fix: ${style.strong(mend)}`])];
  });
}
