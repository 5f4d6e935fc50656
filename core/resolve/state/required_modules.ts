/**
 * The target of a specifier, depending on how its file loads it: by import statements, or only by calls (`require`).
 *
 * Stage: resolve. Invariant: a specifier that is loaded both ways resolves as in import statements.
 */
import { LinkFlag, rowsWith } from "../../facts.ts";
import { ModuleUse, Op } from "../../facts/expressions.ts";
import type { ModuleResolver, ModuleTarget } from "../modules.ts";
import type { FileView } from "./file_view.ts";

/** The target of `specifier` in the file of `view`. */
export function writtenTarget(modules: ModuleResolver, view: FileView, specifier: string): ModuleTarget {
  const isRequired = modules.resolveRequired !== undefined && (view.required ??= requiredIn(view)).has(specifier);
  return isRequired ? modules.resolveRequired!(specifier, view.path) : modules.resolve(specifier, view.path);
}

/** The specifiers that a file uses only in synchronous loading calls (`require("x")`, `import x = require("x")`). */
function requiredIn({ facts: { expressions, imports, exports, strings } }: FileView): ReadonlySet<string> {
  const required = new Set<string>();
  const isCall = (row: number): boolean => (imports.flags[row]! & LinkFlag.whole) !== 0;
  for (const row of rowsWith(expressions.op, Op.module)) if (expressions.b[row] === 0) required.add(strings[expressions.a[row]!]!);
  for (let row = 1; row < imports.length; row++) if (isCall(row)) required.add(strings[imports.module[row]!]!);
  for (const row of rowsWith(expressions.op, Op.module)) {
    if (expressions.b[row] === ModuleUse.promised) required.delete(strings[expressions.a[row]!]!);
  }
  for (let row = 1; row < imports.length; row++) if (!isCall(row)) required.delete(strings[imports.module[row]!]!);
  for (let row = 1; row < exports.length; row++) required.delete(strings[exports.module[row]!]!);
  return required;
}
