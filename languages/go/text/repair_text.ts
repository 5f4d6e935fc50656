/**
 * Writes what the grammar cannot read in a way that it can, without moving anything.
 *
 * Stage: parse. Runs only on texts that did not parse. Invariant: the same length; names and literals are read from the source.
 */
import { endOfBrackets, endOfType, skipBlank } from "./end_of_type.ts";

/** `new(f(x))`, since Go 1.26: the grammar knows types alone there, and any expression in the call of another name. */
const NEW = /\bnew(?=\()/g;
/** Where type parameters of a method begin, since Go 1.27: the grammar knows those of functions alone. */
const METHOD_PARAMETERS = /^func\s{0,20}\([^()\n]{0,300}\)\s{0,20}\w{1,200}(?=\[)/gm;

/** See the plugin contract. */
export function repairText(source: string): string {
  return withJoinedParameters(source.replace(NEW, (name, offset: number) => isGivenValue(source, offset + name.length + 1) ? "ne_" : name));
}

/**
 * Writes type parameters of a method before its parameters: `Map[U any](f func(T) U)` as `Map(U any, f func(T) U)`. Where a list of parameters begins
 * with `[` in the source, the first of them are types.
 */
function withJoinedParameters(source: string): string {
  let text = "";
  let last = 0;
  for (const { index, 0: { length } } of source.matchAll(METHOD_PARAMETERS)) {
    const start = index + length;
    const end = endOfBrackets(source, start);
    if (end < 0 || source[end] !== "(") continue;
    const inner = source.slice(start + 1, end - 1);
    text += `${source.slice(last, start)}(${withPlainBounds(inner)}${/,\s*$/.test(inner) ? "  " : ", "}`;
    last = end + 1;
  }
  return text + source.slice(last);
}

const COMMENT = /\/\/[^\n]*|\/\*[^]*?\*\//g;
const BRACKETS = String.raw`\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^[\]]*(?:\[[^[\]]*\][^[\]]*)*\]`;
const IN_BRACKETS = new RegExp(BRACKETS, "g");
/** A type parameter with its bound. */
const BOUNDED = new RegExp(String.raw`([\p{L}_][\p{L}\p{N}_]*[ \t]+)((?:${BRACKETS}|[^,{}()[\]])+)`, "gu");

/** Type parameters whose bounds are types: a parameter list contains no unions. */
function withPlainBounds(parameters: string): string {
  return parameters.replace(COMMENT, (comment) => comment.replace(/[^\n]/g, " ")).replace(BOUNDED, (_all, name: string, bound: string) => {
    const isUnion = bound.replace(IN_BRACKETS, "").includes("|");
    return name + (isUnion ? "any".padEnd(bound.length) : bound.replace(/^~/, " "));
  });
}

/** Whether the brackets that open before `start` contain something other than a single type. */
function isGivenValue(source: string, start: number): boolean {
  if (source[start] === ")") return false;
  let end = skipBlank(source, endOfType(source, start));
  if (source[end] === ",") end = skipBlank(source, end + 1);
  return source[end] !== ")";
}
