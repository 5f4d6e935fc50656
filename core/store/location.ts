/**
 * Locates a project's root and its databases.
 *
 * Stage: before all others. Invariant: in git `<git common dir>/callgrove/`, shared by all worktrees and never committed; outside git
 * `<root>/.callgrove/`; `--db` or `CALLGROVE_DB` take precedence over both. A folder that is created inside the tree gets an ignore file of
 * its own. If that location is not writable, the user's cache is used, and the project's note says so.
 */
import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve, sep as SEPARATOR } from "node:path";
import { readVariable } from "../base/process_environment.ts";
import { findRepository, isIgnored, type Repository } from "../base/git.ts";
import { cacheFolder, homeFolder } from "../base/user_folders.ts";
import { CallgroveError, describeThrown, isFullDisk } from "../errors.ts";
import { rulesOutside, Stamp } from "../scan/stamp.ts";
import { FOLDER_NAME, FOR_OWNER, GIT_FOLDER_NAME, INDEX_FILE, ORG_FILE, SESSIONS_FILE } from "./place_names.ts";
import { failureOfFile } from "./trial_file.ts";

/** A project and the location of its databases. Paths are absolute; `root` is real (without links). */
export interface ProjectPlace {
  readonly root: string;
  /** Undefined outside git. */
  readonly repository: Repository | undefined;
  /** The folder of the databases; it may not exist yet. */
  readonly folder: string;
  /** `ref.repo`: 16 hex digits of the SHA-256 of the root. */
  readonly repo: string;
  /** Why the databases are in the user's cache; "" if they are not. */
  readonly note: string;
}

/**
 * Finds the project around `directory`. A folder that its repository ignores is a project of its own.
 * @throws CallgroveError project_not_found if there is no such folder
 */
export async function locateProject(directory: string, database?: string): Promise<ProjectPlace> {
  const start = realFolder(directory);
  const chosen = database ?? readVariable("CALLGROVE_DB") ?? "";
  const repository = findRepository(start);
  const plain = findPlainRoot(start, repository?.root);
  let root = plain ?? repository?.root ?? start;
  if (plain === undefined && repository !== undefined && start !== root && (await isIgnoredFolder(repository, start))) root = start;
  const inGit = repository !== undefined && root === repository.root;
  const repo = createHash("sha256").update(root).digest("hex").slice(0, 16);
  const own = ownFolder(root, inGit ? repository : undefined);
  const [folder, note] = chosen !== "" ? [resolve(chosen), ""] : isWritable(own) ? [own, ""] : inCache(own, repo);
  return { root, repository: inGit ? repository : undefined, folder, repo, note };
}

/** Whether folders are ignored, cached until an ignore rule changes: a server answers many questions about one place. */
const asked = new Map<string, { readonly stamp: Stamp | undefined; readonly ignored: boolean }>();

async function isIgnoredFolder(repository: Repository, folder: string): Promise<boolean> {
  const known = asked.get(folder);
  if (known?.stamp?.holds() === true) return known.ignored;
  // A single question pays only for the answer.
  const stamp = known === undefined ? undefined : await stampRules(repository, folder);
  const ignored = await isIgnored(repository, folder);
  asked.set(folder, { stamp: stamp?.isSure() === true ? stamp : undefined, ignored });
  return ignored;
}

/** A stamp of all ignore rules that may cover a folder. */
async function stampRules(repository: Repository, folder: string): Promise<Stamp> {
  const stamp = new Stamp();
  for (const path of await rulesOutside(repository)) stamp.note(path);
  for (let at = folder; at !== repository.root; at = dirname(at)) stamp.note(join(dirname(at), ".gitignore"));
  return stamp;
}

/** Where the databases of a project belong if that is writable. */
function ownFolder(root: string, repository: Repository | undefined): string {
  return repository === undefined ? join(root, FOLDER_NAME) : join(repository.commonFolder, GIT_FOLDER_NAME);
}

/** A folder in the user's cache in place of `own`, and why; `own` itself if the cache is not writable either. */
function inCache(own: string, repo: string): [folder: string, note: string] {
  const folder = inCacheOf(repo);
  if (folder === undefined || !isWritable(folder)) return [own, ""];
  return [folder, `"${dirname(own)}" cannot be written: the index lies in "${folder}"`];
}

/** The folder of a project in the user's cache; undefined if there is no cache. */
function inCacheOf(repo: string): string | undefined {
  const cache = cacheFolder();
  return cache === undefined ? undefined : join(cache, repo);
}

/** Whether files can be created in `folder`, or in its nearest existing parent. */
export function isWritable(folder: string): boolean {
  if (!existsSync(folder)) return dirname(folder) !== folder && isWritable(dirname(folder));
  const failure = failureOfFile(folder, 0);
  // A full disk is no reason to choose another location.
  return failure === undefined || isFullDisk(failure);
}

