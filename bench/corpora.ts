/**
 * Real code to measure on: the list of pinned packages and histories.
 *
 *     deno run -A bench/corpora.ts [NAME…] [--language L] [--list]
 *
 * prints the folder of each corpus, which is fetched first where it is missing (`fetch_corpus.ts`).
 */
import process from "node:process";
import { fetchCorpus } from "./fetch_corpus.ts";

/** The language that a corpus is measured in. */
export type CorpusLanguage = "python" | "typescript" | "go" | "rust";
/** Where packages are published. */
export type Registry = "pypi" | "npm" | "go" | "crates";

/** One published package and where it is inside the corpus (`into` "" = the corpus' own root). */
export interface CorpusPart {
  package: string;
  version: string;
  into?: string;
  /** Entries of the package's root to keep; absent: all of them. Built output is omitted this way. */
  keep?: readonly string[];
}

/** One or several packages that are measured together. */
export interface Corpus {
  name: string;
  language: CorpusLanguage;
  registry: Registry;
  parts: readonly CorpusPart[];
  /** What this corpus is measured for. */
  purpose: string;
  /** Files of the workspace's root that the registry does not have, written verbatim. */
  extra?: Readonly<Record<string, string>>;
}

const SOURCE_ONLY = ["src", "package.json", "README.md", "LICENSE", "tsconfig.json"];

function placeParts(folder: string, scope: string, names: Readonly<Record<string, string>>): CorpusPart[] {
  return Object.entries(names).map(([name, version]) => ({
    package: scope + name,
    version,
    into: `${folder}/${name}`,
    keep: SOURCE_ONLY,
  }));
}

const THEIA = {
  core: "1.75.0",
  filesystem: "1.75.0",
  editor: "1.75.0",
  workspace: "1.75.0",
  navigator: "1.75.0",
  markers: "1.75.0",
  monaco: "1.75.0",
  debug: "1.75.0",
  terminal: "1.75.0",
  preferences: "1.75.0",
  task: "1.74.1",
  process: "1.74.1",
  output: "1.74.1",
  messages: "1.74.1",
} as const;

function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2) + "\n";
}

function cargoWorkspace(members: readonly string[]): string {
  const patches = members.map((name) => `${name} = { path = "${name}" }`).join("\n");
  return `[workspace]\nresolver = "2"\nmembers = [${members.map((name) => `"${name}"`).join(", ")}]\n\n` +
    `[patch.crates-io]\n${patches}\n`;
}

