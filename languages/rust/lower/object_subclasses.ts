/**
 * GObject classes: a wrapper type (`wrapper! { pub struct Row(ObjectSubclass<imp::Row>); }`) and its implementation (`impl ObjectSubclass
 * for Row { type Type = super::Row; }`) refer to each other.
 *
 * Stage: parse -> facts. Invariant: both are recognized by the file's declarations, following the conventions of the package's macros.
 */
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { lowerWords } from "./types.ts";

/** The content of such a struct; the parser includes what follows it. */
const WRAPPED = /^\(\s*(?:\w+::)*ObjectSubclass<((?:\w+::)*\w+)>/;
/** Its bases. */
const BASES = /@(?:extends|implements)\s+([^@;]*)/g;
const ANY_EXTERNAL = /^(?!crate\b|self\b|super\b)\w+(?:::\w+)+$/;

/** Records the implementation of a wrapper struct with a single field. */
export function noteWrapped(lowering: Lowering, node: number, definition: number): void {
  const body = lowering.isGrafted(node) ? lowering.child(node, "body") : 0;
  const path = body === 0 ? undefined : WRAPPED.exec(lowering.text(body))?.[1];
  if (path === undefined) return;
  addGiver(lowering, definition, "WrappedObject", lowerWords(lowering, node, path.split("::"), 0));
  for (const [, bases] of lowering.text(body).matchAll(BASES)) {
    for (const base of bases!.split(",").map((one) => one.trim())) {
      if (ANY_EXTERNAL.test(base)) lowering.addSupertype(definition, lowerWords(lowering, node, base.split("::"), 0));
    }
  }
}

/** Records the wrapper of a type that implements `ObjectSubclass`. */
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

/** The definition of the struct called `name` beside an item; 0 if there is none. */
function definitionNamed(lowering: Lowering, name: string, around: number): number {
  const struct = lowering.children(around).find((one) =>
    lowering.kind(one) === "struct_item" && lowering.text(lowering.child(one, "name")) === name
  );
  return struct === undefined ? 0 : lowering.definitionAt(struct);
}
