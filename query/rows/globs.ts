/**
 * Patterns of names, as SQLite's GLOB reads them: `*`, `?` and `[…]` stand for others than themselves.
 *
 * Stage: query. Pure.
 */
import { CallgroveError } from "../../core/errors.ts";

/** Whether anything in a text stands for something else than itself. */
export function isGlob(text: string): boolean {
  return /[*?[]/.test(text);
}

/** `*[lL]oad` of `*load`: words begin with a small letter or a capital, by where in a name they stand; "" where the pattern begins otherwise. */
export function inEitherCase(pattern: string): string {
  const first = /^\*+(?=[A-Za-z])/.exec(pattern)?.[0].length ?? 0;
  const letter = pattern.charAt(first);
  return first === 0 ? "" : `${pattern.slice(0, first)}[${letter.toLowerCase()}${letter.toUpperCase()}]${pattern.slice(first + 1)}`;
}

/** What a pattern says of a name itself; "" where it says nothing. */
export function withoutWildcards(pattern: string): string {
  return pattern.replace(/[*?]|\[[^\]]*\]/g, "");
}

/** A text as a pattern that means it alone. */
export function escapeGlob(text: string): string {
  return text.replace(/[*?[]/g, "[$&]");
}

/**
 * The pattern, if it is one.
 * @throws CallgroveError invalid_input for an unclosed bracket, with what to write instead.
 */
export function checkGlob(written: string): string {
  const pattern = written.trim();
  if (pattern === "" || pattern.includes("\0")) {
    throw new CallgroveError("invalid_input", `Cannot search for ${JSON.stringify(written)}: it is no name`, {
      hint: "Give a name or a glob: load, load*, *Handler, Job.*, get[A-Z]*.",
      data: { parameter: "name_pattern" },
    });
  }
  const open = pattern.replace(/\[\^?\]?[^\]]*\]/g, "").indexOf("[");
  if (open < 0) return pattern;
  const itself = pattern.replace(/\[(?!.*\])/, "[[]");
  // Closed with nothing in it, it would mean no letter at all.
  const isEmpty = /\[\^?$/.test(pattern);
  throw new CallgroveError("invalid_input", `Cannot search for "${pattern}": a bracket is not closed`, {
    hint: isEmpty ? `For a bracket itself write [[]: ${itself}` : `Close it (${pattern}]), or write [[] for a bracket itself: ${itself}`,
    data: { parameter: "name_pattern", did_you_mean: [isEmpty ? itself : `${pattern}]`] },
  });
}

/** What makes a text a regular expression, and no name or glob. */
const EXPRESSION = /^\/?\^|\$\/?$|\||\.[*+]|\\[bw.]|^\(\?i\)/;
/** What a glob has no sign for. */
const UNTOLD = /[()+{}\\^$]/;

/** Globs for a pattern that was written as a regular expression (`^load`, `load|save`); none where it is none, or says more than globs can. */
export function globsOf(written: string): string[] {
  if (!EXPRESSION.test(written)) return [];
  const whole = written.replace(/^\(\?i\)/, "").replace(/^\/(.*)\/[a-z]*$/, "$1").replace(/^\(([^()]*)\)$/, "$1");
  const globs = whole.split("|").map((one) => {
    const [from, to] = [one.startsWith("^") ? "" : "*", one.endsWith("$") ? "" : "*"];
    const inner = one.replace(/^\^|\$$/g, "").replaceAll(/\\b/g, "").replaceAll(/(?:\.|\\w)[*+]\??/g, "*").replaceAll("\\.", "\0");
    return `${from}${inner.replaceAll(".", "?").replaceAll("\0", ".")}${to}`.replace(/\*{2,}/g, "*");
  });
  return globs.some((glob) => UNTOLD.test(glob) || withoutWildcards(glob) === "") ? [] : [...new Set(globs)];
}
