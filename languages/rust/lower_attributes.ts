/**
 * What stands before an item: attributes and doc comments.
 *
 * Stage: parse -> facts. Invariant: each run of them is found once a file, in one walk, and belongs to the item that follows it.
 */
import type { Lowering } from "../../core/lower.ts";
import { holdsOrdinarily } from "./cfg.ts";

export interface Attribute {
  /** `test`, `tokio::main`, `derive`. */
  readonly name: string;
  /** The `attribute` node: path, arguments, value. */
  readonly node: number;
  /** The `attribute_item` node. */
  readonly item: number;
}

const LEADING = "leading";
const FOLLOWING = "following";

function kindIds(lowering: Lowering, ...names: string[]): Set<number> {
  return new Set(names.flatMap((name) => [...(lowering.grammar.kindIds.get(name) ?? [])]));
}

/** The plugin's `begin`: which run of attributes and comments stands before which item. */
export function noteLeading(lowering: Lowering): void {
  const { tree } = lowering;
  const kinds = kindIds(lowering, "attribute_item", "line_comment", "block_comment");
  const attribute = kindIds(lowering, "attribute_item");
  const leading = new Map<number, number>();
  const following = new Map<number, number>();
  let seen = 0;
  for (let node = 1; node < tree.count; node++) {
    if (node <= seen || !kinds.has(tree.kind[node]!)) continue;
    let next = node;
    const attributes: number[] = [];
    while (next !== 0 && kinds.has(tree.kind[next]!)) {
      seen = next;
      if (attribute.has(tree.kind[next]!)) attributes.push(next);
      next = tree.next[next]!;
    }
    if (next === 0) continue;
    // The visibility of a tuple struct's field stands between its attributes and its type.
    if (lowering.kind(next) === "visibility_modifier") next = tree.next[next]! || next;
    leading.set(next, node);
    for (const one of attributes) following.set(one, next);
  }
  lowering.own[LEADING] = leading;
  lowering.own[FOLLOWING] = following;
}

/** The item that an `attribute_item` belongs to, or 0. */
export function itemOfAttribute(lowering: Lowering, node: number): number {
  return (lowering.own[FOLLOWING] as Map<number, number>).get(node) ?? 0;
}

/** The attributes before an item, first to last. */
export function leadingAttributes(lowering: Lowering, node: number): Attribute[] {
  const found: Attribute[] = [];
  for (let c = (lowering.own[LEADING] as Map<number, number>).get(node) ?? 0; c !== 0 && c !== node; c = lowering.next(c)) {
    if (lowering.kind(c) === "attribute_item") found.push(readAttribute(lowering, c));
  }
  return found;
}

export function readAttribute(lowering: Lowering, item: number): Attribute {
  const node = lowering.childOfKind(item, "attribute");
  const path = node === 0 ? 0 : lowering.children(node)[0] ?? 0;
  return { name: path === 0 ? "" : lowering.text(path), node, item };
}

/** The plugin's `doc`: the doc comments before the item, without their marks. */
export function readDoc(lowering: Lowering, node: number): string {
  const lines: string[] = [];
  for (let c = (lowering.own[LEADING] as Map<number, number>).get(node) ?? 0; c !== 0 && c !== node; c = lowering.next(c)) {
    const kind = lowering.kind(c);
    if (kind === "attribute_item" || lowering.child(c, "outer") === 0) continue;
    const text = lowering.text(lowering.child(c, "doc"));
    if (kind === "line_comment") lines.push(text.replace(/^ /, "").trimEnd());
    else lines.push(text.split("\n").map((line) => line.replace(/^\s*\* ?/, "")).join("\n").trim());
  }
  return lines.join("\n").trim();
}

/** The `//!` comments at the top of the file. */
export function readInnerDoc(lowering: Lowering): string {
  const lines: string[] = [];
  for (let node = lowering.firstChild(0); node !== 0; node = lowering.next(node)) {
    const kind = lowering.kind(node);
    if (kind === "inner_attribute_item") continue;
    if (kind !== "line_comment" && kind !== "block_comment") break;
    if (lowering.child(node, "inner") !== 0) lines.push(lowering.text(lowering.child(node, "doc")).replace(/^ /, "").trimEnd());
  }
  return lines.join("\n").trim();
}

/** Whether the `cfg` attributes before an item leave it out of an ordinary build. */
export function isLeftOut(lowering: Lowering, attributes: readonly Attribute[]): boolean {
  return attributes.some((attribute) => attribute.name === "cfg" && !holdsOrdinarily(argumentsText(lowering, attribute).slice(1, -1)));
}

/** What an attribute says in parentheses, with them, without white space and comments. */
export function argumentsText(lowering: Lowering, { node }: Attribute): string {
  return lowering.text(lowering.child(node, "arguments")).replace(/\/\/[^\n]*|\s+/g, "");
}
