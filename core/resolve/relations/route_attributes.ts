/**
 * Routes declared by a function's attributes: `#[get("/users/{id}")]`.
 *
 * Stage: resolve. Invariant: the attribute's name is known to be the framework's, by an import or its full path.
 */
import { isCallable, MODULE_ROW } from "../../facts.ts";
import type { RouteRules } from "../../rules/route_rules.ts";
import { Tag } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { cratesOfMacros } from "../names/macros.ts";
import { findName, nameMeaningAt, Space } from "../names/names.ts";
import { addExposed } from "./exposed_routes.ts";
import type { RelationRows } from "./relation_rows.ts";
import { joinPrefixes, prefixOf } from "./route_path.ts";
import { dottedName } from "./route_sources.ts";

const ATTRIBUTE = /^([\w:]+)\("([^"\s]*)"/;

/** Adds the routes in attributes of the file's functions. */
export function relateRouteAttributes(relations: RelationRows, routes: RouteRules): void {
  const { definitions, strings } = relations.view.facts;
  for (let row = MODULE_ROW + 1; row < definitions.length; row++) {
    const written = strings[definitions.attributes[row]!]!;
    if (!written.includes('("') || !isCallable(definitions.kind[row]!)) continue;
    for (const word of written.split(" ")) {
      const match = ATTRIBUTE.exec(word);
      if (match === null) continue;
      const names = externalNames(relations, match[1]!, definitions.scope[row]!, definitions.start[row]!);
      for (const rule of routes.attributes ?? []) {
        const method = names.map((name) => rule.name.exec(name)?.groups?.method).find((one) => one !== undefined)?.toUpperCase();
        if (method === undefined) continue;
        for (const prefix of relations.world.routeMounts(routes).prefixesOfDefinition(relations.own(row))) {
          const path = joinPrefixes(prefix, prefixOf(match[2]!.replace(/\?.*/, "")));
          addExposed(relations, relations.own(row), relations.placeOf(row), { method, framework: rule.framework }, path);
        }
      }
    }
  }
}

/** The full names that a path may have if it is external: one, or one for each crate all of whose macros are visible here. */
function externalNames(relations: RelationRows, path: string, scope: number, at: number): readonly string[] {
  const { world, view } = relations;
  const parts = path.split(world.rules.separator);
  const index = view.facts.strings.indexOf(parts[0]!);
  const isBound = index >= 0 && findName(world, view, index, scope, at, Space.value) !== undefined;
  if (parts.length === 1 && !isBound) return cratesOfMacros(world, view).map((crate) => `${crate}.${parts[0]}`);
  let meaning = index < 0 ? undefined : nameMeaningAt(world, view, index, scope, at, Space.value);
  if (meaning === undefined || (meaning.tag === Tag.unknown && parts.length > 1)) {
    const outside = world.targets.of(path, view.index);
    return outside.kind === "outside" ? [dottedName(world, outside.name)] : [];
  }
  for (const part of parts.slice(1)) meaning = memberMeaning(world, meaning, part, Space.value);
  return meaning.tag === Tag.external ? [dottedName(world, meaning.name)] : [];
}
