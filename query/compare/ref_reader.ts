/**
 * What a comparison asks of refs beside the index: trees, texts and symbols of single files.
 *
 * Stage: query; the interface alone, `workspace/read_refs.ts` answers it. Invariant: only what is asked for is read.
 */
import type { FileSymbols } from "../../core/compare/source_symbols.ts";
import type { WordPlace } from "../../core/compare/word_places.ts";

/** A ref with the files of known languages. */
export interface RefTree {
  /** As asked for. */
  readonly name: string;
  /** "" outside git and before the first commit. */
  readonly commit: string;
  /** The working tree. */
  readonly live: boolean;
  /** A commit whose files are those of the working tree. */
  readonly asLive: boolean;
  /** Row of the index that holds this very state; undefined where there is none. */
  readonly refId: number | undefined;
  /** Of the working tree that has moved on since it was indexed: the row that holds what it was then. */
  readonly formerId?: number;
  /** Path -> id of the text. */
  readonly files: ReadonlyMap<string, string>;
  /** The same of what says which packages there are; none where the index holds the state. */
  readonly manifests: ReadonlyMap<string, string>;
}

/** Reads what a comparison needs of refs, from git and the index. */
export interface RefReader {
  /** @throws CallgroveError ref_not_indexed where git knows no such ref. */
  findTree(name: string): Promise<RefTree>;
  /** Those of `names` that git knows no more, a deleted branch. */
  findGone(names: readonly string[]): Promise<ReadonlySet<string>>;
  /** Files of the tree with their symbols; what cannot be read is left out. */
  readFiles(tree: RefTree, paths: readonly string[]): Promise<FileSymbols[]>;
  /** Those of `paths` in whose text `word` occurs, and those whose text cannot be read. */
  findMentions(tree: RefTree, paths: readonly string[], word: string): Promise<string[]>;
  /** Where words stand in the code of files. */
  findWords(tree: RefTree, paths: readonly string[], wanted: WantedWords): Promise<FileWords[]>;
}

/** Which words are looked for. */
export interface WantedWords {
  readonly words: ReadonlySet<string>;
  /** Files of these languages alone. */
  readonly languages: ReadonlySet<string>;
  /** Of the files that hold one no more than so many are read, in the order given. */
  readonly most: number;
}

/** A file with the places of some words in it. */
export interface FileWords {
  readonly file: FileSymbols;
  readonly places: readonly WordPlace[];
}
