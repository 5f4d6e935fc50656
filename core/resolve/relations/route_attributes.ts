/**
 * Routes that a function's attributes declare: `#[get("/users/{id}")]`.
 *
 * Stage: resolve. Invariant: the attribute's name is known to be the framework's, by an import or its full path.
 */
import type { RouteRules } from "../../route_rules.ts";
import { Tag } from "../meaning.ts";
import { memberMeaning } from "../members.ts";
import { isCallable, nameMeaning, Space } from "../names.ts";
import { joinPrefixes, prefixOf, wholePath } from "./route_path.ts";
import { plainName } from "./route_sources.ts";
import type { RelationRows } from "./relation_rows.ts";

const ATTRIBUTE = /^([\w:]+)\("([^"\s]*)"/;

/** Adds what attributes of the file's functions say. */
export function relateRouteAttributes(relations: RelationRows, routes: RouteRules): void {
  const { definitions, strings } = relations.view.facts;
  for (let row = 2; row < definitions.length; row++) {
    const written = strings[definitions.attributes[row]!]!;
    if (!written.includes('("') || !isCallable(definitions.kind[row]!)) continue;
    for (const word of written.split(" ")) {
      const match = ATTRIBUTE.exec(word);
      const name = match === null
        ? undefined
        : externalName(relations, match[1]!.split("::"), definitions.scope[row]!, definitions.start[row]!);
      for (const rule of name === undefined ? [] : routes.attributes ?? []) {
        const method = rule.name.exec(name!)?.groups?.method?.toUpperCase();
        if (method === undefined) continue;
        for (const prefix of relations.world.routeMounts(routes).prefixesOfDefinition(relations.own(row))) {
          const written = joinPrefixes(prefix, prefixOf(match![2]!));
          const route = { method, path: wholePath(written), framework: rule.framework };
          relations.add("exposes", relations.own(row), { name: `${method} ${route.path}`, external: false }, relations.placeOf(row), {
            rule: "route",
            text: written.text,
            properties: written.isWhole ? route : { ...route, prefix: "unknown" },
          });
        }
      }
    }
  }
}

/** The full name of what a path means, where that lies outside. */
function externalName(relations: RelationRows, parts: readonly string[], scope: number, at: number): string | undefined {
  const { world, view } = relations;
  const index = view.facts.strings.indexOf(parts[0]!);
  const target = index < 0 ? undefined : nameMeaning(world, view, index, scope, at, Space.value);
  let meaning = target;
  if (meaning === undefined || (meaning.tag === Tag.unknown && parts.length > 1)) {
    const outside = world.target(parts.join("::"), view.index);
    return outside.kind === "outside" ? plainName(outside.name) : undefined;
  }
  for (const part of parts.slice(1)) meaning = memberMeaning(world, meaning, part, Space.value);
  return meaning.tag === Tag.external ? plainName(meaning.name) : undefined;
}
