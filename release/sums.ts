/** Checksums of a release's files, as `sha256sum -c` reads them. */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** SHA-256 of a file, in hex. */
export function sumOf(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

/** Writes `SHA256SUMS` over these files of a folder. */
export function writeSums(folder: string, names: readonly string[]): void {
  writeFileSync(join(folder, "SHA256SUMS"), names.map((name) => `${sumOf(join(folder, name))}  ${name}\n`).join(""));
}
