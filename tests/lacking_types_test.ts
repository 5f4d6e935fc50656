/** Members that an interface, trait or base requires and types lack: in comparisons, and in questions about implementors. */
import assert from "node:assert/strict";
import type { Reply } from "../query/ask.ts";
import { call, callOn } from "./support/call.ts";
import { commitAll, git } from "./support/git_project.ts";
import { openInProcess } from "./support/shop.ts";
import { withProject } from "./support/temp_project.ts";

type Files = Readonly<Record<string, string>>;
type Asked = (tool: string, params: Record<string, unknown>) => Promise<Reply>;

/** Asks about a project one text of which is replaced after its first commit. */
function withEdit(files: Files, path: string, [from, to]: readonly [string, string], use: (asked: Asked) => Promise<void>): Promise<void> {
  return withProject(files, async (project) => {
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    assert.ok(files[path]!.includes(from));
    project.write(path, files[path]!.replace(from, to));
    const repository = openInProcess(project.root, "agent");
    try {
      await use((tool, params) => callOn(repository, tool, params));
    } finally {
      repository.close();
    }
  });
}

const compare = (asked: Asked, symbol_name: string): Promise<Reply> =>
  asked("compare_symbol_between_commits", { symbol_name, base_ref: "HEAD", head_ref: "live" });
const lackingIn = ({ structured }: Reply): string[] =>
  ((structured["lacking_types"] ?? []) as { name: string; path: string; line: number }[]).map(({ name, path, line }) =>
    `${name} ${path}:${line}`
  );

const GO: Files = {
  "go.mod": "module example.com/kit\n\ngo 1.22\n",
  "app.go": "package kit\n\ntype App interface {\n\tFind(n int) []int\n\tStop()\n\tLoad()\n}\n\ntype Held struct{ App }\n",
  "base.go":
    "package kit\n\ntype Base struct{}\n\nfunc (b *Base) Find(n int) []int { return nil }\nfunc (b *Base) Stop() {}\nfunc (b *Base) Load() {}\n",
  "more.go": "package kit\n\ntype Trial struct{ *Base }\n\ntype Other struct{}\n\nfunc (o Other) Stop() {}\n",
};

Deno.test("a new method of an interface: types with all its other methods lack it, and those that embed it do not", () =>
  withEdit(GO, "app.go", ["\tStop()\n", "\tStop()\n\tReset()\n"], async (asked) => {
    const expected = ["Base base.go:3", "Trial more.go:3"];
    const answer = await compare(asked, "App.Reset");
    assert.deepEqual([lackingIn(answer), answer.structured["total_lacking_types"], answer.structured["asked_by"]], [expected, 2, "App"]);
    assert.match(answer.text, /2 types that would be App but for it:\n {2}base\.go:3 +Base\n {2}more\.go:3 +Trial/);
    const list = await compare(asked, "*");
    assert.match(list.text, /App\.Reset :6 added .*lacked by Base base\.go:3, Trial more\.go:3/);
    const [first] = (list.structured["changes"] as Record<string, Record<string, unknown>[]>)["app.go"]!;
    assert.deepEqual([first!["name"], first!["lacking_types"], first!["first_lacking_types"]], ["App.Reset", 2, expected]);
    const { structured, text } = await asked("query_interface_implementors", { name_pattern: "App" });
    const [block] = structured["interfaces"] as { near: { name: string; lacks: string[] }[] }[];
    assert.deepEqual(block!.near.map(({ name, lacks }) => [name, lacks]), [["Base", ["Reset"]], ["Trial", ["Reset"]]]);
    assert.match(text, /Nearly: Base base\.go:3 lacks Reset/);
  }));

Deno.test("a method removed from a type: the interface that still requires it is named", () =>
  withEdit(GO, "base.go", ["(b *Base) Find(n int) []int { return nil }", "(b *Base) List(n int) []int { return nil }"], async (asked) => {
    const uses = (await compare(asked, "Base.List")).structured["old_name_uses"] as { kind: string; path: string; line: number }[];
    assert.deepEqual(uses.map(({ kind, path, line }) => `${kind} ${path}:${line}`), ["declaration app.go:4"]);
  }));

const PYTHON: Files = {
  "kit.py":
    "from abc import ABC, abstractmethod\nimport outer\n\n\nclass Store(ABC):\n    @abstractmethod\n    def load(self): ...\n\n    def name(self):\n        return 'a'\n\n\n" +
    "class Disk(Store):\n    def load(self):\n        return 1\n\n\nclass Near(Disk):\n    def drop(self):\n        return 2\n\n\nclass Mixed(Store, outer.Thing):\n    def load(self):\n        return 3\n",
};

