/**
 * The parts of a declaration as written: modifiers, parameters with their types and defaults, result.
 *
 * Stage: comparison of two refs. Pure, and knows no language by name: brackets, commas, `:` and `=` mean the same in all of them.
 * Invariant: what cannot be taken apart is kept as text; nothing is invented.
 */
import { escapePattern } from "../base/pattern_text.ts";
import { matching, splitTop } from "./brackets.ts";

/** One parameter as written. `type` and `standard` (the default) are "" where there is none. */
export interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly standard: string;
  /** Takes any number of arguments. */
  readonly rest: boolean;
  /** May be left out though it has no default. */
  readonly optional: boolean;
  /** How an argument is handed over to it, in languages in which arguments may be named. */
  readonly by: "either" | "place" | "name";
}

/** A declaration taken apart; every part as written, "" where there is none. */
export interface Declaration {
  /** Words before the name: `export`, `async`, `pub(crate)`, `static`, the keyword itself. */
  readonly modifiers: readonly string[];
  readonly typeParameters: string;
  /** `self`, `&mut self`, `(j *Job)`; "" if it has none. */
  readonly receiver: string;
  /** Undefined where the declaration has no list of parameters. */
  readonly parameters: readonly Parameter[] | undefined;
  readonly result: string;
  /** Of how many results it is a list, where a declaration has one behind the parameters with no mark between (Go); undefined where it has none. */
  readonly results?: number;
}

/** What the extractor knows of the parameters. */
export interface ParameterFacts {
  /** Names of the parameters without the receiver; "" for one that is taken apart or has none. */
  readonly names: readonly string[];
  /** Whether the first parameter is the receiver. */
  readonly receiver: boolean;
}

/**
 * Takes a declaration apart.
 * @param text from the beginning of the definition, without comments; what follows the result may be there or not
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
    parameters: withHanding(
      shareTypes(written.map((part, i) => parseParameter(part, facts.names[i], written.length === facts.names.length))),
      all,
    ),
    ...parseResult(text.slice(close + 1)),
  };
}

/** Line and block comments become blanks. A `#` counts only where it stands between blanks. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*|(?<=\s)#\s[^\n]*/g, " ");
}

/**
 * Where a signature, which has no comments and is squeezed, ends in its source; undefined where it is not the beginning of the source.
 * What the source has more is skipped: blanks, comments, a comma at the end of a list.
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

/** Where the name is declared: before a list, a type or a value; else where it first stands as a word. */
function findName(text: string, name: string): number {
  const escaped = escapePattern(name);
  const declared = new RegExp(`(?<![\\p{L}\\p{N}_$])${escaped}(?=\\s*[(<\\[=:?!])`, "u").exec(text);
  return declared?.index ?? new RegExp(`(?<![\\p{L}\\p{N}_$])${escaped}(?![\\p{L}\\p{N}_$])`, "u").exec(text)?.index ?? -1;
}

/** The next `(` behind type parameters, or behind `=` where a function is assigned; -1 if a body or a statement's end comes first. */
function findOpening(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const char = text[i]!;
    if (char === "(") return i;
    if (char === "{" || char === ";") return -1;
    if (char === "<" || char === "[") i = matching(text, i);
  }
  return -1;
}

/** A parameter but for how it is handed over, which its neighbours tell. */
type Parsed = Omit<Parameter, "by">;

/** Whether what stands among parameters is none: those before `/` have no names for a caller, those behind `*` no places. */
function isMark(part: string): boolean {
  return part === "/" || part === "*";
}

/** @param written the list with its marks; those that take further arguments part it as these do (`*args`, `**options`) */
function withHanding(parameters: readonly Parsed[], written: readonly string[]): Parameter[] {
  const slash = written.indexOf("/");
  let [next, by]: [number, Parameter["by"]] = [0, slash < 0 ? "either" : "place"];
  const handed: Parameter[] = [];
  for (const part of written) {
    if (isMark(part)) {
      by = part === "/" ? "either" : "name";
      continue;
    }
    const parameter = parameters[next++]!;
    if (!parameter.rest) handed.push({ ...parameter, by });
    else {
      handed.push({ ...parameter, by: part.startsWith("**") ? "name" : "place" });
      by = "name";
    }
  }
  return handed;
}

/** @param aligned `name` is known to be that of this parameter */
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
  // A type alone: the extractor found no name there.
  if (aligned && (name === "" || name === undefined) && /^[\p{L}*[]/u.test(first!.trim())) {
    return { name: "", type: declared, standard, rest: /^\s*\.\.\./.test(declared), optional, colon };
  }
  return { name: words[0] ?? bare, type: words.slice(1).join(" "), standard, rest, optional, colon };
}

/** `a, b int`: a type written once behind several names is the type of each. */
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

/** What follows the parameters, up to the body. */
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
