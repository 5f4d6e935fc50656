/**
 * Writes a file's facts as text that does not change with edits elsewhere in the file: it contains no rows and no positions.
 *
 * Stage: resolve. Invariant: texts are equal only if their facts have the same meaning.
 */
import { addAt, NO_ROWS } from "../../base/lists.ts";
import { BindingKind, DefinitionKind, type Facts, LinkFlag, listItems, MODULE_ROW, ScopeKind } from "../../facts.ts";
import { Op, PairMode } from "../../facts/expressions.ts";
import { PARTS } from "./expression_parts.ts";

/** A text, and the names (strings) that it mentions. */
interface Collected {
  readonly text: string;
  readonly names: ReadonlySet<number>;
}

const DEEPEST = 300;

/** Writes the rows of one file's facts. */
export class ShapeWriter {
  /** The output, and the expressions already in it: shared operands (sums of sums) are written once. */
  readonly #out: string[] = [];
  readonly #written = new Map<number, number>();
  /** Functions whose bodies the output refers to, in order of occurrence. */
  readonly open: number[] = [];
  readonly #isOpen = new Set<number>();
  readonly #keys: string[] = [];
  /** Names written, if requested; the text for all bindings of a name, and their rows. */
  #met: Set<number> | undefined;
  readonly #bound = new Map<number, Collected>();
  #rowsByName: ReadonlyMap<number, readonly number[]> | undefined;
  /** The names that each scope binds, except parameters: scope * number of strings + name. */
  readonly #boundNames = new Set<number>();
  /** By scope: the innermost function whose body contains it, or 0. */
  readonly functionOf: Int32Array;

  constructor(readonly facts: Facts) {
    const { scopes, bindings, strings } = facts;
    for (let row = 1; row < bindings.length; row++) {
      if (bindings.kind[row] !== BindingKind.parameter) this.#boundNames.add(bindings.scope[row]! * strings.length + bindings.name[row]!);
    }
    this.functionOf = new Int32Array(scopes.length).fill(-1);
    this.functionOf[0] = 0;
    for (let scope = 1; scope < scopes.length; scope++) this.#findFunction(scope);
  }

