/**
 * The node that a name means: a symbol, a file, a package, an external package, a route, a table, a document.
 *
 * Stage: query. Invariants: an id is tried before a name; all meanings of a name are returned, best first; symbols come before other nodes.
 */
import { posix } from "node:path";
import { append } from "../../core/base/lists.ts";
import { CallgroveError } from "../../core/errors.ts";
import { isHandle } from "../../core/facts/symbol_ids.ts";
import { type Context, readRow, readRows } from "../context.ts";
import { findAnySymbols, findSymbols } from "../names/find_symbol.ts";
import { asSuggestions, nearestNames } from "../names/nearest_names.ts";
import { asOutside, findOutside } from "../names/outside_names.ts";
import { findFiles, nearestPaths } from "../names/paths.ts";
import { routesMeeting } from "../names/routes.ts";
import { findMatches } from "../names/search_matches.ts";
import { checkGlob, escapeGlob, isGlob } from "../rows/globs.ts";
import { nodeTypeOf, ROUTE } from "../rows/node_types.ts";
import type { SymbolRow } from "../rows/symbol_row.ts";
import { artifactAt, isTable, packagesOf } from "./project_edges.ts";

const MODULE_AT = `SELECT s.stable_id AS id FROM path p JOIN symbol s ON s.path_id = p.id AND s.name = '<module>'
  JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = p.id
  JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.symbol_id = s.id WHERE p.path = ?`;
/** Packages that have files directly in a folder. */
const PACKAGES_IN = `SELECT DISTINCT r.package AS name FROM path p JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = p.id
  JOIN resolution r ON r.id = rf.resolution_id WHERE p.path GLOB ? AND p.path NOT GLOB ?`;
const NAMED = `SELECT DISTINCT e.edge_type AS type, e.external AS external FROM name n
  CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = n.id AND e.to_symbol_id = 0
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  WHERE n.text = ? AND (e.edge_type IN ('imports', 'exposes', 'consumes', 'extends', 'implements')
    OR (e.external = 1 AND e.edge_type = 'calls'))`;

/** A node. One that is no symbol is identified by its type and its name. */
export interface GraphNode {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  /** Undefined if the node is no symbol. */
  readonly row?: SymbolRow;
  /** Rows of `symbol` that are this node: the symbol and its twins. */
  readonly ids: readonly number[];
}

/** The node of a symbol. */
export function nodeOfSymbol(row: SymbolRow, ids: readonly number[] = [row.id]): GraphNode {
  const type = nodeTypeOf(row);
  return { id: row.stableId, type, name: type === "File" || type === "TestFile" ? row.path : row.name, row, ids };
}

/** The node of something that is no symbol. Its id is accepted as a name: `Route:GET /users`. */
export function nodeOfName(type: string, name: string): GraphNode {
  return { id: `${type}:${name}`, type, name, ids: [] };
}

/**
 * All nodes that `written` may mean, best first, at least one.
 * @throws CallgroveError symbol_not_found, pointing to search_nodes; file_not_found; invalid_input if it is no name; workspace_not_allowed
 */
export function findNodes(context: Context, written: string): GraphNode[] {
  const name = written.trim();
  const typed = /^([A-Z][A-Za-z]+):(.+)$/.exec(name);
  if (typed !== null) {
    const known = namedNodes(context, typed[2]!).filter((node) => node.type === typed[1]);
    if (known.length > 0) return known;
  }
  const symbols = findAllNamed(context, name);
  // An id has only one meaning.
  if (isHandle(name) && symbols.length > 0) return symbols;
  const named = namedNodes(context, name);
  // A package's name means the package, not the module of the same name.
  const own = named.some(({ type }) => type === "Package") ? symbols.filter(({ row }) => row?.kind !== "module") : symbols;
  // A member of an object may be named like an absolute path (`"/users/[id]": () => …`).
  const files = own.length > 0 && name.startsWith("/") ? [] : filesNamed(context, name);
  const nodes = [...own, ...files, ...named];
  const seen = new Set<string>();
  const found = nodes.filter((node) => !seen.has(node.id) && seen.add(node.id));
  if (found.length > 0) return found;
  refuseUnknownFile(context, name);
  const near = nearestNames(context, name);
  throw new CallgroveError(
    "symbol_not_found",
    `No node found matching "${written}". Try search_nodes (callgrove search) to find the right name or id`,
    {
      data: {
        symbol_name: written,
        ref: context.ref.name,
        ...asSuggestions(near),
        ...asOutside(findOutside(context, name)),
      },
    },
  );
}

