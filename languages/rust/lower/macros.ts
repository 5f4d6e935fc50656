/**
 * Macro calls, and the rules of declared macros: their values.
 *
 * Stage: parse -> facts. Invariant: a macro has the common value of all its rules, or none.
 */
import { addAt } from "../../../core/base/lists.ts";
import { BindingKind } from "../../../core/facts.ts";
import { Op, PairMode } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { stateOf } from "../file_state.ts";
import { shapeOf, valueOf, withoutRaw } from "../macros/shapes.ts";
import { lowerIncluded } from "./imports.ts";
import { noteNames } from "./named.ts";
import { lowerQuoted } from "./quoted.ts";
import { lowerPrefix, lowerWords } from "./types.ts";
import { lowerValue, useValue } from "./values.ts";

/** A variable or a field, alone among a macro's arguments or the first of them. */
const PLACE = /^\s*(?:&\s*)?(?:mut\s+)?(\$?[a-z_]\w*(?:\.\w+)*)\s*[,)\]}]/;

/** The type after `as` in a macro's only argument (`parse_macro_input!(input as Args)`). */
const CAST = /^\s*(?:&\s*)?[a-z_]\w*(?:\.\w+)*\s+as\s+((?:\w+::)*[A-Z]\w*)\s*,?\s*[)\]}]/;

/** Macros that return nothing of their arguments. */
const CHECKS = /^(?:debug_)?assert/;

/**
 * Macros with the type of their result as first argument (`query_as!(Job, "…")`), like functions with explicit type arguments
 * (`query_as::<_, Job>("…")`).
 */
const TELLS_TYPE = /^query(?:_file)?_as(?:_unchecked)?$/;
const LEADING_TYPE = /^\s*((?:\w+::)*[A-Z]\w*)\s*,/;

/** The own rule `macro`: a call of the macro, and its value if known. */
export function lowerMacro(lowering: Lowering, node: number): number {
  const { facts } = lowering;
  const path = lowering.child(node, "macro");
  const nameNode = lowering.kind(path) === "scoped_identifier" ? lowering.child(path, "name") : path;
  const name = withoutRaw(lowering.text(nameNode));
  const callee = nameNode === path
    ? facts.expression(Op.macro, facts.string(name), lowering.scope(node), lowering.tree.start[node]!)
    : facts.expression(Op.macroOf, lowerPrefix(lowering, lowering.child(path, "path")), facts.string(name));
  const code = firstCode(lowering, node);
  const listed = shapeOf(name) === "paths" ? elementsOf(lowering, code) : givenTo(lowering, node, code, name);
  const type = TELLS_TYPE.test(name) ? textWithin(lowering, node, "token_tree", LEADING_TYPE) : "";
  const called = type === ""
    ? callee
    : facts.expression(Op.apply, callee, facts.list([lowerWords(lowering, node, type.split("::"), lowering.tree.start[node]!)]));
  const call = lowering.addCallOf(called, node, nameNode, `${lowering.calleeText(path)}!`, listed, 0);
  lowerQuoted(lowering, node, name);
  if (name === "include") lowerIncluded(lowering, node);
  if (name === "vec") return lowering.literal("Vec", elementsOf(lowering, code));
  if (name === "option_env") return lowering.literal("Option", [lowering.literal("str")]);
  if (name === "pin" || name === "pin_mut") return lowerPin(lowering, node, code);
  if (name === "json" && lowering.tree.source.includes("serde_json")) return lowerJson(lowering, node);
  if (shapeOf(name) === "select") return lowerSelected(lowering, code) || call;
  const value = valueOf(name);
  if (value === undefined) {
    if (shapeOf(name) === undefined) noteNames(lowering, node, lowering.childOfKind(node, "token_tree"), lowering.isNamed(code));
    return call;
  }
  if (value.kind === "literal") return lowering.literal(value.type);
  if (value.kind === "joined") return lowerJoined(lowering, code, value.isTried);
  let result = lowerValue(lowering, firstArgument(lowering, code));
  for (let i = 0; i < value.unwraps && result !== 0; i++) result = facts.expression(Op.unwrap, result);
  return result;
}

/** `json!({ … })`: a value of the crate whose macro that is, which may be the repository's own. */
function lowerJson(lowering: Lowering, node: number): number {
  const { facts } = lowering;
  const crate = facts.expression(Op.name, facts.string("serde_json"), lowering.scope(node), lowering.tree.start[node]!);
  return facts.expression(Op.new, facts.expression(Op.path, crate, facts.string("Value")));
}

/** `join!(a, b)`: the results of the futures, as a tuple; for `try_join!`, in a result. */
function lowerJoined(lowering: Lowering, code: number, isTried: boolean): number {
  const { facts } = lowering;
  const futures = code !== 0 && lowering.kind(code) === "block" ? lowering.children(code) : [];
  const items = futures.filter((part) => lowering.kind(part) === "expression_statement").map((part) =>
    facts.expression(Op.await, lowerValue(lowering, lowering.firstChild(part)))
  );
  if (!isTried) return facts.expression(Op.tuple, facts.list(items));
  return lowering.literal("Result", [facts.expression(Op.tuple, facts.list(items.map((item) => facts.expression(Op.unwrap, item))))]);
}

