/**
 * Functions outside of impls that are methods: an attribute macro moves them into an impl of the type that it names (`#[implement(Store)]
 * fn load(&self)`).
 *
 * Stage: parse -> facts. Invariants: recognized by `self` or `Self` in a function, which is allowed only in an impl; other functions of the
 * file with the same attribute are moved likewise. Each has an impl of its own, at the attribute's place.
 */
import { DefinitionFlag, DefinitionKind } from "../../../core/facts.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { marksOf } from "../../../core/tree/flat_tree.ts";
import { stateOf } from "../file_state.ts";
import { argumentsText, type Attribute, leadingAttributes } from "./attributes.ts";
import { isBuiltin } from "./known_attributes.ts";
import { lowerWords } from "./types.ts";
import { reachOfMethod } from "./visibility.ts";

/** The path of a type as an attribute's first argument. */
const TYPE = /^\((?:\w+::)*\p{Lu}\w*(?=[,)])/u;

/** Whether a parameter is the receiver. */
function isReceiver(lowering: Lowering, parameter: number): boolean {
  const kind = lowering.kind(parameter);
  return kind === "self_parameter" || (kind === "parameter" && lowering.kind(lowering.child(parameter, "pattern")) === "self");
}

/** The receiver of a function, a node, or 0. */
export function receiverOf(lowering: Lowering, node: number): number {
  return lowering.children(lowering.child(node, "parameters")).find((one) => isReceiver(lowering, one)) ?? 0;
}

/** Turns a function definition into a method, which is static if it has no receiver. */
export function makeMethod(lowering: Lowering, node: number, definition: number): void {
  lowering.facts.set("definitions", definition, "kind", DefinitionKind.method);
  const receiver = receiverOf(lowering, node);
  if (receiver === 0) lowering.addFlag(definition, DefinitionFlag.static);
  else if (lowering.text(receiver).startsWith("&")) lowering.addFlag(definition, DefinitionFlag.byReference);
}

/** Moves a function at the top of a module into the type that an attribute names for it; false if there is none. */
export function placeMethod(lowering: Lowering, node: number, definition: number, attributes: readonly Attribute[]): boolean {
  const placing = attributes.length === 0 || lowering.isGrafted(node) ? undefined : attributes.find((one) => isPlacing(lowering, one));
  if (placing === undefined) return false;
  const { facts } = lowering;
  const words = TYPE.exec(argumentsText(lowering, placing))![0].slice(1).split("::");
  const impl = lowering.define(DefinitionKind.impl, placing.item);
  facts.set("definitions", impl, "owner", lowerWords(lowering, node, words, 0));
  const scope = facts.get("definitions", impl, "body");
  lowering.placeDefinition(definition, scope);
  facts.set("scopes", facts.get("definitions", definition, "body"), "parent", scope);
  lowering.bindDefinition(definition, scope, true);
  makeMethod(lowering, node, definition);
  lowering.addFlag(definition, reachOfMethod(lowering, node));
  return true;
}

function isPlacing(lowering: Lowering, attribute: Attribute): boolean {
  return namesType(lowering, attribute) && placingAttributes(lowering).has(attribute.name);
}

function namesType(lowering: Lowering, attribute: Attribute): boolean {
  return !isBuiltin(attribute.name) && TYPE.test(argumentsText(lowering, attribute));
}

/** The attributes of the file on methods outside of impls, with a type as argument. */
function placingAttributes(lowering: Lowering): ReadonlySet<string> {
  const state = stateOf(lowering);
  return state.placing ??= findPlacing(lowering);
}

function findPlacing(lowering: Lowering): ReadonlySet<string> {
  const found = new Set<string>();
  const functions = marksOf(lowering.grammar, "function_item");
  const { kind, count } = lowering.tree;
  for (let node = 1; node < count; node++) {
    if (functions[kind[node]!] !== 1 || lowering.isGrafted(node) || !standsInModule(lowering, node)) continue;
    const attributes = leadingAttributes(lowering, node).filter((one) => namesType(lowering, one));
    if (attributes.length > 0 && isMethod(lowering, node)) { for (const { name } of attributes) found.add(name); }
  }
  return found;
}

function standsInModule(lowering: Lowering, node: number): boolean {
  const around = lowering.parent(node);
  return around === 0 || lowering.kind(lowering.parent(around)) === "mod_item";
}

/** Whether a function is allowed only in an impl. */
function isMethod(lowering: Lowering, node: number): boolean {
  const text = lowering.text(node);
  return receiverOf(lowering, node) !== 0 || (/\bSelf\b/.test(text) && !/\b(?:impl|trait)\b[^;{}]*\{/.test(text));
}
