/**
 * Calls in attribute arguments that are not paths: methods of the item's type, of its builder or of its fields (`#[error("{}",
 * .cause.shown())]`, `#[builder(default = "self.fallback()")]`), and functions called in a text (`strategy = "small()"`).
 *
 * Stage: parse -> facts. Invariant: only what the resolver identifies as a function becomes an edge.
 */
import { NamedMode, Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { derivedBuilder } from "./derived_builders.ts";
import { lowerWords } from "./types.ts";

/** `self.name(`, `self.field.name(`, `.field.name(`. */
const ASKED = /(?<![\w)\].])(self)?\.(\w+)(?:\.([a-z_]\w*))?\s*\(/g;
/** `Self::name`. */
const NAMED = /\bSelf\s*::\s*([a-z_]\w*)/g;
/** A text that is a call. */
const CALLING = /"([&*!]*(?:\w+::)*\w+\((?:[^"\\]|\\.)*\)\??)"/g;
/** The names called in it. */
const CALLED = /(?<![.\w:])(?:\w+::)*[a-z_]\w*(?=\()/g;
const TYPES: ReadonlySet<string> = new Set(["struct_item", "enum_item", "union_item"]);

/** Records such calls in the arguments of an attribute before `item`; `caller` is the attributed item. */
export function useAttributeCalls(lowering: Lowering, item: number, tokens: number, caller: number): void {
  const at = lowering.tree.start[tokens]!;
  const text = lowering.tree.source.slice(at, lowering.tree.end[tokens]!);
  const use = (expression: number, place: number): void =>
    expression === 0 ? undefined : lowering.addUseAt(lowering.facts.expression(Op.named, expression, NamedMode.text), caller, at + place);
  const member = (holder: number, name: string): number =>
    holder === 0 ? 0 : lowering.facts.expression(Op.path, holder, lowering.facts.string(name));
  for (const match of text.matchAll(ASKED)) {
    const [all, self, first, second] = match;
    const place = match.index + all.lastIndexOf(second ?? first!);
    if (second !== undefined) use(member(fieldType(lowering, item, first!), second), place);
    else if (self !== undefined) { for (const holder of typesOf(lowering, item)) use(member(holder, first!), place); }
  }
  for (const match of text.matchAll(NAMED)) {
    const place = match.index + match[0].length - match[1]!.length;
    for (const holder of typesOf(lowering, item)) use(member(holder, match[1]!), place);
  }
  for (const match of text.matchAll(CALLING)) {
    for (const called of match[1]!.matchAll(CALLED)) {
      const words = called[0].split("::");
      if (words[0] === "Self") continue;
      const place = match.index + 1 + called.index;
      use(lowerWords(lowering, item, words, at + place), place + called[0].length - words.at(-1)!.length);
    }
  }
}

/** The type that an item is or is a part of, and the builder that a derive makes of it: expressions. */
function typesOf(lowering: Lowering, item: number): number[] {
  let type = item;
  while (type !== 0 && !TYPES.has(lowering.kind(type))) type = lowering.parent(type);
  if (type === 0) return [];
  const name = lowering.text(lowering.child(type, "name"));
  const builder = derivedBuilder(lowering, `${name}Builder`, type);
  return [lowering.nameExpression(name, type, 0), ...(builder === 0 ? [] : [builder])];
}

/** The type of the field called `name`, or at that position, of an item or of what it is a part of; 0 if there is none. */
function fieldType(lowering: Lowering, item: number, name: string): number {
  for (let holder = item; holder !== 0; holder = lowering.parent(holder)) {
    const body = lowering.child(holder, "body");
    const kind = body === 0 ? "" : lowering.kind(body);
    if (kind === "ordered_field_declaration_list") {
      const type = /^\d+$/.test(name) ? lowering.childrenOf(body, "type")[Number(name)] : undefined;
      return type === undefined ? 0 : lowering.lowerType(type);
    }
    if (kind !== "field_declaration_list") continue;
    const field = lowering.children(body).find((one) =>
      lowering.kind(one) === "field_declaration" && lowering.text(lowering.child(one, "name")) === name
    );
    return field === undefined ? 0 : lowering.lowerType(lowering.child(field, "type"));
  }
  return 0;
}
