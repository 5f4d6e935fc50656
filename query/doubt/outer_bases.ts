/**
 * External code that may call a method because of its type: external bases and interfaces, and decorators of the type.
 *
 * Stage: query. Invariant: a method that code other than tests calls is taken to be the repository's own, unless the source says that it
 * overrides one; a private method is never called from outside.
 */
import { type Context, readRow, readRows } from "../context.ts";
import { isPassedOut } from "../rows/passed_out.ts";
import { readOwner } from "../rows/own_members.ts";
import { readSymbol, type SymbolRow } from "../rows/symbol_row.ts";
import { readTestFiles } from "../rows/test_files.ts";
import { isBelowUnresolved, UNRESOLVED_BASE } from "./unresolved_bases.ts";

/** That an external base may call the method whose name is the last parameter; for some bases it is known what they call. */
const MAY_CALL = `instr(e.properties, '"members":"unknown"') > 0
  AND (instr(e.properties, '"calls":[') = 0 OR instr(e.properties, '"' || ? || '"') > 0)`;
/**
 * External bases of a type. An embedded type does not call the type that embeds it, but an exported method may make it satisfy an
 * interface.
 */
const BASES = `WITH RECURSIVE above (id) AS (SELECT ? UNION
    SELECT e.to_symbol_id FROM above CROSS JOIN edge e INDEXED BY edge_forward ON e.from_symbol_id = above.id
      AND e.edge_type IN ('extends', 'implements') AND e.to_symbol_id <> 0 AND e.rule <> 'embedded'
    CROSS JOIN ref_file r ON r.resolution_id = e.resolution_id AND r.ref_id = ?)
  SELECT DISTINCT n.text AS name FROM above CROSS JOIN edge e INDEXED BY edge_forward ON e.from_symbol_id = above.id
    AND e.edge_type IN ('extends', 'implements')
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  JOIN name n ON n.id = e.to_name_id WHERE (e.rule <> 'embedded' OR ? = 1) AND ${MAY_CALL} ORDER BY 1`;
/** The most bases an answer names. */
const SHOWN = 3;
/** External bases of a type's subtypes, which may call the methods inherited from it. */
const MIXED_IN = `WITH RECURSIVE given (ref) AS (SELECT ?),
  below (id) AS (SELECT ? UNION
    SELECT e.from_symbol_id FROM below CROSS JOIN edge e INDEXED BY edge_reverse ON e.to_symbol_id = below.id
      AND e.edge_type IN ('extends', 'implements') AND e.rule <> 'embedded'
    CROSS JOIN ref_file r ON r.resolution_id = e.resolution_id AND r.ref_id = (SELECT ref FROM given)),
  beside (id) AS (SELECT id FROM below UNION
    SELECT e.to_symbol_id FROM beside CROSS JOIN edge e INDEXED BY edge_forward ON e.from_symbol_id = beside.id
      AND e.edge_type IN ('extends', 'implements') AND e.to_symbol_id <> 0 AND e.rule <> 'embedded'
    CROSS JOIN ref_file r ON r.resolution_id = e.resolution_id AND r.ref_id = (SELECT ref FROM given))
  SELECT DISTINCT n.text AS name FROM beside CROSS JOIN edge e INDEXED BY edge_forward ON e.from_symbol_id = beside.id
    AND e.edge_type IN ('extends', 'implements') AND e.rule <> 'embedded'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = (SELECT ref FROM given)
  JOIN name n ON n.id = e.to_name_id WHERE ${MAY_CALL} ORDER BY 1 LIMIT ${SHOWN}`;
const CALLING = `SELECT DISTINCT p.path AS path FROM json_each(?) wanted
  CROSS JOIN edge c INDEXED BY edge_reverse ON c.to_symbol_id = wanted.value AND c.edge_type = 'calls'
  CROSS JOIN ref_file cf ON cf.resolution_id = c.resolution_id AND cf.ref_id = ? JOIN path p ON p.id = cf.path_id`;
/** Whether a method, or one that it overrides, calls through `super` a method of its name that is not known to be in the repository. */
const CALLS_OWN_BASE = `WITH RECURSIVE given (ref) AS (SELECT ?), own (id) AS (SELECT value FROM json_each(?) UNION
    SELECT o.to_symbol_id FROM own CROSS JOIN edge o INDEXED BY edge_forward ON o.from_symbol_id = own.id AND o.edge_type = 'overrides'
      AND o.to_symbol_id <> 0
    CROSS JOIN ref_file r ON r.resolution_id = o.resolution_id AND r.ref_id = (SELECT ref FROM given))
  SELECT 1 FROM own
  CROSS JOIN edge c INDEXED BY edge_forward ON c.from_symbol_id = own.id AND c.edge_type = 'calls' AND c.to_symbol_id = 0
  CROSS JOIN ref_file cf ON cf.resolution_id = c.resolution_id AND cf.ref_id = (SELECT ref FROM given) JOIN name t ON t.id = c.text_id
  WHERE t.text IN ('super.' || ?, 'super().' || ?) LIMIT 1`;
const OVERRIDE = /^(?:(?:public|protected|async|static) )*override /;
const PRIVATE = /^(?:static )?private /;

/**
 * Sentences on external code that may call the method `row`; empty if there is none.
 * @param ids rows of `symbol`: the method and its twins
 */
export function describeOuterBases(context: Context, row: SymbolRow, ids: readonly number[]): string[] {
  if (row.name.startsWith("#") || PRIVATE.test(row.signature)) return [];
  const owner = readOwner(context, row);
  const bases = readRows<{ name: string }>(context, BASES, owner, context.ref.id, context.ref.id, row.exported, row.name).map(({ name }) =>
    name
  );
  const flags = readSymbol(context, owner)?.flags ?? 0;
  const isDecorated = isPassedOut(context, flags, [owner]);
  if (isCalled(context, ids) && !isRedefining(context, row, ids)) return [];
  const beside = bases.length > 0
    ? []
    : readRows<{ name: string }>(context, MIXED_IN, context.ref.id, owner, row.name).map(({ name }) => name);
  const isUnresolved = bases.length === 0 && beside.length === 0 && isBelowUnresolved(context, owner);
  return [
    ...(isUnresolved ? [UNRESOLVED_BASE] : []),
    ...(bases.length === 0 ? [] : [`its type builds on ${bases.join(", ")}, outside the repository, which may call it`]),
    ...(beside.length === 0
      ? []
      : [`types that build on its type build on ${beside.join(", ")} besides, outside the repository, which may call it`]),
    ...(isDecorated ? ["its type is passed to a decorator: what receives it may call it"] : []),
  ];
}

/** Whether the source says that the method overrides one that may lie outside: by a modifier, or by calling it through `super`. */
function isRedefining(context: Context, { name, signature }: SymbolRow, ids: readonly number[]): boolean {
  return OVERRIDE.test(signature) || readRow(context, CALLS_OWN_BASE, context.ref.id, JSON.stringify(ids), name, name) !== undefined;
}

/** Whether code other than tests calls one of the symbols. */
export function isCalled(context: Context, ids: readonly number[]): boolean {
  const tests = readTestFiles(context).paths;
  return readRows<{ path: string }>(context, CALLING, JSON.stringify(ids), context.ref.id).some(({ path }) => !tests.has(path));
}
