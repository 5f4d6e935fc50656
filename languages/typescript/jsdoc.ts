/**
 * Types that stand in JSDoc comments: `@param {Store} store`, `@returns {Item}`, `@import { Store } from "./store.js"`.
 *
 * Stage: parse and parse -> facts. They are laid out as code (`0 as Store;`, `import type …`), parsed once more and put into their comments, so
 * that types are read by the same rules as everywhere. Invariants: a written annotation comes before a comment; what is not one line, or is
 * no TypeScript, says nothing.
 */
import type { EmbeddedCode } from "../../core/embed.ts";
import { EmbeddedText } from "../../core/embedded_text.ts";
import type { FlatTree, Grammar } from "../../core/flat_tree.ts";
import type { Lowering } from "../../core/lower.ts";
import { lowerType } from "./lower_types.ts";

/** A tag with its type's place in the file. */
interface Tag {
  readonly kind: "param" | "returns";
  /** Of a parameter. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

const WORTH_READING = /@(?:param|returns?)\s*\{|@(?:import|typedef)\b/;
const TYPED = /@(param|returns?)\s*\{/g;
const IMPORT = /@import\s+([^\n;]{1,500}?["'][^"'\n]{1,500}["'])/g;
/** What ends a type's text, or begins a comment or a text that would go on in the next one's. */
const NO_TYPE = /[;`/\\]/;
/** Letters of a declaration in a comment. */
const LONGEST = 2_000;
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

/** The tags of a comment that name a type in one line. */
function tagsOf(source: string, start: number, end: number): Tag[] {
  const tags: Tag[] = [];
  const comment = source.slice(start, end);
  for (const found of comment.matchAll(TYPED)) {
    const open = found.index + found[0].length;
    const close = closingBrace(comment, open);
    if (close < 0) continue;
    const type = comment.slice(open, close);
    const bare = /^\s*(?:[?!]|\.\.\.)?/.exec(type)![0].length;
    const kind = found[1] === "param" ? "param" as const : "returns" as const;
    const name = kind === "param" ? /^\}\s*\[?([\w$]+)(?![\w$.])/.exec(comment.slice(close, close + 200))?.[1] : "";
    const to = open + type.replace(/\s*=?\s*$/, "").length;
    if (name !== undefined && to > open + bare && !NO_TYPE.test(type)) tags.push({ kind, name, from: start + open + bare, to: start + to });
  }
  return tags;
}

/** Where the brace before `open` is closed, in the same line if not told otherwise; -1 where it is not. */
function closingBrace(text: string, open: number, inAnyLine = false): number {
  let depth = 1;
  const end = Math.min(text.length, open + LONGEST);
  for (let at = open; at < end && (inAnyLine || text[at] !== "\n"); at++) {
    if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth === 0) return at;
  }
  return -1;
}

/** Kinds of nodes that may stand between a definition and its comment. */
const AROUND = new Set([
  "export_statement",
  "lexical_declaration",
  "variable_declaration",
  "variable_declarator",
  "expression_statement",
  "assignment_expression",
  "ambient_declaration",
  "pair",
  "public_field_definition",
]);

/** The documentation comment before the definition at `node`: where it starts and ends in the file. */
export function commentBefore(lowering: Lowering, node: number): { readonly start: number; readonly end: number } | undefined {
  const definition = lowering.definitionAt(node);
  let top = node;
  while (AROUND.has(lowering.kind(lowering.parent(top)))) top = lowering.parent(top);
  const { source, start } = lowering.tree;
  let at = Math.min(start[top]!, definition === 0 ? Infinity : lowering.facts.get("definitions", definition, "start")) - 1;
  while (at > 0 && source.charCodeAt(at) <= 32) at--;
  if (at < 3 || source.charCodeAt(at) !== 47 || source.charCodeAt(at - 1) !== 42) return undefined;
  const from = source.lastIndexOf("/*", at - 2);
  return from < 0 || source.charCodeAt(from + 2) !== 42 ? undefined : { start: from, end: at + 1 };
}

/** The type that the comment before the function at `node` gives to a parameter; 0 without one. */
export function documentedParameter(lowering: Lowering, node: number, name: string): number {
  return lowerDocumented(lowering, documentedBefore(lowering, node)?.parameters.get(name));
}

/** The type that the comment before the function at `node` gives to what it returns; 0 without one. */
export function documentedResult(lowering: Lowering, node: number): number {
  return lowerDocumented(lowering, documentedBefore(lowering, node)?.result);
}

function lowerDocumented(lowering: Lowering, type: number | undefined): number {
  return type === undefined || type === 0 ? 0 : lowerType(lowering, type);
}

/** Nodes of the types that a comment names. */
interface Documented {
  readonly parameters: ReadonlyMap<string, number>;
  readonly result: number;
}

function documentedBefore(lowering: Lowering, definition: number): Documented | undefined {
  const comments = commentsOf(lowering);
  const start = comments.size === 0 ? undefined : commentBefore(lowering, definition)?.start;
  const found = start === undefined ? undefined : comments.get(start);
  if (typeof found !== "number") return found;
  const documented = readDocumented(lowering, found);
  comments.set(start!, documented);
  return documented;
}

function readDocumented(lowering: Lowering, comment: number): Documented {
  const { tree } = lowering;
  const types = new Map<number, number>();
  for (const statement of lowering.children(comment)) {
    const cast = lowering.firstChild(statement);
    const type = cast === 0 || lowering.kind(cast) !== "as_expression" ? undefined : lowering.children(cast).at(-1);
    if (type !== undefined) types.set(tree.start[type]!, type);
  }
  const parameters = new Map<string, number>();
  let result = 0;
  for (const { kind, name, from, to } of tagsOf(tree.source, tree.start[comment]!, tree.end[comment]!)) {
    const type = types.get(from) ?? 0;
    // What was read short of its end is something else.
    if (type === 0 || tree.end[type] !== to) continue;
    if (kind === "returns") result ||= type;
    else if (!parameters.has(name)) parameters.set(name, type);
  }
  return { parameters, result };
}

/** Comments that hold code by where they start: their nodes, and once they were asked what they say. */
function commentsOf(lowering: Lowering): Map<number, number | Documented> {
  const { own, tree } = lowering;
  let known = own["comments"] as Map<number, number | Documented> | undefined;
  if (known === undefined) {
    own["comments"] = known = new Map<number, number | Documented>();
    for (let node = 1; node < tree.count - 1; node++) {
      if (tree.parent[node + 1] === node && lowering.kind(node) === "comment") known.set(tree.start[node]!, node);
    }
  }
  return known;
}