function realFolder(directory: string): string {
  try {
    const real = realpathSync(directory);
    if (statSync(real).isDirectory()) return real;
    throw new CallgroveError("project_not_found", `Cannot index "${directory}": it is a file, not a folder`, {
      hint: `Name its folder: callgrove index "${dirname(directory)}"`,
      data: { root: directory, remediation: `callgrove index "${dirname(directory)}"` },
    });
  } catch (thrown) {
    if (thrown instanceof CallgroveError) throw thrown;
    const denied = /EACCES|ermission/.test(describeThrown(thrown));
    throw new CallgroveError(
      "project_not_found",
      `Cannot open the folder "${directory}": ${denied ? "permission denied" : "there is none"}`,
      {
        hint: denied ? "Run as a user who may read it." : "Check the spelling, or whether it was moved (--repo DIR, parameter repo).",
        data: { root: directory },
        cause: thrown,
      },
    );
  }
}

/** The nearest folder at or above `start`, below the repository's root, that has an index of its own. */
function findPlainRoot(start: string, stop: string | undefined): string | undefined {
  for (let at = start; at !== stop; at = dirname(at)) {
    if (existsSync(join(at, FOLDER_NAME, INDEX_FILE))) return at;
    if (dirname(at) === at) return undefined;
  }
  return undefined;
}

/**
 * Rejects the root of the disk, where a server runs that was started without a folder.
 * @throws CallgroveError project_not_found if it is the root and not a repository
 */
export function refuseWholeDisk({ root, repository }: ProjectPlace): void {
  if (repository !== undefined || dirname(root) !== root) return;
  throw new CallgroveError("project_not_found", `Cannot index "${root}": it is the root of the disk, not a repository`, {
    hint: "Name a folder or repository (--repo DIR, parameter repo).",
    data: { root },
  });
}

/** The most repositories that an error names. */
const REPOSITORIES_SHOWN = 3;

/**
 * Rejects folders that a question must not index on its own: the user's home, system folders, and folders of repositories, which are not
 * read as parts of them. What else they contain is indexed only on request.
 * @throws CallgroveError index_not_ready for these, project_not_found for the root of the disk
 */
export function refuseUnasked(place: ProjectPlace): void {
  const { root, repository } = place;
  if (repository !== undefined) return;
  // Before reading its entries: some may not be readable.
  refuseWholeDisk(place);
  const held = readdirSync(root, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory() && existsSync(join(root, entry.name, ".git"))
  );
  const names = held.map(({ name }) => name).sort().slice(0, REPOSITORIES_SHOWN).join(", ");
  const why = isSame(root, homeFolder())
    ? "it is the home folder"
    : isSame(root, tmpdir())
    ? "it is the folder for temporary files"
    : held.length > 1
    ? `it is not a repository, and contains ${held.length} (${names}${held.length > REPOSITORIES_SHOWN ? ", …" : ""})`
    : "";
  if (why === "") return;
  throw new CallgroveError("index_not_ready", `Cannot index "${root}" for a question: ${why}`, {
    hint: "Name a repository (-C DIR, parameter repo). What lies here outside of repositories is indexed by: callgrove index",
    data: { root, ...(held.length === 0 ? {} : { repositories: held.map(({ name }) => name).sort().slice(0, 10) }) },
  });
}

function isSame(root: string, folder: string): boolean {
  return folder !== "" && existsSync(folder) && realpathSync(folder) === root;
}

/**
 * Creates the folder of the databases.
 * @throws CallgroveError internal_error if it cannot be written, invalid_input if it is a file
 */
export function prepareFolder(place: ProjectPlace): void {
  try {
    const there = statSync(place.folder, { throwIfNoEntry: false });
    if (there?.isDirectory() === true) return;
    if (there !== undefined) {
      throw new CallgroveError("invalid_input", `Cannot write the index in "${place.folder}": it is a file, not a folder`, {
        hint: "Name a folder, which need not exist yet: --db DIR or CALLGROVE_DB.",
      });
    }
    mkdirSync(place.folder, { recursive: true });
    if (place.folder === inCacheOf(place.repo)) copyMemory(ownFolder(place.root, place.repository), place.folder);
    if (isSeen(place)) writeFileSync(join(place.folder, ".gitignore"), "*\n");
  } catch (cause) {
    throw cause instanceof CallgroveError ? cause : cannotWrite(place.folder, cause);
  }
}

/** Memory is not derived from the source, so a folder that replaces another gets a copy of what can be read of it. */
function copyMemory(from: string, to: string): void {
  for (const name of [ORG_FILE, SESSIONS_FILE].flatMap((file) => [file, `${file}-wal`])) {
    const copy = join(to, name);
    try {
      copyFileSync(join(from, name), copy);
      chmodSync(copy, FOR_OWNER);
    } catch {
      // It does not exist, or belongs to another user.
    }
  }
}

/** Whether version control would see the folder of the databases: it is inside the tree and not inside git's own folder. */
function isSeen({ root, repository, folder }: ProjectPlace): boolean {
  return folder.startsWith(root + SEPARATOR) && (repository === undefined || !folder.startsWith(repository.commonFolder + SEPARATOR));
}

/** The error for a folder or database that cannot be written. */
export function cannotWrite(folder: string, cause: unknown): CallgroveError {
  const why = isFullDisk(cause) ? "the disk is full" : describeThrown(cause);
  return new CallgroveError("internal_error", `Cannot write the index in "${folder}": ${why}`, {
    hint: isFullDisk(cause)
      ? "Free some space, or put the index elsewhere with --db DIR."
      : "Put the index elsewhere: --db DIR or CALLGROVE_DB.",
    cause,
  });
}
