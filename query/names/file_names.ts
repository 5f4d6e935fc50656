/**
 * What the names in one file mean that are defined elsewhere: its imports, exports and required modules, read from its facts.
 *
 * Stage: query. Invariant: the index says which files a line leads to (its `imports` edges); nothing is guessed from paths.
 */
import { append } from "../../core/base/lists.ts";
import { BindingFlag, BindingKind, DefinitionFlag, DefinitionKind, type Facts, LinkFlag, rowsWith, ScopeKind } from "../../core/facts.ts";
import { Op } from "../../core/facts/expressions.ts";
import { type Context, readRows } from "../context.ts";
import type { SymbolRow } from "../rows/symbol_row.ts";

/** Files that the imports of a file lead to, and those it declares as its modules, each with the line and the text there. */
const LEADS_TO = `SELECT e.source_line AS line, t.text AS text, coalesce(tp.path, '') AS target, coalesce(n.text, '') AS name
  FROM path p JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = p.id
  CROSS JOIN edge e ON e.resolution_id = rf.resolution_id AND e.edge_type IN ('imports', 'contains') AND e.external = 0
  LEFT JOIN name t ON t.id = e.text_id LEFT JOIN name n ON n.id = e.to_name_id
  LEFT JOIN symbol s ON s.id = e.to_symbol_id LEFT JOIN path tp ON tp.id = s.path_id
  WHERE p.path = ? AND (e.edge_type = 'imports' OR s.kind = 'module')`;
const OF_PACKAGE = `SELECT p.path AS path FROM resolution r JOIN ref_file rf ON rf.resolution_id = r.id AND rf.ref_id = ?
  JOIN path p ON p.id = rf.path_id WHERE r.package = ? ORDER BY p.path`;

/** Kinds of bindings that bring in a name from elsewhere, or say more about one declared elsewhere. */
const ELSEWHERE: ReadonlySet<number> = new Set([BindingKind.import, BindingKind.assignment, BindingKind.narrowing]);

/** Kinds of bindings of parameters and local variables. */
const VALUES: ReadonlySet<number> = new Set([BindingKind.parameter, BindingKind.variable]);

/** Flags of parameters that hold several values of their type. */
const ALL = BindingFlag.rest | BindingFlag.keywords | BindingFlag.restTogether;

/** A name in a file that stands for something else. */
export interface Link {
  readonly name: string;
  /** The name it stands for; "" for a whole module. */
  readonly local: string;
  /** The module it comes from, as written; "" for the same file. */
  readonly specifier: string;
  readonly line: number;
  /** The offset of the import. */
  readonly at?: number;
  readonly shown: boolean;
  readonly imported: boolean;
  /** The module's own value (`module.exports`) rather than one of its exports. */
  readonly whole: boolean;
  /** Row of `expressions` that it is an alias of, or 0. */
  readonly expression: number;
}

/** Where a line leads: the path of a file, or the name of a package. */
interface Lead {
  readonly line: number;
  readonly text: string;
  readonly target: string;
  readonly name: string;
}

/** What the names in one file mean that are defined elsewhere. */
export class FileNames {
  readonly #context: Context;
  readonly #path: string;
  readonly #facts: Facts;
  #links: readonly Link[] | undefined;
  #linksByName: ReadonlyMap<string, readonly Link[]> | undefined;
  #wildcardTargets: readonly string[] | undefined;
  #leads: readonly Lead[] | undefined;

  constructor(context: Context, path: string, facts: Facts) {
    this.#context = context;
    this.#path = path;
    this.#facts = facts;
  }

  /** Whether other files can see what the file defines under a name. */
  shows(name: string): boolean {
    return this.#showsAll() || this.links(name).some((link) => link.shown);
  }

