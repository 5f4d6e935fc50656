/** A comparison recognizes each of several symbols of the same name in a file, whatever was added or removed before it. */
import assert from "node:assert/strict";
import { call } from "./support/call.ts";
import { commitAll, git } from "./support/git_project.ts";
import { withProject } from "./support/temp_project.ts";

const impl = (type: string, value: string): string =>
  `impl From<${type}> for T {\n    fn from(x: ${type}) -> Self {\n        T(${value})\n    }\n}\n`;
const BYTE = impl("u8", "u64::from(x)");
const WORD = impl("u16", "u64::from(x) + 1");
const rust = (...impls: string[]): string => `pub struct T(u64);\n${impls.join("")}`;

/** Asserts what a list of changes tells between two texts of a file: each symbol's name and line, what became of it, whether its signature changed. */
async function changes(path: string, before: string, after: string, expected: readonly string[]): Promise<void> {
  await withProject({ [path]: before }, async (project) => {
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    project.write(path, after);
    const { structured } = await call(project, "compare_symbol_between_commits", { symbol_name: "*", base_ref: "main", head_ref: "live" });
    type Change = { name: string; line: number; status: string; signature_changed?: boolean };
    const all = Object.values(structured["changes"] as Record<string, Change[]>).flat();
    // The headers of its impls belong to the type.
    const told = all.filter(({ name }) => name !== "T").map(({ name, line, status, signature_changed: isNew = false }) =>
      `${name}:${line} ${status}${isNew ? " signature" : ""}`
    );
    assert.deepEqual(told, expected);
  });
}

/** What a list of changes tells of the type itself. */
async function typeIn(before: string, after: string): Promise<string[]> {
  const told: string[] = [];
  await withProject({ "src/lib.rs": before }, async (project) => {
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    project.write("src/lib.rs", after);
    const { text } = await call(project, "compare_symbol_between_commits", { symbol_name: "*", base_ref: "main", head_ref: "live" });
    told.push(...text.matchAll(/^ {2}T :1 modified (\S+ \S+)/gm).map(([, lines]) => lines!));
  });
  return told;
}

Deno.test("adding or removing an impl leaves those after it unchanged", async () => {
  await changes("src/lib.rs", rust(BYTE, WORD), rust(impl("u32", "x as u64"), BYTE, WORD), ["T::from:3 added"]);
  await changes("src/lib.rs", rust(BYTE, WORD), rust(WORD), ["T::from:3 deleted"]);
});

Deno.test("of several namesakes the changed one is identified, also if all moved; a new signature if their number is the same", async () => {
  const edited = WORD.replace("+ 1", "+ 2");
  await changes("src/lib.rs", rust(BYTE, WORD), rust(edited, BYTE), ["T::from:3 modified"]);
  const retyped = BYTE.replaceAll("u8", "u32");
  await changes("src/lib.rs", rust(BYTE, WORD), rust(WORD, retyped), ["T::from:8 modified signature"]);
});

Deno.test("a getter and a setter are each compared with themselves", async () => {
  const reads = "    @property\n    def level(self):\n        return self.kept\n";
  const sets = "    @level.setter\n    def level(self, value):\n        self.kept = value\n";
  const drops = "    @level.deleter\n    def level(self):\n        del self.kept\n";
  const dial = (...parts: string[]): string => `class Dial:\n    kept = 1\n${parts.join("\n")}`;
  await changes("dial.py", dial(reads, drops), dial(reads, sets, drops), ["Dial.level:8 added"]);
});

Deno.test("blocks that give a type members may be reordered: the type is unchanged", async () => {
  assert.deepEqual(await typeIn(rust(BYTE, WORD), rust(WORD, BYTE)), []);
  assert.deepEqual(await typeIn(rust(BYTE, WORD), rust(WORD)), ["+0 -1"]);
});
