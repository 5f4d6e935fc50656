/**
 * The work of one thread: texts to facts, facts to edges. Done in the calling thread for small jobs, in workers for large ones.
 *
 * Stage: parse and resolve. Invariant: each half is loaded when it is needed, for most threads do only one of them, and loading both takes
 * twice as long.
 */
import { areLarge, type PackedTrees } from "../parse/packed_trees.ts";
import type { ParsedBatch } from "../parse/parsed_file.ts";
import type { LanguagePlugin } from "../plugin.ts";
import type { PackedEdges } from "./packed_edges.ts";
import type { ParseItem } from "./parse_work.ts";
import type { PreparedNames, ResolverInput, ResolveWork } from "./resolve_work.ts";

/** What a thread is for. */
export type Half = "parse" | "resolve";

// An import whose name is not a literal is not part of the module graph that is loaded at the start (`later.ts`).
const loadParsing = (): Promise<typeof import("./parse_work.ts")> => import("./parse_work.ts" as string);
const loadResolving = (): Promise<typeof import("./resolve_work.ts")> => import("./resolve_work.ts" as string);

/** Where a thread finds its languages. */
export interface LanguageSource {
  /** A language by its name, for one half of the work. */
  readonly load: (language: string, half: Half) => Promise<LanguagePlugin>;
  /** The most likely language of files with an extension (`.rs`), by name; undefined if it is not known here. */
  readonly nameOf: (ending: string) => string | undefined;
}

/** Loads each half of the work on first use and runs it. */
export class Work {
  #resolving: ResolveWork | undefined;
  /** Made before it was requested. */
  #library: { readonly language: string; readonly facts: Uint8Array } | undefined;
  #isSpent = false;
  readonly #parsed = (language: string): Promise<LanguagePlugin> => this.languages.load(language, "parse");

  constructor(readonly languages: LanguageSource) {}

  /** Loads a half before its first job. */
  async load(half: Half): Promise<void> {
    if (half === "parse") await (await loadParsing()).startParser();
    else await loadResolving();
  }

  /**
   * Loads what texts of the first known extension need, before one arrives.
   * @param lowers whether the language's library will be requested too
   */
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
  /**
   * The first half of parsing.
   * @param room a reusable buffer, of trees that are already lowered
   */
  async readTrees(items: readonly ParseItem[], room: SharedArrayBuffer | undefined): Promise<PackedTrees> {
    const module = await loadParsing();
    const trees = await module.readTrees(items, room, this.#parsed);
    this.#isSpent = module.hasLargeParser();
    return trees;
  }
  /** The second half of parsing. */
  async lowerTrees(trees: PackedTrees): Promise<ParsedBatch> {
    const batch = await (await loadParsing()).lowerTrees(trees, this.#parsed);
    this.#isSpent = areLarge(trees);
    return batch;
  }

  /** The encoded facts of a language's own library. */
  async parseLibrary(language: string): Promise<Uint8Array> {
    if (this.#library?.language === language) return this.#library.facts;
    return await (await loadParsing()).parseLibrary(await this.#parsed(language));
  }

  /** Builds the tables of one language. */
  async prepare(input: ResolverInput): Promise<PreparedNames> {
    const module = await loadResolving();
    this.#resolving = new module.ResolveWork(await this.languages.load(input.language, "resolve"), input);
    return this.#resolving.names();
  }

  /** The edges of files, given by their indices in the prepared language. */
  resolve(indices: readonly number[], strictSyntax: boolean): PackedEdges {
    return this.#resolving!.resolve(indices, strictSyntax);
  }

  /** Releases the tables of the last language. */
  forget(): void {
    this.#resolving = undefined;
  }
}
