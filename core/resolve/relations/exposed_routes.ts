/**
 * The edge for a served route, in whatever way the source declares it.
 *
 * Stage: resolve. Invariant: one form for all frameworks; a path with an unknown start is marked as such.
 */
import type { DefinitionId } from "../meaning.ts";
import type { Place, RelationRows } from "./relation_rows.ts";
import { type Prefix, wholePath } from "./route_path.ts";

/** Properties of a route besides its path: the method in upper case; for an anonymous handler its lines, or that no handler is known. */
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
