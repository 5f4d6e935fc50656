/** Repositories in unusual states: each is indexed, or the error says plainly why not. */
import assert from "node:assert/strict";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CallgroveError } from "../core/errors.ts";
import { call, callOn } from "./support/call.ts";
import { dumpIndex } from "./support/dump_index.ts";
import { commitAll, git } from "./support/git_project.ts";
import { RawServer } from "./support/raw_server.ts";
import { openInProcess, type Outcome, runCallgrove } from "./support/shop.ts";
import { openProject, type TempProject, withProject } from "./support/temp_project.ts";
import { claudeSession } from "./support/transcripts.ts";

const FILES = { "a.py": "def a():\n    return b()\n\n\ndef b():\n    return 1\n", "lib/c.py": "from a import a\n\n\ndef c():\n    a()\n" };

/** A project under git with two commits, and a place for others made of it. */
async function withRepository(
  use: (project: TempProject, other: (name: string) => TempProject) => Promise<void>,
  ...init: string[]
): Promise<void> {
  await withProject(FILES, async (project) => {
    git(project, "init", "-q", "-b", "main", ...init);
    commitAll(project, "first");
    // Another size: git does not look further where size and second are the same.
    project.write("a.py", FILES["a.py"].replace("return 1", "return 22"));
    commitAll(project, "second");
    await use(project, (name) => openProject(`${project.root}-${name}`, `${project.database}-${name}`));
  });
}

async function compare(root: string, symbol: string, base: string, head: string): Promise<Record<string, unknown>> {
  const repository = openInProcess(root, "agent");
  try {
    return (await callOn(repository, "compare_symbol_between_commits", { symbol_name: symbol, base_ref: base, head_ref: head })).structured;
  } finally {
    repository.close();
  }
}

const statusOf = (answer: Record<string, unknown>): unknown =>
  (answer["diff_summary"] as { status: string } | undefined)?.status ?? (answer["error"] as { code: string }).code;
const isCode = (code: string) => (error: CallgroveError): boolean => error.code === code;

Deno.test("a shallow clone: what it has is indexed, earlier history is unknown", () =>
  withRepository(async (project, other) => {
    const clone = other("shallow");
    git(project, "clone", "-q", "--depth", "1", `file://${project.root}`, clone.root);
    assert.equal((await clone.index({ ref: "HEAD" })).files, 2);
    await assert.rejects(clone.index({ ref: "HEAD~1" }), isCode("ref_not_indexed"));
    const before = await compare(clone.root, "b", "HEAD~1", "HEAD");
    assert.equal(statusOf(before), "ref_not_indexed");
    const { message, data } = before["error"] as { message: string; data: Record<string, unknown> };
    assert.match(message, /the clone is shallow/);
    assert.equal(data["remediation"], "git fetch --unshallow");
    assert.equal(statusOf(await compare(clone.root, "b", "HEAD", "live")), "unchanged");
  }));

Deno.test("a bare repository: refs are indexed and compared; without a ref it is HEAD", () =>
  withRepository(async (project, other) => {
    const bare = other("bare");
    git(project, "clone", "-q", "--bare", project.root, bare.root);
    assert.equal((await bare.index({ ref: "main", database: undefined })).files, 2);
    for (const named of [{}, { ref: "live" }]) {
      const { files, ref, warnings } = await bare.index({ database: undefined, ...named });
      assert.deepEqual([files, ref, warnings], [2, "HEAD", []]);
    }
    assert.equal(statusOf(await compare(bare.root, "b", "main~1", "main")), "modified");
    const callers = await runCallgrove(["callers", "b", "--ref", "main", "-C", bare.root], bare.root);
    assert.equal(callers.status, 0, callers.stderr);
    assert.match(callers.stdout, /a\.py:2/);
    assert.equal(statusOf(await compare(bare.root, "b", "main", "live")), "ref_not_indexed", "nothing was deleted");
  }));

