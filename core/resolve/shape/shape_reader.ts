/**
 * Reads off a file's facts what the evaluation of other files can see of it.
 *
 * Stage: resolve. Positions, calls, and the inside of functions whose result is declared are not in it. Invariant: whatever another file's
 * answer can rest on is in it.
 */
import { addAt } from "../../base/lists.ts";
import { BindingKind, DefinitionKind, type Facts, isCallable, LinkFlag, listItems, MODULE_ROW, ScopeKind } from "../../facts.ts";
import { Op, PairMode } from "../../facts/expressions.ts";
import { withoutWrappers } from "../../facts/written_names.ts";
import { PARTS } from "./expression_parts.ts";
import { findSetFromInside } from "./set_from_inside.ts";

/** One thing that others can see. */
export interface ShapeRecord {
  readonly text: string;
  /** Its own name, and that of the definition at the top of the file in which it stands; "" where there is none. */
  readonly name: string;
  readonly top: string;
  /** The name of the type or function that it belongs to, or "". */
  readonly holder: string;
  /** Found by its name alone, however it comes to be there: no import, no implementation, no macro. */
  readonly isPlain: boolean;
  /** The type that it becomes a member of, as written; "" mostly. */
  readonly owner: string;
  /**
   * What others find by its name alone and it is a part of: a function at the top of the file by its name, a method of a class or of an impl without
   * a trait there by both names (`methodKey`); neither has a decorator. "" for all that is found in other ways.
   */
  readonly part: string;
}

/** What tells a method of a type at the top of a file. */
export function methodKey(type: string, name: string): string {
  return `${type}\0${name}`;
}

/** A text, and the names (strings) that it speaks of. */
interface Collected {
  readonly text: string;
  readonly names: ReadonlySet<number>;
}

const DEEPEST = 300;
/** What a function may hold that is found through it alone. */
const INSIDE: ReadonlySet<number> = new Set([DefinitionKind.variable, DefinitionKind.constant, DefinitionKind.lambda]);

/** Reads what others can see off a file's facts, once: for the records, or for descriptions, which open functions too. */
export class ShapeReader {
  readonly #records: ShapeRecord[] = [];
  /** The record that is being written, and the expressions that stand in it already: parts of several (sums of sums) are written once. */
  readonly #out: string[] = [];
  readonly #written = new Map<number, number>();
  /** Functions whose insides are part of the shape, in the order in which they were found to be. */
  readonly #open: number[] = [];
  readonly #isOpen = new Set<number>();
  readonly #keys: string[] = [];
  /** Names that were written, where somebody asks for them; what is bound to a name, and by which rows. */
  #met: Set<number> | undefined;
  readonly #bound = new Map<number, Collected>();
  #rowsByName: ReadonlyMap<number, readonly number[]> | undefined;
  /** Bindings by scope, parameters left to their functions; and which name each scope binds: scope * number of strings + name. */
  readonly #byScope = new Map<number, number[]>();
  readonly #boundNames = new Set<number>();
  /** The innermost function whose body holds each scope, or 0; and the scopes of each. */
  readonly #functionOf: Int32Array;
  readonly #scopesOf = new Map<number, number[]>();
  /** See `findSetFromInside`. */
  #setFromInside: ReadonlyMap<number, readonly number[]> | undefined;

