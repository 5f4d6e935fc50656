/**
 * `deno task pack`: makes a release's files from the binaries that `deno task compile:all` left in `dist`.
 *
 * For every binary that is there: an archive with the man page and completions, and an MCPB bundle; then the Homebrew formula, the MCP
 * registry's `server.json` and checksums over all of them. Invariant: what is named in one file is what lies beside it.
 *
 *   --out DIR    where the binaries are (default: dist)
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Zippable, zipSync } from "fflate";
import { makeProgram } from "../cli/program.ts";
import { makeCompletions, SHELLS } from "../cli/shell/completions.ts";
import { makeManPage } from "../cli/shell/man_page.ts";
import { ROOT, run } from "./bundle.ts";
import { makeFormula } from "./formula.ts";
import { makeMcpbManifest } from "./mcpb.ts";
import { binaryName, type Platform, PLATFORMS } from "./platforms.ts";
import { makeServerJson } from "./server_json.ts";
import { sumOf, writeSums } from "./sums.ts";

const EXECUTABLE = 0o755;
const COMPLETION_FILES = { bash: "callgrove.bash", zsh: "_callgrove", fish: "callgrove.fish", powershell: "callgrove.ps1" } as const;

/** What lies beside the binary in an archive: path -> text. */
function companions(): Record<string, string> {
  const program = makeProgram(() => {});
  const files: Record<string, string> = { "callgrove.1": makeManPage(program) };
  for (const shell of SHELLS) files[`completions/${COMPLETION_FILES[shell]}`] = makeCompletions(shell, program);
  for (const name of ["LICENSE", "README.md", "CHANGELOG.md"]) files[name] = readFileSync(join(ROOT, name), "utf8");
  return files;
}

/** Name of a platform's archive. */
function archiveName(platform: Platform): string {
  return `callgrove-${platform.name}${platform.ending === "" ? ".tar.gz" : ".zip"}`;
}

/** Packs one binary; gives the names of what was made. */
async function packPlatform(folder: string, platform: Platform): Promise<string[]> {
  const binary = readFileSync(join(folder, binaryName(platform)));
  const executable = `callgrove${platform.ending}`;
  const archive = archiveName(platform);
  const files = companions();
  if (platform.ending === "") {
    const staging = join(folder, "staging");
    rmSync(staging, { recursive: true, force: true });
    mkdirSync(join(staging, "completions"), { recursive: true });
    writeFileSync(join(staging, executable), binary, { mode: EXECUTABLE });
    for (const [path, text] of Object.entries(files)) writeFileSync(join(staging, path), text);
    await run("tar", ["-czf", join(folder, archive), "-C", staging, executable, ...Object.keys(files)], folder);
    rmSync(staging, { recursive: true });
  } else {
    const zipped: Zippable = { [executable]: binary };
    for (const [path, text] of Object.entries(files)) zipped[path] = new TextEncoder().encode(text);
    writeFileSync(join(folder, archive), zipSync(zipped));
  }
  const bundle = `callgrove-${platform.name}.mcpb`;
  const manifest = new TextEncoder().encode(JSON.stringify(makeMcpbManifest(platform), null, 2));
  writeFileSync(
    join(folder, bundle),
    zipSync({ "manifest.json": manifest, [`server/${executable}`]: [binary, { os: 3, attrs: (0o100000 | EXECUTABLE) << 16 }] }),
  );
  return [archive, bundle];
}

async function main(): Promise<void> {
  const { values } = parseArgs({ args: Deno.args, options: { out: { type: "string" } } });
  const folder = resolve(values.out ?? join(ROOT, "dist"));
  const present = PLATFORMS.filter((platform) => existsSync(join(folder, binaryName(platform))));
  if (present.length === 0) throw new Error(`Cannot pack: ${folder} holds no binary. Make them: deno task compile:all`);
  const made: string[] = [];
  for (const platform of present) made.push(...await packPlatform(folder, platform));
  const sums = new Map(made.map((name) => [name, sumOf(join(folder, name))]));
  writeFileSync(join(folder, "callgrove.rb"), makeFormula(sums));
  writeFileSync(join(folder, "server.json"), `${JSON.stringify(makeServerJson(sums), null, 2)}\n`);
  writeSums(folder, [...made, "callgrove.rb", "server.json", "callgrove.cdx.json"].filter((name) => existsSync(join(folder, name))));
  for (const name of made) console.log(basename(name));
}

if (import.meta.main) await main();
