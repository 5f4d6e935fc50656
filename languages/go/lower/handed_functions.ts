/**
 * Which values are functions that are handed over, and to what: a call's callee, a literal's type, a declared type.
 *
 * Stage: facts. What was put into a local variable or a table of the file is handed over where that is, a table's parts among it. Invariant: by
 * names alone, so a name too many is handed over, never one too few; only what lies outside counts then.
 */
import { GivenMode, Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import type { Roles } from "../../../core/plugin.ts";
import { stateOf } from "../file_state.ts";
import { isLocal, localKeyAt } from "./types.ts";

/** Variables that hold variables, and tables within tables. */
const DEEPEST = 20;
/** More of one table are not looked at. */
const MOST_PARTS = 1000;
/** More elements than a struct has fields are those of a list. */
const MOST_FIELDS = 64;
const CONTAINERS: ReadonlySet<string> = new Set(["slice_type", "array_type", "implicit_length_array_type", "map_type"]);

/** Kinds of elements that may be functions. */
const MAY_BE_HANDED: ReadonlySet<string> = new Set([
  "identifier",
  "selector_expression",
  "index_expression",
  "parenthesized_expression",
  "type_instantiation_expression",
  "type_identifier",
  "qualified_type",
]);

/** A value in a composite literal; keys are names of fields or no functions. */
export function lowerElement(lowering: Lowering, node: number, roles: Roles): number {
  if (lowering.kind(node) === "literal_element" && lowering.kind(lowering.parent(node)) === "keyed_element") return 0;
  const value = roles.value![0]!;
  const mayBeHanded = MAY_BE_HANDED.has(lowering.kind(value));
  const hasMethods = mayHaveMethods(lowering, value);
  const isOfTable = isOfTableAbroad(lowering, node, value);
  if (!mayBeHanded && !hasMethods && !isOfTable) return 0;
  const { type, position } = literalType(lowering, node);
  if (isOfTable && type !== 0) lowering.addWholeUse(value, lowering.lowerExpression(value), type);
  if (mayBeHanded) noteUse(lowering, value, type, 0, position);
  if (hasMethods) noteBecoming(lowering, value, type, position);
  return 0;
}

/** Whether a function that gives something is written under a text in a literal of another package's type: `template.FuncMap{"job": func() Job {…}}`. */
function isOfTableAbroad(lowering: Lowering, element: number, value: number): boolean {
  if (lowering.kind(value) !== "func_literal" || lowering.child(value, "result") === 0 || lowering.kind(element) !== "keyed_element") {
    return false;
  }
  const key = lowering.codeIn(lowering.codeIn(element)[0] ?? 0)[0] ?? 0;
  const literal = lowering.parent(lowering.parent(element));
  return lowering.kind(key) === "interpreted_string_literal" && lowering.kind(lowering.child(literal, "type")) === "qualified_type";
}

/**
 * Notes that the value at `node` becomes one of the type that `taker` is, or of the field's: one of a type outside may be called there.
 * @param taker an expression
 * @param position of the field of the struct that `taker` is, from 1; 0: it is the type itself
 */
export function noteBecoming(lowering: Lowering, node: number, taker: number, position = 0): void {
  if (taker === 0 || !mayHaveMethods(lowering, node)) return;
  lowering.addWholeUse(node, lowering.lowerExpression(node), taker, position << GivenMode.position);
}

/** The same of one of several values that a call at `node` gives, `part` being its place. */
export function notePartBecoming(lowering: Lowering, node: number, part: number, taker: number): void {
  if (taker === 0 || lowering.kind(node) !== "call_expression") return;
  lowering.addWholeUse(node, lowering.item(lowering.lowerExpression(node), part), taker);
}

/** Whether a value may be one of a type of the repository: a local variable, `&T{}`, `new(T)`, what a call gives. */
export function mayHaveMethods(lowering: Lowering, node: number): boolean {
  switch (lowering.kind(node)) {
    case "identifier":
      return isLocal(lowering, node);
    case "unary_expression":
      return lowering.childOfKind(node, "&") !== 0 || lowering.childOfKind(node, "*") !== 0;
    case "composite_literal":
      return lowering.kind(lowering.child(node, "type")) !== "qualified_type";
    case "parenthesized_expression":
      return mayHaveMethods(lowering, lowering.codeIn(node)[0] ?? 0);
    case "call_expression":
      return true;
    default:
      return false;
  }
}

/** What an element of a literal becomes one of. */
interface Becoming {
  /** The literal's type, or that of the field that the element names; of a list that of its elements. 0 where none is told. */
  readonly type: number;
  /** The field of the literal's type that it is for, from 1; 0: `type` says it. */
  readonly position: number;
}

const UNTOLD: Becoming = { type: 0, position: 0 };

function literalType(lowering: Lowering, element: number): Becoming {
  let levels = 0;
  let node = lowering.parent(element);
  for (; node !== 0 && lowering.kind(node) !== "composite_literal"; node = lowering.parent(node)) {
    if (lowering.kind(node) === "literal_value") levels++;
    else if (lowering.kind(node) !== "keyed_element" && lowering.kind(node) !== "literal_element") return UNTOLD;
  }
  let type = lowering.child(node, "type");
  for (; levels > 1 && type !== 0; levels--) {
    type = elementType(lowering, type);
    if (lowering.kind(type) === "pointer_type") type = lowering.codeIn(type)[0] ?? 0;
  }
  if (CONTAINERS.has(lowering.kind(type))) return { type: lowering.lowerType(elementType(lowering, type)), position: 0 };
  const lowered = lowering.lowerType(type);
  if (lowered === 0) return UNTOLD;
  if (lowering.kind(element) !== "keyed_element") return { type: lowered, position: positionOf(lowering, element) };
  const key = lowering.codeIn(lowering.codeIn(element)[0] ?? 0)[0] ?? 0;
  return { type: lowering.kind(key) === "identifier" ? lowering.memberExpression(lowered, lowering.text(key)) : lowered, position: 0 };
}

/** The place of an element in its literal, from 1; 0 behind as many as no struct has. */
function positionOf(lowering: Lowering, element: number): number {
  let child = firstInside(lowering, lowering.parent(element));
  for (let position = 1; child !== 0 && position <= MOST_FIELDS; position++, child = codeFrom(lowering, lowering.next(child))) {
    if (child === element) return position;
  }
  return 0;
}

function elementType(lowering: Lowering, type: number): number {
  return lowering.child(type, "element") || lowering.child(type, "value");
}

/** `ch <- f`. */
export function lowerSend(lowering: Lowering, node: number, roles: Roles): number {
  const value = roles.value![0]!;
  const place = elementOf(lowering, lowering.child(node, "channel"));
  noteUse(lowering, value, place);
  if (mayHaveMethods(lowering, value)) noteBecoming(lowering, value, place);
  return 0;
}

/** What the list, map or channel at `node` holds, as an expression. */
export function elementOf(lowering: Lowering, node: number): number {
  return lowering.facts.expression(Op.iterate, lowering.lowerExpression(node), 0);
}

/** Types of elements that surely are no functions: basic ones, and what is written out as something else. */
const NO_FUNCTIONS =
  /^(?:string|bool|byte|rune|error|any|u?int(?:8|16|32|64|ptr)?|float(?:32|64)|complex(?:64|128))$|^[*[]|^(?:map|chan|struct|interface)\b/;

/** Whether a value of the type at `node` may be a function, by how the type is written. */
export function mayBeFunction(lowering: Lowering, node: number): boolean {
  return node !== 0 && !NO_FUNCTIONS.test(lowering.text(node));
}

/** The named values of a list's or map's literal that may be functions, as expressions; none of another literal. */
export function functionsListed(lowering: Lowering, literal: number): number[] {
  const type = lowering.child(literal, "type");
  if (!CONTAINERS.has(lowering.kind(type)) || !mayBeFunction(lowering, elementType(lowering, type))) return [];
  const values = lowering.codeIn(lowering.child(literal, "body")).slice(0, MOST_PARTS).map((element) => {
    const last = lowering.codeIn(element).at(-1) ?? 0;
    return lowering.kind(last) === "literal_element" ? lowering.codeIn(last)[0] ?? 0 : last;
  });
  return values.filter((value) => MAY_BE_HANDED.has(lowering.kind(value))).map((value) => lowering.lowerExpression(value));
}

/** `append(list, &job)`, `append(list, jobs...)`: what is put into a list, or is an element of what is, becomes one of its elements. */
export function noteAppended(lowering: Lowering, [list = 0, ...values]: readonly number[]): void {
  for (const value of values) {
    const [all = 0] = lowering.kind(value) === "variadic_argument" ? lowering.codeIn(value) : [];
    if (all !== 0 && mayHaveMethods(lowering, all)) lowering.addWholeUse(all, elementOf(lowering, all), elementOf(lowering, list));
    else if (mayHaveMethods(lowering, value)) noteBecoming(lowering, value, elementOf(lowering, list));
  }
}

/** Kinds of values that may be made of functions, or lead to some. */
const MAY_HOLD: ReadonlySet<string> = new Set([
  "identifier",
  "selector_expression",
  "index_expression",
  "unary_expression",
  "call_expression",
  "composite_literal",
]);

/** Notes what a local variable gets: a name, a table, or (`range`) a part of one. */
export function holdLocally(lowering: Lowering, name: number, value: number): void {
  const kind = lowering.kind(value);
  if (!MAY_HOLD.has(kind) || lowering.kind(name) !== "identifier") return;
  const held = stateOf(lowering).heldLocally;
  const key = localKeyAt(lowering, name);
  const values = held.get(key);
  // Of calls `append` alone gives what it was given; `err` is given what many others give.
  const isHeld = kind !== "call_expression" || isAppend(lowering, value);
  if (values === undefined) held.set(key, isHeld ? [value] : []);
  else if (isHeld) values.push(value);
}

function isAppend(lowering: Lowering, call: number): boolean {
  return lowering.reads(lowering.child(call, "function"), "identifier", "append");
}

/**
 * Notes that the value at `node` is handed over, where it may be a function: a name that is no local variable, or a member.
 * @param taker what is called with it, made of it or assigned it, as an expression; 0: nothing outside
 * @param position of the argument, from 1; 0: it is none
 * @param field of the struct that `taker` is, from 1; 0: it is another type, or none
 */
export function noteUse(lowering: Lowering, node: number, taker = 0, position = 0, field = 0): void {
  let kind = lowering.kind(node);
  while (kind === "parenthesized_expression" || kind === "variadic_argument") {
    node = lowering.codeIn(node)[0] ?? 0;
    kind = lowering.kind(node);
  }
  if (node === 0) return;
  const detail = (position || field) << GivenMode.position;
  if (position !== 0 && taker !== 0) noteHeldValues(lowering, node, taker, detail);
  switch (kind) {
    case "identifier":
    case "type_identifier": {
      const key = localKeyAt(lowering, node);
      if (key === 0) lowering.addUse(node, lowering.lowerExpression(node), taker, detail);
      if (taker === 0 || kind !== "identifier" || !valuesOf(lowering, node, key)?.length) return;
      break;
    }
    case "selector_expression":
      lowering.addUse(node, lowering.lowerExpression(node), taker, detail);
      break;
    case "qualified_type":
      lowering.addUse(lowering.child(node, "name"), lowering.lowerExpression(node), taker, detail);
      return;
    case "index_expression":
    case "type_instantiation_expression": {
      const generic = instantiatedIn(lowering, node);
      if (generic !== 0) return noteUse(lowering, generic, taker, position, field);
      break;
    }
    case "composite_literal":
    case "unary_expression":
      // What a literal within another holds stands in its own type.
      if (position === 0) return;
      break;
    default:
      return;
  }
  if (taker === 0) return;
  const parts = new Set<number>();
  addParts(lowering, node, "", { parts, seen: new Set() }, 0);
  for (const part of parts) {
    // Its own use stands where it is put in: the whole is handed over here.
    if (part !== node) lowering.addUse(node, heldExpression(lowering, part), taker, detail | GivenMode.part);
  }
}

/** `show(map[string]any{"job": &job})`, also through a local variable: what holds values of any type takes them along to who is handed it. */
function noteHeldValues(lowering: Lowering, node: number, taker: number, detail: number): void {
  const key = lowering.kind(node) === "identifier" ? localKeyAt(lowering, node) : 0;
  for (const literal of key === 0 ? [node] : stateOf(lowering).heldLocally.get(key) ?? []) {
    if (lowering.kind(literal) !== "composite_literal" || !holdsAny(lowering, lowering.child(literal, "type"))) continue;
    let count = 0;
    const body = lowering.child(literal, "body");
    for (
      let child = firstInside(lowering, body);
      child !== 0 && count < MOST_PARTS;
      child = codeFrom(lowering, lowering.next(child)), count++
    ) {
      const value = lowering.codeIn(child).at(-1) ?? 0;
      const element = lowering.kind(value) === "literal_element" ? lowering.codeIn(value)[0] ?? 0 : value;
      if (mayHaveMethods(lowering, element)) lowering.addWholeUse(element, heldExpression(lowering, element), taker, detail);
    }
  }
}

/** Whether a list or map is of values of any type. */
function holdsAny(lowering: Lowering, type: number): boolean {
  return CONTAINERS.has(lowering.kind(type)) && /^(?:any|interface\s*\{\s*\})$/.test(lowering.text(elementType(lowering, type)));
}

/** `F` of `F[T]`, which the grammar may take for an element; 0 where the brackets surely hold no type. */
export function instantiatedIn(lowering: Lowering, node: number): number {
  const [begin = 0, first = 0] = lowering.codeIn(node);
  if (lowering.kind(node) === "index_expression") {
    let name = first;
    while (/^(?:selector|unary)_expression$/.test(lowering.kind(name))) name = lowering.child(name, "operand");
    return lowering.kind(name) === "identifier" && !isLocal(lowering, name) ? begin : 0;
  }
  let base = begin;
  while (/^(?:parenthesized|generic)_type$/.test(lowering.kind(base))) base = lowering.codeIn(base)[0] ?? 0;
  return base;
}

function heldExpression(lowering: Lowering, part: number): number {
  return lowering.facts.expression(Op.reference, lowering.lowerExpression(part));
}

interface Found {
  readonly parts: Set<number>;
  /** Variables that were looked into, by the field that was asked for: they may hold each other. */
  readonly seen: Set<string>;
}

/** Adds the names that may be functions in what `node` is made of. @param field the one of a struct that is asked for, or "" */
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
        // A plain name may be a key of a map as well, and without one nothing tells which field it is.
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

/** What stands in a literal and may be a function, or hold some. */
export interface Element {
  readonly value: number;
  /** The name before it, if that is a plain one; else "". */
  readonly key: string;
  readonly isDeep: boolean;
  /** How many nodes deep in the body it lies. */
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

/** Whether an element of a literal may be a function, or hold some. */
function mayHold(lowering: Lowering, node: number): boolean {
  const kind = lowering.kind(node);
  if (kind === "literal_value") return elementsOf(lowering, node).length > 0;
  if (kind === "composite_literal") return elementsOf(lowering, lowering.child(node, "body")).length > 0;
  return kind === "call_expression" ? isAppend(lowering, node) : MAY_HOLD.has(kind);
}

/** The first child that means something, or 0. */
function firstInside(lowering: Lowering, node: number): number {
  return node === 0 ? 0 : codeFrom(lowering, lowering.firstChild(node));
}

/** The first of a node and those behind it that means something, or 0. */
function codeFrom(lowering: Lowering, node: number): number {
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

/** What the variable at `node` was given, as far as that may hold functions: a local one (`localKeyAt`), or a table of the file. */
function valuesOf(lowering: Lowering, node: number, key: number): readonly number[] | undefined {
  if (key !== 0) return stateOf(lowering).heldLocally.get(key);
  const tables = tablesAtTop(lowering);
  return tables.size === 0 ? undefined : tables.get(lowering.text(node));
}

/** Whether `node` leads to something that holds parts: a local variable, a table of the file. */
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
