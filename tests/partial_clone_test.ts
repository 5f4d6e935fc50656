/** A partial clone lacks texts of old commits: what differs there is told to be unknown, and is neither new nor gone nor unchanged. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { call, warningsOf } from "./support/call.ts";
import { commitAll, git } from "./support/git_project.ts";
import { openProject, withProject } from "./support/temp_project.ts";

Deno.test("a comparison in a partial clone tells which texts are not there, and compares the others", () =>
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
    git(project, "config", "uploadpack.allowFilter", "true");
    const far = join(project.root, "..", "far");
    git(project, "clone", "-q", "--filter=blob:none", `file://${project.root}`, far);
    const clone = openProject(far, join(project.root, "..", "far-database"));
    // One old text is there, behind another that is not: the order of paths is that of the question.
    git(clone, "-c", "protocol.file.allow=always", "cat-file", "-p", "HEAD~1:b.py");
    await clone.index();
    const refs = { base_ref: "HEAD~2", head_ref: "HEAD" };
    const told = await call(clone, "compare_symbol_between_commits", { symbol_name: "*", ...refs });
    assert.match(told.text, /save/);
    assert.doesNotMatch(told.text, /load|outside of symbols/);
    const unknown =
      "what differs in a.py is not told: the text at one of the refs cannot be read; a partial clone gets such texts with git diff HEAD~2 HEAD";
    assert.ok(warningsOf(told).includes(unknown), told.text);
    assert.equal((told.structured["metadata"] as { result_completeness: string }).result_completeness, "partial");
    const one = await call(clone, "compare_symbol_between_commits", { symbol_name: "load", ...refs });
    assert.match(
      one.text,
      /^error ref_not_indexed: Cannot compare "load": the text of a\.py at one of the refs cannot be read\n.*git diff HEAD~2 HEAD/,
    );
    const other = await call(clone, "compare_symbol_between_commits", { symbol_name: "save", ...refs });
    assert.match(other.text, /save .*modified/);
  }));
