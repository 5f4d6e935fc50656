/**
 * The parts of values that may contain functions: literals, local variables, tables of the file, and nested ones.
 *
 * Stage: facts. Invariant: by names alone, so whatever may be a function is included; a table that exceeds the limits is cut.
 */
import type { Lowering } from "../../../core/lower/lower.ts";
import { stateOf } from "../file_state.ts";
import { localKeyAt } from "./types.ts";

/** Maximum nesting of variables whose values are variables, and of tables in tables. */
const DEEPEST = 20;
/** More of one table are not looked at. */
export const MOST_PARTS = 1000;

/** Kinds of values that may be made of functions, or lead to some. */
const MAY_HOLD: ReadonlySet<string> = new Set([
  "identifier",
  "selector_expression",
  "index_expression",
  "unary_expression",
  "call_expression",
  "composite_literal",
]);

/** Records the value of a local variable: a name, a table, or (`range`) a part of one. */
export function holdLocally(lowering: Lowering, name: number, value: number): void {
  const kind = lowering.kind(value);
  if (!MAY_HOLD.has(kind) || lowering.kind(name) !== "identifier") return;
  const held = stateOf(lowering).heldLocally;
  const key = localKeyAt(lowering, name);
  const values = held.get(key);
  // Of calls only `append` returns its argument; `err` is assigned by many others.
  const isHeld = kind !== "call_expression" || isAppend(lowering, value);
  if (values === undefined) held.set(key, isHeld ? [value] : []);
  else if (isHeld) values.push(value);
}

function isAppend(lowering: Lowering, call: number): boolean {
  return lowering.reads(lowering.child(call, "function"), "identifier", "append");
}

/**
 * The field or element that a list or map in a local variable was taken out of (`subs := b.subs[topic]`), if its variable has no other value:
 * what is put into one of its elements is put there. `node` itself for everything else.
 */
export function takenFrom(lowering: Lowering, node: number): number {
  if (lowering.kind(node) !== "identifier") return node;
  const values = stateOf(lowering).heldLocally.get(localKeyAt(lowering, node)) ?? [];
  const taken = values.filter((value) => /^(?:selector|index)_expression$/.test(lowering.kind(value)));
  return taken.length === 1 ? taken[0]! : node;
}

interface Found {
  readonly parts: Set<number>;
  /** Variables examined so far, by the requested field: they may contain each other. */
  readonly seen: Set<string>;
}

/** The names in the value at `node` that may be functions. */
export function partsOf(lowering: Lowering, node: number): ReadonlySet<number> {
  const parts = new Set<number>();
  addParts(lowering, node, "", { parts, seen: new Set() }, 0);
  return parts;
}

/** Adds these to `found`. @param field of a struct that is requested, or "" */
function addParts(lowering: Lowering, node: number, field: string, found: Found, depth: number): void {
  if (node === 0 || depth > DEEPEST || found.parts.size >= MOST_PARTS) return;
  switch (lowering.kind(node)) {
    case "identifier":
      return addNamed(lowering, node, field, found, depth);
    case "selector_expression": {
      const operand = lowering.child(node, "operand");
      if (isTable(lowering, operand)) addParts(lowering, operand, lowering.text(lowering.child(node, "field")), found, depth + 1);
      else if (depth > 0 && field === "") found.parts.add(node);
      return;
    }
    case "index_expression":
    case "unary_expression":
      return addParts(lowering, lowering.child(node, "operand"), field, found, depth + 1);
    case "call_expression":
      if (isAppend(lowering, node)) addEach(lowering, lowering.child(node, "arguments"), field, found, depth);
      return;
    case "composite_literal":
      for (const part of partsOfLiteral(lowering, node, field, depth)) found.parts.add(part);
      return;
    case "literal_value":
      for (const { value, key, isDeep, below } of elementsOf(lowering, node)) {
        if (key === field) addParts(lowering, value, "", found, depth + below);
        // A plain name may be a key of a map as well, and an element without one does not show its field.
        else if (isDeep || key === "") addParts(lowering, value, isDeep ? field : "", found, depth + below);
        else if (field === "") addParts(lowering, value, "", found, depth + below);
      }
  }
}

function addEach(lowering: Lowering, node: number, field: string, found: Found, depth: number): void {
  for (let child = lowering.firstChild(node); child !== 0; child = lowering.next(child)) addParts(lowering, child, field, found, depth + 1);
}

/** Kinds of literals within literals. */
const DEEP: ReadonlySet<string> = new Set(["composite_literal", "literal_value", "unary_expression"]);

/** A part of a literal that may be a function, or contain some. */
export interface Element {
  readonly value: number;
  /** The name before it, if that is a plain one; else "". */
  readonly key: string;
  readonly isDeep: boolean;
  /** Its depth in the body, in nodes. */
  readonly below: number;
}

