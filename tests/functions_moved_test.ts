/**
 * Functions of a Go package that go, come back or are others. Who named one is resolved again, and nobody else who asks its file: what is left
 * must say what a fresh index says.
 */
import assert from "node:assert/strict";
import { type Edit, testThereAndBack } from "./support/there_and_back.ts";
import { withProject } from "./support/temp_project.ts";

const SHOP = {
  "go.mod": "module demo\n",
  "kinds/kinds.go": "package kinds\n\ntype A struct{}\n\nfunc (A) Run() {}\n\ntype B struct{}\n\nfunc (*B) Run() {}\nfunc (*B) Stop() {}\n",
  "use/use.go":
    'package use\n\nimport "demo/made"\n\nfunc Use() {\n\tmade.Make().Run()\n\tmade.Held.Run()\n\tmade.Given(made.Make)\n\tvar s made.Stopper\n\ts.Stop()\n}\n',
  "use/use_test.go": 'package use\n\nimport (\n\t"testing"\n\n\t"demo/made"\n)\n\nfunc TestMake(t *testing.T) { made.Make() }\n',
  "other/other.go": 'package other\n\nimport "demo/use"\n\n// Other runs [use.Use] and `made.Make`.\nfunc Other() { use.Use() }\n',
};
const HEAD = 'package made\n\nimport "demo/kinds"\n\ntype Stopper interface{ Stop() }\n\nfunc Given(f any) {}\n\n';

/** An edit of a package that is one file, or of one of two. */
function edits(name: string, text: string, between: readonly [string, string], beside = ""): Record<string, Edit> {
  const files = { ...SHOP, ...(beside === "" ? {} : { "made/beside.go": beside }) };
  return {
    [name]: { files, path: "made/made.go", text: HEAD + text, between },
    [`${name}, a file beside`]: {
      files: { ...files, "made/more.go": "package made\n\nfunc Further() { Make() }\n" },
      path: "made/made.go",
      text: HEAD + text,
      between,
    },
  };
}

const MAKE = "func Make() kinds.A { return kinds.A{} }\n";

testThereAndBack({
  ...edits("a function goes", "var Held kinds.A\n\n…", [MAKE, ""]),
  ...edits("a function gives something else", "var Held kinds.A\n\n…", [MAKE, "func Make() *kinds.B { return nil }\n"]),
  ...edits("a function has another name", "var Held kinds.A\n\n…", [MAKE, "func Makes() kinds.A { return kinds.A{} }\n"]),
  ...edits("a variable holds what a function gives", "var Held = Make()\n\n…", [MAKE, "func Make() *kinds.B { return nil }\n"]),
  ...edits("a method becomes a function", "type Own struct{ kinds.A }\n\nvar Held Own\n\n…", [
    "func (Own) Make() {}\nfunc (Own) Run() {}\n",
    "func Make() kinds.A { return kinds.A{} }\nfunc (Own) Run() {}\n",
  ]),
  ...edits("a method that hides a promoted one goes", "type Own struct{ kinds.A }\n\nvar Held Own\n\nfunc (Own) Keep() {}\n\n…", [
    "func (Own) Run() {}\n",
    "",
  ]),
  ...edits("a type has no more what an interface asks for", "type Own struct{}\n\nfunc (Own) Run() {}\n\nvar Held Own\n\n…", [
    "func (Own) Stop() {}\n",
    "func (Own) Stop(now bool) {}\n",
  ]),
  ...edits(
    "one of two twins goes",
    "var Held kinds.A\n\n…",
    [MAKE, ""],
    `//go:build windows\n\npackage made\n\nimport "demo/kinds"\n\n${MAKE}`,
  ),
});

Deno.test("a function that goes concerns those who named it, whoever else asks its file", () => {
  const users = Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [`u${i}/u.go`, `package u${i}\n\nimport "demo/made"\n\nfunc Use() { made.Stays() }\n`]),
  );
  const stays = "package made\n\nfunc Stays() {}\n";
  const files = { ...users, "go.mod": "module demo\n", "made/made.go": stays, "v/v.go": users["u0/u.go"]!.replace("Stays", "Goes") };
  return withProject(files, async (project) => {
    await project.index();
    for (const text of [`${stays}\nfunc Goes() {}\n`, `${stays}\nfunc Goes() int { return 1 }\n`, stays]) {
      project.write("made/made.go", text);
      assert.equal((await project.index()).resolved, 2);
    }
  });
});
