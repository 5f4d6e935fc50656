/**
 * Text to facts: the only module that knows the parser.
 *
 * Stage: parse. Invariants: one parser for each grammar and thread, reused; a syntax tree is freed in the function that made it, no syntax
 * node leaves it; whatever is wrong with a text or with a plugin's rule for it, the result is facts (empty if necessary) and a note.
 */
import { Language, Parser, type Tree } from "web-tree-sitter";
import { holdName } from "../base/held_name.ts";
import { findConflicts, withoutConflicts } from "../base/merge_conflicts.ts";
import { describeThrown } from "../errors.ts";
import { emptyFacts } from "../facts/empty_facts.ts";
import { isOwnGrammar, readGrammar, readRuntime } from "../grammar_files.ts";
import type { LoweringLanguage } from "../lower/lower.ts";
import { lowerTree } from "../lower/lower_passes.ts";
import { compilePatterns } from "../lower/patterns.ts";
import type { LanguagePlugin, ReadMacro } from "../plugin.ts";
import { graft, withoutSpoiling } from "../tree/embed.ts";
import {
  ERROR_KIND,
  exchange,
  flatten,
  type FlatTree,
  type Grammar,
  isComment,
  KEPT_NODES,
  makeFlatTree,
  type RawCursor,
  type TreeSource,
} from "../tree/flat_tree.ts";
import type { GivenMacro, MacroNotes } from "../tree/given_macros.ts";
import { type ParserMemory, readProductions } from "../tree/tree_memory.ts";
import type { ParsedText } from "./parsed_file.ts";
import { LONGEST_WHOLE, readPieces } from "./read_pieces.ts";
import { type Offsets, type ParseCallback, ParserText } from "./parser_text.ts";

/** A plugin's grammar, ready to parse in this thread. */
export interface LoadedGrammar extends LoweringLanguage {
  readonly parser: Parser;
  readonly trees: TreeSource;
}

/** How many UTF-16 units of a text are used to compare memory and cursor: the cursor needs minutes for a list of a million elements. */
const COMPARED = 1 << 15;

/** Bytes of the parser's memory that are worth more than the time to start a thread again: a text of some two million letters takes them. */
const LARGE_PARSER = 1 << 27;

/** What `Parser.init` makes of its options: the runtime itself, with its exports. What it prints is also in the error that it throws. */
const runtimeModule = { instantiateWasm, printErr: (): void => {} };
/** Passes texts to the parser. */
const parserText = new ParserText(parserRuntime());
let runtime: Promise<void> | undefined;
let flat: FlatTree | undefined;
/** How often a second parse is repeated without what spoiled it. */
const MOST_ROUNDS = 4;
/** For a second parse, and for both together. */
let secondFlat: FlatTree | undefined;
let graftedFlat: FlatTree | undefined;
const grammars = new Map<string, Promise<LoadedGrammar>>();

/** Loads a grammar, once for each thread. */
export function loadGrammar(plugin: LanguagePlugin, grammarName: string): Promise<LoadedGrammar> {
  const key = `${plugin.name} ${plugin.version} ${grammarName}`;
  let loading = grammars.get(key);
  if (loading === undefined) {
    grammars.set(key, loading = prepare(plugin, grammarName));
  }
  return loading;
}

/**
 * A grammar by itself, to check it.
 * @throws Error if the parser cannot read it
 */
export async function loadLanguage(bytes: Uint8Array): Promise<Language> {
  await startParser();
  const language = await Language.load(bytes);
  const parser = new Parser();
  // Only this call checks the version of its tables.
  parser.setLanguage(language);
  parser.delete();
  return language;
}

/** Starts the parser's runtime, once for each thread. */
export function startParser(): Promise<void> {
  return runtime ??= startRuntime();
}

/**
 * Starts it without a global `process`: if there is one, the library loads Node's modules, which takes longer than the rest and is not
 * needed.
 */
function startRuntime(): Promise<void> {
  const own = Object.getOwnPropertyDescriptor(globalThis, "process");
  if (own?.configurable !== true) return Parser.init(runtimeModule);
  Object.defineProperty(globalThis, "process", { value: undefined, configurable: true });
  try {
    // It checks before its first await.
    return Parser.init(runtimeModule);
  } finally {
    Object.defineProperty(globalThis, "process", own);
  }
}

/**
 * Instantiates the runtime as its library would, but with another way to pass texts.
 * @throws Error of the engine, with which `Parser.init` fails
 */
function instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void): void {
  const { env } = imports as { env: Record<string, WebAssembly.ImportValue> };
  const own = env.tree_sitter_parse_callback as ParseCallback | undefined;
  if (own !== undefined) env.tree_sitter_parse_callback = parserText.wrap(own);
  const module = new WebAssembly.Module(readRuntime() as Uint8Array<ArrayBuffer>);
  done(new WebAssembly.Instance(module, imports), module);
}

