/**
 * All edges of a node: the question `query_node_edges`, the command `edges`.
 *
 * Stage: query. Invariants: an id is tried before a name; of several matches the first is used, with a warning that names the others; one
 * entry per type and other node; a long list continues in both directions with one cursor; an edge whose other end no longer exists shows
 * its id.
 */
import * as z from "zod";
import { bytesOfJson } from "../core/base/text_size.ts";
import { scopeOf } from "../core/facts/symbols.ts";
import { cursorBehind, cursorField, cutPage, EndToEnd, type LongList, notesOfPage, type Page, pageOf } from "./answer/page.ts";
import { wordMeant } from "./answer/wrong_value.ts";
import { type Context, readRow } from "./context.ts";
import { edgesOfNode, looseCalls, type NodeEdge } from "./nodes/edges_of_node.ts";
import { describeUnlinkedReads } from "./doubt/possible_reads.ts";
import { findNodes, type GraphNode, nodeOfName, nodeOfSymbol } from "./nodes/find_node.ts";
import { nearestWord } from "./names/name_likeness.ts";
import { renderNodeEdges } from "./render/node_edges.ts";
import { EDGE_TYPES, parseEdgeType } from "./rows/edge_types.ts";
import { packageOf } from "./rows/package_of.ts";
import { placeOf, readSymbol, scopedNameOf } from "./rows/symbol_row.ts";
import { cursorParameter, defineTool, limitOf } from "./tool.ts";

const STABLE_ID = `SELECT stable_id AS id FROM symbol WHERE id = ?`;

/** An edge, with the fields of the JSON of `query_node_edges`; `at` is the place in the source. */
export interface EdgeEntry {
  readonly edge_type: string;
  readonly node_id: string;
  readonly node_type?: string;
  readonly node_name: string;
  /** The owner of the node, if it is a member. */
  readonly parent?: string;
  readonly file_path?: string;
  readonly line?: number;
  readonly package?: string;
  readonly at?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}
/** The node whose edges are listed. */
export interface NodeHead {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly qualified_name?: string;
  readonly file_path?: string;
  readonly line?: number;
  readonly package?: string;
  readonly language?: string;
}

/** The edges of a node, by direction. */
export interface NodeEdgesValue {
  readonly node: NodeHead;
  readonly directions: readonly ("out" | "in")[];
  readonly outgoing: readonly EdgeEntry[];
  readonly incoming: readonly EdgeEntry[];
  readonly totalOutgoing: number;
  readonly totalIncoming: number;
  /** Whether the question asked for a type that does not exist. */
  readonly isUnknownType: boolean;
  /** The number of calls that lead to no symbol, which are not listed. */
  readonly loose: { readonly external: number; readonly unresolved: number };
  readonly cursor: string;
}

const STANDARD_LIMIT = 200;
const MOST_LIMIT = 2000;
const eachWay = (standard: number): string => `Each way at most (default ${standard}).`;
const OTHERS_NAMED = 8;

const DIRECTIONS = ["in", "out", "both"] as const;
type Direction = typeof DIRECTIONS[number];

const TYPE_NAMES = EDGE_TYPES.map((type) => type.name).join(", ");

