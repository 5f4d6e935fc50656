/**
 * The name that an import brings, whatever the file calls it.
 *
 * Stage: resolve. Pure.
 */
import type { FileView } from "../state/file_view.ts";

/** What a module calls that which a binding (row of `bindings`) brings in; the binding's own name where that is a module or what stands for one. */
export function importedName(view: FileView, binding: number): string {
  const { bindings, imports } = view.facts;
  const name = view.text(imports.name[bindings.import_[binding]!]!);
  return name === "" || name === view.rules.mainExport ? view.text(bindings.name[binding]!) : name;
}
