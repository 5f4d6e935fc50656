/**
 * Mentions of a lost name in the code of head that are neither imports nor unresolved calls: places that pass it as a value, reads, types, names in strings
 * (`patch("app.io.load")`).
 * Stage: query; occurrences are read before the transaction, their meaning is decided in it. Invariants: a word counts only if its
 * surroundings lead to the symbol: its module or a file that imports it, its type, an object of that name; a name that the file itself
 * binds never counts.
 */
import type { SourceSymbol } from "../../core/compare/source_symbols.ts";
import type { WordPlace } from "../../core/compare/word_places.ts";
import { BindingKind, type Facts, rowsWith } from "../../core/facts.ts";
import { scopeOf } from "../../core/facts/symbols.ts";
import { FUNCTION_KINDS } from "../../core/store/symbol_directory.ts";
import { isRead } from "../doubt/possible_reads.ts";
import { isType } from "../rows/node_types.ts";
import { lastOfPlain, plainName } from "../rows/plain_name.ts";
import { ownerOf } from "./member_of.ts";
import type { FileWords, RefReader } from "./ref_reader.ts";
import type { Sides } from "./find_subjects.ts";

/** Most files read for such mentions. */
const MOST_FILES = 500;
/** File names that stand for their folder. */
const FOR_FOLDER: ReadonlySet<string> = new Set(["__init__", "index", "mod", "lib", "main"]);
/** Names that languages give to the enclosing instance or type. */
const OWN: ReadonlySet<string> = new Set(["self", "this", "cls", "Self", "super"]);

/** A place that has to change. */
export interface OldUse {
  readonly kind: "call" | "reference" | "import" | "declaration" | "redefinition";
  /** The calling function, or the method itself; "" for an import. */
  readonly caller: string;
  readonly path: string;
  readonly line: number;
  /** Whether others have the name too and nothing tells which is meant here. */
  readonly byName?: true;
}

/** A mention with its evidence: more than the name, or little more. */
export interface LeftWord {
  readonly use: OldUse;
  readonly isSure: boolean;
  readonly column: number;
}

/** From where a lost name was visible. */
export interface Seen {
  /** Files that see it without an import. */
  readonly own: ReadonlySet<string>;
  /** Files that import one of these or a re-export of them; and those that import the name itself. */
  readonly importers: ReadonlySet<string>;
  readonly naming: ReadonlySet<string>;
  /** Number of other symbols with that name. */
  readonly others: number;
  /** Whether head has it under the same name elsewhere. */
  readonly isMoved: boolean;
  /** Files that import everything that one of these exports. */
  readonly taking: ReadonlySet<string>;
  /** Whether the path of names at a place leads to something that exists. */
  readonly leads: (path: string, written: string, at: number) => boolean;
  /** Whether the module or type named at a place is the one that held the symbol; undefined if unknown. */
  readonly isThere: (path: string, written: string, at: number) => boolean | undefined;
  /** Whether the name of a member's type means another type in that file. */
  readonly isOther: (path: string, written: string, at: number) => boolean;
  /** Whether a value at a place has the member's type; undefined if unknown. @param around name of the enclosing symbol in its file */
  readonly isOfOwner: (path: string, written: string, at: number, around: string) => boolean | undefined;
}

/** Reads where lost names of symbols occur at head. @param warnings receives remarks about the search */
export async function readLeftWords(
  reader: RefReader,
  { head }: Sides,
  gone: readonly SourceSymbol[],
  warnings: string[],
): Promise<readonly FileWords[]> {
  const words = new Set(gone.map(({ name }) => name).filter((name) => /^[\p{L}\p{N}_$]+$/u.test(name)));
  if (words.size === 0) return [];
  const near = new Set(gone.map(({ path }) => path));
  const paths = [...head.files.keys()].sort((a, b) => Number(near.has(b)) - Number(near.has(a)));
  const languages = new Set(gone.map(({ language }) => language));
  const found = await reader.findWords(head, paths, { words, languages, most: MOST_FILES });
  if (found.length === MOST_FILES) {
    warnings.push(
      `uses of old names were looked for in ${MOST_FILES} of the files that contain such a name: others may use it too`,
    );
  }
  return found;
}

