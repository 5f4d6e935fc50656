/**
 * HTTP routes that a framework serves because of a file's path (`app/users/[id]/route.ts`): the file's exports handle them.
 *
 * Stage: resolve. Invariant: the language's module rules state that the framework is used; if no export is found, the module is the
 * handler.
 */
import { isCallable, LinkFlag, MODULE_ROW } from "../../facts.ts";
import { addExposed } from "./exposed_routes.ts";
import { fileOf, moduleMeaning, rowOf, Tag } from "../meaning.ts";
import { moduleMember } from "../names/module_members.ts";
import { Space } from "../names/names.ts";
import { prefixOf } from "./route_path.ts";
import type { RelationRows } from "./relation_rows.ts";

/** Adds the file's `exposes` that follow from its path alone. */
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
