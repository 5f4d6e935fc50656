/**
 * What receives the value of an attribute: the component of the element, or an element of the DOM.
 *
 * Stage: parse -> facts.
 */
import type { Lowering } from "../../../core/lower/lower.ts";

/**
 * What receives the attribute at `node`, as an expression: a component, or a DOM element by TypeScript's own name; 0 for what is not an
 * attribute.
 * @param componentOf the name of the component at an element; 0 for a DOM element
 */
export function attributeTaker(lowering: Lowering, node: number, componentOf: (lowering: Lowering, element: number) => number): number {
  if (lowering.kind(node) !== "jsx_attribute") return 0;
  const element = lowering.parent(node);
  const component = componentOf(lowering, element);
  if (component !== 0) return lowering.lowerExpression(component);
  return lowering.literal(`JSX.IntrinsicElements.${lowering.text(lowering.child(element, "name"))}`);
}
