/**
 * Edges of nodes that are no symbols: packages, external packages, manifests, configurations, documents, migrations, tables.
 *
 * Stage: query. Invariants: names in documents and folders in configurations are resolved in the ref being asked; a dependency is one edge,
 * whether a manifest, imports or both state it.
 */
import { append, compareText } from "../../core/base/lists.ts";
import { folderOf } from "../../core/base/path_parts.ts";
import { type Context, readRow, readRows } from "../context.ts";
import { symbolMentioned } from "../names/mentions.ts";

const MANIFESTS = `SELECT a.name AS name, p.path AS path FROM ref_artifact ra JOIN artifact a ON a.id = ra.artifact_id
  JOIN path p ON p.id = ra.path_id WHERE ra.ref_id = ? AND a.kind = 'manifest' AND a.name <> '' ORDER BY length(p.path), p.path`;
const CODE_PACKAGES = `SELECT DISTINCT r.package AS name FROM ref_file rf JOIN resolution r ON r.id = rf.resolution_id
  WHERE rf.ref_id = ? AND r.package <> ''`;
const ARTIFACTS = `SELECT p.path AS path, a.kind AS kind, a.name AS name FROM ref_artifact ra JOIN artifact a ON a.id = ra.artifact_id
  JOIN path p ON p.id = ra.path_id WHERE ra.ref_id = ? AND a.kind NOT IN ('template', 'assembly')`;
const SAID = `SELECT e.edge_type AS type, e.source_line AS line, n.text AS name, t.text AS text, e.properties AS properties
  FROM path p JOIN ref_artifact ra ON ra.ref_id = ? AND ra.path_id = p.id JOIN artifact_edge e ON e.artifact_id = ra.artifact_id
  JOIN name n ON n.id = e.to_name_id JOIN name t ON t.id = e.text_id WHERE p.path = ?
    AND (e.edge_type <> 'documents' OR EXISTS (SELECT 1 FROM symbol s WHERE s.name = n.text)) ORDER BY e.source_line, e.edge_type, n.text`;
const SAID_OF =
  `SELECT e.edge_type AS type, e.source_line AS line, a.name AS package, a.kind AS kind, p.path AS path, e.properties AS properties
  FROM name n CROSS JOIN artifact_edge e INDEXED BY artifact_edge_reverse ON e.to_name_id = n.id
  CROSS JOIN ref_artifact ra INDEXED BY ref_artifact_by_artifact ON ra.artifact_id = e.artifact_id AND ra.ref_id = ?
  JOIN artifact a ON a.id = e.artifact_id JOIN path p ON p.id = ra.path_id
  WHERE n.text = ? AND e.edge_type = ? ORDER BY p.path, e.source_line`;
/** Starts from the modules of all files, which are few compared to their symbols. */
const FILES = `SELECT s.id AS id, p.path AS path FROM symbol s INDEXED BY symbol_by_name
  CROSS JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = s.path_id CROSS JOIN resolution r ON r.id = rf.resolution_id AND r.package = ?
  JOIN path p ON p.id = rf.path_id WHERE s.name = '<module>' AND s.kind = 'module' ORDER BY p.path`;
const IMPORTED = `SELECT p.path AS path, e.source_line AS line, e.external AS external, coalesce(r.package, n.text, '') AS package
  FROM edge e CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  JOIN path p ON p.id = rf.path_id LEFT JOIN name n ON n.id = e.to_name_id AND e.to_symbol_id = 0
  LEFT JOIN symbol t ON t.id = e.to_symbol_id LEFT JOIN ref_file tf ON tf.ref_id = rf.ref_id AND tf.path_id = t.path_id
  LEFT JOIN resolution r ON r.id = tf.resolution_id
  WHERE e.from_symbol_id = ? AND e.edge_type = 'imports' AND e.rule <> 'unresolved' ORDER BY e.source_line`;
const IMPORTERS = `SELECT p.path AS path, e.source_line AS line, r.package AS package
  FROM edge e CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  JOIN resolution r ON r.id = rf.resolution_id JOIN path p ON p.id = rf.path_id
  WHERE e.to_symbol_id = ? AND e.edge_type = 'imports'`;
const IMPORTERS_BY_NAME = `SELECT p.path AS path, e.source_line AS line, r.package AS package
  FROM name n CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = n.id AND e.to_symbol_id = 0
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  JOIN resolution r ON r.id = rf.resolution_id JOIN path p ON p.id = rf.path_id
  WHERE n.text = ? AND e.edge_type = 'imports' AND e.external = ?`;

/** A node that is no symbol, by type and name. The name of a manifest, configuration, document or migration is its path. */
export interface ProjectNode {
  readonly type: "Package" | "ExternalPackage" | "Manifest" | "Config" | "Document" | "Migration" | "Table";
  readonly name: string;
}

