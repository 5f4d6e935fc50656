/**
 * Records what `init` changed, so that it can be undone byte for byte.
 *
 * Stage: CLI. Invariant: written before the change it records; the oldest state is kept as long as nothing else changed the file in
 * between.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { configFolder } from "../../core/base/user_folders.ts";

/** A change of one file. */
export interface Change {
  readonly name: string;
  readonly file: string;
  /** Base64 of the file before; null if there was none. */
  readonly before: string | null;
  /** SHA-256 of the file after. */
  readonly after: string;
}

function folder(): string {
  return join(configFolder(), "init");
}

/** SHA-256 in hex. */
export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Records a change that is about to be made. */
export function noteChange(name: string, file: string, before: Uint8Array | undefined, after: Uint8Array): void {
  const place = join(folder(), `${name}.json`);
  const earlier = readChange(place);
  const goesOn = earlier !== undefined && before !== undefined && earlier.file === file && earlier.after === hashOf(before);
  const kept = goesOn ? earlier.before : before === undefined ? null : toBase64(before);
  mkdirSync(folder(), { recursive: true, mode: 0o700 });
  writeFileSync(place, JSON.stringify({ name, file, before: kept, after: hashOf(after) } satisfies Change), { mode: 0o600 });
}

/** All changes that were not undone. */
export function readChanges(): Change[] {
  if (!existsSync(folder())) return [];
  return readdirSync(folder()).sort().flatMap((file) => readChange(join(folder(), file)) ?? []);
}

/** Removes the record of a change. */
export function dropChange(change: Change): void {
  rmSync(join(folder(), `${change.name}.json`), { force: true });
}

/** The bytes before a change; undefined if there was no file. */
export function bytesBefore(change: Change): Uint8Array | undefined {
  return change.before === null ? undefined : Uint8Array.from(atob(change.before), (char) => char.charCodeAt(0));
}

function readChange(place: string): Change | undefined {
  try {
    return JSON.parse(readFileSync(place, "utf8")) as Change;
  } catch {
    return undefined;
  }
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
