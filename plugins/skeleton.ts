/**
 * The beginning of a drop-in language: a manifest, the queries that its grammar has the nodes for, and a fixture.
 *
 * Stage: before all others. Invariant: what is written passes the check as it stands.
 */
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { tableOf } from "../core/base/tables.ts";
import { CallgroveError } from "../core/errors.ts";
import { checkPattern } from "../core/parse/query_check.ts";
import type { LanguagePlugin } from "../core/plugin.ts";
import { loadGrammar } from "./check_drop_in.ts";
import { commentMarkOf } from "./comment_mark.ts";
import { writeComment } from "./fixture.ts";
import { findRival } from "./load_drop_ins.ts";
import { MANIFEST_FILE } from "./manifest.ts";

/** Patterns as grammars commonly have them; those that the grammar at hand knows are written down. */
const CANDIDATES: Readonly<Record<string, readonly string[]>> = tableOf({
  "definitions.scm": [
    "(class_declaration name: (_) @name body: (_) @body) @definition.class",
    "(class_definition name: (_) @name body: (_) @body) @definition.class",
    "(class name: (_) @name) @definition.class",
    "(interface_declaration name: (_) @name body: (_) @body) @definition.interface",
    "(class_specifier name: (_) @name body: (_) @body) @definition.class",
    "(struct_declaration name: (_) @name) @definition.struct",
    "(struct_specifier name: (_) @name body: (_) @body) @definition.struct",
    "(enum_declaration name: (_) @name) @definition.enum",
    "(module name: (_) @name) @definition.namespace",
    "(namespace_definition name: (_) @name body: (_) @body) @definition.namespace",
    "(namespace_declaration name: (_) @name body: (_) @body) @definition.namespace",
    "(function_declaration name: (_) @name body: (_)? @body) @definition.function",
    "(function_definition name: (_) @name body: (_)? @body) @definition.function",
    "(function_definition declarator: (function_declarator declarator: (identifier) @name) body: (_) @body) @definition.function",
    "(function_definition declarator: (function_declarator declarator: (field_identifier) @name) body: (_) @body) @definition.method",
    "(method_declaration name: (_) @name body: (_)? @body) @definition.method",
    "(method_definition name: (_) @name body: (_)? @body) @definition.method",
    "(method name: (_) @name) @definition.method",
    "(constructor_declaration name: (_) @name body: (_)? @body) @definition.constructor",
    "(block) @scope.block",
    "(formal_parameter name: (identifier) @name) @parameter",
    "(parameter name: (identifier) @name) @parameter",
    "(simple_parameter name: (_) @name) @parameter",
    "(parameter_declaration type: (_) @type declarator: (identifier) @name) @parameter",
    "(return_statement (_) @value) @return",
  ],
  "calls.scm": [
    "(call_expression function: (_) @callee arguments: (_) @arguments) @expression.call",
    "(function_call_expression function: (_) @callee arguments: (_) @arguments) @expression.call",
    "(function_call name: (_) @callee arguments: (_) @arguments) @expression.call",
    "(invocation_expression function: (_) @callee arguments: (_) @arguments) @expression.call",
    "(method_invocation object: (_)? @object name: (_) @property arguments: (_) @arguments) @expression.call",
    "(member_call_expression object: (_) @object name: (_) @property arguments: (_) @arguments) @expression.call",
    "(scoped_call_expression scope: (_) @object name: (_) @property arguments: (_) @arguments) @expression.call",
    "(call receiver: (_)? @object method: (_) @property arguments: (_)? @arguments) @expression.call",
    "(object_creation_expression type: (_) @callee arguments: (_) @arguments) @expression.new",
    "(object_creation_expression (name) @callee (arguments) @arguments) @expression.new",
    "(new_expression type: (_) @callee arguments: (_) @arguments) @expression.new",
    "(member_expression object: (_) @object property: (_) @property) @expression.member",
    "(member_access_expression expression: _ @object name: (_) @property) @expression.member",
    "(field_access object: (_) @object field: (_) @property) @expression.member",
    "(field_expression argument: (_) @object field: (_) @property) @expression.member",
    "(qualified_identifier scope: (_) @object name: (_) @property) @expression.path",
    "(dot_index_expression table: (_) @object field: (_) @property) @expression.member",
    "(this) @expression.self",
    '"this" @expression.self',
    "(self) @expression.self",
    "(super) @expression.super",
    "(identifier) @expression.name",
    "(constant) @expression.name",
    "(type_identifier) @expression.name",
    "(variable_name) @expression.name",
    "(name) @expression.name",
  ],
});

/**
 * Writes the folder `into`.
 * @param builtIn languages beside which it is to stand.
 * @returns what was written, relative to it.
 * @throws CallgroveError invalid_input.
 */
export async function writeSkeleton(
  into: string,
  name: string,
  grammar: string,
  ending: string,
  builtIn: readonly LanguagePlugin[],
): Promise<string[]> {
  const extension = ending.startsWith(".") ? ending : `.${ending}`;
  if (existsSync(into)) {
    throw new CallgroveError("invalid_input", `Cannot make "${into}": it is there already`, { hint: "Give another name." });
  }
  if (!/^[a-z][a-z0-9_-]*$/.test(name)) {
    throw new CallgroveError("invalid_input", `Cannot make a language "${name}": a name is lower case letters, digits, - and _`, {
      hint: "For example: java",
    });
  }
  const rival = findRival(builtIn, name, [extension]);
  if (rival !== undefined) {
    throw new CallgroveError("invalid_input", `Cannot make a language "${name}" of files ${extension}: ${rival.what}`, {
      hint: "Give another. A language that is to replace a built-in one says so in its manifest: docs/languages.md.",
    });
  }
  requireGrammar(grammar);
  const language = await loadGrammar(grammar);
  const written: Record<string, string> = {};
  for (const [file, candidates] of Object.entries(CANDIDATES)) {
    const fitting = candidates.filter((pattern) => checkPattern(pattern, new Set(), [language]) === "");
    const head = file === "calls.scm"
      ? "; What is called, and what expressions are made of."
      : "; What is defined, and the scopes that it opens.";
    written[file] = `${head}\n; A pattern's last capture is its rule, the others are what the rule reads: docs/languages.md.\n${
      fitting.join("\n")
    }\n`;
  }
  written[MANIFEST_FILE] = `${
    JSON.stringify(
      {
        name,
        title: name[0]!.toUpperCase() + name.slice(1),
        version: 1,
        extensions: { [extension]: basename(grammar) },
        rules: { classScopeVisible: true },
      },
      null,
      2,
    )
  }\n`;
  const mark = commentMarkOf(language);
  written[`fixtures/calls${extension}`] = [
    "Write a small program here, then run: callgrove languages test DIR",
    "It prints the line to paste under each call.",
  ]
    .map((line) => `${writeComment(mark, line)}\n`).join("");
  mkdirSync(join(into, "fixtures"), { recursive: true });
  copyFileSync(grammar, join(into, basename(grammar)));
  for (const [file, text] of Object.entries(written)) writeFileSync(join(into, file), text);
  return [...Object.keys(written), basename(grammar)].sort();
}

function requireGrammar(grammar: string): void {
  if (existsSync(grammar)) return;
  throw new CallgroveError("invalid_input", `Cannot read the grammar "${grammar}"`, {
    hint: "Give a grammar built for WebAssembly: tree-sitter build --wasm, or one from npm (@vscode/tree-sitter-wasm has sixteen).",
  });
}
