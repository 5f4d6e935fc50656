/**
 * What one line of a file imports or re-exports.
 * Stage: query. Pure: decided by the file's facts.
 */
import { type Facts, LinkFlag, rowsWith } from "../../core/facts.ts";
import { Op } from "../../core/facts/expressions.ts";

/** Whether an import or export covers all names of a module. @param flags of its row */
export function isAny(flags: number): boolean {
  return (flags & LinkFlag.wildcard) !== 0;
}

/**
 * What the imports and re-exports at a line do with a name: mention it; bring it in, so that others may take it from this file; import its
 * module as a whole.
 */
export function linkAt(
  { strings, imports, exports, expressions }: Facts,
  line: number,
  name: string,
): { readonly names: boolean; readonly brings: boolean; readonly isWhole: boolean } {
  const text = strings.indexOf(name);
  let [names, brings, isWhole] = [false, false, false];
  for (const row of rowsWith(imports.line, line)) {
    names ||= text > 0 && imports.name[row] === text && (imports.flags[row]! & LinkFlag.childModule) === 0;
    brings ||= isAny(imports.flags[row]!);
    isWhole ||= imports.name[row] === 0 || (imports.flags[row]! & (LinkFlag.wildcard | LinkFlag.namespace | LinkFlag.childModule)) !== 0;
  }
  for (const row of rowsWith(exports.line, line)) {
    if (exports.module[row] === 0) continue;
    names ||= text > 0 && (exports.local[row] === text || (exports.local[row] === 0 && exports.name[row] === text));
    brings ||= isAny(exports.flags[row]!);
  }
  isWhole &&= !rowsWith(exports.line, line).some((row) => exports.module[row] !== 0 && !isAny(exports.flags[row]!));
  // A member of a module that is required there (`const { load } = require("./io")`).
  names ||= text > 0 && rowsWith(expressions.b, text).some((row) => {
    const of = expressions.a[row]!;
    return expressions.op[row] === Op.member && expressions.op[of] === Op.module && expressions.c[of] === line;
  });
  return { names, brings: brings || names, isWhole };
}
