/**
 * Whose code a user allowed to run, by name and by the text of the code.
 *
 * Stage: before all others. Invariant: changed code has to be allowed again.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { configFolder } from "../core/base/user_folders.ts";
import type { DropIn } from "./manifest.ts";

function trustFile(): string {
  return join(configFolder(), "trusted.json");
}

/** SHA-256 of the allowed code, by name. */
function readTrusted(): Record<string, string> {
  try {
    return JSON.parse(readFileSync(trustFile(), "utf8")) as Record<string, string>;
  } catch {
    return {};
  }
}

/** What identifies the code of a drop-in language. */
export function fingerprint(dropIn: DropIn): string {
  return createHash("sha256").update(dropIn.code).digest("hex");
}

/** Whether the drop-in language has no code, or code that was allowed. */
export function isTrusted(dropIn: DropIn): boolean {
  return dropIn.code === "" || readTrusted()[dropIn.manifest.name] === fingerprint(dropIn);
}

/** Allows the code of `name` with a fingerprint; undefined revokes it. Returns whether any code was allowed before. */
export function setTrust(name: string, allowed: string | undefined): boolean {
  const { [name]: before, ...others } = readTrusted();
  if (before === allowed) return before !== undefined;
  const file = trustFile();
  if (!existsSync(configFolder())) mkdirSync(configFolder(), { recursive: true });
  const making = `${file}.${Deno.pid}`;
  writeFileSync(making, `${JSON.stringify(allowed === undefined ? others : { ...others, [name]: allowed }, null, 2)}\n`);
  renameSync(making, file);
  return before !== undefined;
}
