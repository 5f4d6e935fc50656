/**
 * Rewrites Flow's own types so that the grammar of TypeScript can parse them, without moving anything.
 *
 * Stage: parse. Runs only on texts that contain `@flow` and did not parse. One pass from the first character to the last; what is scanned
 * ahead is inside one pair of brackets and is either skipped afterwards or short, so the cost stays linear. Invariant: the length and every
 * line break stay; names, literals and comments stay except for the spreads of a type, which TypeScript cannot write.
 */
import { bracketStep } from "./bracket_depth.ts";

/** In the head of a file: that it is to be read as Flow. */
const ASKS_FOR_FLOW = /@flow\b/;
const HEAD = 4000;
const WORD = /[A-Za-z_$][\w$]*/y;
/** After a sign: the name or the key that it makes readable or writable only. */
const SIGNED = /[A-Za-z_$][\w$]*|\[/y;
const SIGNED_FIELD = /[A-Za-z_$][\w$]*\s{0,20}\??\s{0,20}:|\[/y;
/** A type parameter with a bound. */
const BOUND = /\s{0,200}[+-]?[A-Za-z_$][\w$]*\s{0,20}:(?!:)/y;
/** The longest list of type parameters that is looked at. */
const LONGEST_PARAMETERS = 500;

interface Edit {
  readonly start: number;
  readonly end: number;
  /** The replacement; blanks if it is not given. */
  readonly text?: string;
}

/** Whether a file is marked as Flow. */
export function isFlow(source: string): boolean {
  return ASKS_FOR_FLOW.test(source.slice(0, HEAD));
}

/** Blanks in a text's place; its lines stay. */
export function blank(text: string): string {
  return text.replace(/[^\r\n]/g, " ");
}

/**
 * The text with what only Flow has blanked out: maybe types, exact and inexact objects, spreads, variance, bounds, `opaque`, `import
 * typeof`.
 */
export function repairFlow(source: string): string {
  return new FlowReader(source).read();
}

class FlowReader {
  readonly #edits: Edit[] = [];
  /** For each open bracket: whether a type is in it. */
  readonly #inType: boolean[] = [];
  /** The depth of brackets of the type of `type X =`; -1 outside of one. */
  #alias = -1;
  /** `type X` was read, and not yet its `=`. */
  #naming = false;
  #importing = false;
  /** Offsets of the colons before a type parameter's bound. */
  readonly #bounds = new Set<number>();
  /** The offset of the last character that is neither blank nor comment. */
  #last = -1;
  #lastWord = "";

  constructor(readonly source: string) {}

  read(): string {
    for (let at = 0; at < this.source.length;) at = this.#step(at);
    let text = "";
    let from = 0;
    for (const { start, end, text: instead } of this.#edits) {
      text += this.source.slice(from, start) + (instead ?? blank(this.source.slice(start, end)));
      from = end;
    }
    return text + this.source.slice(from);
  }

  /** Reads what starts at `at`; returns the offset after it. */
  #step(at: number): number {
    const { source } = this;
    if (source.charCodeAt(at) <= 32) return at + 1;
    const behind = endOfLiteral(source, at);
    if (behind > at) {
      if (source[at] !== "/") this.#last = behind - 1;
      return behind;
    }
    WORD.lastIndex = at;
    const word = WORD.exec(source)?.[0];
    return word !== undefined ? this.#readWord(word, at) : this.#readSign(source[at]!, at);
  }

  #readWord(word: string, at: number): number {
    const end = at + word.length;
    const drops = word === "opaque" ? /^\s{1,20}type\b/.test(this.source.slice(end, end + 30)) : word === "typeof" && this.#importing;
    if (drops) {
      this.#edits.push({ start: at, end });
      return end;
    }
    if (word === "import" || word === "from") this.#importing = word === "import";
    if (word === "type" && this.#alias < 0) this.#naming = /^\s{1,20}[A-Za-z_$]/.test(this.source.slice(end, end + 30));
    this.#last = end - 1;
    this.#lastWord = word;
    return end;
  }

  #readSign(sign: string, at: number): number {
    const end = this.#dropSign(sign, at);
    if (end > at) return end;
    if (sign === "(" || sign === ";") this.#importing = this.#naming = false;
    if (sign === "=" && this.#naming) {
      this.#naming = false;
      this.#alias = this.#inType.length;
    }
    if (sign === ";" && this.#alias >= this.#inType.length) this.#alias = -1;
    if (sign === "{" || sign === "(" || sign === "[") this.#inType.push(this.#opensType(at));
    else if (sign === "}" || sign === ")" || sign === "]") {
      this.#inType.pop();
      if (this.#alias > this.#inType.length) this.#alias = -1;
    } else if (sign === "<") this.#readBounds(at);
    this.#last = at;
    return at + 1;
  }

  /** Blanks out a sign that only Flow has; returns the offset after it, `at` if it is none. */
  #dropSign(sign: string, at: number): number {
    const { source } = this;
    const before = source[this.#last] ?? "";
    if (sign === "." && source.startsWith("...", at)) {
      const end = endOfSpread(source, at + 3, this.#inType.at(-1) === true && source[at + 3] !== "(");
      return end > at ? this.#drop(at, end) : at;
    }
    if (sign === "?") {
      const stands = ":<|,(=[&".includes(before) || (before === ">" && source[this.#last - 1] === "=");
      return stands && /^\s{0,20}[\w$({[?*'"]/.test(source.slice(at + 1, at + 30)) ? this.#drop(at, at + 1) : at;
    }
    if (sign === "+" || sign === "-") {
      const pattern = before === "}" ? SIGNED_FIELD : SIGNED;
      pattern.lastIndex = at + 1;
      const stands = "{},;<".includes(before) || (this.#lastWord === "static" && this.#last === at - 2);
      return before !== "" && stands && pattern.test(source) ? this.#drop(at, at + 1) : at;
    }
    if (sign === ":" && this.#bounds.has(at)) this.#edits.push({ start: at, end: at + 1, text: "=" });
    if (sign !== "|") return at;
    const isExact = source[at + 1] === "}" || (before === "{" && this.#last === at - 1 && source[at + 1] !== "|");
    return isExact ? this.#drop(at, at + 1) : at;
  }

  #drop(start: number, end: number): number {
    this.#edits.push({ start, end });
    return end;
  }

  /** Whether the bracket at `at` is in a type: inside an open one, in an alias, in type arguments, or because it is an exact object. */
  #opensType(at: number): boolean {
    if (this.#inType.at(-1) === true || this.#alias >= 0) return true;
    const isExact = this.source[at + 1] === "|" && this.source[at + 2] !== "|";
    return isExact || (this.source[at] === "{" && this.source[this.#last] === "<");
  }

  /** `<T: Base>`: the bound becomes the default, which is what is known of `T`. */
  #readBounds(at: number): void {
    const { source } = this;
    if (this.#last !== at - 1 || !/[\w$]/.test(source[this.#last] ?? "")) return;
    const limit = Math.min(source.length, at + LONGEST_PARAMETERS);
    for (let from = at + 1; from < limit;) {
      BOUND.lastIndex = from;
      const found = BOUND.exec(source);
      if (found !== null) this.#bounds.add(BOUND.lastIndex - 1);
      else if (from === at + 1) return;
      from = endOfElement(source, from, limit);
      if (source[from] !== ",") return;
      from++;
    }
  }
}

/** The offset after the string, template or comment that starts at `at`; `at` if none does. A string ends with its line at the latest. */
function endOfLiteral(text: string, at: number): number {
  const sign = text[at]!;
  if (sign === "/" && text[at + 1] === "/") return endOr(text, text.indexOf("\n", at));
  if (sign === "/" && text[at + 1] === "*") return endOr(text, text.indexOf("*/", at + 2), 2);
  if (sign !== "'" && sign !== '"' && sign !== "`") return at;
  let i = at + 1;
  while (i < text.length && text[i] !== sign && (sign === "`" || text[i] !== "\n")) i += text[i] === "\\" ? 2 : 1;
  return Math.min(text.length, i + 1);
}

function endOr(text: string, found: number, length = 0): number {
  return found < 0 ? text.length : found + length;
}

/**
 * The end of what is to be blanked out of a spread whose dots end at `at`: the dots of an inexact object, the whole element (and its comma)
 * of a type's; else nothing (0).
 */
function endOfSpread(text: string, at: number, inType: boolean): number {
  let next = at;
  while (next < text.length) {
    const end = text.charCodeAt(next) <= 32 ? next + 1 : text[next] === "/" ? endOfLiteral(text, next) : next;
    if (end === next) break;
    next = end;
  }
  const closes = (from: number) => text[from] === "}" || (text[from] === "|" && text[from + 1] === "}");
  if (closes(next)) return at;
  if (text[next] === "," && /^\s{0,200}\|?\}/.test(text.slice(next + 1, next + 204))) return next + 1;
  if (!inType) return 0;
  const end = endOfElement(text, next, text.length);
  return text[end] === "," || text[end] === ";" ? end + 1 : end;
}

/** The offset of the comma, semicolon or closing bracket after the element of a list that starts at `at`. */
function endOfElement(text: string, at: number, limit: number): number {
  let depth = 0;
  for (let i = at; i < limit;) {
    const behind = endOfLiteral(text, i);
    if (behind > i) {
      i = behind;
      continue;
    }
    const c = text[i]!;
    if (depth === 0 && (c === "," || c === ";" || (c === "|" && text[i + 1] === "}"))) return i;
    depth += bracketStep(text, i);
    if (depth < 0) return i;
    i++;
  }
  return limit;
}