/** One edge of a node, seen from it. */
export interface ProjectEdge {
  readonly type: "contains" | "depends_on" | "configures" | "documents" | "migrates";
  readonly direction: "out" | "in";
  /** Row of `symbol` of the other end; 0 if it is no symbol. */
  readonly symbol: number;
  /** The other end if it is no symbol; type "" for symbols. */
  readonly otherType: ProjectNode["type"] | "";
  readonly otherName: string;
  /** The place in the source. */
  readonly path: string;
  readonly line: number;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** A package of the repository; `manifest` and `folder` if one declares it. */
export interface ProjectPackage {
  readonly name: string;
  readonly manifest?: string;
  readonly folder?: string;
}

/** All packages of the ref, by name. */
export function packagesOf(context: Context): ProjectPackage[] {
  const found = new Map<string, ProjectPackage>();
  for (const { name, path } of readRows<{ name: string; path: string }>(context, MANIFESTS, context.ref.id)) {
    if (!found.has(name)) found.set(name, { name, manifest: path, folder: folderOf(path) });
  }
  for (const { name } of readRows<{ name: string }>(context, CODE_PACKAGES, context.ref.id)) {
    if (!found.has(name)) found.set(name, { name });
  }
  return [...found.values()].sort((a, b) => compareText(a.name, b.name));
}

/** All files of the ref that are not code, by path. */
function artifactsOf(context: Context): { readonly type: ProjectNode["type"]; readonly path: string; readonly name: string }[] {
  return readRows<{ path: string; kind: string; name: string }>(context, `${ARTIFACTS} ORDER BY p.path`, context.ref.id)
    .map(({ path, kind, name }) => ({ type: typeOfKind(kind), path, name }));
}

/** The file with that path as a node, if it is not code. */
export function artifactAt(context: Context, path: string): ProjectNode | undefined {
  const row = readRow<{ kind: string }>(context, `${ARTIFACTS} AND p.path = ?`, context.ref.id, path);
  return row === undefined ? undefined : { type: typeOfKind(row.kind), name: path };
}

/** Whether migrations of the ref refer to a table with that name. */
export function isTable(context: Context, name: string): boolean {
  return readRows(context, SAID_OF, context.ref.id, name, "migrates").length > 0;
}

/** All edges of a node that is no symbol, by type and place. */
export function projectEdgesOf(context: Context, node: ProjectNode): ProjectEdge[] {
  switch (node.type) {
    case "Package":
      return [
        ...filesIn(context, node.name),
        ...dependenciesOf(context, node.name),
        ...dependents(context, node),
        ...configuredBy(context, node.name),
      ];
    case "ExternalPackage":
      return dependents(context, node);
    case "Table":
      return readRows<SaidOf>(context, SAID_OF, context.ref.id, node.name, "migrates").map((row) => fromArtifact("migrates", row));
    default:
      return saidBy(context, node.name);
  }
}

interface SaidOf {
  readonly line: number;
  readonly package: string;
  readonly kind: string;
  readonly path: string;
  readonly properties: string;
}

function typeOfKind(kind: string): ProjectNode["type"] {
  return (kind[0]!.toUpperCase() + kind.slice(1)) as ProjectNode["type"];
}

function propertiesOf(text: string): Record<string, unknown> {
  return text === "" ? {} : JSON.parse(text) as Record<string, unknown>;
}

function fromArtifact(type: ProjectEdge["type"], row: SaidOf): ProjectEdge {
  const { path, line } = row;
  return {
    type,
    direction: "in",
    symbol: 0,
    otherType: typeOfKind(row.kind),
    otherName: path,
    path,
    line,
    properties: propertiesOf(row.properties),
  };
}

interface Module {
  readonly id: number;
  readonly path: string;
}

const modules = new WeakMap<Context, Map<string, readonly Module[]>>();

/** The modules of a package's files; read once per question. */
function modulesOf(context: Context, name: string): readonly Module[] {
  let known = modules.get(context);
  if (known === undefined) modules.set(context, known = new Map());
  let found = known.get(name);
  if (found === undefined) known.set(name, found = readRows<Module>(context, FILES, context.ref.id, name));
  return found;
}

function filesIn(context: Context, name: string): ProjectEdge[] {
  return modulesOf(context, name).map(({ id, path }) => ({
    type: "contains",
    direction: "out",
    symbol: id,
    otherType: "",
    otherName: "",
    path,
    line: 1,
    properties: {},
  }));
}

/** The package that an unnamed file belongs to: the nearest one at or above its folder; "" if there is none. */
function packageAround(packages: readonly ProjectPackage[], path: string): string {
  const folder = folderOf(path);
  let best: ProjectPackage | undefined;
  for (const one of packages) {
    if (one.folder === undefined || !(one.folder === "" || folder === one.folder || folder.startsWith(`${one.folder}/`))) continue;
    if (best === undefined || one.folder.length > best.folder!.length) best = one;
  }
  return best?.name ?? "";
}

/** Collects dependencies in one direction: one edge per other package. */
class Dependencies {
  readonly #edges = new Map<string, ProjectEdge & { properties: Record<string, unknown> }>();