  /** Whether other files see everything: the file declares no exports, or only ones that leave the rest visible too. */
  #showsAll(): boolean {
    const { length, flags } = this.#facts.exports;
    return length <= 1 || (flags[1]! & LinkFlag.listed) !== 0;
  }

  /**
   * The line where a name is defined that something within the file binds at an offset; 0 if that is no definition; undefined if nothing
   * binds it.
   * @param membersInBody see `TextForms`
   * @param isItem whether the name is a module's or a type's, which no variable hides
   */
  lineBound(name: string, at: number, membersInBody: boolean, isItem: boolean): number | undefined {
    const { strings, bindings, definitions, scopes } = this.#facts;
    const text = strings.indexOf(name);
    if (text <= 0) return undefined;
    const own = membersInBody ? this.#scopeAt(text, at) : 0;
    const around = rowsWith(bindings.name, text).filter((row) => {
      const [kind, scope] = [bindings.kind[row]!, bindings.scope[row]!];
      const isInside = scopes.kind[scope] !== ScopeKind.module &&
        (scopes.kind[scope] !== ScopeKind.class || scope === own || kind === BindingKind.typeParameter);
      const isOwn = !ELSEWHERE.has(kind) && (bindings.flags[row]! & BindingFlag.ofVariable) === 0 && !(isItem && VALUES.has(kind));
      return isInside && isOwn && scopes.start[scope]! <= at && at < scopes.end[scope]!;
    });
    // A function may declare that the name is not its own.
    if (around.some((row) => (bindings.flags[row]! & BindingFlag.outer) !== 0)) return undefined;
    const [nearest] = this.#innermost(around);
    return nearest === undefined ? undefined : definitions.nameLine[bindings.definition[nearest]!]!;
  }

  /** Names of the modules around an offset within the file, outermost first. */
  modulesAround(at: number): string[] {
    const { definitions: { kind, start, end, name }, strings } = this.#facts;
    const around = rowsWith(kind, DefinitionKind.namespace).filter((row) => start[row]! <= at && at < end[row]!);
    return around.sort((a, b) => start[a]! - start[b]!).map((row) => strings[name[row]!]!);
  }

  /**
   * The scope in which the name at an offset is looked up; 0 if no expression is there.
   * @param name the name's row in the strings of the file
   */
  #scopeAt(name: number, at: number): number {
    const { op, a, b, c } = this.#facts.expressions;
    const row = rowsWith(c, at).find((one) => op[one] === Op.name && a[one] === name);
    return row === undefined ? 0 : b[row]!;
  }

  /** Those of some bindings that are in the innermost scope. */
  #innermost(rows: readonly number[]): readonly number[] {
    const { bindings, scopes } = this.#facts;
    const start = (row: number): number => scopes.start[bindings.scope[row]!]!;
    const nearest = rows.reduce((most, row) => Math.max(most, start(row)), -1);
    return rows.filter((row) => start(row) === nearest);
  }

  get facts(): Facts {
    return this.#facts;
  }

  /**
   * The expressions of the type and of the value that a variable or parameter has at an offset, 0 for none; undefined if several bindings
   * compete.
   */
  bound(name: string, at: number): { readonly type: number; readonly value: number } | undefined {
    const { strings, bindings, scopes } = this.#facts;
    const text = strings.indexOf(name);
    const rows = text <= 0 ? [] : rowsWith(bindings.name, text).filter((row) => {
      const scope = bindings.scope[row]!;
      return scopes.kind[scope] !== ScopeKind.class && scopes.start[scope]! <= at && at <= scopes.end[scope]!;
    });
    const [own, ...others] = this.#innermost(rows);
    const isVariable = own !== undefined && (bindings.kind[own] === BindingKind.parameter || bindings.kind[own] === BindingKind.variable);
    if (!isVariable || others.length > 0 || (bindings.flags[own]! & ALL) !== 0) return undefined;
    return { type: bindings.type[own]!, value: bindings.value[own]! };
  }

  /** The declared type (of a function, its result) and the initial value of a symbol in the file, 0 for none. */
  said({ name, nameLine, nameColumn }: SymbolRow): { readonly type: number; readonly value: number } {
    const { definitions, strings } = this.#facts;
    for (let row = 1; row < definitions.length; row++) {
      const isIt = definitions.nameLine[row] === nameLine && definitions.nameColumn[row] === nameColumn;
      if (!isIt || strings[definitions.name[row]!] !== name) continue;
      const [type, value] = [definitions.type[row]!, definitions.value[row]!];
      return type === 0 && value === 0 ? this.#saidBySetting(row) : { type, value };
    }
    return { type: 0, value: 0 };
  }

  /** The same for a field that is only assigned, if there is exactly one assignment. */
  #saidBySetting(definition: number): { readonly type: number; readonly value: number } {
    const { bindings, definitions } = this.#facts;
    const rows = rowsWith(bindings.name, definitions.name[definition]!).filter((row) =>
      bindings.scope[row] === definitions.scope[definition]
    );
    const [only = 0] = rows.length === 1 ? rows : [];
    return { type: bindings.type[only]!, value: bindings.value[only]! };
  }

  /** The offset of the first name in an expression made of names; 0 otherwise. */
  offsetOf(expression: number): number {
    const { expressions } = this.#facts;
    let at = expression;
    while (expressions.op[at] === Op.member || expressions.op[at] === Op.path || expressions.op[at] === Op.apply) at = expressions.a[at]!;
    return expressions.op[at] === Op.name ? expressions.c[at]! : 0;
  }

  /** Whether a function in the file imports the name itself. */
  importsInside(name: string): boolean {
    const { strings, bindings, scopes } = this.#facts;
    const text = strings.indexOf(name);
    return text > 0 &&
      rowsWith(bindings.name, text).some((row) =>
        bindings.kind[row] === BindingKind.import && scopes.kind[bindings.scope[row]!] !== ScopeKind.module
      );
  }

  /** What the file imports under another name. */
  aliases(): readonly Link[] {
    return this.#all().filter(({ name, local, imported }) => imported && local !== "" && local !== name);
  }

  /**
   * Lines that import a name from the file `target`, and whether the file re-exports it. A wildcard import has no such line, since it names
   * nothing.
   */
  linesTaking(name: string, target: string): { readonly lines: readonly number[]; readonly isShown: boolean } {
    const leading = this.#all().filter((link) => (link.local === name || link.name === "*") && this.targets(link).includes(target));
    const naming = leading.filter((link) => link.local === name);
    const shown = new Set(this.#exports().filter(({ specifier }) => specifier === "").map(({ local }) => local));
    const isShown = leading.length > 0 && (this.#showsAll() || leading.some((link) => link.shown || shown.has(link.name)));
    return { lines: naming.map(({ line }) => line), isShown };
  }

  /** Lines on which the file imports or exports a name. */
  linesLinking(name: string): ReadonlySet<number> {
    const { imports, exports, strings } = this.#facts;
    const text = strings.indexOf(name);
    const lines = new Set<number>();
    if (text <= 0) return lines;
    for (const row of rowsWith(imports.name, text)) lines.add(imports.line[row]!);
    for (const row of [...rowsWith(exports.name, text), ...rowsWith(exports.local, text)]) lines.add(exports.line[row]!);
    return lines;
  }

  /** The names that the import on a line takes from a module, as they are called there. */
  namesTaken(line: number, specifier: string): ReadonlySet<string> {
    return new Set(
      this.#all().filter((link) => link.line === line && link.specifier === specifier && link.local !== "").map(({ local }) => local),
    );
  }

  /** Whether a link leads neither into the repository nor outside of it. */
  isLost(link: Link): boolean {
    return this.targets(link).length === 0 && this.#leadsTo().some(({ line, text }) => line === link.line && text === link.specifier);
  }

  /** What a name stands for, exported links first. */
  links(name: string): readonly Link[] {
    this.#linksByName ??= Map.groupBy(this.#all(), (link) => link.name);
    return this.#linksByName.get(name) ?? [];
  }

  /** Whether a name in the file stands for something with another name. */
  renames(name: string): boolean {
    return this.links(name).some((link) => link.local !== name);
  }

  /** Files that are imported by wildcard. */
  wildcardTargets(): readonly string[] {
    return this.#wildcardTargets ??= this.links("*").flatMap((link) => this.targets(link));
  }

  /** The files of the module that the file declares under a name (`mod store;`). */
  childFiles(name: string): string[] {
    const { bindings, imports, strings } = this.#facts;
    const text = strings.indexOf(name);
    const child = text <= 0 ? undefined : rowsWith(bindings.name, text).map((row) => bindings.import_[row]!)
      .find((row) => (imports.flags[row]! & LinkFlag.childModule) !== 0);
    if (child === undefined) return [];
    return this.#leadsTo().filter(({ line, target }) => line === imports.line[child] && target !== "").map(({ target }) => target);
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
        whole: (exports.flags[row]! & LinkFlag.whole) !== 0,
        expression: exports.value[row]!,
      });
    }
    return links;
  }

  #imports(): Link[] {
    const { bindings, imports, scopes, strings } = this.#facts;
    const links: Link[] = [];
    for (let row = 1; row < bindings.length; row++) {
      if (scopes.kind[bindings.scope[row]!] !== ScopeKind.module) continue;
      const name = strings[bindings.name[row]!]!;
      if (bindings.kind[row] !== BindingKind.import) append(links, this.#required(name, bindings.value[row]!));
      else if ((imports.flags[bindings.import_[row]!]! & LinkFlag.childModule) === 0) {
        links.push(this.#imported(name, bindings.import_[row]!));
      }
    }
    for (let row = 1; row < imports.length; row++) {
      if ((imports.flags[row]! & LinkFlag.wildcard) !== 0) links.push(this.#imported("*", row));
    }
    return links;
  }

  #imported(name: string, row: number): Link {
    const { imports, strings } = this.#facts;
    const flags = imports.flags[row]!;
    const isWhole = (flags & (LinkFlag.namespace | LinkFlag.whole | LinkFlag.wildcard)) !== 0;
    return {
      name,
      local: isWhole ? "" : strings[imports.name[row]!]!,
      specifier: strings[imports.module[row]!]!,
      line: imports.line[row]!,
      at: imports.at[row]!,
      shown: (flags & LinkFlag.reexported) !== 0,
      imported: true,
      whole: (flags & LinkFlag.whole) !== 0,
      expression: 0,
    };
  }

  /** The import of a name by an inner module or function around an offset. */
  linkInside(name: string, at: number): Link | undefined {
    const { strings, bindings, imports, scopes } = this.#facts;
    const text = strings.indexOf(name);
    const rows = text <= 0 ? [] : rowsWith(bindings.name, text).filter((row) => {
      const scope = bindings.scope[row]!;
      const isImport = bindings.kind[row] === BindingKind.import && (imports.flags[bindings.import_[row]!]! & LinkFlag.childModule) === 0;
      return isImport && scopes.kind[scope] !== ScopeKind.module && scopes.start[scope]! <= at && at < scopes.end[scope]!;
    });
    const [nearest] = this.#innermost(rows);
    return nearest === undefined ? undefined : this.#imported(name, bindings.import_[nearest]!);
  }

  /** A variable that holds a required module, or one of its exports (`const f = require("./f")`, `const { f } = require("./f")`). */
  #required(name: string, value: number): Link[] {
    const { expressions, strings } = this.#facts;
    const isMember = expressions.op[value] === Op.member;
    const module = isMember ? expressions.a[value]! : value;
    if (expressions.op[module] !== Op.module) return [];
    return [{
      name,
      local: isMember ? strings[expressions.b[value]!]! : "",
      specifier: strings[expressions.a[module]!]!,
      line: expressions.c[module]!,
      shown: false,
      imported: true,
      whole: !isMember,
      expression: 0,
    }];
  }

  /** The files that a link leads to. */
  targets(link: Link): string[] {
    const there = this.#leadsTo().filter(({ line }) => line === link.line);
    const same = there.filter(({ text }) => text === link.specifier);
    return [...new Set((same.length > 0 ? same : there).flatMap(({ target, name }) => target === "" ? this.#filesOf(name) : target))];
  }

  #leadsTo(): readonly Lead[] {
    return this.#leads ??= readRows(this.#context, LEADS_TO, this.#context.ref.id, this.#path);
  }

  #filesOf(packageName: string): string[] {
    return readRows<{ path: string }>(this.#context, OF_PACKAGE, this.#context.ref.id, packageName).map(({ path }) => path);
  }

  /** The name of the file's default export. */
  defaultName(): string | undefined {
    const { definitions, strings } = this.#facts;
    for (let row = 1; row < definitions.length; row++) {
      if ((definitions.flags[row]! & DefinitionFlag.default) !== 0) return strings[definitions.name[row]!]!;
    }
    return undefined;
  }

  /** The expression that a definition is an alias of, or 0. */
  definedAs(symbol: SymbolRow): number {
    const { type, value } = this.said(symbol);
    return value || type;
  }

  /** The names that an expression consists of; undefined if it contains anything else. */
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
