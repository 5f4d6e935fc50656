/**
 * Symbols by a name under which another file shows them: `plunge` of `pub use deep::dive as plunge`, `b` of `export { a as b } from`,
 * `ns.f` of `export * as ns from`, `pkg.g` of an `__init__.py`, and `Conn.Do` where `Conn` is another name of `lib.Client`.
 *
 * Stage: query. Read off the facts of the few files whose outlines hold the name, and their edges `imports`, which say what each line leads to.
 * Invariants: a name that is defined is never looked for here; what is found is what the source says that the name is, never one that bears
 * a like name; several are all given, and what other files show goes before what a file calls something for itself.
 */
import { BindingKind, DefinitionFlag, type Facts, LinkFlag, ScopeKind } from "../../core/facts.ts";
import { Op } from "../../core/facts/expressions.ts";
import { decodeFacts } from "../../core/facts/stored_facts.ts";
import { MODULE_NAME } from "../../core/facts/symbols.ts";
import { type Context, readRow, readRows } from "../context.ts";
import { remembered } from "../rows/kept.ts";
import { packageOf } from "../rows/package_of.ts";
import { OWN_PACKAGE, partsOf, plainName } from "../rows/plain_name.ts";
import { SYMBOL_COLUMNS, SYMBOL_FROM, type SymbolRow } from "../rows/symbol_row.ts";

/** Files whose outlines have the name among those that stand for something of another name. */
const RENAMING = `SELECT p.path AS path FROM ref_file rf JOIN file_version fv ON fv.id = rf.file_version_id
  JOIN outline o ON o.blob_id = fv.blob_id JOIN path p ON p.id = rf.path_id WHERE rf.ref_id = ? AND instr(o.encoded, ?) > 0
  ORDER BY length(o.encoded), p.path`;
const FACTS_OF = `SELECT f.encoded AS encoded FROM path p JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = p.id
  JOIN file_version fv ON fv.id = rf.file_version_id JOIN facts f ON f.blob_id = fv.blob_id WHERE p.path = ?`;
const MODULE_OF =
  `SELECT ${SYMBOL_COLUMNS} ${SYMBOL_FROM} WHERE p.path = ? AND s.name = '${MODULE_NAME}' ORDER BY sv.line_start, sv.name_column, s.id`;
/** Files to which the imports of a file lead, with the lines and what is written there. */
const LEADS_TO = `SELECT e.source_line AS line, t.text AS text, coalesce(tp.path, '') AS target, coalesce(n.text, '') AS name
  FROM path p JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = p.id
  CROSS JOIN edge e ON e.resolution_id = rf.resolution_id AND e.edge_type = 'imports' AND e.external = 0
  LEFT JOIN name t ON t.id = e.text_id LEFT JOIN name n ON n.id = e.to_name_id
  LEFT JOIN symbol s ON s.id = e.to_symbol_id LEFT JOIN path tp ON tp.id = s.path_id WHERE p.path = ?`;
const OF_PACKAGE = `SELECT p.path AS path FROM resolution r JOIN ref_file rf ON rf.resolution_id = r.id AND rf.ref_id = ?
  JOIN path p ON p.id = rf.path_id WHERE r.package = ? ORDER BY p.path`;
/** Re-exports that lead to re-exports end somewhere. */
const MOST_STEPS = 12;
/** A name that more files have for something is one that each takes for itself (`np`); the smallest are read. */
const MOST_FILES = 24;

/** What stands in something else, even where that has no name. */
const MEMBERS: ReadonlySet<string> = new Set(["field", "method", "constructor", "enum_member"]);

/** What a name stands for: rows of one symbol, or the files of a module. */
type Meaning = { readonly rows: readonly SymbolRow[] } | { readonly files: readonly string[] };

/** A name that stands for something else, and where it is told. */
interface Renamed {
  readonly rows: readonly SymbolRow[];
  readonly path: string;
  /** 0: the file takes it from elsewhere with all the rest. */
  readonly line: number;
  /** Others see it; else it is a name inside one file. */
  readonly shown: boolean;
}

/** Symbols of a name, as `find_symbol.ts` reads them. */
type Named = (name: string) => readonly SymbolRow[];

/** What was found for a question: the answer, its error and what it suggests look for the same names. */
interface Known {
  readonly rows: Map<string, readonly SymbolRow[]>;
  /** A sentence for each name that its symbol does not bear. */
  readonly told: Map<string, string>;
}

function knownOf(context: Context): Known {
  return remembered(context, "reexports", () => ({ rows: new Map(), told: new Map() }));
}

/** Keeps a sentence on what a name stands for, for the answer. */
export function noteName(context: Context, key: string, sentence: string): void {
  knownOf(context).told.set(key, sentence);
}

/** What was found under other names for a question: a sentence each. */
export function renamesOf(context: Context): readonly string[] {
  return [...knownOf(context).told.values()];
}

