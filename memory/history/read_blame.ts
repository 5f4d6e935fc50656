/**
 * The commits that introduced the lines of a committed file.
 *
 * Stage: memory. Invariant: git is asked about the checked-out commit, never about the file on disk, which it would run through filters;
 * lines on disk are located in the committed text, even if shifted.
 */
import { existsSync, readFileSync } from "node:fs";
import { join as joinPath } from "node:path";
import { type Repository, runGit } from "../../core/base/git.ts";

/** A commit that changed something. */
export interface Change {
  /** Milliseconds. */
  readonly time: number;
  readonly commit: string;
  readonly author: string;
  readonly subject: string;
  /** The number of newer commits, which orders commits with equal times: lower is later. 0 if no other commit has the same time. */
  readonly rank: number;
}

const NEVER: Change = { time: 0, commit: "", author: "", subject: "", rank: 0 };

/** A file of the checked-out commit, with the change of each line. */
class Blame {
  /** All lines, each preceded and followed by a line break. */
  readonly #text: string;
  readonly #changes: readonly Change[];
  readonly #cut: ReadonlySet<string>;

  /** @param cut the commits at which a shallow clone's history ends: lines that seem to come with them may be older */
  constructor(lines: readonly { readonly text: string; readonly change: Change }[], cut: ReadonlySet<string> = new Set()) {
    this.#text = join(lines.map(({ text }) => text));
    this.#changes = lines.map(({ change }) => change);
    this.#cut = cut;
  }

  /**
   * The newest change of lines `lineStart` to `lineEnd` of the file on disk; undefined if they are not committed as they are. Its time is 0 if
   * this clone does not have it.
   */
  changeOf(lines: readonly string[], { lineStart, lineEnd }: { readonly lineStart: number; readonly lineEnd: number }): Change | undefined {
    const block = join(lines.slice(lineStart - 1, lineEnd));
    let nearest: number | undefined;
    let [at, line] = [this.#text.indexOf(block), 1];
    for (let from = 0; at >= 0; from = at, at = this.#text.indexOf(block, at + 1)) {
      for (let end = this.#text.indexOf("\n", from); end < at; end = this.#text.indexOf("\n", end + 1)) line++;
      if (nearest === undefined || Math.abs(line - lineStart) < Math.abs(nearest - lineStart)) nearest = line;
    }
    if (nearest === undefined) return undefined;
    const newest = this.#changes.slice(nearest - 1, nearest + lineEnd - lineStart).reduce((a, b) =>
      b.time > a.time || (b.time === a.time && b.rank < a.rank) ? b : a
    );
    return this.#cut.has(newest.commit) ? NEVER : newest;
  }
}

/** Trailing blanks are ignored, as git may convert line ends on disk. */
function join(lines: readonly string[]): string {
  return `${lines.map((line) => `\n${line.trimEnd()}`).join("")}\n`;
}

/** The commits of the history, children before parents, read when first needed. */
export class CommitOrder {
  readonly #repository: Repository;
  #ranks: Promise<ReadonlyMap<string, number>> | undefined;

  constructor(repository: Repository) {
    this.#repository = repository;
  }

  ranks(): Promise<ReadonlyMap<string, number>> {
    return this.#ranks ??= this.#read();
  }

  async #read(): Promise<ReadonlyMap<string, number>> {
    const { bytes } = await runGit(this.#repository, ["log", "--topo-order", "--format=%H", "HEAD", "--"]);
    return new Map(new TextDecoder().decode(bytes).split("\n").map((commit, rank) => [commit, rank]));
  }
}

/** Reads the blame of a file: without lines if the file is not committed yet; undefined if git fails. */
export async function readBlame(repository: Repository, path: string, order: CommitOrder): Promise<Blame | undefined> {
  const answer = await runGit(repository, ["blame", "--porcelain", "--no-progress", "--", path]);
  if (answer.status !== 0) return answer.complaint.includes("no such path") ? new Blame([]) : undefined;
  const lines: { text: string; change: Change }[] = [];
  const commits = new Map<string, { -readonly [key in keyof Change]: Change[key] }>();
  let change = { ...NEVER };
  for (const text of new TextDecoder().decode(answer.bytes).split("\n")) {
    const commit = /^([0-9a-f]{40,64}) \d+ \d+/.exec(text)?.[1];
    if (commit !== undefined) {
      change = commits.get(commit) ?? { ...NEVER, commit };
      commits.set(commit, change);
    } else if (text.startsWith("committer-time ")) change.time = Number(text.slice(15)) * 1000;
    else if (text.startsWith("author ")) change.author = text.slice(7);
    else if (text.startsWith("summary ")) change.subject = text.slice(8);
    else if (text.startsWith("\t")) lines.push({ text: text.slice(1), change });
  }
  const times = new Set([...commits.values()].map(({ time }) => time));
  if (times.size < commits.size) {
    const ranks = await order.ranks();
    for (const one of commits.values()) one.rank = ranks.get(one.commit) ?? 0;
  }
  return new Blame(lines, readCut(repository));
}

/** The commits at which a shallow clone's history ends, as git keeps them. */
export function readCut({ commonFolder }: Repository): ReadonlySet<string> {
  const file = joinPath(commonFolder, "shallow");
  return new Set(existsSync(file) ? readFileSync(file, "utf8").split("\n") : []);
}
