/**
 * Patterns for names in the syntax of SQLite's GLOB: `*`, `?` and `[…]` are wildcards.
 *
 * Stage: query. Pure.
 */
import { CallgroveError } from "../../core/errors.ts";

/** Whether a text contains wildcards. */
export function isGlob(text: string): boolean {
  return /[*?[]/.test(text);
}

/**
 * `*[lL]oad` for `*load`, since a word begins in lower or upper case depending on its position in a name; "" for a pattern that begins
 * otherwise.
 */
export function inEitherCase(pattern: string): string {
  const first = /^\*+(?=[A-Za-z])/.exec(pattern)?.[0].length ?? 0;
  const letter = pattern.charAt(first);
  return first === 0 ? "" : `${pattern.slice(0, first)}[${letter.toLowerCase()}${letter.toUpperCase()}]${pattern.slice(first + 1)}`;
}

/** A pattern without its wildcards. */
export function withoutWildcards(pattern: string): string {
  return pattern.replace(/[*?]|\[[^\]]*\]/g, "");
}

/** A pattern that matches exactly a text. */
export function escapeGlob(text: string): string {
  return text.replace(/[*?[]/g, "[$&]");
}

/**
 * The trimmed pattern, if it is valid.
 * @throws CallgroveError invalid_input for an unclosed bracket, with a correction
 */
export function checkGlob(written: string): string {
  const pattern = written.trim();
  if (pattern === "" || pattern.includes("\0")) {
    throw new CallgroveError("invalid_input", `Cannot search for ${JSON.stringify(written)}: it is not a name`, {
      hint: "Give a name or a glob: load, load*, *Handler, Job.*, get[A-Z]*.",
      data: { parameter: "name_pattern" },
    });
  }
  const open = pattern.replace(/\[\^?\]?[^\]]*\]/g, "").indexOf("[");
  if (open < 0) return pattern;
  const itself = pattern.replace(/\[(?!.*\])/, "[[]");
  // Closing an empty set would match nothing.
  const isEmpty = /\[\^?$/.test(pattern);
  throw new CallgroveError("invalid_input", `Cannot search for "${pattern}": a bracket is not closed`, {
    hint: isEmpty ? `For a bracket itself write [[]: ${itself}` : `Close it (${pattern}]), or write [[] for a bracket itself: ${itself}`,
    data: { parameter: "name_pattern", did_you_mean: [isEmpty ? itself : `${pattern}]`] },
  });
}

/** What marks a text as a regular expression rather than a name or glob. */
const EXPRESSION = /^\/?\^|\$\/?$|\||\.[*+]|\\[bw.]|^\(\?i\)/;
/** Syntax of regular expressions that globs lack. */
const NOT_KNOWN = /[()+{}\\^$]/;

/** Globs for a pattern written as a regular expression (`^load`, `load|save`); empty if it is none, or if globs cannot express it. */
export function globsOf(written: string): string[] {
  if (!EXPRESSION.test(written)) return [];
  const whole = written.replace(/^\(\?i\)/, "").replace(/^\/(.*)\/[a-z]*$/, "$1").replace(/^\(([^()]*)\)$/, "$1");
  const globs = whole.split("|").map((one) => {
    const [from, to] = [one.startsWith("^") ? "" : "*", one.endsWith("$") ? "" : "*"];
    const inner = one.replace(/^\^|\$$/g, "").replaceAll(/\\b/g, "").replaceAll(/(?:\.|\\w)[*+]\??/g, "*").replaceAll("\\.", "\0");
    return `${from}${inner.replaceAll(".", "?").replaceAll("\0", ".")}${to}`.replace(/\*{2,}/g, "*");
  });
  return globs.some((glob) => NOT_KNOWN.test(glob) || withoutWildcards(glob) === "") ? [] : [...new Set(globs)];
}
