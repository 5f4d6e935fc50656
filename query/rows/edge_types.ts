/**
 * The edge types as the node tools name them (`Calls`, `DependsOn`, …), with descriptions.
 *
 * Stage: query. Invariant: every type that the index stores or that is derived from it is here, once; the README's table and the tool's
 * answers are made from these.
 */
import { tableOf } from "../../core/base/tables.ts";
import { EDGES } from "../../core/edges.ts";
import { foldType } from "./node_types.ts";

/** An edge type as questions know it. */
export interface EdgeTypeInfo {
  /** As in answers and parameters. */
  readonly name: string;
  readonly says: string;
}

/** Types that no single source file states: derived from other edges, from the nesting of symbols, or from files that are not code. */
const FOLLOWING: Readonly<Record<string, string>> = tableOf({
  contains:
    "a package to its files, a file or a symbol to the symbols inside it, a file to the file of its child module {left_out: true where an ordinary build does without it}",
  depends_on: "a package to one that its files import or its manifest requires {import_count, version, scope}",
  documents: "a doc comment or a Markdown file to the symbol that it names in code marks",
  configures: "a manifest or configuration file to the package that it configures",
  migrates: "a migration to the table that it changes {action}",
});

/** `depends_on` becomes `DependsOn`. */
export function edgeTypeName(stored: string): string {
  return stored.split("_").map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
}

/** All types, in the order in which answers list them. */
export const EDGE_TYPES: readonly EdgeTypeInfo[] = [...new Set(["contains", ...Object.keys(EDGES), ...Object.keys(FOLLOWING)])]
  .map((stored) => ({ name: edgeTypeName(stored), says: FOLLOWING[stored] ?? EDGES[stored as keyof typeof EDGES] }));

const ORDER = new Map(EDGE_TYPES.map((type, i) => [type.name, i]));

/** The index of a type in the order of answers. */
export function orderOfEdgeType(name: string): number {
  return ORDER.get(name) ?? ORDER.size;
}

/** The type written in any case, with or without its last `s` (`calls`, `call`, `depends_on`); undefined if there is none. */
export function parseEdgeType(written: string): EdgeTypeInfo | undefined {
  const wanted = foldType(written);
  return EDGE_TYPES.find((type) => type.name === written) ??
    EDGE_TYPES.find(({ name }) => foldType(name) === wanted || foldType(name) === `${wanted}s`);
}
