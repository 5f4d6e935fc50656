/**
 * A project in a temporary folder, indexed into another one, gone after the test.
 */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { IndexOptions, IndexSummary } from "../../core/pipeline.ts";
import { indexDirectory } from "../../engine.ts";

export interface TempProject {
  readonly root: string;
  /** Folder of its databases. */
  readonly database: string;
  write(path: string, text: string | Uint8Array): void;
  remove(path: string): void;
  index(options?: Partial<IndexOptions>): Promise<IndexSummary>;
}

/** Runs `use` on a project of these files. */
export async function withProject(
  files: Readonly<Record<string, string>>,
  use: (project: TempProject) => Promise<void> | void,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "callgrove-test-"));
  const project = openProject(join(folder, "project"), join(folder, "database"));
  mkdirSync(project.root);
  for (const [path, text] of Object.entries(files)) project.write(path, text);
  try {
    await use(project);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

let age = 0;

/** A project in a folder that exists. */
export function openProject(root: string, database: string): TempProject {
  return {
    root,
    database,
    write(path, text) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
      // Always another time, whatever the disk's clock can tell apart; and old enough to be trusted.
      const time = new Date(Date.now() - 3_600_000 + age++ * 10);
      utimesSync(join(root, path), time, time);
    },
    remove: (path) => rmSync(join(root, path), { recursive: true }),
    index: (options = {}) => indexDirectory({ directory: root, database, workers: 0, ...options }),
  };
}
