/**
 * Places in the code of head that name what base had under a name which is gone, and are neither imports nor calls that lead nowhere: hand-overs,
 * reads, types, names in texts (`patch("app.io.load")`).
 *
 * Stage: query, before the transaction what stands where, in it what that means. Invariants: a word counts only where what stands around it leads to the
 * symbol: its module or a file that imports it, its type, an object of that name; what a file binds itself is never meant.
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

/** Files that are read for such places, at most. */
const MOST_FILES = 500;
/** Files of a package that stand for its folder. */
const FOR_FOLDER: ReadonlySet<string> = new Set(["__init__", "index", "mod", "lib", "main"]);
/** The enclosing instance or type by the names that languages give it. */
const OWN: ReadonlySet<string> = new Set(["self", "this", "cls", "Self", "super"]);

/** A place that has to change. */
export interface OldUse {
  readonly kind: "call" | "reference" | "import" | "declaration" | "redefinition";
  /** Who calls, or what the method itself is called; "" for an import. */
  readonly caller: string;
  readonly path: string;
  readonly line: number;
  /** Others bear the name, and nothing tells whose is meant here. */
  readonly byName?: true;
}

/** A place with what tells that the old name is meant there: more than the name, or little more. */
export interface LeftWord {
  readonly use: OldUse;
  readonly isSure: boolean;
  readonly column: number;
}

/** From where a name that is gone was seen. */
export interface Seen {
  /** Files that see it without an import. */
  readonly own: ReadonlySet<string>;
  /** Files that import one of these, or what hands it on; and those of them that import it by its name. */
  readonly importers: ReadonlySet<string>;
  readonly naming: ReadonlySet<string>;
  /** How many others bear the name. */
  readonly others: number;
  /** Whether head has it under the same name elsewhere. */
  readonly isMoved: boolean;
  /** Files that have all that one of these shows. */
  readonly taking: ReadonlySet<string>;
  /** Whether names at a place mean something that is there. */
  readonly leads: (path: string, written: string, at: number) => boolean;
  /** Whether the module or type that names at a place mean is where the symbol was; undefined where nothing tells. */
  readonly isThere: (path: string, written: string, at: number) => boolean | undefined;
  /** Whether what a file calls by the name of a member's type is another type there. */
  readonly isOther: (path: string, written: string, at: number) => boolean;
  /** Whether a value at a place is of a member's type; undefined where nothing tells. @param around what stands around the place, by its name in the file */
  readonly isOfOwner: (path: string, written: string, at: number, around: string) => boolean | undefined;
}

/** Reads where the names of symbols stand at head that it has not got. @param warnings takes what a person should know of the search */
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
      `what still uses old names was looked for in ${MOST_FILES} of the files in which such a name stands: others may use it too`,
    );
  }
  return found;
}

/** See the head of this file. */
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

/** A place in its file. */
interface At {
  readonly path: string;
  readonly facts: Facts;
  readonly symbols: readonly SourceSymbol[];
  readonly place: WordPlace;
}
/** `possible`: one of a few that bear the name is meant. */
type Evidence = "sure" | "name" | "possible" | undefined;
/** Where more bear a name, it tells nothing. */
const FEW_OTHERS = 5;

/** Of what a module holds itself. */
function ofModule({ path, facts, place }: At, base: SourceSymbol, seen: Seen): Evidence {
  const { own, importers, naming, taking, isMoved } = seen;
  const { object, besides, isText, word, partOf } = place;
  if (partOf !== "") return undefined;
  const isNear = own.has(path) || importers.has(path);
  if (isText) {
    if (object !== "") return [...own, ...importers].some((file) => isModuleName(file, object)) ? "sure" : undefined;
    // What a module says that it shows, it has no more.
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

/** Of what a type has. */
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
  // What is read of a value stands wherever such a value goes; a member of a module is that module's.
  const isAnywhere = isRead(base) && !OWN.has(object) && !isImport(facts, plainName(object).split(".")[0]!);
  return isNear || isAnywhere ? (others === 0 ? "name" : "possible") : undefined;
}

/** Whether a place stands in the type that a member belongs to, or in what gives that members. */
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

/** A field without a name stands where its type does. */
function isDefinedAt({ definitions, strings }: Facts, { word, line, column }: WordPlace): boolean {
  return rowsWith(definitions.nameLine, line).some((row) =>
    definitions.nameColumn[row] === column && strings[definitions.name[row]!] === word
  );
}

/** Whether a name at an offset is one that the file binds itself. */
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

/** Whether a module says at a line that it shows a name to others. */
function isExportAt({ strings, exports }: Facts, line: number, name: string): boolean {
  const text = strings.indexOf(name);
  return text > 0 && rowsWith(exports.name, text).some((row) => exports.line[row] === line);
}

/** What the module of a file is called: by the file, and by its folder. */
function namesOf(path: string): readonly string[] {
  const [file = "", folder] = path.replace(/\.\w+$/, "").split("/").reverse();
  return [file, ...(folder === undefined ? [] : [folder])];
}

/** Whether a file's module is called by the folder, though others of the folder are called by themselves. */
export function standsForFolder(path: string): boolean {
  return FOR_FOLDER.has(namesOf(path)[0]!);
}

/** Whether a dotted name is that of a file's module, or the end of it. */
function isModuleName(path: string, written: string): boolean {
  const parts = path.replace(/\.\w+$/, "").split("/");
  if (standsForFolder(path)) parts.pop();
  return `.${parts.join(".")}`.endsWith(`.${written.replace(/^\.+/, "").replace(/[/:]+/g, ".")}`);
}