/**
 * `select! { pattern = future => value, … }`: the value of one of the arms, each of which was parsed as a block that ends with it; 0 if not
 * known.
 */
function lowerSelected(lowering: Lowering, code: number): number {
  const { facts } = lowering;
  const arms = code !== 0 && lowering.kind(code) === "block" ? lowering.children(code) : [];
  const values = arms.map((arm) => {
    // After a block in braces, the semicolon is a statement of its own.
    const last = lowering.children(lowering.firstChild(arm)).findLast((part) => lowering.kind(part) === "expression_statement") ?? 0;
    return last === 0 ? 0 : lowerValue(lowering, lowering.firstChild(last));
  }).filter((value) => value !== 0);
  return values.length < 2 ? values[0] ?? 0 : facts.expression(Op.either, facts.list(values));
}

/**
 * `pin!(x)`: its argument, behind a pointer. As a statement it turns the named variables into such pointers, from there on, and those that
 * it declares (`pin! { let x = run(); }`).
 */
function lowerPin(lowering: Lowering, node: number, code: number): number {
  const around = lowering.parent(node);
  const isStatement = lowering.kind(around) === "expression_statement" && lowering.childOfKind(around, ";") !== 0;
  // With braces it needs no semicolon, and is directly in the block.
  if (isStatement || lowering.kind(around) === "block") {
    const parts = code !== 0 && lowering.kind(code) === "block" ? lowering.children(code) : [];
    for (const part of parts) bindPinned(lowering, node, part);
  }
  const first = lowerValue(lowering, firstArgument(lowering, code));
  return first === 0 ? 0 : lowering.literal("Pin", [first]);
}

/** Binds the variable that an argument of `pin!` names (`x`) or declares (`let x = run()`), from the end of the macro at `node` on. */
function bindPinned(lowering: Lowering, node: number, part: number): void {
  const isDeclared = lowering.kind(part) === "let_declaration";
  if (!isDeclared && lowering.kind(part) !== "expression_statement") return;
  const name = isDeclared ? lowering.child(part, "pattern") : lowering.firstChild(part);
  if (lowering.kind(name) !== "identifier") return;
  const value = lowering.literal("Pin", [lowering.lowerExpression(isDeclared ? lowering.child(part, "value") : name)]);
  lowering.bind(BindingKind.variable, lowering.text(name), node, { value, scope: lowering.scope(node), at: lowering.tree.end[node]! });
}

/**
 * A macro's arguments: first the word that selects a rule, or an expression; then the other expressions, which may be part of the value of
 * an unknown macro.
 */
function givenTo(lowering: Lowering, node: number, code: number, name: string): number[] {
  const first = firstGiven(lowering, node, code, name);
  if (shapeOf(name) !== undefined || valueOf(name) !== undefined || CHECKS.test(name)) return first;
  const statements = code !== 0 && lowering.kind(code) === "block" ? lowering.children(code) : [];
  const values = statements.filter((part) => lowering.kind(part) === "expression_statement").map((part) =>
    lowerValue(lowering, lowering.firstChild(part))
  );
  const others = values.filter((value) => value !== 0 && value !== first[0]);
  // An empty place represents an argument that is not an expression, because the first argument has a special role.
  return others.length === 0 ? first : [first[0] ?? 0, ...others];
}

/** A macro's first argument: the word that selects a rule, or an expression. */
function firstGiven(lowering: Lowering, node: number, code: number, name: string): number[] {
  if (shapeOf(name) !== undefined) return [];
  const word = leadingWord(lowering, node, "token_tree");
  if (word !== "") return [lowering.facts.expression(Op.pair, lowering.facts.string(word), 0, PairMode.word)];
  const first = leadingArgument(lowering, node, code);
  if (first !== 0) return [lowerValue(lowering, first)];
  const type = textWithin(lowering, node, "token_tree", CAST);
  if (type !== "") {
    const known = lowerWords(lowering, node, type.split("::"), lowering.tree.start[node]!);
    return [lowering.facts.expression(Op.cast, known)];
  }
  const place = valueOf(name) !== undefined || CHECKS.test(name) ? "" : textWithin(lowering, node, "token_tree", PLACE);
  return place === "" ? [] : [lowerPlace(lowering, node, place)];
}

/** A place written as loose tokens: a variable, or a field of one (`cx.editor`, `$e`). */
function lowerPlace(lowering: Lowering, node: number, place: string): number {
  const [name = "", ...fields] = place.split(".");
  const start = name === "self" ? lowering.facts.expression(Op.self, lowering.scope(node)) : lowering.nameExpression(name, node);
  return fields.reduce((object, field) => lowering.memberExpression(object, field), start);
}

