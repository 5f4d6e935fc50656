/**
 * What the whole repository must know of a file before anything in it is asked for: who is named how in it.
 *
 * Stage: parse -> OUTLINE -> resolve. Read off a file's facts when they are made and kept beside them, so that resolving one file does
 * not decode all others. Invariants: it depends on the facts and the language's rules alone; whatever may mean a type under another
 * name than the type's own stands under no name ("") or among `indirect`: to look for a name in the outlines never misses anything.
 */
import { baseName } from "../base/path_parts.ts";
import {
  BindingFlag,
  BindingKind,
  DefinitionFlag,
  DefinitionKind,
  DISTINCT,
  type Facts,
  givenName,
  LinkFlag,
  listItems,
  MODULE_ROW,
  rowsWith,
  ScopeKind,
} from "../facts.ts";
import type { ResolutionRules } from "../rules/resolution_rules.ts";
import { joinSpecifier, type ModuleDeclarations } from "../resolve/modules.ts";
import { childSpecifier, declarationsOf } from "../resolve/shape/module_declarations.ts";
import { GivenMode, Op } from "./expressions.ts";
import { type NamedRows, WrittenRows } from "./named_rows.ts";
import { functionsIn, functionsPlacedIn, joinedTo, nameOf, nameOfElements, nameOfType } from "./stored_names.ts";
import { lastNameOf } from "./written_names.ts";

/** See the head of this file. Names are the last parts of what is written. */
export interface Outline {
  readonly declarations: ModuleDeclarations;
  /** Functions and methods. */
  readonly callables: NamedRows;
  /** What else can be named from afar: all that is not local to a function. */
  readonly nameable: NamedRows;
  readonly macros: NamedRows;
  /** Names of macros that functions make. */
  readonly madeMacros: readonly string[];
  /** Definitions that belong to a type outside their own body, by the type; "" where that is no plain name. */
  readonly owned: NamedRows;
  /** Implementations, by the trait. */
  readonly given: NamedRows;
  /** Types with supertypes, by these. */
  readonly based: NamedRows;
  /** Embedded fields, by their own names. */
  readonly embedded: NamedRows;
  /**
   * Uses (not definitions) that store a value in a member of something other than the own object, by the member's name, in an element, by
   * the name of what that is an element of (`nameOfElements`), or its members in another value, by that one's (`joinedTo`).
   */
  readonly stored: NamedRows;
  /** Functions whose results a test framework hands over under another name than their own, by that name (`givenName`). */
  readonly gives: NamedRows;
  /** Names under which something of another name may be reached: aliases, renamed imports and exports, variables where types are values. */
  readonly indirect: readonly string[];
  /** Such names that are reached through a type alone (associated types, fields where types are values). */
  readonly indirectMembers: readonly string[];
  /** Names in these lists that the file takes from elsewhere, where they may be `indirect`; and those that it reaches through something else. */
  readonly taken: readonly string[];
  readonly takenMembers: readonly string[];
  /** The last names of what the file hands something on to, a line each and `\n` around them all (`handingNames`). */
  readonly handing: string;
  /** What the file asks its language's module rules for: as written, and with the names that may be modules themselves. */
  readonly specifiers: readonly string[];
  /**
   * Texts that are words and so may name members, `|` around each (`wordsIn`); "" where the language reads no members by texts. Last, to be found
   * where it is kept.
   */
  readonly words: string;
}

const LISTS = [
  "callables",
  "nameable",
  "macros",
  "owned",
  "given",
  "based",
  "embedded",
  "stored",
  "gives",
] as const satisfies readonly (keyof Outline)[];

/** Kinds of what has members of its own: types, also those without a name. */
export const TYPE_KINDS: ReadonlySet<number> = new Set([
  DefinitionKind.class,
  DefinitionKind.struct,
  DefinitionKind.interface,
  DefinitionKind.trait,
  DefinitionKind.protocol,
  DefinitionKind.enum,
  DefinitionKind.object,
  DefinitionKind.type_alias,
]);

