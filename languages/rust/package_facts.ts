/**
 * What a `Cargo.toml` says of packages, for the graph of dependencies.
 *
 * Pure. Invariant: a manifest that is no TOML says nothing.
 */
import { parse } from "smol-toml";
import { objectOf, type ParsedObject, textOf } from "../../core/base/parsed_values.ts";
import { escapePattern } from "../../core/base/pattern_text.ts";
import type { Dependency, DependencyScope, PackageFacts, PackageRules } from "../../core/rules/package_rules.ts";

const SECTIONS: readonly (readonly [section: string, scope: DependencyScope])[] = [
  ["dependencies", "runtime"],
  ["dev-dependencies", "dev"],
  ["dev_dependencies", "dev"],
  ["build-dependencies", "build"],
  ["build_dependencies", "build"],
];

function read(_path: string, source: string): PackageFacts {
  let manifest: ParsedObject;
  try {
    manifest = parse(source);
  } catch {
    return { name: "", dependencies: [] };
  }
  const dependencies: Dependency[] = [];
  const platforms = Object.values(objectOf(manifest.target)).map(objectOf);
  for (const [section, scope] of SECTIONS) {
    for (const holder of [manifest, ...platforms]) {
      for (const [key, value] of Object.entries(objectOf(holder[section]))) {
        const details = objectOf(value);
        const version = textOf(value) || textOf(details.version);
        const name = textOf(details.package) || key;
        dependencies.push({ name, version, scope: details.optional === true ? "optional" : scope, line: lineOf(source, section, key) });
      }
    }
  }
  return { name: textOf(objectOf(manifest.package).name), dependencies };
}

/** The line in which a section names a dependency: as a key, or as a table of its own. */
function lineOf(source: string, section: string, key: string): number {
  const escaped = escapePattern(key);
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
