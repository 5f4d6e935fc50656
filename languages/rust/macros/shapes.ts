/**
 * The form of the arguments of well-known macros, by the macro's last name.
 *
 * Stage: parse -> facts. Data. Any other macro is parsed by its tokens: items, statements, or expressions between commas.
 */
import { tableOf } from "../../../core/base/tables.ts";

/** How a macro's arguments are laid out as code. */
export type MacroShape =
  /** Tokens that are not calls, whatever they look like. */
  | "skip"
  /** Expressions between commas, parsed even without a visible call: they form the macro's value. */
  | "values"
  /** The elements of an array, or `element; length`. */
  | "array"
  /** Paths between commas, the elements of an array; anything else is read by its tokens. */
  | "paths"
  /** Two expressions that are compared, the second of which is the result of a function named through a type or a trait. */
  | "compared"
  /** An expression, then a pattern with an optional guard, then anything. */
  | "match"
  /** Arms `pattern = future, if condition => body`. */
  | "select"
  /** Statics, the last of which may go without its semicolon. */
  | "statics"
  /** `if #[cfg(…)] { items } else { items }`, or `unix => { items } _ => { items }`. */
  | "branches"
  /** Objects and lists with keys. */
  | "json"
  /** Elements with attributes and other elements inside. */
  | "markup"
  /** An expression before `=>`, then tokens that are not calls. */
  | "spanned";

const SKIPPED = "quote parse_quote stringify concat_idents include include_str include_bytes env " +
  "option_env cfg line file column module_path compile_error macro_rules asm global_asm naked_asm sel";

const VALUES =
  "dbg ready try_ready tri try r#try pin pin_mut assert_ok assert_ready assert_ready_ok assert_ready_err assert_ready_some assert_err assert_some " +
  "black_box addr_of addr_of_mut unwrap_or_bail join try_join";

const SHAPES: ReadonlyMap<string, MacroShape> = new Map<string, MacroShape>([
  ...SKIPPED.split(" ").map((name) => [name, "skip"] as const),
  ...VALUES.split(" ").map((name) => [name, "values"] as const),
  ["vec", "array"],
  ["smallvec", "array"],
  ["arrayvec", "array"],
  ["routes", "paths"],
  ["catchers", "paths"],
  ["matches", "match"],
  ["assert_matches", "match"],
  ["debug_assert_matches", "match"],
  ["select", "select"],
  ["select_biased", "select"],
  ["cfg_if", "branches"],
  ["cfg_select", "branches"],
  ["json", "json"],
  ["quote_spanned", "spanned"],
  ["parse_quote_spanned", "spanned"],
]);

/** How the arguments of a well-known macro are laid out; undefined: as any other's. */
export function shapeOf(name: string): MacroShape | undefined {
  return SHAPES.get(name) ?? (makesThreadLocals(name) ? "statics" : undefined);
}

const MAPS: ReadonlySet<string> = new Set(["hashmap", "btreemap", "indexmap"]);

/** Whether a macro creates a map of `key => value`: values, not patterns, precede its arrows. */
export function makesMap(name: string): boolean {
  return MAPS.has(name);
}

/** Whether a macro compares its first arguments. */
export function comparesTwo(name: string): boolean {
  return /^(?:debug_)?assert_(?:eq|ne)$/.test(name);
}

/** Whether a macro is known by its name, whatever a repository declares under it. */
export function isWellKnown(name: string): boolean {
  return SHAPES.has(name) || name === "thread_local";
}

/** Whether a macro makes statics of each thread: `thread_local`, and by custom one that wraps it (`loom_thread_local`). */
export function makesThreadLocals(name: string): boolean {
  return name === "thread_local" || name.endsWith("_thread_local");
}

/** The value of a well-known macro: an instance of a library type, or something derived from its first argument. */
export type MacroValue =
  | { readonly kind: "literal"; readonly type: string }
  /** The first argument itself, unwrapped that many times. */
  | { readonly kind: "first"; readonly unwraps: number }
  /** The results of awaiting all arguments, as a tuple; `isTried`: the success value of each, if all succeed. */
  | { readonly kind: "joined"; readonly isTried: boolean };

const VALUE_OF: ReadonlyMap<string, MacroValue> = new Map<string, MacroValue>([
  ...["format", "concat", "stringify", "include_str", "env", "file", "module_path"].map((name) =>
    [name, { kind: "literal", type: name === "format" ? "String" : "str" }] as const
  ),
  ...["matches", "cfg"].map((name) => [name, { kind: "literal", type: "bool" }] as const),
  ...["line", "column"].map((name) => [name, { kind: "literal", type: "u32" }] as const),
  ...["write", "writeln"].map((name) => [name, { kind: "literal", type: "Result" }] as const),
  ["format_args", { kind: "literal", type: "Arguments" }],
  ...["dbg", "black_box", "addr_of", "addr_of_mut"].map((name) => [name, { kind: "first", unwraps: 0 }] as const),
  ...["ready", "tri", "try", "r#try", "assert_ok", "assert_ready", "assert_some", "unwrap_or_bail"].map((name) =>
    [name, { kind: "first", unwraps: 1 }] as const
  ),
  ["join", { kind: "joined", isTried: false }],
  ["try_join", { kind: "joined", isTried: true }],
  ...["assert_ready_ok", "assert_ready_some", "try_ready"].map((name) => [name, { kind: "first", unwraps: 2 }] as const),
]);

/** The value of a well-known macro; undefined if not known. */
export function valueOf(name: string): MacroValue | undefined {
  return VALUE_OF.get(name);
}

/** Words that begin an item. */
export const ITEM_WORDS: ReadonlySet<string> = new Set([
  "pub",
  "fn",
  "struct",
  "enum",
  "trait",
  "impl",
  "mod",
  "use",
  "type",
  "static",
  "extern",
  "macro_rules",
]);
/** Words that begin an item only before certain others. */
export const ITEM_PAIRS: Readonly<Record<string, ReadonlySet<string>>> = tableOf({
  async: new Set(["fn", "unsafe"]),
  unsafe: new Set(["fn", "impl", "trait", "extern"]),
});

/** The words of the language, which are names in their raw form alone. */
const WORDS: ReadonlySet<string> = new Set(
  ("as async await box break const continue do dyn else enum extern false final fn for gen if impl in let loop macro match mod move mut " +
    "override priv pub ref return static struct trait true try type typeof unsafe unsized use virtual where while yield abstract become")
    .split(" "),
);

/** Whether a text is a keyword, which is not a name. */
export function isWord(text: string): boolean {
  return WORDS.has(text);
}

/** A name without the prefix of a raw identifier, if it needs none: `r#run` and `run` are the same. */
export function withoutRaw(name: string): string {
  return name.startsWith("r#") && !WORDS.has(name.slice(2)) ? name.slice(2) : name;
}

/** `($($key:expr),* => $value:expr)`: a rule that takes an expression before an arrow. */
const VALUE_BEFORE_ARROW = /\$\w+\s*:\s*expr\s*(?:\)\s*[,;]?\s*[*+?]\s*)?=>/;
/** `$p:pat => $value:expr`: one that may take a pattern there. */
const TAKES_PATTERN = /:\s*pat(?:_param)?\b/;

/** Whether a macro takes values before its arrows, and no patterns. @param text its declaration */
export function takesValuesBeforeArrows(text: string): boolean {
  return VALUE_BEFORE_ARROW.test(text) && !TAKES_PATTERN.test(text);
}
