/**
 * Names of properties as they are written: identifiers, strings, and constants of the same file whose value is a string: `const KEY =
 * "run"`, members of enums, of objects that are `as const` or frozen, and `static readonly` fields.
 *
 * Stage: parse -> facts. Computed from the tree, so it can be used in both passes. Invariant: a name that is declared again between its use
 * and the top of the file has no text here.
 */
import { ItemMode, Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { declarationIn, firstNamed, keptLiteral, rootOfPath, stateOf, stringText, unwrapped } from "../file_state.ts";
import { isShadowed } from "./block_names.ts";

/** Maximum nesting of members. */
const DEEPEST = 4;

/** Text of a property's name: `"a"` is a, `#a` and `[Symbol.iterator]` stay. "" if it is computed. */
export function propertyName(lowering: Lowering, node: number): string {
  switch (lowering.kind(node)) {
    case "property_identifier":
    case "private_property_identifier":
    case "identifier":
    case "type_identifier":
    case "shorthand_property_identifier":
    case "shorthand_property_identifier_pattern":
    case "number":
      return lowering.text(node);
    case "string":
      return stringText(lowering, node);
    case "computed_property_name": {
      const inner = firstNamed(lowering, node);
      if (lowering.kind(inner) === "string") return stringText(lowering, inner);
      return symbolName(lowering, inner) ?? constantText(lowering, inner) ?? "";
    }
    default:
      return "";
  }
}

/** The name of the members whose key is `Symbol.iterator` or another of the language's symbols; undefined for any other expression. */
export function symbolName(lowering: Lowering, node: number): string | undefined {
  if (lowering.kind(node) !== "member_expression") return undefined;
  const text = lowering.text(node);
  return text.startsWith("Symbol.") ? `[${text}]` : undefined;
}

/** The element of `object` with the number at `node`: of a tuple the one at that position. */
export function elementAt(lowering: Lowering, object: number, node: number): number {
  const { facts } = lowering;
  const place = Number(lowering.text(node));
  if (!Number.isInteger(place)) return facts.expression(Op.index, object, facts.list([lowering.lowerExpression(node)]));
  return facts.expression(Op.item, object, place, ItemMode.written);
}

/** The text that is the value of the name, or the member of a name, at `node`; undefined if it is not known. */
export function constantText(lowering: Lowering, node: number): string | undefined {
  const kind = lowering.kind(node);
  const root = rootOfPath(lowering, node);
  if ((kind !== "identifier" && kind !== "member_expression") || lowering.kind(root) !== "identifier") return undefined;
  const state = stateOf(lowering);
  state.constantTexts ??= readTexts(lowering);
  const text = state.constantTexts.get(lowering.text(node));
  return text === undefined || isShadowed(lowering, node, lowering.text(root)) ? undefined : text;
}

function readTexts(lowering: Lowering): Map<string, string> {
  const texts = new Map<string, string>();
  for (const statement of lowering.children(0)) {
    const declaration = declarationIn(lowering, statement);
    switch (lowering.kind(declaration)) {
      case "lexical_declaration":
        if (lowering.kind(lowering.firstChild(declaration)) !== "const") break;
        for (const declarator of lowering.children(declaration)) readDeclarator(lowering, declarator, texts);
        break;
      case "enum_declaration":
        readMembers(lowering, lowering.child(declaration, "body"), lowering.text(lowering.child(declaration, "name")), texts, 0);
        break;
      case "class_declaration":
        readStatics(lowering, declaration, texts);
    }
  }
  return texts;
}

function readDeclarator(lowering: Lowering, declarator: number, texts: Map<string, string>): void {
  const name = lowering.child(declarator, "name");
  const value = lowering.child(declarator, "value");
  if (lowering.kind(name) !== "identifier" || value === 0) return;
  const inner = unwrapped(lowering, value);
  if (lowering.kind(inner) === "string") texts.set(lowering.text(name), stringText(lowering, inner));
  else if (isFixed(lowering, value)) readMembers(lowering, keptLiteral(lowering, value), lowering.text(name), texts, 0);
}

/** `{…} as const`, `Object.freeze({…})`. */
function isFixed(lowering: Lowering, value: number): boolean {
  return (lowering.kind(value) === "as_expression" && lowering.text(value).endsWith(" const")) ||
    lowering.text(lowering.child(value, "function") || value) === "Object.freeze";
}

/** The members of an enum's or an object's body that are texts. */
function readMembers(lowering: Lowering, body: number, holder: string, texts: Map<string, string>, depth: number): void {
  if (body === 0 || depth > DEEPEST) return;
  for (const part of lowering.children(body)) {
    const kind = lowering.kind(part);
    if (kind !== "enum_assignment" && kind !== "pair") continue;
    const name = lowering.child(part, kind === "pair" ? "key" : "name");
    const value = unwrapped(lowering, lowering.child(part, "value"));
    if (lowering.kind(name) !== "property_identifier") continue;
    const path = `${holder}.${lowering.text(name)}`;
    if (lowering.kind(value) === "string") texts.set(path, stringText(lowering, value));
    else if (lowering.kind(value) === "object") readMembers(lowering, value, path, texts, depth + 1);
  }
}

function readStatics(lowering: Lowering, declaration: number, texts: Map<string, string>): void {
  const holder = lowering.text(lowering.child(declaration, "name"));
  for (const field of lowering.children(lowering.child(declaration, "body"))) {
    if (lowering.kind(field) !== "public_field_definition") continue;
    if (lowering.childOfKind(field, "static") === 0 || lowering.childOfKind(field, "readonly") === 0) continue;
    const value = lowering.child(field, "value");
    if (lowering.kind(value) === "string") {
      texts.set(`${holder}.${lowering.text(lowering.child(field, "name"))}`, stringText(lowering, value));
    }
  }
}
