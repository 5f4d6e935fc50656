/**
 * JSX elements: calls of their components, with the types that these require of attributes and children.
 *
 * Stage: parse -> facts. Invariant: a DOM element (`<div>`) is not a call.
 */
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { firstNamed, rootOfPath } from "../file_state.ts";
import { attributeTaker } from "./attribute_takers.ts";
import { callOf, passValue, withTypeArguments } from "./calls.ts";
import { expectType, isAsked } from "./patterns.ts";
import { lowerThis } from "./self.ts";

/** `{x}` in an element, as an attribute or a child, passes x on. */
export function lowerPassed(lowering: Lowering, node: number): number {
  const value = firstNamed(lowering, node);
  if (value !== 0 && isAsked(lowering, value)) expectType(lowering, value, attributeType(lowering, lowering.parent(node)));
  if (value !== 0) passValue(lowering, value, attributeTaker(lowering, lowering.parent(node), componentOf));
  return lowering.lowerExpression(value);
}

/**
 * The type that an element requires of the attribute at `node`, or of a child. The DOM calls the functions of its own elements
 * (`JSXHandler`); what one with a hyphen in its name does with them, its class determines.
 */
function attributeType(lowering: Lowering, node: number): number {
  const isInside = lowering.kind(node) === "jsx_element";
  if (!isInside && lowering.kind(node) !== "jsx_attribute") return 0;
  const element = isInside ? lowering.child(node, "open_tag") : lowering.parent(node);
  if (componentOf(lowering, element) === 0) {
    const tag = lowering.text(lowering.child(element, "name"));
    return isInside || tag === "" || tag.includes("-") ? 0 : lowering.facts.expression(Op.typeOf, lowering.literal("JSXHandler"));
  }
  const name = lowering.firstChild(node);
  if (isInside) return propertyType(lowering, element, "children");
  return lowering.kind(name) === "property_identifier" ? propertyType(lowering, element, lowering.text(name)) : 0;
}

/**
 * The type that the component of an element requires of a property: it takes all as its first argument, a component class has them as
 * `props`.
 */
function propertyType(lowering: Lowering, element: number, name: string): number {
  const { facts } = lowering;
  const made = withTypeArguments(lowering, element, lowering.lowerExpression(componentOf(lowering, element)));
  const taken = facts.expression(Op.cast, facts.expression(Op.asked, made, 0, valuesOf(lowering, element)));
  const owned = lowering.memberExpression(facts.expression(Op.new, made), "props");
  return lowering.either([taken, owned].map((props) => facts.expression(Op.typeOf, lowering.memberExpression(props, name))));
}

/** The attributes of an element that are not functions, as a list of pairs: they determine the type parameters of the others. */
function valuesOf(lowering: Lowering, element: number): number {
  const pairs: number[] = [];
  for (const attribute of lowering.children(element)) {
    const name = lowering.firstChild(attribute);
    const holder = lowering.kind(attribute) === "jsx_attribute" ? lowering.childOfKind(attribute, "jsx_expression") : 0;
    const value = holder === 0 ? 0 : firstNamed(lowering, holder);
    if (value === 0 || lowering.kind(name) !== "property_identifier" || isAsked(lowering, value)) continue;
    pairs.push(lowering.facts.expression(Op.pair, lowering.facts.string(lowering.text(name)), lowering.lowerExpression(value)));
  }
  return lowering.facts.list(pairs);
}

/** `<Component …>` calls the component. */
export function lowerElement(lowering: Lowering, node: number): void {
  const component = componentOf(lowering, node);
  if (component !== 0) callOf(lowering, node, component, [], 0);
}

/** The name of the component at the element `node`; 0 for a DOM element. */
function componentOf(lowering: Lowering, node: number): number {
  const name = lowering.child(node, "name");
  const root = rootOfPath(lowering, name);
  if (root !== name && lowering.text(root) === "this") lowering.setExpression(root, lowerThis(lowering, root));
  return name !== 0 && (root !== name || /^[A-Z_$]/.test(lowering.text(name))) ? name : 0;
}

/** An element as a value. */
export function lowerElementValue(lowering: Lowering, node: number): number {
  if (lowering.kind(node) === "jsx_self_closing_element") lowerElement(lowering, node);
  return lowering.literal("JSXElement");
}
