/**
 * What a loop carries from one round to the next, where a test before it has shown what it is: `if isinstance(job, Job): while job.go(): job = job.next`.
 *
 * Stage: parse -> facts. What is read in the loop's body before it is bound there holds what it held before the loop, or what the last round left.
 * Invariant: only plain names, and none that every round binds before it reads it.
 */
import { BindingKind } from "../../core/facts.ts";
import type { Lowering } from "../../core/lower.ts";
import { stateOf } from "./file_state.ts";
import { bindsName, LATER } from "./lower_narrowing.ts";

/** So many nodes of a body are looked through. */
const LONGEST = 5000;

/** Lets the body of the loop at `loop` see both. */
export function carryAround(lowering: Lowering, loop: number, body: number): void {
  const first = lowering.firstChild(body);
  const { narrowed } = stateOf(lowering);
  if (first === 0 || narrowed.size === 0) return;
  const { start, end } = lowering.tree;
  for (const name of carriedNames(lowering, body)) {
    if (!narrowed.get(name)?.some((block) => block < loop && loop < lowering.afterSubtree(block))) continue;
    const value = lowering.either([
      lowering.nameExpression(name, loop, start[loop]! - 1),
      lowering.nameExpression(name, first, end[body]!),
    ]);
    lowering.bind(BindingKind.narrowing, name, first, { value, at: start[body]! });
  }
}

/** Names that are read in a body before they are bound there. */
function carriedNames(lowering: Lowering, body: number): string[] {
  const end = Math.min(lowering.afterSubtree(body), body + LONGEST);
  const bound = new Set<string>();
  const read = new Set<string>();
  for (let node = body; node < end; node++) {
    const kind = lowering.kind(node);
    if (LATER.has(kind)) node = lowering.afterSubtree(node) - 1;
    if (kind !== "identifier") continue;
    const parent = lowering.parent(node);
    if (lowering.child(parent, "attribute") === node || lowering.kind(parent) === "keyword_argument") continue;
    const name = lowering.text(node);
    if (!bindsName(lowering, node)) {
      if (!bound.has(name)) read.add(name);
      continue;
    }
    // What is assigned is read before.
    const right = lowering.kind(parent) === "assignment" ? lowering.child(parent, "right") : 0;
    if (!bound.has(name) && right !== 0 && isNamedIn(lowering, right, name)) read.add(name);
    bound.add(name);
  }
  return [...read].filter((name) => bound.has(name));
}

function isNamedIn(lowering: Lowering, node: number, name: string): boolean {
  const end = lowering.afterSubtree(node);
  for (let at = node; at < end; at++) if (lowering.kind(at) === "identifier" && lowering.text(at) === name) return true;
  return false;
}
