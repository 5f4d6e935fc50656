/**
 * Reads a source file from the disk: its bytes and its blob hash.
 *
 * Stage: scan and parse. Invariants: the hash is git's object id of the bytes as they are on the disk; an unreadable file is a result, not
 * an exception.
 */
import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import type { ObjectFormat } from "../base/git.ts";
import { describeThrown } from "../errors.ts";
import { decodeSource, type Skip, type SourceText } from "./decode_source.ts";

/** git's object id of a blob, by the repository's hash function. */
function blobHash(bytes: Uint8Array, format: ObjectFormat): string {
  return createHash(format).update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

/** A file's bytes and their hash. */
export interface SourceBytes {
  readonly bytes: Uint8Array;
  readonly hash: string;
}

/** Reads and hashes a file. `path` is used only in the result. */
export function readBytes(absolute: string, path: string, format: ObjectFormat = "sha1"): SourceBytes | Skip {
  try {
    const bytes = readFileSync(absolute);
    return { bytes, hash: blobHash(bytes, format) };
  } catch (thrown) {
    return skipFor(path, thrown);
  }
}

/** Reads a file as text. `path` is used only in the result. */
export function readSource(absolute: string, path: string, format: ObjectFormat = "sha1"): SourceText | Skip {
  const read = readBytes(absolute, path, format);
  return "reason" in read ? read : decodeSource(read.bytes, path, read.hash);
}

/** Replaces bytes in a path that are not UTF-8; such a path cannot be opened. */
const REPLACED = "\ufffd";

/** What a system error means for a file or a folder. */
export function skipFor(path: string, thrown: unknown): Skip {
  const code = (thrown as { code?: string }).code ?? "";
  const gone = code === "ENOENT" || code === "ENOTDIR" || (thrown instanceof Error && thrown.name === "NotFound");
  if (gone && path.includes(REPLACED)) {
    return { path, reason: "name not UTF-8", detail: "it cannot be opened by its name: rename it" };
  }
  return { path, reason: gone ? "vanished" : "unreadable", detail: gone ? "deleted while being read" : describeThrown(thrown) };
}

/** The first line of a file, up to 128 bytes; "" if it cannot be read. */
export function readFirstLine(absolute: string): string {
  try {
    const file = openSync(absolute, "r");
    try {
      if (!fstatSync(file).isFile()) return "";
      const bytes = new Uint8Array(128);
      const count = readSync(file, bytes, 0, bytes.length, 0);
      return new TextDecoder().decode(bytes.subarray(0, count)).split("\n")[0]!;
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}
