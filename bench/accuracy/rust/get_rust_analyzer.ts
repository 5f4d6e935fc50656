/**
 * Finds rust-analyzer and the standard library's source, or installs them into the cache.
 *
 *     deno run -A bench/accuracy/rust/get_rust_analyzer.ts
 *
 * Invariant: nothing outside the cache is changed. Tried in this order: `CALLGROVE_RUST_ANALYZER` with `CALLGROVE_RUST_LIBRARY`, rustup's
 * own components, Debian's unstable packages unpacked beside each other.
 */
import { existsSync } from "node:fs";
import * as fs from "node:fs/promises";
import * as path from "node:path";
import process from "node:process";
import { findCache } from "../../cache.ts";
import { runProgram } from "../../run_to_end.ts";

interface RustAnalyzer {
  /** Program and first arguments. */
  command: readonly [string, ...string[]];
  /** The folder `library` of Rust's source. */
  librarySource: string;
}

const DEBIAN_KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg";

async function getRustAnalyzer(): Promise<RustAnalyzer> {
  const program = process.env["CALLGROVE_RUST_ANALYZER"];
  const library = process.env["CALLGROVE_RUST_LIBRARY"];
  if (program !== undefined && library !== undefined) return { command: [program], librarySource: library };
  return await findInRustup() ?? await unpackFromDebian();
}

/** Makes rust-analyzer write what it knows about a project; returns the SCIP index, which is in `scratch`. */
export async function writeScipIndex(project: string, scratch: string): Promise<string> {
  const { command: [program, ...first], librarySource } = await getRustAnalyzer();
  const config = path.join(scratch, "config.json");
  const index = path.join(scratch, "index.scip");
  // Left to itself, rust-analyzer reads the code as Miri would see it, which leaves whole test files out.
  const cargo = { features: "all", cfgs: ["debug_assertions"], sysrootSrc: librarySource };
  await fs.writeFile(config, JSON.stringify({ cargo }));
  // The target folder stays outside the project: what build scripts generate is not the repository's.
  await runProgram(program, [...first, "scip", project, "--config-path", config, "--output", index], {
    env: { CARGO_TARGET_DIR: path.join(scratch, "target") },
  });
  return index;
}

async function findInRustup(): Promise<RustAnalyzer | undefined> {
  try {
    await runProgram("rust-analyzer", ["--version"]);
    const sysroot = (await runProgram("rustc", ["--print", "sysroot"])).trim();
    const librarySource = path.join(sysroot, "lib/rustlib/src/rust/library");
    await fs.access(librarySource);
    return { command: ["rust-analyzer"], librarySource };
  } catch {
    return undefined; // rustup leaves a stub of the program where the component is missing
  }
}

async function unpackFromDebian(): Promise<RustAnalyzer> {
  const folder = path.join(findCache(), "tools", "rust-analyzer");
  const made = path.join(folder, "made");
  if (!(existsSync(made))) {
    await fs.rm(folder, { recursive: true, force: true });
    const root = path.join(folder, "root");
    await fs.mkdir(root, { recursive: true });
    for (const archive of await downloadFromDebian(path.join(folder, "apt"))) {
      if (path.basename(archive).startsWith("rust-src_")) await unpackLibrary(archive, root);
      else await runProgram("dpkg", ["-x", archive, root]);
    }
    await fs.rm(path.join(folder, "apt"), { recursive: true });
    await fs.writeFile(made, "");
  }
  const root = path.join(folder, "root");
  const sources = path.join(root, "usr/src");
  const version = (await fs.readdir(sources)).find((name) => name.startsWith("rustc-"));
  const libraries = (await fs.readdir(path.join(root, "usr/lib"))).find((name) => name.endsWith("-linux-gnu"));
  if (version === undefined || libraries === undefined) {
    throw new Error(`Cannot find rust-analyzer in ${root}: remove ${folder} and run again`);
  }
  // The packages were built against a newer C library than the machine's own, which they bring along.
  const place = path.join(root, "usr/lib", libraries);
  const loader = (await fs.readdir(place)).find((name) => name.startsWith("ld-linux"));
  if (loader === undefined) throw new Error(`Cannot start rust-analyzer: no loader in ${place}`);
  return {
    command: [path.join(place, loader), "--library-path", place, path.join(root, "usr/bin/rust-analyzer")],
    librarySource: path.join(sources, version, "library"),
  };
}

/** Downloads the packages and all their dependencies, with an apt configuration of its own in which nothing is installed. */
async function downloadFromDebian(folder: string): Promise<string[]> {
  const archives = path.join(folder, "cache/archives");
  await fs.mkdir(path.join(archives, "partial"), { recursive: true });
  await fs.mkdir(path.join(folder, "lists/partial"), { recursive: true });
  await fs.writeFile(path.join(folder, "status"), "");
  await fs.writeFile(
    path.join(folder, "sources.list"),
    `deb [signed-by=${DEBIAN_KEYS}] ${await findMirror()} unstable main\n`,
  );
  const config = path.join(folder, "apt.conf");
  await fs.writeFile(
    config,
    [
      `Dir::Etc::sourcelist "${folder}/sources.list";`,
      `Dir::Etc::sourceparts "-";`,
      `Dir::State::lists "${folder}/lists";`,
      `Dir::State::status "${folder}/status";`,
      `Dir::Cache "${folder}/cache";`,
      `APT::Sandbox::User "";`,
    ].join("\n") + "\n",
  );
  const env = { APT_CONFIG: config };
  await runProgram("apt-get", ["update"], { env });
  const wanted = ["rust-analyzer", "rust-src"];
  await runProgram("apt-get", ["install", "--yes", "--download-only", "--no-install-recommends", ...wanted], { env });
  return (await fs.readdir(archives)).filter((name) => name.endsWith(".deb")).map((name) => path.join(archives, name));
}

/** The mirror that the machine itself installs Debian from. */
async function findMirror(): Promise<string> {
  const targets = await runProgram("apt-get", ["indextargets", "--format", "$(REPO_URI) $(ORIGIN)"]).catch(() => "");
  const mirror = targets.split("\n").map((line) => line.split(" ")).find(([address, origin]) =>
    origin === "Debian" && !address!.includes("security")
  );
  if (mirror === undefined) {
    throw new Error(
      "Cannot find a Debian mirror: run `apt-get update`, or install rust-analyzer yourself " +
        "(`rustup component add rust-analyzer rust-src`, or CALLGROVE_RUST_ANALYZER and CALLGROVE_RUST_LIBRARY)",
    );
  }
  return mirror[0]!;
}

/** The package contains the whole compiler, ten times the library. */
async function unpackLibrary(archive: string, root: string): Promise<void> {
  const tarball = path.join(path.dirname(archive), "rust-src.tar");
  await runProgram("sh", ["-c", 'dpkg-deb --fsys-tarfile "$0" > "$1"', archive, tarball]);
  await runProgram("tar", ["-xf", tarball, "-C", root, "--wildcards", "./usr/src/rustc-*/library"]);
}

if (import.meta.main) {
  const { command, librarySource } = await getRustAnalyzer();
  console.log(command.join(" "));
  console.log(librarySource);
}
