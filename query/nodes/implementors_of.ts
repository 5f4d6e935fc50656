/**
 * The types that implement an interface, protocol, trait or base class.
 *
 * Stage: query. The index holds the direct implementors; subtypes of an implementor, and implementors of an interface that extends the one
 * asked for, follow from these and are marked as transitive. Invariants: each implementor once, with direct evidence preferred to
 * transitive; direct ones first, then by path and line.
 */
import { compareText } from "../../core/base/lists.ts";
import type { Confidence } from "../../core/edges.ts";
import { CONTRACT_KINDS } from "../../core/store/symbol_directory.ts";
import { type Context, readList, readRows } from "../context.ts";
import { nodeTypeOf } from "../rows/node_types.ts";
import { packageOf } from "../rows/package_of.ts";
import { readPlaces, type SymbolPlace } from "../rows/symbol_places.ts";
import { readStanding } from "../rows/standing.ts";
import { readHeads, scopedNameOf, type SymbolHead, type SymbolRow } from "../rows/symbol_row.ts";
import { describeEmbedding, describeTakenUp, type OuterContract } from "./outer_contracts.ts";

/** Returned as one text: of the thousands that a protocol may have, each row would cost more than finding it. */
const SUBTYPES =
  `SELECT json_group_array(json_array(e.to_symbol_id, e.edge_type, e.from_symbol_id, e.rule, e.confidence, e.properties, e.source_line,
    rf.path_id)) AS list
  FROM edge e CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  WHERE e.to_symbol_id IN (SELECT value FROM json_each(?)) AND e.edge_type IN ('implements', 'extends')`;
/** The same for an external contract, by name. */
const OUTER_SUBTYPES =
  `SELECT json_group_array(json_array(0, e.edge_type, e.from_symbol_id, e.rule, e.confidence, e.properties, e.source_line, rf.path_id)) AS list
  FROM edge e INDEXED BY edge_unresolved CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  JOIN symbol f ON f.id = e.from_symbol_id AND f.language = ?
  WHERE e.to_name_id = ? AND e.to_symbol_id = 0 AND e.external = 1 AND e.edge_type IN ('implements', 'extends')`;
const PATHS = "SELECT id, path FROM path WHERE id IN (SELECT value FROM json_each(?))";

/**
 * An implementor, with the fields of the JSON of `query_interface_implementors`. One that is no symbol (an external type, a blanket impl, a
 * variable) has the place of its impl.
 */
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
  /** The type or interface in between. */
  readonly via?: string;
}

/** In place of a row of `symbol`, for an external contract. */
const OUTSIDE = 0;
const CONTRACTS = new Set<string>(CONTRACT_KINDS);

/** An edge from a type to one that it implements or extends. */
interface Link {
  /** Row of the supertype. */
  readonly target: number;
  readonly type: "implements" | "extends";
  readonly id: number;
  readonly rule: string;
  readonly confidence: Confidence;
  readonly properties: string;
  readonly line: number;
  readonly pathId: number;
}

/** An implementor before it is described: the evidence, and the symbol that has it. */
interface Found {
  readonly link: Link;
  readonly from: SymbolPlace;
  /** The type or interface in between; undefined if direct. */
  readonly via: SymbolPlace | undefined;
  readonly path: string;
  readonly line: number;
}

/** The implementors of a contract, and the interfaces that extend it. */
export interface ImplementorsOf {
  readonly total: number;
  /** Describes the implementors from `start` to before `end`, in order. */
  describe(start: number, end: number): readonly Implementor[];
  /** Says what else may satisfy the contract; "" if nothing is known to. */
  describeOthers(): string;
  readonly extendedBy: readonly Extending[];
}

/** An interface that extends the one asked for; named `<anonymous>` if it is written in place of a type. */
export interface Extending {
  readonly name: string;
  readonly file_path: string;
  readonly line: number;
}

/** The implementors of a contract, in the order in which they are shown. */
export function implementorsOf(context: Context, contract: SymbolRow | OuterContract): ImplementorsOf {
  const { found, extendedBy, nameless, isSatisfied } = findImplementors(context, contract);
  const standingOf = readStanding(context);
  const rank = ({ path, via }: Found): number => 2 * standingOf(path) + (via === undefined ? 0 : 1);
  found.sort((a, b) => rank(a) - rank(b) || compareText(a.path, b.path) || a.line - b.line);
  return {
    total: found.length,
    describe(start, end) {
      const wanted = found.slice(start, end);
      const heads = readHeads(context, wanted.flatMap(({ from, via }) => via === undefined ? [from.id] : [from.id, via.id]));
      return wanted.map((one) => toImplementor(context, one, heads));
    },
    describeOthers() {
      if ("id" in contract) return found.length > 0 ? "" : describeTakenUp(context, contract);
      return isSatisfied ? describeEmbedding(context, contract, found.map(({ from }) => from.id)) : "";
    },
    extendedBy: [...readNamed(context, extendedBy), ...nameless],
  };
}

