/** A partial clone lacks texts of old commits: what differs there is reported as unknown, not as added, removed or unchanged. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { CallgroveError } from "../core/errors.ts";
import { call, warningsOf } from "./support/call.ts";
import { commitAll, git } from "./support/git_project.ts";
import { ingest } from "./support/ingest.ts";
import { openProject, type TempProject, withProject } from "./support/temp_project.ts";

/** A clone without what `filter` leaves out, and how git gets at what it lacks. */
function clonePartially(project: TempProject, filter: string): { clone: TempProject; fetching(command: string): void } {
  git(project, "config", "uploadpack.allowFilter", "true");
  git(project, "config", "uploadpack.allowAnySHA1InWant", "true");
  const far = join(project.root, "..", filter.replace(":", "-"));
  git(project, "clone", "-q", `--filter=${filter}`, `file://${project.root}`, far);
  const clone = openProject(far, `${far}-database`);
  return { clone, fetching: (command) => void git(clone, "-c", "protocol.file.allow=always", ...command.split(" ").slice(1)) };
}

Deno.test("a comparison in a partial clone names the missing texts, and compares the others", () =>
  withProject({
    "a.py": "def load():\n    return 1\n",
    "b.py": "def save():\n    return 1\n",
    "c.py": "def keep():\n    return 1\n",
  }, async (project) => {
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    project.write("a.py", "def load():\n    return 22\n");
    commitAll(project, "second");
    project.write("b.py", "def save():\n    return 22\n");
    commitAll(project, "third");
    const { clone, fetching } = clonePartially(project, "blob:none");
    // One old text is there, behind another that is not: the order of paths is that of the question.
    fetching("git cat-file -p HEAD~1:b.py");
    await clone.index();
    const refs = { base_ref: "HEAD~2", head_ref: "HEAD" };
    const told = await call(clone, "compare_symbol_between_commits", { symbol_name: "*", ...refs });
    assert.match(told.text, /save/);
    assert.doesNotMatch(told.text, /load|outside of symbols/);
    const unknown =
      "what differs in a.py is unknown: the text at one of the refs cannot be read; a partial clone gets such texts with git diff --shortstat HEAD~2 HEAD";
    assert.ok(warningsOf(told).includes(unknown), told.text);
    assert.equal((told.structured["metadata"] as { result_completeness: string }).result_completeness, "partial");
    const one = await call(clone, "compare_symbol_between_commits", { symbol_name: "load", ...refs });
    assert.match(
      one.text,
      /^error ref_not_indexed: Cannot compare "load": the text of a\.py at one of the refs cannot be read\n.*git diff --shortstat HEAD~2 HEAD/,
    );
    const other = await call(clone, "compare_symbol_between_commits", { symbol_name: "save", ...refs });
    assert.match(other.text, /save .*modified/);
  }));

Deno.test("a ref of which a partial clone lacks texts or folders is not indexed by halves: the error names them, and its command fetches them", () =>
  withProject({
    "a.py": "def load():\n    return 1\n",
    "b.py": "def save():\n    return 1\n",
    "picture.bin": "1",
  }, async (project) => {
    git(project, "init", "-q", "-b", "main");
    const old = commitAll(project, "first");
    project.write("a.py", "def load():\n    return 22\n");
    project.write("picture.bin", "2");
    commitAll(project, "second");
    for (const [filter, missing] of [["blob:none", "the text of a.py"], ["tree:0", "its folders"]] as const) {
      const { clone, fetching } = clonePartially(project, filter);
      const error = await clone.index({ ref: "HEAD~1" }).then(() => undefined, (thrown: unknown) => thrown);
      assert.ok(error instanceof CallgroveError);
      const named = filter === "blob:none" ? "HEAD~1" : old;
      const command = `git diff --shortstat 4b825dc642cb6eb9a060e54bf8d69288fbee4904 ${named}`;
      assert.deepEqual([error.code, error.message, error.hint], [
        "ref_not_indexed",
        `Cannot read ref "${named}": this partial clone lacks ${missing}`,
        `Fetch what is missing: ${command}`,
      ]);
      assert.deepEqual(error.data, { ref: named, remediation: command });
      fetching(command);
      const { skipped, files } = await clone.index({ ref: "HEAD~1" });
      assert.deepEqual([skipped.length, files], [0, 2]);
    }
  }));

