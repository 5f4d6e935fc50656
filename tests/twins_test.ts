/** Which rows represent one symbol: there is one answer for each symbol, not for each row. */
import assert from "node:assert/strict";
import { DefinitionFlag } from "../core/facts.ts";
import { groupTwins, joinDeclarations } from "../query/rows/twins.ts";

const { bodiless, conditional, property, setter, static: ofType } = DefinitionFlag;

interface Row {
  readonly id: number;
  readonly language: string;
  readonly pathId: number;
  readonly path: string;
  readonly qualifiedName: string;
  readonly kind: string;
  readonly flags: number;
}
let last = 0;
function row(flags: number, differs: Partial<Row> = {}): Row {
  return { id: ++last, language: "go", pathId: 1, path: "a.go", qualifiedName: "a.load", kind: "function", flags, ...differs };
}
/** How many rows each symbol has. */
const sizes = (rows: readonly Row[], packageOf?: (one: Row) => string): number[] =>
  groupTwins(rows, packageOf).map((group) => group.length);

Deno.test("overloads, accessors and versions for several builds are one symbol, plain redefinitions are not", () => {
  assert.deepEqual(sizes([row(bodiless), row(bodiless), row(0)]), [3]);
  assert.deepEqual(sizes([row(0), row(bodiless)]), [2]);
  assert.deepEqual(sizes([row(0), row(0)]), [1, 1]);
  assert.deepEqual(sizes([row(property), row(setter)]), [2]);
  assert.deepEqual(sizes([row(0), row(setter)]), [1, 1]);
  assert.deepEqual(sizes([row(property), row(0)]), [1, 1]);
  assert.deepEqual(sizes([row(bodiless), row(0), row(0)]), [2, 1]);
});

Deno.test("one symbol has one language, name, kind and static or instance side, and one file unless it is conditional", () => {
  const others: readonly Partial<Row>[] = [{ language: "rust" }, { qualifiedName: "a.save" }, { kind: "method" }, {
    flags: bodiless | ofType,
  }];
  for (const other of others) assert.deepEqual(sizes([row(bodiless), row(bodiless, other)]), [1, 1], JSON.stringify(other));
  assert.deepEqual(sizes([row(bodiless), row(bodiless, { pathId: 2 })]), [1, 1]);
  assert.deepEqual(sizes([row(conditional), row(conditional, { pathId: 2 })]), [2]);
  assert.deepEqual(sizes([row(conditional), row(conditional, { pathId: 2 })], ({ pathId }) => String(pathId)), [1, 1]);
});

Deno.test("a declaration file's entry belongs to the symbol itself, after the one with a body", () => {
  const packageOf = ({ path }: Row): string => path.includes("/") ? path.slice(0, path.indexOf("/")) : "";
  const joined = (...groups: Row[][]): string[] =>
    joinDeclarations(groups, packageOf).map((group) => group.map(({ path }) => path).join(" "));
  const at = (path: string, flags = 0, differs: Partial<Row> = {}): Row[] => [row(flags, { path, ...differs })];
  assert.deepEqual(joined(at("io.pyi", bodiless), at("io.py")), ["io.py io.pyi"]);
  assert.deepEqual(joined(at("io.js"), at("io.d.ts", bodiless)), ["io.js io.d.ts"]);
  assert.deepEqual(joined(at("io.d.ts", 0, { kind: "class" }), at("io.js", 0, { kind: "class" })), ["io.js io.d.ts"]);
  assert.deepEqual(joined(at("io.ts"), at("io.js")), ["io.ts", "io.js"]);
  assert.deepEqual(joined(at("io.py"), at("net.pyi", bodiless)), ["io.py", "net.pyi"]);
  assert.deepEqual(joined(at("io.py"), at("io.pyi", bodiless, { qualifiedName: "a.save" })), ["io.py", "io.pyi"]);
  assert.deepEqual(joined(at("io.py"), at("io.pyi", bodiless, { kind: "method" })), ["io.py", "io.pyi"]);
  assert.deepEqual(joined(at("io.py"), at("io.pyi", bodiless, { language: "rust" })), ["io.py", "io.pyi"]);
  assert.deepEqual(joined(at("io.py"), at("io.py", bodiless), at("io.py")), ["io.py", "io.py", "io.py"]);
  // A package's own file of declarations, wherever it stands in it.
  assert.deepEqual(joined(at("a/types/index.d.ts", bodiless), at("a/lib/io.js")), ["a/lib/io.js a/types/index.d.ts"]);
  assert.deepEqual(joined(at("a/index.d.ts", bodiless), at("b/io.js")), ["a/index.d.ts", "b/io.js"]);
  assert.deepEqual(joined(at("a/index.d.ts", bodiless), at("a/io.js"), at("a/net.js")), ["a/index.d.ts", "a/io.js", "a/net.js"]);
  assert.deepEqual(joined(at("a/index.d.ts", bodiless), at("a/io.ts")), ["a/index.d.ts", "a/io.ts"]);
  assert.deepEqual(joined(at("a/index.d.ts", bodiless), at("a/more.d.ts", bodiless)), ["a/index.d.ts", "a/more.d.ts"]);
});