/** The match of a pattern in the text after the opening bracket of a macro's arguments or of a rule's pattern; "" if there is none. */
function textWithin(lowering: Lowering, node: number, holder: string, pattern: RegExp): string {
  const tokens = lowering.childOfKind(node, holder);
  if (tokens === 0) return "";
  const from = lowering.tree.start[tokens]! + 1;
  return pattern.exec(lowering.tree.source.slice(from, from + 80))?.[1] ?? "";
}

/** The first word in brackets, if no expression can start with it (`mut`, `@inner`); else "". */
function leadingWord(lowering: Lowering, node: number, holder: string): string {
  return textWithin(lowering, node, holder, /^\s*(@\w+|(?:const|dyn|mut|pub|ref|static)\b)/);
}

/** The own rule `macro_rule`: the value of the body of a macro's rule. */
export function lowerMacroRule(lowering: Lowering, node: number): void {
  const definition = lowering.definitionAt(lowering.parent(node));
  const block = firstCode(lowering, node);
  const value = block !== 0 && lowering.kind(block) === "block" ? lowerValue(lowering, block) : 0;
  const known = stateOf(lowering).macroValues;
  const variable = firstVariable(lowering, node);
  const word = leadingWord(lowering, node, "token_tree_pattern");
  // A rule that delegates to others of its macro has their value.
  if (callsItself(lowering, definition, value, word)) return;
  const { facts } = lowering;
  const given = word !== ""
    ? facts.expression(Op.pair, facts.string(word), value, PairMode.word)
    : value === 0 || variable === ""
    ? value
    : facts.expression(Op.pair, facts.string(variable), value);
  addAt(known, definition, given);
}

/** Whether an expression is a use of the macro itself whose rules are chosen by the same word. */
function callsItself(lowering: Lowering, macro: number, value: number, word: string): boolean {
  const { facts } = lowering;
  if (value === 0 || facts.get("expressions", value, "op") !== Op.call) return false;
  const callee = facts.get("expressions", value, "a");
  const op = facts.get("expressions", callee, "op");
  const name = op === Op.macro ? facts.get("expressions", callee, "a") : op === Op.macroOf ? facts.get("expressions", callee, "b") : 0;
  if (name === 0 || name !== facts.get("definitions", macro, "name")) return false;
  const first = facts.items(facts.get("expressions", value, "b"))[0] ?? 0;
  const isWord = facts.get("expressions", first, "op") === Op.pair && facts.get("expressions", first, "c") === PairMode.word;
  return word === (isWord ? facts.text(facts.get("expressions", first, "a")) : "");
}

/** The variable at the start of a rule's pattern (`$e` in `$e:expr` and `$e:ident`); "" if it starts with something else. */
function firstVariable(lowering: Lowering, rule: number): string {
  const pattern = lowering.childOfKind(rule, "token_tree_pattern");
  const first = pattern === 0 ? 0 : lowering.children(pattern)[0] ?? 0;
  const written = first === 0 ? "" : lowering.text(first);
  return /^\$\w+:\s*(?:expr|ident)$/.test(written) ? written.slice(0, written.indexOf(":")) : "";
}

/** Part of the plugin's `finish`: sets a macro's value to the common value of its rules. */
export function finishMacros(lowering: Lowering): void {
  for (const [definition, values] of stateOf(lowering).macroValues) {
    if (!values.includes(0)) { for (const value of values) lowering.addReturn(definition, value); }
  }
}

/** The expression that a macro's arguments, or the body of one of its rules, were read as, or 0. */
function firstCode(lowering: Lowering, node: number): number {
  const tokens = lowering.childOfKind(node, "token_tree");
  const first = tokens === 0 ? 0 : lowering.firstChild(tokens);
  return first !== 0 && lowering.kind(first) === "expression_statement" ? lowering.firstChild(first) : first;
}

function firstArgument(lowering: Lowering, block: number): number {
  const first = block === 0 || lowering.kind(block) !== "block" ? 0 : lowering.children(block)[0] ?? 0;
  return first !== 0 && lowering.kind(first) === "expression_statement" ? lowering.firstChild(first) : 0;
}

/** The expression that a macro's arguments start with, or 0: those without code were not parsed. */
function leadingArgument(lowering: Lowering, node: number, block: number): number {
  const argument = firstArgument(lowering, block);
  if (argument === 0) return 0;
  const { start, source } = lowering.tree;
  const from = start[lowering.childOfKind(node, "token_tree")]! + 1;
  return source.slice(from, start[argument]!).trim() === "" ? argument : 0;
}

function elementsOf(lowering: Lowering, array: number): number[] {
  if (array === 0 || lowering.kind(array) !== "array_expression") return [];
  const length = lowering.child(array, "length");
  const elements = lowering.codeIn(array).filter((child) => child !== length);
  for (const element of elements) useValue(lowering, element);
  return elements.map((element) => lowerValue(lowering, element));
}
