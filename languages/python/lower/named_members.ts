/**
 * Members named by a text: `getattr(x, "name")`, `getattr(x, f"on_{kind}")`, `globals()[name]`; and a test framework's fixtures.
 *
 * Stage: parse -> facts. Invariant: a literal name yields the member itself; of a computed one the start and end are kept.
 */
import { append } from "../../../core/base/lists.ts";
import { AccessMode, CallFlag } from "../../../core/facts.ts";
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { OWN_SCOPES } from "../file_state.ts";

/** `getattr(x, "name")` and `getattr(x, "name", default)`, as `x.name`. */
export function attributeByName(lowering: Lowering, [object = 0, name = 0, fallback = 0]: readonly number[]): number {
  if (name === 0 || lowering.kind(name) !== "string") return 0;
  const text = plainText(lowering, name);
  if (text === undefined) return 0;
  const member = lowering.memberExpression(lowering.lowerExpression(object), text);
  lowering.addAccess(name, AccessMode.read, member);
  return fallback === 0 ? member : lowering.either([member, lowering.lowerExpression(fallback)]);
}

/** `methodcaller("run")` stands for `x.run()`, for any x. */
export function callByName(lowering: Lowering, name: number): void {
  const text = name === 0 ? undefined : plainText(lowering, name);
  if (text !== undefined) lowering.addCallOf(lowering.memberExpression(0, text), name, name, text, [], 0);
}

/** A call of the fixture named by the text at `node`, and its result; 0 for any other value. */
export function fixtureByName(lowering: Lowering, node: number): number {
  const text = node === 0 ? undefined : plainText(lowering, node);
  return text === undefined ? 0 : callFixture(lowering, node, text, lowering.owningScope(node));
}

/** A call of the fixture `text` for the function or class of `scope`, if there is one; and its result. */
export function callFixture(lowering: Lowering, node: number, text: string, scope: number): number {
  const { facts } = lowering;
  lowering.addCallOf(facts.expression(Op.injected, facts.string(text), scope), node, node, text, [], CallFlag.implicit);
  return facts.expression(Op.injected, facts.string(text), scope, 1);
}

/** `getattr(x, f"on_{name}")` with a name of which the start or end, or nothing, is known. */
export function computedAttribute(lowering: Lowering, [object = 0, name = 0]: readonly number[], call: number): number {
  if (object === 0 || name === 0) return call;
  return computedMember(lowering, lowering.lowerExpression(object), name, call);
}

/** `inspect.getmembers(x)`: any member of x. */
export function anyAttribute(lowering: Lowering, object: number, call: number): number {
  return object === 0 ? call : computedMember(lowering, lowering.lowerExpression(object), 0, call);
}

/** `fire.Fire(x)` reads any member of a module or class x, which a command line names; without x, anything of this module. */
export function readCommands(lowering: Lowering, object: number, call: number): void {
  if (object !== 0 && lowering.kind(object) !== "identifier") return;
  lowering.facts.expression(Op.computed, call, object === 0 ? ownModule(lowering) : lowering.lowerExpression(object));
}

/** `globals().items()`, `vars(x).values()`, `x.__dict__.items()`: all that x itself contains. */
export function allHeld(lowering: Lowering, holder: number, call: number): number {
  const object = namespaceOf(lowering, holder);
  return object === 0 ? call : lowering.facts.expression(Op.computed, call, object);
}

/** Row of the module among its definitions, and of its scope among the scopes. */
const MODULE_ROW = 1;
const MODULE_SCOPE = 1;

/** This file's module, as it is loaded. */
export function ownModule({ facts }: Lowering): number {
  return facts.expression(Op.definition, MODULE_ROW);
}

/** The object of `globals()`, `vars(x)` and `x.__dict__`: the expression of `x`; otherwise 0. */
function namespaceOf(lowering: Lowering, node: number): number {
  if (lowering.kind(node) === "attribute" && lowering.text(lowering.child(node, "attribute")) === "__dict__") {
    return lowering.lowerExpression(lowering.child(node, "object"));
  }
  if (lowering.kind(node) !== "call") return 0;
  const name = lowering.text(lowering.child(node, "function"));
  const [first = 0, second = 0] = lowering.codeIn(lowering.child(node, "arguments"));
  if (first === 0) return name === "globals" ? ownModule(lowering) : 0;
  return name === "vars" && second === 0 ? lowering.lowerExpression(first) : 0;
}

/** `globals()[name]` and `globals().get(name)`: the member under a literal or computed name; 0 for other containers. */
export function namedMember(lowering: Lowering, holder: number, name: number): number {
  const object = name === 0 ? 0 : namespaceOf(lowering, holder);
  if (object === 0) return 0;
  const text = plainText(lowering, name);
  if (text === undefined) {
    return lowering.kind(holder) === "attribute" ? 0 : computedMember(lowering, object, name, lowering.lowerExpression(holder));
  }
  // Names of the module itself are its top-level bindings, even if a local one has the same name.
  const isOwn = lowering.facts.get("expressions", object, "op") === Op.definition;
  if (isOwn) return lowering.facts.expression(Op.name, lowering.facts.string(text), MODULE_SCOPE, lowering.tree.start[holder]!);
  return lowering.memberExpression(object, text);
}

