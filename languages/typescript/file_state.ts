/**
 * State of this language's rules while one file is lowered.
 *
 * Stage: parse -> facts. Invariant: created by `begin`, dropped with the file.
 */
import { addAt } from "../../core/base/lists.ts";
import { BindingFlag, BindingKind, DefinitionKind, ScopeKind } from "../../core/facts.ts";
import { Op } from "../../core/facts/expressions.ts";
import type { Lowering } from "../../core/lower/lower.ts";
import { type AmbientModules, noAmbientModules } from "./lower/ambient_modules.ts";
import type { ShownName } from "./lower/namespaces.ts";

/** What the rules of this language keep for one file. */
export interface FileState {
  /** Functions whose `this` is that of the surrounding code: arrow functions, and what is assigned to a member of `this`. */
  readonly selfless: Set<number>;
  /** Function -> the type that it declares for `this`. */
  readonly thisTypes: Map<number, number>;
  /** Functions that are put into several prototypes at once -> the scope that represents all of them. */
  readonly sharing: Map<number, number>;
  /** Names of this module that an export names. */
  readonly exported: Set<string>;
  /** Members that only their own class, or it and its subclasses, may name. */
  readonly hidden: Set<number>;
  /** Variables that are aliases of `module.exports` (`const app = exports = module.exports = {}`). */
  readonly exportsNames: Set<string>;
  /** Names of the module's imports and constants, once computed. */
  constants: ReadonlySet<string> | undefined;
  /** Texts of the file's constants by the way they are named (`KEY`, `Kind.Walk`), once computed. */
  constantTexts: ReadonlyMap<string, string> | undefined;
  /** The node of what `module.exports` was set to: a name, or itself if it is a function or class without one; or 0. */
  wholeExport: number;
  /** Definitions of object types, and where they are. */
  readonly objectTypes: Map<number, number>;
  /** Bindings of the names that conditional types infer, by their nodes. */
  readonly inferred: Map<number, number[]>;
  /** Scopes of the functions whose `this` is the value of a variable (`const self = this`), by its name. */
  readonly selves: Map<string, number[]>;
  /**
   * What variables and functions inside functions, and paths (`NS.util`), have as their value, by name: alternating scopes and definitions.
   */
  readonly holders: Map<string, number[]>;
  /** Scopes of variables whose value is the prototype of a function (`const proto = F.prototype`), and the nodes that name it, by name. */
  readonly prototypesHeld: Map<string, number[]>;
  /** Methods and objects that are put into the prototype of a function of this file, and the scope that has its fields. */
  readonly makers: Map<number, number>;
  /** The functions and classes that names (strings of the facts) mean, as far as bindings were seen: the first row that was not. */
  readonly callables: { readonly byName: Map<number, number>; seen: number };
  /** The members of namespaces, as strings of the facts (`holder member`), as far as bindings were seen. */
  readonly namespaced: { readonly members: Set<string>; seen: number };
  /** What precedes `.prototype` anywhere in the file, once computed. */
  prototypes: ReadonlySet<string> | undefined;
  /** The paths ending in `call`, `apply` or `bind` that are assigned in the file, once computed. */
  forwardersGiven: ReadonlySet<string> | undefined;
  /** The variables whose value is a created module loader, once computed. */
  loadersMade: ReadonlySet<string> | undefined;
  /** Whether `holders` knows the functions that declarations name. */
  knowsFunctions: boolean;
  /** Whether the file's code contains types, once computed. */
  writesTypes: boolean | undefined;
  /** Whether the file is a CommonJS module, once computed. */
  isCommonJs: boolean | undefined;
  /** Of object literals, once computed: whether functions or objects are among their entries. */
  readonly choosing: Map<number, boolean>;
  /** Lists that start empty: the declarator of the variable of each, and the expression that is to describe its elements. */
  readonly emptyLists: { readonly node: number; readonly list: number }[];
  /** Of blocks, once computed: what their statements declare (`lower/block_names.ts`). */
  readonly declared: Map<number, ReadonlyMap<string, number>>;
  /** By node: the nearest around it that may have names of its own, once computed (`lower/block_names.ts`). */
  naming: Int32Array | undefined;
  /** `declare module "x"`. */
  readonly ambient: AmbientModules;
  /** What namespaces show by a clause (`export { local as name }`). */
  readonly shownNames: ShownName[];
  /** By the scope of an object literal: where the last stands that is spread into it. */
  readonly spreads: Map<number, number>;
  /** The scope that stands for what the functions of the file's tests run on; 0: none is known yet. */
  testContext: number;
}

