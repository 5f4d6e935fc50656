/**
 * Checks a drop-in language against its grammar and the vocabulary: every pattern of every query, with file and line.
 *
 * Stage: before all others. Invariant: nothing of the drop-in runs but its grammar; a passed check is not repeated until something changes.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Language } from "web-tree-sitter";
import { cacheFolder } from "../core/base/user_folders.ts";
import { describeThrown } from "../core/errors.ts";
import { nearestWord } from "../query/names/name_likeness.ts";
import { makePlugin } from "./make_plugin.ts";
import { type DropIn, MANIFEST_FILE, wrong } from "./manifest.ts";

/** Raised when the check itself changes. */
const CHECK_VERSION = 1;

/**
 * Checks a drop-in language.
 * @throws CallgroveError invalid_input naming the file, the line and the fix
 */
export async function checkDropIn(dropIn: DropIn): Promise<void> {
  const cache = cacheFolder();
  const mark = cache === undefined ? undefined : join(cache, "checked", markOf(dropIn));
  if (mark !== undefined && existsSync(mark)) return;
  const languages: Language[] = [];
  for (const file of new Set(Object.values(dropIn.manifest.extensions))) {
    languages.push(await loadGrammar(join(dropIn.folder, file)));
  }
  await checkQueries(dropIn, languages);
  if (mark === undefined) return;
  try {
    mkdirSync(join(mark, ".."), { recursive: true });
    writeFileSync(mark, "");
  } catch {
    // Without a cache it is checked every time.
  }
}

/**
 * Loads a grammar file.
 * @throws CallgroveError invalid_input naming the file
 */
export async function loadGrammar(path: string): Promise<Language> {
  const { loadLanguage } = await import("../core/parse/parse_file.ts");
  try {
    return await loadLanguage(readFileSync(path));
  } catch (thrown) {
    const versions = "Build it with a tree-sitter whose ABI this parser reads (13 to 15): tree-sitter build --wasm";
    throw wrong(path, `the parser cannot load the grammar: ${describeThrown(thrown)}`, versions, thrown);
  }
}

async function checkQueries(dropIn: DropIn, languages: readonly Language[]): Promise<void> {
  const { checkPattern, splitPatterns } = await import("../core/parse/query_check.ts");
  const own = dropIn.code === "" ? new Set<string>() : "any";
  for (const { file, text } of dropIn.queries) {
    for (const pattern of splitPatterns(text)) {
      const complaint = checkPattern(pattern.text, own, languages);
      if (complaint === "") continue;
      const { line, what } = placeOf(complaint, pattern.line);
      throw wrong(`${join(dropIn.folder, file)}:${line}`, what, fixFor(what, languages));
    }
  }
}

/** Converts a line number within the pattern to one within the file. */
function placeOf(complaint: string, firstLine: number): { line: number; what: string } {
  const found = /^line (\d+): (.*)$/s.exec(complaint);
  return found === null ? { line: firstLine, what: complaint } : { line: firstLine + Number(found[1]) - 1, what: found[2]! };
}

function fixFor(what: string, languages: readonly Language[]): string {
  const node = /no node "?(\w+)"?|Bad node name '(\w+)'/.exec(what);
  const kinds = languages.flatMap((language) => language.types.filter((kind) => kind !== undefined && kind !== null));
  if (node !== null) return suggest(node[1] ?? node[2]!, kinds, "node");
  const field = /no field (\w+)|Bad field name '(\w+)'/.exec(what);
  const fields = languages.flatMap((language) => language.fields.filter((name) => name !== null));
  if (field !== null) return suggest(field[1] ?? field[2]!, fields, "field");
  if (what.includes("own rule")) {
    return "An own rule is a function in plugin.js: export const plugin = { own: { NAME(lowering, node, roles) {…} } }";
  }
  if (what.endsWith("is not a rule")) {
    return "The first capture after the pattern's last bracket is its rule; docs/languages.md lists the rules.";
  }
  return "Correct the pattern; docs/languages.md lists the captures.";
}

function suggest(name: string, known: readonly string[], what: string): string {
  // Anonymous nodes are matched by their text.
  if (what === "node" && known.includes(name)) return `There it is only a word: write "${name}" in quotes, without brackets.`;
  const near = nearestWord(name, known);
  return near === undefined ? `See the grammar's ${what} names in its node-types.json.` : `Did you mean "${near}"?`;
}

function markOf(dropIn: DropIn): string {
  return createHash("sha256").update(`${CHECK_VERSION} ${MANIFEST_FILE} ${dropIn.folder} ${makePlugin(dropIn).version}`).digest("hex");
}
