/**
 * The invariants of ARCHITECTURE.md that a program can check: who imports whom, where SQL and the system are used, sizes, names.
 */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { languages } from "../languages/mod.ts";

const ROOT = join(import.meta.dirname!, "..");
const ROOMS = ["cli", "core", "languages", "mcp", "memory", "plugins", "query", "release", "workspace"];

interface Source {
  /** Relative to the root. */
  readonly path: string;
  readonly room: string;
  readonly text: string;
  readonly imports: readonly string[];
}

function readSources(): Source[] {
  const sources: Source[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (folder !== "" ? entry.name !== "fixtures" : ROOMS.includes(entry.name)) visit(path);
      } else if (entry.name.endsWith(".ts") && !/^library\./.test(entry.name)) sources.push(readSource(path));
    }
  };
  visit("");
  return sources;
}

function readSource(path: string): Source {
  const text = readFileSync(join(ROOT, path), "utf8");
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\b[^;"]*?from\s*"([^"]+)"|import\(\s*"([^"]+)"(?: as string)?\s*\)|(?:^|\n)import\s*"([^"]+)"/g,
  );
  const imports = [...found].map((match) => match[1] ?? match[2] ?? match[3]!)
    .map((specifier) => specifier.startsWith(".") ? relative(ROOT, join(ROOT, dirname(path), specifier)) : specifier);
  return { path, room: path.includes("/") ? path.slice(0, path.indexOf("/")) : "", text, imports };
}

const sources = readSources();

/** Files that pages speak of and that are a user's own. */
const OTHERS: ReadonlySet<string> = new Set(["language.json", "package.json"]);

/** All files of a folder, relative to the root. */
function listFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
}

function complain(mistakes: readonly string[]): void {
  if (mistakes.length > 0) throw new Error(mistakes.join("\n"));
}

/** Room -> what its files may import from the project, as beginnings of paths. Root files compose and may import all. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: ["core/"],
  languages: [
    "languages/",
    "core/plugin.ts",
    "core/rules/resolution_rules.ts",
    "core/rules/item_rules.ts",
    "core/rules/route_rules.ts",
    "core/rules/package_rules.ts",
    "core/rules/template_rules.ts",
    "core/rules/assembly_rules.ts",
    "core/rules/text_forms.ts",
    "core/facts.ts",
    "core/facts/expressions.ts",
    "core/facts/facts_builder.ts",
    "core/lower/lower.ts",
    "core/tree/flat_tree.ts",
    "core/base/lists.ts",
    "core/base/path_parts.ts",
    "core/base/pattern_text.ts",
    "core/base/parsed_values.ts",
    "core/base/tables.ts",
    "core/tree/embed.ts",
    "core/tree/embedded_text.ts",
    "core/tree/given_macros.ts",
    "core/resolve/modules.ts",
  ],
  memory: ["memory/", "core/", "query/"],
  query: ["query/", "core/", "memory/"],
  mcp: ["mcp/", "query/", "core/", "memory/", "workspace/", "version.ts"],
  plugins: ["plugins/", "core/", "query/names/name_likeness.ts"],
  workspace: ["workspace/", "query/", "core/", "memory/", "engine.ts", "thread_entries.ts", "later.ts"],
};

Deno.test("1: the import table holds", () => {
  const mistakes: string[] = [];
  for (const { path, room, imports } of sources) {
    const allowed = MAY_IMPORT[room];
    if (allowed === undefined) continue;
    for (const specifier of imports) {
      const isOwn = ROOMS.some((name) => specifier.startsWith(`${name}/`)) || /^\w+\.ts$/.test(specifier);
      if (isOwn && !allowed.some((beginning) => specifier.startsWith(beginning))) mistakes.push(`${path} may not import ${specifier}`);
    }
  }
  complain(mistakes);
});

Deno.test("1: a language imports no other language", () => {
  const mistakes: string[] = [];
  for (const { path, room, imports } of sources) {
    if (room !== "languages" || path === "languages/mod.ts" || path === "languages/registry.ts") continue;
    const own = path.split("/").slice(0, 2).join("/") + "/";
    for (const specifier of imports) {
      if (specifier.startsWith("languages/") && !specifier.startsWith(own)) mistakes.push(`${path} may not import ${specifier}`);
    }
  }
  complain(mistakes);
});

const BELOW_EVALUATOR = ["state/", "shape/", "meaning.ts", "ownership.ts", "substitution.ts", "modules.ts"];
const EVALUATOR = [...BELOW_EVALUATOR, "names/", "types/", "members/", "traits/", "calls/", "evaluate.ts", "evaluate_types.ts"];

/** Room or file of the resolver -> what it may use of the others; a type may be named anywhere. The files that put all together are left out. */
const RESOLVER_ROOMS: Readonly<Record<string, readonly string[]>> = {
  "meaning.ts": [],
  "ownership.ts": ["meaning.ts"],
  "substitution.ts": ["meaning.ts"],
  "modules.ts": [],
  "state/": ["state/", "meaning.ts", "ownership.ts"],
  "shape/": ["state/", "shape/"],
  ...Object.fromEntries(EVALUATOR.slice(BELOW_EVALUATOR.length).map((room) => [room, EVALUATOR])),
  "sites/": [...EVALUATOR, "sites/"],
  "relations/": [...EVALUATOR, "sites/", "relations/"],
};

const CORE_BASE = ["facts.ts", "edges.ts", "asked.ts", "errors.ts", "extractor.ts", "base/"];
const FACT_ROOMS = [...CORE_BASE, "facts/"];
const LOWERING_ROOMS = [...FACT_ROOMS, "tree/", "lower/"];

/** The same of what leads from a text to facts. */
const CORE_ROOMS: Readonly<Record<string, readonly string[]>> = {
  "base/": ["errors.ts", "base/"],
  "facts/": [...FACT_ROOMS, "resolve/modules.ts", "resolve/shape/module_declarations.ts"],
  "tree/": [...CORE_BASE, "tree/"],
  "lower/": LOWERING_ROOMS,
  "parse/": [...LOWERING_ROOMS, "grammar_files.ts", "parse/"],
  "threads/": [...LOWERING_ROOMS, "parse/", "scan/", "resolve/make_resolver.ts", "resolve/meaning.ts", "threads/"],
  "rules/": ["rules/"],
};

const QUERY_BASE = ["context.ts", "tool.ts", "metadata.ts"];
const SYMBOL_ROOMS = [...QUERY_BASE, "rows/", "names/", "render/style.ts"];

/** The same of the questions: those themselves, and what puts an answer together, may use all. */
const QUERY_ROOMS: Readonly<Record<string, readonly string[]>> = {
  "rows/": [...QUERY_BASE, "rows/"],
  "names/": SYMBOL_ROOMS,
  "answer/": [...SYMBOL_ROOMS, "answer/"],
  "walk/": [...SYMBOL_ROOMS, "walk/"],
  "flow/": [...SYMBOL_ROOMS, "flow/"],
  "doubt/": [...SYMBOL_ROOMS, "answer/", "walk/", "flow/", "doubt/"],
  "nodes/": [...SYMBOL_ROOMS, "answer/", "walk/", "nodes/"],
  "compare/": [...SYMBOL_ROOMS, "answer/", "walk/", "doubt/", "compare/"],
  "followup/": [...SYMBOL_ROOMS, "answer/", "doubt/", "followup/"],
  "render/": ["rows/", "render/", "compare/structure.ts"],
};

/** What a file imports to use it, not only to name its type, as paths relative to the root. */
function usedBy({ path, text }: Source): string[] {
  const found = text.matchAll(/(?:^|\n)import (?!type\b)\{([^}]*)\} from "(\.[^"]+)"/g);
  return [...found].filter(([, names]) => !names!.split(",").every((name) => /^\s*(type\s.*)?$/.test(name)))
    .map((match) => relative(ROOT, join(ROOT, dirname(path), match[2]!)));
}

