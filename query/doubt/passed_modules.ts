/**
 * Modules that are passed as values (`RULES = { braces.ID: braces }`): a call of a member of whatever is not known may mean a function of one.
 *
 * Stage: query. Invariant: asked only of languages whose index does not tell where modules go; a module with more mentions than can be read counts as passed.
 */
import { BindingKind, type Facts, listItems, rowsWith } from "../../core/facts.ts";
import { Op } from "../../core/facts/expressions.ts";
import { lastNameOf } from "../../core/facts/written_names.ts";
import type { Context } from "../context.ts";
import { readFile } from "../flow/flow_files.ts";
import { keep } from "../rows/kept.ts";
import { readOwner } from "../rows/own_members.ts";
import { isAtTop, readSymbol, type SymbolRow } from "../rows/symbol_row.ts";
import { readImporters } from "../walk/importers.ts";

/** Files that are read. */
const MOST_FILES = 200;

/** Whether some file passes on the module at whose top a function or class stands. */
export function isInPassedModule(context: Context, row: SymbolRow): boolean {
  const { passesModulesUnseen } = context.rulesOf(row.language);
  if (passesModulesUnseen === undefined || !isAtTop(context, row)) return false;
  const module = readOwner(context, row);
  return keep(context, `is passed as a value ${module}`, () => isModulePassed(context, module, passesModulesUnseen.but));
}

function isModulePassed(context: Context, module: number, but: ReadonlySet<string>): boolean {
  const importers = [...Map.groupBy(readImporters(context, [module]), ({ path }) => path)];
  const name = readSymbol(context, module)?.qualifiedName.split(".").at(-1) ?? "";
  return importers.length > MOST_FILES ||
    importers.some(([path, imports]) => isUsedWhole(context, { path, lines: new Set(imports.map(({ line }) => line)), name }, but));
}

/** The lines on which a file imports a module of a name. */
interface Importing {
  readonly path: string;
  readonly lines: ReadonlySet<number>;
  readonly name: string;
}

/** Whether what a file imports so is a value there that does not go to `but`. */
function isUsedWhole(context: Context, { path, lines, name }: Importing, but: ReadonlySet<string>): boolean {
  const file = readFile(context, path);
  if (file === undefined) return false;
  const { facts, places } = file;
  const { bindings, imports, uses, strings, expressions: { op, a } } = facts;
  const imported = rowsWith(bindings.kind, BindingKind.import).filter((row) => {
    const taken = imports.name[bindings.import_[row]!]!;
    return lines.has(imports.line[bindings.import_[row]!]!) && (taken === 0 || strings[taken] === name);
  });
  const names = new Set(imported.map((row) => bindings.name[row]!));
  return uses.expression.some((given) => {
    const value = op[given] === Op.given ? a[given]! : given;
    if (op[value] !== Op.name || !names.has(a[value]!)) return false;
    const inFunction = places.bindingsOf(value);
    const isModule = inFunction.length === 0 || inFunction.some((row) => imported.includes(row));
    return isModule && !but.has(takerOf(facts, value));
  });
}

/** The last name of what is called with a value; "" where nothing is. */
function takerOf(facts: Facts, value: number): string {
  const { calls, strings } = facts;
  const call = calls.arguments.findIndex((list) => listItems(facts, list).includes(value));
  return call < 0 ? "" : strings[lastNameOf(facts, calls.expression[call]!)]!;
}
