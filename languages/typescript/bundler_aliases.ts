/**
 * Names that bundlers and frameworks map to folders: `resolve.alias` of Vite, webpack and the like, Babel's `module-resolver`,
 * `module-alias`, and what Nuxt and SvelteKit predefine; and folders in which they look for any specifier that does not start with a dot
 * (webpack's `resolve.modules`, `module-resolver`'s `root`, Node's `NODE_PATH`).
 *
 * Stage: resolve. Pure: text in, plain data out. Such a configuration is a program: only its string literals are read.
 */
import { append } from "../../core/base/lists.ts";
import { baseName, folderOf, joinPath } from "../../core/base/path_parts.ts";
import { bracketEnd, partsOf, writtenTexts } from "./config_text.ts";

/** Files that may configure aliases, as `LanguagePlugin.manifests` names them. */
export const ALIAS_FILES: readonly string[] = [
  "vite.config.*",
  "vitest.config.*",
  "electron.vite.config.*",
  "vue.config.*",
  "nuxt.config.*",
  "svelte.config.*",
  "webpack.*.js",
  "webpack.*.ts",
  "webpack.*.cjs",
  "webpack.*.mjs",
  "webpack.*.mts",
  "rspack.config.*",
  "rsbuild.config.*",
  "rollup.config.*",
  "craco.config.*",
  "config-overrides.js",
  "babel.config.*",
  ".babelrc*",
];

/** A name that represents a folder or a file. */
export interface Alias {
  /** What specifiers start with: `@`, `@/`; "" for a folder in which all of them are looked up. */
  readonly name: string;
  /** It only matches as a whole. */
  readonly isExact: boolean;
  /** Paths from the root that it may represent, the likeliest first: the folder a program starts from is not known. */
  readonly targets: readonly string[];
}

/** The aliases that the configuration at `path` defines. */
export function readAliases(path: string, text: string): Alias[] {
  const folder = folderOf(path);
  const known = /alias/i.test(text) ? [...listedAliases(text), ...setAliases(text)] : [];
  const found = known.flatMap(([key, value]) => {
    const target = writtenPath(text, value);
    const name = key.replace(/\$$/, "");
    if (target === undefined || name === "" || name.startsWith(".")) return [];
    return [{ name, isExact: name !== key, targets: outwards(folder, target) }];
  });
  const searched = searchedFolders(text).flatMap((value) => {
    const target = writtenPath(text, value);
    return target === undefined || target === "node_modules" ? [] : [{ name: "", isExact: false, targets: outwards(folder, target) }];
  });
  return [...found, ...searched, ...nodePaths(folder, text), ...givenBy(baseName(path), folder, text)];
}

/** The paths from the root that a specifier has by an alias, the likeliest first. */
export function throughAlias({ name, isExact, targets }: Alias, specifier: string): readonly string[] {
  if (specifier === name) return targets;
  if (isExact || !specifier.startsWith(name)) return [];
  const rest = specifier.slice(name.length);
  if (name !== "" && !name.endsWith("/") && !rest.startsWith("/")) return [];
  return targets.map((target) => joinPath(target, `./${rest.replace(/^\//, "")}`)).filter((path) => path !== undefined);
}

type AliasEntry = readonly [name: string, value: string];

