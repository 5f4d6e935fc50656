/** `stats --usage`: what was asked in this repository and how many bytes were answered. */
import { alignRows } from "../query/render/style.ts";
import { readUsage } from "../workspace/usage.ts";
import { placeOf } from "./asked_folders.ts";
import { chooseStyle, type CommonOptions, formatJson, printAnswer, printWords } from "./terminal.ts";

/** Prints the counts; returns exit status 0. */
export async function showUsage(options: CommonOptions): Promise<number> {
  const { folder } = await placeOf(options);
  const usage = readUsage(folder);
  const rows = Object.entries(usage).sort(([, a], [, b]) => b.questions - a.questions);
  const total = rows.reduce((sum, [, one]) => ({ questions: sum.questions + one.questions, bytes: sum.bytes + one.bytes }), {
    questions: 0,
    bytes: 0,
  });
  if (options.json === true) printAnswer(formatJson({ usage, total }));
  else if (rows.length === 0) printAnswer("No questions have been asked here yet.");
  else {
    const style = chooseStyle(options);
    const lines = [...rows, ["all", total] as const].map(([name, one]) => [name, String(one.questions), String(one.bytes)]);
    printWords(
      [...alignRows([["tool", "questions", "bytes of answers"], ...lines]), style.faint(`Counted on this machine alone, in ${folder}.`)]
        .join("\n"),
    );
  }
  return 0;
}