/** Walks from the contract to all its subtypes. `isSatisfied`: types satisfy the contract by having its members. */
function findImplementors(
  context: Context,
  contract: SymbolRow | OuterContract,
): { found: Found[]; extendedBy: readonly number[]; nameless: readonly Extending[]; isSatisfied: boolean } {
  const found = new Map<string, Found>();
  const extendedBy: number[] = [];
  const nameless = new Map<string, Extending>();
  const start = "id" in contract ? contract.id : OUTSIDE;
  const visited = new Set([start]);
  const paths = new Map<number, string>();
  let level: readonly { readonly id: number; readonly via: SymbolPlace | undefined }[] = [{ id: start, via: undefined }];
  let links = "id" in contract ? readSubtypes(context, [start]) : readOuterSubtypes(context, contract);
  // A type that embeds another may still redefine its methods differently; types that satisfy an interface have rows of their own.
  const isSatisfied = "id" in contract ? CONTRACTS.has(contract.kind) : links.some(({ rule }) => rule === "structural");
  while (level.length > 0) {
    const next: { id: number; via: SymbolPlace }[] = [];
    const subtypes = readPlaces(context, new Set(links.map((link) => link.id)));
    readPaths(context, links.filter((link) => subtypes.get(link.id)?.isModule === true), paths);
    const byTarget = Map.groupBy(links, (link) => link.target);
    for (const { id, via } of level) {
      for (const link of byTarget.get(id) ?? []) {
        const from = subtypes.get(link.id);
        if (from === undefined) continue;
        const widens = link.type === "extends" && from.isContract;
        if (link.rule === "embedded" && !widens && isSatisfied && link.properties === "") continue;
        const { path, line } = from.isModule ? { path: paths.get(link.pathId)!, line: link.line } : from;
        if (from.isModule && isInterface(link)) {
          nameless.set(`${path}:${line}`, { name: "<anonymous>", file_path: path, line });
          continue;
        }
        const key = from.isModule ? `${nameOf(link)} ${path}:${line}` : String(from.id);
        if (!widens && !found.has(key)) found.set(key, { link, from, via, path, line });
        if (from.isModule || visited.has(from.id)) continue;
        visited.add(from.id);
        if (widens) extendedBy.push(from.id);
        next.push({ id: from.id, via: from });
      }
    }
    level = next;
    links = readSubtypes(context, level.map(({ id }) => id));
  }
  return { found: [...found.values()], extendedBy, nameless: [...nameless.values()], isSatisfied };
}

/** The distinct links between types, each at its first line, in a fixed order; links with different properties are distinct. */
function readSubtypes(context: Context, ids: readonly number[]): Link[] {
  return toLinks(readList<Columns>(context, SUBTYPES, context.ref.id, JSON.stringify(ids)));
}

function readOuterSubtypes(context: Context, { nameId, language }: OuterContract): Link[] {
  return toLinks(readList<Columns>(context, OUTER_SUBTYPES, context.ref.id, language, nameId));
}

type Columns = [target: number, Link["type"], id: number, rule: string, Link["confidence"], properties: string, line: number, path: number];

function toLinks(rows: readonly Columns[]): Link[] {
  const links = new Map<string, Link>();
  for (const [target, type, id, rule, confidence, properties, line, pathId] of rows) {
    links.set(`${target} ${type} ${id} ${line} ${properties}`, { target, type, id, rule, confidence, properties, line, pathId });
  }
  const order = (a: Link, b: Link): number =>
    compareText(a.type, b.type) || a.id - b.id || compareText(a.properties, b.properties) || a.line - b.line;
  return [...links.values()].sort(order);
}

/** Adds the paths of the files that contain these links. */
function readPaths(context: Context, links: readonly Link[], known: Map<number, string>): void {
  const missing = [...new Set(links.map((link) => link.pathId))].filter((id) => !known.has(id));
  if (missing.length === 0) return;
  for (const { id, path } of readRows<{ id: number; path: string }>(context, PATHS, JSON.stringify(missing))) known.set(id, path);
}

function readNamed(context: Context, ids: readonly number[]): readonly Extending[] {
  if (ids.length === 0) return [];
  const heads = readHeads(context, ids);
  return ids.map((id) => heads.get(id)!).map((row) => ({ name: scopedNameOf(context, row), file_path: row.path, line: row.nameLine }));
}

/** Whether an implementor that is no symbol is an interface (`var _ interface { Store } = …`). */
function isInterface({ properties }: Link): boolean {
  return properties !== "" && (JSON.parse(properties) as { type?: string }).type === "interface";
}

/** The name of an implementor that is no symbol: an anonymous class, an external type, a blanket impl. */
function nameOf({ properties, rule }: Link): string {
  // An anonymous class is no symbol: its module stands for it.
  if (properties === "") return "<anonymous>";
  const said = JSON.parse(properties) as { for?: string; impl?: string };
  return (rule === "blanket" ? said.impl ?? said.for : said.for) ?? said.impl ?? "?";
}

function toImplementor(context: Context, { link, from, via, path, line }: Found, heads: ReadonlyMap<number, SymbolHead>): Implementor {
  const evidence = {
    rule: link.type === "extends" && link.rule === "declared" ? "extends" : link.rule,
    ...(link.confidence === "heuristic" ? { confidence: "heuristic" as const } : {}),
    ...(via === undefined ? {} : { transitive: true as const, via: scopedNameOf(context, heads.get(via.id)!) }),
  };
  const place = { file_path: path, line, package: packageOf(context, path) };
  if (!from.isModule) {
    const head = heads.get(from.id)!;
    return { type: nodeTypeOf(head), name: scopedNameOf(context, head), id: head.stableId, ...place, ...evidence };
  }
  const type = link.properties === ""
    ? "Class"
    : link.rule === "blanket"
    ? "BlanketImpl"
    : link.rule === "assigned"
    ? "Variable"
    : "External";
  return { type, name: nameOf(link), ...place, ...evidence };
}
