/**
 * Parameters of functions and lambdas, receivers among them.
 *
 * Stage: parse -> facts. Invariant: the first parameter of a method that is not static is its receiver, whatever its name.
 */
import { tableOf } from "../../../core/base/tables.ts";
import { BindingFlag, BindingKind, DefinitionFlag, DefinitionKind } from "../../../core/facts.ts";
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { lastPart } from "../describe_definitions.ts";
import { stateOf } from "../file_state.ts";
import { rules } from "../resolution_rules.ts";
import { useAnnotated } from "./annotated_calls.ts";
import { callFixture } from "./named_members.ts";
import { parametrizedValues } from "./parametrized.ts";
import { readSignatureComment, readTypeComment } from "./quoted_types.ts";
import { resultOf } from "./types.ts";

const SPLATS: Readonly<Record<string, number>> = tableOf({
  list_splat_pattern: BindingFlag.rest,
  dictionary_splat_pattern: BindingFlag.keywords,
});

/** Binds every parameter in the list at `node`. */
export function lowerParameters(lowering: Lowering, node: number): void {
  const { facts } = lowering;
  const definition = lowering.definitionAt(lowering.parent(node));
  if (definition === 0) return;
  const kind = facts.get("definitions", definition, "kind");
  const isMethod = kind === DefinitionKind.method || kind === DefinitionKind.constructor;
  let expectsReceiver = isMethod && !lowering.hasFlag(definition, DefinitionFlag.static);
  let isNamed = false;
  const isInjected = takesFixtures(lowering, definition);
  const values = isInjected ? parametrizedValues(lowering, lowering.parent(node)) : undefined;
  const before: number[] = [];
  for (const parameter of lowering.codeIn(node)) {
    const { name, flags } = nameOfParameter(lowering, parameter);
    if (name === 0) {
      if (lowering.kind(parameter) === "positional_separator") {
        for (const row of before) facts.set("bindings", row, "flags", facts.get("bindings", row, "flags") | BindingFlag.unnamed);
      } else if (lowering.kind(parameter) === "keyword_separator") isNamed = true;
      continue;
    }
    const text = lowering.text(name);
    const isReceiver = expectsReceiver && flags === 0;
    expectsReceiver = false;
    if (isReceiver) stateOf(lowering).receivers.set(definition, text);
    const value = lowering.child(parameter, "value");
    const annotation = lowering.child(parameter, "type");
    const type = isReceiver && isSelfType(lowering, definition) ? 0 : typeOfParameter(lowering, parameter, annotation);
    const isGiven = isInjected && value === 0 && flags === 0 && !isReceiver;
    const binding = lowering.bind(BindingKind.parameter, text, name, {
      // A fixture's result is more specific than a callable type.
      type: isGiven && isOpenFunction(lowering, type) ? 0 : type,
      value: isGiven ? values?.get(text) ?? callFixture(lowering, name, text, lowering.scope(name)) : lowering.lowerExpression(value),
      flags: (isReceiver ? BindingFlag.receiver : flags) | (value === 0 ? 0 : BindingFlag.optional) | wayOf(text, flags, isNamed),
      scope: lowering.scope(node),
    });
    lowering.addUse(value);
    if (value !== 0 && annotation !== 0) useAnnotated(lowering, value, annotation, type);
    lowering.addParameter(definition, binding);
    if (flags === BindingFlag.rest) isNamed = true;
    before.push(binding);
  }
  readSignature(lowering, node, definition, before);
}

/** A parameter's annotation, else the comment after it. */
function typeOfParameter(lowering: Lowering, parameter: number, annotation: number): number {
  if (annotation !== 0) return lowering.lowerType(annotation);
  return readTypeComment(lowering, parameter);
}

/** Whether a type is that of functions with an unknown result (`Callable`, `Callable[..., Any]`). */
function isOpenFunction({ facts }: Lowering, type: number): boolean {
  return facts.get("expressions", type, "op") === Op.functionType && facts.get("expressions", type, "b") === 0;
}

/** Reads the types of all parameters (the receiver may be omitted) and of the result from a comment after the header. */
function readSignature(lowering: Lowering, node: number, definition: number, rows: readonly number[]): void {
  const signature = readSignatureComment(lowering, node);
  if (signature === undefined) return;
  const { facts } = lowering;
  const { parameters, result } = signature;
  const left = rows.length - parameters.length;
  const isReceived = rows.length > 0 && (facts.get("bindings", rows[0]!, "flags") & BindingFlag.receiver) !== 0;
  if (left === 0 || (left === 1 && isReceived)) {
    for (const [at, type] of parameters.entries()) {
      const row = rows[at + left]!;
      if (type !== 0 && (facts.get("bindings", row, "flags") & BindingFlag.receiver) === 0) facts.set("bindings", row, "type", type);
    }
  }
  if (result !== 0 && facts.get("definitions", definition, "type") === 0) {
    facts.set("definitions", definition, "type", resultOf(lowering, definition, result));
  }
}

/** Whether a test framework passes the parameters of a function: it is a test, or a fixture. */
function takesFixtures({ facts }: Lowering, definition: number): boolean {
  if ((facts.get("definitions", definition, "flags") & DefinitionFlag.test) !== 0) return true;
  const decorators = facts.text(facts.get("definitions", definition, "attributes"));
  return decorators !== "" && decorators.split(" ").some((name) => lastPart(name) === rules.injection!.decorator);
}

/** Whether a parameter is keyword-only, or positional-only (`__x`, the notation before `/`). */
function wayOf(name: string, flags: number, isNamed: boolean): number {
  if (flags !== 0) return 0;
  return isNamed ? BindingFlag.named : name.startsWith("__") && !name.endsWith("__") ? BindingFlag.unnamed : 0;
}

/** Whether a method's receiver is declared with a type variable, which adds nothing. */
function isSelfType(lowering: Lowering, definition: number): boolean {
  const { receiverTypes, typeVariables } = stateOf(lowering);
  return typeVariables.has(receiverTypes.get(definition) ?? "");
}

/** The identifier of a parameter (0 for a bare `*` or `/`), and whether it takes the rest. */
function nameOfParameter(lowering: Lowering, parameter: number): { name: number; flags: number } {
  const kind = lowering.kind(parameter);
  if (kind === "identifier") return { name: parameter, flags: 0 };
  if (kind === "default_parameter" || kind === "typed_default_parameter") {
    return { name: identifierOf(lowering, lowering.child(parameter, "name")), flags: 0 };
  }
  if (kind === "typed_parameter") return nameOfParameter(lowering, lowering.codeIn(parameter)[0] ?? parameter);
  const flags = SPLATS[kind];
  if (flags === undefined) return { name: 0, flags: 0 };
  return { name: identifierOf(lowering, lowering.codeIn(parameter)[0] ?? 0), flags };
}

function identifierOf(lowering: Lowering, node: number): number {
  return node !== 0 && lowering.kind(node) === "identifier" ? node : 0;
}