  constructor(readonly facts: Facts) {
    const { scopes, bindings, strings } = facts;
    for (let row = 1; row < bindings.length; row++) {
      if (bindings.kind[row] === BindingKind.parameter) continue;
      const scope = bindings.scope[row]!;
      this.#boundNames.add(scope * strings.length + bindings.name[row]!);
      addAt(this.#byScope, scope, row);
    }
    this.#functionOf = new Int32Array(scopes.length).fill(-1);
    this.#functionOf[0] = 0;
    for (let scope = 1; scope < scopes.length; scope++) {
      const definition = this.#findFunction(scope);
      addAt(this.#scopesOf, definition, scope);
    }
  }

  #findFunction(scope: number): number {
    const known = this.#functionOf[scope]!;
    if (known >= 0) return known;
    const { scopes, definitions } = this.facts;
    const definition = scopes.kind[scope] === ScopeKind.function ? scopes.definition[scope]! : 0;
    const isFunction = definition !== 0 && definitions.kind[definition] !== DefinitionKind.module;
    return this.#functionOf[scope] = isFunction ? definition : this.#findFunction(scopes.parent[scope]!);
  }

  /** A record of each definition, and no other. */
  readDefinitions(): ShapeRecord[] {
    const { definitions } = this.facts;
    for (let row = 1; row < definitions.length; row++) {
      if (definitions.kind[row] !== DefinitionKind.lambda) this.#recordDefinition(row);
    }
    return this.#records;
  }

  /** All records: definitions, imports, exports, and bindings that are not inside a function, or inside one that is open to others. */
  read(): ShapeRecord[] {
    const { imports, exports } = this.facts;
    this.readDefinitions();
    for (let row = 1; row < imports.length; row++) this.#record({ name: "", isPlain: false }, () => this.#import(row));
    for (let row = 1; row < exports.length; row++) {
      const name = this.#text(exports.name[row]!);
      const isPlain = (exports.flags[row]! & (LinkFlag.wildcard | LinkFlag.whole)) === 0;
      const part = exports.module[row] === 0 && this.#isCallableName(exports.local[row]!) ? name : "";
      this.#record({ name, top: name, isPlain, part }, () => this.#export(row));
    }
    // Scopes that are not inside a function.
    for (const scope of this.#scopesOf.get(0) ?? []) this.#recordBindings(scope);
    this.#recordSetFromInside(0);
    for (let i = 0; i < this.#open.length; i++) this.#recordInside(this.#open[i]!);
    return this.#records;
  }

  /** Expressions as they are written, and all that the file binds to the names in them. */
  describe(roots: readonly number[]): string {
    const { text, names } = this.#collect(() => {
      for (const root of roots) this.#expression(root, 0);
    });
    // What is written for one name may hold others.
    const all = new Set(names);
    const parts = [text];
    for (const name of all) {
      const bound = this.#boundTo(name);
      parts.push(bound.text);
      for (const one of bound.names) all.add(one);
    }
    return parts.join("\0");
  }

  /** What the file binds to a name, and the names in that. */
  #boundTo(name: number): Collected {
    const { bindings, imports } = this.facts;
    const rows = this.#rowsByName ??= this.#groupByName();
    const known = this.#bound.get(name);
    if (known !== undefined) return known;
    const found = this.#collect(() => {
      for (const row of rows.get(name) ?? []) {
        this.#binding(row);
        const import_ = bindings.import_[row]!;
        if (import_ !== 0) this.#out.push(this.#text(imports.module[import_]!), this.#text(imports.name[import_]!));
        if (bindings.definition[row] !== 0) this.#definition(bindings.definition[row]!);
      }
    });
    this.#bound.set(name, found);
    return found;
  }

  #groupByName(): ReadonlyMap<number, readonly number[]> {
    const { bindings } = this.facts;
    const rows = new Map<number, number[]>();
    for (let row = 1; row < bindings.length; row++) addAt(rows, bindings.name[row]!, row);
    return rows;
  }

  #collect(write: () => void): Collected {
    const names = this.#met = new Set<number>();
    const text = this.#write(write);
    this.#met = undefined;
    return { text, names };
  }

  /** What `write` writes, as one record. */
  #record(told: Pick<ShapeRecord, "name" | "isPlain"> & Partial<ShapeRecord>, write: () => void): void {
    this.#records.push({ top: "", holder: "", owner: "", part: "", ...told, text: this.#write(write) });
  }

  #write(write: () => void): string {
    write();
    const text = this.#out.join("\0");
    this.#out.length = 0;
    this.#written.clear();
    return text;
  }

  #recordDefinition(row: number): void {
    const { definitions } = this.facts;
    const kind = definitions.kind[row]!;
    const isPlain = kind !== DefinitionKind.impl && kind !== DefinitionKind.macro && kind !== DefinitionKind.module &&
      (kind !== DefinitionKind.interface || definitions.owner[row] === 0);
    const owner = definitions.owner[row] === 0 ? "" : this.#write(() => this.#expression(definitions.owner[row]!, 0));
    const top = this.#topOf(row);
    this.#record({
      name: this.#text(definitions.name[row]!),
      top: this.#nameOf(top),
      holder: this.#holderOf(row),
      isPlain,
      owner,
      part: row === top || row === this.#methodAround(row) || INSIDE.has(kind) ? this.#partAround(row) : "",
    }, () => this.#definition(row));
  }

  #recordBindings(scope: number): void {
    const { bindings, scopes } = this.facts;
    const isTop = scopes.kind[scope] === ScopeKind.module;
    for (const row of this.#bindingsOf(scope)) {
      const name = this.#text(bindings.name[row]!);
      const top = isTop ? bindings.definition[row]! : this.#topOf(this.#definitionAround(scope));
      const isPlain = bindings.import_[row] === 0 && bindings.kind[row] !== BindingKind.assignment;
      const around = isTop ? bindings.definition[row]! : bindings.definition[row]! || this.#definitionAround(scope);
      const part = this.#partAround(around) === "" ? "" : isTop ? name : this.#partAround(around);
      this.#record({ name, top: isTop ? name : this.#nameOf(top), isPlain, part }, () => this.#binding(row));
    }
  }

  /** All bindings inside a function, inner functions' left to themselves. */
  #recordInside(definition: number): void {
    if (this.facts.definitions.kind[definition] === DefinitionKind.lambda) this.#recordDefinition(definition);
    for (const scope of this.#scopesOf.get(definition) ?? []) this.#recordBindings(scope);
    this.#recordSetFromInside(definition);
  }

  /** What functions inside one, or inside none (0), put into names that are declared there, or give to what they make. */
  #recordSetFromInside(definition: number): void {
    const { bindings } = this.facts;
    this.#setFromInside ??= findSetFromInside(this.facts, this.#functionOf);
    for (const row of this.#setFromInside.get(definition) ?? []) {
      const name = this.#text(bindings.name[row]!);
      const holder = bindings.kind[row] === BindingKind.field ? this.#functionOf[bindings.scope[row]!]! : definition;
      this.#record({ name, top: holder === 0 ? name : this.#nameOf(this.#topOf(holder)), isPlain: false }, () => this.#binding(row));
    }
  }

  /** The name of the definition around, or of the type that the owner names. */
  #holderOf(definition: number): string {
    const { definitions, expressions } = this.facts;
    if (definitions.parent[definition]! > MODULE_ROW) return this.#text(definitions.name[definitions.parent[definition]!]!);
    const owner = withoutWrappers(this.facts, definitions.owner[definition]!);
    return expressions.op[owner] === Op.name ? this.#text(expressions.a[owner]!) : "";
  }

  /** The definition at the top of the file in which a definition stands; the module itself, or 0, stands in none. */
  #topOf(definition: number): number {
    const { definitions } = this.facts;
    while (definitions.parent[definition]! > MODULE_ROW) definition = definitions.parent[definition]!;
    return definition;
  }

  /** The method of a class or of an impl without a trait at the top of the file in which a definition stands, or that it is; 0 where there is none. */
  #methodAround(definition: number): number {
    const { definitions: { parent, kind, type: trait } } = this.facts;
    let [method, type] = [definition, parent[definition]!];
    while (type > MODULE_ROW && parent[type]! > MODULE_ROW) [method, type] = [type, parent[type]!];
    const isOpen = kind[type] === DefinitionKind.class || (kind[type] === DefinitionKind.impl && trait[type] === 0);
    return type > MODULE_ROW && isOpen && this.#isCallableTop(method) ? method : 0;
  }

  /** See `ShapeRecord.part`. */
  #partAround(definition: number): string {
    const top = this.#topOf(definition);
    if (this.#isCallableTop(top)) return this.#nameOf(top);
    const method = this.#methodAround(definition);
    return method === 0 ? "" : methodKey(this.#nameOf(top), this.#text(this.facts.definitions.name[method]!));
  }

  #isCallableTop(definition: number): boolean {
    const { definitions } = this.facts;
    return isCallable(definitions.kind[definition]!) && definitions.decorators[definition] === 0;
  }

  /** Whether all that the module binds to a name are such functions. */
  #isCallableName(name: number): boolean {
    const { bindings } = this.facts;
    const rows = (this.#rowsByName ??= this.#groupByName()).get(name)?.filter((row) => bindings.scope[row] === 1) ?? [];
    return rows.length > 0 && rows.every((row) => this.#isCallableTop(bindings.definition[row]!));
  }

  #nameOf(top: number): string {
    return top <= MODULE_ROW ? "" : this.#text(this.facts.definitions.name[top]!);
  }

  /** The definition that a scope is of or lies in; 0 where there is none. */
  #definitionAround(scope: number): number {
    const { scopes } = this.facts;
    while (scope !== 0 && scopes.definition[scope] === 0) scope = scopes.parent[scope]!;
    return scopes.definition[scope]!;
  }

  #import(row: number): void {
    const { imports } = this.facts;
    this.#out.push(
      "i",
      this.#text(imports.module[row]!),
      this.#text(imports.name[row]!),
      this.#scope(imports.scope[row]!),
      String(imports.flags[row]!),
      // Of the macros that are declared around a child module those before it hold there.
      imports.flags[row]! & LinkFlag.childModule ? String(this.#macrosBefore(imports.at[row]!)) : "",
    );
  }

  #export(row: number): void {
    const { exports } = this.facts;
    this.#out.push(
      "x",
      this.#text(exports.name[row]!),
      this.#text(exports.local[row]!),
      this.#text(exports.module[row]!),
      String(exports.flags[row]!),
    );
    this.#expression(exports.value[row]!, 0);
  }

  #macrosBefore(at: number): number {
    const { definitions } = this.facts;
    let count = 0;
    for (let row = MODULE_ROW + 1; row < definitions.length; row++) {
      if (definitions.kind[row] === DefinitionKind.macro && definitions.start[row]! < at) count++;
    }
    return count;
  }

  #text(id: number): string {
    return this.facts.strings[id]!;
  }

  #definition(row: number): void {
    const { definitions } = this.facts;
    this.#out.push("d", this.keyOf(row), String(definitions.flags[row]!), this.#text(definitions.attributes[row]!));
    for (const column of ["owner", "type", "value"] as const) this.#expression(definitions[column][row]!, 0);
    for (const column of ["supertypes", "decorators"] as const) this.#list(definitions[column][row]!, 0);
    for (const column of ["parameters", "typeParameters"] as const) {
      for (const binding of listItems(this.facts, definitions[column][row]!)) {
        this.#binding(binding);
      }
    }
    // A declared result is all that a caller sees; without one the results themselves are.
    if (definitions.type[row] === 0) {
      this.#list(definitions.returns[row]!, 0);
      this.#list(definitions.yields[row]!, 0);
    }
  }

  #binding(row: number): void {
    const { bindings } = this.facts;
    this.#out.push(
      "b",
      String(bindings.kind[row]!),
      this.#text(bindings.name[row]!),
      this.#scope(bindings.scope[row]!),
      String(bindings.flags[row]!),
    );
    if (bindings.definition[row]! !== 0) this.#out.push(this.keyOf(bindings.definition[row]!));
    this.#expression(bindings.type[row]!, 0);
    this.#expression(bindings.value[row]!, 0);
  }

  /** Bindings that a scope was given, parameters left to their functions. */
  #bindingsOf(scope: number): readonly number[] {
    return this.#byScope.get(scope) ?? [];
  }

  #opens(definition: number): void {
    if (definition === 0 || this.#isOpen.has(definition)) return;
    this.#isOpen.add(definition);
    this.#open.push(definition);
  }

  #list(list: number, depth: number): void {
    this.#out.push("[");
    for (const item of listItems(this.facts, list)) this.#expression(item, depth + 1);
    this.#out.push("]");
  }

  #expression(row: number, depth: number): void {
    const { expressions } = this.facts;
    const op = expressions.op[row]!;
    if (row === 0 || op === Op.unknown || depth > DEEPEST) {
      this.#out.push("?");
      return;
    }
    this.#out.push(`(${op}`);
    if (op === Op.name) {
      this.#name(expressions.a[row]!, expressions.b[row]!);
      return;
    }
    const known = this.#written.get(row);
    if (known !== undefined) {
      this.#out.push(`${known})`);
      return;
    }
    this.#written.set(row, this.#written.size);
    const parts = PARTS[op] ?? "";
    const mode = expressions.c[row]!;
    if (parts.length > 0) this.#part(parts[0]!, expressions.a[row]!, mode, depth);
    if (parts.length > 1) this.#part(parts[1]!, expressions.b[row]!, mode, depth);
    if (parts.length > 2) this.#part(parts[2]!, mode, mode, depth);
    this.#out.push(")");
  }

  /** A name as it is looked up: of the functions around it those count that bind it, parameters left to their functions. */
  #name(name: number, scope: number): void {
    this.#out.push(this.#text(name), this.#scope(scope), ")");
    this.#met?.add(name);
    const { scopes, strings } = this.facts;
    for (let at = scope; at !== 0 && this.#functionOf[at] !== 0; at = scopes.parent[at]!) {
      if (this.#boundNames.has(at * strings.length + name)) this.#opens(this.#functionOf[at]!);
    }
  }

  #part(part: string, value: number, mode: number, depth: number): void {
    if (part === "e" || (part === "x" && mode === PairMode.expression)) this.#expression(value, depth + 1);
    else if (part === "l") this.#list(value, depth);
    else if (part === "s" || part === "x") this.#out.push(this.#text(value));
    else if (part === "n") this.#out.push(String(value));
    else if (part === "b") this.#binding(value);
    else if (part === "p") {
      this.#out.push(this.#scope(value));
      this.#opens(this.#functionOf[value]!);
    } else if (part === "d") {
      this.#out.push(this.keyOf(value));
      if (this.facts.definitions.kind[value] === DefinitionKind.lambda) this.#opens(value);
    }
  }

  /** A scope by the definition it belongs to: its own number moves with every edit. */
  #scope(scope: number): string {
    return this.keyOf(this.#definitionAround(scope));
  }

  /** A definition by its kind, name and surroundings. */
  keyOf(definition: number): string {
    if (definition === 0) return "";
    const known = this.#keys[definition];
    if (known !== undefined) return known;
    const { definitions } = this.facts;
    this.#keys[definition] = "";
    return this.#keys[definition] = `${this.keyOf(definitions.parent[definition]!)}/${definitions.kind[definition]}:${
      this.#text(definitions.name[definition]!)
    }`;
  }
}