/** `alias: { name: value }`, `alias: [{ find: name, replacement: value }]`; in a `package.json` that of `module-alias`. */
function listedAliases(text: string): AliasEntry[] {
  const found: AliasEntry[] = [];
  for (const match of text.matchAll(/(?:\balias(?:es)?|\b_moduleAliases)["']?\s*[:=]\s*(?=[{[])/g)) {
    const at = match.index + match[0].length;
    const body = text.slice(at + 1, bracketEnd(text, at));
    if (text[at] === "{") append(found, entriesOf(body));
    else {
      for (const item of partsOf(body)) {
        const own = new Map(item.startsWith("{") ? entriesOf(item.slice(1, -1)) : []);
        const name = nameFound(own.get("find") ?? "");
        const value = own.get("replacement");
        if (name !== "" && value !== undefined) found.push([name, value]);
      }
    }
  }
  return found;
}

/** The string literals in `resolve: { modules: […] }` and in `["module-resolver", { root: […] }]`. */
function searchedFolders(text: string): string[] {
  const found: string[] = [];
  for (const match of text.matchAll(/(?:\bresolve["']?\s*:|["'](?:babel-plugin-)?module-resolver["']\s*,)\s*(?=\{)/g)) {
    const at = match.index + match[0].length;
    const entries = new Map(entriesOf(text.slice(at + 1, bracketEnd(text, at))));
    const list = entries.get(match[0].startsWith("resolve") ? "modules" : "root") ?? "";
    append(found, list.startsWith("[") ? partsOf(list.slice(1, -1)) : list === "" ? [] : [list]);
  }
  return found;
}

/** Folders that scripts make Node look in (`NODE_PATH=src`). */
function nodePaths(folder: string, text: string): Alias[] {
  const folders = [...text.matchAll(/\bNODE_PATH=\\?["']?([\w./:-]+)/g)].flatMap((match) => match[1]!.split(":"));
  return [...new Set(folders)].flatMap((path) => {
    const target = joinPath(folder, path.replace(/\/$/, ""));
    return target === undefined ? [] : [{ name: "", isExact: false, targets: [target] }];
  });
}

/** `alias.set(name, value)`, `alias[name] = value`. */
function setAliases(text: string): AliasEntry[] {
  const found: AliasEntry[] = [];
  for (const match of text.matchAll(/\.set\(\s*(["'])([^"'\n]+)\1\s*,/g)) {
    const open = match.index + ".set".length;
    found.push([match[2]!, text.slice(match.index + match[0].length, bracketEnd(text, open))]);
  }
  for (const match of text.matchAll(/\balias\[(["'])([^"'\n]+)\1\]\s*=\s*([^;\n]+)/g)) found.push([match[2]!, match[3]!]);
  return found;
}

function entriesOf(body: string): AliasEntry[] {
  return partsOf(body).flatMap((part): AliasEntry[] => {
    const match = /^(?:(["'`])(.*?)\1|([\w$]+))\s*:\s*([\s\S]+)$/.exec(part);
    return match === null ? [] : [[match[2] ?? match[3]!, match[4]!]];
  });
}

/** What specifiers start with for `"@"` or `/^@\//`; "" if a pattern says more than that. */
function nameFound(find: string): string {
  const text = /^(["'`])(.*)\1$/.exec(find)?.[2];
  if (text !== undefined) return text;
  const begins = /^\/\^(.+)\/$/.exec(find)?.[1]?.replace(/\\([^\w])/g, "$1") ?? "";
  return /[\\()[\]*+?|^$]/.test(begins) ? "" : begins;
}

/** The path that a value is, relative to some folder: `path.resolve(__dirname, "..", "src")`, `new URL("./src", import.meta.url)`, a variable with that. */
function writtenPath(text: string, value: string): string | undefined {
  if (/\?[^?.]|\|\|/.test(value)) return undefined;
  const name = /^[\w$]+$/.exec(value)?.[0];
  const known = name === undefined
    ? value
    : new RegExp(`\\b(?:const|let|var)\\s+${name.replaceAll("$", "\\$")}\\s*=\\s*([^;\\n]+)`).exec(text)?.[1];
  const texts = writtenTexts(known ?? "");
  return texts.length === 0 ? undefined : texts.join("/");
}

/** A path from each of the folders around a configuration, its own first. */
function outwards(folder: string, path: string): string[] {
  const found: string[] = [];
  for (let from = folder;; from = folderOf(from)) {
    const target = joinPath(from, `./${path.replace(/^\/+/, "")}`);
    if (target !== undefined) found.push(target.replace(/\/$/, ""));
    if (from === "") return found;
  }
}

/** The aliases that a framework predefines. */
function givenBy(file: string, folder: string, text: string): Alias[] {
  const at = (path: string): string => joinPath(folder, path) ?? folder;
  const said = (option: string): string | undefined => new RegExp(`\\b${option}\\s*:\\s*["']([^"'\\n]+)["']`).exec(text)?.[1];
  if (file.startsWith("nuxt.config.")) {
    const own = said("srcDir");
    const sources = own === undefined ? [at("app"), at("src"), folder] : [at(own)];
    return [
      ...["~", "@"].map((name) => ({ name, isExact: false, targets: sources })),
      ...["~~", "@@"].map((name) => ({ name, isExact: false, targets: [folder] })),
    ];
  }
  return file.startsWith("svelte.config.") ? [{ name: "$lib", isExact: false, targets: [at(said("lib") ?? "src/lib")] }] : [];
}
