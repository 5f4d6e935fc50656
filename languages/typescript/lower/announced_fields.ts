/**
 * Fields that a comment declares without an assignment: `this.store;` after `@type {Store}`, as in constructors of JavaScript.
 *
 * Stage: parse -> facts.
 */
import { BindingKind } from "../../../core/facts.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { firstNamed, selfScope } from "../file_state.ts";
import { documentedType } from "../jsdoc/tags.ts";
import { propertyName } from "./property_names.ts";
import { fieldScope } from "./prototypes.ts";

/**
 * A statement that is only a member of `this`: a field of the enclosing class, or of what the enclosing function constructs, if a comment
 * gives it a type.
 */
export function lowerAnnounced(lowering: Lowering, node: number): void {
  const self = selfScope(lowering, node);
  if (self === lowering.moduleScope) return;
  const type = documentedType(lowering, node);
  if (type === 0) return;
  const scope = fieldScope(lowering, self);
  const property = lowering.child(firstNamed(lowering, node), "property");
  if (scope !== 0) lowering.bind(BindingKind.field, propertyName(lowering, property), property, { type, scope });
}
