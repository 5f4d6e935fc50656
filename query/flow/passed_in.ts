/**
 * Which functions a call of a parameter, a variable or a field may run: those that callers of the enclosing function pass for it.
 *
 * Also those that come out of what callers pass: results of functions, elements of the file's tables.
 *
 * Stage: query. Invariant: each is passed by a call with an edge to the enclosing function; other ways to pass one are not searched.
 */
import { BindingFlag, BindingKind, DefinitionKind, listItems, rowsWith } from "../../core/facts.ts";
import { Op } from "../../core/facts/expressions.ts";
import { eachValue } from "../../core/resolve/relations/held_locally.ts";
import { type Context, readRows } from "../context.ts";
import { readDefining, symbolDefinedAt } from "../rows/file_facts.ts";
import { readOwner } from "../rows/own_members.ts";
import { readSymbol } from "../rows/symbol_row.ts";
import { readTargets } from "./calls_at.ts";
import { type File, readFile } from "./flow_files.ts";
import { MANY, ownerOf, parametersOf } from "./read_places.ts";

/** Calls of functions, or of the classes they construct. */
const CALLING = `SELECT p.path AS path, e.source_line AS line, e.source_column AS "column", e.rule AS rule FROM json_each(?) wanted
  CROSS JOIN edge e INDEXED BY edge_reverse ON e.to_symbol_id = wanted.value AND e.edge_type = 'calls'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN path p ON p.id = rf.path_id
  ORDER BY p.path, e.source_line, e.source_column LIMIT ?`;
/** What is passed as a value at a place. */
const PASSED_AT = `SELECT e.to_symbol_id AS id FROM path p CROSS JOIN ref_file rf ON rf.path_id = p.id AND rf.ref_id = ?
  CROSS JOIN edge e ON e.resolution_id = rf.resolution_id AND e.source_line = ? AND e.source_column = ? AND e.edge_type = 'references'
  JOIN symbol s ON s.id = e.to_symbol_id AND s.kind IN ('function', 'method', 'class') WHERE p.path = ? ORDER BY 1`;
/** Limits: the calls examined for one function, and the number of functions that a value is passed on through. */
const MOST_CALLS = 200;
const DEEPEST = 3;

/** Rows of `symbol`: the functions that the calls at a line and column may run. */
function readPassedIn(context: Context, path: string, line: number, column: number): readonly number[] {
  const file = readFile(context, path);
  if (file === undefined) return [];
  const found = new Set<number>();
  const reader = new Reader(context, found);
  const { calls } = file.facts;
  for (const call of callsAt(file, line, column)) reader.addValues(file, calls.expression[call]!, 0);
  return [...found];
}

/** An edge of a call in a file; if it calls what a variable holds, the functions passed for that are added to its candidates. */
export function withPassed<E extends HeldCall>(context: Context, path: string, edge: E): E {
  if (edge.rule !== "variable" || edge.external !== 0) return edge;
  const passed = readPassedIn(context, path, edge.line, edge.column);
  if (passed.length === 0) return edge;
  const named = edge.candidates === "" ? [] : JSON.parse(edge.candidates) as number[];
  return { ...edge, candidates: JSON.stringify([...new Set([...named, ...passed])]) };
}

interface HeldCall {
  readonly rule: string;
  readonly external: number;
  readonly line: number;
  readonly column: number;
  readonly candidates: string;
}

function callsAt({ facts: { calls } }: File, line: number, column: number): number[] {
  return rowsWith(calls.line, line).filter((call) => calls.column[call] === column);
}

class Reader {
  readonly #context: Context;
  readonly #found: Set<number>;
  readonly #seen = new Set<string>();

  constructor(context: Context, found: Set<number>) {
    this.#context = context;
    this.#found = found;
  }

  /** Adds the functions that an expression may evaluate to. */
  addValues(file: File, expression: number, depth: number): void {
    const { op, a, b } = file.facts.expressions;
    eachValue(file.facts, expression, (one) => {
      const value = op[one] === Op.reference ? a[one]! : one;
      if (op[value] === Op.name) this.#addName(file, value, depth);
      else if (op[value] === Op.member && depth === 0) this.#addField(file, a[value]!, b[value]!);
      else if (op[value] === Op.call) this.#addResults(file, value, 0, depth);
      else if (op[value] === Op.item && op[a[value]!] === Op.call) this.#addResults(file, a[value]!, b[value]!, depth);
      else if (op[value] === Op.iterate || op[value] === Op.index) this.#addElements(file, a[value]!, depth);
      if (depth > 0) this.#addPassed(file, value);
    });
  }

  /** Adds what the functions return that a call runs. @param position of one of several results */
  #addResults(file: File, call: number, position: number, depth: number): void {
    const { calls, expressions } = file.facts;
    // What is called in place is known to the resolver.
    if (depth === 0 || depth > DEEPEST) return;
    for (const row of rowsWith(calls.expression, expressions.a[call]!)) {
      for (const { ids } of readTargets(this.#context, { path: file.path, line: calls.line[row]!, column: calls.column[row]! })) {
        for (const id of ids) this.#addReturned(id, position, depth + 1);
      }
    }
  }

