/**
 * Rows that stand for the same symbol.
 *
 * Stage: query. Overloads of a name in one file are one symbol to whoever asks, and so are its versions under build conditions that exclude
 * each other, wherever they stand in its package.
 */
import { DefinitionFlag } from "../core/facts.ts";
import type { SymbolRow } from "./symbol_row.ts";

const TWIN = DefinitionFlag.bodiless | DefinitionFlag.conditional;

/**
 * Rows by the symbol that they stand for, each in the order given.
 * @param packageOf the package of a row, where those of several may be among them
 */
export function groupTwins<T extends Pick<SymbolRow, "id" | "language" | "pathId" | "qualifiedName" | "kind" | "flags">>(
  rows: readonly T[],
  packageOf: (row: T) => string = () => "",
): T[][] {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const conditional = (row.flags & DefinitionFlag.conditional) !== 0;
    const key = `${row.language}\0${conditional ? packageOf(row) : row.pathId}\0${row.qualifiedName}\0${row.kind}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else if ((row.flags & TWIN) !== 0 || group.every((one) => (one.flags & TWIN) !== 0)) group.push(row);
    else groups.set(`${key}\0${row.id}`, [row]);
  }
  return [...groups.values()];
}