Deno.test("a bare repository: a question without a ref is about HEAD, which is indexed for it and kept up to date", () =>
  withRepository(async (project, other) => {
    const bare = other("bare");
    git(project, "clone", "-q", "--bare", project.root, bare.root);
    const ask = async (symbol: string): Promise<unknown> => {
      const { structured } = await call(bare, "get_callers", { function_name: symbol });
      return [structured["callers"], (structured["metadata"] as { ref: string }).ref];
    };
    assert.deepEqual(await ask("b"), [{ "a.py": { a: [2] } }, "HEAD"]);
    await runCallgrove(["callers", "b"], bare.root);
    assert.match((await runCallgrove([], bare.root)).stdout, /: 2 files, \d symbols, indexed .*\n {2}callgrove callers a /);
    const watched = await runCallgrove(["watch"], bare.root);
    assert.match(watched.stderr, /Cannot watch ".*": a bare repository has no working tree/);
    project.write("d.py", "from a import b\n\n\ndef d():\n    b()\n");
    commitAll(project, "third");
    git(project, "push", "-q", bare.root, "main");
    assert.deepEqual(await ask("b"), [{ "a.py": { a: [2] }, "d.py": { d: [5] } }, "HEAD"]);
    const live = await call(bare, "get_callers", { function_name: "b", ref: "live" });
    assert.deepEqual(Object.keys(live.structured["callers"] as object), ["a.py", "d.py"], "there is no working tree to be asked about");
  }));

Deno.test("a file of a ref is shown as it is there; in a bare repository as in HEAD", () =>
  withRepository(async (project, other) => {
    project.write("a.py", `${FILES["a.py"]}\n\ndef more():\n    b()\n`);
    const ask = async (of: TempProject, more: Record<string, unknown> = {}): Promise<unknown> => {
      const { structured } = await call(of, "index_file", { file_path: "a.py", ...more });
      return [structured["lines"], structured["symbols"], (structured["metadata"] as { ref: string }).ref];
    };
    assert.deepEqual(await ask(project), [10, 3, "live"]);
    assert.deepEqual(await ask(project, { ref: "main~1" }), [6, 2, "main~1"]);
    const bare = other("bare");
    git(project, "clone", "-q", "--bare", project.root, bare.root);
    assert.deepEqual(await ask(bare), [6, 2, "HEAD"]);
  }));

Deno.test("a folder that is a repository of its own is not reported as indexed with the one around it", () =>
  withRepository(async (project) => {
    project.write("other/lib/e.py", "def e(): ...\n");
    git({ root: join(project.root, "other") }, "init", "-q");
    for (const dir_path of ["other", "other/lib"]) {
      const { structured } = await call(project, "index_directory", { dir_path });
      const { warnings, suggested_action } = structured["metadata"] as { warnings: string[]; suggested_action: string };
      assert.deepEqual(warnings, ['"other" is a separate repository and not part of this index']);
      assert.equal(suggested_action, 'index_directory {"repo":"other"}');
    }
    assert.equal((await call(project, "index_directory", { repo: "other" })).structured["files"], 1);
  }));

Deno.test({
  name: "a server that was started for a ref answers about it, and about others that are named; a ref is not watched",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    withRepository(async (project) => {
      const old = git(project, "rev-parse", "main~1");
      await using server = new RawServer(project.root, ["--ref", "main~1"]);
      await server.initialize();
      const ask = async (args: Record<string, unknown>): Promise<unknown> => {
        const { result } = await server.call("get_callers", { function_name: "b", ...args });
        const { metadata } = (result as { structuredContent: { metadata: { ref: string; indexed_commit?: string } } }).structuredContent;
        return [metadata.ref, metadata.indexed_commit];
      };
      assert.deepEqual(await ask({}), ["main~1", old]);
      assert.deepEqual(await ask({ ref: "HEAD" }), ["HEAD", git(project, "rev-parse", "main")]);
      const watched = await runCallgrove(["watch", "--ref", "main"], project.root);
      assert.equal(watched.status, 2);
      assert.match(watched.stderr, /Cannot watch ref "main": only the working tree is watched/);
    }),
});

