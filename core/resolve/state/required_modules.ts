/**
 * What a specifier means by the way in which its file loads it: by statements, or by calls alone (`require`).
 *
 * Stage: resolve. Invariant: what a file loads in both ways is what its statements mean.
 */
import { LinkFlag, rowsWith } from "../../facts.ts";
import { ModuleUse, Op } from "../../facts/expressions.ts";
import type { ModuleResolver, ModuleTarget } from "../modules.ts";
import type { FileView } from "./file_view.ts";

/** What `specifier` means in the file of `view`. */
export function writtenTarget(modules: ModuleResolver, view: FileView, specifier: string): ModuleTarget {
  const isRequired = modules.resolveRequired !== undefined && (view.required ??= requiredIn(view)).has(specifier);
  return isRequired ? modules.resolveRequired!(specifier, view.path) : modules.resolve(specifier, view.path);
}

/** The specifiers that a file names in calls which load at once (`require("x")`, `import x = require("x")`), and nowhere else. */
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
