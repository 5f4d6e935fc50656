/**
 * Functions that occur as words in arguments of attributes and macros: `default = "port"`, `value_parser = parse`, `call!(run)`.
 *
 * Stage: parse -> facts. Invariant: only what the resolver identifies as a function becomes an edge, so an additional word costs only its
 * look-up.
 */
import { addAt } from "../../../core/base/lists.ts";
import { NamedMode, Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { stateOf } from "../file_state.ts";
import { type FileNames, isItem, mayBeItem } from "./file_names.ts";
import { lowerWords } from "./types.ts";

/** A member call with the name that a macro variable stands for. */
const CALLS_GIVEN = /(?:\.|::)\s*\$\w+\s*(?:::\s*<[^>]*>)?\(/;
/** A declarative macro, up to the next declaration beside it. */
const MACRO =
  /\bmacro_rules!\s*(\w+)([^]*?)(?=\n(?:\S[^\n]*\bmacro_rules!|macro_rules!|(?:pub|fn|impl|struct|enum|trait|mod|use|#\[)\b)|$)/g;
/** A path, from its first letter to its last. */
const PATH = /(?:\b\w+\s*::\s*)*\b[A-Za-z_]\w*/g;
/** The text of a string that may name a function. */
const NAMING = /^"((?:\w+::)*[a-z_]\w*)"$/;
/** The text of a string that may name a module or a type. */
const HOLDING = /^"((?:\w+::)*[A-Za-z_]\w*)"$/;
/** Keys whose strings are names of something else: of a field as others write it, of an option, of a variable of the environment. */
const OTHER_NAMES = /^(?:rename|alias|tag|content|name|id|long|short|help|about|env|feature|crate|version|author|expecting|message)/;
/** Text before a path in a macro's arguments that does not name a function: a member access, a macro variable, a declaration. */
const NO_FUNCTION_BEHIND = /(?:[.$'#]|\b(?:fn|mod|let|mut|ref|const|static|struct|enum|trait|type|macro|for|as|dyn|impl))\s*$/;
/** Text after such a path: the rest of a call, a key, type arguments. */
const NO_FUNCTION_BEFORE = /\s*(?:[!({<]|::|:(?!:)|=(?![=>]))/y;
/** Texts, characters and comments among a macro's arguments. */
const NO_CODE = /"(?:[^"\\]|\\.)*"|'(?:[^'\\\n]|\\.)'|\/\/[^\n]*|\/\*[^]*?\*\//g;
/** Separators of names in a macro's arguments, and brackets that contain others. */
const MARKS = /[([{)\]},;]|=>/g;
const OPENING: ReadonlySet<string> = new Set(["(", "[", "{"]);
const CLOSING: ReadonlySet<string> = new Set([")", "]", "}"]);
/** Maximum length of the text: macros have many text arguments, and lists of names are short. */
const LONGEST = 4000;

/**
 * Records the functions named in an attribute's arguments; `caller` is the attributed item.
 * @param areFunctions whether a word that is not the value of a key may be a function: in the arguments of a function's attribute, or of an
 * option (`value_parser(parse)`)
 * @param depth brackets around them; on the outermost level a name before a bracket is an option
 */
export function useAttributeValues(lowering: Lowering, tokens: number, caller: number, areFunctions: boolean, depth: number): void {
  const first = lowering.next(lowering.firstChild(tokens));
  // A text is followed by the values inserted into it: `#[error("{}", describe(x))]`.
  const fillsText = first !== 0 && /^(?:raw_)?string_literal$/.test(lowering.kind(first));
  let key = "";
  let value: number[] | undefined;
  const finish = (): void => {
    if (value !== undefined) useValueOf(lowering, key, value, caller);
    value = undefined;
  };
  for (let c = first; c !== 0 && lowering.next(c) !== 0; c = lowering.next(c)) {
    const kind = lowering.kind(c);
    if (kind.endsWith("comment")) continue;
    if (kind === ",") finish();
    else if (value !== undefined) value.push(c);
    else if (lowering.text(c) === "=") value = [];
    else {
      if (kind === "token_tree" && depth < 8) useAttributeValues(lowering, c, caller, true, depth + 1);
      else key = lowering.text(c);
      if (kind !== "identifier" || !(areFunctions || fillsText)) continue;
      // On the outermost level a name before a bracket is an option, unless a text comes first: then it is called for that.
      const isCalled = lowering.kind(lowering.next(c)) === "token_tree";
      if (fillsText ? isCalled : depth > 0 || !isCalled) noteAttributeName(lowering, c, caller);
    }
  }
  finish();
}

/** Records a path that ends with the name at `node`, if it is in a place where a function may be. */
function noteAttributeName(lowering: Lowering, node: number, caller: number): void {
  const { source, start, end } = lowering.tree;
  const before = source.slice(Math.max(0, start[node]! - 200), start[node]!);
  const after = source.slice(end[node]!, end[node]! + 40);
  const prefix = /(?:\b\w+\s*::\s*)*$/.exec(before)![0];
  const path = (prefix + lowering.text(node)).replace(/\s+/g, "");
  if (/^\s*(?:[!{<:]|=(?!=))/.test(after) || /[.$'#]\s*$/.test(before.slice(0, before.length - prefix.length))) return;
  if (!/^[a-z_]/.test(lowering.text(node))) return;
  stateOf(lowering).named.push({ node, path, at: start[node]! - prefix.length, caller, mode: NamedMode.text });
}

function useValueOf(lowering: Lowering, key: string, value: readonly number[], caller: number): void {
  const [first] = value;
  if (first === undefined) return;
  const text = lowering.tree.source.slice(lowering.tree.start[first]!, lowering.tree.end[value.at(-1)!]!);
  const at = lowering.tree.start[first]!;
  if (!text.startsWith('"')) return usePaths(lowering, first, { text, at, caller, mode: NamedMode.attribute });
  const named = OTHER_NAMES.test(key) ? null : (key === "with" ? HOLDING : NAMING).exec(text);
  if (named === null) return;
  // serde's `with` names a module, or a type, that has both.
  const paths = key === "with" ? ["serialize", "deserialize"].map((name) => `${named[1]}::${name}`) : [named[1]!];
  for (const path of paths) useWords(lowering, first, path, { text, at: at + 1, caller, mode: NamedMode.text });
}

/** A part of the source with blanks in place of strings, characters and comments. */
export function withoutTexts(code: string): string {
  return code.replace(NO_CODE, (text) => " ".repeat(text.length));
}

/**
 * Notes the names among a macro's arguments that may be those of functions, which is known when the file has been read.
 * @param areRead the arguments with calls in them are read as code: only names between commas are left
 */
export function noteNames(lowering: Lowering, node: number, tokens: number, areRead: boolean): void {
  const [at, end] = [lowering.tree.start[tokens]!, lowering.tree.end[tokens]!];
  if (end - at > LONGEST) return;
  const code = withoutTexts(lowering.tree.source.slice(at + 1, end - 1));
  const caller = lowering.callerAt(node);
  for (const [from, to] of areRead ? namesBetween(code) : [[0, code.length] as const]) {
    for (const match of code.slice(from, to).matchAll(PATH)) {
      const start = from + match.index;
      const isRooted = match[0].startsWith("crate");
      if (!/[a-z_]\w*$/.test(match[0]) || (NO_FUNCTION_BEHIND.test(code.slice(Math.max(0, start - 12), start)) && !isRooted)) continue;
      NO_FUNCTION_BEFORE.lastIndex = start + match[0].length;
      if (!NO_FUNCTION_BEFORE.test(code)) {
        stateOf(lowering).named.push({ node, path: match[0], at: at + 1 + start, caller, mode: NamedMode.macro });
      }
    }
  }
}

/** The ranges of what is alone between commas, semicolons and arrows outside of brackets. */
function namesBetween(code: string): (readonly [from: number, to: number])[] {
  const found: (readonly [number, number])[] = [];
  let [depth, from] = [0, 0];
  const add = (to: number): void => {
    if (/^\s*(?:\w+\s*::\s*)*[a-z_]\w*\s*$/.test(code.slice(from, to))) found.push([from, to]);
  };
  for (const { 0: mark, index } of code.matchAll(MARKS)) {
    if (OPENING.has(mark)) depth++;
    else if (CLOSING.has(mark)) depth--;
    else if (depth <= 0) {
      add(index);
      from = index + mark.length;
    }
  }
  add(code.length);
  return found;
}

/** Part of the plugin's `finish`: of the names that were noted those that may be of functions are used. */
export function finishNamed(lowering: Lowering, names: FileNames): void {
  if (stateOf(lowering).named.length === 0) return;
  let made: ReadonlyMap<number, readonly number[]> | undefined;
  const isCalling = callingMacros(lowering.tree.source);
  for (const { node, path, at, caller, mode } of stateOf(lowering).named) {
    const isMember = mode === NamedMode.macro && isCalling(lowering.text(lowering.child(node, "macro")));
    if (!isMember && !path.includes(":") && !mayBeNamed(lowering.facts.find(path), names)) continue;
    // What the macro defines has its name there, and is called there after the expansion.
    const last = at + path.length - /\w*$/.exec(path)![0].length;
    made ??= placesMade(lowering);
    if (made.get(lowering.line(last))?.includes(lowering.column(last)) === true) continue;
    useWords(lowering, node, path, { text: path, at, caller, mode: isMember ? NamedMode.member : mode });
  }
}

/** Whether a name, by its number, may be a function's: it names an item, or may come from a wildcard import. */
function mayBeNamed(name: number, names: FileNames): boolean {
  return names.hasWildcards ? mayBeItem(names, name) : isItem(names, name);
}

/** The positions of the names of definitions and of calls: line -> columns. */
function placesMade({ facts }: Lowering): Map<number, number[]> {
  const made = new Map<number, number[]>();
  for (let row = 1; row < facts.size("definitions"); row++) {
    addAt(made, facts.get("definitions", row, "nameLine"), facts.get("definitions", row, "nameColumn"));
  }
  for (let row = 1; row < facts.size("calls"); row++) addAt(made, facts.get("calls", row, "line"), facts.get("calls", row, "column"));
  return made;
}

/** The macros of a file that call members named by their arguments: `$object.$method()`, `$type::$method()`. */
function callingMacros(source: string): (name: string) => boolean {
  const found = new Set<string>();
  if (CALLS_GIVEN.test(source)) {
    for (const [, name, body] of source.matchAll(MACRO)) if (CALLS_GIVEN.test(body!)) found.add(name!);
  }
  return (name) => found.has(name);
}

/** A name in a macro's arguments: its position, and how its target is identified. */
export interface NotedName {
  readonly node: number;
  readonly path: string;
  readonly at: number;
  readonly caller: number;
  readonly mode: number;
}

/** A range of the source, and how the targets of its names are identified. */
interface Naming {
  readonly text: string;
  readonly at: number;
  readonly caller: number;
  readonly mode: number;
}

/** Records every path in a text, except members, macros and contents of strings. */
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
  lowering.addUseAt(expression, caller, last);
}
