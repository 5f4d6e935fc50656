/**
 * One file's facts with the tables for looking up its names.
 *
 * Stage: resolve. Invariant: built from the facts alone, when the file is first needed.
 */
import { addAt, NO_ROWS } from "../../base/lists.ts";
import {
  BindingFlag,
  BindingKind,
  CallFlag,
  DefinitionFlag,
  DefinitionKind,
  DISTINCT,
  type Facts,
  isBranch,
  LinkFlag,
  listItems,
  MODULE_ROW,
  ScopeKind,
  WHERE,
} from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { wholeFacts } from "../../facts/stored_facts.ts";
import type { ResolutionRules } from "../../rules/resolution_rules.ts";
import type { FoundName } from "../names/names.ts";
import type { SoughtRows } from "../names/reaching.ts";
import { firstsOf } from "./exclusive_blocks.ts";
import { Memo } from "./memo.ts";
import { NameTable } from "./name_table.ts";
import { Surroundings } from "./surroundings.ts";

/** The name of a member whose key is a constant; the text of well-known symbols is not known. */
const CONSTANT_NAME = /^\[(?!Symbol\.)[\p{L}_$][\w$.]*\]$/u;

/** A view of an empty file counts as so many rows: three times what it takes, so that of tiny files fewer stay. */
const ROWS_OF_NOTHING = 1000;

/** What was found out about the namespaces of a file (`merged_namespaces.ts`). */
interface Namespaces {
  /** By scope of a namespace: the scopes of all declarations merged with it. */
  readonly bodies: Map<number, readonly number[]>;
  /** By the first of these scopes: the first bindings of each name in them. */
  readonly names: Map<number, Map<number, number[]>>;
  /** By namespace (row): whether it declares only types. */
  readonly typesAlone: Map<number, boolean>;
}

/** One file's facts with its look-up tables. */
export class FileView {
  readonly facts: Facts;
  #surroundings: Surroundings | undefined;
  #names: NameTable | undefined;
  #exports: Map<string, number[]> | undefined;
  #macrosIn: Map<number, number[]> | undefined;
  #bindingOf: Int32Array | undefined;
  #firsts: Int32Array | undefined;
  #leftOut: Map<number, number[]> | undefined;
  #bounds: Map<number, number[]> | undefined;
  #receiverNames: Set<number> | undefined;
  #callsOn: Map<number, number[]> | undefined;
  #memberCalls: Map<string, number[]> | undefined;
  #attached: Map<number, number[]> | undefined;
  #callsWithin: Map<number, number[]> | undefined;
  #importedNames: Set<number> | undefined;
  #calledAt: Set<number> | undefined;
  #importScopes: Set<number> | undefined;
  #boundNames: Map<string, number> | undefined;
  /** First bindings of names in the module's own scope. */
  #inModule: Map<string, number> | undefined;
  #constantNames: readonly string[] | undefined;
  #embeds: boolean | undefined;
  packageNames: Map<string, number> | undefined;
  /** Specifiers that only calls load (`required_modules.ts`). */
  required: ReadonlySet<string> | undefined;
  /** By test that narrows a name: the binding behind all such tests (`names.ts`). */
  readonly behindTests = new Map<number, FoundName>();
  #namespaces: Namespaces | undefined;
  /** Bindings of names that are bound several times, by the first binding and the kind of search. */
  readonly sought = new Map<number, SoughtRows>();
  /** Bindings in the body of a type by name, by the type's row of `definitions` (`memberTable`). */
  readonly memberTables: (Map<string, number[]> | undefined)[];
  /** Whether the file is a script, once requested (`script_names.ts`). */
  script: boolean | undefined;
  /** Import rows that import all names of a module. */
  readonly wildcards: readonly number[];
  /** Those of them in function bodies. */
  readonly wildcardsInBlocks: readonly number[];
  readonly values: Memo;
  readonly types: Memo;
  readonly callees: Memo;
  readonly bindings: Memo;
  readonly bindingTypes: Memo;
  readonly valuesOfDefinitions: Memo;
  readonly typesOfDefinitions: Memo;
  readonly results: Memo;
  readonly decorated: Memo;
  readonly expected: Memo;

