/**
 * The packages in a `Cargo.toml`, for the dependency graph.
 *
 * Pure. Invariant: a manifest that is not valid TOML yields nothing.
 */
import { parse } from "smol-toml";
import { objectOf, type ParsedObject, textOf } from "../../core/base/parsed_values.ts";
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
  const lines = linesOf(source);
  const platforms = Object.values(objectOf(manifest.target)).map(objectOf);
  for (const [section, scope] of SECTIONS) {
    for (const holder of [manifest, ...platforms]) {
      for (const [key, value] of Object.entries(objectOf(holder[section]))) {
        const details = objectOf(value);
        const version = textOf(value) || textOf(details.version);
        const name = textOf(details.package) || key;
        dependencies.push({
          name,
          version,
          scope: details.optional === true ? "optional" : scope,
          line: lines.get(`${section} ${key}`) ?? 1,
        });
      }
    }
  }
  return { name: textOf(objectOf(manifest.package).name), dependencies };
}

/** The header of a table, and within it a section with dependencies, by itself or with the one that the table is of. */
const HEADER = /^\s*\[([^\]]*)\]/;
const OF_DEPENDENCIES = new RegExp(`(?:^|\\.)(${SECTIONS.map(([section]) => section).join("|")})(?:\\."?([\\w-]+)"?)?$`);
/** An entry for a key: `serde = "1"`, `serde.workspace = true`. */
const ENTRY = /^\s*"?([\w-]+)"?\s*[.=]/;

/** The first line in which each section names each dependency, as a key or as a table of its own, by the two names. */
function linesOf(source: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  let section = "";
  for (const [i, line] of source.split("\n").entries()) {
    const header = HEADER.exec(line)?.[1];
    const [, named, own] = header === undefined || header.startsWith("workspace.") ? [] : OF_DEPENDENCIES.exec(header) ?? [];
    if (header !== undefined) section = own === undefined ? named ?? "" : "";
    const key = header !== undefined ? own : section === "" ? undefined : ENTRY.exec(line)?.[1];
    const place = `${named ?? section} ${key}`;
    if (key !== undefined && !lines.has(place)) lines.set(place, i + 1);
  }
  return lines;
}

/** Rust's manifests and their dependencies. */
export const packages: PackageRules = {
  manifests: /^Cargo\.toml$/,
  configs: /^(?:\.?rustfmt\.toml|\.?clippy\.toml|rust-toolchain(?:\.toml)?|deny\.toml|Cross\.toml)$/,
  read,
};
