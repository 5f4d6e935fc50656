/**
 * Unparsed code that uses a symbol under an alias its file imports it by.
 *
 * Stage: query. Built once per index state.
 */
import type { Context } from "../context.ts";
import { readFileNames } from "../names/name_reader.ts";
import { placeInDamage, readDamaged, readDamagedNames } from "../rows/damaged_code.ts";
import { keep } from "../rows/kept.ts";

/** The first place or path in unparsed code of `language` that names `name`, directly or by an import alias; "" if none does. */
export function placeInDamagedCode(context: Context, language: string, name: string): string {
  const place = placeInDamage(context, language, name);
  return place !== "" ? place : keep(context, "damaged aliases", () => readAliases(context)).get(`${language} ${name}`) ?? "";
}

/** Maps language and imported name to the first damaged file that uses it under an alias. */
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
