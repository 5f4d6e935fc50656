/**
 * Transcripts below the folders named.
 *
 * Stage: memory. Invariants: only below these folders, without following links out of them; a file that is no transcript is recognized by
 * its first lines and left alone.
 */
import { closeSync, lstatSync, openSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { compareText } from "../../core/base/lists.ts";
import { isObject } from "../../core/base/parsed_values.ts";
import { listFolder } from "../list_folder.ts";
import { claudeCode } from "./claude_code.ts";
import { codex } from "./codex.ts";
import { geminiDocument, geminiLines } from "./gemini.ts";
import { opencodeDatabase, opencodeFolder } from "./opencode.ts";
import { plain } from "./plain.ts";
import type { LineFormat, WholeFormat } from "./transcript.ts";

/** In the order in which they are tried. */
const LINE_FORMATS: readonly LineFormat[] = [geminiLines, codex, claudeCode, plain];

/** A file that may contain sessions. */
export interface TranscriptFile {
  readonly path: string;
  readonly size: number;
  readonly time: number;
  /** Set for files that are read as a whole, which need no hash of their beginning. */
  readonly whole?: WholeFormat;
}

const MOST_DEPTH = 8;

/**
 * All candidates below a file or folder, sorted by path.
 * @throws the system's error if the place itself cannot be read
 */
export function findTranscripts(place: string): TranscriptFile[] {
  const info = statSync(place);
  if (info.isFile()) return [candidate(place, info.size, info.mtimeMs)].filter((one) => one !== undefined);
  const found: TranscriptFile[] = [];
  const visit = (folder: string, depth: number): void => {
    for (const entry of listFolder(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (depth < MOST_DEPTH && entry.name !== "node_modules" && entry.name !== ".git") visit(path, depth + 1);
      } else if (entry.isFile()) {
        const file = lstatSync(path, { throwIfNoEntry: false });
        const made = file === undefined ? undefined : candidate(path, file.size, file.mtimeMs);
        if (made !== undefined) found.push(made);
      }
    }
  };
  visit(place, 0);
  return found.sort((a, b) => compareText(a.path, b.path));
}

function candidate(path: string, size: number, time: number): TranscriptFile | undefined {
  if (/\.jsonl$/i.test(path)) return { path, size, time };
  if (/[\\/]chats[\\/][^\\/]+\.json$/.test(path)) return { path, size, time, whole: geminiDocument };
  if (/[\\/]opencode[^\\/]*\.db$/.test(path)) return { path, size, time: newest([path, `${path}-wal`], time), whole: opencodeDatabase };
  const folder = /^(.*[\\/]storage)[\\/]session[\\/][^\\/]+[\\/](ses_[\w-]+)\.json$/.exec(path);
  if (folder === null) return undefined;
  return { path, size, time: newest([join(folder[1]!, "message", folder[2]!)], time), whole: opencodeFolder };
}

/** The newest time of those files that exist. */
function newest(files: readonly string[], time: number): number {
  return Math.max(time, ...files.map((file) => lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0));
}

/** The number of bytes at the beginning by which format and identity of a file are determined. */
const HEAD_BYTES = 256 * 1024;

/** The beginning of a file, up to its first 256 kB. */
export function readHead(file: string): Uint8Array {
  const handle = openSync(file, "r");
  try {
    const bytes = new Uint8Array(HEAD_BYTES);
    return bytes.subarray(0, readSync(handle, bytes, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(handle);
  }
}

/** The format of a JSON Lines file, by its first lines; undefined if it is none. */
export function formatOf(head: Uint8Array): LineFormat | undefined {
  const lines = new TextDecoder().decode(head).split("\n").slice(0, 40);
  for (const line of lines) {
    let object: unknown;
    try {
      object = JSON.parse(line);
    } catch {
      continue;
    }
    const format = isObject(object) ? LINE_FORMATS.find((one) => one.accepts(object as Record<string, unknown>)) : undefined;
    if (format !== undefined) return format;
  }
  return undefined;
}

/** The format with a stored name. */
export function lineFormat(name: string): LineFormat | undefined {
  return LINE_FORMATS.find((one) => one.name === name);
}
