/** Which calls no longer fit a changed signature: positional and named arguments, and what is spread into the call. */
import assert from "node:assert/strict";
import { callOn } from "./support/call.ts";
import { commitAll, git } from "./support/git_project.ts";
import { openInProcess } from "./support/shop.ts";
import { withProject } from "./support/temp_project.ts";

/**
 * The lines of the calls of `name` that are said to be outdated, where the first line of a file becomes another.
 * @param field which calls
 */
async function outdated(
  path: string,
  name: string,
  [before, after]: readonly [string, string],
  rest: string,
  field = "outdated_callers",
): Promise<number[]> {
  let lines: number[] = [];
  await withProject({ [path]: before + rest }, async (project) => {
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    project.write(path, after + rest);
    const repository = openInProcess(project.root, "agent");
    try {
      const params = { symbol_name: name, base_ref: "HEAD", head_ref: "live" };
      const { structured } = await callOn(repository, "compare_symbol_between_commits", params);
      lines = ((structured[field] ?? []) as { line: number }[]).map(({ line }) => line);
    } finally {
      repository.close();
    }
  });
  return lines;
}

const USES = `
    return a


def use(more, options):
    f(1)
    f(1, k=2)
    f(a=1)
    f(a=1, z=2)
    f(1, 2)
    f(1, **options)
    f(*more)
    f(1, z=2, k=3)
    f(k=1, *more)
`;

Deno.test("a parameter that is now required is not satisfied by an argument of another name", async () => {
  assert.deepEqual(await outdated("a.py", "f", ["def f(a, *, k=1):", "def f(a, z, *, k=1):"], USES), [6, 7, 8]);
});

Deno.test("names that a signature no longer accepts, and ways of passing arguments", async () => {
  assert.deepEqual(await outdated("a.py", "f", ["def f(a, *, k=1):", "def f(a, *, key=1):"], USES), [7, 14], "renamed");
  assert.deepEqual(await outdated("a.py", "f", ["def f(a, z=1):", "def f(a, *, z=1):"], USES), [10], "by its name alone");
  assert.deepEqual(await outdated("a.py", "f", ["def f(a, z=1):", "def f(a, /, z=1):"], USES), [8, 9], "by its place alone");
  assert.deepEqual(await outdated("a.py", "f", ["def f(a, **names):", "def f(a, k=0):"], USES), [9, 13], "no name that comes");
  assert.deepEqual(await outdated("a.py", "f", ["def f(*places, k=1):", "def f(*, k=1):"], USES), [6, 7, 10, 11], "no place that comes");
});

Deno.test("methods and constructors accept named arguments as functions do", async () => {
  const rest = `
        self.a = a


def use():
    K(1)
    K(1, k=2)
    K(a=1, z=2)
`;
  assert.deepEqual(
    await outdated("a.py", "K.__init__", [
      "class K:\n    def __init__(self, a, *, k=1):",
      "class K:\n    def __init__(self, a, z, *, k=1):",
    ], rest),
    [7, 8],
  );
});

Deno.test("an unnamed pointer parameter takes one argument, not any number", async () => {
  const [head, rest] = [
    "package a\ntype Job struct{}\ntype Store interface {\n\tSave",
    "\n}\nfunc use(s Store, j *Job) {\n\ts.Save(j)\n}\n",
  ];
  assert.deepEqual(await outdated("a.go", "Store.Save", [`${head}(*Job)`, `${head}(*Job, *Job)`], rest), [7]);
});

Deno.test("unresolved calls of the name that do not fit are listed apart", async () => {
  const rest = `
        return a


class Other:
    def check(self, a):
        return a


def use(it, other: Other):
    it.check(1)
    it.check(1, 2)
    other.check(1)
    Form().check(1)
`;
  const change = ["class Form:\n    def check(self, a):", "class Form:\n    def check(self, a, z):"] as const;
  assert.deepEqual(await outdated("a.py", "Form.check", change, rest), [15]);
  assert.deepEqual(await outdated("a.py", "Form.check", change, rest, "possibly_outdated_calls"), [12]);
});

Deno.test("a function that is now asynchronous must be awaited", async () => {
  const python = `
    return a


async def use(gather, more):
    f(1)
    await f(1)
    x = f(1)
    y = f(1)
    await y
    gather(f(1), f(2))
    await gather(
        f(1),
        f(2),
    )
    if f(1):  # await
        f(1)
    f(1).strip()
    async with f(1) as z:
        pass
    for one in f(1):
        pass
    gather(
        left=f(1),
        right=f(1)
    )
    return f(1)
`;
  assert.deepEqual(await outdated("a.py", "f", ["def f(a):", "async def f(a):"], python), [6, 8, 16, 17, 18, 21]);
  const script = `
  return a;
}
async function use(all: unknown[]) {
  await f(1);
  f(1);
  f(1).then((one) => one);
  const x = f(1);
  const all = [f(1), f(2)];
  const y = f(1);
  await Promise.all([y, ...all]);
  if (f(1)) return f(1);
  all.map((one) => f(one));
  const { z } = await (await f(1)).go("await");
  return x;
}
`;
  assert.deepEqual(await outdated("a.ts", "f", ["function f(a) {", "async function f(a) {"], script), [6, 8, 12]);
  assert.deepEqual(await outdated("a.ts", "f", ["const f = (a) => {", "const f = async (a) => {"], script), [6, 8, 12]);
  const rust = `
    a
}
async fn of(a: u8) -> u8 { a }
async fn run() {
    let x = f(1);
    let y = f(1).await;
    let z = of(f(1)).await;
    f(1)
        .await;
    f(1);
}
`;
  assert.deepEqual(await outdated("src/lib.rs", "f", ["fn f(a: u8) -> u8 {", "async fn f(a: u8) -> u8 {"], rust), [6, 11]);
});

Deno.test("a call that takes another number of results than the function now returns must be changed", async () => {
  const rest = `
	return g()
}
func g() error { return nil }
func all(a ...any) {}
func use() error {
	if err := f(1); err != nil {
		return err
	}
	err := f(1)
	_ = f(1)
	f(1)
	a, b := f(1), 2
	all(f(1))
	all(f(1), a, b)
	if f(1) != nil {
	}
	println(f(1).Error(), err) // f(1)
	return f(1)
}
`;
  const change = ["package a\nfunc f(a int) error {", "package a\nfunc f(a int) (int, error) {"] as const;
  assert.deepEqual(await outdated("a.go", "f", change, rest), [8, 11, 12, 14, 16, 17, 19, 20]);
  const two = `
	return 1, nil
}
func use() (int, error) {
	a, err := f(1)
	_, _ = f(1)
	f(1)
	_, _ = a, err
	return f(1)
}
`;
  const fewer = ["package a\nfunc f(a int) (n int, err error) {", "package a\nfunc f(a int) (a, b int, err error) {"] as const;
  assert.deepEqual(await outdated("a.go", "f", fewer, two), [6, 7, 10]);
});
