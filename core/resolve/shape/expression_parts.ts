/**
 * The meaning of each expression's columns.
 *
 * Pure. Invariant: an operation listed here is distinguished from every other that other files can see.
 */
import { type Facts, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";

/** Which columns of an expression are expressions ("e"), lists of them ("l"), strings ("s"), scopes ("p") or definitions ("d"). */
export const PARTS: Readonly<Record<number, string>> = {
  [Op.member]: "es",
  [Op.path]: "es",
  [Op.call]: "el",
  [Op.new]: "el",
  [Op.index]: "els",
  [Op.apply]: "el",
  [Op.await]: "e",
  [Op.iterate]: "en",
  [Op.enter]: "en",
  [Op.unwrap]: "e",
  [Op.item]: "enn",
  [Op.deref]: "e",
  [Op.reference]: "en",
  [Op.self]: "pn",
  [Op.selfType]: "p",
  [Op.super]: "pe",
  [Op.literal]: "sls",
  [Op.definition]: "d",
  [Op.either]: "ln",
  [Op.cast]: "ee",
  [Op.functionType]: "lee",
  [Op.typeOf]: "en",
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
  [Op.guarded]: "eee",
  [Op.asked]: "enl",
  [Op.settled]: "el",
  [Op.operated]: "eee",
  [Op.keyed]: "een",
  [Op.key]: "sns",
  [Op.affixed]: "sss",
  [Op.computed]: "eee",
  [Op.injected]: "spn",
  [Op.named]: "enn",
  [Op.conditional]: "ln",
  [Op.sum]: "eee",
};

const DEEPEST = 20;

/** Whether an expression mentions a name that `isMeant`; true if it is too deep to examine. */
export function mentions(facts: Facts, expression: number, isMeant: (name: string) => boolean, depth = 0): boolean {
  const { op, a } = facts.expressions;
  if (op[expression] === Op.name) return isMeant(facts.strings[a[expression]!]!);
  if (depth > DEEPEST) return true;
  return operandsOf(facts, expression).some((one) => mentions(facts, one, isMeant, depth + 1));
}

/** The operands of an expression, from left to right. */
export function operandsOf(facts: Facts, expression: number): readonly number[] {
  const { op, a, b, c } = facts.expressions;
  const columns = [a, b, c];
  return [...PARTS[op[expression]!] ?? ""].flatMap((part, i) => {
    const row = columns[i]![expression]!;
    return part === "e" && row !== 0 ? [row] : part === "l" ? listItems(facts, row) : [];
  });
}
