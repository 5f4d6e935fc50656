/**
 * Which files say something about the code without being code: manifests, configurations, documents, migrations.
 *
 * Stage: scan. Pure; told by the path alone.
 */
import type { LanguagePlugin } from "../plugin.ts";

export type ArtifactKind = "manifest" | "config" | "document" | "migration";

/** What a file is, and whose. */
export interface ArtifactType {
  readonly kind: ArtifactKind;
  /** The language whose manifest or configuration it is. */
  readonly plugin?: LanguagePlugin;
}

/** Such a file as a scan finds it. */
export interface ScannedArtifact extends ArtifactType {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** As for source files; 0 for one read from git. */
  readonly time: number;
  /** git's id of its text, where it was read from git. */
  readonly object?: string;
}

const DOCUMENT = /\.(?:md|mdx|markdown)$/i;
/** Folders and names that migration tools use: `db/migrate`, `migrations`, `prisma/migrations`, Flyway's `V1__init.sql`. */
const MIGRATION =
  /(?:^|\/)(?:migrations?|migrate|changelog|schema_migrations|upgrades?|versions)\/(?:[^/]+\/){0,2}[^/]+\.sql$|(?:^|\/)[VUR]\d*(?:[._]\d+)*__[^/]+\.sql$/i;
/** Longer ones are data, not text for people. */
export const LARGEST_ARTIFACT = 2 * 1024 * 1024;

/** The kind of the file at `path`, or undefined. */
export function artifactTypeOf(path: string, plugins: readonly LanguagePlugin[]): ArtifactType | undefined {
  if (DOCUMENT.test(path)) return { kind: "document" };
  if (path.endsWith(".sql")) return MIGRATION.test(path) ? { kind: "migration" } : undefined;
  const name = path.slice(path.lastIndexOf("/") + 1);
  for (const plugin of plugins) {
    const { packages } = plugin;
    if (packages === undefined) continue;
    if (packages.manifests.test(name)) return { kind: "manifest", plugin };
    if (packages.configs.test(name)) return { kind: "config", plugin };
  }
  return undefined;
}
