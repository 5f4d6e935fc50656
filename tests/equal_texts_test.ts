/** A text that several files have is parsed once; all of them have its facts. */
import assert from "node:assert/strict";
import { parseFiles } from "../core/run/parse_stage.ts";
import { trackFile } from "../core/run/tracked_file.ts";
import type { IndexWriter } from "../core/store/index_writer.ts";
import type { ParseItem } from "../core/threads/parse_work.ts";
import { makeLocalCrew } from "../core/threads/pool.ts";
import { languages } from "../languages/mod.ts";

Deno.test("files with the same text and grammar are parsed once", async () => {
  const root = await Deno.makeTempDir();
  try {
    const files = ["a.d.ts", "b.d.mts", "c.js", "d.py", "e.py"];
    const plugin = (path: string) => languages.find(({ extensions }) => Object.keys(extensions).some((ending) => path.endsWith(ending)))!;
    const tracked = files.map((path) => {
      Deno.writeTextFileSync(`${root}/${path}`, "one(two)\n");
      const language = { plugin: plugin(path), grammar: plugin(path).extensions[path.slice(path.lastIndexOf("."))]! };
      return trackFile({ path, size: 9, time: 0, language }, undefined);
    });
    const parsed: string[] = [];
    const local = makeLocalCrew(languages);
    const crew = {
      ...local,
      parse: (items: readonly ParseItem[]) => {
        parsed.push(...items.map(({ path }) => path));
        return local.parse(items);
      },
    };
    const writer = { readBlob: () => undefined, addBlob: () => 7 } as unknown as IndexWriter;
    const { read } = await parseFiles({
      root,
      objectFormat: "sha1",
      crew,
      writer,
      onFiles: () => {},
      readObjects: () => Promise.resolve(new Map()),
      isAgain: false,
      foresee: undefined,
    }, tracked);
    assert.deepEqual(parsed.sort(), ["a.d.ts", "c.js", "d.py"]);
    assert.deepEqual(read.map(({ path, blobId, lines }) => `${path} ${blobId} ${lines}`).sort(), files.map((path) => `${path} 7 1`));
    assert.equal(tracked[0]!.facts, tracked[1]!.facts);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});