/** All corpora, in the order in which they are measured. */
export const CORPORA: readonly Corpus[] = [
  {
    name: "rich",
    language: "python",
    registry: "pypi",
    parts: [{ package: "rich", version: "15.0.0" }],
    purpose: "typed library of medium size: protocols, dataclasses, properties, context managers",
  },
  {
    name: "jinja2",
    language: "python",
    registry: "pypi",
    parts: [{ package: "jinja2", version: "3.1.6" }],
    purpose: "visitor dispatch, metaclasses, generated code, typed with t.Any in places",
  },
  {
    name: "sqlalchemy",
    language: "python",
    registry: "pypi",
    parts: [{ package: "sqlalchemy", version: "2.1.9" }],
    purpose: "large: deep class hierarchies, generics, descriptors, lazy imports, a big test suite",
  },
  {
    name: "httpx",
    language: "python",
    registry: "pypi",
    parts: [{ package: "httpx", version: "0.28.1" }],
    purpose: "well typed, async and sync twins of every class (same method names twice)",
  },
  {
    name: "starlette",
    language: "python",
    registry: "pypi",
    parts: [{ package: "starlette", version: "1.10.0" }],
    purpose: "well typed, callables and decorators everywhere",
  },
  {
    name: "docutils",
    language: "python",
    registry: "pypi",
    parts: [{ package: "docutils", version: "0.23" }],
    purpose: "old and hardly typed: state machines, visitors, plug-ins found by name",
  },
  {
    name: "django",
    language: "python",
    registry: "pypi",
    parts: [{ package: "django", version: "5.2.19" }],
    purpose: "very large and untyped: speed, and honesty where types are missing",
  },
  {
    name: "rxjs",
    language: "typescript",
    registry: "npm",
    parts: [{ package: "rxjs", version: "7.8.2", keep: [...SOURCE_ONLY, "CHANGELOG.md"] }],
    purpose: "overloads, classes and closures; ships its own tsconfig",
  },
  {
    name: "zod",
    language: "typescript",
    registry: "npm",
    parts: [{ package: "zod", version: "4.6.7", keep: SOURCE_ONLY }],
    purpose: "namespaces imports (import * as), re-exports, classes (v3) and prototype-less objects (v4), tests",
  },
  {
    name: "effect",
    language: "typescript",
    registry: "npm",
    parts: [{ package: "effect", version: "3.22.4", keep: SOURCE_ONLY }],
    purpose: "very large: 235,000 lines of typed functional code, const functions, generics, internal/public pairs",
  },
  {
    name: "tanstack",
    language: "typescript",
    registry: "npm",
    parts: placeParts("packages", "@tanstack/", {
      "query-core": "5.108.0",
      "react-query": "5.108.0",
      "router-core": "1.171.39",
      "react-router": "1.170.46",
      "history": "1.162.5",
      "store": "0.11.2",
      "react-store": "0.11.2",
    }),
    extra: { "package.json": jsonText({ name: "tanstack-workspace", private: true, workspaces: ["packages/*"] }) },
    purpose: "npm workspace without tsconfig: packages import each other by name; React/TSX",
  },
  {
    name: "blueprint",
    language: "typescript",
    registry: "npm",
    parts: [{ package: "@blueprintjs/core", version: "6.20.0", keep: SOURCE_ONLY }],
    purpose: "React/TSX: class components, function components, hooks, tests, stories",
  },
  {
    name: "theia",
    language: "typescript",
    registry: "npm",
    parts: placeParts("packages", "@theia/", THEIA),
    extra: {
      "package.json": jsonText({ name: "theia-workspace", private: true, workspaces: ["packages/*"] }),
      "tsconfig.json": jsonText({
        compilerOptions: {
          target: "ES2023",
          module: "CommonJS",
          moduleResolution: "Node",
          jsx: "react",
          strict: true,
          experimentalDecorators: true,
          emitDecoratorMetadata: true,
          skipLibCheck: true,
          esModuleInterop: true,
          resolveJsonModule: true,
          noEmit: true,
          baseUrl: ".",
          paths: Object.fromEntries(
            Object.keys(THEIA).flatMap((name) => [
              [`@theia/${name}/lib/*`, [`packages/${name}/src/*`]],
              [`@theia/${name}/src/*`, [`packages/${name}/src/*`]],
            ]),
          ),
        },
        include: ["packages/*/src"],
      }),
    },
    purpose: "over 100,000 lines in a workspace with path aliases: interfaces, dependency injection, decorators, TSX",
  },
  {
    name: "express",
    language: "typescript",
    registry: "npm",
    parts: [{ package: "express", version: "5.3.0" }],
    purpose: "plain JavaScript, CommonJS, functions hung on objects",
  },
  {
    name: "eslint",
    language: "typescript",
    registry: "npm",
    parts: [{ package: "eslint", version: "10.15.0" }],
    purpose: "large plain JavaScript, CommonJS, classes, JSDoc types, one object of visitors a rule",
  },
  {
    name: "chi",
    language: "go",
    registry: "go",
    parts: [{ package: "github.com/go-chi/chi/v5", version: "v5.5.0" }],
    purpose: "small: interfaces, embedded structs, middleware closures",
  },
  {
    name: "prometheus",
    language: "go",
    registry: "go",
    parts: [{ package: "github.com/prometheus/prometheus", version: "v0.316.0" }],
    purpose: "large: many interfaces, generated code, platform files",
  },
  {
    name: "gotools",
    language: "go",
    registry: "go",
    parts: [{ package: "golang.org/x/tools", version: "v0.52.0" }],
    purpose: "large: generics, embedding, many packages of one name, test data that is broken on purpose",
  },
  {
    name: "tokio",
    language: "rust",
    registry: "crates",
    parts: [{ package: "tokio", version: "1.54.1" }],
    purpose: "cfg duplicates, macros around items, traits, unsafe",
  },
  {
    name: "clap",
    language: "rust",
    registry: "crates",
    parts: [
      { package: "clap", version: "4.6.7", into: "clap" },
      { package: "clap_builder", version: "4.6.7", into: "clap_builder" },
      { package: "clap_derive", version: "4.6.7", into: "clap_derive" },
      { package: "clap_lex", version: "1.1.1", into: "clap_lex" },
    ],
    extra: { "Cargo.toml": cargoWorkspace(["clap", "clap_builder", "clap_derive", "clap_lex"]) },
    purpose: "workspace of crates, builder chains, re-exports",
  },
  {
    name: "serde",
    language: "rust",
    registry: "crates",
    parts: [
      { package: "serde", version: "1.0.229", into: "serde" },
      { package: "serde_core", version: "1.0.229", into: "serde_core" },
      { package: "serde_derive", version: "1.0.229", into: "serde_derive" },
      { package: "serde_json", version: "1.0.154", into: "serde_json" },
    ],
    extra: { "Cargo.toml": cargoWorkspace(["serde", "serde_core", "serde_derive", "serde_json"]) },
    purpose: "trait dispatch at its densest, impls written by macros",
  },
  {
    name: "wgpu",
    language: "rust",
    registry: "crates",
    parts: [
      { package: "wgpu-core", version: "30.0.1", into: "wgpu-core" },
      { package: "wgpu-hal", version: "30.0.1", into: "wgpu-hal" },
      { package: "wgpu-types", version: "30.0.1", into: "wgpu-types" },
      { package: "naga", version: "30.0.1", into: "naga" },
      { package: "naga-types", version: "30.0.1", into: "naga-types" },
    ],
    extra: { "Cargo.toml": cargoWorkspace(["wgpu-core", "wgpu-hal", "wgpu-types", "naga", "naga-types"]) },
    purpose: "very large: platform back ends behind cfg, associated types, a compiler's passes",
  },
];

