/**
 * Object literals where an interface is declared: `const job: Job = { run() {} }`, also within a list or record of these.
 *
 * Stage: resolve. Invariant: based only on a file's shape; object literals passed to calls are recorded there (`relate_types.ts`).
 */
import { MOST_CANDIDATES } from "../../edges.ts";
import { DefinitionKind, ScopeKind } from "../../facts.ts";
import { expectedType } from "../calls/expectations.ts";
import { type DefinitionId, fileOf, partsOf, rowOf, Tag } from "../meaning.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { entryOf } from "./inheritance.ts";

/** Functions called `name` of object literals declared as `owner`, or a subtype. */
export function membersOfDeclaredObjects(world: World, owner: DefinitionId, name: string): readonly DefinitionId[] {
  return world.repository.methods(name).filter((member) => {
    const object = world.parentOf(member);
    if (world.kindOf(object) !== DefinitionKind.object || world.inLibrary(member)) return false;
    world.ask(fileOf(member));
    const view = world.viewOf(object);
    if (!isDeclared(view, rowOf(object))) return false;
    return partsOf(expectedType(world, view, rowOf(object))).some(({ tag, definition }) =>
      tag === Tag.instance && (definition === owner || entryOf(world, definition, owner) !== undefined)
    );
  }).slice(0, MOST_CANDIDATES);
}

/** Whether the variable that holds an object, or one around it, has a declared type. */
export function isDeclared(view: FileView, object: number): boolean {
  const { definitions, scopes } = view.facts;
  for (let at = object; definitions.kind[at] === DefinitionKind.object;) {
    const holder = view.surroundings.listAround(at) || view.surroundings.holderOf(at);
    if (definitions.type[holder] !== 0) return true;
    const scope = definitions.scope[holder]!;
    if (holder === at || scopes.kind[scope] !== ScopeKind.class) return false;
    at = scopes.definition[scope]!;
  }
  return false;
}
