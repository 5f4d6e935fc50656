/**
 * Reads from a file's facts what the evaluation of other files can see.
 *
 * Stage: resolve. Positions, calls, and the bodies of functions with a declared result are not included. Invariant: everything that another
 * file's results can depend on is included.
 */
import { addAt } from "../../base/lists.ts";
import { BindingKind, DefinitionKind, type Facts, isCallable, LinkFlag, MODULE_ROW, ScopeKind } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { withoutWrappers } from "../../facts/written_names.ts";
import { findSetFromInside } from "./set_from_inside.ts";
import { ShapeWriter } from "./shape_writer.ts";

/** One item that others can see. */
export interface ShapeRecord {
  readonly text: string;
  /** Its own name, and that of the top-level definition that contains it; "" if there is none. */
  readonly name: string;
  readonly top: string;
  /** The name of the type or function that it belongs to, or "". */
  readonly holder: string;
  /** Whether it is found by its name alone, wherever it comes from: no import, no implementation, no macro. */
  readonly isPlain: boolean;
  /** The type that it becomes a member of, as written; usually "". */
  readonly owner: string;
  /**
   * The part that contains it, which others find by its name alone: a top-level function by its name, a method of a class or of an inherent
   * impl at the top level by both names (`methodKey`), without decorators. "" for everything found in other ways.
   */
  readonly part: string;
}

/** The key of a method of a top-level type. */
export function methodKey(type: string, name: string): string {
  return `${type}\0${name}`;
}

/** Kinds of definitions in a function that are found only through it. */
const INSIDE: ReadonlySet<number> = new Set([DefinitionKind.variable, DefinitionKind.constant, DefinitionKind.lambda]);

/** Reads the shape from a file's facts, once. */
export class ShapeReader {
  readonly #records: ShapeRecord[] = [];
  readonly #writer: ShapeWriter;
  /** Bindings by scope, except parameters. */
  readonly #bindingsOf = new Map<number, number[]>();
  /** The scopes of each function, and those outside of any (0). */
  readonly #scopesOf = new Map<number, number[]>();
  /** See `findSetFromInside`. */
  #setFromInside: ReadonlyMap<number, readonly number[]> | undefined;

