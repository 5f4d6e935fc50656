/**
 * Functions that stand as words among what attributes and macros are handed: `default = "port"`, `value_parser = parse`, `call!(run)`.
 *
 * Stage: parse -> facts. Invariant: only what the resolver finds to be a function becomes an edge, so that a word too many costs nothing
 * but its look-up.
 */
import { NamedMode, Op } from "../../core/facts.ts";
import type { Lowering } from "../../core/lower.ts";
import { lowerWords } from "./lower_types.ts";

/** A path, from its first letter to its last. */
const PATH = /(?:\b\w+\s*::\s*)*\b[A-Za-z_]\w*/g;
/** The text of a string that may name a function. */
const NAMING = /^"((?:\w+::)*[a-z_]\w*)"$/;
/** Keys whose strings are names of something else: of a field as others write it, of an option, of a variable of the environment. */
const OTHER_NAMES = /^(?:rename|alias|tag|content|name|id|long|short|help|about|env|feature|crate|version|author|expecting|message)/;
/** Names alone, between brackets. */
const NAMES_ALONE = /^.\s*(?:\w+\s*::\s*)*[a-z_]\w*(?:\s*,\s*(?:\w+\s*::\s*)*[a-z_]\w*)*\s*,?\s*.$/;
/** Macros are handed many texts; names alone are short. */
const LONGEST = 200;

/** Notes the functions that the values among an attribute's arguments name; `caller` bears the attribute. */
export function useAttributeValues(lowering: Lowering, tokens: number, caller: number, depth = 0): void {
  let key = "";
  let value: number[] | undefined;
  const finish = (): void => {
    if (value !== undefined) useValueOf(lowering, key, value, caller);
    value = undefined;
  };
  for (let c = lowering.firstChild(tokens); c !== 0; c = lowering.next(c)) {
    const kind = lowering.kind(c);
    if (kind.endsWith("comment")) continue;
    if (kind === ",") finish();
    else if (value !== undefined) value.push(c);
    else if (lowering.text(c) === "=") value = [];
    else if (kind === "token_tree" && depth < 8) useAttributeValues(lowering, c, caller, depth + 1);
    else key = lowering.text(c);
  }
  // The bracket at the end belongs to no value.
  value?.pop();
  finish();
}

function useValueOf(lowering: Lowering, key: string, value: readonly number[], caller: number): void {
  const [first] = value;
  if (first === undefined) return;
  const text = lowering.tree.source.slice(lowering.tree.start[first]!, lowering.tree.end[value.at(-1)!]!);
  const at = lowering.tree.start[first]!;
  if (!text.startsWith('"')) return usePaths(lowering, first, { text, at, caller, mode: NamedMode.attribute });
  const named = OTHER_NAMES.test(key) ? null : NAMING.exec(text);
  if (named === null) return;
  // serde's `with` names a module that has both.
  const paths = key === "with" ? ["serialize", "deserialize"].map((name) => `${named[1]}::${name}`) : [named[1]!];
  for (const path of paths) useWords(lowering, first, path, { text, at: at + 1, caller, mode: NamedMode.text });
}

/** Notes the functions among the arguments of a macro that is handed nothing but names. */
export function useNamesAlone(lowering: Lowering, node: number, tokens: number): void {
  const [at, end] = [lowering.tree.start[tokens]!, lowering.tree.end[tokens]!];
  if (end - at > LONGEST || lowering.enclosingFunction(node) === 0) return;
  const text = lowering.tree.source.slice(at, end);
  if (NAMES_ALONE.test(text)) usePaths(lowering, node, { text, at, caller: lowering.callerAt(node), mode: NamedMode.macro });
}

/** A part of the source, where it begins, and how what it names is known. */
interface Naming {
  readonly text: string;
  readonly at: number;
  readonly caller: number;
  readonly mode: number;
}

/** Every path in a text but members, macros and what stands in strings. */
function usePaths(lowering: Lowering, node: number, naming: Naming): void {
  const code = naming.text.replace(/"(?:[^"\\]|\\.)*"/g, (string) => " ".repeat(string.length));
  for (const match of code.matchAll(PATH)) {
    const after = code.slice(match.index + match[0].length).trimStart();
    if (code[match.index - 1] === "." || code[match.index - 1] === "'" || after.startsWith("!") || after.startsWith("::")) continue;
    useWords(lowering, node, match[0], { ...naming, at: naming.at + match.index });
  }
}

function useWords(lowering: Lowering, node: number, path: string, { at, caller, mode }: Naming): void {
  const { facts } = lowering;
  const words = path.split("::").map((word) => word.trim());
  const last = at + path.length - words.at(-1)!.length;
  const expression = facts.expression(Op.named, lowerWords(lowering, node, words, at), mode);
  facts.add("uses", { expression, caller, line: lowering.line(last), column: lowering.column(last) });
}
