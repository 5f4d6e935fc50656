/**
 * What calls of web frameworks are given: arguments by their places, and the texts of literals.
 *
 * Stage: resolve. Reads one file's facts. Invariant: a text is what the source says, by a literal or by a name of one.
 */
import { DefinitionKind, listItems, Op } from "../../facts.ts";
import type { ArgumentPlace } from "../../route_rules.ts";
import type { FileView } from "../file_view.ts";
import { findName, Space } from "../names.ts";
import type { World } from "../world.ts";

/** What facts write for a text without a sign, whose own number would mean that there is none. */
const EMPTY_TEXT = "\0";

/** Arguments of a call (row of `expressions`). */
export function argumentsOf(view: FileView, call: number): number[] {
  return listItems(view.facts, view.facts.expressions.b[call]!);
}

/** What a method is called on, of a call (row of `expressions`); 0 where there is nothing. */
export function receiverOf({ facts: { expressions } }: FileView, call: number): number {
  let callee = expressions.a[call]!;
  while (expressions.op[callee] === Op.apply) callee = expressions.a[callee]!;
  return expressions.op[callee] === Op.member || expressions.op[callee] === Op.path ? expressions.a[callee]! : 0;
}

/** The argument in a place: a position, the last one, a keyword, or an option of an object literal; 0 where there is none. */
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

/** The value of a key of an object literal. */
function optionOf(view: FileView, object: number, key: string): number {
  const { definitions, bindings } = view.facts;
  if (definitions.kind[object] !== DefinitionKind.object) return 0;
  for (const row of view.ownedBy(definitions.body[object]!)) {
    if (view.text(bindings.name[row]!) !== key) continue;
    const field = bindings.definition[row]!;
    return field === 0 ? bindings.value[row]! : definitions.value[field]!;
  }
  return 0;
}

/** The first argument that stands in one of these places and may be a path, no object with options; or 0. */
export function firstArgument(view: FileView, args: readonly number[], places: readonly ArgumentPlace[]): number {
  for (const place of places) {
    const argument = argumentAt(view, args, place);
    const { op, a } = view.facts.expressions;
    const isObject = op[argument] === Op.definition && view.facts.definitions.kind[a[argument]!] === DefinitionKind.object;
    if (argument !== 0 && !isObject) return argument;
  }
  return 0;
}

/** Text of the literal in the first of these places that has one. */
export function textAt(world: World, view: FileView, args: readonly number[], places: readonly ArgumentPlace[]): string | undefined {
  for (const place of places) {
    const text = textOf(world, view, argumentAt(view, args, place));
    if (text !== undefined) return text;
  }
  return undefined;
}

/** The text of a literal, or of a name of this file that holds one. */
export function textOf(world: World, view: FileView, expression: number, depth = 0): string | undefined {
  const { expressions, strings, bindings, definitions } = view.facts;
  switch (expressions.op[expression]) {
    case Op.literal: {
      const text = expressions.c[expression]!;
      return text === 0 ? undefined : strings[text]!.replace(EMPTY_TEXT, "");
    }
    case Op.reference:
      return textOf(world, view, expressions.a[expression]!, depth + 1);
    case Op.name: {
      const { a, b, c } = expressions;
      const found = depth > 4 ? undefined : findName(world, view, a[expression]!, b[expression]!, c[expression]!, Space.value);
      if (found?.rows.length !== 1) return undefined;
      const definition = bindings.definition[found.rows[0]!]!;
      return textOf(world, view, definition === 0 ? bindings.value[found.rows[0]!]! : definitions.value[definition]!, depth + 1);
    }
    default:
      return undefined;
  }
}