/** Holds the files of a folder to what their room may use of its other rooms. */
function checkRooms(folder: string, rooms: Readonly<Record<string, readonly string[]>>): string[] {
  return sources.filter(({ path }) => path.startsWith(folder)).flatMap((source) => {
    const own = source.path.slice(folder.length).replace(/[^/]+$/, (name) => source.path === folder + name ? name : "");
    const allowed = rooms[own];
    return allowed === undefined
      ? []
      : usedBy(source).filter((used) => used.startsWith(folder) && !allowed.some((room) => used.startsWith(folder + room)))
        .map((used) => `${source.path} may not use ${used}`);
  });
}

Deno.test("1: the rooms of the core, of the resolver and of the questions build on each other in one direction", () => {
  complain([...checkRooms("core/", CORE_ROOMS), ...checkRooms("core/resolve/", RESOLVER_ROOMS), ...checkRooms("query/", QUERY_ROOMS)]);
});

const SQL = /\b(SELECT\s+[\w*.,\s()]+?\sFROM|INSERT\s+(OR\s+\w+\s+)?INTO|DELETE\s+FROM|UPDATE\s+\w+\s+SET|CREATE\s+(TABLE|INDEX)|PRAGMA\s)/;
/** Older runtimes leave such a place empty: values go in order, or by name. */
const NUMBERED_PLACE = /(\(|=|,|SELECT|IN|LIKE|MATCH) *\?\d/;
const SQL_ROOMS = ["core/store/", "query/", "memory/", "workspace/"];
/** Files that touch the system: disk, processes, environment, terminal. */
const EDGES = [
  "core/base/git.ts",
  "core/base/heap.ts",
  "core/base/process_environment.ts",
  "core/scan/",
  "core/store/",
  "core/grammar_files.ts",
  "core/base/user_folders.ts",
  "cli/",
  "workspace/",
  "mcp/serve",
  "memory/",
  "plugins/",
  "release/",
  "main.ts",
  "warm_start.ts",
  "engine.ts",
  "early_threads.ts",
  "worker.ts",
  "version.ts",
];

Deno.test("2: SQL stands in the store and in the questions, the system is touched at the edges", () => {
  const mistakes: string[] = [];
  for (const { path, text, imports } of sources) {
    const isEdge = EDGES.some((beginning) => path.startsWith(beginning));
    const code = text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/[^\n]*/g, "");
    if (SQL.test(code) && !SQL_ROOMS.some((beginning) => path.startsWith(beginning))) mistakes.push(`${path} holds SQL`);
    if (SQL.test(code) && NUMBERED_PLACE.test(code)) mistakes.push(`${path} numbers a value's place in a statement`);
    if (isEdge) continue;
    if (/\bDeno\./.test(code)) mistakes.push(`${path} uses Deno.*`);
    for (const specifier of imports) {
      if (/^node:(fs|child_process|os|net|http)/.test(specifier)) mistakes.push(`${path} imports ${specifier}`);
    }
  }
  complain(mistakes);
});

