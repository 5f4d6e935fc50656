/**
 * Writes blobs, file versions, symbols and names.
 *
 * Stage: write. Invariants: ids are assigned here and kept in memory, so that rows can refer to rows that are not written yet; what the
 * index already holds keeps its id; the symbols of a file version are written once.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { DefinitionFlag, MODULE_ROW } from "../facts.ts";
import { SYMBOL_NUMBERS, SYMBOL_TEXTS, type SymbolColumns, SymbolNumber, SymbolText } from "../facts/symbol_columns.ts";
import { stableId } from "../facts/symbol_ids.ts";
import { qualifyName } from "../facts/symbols.ts";
import { BulkInsert } from "./bulk_insert.ts";
import { CONTRACT_KINDS, packDirectory, SymbolMark, TYPE_KINDS, VALUE_KINDS } from "./symbol_directory.ts";

/** A text as it is stored. */
export interface BlobRow {
  readonly hash: string;
  readonly language: string;
  readonly extractor: string;
  readonly bytes: number;
  readonly lines: number;
  readonly problems: string;
  readonly note: string;
  /** Encoded (`core/tree/given_macros.ts`); usually "". */
  readonly macros: string;
}

/** Writes blobs, file versions, symbols and names, and reads those of earlier runs. */
export class IndexWriter {
  readonly #blobs: BulkInsert;
  readonly #facts: BulkInsert;
  readonly #outlines: BulkInsert;
  readonly #paths: BulkInsert;
  readonly #names: BulkInsert;
  readonly #versions: BulkInsert;
  readonly #symbols: BulkInsert;
  readonly #symbolVersions: BulkInsert;
  readonly #blobIds = new Map<string, number>();
  readonly #pathIds = new Map<string, number>();
  readonly #nameIds = new Map<string, number>();
  readonly #next: Record<"blob" | "path" | "name" | "file_version" | "symbol", number>;
  readonly #firstNewBlob: number;
  /** The row of the first symbol that this writer adds. */
  readonly firstNewSymbol: number;
  readonly #find: Record<
    "blob" | "path" | "name" | "version" | "symbolsAt" | "symbols" | "facts" | "asked" | "standing",
    StatementSync
  >;

