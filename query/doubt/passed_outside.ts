/**
 * External or unknown code that receives a function, or a value with methods, and may call it without a call site here.
 *
 * Stage: query. Invariants: code that only runs a function for the caller (`map`, `sort.Slice`) is not reported, because the list of
 * callers has that place. Where values of a method's type are passed out, this is reported only if they become an external interface that
 * may require the method, or if nothing here but tests calls the method and no interface here requires it: most other values are passed for
 * the data in them.
 */
import { DefinitionFlag } from "../../core/facts.ts";
import { type Context, readRow, readRows } from "../context.ts";
import { isClass } from "../rows/node_types.ts";
import { readOwner } from "../rows/own_members.ts";
import { isAtTop, readSymbol, scopedNameOf, type SymbolRow } from "../rows/symbol_row.ts";
import { readTestFiles } from "../rows/test_files.ts";
import { readTypesMade } from "../rows/inherited_constructors.ts";
import { attributesOf, MAKES_ATTRIBUTE } from "./accessor_methods.ts";
import { findPassedHolder } from "./passed_holders.ts";
import { isCalled } from "./outer_bases.ts";
import { mayAskFor } from "./outer_interfaces.ts";
import { listTakers, readTakers, type Taker } from "./outside_takers.ts";

const ASKED_HERE = `SELECT DISTINCT e.to_symbol_id AS id FROM json_each(?) wanted CROSS JOIN edge e INDEXED BY edge_forward
  ON e.from_symbol_id = wanted.value AND e.edge_type = 'overrides' AND e.to_symbol_id <> 0
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? ORDER BY 1`;
const SITE = `p.path || ':' || e.source_line AS place FROM`;
const IN_REF = `CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN path p ON p.id = rf.path_id`;
const FIRST = "ORDER BY p.path, e.source_line LIMIT 1";
/** The first place where a type is passed as a value. */
const TYPE_PASSED = `SELECT ${SITE} edge e INDEXED BY edge_reverse ${IN_REF}
  WHERE e.to_symbol_id = ? AND e.edge_type = 'references' AND e.rule NOT IN ('decorated', 'attribute', 'holder') ${FIRST}`;
/** The first place where a function is passed under another name than its own: together with its module. */
const MODULE_PASSED = `SELECT ${SITE} edge e INDEXED BY edge_reverse ${IN_REF} JOIN name t ON t.id = e.text_id
  WHERE e.to_symbol_id = ? AND e.edge_type = 'references' AND e.rule NOT IN ('decorated', 'attribute', 'holder')
    AND t.text <> ? AND t.text NOT GLOB ? ${FIRST}`;
/** The first place where a method of a given name is called through an interface, a protocol or a base. */
const DISPATCHED = `SELECT ${SITE} symbol m INDEXED BY symbol_by_name
  CROSS JOIN edge e INDEXED BY edge_reverse ON e.to_symbol_id = m.id AND e.edge_type = 'calls' AND e.rule = 'dispatch' ${IN_REF}
  WHERE m.name = ? AND m.language = ? AND m.kind = 'method' ${FIRST}`;

/** Sentences on why external code that receives a function, a method or a value of its type may call it; empty if nothing suggests so. */
export function describePassed(context: Context, row: SymbolRow, ids: readonly number[]): string[] {
  if (row.kind === "constructor") return describePassedType(context, "its type", readTypesMade(context, ids));
  if (isClass(context, row)) return describePassedType(context, "it", ids);
  if (row.kind !== "function" && row.kind !== "method") return [];
  const own = JSON.stringify(ids);
  const all = readTakers(context, own, 0);
  const attributes = all.some(({ name }) => name === MAKES_ATTRIBUTE) ? attributesOf(context, row, ids) : [];
  const takers = attributes.length === 0 ? all : all.filter(({ name }) => name !== MAKES_ATTRIBUTE);
  const accessed = attributes.map((field) =>
    `it runs where ${scopedNameOf(context, field)} is read or set: that is not a call, so what uses it is not among the callers`
  );
  if (takers.length > 0 || accessed.length > 0) return [...accessed, ...(takers.length === 0 ? [] : [mayCall("it", takers)])];
  if (row.kind === "function" || row.exported === 0) return [];
  const owner = readOwner(context, row);
  if (owner === 0) return [];
  const takersOfValues = readTakers(context, JSON.stringify([owner]), 1);
  const asking = takersOfValues.filter(({ name, becomes }) => becomes === 1 && mayAskFor(context, name, row.name));
  if (asking.length > 0) return [mayCall("a value of its type", asking)];
  if (isCalled(context, ids)) return [];
  const asked = readAsked(context, ids);
  if (asked.length === 0) return describeValue(context, row, owner, "a value of its type");
  return context.rulesOf(row.language).reflects === true && !isCalled(context, asked) ? describeAsked(context, row, asked) : [];
}

