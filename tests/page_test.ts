/** How much of a list is shown, where it continues, and what an answer says about that. */
import assert from "node:assert/strict";
import {
  budgetOf,
  clamp,
  cursorBehind,
  cutPage,
  detailBudgetOf,
  EndToEnd,
  notesOfCut,
  notesOfPage,
  type Page,
  pageOf,
  SAFETY_LIMIT,
} from "../query/answer/page.ts";
import type { Context } from "../query/context.ts";

/** A context of which nothing but these is looked at. */
function context({ audience = "agent", ref = "live", root = "/r", indexedAt = "t1" } = {}): Context {
  return { audience, ref: { name: ref, indexedAt }, roots: [root] } as unknown as Context;
}
const AGENT = context();
const PERSON = context({ audience: "person" });

type Params = { limit?: number; cursor?: string } & Record<string, unknown>;
const page = (params: Params, of: Context = AGENT, tool = "get_callers"): Page => pageOf(of, tool, params, 50, 500);

Deno.test("the default limit is the standard one for agents, the highest for people; one out of range is clamped with a warning", () => {
  assert.deepEqual([page({}).limit, page({}, PERSON).limit, page({ limit: 7 }).limit], [50, 500, 7]);
  assert.deepEqual([page({ limit: 1 }).warnings, page({ limit: 500 }).warnings], [[], []]);
  const { limit, warnings } = page({ limit: 0 });
  assert.deepEqual([limit, warnings], [1, ["limit 0 was set to 1 (1 to 500)"]]);
  assert.deepEqual(page({ limit: 501 }).warnings, ["limit 501 was set to 500 (1 to 500)"]);
  assert.deepEqual(clamp("depth", undefined, 3, 1, 9), { value: 3, warnings: [] });
  assert.deepEqual(clamp("depth", 12, 3, 1, 9), { value: 9, warnings: ["depth 12 was set to 9 (1 to 9)"] });
  assert.deepEqual(clamp("depth", 0, 3, 1, 9).value, 1);
});

Deno.test("a cursor continues the same question in any form, and no other question", () => {
  const asked = { name: "load", path: undefined };
  const cut = cutPage(["a", "b", "c"], { ...page(asked), limit: 2 }, () => 1);
  const cursor = cursorBehind(AGENT, page(asked), cut);
  assert.equal(page({ name: "load", cursor, limit: 9, compact: true }).offset, 2);
  assert.deepEqual(page({ ...asked, cursor }).warnings, []);
  const { question } = page({ name: "load", file_path: "a.py" });
  assert.equal(page({ file_path: "a.py", name: "load" }).question, question);
  const moved = context({ indexedAt: "t2" });
  assert.match(page({ ...asked, cursor }, moved).warnings.join(), /index has changed/);
  for (const wrong of ["2", "x-1-2", `${cursor}0`, ""]) {
    assert.throws(() => page({ ...asked, cursor: wrong }), /Cannot continue at cursor/, wrong);
  }
  for (const other of [context({ ref: "HEAD" }), context({ root: "/s" })]) {
    assert.throws(() => page({ ...asked, cursor }, other), /another question/);
  }
  assert.throws(() => page({ name: "save", cursor }), /another question/);
  assert.throws(() => page({ ...asked, cursor }, AGENT, "get_callees"), /another question/);
});

Deno.test("a page ends at its limit or its size, with at least one entry; after the last one there is no cursor", () => {
  const items = ["a", "b", "c", "d"];
  const cut = (offset: number, limit: number, bytes: number) =>
    cutPage(items, { offset, limit, bytes }, (item, previous) => previous === undefined ? 5 : item.length);
  assert.deepEqual(cut(0, 9, 99), { shown: items, before: 0, after: 0, bySize: false });
  assert.deepEqual(cut(1, 2, 99), { shown: ["b", "c"], before: 1, after: 1, bySize: false });
  assert.deepEqual(cut(0, 9, 6), { shown: ["a", "b"], before: 0, after: 2, bySize: true });
  assert.deepEqual(cut(0, 9, 1), { shown: ["a"], before: 0, after: 3, bySize: true });
  assert.deepEqual(cut(7, 9, 99), { shown: [], before: 4, after: 0, bySize: false });
  assert.equal(cursorBehind(AGENT, page({}), cut(0, 9, 99)), "");
  assert.notEqual(cursorBehind(AGENT, page({}), cut(1, 2, 99)), "");
});

Deno.test("concatenated lists are paged as one", () => {
  const all = new EndToEnd([["a", "b"], [], ["c"]]);
  assert.deepEqual(Array.from({ length: all.length + 1 }, (_, i) => all.at(i)), ["a", "b", "c", undefined]);
});

Deno.test("the size of an answer grows with an explicit limit, and people get one form in full", () => {
  assert.ok(budgetOf(AGENT, undefined) < budgetOf(AGENT, 500) && budgetOf(AGENT, 500) < budgetOf(PERSON, undefined));
  assert.equal(budgetOf(PERSON, 5), budgetOf(PERSON, undefined));
  assert.ok(budgetOf(PERSON, 5) < SAFETY_LIMIT && 2 * budgetOf(AGENT, 500) < SAFETY_LIMIT);
  assert.equal(detailBudgetOf(PERSON, undefined, 100), budgetOf(PERSON, undefined) - 100);
  assert.equal(detailBudgetOf(AGENT, 500, 100), budgetOf(AGENT, 500) - 100);
  assert.equal(detailBudgetOf(AGENT, undefined, 100), 2 * budgetOf(AGENT, undefined));
  assert.equal(detailBudgetOf(AGENT, undefined, 25_000), budgetOf(AGENT, 500) - 25_000);
});

Deno.test("a list that continues says how, and a complete one says nothing", () => {
  const cut = { shown: [], bySize: false };
  assert.deepEqual(notesOfPage({ ...cut, before: 0, after: 0 }, "callers", ""), {});
  assert.deepEqual(notesOfPage({ ...cut, before: 2, after: 0 }, "callers", ""), {}, "the last page ends the list");
  const { suggestedAction } = notesOfPage({ ...cut, before: 0, after: 3 }, "callers", "c", "name a file, or ");
  assert.equal(suggestedAction, '3 more callers: name a file, or ask again with cursor "c"');
});

Deno.test("a truncated list suggests a higher limit if there is one, and otherwise what else helps", () => {
  const notes = (of: Context, ended: { bySize: boolean; given?: number; limit: number }, ...ways: string[]) => {
    const { safetyLimit, suggestedAction } = notesOfCut(of, { given: undefined, ...ended, most: 500 }, ways);
    return [safetyLimit, suggestedAction];
  };
  assert.deepEqual(notes(AGENT, { bySize: false, limit: 50 }), [false, "raise limit (500 at most)"]);
  assert.deepEqual(notes(AGENT, { bySize: true, limit: 50 }, "name a file"), [
    false,
    "cut to keep the answer short: give limit (500 at most), or name a file",
  ]);
  assert.deepEqual(notes(AGENT, { bySize: false, given: 500, limit: 500 }), [false, "no parameter shows more"]);
  assert.deepEqual(notes(AGENT, { bySize: true, given: 400, limit: 400 }, "name a file"), [
    true,
    "the answer is at its size limit: name a file",
  ]);
  assert.deepEqual(notes(PERSON, { bySize: true, limit: 500 }), [true, "the answer is at its size limit: no parameter shows more"]);
});
