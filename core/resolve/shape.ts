/**
 * A file's shape: what the evaluation of other files can see of it.
 *
 * Stage: resolve. Positions, calls, and the inside of functions whose result is declared are not in it, so an edit of a body leaves the
 * shape as it was, and nobody else needs to be resolved again. Invariant: whatever another file's answer can rest on is in it.
 */
import * as crypto from "node:crypto";
import { BindingKind, DefinitionKind, type Facts, LinkFlag, listItems, Op } from "../facts.ts";

/** Two versions of a file with equal shapes give every other file the same answers. */
export function shapeOf(facts: Facts): string {
  return new ShapeReader(facts).read();
}

/** Which columns of an expression are expressions ("e"), lists of them ("l"), strings ("s"), scopes ("p") or definitions ("d"). */
const PARTS: Readonly<Record<number, string>> = {
  [Op.name]: "sp",
  [Op.member]: "es",
  [Op.path]: "es",
  [Op.call]: "el",
  [Op.new]: "el",
  [Op.index]: "el",
  [Op.apply]: "el",
  [Op.await]: "e",
  [Op.iterate]: "en",
  [Op.enter]: "en",
  [Op.unwrap]: "e",
  [Op.item]: "enn",
  [Op.deref]: "e",
  [Op.reference]: "e",
  [Op.self]: "p",
  [Op.selfType]: "p",
  [Op.super]: "p",
  [Op.literal]: "sl",
  [Op.definition]: "d",
  [Op.either]: "l",
  [Op.cast]: "ee",
  [Op.functionType]: "le",
  [Op.typeOf]: "e",
  [Op.pair]: "xen",
  [Op.spread]: "en",
  [Op.builtin]: "s",
  [Op.classOf]: "e",
  [Op.macro]: "sp",
  [Op.module]: "sn",
  [Op.tuple]: "l",
  [Op.binding]: "b",
  [Op.attribute]: "sp",
  [Op.macroOf]: "esn",
};
const DEEPEST = 300;

class ShapeReader {
  readonly #out: string[] = [];
  /** Functions whose insides are part of the shape, in the order in which they were found to be. */
  readonly #open: number[] = [];
  readonly #isOpen = new Set<number>();
  readonly #keys: string[] = [];
  #bindingsOf: Map<number, number[]> | undefined;

  constructor(readonly facts: Facts) {}

  read(): string {
    const { definitions, imports, exports } = this.facts;
    for (let row = 1; row < definitions.length; row++) {
      if (definitions.kind[row] !== DefinitionKind.lambda) this.#definition(row);
    }
    for (let row = 1; row < imports.length; row++) {
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
    for (let row = 1; row < exports.length; row++) {
      this.#out.push(
        "x",
        this.#text(exports.name[row]!),
        this.#text(exports.local[row]!),
        this.#text(exports.module[row]!),
        String(exports.flags[row]!),
      );
      this.#expression(exports.value[row]!, 0);
    }
    for (const scope of this.#outerScopes()) this.#bindings(scope);
    for (let i = 0; i < this.#open.length; i++) this.#inside(this.#open[i]!);
    return crypto.createHash("sha256").update(this.#out.join("\0")).digest("hex");
  }

  #macrosBefore(at: number): number {
    const { definitions } = this.facts;
    let count = 0;
    for (let row = 2; row < definitions.length; row++) {
      if (definitions.kind[row] === DefinitionKind.macro && definitions.start[row]! < at) count++;
    }
    return count;
  }

  #text(id: number): string {
    return this.facts.strings[id]!;
  }

  #definition(row: number): void {
    const { definitions } = this.facts;
    this.#out.push("d", this.#key(row), String(definitions.flags[row]!), this.#text(definitions.attributes[row]!));
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
    if (bindings.definition[row]! !== 0) this.#out.push(this.#key(bindings.definition[row]!));
    this.#expression(bindings.type[row]!, 0);
    this.#expression(bindings.value[row]!, 0);
  }

  /** Scopes that are not inside a function. */
  #outerScopes(): number[] {
    const { scopes } = this.facts;
    const outer: number[] = [];
    for (let scope = 1; scope < scopes.length; scope++) if (this.#functionOf(scope) === 0) outer.push(scope);
    return outer;
  }

  #bindings(scope: number): void {
    if (this.#bindingsOf === undefined) {
      this.#bindingsOf = new Map();
      const { bindings } = this.facts;
      for (let row = 1; row < bindings.length; row++) {
        if (bindings.kind[row] === BindingKind.parameter) continue;
        const rows = this.#bindingsOf.get(bindings.scope[row]!);
        if (rows === undefined) this.#bindingsOf.set(bindings.scope[row]!, [row]);
        else rows.push(row);
      }
    }
    for (const row of this.#bindingsOf.get(scope) ?? []) this.#binding(row);
  }

  /** All bindings inside a function, inner functions' left to themselves. */
  #inside(definition: number): void {
    const { scopes, definitions } = this.facts;
    if (definitions.kind[definition] === DefinitionKind.lambda) this.#definition(definition);
    for (let scope = 1; scope < scopes.length; scope++) if (this.#functionOf(scope) === definition) this.#bindings(scope);
  }

  /** The innermost function whose body holds `scope`, or 0. */
  #functionOf(scope: number): number {
    const { scopes, definitions } = this.facts;
    for (; scope !== 0; scope = scopes.parent[scope]!) {
      const definition = scopes.definition[scope]!;
      if (scopes.kind[scope] === 4 && definition !== 0 && definitions.kind[definition] !== DefinitionKind.module) return definition;
    }
    return 0;
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
    const values = [expressions.a[row]!, expressions.b[row]!, expressions.c[row]!];
    for (const [i, part] of [...(PARTS[op] ?? "")].entries()) this.#part(part, values[i]!, values[2]!, depth);
    this.#out.push(")");
  }

  #part(part: string, value: number, mode: number, depth: number): void {
    if (part === "e" || (part === "x" && mode === 1)) this.#expression(value, depth + 1);
    else if (part === "l") this.#list(value, depth);
    else if (part === "s" || part === "x") this.#out.push(this.#text(value));
    else if (part === "n") this.#out.push(String(value));
    else if (part === "b") this.#binding(value);
    else if (part === "p") {
      this.#out.push(this.#scope(value));
      this.#opens(this.#functionOf(value));
    } else if (part === "d") {
      this.#out.push(this.#key(value));
      if (this.facts.definitions.kind[value] === DefinitionKind.lambda) this.#opens(value);
    }
  }

  /** A scope by the definition it belongs to: its own number moves with every edit. */
  #scope(scope: number): string {
    const { scopes } = this.facts;
    while (scope !== 0 && scopes.definition[scope] === 0) scope = scopes.parent[scope]!;
    return scope === 0 ? "" : this.#key(scopes.definition[scope]!);
  }

  /** A definition by its kind, name and surroundings. */
  #key(definition: number): string {
    if (definition === 0) return "";
    const known = this.#keys[definition];
    if (known !== undefined) return known;
    const { definitions } = this.facts;
    this.#keys[definition] = "";
    return this.#keys[definition] = `${this.#key(definitions.parent[definition]!)}/${definitions.kind[definition]}:${
      this.#text(definitions.name[definition]!)
    }`;
  }
}
