/**
 * What facts and edges rest on besides the source: the versions of the program's own parts.
 *
 * Invariant: other code that may give other facts for the same text has another extractor name; other code or data that may give
 * other edges for the same facts has other surroundings. Nothing here loads the parser.
 */
import { createHash } from "node:crypto";
import type { LanguagePlugin } from "./plugin.ts";
import type { GivenMacro } from "./tree/given_macros.ts";

/** Raised whenever lowering or the layout of facts changes for all languages. */
const FACTS_VERSION = 56;
/** Raised whenever the resolver may give other edges for the same facts. */
const RESOLVER_VERSION = 95;

/** Names the extractor of a plugin's grammar: `blob.extractor`. */
export function extractorOf(plugin: LanguagePlugin, grammar: string): string {
  const queries = createHash("sha256").update(plugin.queries).digest("hex").slice(0, 8);
  return `${FACTS_VERSION}.${plugin.version}.${grammar}.${queries}`;
}

/** What stands before the mark of the macros that a text is read with. */
const MARK = "+";

/** The name of an extractor where a text is read with macros of others. */
export function extractorWith(extractor: string, given: readonly GivenMacro[]): string {
  if (given.length === 0) return extractor;
  return `${extractor}${MARK}${createHash("sha256").update(JSON.stringify(given)).digest("hex").slice(0, 16)}`;
}

/** Between which names those of an extractor lie that read with macros of other files, or without; its own comes first. */
export function namesOf(plain: string): readonly [string, string] {
  return [plain, `${plain}${MARK}g`];
}

/** Whether an extractor is the one named, with macros of other files or without. */
export function isSameExtractor(extractor: string, plain: string): boolean {
  return extractor === plain || extractor.startsWith(plain + MARK);
}

/** What JSON has no form for. */
function asText(_key: string, value: unknown): unknown {
  return value instanceof Set ? [...value] : value instanceof RegExp ? value.source : value;
}

const hashed = new WeakMap<readonly LanguagePlugin[], Map<boolean, string>>();

/** Hash over what an index rests on besides files and manifests: extractor, resolver, rules and library of each language. */
export function hashSurroundings(plugins: readonly LanguagePlugin[], strictSyntax: boolean): string {
  let known = hashed.get(plugins);
  if (known === undefined) hashed.set(plugins, known = new Map());
  let digest = known.get(strictSyntax);
  if (digest === undefined) {
    const hash = createHash("sha256");
    hash.update(JSON.stringify([FACTS_VERSION, RESOLVER_VERSION, strictSyntax]));
    for (const { name, version, rules, library, queries } of plugins) {
      hash.update(JSON.stringify([name, version, rules, library, queries], asText));
    }
    known.set(strictSyntax, digest = hash.digest("hex"));
  }
  return digest;
}
