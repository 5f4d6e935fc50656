/**
 * The edge of a route that is served, however the source says it.
 *
 * Stage: resolve. Invariant: one form of it for all frameworks; a path of which the beginning is not known says so.
 */
import type { DefinitionId } from "../meaning.ts";
import type { Place, RelationRows } from "./relation_rows.ts";
import { type Prefix, wholePath } from "./route_path.ts";

/** What is said of a route besides its path: the method in upper case; of a handler without a name its lines, or that none is known. */
export interface SaidOfRoute {
  readonly method: string;
  readonly framework: string;
  readonly lines?: string;
  readonly handler?: "unknown";
}

/** Adds that `handler` serves a path. */
export function addExposed(
  relations: RelationRows,
  handler: DefinitionId,
  place: Place,
  { method, framework, ...more }: SaidOfRoute,
  path: Prefix,
): void {
  const route = { method, path: wholePath(path), framework, ...more };
  relations.add("exposes", handler, { name: `${route.method} ${route.path}`, external: false }, place, {
    rule: "route",
    text: path.text,
    properties: path.isWhole ? route : { ...route, prefix: "unknown" },
  });
}
