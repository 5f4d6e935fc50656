/**
 * What a variable without a declared type is put into later, which tells what its value is where that gives whatever is asked for
 * (`let mut grid = Default::default(); configure(&mut grid);`).
 *
 * Stage: parse -> facts. Which of the places that bear the name mean this variable is decided by the resolver. Invariant: only the rest of the
 * block is looked at, and no more than `MOST_PLACES` places of it are kept.
 */
import { CastMode, Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { stateOf } from "../file_state.ts";
import { expectedAt } from "./expected.ts";

const MOST_NODES = 20_000;
const MOST_PLACES = 4;
/** A variable of which a later place may tell the type. */
export interface LaterPlace {
  /** The node of its `let`. */
  readonly node: number;
  /** An expression of its value. */
  readonly value: number;
  /** 0 until the name is bound, and where a pattern takes the value apart. */
  binding: number;
}

/** Notes the `let` without a type that binds the expression `value`, which stands at `at`. */
export function noteLaterPlace(lowering: Lowering, at: number, value: number): void {
  const node = lowering.parent(at);
  const isBound = lowering.kind(node) === "let_declaration" && lowering.child(node, "value") === at;
  if (isBound && lowering.child(node, "type") === 0) stateOf(lowering).laterPlaces.push({ node, value, binding: 0 });
}

/** Notes the binding that a `let` made. */
export function bindLaterPlace(lowering: Lowering, node: number, binding: number): void {
  const last = stateOf(lowering).laterPlaces.at(-1);
  if (last?.node === node) last.binding = binding;
}

/** Part of the plugin's `finish`: says of such values what their variables' later places ask for. */
export function finishLaterPlaces(lowering: Lowering): void {
  const { facts } = lowering;
  for (const { node, value, binding } of stateOf(lowering).laterPlaces) {
    const places = binding === 0 ? [] : placesLater(lowering, node, facts.text(facts.get("bindings", binding, "name")));
    if (places.length === 0) continue;
    const known = facts.expression(Op.settled, 0, facts.list(places), binding);
    facts.expression(Op.cast, facts.expression(Op.typeOf, known), value, CastMode.placed);
  }
}

function placesLater(lowering: Lowering, node: number, name: string): number[] {
  const { facts } = lowering;
  const places: number[] = [];
  const until = Math.min(lowering.afterSubtree(lowering.parent(node)), node + MOST_NODES);
  const next = (from: number): number => lowering.nextReading("identifier", name, from, until);
  for (let at = next(lowering.afterSubtree(node)); at < until && places.length < MOST_PLACES; at = next(at + 1)) {
    const parent = lowering.parent(at);
    const type = expectedAt(lowering, lowering.kind(parent) === "reference_expression" ? parent : at, 0);
    if (type !== 0) places.push(facts.expression(Op.cast, type, lowering.lowerExpression(at)));
  }
  return places;
}
