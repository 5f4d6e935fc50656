/**
 * What names mean where they occur in a file, followed through imports, re-exports and aliases.
 *
 * Stage: query. Read from the facts of the files on the way, and from their `imports` edges, which say where each line leads. Invariant:
 * the result is what the source says; if it says nothing, nothing is found.
 */
import { MODULE_NAME } from "../../core/facts/symbols.ts";
import type { TextForms } from "../../core/rules/text_forms.ts";
import { type Context, readRow, readRows } from "../context.ts";
import { readFacts } from "../rows/file_facts.ts";
import { remembered } from "../rows/kept.ts";
import { packageOf } from "../rows/package_of.ts";
import { OWN_PACKAGE, partsOf, plainName } from "../rows/plain_name.ts";
import { SYMBOL_COLUMNS, SYMBOL_FROM, type SymbolRow } from "../rows/symbol_row.ts";
import { FileNames, type Link } from "./file_names.ts";

/** Files whose outlines list the name among those that stand for something with another name. */
const RENAMING = `SELECT p.path AS path FROM ref_file rf JOIN file_version fv ON fv.id = rf.file_version_id
  JOIN outline o ON o.blob_id = fv.blob_id JOIN path p ON p.id = rf.path_id WHERE rf.ref_id = ? AND instr(o.encoded, ?) > 0
  ORDER BY length(o.encoded), p.path`;
const MODULE_OF =
  `SELECT ${SYMBOL_COLUMNS} ${SYMBOL_FROM} WHERE p.path = ? AND s.name = '${MODULE_NAME}' ORDER BY sv.line_start, sv.name_column, s.id`;
const MODULES_CALLED =
  `SELECT p.path AS path ${SYMBOL_FROM} WHERE s.qualified_name = ? AND s.name = '${MODULE_NAME}' AND s.language = ? ORDER BY p.path`;
/** The most steps through re-exports. */
const MOST_STEPS = 12;
/** The most files that are read for an alias, smallest first: a name in more files is one that each chooses itself (`np`). */
const MOST_FILES = 24;

/** Kinds of symbols that are members even if their owner is anonymous. */
const MEMBERS: ReadonlySet<string> = new Set(["field", "method", "constructor", "enum_member"]);

/**
 * What a name stands for: rows of one symbol, or the files of a module; `required` if the name means the module's own value
 * (`module.exports`).
 */
type Meaning = { readonly rows: readonly SymbolRow[] } | { readonly files: readonly string[]; readonly required?: boolean };

/** The top level of a file. `from`: see `#definedIn`; `inside`: whether looked up from within the file, which sees everything in it. */
interface Place {
  readonly path: string;
  readonly from: string;
  readonly inside: boolean;
}

/** A name that stands for something else, and where that is declared. */
export interface Renamed {
  readonly rows: readonly SymbolRow[];
  readonly path: string;
  /** 0: the file imports it by wildcard. */
  readonly line: number;
  /** Whether other files can see it. */
  readonly shown: boolean;
}

/** Looks up symbols by name, as `find_symbol.ts` does. */
export type Named = (name: string) => readonly SymbolRow[];

/** Files in which a name may stand for something with another name, smallest first. */
export function filesRenaming(context: Context, name: string): readonly string[] {
  return remembered(
    context,
    `renaming ${name}`,
    () => readRows<{ path: string }>(context, RENAMING, context.ref.id, JSON.stringify(name)).map(({ path }) => path),
  );
}

const keyOf = ({ path, from, inside }: Place, name: string): string => `${path}\n${from}\n${inside}\n${name}`;

/** The names of a file, read once per question; undefined if the index has no facts of it. */
export function readFileNames(context: Context, path: string): FileNames | undefined {
  return remembered(context, `names ${path}`, () => {
    const own = readFacts(context, path);
    return own === undefined ? undefined : new FileNames(context, path, own.facts);
  });
}

/** Resolves names in files; each file is read once per question. */
export class NameReader {
  readonly #context: Context;
  readonly #named: Named;
  /** What names mean, by `keyOf`. */
  readonly #meanings = new Map<string, readonly Meaning[]>();
  /** Keys for which nothing was found because the search came back to a place where it had started. */
  readonly #unsure = new Set<string>();
  /** Whether the current search depends on one of these. */
  #isCut = false;

