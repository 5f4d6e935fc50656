/**
 * The types of edges as the node tools name them (`Calls`, `DependsOn`, …) and what each says.
 *
 * Stage: query. Invariant: every type that the index stores or that follows from what it stores is here, once; the README's table and
 * the tool's answers are made of it.
 */
import { tableOf } from "../../core/base/tables.ts";
import { EDGES } from "../../core/edges.ts";
import { foldType } from "./node_types.ts";

/** A type of edges as questions know it. */
export interface EdgeTypeInfo {
  /** As in answers and parameters. */
  readonly name: string;
  readonly says: string;
}

/** What no single file says: it follows from other edges, from the nesting of symbols, or from files that are no code. */
const FOLLOWING: Readonly<Record<string, string>> = tableOf({
  contains:
    "a package to its files, a file or a symbol to the symbols inside it, a file to the file of its child module {left_out: true where an ordinary build does without it}",
  depends_on: "a package to one that its files import or its manifest requires {import_count, version, scope}",
  documents: "a doc comment or a Markdown file to the symbol that it names in code marks",
  configures: "a manifest or configuration file to the package that it configures",
  migrates: "a migration to the table that it changes {action}",
});

/** `depends_on` as `DependsOn`. */
export function edgeTypeName(stored: string): string {
  return stored.split("_").map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
}

/** In the order in which answers list them. */
export const EDGE_TYPES: readonly EdgeTypeInfo[] = [...new Set(["contains", ...Object.keys(EDGES), ...Object.keys(FOLLOWING)])]
  .map((stored) => ({ name: edgeTypeName(stored), says: FOLLOWING[stored] ?? EDGES[stored as keyof typeof EDGES] }));

const ORDER = new Map(EDGE_TYPES.map((type, i) => [type.name, i]));

/** Place of a type in the order of answers. */
export function orderOfEdgeType(name: string): number {
  return ORDER.get(name) ?? ORDER.size;
}

/** The type that somebody wrote in any case (`calls`, `DependsOn`, `depends_on`), or undefined. */
export function parseEdgeType(written: string): EdgeTypeInfo | undefined {
  return EDGE_TYPES.find((type) => type.name === written) ?? EDGE_TYPES.find((type) => foldType(type.name) === foldType(written));
}
