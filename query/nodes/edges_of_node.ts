/**
 * All edges of a node, in both directions.
 *
 * Stage: query. One entry per type and other node, with the number of places and the first place. Containment is added from the nesting of
 * symbols, as it has no rows. Invariants: entries have a fixed order (type, then place); calls from a symbol to targets that are no symbols
 * are counted, not listed (`get_callees` lists them). Of the thousands of edges that may lead to a symbol, only those shown are read; so
 * are the properties of an edge.
 */
import { compareText } from "../../core/base/lists.ts";
import { EDGES } from "../../core/edges.ts";
import { MODULE_NAME } from "../../core/facts/symbols.ts";
import { readUses, typeOfKind, USE_TYPES } from "../../core/store/packed_uses.ts";
import { ListByFile } from "../answer/list_by_file.ts";
import type { LongList } from "../answer/page.ts";
import { readUsingFiles } from "../answer/users_by_file.ts";
import { type Context, quoted, readRow, readRows } from "../context.ts";
import { mentionsOf } from "../names/mentions.ts";
import { routesMeeting } from "../names/routes.ts";
import { edgeTypeName, orderOfEdgeType } from "../rows/edge_types.ts";
import { ROUTE } from "../rows/node_types.ts";
import { readOwner } from "../rows/own_members.ts";
import { packageOf } from "../rows/package_of.ts";
import type { SymbolRow } from "../rows/symbol_row.ts";
import { type GraphNode, typeOfNamed } from "./find_node.ts";
import { artifactAt, type ProjectEdge, projectEdgesOf, type ProjectNode } from "./project_edges.ts";

const COLUMNS = `e.edge_type AS type, n.text AS name, e.external AS external, count(*) AS sites, sum(e.confidence = 'static') AS certain,
  min(e.source_line) AS line, p.path AS path, e.rule AS rule, e.properties AS properties`;
const JOINED = `CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  JOIN path p ON p.id = rf.path_id LEFT JOIN name n ON n.id = e.to_name_id AND e.to_symbol_id = 0`;
const OUT = `SELECT e.to_symbol_id AS other, ${COLUMNS} FROM edge e ${JOINED}
  WHERE e.from_symbol_id = ? AND NOT (e.to_symbol_id = 0 AND e.edge_type IN ('calls', 'references', 'accesses'))
  GROUP BY e.edge_type, e.to_symbol_id, e.to_name_id`;
/** For edge types that are not stored in packed form: one row per type and file, in index order, so that nothing is sorted. */
const FEW = Object.keys(EDGES).filter((type) => !USE_TYPES.some((use) => use === type));
const IN = `SELECT g.type AS type, p.path AS path, g.froms AS froms, g.lines AS lines
  FROM (SELECT e.edge_type AS type, e.resolution_id AS resolution, json_group_array(e.from_symbol_id) AS froms,
      json_group_array(e.source_line) AS lines
    FROM edge e INDEXED BY edge_reverse WHERE e.to_symbol_id = ? AND e.edge_type IN (${quoted(FEW)})
    GROUP BY e.edge_type, e.resolution_id) g
  CROSS JOIN ref_file rf ON rf.resolution_id = g.resolution AND rf.ref_id = ? JOIN path p ON p.id = rf.path_id`;
/** For packed edge types, the users in one file. */
const IN_FILE = `SELECT from_symbol_id AS other, count(*) AS sites, min(source_line) AS line FROM edge INDEXED BY edge_reverse
  WHERE to_symbol_id = ? AND edge_type = ? AND resolution_id = ? GROUP BY from_symbol_id ORDER BY from_symbol_id`;
/** What `IN` leaves out of an edge. */
const IN_DETAIL = `SELECT sum(e.confidence = 'static') AS certain, min(e.source_line) AS line, e.rule AS rule, e.properties AS properties
  FROM edge e INDEXED BY edge_forward CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  WHERE e.from_symbol_id = ? AND e.edge_type = ? AND e.to_symbol_id = ?`;
