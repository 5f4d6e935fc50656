/** git in a temporary project, for tests: a fixed author, no signing, no hooks. */
import type { TempProject } from "./temp_project.ts";

/** Runs git in a project's root; gives what it printed. */
export function git(project: Pick<TempProject, "root">, ...args: string[]): string {
  const settings = [
    "user.name=t",
    "user.email=t@example.org",
    "commit.gpgSign=false",
    "core.hooksPath=/dev/null",
    "init.defaultBranch=main",
  ];
  const { success, stdout, stderr } = new Deno.Command("git", {
    args: ["-C", project.root, ...settings.flatMap((setting) => ["-c", setting]), ...args],
  }).outputSync();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trim();
}

/** Commits all that is there; gives the commit. */
export function commitAll(project: Pick<TempProject, "root">, message: string): string {
  git(project, "add", "-A");
  git(project, "commit", "-q", "--allow-empty", "-m", message);
  return git(project, "rev-parse", "HEAD");
}
