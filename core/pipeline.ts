/**
 * The whole way from a folder to `index.db`: scan -> parse -> symbols -> resolve -> write.
 *
 * Invariants: a file whose text and surroundings are known is neither parsed nor resolved again; an index brought up to date step
 * by step exports the same bytes as one made afresh; one transaction publishes it, so that a reader sees the old or the new one.
 */

/** What to bring up to date. */
export interface IndexOptions {
  /** Any folder of the project; the repository around it is indexed, or the folder itself outside git. */
  readonly directory: string;
  /** Folder of the databases; without it `CALLGROVE_DB`, then the place of the contract. */
  readonly database?: string;
  /** A branch, tag or commit to read from git; without it the working tree ("live"). */
  readonly ref?: string;
  /** Everything from scratch: no cached facts, no earlier resolution. */
  readonly force?: boolean;
  /** Files with a syntax error keep their symbols and give no call sites at all. */
  readonly strictSyntax?: boolean;
  /** Parse workers; without it as many as pay on this machine. 0: all in the calling thread. */
  readonly workers?: number;
  /** How long to wait for another `index` of the same database, ms. Without it 60,000. Then `index_in_progress`. */
  readonly waitMs?: number;
}

export type IndexStage = "scan" | "parse" | "resolve" | "write";
/** Sent often (at most every 50 ms a stage); `total` is 0 while it is not known. The unit is files. */
export interface IndexProgress {
  readonly stage: IndexStage;
  readonly done: number;
  readonly total: number;
}

/** Why a file of a known language was left out. */
export type SkipReason = "binary" | "unreadable" | "vanished" | "outside link" | "too large" | "failed";

/** What an `index` did and what the index holds now. Plain data, printed as it is by `index --json`. */
export interface IndexSummary {
  readonly root: string;
  readonly ref: string;
  /** Commit that was read, "" outside git. */
  readonly commit: string;
  readonly database: string;
  /** What this run did: files read and parsed, resolved, dropped from the index. All 0: nothing had changed. */
  readonly parsed: number;
  readonly resolved: number;
  readonly removed: number;
  /** What the index of this ref holds now. */
  readonly files: number;
  readonly lines: number;
  readonly symbols: number;
  readonly languages: Readonly<Record<string, { readonly files: number; readonly lines: number }>>;
  /** Edge type -> confidence -> edges with a target in the repository. */
  readonly edges: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Call sites by what became of them. */
  readonly sites: { readonly resolved: number; readonly external: number; readonly ambiguous: number; readonly unresolved: number };
  /** Files left out, each with its reason and what the system said about it. */
  readonly skipped: readonly { readonly path: string; readonly reason: SkipReason; readonly detail: string }[];
  /** Files with regions that did not parse: lines from-to. */
  readonly problems: readonly { readonly path: string; readonly lines: readonly (readonly [number, number])[] }[];
  /** What a person should know: an older index was rebuilt, a file is not UTF-8. */
  readonly warnings: readonly string[];
  /** Wall time of the whole run and of its stages, ms. Stages overlap; their sum may be above the whole. */
  readonly ms: number;
  readonly timings: Readonly<Record<string, number>>;
}

/**
 * Brings the index of a working tree or a ref up to date, or makes it.
 * @throws CallgroveError project_not_found, workspace_not_allowed, index_in_progress, index_incompatible, ref_not_indexed,
 * internal_error. On any of them, and when the process is killed, the index that was there before stays as it was.
 */
export function indexDirectory(options: IndexOptions, onProgress?: (progress: IndexProgress) => void): Promise<IndexSummary> {
  onProgress?.({ stage: "scan", done: 0, total: 0 });
  return Promise.reject(new Error(`not built yet: ${options.directory}`));
}
