/**
 * Decodes the bytes of a source file, or says why they are not text.
 *
 * Stage: scan and parse. Invariants: text that is not UTF-8 is read as well as possible and marked with a note; the disk is not accessed,
 * so that a thread that already has the bytes loads nothing else.
 */
/** Why a file of a known language was left out. */
export type SkipReason =
  | "binary"
  | "lfs pointer"
  | "unreadable"
  | "vanished"
  | "link"
  | "outside link"
  | "too large"
  | "name not UTF-8"
  | typeof IGNORED
  | typeof SPARSE
  | typeof SUBMODULE
  | typeof REPOSITORY
  | typeof TEMPLATE;

/** Covered by ignore rules outside git, where it is unknown whether git would track it. */
export const IGNORED = "ignored";
/** Tracked files that a sparse checkout does not write to the disk: those of a language are one skip. */
export const SPARSE = "sparse checkout";
/** Another repository inside the tree, which git tracks as one entry. */
export const SUBMODULE = "submodule";
/** The same if git does not track it. */
export const REPOSITORY = "repository";
/** Components with code inside a template: all of them are one skip. */
export const TEMPLATE = "template";

/** A file that was left out, and why. */
export interface Skip {
  readonly path: string;
  readonly reason: SkipReason;
  readonly detail: string;
  /** Absent if unknown, as for a folder. */
  readonly language?: string;
  /** How many files it stands for; absent for one. */
  readonly files?: number;
}

/** A file that was left out, as stored in the index. */
export interface KeptSkip extends Skip {
  /** The size in bytes of a file that was examined and is not text. */
  readonly size?: number;
  /** When it was last changed, in ms; 0: too recently to be trusted. */
  readonly time?: number;
}

/** The parts that are reported. */
export function plainSkip({ size: _size, time: _time, ...skip }: KeptSkip): Skip {
  return skip;
}

/** How many files were left out. */
export function countSkipped(skipped: readonly Pick<Skip, "files">[]): number {
  return skipped.reduce((sum, skip) => sum + (skip.files ?? 1), 0);
}

/** A file's text and git's id for it. */
export interface SourceText {
  readonly hash: string;
  readonly bytes: number;
  readonly text: string;
  /** What a person should know: not UTF-8. Usually "". */
  readonly note: string;
}

/** Larger files are left out: a parse tree of this size would fill the parser's memory. */
export const LARGEST_FILE = 64 * 1024 * 1024;
/** How many bytes are checked for NUL, which means binary, as in git. */
const BINARY_PROBE = 8000;

/** Why bytes are not text; undefined if they are. `path` is used only in the result. */
export function whyNoText(bytes: Uint8Array, path: string): Skip | undefined {
  if (bytes.length > LARGEST_FILE) return { path, reason: "too large", detail: `${bytes.length} bytes` };
  if (isLfsPointer(bytes)) return { path, reason: "lfs pointer", detail: "its text is in Git LFS: git lfs pull fetches it" };
  const isBinary = bytes.subarray(0, BINARY_PROBE).includes(0) && wideEncoding(bytes) === undefined;
  return isBinary ? { path, reason: "binary", detail: "NUL bytes" } : undefined;
}

/** The 16-bit encoding whose byte order mark a text begins with. */
function wideEncoding([first, second]: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

/** Decodes bytes, or says why they are not text. `path` and `hash` are used only in the result. */
export function decodeSource(bytes: Uint8Array, path: string, hash: string): SourceText | Skip {
  const skip = whyNoText(bytes, path);
  if (skip !== undefined) return skip;
  const wide = wideEncoding(bytes);
  if (wide !== undefined) return { hash, bytes: bytes.length, text: new TextDecoder(wide).decode(bytes), note: "read as UTF-16" };
  try {
    return { hash, bytes: bytes.length, text: STRICT.decode(bytes), note: "" };
  } catch {
    return { hash, bytes: bytes.length, text: decodeByLine(bytes), note: "not UTF-8: such lines are read as Windows-1252" };
  }
}

/** Decodes each line separately, so that names and texts beyond ASCII are correct in either encoding, even if a file mixes them. */
function decodeByLine(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let start = 0, end = 0; start < bytes.length; start = end) {
    const at = bytes.indexOf(NEWLINE, start);
    end = at < 0 ? bytes.length : at + 1;
    const line = bytes.subarray(start, end);
    try {
      parts.push(STRICT.decode(line));
    } catch {
      parts.push(WESTERN.decode(line));
    }
  }
  return parts.join("");
}

const NEWLINE = 10;

const LFS_HEAD = new TextEncoder().encode("version https://git-lfs.github.com/spec/");

/** Whether the bytes are the pointer that Git LFS stores in a repository in place of a text. */
function isLfsPointer(bytes: Uint8Array): boolean {
  return bytes.length < 1024 && bytes.length > LFS_HEAD.length && LFS_HEAD.every((byte, i) => bytes[i] === byte);
}

const STRICT = new TextDecoder("utf-8", { fatal: true });
/** Includes the printable characters of Latin-1. */
const WESTERN = new TextDecoder("windows-1252");
