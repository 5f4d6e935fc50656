/**
 * Rows that stand for the same symbol.
 *
 * Stage: query. To users, these are one symbol: overloads in one file, a getter and its setter, versions under mutually exclusive build
 * conditions anywhere in a package, and a symbol's entry in a declaration file.
 */
import { DefinitionFlag } from "../../core/facts.ts";
import { isType } from "./node_types.ts";
import type { SymbolRow } from "./symbol_row.ts";

const TWIN = DefinitionFlag.bodiless | DefinitionFlag.conditional;
const ACCESSOR = DefinitionFlag.property | DefinitionFlag.setter;

/**
 * Groups rows by symbol, each group in the order given.
 * @param packageOf the package of a row, if rows may be from several
 */
export function groupTwins<T extends Pick<SymbolRow, "id" | "language" | "pathId" | "qualifiedName" | "kind" | "flags">>(
  rows: readonly T[],
  packageOf: (row: T) => string = () => "",
): T[][] {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const conditional = (row.flags & DefinitionFlag.conditional) !== 0;
    const ofType = row.flags & DefinitionFlag.static;
    const key = `${row.language}\0${conditional ? packageOf(row) : row.pathId}\0${row.qualifiedName}\0${row.kind}\0${ofType}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else if (isTwin(row, TWIN) || group.every((one) => isTwin(one, TWIN))) group.push(row);
    else if (isTwin(row, ACCESSOR) && group.every((one) => isTwin(one, TWIN | ACCESSOR))) group.push(row);
    else groups.set(`${key}\0${row.id}`, [row]);
  }
  return [...groups.values()];
}

function isTwin({ flags }: Pick<SymbolRow, "flags">, marks: number): boolean {
  return (flags & marks) !== 0;
}

/**
 * Merges a group of declarations with the group that has the bodies: from the declaration file beside it (`io.pyi`, `io.d.ts`), or from one
 * in the same package that declares the exports of its JavaScript (`typings/index.d.ts`), if each is the only one with the name.
 * @param packageOf the package of a row
 */
export function joinDeclarations<T extends Pick<SymbolRow, "language" | "path" | "qualifiedName" | "kind" | "flags">>(
  groups: T[][],
  packageOf: (row: T) => string,
): T[][] {
  const joined = new Map<string, T[]>();
  for (const group of groups) {
    const { language, path, qualifiedName, kind } = group[0]!;
    const key = `${language}\0${path.replace(DECLARATIONS, "")}\0${qualifiedName}\0${kind}`;
    const other = joined.get(key);
    if (other === undefined || other[0]!.path === path || !(isDeclared(other) || isDeclared(group))) {
      joined.set(other === undefined ? key : `${key}\0${joined.size}`, group);
    } else joined.set(key, isDeclared(group) ? [...other, ...group] : [...group, ...other]);
  }
  return joined.size < 2 ? [...joined.values()] : joinPackages([...joined.values()], packageOf);
}

/** Merges the declarations of a JavaScript package with its code. */
function joinPackages<T extends Pick<SymbolRow, "path" | "qualifiedName" | "kind" | "flags">>(
  groups: T[][],
  packageOf: (row: T) => string,
): T[][] {
  const byName = Map.groupBy(groups, ([row]) => `${packageOf(row!)}\0${row!.qualifiedName}\0${row!.kind}`);
  return [...byName.values()].flatMap((ones) => {
    const [one, other] = ones;
    if (ones.length !== 2 || !one!.concat(other!).every(({ path }) => OF_JAVASCRIPT.test(path))) return ones;
    const [written, declared] = isDeclared(other!) ? [one!, other!] : [other!, one!];
    return isDeclared(declared) && !isDeclared(written) ? [[...written, ...declared]] : ones;
  });
}

/** JavaScript files and their declaration files. */
const OF_JAVASCRIPT = /\.(?:[cm]?jsx?|d\.[cm]?ts)$/;

/** The part of a file's name that differs between a declaration file and its source file. */
const DECLARATIONS = /(?:\.d)?\.[^./]+$/;

/** Whether rows only declare a symbol whose body, if any, is elsewhere. */
export function isDeclared(group: readonly Pick<SymbolRow, "path" | "kind" | "flags">[]): boolean {
  return group.every((row) => isTwin(row, DefinitionFlag.bodiless) || (isType(row) && /\.d\.[^./]+$|\.[^./]+i$/.test(row.path)));
}
