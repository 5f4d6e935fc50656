/**
 * Functions that run without a visible caller: by the program's or test runner's start, a linker, another language, an attribute's macro.
 *
 * Stage: parse -> facts. Invariant: attributes known to leave a function alone do not count.
 */
import { DefinitionFlag } from "../../../core/facts.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { argumentsText, type Attribute, leadingAttributes } from "./attributes.ts";
import { flagOfAttribute } from "./known_attributes.ts";
import { isExported } from "./visibility.ts";

/** They may be nested: `unsafe(no_mangle)`, `cfg_attr(windows, no_mangle)`. */
const WRAPPED = /^\(?(?:.*,)?(?:unsafe\()?(?:no_mangle|export_name|link_section)\b/;

/** Marks a function as run from outside because of `attributes`, its name or its header. */
export function noteEntry(lowering: Lowering, node: number, definition: number, attributes: readonly Attribute[]): void {
  for (const attribute of attributes) lowering.addFlag(definition, flagOf(lowering, attribute));
  const parent = lowering.facts.get("definitions", definition, "parent");
  const isMain = parent === lowering.module && lowering.text(lowering.child(node, "name")) === "main";
  if (isMain || isForeign(lowering, node)) lowering.addFlag(definition, DefinitionFlag.entry);
}

/** Marks a method of an impl that an attribute macro rewrites (`#[pymethods]`, `#[wasm_bindgen]`): the generated code may call it. */
export function noteRewritten(lowering: Lowering, impl: number, definition: number): void {
  const isRewritten = leadingAttributes(lowering, impl).some(({ name }) => flagOfAttribute(name) === DefinitionFlag.passedOut);
  if (isRewritten) lowering.addFlag(definition, DefinitionFlag.passedOut);
}

/** The flag that one attribute gives to its function. */
function flagOf(lowering: Lowering, attribute: Attribute): number {
  const { name } = attribute;
  if (name === "unsafe" || name === "cfg_attr") return WRAPPED.test(argumentsText(lowering, attribute)) ? DefinitionFlag.entry : 0;
  return flagOfAttribute(name);
}

/** `pub extern "C" fn`: shown to code in another language. */
function isForeign(lowering: Lowering, node: number): boolean {
  const modifiers = lowering.childOfKind(node, "function_modifiers");
  if (modifiers === 0 || lowering.childOfKind(modifiers, "extern_modifier") === 0) return false;
  return isExported(lowering, node);
}
