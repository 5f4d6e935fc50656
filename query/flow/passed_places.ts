/**
 * Where a function or method is passed as a value to code of the repository under its own name.
 *
 * Stage: query. Invariant: not counted are values passed to external code, except what returns them wrapped (`partial(load, 1)`), lines that
 * give it another name by which its calls are followed, and exports under its own name.
 */
import { LinkFlag, rowsWith } from "../../core/facts.ts";
import { Op } from "../../core/facts/expressions.ts";
import { type Context, readRows } from "../context.ts";
import type { Match } from "../names/find_symbol.ts";
import { isPassedOut } from "../rows/passed_out.ts";
import { remembered } from "../rows/kept.ts";
import { isRunnable } from "../rows/node_types.ts";
import { readSourceLine } from "../rows/source_texts.ts";
import { readFile } from "./flow_files.ts";
import { variableGiven } from "./package_variables.ts";
import type { FlowPlace } from "./calls_at.ts";
import { followPassed, type PassedCalls } from "./passed_calls.ts";

/** The most places examined. */
const MOST_PLACES = 20;
/** Where it is used as a value, under any name, and the external code that it is passed to there. */
const PASSED_VALUE = `SELECT p.path AS path, e.source_line AS line, e.source_column AS "column", f.kind AS kind, t.text AS text,
    (SELECT count(*) FROM edge o WHERE o.resolution_id = e.resolution_id AND o.source_line = e.source_line
      AND o.source_column = e.source_column AND o.edge_type = 'references') - 1 AS others,
    CASE WHEN instr(e.properties, '"given_to"') = 0 THEN '' ELSE json_extract(e.properties, '$.given_to') END AS givenTo
  FROM json_each(?) wanted
  CROSS JOIN edge e INDEXED BY edge_reverse ON e.to_symbol_id = wanted.value AND e.edge_type = 'references'
    AND e.rule NOT IN ('decorated', 'attribute', 'holder', 'declared')
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN path p ON p.id = rf.path_id JOIN name t ON t.id = e.text_id
  JOIN symbol f ON f.id = e.from_symbol_id
  ORDER BY p.path, e.source_line, e.source_column`;
/** A line that gives it another name, by which its calls are followed: `const read = io.load`, `const load = require("./io").load`. */
const RENAMED =
  /^\s*(?:export\s+)?(?:(?:const|var)\s+)?([\w$]+)\s*(?::[^=]*)?=\s*(?:[\w$.]+|require\((["'])[^"'\\]*\2\)(?:\.[\w$]+)+);?\s*$/;

/** The number of characters examined around a name. */
const AROUND = 80;
/** What surrounds a part of an object literal, or a value assigned to `exports` or a member of it. */
const PART = /(?:^|[{,:]|\bexports(?:\.[\w$]+)?\s*=)\s*$/;
const PART_END = /^\s*(?:[,};]|$)/;

/** A place where something is passed as a value, and the kind of the symbol around it. */
export interface PassedPlace extends FlowPlace {
  readonly kind: string;
  /** The source text there, and the number of other symbols it leads to. */
  readonly text: string;
  readonly others: number;
  /** The full name of the external code that receives it; "" if it is passed to code of the repository. */
  readonly givenTo: string;
}

/** Where a function goes from the places where it is passed as a value; found once per question. */
export function readPassedCalls(context: Context, match: Match): PassedCalls<PassedPlace> {
  const { row, ids } = match;
  if (!isRunnable(context, row)) return { calls: [], fields: [], variables: [], first: undefined, lost: [] };
  return remembered(context, `handed calls of ${row.id}`, () => {
    const places = readPlaces(context, match);
    // In such languages a variable's type does not say which function it holds: its other uses show where the function goes.
    const isOfAny = context.rulesOf(row.language).fieldsTakeFunctions === true;
    const named = places.map((place) => ({ place, name: isOfAny ? variableGiven(context, place) : nameGiven(context, place) }));
    const passed = named.filter(({ name }) => name === "").map(({ place }) => place);
    const holding = isOfAny ? named.filter(({ name }) => name !== "") : [];
    const found = followPassed(context, passed, holding, isPassedOut(context, row.flags, ids) ? row : undefined);
    // What lies beyond the last place examined is unknown.
    return places.length === MOST_PLACES ? { ...found, lost: [...found.lost, ...passed.slice(-1)] } : found;
  });
}

/** The first places where the function itself is passed; where its module is passed, the place is under the module's name. */
function readPlaces(context: Context, { row: { name, language }, ids }: Match): PassedPlace[] {
  const gives = context.rulesOf(language).passing?.gives;
  const isFollowed = ({ givenTo }: PassedPlace): boolean =>
    givenTo === "" || gives?.includes(givenTo.slice(givenTo.lastIndexOf(".") + 1)) === true;
  const all = readRows<PassedPlace>(context, PASSED_VALUE, JSON.stringify(ids), context.ref.id).filter(isFollowed);
  const names = new Set([name]);
  let places: PassedPlace[] = [];
  // A name that a line gives it leads to more places.
  for (let known = 0; known < names.size;) {
    known = names.size;
    places = all.filter((place) => isNamed(context, place, names) && !isShown(context, place, name)).slice(0, MOST_PLACES);
    for (const place of places) names.add(nameGiven(context, place));
    names.delete("");
  }
  return places;
}

/** Whether a place uses the symbol with these names, be it through an import or a destructuring that renames it. */
function isNamed(context: Context, { path, text, others }: PassedPlace, names: ReadonlySet<string>): boolean {
  if (names.has(text.slice(text.lastIndexOf(".") + 1))) return true;
  const facts = readFile(context, path)?.facts;
  if (facts === undefined) return false;
  const { bindings, definitions, imports, expressions: { op, b }, strings } = facts;
  return rowsWith(bindings.name, strings.indexOf(text)).some((row) => {
    const imported = bindings.import_[row]!;
    const isOne = imported !== 0 && others === 0 && (imports.flags[imported]! & LinkFlag.namespace) === 0;
    if (isOne || names.has(strings[imports.name[imported]!]!)) return true;
    const definition = bindings.definition[row]!;
    const value = definition === 0 ? bindings.value[row]! : definitions.value[definition]!;
    return op[value] === Op.member && names.has(strings[b[value]!]!);
  });
}

/** Whether a place is where a module exports the symbol under its own name (`module.exports = { load }`): importers name it themselves. */
function isShown(context: Context, { path, line, column, kind }: PassedPlace, name: string): boolean {
  const facts = kind === "module" ? readFile(context, path)?.facts : undefined;
  if (facts === undefined) return false;
  const { exports, strings } = facts;
  const source = readSourceLine(context, path, line) ?? "";
  const [start, end] = [column - 1, column - 1 + name.length];
  return PART.test(source.slice(Math.max(0, start - AROUND), start)) && PART_END.test(source.slice(end, end + AROUND)) &&
    rowsWith(exports.line, line).some((row) => strings[exports.local[row]!] === name && strings[exports.name[row]!] === name);
}

/** The other name that the line of a place gives to the symbol there; "" if it gives none. */
function nameGiven(context: Context, { path, line }: FlowPlace): string {
  return RENAMED.exec(readSourceLine(context, path, line) ?? "")?.[1] ?? "";
}
