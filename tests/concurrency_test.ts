/** Concurrent use of one index: readers beside writers, servers, a watcher and commands in several worktrees, many first runs at once. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { makeLanguageTable } from "../core/scan/languages_of.ts";
import { locateProject } from "../core/store/location.ts";
import { indexDirectory } from "../engine.ts";
import { languages } from "../languages/mod.ts";
import { ask } from "../query/ask.ts";
import { TOOLS } from "../query/mod.ts";
import { COMPACT } from "../query/render/style.ts";
import { toolNamed } from "../query/tool.ts";
import { watchTree } from "../workspace/watch_tree.ts";
import { crowdFiles, indexAtOnce, judgeAnswer, replaceVersion, runCrowd } from "./support/crowd.ts";
import { checkIntegrity } from "./support/dump_index.ts";
import { commitAll, git } from "./support/git_project.ts";
import { openInProcess, ROOT, runCallgrove } from "./support/shop.ts";
import { withProject } from "./support/temp_project.ts";

Deno.test("readers in a loop beside an indexer and edits: every answer is correct, every sync succeeds", () =>
  withProject(crowdFiles(20), async (project) => {
    await project.index();
    const { turnouts, versions } = await runCrowd(project, 2, 1, 4, 150);
    assert.deepEqual(turnouts.flatMap((turnout) => turnout.wrong), []);
    for (const [i, { rounds }] of turnouts.entries()) assert.ok(rounds > 1, `member ${i} did ${rounds} rounds`);
    assert.ok(versions > 3);
    assert.deepEqual(checkIntegrity(project.database), []);
  }));

Deno.test("four concurrent index runs on a new and on an edited repository produce the index of a fresh run", () =>
  withProject(crowdFiles(10), async (project) => {
    assert.deepEqual(await indexAtOnce(project, 4), []);
    replaceVersion(project.root, 1);
    project.write("ballast/m3.py", "def g3(a, b):\n    return a + b\n");
    assert.deepEqual(await indexAtOnce(project, 4), []);
  }));

Deno.test("two servers, a watcher and a command on one index, in two worktrees", () =>
  withProject(crowdFiles(3), async (project) => {
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    const tree = `${project.root}-tree`;
    git(project, "worktree", "add", "-q", "--detach", tree);
    const servers = [project.root, project.root, tree].map((root) => openInProcess(root, "agent"));
    const stop = new AbortController();
    const failures: string[] = [];
    const watching = watchTree({
      place: await locateProject(project.root),
      table: makeLanguageTable(languages),
      index: (options) => indexDirectory({ ...options, workers: 0 }),
      onSync: () => {},
      onFailure: (error) => failures.push(error.message),
      signal: stop.signal,
    });
    const getCallers = toolNamed(TOOLS, "get_callers");
    for (let version = 1; version <= 4; version++) {
      replaceVersion(project.root, version);
      replaceVersion(tree, 100 + version);
      const answers = await Promise.all(servers.map((server) => ask(server, getCallers, { function_name: "target" }, COMPACT)));
      const command = version === 2 ? await runCallgrove(["callers", "target", "--json", "-C", tree], ROOT) : undefined;
      for (const [i, { structured }] of answers.entries()) {
        const expected = i === 2 ? 100 + version : version;
        assert.equal(judgeAnswer(structured, expected, expected), "", `server ${i}, version ${version}`);
      }
      if (command !== undefined) {
        assert.equal(command.status, 0, command.stderr);
        assert.equal(judgeAnswer(JSON.parse(command.stdout) as Record<string, unknown>, 102, 102), "");
      }
    }
    stop.abort();
    await watching;
    for (const server of servers) server.close();
    assert.deepEqual(failures, []);
    assert.deepEqual(checkIntegrity(join(project.root, ".git", "callgrove")), []);
  }));
