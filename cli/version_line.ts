/**
 * What `--version` prints: the version, and the commit that the program was made from.
 *
 * Stage: CLI. Invariant: the binary carries its commit; a checkout is asked for it; where there is neither, the version stands alone.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { VERSION } from "../version.ts";

/** `0.1.0 (3a8f8934c 2026-11-22)`. */
export async function versionLine(): Promise<string> {
  const { commit, date } = await readBuild();
  const of = [commit.slice(0, 9), date].filter((part) => part !== "").join(" ");
  return of === "" ? VERSION : `${VERSION} (${of})`;
}

async function readBuild(): Promise<{ commit: string; date: string }> {
  const here = import.meta.dirname ?? ".";
  const embedded = join(here, "build.json");
  if (existsSync(embedded)) return JSON.parse(readFileSync(embedded, "utf8")) as { commit: string; date: string };
  const { findRepository, headCommit } = await import("../core/base/git.ts");
  const root = join(here, "..");
  // Only a checkout of this program tells about it: not a repository that a copy of it lies in.
  const repository = existsSync(join(root, ".git")) ? findRepository(root) : undefined;
  // Without git the version still is what it is.
  return { commit: repository === undefined ? "" : await headCommit(repository).catch(() => ""), date: "" };
}