Deno.test("the names of the checked-out branch and of HEAD mean the commit; other refs are not indexed for a question", () =>
  withRepository(async (project) => {
    await project.index();
    git(project, "branch", "other");
    const ask = async (ref: string): Promise<unknown> => {
      const { structured, error } = await call(project, "get_callers", { function_name: "b", ref });
      return error?.code ?? [structured["callers"], (structured["metadata"] as { ref: string }).ref];
    };
    const committed = { "a.py": { a: [2] } };
    assert.deepEqual(await ask("other"), [committed, "other"], "the commit that is checked out");
    project.write("d.py", "from a import b\n\n\ndef d():\n    b()\n");
    assert.deepEqual(await ask("main"), [committed, "main"]);
    assert.deepEqual(await ask("HEAD"), [committed, "HEAD"]);
    assert.deepEqual(await ask("refs/heads/main"), [committed, "refs/heads/main"]);
    assert.deepEqual(await ask("live"), [{ ...committed, "d.py": { d: [5] } }, "live"]);
    assert.deepEqual(await ask("other"), [committed, "other"], "its commit is indexed now");
    commitAll(project, "more");
    git(project, "checkout", "-q", "--detach");
    assert.deepEqual(await ask("HEAD"), [{ ...committed, "d.py": { d: [5] } }, "HEAD"]);
    commitAll(project, "once more");
    git(project, "branch", "apart");
    project.write("e.py", "from a import b\n");
    commitAll(project, "further");
    assert.equal(await ask("apart"), "ref_not_indexed");
  }));

Deno.test("a file that leads to a bare repository: around its working trees a question is about HEAD, in them about their files", () =>
  withRepository(async (project, other) => {
    const around = other("around").root;
    mkdirSync(around);
    git({ root: around }, "clone", "-q", "--bare", project.root, ".bare");
    writeFileSync(join(around, ".git"), "gitdir: ./.bare\n");
    git({ root: join(around, ".bare") }, "worktree", "add", "-q", "--detach", join(around, "tree"));
    writeFileSync(join(around, "tree", "d.py"), "from a import b\n\n\ndef d():\n    b()\n");
    const ask = async (root: string): Promise<string> => (await runCallgrove(["callers", "b"], root)).stdout;
    assert.match(await ask(around), /1 caller, 1 call in 1 file \(complete\)\na\.py:2/);
    assert.match(await ask(join(around, "tree")), /2 callers, 2 calls in 2 files/);
    assert.match((await runCallgrove(["symbols", "a.py"], around)).stdout, /^Symbols in a\.py/);
  }));

Deno.test("a submodule is a repository of its own, its files do not belong to the one around it", () =>
  withRepository(async (project, other) => {
    const outer = other("outer");
    mkdirSync(outer.root);
    outer.write("top.py", "def top(): pass\n");
    git(outer, "init", "-q", "-b", "main");
    git(outer, "-c", "protocol.file.allow=always", "submodule", "add", "-q", project.root, "sub");
    commitAll(outer, "with a submodule");
    assert.equal((await outer.index()).files, 1);
    assert.equal((await outer.index({ ref: "main" })).files, 1);
    const inside = openProject(join(outer.root, "sub"), other("inside").database);
    assert.equal((await inside.index({ ref: "HEAD~1" })).files, 2);
  }));

