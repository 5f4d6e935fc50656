/**
 * The kinds of nodes that are relevant for reading macros.
 *
 * Stage: parse. Invariant: looked up once per grammar; a missing kind is -1, which no node has.
 */
import type { Grammar } from "../../../core/tree/flat_tree.ts";
import type { BodyKinds } from "./embed_macro_bodies.ts";
import type { RuleKinds } from "./parts.ts";

/** Their numbers. */
export interface Kinds extends BodyKinds, RuleKinds {
  readonly invocation: number;
  readonly attribute: number;
  readonly block: number;
  readonly hash: number;
  readonly semicolon: number;
  readonly arrow: number;
  readonly equals: number;
  readonly colon: number;
  readonly at: number;
  readonly ifWord: number;
  readonly letWord: number;
  readonly bar: number;
  readonly less: number;
}

const kindsOfGrammar = new WeakMap<Grammar, Kinds>();

/** Looks up the kinds in a grammar. */
export function findKinds(grammar: Grammar): Kinds {
  const known = kindsOfGrammar.get(grammar);
  if (known !== undefined) return known;
  const one = (name: string, named = false): number => grammar.kindIds.get(name)?.find((id) => (grammar.named[id] === 1) === named) ?? -1;
  const kinds: Kinds = {
    invocation: one("macro_invocation", true),
    attribute: one("attribute", true),
    block: one("block", true),
    macro: one("macro_definition", true),
    rule: one("macro_rule", true),
    pattern: one("token_tree_pattern", true),
    bindingPattern: one("token_binding_pattern", true),
    repetitionPattern: one("token_repetition_pattern", true),
    repetition: one("token_repetition", true),
    metavariable: one("metavariable", true),
    tokens: one("token_tree", true),
    identifier: new Set(grammar.kindIds.get("identifier") ?? []),
    comments: new Set([one("line_comment", true), one("block_comment", true)]),
    bang: one("!"),
    hash: one("#"),
    comma: one(","),
    semicolon: one(";"),
    arrow: one("=>"),
    equals: one("="),
    colon: one(":"),
    at: one("@"),
    ifWord: one("if"),
    letWord: one("let"),
    bar: one("|"),
    less: one("<"),
  };
  kindsOfGrammar.set(grammar, kinds);
  return kinds;
}
