/**
 * Rewrites code that the grammar cannot parse, without moving anything.
 *
 * Stage: parse. Used only for texts that did not parse. Within brackets a line may be indented less than the surrounding block, but where
 * the grammar expects an operand (`a and`, `key =`) it loses track of the brackets, and takes such a line, even a comment's, for the end of
 * the block. Of newer language versions it supports neither lazy imports nor mappings unpacked by a comprehension. Invariant: equal length;
 * names, literals and positions are read from the original source.
 */

/** A text with its quotes, a comment, a bracket, or the first word of a line. */
const TOKEN =
  /"""[^"\\]*(?:(?:\\.|"{1,2}(?!"))[^"\\]*)*"""|'''[^'\\]*(?:(?:\\.|'{1,2}(?!'))[^'\\]*)*'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|#[^\n]*|[()[\]{}]|(?<=^[ \t]*)[a-z@]+/gms;
/** The start of a statement, which is not a line within brackets: an earlier bracket was not closed. */
const STATEMENT = /^(?:assert|break|class|continue|def|del|global|import|nonlocal|pass|raise|return|try|while|with|@)$/;

/** `lazy import a`, `lazy from a import b`: the first word is not a name there. */
const LAZY = /(?<=^[ \t]*|;[ \t]*)lazy([ \t]+)(import|from)\b/gm;
/** `{**one for one in all}`: parsed as a set, which says nothing about its keys. */
const UNPACKED = /(?<=\{\s*)\*\*(?=(?:[^{}(),#]|\([^(){}]*\))*\bfor\b)/g;

/** See the plugin contract. */
export function repairText(source: string): string {
  const known = source.replace(LAZY, (_, gap: string, word: string) => `${word}${gap}    `).replace(UNPACKED, " *");
  return withOneLineBrackets(known);
}

function withOneLineBrackets(source: string): string {
  let repaired = "";
  let done = 0;
  let depth = 0;
  let opened = 0;
  let comments: [number, number][] = [];
  for (const { 0: token, index } of source.matchAll(TOKEN)) {
    const first = token[0]!;
    if ("([{".includes(first)) {
      if (depth++ === 0) [opened, comments] = [index, []];
    } else if (depth === 0) {
      continue;
    } else if (first === "#") {
      comments.push([index, index + token.length]);
    } else if (")]}".includes(first)) {
      if (--depth > 0) continue;
      repaired += source.slice(done, opened) + onOneLine(source, opened, index, comments);
      done = index;
    } else if (STATEMENT.test(token)) depth = 0;
  }
  return repaired + source.slice(done);
}

/** The text between two places without line breaks and `comments`. */
function onOneLine(source: string, from: number, to: number, comments: readonly (readonly [number, number])[]): string {
  let text = "";
  let at = from;
  for (const [start, end] of comments) {
    text += source.slice(at, start) + " ".repeat(end - start);
    at = end;
  }
  return (text + source.slice(at, to)).replace(/[\r\n]/g, " ");
}