Deno.test("fixes whose texts a partial clone lacks are counted with the command that fetches them, and the others are read", () =>
  withProject({ "a.py": "def load():\n    return 1\n" }, async (project) => {
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    for (const value of [22, 333, 4444]) {
      project.write("a.py", `def load():\n    return ${value}\n`);
      commitAll(project, `Fix the result: ${value}`);
    }
    const { clone, fetching } = clonePartially(project, "blob:none");
    // Of the newest fix both texts are here.
    fetching("git cat-file -p HEAD~1:a.py");
    await clone.index();
    const { history, warnings } = await ingest(clone);
    assert.deepEqual([history.fixes, history.left, history.lacking], [1, 2, 2]);
    assert.deepEqual(warnings, [
      "the texts of 2 fixes of git's history are not in this partial clone: git --no-pager log --shortstat fetches them, " +
      "then callgrove memory ingest --all-fixes reads them",
    ]);
    fetching("git --no-pager log --shortstat");
    const { history: all, warnings: none } = await ingest(clone, { extent: "all" });
    assert.deepEqual([all.fixes, all.left, all.lacking, none], [3, 0, 0, []]);
  }));

Deno.test("where a shallow clone's history ends nobody knows when a function last changed", () =>
  withProject({ "a.py": "def load():\n    return 1\n\n\ndef save():\n    return 1\n" }, async (project) => {
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "Both");
    project.write("b.py", "x = 1\n");
    commitAll(project, "Something else");
    project.write("a.py", "def load():\n    return 1\n\n\ndef save():\n    return 22\n");
    commitAll(project, "Save two");
    const far = join(project.root, "..", "shallow");
    git(project, "clone", "-q", "--depth=2", `file://${project.root}`, far);
    const clone = openProject(far, `${far}-database`);
    await clone.index();
    await ingest(clone);
    const lastOf = async (name: string): Promise<unknown[]> => {
      const told = await call(clone, "memory_linked_search", { function_name: name });
      return [(told.structured["last_modified"] as { subject?: string } | undefined)?.subject, ...warningsOf(told)];
    };
    assert.deepEqual(await lastOf("save"), ["Save two"]);
    assert.deepEqual(await lastOf("load"), [
      undefined,
      "when load last changed is unknown: it was before the history of this shallow clone begins, and git fetch --unshallow gets the rest",
    ], "the clone begins with a commit that did not touch it");
  }));

Deno.test("of a file that is no text at one of the refs a comparison says so, and speaks of no partial clone", () =>
  withProject({ "a.py": "def load():\n    return 1\n", "b.py": "def save():\n    return 1\n" }, async (project) => {
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    project.write("a.py", "def load():\n    return 2\n\0\0");
    project.write("b.py", "def save():\n    return 2\n");
    commitAll(project, "second");
    await project.index();
    const refs = { base_ref: "HEAD~1", head_ref: "HEAD" };
    const all = await call(project, "compare_symbol_between_commits", { symbol_name: "*", ...refs });
    const unread = "what differs in a.py is unknown: at one of the refs it cannot be read as text (binary, or too large)";
    assert.ok(warningsOf(all).includes(unread), all.text);
    const one = await call(project, "compare_symbol_between_commits", { symbol_name: "load", ...refs });
    assert.match(one.text, /^error symbol_not_found: Cannot compare "load": at one of the refs a\.py cannot be read as text/);
    assert.doesNotMatch(one.text, /partial clone/);
  }));

Deno.test("in a partial clone it is said why nobody knows when a function last changed, and what fetches it", () =>
  withProject({ "a.py": "def load():\n    return 1\n\n\ndef save():\n    return 1\n" }, async (project) => {
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    project.write("a.py", "def load():\n    return 22\n\n\ndef save():\n    return 1\n");
    commitAll(project, "second");
    const { clone, fetching } = clonePartially(project, "blob:none");
    await clone.index();
    await ingest(clone);
    const ask = () => call(clone, "memory_linked_search", { function_name: "save" });
    const why = "when functions in a.py last changed is unknown: this partial clone lacks its older texts, which git blame a.py fetches";
    assert.ok(warningsOf(await ask()).includes(why));
    fetching("git blame a.py");
    const told = await ask();
    assert.deepEqual(warningsOf(told), []);
    assert.match(told.text, /last changed .*: first/);
  }));
