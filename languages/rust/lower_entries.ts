/**
 * Functions that somebody runs whom no source shows: what starts the program or its tests, a linker, another language, an attribute's macro.
 *
 * Stage: parse -> facts. Invariant: attributes that are known to leave a function alone say nothing.
 */
import { DefinitionFlag } from "../../core/facts.ts";
import type { Lowering } from "../../core/lower.ts";
import { argumentsText, type Attribute } from "./lower_attributes.ts";
import { BUILTIN_ATTRIBUTES } from "./lower_macro_uses.ts";

/** Tests, by the last part of the attribute's path. */
const TESTS: ReadonlySet<string> = new Set(["test", "bench", "rstest", "test_case", "quickcheck", "proptest", "wasm_bindgen_test"]);
/** Those of the language, of its run times and of bare machines, by the last part of the path. */
const ENTRIES: ReadonlySet<string> = new Set(
  ("no_mangle export_name panic_handler alloc_error_handler lang start link_section main ctor dtor entry exception interrupt pre_init")
    .split(" "),
);
/** They may stand inside others: `unsafe(no_mangle)`, `cfg_attr(windows, no_mangle)`. */
const WRAPPED = /^\(?(?:.*,)?(?:unsafe\()?(?:no_mangle|export_name|link_section)\b/;
/** What remarks a function or rewrites its body, and gives it back under its own name. */
const LEFT_ALONE: ReadonlySet<string> = new Set(
  ("instrument async_trait async_recursion maybe_async builder cached once memoize no_panic requires ensures context traced trace timed " +
    "duplicate_item apply").split(" "),
);
/** Tools that read attributes of their own. */
const TOOLS = /^(?:rustfmt|clippy|diagnostic|miri|rust_analyzer)::|^rustc_/;

/** Marks what `attributes`, or its name or head, tell to be run by somebody unseen. */
export function noteEntry(lowering: Lowering, node: number, definition: number, attributes: readonly Attribute[]): void {
  for (const attribute of attributes) lowering.addFlag(definition, flagOf(lowering, attribute));
  const parent = lowering.facts.get("definitions", definition, "parent");
  const isMain = parent === lowering.module && lowering.text(lowering.child(node, "name")) === "main";
  if (isMain || isForeign(lowering, node)) lowering.addFlag(definition, DefinitionFlag.entry);
}

/** What one attribute says of its function. */
function flagOf(lowering: Lowering, attribute: Attribute): number {
  const { name } = attribute;
  const last = name.slice(name.lastIndexOf(":") + 1);
  if (TESTS.has(last)) return DefinitionFlag.test;
  if (ENTRIES.has(last)) return DefinitionFlag.entry;
  if (name === "unsafe" || name === "cfg_attr") return WRAPPED.test(argumentsText(lowering, attribute)) ? DefinitionFlag.entry : 0;
  return BUILTIN_ATTRIBUTES.has(name) || LEFT_ALONE.has(last) || TOOLS.test(name) ? 0 : DefinitionFlag.handedOut;
}

/** `pub extern "C" fn`: shown to code in another language. */
function isForeign(lowering: Lowering, node: number): boolean {
  const modifiers = lowering.childOfKind(node, "function_modifiers");
  if (modifiers === 0 || lowering.childOfKind(modifiers, "extern_modifier") === 0) return false;
  const visibility = lowering.childOfKind(node, "visibility_modifier");
  return visibility !== 0 && lowering.text(visibility) === "pub";
}
