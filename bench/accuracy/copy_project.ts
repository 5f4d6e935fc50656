/**
 * A temporary copy of a project, for compilers that write into the folder they read (lock files, replacements). Invariant: the copy has the
 * same files at the same relative paths, so a place found in it is a place of the project; only folders without source are omitted.
 */
import * as fs from "node:fs/promises";
import * as os from "node:os";
import * as path from "node:path";

const LEFT_BEHIND = new Set([".git", ".callgrove", "node_modules", "target"]);

/** Runs `work` on a copy of `project`; the copy, and everything beside it, is removed afterwards. */
export async function withCopy<T>(
  project: string,
  work: (copy: string, scratch: string) => Promise<T>,
): Promise<T> {
  const scratch = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), "callgrove-truth-")));
  try {
    const copy = path.join(scratch, "project");
    await copyFolder(await fs.realpath(project), copy);
    return await work(copy, scratch);
  } finally {
    await fs.rm(scratch, { recursive: true, force: true });
  }
}

async function copyFolder(from: string, to: string): Promise<void> {
  await fs.mkdir(to, { recursive: true });
  for (const entry of await fs.readdir(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name);
    const target = path.join(to, entry.name);
    if (entry.isDirectory()) {
      if (!LEFT_BEHIND.has(entry.name)) await copyFolder(source, target);
    } else if (entry.isFile()) {
      await fs.copyFile(source, target);
      // Packages in a module cache are read-only, and a copy keeps its mode.
      await fs.chmod(target, 0o644);
    }
  }
}
