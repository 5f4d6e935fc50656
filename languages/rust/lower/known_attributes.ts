/**
 * The attributes of which it is known what they do with an item.
 *
 * Stage: parse -> facts. Invariant: the one list; what is not in it may hand a function to somebody unseen.
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
/** What remarks a function or rewrites its body, and gives it back under its own name: by the last part of the path. */
const LEAVES_ALONE: ReadonlySet<string> = new Set(
  ("apply async_generic async_recursion async_trait autometrics bon builder cached context debug_ensures debug_requires duplicate_item " +
    "ensures instrument invariant log_call maybe_async memoize metered multiversion no_panic once pin_project recursive requires throws " +
    "timed trace traced")
    .split(" "),
);
/** Tools that read attributes of their own. */
const TOOLS = /^(?:rustfmt|clippy|diagnostic|miri|rust_analyzer|rustversion|coverage)\b|^rustc_/;
/** What other attributes and derives are told more by. */
const SAYS_MORE: ReadonlySet<string> = new Set(["serde", "pin_project", "pyo3"]);
/** Tests, by the last part of the attribute's path. */
const TESTS: ReadonlySet<string> = new Set(["test", "bench", "rstest", "test_case", "quickcheck", "proptest", "wasm_bindgen_test"]);
/** Those of the language, of its run times and of bare machines, by the last part of the path. */
const ENTRIES: ReadonlySet<string> = new Set(
  ("no_mangle export_name panic_handler alloc_error_handler lang start link_section main ctor dtor entry exception interrupt pre_init")
    .split(" "),
);

/** What gives the type before which it stands the traits that it names (`#[enum_dispatch(Shape)]`), as a derive does. */
const GIVES_TRAITS: ReadonlySet<string> = new Set(["derive", "enum_dispatch"]);

/** Whether an attribute gives a type the traits in its arguments. */
export function givesTraits(name: string): boolean {
  return GIVES_TRAITS.has(name.slice(name.lastIndexOf(":") + 1));
}

/** Attributes of tests and of their parameters that are handed values, by the first and the last part of the path. */
const TAKES_VALUES: ReadonlySet<string> = new Set(["case", "values", "with", "default", "test_case", "test_matrix"]);

/** Whether what stands in an attribute's arguments is an expression (`#[case::small(make(1), true)]`), and a name before a bracket no option. */
export function takesValues(name: string): boolean {
  const parts = name.split("::");
  return TAKES_VALUES.has(parts[0]!) || TAKES_VALUES.has(parts.at(-1)!);
}

/** Whether the language itself has the attribute. */
export function isBuiltin(name: string): boolean {
  return BUILTIN.has(name);
}

/** What an attribute (`inline`, `tokio::test`, `no_mangle`) says of its function, a `DefinitionFlag`: 0 where it leaves it to its callers. */
export function flagOfAttribute(name: string): number {
  const last = name.slice(name.lastIndexOf(":") + 1);
  if (TESTS.has(last)) return DefinitionFlag.test;
  if (ENTRIES.has(last)) return DefinitionFlag.entry;
  const isKnown = BUILTIN.has(name) || SAYS_MORE.has(name) || TOOLS.test(name) || LEAVES_ALONE.has(last);
  return isKnown ? 0 : DefinitionFlag.handedOut;
}