/** A real history: a GitHub repository up to a commit. */
export interface History {
  readonly name: string;
  readonly language: CorpusLanguage;
  /** `owner/name`. */
  readonly repository: string;
  /** The newest commit that is looked at. */
  readonly commit: string;
}

/** Histories to walk over; `bench/histories.ts` describes how they get into the cache. */
export const HISTORIES: readonly History[] = [
  { name: "chi", language: "go", repository: "go-chi/chi", commit: "735ae2b87f8c733d616e809ae86e0985c1bc3350" },
  { name: "httpx", language: "python", repository: "encode/httpx", commit: "ae1b9f66238f75ced3ced5e4485408435de10768" },
  { name: "zod", language: "typescript", repository: "colinhacks/zod", commit: "e516c3baf22615e20934116abebfed6c000222c2" },
];

/** The corpora of those names, or of that language, or all; an unknown name is an error that lists the known ones. */
export function chooseCorpora(names: readonly string[], language?: string): readonly Corpus[] {
  const chosen = CORPORA.filter((corpus) => language === undefined || corpus.language === language);
  if (language !== undefined && chosen.length === 0) {
    throw new Error(`Cannot find corpora of language "${language}": python, typescript, go or rust`);
  }
  if (names.length === 0) return chosen;
  return names.map((name) => {
    const corpus = chosen.find((one) => one.name === name);
    if (!corpus) {
      throw new Error(`Cannot find corpus "${name}": known are ${chosen.map((one) => one.name).join(", ")}`);
    }
    return corpus;
  });
}

async function main(args: readonly string[]): Promise<void> {
  const names: string[] = [];
  let language: string | undefined;
  let onlyList = false;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (arg === "--list") onlyList = true;
    else if (arg === "--language") language = args[++at];
    else if (arg.startsWith("-")) {
      throw new Error(`Unknown option ${arg}: deno run -A bench/corpora.ts [NAME…] [--language L] [--list]`);
    } else names.push(arg);
  }
  for (const corpus of chooseCorpora(names, language)) {
    if (onlyList) {
      const parts = corpus.parts.map((part) => `${part.package}@${part.version}`).join(" ");
      process.stdout.write(`${corpus.name}\t${corpus.language}\t${corpus.registry}\t${parts}\t${corpus.purpose}\n`);
    } else process.stdout.write(await fetchCorpus(corpus) + "\n");
  }
}

if (import.meta.main) {
  await main(process.argv.slice(2)).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
}
