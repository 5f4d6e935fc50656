/** Questions that a server asks itself while it is idle: they count nothing, build no index and end with the client's first question. */
import assert from "node:assert/strict";
import { type Indexed, rehearse } from "../mcp/rehearsal.ts";
import { TOOLS } from "../query/mod.ts";
import { openInProcess, openShop } from "./support/shop.ts";

/** A repository that tells of each question, and how to ask it nothing real. */
function listen(folder: string, onPrepare: () => void): Indexed & { close(): void; counted: string[] } {
  const repository = openInProcess(folder, "agent");
  const counted: string[] = [];
  return {
    counted,
    isIndexed: () => repository.isIndexed(),
    prepare: (repo, ref, needsIndex) => {
      onPrepare();
      return repository.prepare(repo, ref, needsIndex);
    },
    glance: (repo) => repository.glance(repo),
    noteAnswer: (tool) => counted.push(tool),
    close: () => repository.close(),
  };
}

Deno.test("a server asks itself about the most called symbols, and counts no question", async () => {
  using shop = openShop("go");
  await shop.run("index");
  let prepared = 0;
  const repository = listen(shop.folder, () => prepared++);
  await rehearse(repository, TOOLS, () => false);
  repository.close();
  // One for the list, then four for each of up to four symbols.
  assert.deepEqual(prepared, 1 + 4 * 4);
  assert.deepEqual(repository.counted, []);
});

Deno.test("a server builds no index before it is asked", async () => {
  using shop = openShop("python");
  let prepared = 0;
  const repository = listen(shop.folder, () => prepared++);
  await rehearse(repository, TOOLS, () => false);
  assert(!await repository.isIndexed());
  repository.close();
  assert.deepEqual(prepared, 0);
});

Deno.test("the client's first question ends the rehearsal", async () => {
  using shop = openShop("rust");
  await shop.run("index");
  let prepared = 0;
  const repository = listen(shop.folder, () => prepared++);
  await rehearse(repository, TOOLS, () => prepared === 3);
  repository.close();
  assert.deepEqual(prepared, 3);
});
