/**
 * Which files import a name of a module, or the module itself, whether it still exists or is gone since base.
 * Stage: query. Invariant: read from the edges and facts of head alone; of imports that lead nowhere, those count that may mean a file that
 * is gone.
 */
import { folderOf } from "../../core/base/path_parts.ts";
import type { SourceSymbol } from "../../core/compare/source_symbols.ts";
import { type Facts, LinkFlag, rowsWith } from "../../core/facts.ts";
import { decodeFacts } from "../../core/facts/stored_facts.ts";
import { type Context, readRow, readRows } from "../context.ts";
import type { Sides } from "./find_subjects.ts";
import { mayImport } from "./gone_files.ts";
import { callerRef, FACTS } from "./head_callers.ts";
import { type OldUse, standsForFolder } from "./left_words.ts";
import { linkAt } from "./link_at.ts";

/** Import statements that lead to the module of a file. */
const IMPORTING = `SELECT DISTINCT p.path AS path, b.id AS blob, e.source_line AS line
  FROM path mp CROSS JOIN symbol m ON m.path_id = mp.id AND m.kind = 'module'
  CROSS JOIN edge e INDEXED BY edge_reverse ON e.to_symbol_id = m.id AND e.edge_type = 'imports'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN path p ON p.id = rf.path_id
  JOIN file_version fv ON fv.id = rf.file_version_id JOIN blob b ON b.id = fv.blob_id WHERE mp.path = ?`;
/** Import statements that name a module of several files (a package). */
const IMPORTING_PACKAGE = `SELECT DISTINCT p.path AS path, b.id AS blob, e.source_line AS line FROM name n
  CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = n.id AND e.to_symbol_id = 0 AND e.edge_type = 'imports' AND e.external = 0
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN path p ON p.id = rf.path_id
  JOIN file_version fv ON fv.id = rf.file_version_id JOIN blob b ON b.id = fv.blob_id WHERE n.text = ?`;
/** Import statements that lead nowhere. */
const IMPORTING_NOTHING =
  `SELECT DISTINCT p.path AS path, b.id AS blob, e.source_line AS line, t.text AS written FROM edge e INDEXED BY edge_unresolved
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN path p ON p.id = rf.path_id
  JOIN file_version fv ON fv.id = rf.file_version_id JOIN blob b ON b.id = fv.blob_id AND b.language = ? JOIN name t ON t.id = e.text_id
  WHERE e.to_symbol_id = 0 AND e.edge_type = 'imports' AND e.external = 0`;
const BLOB = `SELECT fv.blob_id AS blob FROM path p JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = p.id
  JOIN file_version fv ON fv.id = rf.file_version_id WHERE p.path = ?`;
/** Most files through which a name is followed. */
const MOST_FILES = 400;

interface ImportRow {
  readonly path: string;
  readonly blob: number;
  readonly line: number;
  /** How the import names a file that is gone; undefined if the file exists. */
  readonly written?: string;
}

/** Imports of a name, or of its file. */
export interface Imports {
  readonly imports: readonly OldUse[];
  /** The importing files. */
  readonly importers: ReadonlySet<string>;
  /** Those that import everything the file exports. */
  readonly taking: ReadonlySet<string>;
  /** Names by which the index takes imports of a file that is gone for external ones. */
  readonly outside: readonly string[];
}

/** The imports of what cannot be imported. */
export const NO_IMPORTS: Imports = { imports: [], importers: new Set<string>(), taking: new Set<string>(), outside: [] };

/** Finds the imports of names; caches what several symbols of one module need. */
export class NameImports {
  readonly #context: Context;
  readonly #sides: Sides;
  readonly #packageNamed: (path: string) => string;
  readonly #importing = new Map<string, readonly ImportRow[]>();
  readonly #astray = new Map<string, readonly (ImportRow & { readonly written: string })[]>();
  readonly #facts = new Map<number, Facts | undefined>();

  /** @param packageNamed the name of a file's package if it is imported as one; else "" */
  constructor(context: Context, sides: Sides, packageNamed: (path: string) => string) {
    this.#context = context;
    this.#sides = sides;
    this.#packageNamed = packageNamed;
  }

