/**
 * Whose code it is that stands in a function literal of a value: that of the variable, constant or field that holds the value, however the literal is
 * wrapped (`const Card = memo(forwardRef(() => {…}))`). For it is the nearest named definition around the literal. So are the methods of an object
 * literal in it its methods (`const save = register({ perform() {…} })`).
 *
 * Stage: parse -> facts. Goes over finished tables: what holds a value is defined after the value was read. Invariant: what is called where the value
 * is made (`memo` itself) stays code of the module or the class around.
 */
import { lastAtMost } from "../base/lists.ts";
import { DefinitionKind, isCallable } from "../facts.ts";
import { Op } from "../facts/expressions.ts";
import { ANONYMOUS, type DefinitionBuilder } from "./definition_builder.ts";

const HOLDERS: ReadonlySet<number> = new Set([DefinitionKind.variable, DefinitionKind.constant, DefinitionKind.field]);

/** A literal with two definitions: the one that has its code so far, and the one that holds the value. */
interface Held {
  /** A lambda or an object. */
  readonly literal: number;
  readonly around: number;
  readonly holder: number;
}

/** Moves calls, uses, accesses and definitions in such literals to the definition that holds the literal. */
export function giveHeldCode(lowering: DefinitionBuilder): void {
  const { facts } = lowering;
  const literals = findHeld(lowering);
  for (const { literal, around, holder } of literals) {
    if (facts.get("definitions", literal, "parent") === around) facts.set("definitions", literal, "parent", holder);
  }
  const held = literals.filter(({ literal }) => facts.get("definitions", literal, "kind") === DefinitionKind.lambda);
  if (held.length === 0) return;
  const placeAt = (at: number): number => place(lowering.line(at), lowering.column(at));
  const starts = held.map(({ literal }) => placeAt(facts.get("definitions", literal, "start")));
  const ends = held.map(({ literal }) => placeAt(facts.get("definitions", literal, "end")));
  for (const table of ["calls", "uses", "accesses"] as const) {
    const [callers, lines, columns] = [facts.column(table, "caller"), facts.column(table, "line"), facts.column(table, "column")];
    for (let row = 1; row < callers.length; row++) {
      const at = place(lines[row]!, columns[row]!);
      const i = lastAtMost(starts, at);
      if (starts[i]! <= at && at < ends[i]! && held[i]!.around === callers[row]) facts.set(table, row, "caller", held[i]!.holder);
    }
  }
}

/** Lambdas, and outermost objects, outside of every function. */
function literalsOutside(kinds: Int32Array, parents: Int32Array): Omit<Held, "holder">[] {
  const literals: Omit<Held, "holder">[] = [];
  for (let d = 2; d < kinds.length; d++) {
    if (kinds[d] !== DefinitionKind.lambda && kinds[d] !== DefinitionKind.object) continue;
    let around = parents[d]!;
    while (kinds[around] === DefinitionKind.object) around = parents[around]!;
    if (!ANONYMOUS.has(kinds[around]!) && !isCallable(kinds[around]!)) literals.push({ literal: d, around });
  }
  return literals;
}

/** Those that are part of a held value, in source order. */
function findHeld({ facts }: DefinitionBuilder): Held[] {
  const kinds = facts.column("definitions", "kind");
  const literals = literalsOutside(kinds, facts.column("definitions", "parent"));
  if (literals.length === 0) return [];
  const run = calledLiterals(facts);
  const [starts, ends] = [facts.column("definitions", "start"), facts.column("definitions", "end")];
  const byPlace = (a: number, b: number): number => starts[a]! - starts[b]! || ends[b]! - ends[a]!;
  const holders = Array.from(kinds.keys()).filter((d) => HOLDERS.has(kinds[d]!)).sort(byPlace);
  literals.sort((a, b) => byPlace(a.literal, b.literal));
  const held: Held[] = [];
  /** The holders around the current position of the sweep, innermost last. */
  const open: number[] = [];
  let next = 0;
  for (const { literal, around } of literals) {
    if (run.has(literal)) continue;
    for (; next < holders.length && starts[holders[next]!]! <= starts[literal]!; next++) {
      closeBefore(open, ends, starts[holders[next]!]!);
      open.push(holders[next]!);
    }
    closeBefore(open, ends, starts[literal]!);
    const holder = open.at(-1);
    if (holder === undefined || ends[holder]! < ends[literal]! || starts[holder]! < starts[around]!) continue;
    // Several names for one value: none of them is the holder.
    const other = open.at(-2);
    if (other !== undefined && starts[other] === starts[holder] && ends[other] === ends[holder]) continue;
    held.push({ literal, around, holder });
  }
  return held;
}

/**
 * Literals that are called where they are written (`(() => {…})()`, `(function () {…}).call(this)`): their code runs as part of the
 * surrounding code.
 */
function calledLiterals(facts: DefinitionBuilder["facts"]): ReadonlySet<number> {
  const [ops, parts] = [facts.column("expressions", "op"), facts.column("expressions", "a")];
  const run = new Set<number>();
  for (const called of facts.column("calls", "expression")) {
    const callee = ops[called] === Op.member ? parts[called]! : called;
    if (ops[callee] === Op.definition) run.add(parts[callee]!);
  }
  return run;
}

function closeBefore(open: number[], ends: Int32Array, at: number): void {
  while (open.length > 0 && ends[open.at(-1)!]! <= at) open.pop();
}

/** A line and a column (both from 1) as one number, ordered as in the source. */
function place(line: number, column: number): number {
  return line * 2 ** 24 + column;
}
