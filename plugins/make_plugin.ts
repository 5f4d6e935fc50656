/**
 * A drop-in as a plugin value: what its manifest says, and its code where that is asked for.
 *
 * Stage: before all others. Invariant: without code it is data alone; code can add to the lowering of a file and to nothing else.
 */
import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { tableOf } from "../core/base/tables.ts";
import { describeThrown } from "../core/errors.ts";
import type { Lowering } from "../core/lower/lower.ts";
import type { LanguagePlugin, ReadingRules } from "../core/plugin.ts";
import type { ResolutionRules } from "../core/rules/resolution_rules.ts";
import { makeDataModules } from "./data_modules.ts";
import { CODE_FILE, type DropIn, type Manifest } from "./manifest.ts";
import { fingerprint } from "./trust.ts";

/** What `plugin.js` may export: the parts of `ReadingRules` that work on one file's tree. */
const CODE_PARTS = ["own", "describe", "bindTarget", "lowerType", "doc", "begin", "finish", "repair"] as const;
type Code = Partial<Pick<ReadingRules, (typeof CODE_PARTS)[number]>>;

/** The plugin of a drop-in. @param code undefined: data alone. */
export function makePlugin(dropIn: DropIn, code?: Code): LanguagePlugin {
  const { manifest, folder } = dropIn;
  const extensions = Object.fromEntries(Object.entries(manifest.extensions).map(([ending, file]) => [ending, join(folder, file)]));
  const isTest = manifest.tests.map(globToPattern);
  return {
    name: manifest.name,
    title: manifest.title ?? manifest.name,
    version: versionOf(dropIn),
    extensions,
    interpreters: manifest.interpreters,
    manifests: manifest.manifests,
    queries: dropIn.queries.map((query) => query.text).join("\n"),
    reading: () => Promise.resolve({ ...readingOf(manifest.comments), ...code }),
    library: { path: manifest.library ?? `library${Object.keys(extensions)[0]!}`, source: dropIn.library },
    rules: rulesOf(manifest),
    modules: makeDataModules(manifest.modules, Object.keys(extensions)),
    tests: "anywhere",
    isTestFile: (path) => isTest.some((pattern) => pattern.test(path)),
    ...(dropIn.code === "" ? {} : { runsApart: true }),
  };
}

function rulesOf({ rules, modules }: Manifest): ResolutionRules {
  const table = tableOf(rules) as ResolutionRules;
  return modules.by === "package" && modules.rooted ? { ...table, pathSign: modules.separator } : table;
}

/** How files are read without code. @param comments kinds of nodes that document what they stand above */
function readingOf(comments: readonly string[]): ReadingRules {
  if (comments.length === 0) return { own: {} };
  return { own: {}, doc: (lowering, node) => readComment(lowering, node, comments) };
}

/** The plugin with its code. Code that cannot be loaded fails every file with its reason. */
export async function loadWithCode(dropIn: DropIn): Promise<LanguagePlugin> {
  if (dropIn.code === "") return makePlugin(dropIn);
  const file = join(dropIn.folder, CODE_FILE);
  try {
    // Another text has another address: what was loaded before is not taken for it.
    const url = `${pathToFileURL(file).href}?${fingerprint(dropIn).slice(0, 16)}`;
    const { plugin } = await import(url) as { plugin?: Record<string, unknown> };
    const unknown = Object.keys(plugin ?? {}).find((name) => !(CODE_PARTS as readonly string[]).includes(name));
    if (plugin === undefined) throw new Error("it must export `plugin`, an object");
    if (unknown !== undefined) throw new Error(`plugin.${unknown}: only ${CODE_PARTS.join(", ")} can be given by code`);
    return makePlugin(dropIn, plugin as Code);
  } catch (thrown) {
    const why = `${file}: ${describeThrown(thrown)}`;
    return makePlugin(dropIn, {
      begin: () => {
        throw new Error(why);
      },
    });
  }
}

/** A number that differs wherever the grammar, the queries, the manifest or the code do. */
function versionOf(dropIn: DropIn): number {
  const hash = createHash("sha256").update(JSON.stringify([dropIn.manifest, dropIn.queries, dropIn.code]));
  for (const file of Object.values(dropIn.manifest.extensions)) {
    const { size, mtimeMs } = statSync(join(dropIn.folder, file));
    hash.update(`${size} ${mtimeMs}`);
  }
  return parseInt(hash.digest("hex").slice(0, 12), 16);
}

/** The comments right above a definition, without their marks. */
function readComment(lowering: Lowering, node: number, kinds: readonly string[]): string {
  const lines: string[] = [];
  let below = node;
  for (let at = lowering.previous(node); at !== 0 && kinds.includes(lowering.kind(at)); at = lowering.previous(at)) {
    const between = lowering.tree.source.slice(lowering.tree.end[at]!, lowering.tree.start[below]!);
    if (/\n\s*\n/.test(between)) break;
    lines.unshift(stripMarks(lowering.text(at)));
    below = at;
  }
  return lines.join("\n").trim();
}

function stripMarks(comment: string): string {
  return comment.replace(/^\/\*+|\*+\/$/g, "").split("\n").map((line) => line.replace(/^\s*(?:\/\/[/!]?|#+|--+|;+|\*+)? ?/, "").trimEnd())
    .join("\n");
}

/** `*` within a folder, `**` across folders; a pattern without `/` is about the file's name. */
function globToPattern(glob: string): RegExp {
  const inner = glob.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("**/", "\0").replaceAll("**", "\x01").replaceAll("*", "[^/]*")
    .replaceAll("\0", "(?:.*/)?").replaceAll("\x01", ".*");
  return new RegExp(glob.includes("/") ? `^${inner}$` : `(?:^|/)${inner}$`);
}