/**
 * Why an uncalled method may be called: a value of an interface that requires it is passed to external code.
 * @param asked rows of `symbol`: the interfaces' methods
 */
function describeAsked(context: Context, row: SymbolRow, asked: readonly number[]): string[] {
  for (const id of asked) {
    const method = readSymbol(context, id);
    const type = method === undefined ? undefined : readSymbol(context, readOwner(context, method));
    const known = type === undefined ? [] : describeValue(context, row, type.id, `a value of ${type.name}, for which it stands,`, 1);
    if (known.length > 0) return known;
  }
  return [];
}

/**
 * Why a method may be called by code that receives a value of a type, or of a type that holds one.
 * @param value words for the value that is passed
 * @param deepest see `findPassedHolder`
 */
function describeValue(context: Context, row: SymbolRow, type: number, value: string, deepest?: number): string[] {
  // What tests pass of the code under test is compared, printed or filled; what runs methods by any name is meant for the tests' own types.
  const tests = readTestFiles(context);
  const isLookedInto = context.rulesOf(row.language).reflects === true;
  const without = tests.paths.has(row.path) || !isLookedInto ? undefined : tests.ids;
  const known = readTakers(context, JSON.stringify([type]), 1, without);
  const holding = known.length > 0 || !isLookedInto ? undefined : findPassedHolder(context, type, row.language, without, deepest);
  if (holding !== undefined) return [mayCall(`a value of ${holding.name}, in which one of its type is held,`, holding.takers)];
  return known.length === 0 ? [] : [mayCall(value, known)];
}

function mayCall(passed: string, takers: readonly Taker[]): string {
  return `${passed} is passed to ${listTakers(takers)}, which may call it: such calls are not in the list`;
}

/**
 * Why a static method, or a function of a module, may be called through an interface: its class or module is passed as a value, and
 * something of its name is called through an interface; "" where that is not so.
 */
export function describePassedWhole(context: Context, row: SymbolRow, ids: readonly number[]): string {
  const isStatic = row.kind === "method" && (row.flags & DefinitionFlag.static) !== 0;
  if (!isStatic && (row.kind !== "function" || !isAtTop(context, row))) return "";
  const ref = context.ref.id;
  const passed = isStatic
    ? readRow<Site>(context, TYPE_PASSED, ref, readOwner(context, row))
    : readRow<Site>(context, MODULE_PASSED, ref, row.id, row.name, `*.${row.name}`);
  if (passed === undefined || isAskedHere(context, ids)) return "";
  const called = readRow<Site>(context, DISPATCHED, ref, row.name, row.language);
  return called === undefined
    ? ""
    : `its ${isStatic ? "class" : "module"} is passed as a value at ${passed.place}, and ${called.place} calls something of this ` +
      "name through an interface or a base: such calls are not in the list";
}

/** Whether code of the repository other than tests calls one of the symbols, or a method of an interface, a protocol or a base that it implements. */
export function isRunHere(context: Context, ids: readonly number[]): boolean {
  return isCalled(context, ids) || isCalled(context, readAsked(context, ids));
}

function isAskedHere(context: Context, ids: readonly number[]): boolean {
  return readAsked(context, ids).length > 0;
}

/** The methods of the repository's interfaces, protocols and bases (rows of `symbol`) that the given methods override. */
function readAsked(context: Context, ids: readonly number[]): number[] {
  return readRows<{ id: number }>(context, ASKED_HERE, JSON.stringify(ids), context.ref.id).map(({ id }) => id);
}

interface Site {
  readonly place: string;
}

/** The same for a class or its constructor: code that receives a type may instantiate it. */
function describePassedType(context: Context, type: string, ids: readonly number[]): string[] {
  const takers = readTakers(context, JSON.stringify(ids), 0);
  return takers.length === 0 ? [] : [`${type} is passed to ${listTakers(takers)}, which may make one: such calls are not in the list`];
}
