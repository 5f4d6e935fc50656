/**
 * Bindings: declarators, destructuring, loops, caught errors.
 *
 * Stage: parse -> facts. Invariant: `var` binds in the nearest function, everything else in the nearest block.
 */
import { AccessMode, BindingFlag, BindingKind, DefinitionFlag, DefinitionKind, ScopeKind } from "../../../core/facts.ts";
import { ItemMode, Op, StepMode } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import type { Roles } from "../../../core/plugin.ts";
import { declareGlobal, isDeclaredGlobal, nameValue, noteHidden } from "../describe_definitions.ts";
import {
  firstNamed,
  functionScope,
  keepText,
  lastAssigned,
  meanExports,
  noteHolder,
  stateOf,
  stringText,
  unwrapped,
} from "../file_state.ts";
import { documentedType } from "../jsdoc/tags.ts";
import { narrowAssigned } from "./assigned_parts.ts";
import { noteEmptyList } from "./filled_lists.ts";
import { filledFunction } from "./filled_objects.ts";
import { elementAt, propertyName } from "./property_names.ts";
import { notePrototype, startedObject } from "./prototypes.ts";
import { lowerType } from "./types.ts";

/** Where and how the names of a target are bound. */
interface Target {
  readonly kind: number;
  readonly scope: number;
  /** Offset from which the names are visible. */
  readonly at: number;
  /** The declarator, if the parts of its pattern are symbols. */
  readonly declarator?: number;
}

const DEEPEST_PATTERN = 50;

/** Binds all names of the pattern at `node` to the parts of `value`. */
export function bindPattern(lowering: Lowering, node: number, value: number, target: Target, type = 0, depth = 0): void {
  if (node === 0 || depth > DEEPEST_PATTERN) return;
  switch (lowering.kind(node)) {
    case "identifier":
    case "shorthand_property_identifier_pattern":
      if (target.declarator !== undefined) {
        const { declarator, scope } = target;
        defineVariable(lowering, declarator, { nameNode: node, valueNode: lowering.child(declarator, "value"), scope, type, value });
        return;
      }
      lowering.bind(target.kind, lowering.text(node), node, {
        value,
        type,
        scope: target.scope,
        at: target.at,
      });
      return;
    case "object_pattern":
      bindObject(lowering, node, lowering.castTo(value, type), target, depth);
      return;
    case "array_pattern":
      bindArray(lowering, node, lowering.castTo(value, type), target, depth);
      return;
    case "assignment_pattern":
    case "object_assignment_pattern":
      bindDefault(lowering, node, value, target, depth);
      return;
    case "parenthesized_expression":
    case "non_null_expression":
    case "as_expression":
      bindPattern(lowering, firstNamed(lowering, node), value, target, type, depth + 1);
      return;
    default:
      lowering.lowerExpression(node);
  }
}

function bindObject(lowering: Lowering, node: number, value: number, target: Target, depth: number): void {
  for (const part of lowering.children(node)) {
    switch (lowering.kind(part)) {
      case "shorthand_property_identifier_pattern":
        bindPattern(lowering, part, memberRead(lowering, value, lowering.text(part), part), target, 0, depth + 1);
        break;
      case "object_assignment_pattern": {
        const left = lowering.child(part, "left");
        bindPattern(lowering, part, memberRead(lowering, value, lowering.text(left), left), target, 0, depth + 1);
        break;
      }
      case "pair_pattern": {
        bindPattern(lowering, lowering.child(part, "value"), memberAt(lowering, value, lowering.child(part, "key")), target, 0, depth + 1);
        break;
      }
      case "rest_pattern":
        bindPattern(lowering, firstNamed(lowering, part), value, target, 0, depth + 1);
        break;
    }
  }
}

/** The member of a value that a pattern names at `node`. */
function memberRead(lowering: Lowering, value: number, name: string, node: number): number {
  if (value === 0) return 0;
  const member = lowering.memberExpression(value, name);
  lowering.addAccess(node, AccessMode.read, member);
  return member;
}

