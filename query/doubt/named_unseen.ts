/**
 * Functions whose name stands where nothing tells what is done with it: among the arguments of a macro or of an attribute, which may write a call.
 *
 * Stage: query. Invariant: of languages in which a function is named for nothing but to be called or handed over, so that a place that is neither is one
 * that nobody understood.
 */
import type { Context } from "../context.ts";
import type { Match } from "../names/find_symbol.ts";
import { listed } from "../rows/listed.ts";
import { readSourceText } from "../rows/source_texts.ts";
import { readNamings } from "./namings.ts";

/** What stands behind the name of a field that a value is given. */
const FIELD = /^\s*:(?!:)/;
/** Places that are named. */
const SHOWN = 3;

/** Why a function may be called where its name stands so: a sentence; "" where it does nowhere. */
export function describeNamed(context: Context, match: Match): string {
  const places = placesNaming(context, match);
  return places === ""
    ? ""
    : `its name is given to a macro or an attribute at ${places}, which may call it: such calls are not in the list`;
}

/** See the head of this file; the places, "" where there are none. */
export function placesNaming(context: Context, match: Match): string {
  if (match.row.kind !== "function" || context.rulesOf(match.row.language).macrosCall !== true) return "";
  const { length } = match.row.name;
  const places = readNamings(context, match).flatMap(({ path, sites }) => {
    const lines = readSourceText(context, path)?.text.split("\n") ?? [];
    return sites.filter(({ line, column }) => !FIELD.test(lines[line - 1]?.slice(column - 1 + length) ?? "")).map(({ line }) =>
      `${path}:${line}`
    );
  });
  return listed([...new Set(places)], SHOWN);
}
