/**
 * Calls in code that a procedural macro generates (`quote! { #krate::load(1) }`).
 *
 * Stage: parse -> facts. They run where the macro is used, so the callee is a member of something unknown: definitions of its name may be
 * meant, and nothing is bound. Invariant: strings, attributes, and paths of the standard library contain no calls of the repository.
 */
import { CallFlag } from "../../../core/facts.ts";
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { takesMarkup } from "../macros/markup.ts";
import { shapeOf } from "../macros/shapes.ts";
import { withoutTexts } from "./named.ts";

/** Macros whose arguments are the code that they return, by their last names. */
const QUOTES: ReadonlySet<string> = new Set(["quote", "parse_quote", "quote_spanned", "parse_quote_spanned"]);
/** An interpolated value: code that contains one is quoted, whatever the macro's name. */
const SPLICE = /(?<!\w)#[a-z_(]/;

/** `"error" => #fault`: a value stored under a key, which is not an interpolation. */
const MARKED = /"\s{0,20}=>\s{0,20}#/g;

const ATTRIBUTE = /#!?\[[^\]]*\]/g;
const CALL =
  /(?<before>\.\s*|\bfn\s+)?(?:\bas\s+(?:(?:::\s*)?#?\w+\s*::\s*)*(?<trait>\w+)\s*(?:<[^<>;]*>\s*)?>\s*::\s*)?(?<path>(?:(?:::\s*)?#?\w+\s*::\s*)*)(?<!#)\b(?<name>[a-z_]\w*)\s*\(/gd;
const OUTSIDE = /^(?:::)?(?:std|core|alloc)::/;
const WORDS: ReadonlySet<string> = new Set(
  "as else fn for if impl in let loop match move mut pub ref return unsafe where while".split(" "),
);
/** Maximum length of a text that is considered as handwritten code. */
const LONGEST = 100_000;

/** Notes the calls in the text that the macro `name`, used at `invocation`, quotes, if it quotes any. */
export function lowerQuoted(lowering: Lowering, invocation: number, name: string): void {
  const { source, start, end } = lowering.tree;
  const from = start[invocation]!;
  const isQuote = QUOTES.has(name);
  if (end[invocation]! - from > LONGEST || (!isQuote && (shapeOf(name) !== undefined || takesMarkup(name)))) return;
  const whole = source.slice(from, end[invocation]!);
  if (!isQuote && !whole.includes("#")) return;
  const written = isQuote ? whole : whole.replace(MARKED, (mark) => mark.replace("#", " "));
  const text = withoutTexts(written).replace(ATTRIBUTE, (one) => " ".repeat(one.length));
  if (!isQuote && !SPLICE.test(text)) return;
  // Before the arrow is ordinary code of the function that quotes.
  const begin = /^[\w:\s]*_spanned\s*!/.test(text) ? text.indexOf("=>") : 0;
  for (const match of text.matchAll(CALL)) {
    const { before = "", trait = "", path = "", name: called = "" } = match.groups!;
    // `<#type as Trait>::method` names the trait.
    const prefix = trait === "" ? path.replace(/\s+/g, "") : `${trait}::`;
    if (match.index < begin || before.startsWith("fn") || WORDS.has(called) || OUTSIDE.test(prefix)) continue;
    const callee = before === "" ? pathOf(lowering, invocation, prefix, called) : memberOf(lowering, invocation, called);
    addCall(lowering, invocation, from + match.indices!.groups!.name![0], callee, prefix + called);
  }
}

/** A function called `name`, of the type that `prefix` ends with or of anything. */
function pathOf(lowering: Lowering, invocation: number, prefix: string, name: string): number {
  const { facts } = lowering;
  const type = /(?:^|::)(\p{Lu}\w*)::$/u.exec(prefix)?.[1] ?? "Self";
  const holder = unknown(lowering, invocation);
  return facts.expression(Op.path, type === "Self" ? holder : facts.expression(Op.path, holder, facts.string(type)), facts.string(name));
}

function memberOf(lowering: Lowering, invocation: number, name: string): number {
  return lowering.facts.expression(Op.member, unknown(lowering, invocation), lowering.facts.string(name));
}

/** The callee of an unknown name. */
function unknown(lowering: Lowering, invocation: number): number {
  return lowering.facts.expression(Op.name, lowering.facts.string("#"), lowering.scope(invocation), lowering.tree.start[invocation]!);
}

function addCall(lowering: Lowering, invocation: number, at: number, callee: number, text: string): void {
  const { facts } = lowering;
  facts.add("calls", {
    expression: callee,
    caller: lowering.callerAt(invocation),
    at,
    line: lowering.line(at),
    column: lowering.column(at),
    text: facts.string(text),
    flags: CallFlag.transcribed,
  });
}
