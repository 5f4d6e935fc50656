/**
 * The parts of a declaration as written: modifiers, parameters with their types and defaults, result.
 *
 * Stage: comparison of two refs. Pure, and independent of the language: brackets, commas, `:` and `=` mean the same in all of them.
 * Invariant: what cannot be parsed is kept as text; nothing is invented.
 */
import { escapePattern } from "../base/pattern_text.ts";
import { matching, splitTop } from "./brackets.ts";

/** One parameter as written. `type` and `standard` (the default value) are "" if absent. */
export interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly standard: string;
  /** Accepts any number of arguments. */
  readonly rest: boolean;
  /** May be omitted although it has no default value. */
  readonly optional: boolean;
  /** How an argument can be passed to it, in languages with named arguments. */
  readonly by: "either" | "place" | "name";
}

/** A parsed declaration. Every part is as written, "" if absent. */
export interface Declaration {
  /** The words before the name: `export`, `async`, `pub(crate)`, `static`, the keyword itself. */
  readonly modifiers: readonly string[];
  readonly typeParameters: string;
  /** `self`, `&mut self`, `(j *Job)`; "" if it has none. */
  readonly receiver: string;
  /** Undefined if the declaration has no parameter list. */
  readonly parameters: readonly Parameter[] | undefined;
  readonly result: string;
  /** The number of results, if they follow the parameters without a separator (Go); otherwise undefined. */
  readonly results?: number;
}

/** What the extractor knows about the parameters. */
export interface ParameterFacts {
  /** The names of the parameters without the receiver; "" for one that is destructured or unnamed. */
  readonly names: readonly string[];
  /** Whether the first parameter is the receiver. */
  readonly receiver: boolean;
}

/**
 * Parses a declaration.
 * @param text starts at the beginning of the definition, without comments; it may continue after the result
 */
export function parseDeclaration(text: string, name: string, facts: ParameterFacts): Declaration {
  const at = findName(text, name);
  const head = text.slice(0, Math.max(0, at));
  const before = splitTop(head, /\s/).map((word) => word.trim()).filter((word) => word !== "");
  const receiverGroup = before.find((word) => word.startsWith("("));
  const modifiers = before.filter((word) => word !== receiverGroup && !word.startsWith("@") && !word.startsWith("#["));
  const open = at < 0 ? -1 : findOpening(text, at + name.length);
  if (open < 0) return { modifiers, typeParameters: "", receiver: receiverGroup ?? "", parameters: undefined, result: "" };
  if (/=\s*async\s*$/.test(text.slice(at + name.length, open))) modifiers.push("async");
  const close = matching(text, open);
  const all = splitTop(text.slice(open + 1, close), ",").map(squeeze).filter((part) => part !== "");
  const own = facts.receiver && receiverGroup === undefined ? all.shift() : undefined;
  const written = all.filter((part) => !isMark(part));
  return {
    modifiers,
    typeParameters: squeeze(text.slice(at + name.length, open).replace(/^[\s?!]*[:=].*$/s, "")),
    receiver: own ?? receiverGroup ?? "",
    parameters: withPassing(
      shareTypes(written.map((part, i) => parseParameter(part, facts.names[i], written.length === facts.names.length))),
      all,
    ),
    ...parseResult(text.slice(close + 1)),
  };
}

/** Replaces line and block comments by blanks. A `#` counts only between blanks. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*|(?<=\s)#\s[^\n]*/g, " ");
}

/**
 * The offset in the source at which a signature ends; undefined if the source does not begin with it. The signature has no comments and
 * condensed white space; extra white space, comments and trailing commas in the source are skipped.
 */
export function endOfSignature(source: string, signature: string): number | undefined {
  const more = /\s+|\/\*[\s\S]*?\*\/|\/\/[^\n]*|#[^\n]*|,/y;
  let at = 0;
  for (const char of signature.replace(/\s+/g, "")) {
    while (source[at] !== char) {
      more.lastIndex = at;
      if (!more.test(source)) return undefined;
      at = more.lastIndex;
    }
    at++;
  }
  return at;
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, " ").replace(/,?\s*$/, "").trim();
}

/** The offset of the declared name: before a list, a type or a value; otherwise its first occurrence as a word. */
function findName(text: string, name: string): number {
  const escaped = escapePattern(name);
  const declared = new RegExp(`(?<![\\p{L}\\p{N}_$])${escaped}(?=\\s*[(<\\[=:?!])`, "u").exec(text);
  return declared?.index ?? new RegExp(`(?<![\\p{L}\\p{N}_$])${escaped}(?![\\p{L}\\p{N}_$])`, "u").exec(text)?.index ?? -1;
}

