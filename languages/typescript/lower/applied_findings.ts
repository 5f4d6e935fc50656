/**
 * Applies what a condition (`narrowing.ts`) or an assignment (`assigned_parts.ts`) shows about a name to the nodes after it, up to the next
 * assignment.
 *
 * Stage: parse -> facts. Invariant: code that runs later is only affected if nothing assigns the name again.
 */
import { CastMode, Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { NAMES } from "../file_state.ts";
import { assignmentOf, endOfNamesake, isAssignedBetween, lastAssigned, LOOPS } from "./name_targets.ts";

/** One result of a condition or an assignment: `text` has the type `type` (an expression), or does not have it. */
export interface Finding {
  readonly text: string;
  /** That of its node: a name, or a path that begins with one. */
  readonly kind: string;
  readonly type: number;
  readonly isExcluded: boolean;
  /** `type` is a value that was assigned to it. */
  readonly isAssigned?: boolean;
}

/** Maximum number of nodes searched for the name of a condition. */
export const FARTHEST = 20_000;

/** What may be called, or instantiated, from before the test on. */
const DECLARED: ReadonlySet<string> = new Set(["function_declaration", "generator_function_declaration", "class_declaration"]);
const FUNCTIONS: ReadonlySet<string> = new Set([
  ...DECLARED,
  "arrow_function",
  "function_expression",
  "generator_function",
  "method_definition",
  "class",
]);

/** The function, or class, around a node; the whole file outside of all. */
export function functionAround(lowering: Lowering, node: number): number {
  let around = lowering.parent(node);
  while (around > 0 && !FUNCTIONS.has(lowering.kind(around))) around = lowering.parent(around);
  return around;
}

/** Nodes that an assignment affects: those from `from` up to `to`, and all from `last` on. */
interface Gap {
  readonly from: number;
  readonly to: number;
  readonly last: number;
}

const NO_GAP: Gap = { from: 0, to: 0, last: 0 };

/** The nodes from `behind` on that an assignment at `node` affects: one in a branch of an `if` leaves the other branch unchanged. */
function gapBehind(lowering: Lowering, node: number, behind: number): Gap {
  for (let [inner, outer] = [node, lowering.parent(node)]; outer > 0; [inner, outer] = [outer, lowering.parent(outer)]) {
    if (lowering.kind(outer) !== "if_statement") continue;
    const alternative = lowering.child(outer, "alternative");
    if (inner !== lowering.child(outer, "consequence") || alternative === 0) break;
    return { from: behind, to: alternative, last: lowering.afterSubtree(outer) };
  }
  return { ...NO_GAP, last: behind };
}

/** Applies the findings to the nodes from `from` up to `to`. @param assertion the call without which they do not hold, or 0. */
export function applyFindings(lowering: Lowering, found: readonly Finding[], from: number, to: number, assertion = 0): void {
  if (found.length === 0 || from === 0) return;
  const { tree, facts } = lowering;
  for (const { text, kind, type, isExcluded, isAssigned } of found) {
    if (type === 0) continue;
    const root = /^[\w$]*/.exec(text)![0];
    const names = namesOf(text);
    let last = Math.min(to, from + FARTHEST);
    let gap = NO_GAP;
    let lastChange: number | undefined;
    for (let node = from; node < last; node++) {
      if (node >= gap.from && node < gap.to) {
        node = gap.to - 1;
        continue;
      }
      const own = lowering.kind(node);
      if (FUNCTIONS.has(own)) {
        // What runs later may see another value there.
        lastChange ??= kind === "identifier" || kind === "this"
          ? lastAssigned(lowering, text, from, lowering.afterSubtree(functionAround(lowering, from)))
          : Infinity;
        if (lastChange > node || DECLARED.has(own) || (root === "this" && own !== "arrow_function")) {
          node = lowering.afterSubtree(node) - 1;
          continue;
        }
      }
      const length = tree.end[node]! - tree.start[node]!;
      const isRoot = length === root.length && NAMES.has(own) && lowering.text(node) === root;
      const end = isRoot ? endOfNamesake(lowering, node) : 0;
      if (end > node) {
        node = end - 1;
        continue;
      }
      const isWhole = length === text.length && lowering.text(node) === text;
      const assignment = isOneOf(lowering, node, length, names) ? assignmentOf(lowering, node) : 0;
      const isLoop = assignment === 0 && LOOPS.has(own) &&
        names.some((name) => isAssignedBetween(lowering, name, node, lowering.afterSubtree(node)));
      if (assignment !== 0 || isLoop) {
        const at = isLoop ? node : assignment;
        gap = gapBehind(lowering, at, isLoop || lowering.kind(at) === "for_in_statement" ? node + 1 : lowering.afterSubtree(at));
        last = Math.min(last, gap.last);
        continue;
      }
      if (!isWhole || own !== kind) continue;
      // A function that has members is still called by its name.
      if (isCallee(lowering, node)) continue;
      const value = lowering.lowerExpression(node);
      const seen = isAssigned
        ? facts.expression(Op.cast, type, value, CastMode.assigned)
        : isExcluded
        ? facts.expression(Op.cast, type, value, CastMode.excluded)
        : facts.expression(Op.guarded, value, type, assertion);
      lowering.setExpression(node, seen);
    }
  }
}

function isCallee(lowering: Lowering, node: number): boolean {
  const parent = lowering.parent(node);
  return lowering.kind(parent) === "call_expression" && lowering.child(parent, "function") === node && lowering.kind(node) === "identifier";
}

/** Whether the node, which is `length` long, has one of the names as its text: called for every node that a test guards. */
function isOneOf(lowering: Lowering, node: number, length: number, names: readonly string[]): boolean {
  for (const name of names) if (length === name.length && lowering.text(node) === name) return true;
  return false;
}

const INDEX = /\[([^\]"'`]+)\]/g;
const NAME = /[A-Za-z_$][\w$]*/g;

/** What a path starts with, the names in its indices, and the path itself: if one of these gets another value, so does the path. */
export function namesOf(path: string): string[] {
  const names = [path, ...[...path.matchAll(INDEX)].flatMap(([, index]) => [...index!.matchAll(NAME)].map(([name]) => name))];
  for (let i = path.length - 1; i > 0; i--) {
    if (path[i] === "." || path[i] === "[") names.push(path.slice(0, path[i - 1] === "?" ? i - 1 : i));
  }
  return names.filter((name) => name !== "this");
}
