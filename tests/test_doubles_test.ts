/** A test's class is often passed in place of another: its methods run there, and no type says so. */
import assert from "node:assert/strict";
import { call, warningsOf } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const GIVEN = "and would run it on a value of that type";

Deno.test("a method of a test's class may be called where tested code calls another by its name; without such a call nothing is said", () =>
  withProject({
    "shop.py": `import queue


class Till:
    def count(self):
        return 1


def close(till: Till, waiting: queue.Queue):
    waiting.get_nowait()
    return till.count()
`,
    "tests/test_shop.py": `from shop import close


class FakeTill:
    def count(self):
        return 2

    def open(self):
        return 3

    def get_nowait(self):
        return None


def test_close():
    fake = FakeTill()
    assert close(fake, fake) == 2
`,
  }, async (project) => {
    await project.index();
    const told = async (name: string): Promise<string> => {
      const { structured, ...rest } = await call(project, "get_callers", { function_name: name });
      return `${structured["completeness"]} ${warningsOf({ structured, ...rest }).join()}`;
    };
    assert.equal(
      await told("FakeTill.count"),
      `possibly_incomplete its type is in a test and may stand in for another: shop.py:11 calls a method of this name, ${GIVEN}`,
    );
    assert.equal(
      await told("FakeTill.get_nowait"),
      `possibly_incomplete its type is in a test and may stand in for another: shop.py:10 calls a method of this name, ${GIVEN}`,
    );
    assert.equal(await told("FakeTill.open"), "complete ");
    assert.equal(await told("Till.count"), "complete ");
  }));