const IN_BY_NAME = `SELECT e.from_symbol_id AS other, ${COLUMNS} FROM name wanted
  CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = wanted.id AND e.to_symbol_id = 0 ${JOINED}
  WHERE wanted.text = ? AND (e.edge_type NOT IN ('calls', 'references', 'accesses') OR (e.external = 1 AND e.edge_type = 'calls')) GROUP BY e.edge_type, e.from_symbol_id`;
const LOOSE = `SELECT e.external AS external, count(*) AS n FROM edge e INDEXED BY edge_forward
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  WHERE e.from_symbol_id = ? AND e.to_symbol_id = 0 AND e.edge_type = 'calls' GROUP BY e.external`;
const CHILDREN = `SELECT s.id AS id, sv.name_line AS line FROM symbol_version sv JOIN symbol s ON s.id = sv.symbol_id
  WHERE sv.file_version_id = ? AND sv.parent_id = ?`;

/** One edge between a node and another, seen from the node. */
export interface NodeEdge {
  readonly type: string;
  readonly direction: "out" | "in";
  /** Row of `symbol` of the other node; 0 if it is no symbol. */
  readonly other: number;
  /** Type and name of the other node if it is no symbol; "" for symbols. */
  readonly otherType: string;
  readonly otherName: string;
  /** The first place in the source. */
  readonly path: string;
  readonly line: number;
  /** Reads the edge's other properties. */
  readonly properties: () => Readonly<Record<string, unknown>>;
}

interface Detail {
  readonly certain: number;
  readonly rule: string;
  readonly properties: string;
}
interface Row extends Detail {
  readonly other: number;
  readonly type: string;
  readonly name: string | null;
  readonly external: number;
  readonly sites: number;
  readonly line: number;
  readonly path: string;
}

/** Edges of one type that lead to a node. */
export interface EdgesOfType {
  readonly type: string;
  readonly edges: LongList<NodeEdge>;
}
/** The sorted edges of a node; incoming edges are grouped by type and read on demand. */
export interface EdgesOfNode {
  readonly out: readonly NodeEdge[];
  readonly into: readonly EdgesOfType[];
}

/** Edges of a symbol, or of a node that has only a name. */
export function edgesOfNode(context: Context, node: GraphNode): EdgesOfNode {
  const ref = context.ref.id;
  const edges = sortEdges(
    node.row === undefined ? edgesOfName(context, node) : [
      ...node.ids.flatMap((id) => readRows<Row>(context, OUT, ref, id).map(toOutgoing)),
      ...node.ids.flatMap((id) => incoming(context, id)),
      ...containment(context, node.row),
      ...mentions(context, node.row),
    ],
  );
  const few = Map.groupBy(edges.filter((edge) => edge.direction === "in"), (edge) => edge.type);
  const into = [...[...few].map(([type, edges]) => ({ type, edges })), ...(node.row === undefined ? [] : usesOf(context, node.ids))];
  return {
    out: edges.filter((edge) => edge.direction === "out"),
    into: into.sort((a, b) => orderOfEdgeType(a.type) - orderOfEdgeType(b.type)),
  };
}

/** Calls, references and tests, of which there may be thousands: counted per file, read on demand. */
function usesOf(context: Context, ids: readonly number[]): EdgesOfType[] {
  const wanted = [...ids].sort((a, b) => a - b);
  type File = { readonly path: string; readonly resolution: number; readonly entries: number };
  const files = USE_TYPES.map((): File[] => []);
  for (const { path, resolution, uses } of readUsingFiles(context, wanted, USE_TYPES)) {
    // A user occurs once per target, with its kinds in sequence.
    const entries = USE_TYPES.map(() => 0);
    const last = USE_TYPES.map(() => "");
    readUses(uses, wanted, (from, kind, _, to) => {
      const [type, user] = [typeOfKind(kind), `${from} ${to}`];
      if (type < USE_TYPES.length && last[type] !== user) entries[type]!++;
      last[type] = user;
    });
    for (const [type, n] of entries.entries()) if (n > 0) files[type]!.push({ path, resolution, entries: n });
  }
  return USE_TYPES.flatMap((type, i) => {
    const sorted = files[i]!.sort((a, b) => compareText(a.path, b.path));
    const read = (file: File): NodeEdge[] => ids.flatMap((id) => usesInFile(context, id, type, file)).sort((a, b) => a.line - b.line);
    return sorted.length === 0 ? [] : [{ type: edgeTypeName(type), edges: new ListByFile(sorted, read) }];
  });
}