/** Selects the mentions that mean the symbol; see the head of this file. */
export function findLeftWords(files: readonly FileWords[], base: SourceSymbol, seen: Seen): LeftWord[] {
  const owner = ownerOf(base);
  return files.filter(({ file }) => file.source.language === base.language).flatMap(({ file, places }) =>
    places.flatMap((place): LeftWord[] => {
      if (place.word !== base.name || isDefinedAt(file.source.facts, place)) return [];
      const at = { path: file.source.path, facts: file.source.facts, symbols: file.symbols, place };
      const evidence = owner === undefined ? ofModule(at, base, seen) : ofMember(at, base, owner, seen);
      if (evidence === undefined) return [];
      const caller = around(at).find(({ kind }) => kind !== "module")?.scopedName ?? "<module>";
      const kind = place.isCalled ? "call" : "reference";
      const use: OldUse = { kind, caller, path: at.path, line: place.line, ...(evidence === "possible" ? { byName: true } : {}) };
      return [{ use, isSure: evidence !== "name", column: place.column }];
    })
  );
}

/** A mention in its file. */
interface At {
  readonly path: string;
  readonly facts: Facts;
  readonly symbols: readonly SourceSymbol[];
  readonly place: WordPlace;
}
/** `possible`: one of a few symbols of that name is meant. */
type Evidence = "sure" | "name" | "possible" | undefined;
/** With more symbols of a name than this, the name is no evidence. */
const FEW_OTHERS = 5;

/** The evidence for a top-level symbol of a module. */
function ofModule({ path, facts, place }: At, base: SourceSymbol, seen: Seen): Evidence {
  const { own, importers, naming, taking, isMoved } = seen;
  const { object, besides, isText, word, partOf } = place;
  if (partOf !== "") return undefined;
  const isNear = own.has(path) || importers.has(path);
  if (isText) {
    if (object !== "") return [...own, ...importers].some((file) => isModuleName(file, object)) ? "sure" : undefined;
    // A module can no longer export what it has lost.
    if ((own.has(path) || (naming.has(path) && !isMoved)) && isExportAt(facts, place.line, word)) return "sure";
    if (isMoved) return undefined;
    return besides !== "" && isNear && isImport(facts, besides) ? "sure" : undefined;
  }
  if (isMoved) return undefined;
  if (object === "") {
    const isSeen = (own.has(path) || naming.has(path) || taking.has(path)) && !isBound(facts, word, place.at);
    return isSeen && !seen.leads(path, word, place.at) ? "sure" : undefined;
  }
  if (seen.leads(path, `${object}.${word}`, place.at)) return undefined;
  const isThere = seen.isThere(path, object, place.at);
  if (isThere !== undefined) return isThere ? "sure" : undefined;
  const parts = plainName(object).split(".");
  return isNear && (isImport(facts, parts[0]!) || namesOf(base.path).includes(parts.at(-1)!)) ? "sure" : undefined;
}

