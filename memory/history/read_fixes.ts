/**
 * Commits that fixed something, and the lines they touched.
 *
 * Stage: memory. Invariants: git is called a few times, not once per commit; merges and commits with very many files are left out, as they
 * say nothing about a function.
 */
import { type GitAnswer, type GitArguments, type Repository, runGit } from "../../core/base/git.ts";

/** Lines of one file that a commit changed. */
export interface ChangedFile {
  /** Path after the commit, and before it. */
  readonly path: string;
  readonly oldPath: string;
  /** First line and number of lines of each hunk, before and after. */
  readonly hunks: readonly { readonly before: readonly [number, number]; readonly after: readonly [number, number] }[];
}
/** A fix. */
export interface FixCommit {
  readonly id: string;
  readonly parent: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly author: string;
  readonly subject: string;
  /** First meaningful paragraph of the message's body. */
  readonly body: string;
  /** '#12 #13'; "" if none. */
  readonly issues: string;
  readonly files: readonly ChangedFile[];
}

const FIELDS = "%x01%H%x02%P%x02%ct%x02%an%x02%s%x02%b%x03";
const MOST_FILES = 40;
/** Commits whose diffs are in memory as text at a time. */
const BATCH = 500;
/** After so many in a row whose texts are not here, older ones are not asked for: a partial clone has the texts of the newest. */
const LACKING_ENOUGH = 20;

const FIX_SUBJECT = /^(?:[\w./ -]{1,40}(?:\([^)]*\))?:\s*)?(?:\[[^\]]*\]\s*)?(?:bug|hot)?fix(?:e[sd])?\b/i;
/** Fixes of text or layout, of warnings by tools that check these, and of jobs that run such tools: nothing was wrong with running code. */
const NO_ERROR = new RegExp(
  "^(?:(?:docs?|style|ci)(?:\\([^)]*\\))?:|\\w+\\(ci\\):|(?:.*:\\s*)?fix(?:e[sd])?\\s+(?:(?:a|an|the|some|few|couple|of|more|minor|small|various|all|remaining)\\s+)*" +
    "(?:typos?|spelling|grammar|comments?|docs?|docstrings?|documentation|whitespace|indent(?:ation|ing)?|formatting|lint(?:er|ing|s)?|clippy|" +
    "flake8|pylint|eslint|rustfmt|gofmt)(?:\\s+(?:issues?|errors?|warnings?|problems?|violations?|complaints?|lints?|typos?|jobs?|steps?|checks?|workflows?))*" +
    "(?:\\s+in\\s+(?:\\w+\\s+)*(?:comments?|docs?|docstrings?|documentation))?(?:\\s*\\(#\\d+\\))?\\W*$)",
  "i",
);
/** A new feature fixes no error, whatever issue asked for it; adding something that was missing does. */
const FEATURE =
  /^(?:feat(?:ure)?(?:\([^)]*\))?!?:|(?:[\w./ -]{1,40}(?:\([^)]*\))?:\s*)?(?:add|implement|introduce|support)(?:e?[sd])?\b(?!.*\b(?:missing|forgotten|check|guard|workaround)\b))/i;