function computedMember(lowering: Lowering, object: number, name: number, call: number): number {
  // An attribute may be set elsewhere, too.
  const names = [affixedText(lowering, name), ...keptTexts(lowering, name).map((text) => affixedText(lowering, text))];
  return lowering.facts.expression(Op.computed, call, object, lowering.either([...new Set(names)]));
}

/** The text at `node` (an expression), with its start and end as far as they are literals. */
function affixedText(lowering: Lowering, node: number): number {
  return lowering.facts.affixed("str", textAtEnd(lowering, node, "left"), textAtEnd(lowering, node, "right"));
}

/**
 * The texts (nodes) that the enclosing class assigns to the attribute at `node`, if their start or end is a literal: `self.hook =
 * f"get_{name}"`.
 */
function keptTexts(lowering: Lowering, node: number): number[] {
  if (lowering.kind(node) !== "attribute" || lowering.text(lowering.child(node, "object")) !== "self") return [];
  let around = node;
  while (around !== 0 && lowering.kind(around) !== "class_definition") around = lowering.parent(around);
  if (around === 0) return [];
  const attribute = lowering.text(node);
  const found: number[] = [];
  const waiting = [lowering.child(around, "body")];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (lowering.kind(part) !== "assignment") {
      if (lowering.text(part).includes(attribute)) append(waiting, lowering.codeIn(part));
    } else if (lowering.text(lowering.child(part, "left")) === attribute) {
      const value = lowering.child(part, "right");
      if (textAtEnd(lowering, value, "left") !== "" || textAtEnd(lowering, value, "right") !== "") found.push(value);
    }
  }
  return found;
}

/** The start (`left`) or end (`right`) of the text at `node`, as far as it is a literal. */
function textAtEnd(lowering: Lowering, node: number, side: "left" | "right"): string {
  switch (lowering.kind(node)) {
    case "binary_operator": {
      const operator = lowering.text(lowering.child(node, "operator"));
      if (operator === "+") return textAtEnd(lowering, lowering.child(node, side), side);
      return operator === "%" ? textBeside(lowering, lowering.child(node, "left"), side, PERCENT) : "";
    }
    case "call": {
      const callee = lowering.child(node, "function");
      const isFormat = lowering.kind(callee) === "attribute" && lowering.text(lowering.child(callee, "attribute")) === "format";
      return isFormat ? textBeside(lowering, lowering.child(callee, "object"), side, BRACES) : "";
    }
    case "identifier": {
      const value = assignedBefore(lowering, node, side);
      return value === 0 ? "" : textAtEnd(lowering, value, side);
    }
    case "string": {
      const text = /^[fF]?(["'])(.*)\1$/.exec(lowering.text(node))?.[2] ?? "";
      return (side === "left" ? /^\w*/ : /\w*$/).exec(text)![0];
    }
    default:
      return "";
  }
}

/** The first and last placeholder of a text, with what precedes or follows it. */
const PERCENT = { left: /^(\w*)%/, right: /%\w(\w*)$/ };
const BRACES = { left: /^(\w*)\{/, right: /\}(\w*)$/ };

/** How a text begins or ends beside the places that are filled in. */
function textBeside(lowering: Lowering, node: number, side: "left" | "right", places: typeof PERCENT): string {
  return places[side].exec(/^(["'])(.*)\1$/.exec(lowering.text(node))?.[2] ?? "")?.[1] ?? "";
}

/**
 * The value that preceding statements assign to the variable at `node`, in its block or an enclosing one; 0 if there is none, or its start
 * or end may be changed.
 */
function assignedBefore(lowering: Lowering, node: number, side: "left" | "right"): number {
  const name = lowering.text(node);
  const changes = new RegExp(`(?<![\\w.])${name}\\s*${side === "left" ? "" : "\\+?"}=(?!=)`);
  for (let statement = node; statement !== 0 && !OWN_SCOPES.has(lowering.kind(statement)); statement = lowering.parent(statement)) {
    const block = lowering.parent(statement);
    if (lowering.kind(block) !== "block") continue;
    const value = assignedIn(lowering, block, statement, name, changes);
    // The statement around may change it before this place, or in an earlier round of a loop.
    if (value !== 0 || changes.test(lowering.text(lowering.parent(block)))) return value;
  }
  return 0;
}

/**
 * The value that the statements of a block before `statement` assign to the variable `name`; 0 if there is none, or its start or end may be
 * changed.
 */
function assignedIn(lowering: Lowering, block: number, statement: number, name: string, changes: RegExp): number {
  let value = 0;
  for (const before of lowering.codeIn(block)) {
    if (before >= statement) break;
    const assignment = lowering.kind(before) === "expression_statement" ? lowering.codeIn(before)[0]! : 0;
    const isIt = assignment !== 0 && lowering.kind(assignment) === "assignment" &&
      lowering.text(lowering.child(assignment, "left")) === name;
    if (isIt) value = lowering.child(assignment, "right");
    else if (value !== 0 && changes.test(lowering.text(before))) value = 0;
  }
  return value;
}

/** The text of a string that may be the name of a member. */
export function plainText(lowering: Lowering, node: number): string | undefined {
  return /^["']([A-Za-z_]\w*)["']$/.exec(lowering.text(node))?.[1];
}
