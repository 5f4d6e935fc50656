/**
 * `deno task compile`: the program as one executable for this platform; `deno task compile:all`: for all of them, with checksums.
 *
 * Bundled first, so that only what is used goes in, and compiled with the permissions of `permissions.ts`.
 *
 *   --out DIR    where to (default: dist)
 *   --with DIR   a `deno` and its `denort` to compile with, where the runtime cannot be downloaded
 */
import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Bundle, ENTRIES, makeBundle, put, ROOT, run } from "./bundle.ts";
import { ENGINE_FLAGS, PERMISSIONS } from "./permissions.ts";
import { binaryName, type Platform, PLATFORMS } from "./platforms.ts";
import { makeSbom } from "./sbom.ts";
import { writeSums } from "./sums.ts";

/** The compiler, and the runtime that it puts in; undefined: it fetches the one that fits. */
interface Compiler {
  readonly deno: string;
  readonly runtime: string | undefined;
}

async function compile(bundle: Bundle, compiler: Compiler, output: string, target: string | undefined): Promise<void> {
  const making = `${output}.making`;
  await run(
    compiler.deno,
    [
      "compile",
      "--quiet",
      "--no-config",
      "--no-check",
      "--no-lock",
      "--no-remote",
      "--no-npm",
      ...ENGINE_FLAGS,
      ...PERMISSIONS,
      ...(target === undefined ? [] : ["--target", target]),
      ...ENTRIES.slice(1).map((entry) => `--include=${entry.replace(/\.ts$/, ".js")}`),
      "--include=grammars",
      "--include=build.json",
      `--output=${making}`,
      "main.js",
    ],
    bundle.folder,
    compiler.runtime === undefined ? {} : { DENORT_BIN: compiler.runtime },
  );
  // The compiler adds the ending of a Windows program by itself.
  put(target?.includes("windows") === true && !making.endsWith(".exe") ? `${making}.exe` : making, output);
}

/** The platform that this runs on. */
function thisPlatform(): Platform {
  const here = PLATFORMS.find((one) => one.target === Deno.build.target);
  if (here === undefined) {
    throw new Error(`Cannot compile for ${Deno.build.target}: the platforms are ${PLATFORMS.map((p) => p.name).join(", ")}`);
  }
  return here;
}

/** The compiler in a folder; ends the program if the folder does not hold both programs. */
function compilerIn(folder: string): Compiler {
  const { ending } = thisPlatform();
  const [deno, runtime] = [join(folder, `deno${ending}`), join(folder, `denort${ending}`)];
  const missing = [deno, runtime].find((program) => !existsSync(program));
  if (missing !== undefined) {
    console.error(`Cannot compile: there is no ${missing}\n--with takes the folder that holds a deno and its denort.`);
    Deno.exit(2);
  }
  return { deno, runtime };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    args: Deno.args,
    options: { all: { type: "boolean" }, out: { type: "string" }, with: { type: "string" } },
  });
  const folder = resolve(values.out ?? join(ROOT, "dist"));
  const compiler: Compiler = values.with === undefined ? { deno: Deno.execPath(), runtime: undefined } : compilerIn(resolve(values.with));
  mkdirSync(folder, { recursive: true });
  const bundle = await makeBundle(join(folder, "bundle"));
  const made: string[] = [];
  for (const platform of values.all === true ? PLATFORMS : [thisPlatform()]) {
    const name = values.all === true ? binaryName(platform) : `callgrove${platform.ending}`;
    await compile(bundle, compiler, join(folder, name), values.all === true ? platform.target : undefined);
    made.push(name);
    console.log(`${join(folder, name)}  ${(statSync(join(folder, name)).size / 1e6).toFixed(1)} MB`);
  }
  const runtime = (await run(compiler.deno, ["--version"], ROOT)).split(" ")[1]!;
  writeFileSync(join(folder, "callgrove.cdx.json"), `${JSON.stringify(makeSbom(bundle.packages, runtime), null, 2)}\n`);
  writeSums(folder, made);
}

await main();