function usesInFile(
  context: Context,
  symbol: number,
  type: string,
  { path, resolution }: { readonly path: string; readonly resolution: number },
): NodeEdge[] {
  return readRows<{ other: number; sites: number; line: number }>(context, IN_FILE, symbol, type, resolution)
    .map(({ other, sites, line }) => toIncomingSymbol(context, symbol, type, { other, sites, path, line }));
}

/** Sorts by type, place and name. Paths are ranked once, which is cheaper than comparing them pairwise. */
function sortEdges(edges: NodeEdge[]): NodeEdge[] {
  const ranks = new Map([...new Set(edges.map((edge) => edge.path))].sort().map((path, rank) => [path, rank]));
  const keyed = edges.map((edge) => ({ edge, type: orderOfEdgeType(edge.type), path: ranks.get(edge.path)! }));
  keyed.sort((a, b) =>
    a.type - b.type || a.path - b.path || a.edge.line - b.edge.line ||
    compareText(a.edge.otherName, b.edge.otherName)
  );
  return keyed.map(({ edge }) => edge);
}

/** Edges to a symbol of the types that are not packed, by type and by the row of the other node. */
function incoming(context: Context, symbol: number): NodeEdge[] {
  interface Found {
    sites: number;
    path: string;
    line: number;
  }
  const byType = new Map<string, Map<number, Found>>();
  for (const row of readRows<{ type: string; path: string; froms: string; lines: string }>(context, IN, symbol, context.ref.id)) {
    let found = byType.get(row.type);
    if (found === undefined) byType.set(row.type, found = new Map());
    const lines = JSON.parse(row.lines) as number[];
    for (const [i, other] of (JSON.parse(row.froms) as number[]).entries()) {
      const edge = found.get(other);
      if (edge === undefined) found.set(other, { sites: 1, path: row.path, line: lines[i]! });
      else {
        edge.sites++;
        if (lines[i]! < edge.line) [edge.path, edge.line] = [row.path, lines[i]!];
      }
    }
  }
  return [...byType].flatMap(([type, found]) =>
    [...found].sort(([a], [b]) => a - b).map(([other, edge]) => toIncomingSymbol(context, symbol, type, { other, ...edge }))
  );
}

/** An edge from a symbol to a symbol. */
function toIncomingSymbol(
  context: Context,
  symbol: number,
  type: string,
  { other, sites, path, line }: { readonly other: number; readonly sites: number; readonly path: string; readonly line: number },
): NodeEdge {
  return {
    type: edgeTypeName(type),
    direction: "in",
    other,
    otherType: "",
    otherName: "",
    path,
    line,
    properties: () => propertiesOf(type, sites, readRow<Detail>(context, IN_DETAIL, context.ref.id, other, type, symbol)!),
  };
}

const PROJECT_TYPES = new Set(["Package", "ExternalPackage", "Manifest", "Config", "Document", "Migration", "Table"]);

