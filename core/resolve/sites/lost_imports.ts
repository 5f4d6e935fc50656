/**
 * Imported names that no longer exist: a module that moved or is gone, a name that it lost.
 *
 * Stage: resolve. Invariant: an external name is not lost, and neither is an existing one of which nothing is known.
 */
import { Op } from "../../facts/expressions.ts";
import { Tag } from "../meaning.ts";
import { importedModule } from "../names/import_targets.ts";
import { moduleMember } from "../names/module_members.ts";
import { onlyBinding, Space } from "../names/names.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";

/** Whether a member is called on such a name: then a method elsewhere that happens to have the member's name is not meant. */
export function isOnLostImport(world: World, view: FileView, callee: number): boolean {
  const { expressions, bindings, imports } = view.facts;
  const object = expressions.a[callee]!;
  if (expressions.op[callee] !== Op.member || expressions.op[object] !== Op.name) return false;
  const row = bindings.import_[onlyBinding(world, view, object)]!;
  if (row === 0) return false;
  const module = importedModule(world, view, row);
  const name = view.text(imports.name[row]!);
  return module.tag === Tag.unknown ||
    (module.tag === Tag.module && name !== "" && moduleMember(world, module, name, Space.value) === undefined);
}
