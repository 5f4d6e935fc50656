/**
 * The original name of an imported item, regardless of its local alias.
 *
 * Stage: resolve. Pure.
 */
import type { FileView } from "../state/file_view.ts";

/** The name in its module of what a binding (row of `bindings`) imports; the binding's own name if that is a module as a whole. */
export function importedName(view: FileView, binding: number): string {
  const { bindings, imports } = view.facts;
  const name = view.text(imports.name[bindings.import_[binding]!]!);
  return name === "" || name === view.rules.mainExport ? view.text(bindings.name[binding]!) : name;
}
