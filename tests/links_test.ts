/** Symbolic links inside a repository: an import through one leads to the file that it points to. */
import { strict as assert } from "node:assert";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { call } from "./support/call.ts";
import { commitAll, git } from "./support/git_project.ts";
import { type TempProject, withProject } from "./support/temp_project.ts";

const FILES = {
  "lib/view.ts": "export class View {}\n",
  "lib/other.ts": "export class View {}\n",
  "app/use.ts": 'import { View } from "./view";\nimport { View as Other } from "./all/other.js";\n' +
    "export const one = () => new View();\nexport const two = () => new Other();\n",
  "pkg/__init__.py": "",
  "pkg/parts.py": "def part(): pass\n",
  "run.py": "from known.parts import part\nfrom known import parts\n\ndef run():\n    part()\n    parts.part()\n",
};

function link(project: TempProject): void {
  symlinkSync("../lib/view.ts", join(project.root, "app/view.ts"));
  symlinkSync("../lib", join(project.root, "app/all"));
  symlinkSync("app/../pkg", join(project.root, "known"));
}

async function callersOf(project: TempProject, name: string, ref: Record<string, unknown> = {}): Promise<string> {
  const { structured } = await call(project, "get_callers", { function_name: name, ...ref });
  const files = structured["callers"] as Record<string, Record<string, number[]>>;
  return Object.entries(files).flatMap(([file, callers]) => Object.values(callers).flat().map((line) => `${file}:${line}`)).join(" ");
}

Deno.test("an import through a link means the link's target, in a working tree and in a commit", () =>
  withProject(FILES, async (project) => {
    git(project, "init", "-q");
    link(project);
    commitAll(project, "links");
    for (const ref of [{}, { ref: "HEAD" }]) {
      await project.index(ref);
      assert.equal(await callersOf(project, "lib/view.ts:View", ref), "app/use.ts:3");
      assert.equal(await callersOf(project, "lib/other.ts:View", ref), "app/use.ts:4");
      assert.match(
        (await call(project, "get_callers", { function_name: "part", ...ref })).text,
        /1 caller, 2 calls in 1 file \(complete\)/,
      );
    }
  }));

Deno.test("a changed link, and adding or removing a link's target, are noticed", () =>
  withProject(FILES, async (project) => {
    link(project);
    await project.index();
    project.remove("app/view.ts");
    symlinkSync("../lib/other.ts", join(project.root, "app/view.ts"));
    await project.index();
    assert.equal(await callersOf(project, "lib/view.ts:View"), "");
    assert.equal(await callersOf(project, "lib/other.ts:View"), "app/use.ts:3 app/use.ts:4");
    project.remove("lib/other.ts");
    await project.index();
    project.write("lib/other.ts", FILES["lib/other.ts"]);
    await project.index();
    assert.equal(await callersOf(project, "lib/other.ts:View"), "app/use.ts:3 app/use.ts:4");
  }));
