/**
 * The best name for a place, shown by edges without a target.
 *
 * Stage: resolve. Pure.
 */
import type { Facts } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { lastNameOf } from "../../facts/written_names.ts";

/** Maximum number of steps to a name. */
const LONGEST = 50;

/** The name by which `expression` is called or passed, as written; "" if it has none. */
export function bestName(facts: Facts, expression: number): string {
  const { definitions, expressions, strings } = facts;
  for (let depth = 0; depth < LONGEST && expression !== 0; depth++) {
    switch (expressions.op[expression]) {
      case Op.name:
      case Op.member:
      case Op.path:
        return strings[lastNameOf(facts, expression)]!;
      case Op.macro:
      case Op.attribute:
      case Op.builtin:
      case Op.literal:
        return strings[expressions.a[expression]!]!;
      case Op.macroOf:
        return strings[expressions.b[expression]!]!;
      case Op.definition:
        return strings[definitions.name[expressions.a[expression]!]!]!;
      case Op.self:
      case Op.selfType:
        return "self";
      case Op.super:
        return "super";
      default:
        expression = expressions.a[expression]!;
        if (expressions.op[expression] === undefined) return "";
    }
  }
  return "";
}
