/**
 * A random walk over a real history: edits, renames, deletions, branch switches, resets and other refs, with the index brought up to date
 * at every step, by a run or as a server does before a question, and compared with one made afresh.
 *
 * Invariant: the same seed and history give the same walk.
 */
import { mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { checkIntegrity, dumpIndex } from "./dump_index.ts";
import { git } from "./git_project.ts";
import { editAtRandom, listProject, makeRandom } from "./random_edits.ts";
import { openInFolder } from "./shop.ts";
import { openProject, type TempProject } from "./temp_project.ts";

export interface Walk {
  readonly project: TempProject;
  readonly seed: number;
  readonly steps: number;
  /** After each step, with what was done and what differs; "" and [] where nothing is to be said. */
  readonly onStep: (step: number, what: string, differences: readonly string[]) => void;
}

/** The first lines in which two dumps differ. */
export function firstDifferences(actual: readonly string[], expected: readonly string[]): string[] {
  const have = new Set(actual);
  const want = new Set(expected);
  return [
    ...actual.filter((line) => !want.has(line)).slice(0, 5).map((line) => `only step by step: ${line}`),
    ...expected.filter((line) => !have.has(line)).slice(0, 5).map((line) => `only afresh: ${line}`),
  ];
}

/** Walks; the project is a clone whose history lies on the branch that is checked out. */
export async function walkHistory({ project, seed, steps, onStep }: Walk): Promise<void> {
  const commits = git(project, "rev-list", "HEAD").split("\n");
  const random = makeRandom(seed);
  const walker = new Walker(project, commits, random);
  const repository = openInFolder(project.root, "agent", project.database);
  await project.index();
  for (let step = 0; step < steps; step++) {
    const what = [walker.step()];
    while (random() < 0.25) what.push(walker.step());
    let ref: string | undefined;
    if (random() < 0.2) {
      ref = walker.pickCommit();
      await project.index({ ref });
      what.push(`index --ref ${ref.slice(0, 8)}`);
    }
    const asks = random() < 0.7;
    if (asks) what.push("asked");
    const freshness = asks ? (await repository.prepare(undefined, undefined, true)).state.freshness : (await project.index()) && "fresh";
    const differences = await compareWithFresh(project, ref);
    onStep(step, what.join(", "), freshness === "fresh" ? differences : [`the answer is ${freshness}`, ...differences]);
  }
  repository.close();
}

async function compareWithFresh(project: TempProject, ref: string | undefined): Promise<string[]> {
  const folder = `${project.database}-fresh`;
  const afresh = openProject(project.root, folder);
  try {
    await afresh.index();
    const differences = firstDifferences(dumpIndex(project.database), dumpIndex(folder));
    if (ref !== undefined) {
      rmSync(folder, { recursive: true });
      await afresh.index({ ref });
      differences.push(...firstDifferences(dumpIndex(project.database, ref), dumpIndex(folder, ref)).map((line) => `${ref}: ${line}`));
    }
    return [...differences, ...checkIntegrity(project.database)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

class Walker {
  readonly #shelf = new Map<string, string>();
  #at = 0;

  constructor(readonly project: TempProject, readonly commits: readonly string[], readonly random: () => number) {}

  /** Mostly a commit near the present one, as people switch. */
  pickCommit(): string {
    const far = this.random() < 0.15;
    const reach = far ? this.commits.length : 12;
    this.#at = Math.min(this.commits.length - 1, Math.max(0, Math.floor(this.#at + (this.random() - 0.5) * 2 * reach)));
    return this.commits[this.#at]!;
  }

  /** Does one thing; says what. */
  step(): string {
    const kind = this.random();
    if (kind < 0.3) {
      const commit = this.pickCommit();
      // As after a switch with local edits thrown away: files that the commit does not know may stay behind.
      git(this.project, "checkout", "-q", "-f", commit);
      return `switch to ${commit.slice(0, 8)}`;
    }
    if (kind < 0.38) {
      git(this.project, "reset", "-q", "--hard");
      git(this.project, "clean", "-q", "-f", "-d");
      return "reset and clean";
    }
    if (kind < 0.5) return this.#rename();
    if (kind < 0.56) return this.#renameFolder();
    return editAtRandom(this.project, this.random, this.#shelf);
  }

  #rename(): string {
    const files = this.#files();
    const from = files[Math.floor(this.random() * files.length)]!;
    const to = this.random() < 0.5 ? from.replace(/([^/]+)(\.\w+)$/, "$1_moved$2") : `moved/${from.slice(from.lastIndexOf("/") + 1)}`;
    this.#move(from, to);
    return `rename ${from} to ${to}`;
  }

  #renameFolder(): string {
    const folders = [...new Set(this.#files().map((path) => dirname(path)))].filter((path) => path !== ".");
    if (folders.length === 0) return "no folder to rename";
    const from = folders[Math.floor(this.random() * folders.length)]!;
    this.#move(from, `${from}_x`);
    return `rename folder ${from}`;
  }

  #move(from: string, to: string): void {
    if (from === to) return;
    const target = join(this.project.root, to);
    rmSync(target, { recursive: true, force: true });
    mkdirSync(dirname(target), { recursive: true });
    renameSync(join(this.project.root, from), target);
  }

  #files(): string[] {
    return listProject(this.project.root).filter((path) => readFileSync(join(this.project.root, path)).length < 200_000);
  }
}