Deno.test("a detached HEAD is indexed as its commit, a branch without a commit as files without one", () =>
  withRepository(async (project, other) => {
    git(project, "checkout", "-q", "--detach", "HEAD~1");
    assert.equal((await project.index()).commit, git(project, "rev-parse", "main~1"));
    assert.equal(statusOf(await compare(project.root, "b", "live", "main")), "modified");
    const unborn = other("unborn");
    mkdirSync(unborn.root);
    unborn.write("a.py", FILES["a.py"]);
    git(unborn, "init", "-q", "-b", "main");
    const summary = await unborn.index();
    assert.deepEqual([summary.files, summary.commit], [1, ""]);
    assert.equal(statusOf(await compare(unborn.root, "b", "HEAD", "live")), "ref_not_indexed");
    const isUnborn = (e: CallgroveError): boolean => e.code === "ref_not_indexed" && e.message.endsWith(": nothing is committed yet");
    for (const ref of ["main", "HEAD"]) await assert.rejects(unborn.index({ ref }), isUnborn, ref);
  }));

Deno.test(
  { name: "a repository of another user", ignore: Deno.build.os === "windows" || Deno.uid() !== 0 },
  () =>
    withRepository(async (project) => {
      for (const path of ["", ".git", "a.py", ".git/config"]) chownSync(join(project.root, path), 12345, 12345);
      assert.equal((await project.index()).files, 2);
      assert.equal((await project.index({ ref: "main~1" })).files, 2);
      assert.equal(statusOf(await compare(project.root, "b", "main~1", "main")), "modified");
    }),
);

Deno.test("objects named by SHA-256: texts are shared between the tree and refs, and compared", () =>
  withRepository(async (project) => {
    assert.equal(git(project, "rev-parse", "HEAD").length, 64);
    await project.index();
    const atHead = await project.index({ ref: "main" });
    assert.equal(atHead.parsed, 0, "the texts are the same");
    const before = await project.index({ ref: "main~1" });
    assert.deepEqual([before.parsed, before.files], [1, 2]);
    assert.deepEqual((await project.index({ ref: "main~1" })).parsed, 0);
    assert.equal(statusOf(await compare(project.root, "b", "main~1", "main")), "modified");
    assert.equal(statusOf(await compare(project.root, "a", "main", "live")), "unchanged");
  }, "--object-format=sha256"));

Deno.test("a sparse checkout: omitted files are counted, callers may be missing, a ref is complete", () =>
  withRepository(async (project) => {
    git(project, "sparse-checkout", "set", "--no-cone", "/a.py");
    const live = await project.index();
    assert.equal(live.files, 1);
    assert.deepEqual(live.skipped.map(({ path, reason, files }) => ({ path, reason, files })), [
      { path: ".", reason: "sparse checkout", files: 1 },
    ]);
    const callers = await call(project, "get_callers", { function_name: "a" });
    assert.equal(callers.structured["completeness"], "possibly_incomplete");
    assert.match(callers.text, /1 file \(sparse checkout\) was left out and may call it; ref HEAD has it/);
    assert.match((await call(project, "call_graph_stats", {})).text, /sparse checkout \(1 file of python\)/);
    const missing = await call(project, "query_file_symbols", { file_path: "nowhere.py" });
    assert.match(missing.error!.message, /in no known language, outside the sparse checkout, or missing/);
    assert.equal((await project.index({ ref: "main" })).files, 2);
    // What lies in another language calls nothing here.
    project.write("kit.js", "function a() {}\n");
    git(project, "add", "--sparse", "kit.js");
    git(project, "commit", "-qm", "kit");
    git(project, "sparse-checkout", "set", "--no-cone", "*.py");
    assert.deepEqual((await project.index()).skipped.map(({ language, files }) => ({ language, files })), [{
      language: "typescript",
      files: 1,
    }]);
    assert.equal((await call(project, "get_callers", { function_name: "a" })).structured["completeness"], "complete");
  }));

