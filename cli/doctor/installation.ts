/**
 * The program's version, its folders, and git.
 *
 * Stage: CLI. Invariant: read-only.
 */
import { existsSync } from "node:fs";
import { findRepository, headCommit, runGit } from "../../core/base/git.ts";
import { cacheFolder, configFolder } from "../../core/base/user_folders.ts";
import { describeThrown } from "../../core/errors.ts";
import type { ProjectPlace } from "../../core/store/location.ts";
import { versionLine } from "../version_line.ts";
import type { Check } from "./check.ts";

/** Versions and folders. */
export async function checkProgram(): Promise<Check[]> {
  const { deno, v8 } = Deno.version;
  return [
    { area: "program", name: "version", state: "ok", detail: await versionLine() },
    { area: "program", name: "runtime", state: "ok", detail: `Deno ${deno}, V8 ${v8}, ${Deno.build.target}` },
    { area: "program", name: "threads", state: "ok", detail: String(navigator.hardwareConcurrency) },
    { area: "program", name: "configuration", state: "ok", detail: describeFolder(configFolder()) },
    { area: "program", name: "cache", state: "ok", detail: describeFolder(cacheFolder()) },
  ];
}

function describeFolder(folder: string | undefined): string {
  if (folder === undefined) return "none: HOME is not set";
  return existsSync(folder) ? folder : `${folder} (not there yet)`;
}

/** git, and the project's repository. */
export async function checkGit(place: ProjectPlace): Promise<Check[]> {
  const repository = place.repository ?? findRepository(place.root);
  if (repository === undefined) {
    return [{ area: "git", name: "repository", state: "note", detail: `${place.root} is not in a git repository: every file is scanned` }];
  }
  try {
    const version = new TextDecoder().decode((await runGit(repository, ["version"])).bytes).trim();
    const commit = await headCommit(repository);
    return [
      { area: "git", name: "program", state: "ok", detail: version },
      {
        area: "git",
        name: "repository",
        state: "ok",
        detail: `${repository.root}, ${commit === "" ? "no commit yet" : `at ${commit.slice(0, 9)}`}`,
      },
    ];
  } catch (thrown) {
    return [{
      area: "git",
      name: "program",
      state: "problem",
      detail: describeThrown(thrown),
      mend: "install git, or put the folder of its program into PATH",
    }];
  }
}
