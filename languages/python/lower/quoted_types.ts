/**
 * Types in strings (`"Node | None"`) or in comments (`# type: Node`): a small parser for names, dots, brackets, bars and commas.
 *
 * Stage: parse -> facts. Invariant: text that is not such a type yields 0, never a guess.
 */
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { stateOf } from "../file_state.ts";
import { rules } from "../resolution_rules.ts";
import { applyType, ELLIPSIS, formByName, typeByName, typingName, unionOf } from "./types.ts";

const DEEPEST = 20;
const LONGEST = 1000;
const TOKEN = /\s*([A-Za-z_]\w*|\.\.\.|[.[\]|,"']|\S)/y;

interface Reader {
  readonly lowering: Lowering;
  /** Node whose place the names are looked up from. */
  readonly node: number;
  readonly tokens: readonly string[];
  next: number;
  failed: boolean;
}

/** Reads the string at `node` as a type; 0 if it is none. */
export function readQuotedType(lowering: Lowering, node: number): number {
  const text = lowering.text(node);
  const inner = /^("""|'''|"|')((?:(?!\1)[^\\])*)\1$/.exec(text)?.[2] ?? "";
  return readTypeText(lowering, node, inner);
}

/** Not `# type: ignore[code]`. */
const TYPE_COMMENT = /^#[ \t]*type:[ \t]*(?!ignore\b|[ \t])([^#]*[^#\s])/;
/** A comment that is an ordinary word. */
const PLAIN_WORD = /^[a-z]\w*(?:$|[^\w.[])/;

/** Reads the type declared in the comment after `node` on the same line; 0 if there is none. */
export function readTypeComment(lowering: Lowering, node: number): number {
  const { start, end, source } = lowering.tree;
  const follower = lowering.next(node);
  const comment = follower !== 0 && /^[:,]$/.test(lowering.kind(follower)) ? lowering.next(follower) : follower;
  if (comment === 0 || lowering.kind(comment) !== "comment") return 0;
  if (!/^[ \t]*[:,]?[ \t]*$/.test(source.slice(end[node]!, start[comment]!))) return 0;
  const written = TYPE_COMMENT.exec(lowering.text(comment))?.[1] ?? "";
  if (PLAIN_WORD.test(written) && !rules.plainTypes!.includes(written)) return 0;
  return readTypeText(lowering, node, written);
}

/** The declarations in a function's type comment: parameter types (empty if written as `...`) and the result. */
export interface CommentedSignature {
  readonly parameters: readonly number[];
  readonly result: number;
}

const SIGNATURE_COMMENT = /^#[ \t]*type:[ \t]*\((.*)\)[ \t]*->[ \t]*([^#]*[^#\s])/;

/** Reads `# type: (A, *B) -> C` between the parameter list at `node` and the body; undefined if there is none. */
export function readSignatureComment(lowering: Lowering, node: number): CommentedSignature | undefined {
  let comment = lowering.next(node);
  while (comment !== 0 && !/^(?:comment|block)$/.test(lowering.kind(comment))) comment = lowering.next(comment);
  const [, written, result] = SIGNATURE_COMMENT.exec(wholeComment(lowering, comment)) ?? [];
  if (written === undefined || result === undefined) return undefined;
  // Annotations are evaluated where the function is defined.
  lowering.setScope(comment, lowering.scope(lowering.parent(node)));
  const isOpen = /^[ \t.]*$/.test(written);
  const list = isOpen ? 0 : readTypeText(lowering, comment, `[${written.replace(/(^|,)\s*\*+/g, "$1")}]`);
  const { facts } = lowering;
  const parameters = list === 0 ? [] : facts.items(facts.get("expressions", list, "a"));
  return { parameters, result: readTypeText(lowering, comment, result) };
}

/** A signature comment with its continuation lines; "" if there is none at `node`. */
function wholeComment(lowering: Lowering, node: number): string {
  const parts: string[] = [];
  for (let line = node; line !== 0 && lowering.kind(line) === "comment"; line = lowering.next(line)) {
    const text = lowering.text(line);
    if (parts.length === 0 && !/^#[ \t]*type:[ \t]*\(/.test(text)) return "";
    parts.push(parts.length === 0 ? text : text.slice(1));
    if (text.includes("->")) break;
  }
  return parts.join(" ");
}

/** Reads `text` as a type whose names are looked up at `node`. */
function readTypeText(lowering: Lowering, node: number, text: string): number {
  if (text === "" || text.length > LONGEST) return 0;
  if (/^[A-Za-z_]\w*$/.test(text)) return typeByName(lowering, node, text);
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(text); found !== null; found = TOKEN.exec(text)) tokens.push(found[1]!);
  const reader: Reader = { lowering, node, tokens, next: 0, failed: false };
  const type = readUnion(reader, 0);
  return reader.failed || reader.next !== tokens.length ? 0 : Math.max(0, type);
}

function readUnion(reader: Reader, depth: number): number {
  const parts = [readOne(reader, depth)];
  while (reader.tokens[reader.next] === "|") {
    reader.next++;
    parts.push(readOne(reader, depth));
  }
  return parts.length === 1 ? parts[0]! : unionOf(reader.lowering, parts);
}

function readOne(reader: Reader, depth: number): number {
  const token = reader.tokens[reader.next++] ?? "";
  if (depth > DEEPEST) reader.failed = true;
  if (reader.failed) return 0;
  if (token === "...") return ELLIPSIS;
  if (token === "[") {
    const types = readList(reader, depth);
    return reader.lowering.facts.expression(Op.tuple, reader.lowering.facts.list(types.map((type) => Math.max(0, type))));
  }
  if (/^[A-Za-z_]/.test(token)) return readNamed(reader, token, depth);
  // A type within may be written as a string itself.
  const quoted = token === "'" || token === '"' ? readUnion(reader, depth + 1) : 0;
  if (quoted === 0 || reader.tokens[reader.next++] !== token) reader.failed = true;
  return reader.failed ? 0 : quoted;
}

/** A dotted name with or without type arguments; its first part is read already. */
function readNamed(reader: Reader, first: string, depth: number): number {
  const { lowering, node, tokens } = reader;
  let form = formByName(lowering, first);
  let base = -1;
  let last = first;
  while (tokens[reader.next] === ".") {
    const part = tokens[reader.next + 1] ?? "";
    if (!/^[A-Za-z_]/.test(part)) {
      reader.failed = true;
      return 0;
    }
    reader.next += 2;
    form = stateOf(lowering).typingModules.has(last) && base === -1 ? typingName(part) || part : "";
    base = lowering.memberExpression(base === -1 ? lowering.nameExpression(last, node) : base, part);
    last = part;
  }
  if (tokens[reader.next] !== "[") {
    if (base === -1) return typeByName(lowering, node, first);
    return form === "" ? base : typeByName(lowering, node, form);
  }
  reader.next++;
  if (form === "Literal") return skipLiteral(reader);
  const types = readList(reader, depth);
  return applyType(lowering, form, form !== "" ? 0 : base === -1 ? typeByName(lowering, node, first) : base, types);
}

/** Types up to the closing bracket. */
function readList(reader: Reader, depth: number): number[] {
  const types: number[] = [];
  while (!reader.failed && reader.tokens[reader.next] !== "]") {
    types.push(readUnion(reader, depth + 1));
    if (reader.tokens[reader.next] === ",") reader.next++;
    else if (reader.tokens[reader.next] !== "]") reader.failed = true;
  }
  reader.next++;
  return types;
}

function skipLiteral(reader: Reader): number {
  while (reader.next < reader.tokens.length && reader.tokens[reader.next] !== "]") reader.next++;
  reader.next++;
  return reader.lowering.builtin("str");
}
