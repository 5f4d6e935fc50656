/** The result of cyclic inference does not depend on where the cycle is entered: which file comes first, and which was edited last. */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { languages } from "../languages/mod.ts";
import { resolveInMemory, type VirtualFile } from "../plugins/memory_project.ts";
import { dumpIndex } from "./support/dump_index.ts";
import { makeRandom } from "./support/random_edits.ts";
import { firstDifferences } from "./support/random_walk.ts";
import { openProject, withProject } from "./support/temp_project.ts";

const FILES = 5;

/** What stands in the files of a circle: numbers of files are `module`'s, those of what lies in them go from 0 to the circle's size. */
interface Circle {
  readonly language: string;
  /** Each rests on one other alone. */
  readonly isRing?: boolean;
  /** The file of a module that holds these, each with the others that it rests on. */
  file(module: number, held: readonly (readonly [one: number, others: readonly number[]])[], homeOf: (one: number) => number): VirtualFile;
  /** Files beside those; what is known lies in 0. */
  readonly others: readonly VirtualFile[];
  readonly target: string;
}

const RUST_MODULES = [...Array(FILES).keys()].map((i) => `pub mod m${i};`).join("\n");

const CIRCLES: readonly Circle[] = [
  {
    language: "python",
    file: (module, held, homeOf) => ({
      path: `m${module}.py`,
      text: held.map(([one, others]) =>
        `${others.map((other) => `from m${homeOf(other)} import f${other}\n`).join("")}${one === 0 ? "from job import Job\n" : ""}
def f${one}(n):
    x = f${others[0]}(n)
    while n:
        x = x.next()
${one === 0 ? "    if n > 9:\n        return Job()\n" : ""}${
          others.map((other) => `    if n > ${other}:\n        return f${other}(n).next()\n`).join("")
        }    return x
def u${one}(n):
    f${one}(n).run()
`
      ).join(""),
    }),
    others: [{
      path: "job.py",
      text: "class Job:\n    def run(self): pass\n    def next(self): return self\nclass Other:\n    def run(self): pass\n",
    }],
    target: "job.Job.run",
  },
  {
    language: "typescript",
    file: (module, held, homeOf) => ({
      path: `m${module}.ts`,
      text: `import { Job } from "./job";
${[...new Set(held.flatMap(([, others]) => others))].map((other) => `import { f${other} } from "./m${homeOf(other)}";`).join("\n")}
${
        held.map(([one, others]) =>
          `export function f${one}(n: number) {
  ${one === 0 ? "if (n > 9) return new Job();" : ""}
  ${others.map((other) => `if (n > ${other}) return f${other}(n).next();`).join("\n  ")}
}
export function u${one}(n: number) { f${one}(n).run(); }`
        ).join("\n")
      }`,
    }),
    others: [{ path: "job.ts", text: "export class Job { run() {} next() { return this; } }\nexport class Other { run() {} }\n" }],
    target: "Job.run",
  },
  {
    language: "go",
    // Whatever a variable is given without a declared type is one value.
    isRing: true,
    file: (module, held) => ({
      path: `m${module}.go`,
      text: `package app\n${
        held.map(([one, [next]]) =>
          `var v${one} = ${one === 0 ? `pick(v${next}, Job{})` : `v${next}`}
func u${one}() { v${one}.run() }`
        ).join("\n")
      }`,
    }),
    others: [
      { path: "go.mod", text: "module app\n" },
      {
        path: "job.go",
        text:
          "package app\ntype Job struct{}\nfunc (j Job) run() {}\ntype Other struct{}\nfunc (o Other) run() {}\nfunc pick[T any](a, b T) T { return a }\n",
      },
    ],
    target: "app.Job.run",
  },
  {
    language: "rust",
    file: (module, held, homeOf) => {
      const type = (one: number): string => `crate::m${homeOf(one)}::S${one}`;
      return {
        path: `src/m${module}.rs`,
        text: held.map(([one, [next, ...others]]) =>
          `pub struct S${one};
impl crate::Step for S${one} { type Out = ${
            one === 0 ? "crate::Job" : `<${type(next!)} as crate::Step>::Out`
          }; fn step(&self) -> Self::Out { todo!() } }
${
            others.map((other) =>
              `impl crate::Give<${type(other)}> for S${one} { type Out = <${type(other)} as crate::Step>::Out; fn give(&self, x: ${
                type(other)
              }) -> Self::Out { x.step() } }`
            ).join("\n")
          }
pub fn u${one}(s: S${one}) { s.step().run(); }`
        ).join("\n"),
      };
    },
    others: [
      { path: "Cargo.toml", text: `[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n` },
      {
        path: "src/lib.rs",
        text: `${RUST_MODULES}
pub trait Step { type Out; fn step(&self) -> Self::Out; }
pub trait Give<X> { type Out; fn give(&self, x: X) -> Self::Out; }
pub struct Job;
impl Job { pub fn run(&self) {} }
pub struct Other;
impl Other { pub fn run(&self) {} }
`,
      },
    ],
    target: "app::Job::run",
  },
];

