/** A tree that is sent from the parsing thread to the lowering one yields the same facts as in one thread. */
import assert from "node:assert/strict";
import { extname, join } from "node:path";
import type { LanguagePlugin, ReadingRules } from "../core/plugin.ts";
import { Work } from "../core/threads/work.ts";
import { lowerTrees, type ParseItem, parseItems, readTrees } from "../core/threads/parse_work.ts";
import { languages } from "../languages/mod.ts";

/** Fixtures of a language, and bytes that are no text or not quite. */
function itemsOf({ name, extensions }: LanguagePlugin): ParseItem[] {
  const folder = join(import.meta.dirname!, "..", "languages", name, "fixtures");
  const [ending, grammar] = Object.entries(extensions)[0]!;
  const odd = { binary: [0, 1, 2], "not UTF-8": [47, 47, 255, 10], empty: [] };
  const items: ParseItem[] = Object.entries(odd).map(([path, bytes]) => ({
    path: path + ending,
    language: name,
    grammar,
    bytes: new Uint8Array(bytes),
    given: [],
  }));
  for (const path of filesBelow(folder)) {
    const known = extensions[extname(path)];
    if (known !== undefined) items.push({ path, language: name, grammar: known, bytes: Deno.readFileSync(path), given: [] });
  }
  return items;
}

function filesBelow(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) =>
    isDirectory ? filesBelow(join(folder, name)) : [join(folder, name)]
  );
}

for (const plugin of languages) {
  Deno.test(`${plugin.name}: parsed in one thread and lowered in another, texts give the facts that one thread gives`, async () => {
    const items = itemsOf(plugin);
    const pluginOf = (): Promise<LanguagePlugin> => Promise.resolve(plugin);
    const whole = await parseItems(items, pluginOf);
    const used = await readTrees(items.slice(-1), undefined, pluginOf);
    const halves = await lowerTrees(structuredClone(await readTrees(items, used.columns, pluginOf)), pluginOf);
    assert.deepEqual(halves.files, whole.files);
    assert.deepEqual(new Uint8Array(halves.facts), new Uint8Array(whole.facts));
    const notes = whole.files.slice(0, 3).map((file) => "reason" in file ? file.reason : file.note);
    assert.deepEqual(notes, ["binary", "not UTF-8: such lines are read as Windows-1252", ""]);
  });
}

Deno.test("if a language's rules throw, the text is marked with that, in any thread", async () => {
  const [item] = itemsOf(languages[0]!).slice(-1);
  const thrown = (): never => {
    throw new Error("no");
  };
  // Grammars are kept by language and version.
  for (const [version, rule] of [[-1, { begin: thrown }], [-2, { embedded: thrown }]] as const) {
    const reading = async (): Promise<ReadingRules> => ({ ...await languages[0]!.reading(), ...rule });
    const pluginOf = (): Promise<LanguagePlugin> => Promise.resolve({ ...languages[0]!, version, reading });
    const whole = await parseItems([item!], pluginOf);
    const halves = await lowerTrees(await readTrees([item!], undefined, pluginOf), pluginOf);
    assert.deepEqual(halves.files, whole.files);
    assert.match("note" in halves.files[0]! ? halves.files[0].note : "", /^extraction failed: .*no/);
  }
});

Deno.test("a thread is spent by a giant text, not by a small one", async () => {
  const typescript = languages.find(({ name }) => name === "typescript")!;
  const work = new Work({ load: () => Promise.resolve(typescript), nameOf: () => undefined });
  const read = async (items: number): Promise<boolean> => {
    const bytes = new TextEncoder().encode(`f(${"a,".repeat(items)}0)\n`);
    await work.readTrees([{ path: "a.js", language: "typescript", grammar: "typescript", bytes, given: [] }], undefined);
    return work.isSpent;
  };
  assert.equal(await read(10), false);
  assert.equal(await read(900_000), true);
});
