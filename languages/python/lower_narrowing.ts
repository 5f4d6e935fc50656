/**
 * Better types for names inside a region: `isinstance(x, T)` in conditions, guards and assertions.
 *
 * Stage: parse -> facts. A region that is no block is made of two bindings: one that narrows, and one that gives the name back. A path
 * of attributes (`self.x`) is seen as its better type wherever it is written in the region.
 * Invariant: only plain names and paths of them are narrowed; a path no longer where something is assigned to it or to a part of it.
 */
import { BindingKind, Op } from "../../core/facts.ts";
import type { Lowering } from "../../core/lower.ts";

type Roles = Readonly<Record<string, readonly number[]>>;

/** What a condition says: `name` (its node) is an instance of `type`, or is none. */
interface Test {
  readonly name: number;
  /** The name is a path of attributes. */
  readonly isPath: boolean;
  readonly type: number;
  readonly holds: boolean;
}

const LEAVES: ReadonlySet<string> = new Set(["return_statement", "raise_statement", "continue_statement", "break_statement"]);
const DEEPEST = 20;
/** Modes of `Op.cast`. */
const SHOWN = 1;
const REFUTED = 2;

/** `if`, `elif`, `while`. */
export function lowerBranch(lowering: Lowering, node: number, roles: Roles): void {
  lowering.addBranch(node);
  const condition = roles.own_condition![0]!;
  const body = roles.body![0]!;
  for (const test of findTests(lowering, condition, false, 0)) narrowBlock(lowering, test, body);
  const otherwise = lowering.child(node, "alternative");
  const isElse = otherwise !== 0 && lowering.kind(otherwise) === "else_clause";
  if (!isElse && (otherwise !== 0 || lowering.kind(node) !== "if_statement" || !leaves(lowering, body))) return;
  for (const test of findTests(lowering, condition, true, 0)) {
    if (isElse) narrowBlock(lowering, test, lowering.child(otherwise, "body"));
    else narrowRest(lowering, test, node, lowering.tree.end[node]!);
  }
}

/** Narrows in a block that has a scope of its own. */
function narrowBlock(lowering: Lowering, test: Test, block: number): void {
  const inside = block === 0 ? 0 : lowering.firstChild(block);
  if (inside === 0) return;
  if (test.isPath) narrowPath(lowering, test, block, lowering.afterSubtree(block));
  else narrow(lowering, test, inside, lowering.tree.start[block]!);
}

/** Narrows in what follows the statement `node` in its block. */
function narrowRest(lowering: Lowering, test: Test, node: number, at: number): void {
  if (test.isPath) narrowPath(lowering, test, lowering.afterSubtree(node), lowering.afterSubtree(lowering.parent(node)));
  else narrow(lowering, test, node, at);
}

/** Longest region, in nodes, that is searched for a path. */
const LONGEST = 5000;

/** Narrows a path of attributes in the nodes from `from` up to `to`. */
function narrowPath(lowering: Lowering, test: Test, from: number, to: number): void {
  const { tree, facts } = lowering;
  const path = lowering.text(test.name);
  let end = Math.min(to, from + LONGEST);
  for (let node = from; node < end; node++) {
    const kind = lowering.kind(node);
    // What runs later may find something else there.
    if (LATER.has(kind)) node = lowering.afterSubtree(node) - 1;
    if (kind !== "attribute" && kind !== "identifier") continue;
    const parent = lowering.parent(node);
    const isTarget = CHANGING.has(lowering.kind(parent)) && lowering.child(parent, "left") === node;
    if (isTarget && `${path}.`.startsWith(`${lowering.text(node)}.`)) {
      end = Math.min(end, lowering.afterSubtree(parent));
      continue;
    }
    if (kind !== "attribute" || tree.end[node]! - tree.start[node]! !== path.length || lowering.text(node) !== path) continue;
    lowering.setExpression(
      node,
      facts.expression(Op.cast, test.type, lowering.lowerExpression(node), test.holds ? SHOWN : REFUTED),
    );
  }
}

const LATER: ReadonlySet<string> = new Set(["function_definition", "class_definition", "lambda"]);
const CHANGING: ReadonlySet<string> = new Set(["assignment", "augmented_assignment", "for_statement"]);

/** `assert isinstance(x, T)` holds for the rest of its block. */
export function lowerAssert(lowering: Lowering, node: number, roles: Roles): void {
  // A region inside of the condition may end where the statement does.
  for (const test of findTests(lowering, roles.own_condition![0]!, false, 0)) {
    narrowRest(lowering, test, node, lowering.tree.end[node]! + 1);
  }
}