Deno.test("if the commit changes and no file does, answers name the new commit", () =>
  withRepository(async (project) => {
    project.write("a.py", FILES["a.py"].replace("return 1", "return 333"));
    const repository = openInProcess(project.root, "agent");
    const moves = [
      () => {},
      () => commitAll(project, "what the index has already"),
      () => git(project, "reset", "-q", "--soft", "HEAD~1"),
      () => git(project, "commit", "-q", "--allow-empty", "-m", "nothing"),
      () => git(project, "checkout", "-q", "-b", "other"),
    ];
    for (const move of moves) {
      move();
      // The third look is by the stamp of the one before.
      for (let look = 0; look < 3; look++) {
        const { structured } = await callOn(repository, "call_graph_stats", {});
        const { indexed_commit, freshness_status } = structured["metadata"] as Record<string, unknown>;
        const [ref] = structured["refs"] as { commit: string }[];
        const head = git(project, "rev-parse", "HEAD");
        assert.deepEqual([indexed_commit, ref!.commit, freshness_status], [head, head, "fresh"], String(move));
      }
    }
    repository.close();
  }));

Deno.test("a branch deleted since it was indexed is marked as gone", () =>
  withRepository(async (project) => {
    git(project, "branch", "side");
    await project.index({ ref: "side" });
    await project.index({ ref: "main" });
    const gone = async (): Promise<unknown> => {
      const { refs } = (await call(project, "call_graph_stats", {})).structured as { refs: { name: string; gone?: true }[] };
      return refs.filter((ref) => ref.gone === true).map((ref) => ref.name);
    };
    assert.deepEqual(await gone(), []);
    git(project, "branch", "-D", "side");
    assert.deepEqual(await gone(), ["side"]);
  }));

Deno.test("a submodule: its files belong to another repository, and the answer says how to ask about it", () =>
  withRepository(async (project) => {
    git(project, "-c", "protocol.file.allow=always", "submodule", "add", "-q", project.root, "sub.py");
    commitAll(project, "third");
    const live = await project.index();
    const atHead = await project.index({ ref: "main" });
    for (const { skipped } of [live, atHead]) {
      assert.deepEqual(skipped.map(({ path, reason }) => [path, reason]), [["sub.py", "submodule"]]);
    }
    assert.match((await call(project, "call_graph_stats", {})).text, /sub\.py {2}submodule/);
    const missing = await call(project, "query_file_symbols", { file_path: "sub.py/a.py" });
    assert.match(missing.text, /left out: submodule.*with repo sub\.py/);
  }));

Deno.test("a rename that changes only the case: the symbols are recognized", () =>
  withRepository(async (project) => {
    await project.index();
    git(project, "mv", "-f", "lib/c.py", "lib/C.py");
    commitAll(project, "case");
    assert.equal((await project.index()).files, 2);
    assert.ok(dumpIndex(project.database).some((line) => line.includes('"path":"lib/C.py"')));
    const answer = await compare(project.root, "c", "main~1", "main");
    assert.equal(statusOf(answer), "moved");
    assert.match((answer["moved"] as { from: string }).from, /^lib\/c\.py/);
  }));

Deno.test("a Git LFS pointer is not source, and is reported", () =>
  withRepository(async (project) => {
    project.write(
      "big.py",
      "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n",
    );
    commitAll(project, "a pointer");
    for (const options of [{}, { ref: "main" }]) {
      const summary = await project.index(options);
      assert.equal(summary.files, 2);
      assert.deepEqual(summary.skipped.map((skip) => [skip.path, skip.reason]), [["big.py", "lfs pointer"]]);
    }
  }));

const TOP = "def top(lines):\n    total = 0\n    for line in lines:\n        total += int(line.strip())\n    return total\n";

/** What a repository's configuration may name programs for; `*` stands where the program does. */
const PROGRAM_SETTINGS: readonly (readonly [key: string, value: string])[] = [
  ["core.fsmonitor", "*"],
  ["core.pager", "*"],
  ["pager.log", "*"],
  ["pager.blame", "*"],
  ["core.editor", "*"],
  ["core.askPass", "*"],
  ["core.sshCommand", "*"],
  ["core.gitProxy", "*"],
  ["core.alternateRefsCommand", "*"],
  ["uploadpack.packObjectsHook", "*"],
  ["credential.helper", "!*"],
  ["gpg.program", "*"],
  ["log.showSignature", "true"],
  ["alias.log", "!*"],
  ["alias.blame", "!*"],
  ["alias.ls-files", "!*"],
  ["diff.external", "*"],
  ["diff.submodule", "diff"],
  ["diff.py.command", "*"],
  ["diff.py.textconv", "*"],
  ["merge.py.driver", "*"],
  ["filter.one.clean", "*"],
  ["filter.one.smudge", "*"],
  ["filter.two.process", "*"],
  ["filter.two.required", "true"],
  // No option of git's could name it.
  ["filter.a=b.clean", "*"],
  ["extensions.partialClone", "far"],
  ["remote.far.promisor", "true"],
  ["remote.far.url", "ext::* %S"],
  ["remote.far.uploadpack", "*"],
];