  constructor(readonly facts: Facts) {
    const { scopes, bindings } = facts;
    this.#writer = new ShapeWriter(facts);
    for (let row = 1; row < bindings.length; row++) {
      if (bindings.kind[row] !== BindingKind.parameter) addAt(this.#bindingsOf, bindings.scope[row]!, row);
    }
    for (let scope = 1; scope < scopes.length; scope++) addAt(this.#scopesOf, this.#writer.functionOf[scope]!, scope);
  }

  /** A record for each definition, and no others. */
  readDefinitions(): ShapeRecord[] {
    const { definitions } = this.facts;
    for (let row = 1; row < definitions.length; row++) {
      if (definitions.kind[row] !== DefinitionKind.lambda) this.#recordDefinition(row);
    }
    return this.#records;
  }

  /** All records: definitions, imports, exports, and bindings that are not in a function, or in one whose body is visible to others. */
  read(): ShapeRecord[] {
    const { imports, exports } = this.facts;
    this.readDefinitions();
    for (let row = 1; row < imports.length; row++) this.#record({ name: "", isPlain: false }, (writer) => writer.import(row));
    for (let row = 1; row < exports.length; row++) {
      const name = this.#text(exports.name[row]!);
      const isPlain = (exports.flags[row]! & (LinkFlag.wildcard | LinkFlag.whole)) === 0;
      const part = exports.module[row] === 0 && this.#isCallableName(exports.local[row]!) ? name : "";
      this.#record({ name, top: name, isPlain, part }, (writer) => writer.export(row));
    }
    // Scopes outside of functions.
    for (const scope of this.#scopesOf.get(0) ?? []) this.#recordBindings(scope);
    this.#recordSetFromInside(0);
    const { open } = this.#writer;
    for (let i = 0; i < open.length; i++) this.#recordInside(open[i]!);
    return this.#records;
  }

  /** The output of `write` as one record. */
  #record(known: Pick<ShapeRecord, "name" | "isPlain"> & Partial<ShapeRecord>, write: (writer: ShapeWriter) => void): void {
    this.#records.push({ top: "", holder: "", owner: "", part: "", ...known, text: this.#writer.write(() => write(this.#writer)) });
  }

  #recordDefinition(row: number): void {
    const { definitions } = this.facts;
    const kind = definitions.kind[row]!;
    const isPlain = kind !== DefinitionKind.impl && kind !== DefinitionKind.macro && kind !== DefinitionKind.module &&
      (kind !== DefinitionKind.interface || definitions.owner[row] === 0);
    const owner = definitions.owner[row] === 0 ? "" : this.#writer.write(() => this.#writer.expression(definitions.owner[row]!));
    const top = this.#topOf(row);
    this.#record({
      name: this.#text(definitions.name[row]!),
      top: this.#nameOf(top),
      holder: this.#holderOf(row),
      isPlain,
      owner,
      part: row === top || row === this.#methodAround(row) || INSIDE.has(kind) ? this.#partAround(row) : "",
    }, (writer) => writer.definition(row));
  }

  #recordBindings(scope: number): void {
    const { bindings, scopes } = this.facts;
    const isTop = scopes.kind[scope] === ScopeKind.module;
    for (const row of this.#bindingsOf.get(scope) ?? []) {
      const name = this.#text(bindings.name[row]!);
      const top = isTop ? bindings.definition[row]! : this.#topOf(this.#writer.definitionAround(scope));
      const isPlain = bindings.import_[row] === 0 && bindings.kind[row] !== BindingKind.assignment;
      const around = isTop ? bindings.definition[row]! : bindings.definition[row]! || this.#writer.definitionAround(scope);
      const part = this.#partAround(around) === "" ? "" : isTop ? name : this.#partAround(around);
      this.#record({ name, top: isTop ? name : this.#nameOf(top), isPlain, part }, (writer) => writer.binding(row));
    }
  }

  /** All bindings in a function, except those of inner functions. */
  #recordInside(definition: number): void {
    if (this.facts.definitions.kind[definition] === DefinitionKind.lambda) this.#recordDefinition(definition);
    for (const scope of this.#scopesOf.get(definition) ?? []) this.#recordBindings(scope);
    this.#recordSetFromInside(definition);
  }

  /** What functions in one, or outside of any (0), assign to names declared there, or to instances that they create. */
  #recordSetFromInside(definition: number): void {
    const { bindings } = this.facts;
    this.#setFromInside ??= findSetFromInside(this.facts, this.#writer.functionOf);
    for (const row of this.#setFromInside.get(definition) ?? []) {
      const name = this.#text(bindings.name[row]!);
      const holder = bindings.kind[row] === BindingKind.field ? this.#writer.functionOf[bindings.scope[row]!]! : definition;
      this.#record({ name, top: holder === 0 ? name : this.#nameOf(this.#topOf(holder)), isPlain: false }, (writer) => writer.binding(row));
    }
  }

  /** The name of the enclosing definition, or of the type that the owner names. */
  #holderOf(definition: number): string {
    const { definitions, expressions } = this.facts;
    if (definitions.parent[definition]! > MODULE_ROW) return this.#text(definitions.name[definitions.parent[definition]!]!);
    const owner = withoutWrappers(this.facts, definitions.owner[definition]!);
    return expressions.op[owner] === Op.name ? this.#text(expressions.a[owner]!) : "";
  }

  /** The top-level definition that contains a definition; 0 for none, and for the module itself. */
  #topOf(definition: number): number {
    const { definitions } = this.facts;
    while (definitions.parent[definition]! > MODULE_ROW) definition = definitions.parent[definition]!;
    return definition;
  }

  /** The method of a class or of an inherent impl at the top level that contains a definition, or is it; 0 if there is none. */
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

  /** Whether all bindings of a name in the module are such functions. */
  #isCallableName(name: number): boolean {
    const { bindings } = this.facts;
    const rows = this.#writer.rowsNamed(name).filter((row) => bindings.scope[row] === 1);
    return rows.length > 0 && rows.every((row) => this.#isCallableTop(bindings.definition[row]!));
  }

  #nameOf(top: number): string {
    return top <= MODULE_ROW ? "" : this.#text(this.facts.definitions.name[top]!);
  }

  #text(id: number): string {
    return this.facts.strings[id]!;
  }
}
