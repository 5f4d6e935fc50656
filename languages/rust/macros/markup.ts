/**
 * Lays out the arguments of markup macros, only parts of which are Rust: `<b title=name()>{ text() }</b>`, `b title=(name()) { (text()) }`,
 * `b { title: name(), {text()} }`.
 *
 * Stage: parse. Invariant: conditions, loops and bindings surround what depends on them, so that names have the same meanings as in the
 * source.
 */
import type { MacroTokens } from "./tokens.ts";

/** Macros that by convention contain markup. */
const TAKES_MARKUP: ReadonlySet<string> = new Set(["html", "html_nested", "view", "rsx"]);
/** Words that precede something other than markup, and do not end a value. */
const STEERS: ReadonlySet<string> = new Set(["if", "else", "for", "match", "while"]);
const WORDS: ReadonlySet<string> = new Set([...STEERS, "move", "async", "return", "in", "let", "mut", "ref", "unsafe"]);

/** The output for the code. */
export interface Pen {
  raw(text: string): void;
  /** Writes tokens unchanged. */
  span(tokens: readonly number[], range: readonly [from: number, to: number]): void;
}

/** Whether the arguments of a macro of this name are parsed as markup, if they look like it. */
export function takesMarkup(name: string): boolean {
  return TAKES_MARKUP.has(name);
}

/** Writes the code in a macro's markup as a block; false if its tokens are not markup. */
export function layOutMarkup(tokens: MacroTokens, all: readonly number[], pen: Pen): boolean {
  const markup = new Markup(tokens, pen);
  if (tokens.written(all[0]!) === "<") markup.block(all, markup.tags);
  else if (markup.holdsSplices(all)) markup.block(all, markup.splices);
  else if (all.some((token, i) => tokens.isGroup(token, "{") && markup.isName(all[i - 1]))) markup.block(all, markup.elements);
  else return false;
  return true;
}

/** How the inside of a pair of brackets is written. */
type Inside = (all: readonly number[]) => void;

class Markup {
  constructor(readonly tokens: MacroTokens, readonly pen: Pen) {}

  block(all: readonly number[], inside: Inside): void {
    this.pen.raw("{");
    inside(all);
    this.pen.raw("}\n");
  }

  isName(token: number | undefined): boolean {
    return token !== undefined && /^[\p{L}_]/u.test(this.tokens.written(token)) && !WORDS.has(this.tokens.written(token));
  }

  /** Whether code is in parentheses of its own, or after `@`. */
  holdsSplices(all: readonly number[]): boolean {
    return all.some((token, i) =>
      this.tokens.isGroup(token, "(") ? !this.isName(all[i - 1]) : this.#is(all, i, "@") ||
        (this.tokens.isGroup(token, "{") && this.isName(all[i - 1]) && this.holdsSplices(this.tokens.tokensOf(token)))
    );
  }

