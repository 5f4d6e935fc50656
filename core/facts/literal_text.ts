/**
 * The texts of string literals that facts keep: paths, addresses and HTTP methods, from which routes are made.
 *
 * Stage: parse -> facts. Invariant: other texts are dropped unless empty, so that facts stay small; `{}` stands for an inserted value.
 */

const LONGEST = 200;
/** The greatest length of a literal that may be an HTTP method, with a prefix of two letters and three quotes on each side. */
const LONGEST_METHOD = 15;
const QUOTED = /^([A-Za-z]{0,2}#*)("""|'''|["'`])([^]*)\2#*$/;
const METHOD = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|ANY)$/i;
const METHOD_AND_PATH = /^[A-Z]+ [^\s]*\/[^\s]*$/;
const PATH = /^[^\s]*\/[^\s]*$/;
/** A word where the caller knows that a path is meant. */
const WORD = /^[^\s]*$/;

/**
 * The text between the quotes of `source` from `start` to `end`; undefined if it is not one to keep.
 * @param isPath whether a path is meant, whatever it looks like
 */
export function readLiteralText(source: string, start: number, end: number, isPath: boolean): string | undefined {
  if (end - start < 2 || end - start > LONGEST + 8) return undefined;
  const literal = source.slice(start, end);
  if (!isPath && literal.length > LONGEST_METHOD && !literal.includes("/") && !literal.includes("#")) return undefined;
  const match = QUOTED.exec(literal);
  if (match === null) return undefined;
  let text = match[3]!;
  if (match[2] === "`") text = text.replaceAll(/\$\{[^}]*\}/g, "{}");
  else if (/^[fF]|[fF]$/.test(match[1]!)) text = text.replaceAll(/\{[^{}]*\}/g, "{}");
  return text === "" || (isPath ? WORD : PATH).test(text) || METHOD.test(text) || METHOD_AND_PATH.test(text) ? text : undefined;
}