function memberAt(lowering: Lowering, value: number, key: number): number {
  if (value !== 0 && lowering.kind(key) === "number") return elementAt(lowering, value, key);
  const name = propertyName(lowering, key);
  return name === "" ? 0 : memberRead(lowering, value, name, key);
}

function bindArray(lowering: Lowering, node: number, value: number, target: Target, depth: number): void {
  let position = 0;
  for (let child = lowering.firstChild(node); child !== 0; child = lowering.next(child)) {
    const kind = lowering.kind(child);
    if (kind === ",") position++;
    else if (kind === "rest_pattern") {
      bindPattern(lowering, firstNamed(lowering, child), lowering.item(value, position, ItemMode.rest), target, 0, depth + 1);
    } else if (lowering.isNamed(child) && kind !== "comment") {
      bindPattern(lowering, child, lowering.item(value, position), target, 0, depth + 1);
    }
  }
}

function bindDefault(lowering: Lowering, node: number, value: number, target: Target, depth: number): void {
  const right = lowering.child(node, "right");
  const otherwise = lowering.lowerExpression(right);
  lowering.addUse(right);
  const either = value === 0 ? otherwise : otherwise === 0 ? value : lowering.either([value, otherwise]);
  bindPattern(lowering, lowering.child(node, "left"), either, target, 0, depth + 1);
}

/** `name: T = value` of a `const`, `let` or `var`. */
export function lowerDeclarator(lowering: Lowering, node: number, roles: Roles): void {
  const nameNode = roles.name?.[0] ?? 0;
  const valueNode = startedObject(lowering, nameNode, lowering.child(node, "value"));
  const declaration = lowering.parent(node);
  const isVar = lowering.kind(declaration) === "variable_declaration";
  const scope = isVar || isDeclaredGlobal(lowering, declaration) ? functionScope(lowering, node) : lowering.scope(node);
  const type = lowerType(lowering, lowering.child(node, "type")) || documentedType(lowering, node);
  if (lowering.kind(nameNode) !== "identifier") {
    if (lowering.kind(nameNode) === "array_pattern") meanTuple(lowering, valueNode);
    const value = lowering.lowerExpression(valueNode);
    const isSymbol = isVariableSymbol(lowering, scope, value);
    const target = { kind: BindingKind.variable, scope, at: lowering.tree.end[node]! };
    bindPattern(lowering, nameNode, value, isSymbol ? { ...target, declarator: node } : target, type);
    return;
  }
  const name = lowering.text(nameNode);
  if (type === 0) notePrototype(lowering, name, scope, valueNode);
  const isOnly = isOnlyDeclarator(lowering, declaration);
  const named = nameValue(lowering, valueNode, {
    name,
    at: nameNode,
    range: isOnly ? declaration : node,
    kind: DefinitionKind.function,
  });
  if (named !== 0) {
    expectType(lowering, valueNode, type);
    lowering.bindDefinition(named, scope, true, lowering.scope(node));
    noteHolder(lowering, name, scope, named);
    return;
  }
  if (meanExports(lowering, valueNode)) stateOf(lowering).exportsNames.add(name);
  if (lowering.kind(lowering.firstChild(declaration)) === "const") keepText(lowering, valueNode);
  if (type === 0) noteEmptyList(lowering, node, valueNode);
  // Until something is assigned, `let x;` has no value. A `var` may be a second one of its name, which changes nothing.
  const isEmpty = valueNode === 0 && type === 0 && !isVar && lowering.kind(lowering.parent(declaration)) !== "ambient_declaration";
  const value = isEmpty ? lowering.literal("undefined") : lowering.lowerExpression(valueNode);
  lowering.addUse(valueNode);
  expectType(lowering, valueNode, type);
  if (type !== 0) narrowAssigned(lowering, nameNode, value, declaration);
  if (type === 0 && bindChained(lowering, node, { name, nameNode, valueNode, scope })) return;
  if (isVariableSymbol(lowering, scope, value)) {
    defineVariable(lowering, node, { nameNode, valueNode, scope, type, value });
    return;
  }
  // A variable that is declared again is read before it has the new value (`var query = query.where(x)`).
  const at = lowering.tree.end[node]!;
  lowering.bind(
    BindingKind.variable,
    name,
    nameNode,
    isVar ? { value, type, scope, at, flags: BindingFlag.hoisted } : { value, type, scope },
  );
  if (type === 0 && lowering.kind(valueNode) === "object") noteHolder(lowering, name, scope, lowering.definitionAt(valueNode));
}

