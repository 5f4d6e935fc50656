/**
 * The packages in `pyproject.toml`, `setup.cfg`, `Pipfile` and `requirements*.txt`, for the dependency graph.
 *
 * Pure. Invariant: a manifest that cannot be read yields nothing.
 */
import { parse } from "smol-toml";
import { append } from "../../core/base/lists.ts";
import { listOf, objectOf, type ParsedObject, textOf } from "../../core/base/parsed_values.ts";
import { baseName } from "../../core/base/path_parts.ts";
import { escapePattern } from "../../core/base/pattern_text.ts";
import type { Dependency, DependencyScope, EntryPoint, PackageFacts, PackageRules } from "../../core/rules/package_rules.ts";
import { testsNamed } from "./manifests.ts";

/** `requests[socks]>=2,<3; python_version > "3"` */
const REQUIREMENT = /^\s*([A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)\s*(?:\[[^\]]*\])?\s*\(?\s*((?:[<>=!~]=?=?|@)[^;#]*)?/;

function requirement(written: string, scope: DependencyScope, line: number): Dependency[] {
  const match = REQUIREMENT.exec(written);
  return match === null ? [] : [{ name: match[1]!, version: (match[2] ?? "").replace(/\)\s*$/, "").trim(), scope, line }];
}

function read(path: string, source: string): PackageFacts {
  const name = baseName(path);
  if (name.endsWith(".toml") || name === "Pipfile") return readToml(source);
  return name.endsWith(".cfg") ? readConfig(source) : { name: "", dependencies: readRequirements(source, /dev|test|doc|lint/i.test(name)) };
}

function readToml(source: string): PackageFacts {
  let manifest: ParsedObject;
  try {
    manifest = parse(source);
  } catch {
    return { name: "", dependencies: [] };
  }
  const project = objectOf(manifest.project);
  const poetry = objectOf(objectOf(manifest.tool).poetry);
  const found: Dependency[] = [];
  const addAll = (items: unknown, scope: DependencyScope): void => {
    for (const item of listOf(items)) if (typeof item === "string") append(found, requirement(item, scope, lineOf(source, item)));
  };
  const addTable = (items: unknown, scope: DependencyScope): void => {
    for (const [key, value] of Object.entries(objectOf(items))) {
      if (key === "python") continue;
      const isOptional = objectOf(value).optional === true;
      found.push({
        name: key,
        version: textOf(value) || textOf(objectOf(value).version),
        scope: isOptional ? "optional" : scope,
        line: lineOf(source, key),
      });
    }
  };
  addAll(project.dependencies, "runtime");
  for (const items of Object.values(objectOf(project["optional-dependencies"]))) addAll(items, "optional");
  for (const items of Object.values(objectOf(manifest["dependency-groups"]))) addAll(items, "dev");
  addAll(objectOf(manifest["build-system"]).requires, "build");
  addTable(poetry.dependencies, "runtime");
  addTable(poetry["dev-dependencies"], "dev");
  for (const group of Object.values(objectOf(poetry.group))) addTable(objectOf(group).dependencies, "dev");
  addTable(manifest.packages, "runtime");
  addTable(manifest["dev-packages"], "dev");
  return { name: textOf(project.name) || textOf(poetry.name), dependencies: found };
}

/** The line with a requirement as written, or with a key. */
function lineOf(source: string, written: string): number {
  const at = source.search(new RegExp(`(?:^|["'\\s])${escapePattern(written)}(?=["'\\s=]|$)`, "m"));
  return at < 0 ? 1 : source.slice(0, at + 1).trimEnd().split("\n").length + (source[at] === "\n" ? 1 : 0);
}

/** `setup.cfg`: `[metadata] name`, `[options] install_requires`, `[options.extras_require]`. */
function readConfig(source: string): PackageFacts {
  const found: Dependency[] = [];
  let name = "";
  let section = "";
  let key = "";
  for (const [i, line] of source.split("\n").entries()) {
    const header = /^\[([^\]]+)\]/.exec(line);
    const entry = /^([\w.-]+)\s*[=:]\s*(.*)$/.exec(line);
    if (header) [section, key] = [header[1]!, ""];
    else if (entry) {
      key = entry[1]!;
      if (section === "metadata" && key === "name") name = entry[2]!.trim();
    }
    const value = entry ? entry[2]! : /^\s/.test(line) ? line : "";
    const scope = scopeOfEntry(section, key);
    if (scope !== undefined && value.trim() !== "" && !/^\s*[#;]/.test(value)) append(found, requirement(value, scope, i + 1));
  }
  return { name, dependencies: found };
}

function scopeOfEntry(section: string, key: string): DependencyScope | undefined {
  if (section === "options" && key === "install_requires") return "runtime";
  if (section === "options" && key === "setup_requires") return "build";
  if (section === "options" && key === "tests_require") return "dev";
  return section === "options.extras_require" && key !== "" ? "optional" : undefined;
}

function readRequirements(source: string, isDev: boolean): Dependency[] {
  return source.split("\n").flatMap((line, i) =>
    /^\s*(?:#|-|$|https?:|\.|\/)/.test(line) ? [] : requirement(line, isDev ? "dev" : "runtime", i + 1)
  );
}

/** `tool = "package.module:main"`, in whatever way the manifest writes it. */
const ENTRY = /=\s*["']?([A-Za-z_][\w.]*):([A-Za-z_][\w.]*)(?=\s*(?:\[[\w,\s-]*\]\s*)?(?:["',#}\]]|$))/g;

function readEntries(source: string): EntryPoint[] {
  return source.split(/\r?\n/).flatMap((line, i) =>
    [...line.matchAll(ENTRY)].map(([, module = "", name = ""]) => ({ module, name, line: i + 1 }))
  );
}

/** Python's manifests and their dependencies. */
export const packages: PackageRules = {
  manifests: /^(?:pyproject\.toml|setup\.cfg|Pipfile|(?:[\w.-]+[-_])?requirements(?:[-_.][\w.-]+)?\.(?:txt|in))$/,
  configs:
    /^(?:tox\.ini|pytest\.ini|mypy\.ini|\.?ruff\.toml|\.flake8|\.pylintrc|\.coveragerc|\.isort\.cfg|noxfile\.py|setup\.py|conftest\.py|MANIFEST\.in|\.pre-commit-config\.yaml|\.readthedocs\.ya?ml)$/,
  read,
  readEntries,
  testsNamed,
};
