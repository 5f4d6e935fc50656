/**
 * The symbols of one file: the definitions that people can name, with their full names.
 *
 * Stage: facts -> symbols. Invariants: a symbol's scoped name depends on the file's text alone; a handle depends on language, path, kind
 * and scoped name, so it survives edits above the symbol, in its body and in its signature; two symbols of a ref never share one.
 */
import { addAt } from "../base/lists.ts";
import { BindingFlag, DefinitionFlag, DefinitionKind, definitionKindName, type Facts, listItems } from "../facts.ts";
import { Op } from "./expressions.ts";

/** The name of the symbol for a file's top-level code. */
export const MODULE_NAME = "<module>";

/** One symbol. */
export interface SymbolRow {
  /** A row of `definitions`. */
  readonly definition: number;
  /** The row of the definition that is the enclosing symbol, or 0. */
  readonly parent: number;
  readonly kind: string;
  readonly name: string;
  /** The names of the enclosing symbols and its own, without the module's; "" for the module. */
  readonly scopedName: string;
  /** 0, or the position among those with the same kind and scoped name in this file (those with a body first). */
  readonly order: number;
}

/** A symbol's full name: module name and scoped name; for the module itself its own name, or `<module>`. */
export function qualifyName(moduleName: string, scopedName: string, separator: string): string {
  return joinNames(moduleName, scopedName, separator) || MODULE_NAME;
}

function joinNames(outer: string, inner: string, separator: string): string {
  return outer === "" ? inner : inner === "" ? outer : outer + separator + inner;
}

/** What precedes a symbol's own name in its scoped name; "" if it is not inside another symbol. */
export function scopeOf({ scopedName, name }: Pick<SymbolRow, "scopedName" | "name">): string {
  return scopedName.endsWith(name) ? scopedName.slice(0, -name.length).replace(/(?:::|\.)$/, "") : "";
}

const NO_SYMBOL: ReadonlySet<number> = new Set([DefinitionKind.impl, DefinitionKind.lambda, DefinitionKind.object]);

/** All symbols of a file, the module first, then in source order. */
export function symbolsOf(facts: Facts, separator: "." | "::"): SymbolRow[] {
  const { kind, name, flags } = facts.definitions;
  const scoped = scopedNames(facts, separator);
  const rows: SymbolRow[] = [];
  const seen = new Map<string, number>();
  const bodiless: number[] = [];
  const add = (definition: number): void => {
    const kindName = definitionKindName[kind[definition]!]!;
    const scopedName = scoped.names[definition]!;
    const key = `${kindName} ${scopedName}`;
    const order = seen.get(key) ?? 0;
    seen.set(key, order + 1);
    rows.push({
      definition,
      parent: scoped.parents[definition]!,
      kind: kindName,
      name: facts.strings[name[definition]!]!,
      scopedName,
      order,
    });
  };
  rows.push({
    definition: 1,
    parent: 0,
    kind: definitionKindName[DefinitionKind.module]!,
    name: MODULE_NAME,
    scopedName: "",
    order: 0,
  });
  for (let definition = 2; definition < kind.length; definition++) {
    if (name[definition] === 0 || NO_SYMBOL.has(kind[definition]!)) continue;
    // Adding or removing an overload must not change the handle of the function itself.
    if ((flags[definition]! & DefinitionFlag.bodiless) !== 0) bodiless.push(definition);
    else add(definition);
  }
  if (bodiless.length > 0) {
    for (const definition of bodiless) add(definition);
    rows.sort((a, b) => a.definition - b.definition);
  }
  return rows;
}

