/**
 * Fields that a comment declares where nothing is assigned to them: `this.store;` behind `@type {Store}`, as in constructors of JavaScript.
 *
 * Stage: parse -> facts.
 */
import { BindingKind, ScopeKind } from "../../../core/facts.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { firstNamed, selfScope } from "../file_state.ts";
import { documentedType } from "../jsdoc/tags.ts";
import { propertyName } from "./property_names.ts";
import { fieldScope } from "./prototypes.ts";

/** A statement that is but a member of `this`: a field of the enclosing class, or of what the enclosing function constructs, if a comment gives it a type. */
export function lowerAnnounced(lowering: Lowering, node: number): void {
  const { facts } = lowering;
  const self = selfScope(lowering, node);
  if (self === lowering.moduleScope) return;
  const type = documentedType(lowering, node);
  if (type === 0) return;
  const holder = facts.get("scopes", self, "kind") === ScopeKind.function ? facts.get("scopes", self, "definition") : 0;
  const scope = holder === 0 ? 0 : fieldScope(lowering, holder, self);
  const property = lowering.child(firstNamed(lowering, node), "property");
  if (scope !== 0) lowering.bind(BindingKind.field, propertyName(lowering, property), property, { type, scope });
}
