/**
 * The names in expressions, according to their syntax alone.
 *
 * Stage: facts. Pure.
 */
import type { Facts } from "../facts.ts";
import { Op } from "./expressions.ts";

/** An expression (row of `expressions`) without its type arguments. */
export function withoutArguments({ expressions: { op, a } }: Facts, expression: number): number {
  let named = expression;
  while (op[named] === Op.apply) named = a[named]!;
  return named;
}

const WRAPPERS: ReadonlySet<number> = new Set([Op.reference, Op.deref, Op.apply, Op.index]);

/** A type expression without everything around its name. */
export function withoutWrappers({ expressions: { op, a } }: Facts, type: number): number {
  let named = type;
  while (WRAPPERS.has(op[named]!)) named = a[named]!;
  return named;
}

/** The string index of the last name of a callee or a type; 0 if it has none. */
export function lastNameOf(facts: Facts, expression: number): number {
  const { op, a, b } = facts.expressions;
  const named = withoutArguments(facts, expression);
  return op[named] === Op.name ? a[named]! : op[named] === Op.member || op[named] === Op.path ? b[named]! : 0;
}

/** The string index of the first name of a path; 0 if it begins with something else. */
export function firstNameOf(facts: Facts, expression: number): number {
  const { op, a } = facts.expressions;
  let named = withoutArguments(facts, expression);
  while (op[named] === Op.member || op[named] === Op.path) named = withoutArguments(facts, a[named]!);
  return op[named] === Op.name ? a[named]! : 0;
}

/** All names of a path, separated by dots; "" if it does not begin with a name. */
export function pathOf(facts: Facts, expression: number): string {
  const { op, a, b } = facts.expressions;
  const named = withoutArguments(facts, expression);
  if (op[named] === Op.name) return facts.strings[a[named]!]!;
  if (op[named] !== Op.member && op[named] !== Op.path) return "";
  const holder = pathOf(facts, a[named]!);
  return holder === "" ? "" : `${holder}.${facts.strings[b[named]!]!}`;
}
