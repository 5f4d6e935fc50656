/**
 * The facts of the languages' own libraries, stored in the index so that a small run need not parse them.
 *
 * Stage: write. Invariant: keyed by text and extractor; no file version refers to them, and they are never removed.
 */
import { createHash } from "node:crypto";
import { extractorOf } from "../extractor.ts";
import { emptyFacts } from "../facts/empty_facts.ts";
import type { FactsPlace } from "../facts/facts_place.ts";
import type { LanguagePlugin } from "../plugin.ts";
import type { Crew } from "../threads/pool.ts";
import type { IndexWriter } from "./index_writer.ts";

/** The facts of a language's library, from the index or parsed now, in memory that threads can share. */
export async function readLibrary(writer: IndexWriter, crew: Crew, plugin: LanguagePlugin): Promise<FactsPlace> {
  const hash = createHash("sha1").update(plugin.library.source).digest("hex");
  const extractor = extractorOf(plugin, plugin.library.path);
  const known = writer.readBlob(hash, "", extractor);
  const bytes = known === undefined ? await parseLibrary(crew, plugin) : writer.readFacts(known.id);
  if (known === undefined) {
    writer.addBlob(
      { hash, language: "", extractor, bytes: plugin.library.source.length, lines: 0, problems: "", note: "", macros: "" },
      bytes,
      "",
    );
  }
  const buffer = new SharedArrayBuffer(bytes.length);
  new Uint8Array(buffer).set(bytes);
  return { buffer, start: 0, length: bytes.length };
}

/** Parses a library. If untrusted plugin code fails on it, the library is empty. */
async function parseLibrary(crew: Crew, plugin: LanguagePlugin): Promise<Uint8Array> {
  try {
    return await crew.parseLibrary(plugin.name);
  } catch (thrown) {
    if (plugin.runsApart !== true) throw thrown;
    return emptyFacts("").bytes;
  }
}
