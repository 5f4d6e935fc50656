/** Tests that are calls: the texts that identify them, and which files contain some. */
import { strict as assert } from "node:assert";
import { titlesIn } from "../query/rows/test_titles.ts";
import { isTestFile } from "../languages/typescript/modules.ts";
import { textForms } from "../languages/typescript/text_forms.ts";
import { call } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

/** The title at each line with `<-`. */
function titles(source: string): (string | undefined)[] {
  const found = titlesIn(source, textForms, textForms.tests!);
  return source.split("\n").flatMap((line, i) => line.includes("<-") ? [found.at(i + 1, line.search(/\S/) + 1)] : []);
}

Deno.test("a location is described by the titles of the groups around it and of its test", () => {
  assert.deepEqual(
    titles(`
import { it } from "vitest";
load(); // <-
describe("store", () => {
  beforeEach(() => {
    load(); // <-
  });
  it('adds "one"', async () => {
    const part = /[(]\\(/.exec(")") ?? \`\${a(")")} (\`; // "(
    load(); // <-
  });
  it.each([[1, 2], [f(3), 4]])("adds %d", (a) => {
    load(a); // <-
  });
  describe.each\`a | b\`(\`with $a\`, () => {
    test.only<Part>("once", () =>
      load()); // <-
  });
  it.skipIf(isLinux())("elsewhere", () => {
    load(); // <-
  });
});
Deno.test({ name: "by itself", fn: () => {
  load(); // <-
} });
describe(Store.name, () => {
  it("has no name above", () => {
    load(); // <-
  });
});
`),
    [
      undefined,
      "store",
      'store adds "one"',
      "store adds %d",
      "store with $a once",
      "store elsewhere",
      "by itself",
      "has no name above",
    ],
  );
});

Deno.test("a call that only looks like a test has no title, and neither does a text whose brackets are not closed", () => {
  assert.deepEqual(titles('pattern.test("a" + load());\nif (/x/.test(\n  load() // <-\n)) stop();\ncheck.test("a") || load(); // <-\n'), [
    undefined,
    undefined,
  ]);
  assert.deepEqual(titles('context.set("id", () =>\n  load()); // <-\n'), [undefined]);
  assert.deepEqual(titles('it("a", () => {\n  load(); // <-\n});\nconst lost = (1;\n'), [undefined]);
});

Deno.test("if a file's name is ambiguous, its source decides whether it contains tests", () => {
  const sure = ["src/a.test.ts", "src/a.spec.tsx", "src/__tests__/a.ts", "test/a.js", "lib/a_test.ts"];
  const open = ["src/file_spec.js", "src/open-spec.ts", "src/store/test.ts", "spec.js"];
  assert.deepEqual(sure.filter((path) => !isTestFile(path, false)), []);
  assert.deepEqual(open.filter((path) => isTestFile(path, false)), []);
  assert.deepEqual(open.filter((path) => !isTestFile(path, true)), []);
  assert.equal(isTestFile("src/store.ts", true), false);
});

Deno.test("callers and impacts name the tests that use a symbol", () =>
  withProject({
    "src/store.ts": "export function load() {}\nexport function open() {\n  load();\n}\n",
    "src/file_spec.ts": 'import { open } from "./store";\nexport class FileSpec {\n  at = open();\n}\n',
    "src/store/test.ts": 'import { load, open } from "../store";\nfunction make() {\n  return open();\n}\n' +
      'describe("store", () => {\n  it("loads", () => {\n    load();\n    load();\n  });\n  it("opens", () => {\n    open();\n    make();\n  });\n});\n',
  }, async (project) => {
    const callers = await call(project, "get_callers", { function_name: "load" });
    assert.deepEqual(callers.structured["tests"], { "src/store/test.ts": { "store loads": [7, 8] } });
    assert.match(callers.text, /src\/store\/test\.ts\n {2}<module> 7:5, 8:5 in "store loads"/);
    const impact = await call(project, "get_impact", { symbol_name: "load" });
    assert.deepEqual(impact.structured["test_names"], { "src/store/test.ts": ["store loads", "store opens"] });
    assert.match(impact.text, /tests by name:\n {2}src\/store\/test\.ts: "store loads", "store opens"/);
    assert.deepEqual(Object.keys(impact.structured["tests"] as object), ["src/store/test.ts"], "file_spec.ts is no file of tests");
  }));

Deno.test("go: Ginkgo's blocks are recognized by what they call, and other calls are not", () =>
  withProject({
    "go.mod": "module example.com/m\n\ngo 1.26\n",
    "store.go": "package m\n\nfunc load(name string) int { return 1 }\n",
    "store_test.go": `package m

import (
	. "github.com/onsi/ginkgo/v2"
	"github.com/onsi/ginkgo/v2/types"
)

var _ = Describe("store (all)", Label("slow"), func() {
	BeforeEach(func() { load("a") })
	Context("when it is 'new'", func() {
		It("loads", func() {
			load(")")
		})
	})
	DescribeTable("tables", func(n int) { load("b") }, Entry("one", 1))
})

func helper() { types.Context(func() { load("c") }, "x") }
`,
  }, async (project) => {
    const { text } = await call(project, "get_callers", { function_name: "load" });
    assert.match(
      text,
      /<module> 9:22 in "store \(all\)"; 12:4 in "store \(all\) when it is 'new' loads"; 15:40 in "store \(all\) tables"\n {2}helper 18:40$/m,
    );
  }));
