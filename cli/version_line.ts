/**
 * What `--version` prints: the version, and the commit that the program was built from.
 *
 * Stage: CLI. Invariant: the binary contains its commit; for a checkout git is asked; without either, only the version is printed.
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
  // Only a checkout of this program counts, not a repository that contains a copy of it.
  const repository = existsSync(join(root, ".git")) ? findRepository(root) : undefined;
  // Without git there is still the version.
  return { commit: repository === undefined ? "" : await headCommit(repository).catch(() => ""), date: "" };
}