/** Reads the outline off a file's facts. */
export function outlineOf(facts: Facts, rules: ResolutionRules): Outline {
  return new OutlineReader(facts, rules).read();
}

/** The text under which an outline is kept. */
export function encodeOutline(outline: Outline): string {
  return JSON.stringify(outline, (_, value: unknown) => value instanceof WrittenRows ? value.text : value);
}

/** The outline that a text holds. */
export function decodeOutline(text: string): Outline {
  const parsed = JSON.parse(text) as Record<string, unknown>;
  for (const list of LISTS) parsed[list] = new WrittenRows(parsed[list] as string);
  return parsed as unknown as Outline;
}

/** Whether an argument can be no router and no path. */
function saysNothing({ expressions }: Facts, argument: number): boolean {
  const op = expressions.op[argument];
  return argument === 0 || op === Op.key || (op === Op.literal && expressions.b[argument] === 0 && expressions.c[argument] === 0);
}

/** The name, among those of what is handed something, of what a module is or exports by default: the last part of its path, or of a specifier. */
export function nameOfDefault(path: string): string {
  return `./${baseName(path).replace(/\.\w+$/, "")}`;
}

/** Specifiers of modules by the names (strings) that mean what these are or export by default. */
function defaultsByName({ bindings, imports, expressions, strings }: Facts, mainExport: string | undefined): ReadonlyMap<number, string> {
  const defaults = new Map<number, string>();
  for (let row = 1; row < bindings.length; row++) {
    const import_ = bindings.import_[row]!;
    const value = bindings.value[row]!;
    if (import_ !== 0 && strings[imports.name[import_]!] === mainExport) {
      defaults.set(bindings.name[row]!, strings[imports.module[import_]!]!);
    } else if (value !== 0 && expressions.op[value] === Op.module) defaults.set(bindings.name[row]!, strings[expressions.a[value]!]!);
  }
  return defaults;
}

/**
 * The last names of calls that are given more than literals, or a text that is kept; of calls of what a module is or exports by default that
 * module's name as well (`nameOfDefault`).
 */
export function handingNames(facts: Facts, { mainExport }: Pick<ResolutionRules, "mainExport">): ReadonlySet<string> {
  const { calls, expressions, lists, strings } = facts;
  const names = new Set<number>();
  const modules = new Set<string>();
  let defaults: ReadonlyMap<number, string> | undefined;
  for (let call = 1; call < calls.length; call++) {
    const list = calls.arguments[call]!;
    if (list === 0) continue;
    const end = list + lists[list]!;
    let at = list + 1;
    while (at <= end && saysNothing(facts, lists[at]!)) at++;
    if (at > end) continue;
    const callee = calls.expression[call]!;
    const name = lastNameOf(facts, callee);
    names.add(name);
    const op = expressions.op[callee];
    const specifier = op === Op.module
      ? strings[expressions.a[callee]!]
      : op === Op.name
      ? (defaults ??= defaultsByName(facts, mainExport)).get(name)
      : "";
    if (specifier) modules.add(nameOfDefault(specifier));
  }
  names.delete(0);
  return new Set([...[...names].map((name) => strings[name]!), ...modules]);
}

/** The words among a file's texts, of the library's type `type`, with `|` around each. */
function wordsIn({ expressions: { op, a, c }, strings }: Facts, type: string): string {
  const words = rowsWith(op, Op.key).filter((row) => strings[a[row]!] === type).map((row) => strings[c[row]!]!);
  return words.length === 0 ? "" : `|${words.join("|")}|`;
}

/** What stands before and behind the words in a kept outline that has some. */
export const WORDS_KEPT = { from: '"words":"|', to: '|"}' };

/** Adds the modules around the one that a path names. */
function addBeginnings(path: string, separator: string, into: Set<string>): void {
  for (let cut = path.indexOf(separator); cut > 0; cut = path.indexOf(separator, cut + separator.length)) into.add(path.slice(0, cut));
}

