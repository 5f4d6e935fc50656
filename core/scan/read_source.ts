/**
 * One file of source: its bytes, its blob hash and its text.
 *
 * Stage: scan, run by the workers. Invariants: the hash is git's object id of the bytes as they stand on disk; text that is not UTF-8
 * is read as far as it goes and said so; a file that cannot be read is an answer, not an error.
 */
import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { describeThrown } from "../errors.ts";
import type { ObjectFormat } from "../git.ts";

/** Why a file of a known language was left out. */
export type SkipReason = "binary" | "lfs pointer" | "unreadable" | "vanished" | "link" | "outside link" | "too large";

export interface Skip {
  readonly path: string;
  readonly reason: SkipReason;
  readonly detail: string;
}

export interface SourceText {
  readonly hash: string;
  readonly bytes: number;
  readonly text: string;
  /** What a person should know: not UTF-8. "" mostly. */
  readonly note: string;
}

/** Larger files are left out: a parse tree of this size would fill the parser's memory. */
export const LARGEST_FILE = 64 * 1024 * 1024;
/** As git does: a NUL among the first bytes means binary. */
const BINARY_PROBE = 8000;

/** git's object id of a blob, by the repository's hash. */
export function blobHash(bytes: Uint8Array, format: ObjectFormat = "sha1"): string {
  return createHash(format).update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

/** Reads and hashes a file. `path` is only for the answer. */
export function readSource(absolute: string, path: string, format: ObjectFormat = "sha1"): SourceText | Skip {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(absolute);
  } catch (thrown) {
    return skipFor(path, thrown);
  }
  return decodeSource(bytes, path, blobHash(bytes, format));
}

/** What a system error means for a file. */
export function skipFor(path: string, thrown: unknown): Skip {
  const code = (thrown as { code?: string }).code ?? "";
  const gone = code === "ENOENT" || code === "ENOTDIR" || (thrown instanceof Error && thrown.name === "NotFound");
  return { path, reason: gone ? "vanished" : "unreadable", detail: gone ? "deleted while being read" : describeThrown(thrown) };
}

/** Bytes as text, or why they are none. */
export function decodeSource(bytes: Uint8Array, path: string, hash = blobHash(bytes)): SourceText | Skip {
  if (bytes.length > LARGEST_FILE) return { path, reason: "too large", detail: `${bytes.length} bytes` };
  if (isLfsPointer(bytes)) return { path, reason: "lfs pointer", detail: "Git LFS has the text elsewhere: git lfs pull brings it" };
  const [first, second] = [bytes[0], bytes[1]];
  const wide = first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "";
  if (wide !== "") return { hash, bytes: bytes.length, text: new TextDecoder(wide).decode(bytes), note: "read as UTF-16" };
  if (bytes.subarray(0, BINARY_PROBE).includes(0)) return { path, reason: "binary", detail: "NUL bytes" };
  try {
    return { hash, bytes: bytes.length, text: STRICT.decode(bytes), note: "" };
  } catch {
    return { hash, bytes: bytes.length, text: LENIENT.decode(bytes), note: "not UTF-8: characters outside it are replaced" };
  }
}

const LFS_HEAD = new TextEncoder().encode("version https://git-lfs.github.com/spec/");

/** What lies in a repository in place of a text that Git LFS keeps elsewhere. */
function isLfsPointer(bytes: Uint8Array): boolean {
  return bytes.length < 1024 && bytes.length > LFS_HEAD.length && LFS_HEAD.every((byte, i) => bytes[i] === byte);
}

const STRICT = new TextDecoder("utf-8", { fatal: true });
const LENIENT = new TextDecoder("utf-8");

/** The first line of a file, as far as 128 bytes go; "" if it cannot be read. */
export function readFirstLine(absolute: string): string {
  try {
    const file = openSync(absolute, "r");
    try {
      if (!fstatSync(file).isFile()) return "";
      const bytes = new Uint8Array(128);
      const count = readSync(file, bytes, 0, bytes.length, 0);
      return LENIENT.decode(bytes.subarray(0, count)).split("\n")[0]!;
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}
