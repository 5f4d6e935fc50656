/**
 * Text to facts: the only module that knows the parser.
 *
 * Stage: parse. Invariants: one parser per grammar and thread, reused; the tree is freed in the function that made it, no syntax
 * node leaves; whatever is wrong with a text or with a plugin's rule for it, the answer is facts (if need be, empty ones) and a note.
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

/** A flat tree above this many nodes is given back after its file, so that one huge file does not hold memory for the rest. */
const KEPT_NODES = 1 << 21;
/** UTF-16 units of a text on which memory and cursor are compared: the cursor needs minutes for a list of a million elements. */
const COMPARED = 1 << 15;

/** Bytes of the parser's memory that are worth more than the time to start a thread again: a text of some two million letters takes them. */
const LARGE_PARSER = 1 << 27;

/** What `Parser.init` makes of its options: the runtime itself, with its exports. What it prints stands in the error that it throws. */
const runtimeModule = { instantiateWasm, printErr: (): void => {} };
/** Texts on their way into the parser. */
const parserText = new ParserText(parserRuntime());
let runtime: Promise<void> | undefined;
let flat: FlatTree | undefined;
/** So often a second parse is made anew without what spoiled it. */
const MOST_ROUNDS = 4;
/** For a second parse and for both together. */
let secondFlat: FlatTree | undefined;
let graftedFlat: FlatTree | undefined;
const grammars = new Map<string, Promise<LoadedGrammar>>();

/** Loads a grammar, once a thread. */
export function loadGrammar(plugin: LanguagePlugin, grammarName: string): Promise<LoadedGrammar> {
  const key = `${plugin.name} ${plugin.version} ${grammarName}`;
  let loading = grammars.get(key);
  if (loading === undefined) {
    grammars.set(key, loading = prepare(plugin, grammarName));
  }
  return loading;
}

/** A grammar by itself, for those who check it. @throws Error where the parser cannot read it. */
export async function loadLanguage(bytes: Uint8Array): Promise<Language> {
  await startParser();
  const language = await Language.load(bytes);
  const parser = new Parser();
  // Only here is the version of its tables looked at.
  parser.setLanguage(language);
  parser.delete();
  return language;
}

/** Starts the parser's runtime, once a thread. */
export function startParser(): Promise<void> {
  return runtime ??= startRuntime();
}

/** Where there is a `process`, the library loads Node's modules, which takes longer than the rest; it needs none of them. */
function startRuntime(): Promise<void> {
  const own = Object.getOwnPropertyDescriptor(globalThis, "process");
  if (own?.configurable !== true) return Parser.init(runtimeModule);
  Object.defineProperty(globalThis, "process", { value: undefined, configurable: true });
  try {
    // It looks before it waits for anything.
    return Parser.init(runtimeModule);
  } finally {
    Object.defineProperty(globalThis, "process", own);
  }
}

/** Makes the runtime as its library would, but for the way of the texts. @throws Error of the engine, with which `Parser.init` fails */
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
  // One .scm text serves all grammars of a plugin; `deno task queries` tells a pattern that no grammar knows.
  const patterns = compilePatterns(plugin.queries, grammar, true);
  const runtime = parserRuntime();
  const address = (language as unknown as Record<number, number>)[0]!;
  // The tests have compared memory and cursor for the program's own grammars and runtime: it need not be done in each thread again.
  const agrees = isOwnGrammar(grammarName) ? true : undefined;
  return { plugin, reading, grammar, patterns, parser, trees: { runtime, productions: readProductions(runtime, address), agrees } };
}

/** Names of a grammar's node kinds and fields, by their numbers. */
export function describeGrammar(language: Language): Grammar {
  const kinds = language.types.map(holdName);
  const named = new Uint8Array(65536);
  const kindIds = new Map<string, number[]>();
  for (const [id, kind] of kinds.entries()) {
    named[id] = language.nodeTypeIsNamed(id) ? 1 : 0;
    const ids = kindIds.get(kind);
    if (ids) ids.push(id);
    else kindIds.set(kind, [id]);
  }
  const fields = language.fields.map((field) => holdName(field ?? ""));
  const fieldIds = new Map<string, number>();
  for (const [id, field] of fields.entries()) if (field !== "") fieldIds.set(field, id);
  return { kinds, named, fields, kindIds, fieldIds };
}

/** A text's tree. */
export interface TextTree {
  /** Of a text that could not be parsed it holds nothing but the text. */
  readonly tree: FlatTree;
  readonly hasErrors: boolean;
  /** Why the text could not be parsed, else "". */
  readonly note: string;
  /** What the text says of macros. */
  readonly macros: MacroNotes | undefined;
}

/**
 * Parses `written` and lowers it. Never throws for what the text holds; offsets are UTF-16 units.
 * @param given macros of other files that it calls
 */
export function parseText(loaded: LoadedGrammar, written: string, given: readonly GivenMacro[] = []): ParsedText {
  return withTree(loaded, written, given, (tree) => lowerText(loaded, tree));
}

/** The facts of a tree. Never throws for what it holds. */
export function lowerText(language: LoweringLanguage, { tree, hasErrors, note, macros }: TextTree): ParsedText {
  try {
    const facts = note === "" ? lowerTree(tree, language, hasErrors) : emptyFacts(tree.source);
    return { facts, note, macros };
  } catch (thrown) {
    return { facts: emptyFacts(tree.source.slice(0, tree.apart?.base)), note: describeFailure(thrown), macros };
  }
}

/** Parses a text and all that is embedded in it. @param use gets the tree, whose columns are the thread's own and filled anew by the next text */
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
  // A parser takes the character of code 0 for the end of the text, and a string may hold it (a program's bytes).
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

/** Finds out whether trees can be read off the parser's memory: for all texts of the thread alike, as the same text must always give the same facts. */
function compareTrees(loaded: LoadedGrammar, text: string): void {
  const { value: tree, offsets } = parseWhole(loaded, text);
  try {
    if (tree !== null) flatten(tree, text, makeFlatTree(), loaded.trees, offsets);
  } finally {
    tree?.delete();
  }
}

/** A tree, and how its offsets count. */
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

/** Copies the tree of `text` into `into`, with `source` as its text; whether it has errors, or undefined, and no nodes, where the parser gave up. */
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

/** Parses a text again with what can be repaired, if that leaves fewer problems in `first`; whether any are left, as conflicts of a merge are. */
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

/** Nodes that did not parse, and tokens that are missing. */
function countProblems(tree: FlatTree): number {
  let count = 0;
  for (let node = 1; node < tree.count; node++) {
    if (tree.kind[node] === ERROR_KIND || tree.start[node] === tree.end[node]) count++;
  }
  return count;
}

/** The tree together with what a second parse finds in its loose tokens; the tree itself where there is nothing to find. */
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
