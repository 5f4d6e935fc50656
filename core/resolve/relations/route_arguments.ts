/**
 * The arguments of web framework calls, by place, and the texts of literals.
 *
 * Stage: resolve. Invariants: a text is a literal in the source, or the value of a name; every file whose function bodies are read is
 * recorded.
 */
import { CallFlag, DefinitionKind, isCallable, listItems, MODULE_ROW } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { withoutArguments } from "../../facts/written_names.ts";
import type { ArgumentPlace } from "../../rules/route_rules.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { heldInField, heldValue, valueOfBinding } from "./held_values.ts";

/** The representation of an empty text in facts, since string number 0 means that there is none. */
const EMPTY_TEXT = "\0";
const SLASH = 0x2f;
const CAPITALS = 0x41;
const METHOD_AND_PATH = /^[A-Z]+ +[^/\s]*\//;
const DEEPEST = 6;
/** Names of HTTP methods, and words for any method. */
export const HTTP_METHOD = /^(?:get|post|put|patch|delete|head|options|any)$/i;

/** Arguments of a call (row of `expressions`). */
export function argumentsOf(view: FileView, call: number): number[] {
  return listItems(view.facts, view.facts.expressions.b[call]!);
}

/** The receiver of a method call (row of `expressions`); 0 if there is none. */
export function receiverOf({ facts }: FileView, call: number): number {
  const { op, a } = facts.expressions;
  const callee = withoutArguments(facts, a[call]!);
  return op[callee] === Op.member || op[callee] === Op.path ? a[callee]! : 0;
}

/** The argument in a place: a position, the last one, a keyword, or an option of an object literal; 0 if there is none. */
export function argumentAt(view: FileView, args: readonly number[], place: ArgumentPlace | "last"): number {
  const { expressions, strings } = view.facts;
  if (place === "last") return args[args.length - 1] ?? 0;
  if (typeof place === "number") return args.filter((argument) => expressions.op[argument] !== Op.pair)[place] ?? 0;
  for (const argument of args) {
    const op = expressions.op[argument]!;
    if (op === Op.pair && expressions.c[argument] !== 1 && strings[expressions.a[argument]!] === place) return expressions.b[argument]!;
    if (op === Op.definition) {
      const value = optionOf(view, expressions.a[argument]!, place);
      if (value !== 0) return value;
    }
  }
  return 0;
}

/** Whether a text is spelled like the path of a route, with or without a method before it. */
export function isPath(text: string): boolean {
  const first = text.charCodeAt(0);
  return first === SLASH || (first >= CAPITALS && first < CAPITALS + 26 && METHOD_AND_PATH.test(text));
}

/** The values of all keys of an object literal; empty for anything else. */
export function optionsOf(view: FileView, argument: number): number[] {
  const { definitions, expressions } = view.facts;
  const object = expressions.a[argument]!;
  if (expressions.op[argument] !== Op.definition || definitions.kind[object] !== DefinitionKind.object) return [];
  return view.ownedBy(definitions.body[object]!).map((row) => valueOfBinding(view, row));
}

/** The value of a key of an object literal. */
function optionOf(view: FileView, object: number, key: string): number {
  const { definitions, bindings } = view.facts;
  if (definitions.kind[object] !== DefinitionKind.object) return 0;
  for (const row of view.ownedBy(definitions.body[object]!)) {
    if (view.text(bindings.name[row]!) === key) return valueOfBinding(view, row);
  }
  return 0;
}

/** The first argument in one of these places that may be a path, not an object with options; or 0. */
export function firstArgument(view: FileView, args: readonly number[], places: readonly ArgumentPlace[]): number {
  for (const place of places) {
    const argument = argumentAt(view, args, place);
    const { op, a } = view.facts.expressions;
    const isObject = op[argument] === Op.definition && view.facts.definitions.kind[a[argument]!] === DefinitionKind.object;
    if (argument !== 0 && !isObject) return argument;
  }
  return 0;
}

/** The text of the literal in the first of these places that has one. */
export function textAt(world: World, view: FileView, args: readonly number[], places: readonly ArgumentPlace[]): string | undefined {
  for (const place of places) {
    const text = heldText(world, view, argumentAt(view, args, place));
    if (text !== undefined) return text;
  }
  return undefined;
}

