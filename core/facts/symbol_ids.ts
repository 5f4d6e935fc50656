/**
 * The two public handles of a symbol.
 *
 * Stage: write and query. Invariant: they depend only on what the contract says, so that a handle from yesterday finds its symbol today.
 */
import * as crypto from "node:crypto";

/** `symbol_stable_id`: the same after edits and in all refs. */
export function stableId(language: string, path: string, kind: string, scopedName: string, order: number): string {
  const text = `callgrove:1\0${language}\0${path}\0${kind}\0${scopedName}${order === 0 ? "" : `\0${order}`}`;
  return crypto.hash("sha256", text, "hex").slice(0, 16);
}

/** `symbol_id`: one symbol in one state of one ref. */
export function symbolId(ref: string, stable: string, lineStart: number): string {
  return crypto.hash("sha256", `${ref}\0${stable}\0${lineStart}`, "hex").slice(0, 16);
}

/** Whether a text has the form of a handle of either kind; such a text may also be a name. */
export function isHandle(text: string): boolean {
  return /^[0-9a-f]{16}$/.test(text);
}
