/**
 * What still uses a symbol at head that was renamed, moved or deleted since base: unresolved calls, imports of its name, methods that
 * override it, and any other mention in the code (`left_words.ts`).
 * Stage: query. Invariants: a use counts only if head gives its name no target; if base is indexed, only if it led to the symbol there,
 * else by name alone, which the answer says.
 */
import { compareText } from "../../core/base/lists.ts";
import { baseName, endingOf, folderOf } from "../../core/base/path_parts.ts";
import type { SourceSymbol } from "../../core/compare/source_symbols.ts";
import { rowsWith } from "../../core/facts.ts";
import { MODULE_NAME, scopeOf } from "../../core/facts/symbols.ts";
import { type Context, readRow, readRows } from "../context.ts";
import { lastOfPlain, plainName } from "../rows/plain_name.ts";
import { scopedNameOf, type SymbolRow } from "../rows/symbol_row.ts";
import { codeBeforeTests, readTestFiles } from "../rows/test_files.ts";
import { asHead, callerRef, type CallRow, CALLS, isInIndex } from "./head_callers.ts";
import type { Sides, Subject } from "./find_subjects.ts";
import { isAny } from "./link_at.ts";
import { findLeftWords, type LeftWord, type OldUse, type Seen, standsForFolder } from "./left_words.ts";
import { NameImports, NO_IMPORTS } from "./name_imports.ts";
import { type Contracts, findContracts, NO_CONTRACTS } from "./old_contracts.ts";
import { isWithinFunction, ownerOf, OwnersMeant } from "./member_of.ts";
import type { FileWords } from "./ref_reader.ts";

const COLUMNS = `p.path AS path, e.source_line AS line, t.text AS text, e.candidates AS candidates, e.rule AS rule, e.edge_type AS type,
    f.name AS name`;
/** Unresolved calls in given files. */
const OPEN_IN = `SELECT ${COLUMNS} FROM json_each(?) wanted JOIN path p ON p.path = wanted.value
  CROSS JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = p.id CROSS JOIN edge e ON e.resolution_id = rf.resolution_id
  JOIN symbol f ON f.id = e.from_symbol_id JOIN name t ON t.id = e.text_id
  WHERE e.edge_type = 'calls' AND e.to_symbol_id = 0 AND e.external = 0 ORDER BY p.path, e.source_line, e.source_column`;
/** Unresolved uses of a name. */
const OPEN = `SELECT ${COLUMNS}
  FROM name n CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = n.id AND e.to_symbol_id = 0
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  JOIN symbol f ON f.id = e.from_symbol_id AND f.language = ? JOIN path p ON p.id = rf.path_id JOIN name t ON t.id = e.text_id
  WHERE n.text = ? AND e.edge_type IN ('calls', 'references') AND e.external = 0 ORDER BY p.path, e.source_line, e.source_column`;
/** Calls of external names. */
const OUTSIDE = `SELECT ${COLUMNS} FROM json_each(?) wanted CROSS JOIN name n ON n.text = wanted.value
  CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = n.id AND e.to_symbol_id = 0
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  JOIN symbol f ON f.id = e.from_symbol_id JOIN path p ON p.id = rf.path_id JOIN name t ON t.id = e.text_id
  WHERE e.edge_type = 'calls' AND e.external = 1 ORDER BY p.path, e.source_line, e.source_column`;
/** Calls that were resolved by name alone. */
const LIKELY = `SELECT ${COLUMNS} FROM symbol b INDEXED BY symbol_by_name
  CROSS JOIN edge e INDEXED BY edge_reverse ON e.to_symbol_id = b.id AND e.edge_type = 'calls' AND e.rule = 'unique-name'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  JOIN symbol f ON f.id = e.from_symbol_id JOIN path p ON p.id = rf.path_id JOIN name t ON t.id = e.text_id
  WHERE b.name = ? AND b.language = ? AND b.kind = 'method' ORDER BY p.path, e.source_line, e.source_column`;