/** `isinstance(x, T) and x.method()`: the value is that of the right side. */
export function lowerConjunction(lowering: Lowering, _node: number, roles: Roles): number {
  const right = roles.own_right![0]!;
  for (const test of findTests(lowering, roles.own_left![0]!, false, 0)) narrowRegion(lowering, test, right);
  lowering.lowerExpression(roles.own_left![0]!);
  return lowering.lowerExpression(right);
}

/** `a if condition else b`. */
export function lowerConditional(lowering: Lowering, _node: number, roles: Roles): number {
  const condition = roles.own_condition![0]!;
  const [yes = 0, no = 0] = roles.option ?? [];
  for (const test of findTests(lowering, condition, false, 0)) narrowRegion(lowering, test, yes);
  for (const test of findTests(lowering, condition, true, 0)) narrowRegion(lowering, test, no);
  return lowering.either([lowering.lowerExpression(yes), lowering.lowerExpression(no)]);
}

/** `… for x in xs if isinstance(x, T)`: holds in the whole comprehension. */
export function lowerFilter(lowering: Lowering, node: number, roles: Roles): void {
  const owner = lowering.parent(node);
  for (const test of findTests(lowering, roles.own_condition![0]!, false, 0)) {
    if (!test.isPath) narrow(lowering, test, node, lowering.tree.start[owner]!);
  }
}

/** All that `condition` (or, if `negated`, its opposite) says of names and paths. */
function findTests(lowering: Lowering, condition: number, negated: boolean, depth: number): Test[] {
  if (condition === 0 || depth > DEEPEST) return [];
  switch (lowering.kind(condition)) {
    case "parenthesized_expression":
      return findTests(lowering, lowering.children(condition)[0] ?? 0, negated, depth + 1);
    case "not_operator":
      return findTests(lowering, lowering.child(condition, "argument"), !negated, depth + 1);
    case "boolean_operator": {
      if (lowering.kind(lowering.child(condition, "operator")) !== (negated ? "or" : "and")) return [];
      const left = findTests(lowering, lowering.child(condition, "left"), negated, depth + 1);
      return [...left, ...findTests(lowering, lowering.child(condition, "right"), negated, depth + 1)];
    }
    case "call": {
      const test = readTest(lowering, condition, !negated);
      return test === undefined ? [] : [test];
    }
    default:
      return [];
  }
}

function readTest(lowering: Lowering, call: number, holds: boolean): Test | undefined {
  const callee = lowering.child(call, "function");
  if (lowering.kind(callee) !== "identifier" || lowering.text(callee) !== "isinstance") return undefined;
  const [name = 0, classes = 0] = lowering.children(lowering.child(call, "arguments"));
  if (name === 0 || classes === 0) return undefined;
  const isPath = lowering.kind(name) === "attribute" && PATH.test(lowering.text(name));
  if (!isPath && lowering.kind(name) !== "identifier") return undefined;
  const isTuple = lowering.kind(classes) === "tuple";
  const type = isTuple ? lowering.either(lowering.children(classes).map((one) => lowering.lowerType(one))) : lowering.lowerType(classes);
  return type === 0 ? undefined : { name, isPath, type, holds };
}

const PATH = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/;

/** Binds the name of `test` to its better type from offset `at` on, in the block in which `place` stands. */
function narrow(lowering: Lowering, test: Test, place: number, at: number): void {
  const { facts } = lowering;
  const name = lowering.text(test.name);
  const value = facts.expression(Op.cast, test.type, lowering.nameExpression(name, test.name), test.holds ? SHOWN : REFUTED);
  // Whoever owns the name is found by look-up: it may belong to an outer function.
  lowering.bind(BindingKind.narrowing, name, place, { value, at });
}

/** Narrows in the expression at `region` only. */
function narrowRegion(lowering: Lowering, test: Test, region: number): void {
  if (region === 0) return;
  if (test.isPath) {
    narrowPath(lowering, test, region, lowering.afterSubtree(region));
    return;
  }
  narrow(lowering, test, region, lowering.tree.start[region]!);
  const name = lowering.text(test.name);
  lowering.bind(BindingKind.narrowing, name, region, { value: lowering.nameExpression(name, test.name), at: lowering.tree.end[region]! });
}

/** Whether a block never goes on behind its statement. */
function leaves(lowering: Lowering, body: number): boolean {
  const statements = lowering.children(body);
  let last = statements.length - 1;
  while (last >= 0 && lowering.kind(statements[last]!) === "comment") last--;
  return last >= 0 && LEAVES.has(lowering.kind(statements[last]!));
}