/**
 * The offset of the next `(` after type parameters, or after `=` if a function is assigned; -1 if a body or the end of the statement comes
 * first.
 */
function findOpening(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const char = text[i]!;
    if (char === "(") return i;
    if (char === "{" || char === ";") return -1;
    if (char === "<" || char === "[") i = matching(text, i);
  }
  return -1;
}

/** A parameter without `by`, which depends on its neighbors. */
type Parsed = Omit<Parameter, "by">;

/** Whether an entry of a parameter list is a marker: parameters before `/` are positional-only, those after `*` keyword-only. */
function isMark(part: string): boolean {
  return part === "/" || part === "*";
}

/**
 * Adds to each parameter how it is passed.
 * @param written the list with its markers; variadic parameters (`*args`, `**options`) divide it the same way
 */
function withPassing(parameters: readonly Parsed[], written: readonly string[]): Parameter[] {
  const slash = written.indexOf("/");
  let [next, by]: [number, Parameter["by"]] = [0, slash < 0 ? "either" : "place"];
  const passed: Parameter[] = [];
  for (const part of written) {
    if (isMark(part)) {
      by = part === "/" ? "either" : "name";
      continue;
    }
    const parameter = parameters[next++]!;
    if (!parameter.rest) passed.push({ ...parameter, by });
    else {
      passed.push({ ...parameter, by: part.startsWith("**") ? "name" : "place" });
      by = "name";
    }
  }
  return passed;
}

/** @param aligned whether `name` is known to be the name of this parameter */
function parseParameter(written: string, name: string | undefined, aligned: boolean): Parsed & { readonly colon: boolean } {
  const plain = written.replace(/^(@[\w.]+(\([^)]*\))?\s*)+/, "");
  const [left, ...values] = splitTop(plain, "=");
  const hasValue = values.length > 0 && !values[0]!.startsWith(">");
  const declared = hasValue ? left!.trim() : plain;
  const standard = hasValue ? values.join("=").trim() : "";
  const [first, ...types] = splitTop(declared, ":");
  const colon = types.length > 0;
  const rest = /^\s*(\*|\.\.\.)/.test(declared) || /\s\.\.\./.test(declared);
  const optional = /\?\s*$/.test(first!);
  const bare = first!.replace(/^[\s*.&]+/, "").replace(/[?\s]+$/, "");
  if (/^[[{(]/.test(bare)) return { name: squeeze(bare), type: types.join(":").trim(), standard, rest, optional, colon };
  if (colon) return { name: bare.split(/\s/).at(-1)!, type: types.join(":").trim(), standard, rest, optional, colon };
  const words = splitTop(bare, /\s/).filter((word) => word !== "");
  // Only a type: the extractor found no name there.
  if (aligned && (name === "" || name === undefined) && /^[\p{L}*[]/u.test(first!.trim())) {
    return { name: "", type: declared, standard, rest: /^\s*\.\.\./.test(declared), optional, colon };
  }
  return { name: words[0] ?? bare, type: words.slice(1).join(" "), standard, rest, optional, colon };
}

/** `a, b int`: a type written once after several names is the type of each. */
function shareTypes(parameters: readonly (Parsed & { readonly colon: boolean })[]): Parsed[] {
  let shared = "";
  const reversed = [...parameters].reverse().map(({ colon, ...parameter }) => {
    if (colon || parameter.standard !== "") shared = "";
    else if (parameter.type !== "") shared = parameter.type;
    else if (parameter.name !== "") return { ...parameter, type: shared };
    return parameter;
  });
  return reversed.reverse();
}

/** Parses what follows the parameters, up to the body. */
function parseResult(rest: string): Pick<Declaration, "result" | "results"> {
  const match = /^\s*(?:->|:(?![^\S\n]*\n))?\s*/.exec(rest)!;
  const marked = match[0].trim() !== "";
  const text = rest.slice(match[0].length);
  if (!marked && /^(=>|\{|;|$|\n)/.test(text.trimStart())) return { result: "" };
  let end = 0;
  for (; end < text.length; end++) {
    const char = text[end]!;
    if (char === "(" || char === "[" || char === "<" || (char === "{" && end === 0)) end = matching(text, end);
    else if (
      char === "{" || char === ";" || (char === ":" && text[end + 1] !== ":" && text[end - 1] !== ":") || text.startsWith("=>", end)
    ) break;
    else if (char === "=" || text.startsWith("where ", end)) break;
  }
  const result = squeeze(text.slice(0, end));
  if (marked || result === "") return { result };
  return { result, results: result.startsWith("(") ? splitTop(result.slice(1, matching(result, 0)), ",").length : 1 };
}