/** The question: what a node is connected to. */
export const queryNodeEdges = defineTool({
  name: "query_node_edges",
  title: "Everything that touches a node",
  description:
    `What is this connected to? All edges of a symbol, file, package, route, table or document: ${TYPE_NAMES}. Call sites line by line: get_callers, get_callees.`,
  parameters: {
    node_identifier: z.string().min(1).max(2000).describe("Id or name: Job.go, app/io.py, GET /users."),
    edge_type: z.string().max(100).optional().describe("Only this type."),
    direction: z.string().max(100).optional().describe("in, out or both (default)."),
    json_output: z.boolean().optional().describe("Text as JSON."),
    limit: limitOf(STANDARD_LIMIT).describe(eachWay(STANDARD_LIMIT)),
    cursor: cursorParameter,
  },
  output: { outgoing: z.array(z.looseObject({})), incoming: z.array(z.looseObject({})) },
  command: {
    name: "edges",
    summary: "everything that touches a symbol, file, package or route",
    arguments: ["node_identifier"],
    options: { edge_type: "--type <type>", direction: "--direction <direction>", limit: "--limit <n>", cursor: "--cursor <cursor>" },
    optionHelp: { limit: eachWay(MOST_LIMIT), edge_type: `Only this type: ${TYPE_NAMES}.` },
    examples: [
      ["callgrove edges Job.go", "calls, overrides, tests, documents …, both ways"],
      ["callgrove edges Store --type Implements --direction in", "one type, one way"],
      ["callgrove edges app/io.py", "a file: what it contains and imports"],
    ],
  },
  run(context, params) {
    const nodes = findNodes(context, params.node_identifier);
    const warnings: string[] = [];
    const direction = readDirection(params.direction, warnings);
    const type = readType(params.edge_type, warnings);
    const { node, edges } = chooseNode(context, nodes, direction, type);
    if (nodes.length > 1) warnings.unshift(describeOthers(params.node_identifier, node, nodes));
    // For a property or field, agents want its reads, not all of which are edges.
    const reads = node.row === undefined || direction === "out" || type !== undefined
      ? ""
      : describeUnlinkedReads(context, { row: node.row, ids: node.ids, twins: [] });
    if (reads !== "") warnings.push(`${reads} (they are no edges)`);
    const out = direction === "in" ? [] : edges.out.filter((edge) => type === undefined || edge.type === type);
    const into = direction === "out" ? [] : edges.into.filter((one) => type === undefined || one.type === type);
    const page = pageOf(context, "query_node_edges", params, STANDARD_LIMIT, MOST_LIMIT);
    const reader = new EntryReader(context);
    const both = new BothWays(out, new EndToEnd(into.map((one) => one.edges)));
    const cut = cutPage(both, { ...page, limit: both.sizeOfPage(page) }, (edge) => bytesOfJson(reader.read(edge)) + 1);
    const cursor = cursorBehind(context, page, cut);
    const entries = (way: "out" | "in"): EdgeEntry[] => cut.shown.filter((edge) => edge.direction === way).map((edge) => reader.read(edge));
    return {
      value: {
        node: toHead(context, node),
        directions: direction === "both" ? ["out", "in"] as const : [direction],
        outgoing: entries("out"),
        incoming: entries("in"),
        totalOutgoing: out.length,
        totalIncoming: both.into.length,
        isUnknownType: type !== undefined && parseEdgeType(type) === undefined,
        loose: direction === "in" || (type ?? "Calls") !== "Calls" ? { external: 0, unresolved: 0 } : looseCalls(context, node),
        cursor,
      },
      notes: {
        warnings: [...page.warnings, ...warnings],
        safetyLimit: cut.bySize && params.limit !== undefined,
        ...notesOfPage(cut, "edges", cursor, "give edge_type or direction, or "),
      },
    };
  },
  structure: (value: NodeEdgesValue) => ({
    node: value.node,
    outgoing: value.outgoing,
    incoming: value.incoming,
    total_outgoing: value.totalOutgoing,
    total_incoming: value.totalIncoming,
    ...(value.loose.external === 0 ? {} : { external_calls: value.loose.external }),
    ...(value.loose.unresolved === 0 ? {} : { unresolved_calls: value.loose.unresolved }),
    ...cursorField(value.cursor),
  }),
  render: renderNodeEdges,
  isEmpty: (value: NodeEdgesValue) => value.isUnknownType,
});

/**
 * The first meaning of a name; if a type of edges is asked for, the first meaning that has some, considering nodes other than symbols for
 * this reason only.
 */
function chooseNode(
  context: Context,
  nodes: readonly GraphNode[],
  direction: Direction,
  type: string | undefined,
): { node: GraphNode; edges: ReturnType<typeof edgesOfNode> } {
  const first = { node: nodes[0]!, edges: edgesOfNode(context, nodes[0]!) };
  const fits = ({ out, into }: typeof first.edges): boolean =>
    (direction !== "in" && out.some((edge) => edge.type === type)) || (direction !== "out" && into.some((one) => one.type === type));
  if (type === undefined || fits(first.edges)) return first;
  for (const node of nodes.filter(({ row }, i) => i > 0 && (row === undefined || i < OTHERS_NAMED))) {
    const edges = edgesOfNode(context, node);
    if (fits(edges)) return { node, edges };
  }
  return first;
}

function readDirection(written = "", warnings: string[]): Direction {
  const direction = wordMeant(written, DIRECTIONS) as Direction | undefined;
  if (direction === undefined && written.trim() !== "") warnings.push(`direction "${written}" is not one of in, out, both: both are shown`);
  return direction ?? "both";
}

/** The name of an edge type as stored; an unknown type is returned as written, with a warning. */
function readType(written: string | undefined, warnings: string[]): string | undefined {
  if (written === undefined || written.trim() === "") return undefined;
  const type = parseEdgeType(written.trim());
  if (type === undefined) {
    const near = nearestWord(written.trim(), EDGE_TYPES.map((one) => one.name));
    warnings.push(`there are no edges of type "${written}"${near === undefined ? "" : `, did you mean ${near}?`}; types: ${TYPE_NAMES}`);
  }
  return type?.name ?? written;
}

