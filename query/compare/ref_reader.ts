/**
 * What a comparison reads of refs besides the index: trees, texts, and symbols of single files.
 * Stage: query; the interface alone, implemented by `workspace/read_refs.ts`. Invariant: only what is asked for is read.
 */
import type { FileSymbols } from "../../core/compare/source_symbols.ts";
import type { WordPlace } from "../../core/compare/word_places.ts";

/** A ref with its files of known languages. */
export interface RefTree {
  /** As it was asked for. */
  readonly name: string;
  /** "" outside git and before the first commit. */
  readonly commit: string;
  /** Whether it is the working tree. */
  readonly live: boolean;
  /** Whether it is a commit with the same files as the working tree. */
  readonly asLive: boolean;
  /** Row of the index with exactly this state; undefined if there is none. */
  readonly refId: number | undefined;
  /** For a working tree that changed since it was indexed: the row with its former state. */
  readonly formerId?: number;
  /** Path -> id of the text. */
  readonly files: ReadonlyMap<string, string>;
  /** The same for package manifests; empty if the index has the state. */
  readonly manifests: ReadonlyMap<string, string>;
}

/** Reads what a comparison needs of refs, from git and the index. */
export interface RefReader {
  /** @throws CallgroveError ref_not_indexed if git has no such ref. */
  findTree(name: string): Promise<RefTree>;
  /** Those of `names` that git no longer has, such as deleted branches. */
  findGone(names: readonly string[]): Promise<ReadonlySet<string>>;
  /** Whether this is a partial clone, in which texts may be missing. */
  isPartial(): Promise<boolean>;
  /** Files of the tree with their symbols; unreadable files are left out. */
  readFiles(tree: RefTree, paths: readonly string[]): Promise<FileSymbols[]>;
  /** Those of `paths` whose text contains `word`, and those whose text cannot be read. */
  findMentions(tree: RefTree, paths: readonly string[], word: string): Promise<string[]>;
  /** Where words occur in the code of files. */
  findWords(tree: RefTree, paths: readonly string[], wanted: WantedWords): Promise<FileWords[]>;
}

/** The words to look for. */
export interface WantedWords {
  readonly words: ReadonlySet<string>;
  /** Only files of these languages. */
  readonly languages: ReadonlySet<string>;
  /** Most files with an occurrence that are read, in the given order. */
  readonly most: number;
}

/** A file with the places of some words in it. */
export interface FileWords {
  readonly file: FileSymbols;
  readonly places: readonly WordPlace[];
}
