/**
 * Functions named where nothing shows what happens to them: among the arguments of a macro or an attribute, which may expand to a call.
 *
 * Stage: query. Invariant: only for languages in which a function is named solely to be called or passed as a value, so that any other
 * place is one that was not understood.
 */
import type { Context } from "../context.ts";
import type { Match } from "../names/find_symbol.ts";
import { listed } from "../rows/listed.ts";
import { readSourceText } from "../rows/source_texts.ts";
import { readNamings } from "./namings.ts";

/** What follows a name that is a field's, as in `name: value`. */
const FIELD = /^\s*:(?!:)/;
/** The most places an answer names. */
const SHOWN = 3;

/** Why a function may be called where its name is an argument of a macro or attribute; "" where it is none. */
export function describeNamed(context: Context, match: Match): string {
  const places = placesNaming(context, match);
  return places === ""
    ? ""
    : `its name is given to a macro or an attribute at ${places}, which may call it: such calls are not in the list`;
}

/** The places where a function is named in a macro or attribute; "" if there are none. */
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
