/**
 * Parameters of functions and methods, and the fields that a constructor declares by them.
 *
 * Stage: parse -> facts. Invariant: the written type of a parameter takes precedence over a comment.
 */
import { BindingFlag, BindingKind, DefinitionKind } from "../../../core/facts.ts";
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import type { Roles } from "../../../core/plugin.ts";
import { noteHidden } from "../describe_definitions.ts";
import { declareThis, firstNamed } from "../file_state.ts";
import { documentedCast, documentedParameter, documentedPattern, documentedType } from "../jsdoc/tags.ts";
import { argumentInPlace } from "./called_in_place.ts";
import { bindPattern, expectType } from "./patterns.ts";
import { lowerThis } from "./self.ts";
import { lowerType } from "./types.ts";

/** A parameter: its name or pattern, its type, its default; a parameter property is a field as well. */
export function lowerParameter(lowering: Lowering, node: number, roles: Roles): void {
  const { facts } = lowering;
  const list = lowering.parent(node);
  const holder = lowering.kind(list) === "formal_parameters" ? lowering.definitionAt(lowering.parent(list)) : 0;
  if (holder === 0) return;
  let target = roles.target?.[0] ?? 0;
  let type = lowerType(lowering, lowering.child(node, "type"));
  const kind = lowering.kind(target);
  if (kind === "this") {
    declareThis(lowering, holder, target, type);
    return;
  }
  const valueNode = lowering.child(node, "value");
  const value = lowering.lowerExpression(valueNode);
  lowering.addUse(valueNode);
  let flags = lowering.kind(node) === "optional_parameter" ? BindingFlag.optional : 0;
  const scope = lowering.scope(node);
  expectType(lowering, valueNode, type);
  if (kind === "rest_pattern") {
    target = firstNamed(lowering, target);
    const element = elementType(lowering, lowering.child(node, "type"));
    if (type === 0 || element !== 0) {
      flags |= BindingFlag.rest;
      type = element;
    } else flags |= BindingFlag.optional | BindingFlag.restTogether;
  }
  const isName = lowering.kind(target) === "identifier";
  if (type === 0) type = documentedAs(lowering, list, node, isName ? lowering.text(target) : "") || accessorsType(lowering, node);
  if (type === 0 && (flags & BindingFlag.rest) === 0 && kind !== "rest_pattern") type = givenInPlace(lowering, list, node);
  const binding = lowering.bind(BindingKind.parameter, isName ? lowering.text(target) : "", target, { type, value, flags, scope });
  lowering.addParameter(holder, binding);
  if (isName && isParameterProperty(lowering, node)) return defineProperty(lowering, holder, node, { target, type, binding });
  if (!isName) {
    const whole = facts.expression(Op.binding, binding);
    bindPattern(lowering, target, whole, { kind: BindingKind.variable, scope, at: lowering.tree.start[node]! });
  }
}

/** The type that a comment gives the parameter at `node`: one right before it, or the function's, by its name or its position. */
function documentedAs(lowering: Lowering, list: number, node: number, name: string): number {
  const own = lowering.kind(lowering.child(node, "pattern")) === "rest_pattern" ? 0 : documentedCast(lowering, node);
  if (own !== 0) return own;
  const holder = lowering.parent(list);
  if (name !== "") return documentedParameter(lowering, holder, name);
  const all = lowering.codeIn(list);
  return documentedPattern(lowering, holder, all.indexOf(node), all.length);
}

/**
 * The type of the parameter at `node` of a setter without a written type: what its comment gives the property, else the result of the
 * getter beside it.
 */
function accessorsType(lowering: Lowering, node: number): number {
  const setter = lowering.parent(lowering.parent(node));
  if (lowering.kind(setter) !== "method_definition" || lowering.childOfKind(setter, "set") === 0) return 0;
  const documented = documentedType(lowering, setter);
  if (documented !== 0) return documented;
  const name = lowering.text(lowering.child(setter, "name"));
  const isStatic = lowering.childOfKind(setter, "static") !== 0;
  const getter = lowering.children(lowering.parent(setter)).find((member) =>
    lowering.kind(member) === "method_definition" && lowering.childOfKind(member, "get") !== 0 &&
    (lowering.childOfKind(member, "static") !== 0) === isStatic && lowering.text(lowering.child(member, "name")) === name
  );
  const self = getter === undefined ? 0 : lowerThis(lowering, node);
  return self === 0 ? 0 : lowering.facts.expression(Op.typeOf, lowering.memberExpression(self, name));
}

/** The type of the argument for the parameter at `node`, if the function is called where it is written; else 0. */
function givenInPlace(lowering: Lowering, list: number, node: number): number {
  const value = lowering.lowerExpression(argumentInPlace(lowering, list, node));
  return value === 0 ? 0 : lowering.facts.expression(Op.typeOf, value);
}

/** T of a rest parameter's type `T[]` or `Array<T>`; 0 for any other type. */
function elementType(lowering: Lowering, annotation: number): number {
  let type = annotation === 0 ? 0 : firstNamed(lowering, annotation);
  if (lowering.kind(type) === "readonly_type") type = firstNamed(lowering, type);
  if (lowering.kind(type) === "array_type") return lowerType(lowering, firstNamed(lowering, type));
  if (lowering.kind(type) !== "generic_type") return 0;
  if (!/^(Readonly)?Array$/.test(lowering.text(lowering.child(type, "name")))) return 0;
  return lowerType(lowering, firstNamed(lowering, lowering.child(type, "type_arguments")));
}

function isParameterProperty(lowering: Lowering, node: number): boolean {
  for (let child = lowering.firstChild(node); child !== 0; child = lowering.next(child)) {
    const kind = lowering.kind(child);
    if (kind === "accessibility_modifier" || kind === "readonly" || kind === "override_modifier") return true;
    if (kind === "identifier") return false;
  }
  return false;
}

/** The parameter at `node` of a class's constructor declares a field of the class. */
function defineProperty(
  lowering: Lowering,
  constructor: number,
  node: number,
  { target, type, binding }: { readonly target: number; readonly type: number; readonly binding: number },
): void {
  const { facts } = lowering;
  const scope = facts.get("definitions", constructor, "scope");
  const definition = lowering.define(DefinitionKind.field, node);
  lowering.placeDefinition(definition, scope);
  lowering.nameDefinition(definition, target);
  lowering.setSignature(definition, lowering.text(node));
  facts.set("definitions", definition, "type", type);
  if (type === 0) facts.set("definitions", definition, "value", facts.expression(Op.binding, binding));
  noteHidden(lowering, node, definition);
  lowering.bindDefinition(definition, scope, true);
}
