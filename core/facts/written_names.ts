/**
 * What expressions are called, read off their syntax alone.
 *
 * Stage: facts. Pure.
 */
import type { Facts } from "../facts.ts";
import { Op } from "./expressions.ts";

/** What an expression (row of `expressions`) names, without the type arguments that it is written with. */
export function withoutArguments({ expressions: { op, a } }: Facts, expression: number): number {
  let named = expression;
  while (op[named] === Op.apply) named = a[named]!;
  return named;
}

const WRAPPERS: ReadonlySet<number> = new Set([Op.reference, Op.deref, Op.apply, Op.index]);

/** What a written type names, without all that may stand around the name. */
export function withoutWrappers({ expressions: { op, a } }: Facts, type: number): number {
  let named = type;
  while (WRAPPERS.has(op[named]!)) named = a[named]!;
  return named;
}

/** The string that is the last name of a callee or a type; 0 where it has none. */
export function lastNameOf(facts: Facts, expression: number): number {
  const { op, a, b } = facts.expressions;
  const named = withoutArguments(facts, expression);
  return op[named] === Op.name ? a[named]! : op[named] === Op.member || op[named] === Op.path ? b[named]! : 0;
}

/** The string that a path of names begins with; 0 where it begins with something else. */
export function firstNameOf(facts: Facts, expression: number): number {
  const { op, a } = facts.expressions;
  let named = withoutArguments(facts, expression);
  while (op[named] === Op.member || op[named] === Op.path) named = withoutArguments(facts, a[named]!);
  return op[named] === Op.name ? a[named]! : 0;
}

/** All names of a path, with a point between them; "" where it does not begin with a name. */
export function pathOf(facts: Facts, expression: number): string {
  const { op, a, b } = facts.expressions;
  const named = withoutArguments(facts, expression);
  if (op[named] === Op.name) return facts.strings[a[named]!]!;
  if (op[named] !== Op.member && op[named] !== Op.path) return "";
  const holder = pathOf(facts, a[named]!);
  return holder === "" ? "" : `${holder}.${facts.strings[b[named]!]!}`;
}
