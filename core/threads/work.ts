/**
 * The heavy work of one thread: texts to facts, facts to edges. Done in the calling thread for small jobs, in workers for large ones.
 *
 * Stage: parse and resolve. Invariants: either half is loaded when it is needed, for most threads do one of them, and loading both takes
 * as long again; a thread that a giant text has made large is spent.
 */
import { areLarge, type PackedTrees } from "../parse/packed_trees.ts";
import type { ParsedBatch } from "../parse/parsed_file.ts";
import type { LanguagePlugin } from "../plugin.ts";
import type { PackedEdges } from "./packed_edges.ts";
import type { ParseItem } from "./parse_work.ts";
import type { PreparedNames, ResolverInput, ResolveWork } from "./resolve_work.ts";

/** What a thread is for. */
export type Half = "parse" | "resolve";

// A name that is not written out is no part of the module graph that is read at the start (`later.ts`).
const loadParsing = (): Promise<typeof import("./parse_work.ts")> => import("./parse_work.ts" as string);
const loadResolving = (): Promise<typeof import("./resolve_work.ts")> => import("./resolve_work.ts" as string);

/** Where a thread finds its languages. */
export interface LanguageSource {
  /** A language by its name, for one half of the work. */
  readonly load: (language: string, half: Half) => Promise<LanguagePlugin>;
  /** The name of the language that files of an ending (`.rs`) are most likely written in; undefined: nobody here knows. */
  readonly nameOf: (ending: string) => string | undefined;
}

/** See the head of this file. */
export class Work {
  #resolving: ResolveWork | undefined;
  /** Made before it was asked for. */
  #library: { readonly language: string; readonly facts: Uint8Array } | undefined;
  #isSpent = false;
  readonly #parsed = (language: string): Promise<LanguagePlugin> => this.languages.load(language, "parse");

  constructor(readonly languages: LanguageSource) {}

  /** Loads a half before its first job comes. */
  async load(half: Half): Promise<void> {
    if (half === "parse") await (await loadParsing()).startParser();
    else await loadResolving();
  }

  /** Loads what texts of the first ending need that is known here, before one comes. @param lowers whether it will be asked for the language's library */
  async expect(endings: readonly string[], lowers: boolean): Promise<void> {
    const ending = endings.find((one) => this.languages.nameOf(one) !== undefined);
    if (ending === undefined) return;
    const language = this.languages.nameOf(ending)!;
    await (await loadParsing()).loadFor(await this.#parsed(language), ending);
    if (lowers) this.#library = { language, facts: await this.parseLibrary(language) };
  }

  /** Whether it holds so much memory, which only its thread's end gives back, that another thread in its place is worth its start. */
  get isSpent(): boolean {
    return this.#isSpent;
  }

  async parse(items: readonly ParseItem[]): Promise<ParsedBatch> {
    const module = await loadParsing();
    const batch = await module.parseItems(items, this.#parsed);
    this.#isSpent = module.hasLargeParser();
    return batch;
  }
  /** The first half of parsing. @param room a buffer of trees that are lowered */
  async readTrees(items: readonly ParseItem[], room: SharedArrayBuffer | undefined): Promise<PackedTrees> {
    const module = await loadParsing();
    const trees = await module.readTrees(items, room, this.#parsed);
    this.#isSpent = module.hasLargeParser();
    return trees;
  }
  /** The second half. */
  async lowerTrees(trees: PackedTrees): Promise<ParsedBatch> {
    const batch = await (await loadParsing()).lowerTrees(trees, this.#parsed);
    this.#isSpent = areLarge(trees);
    return batch;
  }

  /** Encoded facts of a language's own library. */
  async parseLibrary(language: string): Promise<Uint8Array> {
    if (this.#library?.language === language) return this.#library.facts;
    return await (await loadParsing()).parseLibrary(await this.#parsed(language));
  }

  /** Builds the maps of one language. */
  async prepare(input: ResolverInput): Promise<PreparedNames> {
    const module = await loadResolving();
    this.#resolving = new module.ResolveWork(await this.languages.load(input.language, "resolve"), input);
    return this.#resolving.names();
  }

  /** Edges of files, by their numbers in the prepared language. */
  resolve(indices: readonly number[], strictSyntax: boolean): PackedEdges {
    return this.#resolving!.resolve(indices, strictSyntax);
  }

  /** Lets the maps of the last language go. */
  forget(): void {
    this.#resolving = undefined;
  }
}
