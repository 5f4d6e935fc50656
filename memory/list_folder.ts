/**
 * The entries of a folder on disk.
 *
 * Stage: memory. Invariant: an unreadable folder counts as empty.
 */
import { readdirSync } from "node:fs";

/** An entry of a folder; a link is neither file nor folder. */
export interface FolderEntry {
  readonly name: string;
  isFile(): boolean;
  isDirectory(): boolean;
}

/** The entries of a folder, unordered. */
export function listFolder(folder: string): FolderEntry[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