/** Has every setting name a program that leaves a file in `marks`, named after the setting; so do hooks, an included file and a submodule. */
function armRepository(project: TempProject, marks: string): void {
  mkdirSync(marks);
  const arm = (name: string): string => {
    const script = join(marks, `${name.replace(/[^\w.-]/g, "_")}.sh`);
    writeFileSync(script, `#!/bin/sh\ntouch "$0.ran"\ncat\n`);
    chmodSync(script, 0o755);
    return script;
  };
  const configure = (root: string, name: string): void => {
    for (const [key, value] of PROGRAM_SETTINGS) git({ root }, "config", key, value.replace("*", arm(`${name}.${key}`)));
  };
  const hooks = `${marks}-hooks`;
  mkdirSync(hooks);
  for (const hook of ["post-index-change", "fsmonitor-watchman", "reference-transaction", "pre-auto-gc", "post-checkout"]) {
    symlinkSync(arm(`hook.${hook}`), join(hooks, hook));
  }
  configure(join(project.root, "sub"), "submodule");
  configure(project.root, "own");
  git(project, "config", "core.hooksPath", hooks);
  writeFileSync(
    `${marks}-included`,
    `[diff "py"]\n\ttextconv = ${arm("included.textconv")}\n[filter "three"]\n\tclean = ${arm("included.clean")}\n`,
  );
  git(project, "config", "include.path", `${marks}-included`);
  for (const root of [project.root, join(project.root, "sub")]) {
    writeFileSync(
      join(root, ".gitattributes"),
      "a.py filter=one diff=py merge=py\nlib/* filter=two diff=py\ntop.py filter=a=b\nmore.py filter=three\n",
    );
  }
  mkdirSync(join(project.root, ".git/info"), { recursive: true });
  writeFileSync(join(project.root, ".git/info/attributes"), "*.py diff=py\n");
}

Deno.test("a repository's configuration starts no program, whatever is asked and whatever has changed", () =>
  withRepository(async (project, other) => {
    const sub = other("sub");
    git(project, "clone", "-q", project.root, sub.root);
    git(project, "-c", "protocol.file.allow=always", "submodule", "add", "-q", sub.root, "sub");
    project.write("top.py", TOP);
    project.write("more.py", "def more():\n    return 1\n");
    commitAll(project, "Fix more");
    const marks = `${project.root}-marks`;
    armRepository(project, marks);
    const sessions = other("sessions");
    mkdirSync(sessions.root);
    const said = claudeSession("s", project.root, "2026-01-01T10:00:00.000Z");
    const edit = said.edit(join(project.root, "a.py"), FILES["a.py"], "return 1", "return 22");
    sessions.write("s.jsonl", `${said.user("See `b`, `more` and `top`")}\n${edit}\n`);
    const run = async (...args: string[]): Promise<string> => {
      const { status, stdout, stderr } = await runCallgrove(args, project.root);
      assert.ok(status <= 1, `${args.join(" ")}: ${stderr}`);
      return stdout;
    };
    const startedNothing = (): void => {
      const names = [...Deno.readDirSync(marks)].map(({ name }) => name);
      assert.deepEqual(names.filter((name) => name.endsWith(".ran")).sort(), []);
    };
    // Touched alone, git would look inside to tell whether it has changed.
    const change = (text: string): void => {
      for (const path of ["a.py", "sub/a.py", "lib/c.py"]) project.write(path, readFileSync(join(project.root, path), "utf8") + text);
      for (const path of ["top.py", "more.py"]) utimesSync(join(project.root, path), new Date(), new Date());
    };
    change("# more\n");
    await run("index");
    await run("index", "--ref", "main~1");
    await run("memory", "ingest", "--sessions", sessions.root);
    startedNothing();
    assert.match(await run("recall", "more"), /last changed[^\n]*Fix more/);
    await run("remember", "decision", "Stays", "--symbols", "top");
    project.write("lib/c.py", `${readFileSync(join(project.root, "lib/c.py"), "utf8")}\n\n${TOP}`);
    project.write("top.py", "");
    change("# and more\n");
    assert.match(await run("recall", "top"), /Stays/, "it is followed to where it went");
    for (const args of [["callers", "b"], ["doctor"], ["verify"], ["compare", "*", "--base", "main~2", "--head", "live"]]) {
      await run(...args);
    }
    await runCallgrove(["compare", "a", "--base", "0".repeat(40), "--head", "main"], project.root);
    await run("memory", "ingest", "--sessions", sessions.root);
    startedNothing();
  }));