Deno.test("subclasses of an abstract base lack what it requires, unless the base provides it or they may inherit it from outside", async () => {
  const marked = "    @abstractmethod\n    def drop(self): ...\n\n    def name";
  await withEdit(PYTHON, "kit.py", ["    def name", marked], async (asked) => {
    assert.deepEqual(lackingIn(await compare(asked, "Store.drop")), ["Disk kit.py:16"]);
  });
  await withEdit(PYTHON, "kit.py", ["    def name", "    def drop(self):\n        return 0\n\n    def name"], async (asked) => {
    assert.deepEqual(lackingIn(await compare(asked, "Store.drop")), []);
  });
});

const SCRIPT: Files = {
  "kit.ts":
    "export interface Store {\n  load(): number;\n}\nexport class Disk implements Store {\n  load(): number { return 1; }\n}\nexport abstract class Half implements Store {\n  load(): number { return 1; }\n}\n",
};

Deno.test("no type lacks an optional member", async () => {
  await withEdit(SCRIPT, "kit.ts", ["number;\n", "number;\n  drop(): void;\n"], async (asked) => {
    assert.deepEqual(lackingIn(await compare(asked, "Store.drop")), ["Disk kit.ts:5"]);
  });
  await withEdit(SCRIPT, "kit.ts", ["number;\n", "number;\n  drop?(): void;\n"], async (asked) => {
    assert.deepEqual(lackingIn(await compare(asked, "Store.drop")), []);
  });
});

const RUST: Files = {
  "Cargo.toml": '[package]\nname = "kit"\nversion = "0.1.0"\n',
  "src/lib.rs":
    "pub trait Store {\n    fn load(&self) -> u8;\n}\npub struct Disk;\nimpl Store for Disk {\n    fn load(&self) -> u8 { 1 }\n}\n#[enum_dispatch(Store)]\npub enum Any { Disk(Disk) }\n",
};

Deno.test("what an attribute implements for a type is complete", async () => {
  await withEdit(RUST, "src/lib.rs", ["u8;\n", "u8;\n    fn drop_all(&self);\n"], async (asked) => {
    assert.deepEqual(lackingIn(await compare(asked, "Store.drop_all")), ["Disk src/lib.rs:5"]);
  });
  await withEdit(RUST, "src/lib.rs", ["u8;\n", "u8;\n    fn drop_all(&self) {}\n"], async (asked) => {
    assert.deepEqual(lackingIn(await compare(asked, "Store.drop_all")), []);
  });
});

Deno.test("python: a class without ABCMeta may mark methods as abstract, and none below it lacks them", () =>
  withEdit(
    {
      "store.py": "from abc import ABC, abstractmethod\n\n\nclass Base:\n    @abstractmethod\n    def load(self):\n        return 1\n\n\n" +
        "class Own(Base):\n    pass\n\n\nclass Strict(ABC):\n    @abstractmethod\n    def save(self):\n        return 1\n\n\n" +
        "class Lacking(Strict):\n    pass\n",
    },
    "store.py",
    ["return 1\n", "return 1\n"],
    async (asked) => {
      assert.doesNotMatch((await asked("query_interface_implementors", { name_pattern: "Base" })).text, /Nearly/);
      assert.match((await asked("query_interface_implementors", { name_pattern: "Strict" })).text, /Nearly: Lacking .* lacks save/);
    },
  ));

const OVERLOADS = `from abc import ABC, abstractmethod
from typing import overload


class Column(ABC):
    @overload
    def take(self, at: int) -> int: ...
    @overload
    def take(self, at: str) -> str: ...
    def take(self, at):
        return at

    @overload
    @abstractmethod
    def find(self, at: int) -> int: ...
    @overload
    @abstractmethod
    def find(self, at: str) -> str: ...

    @abstractmethod
    def size(self): ...


class Whole(Column):
    def find(self, at): ...
    def size(self): ...


class Part(Column):
    def find(self, at): ...
`;

Deno.test("overloads are one required method, and none if the type has a body for them", () =>
  withProject({ "column.py": OVERLOADS }, async (project) => {
    const { structured } = await call(project, "query_interface_implementors", { name_pattern: "Column" });
    const [block] = structured["interfaces"] as { near?: { name: string; lacks: string[] }[] }[];
    assert.deepEqual(block!.near?.map(({ name, lacks }) => [name, lacks]), [["Part", ["size"]]]);
  }));
