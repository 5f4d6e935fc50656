/**
 * Expands macros that define items: `route!(get, GET);`.
 *
 * Stage: parse. The rules of a `macro_rules!` are read from its tokens, a call is matched against them in order, and the body of the first
 * match is written out, with the call's own tokens at their positions in the file. Invariants: a macro is expanded only if it is declared
 * earlier in the same file, or shared, and its body defines an item (or calls a macro that does) or, without arguments, imports names or
 * declares modules; what does not certainly match is left as it is; expansion terminates.
 */
import { append } from "../../../core/base/lists.ts";
import type { EmbeddedText } from "../../../core/tree/embedded_text.ts";
import { type FlatTree, nodeText } from "../../../core/tree/flat_tree.ts";
import { match } from "./matching.ts";
import { isRepetition, isVariable, type Part, type RuleKinds, textOf, type Token, TokenReader, tokensAmong } from "./parts.ts";
import { isPutTogether, pastedAt } from "./paste.ts";
import { shapeOf } from "./shapes.ts";
import { type Bindings, isMacroNamed, LONGEST, transcribe } from "./transcription.ts";

/** A macro that can be expanded: the pattern and body of each of its rules. */
export interface MacroRules {
  readonly name: string;
  /** It is declared in another file. */
  readonly isGiven: boolean;
  readonly rules: readonly { readonly pattern: readonly Part[]; readonly body: readonly Part[] }[];
}

