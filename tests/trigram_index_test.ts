/** The search of names by shared trigrams, compared with a search of all names. */
import assert from "node:assert/strict";
import { likeness, wantedOf } from "../query/names/name_likeness.ts";
import { makeTrigramIndex, namesByLeast, namesBySharedTrigrams } from "../query/names/trigram_index.ts";
import { makeRandom } from "./support/random_edits.ts";

const NAMES = ["loadFile", "load_file", "reloadAllFiles", "save", "saveFile", "isReady", "httpGet", "x", "ÄrgerNr", "", "fileLoader"];

Deno.test("names with shared trigrams: those with all words first, rare trigrams and short names before others", () => {
  const table = makeTrigramIndex(NAMES);
  const find = (written: string): string[] => namesBySharedTrigrams(table, wantedOf(written), 3).map((name) => name.text);
  assert.deepEqual(find("loadFile"), ["loadFile", "load_file", "fileLoader"]);
  assert.deepEqual(find("laodFile"), ["loadFile", "load_file", "saveFile"]);
  assert.deepEqual(find("ärger"), ["ÄrgerNr"]);
  assert.deepEqual(find("zz"), []);
});

Deno.test("no name is nearer than its step says, except those with shared trigrams", () => {
  const random = makeRandom(7);
  const syllables = ["get", "set", "File", "_name", "Is", "ok", "Node", "x", "ID", "ing", "load", "2"];
  const make = (): string =>
    Array.from({ length: 1 + Math.floor(random() * 4) }, () => syllables[Math.floor(random() * syllables.length)]).join("");
  const table = makeTrigramIndex([...new Set(Array.from({ length: 600 }, make))]);
  for (let i = 0; i < 40; i++) {
    const wanted = wantedOf(make());
    const sharing = new Set(namesBySharedTrigrams(table, wanted, Infinity).map((name) => name.text));
    const seen: string[] = [];
    for (const [least, names] of namesByLeast(table, wanted, Infinity)) {
      for (const name of names) {
        seen.push(name.text);
        if (sharing.has(name.text)) continue;
        const { score } = likeness(name, wanted, { deep: false, most: 1 });
        assert(score >= least, `"${name.text}" is ${score} from "${wanted.text}", and its step begins at ${least}`);
      }
    }
    assert.deepEqual(seen.sort(), [...table.texts].sort(), "each name stands at one step");
  }
});
