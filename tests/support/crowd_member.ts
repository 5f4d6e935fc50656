/** One of the crowd: `read|index ROOT DATABASE SECONDS`; prints its turnout as JSON. See `crowd.ts`. */
import { toCallgroveError } from "../../core/errors.ts";
import { makeLanguageTable } from "../../core/scan/languages_of.ts";
import { indexDirectory } from "../../engine.ts";
import { languages } from "../../languages/mod.ts";
import { ask } from "../../query/ask.ts";
import { TOOLS } from "../../query/mod.ts";
import { COMPACT } from "../../query/render/style.ts";
import { toolNamed } from "../../query/tool.ts";
import { openRepository } from "../../workspace/open_repository.ts";
import { judgeAnswer, versionOnDisk } from "./crowd.ts";

const [kind, root, database, seconds] = Deno.args as [string, string, string, string];
const wrong: string[] = [];
let rounds = 0;
const repository = openRepository({
  directory: root,
  database,
  audience: "agent",
  anyRepository: false,
  patience: { first: 30_000, update: 5_000 },
  index: (options, onProgress) => indexDirectory({ ...options, workers: 0 }, onProgress),
  languages: () => Promise.resolve(makeLanguageTable(languages)),
});
const getCallers = toolNamed(TOOLS, "get_callers");
for (const end = performance.now() + Number(seconds) * 1000; performance.now() < end; rounds++) {
  if (kind === "read") {
    const least = versionOnDisk(root);
    const reply = await ask(repository, getCallers, { function_name: "target", limit: 50 }, COMPACT);
    const mistake = judgeAnswer(reply.structured, least, versionOnDisk(root));
    if (mistake !== "") wrong.push(mistake);
  } else {
    try {
      await indexDirectory({ directory: root, database, workers: 0 });
    } catch (thrown) {
      wrong.push(toCallgroveError(thrown).message);
    }
    await new Promise((wake) => setTimeout(wake, 20));
  }
}
repository.close();
console.log(JSON.stringify({ rounds, wrong }));
