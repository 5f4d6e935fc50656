/**
 * The only place that runs git.
 *
 * Stage: scan. Invariants: nothing in a repository's own configuration can start a program (file monitor, hooks, external diff, text
 * conversion, filters, pager, transports); nothing from a file, a ref name or an agent becomes an option; git never prompts, never writes
 * and never fetches.
 */
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { CallgroveError, describeThrown } from "../errors.ts";
import { readVariable } from "./process_environment.ts";

/** The hash function by which a repository names its objects. */
export type ObjectFormat = "sha1" | "sha256";

/** A git repository. All paths are real and absolute. */
export interface Repository {
  /** The root of the working tree; for a bare repository its own folder, or the one with the `.git` file that leads to it. */
  readonly root: string;
  readonly gitFolder: string;
  /** Shared by all worktrees of the repository. */
  readonly commonFolder: string;
  readonly objectFormat: ObjectFormat;
  /** Whether there are only refs and no working tree. */
  readonly bare: boolean;
}

/** Finds the repository around `directory`, searching upwards. Reads a few small files and starts no program. */
export function findRepository(directory: string): Repository | undefined {
  for (let at = realpathSync(directory);; at = dirname(at)) {
    const gitFolder = readGitFolder(at);
    if (gitFolder !== undefined) return describeRepository(at, gitFolder, isPointerToBare(at, gitFolder));
    if (isBare(at)) return describeRepository(at, at, true);
    if (dirname(at) === at) return undefined;
  }
}

function describeRepository(root: string, gitFolder: string, bare: boolean): Repository {
  const commonFolder = readCommonFolder(gitFolder);
  const format = /^\s*objectformat\s*=\s*"?sha256"?\s*$/im.test(readConfig(commonFolder)) ? "sha256" : "sha1";
  return { root, gitFolder, commonFolder, objectFormat: format, bare };
}

/** Whether a folder is a bare repository: it has a repository's own files and `bare = true`. The `.git` of a working tree is not one. */
function isBare(folder: string): boolean {
  return existsSync(join(folder, "HEAD")) && existsSync(join(folder, "objects")) && existsSync(join(folder, "refs")) &&
    /^\s*bare\s*=\s*true\s*$/im.test(readConfig(folder));
}

/** Whether a `.git` file leads to a bare repository with working trees around it; each of those has a folder of its own inside it. */
function isPointerToBare(root: string, gitFolder: string): boolean {
  return gitFolder !== realpathSync(join(root, ".git")) && isBare(gitFolder);
}

function readConfig(folder: string): string {
  try {
    return readFileSync(join(folder, "config"), "utf8");
  } catch {
    return "";
  }
}

function readGitFolder(root: string): string | undefined {
  const place = join(root, ".git");
  try {
    if (statSync(place).isDirectory()) return existsSync(join(place, "HEAD")) ? place : undefined;
    const pointer = /^gitdir: (.+?)\s*$/.exec(readFileSync(place, "utf8"));
    const folder = pointer ? resolve(root, pointer[1]!) : "";
    return existsSync(join(folder, "HEAD")) ? realpathSync(folder) : undefined;
  } catch {
    return undefined;
  }
}

function readCommonFolder(gitFolder: string): string {
  try {
    return realpathSync(resolve(gitFolder, readFileSync(join(gitFolder, "commondir"), "utf8").trim()));
  } catch {
    return gitFolder;
  }
}

const SETTINGS = [
  // Not `false`: git before 2.36 takes that for the name of a program.
  "core.fsmonitor=",
  "core.hooksPath=/dev/null",
  "core.pager=cat",
  "core.quotePath=false",
  "diff.external=",
  "i18n.logOutputEncoding=UTF-8",
  "log.showSignature=false",
  "submodule.recurse=false",
  "safe.directory=*",
];

/**
 * Commands that respect the user's own ignore rules. For others such settings change the output (`diff.noprefix`) or make them fail
 * (`blame.ignoreRevsFile`).
 */
const BY_USER: ReadonlySet<string> = new Set(["check-ignore", "config", "ls-files"]);