/** Edges of a node that has only a name: those of project files, and those of code that imports, serves or calls that name. */
function edgesOfName(context: Context, node: GraphNode): NodeEdge[] {
  const said = PROJECT_TYPES.has(node.type) ? projectEdgesOf(context, node as ProjectNode).map(toNodeEdge) : [];
  const named = edgesByName(context, node.type, node.name);
  const met = node.type === ROUTE ? routesMeeting(context, node.name) : [];
  const meeting = met.flatMap(({ name: route, serves }) =>
    edgesByName(context, node.type, route).filter(({ type }) => serves || type !== "Exposes")
      .map((edge) => ({ ...edge, properties: () => ({ ...edge.properties(), route }) }))
  );
  return [...said, ...named, ...meeting];
}

function edgesByName(context: Context, type: string, name: string): NodeEdge[] {
  return readRows<Row>(context, IN_BY_NAME, context.ref.id, name).filter((row) => typeOfNamed(row.type, row.external === 1) === type)
    .map(toIncoming);
}

function toNodeEdge(edge: ProjectEdge): NodeEdge {
  const { type, symbol, properties, ...rest } = edge;
  return { ...rest, type: edgeTypeName(type), other: symbol, properties: () => properties };
}

/** Documents that mention the symbol: one edge per document, with the first place. */
function mentions(context: Context, row: SymbolRow): NodeEdge[] {
  const byPath = Map.groupBy(mentionsOf(context, row), (one) => one.path);
  return [...byPath].map(([path, places]) => ({
    type: "Documents",
    direction: "in",
    other: 0,
    otherType: artifactAt(context, path)?.type ?? "Document",
    otherName: path,
    path,
    line: places[0]!.line,
    properties: () => ({ count: places.length }),
  }));
}

/** The number of calls in a symbol's body without a symbol as target: external ones and unresolved ones. */
export function looseCalls(context: Context, node: GraphNode): { readonly external: number; readonly unresolved: number } {
  const counts = { external: 0, unresolved: 0 };
  for (const id of node.ids) {
    for (const row of readRows<{ external: number; n: number }>(context, LOOSE, context.ref.id, id)) {
      counts[row.external === 1 ? "external" : "unresolved"] += row.n;
    }
  }
  return counts;
}

function toOutgoing(row: Row): NodeEdge {
  return { ...toEdge(row), direction: "out" };
}

function toIncoming(row: Row): NodeEdge {
  return { ...toEdge(row), otherType: "", otherName: "", direction: "in" };
}

function toEdge(row: Row): Omit<NodeEdge, "direction"> {
  return {
    type: edgeTypeName(row.type),
    other: row.other,
    otherType: row.other === 0 ? typeOfNamed(row.type, row.external === 1) : "",
    otherName: row.other === 0 ? row.name ?? "" : "",
    path: row.path,
    line: row.line,
    properties: () => propertiesOf(row.type, row.sites, row),
  };
}

function propertiesOf(type: string, sites: number, { certain, rule, properties }: Detail): Record<string, unknown> {
  const own = properties === "" ? {} : JSON.parse(properties) as Record<string, unknown>;
  return {
    ...(type === "calls" ? { call_count: sites } : type === "references" ? { count: sites } : {}),
    rule,
    ...(certain === 0 ? { confidence: "heuristic" } : {}),
    ...own,
  };
}

function containment(context: Context, row: SymbolRow): NodeEdge[] {
  const contains = (direction: "out" | "in", other: number, path: string, line: number): NodeEdge => ({
    type: "Contains",
    direction,
    other,
    otherType: "",
    otherName: "",
    path,
    line,
    properties: () => ({}),
  });
  const children = readRows<{ id: number; line: number }>(context, CHILDREN, row.fileVersion, row.id);
  const edges = children.map((child) => contains("out", child.id, row.path, child.line));
  const owner = row.name === MODULE_NAME ? packageOf(context, row.path) : "";
  if (owner !== "") edges.push({ ...contains("in", 0, row.path, row.nameLine), otherType: "Package", otherName: owner });
  // For a member outside its type's file there is a stored edge.
  else if (row.parent !== null && readOwner(context, row) === row.parent) edges.push(contains("in", row.parent, row.path, row.nameLine));
  return edges;
}
