/**
 * The command `index`.
 *
 * Stage: CLI. Invariant: loads no question, and the indexer only when it runs.
 */
import { resolve } from "node:path";
import type { Command as Program } from "commander";
import type { EarlyThreads } from "../core/threads/run_threads.ts";
import { loadEngine } from "../later.ts";
import { structureSummary, warningsOf } from "../query/answer/structure_summary.ts";
import { renderIndexSummary } from "../query/render/index_summary.ts";
import { namesInLine } from "../query/render/names_in_line.ts";
import { addExamples } from "./help.ts";
import { startProgress } from "./progress.ts";
import { startingFolder } from "./starting_folder.ts";
import { chooseStyle, type CommonOptions, formatJson, printAnswer, printNotice, printWords } from "./terminal.ts";

/**
 * Adds `index [DIR]`.
 * @param early threads started in advance for it
 */
export function addIndex(program: Program, finish: (status: number) => void, early?: EarlyThreads): void {
  const command = program.command("index").summary("bring the index up to date").argument("[dir]", "the repository or a folder of it")
    .description("Builds the index of a repository or brings it up to date. Questions do this by themselves.")
    .option("--force", "discard the index and read everything again")
    .option("--strict-syntax", "take no calls from files with a syntax error")
    .option("--timings", "print the milliseconds of each stage");
  addExamples(command, [
    ["callgrove index", "the repository around the current folder"],
    ["callgrove index ~/src/app --json", "another one, summary as JSON"],
    ["callgrove index --force --timings", "from scratch, with the time of each stage"],
  ]);
  command.action(async (dir: string | undefined, own: { force?: boolean; strictSyntax?: boolean; timings?: boolean }) => {
    const options = command.optsWithGlobals<CommonOptions>();
    const directory = resolve(startingFolder(), dir ?? options.repo ?? ".");
    const progress = startProgress(options, directory);
    const { indexDirectory } = await loadEngine();
    try {
      const summary = await indexDirectory(
        {
          directory,
          ...(options.db === undefined ? {} : { database: resolve(startingFolder(), options.db) }),
          ...(options.ref === undefined ? {} : { ref: options.ref }),
          ...(own.force === true ? { force: true } : {}),
          ...(own.strictSyntax === true ? { strictSyntax: true } : {}),
        },
        progress.show,
        early,
      );
      progress.end();
      const warnings = warningsOf(summary);
      if (options.json === true) {
        printAnswer(formatJson({ ...structureSummary(summary), ...(warnings.length === 0 ? {} : { warnings }) }));
      } else {
        printWords(renderIndexSummary(namesInLine(summary), chooseStyle(options)));
        for (const warning of options.quiet === true ? [] : warnings) printNotice(`warning: ${warning}`);
      }
      if (own.timings === true) {
        printNotice(Object.entries(summary.timings).map(([stage, ms]) => `${stage} ${Math.round(ms)} ms`).join(", "));
      }
      finish(0);
    } finally {
      progress.end();
    }
  });
}
