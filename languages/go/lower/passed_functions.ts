/**
 * Which values are functions that are passed, and where: a call's callee, a literal's type, a declared type.
 *
 * Stage: facts. What is stored in a local variable or a table of the file is passed where that is (`held_parts.ts`). Invariant: by names
 * alone, so there may be a name too many, never one too few; only external receivers count later.
 */
import { GivenMode, Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import type { Roles } from "../../../core/plugin.ts";
import { stateOf } from "../file_state.ts";
import { codeFrom, firstInside, MOST_PARTS, partsOf, takenFrom, valuesOf } from "./held_parts.ts";
import { isLocal, localKeyAt } from "./types.ts";

/** More elements than a struct has fields are those of a list. */
const MOST_FIELDS = 64;
const CONTAINERS: ReadonlySet<string> = new Set(["slice_type", "array_type", "implicit_length_array_type", "map_type"]);

/** Kinds of elements that may be functions. */
const MAY_BE_PASSED: ReadonlySet<string> = new Set([
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
  const mayBePassed = MAY_BE_PASSED.has(lowering.kind(value));
  const hasMethods = mayHaveMethods(lowering, value);
  const isOfTable = isOfExternalTable(lowering, node, value);
  if (!mayBePassed && !hasMethods && !isOfTable) return 0;
  const { type, position } = literalType(lowering, node);
  if (isOfTable && type !== 0) lowering.addWholeUse(value, lowering.lowerExpression(value), type);
  if (mayBePassed) noteUse(lowering, value, type, 0, position);
  if (hasMethods) noteBecoming(lowering, value, type, position);
  return 0;
}

/**
 * Whether a function with a result is under a text key in a literal of another package's type: `template.FuncMap{"job": func() Job {…}}`.
 */
function isOfExternalTable(lowering: Lowering, element: number, value: number): boolean {
  if (lowering.kind(value) !== "func_literal" || lowering.child(value, "result") === 0 || lowering.kind(element) !== "keyed_element") {
    return false;
  }
  const key = lowering.codeIn(lowering.codeIn(element)[0] ?? 0)[0] ?? 0;
  const literal = lowering.parent(lowering.parent(element));
  return lowering.kind(key) === "interpreted_string_literal" && lowering.kind(lowering.child(literal, "type")) === "qualified_type";
}

/**
 * Records that the value at `node` becomes one of the type `taker`, or of its field: methods of an external type may be called.
 * @param taker an expression
 * @param position of the field in the struct type `taker`, from 1; 0: the type itself
 */
export function noteBecoming(lowering: Lowering, node: number, taker: number, position = 0): void {
  if (taker === 0 || !mayHaveMethods(lowering, node)) return;
  lowering.addWholeUse(node, lowering.lowerExpression(node), taker, position << GivenMode.position);
}

/** The same for one of several results of a call at `node`, at position `part`. */
export function notePartBecoming(lowering: Lowering, node: number, part: number, taker: number): void {
  if (taker === 0 || lowering.kind(node) !== "call_expression") return;
  lowering.addWholeUse(node, lowering.item(lowering.lowerExpression(node), part), taker);
}

/** Whether a value may be of a repository type: a local variable, `&T{}`, `new(T)`, the result of a call. */
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

/** `copy(list, jobs)`: the same of each. */
export function noteCopied(lowering: Lowering, [list = 0, all = 0]: readonly number[]): void {
  noteElements(lowering, all, list);
}

/** Notes that the elements of the list at `all` become some of that at `list`. */
function noteElements(lowering: Lowering, all: number, list: number): void {
  if (mayHoldMore(lowering, all)) lowering.addWholeUse(all, elementOf(lowering, all), elementOf(lowering, list));
}

/** Whether a list may hold values of types of the repository, or functions: also a field (`append(all, s.filters...)`) and a part of one. */
function mayHoldMore(lowering: Lowering, node: number): boolean {
  return /^(?:identifier|selector_expression|index_expression|slice_expression)$/.test(lowering.kind(node)) ||
    mayHaveMethods(lowering, node);
}

/** The type that an element of a literal becomes one of. */
interface Becoming {
  /** The literal's type, or that of the field named by the element; for a list, that of its elements. 0 if not known. */
  readonly type: number;
  /** The position of the field in the literal's type, from 1; 0: `type` is complete. */
  readonly position: number;
}

const NOT_KNOWN: Becoming = { type: 0, position: 0 };

function literalType(lowering: Lowering, element: number): Becoming {
  let levels = 0;
  let node = lowering.parent(element);
  for (; node !== 0 && lowering.kind(node) !== "composite_literal"; node = lowering.parent(node)) {
    if (lowering.kind(node) === "literal_value") levels++;
    else if (lowering.kind(node) !== "keyed_element" && lowering.kind(node) !== "literal_element") return NOT_KNOWN;
  }
  let type = lowering.child(node, "type");
  for (; levels > 1 && type !== 0; levels--) {
    type = elementType(lowering, type);
    if (lowering.kind(type) === "pointer_type") type = lowering.codeIn(type)[0] ?? 0;
  }
  if (CONTAINERS.has(lowering.kind(type))) return { type: lowering.lowerType(elementType(lowering, type)), position: 0 };
  const lowered = lowering.lowerType(type);
  if (lowered === 0) return NOT_KNOWN;
  if (lowering.kind(element) !== "keyed_element") return { type: lowered, position: positionOf(lowering, element) };
  const key = lowering.codeIn(lowering.codeIn(element)[0] ?? 0)[0] ?? 0;
  return { type: lowering.kind(key) === "identifier" ? lowering.memberExpression(lowered, lowering.text(key)) : lowered, position: 0 };
}

/** The position of an element in its literal, from 1; 0 after `MOST_FIELDS`, which no struct has. */
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

/** An element of the list, map or channel at `node`, as an expression. */
export function elementOf(lowering: Lowering, node: number): number {
  return lowering.facts.expression(Op.iterate, lowering.lowerExpression(takenFrom(lowering, node)), 0);
}

/** Types of elements that are certainly not functions: basic ones, and literal types of other kinds. */
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
  return values.filter((value) => MAY_BE_PASSED.has(lowering.kind(value))).map((value) => lowering.lowerExpression(value));
}

/** `append(list, &job)`, `append(list, jobs...)`: an appended value, or an element of one, becomes an element of the list. */
export function noteAppended(lowering: Lowering, [list = 0, ...values]: readonly number[]): void {
  for (const value of values) {
    const [all = 0] = lowering.kind(value) === "variadic_argument" ? lowering.codeIn(value) : [];
    if (all !== 0) noteElements(lowering, all, list);
    else if (mayHaveMethods(lowering, value)) noteBecoming(lowering, value, elementOf(lowering, list));
  }
}

/**
 * Records that the value at `node` is passed, if it may be a function: a name that is not a local variable, or a member.
 * @param taker the callee, the literal's type, or the assigned place, as an expression; 0: nothing external
 * @param position of the argument, from 1; 0: not an argument
 * @param field position in the struct type `taker`, from 1; 0: another type, or none
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
      // A nested literal's elements belong to its own type.
      if (position === 0) return;
      break;
    default:
      return;
  }
  if (taker === 0) return;
  for (const part of partsOf(lowering, node)) {
    // Its own use is recorded where it is stored: here the whole is passed.
    if (part !== node) lowering.addUse(node, heldExpression(lowering, part), taker, detail | GivenMode.part);
  }
}

/** `show(map[string]any{"job": &job})`, also through a local variable: a container of values of any type passes them along. */
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

/** `F` in `F[T]`, which the grammar may take for an element; 0 if the brackets certainly contain no type. */
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