/** The evidence for a member of a type. */
function ofMember(at: At, base: SourceSymbol, owner: string, { own, importers, others, isMoved, isOther, isOfOwner }: Seen): Evidence {
  const { path, facts, place: { object, besides, isText, isCalled, partOf, at: offset } } = at;
  const isNear = others === 0 && (own.has(path) || importers.has(path));
  const named = partOf === "" ? object : partOf;
  const before = lastOfPlain(plainName(named));
  const isValue = !isMoved && !isText && partOf === "" && object !== "" && isRead(base);
  const isOwners = isValue ? isOfOwner(path, object, offset, around(at)[0]?.scopedName ?? "") : undefined;
  if (isOwners !== undefined) return isOwners ? "sure" : undefined;
  if (before === owner || besides === owner) {
    return isMoved || (!isText && before === owner && isOther(path, named, offset)) ? undefined : "sure";
  }
  if (isMoved) return undefined;
  if (isText) return object === "" && isNear ? "name" : undefined;
  if (OWN.has(named) && path === base.path) return isInside(at, base) ? "sure" : undefined;
  if (partOf !== "" || object === "") return undefined;
  if (isCalled || others > FEW_OTHERS) return undefined;
  // A field may be read wherever a value of its type goes; a member of a module only through that module.
  const isAnywhere = isRead(base) && !OWN.has(object) && !isImport(facts, plainName(object).split(".")[0]!);
  return isNear || isAnywhere ? (others === 0 ? "name" : "possible") : undefined;
}

/** Whether a place lies in the member's type, or in a block that adds members to it. */
function isInside({ symbols, place: { line } }: At, member: SourceSymbol): boolean {
  const type = scopeOf(member);
  const inside = symbols.filter(({ kind, lineStart, lineEnd }) => kind !== "module" && lineStart <= line && line <= lineEnd);
  const types = inside.filter((symbol) => isType(symbol)).sort((a, b) => b.lineStart - a.lineStart);
  return types.length > 0 ? types[0]!.scopedName === type : inside.some((symbol) => symbol.scopedName.startsWith(type + member.separator));
}

/** Symbols around a place, the innermost first. */
function around({ symbols, place: { line } }: At): SourceSymbol[] {
  return symbols.filter(({ kind, lineStart, lineEnd }) =>
    lineStart <= line && line <= lineEnd && (FUNCTION_KINDS.has(kind) || isType({ kind }))
  )
    .sort((a, b) => a.lineEnd - a.lineStart - (b.lineEnd - b.lineStart));
}

/** An unnamed field is located where its type is written. */
function isDefinedAt({ definitions, strings }: Facts, { word, line, column }: WordPlace): boolean {
  return rowsWith(definitions.nameLine, line).some((row) =>
    definitions.nameColumn[row] === column && strings[definitions.name[row]!] === word
  );
}

/** Whether a name at an offset is bound by the file itself. */
function isBound({ strings, bindings, scopes }: Facts, name: string, at: number): boolean {
  const text = strings.indexOf(name);
  return text > 0 && rowsWith(bindings.name, text).some((row) => {
    const scope = bindings.scope[row]!;
    return bindings.kind[row] !== BindingKind.import && scopes.start[scope]! <= at && at < scopes.end[scope]!;
  });
}

function isImport({ strings, bindings }: Facts, name: string): boolean {
  const text = strings.indexOf(name);
  return text > 0 && rowsWith(bindings.name, text).some((row) => bindings.import_[row] !== 0);
}

/** Whether a module exports a name at that line. */
function isExportAt({ strings, exports }: Facts, line: number, name: string): boolean {
  const text = strings.indexOf(name);
  return text > 0 && rowsWith(exports.name, text).some((row) => exports.line[row] === line);
}

/** The names of a file's module: after the file, and after its folder. */
function namesOf(path: string): readonly string[] {
  const [file = "", folder] = path.replace(/\.\w+$/, "").split("/").reverse();
  return [file, ...(folder === undefined ? [] : [folder])];
}

/** Whether a file's module is named after the folder while other files of the folder are named after themselves. */
export function standsForFolder(path: string): boolean {
  return FOR_FOLDER.has(namesOf(path)[0]!);
}

/** Whether a dotted name is that of a file's module, or the end of it. */
function isModuleName(path: string, written: string): boolean {
  const parts = path.replace(/\.\w+$/, "").split("/");
  if (standsForFolder(path)) parts.pop();
  return `.${parts.join(".")}`.endsWith(`.${written.replace(/^\.+/, "").replace(/[/:]+/g, ".")}`);
}