  constructor(readonly direction: "out" | "in") {}

  add(otherType: ProjectEdge["otherType"], otherName: string, path: string, line: number, properties: Record<string, unknown>): void {
    const key = `${otherType} ${otherName}`;
    const known = this.#edges.get(key);
    if (known !== undefined) Object.assign(known.properties, properties, known.properties);
    else {
      const edge = { type: "depends_on" as const, direction: this.direction, symbol: 0, otherType, otherName, path, line, properties };
      this.#edges.set(key, edge);
    }
  }

  addImport(otherType: ProjectEdge["otherType"], otherName: string, path: string, line: number): void {
    this.add(otherType, otherName, path, line, {});
    const { properties } = this.#edges.get(`${otherType} ${otherName}`)!;
    properties.import_count = Number(properties.import_count ?? 0) + 1;
  }

  all(): ProjectEdge[] {
    return [...this.#edges.values()];
  }
}

function dependenciesOf(context: Context, name: string): ProjectEdge[] {
  const packages = packagesOf(context);
  const names = new Set(packages.map((one) => one.name));
  const found = new Dependencies("out");
  for (const { type, path } of artifactsOf(context)) {
    if (type !== "Manifest") continue;
    const own = packages.find((one) => one.manifest === path)?.name ?? packageAround(packages, path);
    if (own !== name) continue;
    for (const row of saidRows(context, path)) {
      if (row.type !== "depends_on" || row.name === name) continue;
      found.add(names.has(row.name) ? "Package" : "ExternalPackage", row.name, path, row.line, propertiesOf(row.properties));
    }
  }
  type Import = { path: string; line: number; external: number; package: string };
  for (const file of modulesOf(context, name)) {
    for (const one of readRows<Import>(context, IMPORTED, context.ref.id, file.id)) {
      if (one.package === "" || one.package === name) continue;
      found.addImport(one.external === 1 ? "ExternalPackage" : "Package", one.package, one.path, one.line);
    }
  }
  return found.all();
}

function dependents(context: Context, node: ProjectNode): ProjectEdge[] {
  const { name } = node;
  const packages = packagesOf(context);
  const found = new Dependencies("in");
  for (const row of readRows<SaidOf>(context, SAID_OF, context.ref.id, name, "depends_on")) {
    const from = row.package || packageAround(packages, row.path);
    if (from === "") found.add(typeOfKind(row.kind), row.path, row.path, row.line, propertiesOf(row.properties));
    else if (from !== name) found.add("Package", from, row.path, row.line, propertiesOf(row.properties));
  }
  type Importer = { path: string; line: number; package: string };
  const importers = readRows<Importer>(context, IMPORTERS_BY_NAME, context.ref.id, name, node.type === "ExternalPackage" ? 1 : 0);
  if (node.type === "Package") {
    for (const file of modulesOf(context, name)) {
      append(importers, readRows<Importer>(context, IMPORTERS, context.ref.id, file.id));
    }
  }
  importers.sort((a, b) => compareText(a.path, b.path) || a.line - b.line);
  for (const one of importers) if (one.package !== "" && one.package !== name) found.addImport("Package", one.package, one.path, one.line);
  return found.all();
}

function configuredBy(context: Context, name: string): ProjectEdge[] {
  const packages = packagesOf(context);
  const named = readRows<SaidOf>(context, SAID_OF, context.ref.id, name, "configures");
  const around = readRows<SaidOf>(context, SAID_OF, context.ref.id, "", "configures").filter((row) =>
    packageAround(packages, row.path) === name
  );
  return [...named, ...around].map((row) => fromArtifact("configures", row));
}

interface Said {
  readonly type: ProjectEdge["type"];
  readonly line: number;
  readonly name: string;
  readonly text: string;
  readonly properties: string;
}

function saidRows(context: Context, path: string): Said[] {
  return readRows<Said>(context, SAID, context.ref.id, path);
}

/** The edges that a manifest, configuration, document or migration states itself. */
function saidBy(context: Context, path: string): ProjectEdge[] {
  const packages = packagesOf(context);
  const means = new Map<string, number>();
  const edges: ProjectEdge[] = [];
  const add = (row: Said, otherType: ProjectEdge["otherType"], otherName: string, symbol = 0): void => {
    edges.push({
      type: row.type,
      direction: "out",
      symbol,
      otherType,
      otherName,
      path,
      line: row.line,
      properties: propertiesOf(row.properties),
    });
  };
  for (const row of saidRows(context, path)) {
    if (row.type === "migrates") add(row, "Table", row.name);
    else if (row.type === "configures") {
      const name = row.name || packageAround(packages, path);
      if (name !== "") add(row, "Package", name);
    } else if (row.type === "documents") {
      let symbol = means.get(row.text);
      if (symbol === undefined) means.set(row.text, symbol = symbolMentioned(context, row.text)?.id ?? 0);
      if (symbol !== 0) add(row, "", "", symbol);
    }
  }
  return edges;
}