  /** @param fresh whether the tables are empty, so that nothing needs to be looked up */
  constructor(readonly db: DatabaseSync, readonly fresh: boolean) {
    this.#blobs = new BulkInsert(db, "blob", ["id", "hash", "language", "extractor", "bytes", "lines", "problems", "note", "macros"]);
    this.#facts = new BulkInsert(db, "facts", ["blob_id", "encoded"]);
    this.#outlines = new BulkInsert(db, "outline", ["blob_id", "encoded"]);
    this.#paths = new BulkInsert(db, "path", ["id", "path"]);
    this.#names = new BulkInsert(db, "name", ["id", "text"]);
    this.#versions = new BulkInsert(db, "file_version", ["id", "path_id", "blob_id", "module", "tests", "symbols", "kinds", "directory"]);
    this.#symbols = new BulkInsert(db, "symbol", ["id", "stable_id", "path_id", "language", "kind", "name", "qualified_name"]);
    this.#symbolVersions = new BulkInsert(db, "symbol_version", [
      "file_version_id",
      "symbol_id",
      "definition",
      "parent_id",
      "line_start",
      "line_end",
      "name_line",
      "name_column",
      "signature",
      "doc",
      "exported",
      "flags",
      "complexity",
      "parameters",
    ]);
    const last = (table: string): number => {
      const row = fresh ? undefined : (db.prepare(`SELECT max(id) AS id FROM ${table}`).get() as { id: number | null });
      return (row?.id ?? 0) + 1;
    };
    this.#next = { blob: last("blob"), path: last("path"), name: last("name"), file_version: last("file_version"), symbol: last("symbol") };
    this.firstNewSymbol = this.#next.symbol;
    this.#firstNewBlob = this.#next.blob;
    this.#find = {
      blob: db.prepare(
        `SELECT id, hash, language, extractor, bytes, lines, problems, note, macros FROM blob
          WHERE hash = ? AND language = ? AND extractor BETWEEN ? AND ? ORDER BY extractor LIMIT 1`,
      ),
      path: db.prepare("SELECT id FROM path WHERE path = ?"),
      name: db.prepare("SELECT id FROM name WHERE text = ?"),
      version: db.prepare("SELECT id, symbols FROM file_version WHERE path_id = ? AND blob_id = ? AND module = ? AND tests = ?"),
      symbolsAt: db.prepare("SELECT json_group_array(json_array(id, stable_id, qualified_name)) AS list FROM symbol WHERE path_id = ?"),
      symbols: db.prepare("SELECT definition, symbol_id AS id FROM symbol_version WHERE file_version_id = ?"),
      facts: db.prepare("SELECT encoded FROM facts WHERE blob_id = ?"),
      asked: db.prepare("SELECT asked FROM resolution WHERE id = ?"),
      standing: db.prepare("SELECT 1 FROM file_version WHERE id = ? AND module = ? AND tests = ?"),
    };
  }

  /** The id of a path, which is added if it is new. */
  pathId(path: string): number {
    return this.#idOf("path", this.#pathIds, path, this.#paths);
  }

  /** The id of a name or a callee's text, which is added if it is new. */
  nameId(text: string): number {
    return this.#idOf("name", this.#nameIds, text, this.#names);
  }

  #idOf(table: "path" | "name", ids: Map<string, number>, text: string, rows: BulkInsert): number {
    const known = ids.get(text);
    if (known !== undefined) return known;
    const row = this.fresh ? undefined : this.#find[table].get(text) as { id: number } | undefined;
    const id = row?.id ?? this.#next[table]++;
    ids.set(text, id);
    if (row === undefined) rows.add(id, text);
    return id;
  }

  /**
   * A text that was parsed before this run.
   * @param last the upper bound of its extractor's names (`namesOf`), if it may be one of several
   */
  readBlob(hash: string, language: string, extractor: string, last = extractor): BlobRow & { readonly id: number } | undefined {
    if (this.fresh) return undefined;
    const row = this.#find.blob.get(hash, language, extractor, last) as BlobRow & { readonly id: number } | undefined;
    return row !== undefined && row.id < this.#firstNewBlob ? row : undefined;
  }

  /** The encoded facts of a blob from before this run. */
  readFacts(blobId: number): Uint8Array {
    const row = this.#find.facts.get(blobId) as { encoded: Uint8Array } | undefined;
    if (row === undefined) throw new Error(`database disk image is malformed: blob ${blobId} has no facts`);
    return row.encoded;
  }

  /** The encoded outlines of blobs from before this run, by their ids. */
  readOutlines(blobIds: readonly number[]): Map<number, string> {
    const rows = this.db.prepare("SELECT blob_id AS id, encoded FROM json_each(?) JOIN outline ON blob_id = value")
      .all(JSON.stringify(blobIds)) as { id: number; encoded: string }[];
    return new Map(rows.map((row) => [row.id, row.encoded]));
  }

  /** The encoded macro notes of all blobs of a language from before this run, by their ids; empty ones are left out. */
  readMacroNotes(language: string): Map<number, string> {
    const rows = this.db.prepare("SELECT id, macros FROM blob WHERE language = ? AND macros <> ''").all(language) as {
      id: number;
      macros: string;
    }[];
    return new Map(rows.map((row) => [row.id, row.macros]));
  }

  /** What a resolution depends on, encoded (`stored_asked.ts`). */
  readAsked(resolutionId: number): string {
    return (this.#find.asked.get(resolutionId) as { asked: string } | undefined)?.asked ?? "";
  }

  /**
   * Whether a file version of the index has this module name.
   * @param isNamed whether a manifest declares it a test file
   */
  standsAs(fileVersionId: number, module: string, isNamed: boolean): boolean {
    return this.#find.standing.get(fileVersionId, module, Number(isNamed)) !== undefined;
  }

  /**
   * Adds a text that the index did not have before this run, with its encoded facts and outline; a library has no outline. If another file
   * has the same text, it is added once.
   */
  addBlob(blob: BlobRow, facts: Uint8Array, outline: string): number {
    const key = `${blob.hash} ${blob.language} ${blob.extractor}`;
    const known = this.#blobIds.get(key);
    if (known !== undefined) return known;
    const id = this.#next.blob++;
    this.#blobIds.set(key, id);
    this.#blobs.add(id, blob.hash, blob.language, blob.extractor, blob.bytes, blob.lines, blob.problems, blob.note, blob.macros);
    this.#facts.add(id, facts);
    if (outline !== "") this.#outlines.add(id, outline);
    return id;
  }

  /**
   * The version of a path with this text and module name, if the index has it.
   * @param isNamed see `standsAs`
   */
  findFileVersion(
    pathId: number,
    blobId: number,
    module: string,
    isNamed: boolean,
  ): { readonly id: number; readonly symbols: number } | undefined {
    return this.fresh
      ? undefined
      : this.#find.version.get(pathId, blobId, module, Number(isNamed)) as { id: number; symbols: number } | undefined;
  }

  /**
   * Adds a file version with its symbols.
   * @returns its id, the symbol of each row of `definitions` (0: none), and the number of symbols without modules
   */
  addFileVersion(
    file: {
      readonly path: string;
      readonly pathId: number;
      readonly blobId: number;
      readonly language: string;
      readonly separator: string;
      readonly moduleName: string;
      /** A test file: its module is marked as one. */
      readonly isTest: boolean;
      /** See `standsAs`. */
      readonly isNamed: boolean;
      /** Definition flags that its path gives to all its symbols. */
      readonly flags: number;
    },
    columns: SymbolColumns,
  ): { readonly id: number; readonly symbols: Int32Array; readonly symbolCount: number } {
    const version = this.#next.file_version++;
    const { numbers, texts, count } = columns;
    const ids = new Int32Array(count);
    let largest = 0;
    const known = this.#symbolsAt(file.pathId);
    for (let i = 0; i < count; i++) {
      const n = i * SYMBOL_NUMBERS;
      const t = i * SYMBOL_TEXTS;
      const scoped = texts[t + SymbolText.scopedName]!;
      const stable = stableId(file.language, file.path, texts[t + SymbolText.kind]!, scoped, numbers[n + SymbolNumber.order]!);
      const qualified = qualifyName(file.moduleName, scoped, file.separator);
      ids[i] = known?.get(`${stable} ${qualified}`) ??
        this.#addSymbol(stable, texts[t + SymbolText.kind]!, texts[t + SymbolText.name]!, qualified, file);
      largest = Math.max(largest, numbers[n + SymbolNumber.definition]!);
    }
    const kinds = countKinds(columns);
    const symbolCount = Object.values(kinds).reduce((sum, n) => sum + n, 0);
    const directory = makeDirectory(columns, ids, file.isTest);
    this.#versions.add(
      version,
      file.pathId,
      file.blobId,
      file.moduleName,
      Number(file.isNamed),
      symbolCount,
      JSON.stringify(kinds),
      directory,
    );
    const symbols = new Int32Array(largest + 1);
    for (let i = 0; i < count; i++) symbols[numbers[i * SYMBOL_NUMBERS + SymbolNumber.definition]!] = ids[i]!;
    for (const i of this.#ordered(ids)) {
      const n = i * SYMBOL_NUMBERS;
      const t = i * SYMBOL_TEXTS;
      const parent = numbers[n + SymbolNumber.parent] === 0 ? null : symbols[numbers[n + SymbolNumber.parent]!]!;
      this.#symbolVersions.add(
        version,
        ids[i]!,
        numbers[n + SymbolNumber.definition]!,
        parent,
        numbers[n + SymbolNumber.lineStart]!,
        numbers[n + SymbolNumber.lineEnd]!,
        numbers[n + SymbolNumber.nameLine]!,
        numbers[n + SymbolNumber.nameColumn]!,
        texts[t + SymbolText.signature]!,
        texts[t + SymbolText.doc]!,
        numbers[n + SymbolNumber.exported]!,
        numbers[n + SymbolNumber.flags]! | file.flags |
          (file.isTest && numbers[n + SymbolNumber.definition] === MODULE_ROW ? DefinitionFlag.test : 0),
        numbers[n + SymbolNumber.complexity]!,
        numbers[n + SymbolNumber.parameters]!,
      );
    }
    return { id: version, symbols, symbolCount };
  }

  /** The indices of `ids`, ordered by id: new ids are ascending, old ones may not be. */
  #ordered(ids: Int32Array): Iterable<number> {
    const order = Array.from(ids.keys());
    return this.fresh ? order : order.sort((a, b) => ids[a]! - ids[b]!);
  }

  /** The symbols that the index has at a path, by stable id and qualified name; undefined if the index is new. */
  #symbolsAt(pathId: number): ReadonlyMap<string, number> | undefined {
    if (this.fresh) return undefined;
    const { list } = this.#find.symbolsAt.get(pathId) as { list: string };
    return new Map((JSON.parse(list) as [number, string, string][]).map(([id, stable, qualified]) => [`${stable} ${qualified}`, id]));
  }

  #addSymbol(
    stable: string,
    kind: string,
    name: string,
    qualified: string,
    file: { readonly pathId: number; readonly language: string },
  ): number {
    const id = this.#next.symbol++;
    this.#symbols.add(id, stable, file.pathId, file.language, kind, name, qualified);
    return id;
  }

  /** The symbol of each row of `definitions` in a file version of the index. */
  readSymbols(fileVersionId: number): Int32Array {
    const rows = this.#find.symbols.all(fileVersionId) as { definition: number; id: number }[];
    const symbols = new Int32Array(rows.reduce((largest, row) => Math.max(largest, row.definition), 0) + 1);
    for (const row of rows) symbols[row.definition] = row.id;
    return symbols;
  }

  /** Writes the buffered rows. */
  flush(): void {
    for (
      const rows of [
        this.#blobs,
        this.#facts,
        this.#outlines,
        this.#paths,
        this.#names,
        this.#versions,
        this.#symbols,
        this.#symbolVersions,
      ]
    ) {
      rows.flush();
    }
  }
}

