/**
 * Where an object literal is used as a whole: passed as a value, indexed by a computed key, destructured, put into another object. Code
 * that has it may call its methods by computed names, without a call site.
 *
 * Stage: query. Invariant: a place that names a member of the object, or imports or exports it, does not count.
 */
import { type Context, readRow } from "../context.ts";
import { HOLDER_KINDS } from "../rows/node_types.ts";
import { readOwner } from "../rows/own_members.ts";
import { readSourceText } from "../rows/source_texts.ts";
import { readSymbol, type SymbolRow } from "../rows/symbol_row.ts";
import { readNamings } from "./namings.ts";

/** The deepest nesting of objects that is followed. */
const DEEPEST = 8;
const PASSED_VALUE = `SELECT p.path AS path, e.source_line AS line FROM edge e INDEXED BY edge_reverse
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN path p ON p.id = rf.path_id
  WHERE e.to_symbol_id = ? AND e.edge_type = 'references' ORDER BY p.path, e.source_line LIMIT 1`;
/** A named member after an object: `.name`, `?.name`, `!.name`, `["name"]`. */
const MEMBER = /^\s*(?:(?:[?!]?\.\s*([\w$#]+))|(?:(?:\?\.)?\[\s*["']([^"'\\]+)["']\s*\]))/;
/** What precedes an object that is exported by its name, or whose type is asked for. */
const NO_USE = /\bexport\s+default\s+$|\bexports\b[^=]*=\s*\{?\s*$|\btypeof\s+$/;

/**
 * The first such place, `path:line`, of the object that a member belongs to; "" if no variable holds the object, so that code can only have
 * it as a whole; undefined if there is none.
 */
export function placeOfWhole(context: Context, member: SymbolRow): string | undefined {
  const chain: string[] = [];
  let holder = readSymbol(context, readOwner(context, member));
  for (let depth = 0; holder !== undefined && depth < DEEPEST; depth++) {
    const outer = readSymbol(context, readOwner(context, holder));
    if (!HOLDER_KINDS.has(holder.kind)) return undefined;
    if (outer === undefined || !HOLDER_KINDS.has(outer.kind)) break;
    chain.unshift(holder.name);
    holder = outer;
  }
  if (holder === undefined) return undefined;
  if (holder.kind !== "variable" && holder.kind !== "constant") return "";
  const passed = readRow<{ path: string; line: number }>(context, PASSED_VALUE, context.ref.id, holder.id);
  if (passed !== undefined) return `${passed.path}:${passed.line}`;
  for (const { path, sites } of readNamings(context, { row: holder, ids: [holder.id], twins: [] })) {
    const lines = readSourceText(context, path)?.text.split("\n") ?? [];
    for (const { line, column } of sites) {
      const behind = lines.slice(line - 1, line + 1).join("\n").slice(column - 1 + holder.name.length);
      if (!NO_USE.test((lines[line - 1] ?? "").slice(0, column - 1)) && isWhole(behind, chain)) return `${path}:${line}`;
    }
  }
  return undefined;
}

/** Whether the text after an object's name names no member at the end of `chain`, nor one beside these. */
function isWhole(behind: string, chain: readonly string[]): boolean {
  let rest = behind;
  for (const name of chain) {
    const member = MEMBER.exec(rest);
    if (member === null || (member[1] ?? member[2]) !== name) break;
    rest = rest.slice(member[0].length);
  }
  return !MEMBER.test(rest);
}
