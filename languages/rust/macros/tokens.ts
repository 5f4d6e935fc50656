/**
 * Recognizes constructs among the loose tokens of a macro's arguments.
 *
 * Stage: parse. Pure: it only reads. Invariant: a separator counts where the macro's own rules would see it: not in brackets, nor among a
 * closure's parameters or a path's type arguments.
 */
import { afterSubtree, type FlatTree, nodeText } from "../../../core/tree/flat_tree.ts";
import type { Kinds } from "./kinds.ts";
import { isGroup } from "./parts.ts";
import { ITEM_PAIRS, ITEM_WORDS } from "./shapes.ts";

/** Tokens that precede a closure's first bar, if it does not start an expression. */
const CLOSURE_BEGINS: ReadonlySet<string> = new Set(["move", "async", "static", "=", "=>", "return", "=="]);
/**
 * Tokens that precede type arguments (`::<`) and a qualified path (`&<T as Trait>::NAME`): not an operand, which could be compared with
 * `<`.
 */
const TYPE_BEGINS = /^(?:[^\w)\]}"'>?]+|return|in|match|if|else|as|mut)$/;
/** Maximum number of invocations, in sequence and nested, that are examined for items. */
const [MOST_INVOCATIONS, DEEPEST_INVOCATION] = [20, 3] as const;

/** A line that separates parts of a macro's arguments (`@section type`, `@escape [type Node]`): not code. */
const MARK = /^[ \t]*@[a-z]\w*(?:[ \t]+(?:[a-z]\w*|\[[^\][\n]*\]))?[ \t]*$/gm;

/** The parts of a text range outside of such lines. */
export function* besideMarks(source: string, from: number, to: number): Iterable<readonly [from: number, to: number]> {
  const text = source.slice(from, to);
  let start = 0;
  if (text.includes("@")) {
    for (const mark of text.matchAll(MARK)) {
      yield [from + start, from + mark.index];
      start = mark.index + mark[0].length;
    }
  }
  yield [from + start, to];
}

/** Questions about tokens, which are nodes of the tree. */
export class MacroTokens {
  #typeArguments: readonly number[] | undefined;

  constructor(readonly tree: FlatTree, readonly kinds: Kinds) {}

  /** Whether tokens are names with `::` between them, and commas. */
  arePaths(tokens: readonly number[]): boolean {
    return tokens.every((token) => /^(?:\w+|::|,)$/.test(this.written(token)));
  }

  /** The tokens between the brackets, without comments. */
  tokensOf(holder: number): number[] {
    const { tree, kinds } = this;
    const tokens: number[] = [];
    const open = holder + 1;
    if (tree.parent[open] !== holder) return tokens;
    for (let c = tree.next[open]!; c !== 0; c = tree.next[c]!) {
      if (tree.next[c] !== 0 && !kinds.comments.has(tree.kind[c]!)) tokens.push(c);
    }
    return tokens;
  }

  /** Whether something is called among tokens in a way that no pattern is written: with type arguments, or by a dot. */
  isNoPattern(tokens: readonly number[], from: number, to: number): boolean {
    for (let i = from; i + 2 < to; i++) {
      const mark = this.written(tokens[i]!);
      if (mark === "::" && this.written(tokens[i + 1]!) === "<") return true;
      if (mark === "." && this.isGroup(tokens[i + 2], "(")) return true;
    }
    return false;
  }

  /** Whether it is a macro's header before its items: names, marks and attributes, nothing that runs. */
  isHeader(tokens: readonly number[]): boolean {
    const { tree, kinds } = this;
    return tree.kind[tokens[0]!] !== kinds.letWord &&
      !tokens.some((token) => tree.kind[token] === kinds.tokens && !this.isGroup(token, "["));
  }