  #addReturned(id: number, position: number, depth: number): void {
    const symbol = readSymbol(this.#context, id);
    const definition = symbol === undefined ? undefined : readDefining(this.#context, symbol)?.definition;
    const home = definition === undefined ? undefined : readFile(this.#context, symbol!.path);
    if (home === undefined) return;
    const { definitions, expressions: { op, a } } = home.facts;
    for (const returned of listItems(home.facts, definitions.returns[definition!]!)) {
      const value = op[returned] === Op.tuple ? listItems(home.facts, a[returned]!)[position] : position === 0 ? returned : undefined;
      if (value !== undefined) this.addValues(home, value, depth);
    }
  }

  /** Adds the elements that a list or map of the file is declared with. */
  #addElements(file: File, list: number, depth: number): void {
    const { definitions, expressions: { op, a, b } } = file.facts;
    if (depth === 0 || op[list] !== Op.name) return;
    for (const row of rowsWith(definitions.name, a[list]!)) {
      const value = definitions.kind[row] === DefinitionKind.variable ? definitions.value[row]! : 0;
      if (op[value] !== Op.new) continue;
      for (const element of listItems(file.facts, b[value]!)) this.addValues(file, element, depth + 1);
    }
  }

  #addPassed(file: File, value: number): void {
    const { uses } = file.facts;
    for (const use of file.places.usesOf(value)) {
      const rows = readRows<{ id: number }>(this.#context, PASSED_AT, this.#context.ref.id, uses.line[use]!, uses.column[use]!, file.path);
      for (const { id } of rows) this.#found.add(id);
    }
  }

  /** Adds what a name holds: what was assigned to a local variable, or what callers pass for a parameter. */
  #addName(file: File, name: number, depth: number): void {
    const { bindings } = file.facts;
    for (const binding of file.places.bindingsOf(name)) {
      const key = `${file.path} ${binding}`;
      if (this.#seen.has(key)) continue;
      this.#seen.add(key);
      if (bindings.kind[binding] === BindingKind.parameter) this.#addGiven(file, binding, depth + 1);
      else if (bindings.value[binding] !== 0) this.addValues(file, bindings.value[binding]!, depth + 1);
      for (const value of file.places.assignedTo(binding)) this.addValues(file, value, depth + 1);
    }
  }

  /** Adds what the enclosing class assigns to a field of its own object. */
  #addField(file: File, object: number, name: number): void {
    const { bindings, scopes, expressions } = file.facts;
    const isOwn = expressions.op[object] === Op.self ||
      file.places.bindingsOf(object).some((row) => (bindings.flags[row]! & BindingFlag.receiver) !== 0);
    if (!isOwn) return;
    let scope = ownerOf(file.facts, expressions.op[object] === Op.self ? expressions.a[object]! : expressions.b[object]!);
    const put = rowsWith(bindings.name, name).filter((row) => bindings.kind[row] === BindingKind.field);
    while (scope !== 0 && !put.some((row) => bindings.scope[row] === scope)) scope = scopes.parent[scope]!;
    for (const row of put) if (bindings.scope[row] === scope) this.addValues(file, bindings.value[row]!, 1);
  }

  #addGiven(file: File, binding: number, depth: number): void {
    if (depth > DEEPEST) return;
    const { facts } = file;
    const { bindings, scopes, strings } = facts;
    const definition = scopes.definition[ownerOf(facts, bindings.scope[binding]!)]!;
    const { own, receiver } = parametersOf(facts, definition);
    const place = own.indexOf(binding);
    const id = symbolDefinedAt(this.#context, file.path, definition);
    if (place < 0 || id === undefined || (bindings.flags[binding]! & MANY) !== 0) return;
    const row = readSymbol(this.#context, id);
    const ids = row?.kind === "constructor" ? [id, readOwner(this.#context, row)] : [id];
    const calling = readRows<{ path: string; line: number; column: number; rule: string }>(
      this.#context,
      CALLING,
      JSON.stringify(ids),
      this.#context.ref.id,
      MOST_CALLS,
    );
    for (const { path, line, column, rule } of calling) {
      // Called through its type, it takes the receiver as its first argument.
      const caller = receiver !== 0 && rule === "path" ? undefined : readFile(this.#context, path);
      if (caller === undefined) continue;
      for (const call of callsAt(caller, line, column)) {
        const given = caller.places.isOnClass(call) ? 0 : argumentOf(caller, call, place, strings[bindings.name[binding]!]!);
        if (given !== 0) this.addValues(caller, given, depth);
      }
    }
  }
}

/** The argument of a call for a parameter, by its name or its position; 0 if there is none. */
function argumentOf({ facts }: File, call: number, place: number, name: string): number {
  const { op, a, b, c } = facts.expressions;
  const given = listItems(facts, facts.calls.arguments[call]!);
  const isNamed = (value: number): boolean => op[value] === Op.pair && c[value] === 0;
  const named = given.find((value) => isNamed(value) && facts.strings[a[value]!] === name);
  if (named !== undefined) return b[named]!;
  const before = given.slice(0, place + 1);
  return before.length <= place || before.some((value) => isNamed(value) || op[value] === Op.spread) ? 0 : before[place]!;
}
