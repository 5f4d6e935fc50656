/**
 * Attributes with a known effect on their item.
 *
 * Stage: parse -> facts. Invariant: the only such list; any other attribute may pass a function to invisible code.
 */
import { DefinitionFlag } from "../../../core/facts.ts";

/** Attributes of the language itself. */
const BUILTIN: ReadonlySet<string> = new Set(
  ("cfg cfg_attr test ignore should_panic bench allow expect warn deny forbid deprecated must_use doc inline cold no_mangle " +
    "export_name link_section panic_handler alloc_error_handler lang naked coverage optimize sanitize no_sanitize instruction_set " +
    "stable unstable link link_name repr path macro_export macro_use non_exhaustive track_caller target_feature global_allocator derive " +
    "automatically_derived proc_macro proc_macro_derive proc_macro_attribute unsafe used default")
    .split(" "),
);
/** Attributes that annotate a function or rewrite its body, but keep it under its own name: by the last part of the path. */
const LEAVES_ALONE: ReadonlySet<string> = new Set(
  ("apply async_generic async_recursion async_trait autometrics bon builder cached context debug_ensures debug_requires duplicate_item " +
    "ensures instrument invariant log_call maybe_async memoize metered multiversion no_panic once pin_project recursive requires throws " +
    "timed trace traced")
    .split(" "),
);
/** Tools that read attributes of their own. */
const TOOLS = /^(?:rustfmt|clippy|diagnostic|miri|rust_analyzer|rustversion|coverage)\b|^rustc_/;
/** Other attributes and derives that carry information. */
const SAYS_MORE: ReadonlySet<string> = new Set(["serde", "pin_project", "pyo3"]);
/** Tests, by the last part of the attribute's path. */
const TESTS: ReadonlySet<string> = new Set(["test", "bench", "rstest", "test_case", "quickcheck", "proptest", "wasm_bindgen_test"]);
/** Those of the language, of its run times and of bare machines, by the last part of the path. */
const ENTRIES: ReadonlySet<string> = new Set(
  ("no_mangle export_name panic_handler alloc_error_handler lang start link_section main ctor dtor entry exception interrupt pre_init")
    .split(" "),
);

/** Attributes that implement the traits they name for their type (`#[enum_dispatch(Shape)]`), like a derive. */
const GIVES_TRAITS: ReadonlySet<string> = new Set(["derive", "enum_dispatch"]);

/** Whether an attribute implements the traits in its arguments for a type. */
export function givesTraits(name: string): boolean {
  return GIVES_TRAITS.has(name.slice(name.lastIndexOf(":") + 1));
}

/** Attributes of tests and their parameters with values as arguments, by the first and the last part of the path. */
const TAKES_VALUES: ReadonlySet<string> = new Set(["case", "values", "with", "default", "test_case", "test_matrix"]);

/** Whether an attribute's arguments are expressions (`#[case::small(make(1), true)]`), so that a name before a bracket is not an option. */
export function takesValues(name: string): boolean {
  const parts = name.split("::");
  return TAKES_VALUES.has(parts[0]!) || TAKES_VALUES.has(parts.at(-1)!);
}

/** Whether the language itself has the attribute. */
export function isBuiltin(name: string): boolean {
  return BUILTIN.has(name);
}

/**
 * The effect of an attribute (`inline`, `tokio::test`, `no_mangle`) on its function, a `DefinitionFlag`: 0 if it is left to its callers.
 */
export function flagOfAttribute(name: string): number {
  const last = name.slice(name.lastIndexOf(":") + 1);
  if (TESTS.has(last)) return DefinitionFlag.test;
  if (ENTRIES.has(last)) return DefinitionFlag.entry;
  const isKnown = BUILTIN.has(name) || SAYS_MORE.has(name) || TOOLS.test(name) || LEAVES_ALONE.has(last);
  return isKnown ? 0 : DefinitionFlag.passedOut;
}
