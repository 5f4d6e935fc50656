/**
 * The number of imports between two files: values in a file may be of the types in files that it imports, directly or through others.
 *
 * Stage: resolve. Invariant: every file whose imports were read is a dependency.
 */
import { rowsWith } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import type { World } from "../world.ts";

/** Whether `to` is `from` itself or reachable from it by at most `most` imports. */
export function isImportedWithin(world: World, from: number, to: number, most: number): boolean {
  if (from === to) return true;
  let level: readonly number[] = [from];
  const seen = new Set<number>(level);
  for (let step = 0; step < most; step++) {
    const next: number[] = [];
    for (const file of level) {
      world.ask(file);
      for (const other of importedFiles(world, file)) {
        if (other === to) return true;
        if (seen.has(other)) continue;
        seen.add(other);
        next.push(other);
      }
    }
    level = next;
  }
  return false;
}

/** The files that a file names in imports, re-exports and `require`. */
export function importedFiles(world: World, file: number): readonly number[] {
  const known = world.kept.importedFiles[file];
  if (known !== undefined) return known;
  const { imports, exports, expressions, strings } = world.view(file).facts;
  const specifiers = new Set<number>();
  for (let row = 1; row < imports.length; row++) specifiers.add(imports.module[row]!);
  for (let row = 1; row < exports.length; row++) specifiers.add(exports.module[row]!);
  for (const row of rowsWith(expressions.op, Op.module)) specifiers.add(expressions.a[row]!);
  const files = new Set<number>();
  for (const specifier of specifiers) {
    if (specifier === 0) continue;
    for (const other of world.targets.filesOf(strings[specifier]!, file)) files.add(other);
  }
  return world.kept.importedFiles[file] = [...files];
}
