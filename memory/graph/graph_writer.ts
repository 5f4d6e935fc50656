/**
 * Writes functions and calls of the knowledge graph, file by file, from rows of the index.
 *
 * Stage: memory. Invariants: ids can be computed by tools that read the graph, from path and name, so overloads and twins in one file share
 * a node, and call sites between two functions share an edge; functions are added before calls between them. Rows are certain to be in the
 * tables only after `flush`.
 */
import * as crypto from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { BulkInsert } from "../../core/store/bulk_insert.ts";

/** A function, method or constructor of the index. */
export interface FunctionRow {
  /** Row of `symbol`. */
  readonly id: number;
  /** `Class.method` or `function`, whatever the language's separator. */
  readonly name: string;
  readonly language: string;
  readonly lineStart: number;
  readonly lineEnd: number;
  readonly signature: string;
  readonly doc: string;
  readonly owner: string | null;
  readonly ownerKind: string | null;
}

/** A resolved call: rows of `symbol`, line, confidence, rule. */
export type CallRow = readonly [source: number, target: number, line: number, confidence: string, rule: string];

/** Id of a function's node. */
export function functionNode(path: string, name: string): string {
  return `function:${path}:${name}`;
}

/**
 * The id by which tools that read the graph find a function: the first 16 hex digits of SHA-256. It changes with the line;
 * `symbol_stable_id` does not.
 */
export function nodeId(path: string, name: string, startLine: number): string {
  return crypto.hash("sha256", `${path}:${name}:${startLine}`, "hex").slice(0, 16);
}

/** The most call sites listed per edge; the count includes all. */
const MOST_CONTEXTS = 20;
const CLASSES = new Set(["class", "struct", "interface", "trait", "protocol", "enum", "object"]);

/** Writes functions and calls to org.db. */
export class GraphWriter {
  readonly #nodes: BulkInsert;
  readonly #edges: BulkInsert;
  readonly #sources: BulkInsert;
  readonly #nodeOf = new Map<number, string>();

  /** @param findNode returns the node of a symbol that was not added here; "" if it is no function */
  constructor(org: DatabaseSync, readonly findNode: (id: number) => string) {
    this.#nodes = new BulkInsert(org, "kg_nodes", ["id", "node_type", "subtype", "name", "properties"]);
    this.#edges = new BulkInsert(org, "kg_edges", ["id", "edge_type", "from_node", "to_node", "properties"]);
    this.#sources = new BulkInsert(org, "kg_files", ["path", "file_version_id", "resolution_id"]);
  }

  /** @param rows sorted by line */
  addFunctions(path: string, rows: Iterable<FunctionRow>): void {
    const seen = new Set<string>();
    for (const row of rows) {
      const id = functionNode(path, row.name);
      this.#nodeOf.set(row.id, id);
      if (seen.has(id)) continue;
      seen.add(id);
      const properties = {
        file_path: path,
        line_start: row.lineStart,
        line_end: row.lineEnd,
        signature: row.signature,
        docstring: row.doc,
        class_name: row.ownerKind !== null && CLASSES.has(row.ownerKind) ? row.owner : null,
        node_id: nodeId(path, row.name, row.lineStart),
      };
      this.#nodes.add(id, "function", row.language, row.name, JSON.stringify(properties));
    }
  }

  /** @param calls of the file, sorted by place */
  addCalls(file: { readonly path: string; readonly version: number; readonly resolution: number }, calls: Iterable<CallRow>): void {
    const pairs = new Map<string, Map<string, { count: number; contexts: string }>>();
    for (const [source, target, line, confidence, rule] of calls) {
      const from = this.#node(source);
      const to = this.#node(target);
      if (from === "" || to === "") continue;
      let own = pairs.get(from);
      if (own === undefined) pairs.set(from, own = new Map());
      let pair = own.get(to);
      if (pair === undefined) own.set(to, pair = { count: 0, contexts: "" });
      // Built as text: these words need no escaping in JSON.
      const context = `{"line":${line},"confidence":"${confidence}","rule":"${rule}"}`;
      if (pair.count < MOST_CONTEXTS) pair.contexts += pair.count === 0 ? context : `,${context}`;
      pair.count++;
    }
    for (const [from, own] of pairs) {
      for (const [to, { count, contexts }] of own) {
        this.#edges.add(`CALLS:${from}:${to}`, "CALLS", from, to, `{"call_count":${count},"call_contexts":[${contexts}]}`);
      }
    }
    this.#sources.add(file.path, file.version, file.resolution);
  }

  #node(id: number): string {
    let node = this.#nodeOf.get(id);
    if (node === undefined) this.#nodeOf.set(id, node = this.findNode(id));
    return node;
  }

  /** Writes everything pending. */
  flush(): void {
    for (const rows of [this.#nodes, this.#edges, this.#sources]) rows.flush();
  }
}