Deno.test("3: no language's name stands in the code outside its own folder", () => {
  const names = [...languages.map((plugin) => plugin.name), "javascript", "tsx", "ruby", "java"].join("|");
  const written = new RegExp(`"(${names})"`);
  const mistakes = sources.filter(({ room }) => room !== "languages").flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, i) => written.test(line) ? [`${path}:${i + 1}: a language's name: ${written.exec(line)![0]}`] : [])
  );
  complain(mistakes);
});

/** The formatter leaves comments as they are. */
const COMMENT_LENGTH = 160;
const LONG_COMMENT = new RegExp(String.raw`^\s*(?:\*|//|/\*\*) .{${COMMENT_LENGTH},}`);

Deno.test("4: files and functions stay readable", () => {
  const mistakes: string[] = [];
  for (const { path, text } of sources) {
    const lines = text.split("\n");
    if (lines.length > 451) mistakes.push(`${path}: ${lines.length - 1} lines, 450 are enough`);
    if (!/^(#!.*\n)?\/\*\*/.test(text)) mistakes.push(`${path}: no head comment`);
    if (/\b(TODO|FIXME|XXX)\b/.test(text)) mistakes.push(`${path}: work left for later belongs into an issue`);
    if (!/^[a-z0-9_]+\.ts$/.test(path.split("/").at(-1)!)) mistakes.push(`${path}: names of files are snake_case`);
    for (const [i, line] of lines.entries()) {
      if (LONG_COMMENT.test(line)) mistakes.push(`${path}:${i + 1}: a line of a comment above ${COMMENT_LENGTH} characters`);
    }
    for (const { name, length, line } of longFunctions(lines)) mistakes.push(`${path}:${line}: ${name} has ${length} lines, 70 are enough`);
  }
  complain(mistakes);
});

Deno.test("4: what is exported says what it means", () => {
  const exported = /^export (?:default )?(?:abstract )?(?:async )?(?:function\*?|class|interface|type) (\w+)/;
  complain(sources.flatMap(({ path, text }) => {
    const lines = text.split("\n");
    // One comment may stand for a list of words and the type that it gives.
    const isSaid = (i: number): boolean =>
      lines[i - 1]!.endsWith("*/") || (/^export type/.test(lines[i]!) && /^export const/.test(lines[i - 1]!));
    return lines.flatMap((line, i) =>
      exported.test(line) && !isSaid(i) ? [`${path}:${i + 1}: ${exported.exec(line)![1]} has no doc comment`] : []
    );
  }));
});

/** Functions and methods above 70 lines, told by the indentation of their first and last line, which the formatter keeps. */
function longFunctions(lines: readonly string[]): { name: string; length: number; line: number }[] {
  const found: { name: string; length: number; line: number }[] = [];
  for (const [i, line] of lines.entries()) {
    const head =
      /^(\s*)(?:export )?(?:async )?(?:function\*? (\w+)|(?:(?:static|async|get|set|readonly|private) )*(#?\w+)\s*(?:<[^(]*>)?\([^)]*\)?[^;=]*\{$)/
        .exec(line);
    const name = head?.[2] ?? head?.[3];
    if (!head || name === undefined || /^(if|for|while|switch|catch|return|constructor)$/.test(name) || line.includes("=>")) continue;
    const end = lines.findIndex((one, at) => at > i && (one === `${head[1]}}` || one === `${head[1]}},`));
    if (end - i + 1 > 70) found.push({ name, length: end - i + 1, line: i + 1 });
  }
  return found;
}

Deno.test("4: a table that is asked with words has its own keys alone", () => {
  const table = /^(?:export )?const (\w+): Readonly<Record<string, .*>> =(?! tableOf\()/gm;
  for (const { path, text } of sources.filter(({ room }) => room !== "release")) {
    const bare = [...text.matchAll(table)].map((match) => match[1]);
    assert.deepEqual(bare, [], `${path}: \`constructor\` is a key of every object; write tableOf({ … }) (core/base/tables.ts)`);
  }
});

Deno.test("4: no list becomes the arguments of a call: of a long one the engine has no room", () => {
  const spread = /\.(push|unshift)\(\.\.\.|Math\.(min|max)\(\.\.\./;
  complain(
    sources.filter(({ room }) => MAY_IMPORT[room] !== undefined).flatMap(({ path, text }) =>
      text.split("\n").flatMap((line, i) => spread.test(line) ? [`${path}:${i + 1}: use core/base/lists.ts`] : [])
    ),
  );
});

Deno.test("5: nothing of the place where it was written is left in it", () => {
  const mistakes: string[] = [];
  for (const { path, text } of sources) {
    for (const pattern of [/\/work\/\w/, /\/home\/\w+/, /\/root\//, /localhost:\d/]) {
      const found = pattern.exec(text);
      if (found) mistakes.push(`${path}: ${found[0]}`);
    }
  }
  complain(mistakes);
});

interface ModuleGraph {
  readonly roots: readonly string[];
  readonly modules: readonly {
    readonly specifier: string;
    readonly dependencies?: readonly { readonly code?: { readonly specifier?: string } }[];
  }[];
}

/** What a module loads, directly or not; what it names for its types alone is left out. */
async function loadedBy(entry: string): Promise<readonly string[]> {
  const info = new Deno.Command(Deno.execPath(), { args: ["info", "--json", join(ROOT, entry)], cwd: ROOT, stderr: "null" });
  const { roots, modules } = JSON.parse(new TextDecoder().decode((await info.output()).stdout)) as ModuleGraph;
  const dependencies = new Map(modules.map((one) => [one.specifier, one.dependencies ?? []]));
  const loaded = new Set(roots);
  for (const specifier of loaded) {
    for (const { code } of dependencies.get(specifier) ?? []) if (code?.specifier !== undefined) loaded.add(code.specifier);
  }
  return [...loaded];
}

Deno.test("6: threads load nothing of Node's, and each its own half", async () => {
  const forbidden: Readonly<Record<string, RegExp>> = {
    "worker.ts": /^(node|npm):|\/core\/(resolve|store)\/|\/languages\/\w+\//,
    "core/threads/parse_work.ts": /^node:|\/core\/(resolve\/(?!modules\.|shape\/module_declarations\.)|store\/)/,
    "core/threads/resolve_work.ts": /^node:|\/core\/(parse|lower|store)\//,
    ...Object.fromEntries(languages.map(({ name }) => [`languages/${name}/plugin.ts`, /^node:/])),
  };
  const mistakes = await Promise.all(
    Object.entries(forbidden).map(async ([entry, pattern]) => {
      const loaded = await loadedBy(entry);
      assert.ok(loaded.length > 5, `${entry} loads more than ${loaded.join()}`);
      return loaded.filter((specifier) => pattern.test(specifier)).map((specifier) => `${entry} loads ${specifier}`);
    }),
  );
  complain(mistakes.flat());
});

const PAGES = ["ARCHITECTURE.md", "CONTRIBUTING.md", ...readdirSync(join(ROOT, "docs/rooms")).map((name) => `docs/rooms/${name}`)];

Deno.test("7: files that ARCHITECTURE.md and the pages of the rooms name exist", () => {
  // A page of languages names what each of them has: the end of a path.
  const ends = new Set(ROOMS.flatMap(listFiles).flatMap((path) => [basename(path), path.split("/").slice(-2).join("/")]));
  const isThere = (name: string): boolean => ends.has(name) || OTHERS.has(name) || existsSync(join(ROOT, name));
  complain(PAGES.flatMap((page) => {
    const text = readFileSync(join(ROOT, page), "utf8");
    const named = text.matchAll(/`([\w/.-]+\.(?:ts|sql|scm|json|md))(?: [A-Z]\w*)?`/g);
    const linked = text.matchAll(/\]\(([^)#:]+)\)/g);
    return [
      ...[...named].map((match) => match[1]!).filter((name) => !isThere(name)).map((name) => `${page} names \`${name}\``),
      ...[...linked].map((match) => match[1]!).filter((to) => !existsSync(join(ROOT, dirname(page), to))).map((to) =>
        `${page} leads to ${to}`
      ),
    ];
  }));
});

Deno.test("7: functions that these pages name exist", () => {
  const words = new Set(sources.flatMap(({ text }) => text.match(/\w+/g) ?? []));
  complain(PAGES.flatMap((page) => {
    // A name of ours has a capital within it, with the type that has it before the dot; words of one piece may be code of an example.
    const named = readFileSync(join(ROOT, page), "utf8").matchAll(/`(?:[A-Z]\w*\.)?([a-z]+[A-Z]\w*)`/g);
    return [...named].map((match) => match[1]!).filter((name) => !words.has(name)).map((name) => `${page} names \`${name}\``);
  }));
});

Deno.test("7: the page of the languages says what each of their files is for", () => {
  const page = readFileSync(join(ROOT, "docs/rooms/languages.md"), "utf8");
  const files = sources.map(({ path }) => path).filter((path) => /^languages\/\w+\/\w+\.ts$/.test(path));
  complain(files.filter((path) => !page.includes(`\`${basename(path)}\``)));
});
