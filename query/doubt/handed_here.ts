/**
 * Functions that code of the repository is handed, and methods of objects that are written out: what gets one may call it through a variable, a
 * parameter, a field or an interface, and no edge leads there.
 *
 * Stage: query. Invariants: what code of the repository calls, tests aside, or may call through what is known to hold it, is taken for followed; a
 * method that stands for one of a type of the repository is called by whoever calls that.
 */
import { DefinitionFlag } from "../../core/facts.ts";
import { type Context, readRows } from "../context.ts";
import { type Match, twinsOf } from "../names/find_symbol.ts";
import { isType } from "../rows/node_types.ts";
import { readOwner } from "../rows/own_members.ts";
import { readSourceText } from "../rows/source_texts.ts";
import { readSymbol, scopedNameOf } from "../rows/symbol_row.ts";
import { isCalled } from "./outer_bases.ts";
import { readPossible, readRedefined } from "./possible_callers.ts";
import { placeOfWhole } from "./whole_objects.ts";

/** Languages in which an object that is written out has methods of its own. */
const WRITES_OBJECTS: ReadonlySet<string> = new Set(["typescript"]);
/** Places that are looked at. */
const MOST_PLACES = 20;
/** Where it is handed over by its own name, and to no code outside: with its module it is handed over under that one's. */
const HANDED = `SELECT p.path AS path, e.source_line AS line FROM json_each(?) wanted CROSS JOIN edge e INDEXED BY edge_reverse
  ON e.to_symbol_id = wanted.value AND e.edge_type = 'references'
    AND e.rule NOT IN ('decorated', 'attribute', 'holder', 'declared') AND instr(e.properties, '"given_to"') = 0
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN path p ON p.id = rf.path_id JOIN name t ON t.id = e.text_id
  WHERE t.text = ? OR t.text GLOB ? ORDER BY p.path, e.source_line LIMIT ${MOST_PLACES}`;
/** A line that gives it another name, by which its calls are followed. */
const RENAMED = /^\s*(?:export\s+)?(?:(?:const|var)\s+)?[\w$]+\s*(?::[^=]*)?=\s*[\w$.]+;?\s*$/;

/**
 * Why a function or method that nothing is known to call may be called all the same: a sentence; "" where nothing speaks for it.
 * @param isComplete whether the list of callers of another symbol says so
 */
export function describeHandedHere(context: Context, match: Match, isComplete: (match: Match) => boolean): string {
  const { row, ids } = match;
  if (row.kind !== "function" && row.kind !== "method") return "";
  const handed = readRows<Place>(context, HANDED, JSON.stringify(ids), context.ref.id, row.name, `*.${row.name}`)
    .find((place) => !RENAMED.test(lineAt(context, place)));
  const ofObject = handed === undefined && row.kind === "method" && (row.flags & DefinitionFlag.bodiless) === 0 &&
    WRITES_OBJECTS.has(row.language) && isOfObject(context, match);
  if ((handed === undefined && !ofObject) || isCalled(context, ids) || readPossible(context, match).length > 0) return "";
  return handed === undefined
    ? describeMethodOfObject(context, match, isComplete)
    : `it is handed over at ${handed.path}:${handed.line}: what gets it may call it through a variable, a parameter or a field, and such calls are not in the list`;
}

interface Place {
  readonly path: string;
  readonly line: number;
}

function lineAt(context: Context, { path, line }: Place): string {
  return readSourceText(context, path)?.text.split("\n", line)[line - 1] ?? "";
}

/** In what an object stands that no variable holds. */
const MAKERS: ReadonlySet<string> = new Set(["function", "method", "constructor", "module"]);

function describeMethodOfObject(context: Context, { row, ids }: Match, isComplete: (match: Match) => boolean): string {
  const above = readRedefined(context, ids);
  const maker = readSymbol(context, readOwner(context, row));
  // What a module puts into an object that it names and shows is called by that name (`app.use = function …`).
  const isNamed = maker?.kind === "module" && scopedNameOf(context, row) !== row.name;
  if (maker !== undefined && MAKERS.has(maker.kind) && !isNamed && !isCalled(context, above)) {
    const object = maker.kind === "module" ? "an object that has no name" : `an object that ${scopedNameOf(context, maker)} makes`;
    return `it is a member of ${object}: whoever gets that may call it, which no call site may say`;
  }
  const whole = above.length === 0 && maker !== undefined ? placeOfWhole(context, row) : undefined;
  if (whole !== undefined && maker !== undefined) {
    const object = `${scopedNameOf(context, maker)}${whole === "" ? "" : `, which goes elsewhere as a whole at ${whole}`}`;
    return `it is a member of the object in ${object}: whoever has that may call it by a name that is computed`;
  }
  const open = above.map((id) => readSymbol(context, id)).filter((one) => one !== undefined).find((one) => {
    const { main, group } = twinsOf(context, one);
    return !isComplete({ row: main, ids: group.map(({ id }) => id), twins: [] });
  });
  return open === undefined ? "" : `it stands for ${scopedNameOf(context, open)}, of which some callers may be missing`;
}

/** Whether a method is one of an object that is written out, not of a type. */
export function isOfObject(context: Context, { row }: Match): boolean {
  const owner = readSymbol(context, readOwner(context, row));
  return owner !== undefined && !isType(owner);
}
