/**
 * Writes the truth of a TypeScript or JavaScript project by TypeScript's own checker.
 *
 *     deno run -A bench/accuracy/typescript/make_truth.ts DIR OUT.jsonl
 *
 * Invariant: nothing is written into the project. TypeScript and the types of the project's dependencies are installed
 * into the bench's cache, without running their scripts.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import * as fs from "node:fs/promises";
import * as path from "node:path";
import process from "node:process";
import { findCache } from "../../cache.ts";
import { runProgram } from "../../run_to_end.ts";
import { listFiles } from "../truth.ts";

/** The last line with a JavaScript API; 7 has none. */
const TYPESCRIPT = "5.9.3";

/** Dev dependencies whose types the tests of a project lean on. */
const TEST_TYPES = /^(@types\/.+|vitest|chai|@testing-library\/.+)$/;

const MAX_ATTEMPTS = 12;

type Manifest =
  & Partial<
    Record<"dependencies" | "peerDependencies" | "optionalDependencies" | "devDependencies", Record<string, string>>
  >
  & { name?: string };

async function installInto(
  folder: string,
  dependencies: Readonly<Record<string, string>>,
  overrides: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (existsSync(path.join(folder, "installed"))) return;
  await fs.mkdir(folder, { recursive: true });
  await fs.writeFile(
    path.join(folder, "package.json"),
    JSON.stringify({ name: "oracle", private: true, dependencies, overrides }, null, 2),
  );
  await runProgram("npm", [
    "install",
    "--ignore-scripts",
    "--legacy-peer-deps",
    "--no-audit",
    "--no-fund",
    "--no-package-lock",
    "--loglevel=error",
  ], { cwd: folder });
  await fs.writeFile(path.join(folder, "installed"), "");
}

/** The dependencies of the project's packages, without the packages of the project itself. */
async function readDependencies(projectDir: string): Promise<Record<string, string>> {
  const files = await listFiles(projectDir, (name) => name === "package.json");
  const manifests: Manifest[] = [];
  for (const file of files) {
    const text = await fs.readFile(path.join(projectDir, file), "utf8");
    try {
      manifests.push(JSON.parse(text) as Manifest);
    } catch {
      // A broken package.json is a fixture of the project's tests.
    }
  }
  const own = new Set(manifests.map((manifest) => manifest.name));
  const wanted: Record<string, string> = { "@types/node": "*" };
  for (const manifest of manifests) {
    const groups = [manifest.dependencies, manifest.peerDependencies, manifest.optionalDependencies];
    const tests = Object.entries(manifest.devDependencies ?? {}).filter(([name]) => TEST_TYPES.test(name));
    for (const [name, range] of [...groups.flatMap((group) => Object.entries(group ?? {})), ...tests]) {
      if (own.has(name)) continue;
      // Ranges of a workspace (`workspace:*`, `catalog:`) mean nothing to a registry.
      wanted[name] = /^[\^~<>=\d*x]/.test(range) ? range : "*";
    }
  }
  if (wanted["react"] !== undefined) wanted["@types/react"] ??= "*";
  return wanted;
}

/** Installs the types that can be had; a project whose dependencies cannot be installed is judged without them. */
async function installDependencies(projectDir: string, cache: string): Promise<string | null> {
  if (existsSync(path.join(projectDir, "node_modules"))) return null;
  const wanted = await readDependencies(projectDir);
  const key = createHash("sha256").update(JSON.stringify(Object.entries(wanted).sort())).digest("hex").slice(0, 16);
  const folder = path.join(cache, "typescript-dependencies", key);
  const overrides: Record<string, string> = {};
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    try {
      await installInto(folder, { ...wanted, ...overrides }, overrides);
      return folder;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      // A manifest may ask for a version that was never published; any version has nearly the same types.
      const missing = /(?:No matching version found for |')(@?[^@\s']+)@/.exec(message)?.[1];
      if (missing === undefined || missing in overrides) {
        process.stderr.write(`Dependencies are not all known: ${message}\n`);
        break;
      }
      overrides[missing] = "latest";
    }
  }
  await installInto(folder + "-node", { "@types/node": "*" });
  return folder + "-node";
}

/** Writes OUT (JSON lines) and OUT's list of covered files for the project in that folder. */
export async function makeTruth(projectDir: string, outFile: string): Promise<void> {
  const cache = path.join(findCache(), "oracles");
  const compiler = path.join(cache, `typescript-${TYPESCRIPT}`);
  await installInto(compiler, { typescript: TYPESCRIPT });
  const dependencies = await installDependencies(path.resolve(projectDir), cache);
  // In a process of its own: the checker of a large project needs a heap of several GB, and only releases it at its end.
  const report = await runProgram(process.execPath, [
    "run",
    "-A",
    "--quiet",
    "--no-lock",
    "--v8-flags=--max-old-space-size=12000,--stack-size=3900",
    path.join(import.meta.dirname!, "ask_checker.ts"),
    path.join(compiler, "node_modules/typescript/lib/typescript.js"),
    await fs.realpath(projectDir),
    path.resolve(outFile),
    dependencies ?? "",
  ]);
  process.stderr.write(report);
}

if (import.meta.main) {
  const [projectDir, outFile] = process.argv.slice(2);
  if (projectDir === undefined || outFile === undefined) {
    process.stderr.write("deno run -A bench/accuracy/typescript/make_truth.ts DIR OUT.jsonl\n");
    process.exitCode = 2;
  } else await makeTruth(projectDir, outFile);
}
