/**
 * Many on one index: readers in processes of their own beside writers, each answer checked.
 *
 * The project has one file that is replaced as a whole; version v of it has `CALLERS` functions `caller_v_i` that call `target`. A right
 * answer names all of one version, and none older than the one that lay on the disk when the question was asked.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkIntegrity, dumpIndex } from "./dump_index.ts";
import { ROOT, runCallgrove } from "./shop.ts";
import { openProject, type TempProject } from "./temp_project.ts";
import { PERMISSIONS } from "../../release/permissions.ts";

const CALLERS = 12;
/** Name of the file that is replaced. */
const CHANGING = "callers.py";

/** Files of the project at version 0, with some ballast that takes time to index. */
export function crowdFiles(ballast: number): Record<string, string> {
  const files: Record<string, string> = { "target.py": "def target():\n    return 1\n", [CHANGING]: writeVersion(0) };
  for (let i = 0; i < ballast; i++) {
    const functions = Array.from({ length: 20 }, (_, k) => `def h${i}_${k}(x):\n    return g${(i + 1) % ballast}(x, ${k})\n`);
    files[`ballast/m${i}.py`] = `from ballast.m${(i + 1) % ballast} import g${(i + 1) % ballast}\n\ndef g${i}(a, b):\n    return a\n\n${
      functions.join("\n")
    }`;
  }
  return files;
}

/** The changing file's text. */
function writeVersion(version: number): string {
  const callers = Array.from({ length: CALLERS }, (_, i) => `def caller_${version}_${i}():\n    return target()\n`);
  return `from target import target\n\n${callers.join("\n")}`;
}

/** Replaces the changing file in one step. */
export function replaceVersion(root: string, version: number): void {
  writeFileSync(join(root, `${CHANGING}.new`), writeVersion(version));
  renameSync(join(root, `${CHANGING}.new`), join(root, CHANGING));
}

/** The version that lies on the disk. */
export function versionOnDisk(root: string): number {
  return Number(/caller_(\d+)_/.exec(readFileSync(join(root, CHANGING), "utf8"))![1]);
}

/** What is wrong with an answer's list of callers; "" if nothing is. */
export function judgeAnswer(structured: Record<string, unknown>, least: number, most: number): string {
  if (structured["error"] !== undefined) return `error: ${JSON.stringify(structured["error"])}`;
  const callers = (structured["callers"] ?? {}) as Record<string, Record<string, unknown>>;
  const names = Object.keys(callers[CHANGING] ?? {});
  const versions = new Set(names.map((name) => Number(/^caller_(\d+)_/.exec(name)?.[1] ?? -1)));
  if (names.length !== CALLERS || versions.size !== 1) return `${names.length} callers of versions ${[...versions].join(", ")}`;
  const [version] = [...versions] as [number];
  const { freshness_status: freshness } = structured["metadata"] as { freshness_status: string };
  if (freshness !== "fresh") return version <= most ? "" : `version ${version}, but ${most} is the newest`;
  return version < least || version > most ? `fresh, but version ${version} outside ${least} to ${most}` : "";
}

/** What a reader or an indexer did. */
export interface Turnout {
  readonly rounds: number;
  readonly wrong: readonly string[];
}

/** Runs `crowd_member.ts` in a process of its own: asks (or indexes) in a loop for so many seconds. */
async function runMember(kind: "read" | "index", root: string, database: string, seconds: number): Promise<Turnout> {
  const output = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-check",
      ...PERMISSIONS,
      join(ROOT, "tests/support/crowd_member.ts"),
      kind,
      root,
      database,
      String(seconds),
    ],
    cwd: ROOT,
    stdin: "null",
  }).output();
  if (!output.success) return { rounds: 0, wrong: [`exit ${output.code}: ${new TextDecoder().decode(output.stderr).slice(0, 2000)}`] };
  return JSON.parse(new TextDecoder().decode(output.stdout)) as Turnout;
}

/** Readers beside indexers, while the file is replaced every `pauseMs`; all turnouts, and the last version. */
export async function runCrowd(
  project: { readonly root: string; readonly database: string },
  readers: number,
  indexers: number,
  seconds: number,
  pauseMs: number,
): Promise<{ readonly turnouts: readonly Turnout[]; readonly versions: number }> {
  let version = versionOnDisk(project.root);
  const members = [
    ...Array.from({ length: readers }, () => runMember("read", project.root, project.database, seconds)),
    ...Array.from({ length: indexers }, () => runMember("index", project.root, project.database, seconds)),
  ];
  let running = true;
  const edits = (async () => {
    while (running) {
      replaceVersion(project.root, ++version);
      await new Promise((wake) => setTimeout(wake, pauseMs));
    }
  })();
  const turnouts = await Promise.all(members);
  running = false;
  await edits;
  return { turnouts, versions: version };
}

/** Starts `index` several times at once; all must succeed and leave what a fresh run leaves. */
export async function indexAtOnce(project: TempProject, count: number): Promise<string[]> {
  const runs = await Promise.all(
    Array.from({ length: count }, () => runCallgrove(["index", project.root, "--db", project.database, "--quiet"], ROOT)),
  );
  const failed = runs.filter((run) => run.status !== 0).map((run) => run.stderr);
  const afresh = openProject(project.root, `${project.database}-fresh`);
  await afresh.index();
  const equal = JSON.stringify(dumpIndex(project.database)) === JSON.stringify(dumpIndex(afresh.database));
  rmSync(afresh.database, { recursive: true });
  return [...failed, ...(equal ? [] : ["the index is not that of a fresh run"]), ...checkIntegrity(project.database)];
}
