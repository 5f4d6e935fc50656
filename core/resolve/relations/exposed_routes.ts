/**
 * The edge of a route that is served, however the source says it.
 *
 * Stage: resolve. Invariant: one form of it for all frameworks; a path of which the beginning is not known says so.
 */
import type { DefinitionId } from "../meaning.ts";
import type { Place, RelationRows } from "./relation_rows.ts";
import { type Prefix, wholePath } from "./route_path.ts";

/** Adds that `handler` serves a path. @param method upper case */
export function addExposed(
  relations: RelationRows,
  handler: DefinitionId,
  place: Place,
  said: { method: string; framework: string },
  path: Prefix,
): void {
  const route = { method: said.method, path: wholePath(path), framework: said.framework };
  relations.add("exposes", handler, { name: `${route.method} ${route.path}`, external: false }, place, {
    rule: "route",
    text: path.text,
    properties: path.isWhole ? route : { ...route, prefix: "unknown" },
  });
}
