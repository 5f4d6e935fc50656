/**
 * Code that did not parse and bears another name of what is asked about, which its file has taken by an import.
 *
 * Stage: query. Made once for a state of the index.
 */
import type { Context } from "../context.ts";
import { readFileNames } from "../names/name_reader.ts";
import { placeInDamage, readDamaged, readDamagedNames } from "../rows/damaged_code.ts";
import { keep } from "../rows/kept.ts";

/** Where code of `language` that did not parse names `name`, by itself or by another name of it there: a place or a path; "" where none does. */
export function placeInDamagedCode(context: Context, language: string, name: string): string {
  const place = placeInDamage(context, language, name);
  return place !== "" ? place : keep(context, "damaged aliases", () => readAliases(context)).get(`${language} ${name}`) ?? "";
}

/** From language and name of what is imported to the first damaged file that names it otherwise. */
function readAliases(context: Context): ReadonlyMap<string, string> {
  const named = readDamagedNames(context);
  const places = new Map<string, string>();
  for (const { path, language, regions } of readDamaged(context)) {
    const names = named.get(path);
    if (names === undefined || names.size === 0) continue;
    for (const { name, local } of readFileNames(context, path)?.aliases() ?? []) {
      const key = `${language} ${local}`;
      if (names.has(name) && !places.has(key)) places.set(key, `${path}:${regions[0]![0]}`);
    }
  }
  return places;
}
