/**
 * Types in JSDoc comments: `@param {Store} store`, `@returns {Item}`, `@type {Store}`.
 *
 * Stage: parse and parse -> facts. `jsdoc/embed.ts` had them parsed inside their comments, so that they are read by the same rules as all
 * types. Invariants: a written annotation takes precedence over a comment; what is not TypeScript is ignored.
 */
import { tableOf } from "../../../core/base/tables.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { lowerType } from "../lower/types.ts";

/** A type's place in the file, without the marks before and after it that are not TypeScript. */
export interface TypeText {
  readonly from: number;
  readonly to: number;
}

/** A tag with its type. */
export interface Tag extends TypeText {
  readonly kind: "param" | "returns" | "type" | "this" | "template" | "otherwise" | "base";
  /** Of a parameter, or a type parameter. */
  readonly name: string;
  /** Of a parameter that is described part by part (`@param {Store} options.store`): its parts by name, from the first to the last. */
  readonly members: readonly { readonly from: number; readonly to: number; readonly type: TypeText }[];
}

const TYPED = /@(param|returns?|type|this|template|extends|augments)\s*\{/g;
const KINDS: Readonly<Record<string, Tag["kind"]>> = tableOf({
  param: "param",
  return: "returns",
  returns: "returns",
  type: "type",
  this: "this",
  template: "template",
  extends: "base",
  augments: "base",
});
const TEXTS = /"[^"'\n\\]*"|'[^"'\n\\]*'/g;
/** What starts a comment or a string that would continue into the next type. */
const NO_TYPE = /[`/\\"']/;
/** Maximum length of a type in a comment. */
const LONGEST = 2_000;
const LONGEST_NAME = 200;
/** The name after a parameter's type, and that of its part. */
const PARAMETER = /^\}[\s*]*\[?([\w$]+)(?:\.([\w$]+))?(?![\w$.[])/;
/** A type parameter that may be left out and has no bound. */
const OPTIONAL = /@template\s+\[\s*([\w$]+)/g;
/** A base with arguments that is not in braces. */
const BARE_BASE = /@(?:extends|augments)[ \t]+(?=[\w$.]+<)/g;
/** A type that only says that something has members. */
export const ANY_OBJECT = /^(?:Object|object)$/;

/** The tags of a comment that name a type. */
export function tagsOf(source: string, start: number, end: number): Tag[] {
  const tags: Tag[] = [];
  const comment = source.slice(start, end);
  for (const found of comment.matchAll(TYPED)) {
    const open = found.index + found[0].length;
    const close = closingBrace(comment, open);
    const type = close < 0 ? undefined : readType(source, start + open, start + close);
    if (type === undefined) continue;
    const kind = KINDS[found[1]!]!;
    const named = kind === "param" || kind === "template" ? PARAMETER.exec(comment.slice(close, close + LONGEST_NAME)) : undefined;
    if (named === null) continue;
    if (named?.[2] === undefined) tags.push({ kind, name: named?.[1] ?? "", ...type, members: [] });
    else addMember(source, tags, named[1]!, { to: start + close + named[0].length, name: named[2], type });
    if (kind === "template") addOtherwise(source, tags, named![1]!, start + close + named![0].length);
  }
  for (const found of comment.matchAll(BARE_BASE)) {
    const from = found.index + found[0].length;
    const close = closingBrace(comment, comment.indexOf("<", from) + 1, "<>");
    const type = close < 0 ? undefined : readType(source, start + from, start + close + 1);
    if (type !== undefined) tags.push({ kind: "base", name: "", ...type, members: [] });
  }
  for (const found of comment.matchAll(OPTIONAL)) addOtherwise(source, tags, found[1]!, start + found.index + found[0].length);
  return tags;
}

/** Adds the default of the type parameter `name`, which `at` is after: `[T=Store]`. */
function addOtherwise(source: string, tags: Tag[], name: string, at: number): void {
  const open = /^\s*=/.exec(source.slice(at, at + LONGEST_NAME))?.[0].length;
  const close = open === undefined ? -1 : closingBrace(source, at + open, "[]");
  const type = close < 0 ? undefined : readType(source, at + open!, close);
  if (type !== undefined) tags.push({ kind: "otherwise", name, ...type, members: [] });
}

/** Adds a part to the parameter of which only parts are described. */
function addMember(source: string, tags: Tag[], whole: string, member: { to: number; name: string; type: TypeText }): void {
  const tag = tags.at(-1);
  if (tag?.name !== whole || tag.members.length === 0 && !ANY_OBJECT.test(source.slice(tag.from, tag.to))) return;
  const part = { from: member.to - member.name.length, to: member.to, type: member.type };
  const members = [...tag.members, part];
  tags[tags.length - 1] = { ...tag, members, from: members[0]!.from, to: part.to };
}

/** The type between braces; undefined if it is empty or cannot be one. */
export function readType(source: string, from: number, to: number): TypeText | undefined {
  const written = source.slice(from, to);
  const bare = /^[\s*]*(?:[?!]|\.\.\.)?/.exec(written)![0].length;
  const behind = endOfLetters(written, written.length);
  const length = written[behind - 1] === "=" ? endOfLetters(written, behind - 1) : behind;
  return length <= bare || NO_TYPE.test(written.replace(TEXTS, "")) ? undefined : { from: from + bare, to: from + length };
}

/** The end of a text without the spaces and the beginnings of lines before `end`; by hand, for an expression would try each run of them anew. */
function endOfLetters(text: string, end: number): number {
  while (end > 0 && /[\s*]/.test(text[end - 1]!)) end--;
  return end;
}

/** A type's text of the same length without the marks at the start of a comment's lines, as TypeScript writes it. */
export function plainType(source: string, { from, to }: TypeText): string {
  return source.slice(from, to).replaceAll(/\n[ \t]*\*/g, (start) => "\n".padEnd(start.length)).replaceAll(".<", " <")
    .replaceAll(/\bObject(?=\s*<)/g, "Record").replaceAll(/\bObject\b/g, "object");
}

/** The position of the bracket that closes the one before `open`; -1 if none does. */
export function closingBrace(text: string, open: number, brackets = "{}"): number {
  let depth = 1;
  const end = Math.min(text.length, open + LONGEST);
  for (let at = open; at < end; at++) {
    if (text[at] === brackets[0]) depth++;
    else if (text[at] === brackets[1] && --depth === 0) return at;
  }
  return -1;
}

/** Kinds of nodes that may be between a definition and its comment. */
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
  const { start } = lowering.tree;
  let top = node;
  while (AROUND.has(lowering.kind(lowering.parent(top))) && !isLaterDeclarator(lowering, top)) top = lowering.parent(top);
  return commentEndingBefore(
    lowering,
    Math.min(start[top]!, definition === 0 ? Infinity : lowering.facts.get("definitions", definition, "start")),
  );
}

/** Whether the declarator at `node` is not the first of its declaration, which the comment before that describes. */
function isLaterDeclarator(lowering: Lowering, node: number): boolean {
  return lowering.kind(node) === "variable_declarator" && lowering.childOfKind(lowering.parent(node), "variable_declarator") !== node;
}

const LONGEST_LINE = 500;

/** The nearest documentation comment before `offset` that is followed by nothing but other comments. */
function commentEndingBefore(lowering: Lowering, offset: number): { readonly start: number; readonly end: number } | undefined {
  const { source } = lowering.tree;
  let at = offset - 1;
  for (;;) {
    while (at > 0 && source.charCodeAt(at) <= 32) at--;
    if (at < 3) return undefined;
    let from: number;
    if (source.charCodeAt(at) === 47 && source.charCodeAt(at - 1) === 42) {
      from = startOfComment(source, at - 1);
      if (source.charCodeAt(from + 2) === 42) return from < 0 ? undefined : { start: from, end: at + 1 };
    } else {
      // No comment of one line is as long as a line of a bundle.
      const near = Math.max(0, at - LONGEST_LINE);
      from = near + source.slice(near, at).lastIndexOf("\n") + 1;
      while (source.charCodeAt(from) <= 32) from++;
      if (source.charCodeAt(from) !== 47 || source.charCodeAt(from + 1) !== 47) return undefined;
    }
    at = from - 1;
  }
}

/** Where the comment starts whose closing mark is at `end`; its text may contain the opening mark (`src/*`). */
function startOfComment(source: string, end: number): number {
  let start = source.lastIndexOf("/*", end - 1);
  for (let at = start; at > 0;) {
    at = source.lastIndexOf("/*", at - 1);
    if (at < 0 || source.indexOf("*/", at + 2) < end) break;
    if (/^\s*$/.test(source.slice(source.lastIndexOf("\n", at) + 1, at))) start = at;
  }
  return start;
}

/** The type that the comment before the function at `node` gives a parameter; 0 without one. */
export function documentedParameter(lowering: Lowering, node: number, name: string): number {
  return lowerDocumented(lowering, documentedBefore(lowering, node)?.parameters.get(name));
}

/** The same for a parameter without a name of its own, by its position: the comment may call it anything. */
export function documentedPattern(lowering: Lowering, node: number, position: number, count: number): number {
  const parameters = documentedBefore(lowering, node)?.parameters;
  return parameters?.size === count ? lowerDocumented(lowering, [...parameters.values()][position]) : 0;
}

/** The type that the comment before the function at `node` gives its result; 0 without one. */
export function documentedResult(lowering: Lowering, node: number): number {
  return lowerDocumented(lowering, documentedBefore(lowering, node)?.result);
}

/** The type that the comment before the function at `node` gives its `this`; 0 without one. */
export function documentedSelf(lowering: Lowering, node: number): number {
  return lowerDocumented(lowering, documentedBefore(lowering, node)?.self);
}

/** The type that the comment before the declaration or assignment at `node` gives it; 0 without one. */
export function documentedType(lowering: Lowering, node: number): number {
  return lowerDocumented(lowering, documentedBefore(lowering, node)?.declared);
}

/** Nodes of the type arguments that the comment before the class at `node` gives the base named `name`. */
export function documentedArguments(lowering: Lowering, node: number, name: string): readonly number[] {
  const type = documentedBefore(lowering, node)?.base ?? 0;
  if (lowering.kind(type) !== "generic_type" || lowering.text(lowering.child(type, "name")) !== name) return [];
  return lowering.children(lowering.child(type, "type_arguments"));
}

/** The bound that the comment before the class or function at `node` gives a type parameter; 0: none. */
export function documentedBound(lowering: Lowering, node: number, name: string): number {
  return lowerDocumented(lowering, documentedBefore(lowering, node)?.templates.get(name));
}

/** The default that the comment before the class or function at `node` gives a type parameter; 0: none. */
export function documentedOtherwise(lowering: Lowering, node: number, name: string): number {
  return lowerDocumented(lowering, documentedBefore(lowering, node)?.otherwise.get(name));
}

/** The type that a comment right before `node` gives it, an expression in parentheses or a parameter; 0 without one. */
export function documentedCast(lowering: Lowering, node: number): number {
  const comments = commentsOf(lowering);
  const start = comments.size === 0 ? undefined : commentEndingBefore(lowering, lowering.tree.start[node]!)?.start;
  return start === undefined ? 0 : lowerDocumented(lowering, documentedAt(lowering, start)?.declared);
}

function lowerDocumented(lowering: Lowering, type: number | undefined): number {
  return type === undefined || type === 0 ? 0 : lowerType(lowering, type);
}

/** Nodes of the types that a comment names. */
interface Documented {
  readonly parameters: ReadonlyMap<string, number>;
  readonly result: number;
  readonly self: number;
  /** Of what is declared, if it is not a function. */
  readonly declared: number;
  /** The base of a class. */
  readonly base: number;
  /** The bounds of type parameters. */
  readonly templates: ReadonlyMap<string, number>;
  /** Their defaults. */
  readonly otherwise: ReadonlyMap<string, number>;
}

function documentedBefore(lowering: Lowering, definition: number): Documented | undefined {
  const comments = commentsOf(lowering);
  const start = comments.size === 0 ? undefined : commentBefore(lowering, definition)?.start;
  return start === undefined ? undefined : documentedAt(lowering, start);
}

function documentedAt(lowering: Lowering, start: number): Documented | undefined {
  const comments = commentsOf(lowering);
  const found = comments.get(start);
  if (typeof found !== "number") return found;
  const documented = readDocumented(lowering, found);
  comments.set(start, documented);
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
  const templates = new Map<string, number>();
  const otherwise = new Map<string, number>();
  let [result, declared, self, base] = [0, 0, 0, 0];
  for (const { kind, name, from, to, members } of tagsOf(tree.source, tree.start[comment]!, tree.end[comment]!)) {
    const type = types.get(from) ?? 0;
    // If it was not read to its end, it is something else.
    if (type === 0 || (members.length === 0 && tree.end[type] !== to)) continue;
    if (kind === "returns") result ||= type;
    else if (kind === "type") declared ||= type;
    else if (kind === "this") self ||= type;
    else if (kind === "base") base ||= type;
    else if (kind === "template") templates.set(name, type);
    else if (kind === "otherwise") otherwise.set(name, type);
    else if (!parameters.has(name)) parameters.set(name, type);
  }
  return { parameters, result, declared, self, base, templates, otherwise };
}

/** The node of the comment that starts at an offset, if it contains code that was not yet used; else 0. */
export function unaskedComment(lowering: Lowering, start: number): number {
  const found = commentsOf(lowering).get(start);
  return typeof found === "number" ? found : 0;
}

/** Comments that contain code, by where they start: their nodes, and once read their content. */
function commentsOf(lowering: Lowering): Map<number, number | Documented> {
  const { own, tree } = lowering;
  let known = own["comments"] as Map<number, number | Documented> | undefined;
  if (known === undefined) {
    own["comments"] = known = new Map<number, number | Documented>();
    // Each range of nodes from the second parse: its first, and the one after its last.
    for (let i = 0; i < tree.grafts.length; i += 2) {
      const comment = tree.parent[tree.grafts[i]!]!;
      if (lowering.kind(comment) === "comment") known.set(tree.start[comment]!, comment);
    }
  }
  return known;
}
