/**
 * Members by a name that is a text: `getattr(x, "name")`, `getattr(x, f"on_{kind}")`, `globals()[name]`; and a test framework's fixtures.
 *
 * Stage: parse -> facts. Invariant: a name that is written out gives the member itself; of a computed one the ends are kept.
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

/** `methodcaller("run")` stands for `x.run()`, of any x. */
export function callByName(lowering: Lowering, name: number): void {
  const text = name === 0 ? undefined : plainText(lowering, name);
  if (text !== undefined) lowering.addCallOf(lowering.memberExpression(0, text), name, name, text, [], 0);
}

/** A call of the test framework's fixture whose name is the text at `node`, and what that gives; 0 of any other value. */
export function fixtureByName(lowering: Lowering, node: number): number {
  const text = node === 0 ? undefined : plainText(lowering, node);
  return text === undefined ? 0 : callFixture(lowering, node, text, lowering.owningScope(node));
}

/** A call of the fixture `text` for the function or class of `scope`, if there is one; and what that gives. */
export function callFixture(lowering: Lowering, node: number, text: string, scope: number): number {
  const { facts } = lowering;
  lowering.addCallOf(facts.expression(Op.injected, facts.string(text), scope), node, node, text, [], CallFlag.implicit);
  return facts.expression(Op.injected, facts.string(text), scope, 1);
}

/** `getattr(x, f"on_{name}")`, of whose name the ends are known, or nothing. */
export function computedAttribute(lowering: Lowering, [object = 0, name = 0]: readonly number[], call: number): number {
  if (object === 0 || name === 0) return call;
  return computedMember(lowering, lowering.lowerExpression(object), name, call);
}

/** `inspect.getmembers(x)`: any member of x. */
export function anyAttribute(lowering: Lowering, object: number, call: number): number {
  return object === 0 ? call : computedMember(lowering, lowering.lowerExpression(object), 0, call);
}

/** `globals().items()`, `vars(x).values()`, `x.__dict__.items()`: whatever x holds itself. */
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

/** What `globals()`, `vars(x)` and `x.__dict__` hold under names: the expression of `x`; 0 for all else. */
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

/** `globals()[name]` and `globals().get(name)`: what is held under a name, written or computed; 0 where nothing is held so. */
export function namedMember(lowering: Lowering, holder: number, name: number): number {
  const object = name === 0 ? 0 : namespaceOf(lowering, holder);
  if (object === 0) return 0;
  const text = plainText(lowering, name);
  if (text === undefined) {
    return lowering.kind(holder) === "attribute" ? 0 : computedMember(lowering, object, name, lowering.lowerExpression(holder));
  }
  // What the module itself holds is what its top binds, however the name is bound around this place.
  const isOwn = lowering.facts.get("expressions", object, "op") === Op.definition;
  if (isOwn) return lowering.facts.expression(Op.name, lowering.facts.string(text), MODULE_SCOPE, lowering.tree.start[holder]!);
  return lowering.memberExpression(object, text);
}

function computedMember(lowering: Lowering, object: number, name: number, call: number): number {
  // What an attribute holds comes from elsewhere as well.
  const names = [affixedText(lowering, name), ...keptTexts(lowering, name).map((text) => affixedText(lowering, text))];
  return lowering.facts.expression(Op.computed, call, object, lowering.either([...new Set(names)]));
}

/** The text at `node` (an expression), with its beginning and end as far as these are written out. */
function affixedText(lowering: Lowering, node: number): number {
  return lowering.facts.affixed("str", textAtEnd(lowering, node, "left"), textAtEnd(lowering, node, "right"));
}

/** The texts (nodes) that the class around assigns to the attribute at `node`, as far as an end of them is written out: `self.hook = f"get_{name}"`. */
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

/** How the text at `node` begins (`left`) or ends (`right`), as far as it is written out. */
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

/** What a text is filled in for: the first and the last of these places, with what stands beyond. */
const PERCENT = { left: /^(\w*)%/, right: /%\w(\w*)$/ };
const BRACES = { left: /^(\w*)\{/, right: /\}(\w*)$/ };

/** How a text begins or ends beside the places that are filled in. */
function textBeside(lowering: Lowering, node: number, side: "left" | "right", places: typeof PERCENT): string {
  return places[side].exec(/^(["'])(.*)\1$/.exec(lowering.text(node))?.[2] ?? "")?.[1] ?? "";
}

/** What the statements before give the variable at `node`, in its block or one around it; 0 where they do not, or may change that end of it. */
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

/** What the statements of a block before `statement` give the variable `name`; 0 where they do not, or may change that end of it. */
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