/** The files of a file's module, with its name and package. */
const OF_MODULE =
  `SELECT p.path AS path, r.package AS package, ov.module AS module FROM path own CROSS JOIN ref_file o ON o.ref_id = ? AND o.path_id = own.id
  JOIN file_version ov ON ov.id = o.file_version_id JOIN resolution r ON r.id = o.resolution_id
  CROSS JOIN ref_file rf ON rf.ref_id = o.ref_id JOIN file_version fv ON fv.id = rf.file_version_id AND fv.module = ov.module
  JOIN resolution other ON other.id = rf.resolution_id AND other.package = r.package
  JOIN path p ON p.id = rf.path_id WHERE own.path = ? AND ov.module <> '' AND r.package <> ''`;

/** The uses of one old name; see the head of this file. */
export interface OldUses {
  /** The name at base. */
  readonly name: string;
  /** Code before tests, by place. */
  readonly uses: readonly OldUse[];
  /** Whether they led to the symbol at base or import it from there; otherwise only the name is evidence. */
  readonly isKnown: boolean;
}

type Bearer = Pick<SymbolRow, "pathId" | "name" | "qualifiedName">;

interface OpenRow {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly candidates: string;
  readonly rule: string;
  readonly type: "calls" | "references";
  readonly name: string;
}

function toUse({ path, line, name: caller, type }: OpenRow): OldUse {
  return { kind: type === "calls" ? "call" : "reference", caller, path, line };
}

function siteOf({ path, text }: Pick<OpenRow, "path" | "text">): string {
  return `${path}\0${text.replace(/\s+/g, "")}`;
}

/** From where a symbol is visible. */
interface Surroundings {
  readonly files: ReadonlySet<string>;
  readonly name: string;
}

/** The scope of a file's own module. */
const MODULE_SCOPE = 1;

/** Finds the remaining uses of old names; caches what several symbols of one module need. */
export class OldNames {
  readonly #context: Context;
  readonly #sides: Sides;
  readonly #imports: NameImports;
  readonly #modules = new Map<string, Surroundings>();
  readonly #open = new Map<string, readonly OpenRow[]>();
  readonly #words: readonly FileWords[];
  readonly #owners: OwnersMeant;

  /** @param words where the names occur at head; empty if nobody looked */
  constructor(context: Context, sides: Sides, words: readonly FileWords[]) {
    this.#context = context;
    this.#sides = sides;
    this.#imports = new NameImports(context, sides, (path) => this.#moduleOf(path).name);
    this.#words = words;
    this.#owners = new OwnersMeant(asHead(context, sides.head));
  }

