/**
 * What a `Cargo.toml` says of packages, for the graph of dependencies.
 *
 * Pure. Invariant: a manifest that is no TOML says nothing.
 */
import { parse } from "smol-toml";
import type { Dependency, DependencyScope, PackageFacts, PackageRules } from "../../core/package_rules.ts";

type Table = Readonly<Record<string, unknown>>;

const SECTIONS: readonly (readonly [section: string, scope: DependencyScope])[] = [
  ["dependencies", "runtime"],
  ["dev-dependencies", "dev"],
  ["dev_dependencies", "dev"],
  ["build-dependencies", "build"],
  ["build_dependencies", "build"],
];

function table(value: unknown): Table {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value as Table : {};
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function read(_path: string, source: string): PackageFacts {
  let manifest: Table;
  try {
    manifest = parse(source);
  } catch {
    return { name: "", dependencies: [] };
  }
  const dependencies: Dependency[] = [];
  const platforms = Object.values(table(manifest.target)).map(table);
  for (const [section, scope] of SECTIONS) {
    for (const holder of [manifest, ...platforms]) {
      for (const [key, value] of Object.entries(table(holder[section]))) {
        const details = table(value);
        const version = text(value) || text(details.version);
        const name = text(details.package) || key;
        dependencies.push({ name, version, scope: details.optional === true ? "optional" : scope, line: lineOf(source, section, key) });
      }
    }
  }
  return { name: text(table(manifest.package).name), dependencies };
}

/** The line in which a section names a dependency: as a key, or as a table of its own. */
function lineOf(source: string, section: string, key: string): number {
  const escaped = key.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const own = new RegExp(`^\\s*\\[[^\\]]*${section}\\."?${escaped}"?\\]`);
  const entry = new RegExp(`^\\s*"?${escaped}"?\\s*[.=]`);
  const header = new RegExp(`^\\s*\\[(?:[^\\]]*\\.)?${section}\\]`);
  let inside = false;
  for (const [i, line] of source.split("\n").entries()) {
    if (own.test(line) || (inside && entry.test(line))) return i + 1;
    if (/^\s*\[/.test(line)) inside = header.test(line);
  }
  return 1;
}

export const packages: PackageRules = {
  manifests: /^Cargo\.toml$/,
  configs: /^(?:\.?rustfmt\.toml|\.?clippy\.toml|rust-toolchain(?:\.toml)?|deny\.toml|Cross\.toml)$/,
  read,
};
