/**
 * Lists and maps of functions that go on as a whole: whoever gets one may call what it holds.
 *
 * Stage: query. Invariant: a use that the facts do not tell to be a look-up, a loop or a test counts as going on.
 */
import { DefinitionKind, type Facts, listItems, rowsWith } from "../../core/facts.ts";
import { GivenMode, Op } from "../../core/facts/expressions.ts";
import { nameOf } from "../../core/facts/stored_names.ts";
import type { Context } from "../context.ts";
import { remembered } from "../rows/kept.ts";
import { readNameMentions } from "../rows/name_mentions.ts";
import { type File, readFile } from "./flow_files.ts";
import type { FlowPlace } from "./calls_at.ts";
import { containerOf, type ValuePlace } from "./read_places.ts";

/** What may hold a table. */
const HOLDERS: ReadonlySet<number> = new Set([DefinitionKind.constant, DefinitionKind.variable, DefinitionKind.field]);
/** Where a value stays what it is. */
const STAYS: ReadonlySet<ValuePlace["kind"]> = new Set(["called", "asked", "kept"]);

/**
 * Whether a place stands in the value of a variable or field, or stores an element in one, that something else gets as a whole: by an
 * argument, another name or a result.
 */
export function isTablePassedOn(context: Context, place: FlowPlace): boolean {
  const file = readFile(context, place.path);
  const name = file === undefined ? "" : holderStored(file.facts, place) || holderAround(file.facts, place.line);
  if (file === undefined || name === "") return false;
  return remembered(
    context,
    `tables called ${name} of ${file.language}`,
    () =>
      readNameMentions(context, file.language, name).some(({ path }) => {
        const other = readFile(context, path);
        return other !== undefined && wholes(other.facts, name).some((row) => goesOn(context, other, row));
      }),
  );
}

/** The name of what a place stores an element in (`TABLE[key] = load`); "" if it stores none. */
function holderStored(facts: Facts, { line, column }: FlowPlace): string {
  const { uses, expressions: { op, b, c } } = facts;
  const isStored = (used: number): boolean => op[used] === Op.given && (c[used]! & GivenMode.stored) !== 0 && op[b[used]!] === Op.index;
  const use = rowsWith(uses.line, line).find((row) => uses.column[row] === column && isStored(uses.expression[row]!));
  return use === undefined ? "" : nameOf(facts, containerOf(facts, b[uses.expression[use]!]!));
}

/** The name of the innermost variable or field whose definition is around a line; "" where there is none. */
function holderAround({ definitions, strings }: Facts, line: number): string {
  let found = 0;
  for (let row = 1; row < definitions.length; row++) {
    const isAround = HOLDERS.has(definitions.kind[row]!) && definitions.lineStart[row]! <= line && line <= definitions.lineEnd[row]!;
    if (isAround && definitions.lineStart[row]! >= definitions.lineStart[found]!) found = row;
  }
  return found === 0 ? "" : strings[definitions.name[found]!]!;
}

/** Rows of `expressions` that are the name, or a member of that name. */
function wholes({ strings, expressions: { op, a, b } }: Facts, name: string): number[] {
  const text = strings.indexOf(name);
  if (text < 0) return [];
  return [...rowsWith(op, Op.name).filter((row) => a[row] === text), ...rowsWith(op, Op.member).filter((row) => b[row] === text)];
}

function goesOn(context: Context, { facts, places, language }: File, row: number): boolean {
  const { bindings, calls, definitions, strings, uses, expressions: { op, a, c } } = facts;
  const { runsGiven, looksAtGiven } = context.rulesOf(language);
  // What only looks at it, or goes through it.
  const isLooked = (call: number): boolean => {
    const callee = strings[calls.text[call]!]!;
    return runsGiven?.test(callee) === true || looksAtGiven?.test(callee) === true;
  };
  const isPassed = places.placesOf(row).some((place) =>
    !place.element && !STAYS.has(place.kind) && !(place.kind === "given" && isLooked(place.call))
  );
  const isStored = (used: number): boolean => op[used] === Op.given && a[used] === row && (c[used]! & GivenMode.stored) !== 0;
  return isPassed || rowsWith(bindings.value, row).length > 0 || uses.expression.some(isStored) ||
    definitions.returns.some((list) => listItems(facts, list).includes(row));
}