/** A circle of `size`, each of which rests on the next and, where it is dense, on some others; in files whose names `seed` shuffles. */
function filesOf(circle: Circle, size: number, density: number, seed: number): VirtualFile[] {
  const chosen = makeRandom(7);
  const shuffled = makeRandom(seed);
  const names = [...Array(FILES).keys()].map((i) => [shuffled(), i] as const).toSorted(([a], [b]) => a - b).map(([, i]) => i);
  const homeOf = (one: number): number => names[one % FILES]!;
  const held = [...Array(size).keys()].map((one) => {
    const others = new Set([(one + 1) % size]);
    while (others.size < density) others.add(Math.floor(chosen() * size));
    return [one, [...others]] as const;
  });
  return [...Array(FILES).keys()].map((i) => circle.file(names[i]!, held.filter(([one]) => one % FILES === i), homeOf)).concat(
    circle.others,
  );
}

for (const circle of CIRCLES) {
  for (const [size, most] of [[20, 1], [60, 3], [300, 6]] as const) {
    const density = circle.isRing ? 1 : most;
    Deno.test(`${circle.language}, ${size} in a circle of ${density} ways each: all are what one of them is, whoever comes first`, async () => {
      const plugin = languages.find((one) => one.name === circle.language)!;
      for (const [seed, from] of [[1, "first"], [2, "last"], [3, "first"]] as const) {
        const { edges } = await resolveInMemory(plugin, filesOf(circle, size, density, seed), from);
        const told = edges.filter(({ type, text }) => type === "calls" && text.endsWith("run"))
          .map((edge) => [edge.from.split(/\W+/).at(-1), edge.target]);
        const expected = [...Array(size).keys()].map((one) => [`u${one}`, circle.target]);
        assert.deepEqual(
          told.map((one) => one.join(" ")).toSorted(),
          expected.map((one) => one.join(" ")).toSorted(),
          `seed ${seed}, ${from}`,
        );
      }
    });
  }

  Deno.test(`${circle.language}: what is known in a circle becomes another, and the index says the same as one made afresh`, () =>
    withProject({}, async (project) => {
      const files = filesOf(circle, 20, 2, 1);
      for (const { path, text } of files) project.write(path, text);
      await project.index();
      const { path, text } = files.find((file) => file.text.includes("Job") && !circle.others.includes(file))!;
      project.write(path, text.replaceAll("Job", "Other"));
      await project.index();
      const afresh = openProject(project.root, `${project.database}-fresh`);
      await afresh.index();
      assert.deepEqual(firstDifferences(dumpIndex(project.database), dumpIndex(afresh.database)), []);
      rmSync(afresh.database, { recursive: true });
    }));
}
