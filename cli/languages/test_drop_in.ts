/** `languages test DIR`: checks a drop-in language and runs its fixtures, in a thread that can be terminated. */
import { CallgroveError } from "../../core/errors.ts";
import type { LanguagePlugin } from "../../core/plugin.ts";
import { isComment } from "../../plugins/fixture.ts";
import { checkDropIn } from "../../plugins/check_drop_in.ts";
import { placeDropIn } from "../../plugins/load_drop_ins.ts";
import { readDropIn } from "../../plugins/manifest.ts";
import type { FixtureResult } from "../../plugins/run_fixtures.ts";
import { isTrusted } from "../../plugins/trust.ts";
import { count } from "../../query/render/style.ts";
import { fixturesWorkerEntry } from "../../thread_entries.ts";
import { type CommonOptions, formatJson, printAnswer } from "../terminal.ts";

/** The time limit of all fixtures together. */
const LIMIT_MS = 20_000;

/** Tests a drop-in language; returns exit status 0 if everything is as announced, else 1. */
export async function testDropIn(folder: string, builtIn: readonly LanguagePlugin[], options: CommonOptions): Promise<number> {
  const dropIn = readDropIn(folder);
  const { name } = dropIn.manifest;
  placeDropIn(builtIn, builtIn, dropIn, []);
  await checkDropIn(dropIn);
  if (!isTrusted(dropIn)) {
    throw new CallgroveError(
      "invalid_input",
      `Cannot run the fixtures of ${name}: its plugin.js was not allowed to run, or changed since`,
      {
        hint: `Read it, then: callgrove languages trust ${name} --plugin ${folder}`,
      },
    );
  }
  const results = await runApart(folder);
  const failed = results.filter((result) => result.failures.length > 0);
  const isEmpty = results.length === 0;
  if (options.json === true) printAnswer(formatJson({ language: name, ok: failed.length === 0 && !isEmpty, fixtures: results }));
  else {
    const lines = results.flatMap(({ file, expectations, failures }) =>
      failures.length === 0 ? [`ok    ${file}: ${count(expectations, "expectation")}`] : [`wrong ${file}`, ...failures.map(indent)]
    );
    if (isEmpty) lines.push(`There is no fixture: write a small program into ${folder}/fixtures.`);
    printAnswer(lines.join("\n"));
  }
  return failed.length === 0 && !isEmpty ? 0 : 1;
}

function indent(text: string): string {
  return text.split("\n").map((line) => isComment(line) ? line : `      ${line}`).join("\n");
}

/**
 * Runs the fixtures in a thread.
 * @throws CallgroveError if the thread fails or exceeds the time limit
 */
function runApart(folder: string): Promise<readonly FixtureResult[]> {
  const worker = new Worker(fixturesWorkerEntry, { type: "module" });
  return new Promise<readonly FixtureResult[]>((done, failed) => {
    const fail = (why: string): void =>
      failed(new CallgroveError("internal_error", `Cannot run the fixtures: ${why}`, { hint: "Correct plugin.js." }));
    const timer = setTimeout(() => fail(`they did not finish within ${LIMIT_MS / 1000} s`), LIMIT_MS);
    worker.onmessage = ({ data }: MessageEvent<{ results?: FixtureResult[]; failure?: string }>) => {
      clearTimeout(timer);
      if (data.results === undefined) fail(data.failure ?? "no answer");
      else done(data.results);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      clearTimeout(timer);
      fail(event.message);
    };
    worker.postMessage(folder);
  }).finally(() => worker.terminate());
}