class OutlineReader {
  /** Names that mean something of another name to everybody, and those that do so only within this file. */
  readonly #indirect = new Set<string>();
  readonly #indirectMembers = new Set<string>();
  readonly #local = new Set<string>();
  /** Names that the file itself gives to types, and those that it takes from elsewhere. */
  readonly #own = new Set<string>();
  readonly #taken = new Set<string>();
  readonly #takenMembers = new Set<string>();
  readonly #imported = new Set<string>();
  #hasWildcard = false;
  /** Variables, fields and parameters may hold types. */
  readonly #typesAreValues: boolean;

  constructor(readonly facts: Facts, readonly rules: ResolutionRules) {
    this.#typesAreValues = rules.assignmentsBind;
    this.#findIndirect();
  }

  read(): Outline {
    const { definitions, scopes, strings, exports } = this.facts;
    const lists = Object.fromEntries(LISTS.map((list) => [list, new WrittenRows()])) as Record<(typeof LISTS)[number], WrittenRows>;
    for (let row = MODULE_ROW + 1; row < definitions.length; row++) {
      const kind = definitions.kind[row]!;
      const name = strings[definitions.name[row]!]!;
      const isCallable = kind === DefinitionKind.function || kind === DefinitionKind.method;
      if (isCallable) {
        lists.callables.add(name, row);
        const given = givenName(strings[definitions.attributes[row]!]!);
        if (given !== "") lists.gives.add(given, row);
      }
      if (kind === DefinitionKind.macro) lists.macros.add(name, row);
      const isLocal = kind >= DefinitionKind.field && scopes.kind[definitions.scope[row]!]! >= ScopeKind.function;
      if (name !== "" && !isCallable && !isLocal && kind < DefinitionKind.impl) lists.nameable.add(name, row);
      const owner = definitions.owner[row]!;
      // What all files see is bound in none.
      if (!isCallable && kind >= DefinitionKind.field && this.facts.expressions.op[owner] === Op.builtin) this.#indirect.add(name);
      // What belongs to a definition itself stands in its body.
      if (owner !== 0 && this.facts.expressions.op[owner] !== Op.definition) lists.owned.add(this.#nameOf(owner), row);
      if (kind === DefinitionKind.impl && definitions.type[row] !== 0) lists.given.add(this.#nameOf(definitions.type[row]!), row);
      const maySubtype = TYPE_KINDS.has(kind) || kind === DefinitionKind.enum_member;
      if (maySubtype && definitions.supertypes[row] !== 0) this.#addBases(lists.based, row, name);
      if (definitions.flags[row]! & DefinitionFlag.embedded && definitions.type[row] !== 0) {
        lists.embedded.add(name, row);
        this.#taken.add(name);
      }
    }
    // Elsewhere what holds a value is declared, and its members with it.
    if (this.#typesAreValues) this.#addStored(lists.stored);
    else if (this.rules.fieldsTakeFunctions === true) this.#addFunctionsStored(lists.stored);
    const madeMacros: string[] = [];
    for (let row = 1; row < exports.length; row++) {
      if (exports.flags[row]! & LinkFlag.macros) madeMacros.push(strings[exports.name[row]!]!);
    }
    return {
      ...lists,
      declarations: declarationsOf(this.facts),
      madeMacros,
      indirect: [...this.#indirect],
      indirectMembers: [...this.#indirectMembers],
      taken: [...this.#taken],
      takenMembers: [...this.#takenMembers],
      handing: ["", ...handingNames(this.facts, this.rules), ""].join("\n"),
      specifiers: this.#findSpecifiers(),
      words: this.rules.namesInTexts === undefined ? "" : wordsIn(this.facts, this.rules.namesInTexts),
    };
  }

  #findSpecifiers(): string[] {
    const { imports, exports, expressions, strings } = this.facts;
    const { separator, itemPaths, pathWords, exportsOnly, packageScope } = this.rules;
    const mayBeModules = !exportsOnly && !packageScope;
    const found = new Set<string>();
    for (let row = 1; row < imports.length; row++) {
      const module = strings[imports.module[row]!]!;
      const name = strings[imports.name[row]!]!;
      if (imports.flags[row]! & LinkFlag.childModule) {
        found.add(childSpecifier(this.facts, row, this.rules));
        if (name !== "") found.add(module);
      } else found.add(module);
      if (mayBeModules && name !== "") found.add(joinSpecifier(module, name, separator));
      // `import a.b` names `a`.
      if (mayBeModules && name === "" && !itemPaths) addBeginnings(module, separator, found);
    }
    for (let row = 1; row < exports.length; row++) found.add(strings[exports.module[row]!]!);
    for (const row of rowsWith(expressions.op, Op.module)) found.add(strings[expressions.a[row]!]!);
    // What is a path and no module is looked for in the modules that begin it.
    if (itemPaths) { for (const path of [...found]) addBeginnings(path, separator, found); }
    if (pathWords !== undefined) found.add(pathWords.above);
    found.delete("");
    return [...found];
  }

  #addStored(stored: WrittenRows): void {
    const { bindings, expressions: { op, a, b, c }, strings, uses } = this.facts;
    const own = new Set<number>();
    for (let row = 1; row < bindings.length; row++) {
      if ((bindings.flags[row]! & BindingFlag.receiver) !== 0) own.add(bindings.name[row]!);
    }
    for (let use = 1; use < uses.length; use++) {
      const given = uses.expression[use]!;
      if (op[given] !== Op.given || (c[given]! & GivenMode.stored) === 0) continue;
      const place = b[given]!;
      const holder = a[place]!;
      if (op[place] === Op.index || op[place] === Op.item || op[place] === Op.spread) {
        const name = op[place] === Op.spread ? joinedTo(nameOf(this.facts, holder)) : nameOfElements(this.facts, holder);
        if (name !== "") stored.add(name, use);
        continue;
      }
      const isOwn = op[holder] === Op.self || (op[holder] === Op.name && own.has(a[holder]!));
      if (op[place] === Op.member && !isOwn) stored.add(strings[b[place]!]!, use);
    }
  }

  /** Functions that are put into fields by their names or places, or into elements of what bears a name: what a call is handed has a place, too. */
  #addFunctionsStored(stored: WrittenRows): void {
    const { calls, expressions: { op, a, b, c }, strings, uses } = this.facts;
    const callees = new Set(calls.expression);
    for (let use = 1; use < uses.length; use++) {
      const given = uses.expression[use]!;
      const place = b[given]!;
      if (op[given] !== Op.given) continue;
      const isPlaced = c[given]! >> GivenMode.position !== 0 && (c[given]! & GivenMode.part) === 0 && !callees.has(place);
      if (isPlaced || (c[given] === 0 && op[place] === Op.name)) stored.add(functionsPlacedIn(nameOfType(this.facts, place)), use);
      if (c[given] !== 0) continue;
      const isElement = op[place] === Op.index || op[place] === Op.iterate;
      const name = isElement ? nameOfElements(this.facts, a[place]!) : op[place] === Op.member ? functionsIn(strings[b[place]!]!) : "";
      if (name !== "") stored.add(name, use);
    }
  }

  #addBases(based: WrittenRows, row: number, name: string): void {
    const { facts } = this;
    // A type of functions is nobody's.
    const bases = listItems(facts, facts.definitions.supertypes[row]!).filter((base) => facts.expressions.op[base] !== Op.functionType);
    const names = new Set(bases.map((base) => this.#nameOf(base)));
    // Pieces of one type are each other's bases.
    if (this.rules.separateTypes) names.add(name);
    for (const one of names.has("") ? [""] : names) based.add(one, row);
  }

  /** The last name of what an expression says; "" where it may mean something of any name. */
  #nameOf(expression: number): string {
    const { expressions, strings } = this.facts;
    for (let depth = 0; depth < 20; depth++) {
      const [a, b] = [expressions.a[expression]!, expressions.b[expression]!];
      switch (expressions.op[expression]) {
        case Op.apply:
        case Op.index:
        case Op.reference:
        case Op.deref:
          expression = a;
          continue;
        case Op.name:
          if (this.#local.has(strings[a]!)) return "";
          if (!this.#isSure(strings[a]!)) this.#taken.add(strings[a]!);
          return strings[a]!;
        case Op.member:
        case Op.path:
          this.#takenMembers.add(strings[b]!);
          return strings[b]!;
        case Op.builtin:
          return strings[a]!;
        default:
          return "";
      }
    }
    return "";
  }

  /**
   * Whether a plain name means nothing of another name: a type of this file, or what no file says where names are said by files alone. A file that
   * is no module may name what another one holds.
   */
  #isSure(name: string): boolean {
    if (this.#indirect.has(name)) return false;
    if (this.#own.has(name)) return true;
    const { imports, exports } = this.facts;
    const { scriptsShareNames, globals } = this.rules;
    const mayBeShared = scriptsShareNames === true && globals?.has(name) === false && imports.length < 2 && exports.length < 2;
    return this.#typesAreValues && !mayBeShared && !this.#imported.has(name) && !this.#hasWildcard;
  }

  #findIndirect(): void {
    const { bindings, exports, imports, scopes, strings } = this.facts;
    for (let row = 1; row < bindings.length; row++) {
      const name = strings[bindings.name[row]!]!;
      if (bindings.kind[row] === BindingKind.import) this.#imported.add(name);
      if (!this.#mayMeanAnother(row)) {
        if (bindings.kind[row] === BindingKind.definition) this.#own.add(name);
        continue;
      }
      const scope = bindings.scope[row]!;
      const kind = bindings.kind[row]!;
      const isOwn = kind === BindingKind.parameter || kind === BindingKind.typeParameter || scopes.kind[scope]! >= ScopeKind.function;
      if (!isOwn) (scopes.kind[scope] === ScopeKind.class ? this.#indirectMembers : this.#indirect).add(name);
      if (scope !== 1) this.#local.add(name);
    }
    for (let row = 1; row < exports.length; row++) {
      if (exports.local[row] !== exports.name[row]) this.#indirect.add(strings[exports.name[row]!]!);
    }
    this.#indirect.delete("");
    for (let row = 1; row < imports.length; row++) {
      if (imports.flags[row]! & (LinkFlag.wildcard | LinkFlag.dot)) this.#hasWildcard = true;
    }
  }

  /** Whether the name of a binding may stand for a type of another name. */
  #mayMeanAnother(row: number): boolean {
    const { bindings, definitions, imports, strings } = this.facts;
    switch (bindings.kind[row]) {
      case BindingKind.typeParameter:
        return true;
      case BindingKind.import:
        // A module is no type, unless it may be replaced by a value, or be an item of the same module (`use Conf as Settings`).
        return imports.name[bindings.import_[row]!] === 0
          ? this.#typesAreValues || (this.rules.itemPaths && imports.module[bindings.import_[row]!] !== bindings.name[row])
          : imports.name[bindings.import_[row]!] !== bindings.name[row];
      case BindingKind.definition: {
        const definition = bindings.definition[row]!;
        const kind = definitions.kind[definition]!;
        if (kind === DefinitionKind.type_alias) return !strings[definitions.attributes[definition]!]!.includes(DISTINCT);
        const holdsValue = kind === DefinitionKind.field || kind === DefinitionKind.variable || kind === DefinitionKind.constant;
        return (holdsValue && this.#typesAreValues) || definitions.name[definition] !== bindings.name[row];
      }
      default:
        return this.#typesAreValues;
    }
  }
}
