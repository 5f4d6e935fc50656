/**
 * Names that an import brings from where nothing has them: a module that moved or is gone, a name that it has lost.
 *
 * Stage: resolve. Invariant: what lies outside of the repository is not lost, and neither is what the module has and of which nothing is known.
 */
import { Op } from "../../facts/expressions.ts";
import { Tag } from "../meaning.ts";
import { importedModule } from "../names/import_targets.ts";
import { moduleMember } from "../names/module_members.ts";
import { onlyBinding, Space } from "../names/names.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";

/** Whether a member is called on such a name: who moved that away meant no method which happens to bear the member's name elsewhere. */
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
