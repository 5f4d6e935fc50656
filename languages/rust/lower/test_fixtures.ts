/**
 * Values that rstest passes to the parameters of tests, and of fixtures themselves: the results of the fixtures that they name.
 *
 * Stage: parse -> facts. Invariant: a parameter with an explicit source of its values names no fixture.
 */
import { CallFlag } from "../../../core/facts.ts";
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { stateOf } from "../file_state.ts";
import { argumentsText, type Attribute, leadingAttributes } from "./attributes.ts";

/** Attributes of functions whose parameters are provided, by the last part of the path. */
const HANDS_OVER = /^(?:\w+::)?(?:rstest|fixture)$/;
/** Attributes of parameters that get something else. */
const GIVEN_OTHERWISE = /^(?:case|values|files|default|ignore|context)$/;
/** Parameters that the attribute itself names as those of its cases: `one` and `two` of `(one, two => [1, 2], case(1))`. */
const NAMED_AS_CASES = /(?<=[(,])(\w+)(?=,|\)|=>)/g;

/** Keeps a function in mind whose parameters may name fixtures. */
export function notePassedTo(lowering: Lowering, node: number, attributes: readonly Attribute[]): void {
  if (attributes.some(({ name }) => HANDS_OVER.test(name))) stateOf(lowering).passedTo.push(node);
}

/** Adds the calls of fixtures. */
export function finishPassedTo(lowering: Lowering): void {
  for (const node of stateOf(lowering).passedTo) {
    const marks = leadingAttributes(lowering, node).filter(({ name }) => HANDS_OVER.test(name));
    const named = new Set(marks.flatMap((mark) => argumentsText(lowering, mark).match(NAMED_AS_CASES) ?? []));
    for (const parameter of lowering.children(lowering.child(node, "parameters"))) {
      if (lowering.kind(parameter) === "parameter") callFixture(lowering, node, parameter, named);
    }
  }
}

function callFixture(lowering: Lowering, node: number, parameter: number, named: ReadonlySet<string>): void {
  const { facts } = lowering;
  const pattern = lowering.child(parameter, "pattern");
  const attributes = leadingAttributes(lowering, parameter);
  if (attributes.some(({ name }) => GIVEN_OTHERWISE.test(name.split("::")[0]!)) || named.has(lowering.text(pattern))) return;
  const renamed = attributes.find(({ name }) => name === "from");
  const written = renamed === undefined ? lowering.text(pattern) : argumentsText(lowering, renamed).slice(1, -1);
  if (renamed === undefined && lowering.kind(pattern) !== "identifier") return;
  // `_store` stands for the fixture `store`, of which only its execution matters.
  const text = renamed === undefined ? written.replace(/^_/, "") : written;
  if (!/^\w+$/.test(text)) return;
  const fixture = facts.expression(Op.injected, facts.string(text), lowering.scope(node));
  lowering.addCallOf(fixture, pattern, pattern, text, [], CallFlag.implicit);
}