  /** Quoted code: `#name`, `#( … )*`. An attribute is `#[…]`, and the mark of a value after its key is not quoted (`"error" => #fault`). */
  holdsSplices(tokens: readonly number[]): boolean {
    const { tree, kinds } = this;
    const end = afterSubtree(tree, tokens[tokens.length - 1]!);
    for (let node = tokens[0]!; node < end; node++) {
      if (tree.kind[node] !== kinds.hash || tree.source[tree.end[node]!] === "[" || tree.source[tree.end[node]!] === "!") continue;
      if (!this.#isMark(node)) return true;
    }
    return false;
  }

  #isMark(node: number): boolean {
    const { tree, kinds } = this;
    return tree.kind[node - 1] === kinds.arrow &&
      /"\s*$/.test(tree.source.slice(Math.max(0, tree.start[node - 1]! - 20), tree.start[node - 1]!));
  }

  /** Whether items start here: one by its keyword, or macros that contain items or are followed by some. */
  beginsItem(tokens: readonly number[], at: number, depth = 0): boolean {
    const { tree, kinds } = this;
    for (let invocation = 0; invocation < MOST_INVOCATIONS && at < tokens.length; invocation++) {
      if (this.#isItem(tokens, at)) return true;
      while (at + 1 < tokens.length && this.written(tokens[at + 1]!) === "::") at += 2;
      const [bang, holder] = [tokens[at + 1], tokens[at + 2]];
      if (bang === undefined || holder === undefined || tree.kind[bang] !== kinds.bang || tree.kind[holder] !== kinds.tokens) return false;
      if (depth < DEEPEST_INVOCATION && this.beginsItem(this.tokensOf(holder), 0, depth + 1)) return true;
      at += 3;
    }
    return false;
  }

  /** Whether this is a single function without a body and without the final semicolon. */
  isBareFunction(tokens: readonly number[]): boolean {
    let at = 0;
    while (this.tree.kind[tokens[at]!] === this.kinds.hash) at += 2;
    if (at >= tokens.length || this.written(tokens[at]!) !== "fn") return false;
    const last = tokens[tokens.length - 1]!;
    return tokens.some((token) => this.isGroup(token, "(")) && this.tree.kind[last] !== this.kinds.semicolon && !this.isGroup(last, "{");
  }

  #isItem(tokens: readonly number[], at: number): boolean {
    const { tree, kinds } = this;
    while (at + 1 < tokens.length && tree.kind[tokens[at]!] === kinds.hash) {
      at++;
      if (tree.kind[tokens[at]!] === kinds.bang) at++;
      at++;
    }
    const token = tokens[at];
    if (token === undefined) return false;
    const word = this.written(token);
    const follower = tokens[at + 1] === undefined ? "" : this.written(tokens[at + 1]!);
    if (ITEM_WORDS.has(word)) return word !== "static" || (follower !== "|" && follower !== "move");
    if (word === "const" || word === "union") return /^\w/.test(follower) && follower !== "move";
    return ITEM_PAIRS[word]?.has(follower) ?? false;
  }

  /**
   * `fn name(pattern in source, …) { … }`, `fn name(…)(pattern in source) -> T { … }`, which is not Rust: the macro calls the function with
   * the values of the sources.
   */
  drawsParameters(tokens: readonly number[], at: number): boolean {
    if (at < 2 || !this.isGroup(tokens[at], "(")) return false;
    const isSecond = this.isGroup(tokens[at - 1], "(");
    if (this.written(tokens[at - (isSecond ? 3 : 2)] ?? 0) !== "fn" || !this.#draws(tokens[at]!)) return false;
    return this.isGroup(tokens[at + 1], "{") || (isSecond && tokens.some((token, k) => k > at && this.isGroup(token, "{")));
  }

  /** `|(pattern in source, …)| body`: the same as a closure. */
  drawsClosure(tokens: readonly number[], from: number, to: number): boolean {
    const { tree, kinds } = this;
    return from + 3 < to && tree.kind[tokens[from]!] === kinds.bar && tree.kind[tokens[from + 2]!] === kinds.bar &&
      this.isGroup(tokens[from + 1], "(") && this.#draws(tokens[from + 1]!);
  }

  #draws(holder: number): boolean {
    return this.tokensOf(holder).some((token) => this.written(token) === "in");
  }