/** A longer list is one of things that are alike. */
const LONGEST_TUPLE = 12;

interface Declared {
  readonly name: string;
  readonly nameNode: number;
  readonly valueNode: number;
  readonly scope: number;
}

/**
 * `var f = a.f = function () {}`, also in brackets: f is the function, which may have a name from the inner assignment. The same for `const
 * f = Object.assign(() => {}, {…})`. False for anything else.
 */
function bindChained(lowering: Lowering, node: number, { name, nameNode, valueNode, scope }: Declared): boolean {
  const isChain = lowering.kind(unwrapped(lowering, valueNode)) === "assignment_expression";
  const value = isChain ? lastAssigned(lowering, valueNode) : filledFunction(lowering, valueNode);
  if (value === 0) return false;
  const named = nameValue(lowering, value, { name, at: nameNode, range: node, kind: DefinitionKind.function });
  if (named !== 0) {
    lowering.bindDefinition(named, scope, true, lowering.scope(node));
    return true;
  }
  const { facts } = lowering;
  const definition = lowering.definitionAt(value);
  const kind = definition === 0 ? 0 : facts.get("definitions", definition, "kind");
  if (kind !== DefinitionKind.function && kind !== DefinitionKind.method) return false;
  const at = lowering.tree.end[node]!;
  const block = lowering.scope(node);
  facts.add("bindings", {
    kind: BindingKind.definition,
    name: facts.string(name),
    scope,
    block,
    at,
    definition,
    flags: BindingFlag.hoisted,
  });
  return true;
}

/**
 * Sets `type` as the contextual type of the function or object at `node`: it determines its parameters. For a list that of its elements,
 * for alternatives that of each.
 */
export function expectType(lowering: Lowering, node: number, type: number): void {
  if (type === 0 || node === 0) return;
  const { facts } = lowering;
  const inner = unwrapped(lowering, node);
  switch (lowering.kind(inner)) {
    case "array": {
      const parts = lowering.children(inner).filter((part) => isAsked(lowering, part));
      const element = parts.length === 0 ? 0 : facts.expression(Op.iterate, type);
      for (const part of parts) expectType(lowering, part, element);
      return;
    }
    case "ternary_expression":
      for (const role of ["consequence", "alternative"]) expectType(lowering, lowering.child(inner, role), type);
      return;
  }
  const definition = lowering.definitionAt(inner);
  if (definition !== 0) facts.expression(Op.cast, type, facts.expression(Op.definition, definition));
}

/** Makes the list at `node` a tuple of its elements, if it is a literal. */
export function meanTuple(lowering: Lowering, node: number): void {
  const inner = unwrapped(lowering, node);
  if (lowering.kind(inner) !== "array" || lowering.childOfKind(inner, "spread_element") !== 0) return;
  const elements = lowering.codeIn(inner);
  if (elements.length === 0 || elements.length > LONGEST_TUPLE) return;
  lowering.setExpression(inner, lowering.facts.expression(Op.tuple, lowering.facts.list(lowering.lowerAll(elements))));
  for (const element of elements) lowering.addUse(element);
}

/** Whether a contextual type has an effect on what is at `node`. */
export function isAsked(lowering: Lowering, node: number): boolean {
  const inner = unwrapped(lowering, node);
  return lowering.kind(inner) === "array"
    ? lowering.children(inner).some((part) => isAsked(lowering, part))
    : lowering.definitionAt(inner) !== 0;
}

/** `return value`: the value, and the contextual type from the declared result. */
export function lowerReturn(lowering: Lowering, node: number, roles: Roles): void {
  const value = roles.value?.[0] ?? 0;
  const holder = lowering.enclosingFunction(node);
  lowering.addUse(value);
  const expression = lowering.lowerExpression(value);
  lowering.addReturn(holder, expression);
  if (holder !== 0) expectResult(lowering, holder, value);
}

