/**
 * HTTP routes that a framework serves by where a file lies (`app/users/[id]/route.ts`): what the file exports handles them.
 *
 * Stage: resolve. Invariant: the language's module rules say that the framework is there; a handler that no name leads to is the module.
 */
import { isCallable, LinkFlag, MODULE_ROW } from "../../facts.ts";
import { addExposed } from "./exposed_routes.ts";
import { fileOf, moduleMeaning, rowOf, Tag } from "../meaning.ts";
import { moduleMember } from "../names/module_members.ts";
import { Space } from "../names/names.ts";
import { prefixOf } from "./route_path.ts";
import type { RelationRows } from "./relation_rows.ts";

/** Adds the file's `exposes` that its place alone makes. */
export function relateServedFile(relations: RelationRows): void {
  const { world, view } = relations;
  const served = world.modules.servedAt?.(view.path);
  if (served === undefined) return;
  const { exports } = view.facts;
  const { mainExport = "" } = world.rules;
  for (let row = 1; row < exports.length; row++) {
    const name = exports.flags[row]! & LinkFlag.whole ? mainExport : view.text(exports.name[row]!);
    if (!Object.hasOwn(served.handlers, name)) continue;
    const meaning = moduleMember(world, moduleMeaning([view.index], view.path), name, Space.value);
    const isNamed = meaning?.tag === Tag.definition && isCallable(world.kindOf(meaning.definition)) &&
      world.nameOf(meaning.definition) !== "";
    const handler = isNamed ? meaning.definition : relations.own(MODULE_ROW);
    const place = isNamed && fileOf(handler) === view.index
      ? relations.placeOf(rowOf(handler))
      : { line: Math.max(1, exports.line[row]!), column: 1 };
    addExposed(relations, handler, place, { method: served.handlers[name]!, framework: served.framework }, prefixOf(served.path));
  }
}
