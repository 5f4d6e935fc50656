/**
 * Brings a corpus from its registry into the cache, as a plain folder without git.
 *
 * Invariant: a folder that exists under `corpora/` is complete and is exactly what its row of the list (`corpora.ts`) says; a changed row gives a
 * fresh folder. Nothing fetched is ever committed.
 */
import { createHash } from "node:crypto";
import * as fs from "node:fs/promises";
import * as path from "node:path";
import { findCache } from "./cache.ts";
import type { Corpus, CorpusPart, Registry } from "./corpora.ts";
import { runProgram } from "./run_to_end.ts";

async function unpackTarball(file: string, into: string): Promise<void> {
  await fs.mkdir(into, { recursive: true });
  await runProgram("tar", ["-xzf", file, "--strip-components=1", "-C", into]);
}

type Fetch = (parts: readonly CorpusPart[], place: (part: CorpusPart) => string, scratch: string) => Promise<void>;

const FETCHERS: Readonly<Record<Registry, Fetch>> = {
  async pypi(parts, place, scratch) {
    for (const part of parts) {
      const wanted = `${part.package}==${part.version}`;
      await runProgram("python3", [
        "-m",
        "pip",
        "download",
        "--quiet",
        "--no-binary",
        ":all:",
        "--no-deps",
        "--dest",
        scratch,
        wanted,
      ]);
      const archive = (await fs.readdir(scratch)).find((name) => name.endsWith(".tar.gz"));
      if (!archive) throw new Error(`Cannot unpack ${wanted}: pip gave no source archive`);
      await unpackTarball(path.join(scratch, archive), place(part));
      await fs.rm(path.join(scratch, archive));
    }
  },
  async npm(parts, place, scratch) {
    for (const part of parts) {
      const wanted = `${part.package}@${part.version}`;
      await runProgram("npm", ["pack", wanted, "--silent", "--pack-destination", scratch], { cwd: scratch });
      const archive = (await fs.readdir(scratch)).find((name) => name.endsWith(".tgz"));
      if (!archive) throw new Error(`Cannot unpack ${wanted}: npm gave no archive`);
      await unpackTarball(path.join(scratch, archive), place(part));
      await fs.rm(path.join(scratch, archive));
    }
  },
  async go(parts, place, scratch) {
    for (const part of parts) {
      const answer = await runProgram("go", ["mod", "download", "-json", `${part.package}@${part.version}`], {
        cwd: scratch,
      });
      const { Dir } = JSON.parse(answer) as { Dir: string };
      // The module cache is read-only, and a copy keeps its modes.
      await fs.cp(Dir, place(part), { recursive: true });
      await runProgram("chmod", ["-R", "u+w", place(part)]);
    }
  },
  async crates(parts, place, scratch) {
    const needs = parts.map((part) => `${part.package} = "=${part.version}"`).join("\n");
    await fs.mkdir(path.join(scratch, "src"), { recursive: true });
    await fs.writeFile(path.join(scratch, "src/lib.rs"), "");
    await fs.writeFile(
      path.join(scratch, "Cargo.toml"),
      `[package]\nname = "fetch-corpus"\nversion = "0.0.0"\nedition = "2021"\n\n[dependencies]\n${needs}\n`,
    );
    await runProgram("cargo", ["vendor", "--quiet", "vendored"], { cwd: scratch });
    for (const part of parts) {
      await fs.cp(path.join(scratch, "vendored", part.package), place(part), { recursive: true });
      await fs.rm(path.join(place(part), ".cargo-checksum.json"), { force: true });
    }
  },
};

/** Identifies the content of a corpus; part of the key of everything derived from it. */
export function hashCorpus(corpus: Corpus): string {
  const recipe = JSON.stringify([corpus.registry, corpus.parts, corpus.extra ?? {}]);
  return createHash("sha256").update(recipe).digest("hex").slice(0, 16);
}

/** Returns the folder of a corpus, which is fetched first if it is missing. */
export async function fetchCorpus(corpus: Corpus): Promise<string> {
  const root = path.join(findCache(), "corpora");
  const folder = path.join(root, corpus.name);
  const mark = path.join(root, `${corpus.name}.made`);
  const hash = hashCorpus(corpus);
  const made = await fs.readFile(mark, "utf8").catch(() => "");
  if (made.trim() === hash) return folder;
  await fs.mkdir(root, { recursive: true });
  const scratch = await fs.mkdtemp(path.join(root, `.${corpus.name}-`));
  try {
    const staged = path.join(scratch, "staged");
    const downloads = path.join(scratch, "downloads");
    await fs.mkdir(staged);
    await fs.mkdir(downloads);
    const place = (part: CorpusPart) => path.join(staged, part.into ?? "");
    await FETCHERS[corpus.registry](corpus.parts, place, downloads);
    for (const part of corpus.parts) await dropUnwanted(place(part), part.keep);
    for (const [name, text] of Object.entries(corpus.extra ?? {})) await fs.writeFile(path.join(staged, name), text);
    await fs.rm(folder, { recursive: true, force: true });
    await fs.rename(staged, folder);
    await fs.writeFile(mark, hash + "\n");
  } finally {
    await fs.rm(scratch, { recursive: true, force: true });
  }
  return folder;
}

async function dropUnwanted(folder: string, keep: readonly string[] | undefined): Promise<void> {
  if (!keep) return;
  for (const name of await fs.readdir(folder)) {
    if (!keep.includes(name)) await fs.rm(path.join(folder, name), { recursive: true, force: true });
  }
}