  #findFunction(scope: number): number {
    const known = this.functionOf[scope]!;
    if (known >= 0) return known;
    const { scopes, definitions } = this.facts;
    const definition = scopes.kind[scope] === ScopeKind.function ? scopes.definition[scope]! : 0;
    const isFunction = definition !== 0 && definitions.kind[definition] !== DefinitionKind.module;
    return this.functionOf[scope] = isFunction ? definition : this.#findFunction(scopes.parent[scope]!);
  }

  /** Expressions, and everything that the file binds to the names in them. */
  describe(roots: readonly number[]): string {
    const { text, names } = this.#collect(() => {
      for (const root of roots) this.expression(root, 0);
    });
    // The text for one name may contain further names.
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
    const known = this.#bound.get(name);
    if (known !== undefined) return known;
    const found = this.#collect(() => {
      for (const row of this.rowsNamed(name)) {
        this.binding(row);
        const import_ = bindings.import_[row]!;
        if (import_ !== 0) this.#out.push(this.#text(imports.module[import_]!), this.#text(imports.name[import_]!));
        if (bindings.definition[row] !== 0) this.definition(bindings.definition[row]!);
      }
    });
    this.#bound.set(name, found);
    return found;
  }

  /** All bindings of a name (of `strings`). */
  rowsNamed(name: number): readonly number[] {
    return (this.#rowsByName ??= this.#groupByName()).get(name) ?? NO_ROWS;
  }

  #groupByName(): ReadonlyMap<number, readonly number[]> {
    const { bindings } = this.facts;
    const rows = new Map<number, number[]>();
    for (let row = 1; row < bindings.length; row++) addAt(rows, bindings.name[row]!, row);
    return rows;
  }

  #collect(write: () => void): Collected {
    const names = this.#met = new Set<number>();
    const text = this.write(write);
    this.#met = undefined;
    return { text, names };
  }

  /** The output of `write`, separately. */
  write(write: () => void): string {
    write();
    const text = this.#out.join("\0");
    this.#out.length = 0;
    this.#written.clear();
    return text;
  }

  /** Writes an import (row of `imports`). */
  import(row: number): void {
    const { imports } = this.facts;
    this.#out.push(
      "i",
      this.#text(imports.module[row]!),
      this.#text(imports.name[row]!),
      this.#scope(imports.scope[row]!),
      String(imports.flags[row]!),
      // A child module sees the macros declared before it.
      imports.flags[row]! & LinkFlag.childModule ? String(this.#macrosBefore(imports.at[row]!)) : "",
    );
  }

  /** Writes an export (row of `exports`). */
  export(row: number): void {
    const { exports } = this.facts;
    this.#out.push(
      "x",
      this.#text(exports.name[row]!),
      this.#text(exports.local[row]!),
      this.#text(exports.module[row]!),
      String(exports.flags[row]!),
    );
    this.expression(exports.value[row]!, 0);
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

  /** Writes what others see of a definition. */
  definition(row: number): void {
    const { definitions } = this.facts;
    this.#out.push("d", this.keyOf(row), String(definitions.flags[row]!), this.#text(definitions.attributes[row]!));
    for (const column of ["owner", "type", "value"] as const) this.expression(definitions[column][row]!, 0);
    for (const column of ["supertypes", "decorators"] as const) this.#list(definitions[column][row]!, 0);
    for (const column of ["parameters", "typeParameters"] as const) {
      for (const binding of listItems(this.facts, definitions[column][row]!)) {
        this.binding(binding);
      }
    }
    // A declared result is all that callers see; without one, the returned values are.
    if (definitions.type[row] === 0) {
      this.#list(definitions.returns[row]!, 0);
      this.#list(definitions.yields[row]!, 0);
    }
  }

  /** Writes what a binding gives its name. */
  binding(row: number): void {
    const { bindings } = this.facts;
    this.#out.push(
      "b",
      String(bindings.kind[row]!),
      this.#text(bindings.name[row]!),
      this.#scope(bindings.scope[row]!),
      String(bindings.flags[row]!),
    );
    if (bindings.definition[row]! !== 0) this.#out.push(this.keyOf(bindings.definition[row]!));
    this.expression(bindings.type[row]!, 0);
    this.expression(bindings.value[row]!, 0);
  }

  #opens(definition: number): void {
    if (definition === 0 || this.#isOpen.has(definition)) return;
    this.#isOpen.add(definition);
    this.open.push(definition);
  }

  #list(list: number, depth: number): void {
    this.#out.push("[");
    for (const item of listItems(this.facts, list)) this.expression(item, depth + 1);
    this.#out.push("]");
  }

  /** Writes an expression. @param depth its nesting; operands that are nested too deeply are left out */
  expression(row: number, depth = 0): void {
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

  /** Writes a name with its scope of look-up: the enclosing functions that bind it, except as a parameter. */
  #name(name: number, scope: number): void {
    this.#out.push(this.#text(name), this.#scope(scope), ")");
    this.#met?.add(name);
    const { scopes, strings } = this.facts;
    for (let at = scope; at !== 0 && this.functionOf[at] !== 0; at = scopes.parent[at]!) {
      if (this.#boundNames.has(at * strings.length + name)) this.#opens(this.functionOf[at]!);
    }
  }

  #part(part: string, value: number, mode: number, depth: number): void {
    if (part === "e" || (part === "x" && mode === PairMode.expression)) this.expression(value, depth + 1);
    else if (part === "l") this.#list(value, depth);
    else if (part === "s" || part === "x") this.#out.push(this.#text(value));
    else if (part === "n") this.#out.push(String(value));
    else if (part === "b") this.binding(value);
    else if (part === "p") {
      this.#out.push(this.#scope(value));
      this.#opens(this.functionOf[value]!);
    } else if (part === "d") {
      this.#out.push(this.keyOf(value));
      if (this.facts.definitions.kind[value] === DefinitionKind.lambda) this.#opens(value);
    }
  }

  /** The definition that a scope belongs to; 0 if there is none. */
  definitionAround(scope: number): number {
    const { scopes } = this.facts;
    while (scope !== 0 && scopes.definition[scope] === 0) scope = scopes.parent[scope]!;
    return scopes.definition[scope]!;
  }

  /** A scope identified by the definition it belongs to, because its own number changes with every edit. */
  #scope(scope: number): string {
    return this.keyOf(this.definitionAround(scope));
  }

  /** A definition identified by its kind, name and enclosing definitions. */
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
