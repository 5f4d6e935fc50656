/**
 * Calls with a special meaning: built-in functions whose result depends on their arguments, decorators, operators and protocols.
 *
 * Stage: parse -> facts. Invariants: each is recorded as the call that it is, at its own place; only its result is more precise. Calls made
 * by an operator or a statement are implicit, placed at the operator or keyword, and omitted for literals.
 */
import { tableOf } from "../../../core/base/tables.ts";
import { CallFlag, DefinitionFlag, ScopeKind } from "../../../core/facts.ts";
import { GivenMode, ItemMode, Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import type { Roles } from "../../../core/plugin.ts";
import { lastPart } from "../describe_definitions.ts";
import { stateOf } from "../file_state.ts";
import { loadedAs, loadedModule } from "../loaded_modules.ts";
import { rules } from "../resolution_rules.ts";
import { isPutByName, putByKeywords, putByName } from "./attributes.ts";
import { useEvaluated } from "./evaluated_texts.ts";
import { addTupleFields } from "./made_classes.ts";
import {
  allHeld,
  anyAttribute,
  attributeByName,
  callByName,
  computedAttribute,
  fixtureByName,
  namedMember,
  ownModule,
  plainText,
  readCommands,
} from "./named_members.ts";
import { listedAttribute } from "./listed_texts.ts";
import { REPLACING, useReplaced } from "./replaced_names.ts";
import { isTypingForm, managerOf } from "./types.ts";

/** `super()`, `type(x)`, `getattr(x, "name")`, `cast(T, x)`, `NewType("Name", T)`, `NamedTuple("Name", [("x", T)])`. */
export function lowerKnownCall(lowering: Lowering, node: number, roles: Roles): number {
  const callee = roles.callee![0]!;
  const args = lowering.argumentsOf(roles);
  const name = lowering.text(roles.own_name?.[0] ?? callee);
  noteArguments(lowering, callee, name, args);
  // The class after which `super` starts is not passed as a value.
  const call = lowering.addCall(node, callee, name === "super" ? [] : args, 0);
  const [first = 0, second = 0] = args;
  switch (name) {
    case "super":
      return superBehind(lowering, node, first);
    case "type":
      return args.length === 1 ? classOfValue(lowering, first) : (args.length === 3 && madeClass(lowering, second)) || call;
    case "getattr":
      return attributeByName(lowering, args) || listedAttribute(lowering, args) || computedAttribute(lowering, args, call);
    case "getmembers":
      return anyAttribute(lowering, first, call);
    case "closing":
    case "aclosing":
      if (CLOSING.test(lowering.text(callee))) addImplicitCall(lowering, first, lowering.lastName(callee), CLOSED_BY[name]!);
      return call;
    case "Fire":
      readCommands(lowering, first, call);
      return call;
    case "items":
    case "values":
      return allHeld(lowering, lowering.child(callee, "object"), call);
    case "append":
    case "appendleft":
    case "add":
      storeElement(lowering, callee, args.length === 1 ? first : 0);
      return call;
    case "insert":
    case "setdefault":
      storeElement(lowering, callee, second);
      return call;
    case "methodcaller":
      callByName(lowering, first);
      return call;
    case "get":
      return namedMember(lowering, lowering.child(callee, "object"), first) || call;
    case "cast":
      return args.length === 2 ? lowering.facts.expression(Op.cast, lowering.lowerType(first), lowering.lowerExpression(second)) : call;
    case "NewType":
      // To all but a checker it is the type that it is made of.
      if (args.length !== 2) return call;
      return lowering.kind(second) === "identifier" ? lowering.lowerExpression(second) : lowering.lowerType(second);
    case "import_module":
    case "__import__":
    case "module_from_spec":
    case "load_source":
    case "ModuleType":
      return loadedModule(lowering, node, name, args) || call;
    case "usefixtures":
      for (const argument of args) fixtureByName(lowering, argument);
      return call;
    case "getfixturevalue":
      return fixtureByName(lowering, first) || call;
    case "NamedTuple":
      return addTupleFields(lowering, lowering.parent(node), second) ? lowering.builtin(name) : call;
    default:
      return call;
  }
}

/** Records what the arguments of a call name besides values: routes, members, code. */
function noteArguments(lowering: Lowering, callee: number, name: string, args: readonly number[]): void {
  if (ROUTE_CALLS.has(name)) markRoute(lowering, args[0] ?? 0);
  if (isPutByName(lowering, callee)) putByName(lowering, args);
  else if (REPLACING.has(name)) useReplaced(lowering, args);
  else if (PUT_BY_KEYWORDS.has(name)) putByKeywords(lowering, name === "set_defaults" ? lowering.child(callee, "object") : callee, args);
  else if (EVALUATING.has(name)) useEvaluated(lowering, callee, args[0] ?? 0);
  const keyword = ROUTE_KEYWORDS[name];
  if (keyword !== undefined) markKeyword(lowering, args, keyword);
  if (LISTING.has(name)) listFunction(lowering, callee, args.at(-1) ?? 0);
}

/** `jobs.append(Job())`: the new object becomes an element of the value of a name or a member. */
function storeElement(lowering: Lowering, callee: number, value: number): void {
  if (value === 0 || lowering.kind(value) !== "call") return;
  const holder = lowering.lowerExpression(lowering.child(callee, "object"));
  const op = lowering.facts.get("expressions", holder, "op");
  if (op !== Op.name && op !== Op.member) return;
  lowering.addWholeUse(value, lowering.lowerExpression(value), lowering.item(holder, 0), GivenMode.stored);
}

/** Methods by which a list, a set, a map or a queue gets one more element, their last argument. */
const LISTING: ReadonlySet<string> = new Set(["add", "append", "appendleft", "insert", "put", "put_nowait", "setdefault"]);

/** `HOOKS.append(on_load)`, `HOOKS.append((on_load, 1))`: what may be a function is called out of the list. */
function listFunction(lowering: Lowering, callee: number, value: number): void {
  if (lowering.kind(value) === "tuple") {
    for (const part of lowering.codeIn(value)) if (lowering.kind(part) !== "tuple") listFunction(lowering, callee, part);
    return;
  }
  if (lowering.kind(value) !== "identifier" && lowering.kind(value) !== "attribute") return;
  const holder = lowering.lowerExpression(lowering.child(callee, "object"));
  lowering.addUse(value, lowering.lowerExpression(value), lowering.item(holder, 0), GivenMode.stored);
}

/** Functions that turn their keyword arguments into attributes. */
const PUT_BY_KEYWORDS: ReadonlySet<string> = new Set(["set_defaults", "SimpleNamespace", "Namespace"]);

/** Context managers of the library, as written, and the method of their argument that each runs at its end. */
const CLOSING = /^(?:contextlib\.)?a?closing$/;
const CLOSED_BY: Readonly<Record<string, string>> = tableOf({ aclosing: "aclose", closing: "close" });
/** The last names of functions that may run the text they receive. */
const EVALUATING: ReadonlySet<string> = new Set(["Timer", "eval", "exec", "repeat", "run", "runctx", "timeit"]);

const ROUTE_CALLS: ReadonlySet<string> = new Set(["path", "re_path", "url", "include", "register"]);
/** Keywords of calls that are routes, however short. */
const ROUTE_KEYWORDS: Readonly<Record<string, string>> = tableOf({ action: "url_path", register: "prefix" });

/** The first argument of these calls may be a route or a module with routes, however short: its text is kept. */
export function markRoute(lowering: Lowering, argument: number): void {
  // `include(("shop.urls", "name"))`
  if (lowering.kind(argument) === "tuple") argument = lowering.codeIn(argument)[0] ?? 0;
  const text = lowering.kind(argument) === "string" ? lowering.textLiteral("str", argument, true) : 0;
  if (text !== 0) lowering.setExpression(argument, text);
}

/** As `markRoute`, of an argument by its name. */
function markKeyword(lowering: Lowering, args: readonly number[], name: string): void {
  for (const argument of args) {
    const isNamed = lowering.kind(argument) === "keyword_argument" && lowering.text(lowering.child(argument, "name")) === name;
    if (isNamed) markRoute(lowering, lowering.child(argument, "value"));
  }
}

/** A call of the value of an expression: placed at the start of its arguments. */
export function lowerComputedCall(lowering: Lowering, node: number, roles: Roles): number {
  const callee = roles.callee![0]!;
  const place = roles.arguments?.[0] ?? roles.argument![0]!;
  const expression = lowering.lowerExpression(callee);
  const args = lowering.argumentsOf(roles);
  for (const argument of args) lowering.addUse(argument);
  const op = lowering.facts.get("expressions", expression, "op");
  // The core itself puts a call of a call after the first one.
  const nameNode = expression !== 0 && op === Op.call ? callee : place;
  return lowering.addCallOf(expression, node, nameNode, lowering.calleeText(callee), lowering.lowerAll(args), 0);
}

/** `super()` and `super(first, self)`. */
function superBehind(lowering: Lowering, node: number, first: number): number {
  const scope = lowering.scope(node);
  if (isOwnSuper(lowering, node, first)) return lowering.facts.expression(Op.super, scope);
  const other = lowering.lowerType(first);
  return other === 0 ? 0 : lowering.facts.expression(Op.super, scope, other);
}

/** Expressions that usually denote the enclosing class. */
const OWN_CLASS = /^(?:\w+\.__class__|type\(\w+\))$/;

/** Whether `super(first, …)` starts after the enclosing class. */
function isOwnSuper(lowering: Lowering, node: number, first: number): boolean {
  if (first === 0) return true;
  const scope = lowering.enclosingScope(lowering.scope(node), ScopeKind.class);
  const { facts } = lowering;
  const name = facts.text(facts.get("definitions", facts.get("scopes", scope, "definition"), "name"));
  const text = lowering.text(first);
  return text === name || text === "__class__" || text.endsWith(`.${name}`) || OWN_CLASS.test(text);
}

function classOfValue(lowering: Lowering, node: number): number {
  const value = lowering.lowerExpression(node);
  return value === 0 ? 0 : lowering.facts.expression(Op.classOf, lowering.facts.expression(Op.typeOf, value));
}

/** `type(name, (A, B), members)`: a class with the members of its bases. */
function madeClass(lowering: Lowering, bases: number): number {
  return lowering.kind(bases) === "tuple" ? lowering.either(lowering.lowerAll(lowering.codeIn(bases))) : 0;
}

const ACCESSORS: ReadonlySet<string> = new Set(["getter", "setter", "deleter"]);

/** The decorators of a definition; each is a call of what it names, and `@wrap(1)` the written call. */
export function lowerDecorators(lowering: Lowering, node: number): void {
  const definition = lowering.definitionAt(lowering.child(node, "definition"));
  if (definition === 0) return;
  for (const decorator of lowering.codeIn(node)) {
    if (lowering.kind(decorator) !== "decorator") continue;
    const expression = lowering.codeIn(decorator)[0]!;
    lowering.addHead(definition, decorator);
    const isHarmless = !keepsFunction(lowering, expression);
    if (lowering.kind(expression) === "call") {
      const call = lowering.lowerExpression(expression);
      lowering.addDecorator(definition, call);
      lowering.addDecorating(definition, call, lowering.lastName(lowering.child(expression, "function")), isHarmless);
      continue;
    }
    const name = lowering.kind(expression) === "attribute" ? lowering.child(expression, "attribute") : expression;
    // The property of that name is the definition itself in the making.
    const isAccessor = name !== expression && ACCESSORS.has(lowering.text(name)) &&
      isOwnProperty(lowering, lowering.child(expression, "object"));
    const callee = isAccessor
      ? lowering.memberExpression(lowering.builtin("property"), lowering.text(name))
      : lowering.lowerExpression(expression);
    lowering.addDecorator(definition, callee);
    lowering.addDecorating(definition, callee, name, isHarmless);
    const decorated = lowering.facts.expression(Op.definition, definition);
    lowering.addCallOf(callee, expression, name, lowering.calleeText(expression), [decorated], CallFlag.decorator);
  }
}

/** Decorators that run the decorated function only when it is itself called or read. */
const TRANSPARENT: ReadonlySet<string> = new Set([
  ...rules.decoratorsKeeping!,
  ..."property cached_property abstractproperty getter setter deleter cache lru_cache contextmanager asynccontextmanager".split(" "),
  ..."singledispatch singledispatchmethod dataclass total_ordering deprecated no_type_check runtime_checkable unique".split(" "),
  ..."skip skipIf skipUnless expectedFailure override_settings".split(" "),
]);
/** Marks for test runners, and replacements during a test. */
const MARKS = /(?:^|\.)(?:mark\.\w+|patch(?:\.\w+)?)$/;

/** Whether a decorator may retain the decorated function, to call it later. */
function keepsFunction(lowering: Lowering, decorator: number): boolean {
  const callee = lowering.kind(decorator) === "call" ? lowering.child(decorator, "function") : decorator;
  const name = lowering.text(callee);
  return !TRANSPARENT.has(lastPart(name)) && !MARKS.test(name);
}

/** Whether `node` names a property of the current class created by the built-in decorator. */
function isOwnProperty(lowering: Lowering, node: number): boolean {
  return stateOf(lowering).properties.has(`${lowering.owningScope(node)} ${lowering.text(node)}`);
}

/** Kinds of values whose operations need no call. */
export const LITERALS: ReadonlySet<string> = new Set([
  "string",
  "concatenated_string",
  "integer",
  "float",
  "true",
  "false",
  "none",
  "list",
  "tuple",
  "dictionary",
  "set",
  "comparison_operator",
  "list_comprehension",
  "dictionary_comprehension",
  "set_comprehension",
  "generator_expression",
]);

/** Largest position for which `Op.item` is used. */
const LAST_POSITION = 1000;

/** Kinds of nodes in which a target may be, beside others. */
const TARGET_LISTS: ReadonlySet<string> = new Set([
  ...["pattern_list", "tuple_pattern", "list_pattern", "list_splat_pattern", "expression_list", "parenthesized_expression"],
  ...["tuple", "list"],
]);
const STORED = ["__setitem__"];
const UPDATED = ["__getitem__", "__setitem__"];
const DELETED = ["__delitem__"];
const READ = ["__getitem__"];

/** The methods that a subscript runs: for reading, for assigning, both (`+=`), or for deleting. */
function itemMethods(lowering: Lowering, node: number): readonly string[] {
  let target = node;
  let parent = lowering.parent(node);
  while (TARGET_LISTS.has(lowering.kind(parent))) {
    target = parent;
    parent = lowering.parent(parent);
  }
  switch (lowering.kind(parent)) {
    case "assignment":
    case "for_statement":
    case "for_in_clause":
      return lowering.child(parent, "left") === target ? STORED : READ;
    case "augmented_assignment":
      return lowering.child(parent, "left") === target ? UPDATED : READ;
    case "as_pattern_target":
      return STORED;
    case "delete_statement":
      return DELETED;
    default:
      return READ;
  }
}

/** The number at `node` (`1`, `-1`); otherwise NaN. */
function writtenPosition(lowering: Lowering, node: number): number {
  if (lowering.kind(node) === "integer") return Number(lowering.text(node));
  const isNegative = lowering.kind(node) === "unary_operator" && lowering.kind(lowering.child(node, "argument")) === "integer";
  return isNegative ? Number(lowering.text(node).replace(/\s/g, "")) || NaN : NaN;
}

/** The entry of `sys.modules` under a name. */
function moduleUnder(lowering: Lowering, [name = 0]: readonly number[]): number {
  return lowering.text(name) === "__name__" ? ownModule(lowering) : loadedAs(lowering, name);
}

/** `a[b]`: its value, and a call of `a.__getitem__`, or of the corresponding method for a target. */
export function lowerSubscript(lowering: Lowering, node: number, roles: Roles): number {
  const object = roles.object![0]!;
  if (lowering.text(object) === "sys.modules") return moduleUnder(lowering, roles.index ?? []);
  if (isTypingForm(lowering, object)) return lowering.lowerType(node);
  const held = roles.index?.length === 1 ? namedMember(lowering, object, roles.index[0]!) : 0;
  if (held !== 0) return held;
  const value = lowering.lowerExpression(object);
  if (value === 0) return 0;
  const indices = lowering.lowerAll(roles.index);
  for (const index of roles.index ?? []) lowering.addUse(index);
  for (const method of itemMethods(lowering, node)) addImplicitCall(lowering, object, lowering.childOfKind(node, "["), method);
  const index = roles.index ?? [];
  const position = index.length === 1 ? writtenPosition(lowering, index[0]!) : NaN;
  if (Number.isInteger(position) && Math.abs(position) < LAST_POSITION) {
    return position < 0 ? lowering.item(value, -1 - position, ItemMode.writtenFromEnd) : lowering.item(value, position, ItemMode.written);
  }
  const key = index.length === 1 && lowering.kind(index[0]!) === "string" ? plainText(lowering, index[0]!) ?? "" : "";
  return lowering.facts.expression(Op.index, value, lowering.facts.list(indices), lowering.facts.string(key));
}

/**
 * Records that the protocol method `method` of the value at `object` runs; `place` is the keyword or operator that causes it.
 * @returns its result; 0 if nothing is recorded
 */
export function addImplicitCall(lowering: Lowering, object: number, place: number, method: string): number {
  if (place === 0 || LITERALS.has(lowering.kind(object))) return 0;
  const value = lowering.lowerExpression(object);
  if (value === 0) return 0;
  return lowering.addCallOf(lowering.memberExpression(value, method), object, place, method, [], CallFlag.implicit);
}

/** `yield x`, `yield from xs`. */
export function lowerYield(lowering: Lowering, node: number): number {
  const definition = lowering.enclosingFunction(node);
  const operand = lowering.codeIn(node)[0] ?? 0;
  const value = lowering.lowerExpression(operand);
  lowering.addUse(operand);
  if (definition === 0) return 0;
  lowering.addFlag(definition, DefinitionFlag.generator);
  const isFrom = lowering.childOfKind(node, "from") !== 0;
  lowering.addYield(definition, isFrom && value !== 0 ? lowering.facts.expression(Op.iterate, value) : value);
  const yields = stateOf(lowering).yieldsOf.get(definition);
  yields?.push(value);
  // Delegating to a generator yields its return value.
  if (isFrom || isWaiting(lowering, definition)) return value === 0 ? 0 : lowering.facts.expression(Op.await, value);
  return sentValue(lowering, definition);
}

/** Decorators under which `yield` evaluates to the final result of the yielded value: Twisted's, Tornado's. */
const WAITING = /(?:^|[ .])(?:inlineCallbacks|gen_test|(?<!types\.)coroutine)(?: |$)/;

function isWaiting({ facts }: Lowering, definition: number): boolean {
  const decorators = facts.get("definitions", definition, "attributes");
  return decorators !== 0 && WAITING.test(facts.text(decorators));
}

/** The type that the function `definition` declares to be sent to its `yield`s (the S of `Generator[Y, S, R]`); 0 if undeclared. */
function sentValue({ facts }: Lowering, definition: number): number {
  const type = facts.get("definitions", definition, "type");
  if (type === 0 || facts.get("expressions", type, "op") !== Op.apply) return 0;
  const sent = facts.items(facts.get("expressions", type, "b"))[1] ?? 0;
  return sent === 0 ? 0 : facts.expression(Op.cast, sent, 0);
}

/** `a[1:]`. */
export function lowerSlice(lowering: Lowering, _node: number, roles: Roles): number {
  const value = lowering.lowerExpression(roles.own_operand![0]!);
  return value === 0
    ? 0
    : lowering.facts.expression(Op.index, value, lowering.facts.list([lowering.literal("slice")]), lowering.facts.string(""));
}

/** What can only be said when the whole file is read: results of lambdas, of context managers without a declared one, metaclasses. */
export function finishFunctions(lowering: Lowering): void {
  const { facts } = lowering;
  const { lambdas, contextManagers, yieldsOf, metaclasses } = stateOf(lowering);
  for (const [definition, node] of metaclasses) facts.set("definitions", definition, "value", lowering.lowerExpression(node));
  for (const node of lambdas) {
    const body = lowering.child(node, "body");
    lowering.addUse(body);
    lowering.addReturn(lowering.definitionAt(node), lowering.lowerExpression(body));
  }
  for (const [definition, manager] of contextManagers) {
    if (facts.get("definitions", definition, "type") !== 0) continue;
    const yielded = lowering.either(yieldsOf.get(definition) ?? []);
    const element = yielded === 0 ? 0 : facts.expression(Op.typeOf, yielded);
    facts.set("definitions", definition, "type", managerOf(lowering, manager, element));
  }
}