/** The elements of a literal's body, looked at once: most values of tables are texts and numbers. */
function elementsOf(lowering: Lowering, body: number): readonly Element[] {
  const all = stateOf(lowering).elementsOfLiterals;
  const known = all.get(body);
  if (known !== undefined) return known;
  const elements: Element[] = [];
  all.set(body, elements);
  for (let child = firstInside(lowering, body); child !== 0; child = codeFrom(lowering, lowering.next(child))) {
    const first = lowering.kind(child) === "keyed_element" ? firstInside(lowering, child) : 0;
    let value = first === 0 ? child : codeFrom(lowering, lowering.next(first));
    let below = first === 0 ? 1 : 2;
    if (lowering.kind(value) === "literal_element") {
      value = firstInside(lowering, value);
      below++;
    }
    if (!mayHold(lowering, value)) continue;
    const key = first === 0 ? "" : lowering.text(first);
    elements.push({ value, key: /^\w+$/.test(key) ? key : "", isDeep: DEEP.has(lowering.kind(value)), below });
  }
  return elements;
}

/** Whether an element of a literal may be a function, or contain some. */
function mayHold(lowering: Lowering, node: number): boolean {
  const kind = lowering.kind(node);
  if (kind === "literal_value") return elementsOf(lowering, node).length > 0;
  if (kind === "composite_literal") return elementsOf(lowering, lowering.child(node, "body")).length > 0;
  return kind === "call_expression" ? isAppend(lowering, node) : MAY_HOLD.has(kind);
}

/** The first child that means something, or 0. */
export function firstInside(lowering: Lowering, node: number): number {
  return node === 0 ? 0 : codeFrom(lowering, lowering.firstChild(node));
}

/** The first meaningful node from a node on, or 0. */
export function codeFrom(lowering: Lowering, node: number): number {
  while (node !== 0 && (!lowering.isNamed(node) || lowering.kind(node) === "comment")) node = lowering.next(node);
  return node;
}

/** The same of a literal, looked into once for each field. */
function partsOfLiteral(lowering: Lowering, node: number, field: string, depth: number): ReadonlySet<number> {
  const all = stateOf(lowering).partsOfLiterals;
  const key = `${node} ${field}`;
  let parts = all.get(key);
  if (parts === undefined) {
    all.set(key, parts = new Set());
    addParts(lowering, lowering.child(node, "body"), field, { parts, seen: new Set() }, depth + 1);
  }
  return parts;
}

function addNamed(lowering: Lowering, node: number, field: string, found: Found, depth: number): void {
  const key = localKeyAt(lowering, node);
  const values = valuesOf(lowering, node, key);
  if (values !== undefined) {
    if (values.length === 0) return;
    const place = `${key === 0 ? lowering.text(node) : key} ${field}`;
    if (found.seen.has(place)) return;
    found.seen.add(place);
    for (const value of values) addParts(lowering, value, field, found, depth + 1);
  } else if (key === 0 && depth > 0 && field === "") found.parts.add(node);
}

/** The values of the variable at `node` that may contain functions: a local one (`localKeyAt`), or a table of the file. */
export function valuesOf(lowering: Lowering, node: number, key: number): readonly number[] | undefined {
  if (key !== 0) return stateOf(lowering).heldLocally.get(key);
  const tables = tablesAtTop(lowering);
  return tables.size === 0 ? undefined : tables.get(lowering.text(node));
}

/** Whether `node` leads to something with parts: a local variable, a table of the file. */
function isTable(lowering: Lowering, node: number): boolean {
  switch (lowering.kind(node)) {
    case "identifier":
      return valuesOf(lowering, node, localKeyAt(lowering, node)) !== undefined;
    case "index_expression":
      return isTable(lowering, lowering.child(node, "operand"));
    default:
      return false;
  }
}

/** Literals that variables at the top of the file are set to. */
function tablesAtTop(lowering: Lowering): ReadonlyMap<string, readonly number[]> {
  const state = stateOf(lowering);
  if (state.tablesAtTop !== undefined) return state.tablesAtTop;
  const tables = new Map<string, number[]>();
  for (let node = lowering.firstChild(0); node !== 0; node = lowering.next(node)) {
    if (lowering.kind(node) !== "var_declaration") continue;
    const inside = lowering.codeIn(node);
    for (const spec of inside.flatMap((child) => lowering.kind(child) === "var_spec_list" ? lowering.codeIn(child) : [child])) {
      const value = lowering.codeIn(lowering.child(spec, "value"))[0] ?? 0;
      if (lowering.kind(value) === "composite_literal") tables.set(lowering.text(lowering.child(spec, "name")), [value]);
    }
  }
  state.tablesAtTop = tables;
  return tables;
}
