/**
 * Assignments: names, fields of `this`, prototypes, members of functions and objects, `module.exports` and `exports`.
 *
 * Stage: parse -> facts. Invariant: a function that is assigned to a member is not bound as a name.
 */
import { BindingKind, DefinitionFlag, DefinitionKind, ScopeKind } from "../../../core/facts.ts";
import { GivenMode, Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import type { Roles } from "../../../core/plugin.ts";
import { nameValue } from "../describe_definitions.ts";
import {
  constantMember,
  heldIn,
  holderNamed,
  isCommonJs,
  isFunctionValue,
  isModule,
  lastAssigned,
  selfNamed,
  selfScope,
  stateOf,
  stringText,
  unwrapped,
} from "../file_state.ts";
import { GLOBALS } from "../globals.ts";
import { documentedType } from "../jsdoc/tags.ts";
import { narrowAssigned } from "./assigned_parts.ts";
import { declaratorOf } from "./block_names.ts";
import { isGlobalObject, nameOutside, runsOnce } from "./called_in_place.ts";
import { addExport, assignExports, isPlaceholder } from "./exports.ts";
import { mayNotRun } from "./may_not_run.ts";
import { modeAt } from "./accesses.ts";
import { bindPattern, expectType, isAsked } from "./patterns.ts";
import { constantText, elementAt, propertyName, symbolName } from "./property_names.ts";
import { contextScope } from "./test_contexts.ts";
import {
  attachObject,
  fieldScope,
  giveOwner,
  hasPrototype,
  inherit,
  isMaker,
  noteKept,
  prototypeHeld,
  prototypeOwner,
  startedObject,
} from "./prototypes.ts";

/** An assignment; as an expression it is its right side. */
export function lowerAssignment(lowering: Lowering, node: number, roles: Roles): number {
  const left = roles.target?.[0] ?? 0;
  const right = roles.value?.[0] ?? 0;
  const kind = lowering.kind(left);
  if (kind === "member_expression") return assignMember(lowering, node, left, right, lowering.child(left, "property"));
  if (kind === "subscript_expression") {
    const index = lowering.child(left, "index");
    if (lowering.kind(index) === "string" && propertyName(lowering, index) !== "") return assignMember(lowering, node, left, right, index);
    const isOwn = lowering.kind(lowering.child(left, "object")) === "this";
    const member = isOwn ? constantText(lowering, index) ?? constantMember(lowering, index) : "";
    if (member !== "") return assignField(lowering, node, index, member, right);
  }
  if (kind === "identifier") {
    const name = lowering.text(left);
    const kindOfScope = lowering.facts.get("scopes", lowering.scope(node), "kind");
    if (name === "exports" && kindOfScope === ScopeKind.module) return assignExports(lowering, node, left, right);
    nameValue(lowering, right, { name, at: left, range: node, kind: DefinitionKind.function });
    expectTarget(lowering, node, left, right);
    useStored(lowering, node, left, right);
  }
  const value = lowering.lowerExpression(right);
  if (kind === "subscript_expression") lowering.addUse(right, value, lowering.lowerExpression(left), GivenMode.stored);
  else lowering.addUse(right);
  if (kind === "identifier" && mayNotRun(lowering, node)) lowering.setScope(left, lowering.openScope(ScopeKind.block, node));
  // The right side is read before the name has its value (`query = query.where(x)`).
  bindPattern(lowering, left, value, { kind: BindingKind.assignment, scope: lowering.scope(node), at: lowering.tree.end[node]! });
  if (kind === "identifier" && lowering.kind(lowering.parent(node)) === "expression_statement") {
    narrowAssigned(lowering, left, value, lowering.parent(node));
  }
  return value;
}

/** An assignment whose left side is a member. @param property the node that names it. */
function assignMember(lowering: Lowering, node: number, left: number, right: number, property: number): number {
  const object = lowering.child(left, "object");
  const name = propertyName(lowering, property);
  switch (lowering.kind(object)) {
    case "this":
      expectTarget(lowering, node, left, right);
      return assignField(lowering, node, property, name, right);
    case "identifier": {
      const text = lowering.text(object);
      if (text === "module" && name === "exports") return assignExports(lowering, node, left, right);
      if (text === "exports") return assignExport(lowering, node, property, right);
      if (name === "prototype") return assignPrototype(lowering, object, right);
      const prototype = prototypeHeld(lowering, node, text);
      if (prototype !== 0) return assignOwned(lowering, { node, owner: prototype, property, right }, 0);
      const self = selfNamed(lowering, node, text);
      if (self !== 0) return assignField(lowering, node, property, name, right, self);
      expectTarget(lowering, node, left, right);
      return assignStatic(lowering, { node, owner: object, property, right });
    }
    case "member_expression": {
      const outer = lowering.child(object, "object");
      const inner = lowering.text(lowering.child(object, "property"));
      if (inner === "exports" && lowering.text(outer) === "module") return assignExport(lowering, node, property, right);
      if (inner === "prototype" && name === "__proto__") return assignPrototype(lowering, outer, right);
      if (inner === "prototype") {
        if (lowering.kind(right) === "object") expectTarget(lowering, node, left, right);
        return assignOwned(lowering, { node, owner: outer, property, right }, 0);
      }
      if (name === "prototype") return assignPrototype(lowering, object, right);
      const kept = heldIn(lowering, node, lowering.text(object));
      if (kept !== 0) return assignKept(lowering, { node, owner: object, property, right }, kept);
      // `internals.Response.Part = class {}`: a class that a module keeps in an object has members of its own. `proto.jobs.Job = function
      // () {}` with a prototype that the file mentions: a class that is not declared. `$.fn.paint = function () {}`: the members of a
      // library's objects are named so.
      const isForObjects = inner === "fn" && isFunctionValue(lowering, unwrapped(lowering, right));
      if (isForObjects || isKeptClass(lowering, node, object, right) || isMadeThere(lowering, node, left, right)) {
        return assignOwned(lowering, { node, owner: object, property, right }, DefinitionFlag.static);
      }
    }
  }
  expectTarget(lowering, node, left, right);
  const value = lowering.lowerExpression(right);
  lowering.lowerExpression(left);
  store(lowering, object, name, right);
  return value;
}

/** Whether the class or function at `right` is assigned, at the top of the file, to a member of what `x.Name` denotes. */
function isKeptClass(lowering: Lowering, node: number, object: number, right: number): boolean {
  const value = unwrapped(lowering, right);
  return (lowering.kind(value) === "class" || isFunctionValue(lowering, value)) &&
    /^[\w$]+\.[A-Z][\w$]*$/.test(lowering.text(object)) && lowering.enclosingFunction(node) === 0;
}

/** Whether the function at `right` is assigned, at the top of the file, to a path whose prototype the file mentions. */
function isMadeThere(lowering: Lowering, node: number, left: number, right: number): boolean {
  return isFunctionValue(lowering, unwrapped(lowering, right)) && hasPrototype(lowering, lowering.text(left)) &&
    lowering.enclosingFunction(node) === 0;
}

/**
 * A function in a variable with a declared type: readers of the variable only see that type, so it counts as passed here. So does one that
 * the engine calls by a predefined name (`onmessage = () => {}`), or that is also an argument (`on("end", done = () => {})`).
 */
function useStored(lowering: Lowering, node: number, left: number, right: number): void {
  const inner = unwrapped(lowering, right);
  const definition = lowering.definitionAt(inner);
  if (definition === 0 || !isFunctionValue(lowering, inner)) return;
  const name = lowering.text(left);
  const declarator = declaratorOf(lowering, left, name);
  const isTaken = declarator === 0 ? name.startsWith("on") && GLOBALS.has(name) : lowering.child(declarator, "type") !== 0;
  if (isTaken || lowering.kind(lowering.parent(node)) === "arguments") lowering.addPartUse(inner, definition, 0);
}

/** Records that the value at `right` is stored in the member `name` of what is at `object`. */
function store(lowering: Lowering, object: number, name: string, right: number): void {
  const { facts } = lowering;
  const place = facts.expression(Op.member, lowering.lowerExpression(object), facts.string(name));
  const inner = unwrapped(lowering, right);
  const definition = lowering.definitionAt(inner);
  if (definition === 0 || lowering.kind(inner) === "class") {
    lowering.addUse(right, lowering.lowerExpression(right), place, GivenMode.stored);
  } else lowering.addPartUse(inner, definition, place, GivenMode.stored);
}

/**
 * The contextual type of functions, objects and lists of them is that of what they are assigned to, as a comment or a declaration elsewhere
 * gives it.
 */
function expectTarget(lowering: Lowering, node: number, left: number, right: number): void {
  const value = unwrapped(lowering, right);
  const kind = lowering.kind(value);
  const isFunction = isFunctionValue(lowering, value);
  if (!isFunction && kind !== "object" && (kind !== "array" || !isAsked(lowering, right))) return;
  const { facts } = lowering;
  let type = documentedType(lowering, node);
  if (type === 0) {
    const member = facts.expression(Op.typeOf, lowering.lowerExpression(left));
    if (!isFunction || lowering.kind(left) === "identifier") return expectType(lowering, right, member);
    // If the member is known as the function itself, the object's index signature counts.
    const any = facts.expression(Op.index, lowering.lowerExpression(lowering.child(left, "object")), facts.list([]));
    type = lowering.either([member, facts.expression(Op.typeOf, any)]);
  }
  expectType(lowering, right, type);
}

/** `this.x = value`: a field of the enclosing class, or of what the enclosing function constructs; in a CommonJS module an export. */
function assignField(lowering: Lowering, node: number, property: number, name: string, right: number, held = 0): number {
  const { facts } = lowering;
  const own = held === 0 ? selfScope(lowering, node) : held;
  const self = contextScope(lowering, node, own) || own;
  if (self === lowering.moduleScope && isCommonJs(lowering) && stateOf(lowering).wholeExport === 0) {
    return assignExport(lowering, node, property, right);
  }
  if (self === lowering.moduleScope && !isModule(lowering) && !GLOBALS.has(name)) {
    return assignGlobal(lowering, { node, owner: 0, property, right });
  }
  const scope = fieldScope(lowering, self);
  const named = nameValue(lowering, right, { name, at: property, range: node, kind: DefinitionKind.method });
  const value = lowering.lowerExpression(right);
  lowering.addUse(right);
  if (named !== 0 && scope !== 0) {
    const type = facts.get("scopes", scope, "definition");
    if (type !== 0) facts.set("definitions", named, "parent", type);
  }
  const type = documentedType(lowering, node);
  if (scope !== 0) lowering.bind(BindingKind.field, name, property, { value, type, scope });
  return value;
}

/** `owner.property = right`: nodes, `node` of the whole. */
interface MemberAssignment {
  readonly node: number;
  readonly owner: number;
  readonly property: number;
  readonly right: number;
}

/** `X.m = value` of a function, a class or an object; only for values that are worth a name. */
function assignStatic(lowering: Lowering, assignment: MemberAssignment): number {
  const { node, property, right } = assignment;
  const owner = nameOutside(lowering, assignment.owner);
  const text = lowering.text(owner);
  const isOuter = owner !== assignment.owner || lowering.enclosingFunction(node) === 0;
  if (stateOf(lowering).exportsNames.has(text) && isOuter) {
    addExport(lowering, propertyName(lowering, property), "", lowering.lowerExpression(right), node);
  }
  const holder = isOuter ? 0 : holderNamed(lowering, node, text);
  if (holder !== 0) return assignKept(lowering, assignment, holder);
  const isAtOnce = isOuter || runsOnce(lowering, node);
  if (isAtOnce && isGlobalObject(lowering, owner) && !GLOBALS.has(propertyName(lowering, property))) {
    return assignGlobal(lowering, { node, owner, property, right });
  }
  if (isAtOnce || /^[A-Z]/.test(text)) {
    return assignOwned(lowering, { node, owner, property, right }, DefinitionFlag.static);
  }
  const value = lowering.lowerExpression(right);
  store(lowering, owner, propertyName(lowering, property), right);
  return value;
}

/** `X.m = value` where `X` is known in this file to be the object, function or class `holder`. */
function assignKept(lowering: Lowering, assignment: MemberAssignment, holder: number): number {
  const isObject = lowering.facts.get("definitions", holder, "kind") === DefinitionKind.object;
  return isObject ? assignOwned(lowering, assignment, 0, holder) : assignOwned(lowering, assignment, DefinitionFlag.static);
}

/** `window.X = value`: a name that all files see. */
function assignGlobal(lowering: Lowering, assignment: MemberAssignment): number {
  return assignOwned(lowering, assignment, DefinitionFlag.exported, 0, true);
}

/** Values that determine what a member is. */
const KEPT_VALUES: ReadonlySet<number> = new Set([Op.name, Op.member, Op.definition, Op.call, Op.new, Op.module, Op.cast]);

/**
 * Gives the owner a member; returns the value's expression.
 * @param object the object literal that the owner is known to be, which then has the member in its own body; 0 if the name is to be
 * resolved
 * @param isGlobal the owner's members are visible in all files
 */
function assignOwned(
  lowering: Lowering,
  { node, owner, property, right }: MemberAssignment,
  flags: number,
  object = 0,
  isGlobal = false,
): number {
  const { facts } = lowering;
  const left = lowering.child(node, "left");
  right = startedObject(lowering, left, right);
  const name = propertyName(lowering, property);
  const ownerExpression = isGlobal
    ? lowering.builtin("globalThis")
    : object === 0
    ? lowering.lowerExpression(owner)
    : facts.expression(Op.definition, object);
  const kind = isGlobal || isMaker(lowering, left, right) ? DefinitionKind.function : DefinitionKind.method;
  const naming = { name, at: property, range: node, kind };
  let definition = nameValue(lowering, right, naming);
  if (definition !== 0) shareSelf(lowering, definition, node, owner);
  const value = lowering.lowerExpression(right);
  if (object === 0 && owner !== 0) store(lowering, owner, name, right);
  else lowering.addUse(right);
  // In a chain the last that can have a function has it.
  if (definition === 0) definition = nameValue(lowering, lastAssigned(lowering, right), naming);
  if (definition === 0) {
    const op = facts.get("expressions", value, "op");
    if (!KEPT_VALUES.has(op)) return value;
    definition = lowering.define(DefinitionKind.field, node);
    lowering.nameDefinition(definition, property, name);
    lowering.rangeDefinition(definition, node);
    facts.set("definitions", definition, "value", value);
    facts.set("definitions", definition, "type", documentedType(lowering, node));
  }
  if (object === 0 && flags === 0) giveOwner(lowering, definition, owner);
  else facts.set("definitions", definition, "owner", ownerExpression);
  lowering.addFlag(definition, flags);
  if (isGlobal) facts.set("definitions", definition, "scope", lowering.moduleScope);
  noteKept(lowering, lowering.text(left), lowering.scope(left), lastAssigned(lowering, right));
  if (object !== 0) {
    const body = facts.get("definitions", object, "body");
    const isSure = lowering.scope(node) === facts.get("definitions", object, "scope");
    lowering.placeDefinition(definition, body);
    lowering.bindDefinition(definition, body, true, isSure ? body : lowering.scope(node));
  }
  return value;
}

/** `F.prototype.m = G.prototype.m = function …`: the receiver of the function at the end of the chain is any of these. */
function shareSelf(lowering: Lowering, definition: number, node: number, owner: number): void {
  const owners = [owner];
  for (let outer = lowering.parent(node); lowering.kind(outer) === "assignment_expression"; outer = lowering.parent(outer)) {
    const other = prototypeOwner(lowering, lowering.child(lowering.child(outer, "left"), "object"));
    if (other !== 0) owners.push(other);
  }
  if (owners.length === 1) return;
  const { thisTypes, sharing } = stateOf(lowering);
  const classes = owners.map((one) => lowering.lowerExpression(one));
  sharing.set(definition, lowering.either(classes));
  thisTypes.set(definition, lowering.either(classes.map((one) => lowering.facts.expression(Op.new, one))));
}

/** `F.prototype = {…}`: the object's members are those of F; `Object.create(G.prototype)` and `new G()` make F a kind of G. */
function assignPrototype(lowering: Lowering, owner: number, right: number): number {
  const inner = unwrapped(lowering, right);
  if (lowering.kind(inner) === "object") {
    attachObject(lowering, owner, inner);
    return lowering.lowerExpression(right);
  }
  const value = lowering.lowerExpression(right);
  const base = prototypeOwner(lowering, inner);
  if (base !== 0) inherit(lowering, owner, base);
  return value;
}

/** The starts of paths that denote members of the module's exports. */
const SHOWN_PATHS = ["exports.", "module.exports."];

/** `exports.x = value`, or `this.x = value` that means it; `node` is the whole of it. */
export function assignExport(lowering: Lowering, node: number, property: number, right: number): number {
  const name = propertyName(lowering, property);
  if (isPlaceholder(lowering, right)) return lowering.lowerExpression(right);
  // The current value of `module.exports` has the member as well.
  const whole = stateOf(lowering).wholeExport;
  if (whole === 0) nameValue(lowering, right, { name, at: property, range: node, kind: DefinitionKind.function });
  const value = whole === 0
    ? lowering.lowerExpression(right)
    : assignOwned(lowering, { node, owner: whole, property, right }, DefinitionFlag.static);
  lowering.addUse(right);
  const inner = unwrapped(lowering, right);
  const named = lowering.definitionAt(inner);
  if (named !== 0) lowering.addFlag(named, DefinitionFlag.exported);
  if (whole === 0) { for (const shown of SHOWN_PATHS) noteKept(lowering, shown + name, lowering.scope(node), inner); }
  const local = lowering.kind(inner) === "identifier" ? lowering.text(inner) : "";
  if (local !== "") stateOf(lowering).exported.add(local);
  addExport(lowering, name, local, value, node);
  return value;
}

/** `x[NAME]`, which may be a member by the name of a constant: a symbol. */
export function lowerConstantIndex(lowering: Lowering, _node: number, roles: Roles): number {
  const { facts } = lowering;
  const index = roles.index?.[0] ?? 0;
  const member = constantMember(lowering, index);
  const object = lowering.lowerExpression(roles.object?.[0] ?? 0);
  const text = symbolName(lowering, index) ?? constantText(lowering, index);
  if (text !== undefined) return lowering.memberExpression(object, text);
  const list = facts.list([lowering.lowerExpression(index)]);
  return facts.expression(Op.index, object, list, member === "" ? 0 : facts.string(member));
}

/** `x[0]`. */
export function lowerPlace(lowering: Lowering, _node: number, roles: Roles): number {
  return elementAt(lowering, lowering.lowerExpression(roles.object?.[0] ?? 0), roles.index?.[0] ?? 0);
}

/** `x["name"]` is the member of that name. */
export function lowerStringIndex(lowering: Lowering, node: number, roles: Roles): number {
  const object = lowering.lowerExpression(roles.object?.[0] ?? 0);
  const member = lowering.memberExpression(object, stringText(lowering, lowering.child(node, "index")));
  const mode = modeAt(lowering, node);
  if (mode !== 0) lowering.addAccess(node, mode, member);
  return member;
}