/** Whether a text has made the parser's memory large, which never shrinks. */
export function hasLargeParser(): boolean {
  return parserRuntime().HEAPU8.length > LARGE_PARSER;
}

/** The running parser itself, for what its library does not offer. */
function parserRuntime(): RawCursor & ParserMemory {
  return runtimeModule as unknown as RawCursor & ParserMemory;
}

async function prepare(plugin: LanguagePlugin, grammarName: string): Promise<LoadedGrammar> {
  await startParser();
  const [language, reading] = await Promise.all([Language.load(readGrammar(grammarName)), plugin.reading()]);
  const grammar = describeGrammar(language);
  const parser = new Parser();
  parser.setLanguage(language);
  // One .scm text serves all grammars of a plugin; `deno task queries` reports a pattern that no grammar knows.
  const patterns = compilePatterns(plugin.queries, grammar, true);
  const runtime = parserRuntime();
  const address = (language as unknown as Record<number, number>)[0]!;
  // For the program's own grammars and runtime, the tests have compared memory and cursor: not repeated in each thread.
  const agrees = isOwnGrammar(grammarName) ? true : undefined;
  return { plugin, reading, grammar, patterns, parser, trees: { runtime, productions: readProductions(runtime, address), agrees } };
}

/** The names of a grammar's node kinds and fields, by their numbers. */
export function describeGrammar(language: Language): Grammar {
  const kinds = language.types.map(holdName);
  const named = new Uint8Array(65536);
  const code = new Uint8Array(65536);
  const kindIds = new Map<string, number[]>();
  for (const [id, kind] of kinds.entries()) {
    named[id] = language.nodeTypeIsNamed(id) ? 1 : 0;
    code[id] = isComment(kind) ? 0 : named[id]!;
    const ids = kindIds.get(kind);
    if (ids) ids.push(id);
    else kindIds.set(kind, [id]);
  }
  const fields = language.fields.map((field) => holdName(field ?? ""));
  const fieldIds = new Map<string, number>();
  for (const [id, field] of fields.entries()) if (field !== "") fieldIds.set(field, id);
  return { kinds, named, code, fields, kindIds, fieldIds };
}

/** A text's tree. */
export interface TextTree {
  /** If the text could not be parsed, it contains only the text. */
  readonly tree: FlatTree;
  readonly hasErrors: boolean;
  /** Why the text could not be parsed; otherwise "". */
  readonly note: string;
  /** What the text says about macros. */
  readonly macros: MacroNotes | undefined;
}

/**
 * Parses `written` and lowers it. Never throws because of the text; offsets are UTF-16 units.
 * @param given macros of other files that it calls
 */
export function parseText(loaded: LoadedGrammar, written: string, given: readonly GivenMacro[] = []): ParsedText {
  return withTree(loaded, written, given, (tree) => lowerText(loaded, tree));
}

/** The facts of a tree. Never throws because of its contents. */
export function lowerText(language: LoweringLanguage, { tree, hasErrors, note, macros }: TextTree): ParsedText {
  try {
    const facts = note === "" ? lowerTree(tree, language, hasErrors) : emptyFacts(tree.source);
    return { facts, note, macros };
  } catch (thrown) {
    return { facts: emptyFacts(tree.source.slice(0, tree.apart?.base)), note: describeFailure(thrown), macros };
  }
}

/**
 * Parses a text and all code embedded in it.
 * @param use receives the tree, whose columns belong to the thread and are overwritten by the next text
 */
export function withTree<T>(loaded: LoadedGrammar, written: string, given: readonly GivenMacro[], use: (tree: TextTree) => T): T {
  flat ??= makeFlatTree();
  try {
    return use(parseTree(loaded, written, given, flat));
  } finally {
    flat.source = "";
    if (flat.kind.length > KEPT_NODES) flat = secondFlat = graftedFlat = undefined;
  }
}

function parseTree(loaded: LoadedGrammar, written: string, given: readonly GivenMacro[], first: FlatTree): TextTree {
  // The parser takes the character with code 0 for the end of the text, and a string literal may contain it (binary data).
  const source = written.includes("\0") ? written.replaceAll("\0", "\x01") : written;
  if (loaded.trees.agrees === undefined) compareTrees(loaded, source.slice(0, COMPARED));
  let hasErrors = readTree(loaded, ease(loaded, source), source, first);
  if (hasErrors === undefined) return { tree: first, hasErrors: true, note: "the parser gave up", macros: undefined };
  if (hasErrors) hasErrors = parseRepaired(loaded, source, first);
  try {
    return { ...readEmbedded(loaded, first, given), hasErrors, note: "" };
  } catch (thrown) {
    return { tree: first, hasErrors, note: describeFailure(thrown), macros: undefined };
  }
}

