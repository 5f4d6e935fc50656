/**
 * Macro arguments that are not valid Rust as a whole: adjacent values (`Node { width: 1 } Hidden Children [ … ]`).
 *
 * Stage: parse. Pure. Invariant: only expressions that are valid by themselves are returned.
 */
import { isWord } from "./shapes.ts";
import type { MacroTokens } from "./tokens.ts";

/** Tokens of which those from the first place to the second are an expression. */
export type LoosePart = readonly [tokens: readonly number[], range: readonly [from: number, to: number]];

/** The expressions among tokens: all of these as one, unless values are adjacent in them or in their brackets. */
export function* partsSideBySide(macro: MacroTokens, tokens: readonly number[], from: number, to: number): Iterable<LoosePart> {
  if (isLabelled(macro, tokens, from, to)) {
    yield [tokens, [from + 1, from + 2]];
    return yield* partsSideBySide(macro, tokens, from + 2, to);
  }
  if (!holdsNeighbours(macro, tokens, from, to)) return yield [tokens, [from, to]];
  let start = from;
  for (let i = from; i < to; i++) {
    if (i + 1 < to && !areNeighbours(macro, tokens, i)) continue;
    yield* partsOfOne(macro, tokens, start, i + 1);
    start = i + 1;
  }
}

/** Whether a block starts here after a name that only the macro knows, and nothing continues it: `sqlite { conn.load() } mysql { … }`. */
function isLabelled(macro: MacroTokens, tokens: readonly number[], at: number, to: number): boolean {
  if (at + 1 >= to || !macro.isGroup(tokens[at + 1], "{")) return false;
  const label = macro.written(tokens[at]!);
  if (!/^\p{Ll}/u.test(label) || isWord(label) || isKeyed(macro, macro.tokensOf(tokens[at + 1]!), 0)) return false;
  return at + 2 === to || /^[\p{L}_]/u.test(macro.written(tokens[at + 2]!));
}

/** The expressions in a value: itself, or the contents of its brackets if values are adjacent there. */
function* partsOfOne(macro: MacroTokens, tokens: readonly number[], from: number, to: number): Iterable<LoosePart> {
  if (!holdsNeighbours(macro, tokens, from, to)) return yield [tokens, [from, to]];
  for (let i = from; i < to; i++) {
    if (!holdsValues(macro, tokens, i)) continue;
    const inner = macro.tokensOf(tokens[i]!);
    for (const [start, end] of macro.split(inner, 0, inner.length, macro.kinds.comma)) {
      yield* partsSideBySide(macro, inner, isKeyed(macro, inner, start) ? start + 2 : start, end);
    }
  }
}

/** Whether two values are adjacent among tokens, or in their brackets. */
function holdsNeighbours(macro: MacroTokens, tokens: readonly number[], from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    if (i + 1 < to && areNeighbours(macro, tokens, i)) return true;
    if (!holdsValues(macro, tokens, i)) continue;
    const inner = macro.tokensOf(tokens[i]!);
    if (holdsNeighbours(macro, inner, 0, inner.length)) return true;
  }
  return false;
}

/** Whether a value ends with the token at `at`, and another begins with the next. */
function areNeighbours(macro: MacroTokens, tokens: readonly number[], at: number): boolean {
  const next = macro.written(tokens[at + 1]!);
  if (!/^[\p{L}_\d"]/u.test(next) || isWord(next)) return false;
  if (macro.isGroup(tokens[at], "{")) return isStruct(macro, tokens, at);
  if (isBracketed(macro, tokens[at]!)) return !isAttribute(macro, tokens, at);
  const word = macro.written(tokens[at]!);
  return /[\p{L}_\d"]$/u.test(word) && !isWord(word) && !isLifetime(macro, tokens, at);
}

/** Whether the brackets of a token contain values, alone or after keys. */
function holdsValues(macro: MacroTokens, tokens: readonly number[], at: number): boolean {
  if (!isBracketed(macro, tokens[at]!) || isAttribute(macro, tokens, at) || (at > 0 && macro.written(tokens[at - 1]!) === "!")) {
    return false;
  }
  return !macro.isGroup(tokens[at], "{") || isStruct(macro, tokens, at);
}

/** `Name { key: value }` */
function isStruct(macro: MacroTokens, tokens: readonly number[], at: number): boolean {
  if (at === 0 || !/^\p{Lu}/u.test(macro.written(tokens[at - 1]!))) return false;
  const inner = macro.tokensOf(tokens[at]!);
  return inner.length === 0 || (macro.kinds.identifier.has(macro.tree.kind[inner[0]!]!) && isKeyed(macro, inner, 0));
}

/** `key: value` */
function isKeyed(macro: MacroTokens, tokens: readonly number[], at: number): boolean {
  return macro.tree.kind[tokens[at + 1] ?? 0] === macro.kinds.colon;
}

/** `#[…]`, `#![…]` */
function isAttribute(macro: MacroTokens, tokens: readonly number[], at: number): boolean {
  const before = at === 0 ? "" : macro.written(tokens[at - 1]!);
  return before === "#" || (before === "!" && at > 1 && macro.written(tokens[at - 2]!) === "#");
}

function isLifetime(macro: MacroTokens, tokens: readonly number[], at: number): boolean {
  return at > 0 && macro.written(tokens[at - 1]!) === "'";
}

/** Whether a token is a bracketed group of any form. */
function isBracketed(macro: MacroTokens, token: number): boolean {
  return macro.tree.kind[token] === macro.kinds.tokens;
}
