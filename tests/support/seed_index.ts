/**
 * An index made by hand: rows in the tables of `schema.sql`, for questions about shapes that real code seldom has.
 *
 * Invariant: what is written is what the indexer would write; handles are made by the same functions.
 */
import { DatabaseSync } from "node:sqlite";
import type { EdgeType, Rule } from "../../core/edges.ts";
import { DefinitionFlag } from "../../core/facts.ts";
import { stableId } from "../../core/facts/symbol_ids.ts";
import { MODULE_NAME } from "../../core/facts/symbols.ts";
import { countEdge, encodeCounts, noCounts } from "../../core/store/edge_counts.ts";
import { readSchema } from "../../core/store/open.ts";
import { addSearchNames } from "../../core/store/search_names.ts";
import { languages } from "../../languages/mod.ts";
import type { Repository } from "../../query/ask.ts";
import type { Context } from "../../query/context.ts";
import { directoryOf, usesOf } from "./packed_rows.ts";

export interface SeedSymbol {
  /** Scoped name: `Job.go`. */
  readonly name: string;
  readonly kind?: string;
  readonly lines: readonly [number, number];
  /** Line of the name; default: the first. */
  readonly nameLine?: number;
  readonly flags?: number;
  readonly exported?: boolean;
  readonly signature?: string;
  readonly doc?: string;
}
/** An edge of a file. `from` is a scoped name of the same file or a `path:name`, `to` a `path:name`, else it has no target. */
export interface SeedEdge {
  readonly from?: string;
  readonly line: number;
  readonly column?: number;
  readonly text: string;
  readonly to?: string;
  readonly toName?: string;
  readonly external?: boolean;
  readonly rule?: Rule;
  readonly confidence?: "static" | "heuristic";
  readonly type?: EdgeType;
  readonly properties?: Record<string, unknown>;
  readonly candidates?: readonly string[];
}
export interface SeedFile {
  readonly path: string;
  readonly module: string;
  readonly language?: string;
  readonly lines?: number;
  readonly package?: string;
  /** A file of tests. */
  readonly test?: boolean;
  readonly symbols: readonly SeedSymbol[];
  readonly edges?: readonly SeedEdge[];
}

/** A context over an index in memory that holds these files. */
export function seedContext(files: readonly SeedFile[], audience: Context["audience"] = "agent"): Context {
  const db = new DatabaseSync(":memory:");
  const schema = readSchema();
  db.exec(schema.tables);
  for (const index of schema.indexes) db.exec(index);
  const insert: Insert = (table, row) => {
    const keys = Object.keys(row);
    const sql = `INSERT INTO ${table} (${keys.join(", ")}) VALUES (${keys.map(() => "?").join(", ")})`;
    return Number(db.prepare(sql).run(...Object.values(row)).lastInsertRowid);
  };
  const names = new Map<string, number>();
  const nameId = (text: string): number => {
    if (!names.has(text)) names.set(text, insert("name", { text }));
    return names.get(text)!;
  };
  const ref = insert("ref", {
    repo: "0",
    root: "/seed",
    name: "live",
    commit_id: "",
    indexed_at: "2026-01-01T00:00:00.000Z",
    manifests: "",
    surroundings: "",
    skipped: "[]",
  });
  const ids = new Map<string, number>();
  const versions = new Map<string, { resolution: number }>();
  for (const file of files) versions.set(file.path, writeFile(insert, ref, file, ids));
  for (const file of files) {
    const counts = noCounts();
    for (const edge of file.edges ?? []) {
      // A target that is not there is an edge whose other end is gone.
      const target = edge.to === undefined ? 0 : ids.get(edge.to) ?? GONE;
      const fate = { confidence: edge.confidence ?? (target === 0 ? "heuristic" : "static"), rule: edge.rule ?? ruleOf(edge) } as const;
      const type = edge.type ?? "calls";
      countEdge(counts, { ...fate, type, resolved: target !== 0, external: edge.external === true, sameSite: false });
      insert("edge", {
        resolution_id: versions.get(file.path)!.resolution,
        source_line: edge.line,
        source_column: edge.column ?? 1,
        edge_type: type,
        from_symbol_id: ids.get(edge.from?.includes(":") === true ? edge.from : `${file.path}:${edge.from ?? MODULE_NAME}`)!,
        to_symbol_id: target,
        to_name_id: target === 0 ? nameId(edge.toName ?? edge.text) : 0,
        ...fate,
        external: edge.external === true ? 1 : 0,
        text_id: nameId(edge.text),
        properties: edge.properties === undefined ? "" : JSON.stringify(edge.properties),
        candidates: edge.candidates === undefined ? "" : JSON.stringify(edge.candidates.map((one) => ids.get(one)!)),
      });
    }
    db.prepare("UPDATE resolution SET counts = ? WHERE id = ?").run(encodeCounts(counts), versions.get(file.path)!.resolution);
  }
  for (
    const { id, version } of db.prepare("SELECT id, file_version_id AS version FROM resolution").all() as { id: number; version: number }[]
  ) {
    insert("uses", { resolution_id: id, encoded: usesOf(db, id) });
    db.prepare("UPDATE file_version SET directory = ? WHERE id = ?").run(directoryOf(db, version), version);
  }
  addSearchNames(db, 1);
  const refuse = (): never => {
    throw new Error("a seeded index is not indexed");
  };
  const context: Context = {
    db,
    ref: { id: ref, name: "live", isLive: true, commit: "", indexedAt: "2026-01-01T00:00:00.000Z", skipped: [] },
    roots: ["/seed"],
    within: "",
    databases: "/seed/.callgrove",
    extensions: [".py"],
    languageNamed: (word) => word,
    textForms: () => undefined,
    rulesOf: (language) => languages.find(({ name }) => name === language)?.rules ?? {},
    audience,
    lookAt: (real) => ({ kind: "none", real }),
    readText: () => undefined,
    index: refuse,
    readRefs: refuse,
    followLost: refuse,
    readHistory: refuse,
    open: () => context,
  };
  return context;
}

