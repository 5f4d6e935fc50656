/**
 * The program as a folder that can be compiled: its modules in one room, minified, with the grammars that its languages name.
 *
 * Invariant: only what is used goes in; nothing of the place where it was made.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { languages } from "../languages/mod.ts";

/** The checkout. */
export const ROOT: string = join(import.meta.dirname!, "..");

/** Entries: the program and its threads. */
export const ENTRIES: readonly string[] = [
  "main.ts",
  "worker.ts",
  "index_worker.ts",
  "fixtures_worker.ts",
  "transcript_worker.ts",
];

/** A bundled program. */
export interface Bundle {
  readonly folder: string;
  /** npm packages whose code went in, `name@version`, in order. */
  readonly packages: readonly string[];
}

/** Makes `folder` anew. @throws Error with the bundler's own words where it fails. */
export async function makeBundle(folder: string): Promise<Bundle> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "grammars"), { recursive: true });
  await run(Deno.execPath(), [
    "bundle",
    "--quiet",
    "--platform=deno",
    "--minify",
    "--code-splitting",
    "--sourcemap=external",
    `--outdir=${folder}`,
    ...ENTRIES,
  ], ROOT);
  const packages = new Set<string>();
  for (const file of readdirSync(folder)) {
    if (!file.endsWith(".map")) continue;
    for (const one of packagesOf(readFileSync(join(folder, file), "utf8"))) packages.add(one);
    rmSync(join(folder, file));
  }
  for (const file of copyGrammars(join(folder, "grammars"))) packages.add(file);
  writeFileSync(join(folder, "build.json"), JSON.stringify(await readCommit()));
  return { folder, packages: [...packages].sort() };
}

/** The packages that a source map's sources come from. */
function packagesOf(map: string): string[] {
  const { sources } = JSON.parse(map) as { sources: readonly string[] };
  return sources.flatMap(packageOf);
}

/** The package that a file belongs to: it lies in `node_modules/.deno/NAME@VERSION/node_modules/NAME/`. */
function packageOf(file: string): string[] {
  const found = /\/\.deno\/((?:@[^/+]+\+)?[^/@]+@[^/_]+)/.exec(file);
  return found === null ? [] : [found[1]!.replace("+", "/")];
}

/** Copies the parser and the grammars; gives the packages that they come from. */
function copyGrammars(folder: string): string[] {
  const require = createRequire(import.meta.url);
  const names = new Set(languages.flatMap((plugin) => Object.values(plugin.extensions)));
  const specifiers = ["web-tree-sitter/web-tree-sitter.wasm"];
  for (const name of names) specifiers.push(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`);
  const packages: string[] = [];
  for (const specifier of specifiers) {
    const file = require.resolve(specifier);
    copyFileSync(file, join(folder, `${basename(file, ".wasm")}.bin`));
    packages.push(...packageOf(realpathSync(file)));
  }
  return packages;
}

/** The commit that is checked out, and its date; empty outside git. */
async function readCommit(): Promise<{ commit: string; date: string }> {
  try {
    const [commit = "", date = ""] = (await run("git", ["log", "-1", "--format=%H%n%cs"], ROOT)).trim().split("\n");
    return { commit, date };
  } catch {
    return { commit: "", date: "" };
  }
}

/** Runs a program; gives what it printed. @throws Error with what it complained of. */
export async function run(program: string, args: readonly string[], cwd: string, env: Record<string, string> = {}): Promise<string> {
  const output = await new Deno.Command(program, { args: [...args], cwd, env: { NO_COLOR: "1", ...env } }).output();
  const decoder = new TextDecoder();
  if (output.success) return decoder.decode(output.stdout);
  throw new Error(`${basename(program)} ${args[0]} failed (${output.code}): ${decoder.decode(output.stderr).trim()}`);
}

/** Moves a file into its place in one step. */
export function put(from: string, to: string): void {
  rmSync(to, { force: true });
  renameSync(from, to);
}
