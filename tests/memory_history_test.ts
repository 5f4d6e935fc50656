/** Memory and git: fixes and the lines they changed, when functions last changed, renames and moves that are followed. */
import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { findRepository } from "../core/base/git.ts";
import { FileVersions } from "../memory/history/file_versions.ts";
import { call } from "./support/call.ts";
import { git, gitAt } from "./support/git_project.ts";
import { runCallgrove } from "./support/shop.ts";
import { ingest } from "./support/ingest.ts";
import { type TempProject, withProject } from "./support/temp_project.ts";
import { claudeSession } from "./support/transcripts.ts";

const BODY = `    total = 0
    for line in text.split("\\n"):
        fields = line.strip().split(",")
        if len(fields) < 2:
            continue
        total += int(fields[1])
    return total
`;
const IO = `def sum_fields(text):\n${BODY}\n\ndef other_thing():\n    return sum_fields("a,1")\n`;

/** Runs git on a day of March. */
function gitOn(project: TempProject, day: number, ...args: string[]): void {
  gitAt(project, `2026-03-${String(day).padStart(2, "0")}T12:00:00Z`, ...args);
}

function commit(project: TempProject, day: number, message: string): void {
  gitOn(project, day, "add", "-A");
  gitOn(project, day, "commit", "-q", "-m", message);
}

type Entry = Record<string, unknown>;