  /** The first colon of an expression that is none of a closure's parameters, or -1. */
  colonIn(tokens: readonly number[], from: number, to: number): number {
    for (let i = from; i < to; i++) {
      i = this.#afterParameters(tokens, i, from, to);
      if (i < to && this.tree.kind[tokens[i]!] === this.kinds.colon) return i;
    }
    return -1;
  }

  /**
   * The position after the parameters of a closure, or the type arguments or the qualified type of a path, that start at `at`; `at` itself
   * if there are none.
   */
  #afterParameters(tokens: readonly number[], at: number, start: number, to: number): number {
    const { tree, kinds } = this;
    const kind = tree.kind[tokens[at]!];
    if (kind === kinds.bar) {
      const before = at === start ? "" : this.written(tokens[at - 1]!);
      if (at !== start && !CLOSURE_BEGINS.has(before)) return at;
      let end = at + 1;
      while (end < to && tree.kind[tokens[end]!] !== kinds.bar) end++;
      return end < to ? end + 1 : at;
    }
    if (kind !== kinds.less) return at;
    const isOperator = at !== start && !TYPE_BEGINS.test(this.written(tokens[at - 1]!)) &&
      !this.typeArguments().includes(tree.start[tokens[at]!]!);
    if (isOperator) return at;
    let depth = 0;
    for (let i = at; i < to; i++) {
      const word = this.written(tokens[i]!);
      if (word === "<") depth++;
      else if (word === ">") depth--;
      else if (word === ">>") depth -= 2;
      if (depth <= 0) return i + 1;
    }
    return at;
  }

  /**
   * The positions of the type arguments in `Name<T>::call()`: not a valid expression, but a macro may have it as an argument and generate a
   * valid one.
   */
  typeArguments(): readonly number[] {
    return this.#typeArguments ??= findTypesInPaths(this.tree.source);
  }

  /** Ranges of `tokens` between separators. */
  split(tokens: readonly number[], from: number, to: number, separator: number): [number, number][] {
    const parts: [number, number][] = [];
    let start = from;
    for (let i = from; i < to; i++) {
      i = this.#afterParameters(tokens, i, start, to);
      if (i >= to || this.tree.kind[tokens[i]!] !== separator) continue;
      if (i > start) parts.push([start, i]);
      start = i + 1;
    }
    if (to > start) parts.push([start, to]);
    return parts;
  }

  /** Whether a token is a bracketed group of the form that `bracket` opens. */
  isGroup(token: number | undefined, bracket: string): boolean {
    return isGroup(this.tree, this.kinds, token, bracket);
  }

  /** Whether the second of the values between commas is `Name::function(…)`, whose type the first may determine. */
  comparesMade(tokens: readonly number[]): boolean {
    const [from, to] = this.split(tokens, 0, tokens.length, this.kinds.comma)[1] ?? [0, 0];
    if (to - from < 4 || !this.isGroup(tokens[to - 1], "(") || !/^\p{Lu}/u.test(this.written(tokens[from]!))) return false;
    for (let i = from + 1; i < to - 1; i++) if (!/^(?:\w+|::)$/.test(this.written(tokens[i]!))) return false;
    return true;
  }

  /** A token as it is written. */
  written(node: number): string {
    return nodeText(this.tree, node);
  }
}

function findTypesInPaths(source: string): number[] {
  const found: number[] = [];
  for (let end = source.indexOf(">::"); end >= 0; end = source.indexOf(">::", end + 1)) {
    let at = end;
    for (let depth = 1; depth > 0 && --at > 0 && !/[;{}]/.test(source[at]!);) {
      depth += source[at] === "<" ? -1 : source[at] === ">" && source[at - 1] !== "-" ? 1 : 0;
    }
    if (source[at] === "<" && /\w/.test(source[at - 1] ?? "")) found.push(at);
  }
  return found;
}