function describeFailure(thrown: unknown): string {
  return `extraction failed: ${describeThrown(thrown)}`;
}

/**
 * Finds out whether trees can be read from the parser's memory. This holds for all texts of the thread, as the same text must always yield
 * the same facts.
 */
function compareTrees(loaded: LoadedGrammar, text: string): void {
  const { value: tree, offsets } = parseWhole(loaded, text);
  try {
    if (tree !== null) flatten(tree, text, makeFlatTree(), loaded.trees, offsets);
  } finally {
    tree?.delete();
  }
}

/** A tree, and the unit of its offsets. */
interface Parsed {
  readonly value: Tree | null;
  readonly offsets: Offsets;
}

function ease({ reading }: LoadedGrammar, text: string): string {
  return reading.ease?.(text) ?? text;
}

/** Parses a text as it is. */
export function parseWhole({ parser, reading, trees }: LoadedGrammar, text: string): Parsed {
  const asUtf8 = trees.agrees === true;
  return parserText.withText(text, asUtf8, asUtf8 ? reading.unread?.(text) ?? [] : [], () => parser.parse(text));
}

/**
 * Copies the tree of `text` into `into`, with `source` as its text. Returns whether it has errors; undefined, with no nodes, if the parser
 * gave up.
 */
function readTree(loaded: LoadedGrammar, text: string, source: string, into: FlatTree): boolean | undefined {
  if (text.length > LONGEST_WHOLE) {
    const hasErrors = readPieces(text, into, loaded.grammar, (part, piece) => readWhole(loaded, part, part, piece));
    into.source = source;
    into.grafts = [];
    into.apart = undefined;
    return hasErrors;
  }
  return readWhole(loaded, text, source, into);
}

/** @see readTree */
export function readWhole(loaded: LoadedGrammar, text: string, source: string, into: FlatTree): boolean | undefined {
  const { value: tree, offsets } = parseWhole(loaded, text);
  if (tree === null) {
    into.count = 0;
    into.source = source;
    return undefined;
  }
  try {
    flatten(tree, source, into, loaded.trees, offsets);
    return tree.rootNode.hasError;
  } finally {
    tree.delete();
  }
}

/**
 * Parses a text again after repairing it, and keeps the result in `first` if it has fewer problems. Returns whether there are errors left;
 * merge conflicts count as such.
 */
function parseRepaired(loaded: LoadedGrammar, source: string, first: FlatTree): boolean {
  const conflicts = findConflicts(source);
  const own = withoutConflicts(source, conflicts);
  const text = loaded.reading.repair?.(own) ?? own;
  if (text === source || text.length !== source.length) return true;
  secondFlat ??= makeFlatTree();
  const hasErrors = readTree(loaded, ease(loaded, text), source, secondFlat);
  if (hasErrors === undefined || countProblems(secondFlat) >= countProblems(first)) return true;
  exchange(first, secondFlat);
  return hasErrors || conflicts.length > 0;
}

/** The number of nodes that did not parse, and of missing tokens. */
function countProblems(tree: FlatTree): number {
  let count = 0;
  for (let node = 1; node < tree.count; node++) {
    if (tree.kind[node] === ERROR_KIND || tree.start[node] === tree.end[node]) count++;
  }
  return count;
}

/** The tree combined with what a second parse finds in its loose tokens; the tree itself if there are none. */
function readEmbedded(loaded: LoadedGrammar, first: FlatTree, given: readonly GivenMacro[]): Pick<TextTree, "tree" | "macros"> {
  const read = given.map((macro): ReadMacro => ({ ...macro, tree: () => readAside(loaded, macro.text) }));
  const code = loaded.reading.embedded?.(first, loaded.grammar, read);
  if (code === undefined || code.regions.length === 0) return { tree: first, macros: code?.macros };
  secondFlat ??= makeFlatTree();
  graftedFlat ??= makeFlatTree();
  let text: string | undefined = code.text;
  for (let round = 0; text !== undefined && round < MOST_ROUNDS; round++) {
    const hasErrors = readTree(loaded, text, code.text, secondFlat);
    if (hasErrors === undefined) return { tree: first, macros: code.macros };
    text = hasErrors ? withoutSpoiling(secondFlat, code.regions, text, round >= MOST_ROUNDS - 2) : undefined;
  }
  graft(first, secondFlat, code, graftedFlat);
  secondFlat.source = "";
  return { tree: graftedFlat, macros: code.macros };
}

/** The tree of a text that belongs to another file. */
function readAside(loaded: LoadedGrammar, text: string): FlatTree {
  secondFlat ??= makeFlatTree();
  readTree(loaded, text, text, secondFlat);
  return secondFlat;
}
