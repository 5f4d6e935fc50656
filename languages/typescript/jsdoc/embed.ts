/**
 * Writes the types of JSDoc comments as code, to be parsed inside their comments: `0 as Store;`, `import type { Store } from …;`, `export
 * type Options = …;`.
 *
 * Stage: parse. Invariant: a type is written only if the file's code, or an import or a declaration in one of its comments, has its names.
 */
import type { EmbeddedCode } from "../../../core/tree/embed.ts";
import { EmbeddedText } from "../../../core/tree/embedded_text.ts";
import { type FlatTree, type Grammar, nodeText } from "../../../core/tree/flat_tree.ts";
import { nameImportsIn } from "../imported_types.ts";
import { type DeclaredMember, type DeclaredType, type NamePlace, readDeclarations, readTemplates } from "./declarations.ts";
import { FUNCTION_HEAD, nameFunctions } from "./function_types.ts";
import { plainType, tagsOf, type TypeText } from "./tags.ts";
import { type TemplateRange, templatesAt } from "./templates.ts";

const WORTH_READING =
  /@(?:param|returns?|type|this|extends|augments)\s*\{|@(?:extends|augments)[ \t]+[\w$.]+<|@(?:import|typedef|callback|template)\b/;
const IMPORT = /@import\s+([^\n;]{1,500}?["'][^"'\n]{1,500}["'])/g;
/** Names that every file has. One that a file neither imports nor declares may be declared anywhere, also in a comment: it is ignored. */
const EVERYWHERE: ReadonlySet<string> = new Set(
  ("string number boolean symbol bigint null undefined void any unknown never object this true false typeof keyof readonly is new " +
    "Array ReadonlyArray Map Set WeakMap WeakSet Promise Record Partial Readonly Required Pick Omit Exclude Extract NonNullable Awaited " +
    "Parameters ConstructorParameters ReturnType InstanceType NoInfer ThisType PropertyKey in Iterable Iterator IterableIterator Generator " +
    "AsyncIterable AsyncIterator AsyncGenerator ArrayLike PromiseLike Function ArrayBuffer DataView Uint8Array Uint8ClampedArray Int8Array " +
    "Uint16Array Int16Array Uint32Array Int32Array Float32Array Float64Array Date RegExp Error String Number Boolean")
    .split(" "),
);
/** Names that a module has, but are not types: a comment with them (`module.Store`) is meant for a documentation tool. */
const VALUES_ALONE = ["module", "exports", "require"];
/** Types of the web platform, recognizable by their spelling. */
const PLATFORM = /^(?:(?:HTML|SVG|MathML)\w*Element|WebGL\w+|(?:Offscreen)?Canvas\w*Context2D|OffscreenCanvas|IDB\w+|RTC\w+)$/;
/** A module's name, and the imported name; the whole module if there is none. */
const IMPORTED = /^import\s*\(\s*(["'][^"'\n]+["'])\s*\)(?:\s*\.\s*([\w$]+))?$/;
/**
 * Parts of a type that need not be known in the file: modules and names from them, strings, names of properties or after a dot, numbers.
 */
const UNASKED = /\bimport\s*\([^)\n]*\)(?:\s*\.\s*[\w$]+)*|"[^"\n]*"|'[^'\n]*'|[\w$]+(?=\s*(?:\?\s*)?:)|\.\s*[\w$]+|\b\d[\w.]*/g;
/** The name of a mapped type's key. */
const MAPPED_KEY = /\[\s*([\w$]+)\s+in\b/g;

interface Comment {
  readonly start: number;
  readonly end: number;
  readonly declarations: readonly DeclaredType[];
  /** Type parameters that it declares for what follows. */
  readonly templates: TemplateRange | undefined;
}

/** What no JavaScript has: a text with one of these declares its types itself, and the types in its comments are ignored. */
const TYPES_THEMSELVES = ["type_alias_declaration", "interface_declaration", "predefined_type"];

/** Whether a text is TypeScript or Flow: read by the grammar that knows no elements, or with types of its own. */
function writesTypes(tree: FlatTree, grammar: Grammar): boolean {
  if (!grammar.kindIds.has("jsx_element")) return true;
  const kinds = new Set(TYPES_THEMSELVES.flatMap((kind) => grammar.kindIds.get(kind) ?? []));
  for (let node = 1; node < tree.count; node++) if (kinds.has(tree.kind[node]!)) return true;
  return false;
}

/** The comments' types as code; undefined if there are none. */
export function embedDocumentedTypes(tree: FlatTree, grammar: Grammar): EmbeddedCode | undefined {
  const { source } = tree;
  const kind = grammar.kindIds.get("comment")?.[0];
  if (kind === undefined || !WORTH_READING.test(source) || writesTypes(tree, grammar)) return undefined;
  const comments: Comment[] = [];
  for (let node = 1; node < tree.count; node++) {
    if (tree.kind[node] !== kind) continue;
    const [start, end] = [tree.start[node]!, tree.end[node]!];
    if (!source.startsWith("/**", start)) continue;
    const declarations = readDeclarations(source, start, end);
    comments.push({ start, end, declarations, templates: declarations.length > 0 ? undefined : templatesAt(tree, grammar, node) });
  }
  const text = new EmbeddedText(source);
  const known = knownNames(tree, grammar, comments);
  let around: readonly TemplateRange[] = [];
  for (const comment of comments) {
    const from = text.length;
    around = around.filter(({ end }) => comment.end <= end);
    if (comment.templates !== undefined) around = [...around, comment.templates];
    layOutImports(text, comment);
    for (const declared of comment.declarations) layOutDeclaration(text, declared, known);
    // The tags of a callback's comment describe nothing else.
    const tags = comment.declarations.some((declared) => declared.isCallback) ? [] : tagsOf(source, comment.start, comment.end);
    const own = around.flatMap(({ names }) => names);
    for (const tag of tags) {
      if (tag.members.length === 0 && !isKnown(source, tag, known, own)) continue;
      text.raw("0 as ");
      if (tag.members.length === 0) copyType(text, tag);
      else layOutMembers(text, tag.members, known, own);
      text.raw(";\n");
    }
    if (text.length > from) text.region(comment.start, from);
  }
  return text.finish(kind);
}

/** Names that the code of a file, or an import or a declaration in one of its comments, contains, without its comments' type parameters. */
function knownNames(tree: FlatTree, grammar: Grammar, comments: readonly Comment[]): ReadonlySet<string> {
  const { source } = tree;
  const kinds = new Set(
    ["identifier", "type_identifier", "shorthand_property_identifier_pattern"].flatMap((kind) => grammar.kindIds.get(kind) ?? []),
  );
  const names = new Set<string>(EVERYWHERE);
  for (let node = 1; node < tree.count; node++) {
    if (kinds.has(tree.kind[node]!)) names.add(nodeText(tree, node));
  }
  const nameAt = ({ from, to }: NamePlace): string => source.slice(from, to);
  for (const name of VALUES_ALONE) names.delete(name);
  for (const place of readTemplates(source, 0, source.length)) names.delete(nameAt(place));
  for (const found of source.matchAll(IMPORT)) for (const word of found[1]!.match(/[\w$]+/g) ?? []) names.add(word);
  for (const { declarations } of comments) for (const declared of declarations) names.add(nameAt(declared));
  return names;
}

function isKnown(source: string, type: TypeText, known: ReadonlySet<string>, own: readonly string[]): boolean {
  const whole = plainType(source, type);
  const plain = nameFunctions(whole) === undefined ? whole : whole.replaceAll(FUNCTION_HEAD, " (");
  const keys = [...plain.matchAll(MAPPED_KEY)].map((found) => found[1]!);
  const words = plain.replaceAll(UNASKED, " ").match(/[\w$]+/g) ?? [];
  return words.every((word) => known.has(word) || own.includes(word) || keys.includes(word) || PLATFORM.test(word));
}

function copyType(text: EmbeddedText, type: TypeText): void {
  const plain = plainType(text.source, type);
  const { text: named, closes } = nameFunctions(plain) ?? { text: plain, closes: [] };
  const written = nameImportsIn(named);
  let done = 0;
  for (const close of closes) {
    text.copy(type.from + done, type.from + close, written.slice(done, close));
    text.raw(">");
    done = close;
  }
  text.copy(type.from + done, type.to, written.slice(done));
}

function layOutImports(text: EmbeddedText, { start, end }: Comment): void {
  for (const found of text.source.slice(start, end).matchAll(IMPORT)) {
    const at = start + found.index + found[0].length - found[1]!.length;
    text.raw("import type ");
    text.copy(at, at + found[1]!.length);
    text.raw(";\n");
  }
}

/** Every module may import from this one what a comment declares. */
function layOutDeclaration(text: EmbeddedText, declared: DeclaredType, known: ReadonlySet<string>): void {
  const { type, parameters } = declared;
  const own = parameters.map(({ from, to }) => text.source.slice(from, to));
  const written = type === undefined ? null : IMPORTED.exec(plainType(text.source, type));
  if (written !== null) {
    layOutImported(text, declared, written);
    return;
  }
  const name = (place: NamePlace): void => text.copy(place.from, place.to);
  text.raw("export type ");
  name(declared);
  for (const [i, parameter] of parameters.entries()) {
    text.raw(i === 0 ? "<" : ", ");
    name(parameter);
    const otherwise = declared.otherwise.get(own[i]!);
    if (otherwise === undefined) continue;
    text.raw(" = ");
    copyKnown(text, otherwise, known, own);
  }
  text.raw(parameters.length === 0 ? " = " : "> = ");
  if (declared.isCallback) {
    layOutMembers(text, declared.members, known, own, "()");
    text.raw(" => ");
    copyKnown(text, declared.result, known, own);
  } else if (declared.members.length > 0) layOutMembers(text, declared.members, known, own);
  else copyKnown(text, type, known, own);
  text.raw(";\n");
}

/** An object's type, or in round brackets the parameters of a function's, by its members. */
function layOutMembers(
  text: EmbeddedText,
  members: readonly DeclaredMember[],
  known: ReadonlySet<string>,
  own: readonly string[],
  brackets = "{}",
): void {
  text.raw(brackets[0]!);
  for (const member of members) {
    text.copy(member.from, member.to);
    text.raw(": ");
    copyKnown(text, member.type, known, own);
    text.raw(", ");
  }
  text.raw(brackets[1]!);
}

function copyKnown(text: EmbeddedText, type: TypeText | undefined, known: ReadonlySet<string>, own: readonly string[]): void {
  if (type !== undefined && isKnown(text.source, type, known, own)) copyType(text, type);
  else text.raw("any");
}

/** A declaration that only names another module, or a member of it, is an import that is exported. */
function layOutImported(text: EmbeddedText, { from, to, type }: DeclaredType, [whole, module, exported]: RegExpExecArray): void {
  const copy = (part: string, at: number): void => text.copy(type!.from + at, type!.from + at + part.length);
  text.raw("import type ");
  if (exported !== undefined) {
    text.raw("{");
    copy(exported, whole.lastIndexOf(exported));
    text.raw(" as ");
  }
  text.copy(from, to);
  text.raw(exported === undefined ? " from " : "} from ");
  copy(module!, whole.indexOf(module!));
  text.raw(";\nexport type {");
  text.copy(from, to);
  text.raw("};\n");
}