function ruleOf(edge: SeedEdge): Rule {
  return edge.to !== undefined ? "scope" : edge.external === true ? "external" : "unresolved";
}

type Insert = (table: string, row: Record<string, string | number | Uint8Array | null>) => number;

function writeFile(insert: Insert, ref: number, file: SeedFile, ids: Map<string, number>): { resolution: number } {
  const language = file.language ?? "python";
  const lines = file.lines ?? Math.max(1, ...file.symbols.map((symbol) => symbol.lines[1]), ...(file.edges ?? []).map((edge) => edge.line));
  const blob = insert("blob", { hash: file.path, language, extractor: "seed", bytes: 1, lines });
  const path = insert("path", { path: file.path });
  const version = insert("file_version", {
    path_id: path,
    blob_id: blob,
    module: file.module === MODULE_NAME ? "" : file.module,
    symbols: file.symbols.length + 1,
    directory: new Uint8Array(),
    kinds: JSON.stringify(
      Object.fromEntries([...Map.groupBy(file.symbols, kindOf)].map(([kind, symbols]) => [kind, symbols.length])),
    ),
  });
  const seen = new Map<string, number>();
  const module: SeedSymbol = { name: MODULE_NAME, kind: "module", lines: [1, lines], flags: file.test === true ? TEST_FLAG : 0 };
  [module, ...file.symbols].forEach((symbol, definition) => {
    const kind = kindOf(symbol);
    const scoped = symbol.name === MODULE_NAME ? "" : symbol.name;
    const twins = seen.get(`${kind} ${scoped}`) ?? 0;
    seen.set(`${kind} ${scoped}`, twins + 1);
    const id = insert("symbol", {
      stable_id: stableId(language, file.path, kind, scoped, twins),
      path_id: path,
      language,
      kind,
      name: symbol.name.split(".").at(-1)!,
      qualified_name: scoped === "" ? file.module : `${file.module}.${scoped}`,
    });
    const outer = symbol.name.includes(".") ? symbol.name.split(".").slice(0, -1).join(".") : MODULE_NAME;
    const parent = symbol === module ? null : ids.get(`${file.path}:${outer}`) ?? ids.get(`${file.path}:${MODULE_NAME}`)!;
    if (twins === 0) ids.set(`${file.path}:${symbol.name}`, id);
    insert("symbol_version", {
      file_version_id: version,
      symbol_id: id,
      definition: definition + 1,
      parent_id: parent,
      line_start: symbol.lines[0],
      line_end: symbol.lines[1],
      name_line: symbol.nameLine ?? symbol.lines[0],
      name_column: 5,
      signature: symbol.signature ?? "",
      doc: symbol.doc ?? "",
      exported: symbol.exported === false ? 0 : 1,
      flags: symbol.flags ?? 0,
      complexity: 1,
      parameters: 0,
    });
  });
  const resolution = insert("resolution", { file_version_id: version, package: file.package ?? "" });
  insert("ref_file", { ref_id: ref, path_id: path, file_version_id: version, resolution_id: resolution, size: 1, mtime_ms: 1 });
  return { resolution };
}

function kindOf(symbol: SeedSymbol): string {
  return symbol.kind ?? (symbol.name.includes(".") ? "method" : "function");
}

/** Row of a symbol that no index has. */
const GONE = 999_999;

/** Flag of a test function. */
export const TEST_FLAG: number = DefinitionFlag.test;

/** A repository that is ready, with this index. */
export function repositoryOf(context: Context): Repository {
  const state = { indexing: "ready", freshness: "fresh", schema: "compatible", ref: "live", commit: "", pending: 0, warnings: [] } as const;
  return { prepare: () => Promise.resolve({ workspace: context, context, state }), glance: () => Promise.resolve(state) };
}
