/**
 * Calls in all their forms: plain, `new`, `super(…)`, tagged templates, decorators, `f.call`, `require`, `import()`.
 *
 * Stage: parse -> facts. Invariant: the position of a call is its callee's name; `require` and `import()` are modules, not calls.
 */
import { CallFlag } from "../../../core/facts.ts";
import { CastMode, ModuleUse, Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import type { Roles } from "../../../core/plugin.ts";
import { firstNamed, isFunctionValue, isNameOrMember, keptLiteral, meanExports, unwrapped } from "../file_state.ts";
import { loaderAt, moduleOf, namesModule, pathOfModule } from "../loaded_modules.ts";
import { METHOD_CALLS, PATH_CALLS } from "../routes.ts";
import { meanChained } from "./chained_decorators.ts";
import { decoratedBy, giveKeys, passToTemplate } from "./decorated_by.ts";
import { defineCreated, defineProperties } from "./defined_properties.ts";
import { exportAll } from "./exports.ts";
import { fillObject, isMadeToFill, joinedObject } from "./filled_objects.ts";
import { isForwarded } from "./forwarded_calls.ts";
import { expectType, isAsked, meanTuple } from "./patterns.ts";
import { symbolName } from "./property_names.ts";
import { callableNamed, inherit, prototypeOwner } from "./prototypes.ts";
import { keepAddress } from "./sums.ts";
import { assertedAhead, assertedOperand } from "./type_assertions.ts";
import { lowerType } from "./types.ts";
import { useWatched } from "./watched_members.ts";

/** Units of a text that may be the name of a member. */
const LONGEST_KEY = 40;
const SPACE = 32;
const BACKSLASH = 92;

/** `callee<T>(…)`: the callee with its written type arguments. */
export function withTypeArguments(lowering: Lowering, node: number, callee: number): number {
  const written = lowering.child(node, "type_arguments");
  if (written === 0) return callee;
  const types = lowering.codeIn(written).map((type) => lowerType(lowering, type));
  return lowering.facts.expression(Op.apply, callee, lowering.facts.list(types));
}

function lowerArguments(lowering: Lowering, nodes: readonly number[], taker = 0): number[] {
  const isWatched = useWatched(lowering, nodes);
  return nodes.map((node, i) => {
    if (i > 0 || !isWatched) passValue(lowering, node, taker);
    const expression = lowering.lowerExpression(node);
    const kind = lowering.kind(node);
    if (kind === "true" || kind === "false") return lowering.constant("Boolean", kind);
    const path = pathOfModule(lowering, node, expression);
    return path === expression && kind === "string" && mayBeKey(lowering, node) ? asKey(lowering, node, expression) : path;
  });
}

/** What passes its elements on. */
const WHOLES = new Set(["object", "array", "spread_element"]);

/** Records that the value at `node` is passed on: a name, or an object or list with the functions in it. */
export function passValue(lowering: Lowering, node: number, taker: number): void {
  const kind = lowering.kind(node);
  if (kind === "spread_element") return passValue(lowering, firstNamed(lowering, node), taker);
  if (kind === "as_expression" || kind === "satisfies_expression") return passValue(lowering, unwrapped(lowering, node), taker);
  if (kind !== "object" && kind !== "array") return lowering.addUse(node, lowering.lowerExpression(node), taker);
  for (const part of lowering.children(node)) {
    const value = lowering.kind(part) === "pair" ? unwrapped(lowering, lowering.child(part, "value")) : part;
    const definition = lowering.definitionAt(value);
    if (WHOLES.has(lowering.kind(value))) passValue(lowering, value, taker);
    else if (definition !== 0 && kind === "object") {
      // A member whose value is a function takes its name from its key.
      lowering.lowerExpression(part);
      lowering.addPartUse(part, definition, taker);
    }
  }
}

/** If the result of a call is not used, and no function is passed beside it, it does not matter what a string is the key of. */
const UNHEEDED = new Set(["expression_statement", "arguments", "pair", "array"]);

function mayBeKey(lowering: Lowering, node: number): boolean {
  const call = lowering.parent(lowering.parent(node));
  if (!UNHEEDED.has(lowering.kind(lowering.parent(call)))) return true;
  for (let beside = lowering.next(node); beside !== 0; beside = lowering.next(beside)) {
    if (isFunctionValue(lowering, beside)) return true;
  }
  return false;
}

/** A string that is passed: if it is a word it may be the name of an event, a field, a kind. */
function asKey(lowering: Lowering, node: number, literal: number): number {
  const { start, end, source } = lowering.tree;
  const from = start[node]! + 1;
  const to = end[node]! - 1;
  if (to <= from || to - from > LONGEST_KEY || lowering.facts.get("expressions", literal, "c") !== 0) return literal;
  for (let at = from; at < to; at++) {
    const unit = source.charCodeAt(at);
    if (unit <= SPACE || unit === BACKSLASH) return literal;
  }
  return lowering.constant("String", source.slice(from, to), Op.key);
}

/** Whether a member of the result of the call at `node` is used, or the result called. */
function isFollowed(lowering: Lowering, node: number): boolean {
  const parent = lowering.parent(node);
  const role = lowering.kind(parent) === "member_expression" ? "object" : lowering.kind(parent) === "call_expression" ? "function" : "";
  return role !== "" && lowering.child(parent, role) === node;
}

/** The last operand of an operation (`f` of `!!f`, `a + await f`). */
function lastOperand(lowering: Lowering, node: number): number {
  const role = { unary_expression: "argument", binary_expression: "right" }[lowering.kind(node)];
  if (role !== undefined) return lastOperand(lowering, lowering.child(node, role));
  return lowering.kind(node) === "await_expression" ? lastOperand(lowering, firstNamed(lowering, node)) : node;
}

/** A `call_expression`. */
export function lowerCall(lowering: Lowering, node: number): number {
  const given = lowerPlainCall(lowering, node);
  return isFollowed(lowering, node) ? given : lowering.castTo(given, assertedAhead(lowering, node));
}

function lowerPlainCall(lowering: Lowering, node: number): number {
  const callee = lowering.child(node, "function");
  const list = lowering.child(node, "arguments");
  const isTemplate = list !== 0 && lowering.kind(list) === "template_string";
  const args = isTemplate ? [] : lowering.codeIn(list);
  const member = lowering.kind(callee) === "member_expression" ? lowering.text(lowering.child(callee, "property")) : "";
  if (PATH_CALLS.has(member)) keepPaths(lowering, args);
  else if (args.length > 0 && METHOD_CALLS.has(member)) {
    if (args.length > 1 && isFunctionValue(lowering, args.at(-1)!)) keepPaths(lowering, args.slice(0, 1));
    keepAddress(lowering, args[0]!);
  }
  if (isTemplate) passFilled(lowering, list, callee);
  const loader = loaderAt(lowering, node, callee, args[0]);
  if (loader !== undefined) {
    callOf(lowering, node, loader.callee, args, 0);
    return moduleOf(lowering, node, args[0], loader.use, loader.isElsewhere);
  }
  switch (lowering.kind(callee)) {
    case "await_expression":
    case "unary_expression":
    case "binary_expression": {
      // The grammar reads `await f<T>(x)` as `(await f)<T>(x)`, and so `!f<T>(x)` and `1 + f<T>(x)`: without brackets the call comes first.
      if (lowering.child(node, "type_arguments") === 0) break;
      const called = callOf(lowering, node, lastOperand(lowering, callee), args, 0);
      if (isFollowed(lowering, node)) return called;
      return lowering.kind(callee) === "await_expression" ? lowering.facts.expression(Op.await, called) : lowering.lowerExpression(callee);
    }
    case "non_null_expression": {
      // The grammar parses `new C!(x)` as `(new C)!(x)`: without parentheses it creates a C.
      const made = firstNamed(lowering, callee);
      if (lowering.kind(made) !== "new_expression" || lowering.child(made, "arguments") !== 0) break;
      const instance = callOf(lowering, node, lowering.child(made, "constructor"), args, CallFlag.new);
      lowering.setExpression(made, instance);
      return instance;
    }
    case "import":
      return moduleOf(lowering, node, args[0], ModuleUse.promised);
    case "super":
      return lowering.addCallOf(
        lowering.lowerExpression(callee),
        node,
        callee,
        "super",
        lowerArguments(lowering, args),
        CallFlag.superConstructor,
      );
    case "identifier":
      if (lowering.text(callee) === "require" && args.length === 1 && namesModule(lowering, args[0]!)) {
        return moduleOf(lowering, node, args[0], 0);
      }
      if (args.length === 2) lowerPairCall(lowering, lowering.text(callee), args[0]!, args[1]!);
      break;
    case "member_expression": {
      const handled = lowerMemberCall(lowering, node, callee, member, args);
      if (handled !== undefined) return handled;
      const same = keptLiteral(lowering, node);
      if (same === node) break;
      callOf(lowering, node, callee, args, 0);
      return lowering.lowerExpression(same);
    }
  }
  return callOf(lowering, node, callee, args, 0);
}

/** f<T>`text`, of which the grammar makes two comparisons. */
export function lowerTagged(lowering: Lowering, node: number): number {
  const callee = lowering.child(lowering.child(node, "left"), "left");
  passFilled(lowering, lowering.child(node, "right"), callee);
  return callOf(lowering, node, callee, [], 0);
}

/** What is interpolated into a template is passed to the function before it: `css`${x}``. */
function passFilled(lowering: Lowering, template: number, callee: number): void {
  for (const part of lowering.children(template)) {
    if (lowering.kind(part) !== "template_substitution") continue;
    passValue(lowering, firstNamed(lowering, part), lowering.lowerExpression(callee));
  }
}

/** What is called, without casts: `(f as any)(x)` calls f. */
function calleeOf(lowering: Lowering, callee: number): number {
  const inner = unwrapped(lowering, lowering.kind(callee) === "non_null_expression" ? assertedOperand(lowering, callee) : callee);
  return isNameOrMember(lowering, inner) ? inner : callee;
}

/**
 * The position of a call: its callee's name; if there is none (`f()()`) its arguments, of one of several (`(x() ? f : g)()`) the bracket
 * before them.
 */
function placeOf(lowering: Lowering, node: number, callee: number, expression: number): number {
  const kind = lowering.kind(callee);
  if (kind === "call_expression" || kind === "new_expression") return lowering.child(node, "arguments") || callee;
  if (kind === "parenthesized_expression" && lowering.facts.get("expressions", expression, "op") === Op.either) return callee;
  const index = kind === "subscript_expression" ? lowering.child(callee, "index") : 0;
  return index !== 0 && symbolName(lowering, index) !== undefined ? index : lowering.lastName(callee);
}

/**
 * Records the call at `node` of the callee at `written`, with its arguments. @param flags `CallFlag`. @returns its result (an expression)
 */
export function callOf(lowering: Lowering, node: number, written: number, args: readonly number[], flags: number): number {
  const callee = calleeOf(lowering, written);
  const expression = withTypeArguments(lowering, node, lowering.lowerExpression(callee));
  for (const [i, argument] of args.entries()) {
    if (lowering.kind(argument) !== "array" || !isAsked(lowering, argument)) continue;
    expectType(lowering, argument, lowering.facts.expression(Op.asked, expression, i));
  }
  const result = lowering.addCallOf(
    expression,
    node,
    placeOf(lowering, node, callee, expression),
    lowering.calleeText(callee),
    lowerArguments(lowering, args, keptLiteral(lowering, node) === node ? expression : 0),
    flags,
  );
  return callee === written ? result : resultOfCast(lowering, written, result);
}

/** The result of the call `result` of what is cast at `callee` (`new (this.Maker as new () => Job)()`): what the type says, if it says anything. */
function resultOfCast(lowering: Lowering, callee: number, result: number): number {
  const { facts } = lowering;
  const cast = lowering.lowerExpression(callee);
  if (facts.get("expressions", cast, "op") !== Op.cast) return result;
  const asCast = facts.expression(facts.get("expressions", result, "op"), cast, facts.get("expressions", result, "b"));
  return facts.expression(Op.cast, facts.expression(Op.typeOf, asCast), result);
}

/** The helper that TypeScript's compiler makes of `export * from`. */
const EXPORT_STAR = "__exportStar";

/** `inherits(A, B)`, and `__exportStar(require("./a"), exports)`. */
function lowerPairCall(lowering: Lowering, name: string, first: number, second: number): void {
  if (/(?:inherits?|__extends)$/.test(name)) inherit(lowering, first, second);
  else if (name === EXPORT_STAR && meanExports(lowering, second)) exportAll(lowering, first);
}

/** Calls of members that mean more than a call of `name`: prototypes that are filled or linked, `f.call`. Undefined for all others. */
function lowerMemberCall(
  lowering: Lowering,
  node: number,
  callee: number,
  name: string,
  args: readonly number[],
): number | undefined {
  const object = lowering.child(callee, "object");
  meanExports(lowering, object);
  switch (name) {
    case "call":
    case "apply":
    case "bind":
      return lowerForwarded(lowering, node, object, name, args);
    case "all":
      return lowering.text(object) === "Promise" ? lowerAll(lowering, node, callee, args) : undefined;
    case "toString":
      lowering.addUse(object);
      break;
    case "inherits":
    case EXPORT_STAR:
      if (args.length === 2) lowerPairCall(lowering, name, args[0]!, args[1]!);
      break;
    case "setPrototypeOf":
      linkPrototypes(lowering, args);
      break;
    case "create":
      if (args.length === 2) defineCreated(lowering, node, args[1]!);
      break;
    case "defineProperty":
    case "defineProperties":
      defineProperties(lowering, node, args);
      break;
    case "assign":
    case "extend":
      if (isMadeToFill(lowering, object, args)) {
        callOf(lowering, node, callee, args, 0);
        return joinedObject(lowering, node, args);
      }
      fillObject(lowering, node, object, args);
      break;
  }
  return undefined;
}

/** `f.call(this, x)` and `f.apply(…)` call f, `f.bind(this)` is f; an object's own method `call` is left to the resolver. */
function lowerForwarded(lowering: Lowering, node: number, object: number, name: string, args: readonly number[]): number | undefined {
  if (!isForwarded(lowering, object, name, args)) {
    // If it is a function after all, it is passed here. The file's declarations under a plain name are known by now.
    if (callableNamed(lowering, lowering.text(object)) === 0) lowering.addUse(object);
    return undefined;
  }
  const callee = lowering.lowerExpression(object);
  const lowered = lowerArguments(lowering, args);
  if (name === "bind") {
    lowering.addUse(object);
    return callee;
  }
  const list = name === "call" ? lowered.slice(1) : [];
  return lowering.addCallOf(callee, node, lowering.lastName(object), lowering.calleeText(object), list, 0);
}

/** `Object.setPrototypeOf(F.prototype, G.prototype)`. */
function linkPrototypes(lowering: Lowering, args: readonly number[]): void {
  const [target, source] = args;
  if (target === undefined || source === undefined) return;
  const owner = prototypeOwner(lowering, target);
  const base = prototypeOwner(lowering, source);
  if (owner !== 0 && base !== 0) inherit(lowering, owner, base);
}

/** `await x`. */
export function lowerAwait(lowering: Lowering, _node: number, roles: Roles): number {
  return lowering.facts.expression(Op.await, lowering.lowerExpression(roles.operand?.[0] ?? 0));
}

/** `Promise.all([a, b])`: a promise of a tuple of their results. Undefined for what is not a list literal. */
function lowerAll(lowering: Lowering, node: number, callee: number, args: readonly number[]): number | undefined {
  const { facts } = lowering;
  const elements = lowering.kind(args[0] ?? 0) === "array" ? lowering.codeIn(args[0]!) : [];
  if (elements.length === 0 || elements.some((element) => lowering.kind(element) === "spread_element")) return undefined;
  const call = callOf(lowering, node, callee, args, 0);
  const parts = elements.map((element) => facts.expression(Op.await, lowering.lowerExpression(element)));
  const all = facts.expression(Op.typeOf, facts.expression(Op.tuple, facts.list(parts)));
  return facts.expression(Op.cast, facts.expression(Op.apply, lowering.builtin("Promise"), facts.list([all])), call, CastMode.library);
}

/** `new F(…)`. */
export function lowerNew(lowering: Lowering, node: number): number {
  const callee = lowering.child(node, "constructor");
  const args = lowering.codeIn(lowering.child(node, "arguments"));
  const entries = unwrapped(lowering, args[0] ?? 0);
  if (lowering.kind(entries) === "array" && /^(?:Weak)?Map$/.test(lowering.text(callee))) {
    for (const entry of lowering.children(entries)) meanTuple(lowering, entry);
  }
  return callOf(lowering, node, callee, args, CallFlag.new);
}

/** `@f` and `@f(…)` call f. The decorated definition refers to it. */
export function lowerDecorator(lowering: Lowering, node: number): void {
  const inner = unwrapped(lowering, firstNamed(lowering, node));
  if (inner === 0) return;
  const decorated = decoratedBy(lowering, node);
  const isCall = lowering.kind(inner) === "call_expression";
  const callee = isCall ? lowering.child(inner, "function") : inner;
  meanChained(lowering, node, callee);
  if (isCall) {
    const args = lowering.codeIn(lowering.child(inner, "arguments"));
    keepPaths(lowering, args);
    passToTemplate(lowering, decorated, args[0] ?? 0);
    lowering.setExpression(inner, callOf(lowering, inner, callee, args, CallFlag.decorator));
  } else callOf(lowering, inner, inner, [], CallFlag.decorator);
  if (decorated !== 0) {
    giveKeys(lowering, inner, lowering.definitionAt(decorated));
    lowering.addDecorating(lowering.definitionAt(decorated), lowering.lowerExpression(inner), lowering.lastName(callee), false);
  }
}

/** A string passed to a decorator or some calls may be a route, however short: strings are kept, also in lists and as an option. */
function keepPaths(lowering: Lowering, args: readonly number[]): void {
  for (const argument of args) {
    switch (lowering.kind(argument)) {
      case "string": {
        const text = lowering.textLiteral("String", argument, true);
        if (text !== 0) lowering.setExpression(argument, text);
        break;
      }
      case "array":
        keepPaths(lowering, lowering.children(argument));
        break;
      case "object": {
        const pairs = lowering.children(argument).filter((pair) =>
          /^(?:path|children)$/.test(lowering.text(lowering.child(pair, "key") || pair))
        );
        keepPaths(lowering, pairs.map((pair) => lowering.child(pair, "value")));
      }
    }
  }
}

/** `x.name`, which of a function or class is a use of it. */
export function lowerNameOf(lowering: Lowering, node: number): number {
  const object = lowering.child(node, "object");
  const parent = lowering.parent(node);
  if (lowering.kind(parent) !== "assignment_expression" || lowering.child(parent, "left") !== node) lowering.addUse(object);
  return lowering.memberExpression(lowering.lowerExpression(object), "name");
}
