/**
 * The types that implement an interface, protocol, trait or base class.
 *
 * Stage: query. What the index holds are the direct ones; who inherits from an implementor, or implements an interface that extends the one
 * asked for, follows from them and is marked. Invariants: each implementor once, the direct evidence before the transitive; direct ones
 * first, then by path and line.
 */
import { CONTRACT_KINDS } from "../core/store/symbol_directory.ts";
import { MODULE_NAME } from "../core/symbols.ts";
import { type Context, readRows } from "./context.ts";
import { nodeTypeOf } from "./node_types.ts";
import { packageOf } from "./package_of.ts";
import { readHeads, scopedNameOf, type SymbolHead, type SymbolRow } from "./symbol_row.ts";

const SUBTYPES =
  `SELECT e.to_symbol_id AS target, e.edge_type AS type, e.from_symbol_id AS id, e.rule AS rule, e.confidence AS confidence, e.properties AS properties,
    min(e.source_line) AS line, p.path AS path
  FROM edge e CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN path p ON p.id = rf.path_id
  WHERE e.to_symbol_id IN (SELECT value FROM json_each(?)) AND e.edge_type IN ('implements', 'extends')
  GROUP BY e.to_symbol_id, e.edge_type, e.from_symbol_id, e.properties, CASE e.properties WHEN '' THEN 0 ELSE e.source_line END`;
/** An implementor in the words of row E-12. What is no symbol (a foreign type, a blanket impl, a function's variable) stands where its impl does. */
export interface Implementor {
  readonly type: string;
  readonly name: string;
  readonly id?: string;
  readonly file_path: string;
  readonly line: number;
  readonly package: string;
  /** `declared`, `structural`, `assigned`, `blanket`, `extends`, … */
  readonly rule: string;
  readonly confidence?: "heuristic";
  readonly transitive?: true;
  /** Through which type or interface. */
  readonly via?: string;
}

const CONTRACTS = new Set<string>(CONTRACT_KINDS);

interface Row {
  /** Row of the supertype. */
  readonly target: number;
  readonly type: "implements" | "extends";
  readonly id: number;
  readonly rule: string;
  readonly confidence: "static" | "heuristic";
  readonly properties: string;
  readonly line: number;
  readonly path: string;
}

/** What is told apart from implementors: interfaces that extend the one asked for. */
export interface ImplementorsOf {
  readonly implementors: readonly Implementor[];
  readonly extendedBy: readonly { readonly name: string; readonly file_path: string; readonly line: number }[];
}

/** See the head of this file. */
export function implementorsOf(context: Context, contract: SymbolRow): ImplementorsOf {
  const found = new Map<string, Implementor>();
  const extendedBy: SymbolHead[] = [];
  const visited = new Set([contract.id]);
  let level: readonly { readonly row: SymbolHead; readonly via: string }[] = [{ row: contract, via: "" }];
  while (level.length > 0) {
    const next: { row: SymbolHead; via: string }[] = [];
    const edges = readRows<Row>(context, SUBTYPES, context.ref.id, JSON.stringify(level.map(({ row }) => row.id)));
    const subtypes = readHeads(context, edges.map((edge) => edge.id));
    const byTarget = Map.groupBy(edges, (edge) => edge.target);
    for (const { row, via } of level) {
      for (const edge of byTarget.get(row.id) ?? []) {
        const from = subtypes.get(edge.id);
        if (from === undefined) continue;
        const widens = edge.type === "extends" && CONTRACTS.has(from.kind);
        // Who embeds a type may redefine its methods in other words; what satisfies an interface stands in rows of its own.
        if (edge.rule === "embedded" && !widens && CONTRACTS.has(contract.kind)) continue;
        const implementor = toImplementor(context, edge, from, via);
        const key = `${implementor.id ?? ""} ${implementor.name} ${implementor.id === undefined ? `${edge.path}:${edge.line}` : ""}`;
        if (!widens && !found.has(key)) found.set(key, implementor);
        if (from.name === MODULE_NAME || visited.has(from.id)) continue;
        visited.add(from.id);
        if (widens) extendedBy.push(from);
        next.push({ row: from, via: scopedNameOf(context, from) });
      }
    }
    level = next;
  }
  const place = (a: Implementor, b: Implementor): number =>
    a.file_path < b.file_path ? -1 : a.file_path > b.file_path ? 1 : a.line - b.line;
  return {
    implementors: [...found.values()].sort((a, b) => Number(a.transitive ?? false) - Number(b.transitive ?? false) || place(a, b)),
    extendedBy: extendedBy.map((row) => ({ name: scopedNameOf(context, row), file_path: row.path, line: row.nameLine })),
  };
}

function toImplementor(context: Context, edge: Row, from: SymbolHead, via: string): Implementor {
  const evidence = {
    rule: edge.type === "extends" && edge.rule === "declared" ? "extends" : edge.rule,
    ...(edge.confidence === "heuristic" ? { confidence: "heuristic" as const } : {}),
    ...(via === "" ? {} : { transitive: true as const, via }),
  };
  if (from.name !== MODULE_NAME) {
    return {
      type: nodeTypeOf(from),
      name: scopedNameOf(context, from),
      id: from.stableId,
      file_path: from.path,
      line: from.nameLine,
      package: packageOf(context, from.path),
      ...evidence,
    };
  }
  const evidenceAt = { file_path: edge.path, line: edge.line, package: packageOf(context, edge.path), ...evidence };
  // A class without a name is no symbol: the file speaks for it.
  if (edge.properties === "") return { type: "Class", name: "<anonymous>", ...evidenceAt };
  const said = JSON.parse(edge.properties) as { for?: string; impl?: string };
  return {
    type: edge.rule === "blanket" ? "BlanketImpl" : edge.rule === "assigned" ? "Variable" : "External",
    name: (edge.rule === "blanket" ? said.impl ?? said.for : said.for) ?? said.impl ?? "?",
    ...evidenceAt,
  };
}
