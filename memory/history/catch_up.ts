/**
 * Reads the few commits since history was last read: their fixes, and when the functions in the files they touched last changed.
 *
 * Stage: memory. Invariant: larger numbers of commits, and rewritten history, are left to the next ingest, which is reported.
 */
import type { DatabaseSync } from "node:sqlite";
import { type Repository, runGit } from "../../core/base/git.ts";
import { isPartial } from "../../core/scan/partial_clone.ts";
import type { LanguageTable } from "../../core/scan/languages_of.ts";
import type { Context } from "../../query/context.ts";
import { SymbolReader } from "../symbols/symbols_of_text.ts";
import { describeLacking, ingestHistory } from "./ingest_history.ts";
import { readLastChanges } from "./last_changes.ts";

const MOST_COMMITS = 30;

/**
 * Reads new commits; returns warnings.
 * @param before the commit up to which history is known
 */
export async function catchUp(
  context: Pick<Context, "db" | "ref" | "roots">,
  repository: Repository,
  table: LanguageTable,
  org: DatabaseSync,
  before: string,
): Promise<readonly string[]> {
  const isAncestor = (await runGit(repository, ["merge-base", "--is-ancestor", before, "HEAD"])).status === 0;
  const range = [`--max-count=${MOST_COMMITS + 1}`, `${before}..HEAD`, "--"];
  const log = isAncestor ? await runGit(repository, ["log", "--format=%x01", "--name-only", ...range]) : undefined;
  const commits = log === undefined ? [] : new TextDecoder().decode(log.bytes).split("\x01").slice(1);
  if (commits.length === 0 || commits.length > MOST_COMMITS) {
    const what = isAncestor ? `more than ${MOST_COMMITS} commits` : "a rewritten history";
    return [`${what} came since history was read: what they fixed and changed is not known yet: callgrove memory ingest`];
  }
  const history = await ingestHistory(repository, org, new SymbolReader(table, context));
  const paths = new Set(commits.flatMap((commit) => commit.split("\n").filter((line) => line !== "")));
  await readLastChanges(context, repository, org, undefined, { only: paths });
  return describeLacking(history);
}

/**
 * Finds out when functions in a few files last changed; returns warnings.
 * @param near the files, and the names of the functions that are asked about
 */
export async function readChangesOf(
  context: Pick<Context, "db" | "ref" | "roots">,
  repository: Repository,
  org: DatabaseSync,
  near: { readonly paths: ReadonlySet<string>; readonly names: ReadonlySet<string> },
): Promise<readonly string[]> {
  const { unknown, before } = await readLastChanges(context, repository, org, undefined, { only: near.paths });
  const cut = [...near.names].filter((name) => before.has(name)).map((name) =>
    `when ${name} last changed is unknown: it was before the history of this shallow clone begins, and git fetch --unshallow gets the rest`
  );
  if (unknown.length === 0 || !await isPartial(repository)) return cut;
  return [
    ...cut,
    ...unknown.map((path) =>
      `when functions in ${path} last changed is unknown: this partial clone lacks its older texts, which git blame ${path} fetches`
    ),
  ];
}