/** Symbols by name or by glob; brackets of folder names (`app/[id]/page.tsx:load`) are tried literally first. */
function findAllNamed(context: Context, name: string): GraphNode[] {
  if (!isGlob(name)) return symbolsNamed(context, name);
  const literal = /[*?]/.test(name) ? [] : symbolsNamed(context, name);
  return literal.length > 0 ? literal : globbed(context, name);
}

function symbolsNamed(context: Context, name: string): GraphNode[] {
  return findAnySymbols(context, name).map((match) => nodeOfSymbol(match.row, match.ids));
}

/**
 * @throws CallgroveError file_not_found if the name is that of a file which does not exist, and files with the same extension have similar
 * paths
 */
function refuseUnknownFile(context: Context, name: string): void {
  const ending = posix.extname(name);
  if (ending === "" || isGlob(name) || !nearestPaths(context, name).some((path) => path.endsWith(ending))) return;
  try {
    findSymbols(context, name);
  } catch (thrown) {
    if (thrown instanceof CallgroveError && thrown.code === "file_not_found") throw thrown;
  }
}

const GLOB_MATCHES = 50;

function globbed(context: Context, pattern: string): GraphNode[] {
  return findMatches(context, checkGlob(pattern), {}, GLOB_MATCHES).rows.map((row) => nodeOfSymbol(row));
}

/** Files whose path equals or ends with the name. */
function filesNamed(context: Context, name: string): GraphNode[] {
  if (!/[./]/.test(name) || /[:*?]/.test(name)) return [];
  const files = findFiles(context, name).filter((path) => path === name || path.endsWith(`/${name.replace(/^(\.?\/)+/, "")}`));
  return files.flatMap((path) => {
    const module = readRow<{ id: string }>(context, MODULE_AT, context.ref.id, path);
    return module === undefined ? [] : symbolsNamed(context, module.id);
  });
}

const ADDRESS = /^[A-Z]+ \/\S*$/;

function edgesMeeting(context: Context, route: string): boolean {
  return routesMeeting(context, route).some(({ name }) => readRows(context, NAMED, context.ref.id, name).length > 0);
}

/** Nodes that are no symbols: packages, files that are not code, tables, and targets that edges name. */
function namedNodes(context: Context, name: string): GraphNode[] {
  const nodes: GraphNode[] = [];
  const artifact = artifactAt(context, name.replace(/^(\.\/)+/, ""));
  if (artifact !== undefined) nodes.push(nodeOfName(artifact.type, artifact.name));
  const folder = name.replace(/^(\.\/)+|\/+$/g, "");
  for (const one of packagesOf(context)) {
    if (one.name === name || (folder !== "" && one.folder === folder)) nodes.push(nodeOfName("Package", one.name));
  }
  if (nodes.length === 0 && folder !== "") append(nodes, packagesNamedBy(context, folder).map((one) => nodeOfName("Package", one)));
  if (isTable(context, name)) nodes.push(nodeOfName("Table", name));
  for (const { type, external } of readRows<{ type: string; external: number }>(context, NAMED, context.ref.id, name)) {
    nodes.push(nodeOfName(typeOfNamed(type, external === 1), name));
  }
  // No edge has the address literally, but it may still match a route.
  if (nodes.length === 0 && ADDRESS.test(name) && edgesMeeting(context, name)) nodes.push(nodeOfName(ROUTE, name));
  return nodes;
}

/** Packages with files in a folder whose names end with it (`example.com/shop/db` in `db`). */
function packagesNamedBy(context: Context, folder: string): string[] {
  const inside = `${escapeGlob(folder)}/`;
  return readRows<{ name: string }>(context, PACKAGES_IN, context.ref.id, `${inside}*`, `${inside}*/*`)
    .map(({ name }) => name).filter((name) => name.endsWith(`/${folder}`));
}

/** The node type of an edge's target that has only a name. */
export function typeOfNamed(edgeType: string, external: boolean): string {
  if (edgeType === "exposes" || edgeType === "consumes") return ROUTE;
  if (edgeType === "imports") return external ? "ExternalPackage" : "Package";
  return external ? "External" : "Unknown";
}