/** Prepares the state of a file. */
export function beginFile(lowering: Lowering): void {
  const state: FileState = {
    selfless: new Set(),
    thisTypes: new Map(),
    sharing: new Map(),
    exported: new Set(),
    hidden: new Set(),
    exportsNames: new Set(),
    constants: undefined,
    constantTexts: undefined,
    wholeExport: 0,
    objectTypes: new Map(),
    inferred: new Map(),
    selves: new Map(),
    holders: new Map(),
    prototypesHeld: new Map(),
    makers: new Map(),
    callables: { byName: new Map(), seen: 1 },
    namespaced: { members: new Set(), seen: 1 },
    prototypes: undefined,
    naming: undefined,
    forwardersGiven: undefined,
    loadersMade: undefined,
    knowsFunctions: false,
    writesTypes: undefined,
    isCommonJs: undefined,
    choosing: new Map(),
    emptyLists: [],
    declared: new Map(),
    ambient: noAmbientModules(),
    shownNames: [],
    spreads: new Map(),
    testContext: 0,
  };
  lowering.own.state = state;
}

/** The state of this language for the current file. */
export function stateOf(lowering: Lowering): FileState {
  return lowering.own.state as FileState;
}

/** Nodes of types in code, not in a comment. */
const TYPED: ReadonlySet<string> = new Set(["type_annotation", "type_alias_declaration", "interface_declaration"]);

/** Whether the code of the file contains types, so that narrowing by members may have an effect. */
export function writesTypes(lowering: Lowering): boolean {
  const state = stateOf(lowering);
  if (state.writesTypes === undefined) {
    state.writesTypes = false;
    for (let node = 1; node < lowering.tree.count && !state.writesTypes; node++) state.writesTypes = TYPED.has(lowering.kind(node));
  }
  return state.writesTypes;
}

/**
 * Records the type that the function `holder` declares for `this`: its receiver, which determines type parameters, also those of functions
 * assigned to it.
 */
export function declareThis(lowering: Lowering, holder: number, node: number, type: number): void {
  stateOf(lowering).thisTypes.set(holder, type);
  const scope = lowering.scope(lowering.parent(node));
  lowering.addParameter(holder, lowering.bind(BindingKind.parameter, "", node, { type, flags: BindingFlag.receiver, scope }));
}

const TOP = new Set(["import_statement", "lexical_declaration"]);
/** Whether the node is a name, or a member of something. */
export function isNameOrMember(lowering: Lowering, node: number): boolean {
  const kind = lowering.kind(node);
  return kind === "identifier" || kind === "member_expression";
}

/** Kinds of nodes that are names. */
export const NAMES: ReadonlySet<string> = new Set(["identifier", "shorthand_property_identifier_pattern"]);

/** The member that `[NAME]` or `[NAME.PART]` is, where NAME is a constant of the module, imported or its own; "" for any other index. */
export function constantMember(lowering: Lowering, index: number): string {
  const root = rootOfPath(lowering, index);
  if (lowering.kind(root) !== "identifier") return "";
  const state = stateOf(lowering);
  state.constants ??= readConstants(lowering);
  return state.constants.has(lowering.text(root)) ? `[${lowering.text(index)}]` : "";
}