/** The scoped name and enclosing symbol of every definition. Anonymous definitions take the name of the one they are assigned to. */
function scopedNames(facts: Facts, separator: string): { names: string[]; parents: Int32Array } {
  const { kind, name, parent, owner } = facts.definitions;
  const count = kind.length;
  const names = new Array<string>(count).fill("");
  const parents = new Int32Array(count);
  const assigned = assignedDefinitions(facts);
  const types = new Map<number, number[]>();
  for (let d = 2; d < count; d++) {
    const k = kind[d]!;
    if (k >= DefinitionKind.class && k <= DefinitionKind.type_alias && k !== DefinitionKind.enum_member) addAt(types, name[d]!, d);
  }
  const done = new Uint8Array(count);
  /** A stack of rows whose enclosing row has no name yet: nesting may be too deep for recursion. */
  const waiting: number[] = [];
  for (let first = 2; first < count; first++) {
    waiting.push(first);
    while (waiting.length > 0) {
      const d = waiting[waiting.length - 1]!;
      const outer = assigned.get(d) ?? parent[d]!;
      if (done[d] === 0 && outer > 1 && done[outer] === 0 && !waiting.includes(outer)) {
        waiting.push(outer);
        continue;
      }
      waiting.pop();
      if (done[d] === 1) continue;
      done[d] = 1;
      // If the type is represented by one of the library, the impl has its written name.
      const said = kind[d] === DefinitionKind.impl ? name[d]! : 0;
      const typeName = owner[d] === 0 || kind[d] === DefinitionKind.interface ? 0 : said || ownerName(facts, owner[d]!);
      // An anonymous type is named after the type parameter that it bounds, and is not part of the definition with that parameter.
      const isBound = kind[d] === DefinitionKind.object && name[d] !== 0;
      const own = NO_SYMBOL.has(kind[d]!) && !isBound ? "" : facts.strings[name[d]!]!;
      parents[d] = isBound ? parents[outer]! : enclosingSymbol(outer, parents, facts);
      const named = typeName === 0 ? undefined : types.get(typeName);
      // Of types in several modules, the one in the same module is preferred, otherwise the first.
      if (named !== undefined) parents[d] = named.find((type) => parent[type] === parent[d]) ?? named[0]!;
      names[d] = joinNames(joinNames(names[outer]!, facts.strings[typeName]!, separator), own, separator);
    }
  }
  return { names, parents };
}

function enclosingSymbol(outer: number, parents: Int32Array, facts: Facts): number {
  if (outer <= 1) return outer;
  return facts.definitions.name[outer] !== 0 && !NO_SYMBOL.has(facts.definitions.kind[outer]!) ? outer : parents[outer]!;
}

/** Anonymous definitions -> the variable, constant or field that holds them, or whose type contains them. */
function assignedDefinitions(facts: Facts): Map<number, number> {
  const assigned = new Map<number, number>();
  const { op } = facts.expressions;
  const { name, value, type } = facts.definitions;
  for (let d = 2; d < value.length; d++) {
    if (name[d] === 0 || (value[d] === 0 && type[d] === 0)) continue;
    const own = typesIn(facts, value[d]!);
    const isHeld = value[d] !== 0 && op[value[d]!] === Op.definition;
    const declared = isHeld ? NONE : typesIn(facts, type[d]!);
    if (own.length + declared.length === 0) continue;
    for (const held of [...own, ...declared]) {
      if (held === d || name[held] !== 0 || assigned.has(held)) continue;
      assigned.set(held, d);
      for (const part of joinedObjects(facts, held)) if (!assigned.has(part)) assigned.set(part, d);
    }
  }
  return assigned;
}

const NONE: readonly number[] = [];

/** Definitions that occur in a type, or in the type of a value that is created there (`[]struct {…}{}`). */
function typesIn(facts: Facts, expression: number): readonly number[] {
  const { op, a, b } = facts.expressions;
  switch (op[expression]) {
    case Op.definition:
      return [a[expression]!];
    case Op.new:
    case Op.reference:
      return typesIn(facts, a[expression]!);
    case Op.apply:
      return listItems(facts, b[expression]!).flatMap((argument) => typesIn(facts, argument));
    default:
      return NONE;
  }
}

/** Anonymous objects whose members another one takes where it is written (`Object.assign({}, {…})`, `{ ...{…} }`). */
function joinedObjects(facts: Facts, object: number): number[] {
  const { op, a } = facts.expressions;
  const { kind, name, supertypes } = facts.definitions;
  if (kind[object] !== DefinitionKind.object || supertypes[object] === 0) return [];
  return listItems(facts, supertypes[object]!).flatMap((base) => {
    const value = op[base] === Op.typeOf ? a[base]! : 0;
    const part = value !== 0 && op[value] === Op.definition ? a[value]! : 0;
    return part !== 0 && kind[part] === DefinitionKind.object && name[part] === 0 ? [part] : [];
  });
}

/** The name (index of a string) of the type that an owner expression means, according to its syntax; 0 if it has none. */
function ownerName(facts: Facts, expression: number): number {
  const { op, a, b } = facts.expressions;
  for (let depth = 0; depth < 50 && expression !== 0; depth++) {
    switch (op[expression]) {
      case Op.name:
      case Op.builtin:
        return a[expression]!;
      case Op.member:
      case Op.path:
        return b[expression]!;
      case Op.apply:
      case Op.reference:
      case Op.deref:
      case Op.classOf:
        expression = a[expression]!;
        break;
      default:
        return 0;
    }
  }
  return 0;
}

/** The number of parameters of a definition, without its receiver. */
export function parameterCount(facts: Facts, definition: number): number {
  const list = facts.definitions.parameters[definition]!;
  if (list === 0) return 0;
  return listItems(facts, list).filter((binding) => (facts.bindings.flags[binding]! & BindingFlag.receiver) === 0).length;
}