function describeOthers(written: string, meant: GraphNode, nodes: readonly GraphNode[]): string {
  const others = nodes.filter((node) => node !== meant).slice(0, OTHERS_NAMED).map((node) =>
    node.row === undefined ? node.id : `${node.type} ${node.row.qualifiedName} ${placeOf(node.row)} (id ${node.id})`
  );
  const more = nodes.length - 1 - others.length;
  const first = `the first${meant === nodes[0] ? "" : " with such edges"}`;
  return `"${written}" means ${nodes.length} nodes, this is ${first}; the others: ${others.join("; ")}${
    more > 0 ? `; and ${more} more` : ""
  }`;
}

/** Alternates edges of both directions, so that a page shows some of each. */
class BothWays implements LongList<NodeEdge> {
  readonly length: number;

  constructor(readonly out: readonly NodeEdge[], readonly into: LongList<NodeEdge>) {
    this.length = out.length + into.length;
  }

  at(index: number): NodeEdge | undefined {
    const { isOut, place } = this.#find(index);
    return isOut ? this.out[place] : this.into.at(place);
  }

  /** The direction and the index in its own list of an edge. */
  #find(index: number): { readonly isOut: boolean; readonly place: number } {
    const inTurn = 2 * Math.min(this.out.length, this.into.length);
    if (index < inTurn) return { isOut: index % 2 === 0, place: index >> 1 };
    return { isOut: this.out.length > this.into.length, place: index - (inTurn >> 1) };
  }

  /** The size of a page: it ends where either direction reaches the limit. */
  sizeOfPage(page: Page): number {
    const counts = { out: 0, in: 0 };
    let size = 0;
    for (let i = page.offset; i < this.length; i++, size++) {
      if (++counts[this.#find(i).isOut ? "out" : "in"] > page.limit) break;
    }
    return Math.max(1, size);
  }
}

function toHead(context: Context, node: GraphNode): NodeHead {
  const { row } = node;
  if (row === undefined) return { id: node.id, type: node.type, name: node.name };
  const owner = packageOf(context, row.path);
  return {
    id: node.id,
    type: node.type,
    name: node.name,
    ...(node.name === row.path ? {} : { qualified_name: row.qualifiedName }),
    file_path: row.path,
    line: row.nameLine,
    ...(owner === "" ? {} : { package: owner }),
    language: row.language,
  };
}

/** Converts edges to entries, each once. */
class EntryReader {
  readonly #entries = new Map<NodeEdge, EdgeEntry>();

  constructor(readonly context: Context) {}

  read(edge: NodeEdge): EdgeEntry {
    let entry = this.#entries.get(edge);
    if (entry === undefined) this.#entries.set(edge, entry = this.#make(edge));
    return entry;
  }

  #make(edge: NodeEdge): EdgeEntry {
    const row = edge.other === 0 ? undefined : readSymbol(this.context, edge.other);
    const known = edge.properties();
    const properties = Object.keys(known).length === 0 ? {} : { properties: known };
    const at = `${edge.path}:${edge.line}`;
    if (row === undefined) {
      const node = edge.other === 0 ? nodeOfName(edge.otherType, edge.otherName) : this.#orphan(edge.other);
      return {
        edge_type: edge.type,
        node_id: node.id,
        ...(node.type === "" ? {} : { node_type: node.type }),
        node_name: node.name,
        at,
        ...properties,
      };
    }
    const node = nodeOfSymbol(row);
    const parent = scopeOf({ scopedName: scopedNameOf(this.context, row), name: row.name });
    const owner = packageOf(this.context, row.path);
    return {
      edge_type: edge.type,
      node_id: node.id,
      node_type: node.type,
      node_name: node.name,
      ...(parent === "" ? {} : { parent }),
      file_path: row.path,
      line: row.nameLine,
      ...(owner === "" ? {} : { package: owner }),
      // Containment and implicit interfaces have no place of their own.
      ...(edge.type === "Contains" || known["rule"] === "structural" ? {} : { at }),
      ...properties,
    };
  }

  /** An end that is not in the ref, of which only the id is known. */
  #orphan(symbol: number): { id: string; type: string; name: string } {
    const id = readRow<{ id: string }>(this.context, STABLE_ID, symbol)?.id ?? String(symbol);
    return { id, type: "", name: id };
  }
}