Deno.test("fixes in git's history are errors of the functions whose lines they changed", async () => {
  await withProject({ "app/io.py": IO.replace("len(fields) < 2", "not fields") }, async (project) => {
    git(project, "init", "-q");
    commit(project, 1, "Read fields");
    project.write("app/io.py", IO);
    project.write("tests/test_io.py", "from app.io import sum_fields\n\ndef test_short():\n    assert sum_fields('a') == 0\n");
    commit(project, 2, "fix: short lines no longer end the sum\n\nA line without a comma had no second field.\n\nFixes #12");
    project.write("app/io.py", IO.replace('"a,1"', '"a,22"'));
    commit(project, 3, "Another number");
    const first = await ingest(project);
    assert.deepEqual([first.history.fixes, first.history.functions, first.errors], [1, 1, 1]);
    const reply = await call(project, "memory_linked_search", { function_name: "sum_fields" });
    const [error] = reply.structured["related_errors"] as Entry[];
    assert.deepEqual([error!["error"], error!["verified"], error!["author"], error!["last_seen"]], [
      "fix: short lines no longer end the sum",
      true,
      "t",
      "2026-03-02T12:00:00.000Z",
    ]);
    assert.match(String(error!["solution"]), /had no second field\. \(commit [0-9a-f]{10}\)/);
    assert.match(String(error!["evidence"]), /the fix touched line 5, closes #12/);
    assert.deepEqual((reply.structured["last_modified"] as Entry)["subject"], "fix: short lines no longer end the sum");
    const other = await call(project, "memory_linked_search", { function_name: "other_thing" });
    assert.deepEqual(other.structured["related_errors"], []);
    assert.equal((other.structured["last_modified"] as Entry)["subject"], "Another number");
    assert.match(other.text, /Around it\n.*callee sum_fields \(app\/io\.py\): error 2026-03-02: fix: short lines/);
    assert.deepEqual((await ingest(project)).history.fixes, 0, "nothing new");
    project.write("app/io.py", IO.replace("int(fields[1])", "float(fields[1])"));
    commit(project, 4, "Fixed the sum of fractions\n\nSigned-off-by: t <t@t>\nCo-authored-by: u <u@u>\n\nFractions were cut off.");
    assert.equal((await ingest(project)).errors, 2);
    const fractions = (await call(project, "memory_linked_search", { function_name: "sum_fields" }))
      .structured["related_errors"] as Entry[];
    assert.match(String(fractions[0]!["solution"]), /^Fractions were cut off\. \(/, "who signed it is no solution");
    // History that was written anew is read anew.
    gitOn(project, 5, "commit", "-q", "--amend", "-m", "Fractions");
    assert.equal((await ingest(project)).errors, 1);
  });
});

Deno.test("forgetting a symbol keeps the fixes from git's history, and says so", () =>
  withProject({ "app/io.py": IO.replace("len(fields) < 2", "not fields") }, async (project) => {
    git(project, "init", "-q");
    commit(project, 1, "Read fields");
    project.write("app/io.py", IO);
    commit(project, 2, "fix: short lines no longer end the sum\n\nFixes #12");
    await ingest(project);
    const at = ["-C", project.root, "--db", project.database];
    for (const names of [["sum_fields"], ["sum_fields", "other_thing"]]) {
      const words = ["remember", "note", `About ${names.join(" and ")}`, "--symbols", ...names, ...at];
      assert.equal((await runCallgrove(words, project.root)).status, 0);
    }
    const said = await runCallgrove(["forget", "sum_fields", ...at], project.root);
    assert.equal(said.stdout, "Forgotten: 0 messages, 1 remembered entry; 1 more stays with other symbols\n");
    assert.match(said.stderr, /1 fix of git's history stays/);
    const { structured } = await call(project, "memory_linked_search", { function_name: "sum_fields" });
    assert.deepEqual([(structured["related_errors"] as Entry[]).length, structured["notes"] ?? []], [1, []]);
  }));

Deno.test("a fix of only wording and layout is not an error, unless it closes an issue", async () => {
  await withProject({ "app/io.py": IO }, async (project) => {
    git(project, "init", "-q");
    commit(project, 1, "Read fields");
    const subjects = [
      "Fix typos in comments (#7)",
      "chore: fix some clippy lints",
      "docs: fix an example",
      "chore(ci): fix lint job (#9)",
      "ci: fix the upload",
      "fix flake8 checks",
      "Fix typo\n\nFixes #8",
      "Fix typo that ended it",
    ];
    for (const [i, subject] of subjects.entries()) {
      project.write("app/io.py", IO.replace("total = 0", `total = ${"1".repeat(i + 2)}`));
      commit(project, i + 2, subject);
    }
    await ingest(project);
    const { structured } = await call(project, "memory_linked_search", { function_name: "sum_fields" });
    assert.deepEqual((structured["related_errors"] as Entry[]).map((error) => error["error"]), ["Fix typo that ended it", "Fix typo"]);
  });
});

Deno.test("a new feature is not an error, although it closes an issue; something missing is one", async () => {
  await withProject({}, async (project) => {
    git(project, "init", "-q", "-b", "main");
    const subjects = [
      "Add a mode for short lines\n\nCloses #1",
      "feat(io): read from standard input\n\nResolves #2",
      "Support folders (close #3)",
      "Add the missing check of the mode\n\nCloses #4",
      "Add a retry\n\nFixes #5",
      "Wait for the reader\n\nCloses #6",
    ];
    for (const [i, subject] of subjects.entries()) {
      project.write("app.py", `def load():\n    return ${"1 + ".repeat(i)}1\n`);
      commit(project, i + 1, subject);
    }
    await ingest(project);
    const { structured } = await call(project, "memory_linked_search", { function_name: "load" });
    const errors = structured["related_errors"] as { error: string }[];
    assert.deepEqual(errors.map(({ error }) => error), ["Wait for the reader", "Add a retry", "Add the missing check of the mode"]);
  });
});

Deno.test("an agent without a command line can have history read", async () => {
  await withProject({ "app/io.py": IO }, async (project) => {
    git(project, "init", "-q");
    commit(project, 1, "Read fields");
    project.write("app/io.py", IO.replace("int(fields[1])", "float(fields[1])"));
    commit(project, 2, "fix: fractions");
    const before = await call(project, "memory_linked_search", { function_name: "sum_fields" });
    const { suggested_action: next } = before.structured["metadata"] as { suggested_action: string };
    assert.match(next, /history was not read yet: index_directory \{"history":true\}/);
    const read = await call(project, "index_directory", { history: true });
    assert.deepEqual(read.structured["history"], { decisions: 0, errors: 1, fixes: 1, functions: 1, left: 0 });
    assert.match(read.text, /memory: 0 decisions, 1 error; new: 1 fix of git's history, which touched 1 function/);
    const after = await call(project, "memory_linked_search", { function_name: "sum_fields" });
    assert.equal((after.structured["related_errors"] as Entry[])[0]!["error"], "fix: fractions");
    const refused = await call(project, "index_directory", { history: true, ref: "HEAD" });
    assert.equal(refused.error?.code, "invalid_input");
  });
});

Deno.test("a few new commits are read before the question; many, and rewritten history, are reported as unread", async () => {
  await withProject({ "app/io.py": IO }, async (project) => {
    git(project, "init", "-q");
    commit(project, 1, "Read fields");
    const known = async (): Promise<unknown[]> => {
      const { structured, text } = await call(project, "memory_linked_search", { function_name: "sum_fields" });
      const [function_] = structured["functions"] as Entry[];
      return [
        ((function_?.["last_modified"] ?? structured["last_modified"]) as Entry | undefined)?.["subject"],
        (structured["related_errors"] as Entry[]).map((one) => one["error"]),
        ...(text.match(/[^\n]*came since history was read[^\n]*/g) ?? []),
      ];
    };
    await call(project, "remember", { kind: "note", text: "one", symbols: ["sum_fields"] });
    assert.deepEqual(await known(), [undefined, []], "history was never asked for");
    await ingest(project);
    assert.deepEqual(await known(), ["Read fields", []]);
    project.write("app/io.py", IO.replace("int(fields[1])", "float(fields[1])"));
    assert.deepEqual(await known(), [undefined, []], "not committed");
    commit(project, 2, "Fix TypeError in sums");
    assert.deepEqual(await known(), ["Fix TypeError in sums", ["Fix TypeError in sums"]]);
    gitOn(project, 3, "commit", "-q", "--amend", "-m", "Fractions");
    assert.match(String((await known()).at(-1)), /a rewritten history came since .* index_directory \{"history":true\}/);
    await ingest(project);
    assert.deepEqual(await known(), ["Fractions", []]);
    for (let i = 0; i < 31; i++) gitOn(project, 4, "commit", "-q", "--allow-empty", "-m", "empty");
    assert.match(String((await known()).at(-1)), /more than 30 commits came since/);
  });
});

Deno.test("what was said before the last change is stale; what is said about a function follows its rename and move, or is kept as lost", async () => {
  await withProject({ "app/io.py": IO }, async (project) => {
    git(project, "init", "-q");
    commit(project, 1, "Read fields");
    const folder = join(dirname(project.root), "sessions");
    mkdirSync(folder);
    const early = claudeSession("early", project.root, "2026-02-01T10:00:00.000Z");
    const late = claudeSession("late", project.root, "2026-03-05T10:00:00.000Z");
    writeFileSync(join(folder, "a.jsonl"), `${early.user("What is `sum_fields` for?")}\n`);
    writeFileSync(join(folder, "b.jsonl"), `${late.user("Is `sum_fields` quick? And `other_thing`?")}\n`);
    await call(project, "remember", { kind: "decision", text: "Fields are summed as integers", symbols: ["sum_fields"] });
    await call(project, "remember", { kind: "note", text: "Only an example", symbols: ["other_thing"] });
    await ingest(project, { sessions: { folders: [folder] } });
    const before = await call(project, "memory_linked_search", { function_name: "sum_fields" });
    assert.deepEqual((before.structured["related_messages"] as Entry[]).map((one) => [one["session_id"], one["status"]]), [[
      "late",
      "current",
    ], ["early", "stale"]]);
    // Renamed and moved in one go; the other function goes away.
    project.write("lib/sums.py", `"""Sums."""\n\n\ndef add_fields(text):\n${BODY}`);
    project.remove("app/io.py");
    commit(project, 6, "Sums have a place of their own");
    const { followed } = await ingest(project, { sessions: { folders: [folder] } });
    assert.deepEqual(followed, { moved: 1, lost: 1, left: 0, late: 0 });
    const after = await call(project, "memory_linked_search", { function_name: "add_fields" });
    assert.deepEqual((after.structured["related_messages"] as Entry[]).map((one) => one["session_id"]), ["late", "early"]);
    const [decision] = after.structured["related_decisions"] as Entry[];
    assert.equal(decision!["decision"], "Fields are summed as integers");
    assert.equal(decision!["evidence"], "given by hand, then sum_fields in app/io.py");
    // It comes back: it is itself again.
    project.write("app/io.py", "def other_thing():\n    return 1\n");
    assert.deepEqual((await ingest(project, { sessions: { folders: [folder] } })).followed, { moved: 1, lost: 0, left: 0, late: 0 });
    assert.match((await call(project, "memory_linked_search", { function_name: "other_thing" })).text, /Only an example/);
  });
});

Deno.test("a worktree's sessions belong to the repository; lines shift below a trace without names", async () => {
  await withProject({ "app/io.py": IO }, async (project) => {
    git(project, "init", "-q");
    commit(project, 1, "Read fields");
    const tree = join(dirname(project.root), "tree");
    gitOn(project, 1, "worktree", "add", "-q", tree);
    const folder = join(dirname(project.root), "sessions");
    mkdirSync(folder);
    const said = claudeSession("w", tree, "2026-03-01T13:00:00.000Z");
    writeFileSync(join(folder, "w.jsonl"), `${said.read(join(tree, "app/io.py"), 1, 5)}\n${said.user("Look at `sum_fields`")}\n`);
    project.write("app/io.py", `import os\nimport sys\n\n\n${IO}`);
    commit(project, 2, "Imports");
    const plain = {
      session: "p",
      role: "assistant",
      time: "2026-03-01T15:00:00Z",
      text: "Why so slow?",
      review: { path: "app/io.py", line: 4 },
    };
    appendFileSync(join(folder, "p.jsonl"), `${JSON.stringify(plain)}\n`);
    await ingest(project, { sessions: { folders: [folder] } });
    const reply = await call(project, "memory_linked_search", { function_name: "sum_fields" });
    assert.deepEqual((reply.structured["related_messages"] as Entry[]).map((one) => [one["session_id"], one["change"]]).sort(), [[
      "p",
      "reviewed",
    ], ["w", "discussed"]]);
    renameSync(tree, `${tree}-gone`);
  });
});

Deno.test("a rename and a move are followed by the next question; for a removed function possible successors are named", async () => {
  await withProject({ "app/io.py": IO }, async (project) => {
    git(project, "init", "-q");
    commit(project, 1, "Read fields");
    await call(project, "remember", { kind: "decision", text: "Fields are summed as integers", symbols: ["sum_fields"] });
    const known = async (name: string): Promise<unknown[]> => {
      const { structured, text } = await call(project, "memory_linked_search", { function_name: name });
      return [
        ...(structured["related_decisions"] as Entry[]).map((one) => one["evidence"]),
        ...(text.match(/what is remembered.*/g) ?? []),
      ];
    };
    assert.deepEqual(await known("sum_fields"), ["given by hand"]);
    project.write("app/io.py", IO.replaceAll("sum_fields", "add_up_fields"));
    assert.deepEqual(await known("add_up_fields"), ["given by hand, then sum_fields in app/io.py"], "not committed");
    commit(project, 2, "Another name");
    renameSync(join(project.root, "app/io.py"), join(project.root, "app/sums.py"));
    commit(project, 3, "Another file");
    assert.deepEqual(await known("add_up_fields"), ["given by hand, then sum_fields in app/io.py"]);
    project.write("app/sums.py", "def other_thing():\n    return 1\n");
    assert.deepEqual(await known("other_thing"), []);
    project.write("app/io.py", "def late(path):\n    with open(path) as file:\n        return file.read()\n");
    assert.deepEqual(await known("late"), [
      "what is remembered of sum_fields, gone from app/io.py, may be about late: it was not recognised",
    ]);
    project.write("app/io.py", IO);
    assert.deepEqual(await known("sum_fields"), ["given by hand"], "it is itself again");
    await call(project, "remember", { kind: "note", text: "Only an example", symbols: ["other_thing"] });
    project.write("app/io.py", IO.replaceAll("sum_fields", "count_fields_up"));
    assert.deepEqual(await known("count_fields_up"), ["given by hand, then sum_fields in app/io.py"]);
  });
});

Deno.test("what was not found is looked up again when its file or name reappears, and by the next ingest", async () => {
  const files = { "app/io.py": IO, "app/other.py": "def first():\n    return 1\n", "app/third.py": "def second():\n    return 2\n" };
  await withProject(files, async (project) => {
    git(project, "init", "-q");
    commit(project, 1, "Read fields");
    await call(project, "remember", { kind: "decision", text: "Fields are summed as integers", symbols: ["sum_fields"] });
    project.write("app/io.py", "def other_thing():\n    return 0\n");
    const lookedAt = async (look: () => Promise<unknown>): Promise<string> => {
      await look();
      const org = new DatabaseSync(join(project.database, "org.db"), { readOnly: true });
      const [move] = org.prepare("SELECT new_id AS target, found_at AS at FROM moves").all() as { target: string; at: string }[];
      org.close();
      assert.equal(move!.target, "");
      return move!.at;
    };
    const ask = (): Promise<unknown> => call(project, "memory_linked_search", { function_name: "other_thing" });
    const first = await lookedAt(ask);
    project.write("app/other.py", files["app/other.py"] + "def more():\n    return 3\n");
    commit(project, 2, "More");
    assert.equal(await lookedAt(ask), first, "another file, another name");
    project.write("app/third.py", files["app/third.py"] + "class Sums:\n    def sum_fields(self):\n        return 3\n");
    const second = await lookedAt(ask);
    assert.notEqual(second, first, "its name");
    project.write("app/io.py", "def other_thing():\n    return 0\n\n\ndef late():\n    return 5\n");
    const third = await lookedAt(ask);
    assert.notEqual(third, second, "its file");
    project.write("app/other.py", files["app/other.py"] + "def most():\n    return 3\n");
    assert.equal(await lookedAt(ask), third);
    assert.notEqual(await lookedAt(() => ingest(project)), third, "all are looked for again");
  });
});

Deno.test("of commits with the same time the child is the later", async () => {
  await withProject({ "a.py": "def a():\n    x = 0\n    y = 0\n    z = 0\n    return x + y + z\n" }, async (project) => {
    git(project, "init", "-q");
    commit(project, 1, "Begin");
    const names = ["z", "x", "y"];
    for (const [i, name] of names.entries()) {
      let text = "def a():\n";
      for (const one of ["x", "y", "z"]) text += `    ${one} = ${names.indexOf(one) <= i ? 10 : 0}\n`;
      project.write("a.py", `${text}    return x + y + z\n`);
      commit(project, 1, `fix: ${name} was wrong`);
      if (i === 1) await ingest(project);
    }
    await ingest(project);
    const { structured } = await call(project, "memory_linked_search", { function_name: "a" });
    assert.deepEqual((structured["related_errors"] as Entry[]).map((one) => one["error"]), [
      "fix: y was wrong",
      "fix: x was wrong",
      "fix: z was wrong",
    ]);
    assert.equal((structured["last_modified"] as Entry)["subject"], "fix: y was wrong");
  });
});

Deno.test("a function edited since the last commit was last changed by that edit, whatever is asked first", async () => {
  await withProject({ "app/io.py": IO }, async (project) => {
    git(project, "init", "-q");
    commit(project, 1, "Read fields");
    await ingest(project);
    project.write("app/io.py", IO.replace("    return total", "    return total + 0"));
    const edited = await call(project, "memory_linked_search", { function_name: "sum_fields" });
    assert.equal((edited.structured["last_modified"] as Entry | undefined)?.["subject"], undefined);
    assert.match(edited.text, /^last changed \d{4}-\d\d-\d\d, not committed$/m);
    const other = await call(project, "memory_linked_search", { function_name: "other_thing" });
    assert.equal((other.structured["last_modified"] as Entry)["subject"], "Read fields");
  });
});

Deno.test("git's settings have no effect: prefixes of diffs, an encoding, a missing list of commits to ignore", async () => {
  await withProject({ "app/io.py": IO.replace("len(fields) < 2", "not fields") }, async (project) => {
    git(project, "init", "-q");
    commit(project, 1, "Read fields");
    project.write("app/io.py", IO);
    commit(project, 2, "fix: kürzere Zeilen");
    gitOn(project, 2, "config", "diff.noprefix", "true");
    gitOn(project, 2, "config", "i18n.commitEncoding", "ISO-8859-1");
    const home = Deno.env.get("HOME") ?? "";
    mkdirSync(project.database, { recursive: true });
    writeFileSync(join(project.database, ".gitconfig"), "[blame]\n\tignoreRevsFile = .git-blame-ignore-revs\n");
    Deno.env.set("HOME", project.database);
    try {
      assert.equal((await ingest(project)).history.fixes, 1);
    } finally {
      Deno.env.set("HOME", home);
    }
    const reply = await call(project, "memory_linked_search", { function_name: "sum_fields" });
    assert.deepEqual((reply.structured["related_errors"] as Entry[]).map((error) => error["error"]), ["fix: kürzere Zeilen"]);
    assert.equal((reply.structured["last_modified"] as Entry)["subject"], "fix: kürzere Zeilen");
  });
});

Deno.test("versions of a file whose path looks like a pattern to git are its own", async () => {
  await withProject({ "pages/[id].ts": "1;\n", "pages/i.ts": "1;\n", ":top.ts": "1;\n" }, async (project) => {
    git(project, "init", "-q");
    commit(project, 1, "all");
    project.write("pages/i.ts", "1 + 1;\n");
    commit(project, 2, "another");
    const versions = new FileVersions(project.root, findRepository(project.root));
    const own = (await versions.commitsOf("pages/[id].ts")).length;
    assert.deepEqual([own, (await versions.commitsOf("pages/i.ts")).length, (await versions.commitsOf(":top.ts")).length], [1, 2, 1]);
  });
});

Deno.test("fixes that are too many to read are counted, and read on request", async () => {
  await withProject({}, async (project) => {
    git(project, "init", "-q");
    const files = Array.from({ length: 405 }, (_, i) => {
      const text = `def a():\n    return ${i}\n`;
      return `commit refs/heads/main\ncommitter A <a@b> ${1_700_000_000 + i} +0000\ndata 5\nfix ${
        i % 10
      }\nM 100644 inline a.py\ndata ${text.length}\n${text}\n`;
    });
    const child = new Deno.Command("git", { args: ["-C", project.root, "fast-import", "--quiet"], stdin: "piped" }).spawn();
    await new Response(files.join("")).body!.pipeTo(child.stdin);
    assert.equal((await child.status).code, 0);
    gitOn(project, 1, "reset", "-q", "--hard", "main");
    const { history } = await ingest(project);
    assert.deepEqual([history.fixes, history.left, history.bound], [400, 5, 0]);
    assert.equal((await ingest(project)).history.left, 5);
    const all = (await ingest(project, { extent: "all" })).history;
    assert.deepEqual([all.fixes, all.left], [405, 0]);
    assert.equal((await ingest(project, { extent: "all" })).history.fixes, 0);
  });
});

Deno.test("when a function last changed is computed once for a state of the tree, and again after each commit and each rewrite", () =>
  withProject({ "a.py": "def kept():\n    return 1\n" }, async (project) => {
    git(project, "init", "-q");
    commit(project, 1, "Keep one");
    project.write("b.py", "def fresh():\n    return 2\n");
    const states = async (change?: string): Promise<unknown> => {
      await ingest(project);
      const db = new DatabaseSync(join(project.database, "org.db"));
      try {
        if (change !== undefined) db.exec(change);
        db.exec(`ATTACH '${join(project.database, "index.db")}' AS code`);
        const rows = db.prepare(
          "SELECT s.name, t.subject FROM symbol_states t JOIN code.symbol s ON s.stable_id = t.symbol_stable_id ORDER BY 1",
        ).all();
        return rows.map((row) => Object.values(row).join(": "));
      } finally {
        db.close();
      }
    };
    const mark = "UPDATE symbol_states SET subject = 'marked' WHERE commit_id = ''";
    assert.deepEqual(await states(mark), ["fresh: marked", "kept: Keep one"]);
    assert.deepEqual(await states(), ["fresh: marked", "kept: Keep one"], "nothing is new");
    project.write("a.py", "def kept():\n    return 1\n\ndef other():\n    return kept()\n");
    assert.deepEqual(await states(mark), ["fresh: marked", "kept: Keep one", "other: marked"], "an edit beside it");
    commit(project, 2, "Two more");
    assert.deepEqual(await states(), ["fresh: Two more", "kept: Keep one", "other: Two more"]);
    gitOn(project, 3, "commit", "-q", "--amend", "-m", "Two others");
    assert.deepEqual(await states(), ["fresh: Two others", "kept: Keep one", "other: Two others"]);
  }));

Deno.test("a question looks for lost functions of git's fixes only near what is asked about, and for those that people named everywhere", () =>
  withProject({ "app/io.py": IO, "app/far.py": "def far():\n    return 1\n" }, async (project) => {
    git(project, "init", "-q");
    commit(project, 1, "Read fields");
    project.write("app/io.py", IO.replace("int(fields[1])", "float(fields[1])"));
    commit(project, 2, "fix: fractions");
    await ingest(project);
    project.write("app/io.py", IO.replaceAll("sum_fields", "add_up_fields"));
    commit(project, 3, "Another name");
    const movesAfter = async (name: string): Promise<number> => {
      await call(project, "memory_linked_search", { function_name: name });
      const org = new DatabaseSync(join(project.database, "org.db"), { readOnly: true });
      const { n } = org.prepare("SELECT count(*) AS n FROM moves").get() as { n: number };
      org.close();
      return n;
    };
    assert.equal(await movesAfter("far"), 0);
    assert.equal(await movesAfter("add_up_fields"), 1);
    await call(project, "remember", { kind: "note", text: "Only an example", symbols: ["other_thing"] });
    project.write("app/io.py", IO.replaceAll("sum_fields", "add_up_fields").replaceAll("other_thing", "example"));
    assert.equal(await movesAfter("far"), 2);
  }));

Deno.test("when the function asked about last changed is found out by the question, if reading history had no time for it", () =>
  withProject({ "app/io.py": IO }, async (project) => {
    git(project, "init", "-q");
    commit(project, 1, "Read fields");
    await ingest(project);
    const org = new DatabaseSync(join(project.database, "org.db"));
    org.exec("DELETE FROM symbol_states; DELETE FROM meta WHERE key = 'states_seen'");
    org.close();
    assert.match(
      (await call(project, "memory_linked_search", { function_name: "sum_fields" })).text,
      /last changed 2026-03-01 by .*: Read fields/,
    );
  }));

Deno.test("where an answer names only the first callees, the next step lists them all", () =>
  withProject({ "a.py": `def all():\n${Array.from({ length: 30 }, (_, i) => `    f${i}()\n`).join("")}` }, async (project) => {
    git(project, "init", "-q");
    commit(project, 1, "All");
    await ingest(project);
    const { text } = await call(project, "memory_linked_search", { function_name: "all" });
    assert.match(text, /^calls f0, .* and 20 more$/m);
    assert.match(text, /^next: get_callees \{"function_name":"a\.py:1"\}$/m);
    const { stdout } = await runCallgrove(["recall", "all", "--db", project.database], project.root);
    assert.match(stdout, /^next: callgrove callees a\.py:1$/m);
  }));
