/**
 * Lays out the types of JSDoc comments as code, to be parsed once more inside their comments: `0 as Store;`, `import type { Store } from …;`.
 *
 * Stage: parse. Invariant: a type is laid out only where the file's code, or an import in one of its comments, knows its names.
 */
import type { EmbeddedCode } from "../../core/embed.ts";
import { EmbeddedText } from "../../core/embedded_text.ts";
import type { FlatTree, Grammar } from "../../core/flat_tree.ts";
import { closingBrace, tagsOf } from "./jsdoc.ts";

const WORTH_READING = /@(?:param|returns?|type)\s*\{|@(?:import|typedef)\b/;
const IMPORT = /@import\s+([^\n;]{1,500}?["'][^"'\n]{1,500}["'])/g;
/** Names that every file knows. One that a file neither imports nor declares may be declared anywhere, in a comment too: it says nothing. */
const EVERYWHERE = new Set(
  ("string number boolean symbol bigint null undefined void Array ReadonlyArray Map Set WeakMap WeakSet Promise Record Partial Readonly Iterable " +
    "Iterator Generator AsyncIterable Date RegExp Error String Number Boolean").split(" "),
);
/** Types that comments themselves declare: what these are is not known. */
const DECLARED =
  /@(?:template|callback)\s+(?:\{[^}\n]*\}\s*)?([\w$]+(?:[ \t]*,[ \t]*[\w$]+)*)|@typedef\s+([\w$]+)|@typedef\s*\{(?!\s*import\()/g;
const TYPEDEF = /@typedef\s*\{\s*import\((["'][^"'\n]{1,500}["'])\)\.([\w$]+)\s*\}\s*([\w$]+)/g;

/** The comments' types as code; undefined where there are none. */
export function embedDocumentedTypes(tree: FlatTree, grammar: Grammar): EmbeddedCode | undefined {
  const { source } = tree;
  const comment = grammar.kindIds.get("comment")?.[0];
  if (comment === undefined || !WORTH_READING.test(source)) return undefined;
  const text = new EmbeddedText(source);
  const known = knownNames(tree, grammar);
  for (let node = 1; node < tree.count; node++) {
    if (tree.kind[node] !== comment) continue;
    const [start, end] = [tree.start[node]!, tree.end[node]!];
    if (!source.startsWith("/**", start)) continue;
    const from = text.length;
    layOutImports(text, source, start, end);
    for (const tag of tagsOf(source, start, end)) {
      if (!(source.slice(tag.from, tag.to).match(/[\w$]+/g) ?? []).every((word) => known.has(word) || EVERYWHERE.has(word))) continue;
      text.raw("0 as ");
      text.copy(tag.from, tag.to, source.slice(tag.from, tag.to).replaceAll(".<", " <"));
      text.raw(";\n");
    }
    if (text.length > from) text.region(start, from);
  }
  return text.finish(comment);
}

/** Names that the code of a file, or an import in one of its comments, speaks of, without those that comments declare. */
function knownNames(tree: FlatTree, grammar: Grammar): ReadonlySet<string> {
  const { source } = tree;
  const kinds = new Set(
    ["identifier", "type_identifier", "shorthand_property_identifier_pattern"].flatMap((kind) => grammar.kindIds.get(kind) ?? []),
  );
  const names = new Set<string>();
  for (let node = 1; node < tree.count; node++) {
    if (kinds.has(tree.kind[node]!)) names.add(source.slice(tree.start[node]!, tree.end[node]!));
  }
  for (const name of declaredNames(source)) names.delete(name);
  for (const found of source.matchAll(IMPORT)) for (const word of found[1]!.match(/[\w$]+/g) ?? []) names.add(word);
  for (const found of source.matchAll(TYPEDEF)) names.add(found[3]!);
  return names;
}

function declaredNames(source: string): Set<string> {
  const names = new Set<string>();
  for (const found of source.matchAll(DECLARED)) {
    const written = found[1] ?? found[2];
    if (written !== undefined) { for (const name of written.split(/[ \t]*,[ \t]*/)) names.add(name); }
    else {
      const close = closingBrace(source, found.index + found[0].length, true);
      const name = close < 0 ? undefined : /^\}\s*([\w$]+)/.exec(source.slice(close, close + 200))?.[1];
      if (name !== undefined) names.add(name);
    }
  }
  return names;
}

function layOutImports(text: EmbeddedText, source: string, start: number, end: number): void {
  const comment = source.slice(start, end);
  for (const found of comment.matchAll(IMPORT)) {
    const at = start + found.index + found[0].length - found[1]!.length;
    text.raw("import type ");
    text.copy(at, at + found[1]!.length);
    text.raw(";\n");
  }
  for (const found of comment.matchAll(TYPEDEF)) {
    const copy = (part: string, after: number): number => {
      const at = comment.indexOf(part, after);
      text.copy(start + at, start + at + part.length);
      return at + part.length;
    };
    const [, module, exported, name] = found as unknown as [string, string, string, string];
    const behind = found.index + found[0].lastIndexOf("}");
    text.raw("import type {");
    copy(exported, comment.indexOf(module, found.index) + module.length);
    text.raw(" as ");
    copy(name, behind);
    text.raw("} from ");
    copy(module, found.index);
    text.raw(";\n");
  }
}