  /** `<b title=name() hint={hint()}>{ text() }</b>`. */
  readonly tags: Inside = (all) => {
    for (let i = 0; i < all.length; i++) {
      if (this.tokens.isGroup(all[i], "{")) this.#code(all[i]!);
      else if (STEERS.has(this.#text(all, i)) && !this.#is(all, i - 1, "=")) i = this.#steered(all, i, this.tags);
      else if (this.#is(all, i, "=") && !this.tokens.isGroup(all[i + 1], "{")) {
        const end = this.#valueEnd(all, i + 1);
        this.#expression(all, i + 1, end);
        i = end - 1;
      }
    }
  };

  /** `b title=(name()) { (text()) @if is() { … } }`. */
  readonly splices: Inside = (all) => {
    for (let i = 0; i < all.length; i++) {
      if (this.tokens.isGroup(all[i], "{")) this.block(this.tokens.tokensOf(all[i]!), this.splices);
      else if (this.tokens.isGroup(all[i], "(") || this.tokens.isGroup(all[i], "[")) this.#expression(all, i, i + 1);
      else if (this.#is(all, i, "@") && this.#is(all, i + 1, "let")) {
        const end = all.findIndex((_, at) => at > i && this.#is(all, at, ";"));
        if (end < 0) return;
        this.pen.span(all, [i + 1, end + 1]);
        i = end;
      } else if (this.#is(all, i, "@") && STEERS.has(this.#text(all, i + 1))) i = this.#steered(all, i + 1, this.splices);
    }
  };

  /** `b { title: name(), {text()} if is() { … } }`. */
  readonly elements: Inside = (all) => {
    for (const [from, to] of this.tokens.split(all, 0, all.length, this.tokens.kinds.comma)) {
      if (this.isName(all[from]) && this.#is(all, from + 1, ":")) {
        this.#expression(all, from + 2, to);
        continue;
      }
      for (let i = from; i < to; i++) {
        if (STEERS.has(this.#text(all, i))) i = this.#steered(all, i, this.elements);
        else if (!this.tokens.isGroup(all[i], "{")) continue;
        else if (this.isName(all[i - 1])) this.block(this.tokens.tokensOf(all[i]!), this.elements);
        else this.#code(all[i]!);
      }
    }
  };

  /**
   * Writes what starts with one of `STEERS` at `at`: the words before the next braces, and the code between them. @returns the position of
   * the braces
   */
  #steered(all: readonly number[], at: number, inside: Inside): number {
    let end = at;
    while (end < all.length && !this.tokens.isGroup(all[end], "{")) end++;
    if (end === all.length) return end;
    this.pen.span(all, [at, end]);
    const block = this.tokens.tokensOf(all[end]!);
    if (this.#is(all, at, "match")) this.#arms(block, inside);
    else this.block(block, inside);
    return end;
  }

  #arms(all: readonly number[], inside: Inside): void {
    this.pen.raw("{");
    for (let i = 0; i < all.length;) {
      const arrow = all.findIndex((_, at) => at >= i && this.#is(all, at, "=>"));
      if (arrow < 0) break;
      this.pen.span(all, [i, arrow + 1]);
      const braces = this.tokens.isGroup(all[arrow + 1], "{") ? this.tokens.tokensOf(all[arrow + 1]!) : undefined;
      let end = arrow + 1;
      while (end < all.length && !this.#is(all, end, ",") && (braces === undefined || end === arrow + 1)) end++;
      this.block(braces ?? all.slice(arrow + 1, end), inside);
      i = this.#is(all, end, ",") ? end + 1 : end;
    }
    this.pen.raw("}\n");
  }

  /** Code between braces: markup again, or statements; `{ for items }` is gone through. */
  #code(braces: number): void {
    const all = this.tokens.tokensOf(braces);
    if (this.#is(all, 0, "<")) return this.block(all, this.tags);
    const isGoneThrough = this.#is(all, 0, "for") && !all.some((_, i) => this.#is(all, i, "in"));
    const from = isGoneThrough || this.#is(all, 0, "..") || this.#is(all, 0, "...") ? 1 : 0;
    this.block(all, () => this.pen.span(all, [from, all.length]));
  }

  #expression(all: readonly number[], from: number, to: number): void {
    if (from >= to) return;
    this.pen.span(all, [from, to]);
    this.pen.raw(";\n");
  }

  /** The position after the value of an attribute that starts at `at`: before the end of its tag, or the name of the next. */
  #valueEnd(all: readonly number[], at: number): number {
    for (let i = at; i < all.length; i++) {
      if (this.#is(all, i, ">") || (this.#is(all, i, "/") && this.#is(all, i + 1, ">"))) return i;
      if (i > at && this.isName(all[i]) && this.#endsValue(all[i - 1]!)) return i;
    }
    return all.length;
  }

  #endsValue(token: number): boolean {
    const { tree, kinds } = this.tokens;
    return this.isName(token) || tree.kind[token] === kinds.tokens || /^["'\d]/.test(this.tokens.written(token));
  }

  #text(all: readonly number[], i: number): string {
    return all[i] === undefined ? "" : this.tokens.written(all[i]!);
  }

  #is(all: readonly number[], i: number, text: string): boolean {
    return this.#text(all, i) === text;
  }
}
