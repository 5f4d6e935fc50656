/** git in a temporary project, for tests: a fixed author, no signing, no hooks. */
import type { TempProject } from "./temp_project.ts";

type Root = Pick<TempProject, "root">;

/** Runs git in a project's root; gives what it printed. */
export function git(project: Root, ...args: string[]): string {
  return run(project, {}, args);
}

/** The same as if it were another time. */
export function gitAt(project: Root, time: string, ...args: string[]): string {
  return run(project, { GIT_AUTHOR_DATE: time, GIT_COMMITTER_DATE: time }, args);
}

function run({ root }: Root, env: Record<string, string>, args: readonly string[]): string {
  const settings = [
    "user.name=t",
    "user.email=t@example.org",
    "commit.gpgSign=false",
    "core.hooksPath=/dev/null",
    "init.defaultBranch=main",
  ];
  const { success, stdout, stderr } = new Deno.Command("git", {
    args: ["-C", root, ...settings.flatMap((setting) => ["-c", setting]), ...args],
    env: { GIT_CONFIG_GLOBAL: "/dev/null", ...env },
  }).outputSync();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trim();
}

/** Commits all that is there; gives the commit. */
export function commitAll(project: Root, message: string): string {
  git(project, "add", "-A");
  git(project, "commit", "-q", "--allow-empty", "-m", message);
  return git(project, "rev-parse", "HEAD");
}