function readConstants(lowering: Lowering): Set<string> {
  const names = new Set<string>();
  const addNames = (node: number): void => {
    if (NAMES.has(lowering.kind(node))) names.add(lowering.text(node));
    for (const child of lowering.children(node)) addNames(child);
  };
  for (const statement of lowering.children(0)) {
    const declaration = declarationIn(lowering, statement);
    if (!TOP.has(lowering.kind(declaration))) continue;
    if (lowering.kind(declaration) === "import_statement") addNames(declaration);
    else if (lowering.kind(lowering.firstChild(declaration)) === "const") {
      for (const declarator of lowering.children(declaration)) addNames(lowering.child(declarator, "name"));
    }
  }
  return names;
}

/** The scope whose `this` is meant at `node`: a function with its own, a class, or the module. */
export function selfScope(lowering: Lowering, node: number): number {
  const { facts } = lowering;
  const { selfless } = stateOf(lowering);
  let scope = lowering.scope(node);
  while (scope !== lowering.moduleScope) {
    const kind = facts.get("scopes", scope, "kind");
    // The braces of an object literal are not a function: an arrow function inside has the `this` outside.
    if (kind === ScopeKind.class && !isObject(lowering, scope)) return scope;
    if (kind === ScopeKind.function && !selfless.has(facts.get("scopes", scope, "definition"))) return scope;
    scope = facts.get("scopes", scope, "parent");
  }
  return scope;
}

/** The scope of a declaration at `node`: in a class body only a comment declares (`@typedef`), for the scope that the class is in. */
export function declaringScope(lowering: Lowering, node: number): number {
  const { facts } = lowering;
  let scope = lowering.scope(node);
  while (facts.get("scopes", scope, "kind") === ScopeKind.class) scope = facts.get("scopes", scope, "parent");
  return scope;
}

/** The scope of the function around `node` whose `this` is the value of a variable of that name, or 0. */
export function selfNamed(lowering: Lowering, node: number, name: string): number {
  const scopes = stateOf(lowering).selves.get(name);
  if (scopes === undefined) return 0;
  const { facts } = lowering;
  const text = facts.string(name);
  for (let scope = lowering.scope(node); scope !== 0; scope = facts.get("scopes", scope, "parent")) {
    if (scopes.includes(scope)) return scope;
    const definition = facts.get("scopes", scope, "definition");
    if (definition !== 0 && lowering.parametersOf(definition).some((one) => facts.get("bindings", one, "name") === text)) return 0;
  }
  return 0;
}

/** Notes the variable that `this` at `node` is the value of. */
export function noteSelf(lowering: Lowering, node: number, scope: number): void {
  let declarator = lowering.parent(node);
  // `_super.apply(this, arguments) || this`, as compilers write it.
  while (lowering.kind(declarator) === "binary_expression" && lowering.child(declarator, "right") === node) {
    node = declarator;
    declarator = lowering.parent(node);
  }
  if (lowering.kind(declarator) !== "variable_declarator") return;
  const { selves } = stateOf(lowering);
  const name = lowering.text(lowering.child(declarator, "name"));
  addAt(selves, name, scope);
}

/** Records that the name bound in `scope`, or the path that is assigned there, is the object literal, function or class `definition`. */
export function noteHolder(lowering: Lowering, name: string, scope: number, definition: number): void {
  // The module's own names are resolved by their owner's expression.
  if (!isInFunction(lowering, scope) && !name.includes(".")) return;
  const { holders } = stateOf(lowering);
  for (const one of [scope, definition]) addAt(holders, name, one);
}

/** The object literal or function that `name` is bound to in the function around `node`, not further out; 0 for anything else. */
export function holderNamed(lowering: Lowering, node: number, name: string): number {
  const state = stateOf(lowering);
  if (!state.knowsFunctions) noteFunctions(lowering);
  state.knowsFunctions = true;
  return heldIn(lowering, node, name);
}

/** As `holderNamed`, of what was recorded so far. */
export function heldIn(lowering: Lowering, node: number, name: string): number {
  return nearest(lowering, node, stateOf(lowering).holders.get(name));
}

/** Of alternating scopes and values, the value of the nearest one of the function around `node`, not further out; or 0. */
export function nearest(lowering: Lowering, node: number, found: readonly number[] | undefined): number {
  if (found === undefined) return 0;
  const outermost = functionScope(lowering, node);
  for (let scope = lowering.scope(node);; scope = lowering.facts.get("scopes", scope, "parent")) {
    for (let i = 0; i < found.length; i += 2) if (found[i] === scope) return found[i + 1]!;
    if (scope === outermost) return 0;
  }
}

