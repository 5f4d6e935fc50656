/**
 * Type parameters that the comment before a class or a function declares (`@template T`): they are visible in its body, also in the
 * comments there.
 *
 * Stage: parse, and parse -> facts. Invariant: a written list of type parameters takes precedence over a comment.
 */
import { BindingFlag, BindingKind } from "../../../core/facts.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { afterSubtree, type FlatTree, type Grammar } from "../../../core/tree/flat_tree.ts";
import { readTemplates } from "./declarations.ts";
import { commentBefore, documentedBound, documentedOtherwise, unaskedComment } from "./tags.ts";

/** A class or a function, or what has one first in it. */
const HOLDERS = [
  "class_declaration",
  "export_statement",
  "expression_statement",
  "field_definition",
  "function_declaration",
  "generator_function_declaration",
  "lexical_declaration",
  "method_definition",
  "pair",
  "variable_declaration",
];

/** Names visible from the comment that declares them to the end of what follows it. */
export interface TemplateRange {
  readonly end: number;
  readonly names: readonly string[];
}

/** What the comment at `node` declares for the class or function after it, and for the comment itself; undefined if it declares nothing. */
export function templatesAt(tree: FlatTree, grammar: Grammar, node: number): TemplateRange | undefined {
  const [start, end] = [tree.start[node]!, tree.end[node]!];
  const places = readTemplates(tree.source, start, end);
  const holder = afterSubtree(tree, node);
  if (places.length === 0 || holder >= tree.count) return undefined;
  const isHolder = HOLDERS.some((kind) => grammar.kindIds.get(kind)?.includes(tree.kind[holder]!) === true);
  return isHolder ? { end: tree.end[holder]!, names: places.map(({ from, to }) => tree.source.slice(from, to)) } : undefined;
}

/** Gives the class or function at `node` the type parameters that the comment before it declares; a function's comment uses them itself. */
export function bindTemplates(lowering: Lowering, node: number, definition: number): void {
  const { facts, tree } = lowering;
  if (tree.grafts.length === 0 || lowering.child(node, "type_parameters") !== 0) return;
  const comment = commentBefore(lowering, node);
  if (comment === undefined) return;
  const scope = facts.get("definitions", definition, "body");
  const code = unaskedComment(lowering, comment.start);
  const places = readTemplates(tree.source, comment.start, comment.end);
  if (code !== 0 && places.length > 0) { for (let at = code; at < lowering.afterSubtree(code); at++) lowering.setScope(at, scope); }
  for (const { from, to } of places) {
    const name = tree.source.slice(from, to);
    const type = documentedBound(lowering, node, name);
    const value = documentedOtherwise(lowering, node, name);
    lowering.addTypeParameter(
      definition,
      lowering.bind(BindingKind.typeParameter, name, node, { type, value, flags: BindingFlag.hoisted, scope }),
    );
  }
}