/**
 * The symbols that are called `written` elsewhere; the question's answer says under which names they are defined.
 * @param inside only what these files call so; undefined: any.
 */
export function findRenamed(
  context: Context,
  written: string,
  named: Named,
  inside: ReadonlySet<string> | undefined,
): readonly SymbolRow[] {
  const { rows } = knownOf(context);
  const key = inside === undefined ? written : JSON.stringify([written, ...inside]);
  if (!rows.has(key)) rows.set(key, lookUp(context, written, named, inside));
  return rows.get(key)!;
}

function lookUp(context: Context, written: string, named: Named, inside: ReadonlySet<string> | undefined): readonly SymbolRow[] {
  const parts = partsOf(plainName(written));
  const last = parts.at(-1)!;
  if (inside === undefined && named(last).length === 0 && filesRenaming(context, last).length === 0) return [];
  const reader = new RenameReader(context, named);
  for (let at = inside === undefined ? parts.length - 1 : 0; at >= 0; at--) {
    const all = inside === undefined ? reader.anywhere(parts, at) : reader.inFiles([...inside], parts, at);
    const shown = all.filter((one) => one.shown);
    const found = (shown.length > 0 ? shown : all).filter((one) => one.rows.length > 0);
    if (found.length === 0) continue;
    for (const one of found) tell(context, written, one);
    return [...new Map(found.flatMap(({ rows }) => rows.map((row) => [row.id, row]))).values()];
  }
  return [];
}

/** Files that have a name for something that may bear another one, the smallest first. */
function filesRenaming(context: Context, name: string): readonly string[] {
  return remembered(
    context,
    `renaming ${name}`,
    () => readRows<{ path: string }>(context, RENAMING, context.ref.id, JSON.stringify(name)).map(({ path }) => path),
  );
}

function tell(context: Context, written: string, { rows, path, line }: Renamed): void {
  if (line === 0 || written === rows[0]!.name) return;
  const [row] = rows;
  const name = row!.name === MODULE_NAME ? row!.path : `${row!.qualifiedName} (${row!.path})`;
  noteName(context, `${written} ${row!.id}`, `${written} is another name of ${name}, given at ${path}:${line}`);
}

/** Reads what files call things; each file once a question. */
class RenameReader {
  readonly #context: Context;
  readonly #named: Named;

  constructor(context: Context, named: Named) {
    this.#context = context;
    this.#named = named;
  }

