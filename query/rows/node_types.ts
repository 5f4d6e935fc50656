/**
 * The node types as the node tools name them: `Function`, `TestFunction`, `Interface`, `File`, `Package`, …
 *
 * Stage: query. Invariant: each node has one type, determined only by the kind of its symbol and whether it is a test.
 */
import { tableOf } from "../../core/base/tables.ts";
import { DefinitionFlag } from "../../core/facts.ts";
import { MODULE_NAME } from "../../core/facts/symbols.ts";
import { CONTRACT_KINDS, TYPE_KINDS, VALUE_KINDS } from "../../core/store/symbol_directory.ts";
import type { Context } from "../context.ts";

/** The node type of each symbol kind. A file's module is a `File`; a module within a file (a namespace, Rust's `mod`) is a `Module`. */
const TYPE_OF_KIND: Readonly<Record<string, string>> = tableOf({
  module: "Module",
  namespace: "Module",
  class: "Class",
  struct: "Struct",
  interface: "Interface",
  trait: "Trait",
  protocol: "Protocol",
  enum: "Enum",
  enum_member: "EnumMember",
  type_alias: "TypeAlias",
  function: "Function",
  method: "Method",
  constructor: "Constructor",
  field: "Field",
  variable: "Variable",
  constant: "Constant",
  macro: "Macro",
});

/** The only type of node that is no symbol but can be searched. */
export const ROUTE = "Route";

/** Types of nodes that are no symbols, and of files and tests. */
const OTHER_TYPES = [
  "File",
  "TestFile",
  "TestFunction",
  "Package",
  "ExternalPackage",
  "External",
  ROUTE,
  "Table",
  "Manifest",
  "Config",
  "Document",
  "Migration",
];

/** All node types, for help and error messages. */
export const NODE_TYPES: readonly string[] = [...new Set([...Object.values(TYPE_OF_KIND), ...OTHER_TYPES])];

/** Kinds that can be called. */
export const CALLABLE: ReadonlySet<string> = new Set(["function", "method", "constructor", "macro"]);
const TYPES = new Set<string>(TYPE_KINDS);
const CONTRACTS = new Set<string>(CONTRACT_KINDS);
const VALUES = new Set<string>(VALUE_KINDS);
/** Kinds that hold a value, which may be an object or a function: variables, constants, fields, enum members. */
export const HOLDER_KINDS: ReadonlySet<string> = new Set(VALUE_KINDS.filter((kind) => kind !== "module" && kind !== "namespace"));

/** The node type of a symbol. */
export function nodeTypeOf(row: { readonly kind: string; readonly name: string; readonly flags: number }): string {
  const test = (row.flags & DefinitionFlag.test) !== 0;
  if (row.name === MODULE_NAME) return test ? "TestFile" : "File";
  if (test && (row.kind === "function" || row.kind === "method")) return "TestFunction";
  return TYPE_OF_KIND[row.kind] ?? row.kind;
}

/** Whether a symbol is a type: most of its uses name it in declarations, which are not edges. */
export const isType = (row: { readonly kind: string }): boolean => TYPES.has(row.kind);

/** Whether a symbol is a type that is called by its name: a class, or an enum where calling it gives a member (`Color("red")`). */
export function isClass(context: Context, { kind, language }: { readonly kind: string; readonly language: string }): boolean {
  return kind === "class" || (kind === "enum" && context.rulesOf(language).enumValues !== undefined);
}

/** Whether a symbol is a function, a method or such a type. */
export function isRunnable(context: Context, row: { readonly kind: string; readonly language: string }): boolean {
  return row.kind === "function" || row.kind === "method" || isClass(context, row);
}

/** Whether a symbol is neither callable nor a type. */
export const isValue = (row: { readonly kind: string }): boolean => VALUES.has(row.kind);

/** Whether a symbol is meant to be implemented: an interface, a protocol, a trait, an abstract class. */
export const isContract = (row: { readonly kind: string; readonly flags: number }): boolean =>
  CONTRACTS.has(row.kind) || (row.kind === "class" && (row.flags & DefinitionFlag.abstract) !== 0);

/** The rank of a kind in searches: 0 for callables and types, 1 for values and members. */
export function weightOfKind(kind: string): 0 | 1 {
  return CALLABLE.has(kind) || TYPES.has(kind) ? 0 : 1;
}

/** The name of a type reduced to lower-case letters (`function`, `Function`, `type_alias`, `typealias`). */
export function foldType(type: string): string {
  return type.toLowerCase().replace(/[^a-z]/g, "");
}

/** Other words for types, from languages and users. */
const OTHER_WORDS: Readonly<Record<string, string>> = tableOf({
  func: "function",
  fn: "function",
  def: "function",
  property: "field",
  attribute: "field",
  const: "constant",
  var: "variable",
  test: "testfunction",
});

/** What a written node type means for symbols: their kinds, and whether they are tests. */
export interface NodeTypeMeant {
  readonly type: string;
  readonly kinds: readonly string[];
  readonly tests: boolean;
}

/** What a written type means, or several separated by commas that can be searched together; undefined if it is unknown. */
export function parseNodeType(written: string): NodeTypeMeant | undefined {
  const [first, ...others] = written.split(/[,|]/).map(parseOneType);
  if (first === undefined || others.length === 0) return first;
  const isAlike = others.every((one) => one !== undefined && one.tests === first.tests && one.kinds.length > 0) && first.kinds.length > 0;
  if (!isAlike) return undefined;
  return { ...first, kinds: [first, ...others].flatMap((one) => one!.kinds) };
}

function parseOneType(written: string): NodeTypeMeant | undefined {
  const word = foldType(written);
  for (const wanted of [word, word.replace(/s$/, ""), word.replace(/es$/, ""), word.replace(/ies$/, "y")]) {
    const meant = typeBy(OTHER_WORDS[wanted] ?? wanted);
    if (meant !== undefined) return meant;
  }
  return undefined;
}

function typeBy(wanted: string): NodeTypeMeant | undefined {
  const kinds = Object.keys(TYPE_OF_KIND).filter((kind) => foldType(kind) === wanted || foldType(TYPE_OF_KIND[kind]!) === wanted);
  const type = NODE_TYPES.find((one) => foldType(one) === wanted) ?? (kinds.length > 0 ? TYPE_OF_KIND[kinds[0]!]! : undefined);
  if (type === undefined) return undefined;
  const tests = type.startsWith("Test");
  if (type === "TestFunction") return { type, kinds: ["function", "method"], tests };
  if (type === "File" || type === "TestFile") return { type, kinds: ["module"], tests };
  return { type, kinds, tests };
}
