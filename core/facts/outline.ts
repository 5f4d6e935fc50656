/**
 * What the whole repository must know about a file before it is consulted: which names it contains.
 *
 * Stage: parse -> OUTLINE -> resolve. Derived from a file's facts when they are made and stored beside them, so that resolving one file
 * does not decode all others. Invariants: it depends on the facts and the language's rules alone; anything that may refer to a type under
 * another name is listed under no name ("") or in `indirect`, so that a search for a name in the outlines is complete.
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
import { functionsIn, functionsPlacedIn, isListed, joinedTo, nameOf, nameOfElements, nameOfType } from "./stored_names.ts";
import { lastNameOf } from "./written_names.ts";

/** The names of a file by what they may refer to. A name is the last part of a path. */
export interface Outline {
  readonly declarations: ModuleDeclarations;
  /** Functions and methods. */
  readonly callables: NamedRows;
  /** What else can be named from elsewhere: everything that is not local to a function. */
  readonly nameable: NamedRows;
  readonly macros: NamedRows;
  /** Names of macros that are implemented by functions. */
  readonly madeMacros: readonly string[];
  /** Definitions that belong to a type outside its own body, by that type; "" if it is not a plain name. */
  readonly owned: NamedRows;
  /** Implementations, by the trait. */
  readonly given: NamedRows;
  /** Types with supertypes, by these. */
  readonly based: NamedRows;
  /** Embedded fields, by their own names. */
  readonly embedded: NamedRows;
  /**
   * Uses (not definitions) that store a value in a member of something other than the own object, by the member's name; in an element, by
   * the name of its container (`nameOfElements`); or its members in another value, by that one's name (`joinedTo`).
   */
  readonly stored: NamedRows;
  /** Functions whose results a test framework injects under a name other than their own, by that name (`givenName`). */
  readonly gives: NamedRows;
  /** Names under which something of another name may be reached: aliases, renamed imports and exports, variables if types are values. */
  readonly indirect: readonly string[];
  /** Such names that are reached only through a type (associated types, fields if types are values). */
  readonly indirectMembers: readonly string[];
  /** Names in these lists that the file imports, if they may be `indirect`; and those that it reaches through something else. */
  readonly taken: readonly string[];
  readonly takenMembers: readonly string[];
  /** The last names of what the file passes something to, one per line with `\n` around them all (`passingNames`). */
  readonly handing: string;
  /** The module specifiers in the file: as written, and with the names that may be modules themselves. */
  readonly specifiers: readonly string[];
  /**
   * Texts that are words and so may name members, with `|` around each (`wordsIn`); "" if the language accesses no members by texts. It
   * comes last, so that it can be found in the stored text.
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

/** Kinds with members of their own: types, including anonymous ones. */
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

/** Derives the outline from a file's facts. */
export function outlineOf(facts: Facts, rules: ResolutionRules): Outline {
  return new OutlineReader(facts, rules).read();
}

/** The stored form of an outline. */
export function encodeOutline(outline: Outline): string {
  return JSON.stringify(outline, (_, value: unknown) => value instanceof WrittenRows ? value.text : value);
}

/** A list of no names: most lists of most files are empty, and each would take memory of its own. */
const NO_NAMES: NamedRows = { names: [], rows: [] };

/** The inverse of `encodeOutline`. */
export function decodeOutline(text: string): Outline {
  const parsed = JSON.parse(text) as Record<string, unknown>;
  for (const list of LISTS) parsed[list] = parsed[list] === "" ? NO_NAMES : new WrittenRows(parsed[list] as string);
  return parsed as unknown as Outline;
}

/** Whether an argument can be neither a router nor a path. */
function saysNothing({ expressions }: Facts, argument: number): boolean {
  const op = expressions.op[argument];
  return argument === 0 || op === Op.key || (op === Op.literal && expressions.b[argument] === 0 && expressions.c[argument] === 0);
}

/** The name, among those of `passingNames`, of a module's value or default export: the last part of the module's path or specifier. */
export function nameOfDefault(path: string): string {
  return `./${baseName(path).replace(/\.\w+$/, "")}`;
}

/** Module specifiers by the names (strings) that mean the module's value or default export. */
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
 * The last names of calls with an argument other than literals, or with a text that is kept; for calls of a module's value or default
 * export also that module's name (`nameOfDefault`).
 */
export function passingNames(facts: Facts, { mainExport }: Pick<ResolutionRules, "mainExport">): ReadonlySet<string> {
  const names = new Set<number>();
  const modules = new Set<string>();
  addPassing(facts, mainExport, names, modules);
  names.delete(0);
  return new Set([...[...names].map((name) => facts.strings[name]!), ...modules]);
}

function addPassing(facts: Facts, mainExport: string | undefined, names: Set<number>, modules: Set<string>): void {
  const { calls, expressions, lists, strings } = facts;
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
}

/** The words among a file's texts of the library type `type`, with `|` around each. */
function wordsIn({ expressions: { op, a, c }, strings }: Facts, type: string): string {
  const words = rowsWith(op, Op.key).filter((row) => strings[a[row]!] === type).map((row) => strings[c[row]!]!);
  return words.length === 0 ? "" : `|${words.join("|")}|`;
}

/** What precedes and follows the words in a stored outline, if it has any. */
export const WORDS_KEPT = { from: '"words":"|', to: '|"}' };

/** Adds all parent modules of a path. */
function addBeginnings(path: string, separator: string, into: Set<string>): void {
  for (let cut = path.indexOf(separator); cut > 0; cut = path.indexOf(separator, cut + separator.length)) into.add(path.slice(0, cut));
}

class OutlineReader {
  /** Names that are aliases for every file, and those that are aliases only within this file. */
  readonly #indirect = new Set<string>();
  readonly #indirectMembers = new Set<string>();
  readonly #local = new Set<string>();
  /** Names that the file itself gives to types, and those that it imports. */
  readonly #own = new Set<string>();
  readonly #taken = new Set<string>();
  readonly #takenMembers = new Set<string>();
  readonly #imported = new Set<string>();
  #hasWildcard = false;
  /** Whether variables, fields and parameters may hold types. */
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
      // What is visible everywhere is not bound in any file.
      if (!isCallable && kind >= DefinitionKind.field && this.facts.expressions.op[owner] === Op.builtin) this.#indirect.add(name);
      // The members of a definition itself are in its body.
      if (owner !== 0 && this.facts.expressions.op[owner] !== Op.definition) lists.owned.add(this.#nameOf(owner), row);
      if (kind === DefinitionKind.impl && definitions.type[row] !== 0) lists.given.add(this.#nameOf(definitions.type[row]!), row);
      const maySubtype = TYPE_KINDS.has(kind) || kind === DefinitionKind.enum_member;
      if (maySubtype && definitions.supertypes[row] !== 0) this.#addBases(lists.based, row, name);
      if (definitions.flags[row]! & DefinitionFlag.embedded && definitions.type[row] !== 0) {
        lists.embedded.add(name, row);
        this.#taken.add(name);
      }
    }
    // In other languages a value's holder is declared, and its members with it.
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
      handing: ["", ...passingNames(this.facts, this.rules), ""].join("\n"),
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
    // A path that is not a module is looked up in the modules that it begins with.
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
        const elements = op[place] === Op.spread ? joinedTo(nameOf(this.facts, holder)) : nameOfElements(this.facts, holder);
        const name = isListed(this.facts, given) ? functionsIn(elements) : elements;
        if (name !== "") stored.add(name, use);
        continue;
      }
      const isOwn = op[holder] === Op.self || (op[holder] === Op.name && own.has(a[holder]!));
      if (op[place] === Op.member && !isOwn) stored.add(strings[b[place]!]!, use);
    }
  }

  /**
   * Adds functions that are stored in fields by name or position, or in elements of a named container. Arguments of calls have a position,
   * too.
   */
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
    // A function type is not a base that can be named.
    const bases = listItems(facts, facts.definitions.supertypes[row]!).filter((base) => facts.expressions.op[base] !== Op.functionType);
    const names = new Set(bases.map((base) => this.#nameOf(base)));
    // The parts of a merged type are bases of each other.
    if (this.rules.separateTypes) names.add(name);
    for (const one of names.has("") ? [""] : names) based.add(one, row);
  }

  /** The last name of an expression; "" if it may refer to something of any name. */
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
   * Whether a plain name is certainly not an alias: it is a type of this file, or no file makes it one and names come only from files. A
   * file that is not a module may use names defined in another one.
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
    const { exports, imports, strings } = this.facts;
    this.#readBindings();
    for (let row = 1; row < exports.length; row++) {
      if (exports.local[row] !== exports.name[row]) this.#indirect.add(strings[exports.name[row]!]!);
    }
    this.#indirect.delete("");
    for (let row = 1; row < imports.length; row++) {
      if (imports.flags[row]! & (LinkFlag.wildcard | LinkFlag.dot)) this.#hasWildcard = true;
    }
  }
  #readBindings(): void {
    const { bindings, scopes, strings } = this.facts;
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
  }

  /** Whether the name of a binding may be an alias of a type. */
  #mayMeanAnother(row: number): boolean {
    const { bindings, definitions, imports, strings } = this.facts;
    switch (bindings.kind[row]) {
      case BindingKind.typeParameter:
        return true;
      case BindingKind.import:
        // A module is not a type, unless it may be replaced by a value, or is an item of the same module (`use Conf as Settings`).
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