/** Options that git has learned since 2.18, for one command or all. */
const NEWER = "--end-of-options --deduplicate --format=%(* --batch-command --no-lazy-fetch --object-only -Z --sparse --remerge-diff";

Deno.test({
  name: "no option is used that an older git does not know",
  ignore: Deno.build.os === "windows",
  fn: () =>
    withRepository(async (project, other) => {
      const shim = other("shim").root;
      mkdirSync(shim);
      const real = Deno.env.get("PATH")!;
      const cases = NEWER.split(" ").map((option) => option.replace(/%\(\*$/, "%\\(*")).join("|");
      const refuses = `case $one in ${cases}) echo "unknown option $one" >&2; exit 129 ;; esac`;
      writeFileSync(join(shim, "git"), `#!/bin/sh\nfor one; do ${refuses}; done\nPATH=${real} exec git "$@"\n`, { mode: 0o755 });
      const run = (...args: string[]): Promise<Outcome> => runCallgrove(args, project.root, { PATH: `${shim}:${real}` });
      for (
        const args of [
          ["callers", "b"],
          ["index", "--ref", "main"],
          ["callers", "b", "--ref", "main"],
          ["compare", "b", "--base", "main~1"],
          [
            "memory",
            "ingest",
          ],
          ["recall", "b"],
          ["doctor"],
          ["gc"],
        ]
      ) {
        const { status, stdout, stderr } = await run(...args);
        assert.equal(status, 0, `${args.join(" ")}: ${stdout}${stderr}`);
        assert.doesNotMatch(stdout + stderr, /unknown option|no commit yet/);
      }
    }),
});

Deno.test("if git is missing, the error says so and what to do", async () => {
  const folder = mkdtempSync(join(tmpdir(), "callgrove-nogit-"));
  try {
    const project = openProject(join(folder, "project"), join(folder, "db"));
    mkdirSync(project.root);
    project.write("a.py", FILES["a.py"]);
    git(project, "init", "-q", "-b", "main");
    const inGit = await runCallgrove(["callers", "b"], project.root, { PATH: folder });
    assert.equal(inGit.status, 3);
    assert.match(inGit.stderr, /Cannot start git[^]*Install git/);
    await project.index({ database: undefined });
    const doctor = await runCallgrove(["doctor"], project.root, { PATH: folder });
    assert.equal((await runCallgrove(["--version"], project.root, { PATH: folder })).status, 0);
    assert.match(doctor.stdout, /database +Cannot start git.*\n +fix: Install git/);
    renameSync(join(project.root, ".git"), join(folder, "gone"));
    const outside = await runCallgrove(["callers", "b"], project.root, { PATH: folder });
    assert.equal(outside.status, 0, outside.stderr);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