  constructor(readonly index: number, readonly path: string, facts: Facts, readonly rules: ResolutionRules) {
    this.facts = wholeFacts(facts);
    const { bindings, imports, definitions, expressions } = this.facts;
    this.values = new Memo(expressions.length, 1);
    this.types = new Memo(expressions.length, 2);
    this.callees = new Memo(expressions.length, 3);
    this.bindings = new Memo(bindings.length, 4);
    this.bindingTypes = new Memo(bindings.length, 5);
    this.valuesOfDefinitions = new Memo(definitions.length, 6);
    this.typesOfDefinitions = new Memo(definitions.length, 7);
    this.results = new Memo(definitions.length, 8);
    this.decorated = new Memo(definitions.length, 9);
    this.expected = new Memo(definitions.length, 10);
    this.memberTables = new Array(definitions.length);
    const wildcards: number[] = [];
    for (let row = 1; row < imports.length; row++) if (imports.flags[row]! & (LinkFlag.wildcard | LinkFlag.dot)) wildcards.push(row);
    this.wildcards = wildcards;
    const isInBlock = (row: number): boolean => {
      const kind = facts.scopes.kind[imports.scope[row]!]!;
      return kind === ScopeKind.function || isBranch(kind);
    };
    this.wildcardsInBlocks = wildcards.length === 0 ? NO_ROWS : wildcards.filter(isInBlock);
  }

  get namespaces(): Namespaces {
    return this.#namespaces ??= { bodies: new Map(), names: new Map(), typesAlone: new Map() };
  }
  /** Its size in rows of facts; a small file counts as some more. */
  get rows(): number {
    const { bindings, definitions, expressions } = this.facts;
    return ROWS_OF_NOTHING + bindings.length + definitions.length + expressions.length;
  }