  /** Imports of the name from its former file or from a file that re-exports it, and all files that import one of these. */
  find({ path, name, language }: SourceSymbol): Imports {
    const found = new Map<string, OldUse>();
    const outside = new Set<string>();
    const importers = new Set<string>();
    const taking = new Set<string>();
    const modules = [path];
    const seen = new Set(modules);
    for (const module of modules) {
      for (const { path, blob, line, written } of this.#importersOf(module, language)) {
        importers.add(path);
        const facts = this.#factsOf(path, blob);
        if (facts === undefined) continue;
        const link = linkAt(facts, line, name);
        if (link.brings && !link.names) taking.add(path);
        if (written !== undefined) outside.add(`${written}.${name}`);
        if (link.names || (link.isWhole && written !== undefined)) {
          found.set(`${path}\0${line}`, { kind: "import", caller: "", path, line });
        }
        if (link.brings && !seen.has(path) && seen.size < MOST_FILES) {
          seen.add(path);
          modules.push(path);
        }
      }
    }
    return { imports: [...found.values()], importers, taking, outside: [...outside] };
  }

  #importersOf(path: string, language: string): readonly ImportRow[] {
    let rows = this.#importing.get(path);
    if (rows === undefined) {
      const ref = callerRef(this.#context, this.#sides.head);
      const name = this.#packageNamed(path);
      const read = (sql: string, of: string): ImportRow[] => readRows<ImportRow>(this.#context, sql, ref, of);
      this.#importing.set(
        path,
        rows = [...read(IMPORTING, path), ...(name === "" ? [] : read(IMPORTING_PACKAGE, name)), ...this.#astrayTo(path, language)],
      );
    }
    return rows;
  }

  /** Imports that lead nowhere because the file is gone. */
  #astrayTo(path: string, language: string): readonly ImportRow[] {
    if (this.#sides.head.files.has(path)) return [];
    let rows = this.#astray.get(language);
    if (rows === undefined) {
      this.#astray.set(language, rows = readRows(this.#context, IMPORTING_NOTHING, callerRef(this.#context, this.#sides.head), language));
    }
    return [...rows.filter(({ path: importer, written }) => mayImport(importer, written, path)), ...this.#declarationsOf(path)];
  }

  /** Declarations of the module in the files around it (`mod io;`), which lead nowhere once its file is gone. */
  #declarationsOf(path: string): readonly ImportRow[] {
    const [, around, file, ending] = /^(?:(.*)\/)?([^/]*?)(\.\w+)$/.exec(path) ?? [];
    const beside = [...this.#sides.head.files.keys()].filter((one) =>
      one === `${around}${ending}` || (standsForFolder(one) && folderOf(one) === (around ?? ""))
    );
    return beside.flatMap((one) => {
      const row = readRow<{ blob: number }>(this.#context, BLOB, callerRef(this.#context, this.#sides.head), one);
      const facts = row === undefined ? undefined : this.#factsOf(one, row.blob);
      const text = facts?.strings.indexOf(file!) ?? -1;
      if (facts === undefined || text <= 0) return [];
      const { imports } = facts;
      const declared = [...rowsWith(imports.module, text), ...rowsWith(imports.name, text)].filter((at) =>
        (imports.flags[at]! & LinkFlag.childModule) !== 0
      );
      return declared.map((at) => ({ path: one, blob: row!.blob, line: imports.line[at]!, written: file! }));
    });
  }

  /** The facts of a file of head, from the index. */
  factsAt(path: string): Facts | undefined {
    const row = readRow<{ blob: number }>(this.#context, BLOB, callerRef(this.#context, this.#sides.head), path);
    return row === undefined ? undefined : this.#factsOf(path, row.blob);
  }

  /** The facts of a file whose text is known to be the indexed one. */
  #factsOf(path: string, blob: number): Facts | undefined {
    if (!this.#facts.has(blob)) {
      const stored = readRow<{ encoded: Uint8Array; hash: string }>(this.#context, FACTS, blob);
      const isSame = stored !== undefined && this.#sides.head.files.get(path) === stored.hash;
      this.#facts.set(blob, isSame ? decodeFacts(stored.encoded) : undefined);
    }
    return this.#facts.get(blob);
  }
}