  constructor(context: Context, named: Named) {
    this.#context = context;
    this.#named = named;
  }

  /** What `parts[at]` stands for in every file that uses it as an alias, provided that the parts before it describe that file's place. */
  anywhere(parts: readonly string[], at: number): Renamed[] {
    const name = parts[at]!;
    const outer = parts.slice(0, at);
    const within = filesRenaming(this.#context, name).filter((path) => this.#isWithin(path, outer));
    const files = within.slice(0, MOST_FILES).filter((path) => this.#file(path)?.renames(name) === true);
    return [...this.inFiles(files, parts, at), ...this.#aliases(parts, at)];
  }

  /** What `parts[at]` means in these files, followed through the parts after it. */
  inFiles(paths: readonly string[], parts: readonly string[], at: number): Renamed[] {
    return paths.flatMap((path) => {
      const link = this.#file(path)?.links(parts[at]!)[0];
      const rows = this.#meaningsIn(path, parts[at]!, MOST_STEPS).flatMap((meaning) =>
        this.#follow(meaning, parts.slice(at + 1), MOST_STEPS)
      );
      return [{ rows, path, line: link?.line ?? 0, shown: link?.shown ?? true }];
    });
  }

  /**
   * The symbols that consecutive names at an offset of a file mean. Empty if the source does not say; undefined if they mean something
   * outside the index, or a parameter or local variable.
   * @param isPath whether another name follows, so that they may be modules'
   * @param isOfItem whether the first is known to be a module or a type: in languages with path words, values do not hide these
   */
  meantAt(
    path: string,
    written: readonly string[],
    at: number,
    isPath = written.length > 1,
    isOfItem = false,
  ): readonly SymbolRow[] | undefined {
    const [first] = written;
    const membersInBody = this.#context.textForms(this.#module(path)?.language ?? "")?.membersInBody === true;
    const line = this.#file(path)?.lineBound(first!, at, membersInBody, isOfItem && this.#pathWords(path) !== undefined);
    if (line === undefined) {
      const known = this.#fromAround(path, written, at, MOST_STEPS);
      if (known !== undefined) return known;
      const link = this.#file(path)?.linkInside(first!, at);
      if (link !== undefined) return this.#behindInside(path, link, written.slice(1));
      const found = this.#written(path, written, MOST_STEPS, isPath).flatMap((one) => this.#follow(one, [], MOST_STEPS));
      return found.length === 0 && this.#isOutside(path, first!) ? undefined : found;
    }
    const own = line === 0 ? [] : this.#named(first!).filter((row) => row.path === path && row.nameLine === line);
    return own.length === 0 ? undefined : this.#follow({ rows: own }, written.slice(1), MOST_STEPS);
  }

  /** Like `meantAt`, for names after one that an inner module or function imports. */
  #behindInside(path: string, link: Link, rest: readonly string[]): readonly SymbolRow[] | undefined {
    const file = this.#file(path)!;
    const found = this.#behind(path, file, link, MOST_STEPS).flatMap((one) => this.#follow(one, rest, MOST_STEPS));
    return found.length === 0 && file.targets(link).length === 0 && !file.isLost(link) ? undefined : found;
  }

  /** Like `meantAt`, for names that begin with the enclosing module or one above it; undefined if they do not. */
  #fromAround(path: string, written: readonly string[], at: number, steps: number): readonly SymbolRow[] | undefined {
    const module = this.#module(path);
    const words = this.#pathWords(path);
    if (module === undefined || words === undefined || (written[0] !== words.here && written[0] !== words.above)) return undefined;
    const begun = written.findIndex((name) => name !== words.here && name !== words.above);
    const [before, rest] = begun < 0 ? [written, []] : [written.slice(0, begun), written.slice(begun)];
    const file = partsOf(plainName(module.qualifiedName));
    const around = [...file, ...this.#file(path)!.modulesAround(at)];
    const inner = around.slice(0, Math.max(0, around.length - before.filter((name) => name === words.above).length));
    if (inner.length === file.length) {
      const found = rest.length === 0 ? [] : this.#written(path, rest, steps, true);
      return rest.length === 0 ? [module] : found.flatMap((one) => this.#follow(one, [], steps));
    }
    if (inner.length < file.length) {
      const called = inner.join(this.#context.rulesOf(module.language).separator ?? ".");
      const files = this.#filesCalled(called, module, packageOf(this.#context, path));
      return files.length === 0 ? [] : this.#follow({ files }, rest, steps);
    }
    const rows = this.#named(inner.at(-1)!).filter((row) => row.path === path && plainName(row.qualifiedName) === inner.join("."));
    return rows.length === 0 ? [] : this.#follow({ rows }, rest, steps);
  }

  /**
   * Files of the module with that name.
   * @param pack restricts to this package
   */
  #filesCalled(name: string, { language }: SymbolRow, pack?: string): string[] {
    const called = readRows<{ path: string }>(this.#context, MODULES_CALLED, this.#context.ref.id, name, language).map(({ path }) => path);
    return called.filter((path) => pack === undefined || packageOf(this.#context, path) === pack);
  }

  /** Whether a file imports a name from outside of the index. */
  #isOutside(path: string, name: string): boolean {
    const file = this.#file(path)!;
    const links = file.links(name);
    return links.length > 0 && links.every((link) => link.imported && file.targets(link).length === 0 && !file.isLost(link));
  }

  /** Whether a file imports a name from a module that moved or is gone. */
  isLost(path: string, name: string): boolean {
    const file = this.#file(path);
    return file?.links(name).some((link) => link.imported && link.local === name && file.isLost(link)) ?? false;
  }

  /** Lines on which a file imports or exports a name. */
  linesLinking(path: string, name: string): ReadonlySet<number> {
    return this.#file(path)?.linesLinking(name) ?? new Set();
  }

  /** Lines on which a file imports a name from another one, and whether it re-exports it. */
  linesTaking(path: string, name: string, target: string): { readonly lines: readonly number[]; readonly isShown: boolean } {
    const file = this.#file(path);
    return file?.linesTaking(name, target) ?? { lines: [], isShown: false };
  }

  /** Whether a function in a file imports the name itself. */
  importsInside(path: string, name: string): boolean {
    return this.#file(path)?.importsInside(name) ?? false;
  }

  /** Members of an alias of a type or a module. */
  #aliases(parts: readonly string[], at: number): Renamed[] {
    if (at === parts.length - 1) return [];
    const written = parts.slice(0, at + 1).join(".");
    const aliases = this.#named(parts[at]!).filter((row) => `.${plainName(row.qualifiedName)}`.endsWith(`.${written}`));
    return aliases.flatMap((row) => {
      const rows = this.#follow({ rows: [row] }, parts.slice(at + 1), MOST_STEPS);
      return rows.length === 0 ? [] : [{ rows, path: row.path, line: row.nameLine, shown: row.exported === 1 }];
    });
  }

  /** Whether the names before one are places around the file, outermost first. */
  #isWithin(path: string, outer: readonly string[]): boolean {
    const around = [
      packageOf(this.#context, path),
      ...partsOf(plainName(this.#module(path)?.qualifiedName ?? "")),
      ...path.replace(/\.\w+$/, "").split("/"),
    ];
    let from = 0;
    return outer.slice(outer[0] === OWN_PACKAGE ? 1 : 0).every((part) => (from = around.indexOf(part, from) + 1) > 0);
  }

  #module(path: string): SymbolRow | undefined {
    return remembered(this.#context, `module ${path}`, () => readRow<SymbolRow>(this.#context, MODULE_OF, this.#context.ref.id, path));
  }

  #file(path: string): FileNames | undefined {
    return readFileNames(this.#context, path);
  }

  /** What a name means at the top level of a file: what is defined there, else what is imported. */
  #meaningsIn(path: string, name: string, steps: number, { from = "", inside = false } = {}): readonly Meaning[] {
    const place: Place = { path, from, inside };
    const key = keyOf(place, name);
    const known = steps === 0 ? [] : this.#meanings.get(key);
    if (known !== undefined) {
      this.#isCut ||= this.#unsure.has(key);
      return known;
    }
    const [before, isOutermost] = [this.#isCut, this.#unsure.size === 0];
    this.#isCut = false;
    // Coming back to this place finds nothing, which is final only if this search finds nothing either.
    this.#noteNothing([key], true);
    const found = this.#nearest(place, name, steps);
    if (isOutermost) { for (const one of this.#unsure) this.#meanings.delete(one); }
    if (isOutermost) this.#unsure.clear();
    if (found.length > 0 || isOutermost || !this.#isCut) {
      this.#meanings.set(key, found);
      this.#unsure.delete(key);
    }
    this.#isCut ||= before;
    return found;
  }

  #noteNothing(keys: Iterable<string>, isUnsure: boolean): void {
    for (const key of keys) {
      if (this.#meanings.has(key)) continue;
      this.#meanings.set(key, []);
      if (isUnsure) this.#unsure.add(key);
    }
  }

  /** Like `#meaningsIn`. Wildcard imports may be chained and cyclic, so each place is visited once. */
  #nearest(start: Place, name: string, steps: number): readonly Meaning[] {
    const places = new Map([[keyOf(start, name), start]]);
    for (const { path, from, inside } of places.values()) {
      const file = this.#file(path);
      if (file === undefined) continue;
      const own = inside || file.shows(name) ? this.#definedIn(path, name, from) : [];
      if (own.length > 0) return [{ rows: own }];
      for (const link of file.links(name)) {
        const found = this.#behind(path, file, link, steps - 1);
        if (found.length > 0) return found.slice(0, 1);
      }
      for (const target of file.wildcardTargets()) {
        const place: Place = { path: target, from: "", inside: false };
        const key = keyOf(place, name);
        if (!places.has(key)) places.set(key, place);
      }
    }
    this.#noteNothing(places.keys(), this.#isCut);
    return [];
  }

  #behind(path: string, file: FileNames, link: Link, steps: number): readonly Meaning[] {
    if (link.expression !== 0) return this.#evaluate(path, file, link.expression, steps);
    const targets = link.specifier === "" ? [path] : file.targets(link);
    if (targets.length === 0 && link.at !== undefined) return this.#byPath(path, link, link.at, steps);
    if (link.local === "") return targets.length === 0 ? [] : [{ files: targets, required: link.imported && link.whole }];
    if (link.specifier === "" && link.local === link.name && !link.imported) return [];
    const last = partsOf(plainName(link.specifier)).at(-1) ?? "";
    const found = targets.flatMap((target) => this.#meaningsIn(target, link.local, steps, { from: last, inside: target === path }));
    if (found.length > 0) return found.slice(0, 1);
    // The name is that of the module itself.
    const modules = targets.filter((target) => partsOf(plainName(this.#module(target)?.qualifiedName ?? "")).at(-1) === link.local);
    return modules.length === 0 ? [] : [{ files: modules }];
  }

  /**
   * The meaning of an import without an edge to a file: its path may be relative to the enclosing module, or to the root of the package.
   */
  #byPath(path: string, { specifier, local }: Link, at: number, steps: number): readonly Meaning[] {
    if (steps === 0 || this.#pathWords(path) === undefined) return [];
    const written = [...partsOf(plainName(specifier)), ...(local === "" ? [] : [local])];
    const rows = this.#fromAround(path, written, at, steps) ??
      this.#written(path, written, steps, true).flatMap((one) => this.#follow(one, [], steps - 1));
    return rows.length === 0 ? [] : [{ rows }];
  }

  #pathWords(path: string): TextForms["pathWords"] {
    return this.#context.textForms(this.#module(path)?.language ?? "")?.pathWords;
  }

  /** @param from the last name of the place where it is looked up, as written */
  #definedIn(path: string, name: string, from: string): readonly SymbolRow[] {
    const row = name === "default" ? this.#file(path)?.defaultName() ?? name : name;
    const rows = this.#named(row).filter((one) => one.path === path);
    const module = plainName(this.#module(path)?.qualifiedName ?? MODULE_NAME);
    const top = rows.filter(({ kind, qualifiedName }) =>
      !MEMBERS.has(kind) && [row, `${module}.${row}`].includes(plainName(qualifiedName))
    );
    const inside = from === "" ? [] : rows.filter(({ qualifiedName }) => plainName(qualifiedName).endsWith(`.${from}.${row}`));
    return inside.length > 0 ? inside : top;
  }

  /** What the nested names `rest` mean in something. */
  #follow(meaning: Meaning, rest: readonly string[], steps: number): readonly SymbolRow[] {
    if (steps === 0) return [];
    if ("files" in meaning) {
      const [name, ...inner] = rest;
      if (name === undefined) return meaning.files.slice(0, 1).flatMap((path) => this.#whole(path, meaning.required, steps));
      const shown = meaning.files.flatMap((path) => this.#meaningsIn(path, name, steps - 1));
      const children = shown.length > 0 ? [] : meaning.files.flatMap((path) => this.#file(path)?.childFiles(name) ?? []);
      const found: readonly Meaning[] = children.length > 0 ? [{ files: children }] : shown;
      return found.flatMap((one) => this.#follow(one, inner, steps - 1));
    }
    if (rest.length === 0) return meaning.rows;
    const row = meaning.rows[0]!;
    const whole = [plainName(row.qualifiedName), ...rest].join(".");
    const members = this.#named(rest.at(-1)!).filter((one) => one.language === row.language && plainName(one.qualifiedName) === whole);
    if (members.length > 0) {
      // If a file has several types with a name, in different functions.
      const inside = members.filter(({ path, lineStart, lineEnd }) =>
        path === row.path && row.lineStart <= lineStart && lineEnd <= row.lineEnd
      );
      return inside.length > 0 ? inside : members;
    }
    const file = this.#file(row.path);
    const expression = file?.definedAs(row) ?? 0;
    if (file === undefined || expression === 0) return [];
    return this.#evaluate(row.path, file, expression, steps - 1).flatMap((one) => this.#follow(one, rest, steps - 1));
  }

  /** A module itself, or the value that it exports as a whole. */
  #whole(path: string, required: boolean | undefined, steps: number): readonly SymbolRow[] {
    const isOne = required === true && this.#file(path)?.links("default").some((link) => link.whole) === true;
    const found = isOne ? this.#meaningsIn(path, "default", steps - 1).flatMap((one) => this.#follow(one, [], steps - 1)) : [];
    const module = this.#module(path);
    return found.length > 0 || module === undefined ? found : [module];
  }

  /** What an expression made of names means. */
  #evaluate(path: string, file: FileNames, expression: number, steps: number): readonly Meaning[] {
    if (steps === 0) return [];
    const written = file.nameAt(expression);
    return written === undefined ? [] : this.#written(path, written, steps);
  }

  /** What consecutive names in a file mean. */
  #written(path: string, written: readonly string[], steps: number, isPath = written.length > 1): readonly Meaning[] {
    const [first, ...rest] = written;
    const rows = this.#meaningsIn(path, first!, steps - 1, { inside: true });
    const children = rows.length > 0 || !isPath ? [] : this.#file(path)?.childFiles(first!) ?? [];
    const beside = rows.length > 0 ? rows : children.length > 0 ? [{ files: children }] : this.#besideIn(path, first!, isPath);
    return rest.length === 0 ? beside : beside.flatMap((one) => {
      const found = this.#follow(one, rest, steps - 1);
      return found.length === 0 ? [] : [{ rows: found }];
    });
  }

  /** What another file of the same module defines, or, at the beginning of a path, the root module of a package. */
  #besideIn(path: string, name: string, isBeginning: boolean): Meaning[] {
    const module = this.#module(path);
    const pack = packageOf(this.#context, path);
    const isInPackage = (row: { readonly path: string }): boolean => packageOf(this.#context, row.path) === pack;
    const rows = this.#named(name).filter((row) => plainName(row.qualifiedName) === `${module?.qualifiedName}.${name}` && isInPackage(row));
    if (rows.length > 0) return [{ rows }];
    if (!isBeginning || module === undefined || this.#file(path)!.links(name).length > 0) return [];
    const root = name === OWN_PACKAGE ? partsOf(plainName(module.qualifiedName))[0]! : name;
    const called = this.#filesCalled(root, module, name === OWN_PACKAGE ? pack : undefined);
    return called.length === 0 ? [] : [{ files: called }];
  }
}
