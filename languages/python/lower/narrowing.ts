/**
 * Narrowed types of names in a region: `isinstance(x, T)`, `type(x) is T`, `issubclass(x, T)` and type guards (`-> TypeIs[T]`) in
 * conditions, guards and assertions.
 *
 * Stage: parse -> facts. A region that is not a block is delimited by two bindings: one that narrows, and one that restores the name. A
 * path of attributes and literal positions (`self.x`, `parts[0]`) has its narrowed type wherever it occurs in the region. Invariant: only
 * plain names and such paths are narrowed; a path no longer after an assignment to it or a part of it.
 */
import { BindingKind } from "../../../core/facts.ts";
import { CastMode, Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import type { Roles } from "../../../core/plugin.ts";
import { type Chain, OWN_SCOPES, stateOf } from "../file_state.ts";
import { eitherOf, findTests, PATH, PATHS, type Test } from "./conditions.ts";
import { markOther } from "./leaving_blocks.ts";
import { isGiven } from "./static_conditions.ts";

const LEAVES: ReadonlySet<string> = new Set(["return_statement", "raise_statement", "continue_statement", "break_statement"]);

/** `if`, `elif`, `while`. */
export function lowerBranch(lowering: Lowering, node: number, roles: Roles): void {
  lowering.addBranch(node);
  const condition = roles.own_condition![0]!;
  const body = roles.body![0]!;
  for (const test of findTests(lowering, condition, false)) narrowBlock(lowering, test, body);
  const kind = lowering.kind(node);
  if (kind === "if_statement") markClauses(lowering, node);
  const isAlone = kind !== "elif_clause" && lowering.child(node, "alternative") === 0;
  if (isAlone && (kind === "while_statement" ? isBrokenOff(lowering, body) : !leaves(lowering, body))) return;
  const refuted = findTests(lowering, condition, true);
  if (isAlone) {
    for (const test of refuted) narrowRest(lowering, test, node, lowering.tree.end[node]!);
    return;
  }
  const whole = kind === "elif_clause" ? lowering.parent(node) : node;
  const chain = chainOf(lowering, whole);
  const at = chain.positions.get(node) ?? -1;
  for (let i = 0; i < refuted.length; i++) narrowClauses(lowering, refuted[i]!, chain.clauses, at + 1);
  if (whole !== node || kind === "if_statement") narrowBehind(lowering, refuted, chain, at);
}

/** Of the blocks of an `if` one alone runs: marks all but the first. */
function markClauses(lowering: Lowering, statement: number): void {
  for (const clause of lowering.codeIn(statement)) {
    if (CLAUSES.has(lowering.kind(clause))) markOther(lowering, blockOf(lowering, clause));
  }
}

/** Whether the loop with this body may end though its condition holds. */
function isBrokenOff(lowering: Lowering, body: number): boolean {
  const end = lowering.afterSubtree(body);
  for (let node = body; node < end; node++) {
    const kind = lowering.kind(node);
    if (kind === "break_statement") return true;
    if (LOOPS.has(kind) || OWN_SCOPES.has(kind)) node = lowering.afterSubtree(node) - 1;
  }
  return false;
}

function chainOf(lowering: Lowering, whole: number): Chain {
  const { chains } = stateOf(lowering);
  let chain = chains.get(whole);
  if (chain === undefined) {
    const clauses = lowering.codeIn(whole).filter((child) => CLAUSES.has(lowering.kind(child)));
    const going = [whole, ...clauses].filter((clause) => !leaves(lowering, blockOf(lowering, clause)));
    chains.set(whole, chain = { whole, clauses, positions: new Map(clauses.map((clause, i) => [clause, i])), going, changed: undefined });
  }
  return chain;
}

const CLAUSES: ReadonlySet<string> = new Set(["elif_clause", "else_clause"]);

/** The block of an `if`, an `elif` or an `else`. */
function blockOf(lowering: Lowering, clause: number): number {
  return lowering.child(clause, lowering.kind(clause) === "else_clause" ? "body" : "consequence");
}

/** Number of clauses, beside the last one, in which refuted conditions are used: more than the parts of most unions. */
const REACH = 24;

/** Narrows in the clauses from `first` on, which are reached if the previous condition did not hold. */
function narrowClauses(lowering: Lowering, test: Test, clauses: readonly number[], first: number): void {
  const last = clauses.length - 1;
  for (let i = first; i <= last; i = i === first + REACH && i < last ? last : i + 1) {
    const condition = lowering.child(clauses[i]!, "condition");
    // A region inside the condition may end where the condition does.
    if (condition !== 0) narrowRegion(lowering, test, condition, 1);
    narrowBlock(lowering, test, blockOf(lowering, clauses[i]!));
  }
}

/**
 * Narrows after an `if` with other clauses: by the refutation of the condition `at` (-1: the first) if its block and all before it leave,
 * and by the conditions of blocks that continue, if nothing else reaches that place.
 */
function narrowBehind(lowering: Lowering, refuted: readonly Test[], chain: Chain, at: number): void {
  const { whole, clauses, going } = chain;
  const end = lowering.tree.end[whole]!;
  const [first] = going;
  const isLeft = refuted.length > 0 && (first === undefined || (first !== whole && chain.positions.get(first)! > at));
  for (const test of refuted) {
    if (isLeft && !isChanged(lowering, test, chain)) narrowRest(lowering, test, whole, end);
  }
  const last = clauses[at + 1]!;
  if (at + 2 !== clauses.length || lowering.kind(last) !== "else_clause" || going[going.length - 1] === last) return;
  const said = going.map((clause) => findTests(lowering, lowering.child(clause, "condition"), false));
  if (said.length === 0) return;
  for (const test of said.length === 1 ? said[0]! : said.reduce((one, other) => eitherOf(lowering, one, other))) {
    if (!isChanged(lowering, test, chain)) narrowRest(lowering, test, whole, end);
  }
}

/** Whether the tested name, or a part of it, is bound in an `if` with clauses. */
function isChanged(lowering: Lowering, test: Test, chain: Chain): boolean {
  const changed = chain.changed ??= changedIn(lowering, chain.whole);
  const path = lowering.text(test.name);
  if (changed.has(path)) return true;
  for (let i = 0; i < path.length; i++) if ((path[i] === "." || path[i] === "[") && changed.has(path.slice(0, i))) return true;
  return false;
}

/** The names and paths bound in the statement `whole`, as written. */
function changedIn(lowering: Lowering, whole: number): ReadonlySet<string> {
  const found = new Set<string>();
  const end = lowering.afterSubtree(whole);
  for (let node = whole; node < end; node++) {
    const kind = lowering.kind(node);
    if (kind !== "identifier" && !PATHS.has(kind)) continue;
    if (bindsName(lowering, node)) found.add(lowering.text(node));
  }
  return found;
}

/** Whether the name or path at `node` is bound there. */
function bindsName(lowering: Lowering, node: number): boolean {
  const parent = lowering.parent(node);
  return BINDING.has(lowering.kind(parent)) || isLeftOf(lowering, node, parent);
}

/** Whether `node` is the target of an assignment. */
function isLeftOf(lowering: Lowering, node: number, statement: number): boolean {
  return CHANGING.has(lowering.kind(statement)) && lowering.child(statement, "left") === node;
}

/** Narrows in a block that has a scope of its own. */
function narrowBlock(lowering: Lowering, test: Test, block: number): void {
  const inside = block === 0 ? 0 : lowering.firstChild(block);
  if (inside === 0) return;
  if (test.isPath) narrowPath(lowering, test, block, lowering.afterSubtree(block));
  else narrow(lowering, test, inside, lowering.tree.start[block]!);
}

/** Narrows in the statements after `node` in its block. */
function narrowRest(lowering: Lowering, test: Test, node: number, at: number): void {
  if (test.isPath) narrowPath(lowering, test, lowering.afterSubtree(node), lowering.afterSubtree(lowering.parent(node)));
  else narrow(lowering, test, node, at);
}

/** `job.tool = make()`: in the rest of the block the path has the assigned type, if that is more specific than the declared one. */
export function lowerAssignedPath(lowering: Lowering, target: number, value: number): void {
  const assignment = lowering.parent(target);
  if (value === 0 || lowering.kind(assignment) !== "assignment" || lowering.child(assignment, "left") !== target) return;
  if (lowering.kind(lowering.child(assignment, "right")) !== "call" || !PATH.test(lowering.text(target))) return;
  narrowRest(lowering, { name: target, isPath: true, type: 0, guard: 0, holds: true, made: value }, lowering.parent(assignment), 0);
}

/** Longest region, in nodes, that is searched for a path. */
const LONGEST = 5000;

/** Narrows a path of attributes in the nodes from `from` up to `to`. */
function narrowPath(lowering: Lowering, test: Test, from: number, to: number): void {
  const { tree } = lowering;
  const path = lowering.text(test.name);
  const last = Math.min(to, from + LONGEST);
  // After the last node of a tree, its columns contain data of earlier trees.
  const until = last < tree.count ? tree.start[last] : tree.source.length;
  if (from >= last || !tree.source.slice(tree.start[from], until).includes(path)) return;
  const found: number[] = [];
  let end = last;
  for (let node = from; node < end; node++) {
    const kind = lowering.kind(node);
    // Code that runs later may find another value.
    if (OWN_SCOPES.has(kind)) node = lowering.afterSubtree(node) - 1;
    if (kind !== "identifier" && !PATHS.has(kind)) continue;
    const parent = lowering.parent(node);
    if (isLeftOf(lowering, node, parent) && leadsTo(lowering.text(node), path)) {
      end = Math.min(end, loopAround(lowering, parent, from) || lowering.afterSubtree(parent));
      continue;
    }
    if (kind === "identifier" || tree.end[node]! - tree.start[node]! !== path.length || lowering.text(node) !== path) continue;
    found.push(node);
  }
  for (const node of found) if (node < end) lowering.setExpression(node, seenAs(lowering, test, lowering.lowerExpression(node)));
}

/** The outermost loop around `node` that starts at or after `from`, which repeats after the assignment; 0: none. */
function loopAround(lowering: Lowering, node: number, from: number): number {
  let loop = 0;
  for (let at = node; at >= from; at = lowering.parent(at)) if (LOOPS.has(lowering.kind(at))) loop = at;
  return loop;
}

const LOOPS: ReadonlySet<string> = new Set(["for_statement", "while_statement"]);

/** Whether `path` is `start` or something of it. */
function leadsTo(start: string, path: string): boolean {
  return path.startsWith(start) && (path.length === start.length || path[start.length] === "." || path[start.length] === "[");
}

/** The expression `value` as the test shows it. */
function seenAs({ facts }: Lowering, { type, guard, holds, isByMember, made }: Test, value: number): number {
  if (made !== undefined) return facts.expression(Op.cast, facts.expression(Op.typeOf, value), made, CastMode.put);
  const known = type || facts.expression(Op.guarded, 0, 0, guard);
  if (!holds) return facts.expression(Op.cast, known, value, CastMode.excluded);
  return type === 0 || isByMember === true
    ? facts.expression(Op.guarded, value, known)
    : facts.expression(Op.cast, known, value, CastMode.tested);
}

const CHANGING: ReadonlySet<string> = new Set(["assignment", "augmented_assignment", "for_statement"]);
/** Kinds of nodes whose children are bound, whatever else they contain. */
const BINDING: ReadonlySet<string> = new Set([
  "as_pattern_target",
  "delete_statement",
  "list_pattern",
  "named_expression",
  "pattern_list",
  "tuple_pattern",
]);

/** `assert isinstance(x, T)` holds for the rest of its block, and after an `if` that type checkers assume to hold. */
export function lowerAssert(lowering: Lowering, node: number, roles: Roles): void {
  const tests = findTests(lowering, roles.own_condition![0]!, false);
  if (tests.length === 0) return;
  // A region inside the condition may end where the statement does.
  const behind = lowering.tree.end[node]! + 1;
  for (const test of tests) narrowRest(lowering, test, node, behind);
  for (let block = lowering.parent(node); isGiven(lowering, block); block = lowering.parent(lowering.parent(block))) {
    const whole = lowering.parent(block);
    for (const test of tests) narrowRest(lowering, test, whole, Math.max(behind, lowering.tree.end[whole]!));
  }
}

/** `isinstance(x, T) and x.method()`: the value is that of the right side. */
export function lowerConjunction(lowering: Lowering, _node: number, roles: Roles): number {
  const right = roles.own_right![0]!;
  for (const test of findTests(lowering, roles.own_left![0]!, false)) narrowRegion(lowering, test, right);
  lowering.lowerExpression(roles.own_left![0]!);
  return lowering.lowerExpression(right);
}

/** `not isinstance(x, T) or x.method()`: the right side is reached if the left one does not hold. */
export function lowerDisjunction(lowering: Lowering, _node: number, roles: Roles): number {
  const [left = 0, right = 0] = roles.option ?? [];
  for (const test of findTests(lowering, left, true)) narrowRegion(lowering, test, right);
  return lowering.either([lowering.lowerExpression(left), lowering.lowerExpression(right)]);
}

/** `a if condition else b`. */
export function lowerConditional(lowering: Lowering, _node: number, roles: Roles): number {
  const condition = roles.own_condition![0]!;
  const [yes = 0, no = 0] = roles.option ?? [];
  for (const test of findTests(lowering, condition, false)) narrowRegion(lowering, test, yes);
  for (const test of findTests(lowering, condition, true)) narrowRegion(lowering, test, no);
  return lowering.either([lowering.lowerExpression(yes), lowering.lowerExpression(no)]);
}

/** `… for x in xs if isinstance(x, T)`: holds in the whole comprehension. */
export function lowerFilter(lowering: Lowering, node: number, roles: Roles): void {
  const owner = lowering.parent(node);
  for (const test of findTests(lowering, roles.own_condition![0]!, false)) {
    // After the bracket, where the names bound by the comprehension are.
    if (!test.isPath) narrow(lowering, test, node, lowering.tree.start[owner]! + 1);
  }
}

/** Binds the name of `test` to its narrowed type from offset `at` on, in the block that contains `place`. */
function narrow(lowering: Lowering, test: Test, place: number, at: number): void {
  const name = lowering.text(test.name);
  const value = seenAs(lowering, test, nameBefore(lowering, test, at));
  // The owner of the name is found by look-up: it may be an outer function.
  lowering.bind(BindingKind.narrowing, name, place, { value, at });
}

/** Narrows only in the expression at `region`; the name is restored after it, at `behind`. */
function narrowRegion(lowering: Lowering, test: Test, region: number, behind = 0): void {
  if (region === 0) return;
  if (test.isPath) {
    narrowPath(lowering, test, region, lowering.afterSubtree(region));
    return;
  }
  const name = lowering.text(test.name);
  const start = lowering.tree.start[region]!;
  narrow(lowering, test, region, start);
  const value = lowering.nameExpression(name, test.name, start - 1);
  lowering.bind(BindingKind.narrowing, name, region, { value, at: lowering.tree.end[region]! + behind });
}

/** The tested name before the region that starts at `at`: the test may follow it (`x.y if isinstance(x, T) else z`). */
function nameBefore(lowering: Lowering, { name }: Test, at: number): number {
  const around = lowering.parent(name);
  // `(x := make())` has the value that it binds.
  const known = lowering.kind(around) === "named_expression" ? lowering.tree.end[around]! : lowering.tree.start[name]!;
  return lowering.nameExpression(lowering.text(name), name, Math.min(known, at - 1));
}

/** Whether a block never continues after its statement. */
function leaves(lowering: Lowering, body: number): boolean {
  return LEAVES.has(lowering.kind(lastStatement(lowering, body)));
}

/** The last statement of a block, or 0. */
export function lastStatement(lowering: Lowering, body: number): number {
  return lowering.codeIn(body).at(-1) ?? 0;
}
