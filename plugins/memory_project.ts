/**
 * A small project in memory: virtual files in, named edges out. Fixtures and unit tests use it.
 *
 * Invariant: the same parser, lowering, resolver and symbol names as for an index on disk; only the disk and the store are missing.
 */
import { extname } from "node:path";
import { compareText } from "../core/base/lists.ts";
import { EDGE_TYPES } from "../core/edges.ts";
import { definitionKindName, type Facts } from "../core/facts.ts";
import { type Outline, outlineOf } from "../core/facts/outline.ts";
import { qualifyName, symbolsOf } from "../core/facts/symbols.ts";
import { type LoadedGrammar, loadGrammar, parseText } from "../core/parse/parse_file.ts";
import type { ParsedText } from "../core/parse/parsed_file.ts";
import type { LanguagePlugin } from "../core/plugin.ts";
import { makeResolver } from "../core/resolve/make_resolver.ts";
import { type DefinitionId, fileOf, rowOf } from "../core/resolve/meaning.ts";
import type { EdgeRow } from "../core/resolve/sites/edge_rows.ts";
import { makeLanguageTable } from "../core/scan/languages_of.ts";
import { giveMacros } from "../core/tree/given_macros.ts";

/** A file of a project in memory. */
export interface VirtualFile {
  readonly path: string;
  readonly text: string;
}

/** An edge with names. `target` is "" if there is none. */
export interface NamedEdge {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly type: string;
  readonly from: string;
  readonly target: string;
  readonly targetPath: string;
  readonly toName: string;
  readonly external: boolean;
  readonly confidence: string;
  readonly rule: string;
  readonly text: string;
  readonly candidates: readonly string[];
  readonly properties: string;
}

/** The result of resolving such a project. */
export interface MemoryProject {
  readonly edges: readonly NamedEdge[];
  /** Facts by path. */
  readonly facts: ReadonlyMap<string, Facts>;
  /** Files in which extraction failed, with the reason. */
  readonly notes: readonly string[];
}

/**
 * Parses and resolves `files`, all of one language, with their manifests.
 * @param from which file is resolved first; the edges do not depend on it
 * @param mostRows after how many rows of facts the resolver gives up views of files; the edges do not depend on it either
 */
export async function resolveInMemory(
  plugin: LanguagePlugin,
  files: readonly VirtualFile[],
  from: "first" | "last" = "first",
  mostRows?: number,
): Promise<MemoryProject> {
  const { sources, manifests, notes } = await readProject(plugin, files);
  const resolver = makeResolver(plugin, sources, await libraryFacts(plugin), manifests, new Map(), mostRows);
  const names = sources.map((file) => namesOf(file.facts, resolver.modules.nameOf(file.path), plugin.rules.separator));
  const edges: NamedEdge[][] = [];
  for (let k = 0; k < sources.length; k++) {
    const i = from === "first" ? k : sources.length - 1 - k;
    edges[i] = nameEdges(resolver.resolveFile(i).edges, i, names, sources);
  }
  return { edges: edges.flat(), facts: new Map(sources.map((file) => [file.path, file.facts])), notes };
}

interface ReadProject {
  /** Sorted by path. */
  readonly sources: readonly { readonly path: string; readonly facts: Facts; readonly outline: Outline }[];
  readonly manifests: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
}

async function readProject(plugin: LanguagePlugin, files: readonly VirtualFile[]): Promise<ReadProject> {
  const table = makeLanguageTable([plugin]);
  const manifests = new Map<string, string>();
  const texts: (VirtualFile & { readonly loaded: LoadedGrammar; readonly parsed: ParsedText })[] = [];
  const notes: string[] = [];
  for (const file of [...files].sort((a, b) => compareText(a.path, b.path))) {
    const grammarName = plugin.extensions[extname(file.path)];
    const isManifest = table.manifestReaders(file.path).length > 0;
    if (isManifest) manifests.set(file.path, file.text);
    if (isManifest && grammarName === undefined) continue;
    if (grammarName === undefined) notes.push(`${file.path}: neither a file of ${plugin.title} nor one of its manifests`);
    else {
      const loaded = await loadGrammar(plugin, grammarName);
      texts.push({ ...file, loaded, parsed: parseText(loaded, file.text) });
    }
  }
  const given = giveMacros(plugin, texts.map(({ path, parsed: { macros } }) => ({ path, macros })), manifests);
  const sources = texts.map(({ path, text, loaded, parsed }) => {
    const { facts, note } = given.has(path) ? parseText(loaded, text, given.get(path)) : parsed;
    if (note !== "") notes.push(`${path}: ${note}`);
    return { path, facts, outline: outlineOf(facts, plugin.rules) };
  });
  return { sources, manifests, notes };
}

/** Facts of the language's own library. */
async function libraryFacts(plugin: LanguagePlugin): Promise<Facts> {
  const grammarName = plugin.extensions[extname(plugin.library.path)] ?? Object.values(plugin.extensions)[0]!;
  const parsed = parseText(await loadGrammar(plugin, grammarName), plugin.library.source);
  if (parsed.note !== "") throw new Error(`the library of ${plugin.title}: ${parsed.note}`);
  return parsed.facts;
}

/** Qualified names by row of `definitions`; a row that is no symbol is named after its kind. */
function namesOf(facts: Facts, moduleName: string, separator: "." | "::"): string[] {
  const names: string[] = [];
  for (const [row, kind] of facts.definitions.kind.entries()) names[row] = `<${definitionKindName[kind] ?? "none"}>`;
  for (const { definition, scopedName } of symbolsOf(facts, separator)) names[definition] = qualifyName(moduleName, scopedName, separator);
  return names;
}

function nameEdges(
  edges: readonly EdgeRow[],
  file: number,
  names: readonly string[][],
  files: readonly { path: string }[],
): NamedEdge[] {
  const nameOf = (id: DefinitionId): string => names[fileOf(id)]![rowOf(id)]!;
  return edges.map((edge) => ({
    path: files[file]!.path,
    line: edge.line,
    column: edge.column,
    type: EDGE_TYPES[edge.type]!,
    from: nameOf(edge.from),
    target: edge.target < 0 ? "" : nameOf(edge.target),
    targetPath: edge.target < 0 ? "" : files[fileOf(edge.target)]!.path,
    toName: edge.name,
    external: edge.external,
    confidence: edge.heuristic ? "heuristic" : "static",
    rule: edge.rule,
    text: edge.text,
    candidates: edge.candidates.map(nameOf),
    properties: edge.properties,
  }));
}