const DEEPEST = 24;
/** Maximum number of characters expanded per file. */
const MOST_WRITTEN = 1_000_000;
const DEFINES_BY_VARIABLE =
  /\b(?:fn|struct|enum|trait|mod|type|const|static|use)\s+(?:\$(?!crate\b)\w|\[<)|\bmacro_rules!\s*\$(?!crate\b)\w|\bimpl\b[^{;]*\$(?!crate\b)\w/;

/** `() => { pub use a::b; mod c; }` */
const NAMES_WITHOUT_ARGUMENTS = /\(\s*\)\s*=>\s*[{(]\s*(?:[^]*[;{}\]\s])?(?:pub\s+use|mod)\s+\w/;

/** `() => { use a::b::*; }`, perhaps farther within. */
const BRINGS_WITHOUT_ARGUMENTS = /\(\s*\)\s*=>\s*[{([][^]*\buse\s+[\w:$]/;

function bringsNames({ pattern, body }: MacroRules["rules"][number]): boolean {
  return pattern.length === 0 && body.some((part) => textOf(part) === "use");
}

/** A variable named by the call, which other arguments may use: `($inner:pat => $expr:expr) => { let $inner = make(); $expr }`. */
const BINDS = /\blet\s+(?:mut\s+)?\$(?!crate\b)\w/;

/** Items of a fixed name, or for a type of one: `($($arm:tt)*) => { fn deserialize_any<V>(self, visitor: V) -> V::Value { … } }`, `impl Kinds { … }`. */
const FIXED: ReadonlySet<string> = new Set(["struct", "enum", "union", "fn", "trait", "impl", "type"]);
const NAMES_ITEM = /\b(?:struct|enum|union|fn|trait|type)\s+\w/;

function definesFixed({ body }: { readonly body: readonly Part[] }): boolean {
  return body.some((part, i) => "text" in part && FIXED.has(part.text) && /^[\p{L}_]/u.test(textOf(body[i + 1])));
}

/** Whether a body consists, at its top, of a call of one that `isMeant`. */
function callsAtTop({ body }: { readonly body: readonly Part[] }, isMeant: (name: string) => boolean): boolean {
  return body.some((part, i) => isMeant(textOf(part)) && textOf(body[i + 1]) === "!");
}

/**
 * Whether rules define items by calling `macros`. A macro that also calls itself, and names none of its items, generates the same for
 * tuples of every length: dozens of implementations that cannot be distinguished.
 */
function defineByCalls(name: string, rules: MacroRules["rules"], macros: ReadonlyMap<string, MacroRules>): boolean {
  if (macros.size === 0) return false;
  const goesOn = rules.some((rule) => callsAtTop(rule, (called) => called === name));
  return rules.some((rule) => callsAtTop(rule, (called) => goesOn ? namesItems(macros.get(called)) : macros.has(called)));
}

/** Whether a macro consists of items that its variables name. */
function namesItems(macro: MacroRules | undefined): boolean {
  return macro?.rules.some(({ body }) => body.some((part, i) => isVariable(part) && NAMED_ITEMS.has(textOf(body[i - 1])))) === true;
}

/** The rules of the macro at `node`, if it makes definitions. */
export function readRules(
  tree: FlatTree,
  kinds: RuleKinds,
  node: number,
  macros: ReadonlyMap<string, MacroRules>,
): MacroRules | undefined {
  const source = nodeText(tree, node);
  if (macros.size === 0 && !mayDefine(source)) return undefined;
  const read = rulesOf(tree, kinds, node, false);
  return read.name !== "" && definesItems(read, source, macros) ? read : undefined;
}

/** Whether the text of a macro looks as if it could contain definitions itself. */
function mayDefine(source: string): boolean {
  return DEFINES_BY_VARIABLE.test(source) || NAMES_WITHOUT_ARGUMENTS.test(source) || NAMES_ITEM.test(source) || BINDS.test(source) ||
    BRINGS_WITHOUT_ARGUMENTS.test(source);
}

/** Whether a macro defines items by its variables, by fixed names, by those of `macros` that it calls, or imports without arguments. */
export function definesItems({ name, rules }: MacroRules, source: string, macros: ReadonlyMap<string, MacroRules>): boolean {
  return (DEFINES_BY_VARIABLE.test(source) && rules.some(({ body }) => definesByVariable(body))) || NAMES_WITHOUT_ARGUMENTS.test(source) ||
    BINDS.test(source) ||
    rules.some(definesFixed) || rules.some(bringsNames) || defineByCalls(name, rules, macros);
}

/** Whether a body names an item by a variable, or implements something for one. */
function definesByVariable(parts: readonly Part[], isImpl = false): boolean {
  return parts.some((part, i) => {
    if (isVariable(part)) return isImpl || NAMED_ITEMS.has(textOf(parts[i - 1])) || isMacroNamed(parts, i - 2);
    if (isRepetition(part)) return definesByVariable(part.parts, isImpl);
    if (isPutTogether(part) && NAMED_ITEMS.has(textOf(parts[i - 1]))) return true;
    isImpl = part.text === "impl" || (isImpl && part.text !== ";" && part.text !== "{");
    return part.inside !== undefined && definesByVariable(part.inside);
  });
}
const NAMED_ITEMS: ReadonlySet<string> = new Set(["fn", "struct", "enum", "trait", "mod", "type", "const", "static", "use"]);

/** The rules of the macro at `node`, whatever they make. */
export function rulesOf(tree: FlatTree, kinds: RuleKinds, node: number, isGiven: boolean): MacroRules {
  const reader = new TokenReader(tree, kinds, false);
  const rules: { pattern: readonly Part[]; body: readonly Part[] }[] = [];
  let name = "";
  for (let c = node + 1; c !== 0; c = tree.next[c]!) {
    if (name === "" && /^\w+$/.test(reader.text(c)) && reader.text(c) !== "macro_rules") name = reader.text(c);
    if (tree.kind[c] !== kinds.rule) continue;
    const body = tokensAmong(tree, kinds, c + 1);
    let pattern = 0;
    for (let part = c + 1; part !== 0; part = tree.next[part]!) if (tree.kind[part] === kinds.pattern) pattern = part;
    if (pattern !== 0 && body !== 0) rules.push({ pattern: reader.inside(pattern), body: reader.inside(body) });
  }
  return { name, isGiven, rules };
}

/** The node of a call, and that of its arguments. */
export interface MacroCall {
  readonly name: string;
  readonly node: number;
  readonly arguments: number;
}

/**
 * Limits for expanding a file's calls: tokens per call, characters in total. The output of macros of other files stays in proportion to the
 * file, because it is generated again for each calling file (a hundred files of fifty units each, with a dozen implementations per unit).
 */
function limitsOf(length: number, isGiven: boolean): { readonly tokens: number; readonly written: number } {
  return isGiven ? { tokens: 8_000 + 2 * length, written: 16_000 + 4 * length } : { tokens: LONGEST, written: MOST_WRITTEN };
}

/** Number of characters generated by macros of other files in one file. */
export interface Written {
  given: number;
}

/** Writes the items that a call of one of the file's macros defines; false if it is left as it is. */
export function expandCall(
  tree: FlatTree,
  kinds: RuleKinds,
  macros: ReadonlyMap<string, MacroRules>,
  { name, node, arguments: holder }: MacroCall,
  text: EmbeddedText,
  written: Written,
): boolean {
  const isGiven = macros.get(name)?.isGiven === true;
  const most = limitsOf(tree.source.length, isGiven);
  if ((isGiven ? written.given : text.length) > most.written) return false;
  const given = new TokenReader(tree, kinds, true).inside(holder) as readonly Token[];
  const call = { holder: tree.start[holder]!, start: tree.start[node]!, end: tree.end[node]! };
  const expanded = expandTokens(macros, name, given, 0);
  if (expanded === undefined || countTokens(expanded) > most.tokens) return false;
  const writer = new Writer(text);
  const from = text.length;
  writer.write(expanded);
  writer.close(call.holder, from, call);
  if (isGiven) written.given += text.length - from;
  return true;
}

/** The expansion, calls of the same macros that it consists of expanded in turn. */
function expandTokens(
  macros: ReadonlyMap<string, MacroRules>,
  name: string,
  given: readonly Token[],
  depth: number,
): readonly Token[] | undefined {
  const macro = macros.get(name);
  if (macro === undefined || depth > DEEPEST) return undefined;
  for (const { pattern, body } of macro.rules) {
    const bound: Bindings = new Map();
    const rest = match(pattern, given, 0, bound);
    if (rest !== given.length) continue;
    const written: Token[] = [];
    if (!transcribe(body, bound, written)) return undefined;
    return expandInner(macros, written, depth + 1);
  }
  return undefined;
}

function expandInner(macros: ReadonlyMap<string, MacroRules>, tokens: readonly Token[], depth: number): readonly Token[] {
  const out: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    const args = tokens[i + 2];
    const pasted = pastedAt(tokens, i);
    if (pasted !== undefined) {
      putPasted(out, expandInner(macros, pasted, depth), args!);
      i += 2;
      continue;
    }
    const ends = tokens[i + 3]?.text === ";";
    // A macro call in the call's own tokens stays in the file, which only a statement or an item allows.
    const isWritten = token.start >= 0;
    const isCall = tokens[i + 1]?.text === "!" && args?.inside !== undefined && macros.has(token.text) && (ends || !isWritten);
    const expanded = isCall ? expandTokens(macros, token.text, args.inside as readonly Token[], depth) : undefined;
    if (expanded === undefined) {
      const inside = token.inside === undefined ? undefined : expandInner(macros, token.inside as readonly Token[], depth);
      out.push(inside === undefined ? token : { ...token, inside });
      continue;
    }
    if (isWritten) out.push(token, tokens[i + 1]!, { ...args!, inside: [] }, tokens[i + 3]!);
    else while (out.at(-1)?.text === "::") out.length -= Math.min(2, out.length);
    append(out, expanded);
    // The enclosing expression may continue after the call (`self.x = make!(…);`): the next statement would be parsed as its end.
    if (ends) out.push({ text: ";", start: -1, joined: false });
    i += ends ? 3 : 2;
  }
  return out;
}

/** Replaces a call of `paste!` with what it generates from `args`: items and statements as they are, any other value as a block. */
function putPasted(out: Token[], made: readonly Token[], args: Token): void {
  while (out.at(-1)?.text === "::") {
    out.pop();
    if (/^\w/.test(out.at(-1)?.text ?? "")) out.pop();
  }
  const before = out.at(-1);
  if (before === undefined || before.text === ";" || before.text === "{" || before.text === "[") append(out, made);
  else out.push({ ...args, text: "{", close: "}", inside: made });
}

function countTokens(tokens: readonly Part[]): number {
  let count = tokens.length;
  for (const token of tokens) if ("inside" in token && token.inside !== undefined) count += countTokens(token.inside);
  return count;
}

/** The place of an expansion in the file. */
interface Place {
  readonly holder: number;
  readonly start: number;
  readonly end: number;
}

class Writer {
  /** Arguments of nested macros: their shells, and their contents. */
  readonly #waiting: { readonly holder: number; readonly tokens: readonly Token[] }[] = [];

  constructor(readonly text: EmbeddedText) {}

  /** Makes the text written since `from` the content of the node at `holder`, then writes the waiting ones. */
  close(holder: number, from: number, place: Place): void {
    this.text.keepApart(from, place.start, place.end, place.holder);
    this.text.region(holder, from);
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const start = this.text.length;
      this.text.raw("{");
      this.write(next.tokens, true);
      this.text.raw("}");
      this.close(next.holder, start, place);
    }
  }

  write(tokens: readonly Token[], areArguments = false): void {
    const { text } = this;
    let isClosure = false;
    for (const [i, token] of tokens.entries()) {
      if (!token.joined && tokens[i - 1]?.text !== "'") text.raw(" ");
      if (token.text === "|") isClosure = !isClosure;
      if (areArguments && token.text === "," && !isClosure) text.raw(";");
      else if (token.start < 0) text.raw(token.text);
      else text.copy(token.start, token.start + token.text.length);
      if (token.inside === undefined) continue;
      const name = tokens[i - 1]?.text === "!" ? tokens[i - 2]?.text : undefined;
      if (name === undefined || !/^\w/.test(name)) this.write(token.inside as readonly Token[]);
      else if (shapeOf(name) !== "skip") {
        this.#waiting.push({ holder: text.source.length + text.length - 1, tokens: token.inside as readonly Token[] });
      }
      text.raw(token.close!);
    }
  }
}
