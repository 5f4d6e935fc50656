/**
 * What precedes an item: its attributes and comments, and the contents of the attributes.
 *
 * Stage: parse -> facts. Invariant: each run of them is found once per file, in one walk, and belongs to the item that follows it.
 */
import { DefinitionFlag } from "../../../core/facts.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { marksOf } from "../../../core/tree/flat_tree.ts";
import { flagsSet, holdsOrdinarily } from "../cfg.ts";
import { beginState, type FileState, stateOf } from "../file_state.ts";

/** An attribute of an item, or of a file. */
export interface Attribute {
  /** `test`, `tokio::main`, `derive`. */
  readonly name: string;
  /** The `attribute` node: path, arguments, value. */
  readonly node: number;
  /** The `attribute_item` or `inner_attribute_item` node. */
  readonly item: number;
}

/**
 * The plugin's `begin`: finds the run of attributes and comments before each item, whether an ordinary build leaves the file out, and
 * whether its macros are visible after its end.
 */
export function beginFile(lowering: Lowering): void {
  noteLeading(lowering, beginState(lowering));
  const { facts, module, tree: { source } } = lowering;
  const flags = source.includes("rustc-cfg") ? flagsSet(source) : [];
  if (flags.length > 0) facts.set("definitions", module, "attributes", facts.string(`flags:${flags.join(",")}`));
  if (!source.includes("#![cfg(") && !source.includes("#![macro_use")) return;
  const inner = lowering.children(0).filter((node) => lowering.kind(node) === "inner_attribute_item");
  const attributes = inner.map((node) => readAttribute(lowering, node));
  if (isLeftOut(lowering, attributes)) facts.set("definitions", module, "attributes", facts.string("condition:unfulfilled"));
  if (attributes.some(({ name }) => name === "macro_use")) lowering.addFlag(module, DefinitionFlag.macros);
}

function noteLeading(lowering: Lowering, { leading, following }: FileState): void {
  const { tree } = lowering;
  const kinds = marksOf(lowering.grammar, "attribute_item", "line_comment", "block_comment");
  const attribute = marksOf(lowering.grammar, "attribute_item");
  let seen = 0;
  for (let node = 1; node < tree.count; node++) {
    if (kinds[tree.kind[node]!] !== 1 || node <= seen) continue;
    let next = node;
    const attributes: number[] = [];
    while (next !== 0 && kinds[tree.kind[next]!] === 1) {
      seen = next;
      if (attribute[tree.kind[next]!] === 1) attributes.push(next);
      next = tree.next[next]!;
    }
    if (next === 0) continue;
    // The visibility of a tuple struct's field is between its attributes and its type.
    if (lowering.kind(next) === "visibility_modifier") next = tree.next[next]! || next;
    leading.set(next, node);
    for (const one of attributes) following.set(one, next);
  }
}

/** The item that an `attribute_item` belongs to, or 0. */
export function itemOfAttribute(lowering: Lowering, node: number): number {
  return stateOf(lowering).following.get(node) ?? 0;
}

/** The first of the attributes and comments before an item, or 0. */
export function firstLeading(lowering: Lowering, node: number): number {
  return stateOf(lowering).leading.get(node) ?? 0;
}

const NONE: readonly Attribute[] = [];

/** The attributes before an item, first to last. */
export function leadingAttributes(lowering: Lowering, node: number): readonly Attribute[] {
  const first = firstLeading(lowering, node);
  if (first === 0) return NONE;
  const found: Attribute[] = [];
  for (let c = first; c !== 0 && c !== node; c = lowering.next(c)) {
    if (lowering.kind(c) === "attribute_item") found.push(readAttribute(lowering, c));
  }
  return found;
}

/** The parts of an attribute (`#[name(…)]`). */
export function readAttribute(lowering: Lowering, item: number): Attribute {
  const node = lowering.childOfKind(item, "attribute");
  const path = node === 0 ? 0 : lowering.children(node)[0] ?? 0;
  return { name: path === 0 ? "" : lowering.text(path), node, item };
}

/** Whether the `cfg` attributes before an item leave it out of an ordinary build. */
export function isLeftOut(lowering: Lowering, attributes: readonly Attribute[]): boolean {
  return attributes.some((attribute) => attribute.name === "cfg" && !holdsOrdinarily(argumentsText(lowering, attribute).slice(1, -1)));
}

/** The arguments of an attribute, with parentheses, without white space and comments; "" if it has none. */
export function argumentsText(lowering: Lowering, { node }: Attribute): string {
  const written = lowering.child(node, "arguments");
  return written === 0 ? "" : lowering.text(written).replace(/\/\/[^\n]*|\s+/g, "");
}