/** The HTTP method that a constant is named after. */
function ofConstant({ plugin: { routes } }: World, name: string): string {
  const prefix = routes?.methodPrefix ?? "";
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

/** HTTP methods as literals, in a list or a tuple, as members (`http.MethodPut`, `Method::PUT`), or in the value of a name. */
export function methodsAt(world: World, view: FileView, args: readonly number[], places: readonly ArgumentPlace[]): string[] {
  for (const place of places) {
    const at = argumentAt(view, args, place);
    if (at === 0) continue;
    const held = view.facts.expressions.op[at] === Op.name ? heldValue(world, view, at) : undefined;
    const known = [...methodsIn(world, view, at), ...held === undefined ? [] : methodsIn(world, held.view, held.expression)];
    if (known.length > 0) return [...new Set(known)];
  }
  return [];
}

function methodsIn(world: World, view: FileView, at: number): string[] {
  const { expressions, strings } = view.facts;
  const methods = itemsOf(view, at).map((item) => {
    const isMember = expressions.op[item] === Op.member || expressions.op[item] === Op.path;
    return isMember ? ofConstant(world, strings[expressions.b[item]!]!) : heldText(world, view, item) ?? "";
  });
  return methods.filter((method) => HTTP_METHOD.test(method));
}

/** The elements of a list or a tuple; for anything else the expression itself. */
function itemsOf({ facts }: FileView, at: number): number[] {
  const { op, a, b } = facts.expressions;
  if (op[at] === Op.tuple) return listItems(facts, a[at]!);
  return (op[at] === Op.literal || op[at] === Op.new) && b[at] !== 0 ? listItems(facts, b[at]!) : [at];
}

/**
 * The text of a literal, or of a name that permanently holds one: of this file, its package, a repository module, or a field that its type
 * sets. For a concatenation, that of all operands, with `{}` for unknown ones.
 */
export function heldText(world: World, view: FileView, expression: number, depth = 0): string | undefined {
  if (depth > DEEPEST) return undefined;
  const { expressions, strings } = view.facts;
  const [a, b, c] = [expressions.a[expression]!, expressions.b[expression]!, expressions.c[expression]!];
  switch (expressions.op[expression]) {
    case Op.literal:
      return c === 0 ? undefined : strings[c]!.replace(EMPTY_TEXT, "");
    case Op.reference:
      return heldText(world, view, a, depth + 1);
    case Op.sum: {
      // A long concatenation is nested as deeply as it has parts, and a part alone is not a path.
      const parts = [c];
      let first = b;
      for (; expressions.op[first] === Op.sum; first = expressions.b[first]!) parts.push(expressions.c[first]!);
      const texts = [first, ...parts.reverse()].map((part) => heldText(world, view, part, depth + 1));
      return texts.every((text) => text === undefined) ? undefined : texts.map((text) => text ?? "{}").join("");
    }
    case Op.name:
    case Op.member:
    case Op.path: {
      const held = heldValue(world, view, expression) ?? heldInField(world, view, expression);
      return held === undefined ? undefined : heldText(world, held.view, held.expression, depth + 1);
    }
    default:
      return undefined;
  }
}

/** The definition that a call decorates, or 0: the one linked to it, otherwise the first whose name follows it. */
export function decoratedBy(view: FileView, call: number): number {
  const { definitions, calls } = view.facts;
  const result = calls.result[call]!;
  const isBehind = (row: number): boolean =>
    definitions.nameLine[row]! > calls.line[call]! ||
    (definitions.nameLine[row] === calls.line[call] && definitions.nameColumn[row]! > calls.column[call]!);
  let nearest = 0;
  for (let row = MODULE_ROW + 1; row < definitions.length; row++) {
    if (definitions.decorators[row] !== 0 && listItems(view.facts, definitions.decorators[row]!).includes(result)) return row;
    const kind = definitions.kind[row]!;
    if (kind !== DefinitionKind.class && !(isCallable(kind) && definitions.name[row] !== 0)) continue;
    if (!isBehind(row) || (nearest !== 0 && standsBefore(view, nearest, row))) continue;
    nearest = row;
  }
  return calls.flags[call]! & CallFlag.decorator ? nearest : 0;
}

function standsBefore(view: FileView, one: number, other: number): boolean {
  const { nameLine, nameColumn } = view.facts.definitions;
  return nameLine[one]! < nameLine[other]! || (nameLine[one] === nameLine[other] && nameColumn[one]! <= nameColumn[other]!);
}
