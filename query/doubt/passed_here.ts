/**
 * Functions that code of the repository receives as values, and methods of object literals: the receiver may call them through a variable,
 * a parameter, a field or an interface, without an edge.
 *
 * Stage: query. Invariants: a function passed to a place from which it is not followed may be called there, even if it is called elsewhere
 * too, unless something known to hold it may be called; a method of an object literal that code other than tests calls counts as followed;
 * a method that overrides one of a type in the repository is called by callers of that.
 */
import { DefinitionFlag } from "../../core/facts.ts";
import type { Context } from "../context.ts";
import { type PassedPlace, readPassedCalls } from "../flow/passed_places.ts";
import { isTablePassedOn } from "../flow/tables_passed.ts";
import { readFile } from "../flow/flow_files.ts";
import { isPassedWhole, variableGiven } from "../flow/package_variables.ts";
import { type Match, twinsOf } from "../names/find_symbol.ts";
import { isType } from "../rows/node_types.ts";
import { readOwner } from "../rows/own_members.ts";
import { readSourceLine } from "../rows/source_texts.ts";
import { readSymbol, scopedNameOf } from "../rows/symbol_row.ts";
import { isReadOtherwise } from "./field_ways.ts";
import { isCalled } from "./outer_bases.ts";
import { isHeld, readBodiless, readRedefined } from "./possible_callers.ts";
import { placeOfWhole } from "./whole_objects.ts";

/** A line that assigns a field by name. */
const KEYED = /(?:^|[{,\s])[A-Za-z_]\w*:\s*[\w.(*]/;

/**
 * Why a function or method may be called without an edge, in one sentence; "" where nothing suggests so.
 * @param isComplete whether the list of callers of another symbol is complete
 */
export function describePassedHere(context: Context, match: Match, isComplete: (match: Match) => boolean): string {
  const { row, ids } = match;
  if (row.kind !== "function" && row.kind !== "method") return "";
  const { lost, fields, first } = readPassedCalls(context, match);
  const { fieldsTakeFunctions, objectsHaveMethods } = context.rulesOf(row.language);
  const base = row.kind === "method" ? describeBasePassed(context, match) : "";
  if (base !== "") return base;
  // The value of a field is called where the field is, and some of these calls are known; where else the value goes is not.
  const fillsFields = fieldsTakeFunctions === true;
  const isInTable = (place: PassedPlace): boolean => place.kind === "module" && !(fillsFields && goesOn(context, place));
  const open = lost.find((place) => !isInTable(place)) ?? (fields.some((field) => isReadOtherwise(context, field)) ? first : undefined);
  const passed = open ?? lost[0];
  const isMember = row.kind === "method" && objectsHaveMethods === true && isOfObject(context, match);
  // A method of an object is called by its name, wherever the object goes.
  if (isMember && !fillsFields && isCalled(context, ids)) return "";
  if (passed === undefined && (!isMember || (row.flags & DefinitionFlag.bodiless) !== 0)) return "";
  // Calls of its possible holders cover it, at least where the top level of a file stores it.
  const isLost = (place: PassedPlace): boolean =>
    isGivenOn(context, place) || (objectsHaveMethods !== true && isTablePassedOn(context, place));
  const isDetermined = (): boolean => fillsFields ? open === undefined : !lost.some(isLost);
  // A computed name may read what a table at the top of a file holds; of what a function stores elsewhere it says nothing.
  const byNames = lost.every(isInTable);
  // A function stored in an object implements the member of the expected type.
  if (isHeld(context, match, byNames) && isDetermined()) {
    return row.kind === "function" ? describeAbove(context, readRedefined(context, ids), isComplete) : "";
  }
  return passed === undefined
    ? describeMethodOfObject(context, match, isComplete)
    : `it is passed as a value at ${passed.path}:${passed.line}: what receives it may call it through a variable, a parameter or a field, and such calls are not all in the list`;
}

/** Whether the function is given to a call at a place, by itself or in a list: no table or variable there holds it. */
function isGivenOn(context: Context, { path, line, column }: PassedPlace): boolean {
  const { places } = readFile(context, path) ?? {};
  if (places === undefined) return false;
  const isGiven = (value: number): boolean =>
    places.placesOf(value).some((place) => place.kind === "given" || (place.kind === "within" && isGiven(place.expression)));
  return places.usedAt(line, column).some(isGiven);
}

/** Says that a bodiless method which this one implements is passed to a place from which it is not followed; "" if none is. */
function describeBasePassed(context: Context, { ids }: Match): string {
  for (const base of readBodiless(context, ids)) {
    const [place] = readPassedCalls(context, base).lost;
    if (place === undefined) continue;
    return `it stands for ${
      scopedNameOf(context, base.row)
    }, which is passed as a value at ${place.path}:${place.line}: what receives that may call it through a variable, a parameter or a field, and such calls are not all in the list`;
  }
  return "";
}

/**
 * Whether a function stored at the top level of a file goes on from there: through a field, a variable assigned only it, or a table that is
 * passed as a value.
 */
function goesOn(context: Context, place: PassedPlace): boolean {
  return KEYED.test(readSourceLine(context, place.path, place.line) ?? "") || variableGiven(context, place) !== "" ||
    isPassedWhole(context, place);
}

/** Kinds of owners that make an object without a variable holding it. */
const MAKERS: ReadonlySet<string> = new Set(["function", "method", "constructor", "module"]);

function describeMethodOfObject(context: Context, { row, ids }: Match, isComplete: (match: Match) => boolean): string {
  const above = readRedefined(context, ids);
  const maker = readSymbol(context, readOwner(context, row));
  // What a module stores in an object that it names and exports is called by that name (`app.use = function …`).
  const isNamed = maker?.kind === "module" && scopedNameOf(context, row) !== row.name;
  if (maker !== undefined && MAKERS.has(maker.kind) && !isNamed && !isCalled(context, above)) {
    const object = maker.kind === "module" ? "an object that has no name" : `an object that ${scopedNameOf(context, maker)} makes`;
    return `it is a member of ${object}: code that receives that may call it without a visible call site`;
  }
  const whole = above.length === 0 && maker !== undefined ? placeOfWhole(context, row) : undefined;
  if (whole !== undefined && maker !== undefined) {
    const object = `${scopedNameOf(context, maker)}${whole === "" ? "" : `, which goes elsewhere as a whole at ${whole}`}`;
    return `it is a member of the object in ${object}: code that has it may call it by a computed name`;
  }
  return describeAbove(context, above, isComplete);
}

/** Says that a method which this one overrides may have missing callers; "" if none may. */
function describeAbove(context: Context, above: readonly number[], isComplete: (match: Match) => boolean): string {
  const open = above.map((id) => readSymbol(context, id)).filter((one) => one !== undefined).find((one) => {
    const { main, group } = twinsOf(context, one);
    return !isComplete({ row: main, ids: group.map(({ id }) => id), twins: [] });
  });
  return open === undefined ? "" : `it stands for ${scopedNameOf(context, open)}, of which some callers may be missing`;
}

/** Whether a method belongs to an object literal rather than to a type. */
export function isOfObject(context: Context, { row }: Match): boolean {
  const owner = readSymbol(context, readOwner(context, row));
  return owner !== undefined && !isType(owner);
}