  /** What `parts[at]` stands for wherever a file gives it as another name and the parts before it tell where. */
  anywhere(parts: readonly string[], at: number): Renamed[] {
    const name = parts[at]!;
    const outer = parts.slice(0, at);
    const within = filesRenaming(this.#context, name).filter((path) => this.#isWithin(path, outer));
    const files = within.slice(0, MOST_FILES).filter((path) => this.#file(path)?.renames(name) === true);
    return [...this.inFiles(files, parts, at), ...this.#aliases(parts, at)];
  }

  /** What `parts[at]` is in these files, followed through the parts behind it. */
  inFiles(paths: readonly string[], parts: readonly string[], at: number): Renamed[] {
    return paths.flatMap((path) => {
      const link = this.#file(path)?.links(parts[at]!)[0];
      const rows = this.#meaningsIn(path, parts[at]!, MOST_STEPS).flatMap((meaning) =>
        this.#follow(meaning, parts.slice(at + 1), MOST_STEPS)
      );
      return [{ rows, path, line: link?.line ?? 0, shown: link?.shown ?? true }];
    });
  }

  /** Members behind a name that is defined as another name of a type or a module. */
  #aliases(parts: readonly string[], at: number): Renamed[] {
    if (at === parts.length - 1) return [];
    const written = parts.slice(0, at + 1).join(".");
    const aliases = this.#named(parts[at]!).filter((row) => `.${plainName(row.qualifiedName)}`.endsWith(`.${written}`));
    return aliases.flatMap((row) => {
      const rows = this.#follow({ rows: [row] }, parts.slice(at + 1), MOST_STEPS);
      return rows.length === 0 ? [] : [{ rows, path: row.path, line: row.nameLine, shown: row.exported === 1 }];
    });
  }

  /** Whether the names before one are places around the file that gives it, the outermost first. */
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
    return remembered(this.#context, `names ${path}`, () => {
      const row = readRow<{ encoded: Uint8Array }>(this.#context, FACTS_OF, this.#context.ref.id, path);
      return row === undefined ? undefined : new FileNames(this.#context, path, decodeFacts(row.encoded));
    });
  }

  /** What a name means at the top of a file: what is defined there, else what it takes from elsewhere. */
  #meaningsIn(path: string, name: string, steps: number, { from = "", inside = false } = {}): Meaning[] {
    if (steps === 0) return [];
    const file = this.#file(path);
    if (file === undefined) return [];
    const own = inside || file.shows(name) ? this.#definedIn(path, name, from) : [];
    if (own.length > 0) return [{ rows: own }];
    return file.links(name).flatMap((link) => this.#behind(path, file, link, steps - 1)).concat(
      file.wildcards().flatMap((link) => file.targets(link).flatMap((target) => this.#meaningsIn(target, name, steps - 1))),
    ).slice(0, 1);
  }

  #behind(path: string, file: FileNames, link: Link, steps: number): Meaning[] {
    if (link.expression !== 0) return this.#evaluate(path, file, link.expression, steps);
    const targets = link.specifier === "" ? [path] : file.targets(link);
    if (link.local === "") return targets.length === 0 ? [] : [{ files: targets }];
    if (link.specifier === "" && link.local === link.name && !link.imported) return [];
    const last = partsOf(plainName(link.specifier)).at(-1) ?? "";
    const found = targets.flatMap((target) => this.#meaningsIn(target, link.local, steps, { from: last, inside: target === path }));
    if (found.length > 0) return found.slice(0, 1);
    // The name is that of the module itself.
    const modules = targets.filter((target) => partsOf(plainName(this.#module(target)?.qualifiedName ?? "")).at(-1) === link.local);
    return modules.length === 0 ? [] : [{ files: modules }];
  }

  /** @param from the last name of the place where it is looked for, as it was written. */
  #definedIn(path: string, name: string, from: string): readonly SymbolRow[] {
    const row = name === "default" ? this.#file(path)?.defaultName() ?? name : name;
    const rows = this.#named(row).filter((one) => one.path === path);
    const module = plainName(this.#module(path)?.qualifiedName ?? MODULE_NAME);
    const top = rows.filter(({ kind, qualifiedName }) =>
      !MEMBERS.has(kind) && [row, `${module}.${row}`].includes(plainName(qualifiedName))
    );
    return top.length > 0 || from === "" ? top : rows.filter(({ qualifiedName }) => plainName(qualifiedName).endsWith(`.${from}.${row}`));
  }

  /** What the names `rest` mean behind something, one inside the other. */
  #follow(meaning: Meaning, rest: readonly string[], steps: number): readonly SymbolRow[] {
    if (steps === 0) return [];
    if ("files" in meaning) {
      const [name, ...inner] = rest;
      if (name === undefined) return meaning.files.slice(0, 1).flatMap((path) => this.#module(path) ?? []);
      const found = meaning.files.flatMap((path) => this.#meaningsIn(path, name, steps - 1));
      return found.flatMap((one) => this.#follow(one, inner, steps - 1));
    }
    if (rest.length === 0) return meaning.rows;
    const row = meaning.rows[0]!;
    const whole = [plainName(row.qualifiedName), ...rest].join(".");
    const members = this.#named(rest.at(-1)!).filter((one) => one.language === row.language && plainName(one.qualifiedName) === whole);
    if (members.length > 0) return members;
    const file = this.#file(row.path);
    const expression = file?.definedAs(row) ?? 0;
    if (file === undefined || expression === 0) return [];
    return this.#evaluate(row.path, file, expression, steps - 1).flatMap((one) => this.#follow(one, rest, steps - 1));
  }

  /** What an expression is that is nothing but a name. */
  #evaluate(path: string, file: FileNames, expression: number, steps: number): Meaning[] {
    if (steps === 0) return [];
    const written = file.nameAt(expression);
    if (written === undefined) return [];
    const [first, ...rest] = written;
    const rows = this.#meaningsIn(path, first!, steps - 1, { inside: true });
    const beside = rows.length > 0 ? rows : this.#besideIn(path, first!);
    return rest.length === 0 ? beside : beside.flatMap((one) => {
      const found = this.#follow(one, rest, steps - 1);
      return found.length === 0 ? [] : [{ rows: found }];
    });
  }

  /** What another file of the same module defines. */
  #besideIn(path: string, name: string): Meaning[] {
    const module = this.#module(path)?.qualifiedName;
    const pack = packageOf(this.#context, path);
    const rows = this.#named(name).filter((row) =>
      plainName(row.qualifiedName) === `${module}.${name}` && packageOf(this.#context, row.path) === pack
    );
    return rows.length === 0 ? [] : [{ rows }];
  }
}

/** A name of a file that stands for something else. */
interface Link {
  readonly name: string;
  /** The name that it stands for; "" where it is a module as a whole. */
  readonly local: string;
  /** Where that comes from, as written; "" where it is of the same file. */
  readonly specifier: string;
  readonly line: number;
  readonly shown: boolean;
  readonly imported: boolean;
  /** Row of `expressions` that it is a name of, or 0. */
  readonly expression: number;
}

/** What one file calls things that stand elsewhere. */
class FileNames {
  readonly #context: Context;
  readonly #path: string;
  readonly #facts: Facts;
  #links: readonly Link[] | undefined;
  #leads: readonly { readonly line: number; readonly text: string; readonly target: string; readonly name: string }[] | undefined;

  constructor(context: Context, path: string, facts: Facts) {
    this.#context = context;
    this.#path = path;
    this.#facts = facts;
  }

  /** Whether others may see what the file defines under a name: a file that says what it exports shows nothing else. */
  shows(name: string): boolean {
    return this.#facts.exports.length <= 1 || this.links(name).some((link) => link.shown);
  }

  /** What a name stands for, what others see first. */
  links(name: string): readonly Link[] {
    return this.#all().filter((link) => link.name === name);
  }

  /** Whether a name of the file stands for something that bears another one. */
  renames(name: string): boolean {
    return this.links(name).some((link) => link.local !== name);
  }

  wildcards(): readonly Link[] {
    return this.links("*");
  }

  #all(): readonly Link[] {
    return this.#links ??= [...this.#exports(), ...this.#imports()].sort((a, b) => Number(b.shown) - Number(a.shown));
  }

  #exports(): Link[] {
    const { exports, strings } = this.#facts;
    const links: Link[] = [];
    for (let row = 1; row < exports.length; row++) {
      const isWildcard = (exports.flags[row]! & LinkFlag.wildcard) !== 0;
      links.push({
        name: isWildcard ? "*" : strings[exports.name[row]!]!,
        local: strings[exports.local[row]!]!,
        specifier: strings[exports.module[row]!]!,
        line: exports.line[row]!,
        shown: true,
        imported: false,
        expression: exports.value[row]!,
      });
    }
    return links;
  }

  #imports(): Link[] {
    const { bindings, imports, scopes, strings } = this.#facts;
    const links: Link[] = [];
    const add = (name: string, row: number): void => {
      const flags = imports.flags[row]!;
      const whole = (flags & (LinkFlag.namespace | LinkFlag.whole | LinkFlag.wildcard)) !== 0;
      links.push({
        name,
        local: whole ? "" : strings[imports.name[row]!]!,
        specifier: strings[imports.module[row]!]!,
        line: imports.line[row]!,
        shown: (flags & LinkFlag.reexported) !== 0,
        imported: true,
        expression: 0,
      });
    };
    for (let row = 1; row < bindings.length; row++) {
      if (bindings.kind[row] !== BindingKind.import || scopes.kind[bindings.scope[row]!] !== ScopeKind.module) continue;
      if ((imports.flags[bindings.import_[row]!]! & LinkFlag.childModule) === 0) add(strings[bindings.name[row]!]!, bindings.import_[row]!);
    }
    for (let row = 1; row < imports.length; row++) if ((imports.flags[row]! & LinkFlag.wildcard) !== 0) add("*", row);
    return links;
  }

  /** Files to which a link leads. */
  targets(link: Link): string[] {
    this.#leads ??= readRows(this.#context, LEADS_TO, this.#context.ref.id, this.#path);
    const there = this.#leads.filter(({ line }) => line === link.line);
    const same = there.filter(({ text }) => text === link.specifier);
    return [...new Set((same.length > 0 ? same : there).flatMap(({ target, name }) => target === "" ? this.#filesOf(name) : target))];
  }

  #filesOf(packageName: string): string[] {
    return readRows<{ path: string }>(this.#context, OF_PACKAGE, this.#context.ref.id, packageName).map(({ path }) => path);
  }

  /** The name of what the file exports as its default. */
  defaultName(): string | undefined {
    const { definitions, strings } = this.#facts;
    for (let row = 1; row < definitions.length; row++) {
      if ((definitions.flags[row]! & DefinitionFlag.default) !== 0) return strings[definitions.name[row]!]!;
    }
    return undefined;
  }

  /** The expression that a definition is another name of, or 0. */
  definedAs({ name, nameLine, nameColumn }: SymbolRow): number {
    const { definitions, strings } = this.#facts;
    for (let row = 1; row < definitions.length; row++) {
      const isIt = definitions.nameLine[row] === nameLine && definitions.nameColumn[row] === nameColumn;
      if (isIt && strings[definitions.name[row]!] === name) return definitions.value[row]! || definitions.type[row]!;
    }
    return 0;
  }

  /** The names that an expression consists of, or undefined where it is more than that. */
  nameAt(expression: number): readonly string[] | undefined {
    const { expressions, strings } = this.#facts;
    const [op, a, b] = [expressions.op[expression], expressions.a[expression]!, expressions.b[expression]!];
    if (op === Op.name) return [strings[a]!];
    if (op === Op.apply) return this.nameAt(a);
    if (op !== Op.member && op !== Op.path) return undefined;
    const outer = this.nameAt(a);
    return outer === undefined ? undefined : [...outer, strings[b]!];
  }
}
