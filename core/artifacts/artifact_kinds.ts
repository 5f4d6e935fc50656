/**
 * Which files say something about the code without being code: manifests, configurations, documents, migrations, templates, assembly.
 *
 * Stage: scan. Pure; decided by paths alone.
 */
import { baseName, folderOf } from "../base/path_parts.ts";
import type { LanguagePlugin } from "../plugin.ts";
import { LONGEST_TEMPLATE } from "../rules/template_rules.ts";
import { DEPLOYMENT } from "./deployed_functions.ts";
import { type Skip, TEMPLATE } from "../scan/decode_source.ts";

/** The kind of a file that is read but is not code of a supported language. */
export type ArtifactKind = "manifest" | "config" | "document" | "migration" | "template" | "assembly";

/** What a file is, and to which language it belongs. */
export interface ArtifactType {
  readonly kind: ArtifactKind;
  /** The language of a manifest, configuration or assembly; undefined for a description of a deployment. */
  readonly plugin?: LanguagePlugin;
  /** For a template: the languages with templates of this form, each of which reads it. */
  readonly readers?: readonly LanguagePlugin[];
}

/** An artifact as found by a scan. */
export interface ScannedArtifact extends ArtifactType {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** As for source files; 0 for one read from git. */
  readonly time: number;
  /** git's id of its text, if it was read from git. */
  readonly object?: string;
}

const DOCUMENT = /\.(?:md|mdx|markdown)$/i;
/** Folders and names that migration tools use: `db/migrate`, `migrations`, `prisma/migrations`, Flyway's `V1__init.sql`. */
const MIGRATION =
  /(?:^|\/)(?:migrations?|migrate|changelog|schema_migrations|upgrades?|versions)\/(?:[^/]+\/){0,2}[^/]+\.sql$|(?:^|\/)[VUR]\d*(?:[._]\d+)*__[^/]+\.sql$/i;
/** Larger files are data, not text for people. */
const LARGEST_ARTIFACT = 2 * 1024 * 1024;

/** The folders that contain code, by the languages that accept templates beside their code. */
export type CodeFolders = ReadonlyMap<LanguagePlugin, ReadonlySet<string>>;

/**
 * @param paths all files of a tree
 * @param languageOf the language of a code file, by its path
 */
export function codeFolders(
  paths: Iterable<string>,
  languageOf: (path: string) => { readonly plugin: LanguagePlugin } | undefined,
): CodeFolders {
  const found = new Map<LanguagePlugin, Set<string>>();
  for (const path of paths) {
    const plugin = languageOf(path)?.plugin;
    if (plugin?.templates?.besideCode === undefined) continue;
    const folders = found.get(plugin);
    if (folders === undefined) found.set(plugin, new Set([folderOf(path)]));
    else folders.add(folderOf(path));
  }
  return found;
}

/** Whether a file is a template of a language because of its location. */
function liesBesideCode(path: string, name: string, plugin: LanguagePlugin, code: CodeFolders): boolean {
  if (plugin.templates?.besideCode?.test(name) !== true) return false;
  const folder = folderOf(path);
  const folders = code.get(plugin);
  return folders !== undefined && (folders.has(folder) || folders.has(folderOf(folder)));
}

/** Test fixtures of a language's own tools. */
const TEST_DATA = /(?:^|\/)testdata\//;
const NO_CODE: CodeFolders = new Map();

/**
 * The kind of the file at `path`; undefined if it is not an artifact.
 * @param code the code folders of its tree
 */
export function artifactTypeOf(path: string, plugins: readonly LanguagePlugin[], code = NO_CODE): ArtifactType | undefined {
  if (DOCUMENT.test(path)) return { kind: "document" };
  if (path.endsWith(".sql")) return MIGRATION.test(path) ? { kind: "migration" } : undefined;
  const name = baseName(path);
  const hasSuch = ({ templates }: LanguagePlugin): boolean => templates?.files.test(name) === true;
  if (plugins.some(hasSuch)) return { kind: "template", readers: plugins.filter(hasSuch) };
  for (const plugin of plugins) {
    const { assembly, packages } = plugin;
    if (assembly?.files.test(name) === true) return { kind: "assembly", plugin };
    if (packages === undefined) continue;
    if (packages.manifests.test(name)) return { kind: "manifest", plugin };
    if (packages.configs.test(name)) return { kind: "config", plugin };
  }
  if (DEPLOYMENT.test(name)) return { kind: "config" };
  const readers = code.size === 0 || TEST_DATA.test(path) ? [] : plugins.filter((plugin) => liesBesideCode(path, name, plugin, code));
  return readers.length === 0 ? undefined : { kind: "template", readers };
}

/**
 * Whether the index has a row for such a file at all. A page too long to be read, often part of a book, is left out; a component of that
 * length is kept, because it is reported as not read.
 */
export function isKept(artifact: ScannedArtifact): boolean {
  const { kind, size, path } = artifact;
  if (size > LARGEST_ARTIFACT) return false;
  return kind !== "template" || size <= LONGEST_TEMPLATE || isComponent(artifact, path);
}

/** Whether a template contains code of its own. */
export function isComponent({ readers }: ArtifactType, path: string): boolean {
  return readers?.some(({ templates }) => templates!.components.test(path)) === true;
}

/** The greatest length at which a template is still read, in UTF-16 units. */
export function longestRead({ readers }: ArtifactType, path: string): number {
  const reader = readers?.find(({ templates }) => templates!.components.test(path));
  return reader?.templates?.longestComponent ?? LONGEST_TEMPLATE;
}

/** Reports templates with code of their own as skipped: only the names in them are indexed. */
export function describeComponents(artifacts: readonly ScannedArtifact[]): Skip[] {
  const files = artifacts.filter((artifact) => isComponent(artifact, artifact.path)).length;
  if (files === 0) return [];
  const detail = "with code of their own (.vue, .svelte, .astro, .pyx, .ipynb): only the names in them are read, that code is not indexed";
  return [{ path: ".", reason: TEMPLATE, detail, files }];
}