const CLOSES = /\b(fix(?:es|ed)?|close[sd]?|resolve[sd]?)\b:?\s+((?:[\w.-]+\/[\w.-]+)?#\d+|GH-\d+|https?:\/\/\S+\/(?:issues|pull)\/\d+)/gi;

/** The most commits examined: the newest. */
export const MOST_COMMITS = 100_000;

/** What was found. */
export interface FoundFixes {
  /** Newest first, children before parents. */
  readonly fixes: readonly FixCommit[];
  /** The number of commits that claim to fix something, including those that were not read. */
  readonly found: number;
  /** Of the newest those whose changes git can't tell, as a partial clone has not the texts. */
  readonly lacking: number;
  /** Whether history is longer than what was examined. */
  readonly isCut: boolean;
}

/**
 * The newest fixes reachable from HEAD.
 * @param since commit up to which they are known; "" for none
 * @param reads whether a file's language is supported
 */
export async function readFixes(
  repository: Repository,
  since: string,
  most: number,
  reads: (path: string) => boolean,
): Promise<FoundFixes> {
  const range = since === "" ? ["HEAD"] : [`${since}..HEAD`];
  const bound = `--max-count=${MOST_COMMITS + 1}`;
  const log = await runGit(repository, ["log", "--no-merges", "--date-order", bound, `--format=${FIELDS}`, ...range, "--"]);
  if (log.status !== 0) return { fixes: [], found: 0, lacking: 0, isCut: false };
  const commits = new TextDecoder().decode(log.bytes).split("\x01").slice(1);
  const all = commits.slice(0, MOST_COMMITS).map(readCommit).filter((one) => one !== undefined);
  const newest = all.slice(0, most);
  const changes = await readChanges(repository, newest.map((fix) => fix.id));
  const fixes = newest.map((fix) => ({ ...fix, files: (changes.get(fix.id) ?? []).filter((file) => reads(file.path)) }))
    .filter((fix) => fix.files.length > 0 && fix.files.length <= MOST_FILES);
  return { fixes, found: all.length, lacking: newest.length - changes.size, isCut: commits.length > MOST_COMMITS };
}

function readCommit(text: string): Omit<FixCommit, "files"> | undefined {
  const [id, parents, seconds, author, subject, body] = text.split("\x03")[0]!.split("\x02") as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const closing = [...`${subject}\n${body}`.matchAll(CLOSES)];
  const issues = closing.map((found) => found[2]!.replace(/^https?:.*\//, "#").replace(/^GH-/, "#"));
  const says = FIX_SUBJECT.test(subject) && !NO_ERROR.test(subject);
  const isFix = says || /^Fixes: /m.test(body) || closing.some(([, verb = ""]) => /^fix/i.test(verb) || !FEATURE.test(subject));
  if (!isFix) return undefined;
  return {
    id,
    parent: parents.split(" ")[0] ?? "",
    at: new Date(Number(seconds) * 1000).toISOString(),
    author,
    subject,
    body: firstSaying(body),
    issues: [...new Set(issues)].join(" "),
  };
}

/** Lines added by tools rather than written by the author (`Signed-off-by: …`, `Change-Id: …`). */
const TRAILER = /^(?:[A-Za-z]+(?:-[A-Za-z]+)+: .*|\(cherry picked from commit .*)$/gm;

function firstSaying(body: string): string {
  const paragraphs = body.replace(TRAILER, "").split(/\n\s*\n/).map((paragraph) => paragraph.replace(/\s+/g, " ").trim());
  return paragraphs.find((paragraph) => paragraph !== "") ?? "";
}

async function readChanges(repository: Repository, ids: readonly string[]): Promise<Map<string, ChangedFile[]>> {
  const changes = new Map<string, ChangedFile[]>();
  if (ids.length === 0) return changes;
  const args: GitArguments = [
    "log",
    "--no-walk=unsorted",
    "--stdin",
    "--patch",
    "--unified=0",
    "--find-renames",
    "--no-color",
    "--format=%x01%H",
  ];
  const ask = (some: readonly string[]): Promise<GitAnswer> => runGit(repository, args, new TextEncoder().encode(`${some.join("\n")}\n`));
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH);
    const whole = await ask(batch);
    // At the first text that is missing git gives up, with all that stands behind it.
    const answers = [whole];
    let lacking = 0;
    for (const id of whole.status === 0 ? [] : batch) {
      const answer = await ask([id]);
      answers.push(answer);
      lacking = answer.status === 0 ? 0 : lacking + 1;
      if (lacking === LACKING_ENOUGH) break;
    }
    for (const { bytes } of answers.filter(({ status }) => status === 0)) {
      for (const part of new TextDecoder().decode(bytes).split("\x01").slice(1)) {
        const end = part.indexOf("\n");
        changes.set(part.slice(0, end), readDiff(part.slice(end)));
      }
    }
  }
  return changes;
}

function readDiff(diff: string): ChangedFile[] {
  const files: ChangedFile[] = [];
  for (const part of diff.split(/^diff --git /m).slice(1)) {
    const path = /^\+\+\+ "?b\/(.*?)"?\t?$/m.exec(part)?.[1];
    const oldPath = /^--- "?a\/(.*?)"?\t?$/m.exec(part)?.[1] ?? "";
    if (path === undefined) continue;
    const hunks = [...part.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm)].map((found) => ({
      before: [Number(found[1]), Number(found[2] ?? 1)] as const,
      after: [Number(found[3]), Number(found[4] ?? 1)] as const,
    }));
    if (hunks.length > 0) files.push({ path, oldPath, hunks });
  }
  return files;
}

/** Texts of objects such as `commit:path`, by one git call; what git does not have is left out. */
export async function readObjects(repository: Repository, names: readonly string[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const asked = names.filter((name) => !name.includes("\n"));
  if (asked.length === 0) return texts;
  const { bytes } = await runGit(repository, ["cat-file", "--batch"], new TextEncoder().encode(`${asked.join("\n")}\n`));
  const decoder = new TextDecoder();
  let at = 0;
  for (const name of asked) {
    const end = bytes.indexOf(10, at);
    if (end < 0) break;
    const [, kind, size] = /^\S+ (\w+) (\d+)$/.exec(decoder.decode(bytes.subarray(at, end))) ?? [];
    at = end + 1;
    if (size === undefined) continue;
    if (kind === "blob") texts.set(name, decoder.decode(bytes.subarray(at, at + Number(size))));
    at += Number(size) + 1;
  }
  return texts;
}
