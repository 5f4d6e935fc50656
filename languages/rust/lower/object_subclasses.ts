/**
 * Classes of GObject: a type that a macro wraps (`wrapper! { pub struct Row(ObjectSubclass<imp::Row>); }`) and the one that implements it
 * (`impl ObjectSubclass for Row { type Type = super::Row; }`) give each other.
 *
 * Stage: parse -> facts. Invariant: both are told by what the file says of the types, by custom of the package's macros.
 */
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { lowerWords } from "./types.ts";

/** What such a struct holds; what stands behind it the parser takes along. */
const WRAPPED = /^\(\s*(?:\w+::)*ObjectSubclass<((?:\w+::)*\w+)>/;
/** What it builds on. */
const BASES = /@(?:extends|implements)\s+([^@;]*)/g;
const ABROAD = /^(?!crate\b|self\b|super\b)\w+(?:::\w+)+$/;

/** Notes of a struct with one part what implements it, if a macro wraps that. */
export function noteWrapped(lowering: Lowering, node: number, definition: number): void {
  const body = lowering.isGrafted(node) ? lowering.child(node, "body") : 0;
  const path = body === 0 ? undefined : WRAPPED.exec(lowering.text(body))?.[1];
  if (path === undefined) return;
  addGiver(lowering, definition, "WrappedObject", lowerWords(lowering, node, path.split("::"), 0));
  for (const [, bases] of lowering.text(body).matchAll(BASES)) {
    for (const base of bases!.split(",").map((one) => one.trim())) {
      if (ABROAD.test(base)) lowering.addSupertype(definition, lowerWords(lowering, node, base.split("::"), 0));
    }
  }
}

/** Notes of a type for which `ObjectSubclass` is implemented what wraps it. */
export function noteSubclass(lowering: Lowering, impl: number): void {
  const [trait, type] = [lowering.child(impl, "trait"), lowering.child(impl, "type")];
  if (!/\bObjectSubclass$/.test(lowering.text(trait)) || lowering.kind(type) !== "type_identifier") return;
  const wrapper = lowering.children(lowering.child(impl, "body")).find((member) =>
    lowering.kind(member) === "type_item" && lowering.text(lowering.child(member, "name")) === "Type"
  );
  const definition = definitionNamed(lowering, lowering.text(type), lowering.parent(impl));
  if (wrapper === undefined || definition === 0) return;
  addGiver(lowering, definition, "ObjectSubclassMethods", lowering.lowerType(lowering.child(wrapper, "type")));
}

function addGiver(lowering: Lowering, definition: number, trait: string, given: number): void {
  if (given === 0) return;
  const { facts } = lowering;
  lowering.addSupertype(definition, facts.expression(Op.apply, lowering.builtin(trait), facts.list([given])));
}

/** The definition of the struct called `name` that stands beside an item; 0 where none does. */
function definitionNamed(lowering: Lowering, name: string, around: number): number {
  const struct = lowering.children(around).find((one) =>
    lowering.kind(one) === "struct_item" && lowering.text(lowering.child(one, "name")) === name
  );
  return struct === undefined ? 0 : lowering.definitionAt(struct);
}