function noteFunctions(lowering: Lowering): void {
  const { facts } = lowering;
  for (let row = facts.size("bindings") - 1; row > 0; row--) {
    const definition = facts.get("bindings", row, "definition");
    if (definition === 0 || facts.get("definitions", definition, "kind") !== DefinitionKind.function) continue;
    noteHolder(lowering, facts.text(facts.get("bindings", row, "name")), facts.get("bindings", row, "scope"), definition);
  }
}

function isInFunction(lowering: Lowering, scope: number): boolean {
  const kind = lowering.facts.get("scopes", scope, "kind");
  return kind === ScopeKind.function || kind === ScopeKind.block;
}

function isObject(lowering: Lowering, scope: number): boolean {
  const kind = lowering.facts.get("definitions", lowering.facts.get("scopes", scope, "definition"), "kind");
  return kind === DefinitionKind.object || kind === DefinitionKind.impl;
}

/** The nearest function or module scope: where `var` declares. */
export function functionScope(lowering: Lowering, node: number): number {
  const { facts } = lowering;
  let scope = lowering.scope(node);
  while (facts.get("scopes", scope, "kind") === ScopeKind.block) scope = facts.get("scopes", scope, "parent");
  return scope;
}

/** What a statement declares, exported or not; 0 if an export names something else. */
export function declarationIn(lowering: Lowering, statement: number): number {
  return lowering.kind(statement) === "export_statement" ? lowering.child(statement, "declaration") : statement;
}

/** Whether a node is a function that is written as a value. */
export function isFunctionValue(lowering: Lowering, node: number): boolean {
  const kind = lowering.kind(node);
  return kind === "arrow_function" || kind === "function_expression";
}

/** What `a.b.c` starts with; a node that is not such a path itself. */
export function rootOfPath(lowering: Lowering, node: number): number {
  while (lowering.kind(node) === "member_expression") node = lowering.child(node, "object");
  return node;
}

/** Kinds of nodes that leave their content unchanged: parentheses, casts and non-null assertions. */
export const WRAPPERS: ReadonlySet<string> = new Set([
  "parenthesized_expression",
  "as_expression",
  "satisfies_expression",
  "non_null_expression",
  "type_assertion",
]);

/** The node inside parentheses, casts and non-null marks. */
export function unwrapped(lowering: Lowering, node: number): number {
  for (let depth = 0; depth < 50 && node !== 0; depth++) {
    const kind = lowering.kind(node);
    if (!WRAPPERS.has(kind)) return node;
    // `<T> x`
    node = kind === "type_assertion" ? lowering.codeIn(node)[1] ?? 0 : firstNamed(lowering, node);
  }
  return node;
}

const KEEPING = /^Object\.(?:freeze|seal|preventExtensions|assign)$/;

/** The object literal that `Object.freeze({…})` and the like return unchanged; for all else the node inside parentheses and casts. */
export function keptLiteral(lowering: Lowering, node: number): number {
  const inner = unwrapped(lowering, node);
  const { start, source } = lowering.tree;
  // Most calls are excluded by their first letters.
  if (lowering.kind(inner) !== "call_expression" || !source.startsWith("Object.", start[inner])) return inner;
  if (!KEEPING.test(lowering.text(lowering.child(inner, "function")))) return inner;
  const first = unwrapped(lowering, firstNamed(lowering, lowering.child(inner, "arguments")));
  return lowering.kind(first) === "object" ? first : inner;
}

/** The value of a chain of assignments: the node of its last right side; of what is not an assignment, itself. */
export function lastAssigned(lowering: Lowering, node: number): number {
  let value = unwrapped(lowering, node);
  while (lowering.kind(value) === "assignment_expression") value = unwrapped(lowering, lowering.child(value, "right"));
  return value;
}

