/**
 * Places that load a module by a computed name: calls of what such a module exports may happen there without an edge.
 *
 * Stage: query. Invariant: the literal parts of the name restrict which modules it may mean (a folder beside the file, a part of a path).
 * Where no part is literal, it may be any module of the same package, or an unimported module of a package that depends on it.
 */
import { baseName } from "../../core/base/path_parts.ts";
import { COMPUTED_PART } from "../../core/facts/expressions.ts";
import { type Context, readRows } from "../context.ts";
import { keep, remembered } from "../rows/kept.ts";
import { listed } from "../rows/listed.ts";
import { isRunnable } from "../rows/node_types.ts";
import { packageOf } from "../rows/package_of.ts";
import { readPackedFiles } from "../rows/packed_code.ts";
import { readOwner } from "../rows/own_members.ts";
import { isAtTop, readSymbol, type SymbolRow } from "../rows/symbol_row.ts";
import { mayBeMounted } from "./mounted_modules.ts";

const LOADS = `SELECT p.path AS path, e.source_line AS line, t.text AS specifier, f.language AS language, r.package AS package,
    instr(e.properties, '"named":true') > 0 AS named, coalesce(json_extract(nullif(e.properties, ''), '$.names'), '') AS names
  FROM name n CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = n.id AND e.to_symbol_id = 0 AND e.edge_type = 'imports'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN resolution r ON r.id = e.resolution_id
  JOIN symbol f ON f.id = e.from_symbol_id JOIN path p ON p.id = rf.path_id JOIN name t ON t.id = e.text_id
  WHERE n.text = '${COMPUTED_PART}' ORDER BY p.path, e.source_line`;
const INSTALLED = /(?:^|\/)(?:node_modules|site-packages)\//;
/** The most places an answer names. */
const SHOWN = 3;

interface Load {
  readonly path: string;
  readonly line: number;
  readonly specifier: string;
  readonly language: string;
  readonly package: string;
  /**
   * 1: the loaded module is used by member names, so the calls themselves can be matched by name: always those of a method; those of the
   * module's own exports only where no part of the module's name is literal.
   */
  readonly named: number;
  /** JSON array of the names taken from the module; "" where the module is passed on as a whole. */
  readonly names: string;
}

/**
 * Says where the module that exports `row` may be loaded by a computed name; "" where no place does, or where the module does not export
 * it.
 */
export function describeComputedLoads(context: Context, row: SymbolRow): string {
  const places = placesLoading(context, row);
  return places === "" ? "" : `its module may be loaded at ${places} by a computed name: what is called there is not in the list`;
}

/** Places that load the module exporting `row` by a computed name and may call `row` without an edge; "" if there are none. */
export function placesLoading(context: Context, row: SymbolRow): string {
  const isNotKnown = (load: Load): boolean => load.named === 0 || (load.specifier !== COMPUTED_PART && row.kind !== "method");
  const own = isShown(context, row) ? loadsOf(context, row).filter(isNotKnown) : [];
  return listed(own.map(({ path, line, specifier }) => `${path}:${line}${specifier === COMPUTED_PART ? "" : ` (${specifier})`}`), SHOWN);
}

/** Whether code that holds the module can reach `row`, or the type that `row` belongs to. */
function isShown(context: Context, row: SymbolRow): boolean {
  return row.exported === 1 || (context.rulesOf(row.language).showsUnlisted === true && !row.name.startsWith("_") && isAtTop(context, row));
}

/** Whether some place may load the module of `row` by a computed name and take `row` from it. */
export function isLoaded(context: Context, row: SymbolRow): boolean {
  return loadsOf(context, row).length > 0;
}

/** Whether a call of a member of an unknown object may mean `row`, because its module may be loaded somewhere and used by member names. */
export function mayBeLoaded(context: Context, row: SymbolRow): boolean {
  return row.kind !== "method" && loadsOf(context, row).some((load) => load.named === 1);
}

function loadsOf(context: Context, row: SymbolRow): readonly Load[] {
  return row.kind === "constructor" || isRunnable(context, row)
    ? remembered(context, `computed loads of ${row.id}`, () => findLoads(context, row))
    : [];
}

function findLoads(context: Context, row: SymbolRow): readonly Load[] {
  const loads = keep(context, "computed loads", () => readLoads(context));
  const fitting = loads.filter((load) => load.language === row.language && load.path !== row.path && mayMean(context, load, row.path));
  if (fitting.every(({ names }) => names === "")) return fitting;
  const shown = shownName(context, row);
  return fitting.filter(({ names }) => names === "" || (JSON.parse(names) as string[]).includes(shown));
}

/** The name under which a module exports a symbol: that of the outermost symbol around it. */
function shownName(context: Context, row: SymbolRow): string {
  let shown = row;
  for (let around = readSymbol(context, readOwner(context, row)); around !== undefined && around.kind !== "module";) {
    shown = around;
    around = readSymbol(context, readOwner(context, around));
  }
  return shown.name;
}

/**
 * All loads but those in installed packages, and but those in copied or generated code whose module name has no literal part: that code
 * does not know the modules of this repository.
 */
function readLoads(context: Context): Load[] {
  const all = readRows<Load>(context, LOADS, context.ref.id).filter(({ specifier }) => !INSTALLED.test(specifier));
  const isDetermined = (load: Load): boolean => load.specifier !== COMPUTED_PART || !readPackedFiles(context).paths.has(load.path);
  return all.filter(isDetermined);
}

function mayMean(context: Context, { path, specifier, package: from, named }: Load, target: string): boolean {
  const [start = ""] = specifier.split(COMPUTED_PART);
  const last = specifier.slice(specifier.lastIndexOf(COMPUTED_PART) + 1);
  // The extension may be left out, or be that of the built file.
  const end = baseName(last).replace(/\.\w+$/, "");
  if (end !== "" && !stem(target).endsWith(end) && !stem(target).endsWith(`${end}/index`)) return false;
  if (/^\.{1,2}\//.test(start)) return target.startsWith(join(path, start));
  const written = start.replace(/^(?:[@~#]?\/|[@~#]\w*\/)/, "");
  if (written !== "") return target.includes(written);
  return named === 1 || packageOf(context, target) === from || mayBeMounted(context, target, from);
}

function stem(path: string): string {
  return path.replace(/(?:\.d)?\.\w+$/, "");
}

/** Resolves `written`, relative to the folder of `path`, to a path from the root. */
function join(path: string, written: string): string {
  const parts = path.split("/").slice(0, -1);
  for (const part of written.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}