/** `yield x`, as a statement or in an expression. */
export function lowerYield(lowering: Lowering, node: number, roles: Roles): void {
  lowering.addYield(lowering.enclosingFunction(node), lowering.lowerExpression(roles.value?.[0] ?? 0));
}

/** Sets the result type that the function `holder` declares as the contextual type of the value at `node`. */
function expectResult(lowering: Lowering, holder: number, node: number): void {
  const { facts } = lowering;
  const declared = facts.get("definitions", holder, "type");
  if (declared === 0) return;
  const isAsync = lowering.hasFlag(holder, DefinitionFlag.async);
  expectType(lowering, node, isAsync ? facts.expression(Op.await, declared) : declared);
}

function isOnlyDeclarator(lowering: Lowering, declaration: number): boolean {
  let count = 0;
  for (let child = lowering.firstChild(declaration); child !== 0; child = lowering.next(child)) {
    if (lowering.kind(child) === "variable_declarator") count++;
  }
  return count === 1;
}

/** Variables of a module or namespace are symbols; the result of `require` is an import in another form. */
function isVariableSymbol(lowering: Lowering, scope: number, value: number): boolean {
  const kind = lowering.facts.get("scopes", scope, "kind");
  if (kind !== ScopeKind.module && kind !== ScopeKind.namespace) return false;
  let from = value;
  for (let depth = 0; depth < 20 && from !== 0; depth++) {
    const op = lowering.facts.get("expressions", from, "op");
    if (op === Op.module) return false;
    if (op !== Op.member && op !== Op.await) break;
    from = lowering.facts.get("expressions", from, "a");
  }
  return true;
}

interface Variable {
  readonly nameNode: number;
  readonly valueNode: number;
  readonly scope: number;
  readonly type: number;
  readonly value: number;
}

const SHORT_VALUE = 60;
/** A longer pattern is not repeated for each of its names. */
const LONG_PATTERN = 100;

/** @param node the declarator, which may take its value apart: then the symbol is the name in the pattern */
function defineVariable(lowering: Lowering, node: number, variable: Variable): void {
  const { facts } = lowering;
  const { nameNode, valueNode, scope, type, value } = variable;
  const isConstant = lowering.kind(lowering.firstChild(lowering.parent(node))) === "const";
  const isPart = lowering.child(node, "name") !== nameNode;
  const definition = lowering.define(isConstant ? DefinitionKind.constant : DefinitionKind.variable, isPart ? nameNode : node);
  lowering.nameDefinition(definition, nameNode);
  facts.set("definitions", definition, "type", type);
  facts.set("definitions", definition, "value", value);
  const { start, end, source } = lowering.tree;
  const isShort = valueNode === 0 || end[valueNode]! - start[valueNode]! <= SHORT_VALUE;
  const whole = source.slice(start[node]!, isShort ? end[node]! : start[valueNode]!);
  const text = isShort ? whole : whole.replace(/[\s=]+$/, "");
  const part = text.length > LONG_PATTERN ? lowering.text(nameNode) : `${lowering.text(nameNode)}, of ${text}`;
  lowering.setSignature(definition, `${isConstant ? "const" : "let"} ${isPart ? part : text}`);
  if (isDeclaredGlobal(lowering, lowering.parent(node))) declareGlobal(lowering, definition);
  else lowering.bindDefinition(definition, scope, false, lowering.scope(node));
}

/** `for (const x of xs)`, `for (k in o)`: the names are visible in the body. */
export function lowerEach(lowering: Lowering, node: number, roles: Roles): void {
  const { facts } = lowering;
  const iterable = lowering.lowerExpression(roles.iterable?.[0] ?? 0);
  const target = roles.target?.[0] ?? 0;
  const body = lowering.child(node, "body");
  const isIn = lowering.text(lowering.child(node, "operator")) === "in";
  const isAwait = lowering.childOfKind(node, "await") !== 0;
  const step = iterable === 0 ? 0 : facts.expression(Op.iterate, iterable, isAwait ? StepMode.async : 0);
  // A list of promises is waited for one by one.
  const element = isIn ? lowering.literal("String") : isAwait && step !== 0 ? facts.expression(Op.await, step) : step;
  const keyword = lowering.kind(lowering.child(node, "kind"));
  const inner = body !== 0 && lowering.kind(body) === "statement_block" ? lowering.firstChild(body) : 0;
  const scope = keyword === "var" ? functionScope(lowering, node) : lowering.scope(inner === 0 ? target : inner);
  const kind = lowering.child(node, "kind") === 0 ? BindingKind.assignment : BindingKind.variable;
  bindPattern(lowering, target, element, {
    kind,
    scope: kind === BindingKind.assignment ? lowering.scope(node) : scope,
    at: lowering.tree.start[target]!,
  });
}