/** The environment passed to git: the locations of programs and of the user's own ignore rules, and no `GIT_*` of the caller. */
function makeEnvironment(command: string): Record<string, string> {
  const kept = ["PATH", "HOME", "XDG_CONFIG_HOME", "USERPROFILE", "SystemRoot", "TMPDIR", "TEMP"];
  const environment: Record<string, string> = {
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "none",
    GIT_PAGER: "cat",
    GIT_NO_REPLACE_OBJECTS: "1",
    LC_ALL: "C",
    ...(BY_USER.has(command) ? {} : { GIT_CONFIG_GLOBAL: "/dev/null" }),
  };
  for (const name of kept) {
    const value = readVariable(name);
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}

/**
 * The commands that are used, each with its fixed options. None of them compares files of the working tree with what is committed: git
 * would run the filters that a repository's configuration names, and no option prevents that.
 */
const COMMANDS = {
  // A commit is given, otherwise it reads the working tree.
  blame: ["--no-textconv", "HEAD"],
  "cat-file": [],
  "check-ignore": [],
  config: [],
  log: [
    "--no-ext-diff",
    "--no-textconv",
    "--no-show-signature",
    "--submodule=short",
    "--ignore-submodules=all",
    "--src-prefix=a/",
    "--dst-prefix=b/",
  ],
  "ls-files": [],
  "ls-tree": [],
  "merge-base": [],
  "rev-parse": [],
  version: [],
} as const;

/** A command with its arguments. No other command can be run. */
export type GitArguments = readonly [keyof typeof COMMANDS, ...string[]];

function makeCommand(repository: Repository, [command, ...args]: GitArguments, stdin: "null" | "piped"): Deno.Command {
  const fixed = ["--no-optional-locks", "--no-pager", `--git-dir=${repository.gitFolder}`, `--work-tree=${repository.root}`];
  return new Deno.Command("git", {
    args: [...fixed, ...SETTINGS.flatMap((setting) => ["-c", setting]), command, ...COMMANDS[command], ...args],
    cwd: repository.root,
    clearEnv: true,
    env: makeEnvironment(command),
    stdin,
    stdout: "piped",
    stderr: "piped",
  });
}

/** What a git command printed, and its exit status. */
export interface GitAnswer {
  readonly status: number;
  readonly bytes: Uint8Array;
  readonly complaint: string;
}

/** Runs a read-only git command. A bad exit status is returned; failure to start git is thrown. */
export async function runGit(repository: Repository, args: GitArguments, input?: Uint8Array): Promise<GitAnswer> {
  try {
    const command = makeCommand(repository, args, input === undefined ? "null" : "piped");
    if (input === undefined) return asAnswer(await command.output());
    const child = command.spawn();
    const writer = child.stdin.getWriter();
    // git may end before it has read all input: its output tells why.
    const feeding = writer.write(input).then(() => writer.close()).catch(() => {});
    const output = await child.output();
    await feeding;
    return asAnswer(output);
  } catch (cause) {
    throw gitMissing(cause);
  }
}

/**
 * The bytes of a blob; undefined if the repository has none with that id. Blocks until git is done: for questions, which are answered
 * synchronously.
 */
export function readBlob(repository: Repository, id: string): Uint8Array | undefined {
  if (!/^[0-9a-f]{40,64}$/.test(id)) return undefined;
  try {
    const output = makeCommand(repository, ["cat-file", "blob", id], "null").outputSync();
    return output.success ? output.stdout : undefined;
  } catch (cause) {
    throw gitMissing(cause);
  }
}

function asAnswer(output: Deno.CommandOutput): GitAnswer {
  return { status: output.code, bytes: output.stdout, complaint: new TextDecoder().decode(output.stderr).trim().split("\n")[0] ?? "" };
}

function gitMissing(cause: unknown): CallgroveError {
  return new CallgroveError("internal_error", `Cannot start git: ${describeThrown(cause)}`, {
    hint: "Install git, or give the folder of its program in PATH.",
    cause,
  });
}

/** Splits the output of `git ls-files -z` and similar commands into paths. */
export function splitPaths(bytes: Uint8Array): string[] {
  const text = new TextDecoder().decode(bytes);
  return text === "" ? [] : text.slice(0, text.endsWith("\0") ? -1 : undefined).split("\0");
}

/** The commit that is checked out; "" before the first commit. */
export async function headCommit(repository: Repository): Promise<string> {
  return await resolveRef(repository, "HEAD") ?? "";
}

/** Everything behind it, to the end of the name, is text of a commit's message. */
const BY_MESSAGE = ":/";

/** The commit that a branch, tag, commit name or other revision of git's means, or undefined if git knows none. */
export async function resolveRef(repository: Repository, ref: string): Promise<string | undefined> {
  // A name like an option is none: `--end-of-options` would say so too, but to `rev-parse` only from git 2.30 on.
  if (ref === "" || ref.startsWith("-") || /\p{Cc}/u.test(ref)) return undefined;
  const revision = ref.startsWith(BY_MESSAGE) ? ref : `${ref}^{commit}`;
  const { bytes } = await runGit(repository, ["rev-parse", "--verify", "--quiet", revision]);
  // Of a range git gives two.
  return /^[0-9a-f]{40,64}\s*$/.exec(new TextDecoder().decode(bytes))?.[0].trim();
}

/**
 * Whether `ref` is the checked-out branch, or HEAD itself.
 * @param ref a name that git knows
 */
export async function isCheckedOut(repository: Repository, ref: string): Promise<boolean> {
  const { bytes } = await runGit(repository, ["rev-parse", "--symbolic-full-name", "HEAD", ref]);
  const [own, named] = new TextDecoder().decode(bytes).split("\n");
  return own !== undefined && own !== "" && own === named;
}

/** Whether the repository's ignore rules cover `directory`, a folder inside it. */
export async function isIgnored(repository: Repository, directory: string): Promise<boolean> {
  return (await runGit(repository, ["check-ignore", "-q", "--", directory])).status === 0;
}
