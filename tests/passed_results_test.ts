/** Functions that go on as what a function returns, in a package's table, or to a function that is written out where it is called. */
import assert from "node:assert/strict";
import { call } from "./support/call.ts";
import type { TempProject } from "./support/temp_project.ts";
import { withProject } from "./support/temp_project.ts";

async function possibleCallers(project: TempProject, name: string): Promise<string> {
  const { structured } = await call(project, "get_callers", { function_name: name });
  return JSON.stringify(structured["possible"] ?? "");
}

const GO = `package m

type Check func(string) bool

func wrap(check Check) func(string) bool { return func(s string) bool { return check(s) } }

var all = map[string]Check{"mail": isMail, "phone": isPhone}

func register(into map[string]func(string) bool) {
	for name, check := range all {
		into[name] = wrap(check)
	}
}

func isMail(s string) bool  { return true }
func isPhone(s string) bool { return true }

func find(name string) Check {
	if name == "url" {
		return isURL
	}
	return isHost
}

func pick(name string) (Check, error) { return isPath, nil }

func run(check Check, s string) bool { return check(s) }

func both(s string) bool {
	picked, err := pick("path")
	return err == nil && run(picked, s) && run(find("url"), s)
}

func isURL(s string) bool  { return true }
func isHost(s string) bool { return true }
func isPath(s string) bool { return true }

func once() {
	func(check Check) { check("") }(isOnce)
}

func isOnce(s string) bool { return true }
`;

Deno.test("go: a table's functions go where its elements are passed, what functions return where their results are", () =>
  withProject({ "go.mod": "module m\n", "m.go": GO }, async (project) => {
    const calledBy = { isMail: "wrap", isPhone: "wrap", isURL: "run", isHost: "run", isPath: "run", isOnce: "once" };
    for (const [name, caller] of Object.entries(calledBy)) {
      const possible = await possibleCallers(project, name);
      assert.ok(possible.includes(`"${caller}"`), `${name} ${possible}`);
    }
    assert.ok(!(await possibleCallers(project, "isOnce")).includes('"run"'));
  }));

Deno.test("what a function returns goes where the results of its calls go, in other files too", () =>
  withProject({
    "find.ts": "function first() {}\nfunction other() {}\nexport function find(name: string) {\n  return name === '' ? first : other;\n}\n",
    "run.ts": "import { find } from './find';\nfunction run(step: () => void) {\n  step();\n}\nexport const go = () => run(find('a'));\n",
    "make.py": "def inner():\n    pass\n\ndef make():\n    return inner\n",
    "use.py": "from make import make\n\ndef apply(f):\n    f()\n\ndef main():\n    apply(make())\n",
  }, async (project) => {
    for (const [name, caller] of Object.entries({ first: "run", other: "run", inner: "apply" })) {
      const possible = await possibleCallers(project, name);
      assert.ok(possible.includes(`"${caller}"`), `${name} ${possible}`);
    }
  }));

Deno.test("what a called parameter may run: what functions return whose results are passed, elements of a table", () =>
  withProject({
    "go.mod": "module m\n",
    "m.go": GO,
    "make.py": "def inner():\n    pass\n\ndef make():\n    return inner\n",
    "use.py": "from make import make\n\ndef apply(f):\n    f()\n\ndef main():\n    apply(make())\n",
  }, async (project) => {
    const calls = { run: ["isHost", "isURL", "isPath"], wrap: ["isMail", "isPhone"], apply: ["inner"] };
    for (const [name, called] of Object.entries(calls)) {
      const { structured } = await call(project, "get_callees", { function_name: name });
      const unresolved = JSON.stringify(structured["unresolved"]);
      for (const one of called) assert.ok(unresolved.includes(one), `${name} ${one} ${unresolved}`);
    }
  }));
