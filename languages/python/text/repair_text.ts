/**
 * Writes what the grammar cannot read in a way that it can, without moving anything.
 *
 * Stage: parse. Runs only on texts that did not parse. Within brackets a line may begin further left than the block around it, but where the
 * grammar expects an operand (`a and`, `key =`) it does not know that it is within brackets, and takes such a line, a comment's too, for the
 * end of the block. Of newer versions of the language it knows neither lazy imports nor mappings that a comprehension unpacks. Invariant: the
 * same length; what names and literals say is read from the source, and so are positions.
 */

/** A text with its quotes, a comment, a bracket, or the first word of a line. */
const TOKEN =
  /"""[^"\\]*(?:(?:\\.|"{1,2}(?!"))[^"\\]*)*"""|'''[^'\\]*(?:(?:\\.|'{1,2}(?!'))[^'\\]*)*'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|#[^\n]*|[()[\]{}]|(?<=^[ \t]*)[a-z@]+/gms;
/** What begins a statement, and no line within brackets: a bracket before it was not closed. */
const STATEMENT = /^(?:assert|break|class|continue|def|del|global|import|nonlocal|pass|raise|return|try|while|with|@)$/;

/** `lazy import a`, `lazy from a import b`: the first word is no name there. */
const LAZY = /(?<=^[ \t]*|;[ \t]*)lazy([ \t]+)(import|from)\b/gm;
/** `{**one for one in all}`: read as if it were a set, which says nothing of what stands under its keys. */
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

/** What stands between two places without line breaks and `comments`. */
function onOneLine(source: string, from: number, to: number, comments: readonly (readonly [number, number])[]): string {
  let text = "";
  let at = from;
  for (const [start, end] of comments) {
    text += source.slice(at, start) + " ".repeat(end - start);
    at = end;
  }
  return (text + source.slice(at, to)).replace(/[\r\n]/g, " ");
}
