/**
 * Inserts or removes one entry of a JSON configuration, keeping every other byte.
 *
 * Stage: CLI. Invariants: comments, tabs, order and line ends are kept; a text that does not parse is never changed.
 */
import {
  applyEdits,
  findNodeAtLocation,
  getNodeValue,
  modify,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { CallgroveError } from "../../core/errors.ts";

const MARK = "\ufeff";

/**
 * The entry at `path`; undefined if there is none.
 * @throws CallgroveError invalid_input if the text is not JSON or has another structure
 */
export function readJsonEntry(text: string, path: readonly string[], file: string): unknown {
  const node = findNodeAtLocation(parse(text, path, file), [...path]);
  return node === undefined ? undefined : getNodeValue(node);
}

/** The text with `value` under `key` of the object `holder`; undefined removes it. */
export function editJson(text: string, [holder, key]: readonly [string, string], value: unknown, file: string): string {
  const mark = text.startsWith(MARK) ? MARK : "";
  const inner = text.slice(mark.length);
  if (inner.trim() === "") return `${mark}${JSON.stringify({ [holder]: { [key]: value } }, null, 2)}\n`;
  const root = parse(text, [holder, key], file);
  if (value === undefined) return mark + applyEdits(inner, modify(inner, [holder, key], undefined, {}));
  const object = findNodeAtLocation(root, [holder]);
  const known = findNodeAtLocation(root, [holder, key]);
  if (object === undefined) return mark + insertFirst(inner, root, holder, { [key]: value });
  if (known === undefined) return mark + insertFirst(inner, object, key, value);
  const written = writeValue(inner, value, indentAt(inner, known.offset));
  return mark + inner.slice(0, known.offset) + written + inner.slice(known.offset + known.length);
}

/** Inserts a property directly after the opening brace, leaving the rest of the object and its comments as they are. */
function insertFirst(text: string, object: Node, key: string, value: unknown): string {
  const at = object.offset + 1;
  const inside = text.slice(at, object.offset + object.length - 1);
  const comma = (object.children ?? []).length > 0 ? "," : "";
  const isOneLine = !inside.includes("\n") && (comma !== "" || !text.trim().includes("\n"));
  if (isOneLine) return `${text.slice(0, at)}${JSON.stringify(key)}:${JSON.stringify(value)}${comma}${text.slice(at)}`;
  const end = lineEnd(text);
  const outer = indentAt(text, object.offset);
  const indent = outer + indentUnit(text);
  const close = inside.includes("\n") ? "" : end + outer;
  return `${text.slice(0, at)}${end}${indent}${JSON.stringify(key)}: ${writeValue(text, value, indent)}${comma}${close}${text.slice(at)}`;
}

function writeValue(text: string, value: unknown, indent: string): string {
  if (!text.trim().includes("\n")) return JSON.stringify(value);
  return JSON.stringify(value, null, indentUnit(text)).replaceAll("\n", lineEnd(text) + indent);
}

/** The indentation of the line at an offset. */
function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", offset - 1) + 1))![0];
}
function indentUnit(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
}
function lineEnd(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

function parse(text: string, path: readonly string[], file: string): Node {
  const inner = text.startsWith(MARK) ? text.slice(MARK.length) : text;
  const errors: ParseError[] = [];
  const root = inner.trim() === "" ? parseTree("{}") : parseTree(inner, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) {
    const line = inner.slice(0, error.offset).split("\n").length;
    throw notEditable(file, `it is not valid JSON (line ${line}: ${printParseErrorCode(error.error)})`);
  }
  if (root?.type !== "object") throw notEditable(file, "it is not an object");
  const [holderKey = "", entryKey = ""] = path;
  const holder = propertyOnce(root, holderKey, file);
  if (holder === undefined) return root;
  if (holder.type !== "object") throw notEditable(file, `"${holderKey}" is not an object`);
  propertyOnce(holder, entryKey, file);
  return root;
}

/**
 * The value under a key; undefined if there is none.
 * @throws CallgroveError if the key stands twice: clients read the last, and which one a person means cannot be told
 */
function propertyOnce(object: Node, key: string, file: string): Node | undefined {
  const [first, second] = (object.children ?? []).filter((property) => property.children?.[0]?.value === key);
  if (second !== undefined) throw notEditable(file, `"${key}" appears in it twice`);
  return first?.children?.[1];
}

/** The error for a configuration that is left unchanged. */
export function notEditable(file: string, why: string): CallgroveError {
  return new CallgroveError("invalid_input", `Cannot edit "${file}": ${why}; it was left as it is`, {
    hint: "Correct the file, or add the entry by hand: callgrove init --print CLIENT",
    data: { file },
  });
}