/** The first named child that is not a comment, or 0. */
export function firstNamed(lowering: Lowering, node: number): number {
  for (let child = lowering.firstChild(node); child !== 0; child = lowering.next(child)) {
    if (lowering.isNamed(child) && lowering.kind(child) !== "comment") return child;
  }
  return 0;
}

/** What a function's `body` returns before it does anything else, or 0; the body itself if it is an expression. What stands behind never runs. */
export function returnedFirst(lowering: Lowering, body: number): number {
  if (lowering.kind(body) !== "statement_block") return body;
  const first = firstNamed(lowering, body);
  return lowering.kind(first) === "return_statement" ? firstNamed(lowering, first) : 0;
}

/** The literal at `node` with its text; 0 if it is not one whose text determines the value. */
export function literalValue(lowering: Lowering, node: number): number {
  switch (lowering.kind(node)) {
    case "string": {
      const text = stringText(lowering, node);
      // The same text may be written with other escapes.
      return text.includes("\\") ? 0 : lowering.constant("String", text);
    }
    case "number": {
      const value = Number(lowering.text(node).replaceAll("_", ""));
      return Number.isNaN(value) ? 0 : lowering.constant("Number", String(value));
    }
    case "true":
    case "false":
      return lowering.constant("Boolean", lowering.text(node));
    default:
      return 0;
  }
}

const CONSTANT = /^(?:string|true|false)$/;
const LONGEST_TEXT = 40;

/** Keeps the text of the constant at `node`, if it is one and short: it may determine which of several is meant. */
export function keepText(lowering: Lowering, node: number): void {
  const inner = unwrapped(lowering, node);
  const { start, end } = lowering.tree;
  if (!CONSTANT.test(lowering.kind(inner)) || end[inner]! - start[inner]! > LONGEST_TEXT) return;
  const constant = literalValue(lowering, inner);
  if (constant !== 0) lowering.setExpression(inner, constant);
}

/** Text of a string literal without its quotes; escapes are kept as written. */
export function stringText(lowering: Lowering, node: number): string {
  return lowering.text(node).slice(1, -1);
}

/** Lets `exports` or `module.exports` at `node` denote what the module itself exports; false for all else. */
export function meanExports(lowering: Lowering, node: number): boolean {
  const isShown = lowering.reads(node, "identifier", "exports") ||
    (lowering.reads(node, "member_expression", "module.exports") && !declaresModule(lowering, node));
  if (!isShown) return false;
  lowering.setExpression(node, lowering.facts.expression(Op.module));
  return true;
}

/**
 * Whether the file is a CommonJS module, in which `this` outside all functions is `exports`: it requires others or assigns its exports, and
 * imports nothing.
 */
export function isCommonJs(lowering: Lowering): boolean {
  return stateOf(lowering).isCommonJs ??= /\brequire\s*\(|\bmodule\.exports\b|\bexports\.\w/.test(lowering.tree.source) &&
    !isModule(lowering);
}

/** Whether the file imports or exports by statements. */
export function isModule(lowering: Lowering): boolean {
  return lowering.children(0).some((statement) => MODULE_STATEMENTS.has(lowering.kind(statement)));
}

/** Statements of modules in which `this` is undefined outside functions. */
const MODULE_STATEMENTS: ReadonlySet<string> = new Set(["import_statement", "export_statement"]);

/** Whether a function around `node` declares a `module` of its own: a variable, or a parameter with a type. */
function declaresModule(lowering: Lowering, node: number): boolean {
  for (let around = lowering.parent(node); around > 0; around = lowering.parent(around)) {
    const kind = lowering.kind(around);
    if (kind === "statement_block") {
      for (const statement of lowering.children(around)) {
        if (!/^(?:lexical|variable)_declaration$/.test(lowering.kind(statement))) continue;
        if (lowering.children(statement).some((one) => lowering.text(lowering.child(one, "name")) === "module")) return true;
      }
    }
    for (const parameter of lowering.children(lowering.child(around, "parameters"))) {
      if (lowering.child(parameter, "type") !== 0 && lowering.text(lowering.child(parameter, "pattern")) === "module") return true;
    }
  }
  return false;
}
