/**
 * Pyright on a copy of a project: its dependencies are installed into the cache.
 *
 * Invariant: nothing is written into the project, and nothing of it is run.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import * as fs from "node:fs/promises";
import * as path from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { compareText } from "../../../core/base/lists.ts";
import { findCache } from "../../cache.ts";
import { runProgram } from "../../run_to_end.ts";
import { type LanguageServer, startLanguageServer } from "./language_server.ts";

const PYRIGHT = "1.1.414";

async function installPyright(cache: string): Promise<string> {
  const folder = path.join(cache, `pyright-${PYRIGHT}`);
  if (!existsSync(path.join(folder, "installed"))) {
    await fs.mkdir(folder, { recursive: true });
    const manifest = { name: "oracle", private: true, dependencies: { pyright: PYRIGHT } };
    await fs.writeFile(path.join(folder, "package.json"), JSON.stringify(manifest));
    await runProgram("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"], {
      cwd: folder,
    });
    await fs.writeFile(path.join(folder, "installed"), "");
  }
  return path.join(folder, "node_modules/pyright/langserver.index.js");
}

/** Extras that include everything, or what the tests depend on. */
const WANTED_EXTRAS = /extra == ['"](full|all|tests?)['"]/;

/** The declared requirements of the project, without most extras: types make more external definitions known, none is necessary. */
async function readRequirements(projectDir: string): Promise<string[]> {
  const listed = await fs.readFile(path.join(projectDir, "PKG-INFO"), "utf8").catch(() => "");
  const found = [...listed.matchAll(/^Requires-Dist: ([^;\n]+)(;.*)?$/gm)]
    .filter((match) => !/extra|win32/.test(match[2] ?? "") || WANTED_EXTRAS.test(match[2]!))
    .map((match) => match[1]!.replace(/[()]/g, "").trim());
  if (listed !== "") return found;
  const program = "import json,sys,tomllib\n" +
    "print(json.dumps(tomllib.load(open(sys.argv[1],'rb')).get('project',{}).get('dependencies',[])))";
  const manifest = path.join(projectDir, "pyproject.toml");
  if (!existsSync(manifest)) return [];
  return JSON.parse(await runProgram("python3", ["-c", program, manifest]).catch(() => "[]")) as string[];
}

async function installRequirements(projectDir: string, cache: string): Promise<string> {
  const wanted = [...new Set([...await readRequirements(projectDir), "pytest", "typing_extensions"])].sort();
  const key = createHash("sha256").update(JSON.stringify(wanted)).digest("hex").slice(0, 16);
  const folder = path.join(cache, "python-dependencies", key);
  if (existsSync(path.join(folder, ".installed"))) return folder;
  await fs.mkdir(folder, { recursive: true });
  const install = ["-m", "pip", "install", "--quiet", "--no-compile", "--only-binary", ":all:", "--target", folder];
  try {
    await runProgram("python3", [...install, ...wanted]);
  } catch (error) {
    process.stderr.write(`Requirements are not all known: ${error instanceof Error ? error.message : String(error)}\n`);
    for (const one of wanted) await runProgram("python3", [...install, one]).catch(() => "");
  }
  await fs.writeFile(path.join(folder, ".installed"), "");
  return folder;
}

/** Folders that contain top-level packages, so that tests and `src` layouts find them. */
function findImportRoots(files: readonly string[]): string[] {
  const packages = new Set(
    files.filter((file) => path.basename(file) === "__init__.py").map((file) => path.dirname(file)),
  );
  const roots = new Set<string>();
  for (const folder of packages) if (!packages.has(path.dirname(folder))) roots.add(path.dirname(folder));
  return [...roots].sort((one, other) => one.length - other.length || compareText(one, other));
}

/**
 * Starts pyright on a copy of the project whose own configuration is replaced: a project's `include`, `exclude` and `strict` are what its
 * authors want checked, not what can be known.
 */
async function startServer(program: string, copy: string, extraPaths: readonly string[]): Promise<LanguageServer> {
  const configuration = {
    include: ["."],
    exclude: ["**/node_modules"],
    typeCheckingMode: "off",
    useLibraryCodeForTypes: true,
    extraPaths,
  };
  await fs.writeFile(path.join(copy, "pyrightconfig.json"), JSON.stringify(configuration));
  const settings: Record<string, unknown> = {
    python: { pythonPath: "python3", analysis: { diagnosticMode: "openFilesOnly" } },
    "python.analysis": { diagnosticMode: "openFilesOnly" },
    pyright: { disableOrganizeImports: true, disableTaggedHints: true },
  };
  let foundFiles = () => {};
  // Before the server has listed its files it answers every question with nothing.
  const ready = new Promise<void>((done) => foundFiles = done);
  const server = startLanguageServer("node", [program, "--stdio"], (section) => settings[section] ?? {}, (method, params) => {
    if (method !== "window/logMessage") return;
    if (/^(Found \d+|No) source file/.test((params as { message: string }).message)) foundFiles();
  });
  const rootUri = pathToFileURL(copy).href;
  await server.request("initialize", {
    processId: process.pid,
    rootUri,
    workspaceFolders: [{ uri: rootUri, name: path.basename(copy) }],
    capabilities: {
      workspace: { configuration: true, workspaceFolders: true },
      textDocument: { definition: { linkSupport: false } },
    },
  });
  server.notify("initialized", {});
  await ready;
  return server;
}

/** Starts pyright for a project. @param copy the copy of it that the server reads @param files its Python files, relative to the copy */
export async function startPyright(projectDir: string, copy: string, files: readonly string[]): Promise<LanguageServer> {
  const cache = path.join(findCache(), "oracles");
  const program = await installPyright(cache);
  const requirements = await installRequirements(path.resolve(projectDir), cache);
  const importRoots = findImportRoots(files).map((folder) => path.join(copy, folder));
  return await startServer(program, copy, [...importRoots, requirements]);
}
