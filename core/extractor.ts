/**
 * What facts and edges depend on besides the source: the versions of the program's own parts.
 *
 * Invariant: code that may produce other facts for the same text has another extractor name; code or data that may produce other edges for
 * the same facts has another hash of surroundings. Nothing here loads the parser.
 */
import { createHash } from "node:crypto";
import type { LanguagePlugin } from "./plugin.ts";
import type { GivenMacro } from "./tree/given_macros.ts";

/** Raised whenever lowering or the layout of facts changes for all languages. */
const FACTS_VERSION = 57;
/** Raised whenever the resolver may produce other edges for the same facts. */
const RESOLVER_VERSION = 98;

/** The extractor name for a plugin's grammar, stored as `blob.extractor`. */
export function extractorOf(plugin: LanguagePlugin, grammar: string): string {
  const queries = createHash("sha256").update(plugin.queries).digest("hex").slice(0, 8);
  return `${FACTS_VERSION}.${plugin.version}.${grammar}.${queries}`;
}

/** Separates an extractor name from the hash of the macros that a text is read with. */
const MARK = "+";

/** The name of an extractor for a text that is read with macros of other files. */
export function extractorWith(extractor: string, given: readonly GivenMacro[]): string {
  if (given.length === 0) return extractor;
  return `${extractor}${MARK}${createHash("sha256").update(JSON.stringify(given)).digest("hex").slice(0, 16)}`;
}

/** The range of names of an extractor, with or without macros of other files: its own name comes first, the second is an upper bound. */
export function namesOf(plain: string): readonly [string, string] {
  return [plain, `${plain}${MARK}g`];
}

/** Whether a name belongs to the extractor `plain`, with or without macros of other files. */
export function isSameExtractor(extractor: string, plain: string): boolean {
  return extractor === plain || extractor.startsWith(plain + MARK);
}

/** A replacer for values that JSON cannot represent. */
function asText(_key: string, value: unknown): unknown {
  return value instanceof Set ? [...value] : value instanceof RegExp ? value.source : value;
}

const hashed = new WeakMap<readonly LanguagePlugin[], Map<boolean, string>>();

/** A hash of everything an index depends on besides files and manifests: the extractor, resolver, rules and library of each language. */
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