  /** Whether the plain name at this offset is called, other than by `new`. */
  isCalledAt(at: number): boolean {
    const { calls, expressions } = this.facts;
    if (this.#calledAt === undefined) {
      this.#calledAt = new Set();
      for (let row = 1; row < calls.length; row++) {
        const callee = calls.expression[row]!;
        const isType = (calls.flags[row]! & CallFlag.new) !== 0;
        if (!isType && expressions.op[callee] === Op.name) this.#calledAt.add(expressions.c[callee]!);
      }
    }
    return this.#calledAt.has(at);
  }
  /** What surrounds the file's values. */
  get surroundings(): Surroundings {
    return this.#surroundings ??= new Surroundings(this.facts, this.rules);
  }
  /** Bindings by scope and name. */
  get names(): NameTable {
    return this.#names ??= new NameTable(this.facts, this.rules);
  }
  /** The number of a name if the file binds it. */
  numberOf(name: string): number | undefined {
    if (this.#boundNames === undefined) {
      this.#boundNames = new Map();
      const { name } = this.facts.bindings;
      for (const first of this.names.firsts) this.#boundNames.set(this.text(name[first]!), name[first]!);
    }
    return this.#boundNames.get(name);
  }
  /** Bindings of a name in exactly that scope. */
  find(scope: number, name: number): readonly number[] {
    const { names } = this;
    const first = names.first(scope, name);
    return first === 0 ? NO_ROWS : names.chain(first);
  }
  /** Whether there are imports in exactly that scope. */
  importsIn(scope: number): boolean {
    return (this.#importScopes ??= new Set(this.facts.imports.scope)).has(scope);
  }
  /** Whether a type is an alias of another named type (`type A = B`). */
  isAlias(row: number): boolean {
    const { attributes, kind } = this.facts.definitions;
    return kind[row] === DefinitionKind.type_alias && (attributes[row] === 0 || !this.text(attributes[row]!).includes(DISTINCT));
  }
  /** Whether any type of the file embeds another one. */
  get embeds(): boolean {
    return this.#embeds ??= this.facts.definitions.flags.some((flags) => (flags & DefinitionFlag.embedded) !== 0);
  }
  /** All bindings that a scope owns. */
  ownedBy(scope: number): readonly number[] {
    return this.names.ownedBy(scope);
  }
  /** Bindings of macros in a scope, and of modules whose macros are visible after their end; the last first. */
  macrosIn(scope: number): readonly number[] {
    if (this.#macrosIn === undefined) {
      this.#macrosIn = new Map();
      const { names, facts: { bindings: { at } } } = this;
      for (const first of names.firsts) {
        for (let row = first; row !== 0; row = names.next(row)) if (this.#holdsBeyond(row)) addAt(this.#macrosIn, names.owner(row), row);
      }
      for (const rows of this.#macrosIn.values()) rows.sort((one, other) => at[other]! - at[one]!);
    }
    return this.#macrosIn.get(scope) ?? NO_ROWS;
  }
  #holdsBeyond(row: number): boolean {
    const { bindings: { definition, import_ }, definitions, imports } = this.facts;
    const declared = definition[row]!;
    const passesOn = LinkFlag.childModule | LinkFlag.macros;
    return definitions.kind[declared] === DefinitionKind.macro || (definitions.flags[declared]! & DefinitionFlag.macros) !== 0 ||
      (import_[row] !== 0 && (imports.flags[import_[row]!]! & passesOn) === passesOn);
  }
  /** Names of members with constant keys, as written (`[KEY]`, `[Kind.walk]`). */
  get constantNames(): readonly string[] {
    return this.#constantNames ??= this.facts.strings.filter((text) => CONSTANT_NAME.test(text));
  }
  /** Bindings of a name in the module's own scope. */
  inModule(name: string): readonly number[] {
    const { names } = this;
    if (this.#inModule === undefined) {
      this.#inModule = new Map();
      const { bindings } = this.facts;
      for (const first of names.firsts) if (names.owner(first) === 1) this.#inModule.set(this.text(bindings.name[first]!), first);
    }
    const first = this.#inModule.get(name);
    return first === undefined ? NO_ROWS : names.chain(first);
  }
  /** Bindings of a name, given as text, in exactly that scope. */
  namedIn(scope: number, name: string): readonly number[] {
    if (scope === 1) return this.inModule(name);
    const number = this.numberOf(name);
    return number === undefined ? NO_ROWS : this.find(scope, number);
  }
  /** Rows of `exports` for that name, except those that export a whole module or macros. */
  exportsNamed(name: string): readonly number[] {
    if (this.#exports === undefined) {
      this.#exports = new Map();
      const { exports } = this.facts;
      for (let row = 1; row < exports.length; row++) {
        const flags = exports.flags[row]!;
        const isWildcard = (flags & LinkFlag.wildcard) !== 0 && (flags & LinkFlag.namespace) === 0;
        if (!isWildcard && (flags & (LinkFlag.whole | LinkFlag.macros)) === 0) addAt(this.#exports, this.text(exports.name[row]!), row);
      }
    }
    return this.#exports.get(name) ?? NO_ROWS;
  }
  /** The names (of `strings`) that imports bind. */
  get importedNames(): ReadonlySet<number> {
    if (this.#importedNames === undefined) {
      const { name, kind } = this.facts.bindings;
      this.#importedNames = new Set();
      for (let row = 1; row < name.length; row++) if (kind[row] === BindingKind.import) this.#importedNames.add(name[row]!);
    }
    return this.#importedNames;
  }
  /** Calls of members of what has the name `name` (of `strings`), alone or as a member: `jobs.add(x)` and `self.jobs.add(x)` for `jobs`. */
  callsOn(name: number): readonly number[] {
    if (this.#callsOn === undefined) {
      this.#callsOn = new Map();
      const { calls, expressions: { op, a, b } } = this.facts;
      for (let call = 1; call < calls.length; call++) {
        const callee = calls.expression[call]!;
        const object = op[callee] === Op.member ? a[callee]! : 0;
        if (op[object] === Op.name) addAt(this.#callsOn, a[object]!, call);
        else if (op[object] === Op.member) addAt(this.#callsOn, b[object]!, call);
      }
    }
    return this.#callsOn.get(name) ?? NO_ROWS;
  }
  /** Calls of members called `name`. */
  memberCalls(name: string): readonly number[] {
    if (this.#memberCalls === undefined) {
      this.#memberCalls = new Map();
      const { calls: { expression }, expressions: { op, b } } = this.facts;
      for (const [call, callee] of expression.entries()) {
        if (op[callee] === Op.member) addAt(this.#memberCalls, this.text(b[callee]!), call);
      }
    }
    return this.#memberCalls.get(name) ?? NO_ROWS;
  }
  /** Definitions called `name` (of `strings`) that are added to something from outside (`owner`). */
  attached(name: number): readonly number[] {
    if (this.#attached === undefined) {
      this.#attached = new Map();
      const { definitions } = this.facts;
      for (const [row, owner] of definitions.owner.entries()) if (owner !== 0) addAt(this.#attached, definitions.name[row]!, row);
    }
    return this.#attached.get(name) ?? NO_ROWS;
  }
  /** Calls of a definition (row of `definitions`), and of definitions nested in it except classes. */
  callsWithin(definition: number): readonly number[] {
    if (this.#callsWithin === undefined) {
      this.#callsWithin = new Map();
      const { calls, definitions: { parent, kind } } = this.facts;
      for (let call = 1; call < calls.length; call++) {
        for (let row = calls.caller[call]!; row !== 0; row = kind[row] === DefinitionKind.class ? 0 : parent[row]!) {
          addAt(this.#callsWithin, row, call);
        }
      }
    }
    return this.#callsWithin.get(definition) ?? NO_ROWS;
  }

  /** Bindings of bounds on types (`WHERE`), by the scope in which they hold. */
  get bounds(): ReadonlyMap<number, readonly number[]> {
    if (this.#bounds === undefined) {
      this.#bounds = new Map();
      const { name, scope } = this.facts.bindings;
      const where = this.facts.strings.indexOf(WHERE);
      for (let row = 1; where > 0 && row < name.length; row++) if (name[row] === where) addAt(this.#bounds, scope[row]!, row);
    }
    return this.#bounds;
  }
  /** Names (of `strings`) of receivers: `self`, or `r` in `func (r *Reader)`. */
  get receiverNames(): ReadonlySet<number> {
    if (this.#receiverNames === undefined) {
      this.#receiverNames = new Set();
      const { name, flags } = this.facts.bindings;
      for (let row = 1; row < name.length; row++) if (flags[row]! & BindingFlag.receiver) this.#receiverNames.add(name[row]!);
    }
    return this.#receiverNames;
  }
  /** The binding row of a definition, or 0. */
  bindingOf(definition: number): number {
    if (this.#bindingOf === undefined) {
      this.#bindingOf = new Int32Array(this.facts.definitions.length);
      const { bindings } = this.facts;
      for (let row = 1; row < bindings.length; row++) if (bindings.definition[row]! !== 0) this.#bindingOf[bindings.definition[row]!] = row;
    }
    return this.#bindingOf[definition]!;
  }
  /** The bindings with the same name and scope as a definition's, including its own; empty if it is not bound. */
  namesakes(definition: number): readonly number[] {
    const row = this.bindingOf(definition);
    const { scope, name } = this.facts.bindings;
    return row === 0 ? NO_ROWS : this.find(scope[row]!, name[row]!);
  }
  /** The bindings of a definition's type parameters. */
  typeParameters(definition: number): number[] {
    return listItems(this.facts, this.facts.definitions.typeParameters[definition]!);
  }
  /** Definitions called `name` (of `strings`) that an ordinary build leaves out. */
  leftOutNamed(name: number): readonly number[] {
    if (this.#leftOut === undefined) {
      this.#leftOut = new Map();
      const { flags, name, length } = this.facts.definitions;
      for (let row = MODULE_ROW + 1; row < length; row++) {
        if ((flags[row]! & DefinitionFlag.inactive) !== 0) addAt(this.#leftOut, name[row]!, row);
      }
    }
    return this.#leftOut.get(name) ?? NO_ROWS;
  }
  name(definition: number): string {
    return this.facts.strings[this.facts.definitions.name[definition]!]!;
  }
  text(id: number): string {
    return this.facts.strings[id]!;
  }
  /** The outermost loop around `scope` inside `outer`; 0 if there is none. */
  loopAround(scope: number, outer: number): number {
    const { kind, parent } = this.facts.scopes;
    let loop = 0;
    for (let s = scope; s !== 0 && s !== outer; s = parent[s]!) if (kind[s] === ScopeKind.loop) loop = s;
    return loop;
  }
  /** The first of the exclusive blocks of a block's statement (`firstsOf`); the block itself if it is not one of several. */
  firstOf(block: number): number {
    this.#firsts ??= firstsOf(this.facts);
    return this.#firsts[block]!;
  }
  /** Whether `outer` is `scope` or encloses it. */
  within(scope: number, outer: number): boolean {
    while (scope !== 0 && scope !== outer) scope = this.facts.scopes.parent[scope]!;
    return scope === outer;
  }
}
