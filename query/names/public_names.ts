/**
 * Symbols by the name under which their package exports them, if that is not the name of the place of definition: `crate::Type` for
 * `crate::inner::Type` (`pub use`, `__init__.py`, an index file), `package.name` for a file without a module name, and
 * `crate::shape::Circle::new` if the `impl` is elsewhere.
 *
 * Stage: query. Invariant: everything written applies to the symbol found, in order, starting with the package; one symbol, or none.
 */
import { MODULE_NAME } from "../../core/facts/symbols.ts";
import { type Context, readRow } from "../context.ts";
import { isType } from "../rows/node_types.ts";
import { packageOf } from "../rows/package_of.ts";
import { endsWithName, OWN_PACKAGE, partsOf, plainName } from "../rows/plain_name.ts";
import { isTest, SYMBOL_FROM, type SymbolRow } from "../rows/symbol_row.ts";
import { groupTwins } from "../rows/twins.ts";

const MODULE = `SELECT s.qualified_name AS name ${SYMBOL_FROM} WHERE p.path = ? AND s.name = '${MODULE_NAME}'`;

/**
 * The symbol with a public name; empty if there is none or more than one.
 * @param whole the written name, as a plain name
 * @param named looks up the rows with a name
 */
export function findPublic(context: Context, whole: string, named: (name: string) => readonly SymbolRow[]): readonly SymbolRow[] {
  const written = partsOf(whole);
  // A path of folders names no member.
  if (written.length === 1) return [];
  const rows = named(written.at(-1)!).filter((row) => !isTest(row));
  const shown = onlyOne(rows.filter((row) => row.exported === 1 && isShownAs(context, row, written)));
  return shown.length > 0 ? shown : onlyOne(membersElsewhere(context, rows, written, named));
}

function onlyOne(rows: readonly SymbolRow[]): readonly SymbolRow[] {
  return groupTwins(rows).length === 1 ? rows : [];
}

/** Whether the names before a symbol's own are modules around it, outermost first. */
function isShownAs(context: Context, row: SymbolRow, [word, ...rest]: readonly string[]): boolean {
  const full = plainName(row.qualifiedName).split(".");
  const first = word === OWN_PACKAGE ? full[0]! : word!;
  const written = [first, ...rest];
  const owner = packageOf(context, row.path);
  // The end of a package's path names it too (`store/memory.Open`), but a single word may be any folder's name.
  const isInPackage = owner === first || (first.includes("/") && owner.endsWith(`/${first}`));
  if (full[0] !== first && !isInPackage) return false;
  const module = plainName(readRow<{ name: string }>(context, MODULE, context.ref.id, row.path)?.name ?? MODULE_NAME).split(".");
  const hasModule = module.every((part, i) => part === full[i]);
  const outer = isInPackage && !(hasModule && module[0] === first) ? [first] : [];
  const [around, own] = hasModule ? [[...outer, ...module], full.slice(module.length)] : [outer, full];
  const head = written.slice(0, -own.length);
  return head.length > 0 && head[0] === around[0] && own.every((part, i) => part === written[head.length + i]) && isWithin(head, around);
}

/** Whether all parts occur in `whole`, in order. */
function isWithin(parts: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const part of whole) if (part === parts[at]) at++;
  return at === parts.length;
}

/** Members that a type has from another module than its own, if only one type has the name. */
function membersElsewhere(
  context: Context,
  rows: readonly SymbolRow[],
  written: readonly string[],
  named: (name: string) => readonly SymbolRow[],
): readonly SymbolRow[] {
  const owner = written.slice(0, -1);
  const types = named(owner.at(-1)!).filter(isType);
  const [type] = types;
  if (type === undefined || types.length > 1) return [];
  if (!endsWithName(plainName(type.qualifiedName), owner.join(".")) && !isShownAs(context, type, owner)) return [];
  const member = written.slice(-2).join(".");
  return rows.filter((row) => row.language === type.language && endsWithName(plainName(row.qualifiedName), member));
}
