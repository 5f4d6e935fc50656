/**
 * Namespaces with several declarations in a file (`namespace A {} namespace A {}`): they are merged, and each sees the exports of the
 * others.
 *
 * Stage: resolve.
 */
import { addAt, NO_ROWS } from "../../base/lists.ts";
import { DefinitionFlag, DefinitionKind, ScopeKind } from "../../facts.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { Space } from "./names.ts";
import { isInSpace, type PlacedName, reachingRows, Sought } from "./reaching.ts";

/** The scopes of all declarations of the namespace with the scope `body`, in source order. */
export function mergedBodies(view: FileView, body: number): readonly number[] {
  let found = view.namespaces.bodies.get(body);
  if (found === undefined) {
    found = findBodies(view, body);
    for (const one of [body, ...found]) view.namespaces.bodies.set(one, found);
  }
  return found;
}

function findBodies(view: FileView, body: number): readonly number[] {
  const { scopes, definitions, bindings } = view.facts;
  const name = definitions.name[scopes.definition[body]!]!;
  const parent = scopes.parent[body]!;
  const around = scopes.kind[parent] === ScopeKind.namespace ? mergedBodies(view, parent) : [parent];
  const bodies: number[] = [];
  for (const scope of around) {
    for (const row of view.find(scope, name)) {
      const definition = bindings.definition[row]!;
      if (definitions.kind[definition] === DefinitionKind.namespace) bodies.push(definitions.body[definition]!);
    }
  }
  // A declaration without a name of its own (`declare module "x"`) has no binding.
  return bodies.length === 0 ? [body] : bodies;
}

/** Whether a definition (a row) is only a type, not a value: also a namespace that declares only types (`namespace N { type T = … }`). */
export function isTypeAlone(view: FileView, row: number): boolean {
  const { definitions, bindings, imports } = view.facts;
  if (definitions.kind[row] !== DefinitionKind.namespace) return row !== 0 && !isInSpace(definitions.kind[row]!, Space.value);
  const known = view.namespaces.typesAlone.get(row);
  if (known !== undefined) return known;
  const body = definitions.body[row]!;
  const hasValue = imports.scope.includes(body) ||
    bindings.scope.some((scope, at) => scope === body && !isTypeAlone(view, bindings.definition[at]!));
  view.namespaces.typesAlone.set(row, !hasValue);
  return !hasValue;
}

/** The exported bindings of a name in the other declarations of the namespace around it, which has the scope `body`. */
export function findMerged(
  world: World,
  view: FileView,
  body: number,
  { name, scope, at }: PlacedName,
  space: number,
): readonly number[] {
  const bodies = mergedBodies(view, body);
  if (bodies.length < 2) return NO_ROWS;
  const { bindings, definitions } = view.facts;
  const found: number[] = [];
  for (const first of firstsIn(view, bodies).get(name) ?? NO_ROWS) {
    if (view.names.owner(first) === body) continue;
    for (const row of reachingRows(world, view, first, space | Sought.open | Sought.crossed, scope, at)) {
      const definition = bindings.definition[row]!;
      if (definition === 0 || (definitions.flags[definition]! & DefinitionFlag.exported) !== 0) found.push(row);
    }
  }
  return found;
}

/** The first bindings of each name in the scopes of a namespace, scope by scope. */
function firstsIn(view: FileView, bodies: readonly number[]): ReadonlyMap<number, readonly number[]> {
  let firsts = view.namespaces.names.get(bodies[0]!);
  if (firsts === undefined) {
    view.namespaces.names.set(bodies[0]!, firsts = new Map());
    for (const body of bodies) {
      for (const row of view.names.ownedBy(body)) {
        const name = view.facts.bindings.name[row]!;
        if (view.names.first(body, name) === row) addAt(firsts, name, row);
      }
    }
  }
  return firsts;
}