/** The number of symbols of each kind, without modules. */
function countKinds({ texts, count }: SymbolColumns): Record<string, number> {
  const kinds = Object.create(null) as Record<string, number>;
  for (let i = 0; i < count; i++) {
    const kind = texts[i * SYMBOL_TEXTS + SymbolText.kind]!;
    if (kind !== "module") kinds[kind] = (kinds[kind] ?? 0) + 1;
  }
  return kinds;
}

/** The marks that a symbol has because of its kind. */
const MARKS_OF_KIND = new Map<string, number>();
for (
  const [kinds, mark] of [[VALUE_KINDS, SymbolMark.value], [TYPE_KINDS, SymbolMark.type], [CONTRACT_KINDS, SymbolMark.contract]] as const
) {
  for (const kind of kinds) MARKS_OF_KIND.set(kind, (MARKS_OF_KIND.get(kind) ?? 0) | mark);
}

/** Packs the symbols of a file version as a directory. */
function makeDirectory({ numbers, texts, count }: SymbolColumns, ids: Int32Array, isTest: boolean): Uint8Array {
  const firsts = new Map<string, number>();
  for (let i = 0; i < count; i++) {
    const scopedName = texts[i * SYMBOL_TEXTS + SymbolText.scopedName]!;
    if (!firsts.has(scopedName)) firsts.set(scopedName, i);
  }
  return packDirectory(Array.from({ length: count }, (_, i) => {
    const isModule = numbers[i * SYMBOL_NUMBERS + SymbolNumber.definition] === MODULE_ROW;
    const kind = texts[i * SYMBOL_TEXTS + SymbolText.kind]!;
    const has = (flag: number): boolean => (numbers[i * SYMBOL_NUMBERS + SymbolNumber.flags]! & flag) !== 0;
    const test = has(DefinitionFlag.test) || (isModule && isTest);
    const marks = (MARKS_OF_KIND.get(kind) ?? 0) | (test ? SymbolMark.test : 0) | (isModule ? SymbolMark.module : 0) |
      (firsts.get(texts[i * SYMBOL_TEXTS + SymbolText.scopedName]!) === i ? 0 : SymbolMark.twin) |
      (numbers[i * SYMBOL_NUMBERS + SymbolNumber.exported] === 0 ? SymbolMark.private : 0) |
      (kind === "class" && has(DefinitionFlag.abstract) ? SymbolMark.contract : 0);
    return { id: ids[i]!, line: numbers[i * SYMBOL_NUMBERS + SymbolNumber.nameLine]!, marks };
  }));
}