/** The error of a `catch` has no type, but hides outer definitions of its name. */
export function lowerCatch(lowering: Lowering, node: number, roles: Roles): void {
  const target = roles.target?.[0] ?? 0;
  const body = lowering.child(node, "body");
  const inner = body === 0 ? 0 : lowering.firstChild(body);
  const scope = inner === 0 ? lowering.scope(node) : lowering.scope(inner);
  const type = lowerType(lowering, lowering.child(node, "type"));
  bindPattern(lowering, target, 0, { kind: BindingKind.variable, scope, at: lowering.tree.start[target]! }, type);
}

/** A pair or a class field whose value is a function or a class: that is the member itself. */
export function lowerFunctionMember(lowering: Lowering, node: number, roles: Roles): void {
  const nameNode = roles.name?.[0] ?? 0;
  const valueNode = roles.value?.[0] ?? 0;
  const name = propertyName(lowering, nameNode) || (lowering.kind(nameNode) === "string" ? stringText(lowering, nameNode) : "");
  const definition = lowering.definitionAt(unwrapped(lowering, valueNode));
  if (name === "") return;
  if (definition === 0) return;
  nameValue(lowering, valueNode, { name, at: nameNode, range: node, kind: DefinitionKind.method });
  noteHidden(lowering, node, definition);
  if (lowering.childOfKind(node, "static") !== 0) lowering.addFlag(definition, DefinitionFlag.static);
  expectType(lowering, valueNode, lowerType(lowering, lowering.child(node, "type")));
  lowering.bindDefinition(definition, lowering.scope(node), true);
}

/** `yield* xs` yields the elements of xs, and its value is what xs returns in the end. */
export function lowerYieldAll(lowering: Lowering, node: number): number {
  const { facts } = lowering;
  const value = lowering.lowerExpression(firstNamed(lowering, node));
  if (value === 0) return 0;
  lowering.addYield(lowering.enclosingFunction(node), facts.expression(Op.iterate, value));
  return facts.expression(Op.call, lowering.memberExpression(lowering.builtin("Iterator"), "yield*"), facts.list([value]));
}

/** `x["on" + name]`, `x[`on${name}`]`: of the text its ends are known. */
export function lowerAffixedIndex(lowering: Lowering, _node: number, roles: Roles): number {
  const { facts } = lowering;
  const index = roles.index?.[0] ?? 0;
  const value = lowering.lowerExpression(index);
  const isSum = lowering.kind(index) === "template_string" || lowering.kind(lowering.child(index, "operator")) === "+";
  const [start, end] = [textAtEnd(lowering, index, "left"), textAtEnd(lowering, index, "right")];
  const name = isSum && (start !== "" || end !== "") ? facts.affixed("String", start, end) : value;
  return facts.expression(Op.index, lowering.lowerExpression(roles.object?.[0] ?? 0), facts.list([name]));
}

/** How the string at `node` starts (`left`) or ends (`right`), as far as it is a literal. */
function textAtEnd(lowering: Lowering, node: number, side: "left" | "right"): string {
  const inner = unwrapped(lowering, node);
  switch (lowering.kind(inner)) {
    case "binary_expression":
      return textAtEnd(lowering, lowering.child(inner, side), side);
    case "string":
      return stringText(lowering, inner);
    case "template_string": {
      const parts = stringText(lowering, inner).split(/\$\{[^]*\}/);
      return (side === "left" ? parts[0] : parts.at(-1)) ?? "";
    }
    default:
      return "";
  }
}
