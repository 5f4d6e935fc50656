/**
 * What lies in a folder of the disk.
 *
 * Stage: memory. Invariant: a folder that cannot be read holds nothing; it is no error.
 */
import { readdirSync } from "node:fs";

/** An entry of a folder; a link is neither file nor folder. */
export interface FolderEntry {
  readonly name: string;
  isFile(): boolean;
  isDirectory(): boolean;
}

/** The entries of a folder, in no order. */
export function listFolder(folder: string): FolderEntry[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