  /** What still uses the former name of a symbol; undefined if the name did not change, if nothing uses it, or if head is not indexed. */
  find(subject: Subject): OldUses | undefined {
    const { base, head } = subject;
    if (base === undefined || base.stableId === head?.stableId || !this.#knowsHead() || this.#isStillThere(base)) return undefined;
    const isIndexed = this.#knowsBase(base);
    const isLocal = isWithinFunction(base);
    const isMember = ownerOf(base) !== undefined;
    const isBack = isLocal || (!isMember && this.#isBroughtBack(base));
    const links = isBack ? NO_IMPORTS : this.#imports.find(base);
    // A member is imported with its type; a variant may be imported by its own name.
    const { imports, importers } = isMember && base.kind !== "enum_member" ? NO_IMPORTS : links;
    const contracts = this.#contracts(subject);
    const sites = isIndexed
      ? this.#formerSites(base, [...contracts.outside, ...links.outside])
      : head?.name === base.name || (isMember && base.kind !== "method" && this.#bearersOf(base) > 0)
      ? []
      : this.#namedSites(base, { importers, isLocal, redefining: contracts.redefining, outside: [...contracts.outside, ...links.outside] });
    const naming = new Set(imports.map(({ path }) => path));
    const own = this.#moduleOf(base.path).files;
    const words = isBack || this.#sides.head.formerId !== undefined ? [] : this.#leftWords(subject, { ...links, naming });
    const isKnown = (isIndexed || sites.every(({ path }) => !isMember && (own.has(path) || naming.has(path)))) &&
      words.every(({ isSure }) => isSure);
    const known = [...sites, ...imports, ...contracts.uses];
    const places = new Set(known.map(({ path, line }) => `${path}:${line}`));
    const uses = [...known, ...words.map(({ use }) => use).filter(({ path, line }) => !places.has(`${path}:${line}`))];
    const inOrder = codeBeforeTests(this.#context);
    uses.sort((a, b) => inOrder(a, b) || compareText(a.path, b.path) || a.line - b.line);
    return uses.length === 0 ? undefined : { name: base.name, uses, isKnown };
  }

  /** Other mentions in the code that lead nowhere. */
  #leftWords(
    { base, head }: Subject,
    links: Pick<Seen, "importers" | "naming" | "taking">,
  ): LeftWord[] {
    const own = this.#moduleOf(base!.path).files;
    const { name, scopedName } = base!;
    // Another file of the module may define the name now.
    if ([...own].some((path) => this.#bears(path, name, scopedName))) return [];
    const { path } = (head ?? base)!;
    const seen: Seen = {
      ...links,
      own,
      others: this.#bearersOf(base!),
      isMoved: head?.name === name,
      leads: (file, written, at) => this.#owners.meantBy(file, written, at).length > 0,
      isThere: (file, written, at) => {
        const meant = this.#owners.meantBy(file, written, at, true);
        return meant.length === 0 ? undefined : meant.some((row) => this.#mayHold(row, base!, links.importers));
      },
      isOther: (...at) => this.#owners.isOther(base!, path, at),
      isOfOwner: (file, written, at, around) => this.#owners.isOfOwner(base!, path, [file, written, at], around),
    };
    return findLeftWords(this.#words, base!, seen).filter(({ use, column }) => !this.#leads(use, column, name));
  }

  /** Whether a module or type had the symbol: as its own, or re-exported. */
  #mayHold(row: SymbolRow, base: SourceSymbol, importers: ReadonlySet<string>): boolean {
    if (row.path !== base.path) return this.#moduleOf(base.path).files.has(row.path) || importers.has(row.path);
    return row.name === MODULE_NAME ? scopeOf(base) === "" : plainName(scopedNameOf(this.#context, row)) === plainName(scopeOf(base));
  }

  /** Whether a call or a passed value at a place is resolved. */
  #leads({ path, line }: OldUse, column: number, name: string): boolean {
    const rows = readRows<{ column: number; text: string }>(this.#context, LED, path, callerRef(this.#context, this.#sides.head), line);
    return rows.some((row) => lastOfPlain(plainName(row.text)) === name && row.column <= column && column <= row.column + row.text.length);
  }

  /** How many symbols of that language have the name at head. */
  #bearersOf({ name, language }: SourceSymbol): number {
    return readRow<{ n: number }>(this.#context, BORNE, name, language, callerRef(this.#context, this.#sides.head))!.n;
  }

  /** Whether head still has the name at the same place: another overload. */
  #isStillThere({ path, name, scopedName }: SourceSymbol): boolean {
    return this.#sides.head.formerId === undefined && this.#bears(path, name, scopedName);
  }

  #bears(path: string, name: string, scopedName: string): boolean {
    const bearers = readRows<Bearer>(this.#context, BEARERS, path, name, callerRef(this.#context, this.#sides.head));
    return bearers.some((row) => plainName(scopedNameOf(this.#context, row)) === plainName(scopedName));
  }

  /** Whether the file now imports the name from elsewhere and re-exports it. */
  #isBroughtBack(symbol: SourceSymbol): boolean {
    const { path, name } = symbol;
    const facts = this.#imports.factsAt(path);
    if (facts === undefined) return false;
    const { strings, imports, exports, bindings } = facts;
    const text = strings.indexOf(name);
    const isImported = (local: number): boolean => rowsWith(bindings.name, local).some((row) => bindings.import_[row] !== 0);
    // An import local to a function or an inner module does not make the name available in the file.
    const isTop = scopeOf(symbol) === "";
    const brings = imports.flags.some((flags, row) =>
      (isAny(flags) || (text > 0 && imports.name[row] === text)) && (!isTop || imports.scope[row] === MODULE_SCOPE)
    );
    return brings || exports.flags.some(isAny) ||
      (text > 0 && rowsWith(exports.name, text).some((row) => exports.module[row] !== 0 || isImported(exports.local[row]!)));
  }

  /** The interfaces that declare it and the methods that override it, if head is indexed in its current state. */
  #contracts(subject: Subject): Contracts {
    if (this.#sides.head.formerId !== undefined) return NO_CONTRACTS;
    const headRef = callerRef(this.#context, this.#sides.head);
    return findContracts(this.#context, this.#sides, subject, { headRef, linkRef: this.#formerRef ?? headRef });
  }

  #knowsHead(): boolean {
    const { head } = this.#sides;
    return head.formerId !== undefined || isInIndex(this.#context, head);
  }

  /** The row of the ref that knows the former callers: base, or the working tree as it was indexed. */
  get #formerRef(): number | undefined {
    return this.#sides.base.refId ?? this.#sides.head.formerId;
  }

  #knowsBase({ path, hash }: SourceSymbol): boolean {
    const ref = this.#formerRef;
    return ref !== undefined && readRow(this.#context, HOLDS, ref, path, hash) !== undefined;
  }

  /**
   * Calls that led to the symbol at base, in files where they now lead nowhere; for files not indexed since, only if they are unchanged.
   */
  #formerSites(base: SourceSymbol, outside: readonly string[]): OldUse[] {
    const { head } = this.#sides;
    const former = readRows<CallRow>(this.#context, CALLS, this.#formerRef!, base.stableId);
    if (head.formerId !== undefined) {
      return former.filter(({ path, hash }) => head.files.get(path) === hash)
        .map(({ path, line, name: caller }) => ({ kind: "call", caller, path, line }));
    }
    const led = new Set(former.map(siteOf));
    const paths = JSON.stringify([...new Set(former.map(({ path }) => path))]);
    const open = readRows<OpenRow>(this.#context, OPEN_IN, paths, callerRef(this.#context, head));
    return [...open, ...this.#outside(outside), ...this.#likely(base)].filter((row) => led.has(siteOf(row))).map(toUse);
  }

  /** Files that see the symbol without an import, and the name of its package if that is imported as one. */
  #moduleOf(path: string): Surroundings {
    let module = this.#modules.get(path);
    if (module === undefined) {
      const ref = callerRef(this.#context, this.#sides.head);
      const there = this.#sides.head.files.has(path) ? path : this.#fileBeside(path, ref);
      const rows = readRows<{ path: string; package: string }>(this.#context, OF_MODULE, ref, there);
      this.#modules.set(path, module = { files: new Set([path, ...rows.map((row) => row.path)]), name: rows[0]?.package ?? "" });
    }
    return module;
  }

  /**
   * For a file that is gone, another file of its module: of its folder, if modules are not named after files; otherwise the path itself.
   */
  #fileBeside(path: string, ref: number): string {
    const [folder, ending] = [folderOf(path), endingOf(path)];
    const tests = readTestFiles(this.#context).paths;
    const beside = [...this.#sides.head.files.keys()].filter((one) =>
      folderOf(one) === folder && endingOf(one) === ending && !tests.has(one)
    ).sort();
    return beside.find((one) => {
      const rows = readRows<{ module: string }>(this.#context, OF_MODULE, ref, one);
      const name = baseName(one.slice(0, one.length - ending.length));
      return rows.length > 1 || (rows.length === 1 && !standsForFolder(one) && lastOfPlain(plainName(rows[0]!.module)) !== name);
    }) ?? path;
  }

  /**
   * Unresolved calls and places that pass it as a value by the old name.
   * @param importers files that import its former file, or a file that re-exports it
   * @param isLocal whether only its own file sees it
   */
  #namedSites(
    base: SourceSymbol,
    { importers, isLocal, redefining, outside }: {
      readonly importers: ReadonlySet<string>;
      readonly isLocal: boolean;
    } & Pick<Contracts, "redefining" | "outside">,
  ): OldUse[] {
    // If others have the name, an unresolved call may have meant one of them.
    const isAlone = !isLocal && this.#bearersOf(base) === 0;
    const own = isLocal ? new Set([base.path]) : this.#moduleOf(base.path).files;
    const open = this.#openUses(base).filter(({ path, text, candidates, rule }) => {
      // If all candidates are overriding methods, the symbol was meant.
      if (candidates !== "") return (JSON.parse(candidates) as number[]).every((id) => redefining.has(id));
      if (rule === "variable") return text === base.name && importers.has(path);
      if (own.has(path) || importers.has(path)) return true;
      // Other methods of that name would be candidates unless the object is known to have none.
      if (base.kind === "method" && rule === "unresolved") return true;
      // Something that is not a member is reached through a value only if that value is a module.
      return isAlone && (base.kind === "method" || !/(?<!\.)\.[^.]*$/.test(text));
    });
    return [...open, ...this.#outside(outside), ...this.#likely(base)].map(toUse);
  }

  /** Calls that lead to another method only because it is now the only one of that name. */
  #likely({ kind, name, language }: SourceSymbol): readonly OpenRow[] {
    return kind === "method" ? readRows<OpenRow>(this.#context, LIKELY, callerRef(this.#context, this.#sides.head), name, language) : [];
  }

  /** Calls resolved to an external member of something that a type builds on, whose members are unknown. */
  #outside(names: readonly string[]): readonly OpenRow[] {
    return names.length === 0
      ? []
      : readRows<OpenRow>(this.#context, OUTSIDE, JSON.stringify(names), callerRef(this.#context, this.#sides.head));
  }

  #openUses({ language, name }: SourceSymbol): readonly OpenRow[] {
    const key = `${language}\0${name}`;
    let rows = this.#open.get(key);
    if (rows === undefined) {
      this.#open.set(key, rows = readRows<OpenRow>(this.#context, OPEN, callerRef(this.#context, this.#sides.head), language, name));
    }
    return rows;
  }
}

/** Symbols of a name in a file of a ref. */
const BEARERS =
  `SELECT s.qualified_name AS qualifiedName, s.name AS name, p.id AS pathId FROM path p CROSS JOIN symbol s INDEXED BY symbol_by_path ON s.path_id = p.id
  CROSS JOIN ref_file rf ON rf.path_id = p.id CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.symbol_id = s.id
  WHERE p.path = ? AND s.name = ? AND rf.ref_id = ?`;
/** How many symbols of a ref have a name. */
const BORNE = `SELECT count(*) AS n FROM ref r CROSS JOIN symbol s INDEXED BY symbol_by_name ON s.name = ? AND s.language = ?
  JOIN ref_file rf ON rf.ref_id = r.id AND rf.path_id = s.path_id
  JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.symbol_id = s.id WHERE r.id = ?`;
/** Targets of the calls and of the values passed on a line. */
const LED =
  `SELECT e.source_column AS "column", t.text AS text FROM path p CROSS JOIN ref_file rf ON p.path = ? AND rf.path_id = p.id AND rf.ref_id = ?
  CROSS JOIN edge e ON e.resolution_id = rf.resolution_id AND e.source_line = ? JOIN name t ON t.id = e.text_id
  WHERE e.edge_type IN ('calls', 'references') AND (e.to_symbol_id <> 0 OR e.external = 1)`;
/** Whether a ref has a file with that text. */
const HOLDS =
  `SELECT 1 FROM path p JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = p.id JOIN file_version fv ON fv.id = rf.file_version_id
  JOIN blob b ON b.id = fv.blob_id WHERE p.path = ? AND b.hash = ?`;
