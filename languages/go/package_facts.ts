/**
 * The packages in a `go.mod`, for the dependency graph.
 *
 * Pure. Invariant: as lenient as the reader for module resolution.
 */
import type { PackageFacts, PackageRules } from "../../core/rules/package_rules.ts";
import { readManifest } from "./manifests.ts";

function read(path: string, text: string): PackageFacts {
  const manifest = readManifest(path, text);
  return {
    name: manifest.module,
    dependencies: manifest.requirements.map(({ module, version, indirect, line }) => ({
      name: module,
      version,
      scope: indirect ? "indirect" : "runtime",
      line,
    })),
  };
}

/** Go's manifests and their dependencies. */
export const packages: PackageRules = {
  manifests: /^go\.mod$/,
  configs: /^(?:go\.work|\.golangci\.(?:ya?ml|toml|json)|\.goreleaser\.ya?ml|staticcheck\.conf)$/,
  read,
};
