/**
 * `@a(x).b(y)`: the grammar parses one call after a decorator's sign. The repaired text has a decorator for each (`@a(x)@b(y)`), and here
 * the later ones become members of the results of the earlier.
 *
 * Stage: parse, and parse -> facts. Invariant: the same length; whether a decorator continues in another is read from the source.
 */
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { firstNamed } from "../file_state.ts";

const DECORATOR = /@(\(\s{0,200})?[A-Za-z_$][\w$.]{0,200}\(/g;
const NEXT = /\s{0,200}\.(?=[A-Za-z_$])/y;
const NEXT_CALL = /[A-Za-z_$][\w$.]{0,200}\(/y;
const CLOSING = /\s{0,200}\)/y;
/** What contains brackets that do not count. */
const LITERAL = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[^])*`|\/\/[^\n]*|\/\*[^]*?\*\//y;
const LONGEST = 5000;

/** The text with a sign of its own before each call of such a chain, and without brackets around it: `@(a(x).b(y))`. */
export function partDecorators(text: string): string {
  const signs: { readonly at: number; readonly sign: string }[] = [];
  for (const { index, 0: start, 1: bracket } of text.matchAll(DECORATOR)) {
    const { dots, end } = chainBehind(text, index + start.length);
    CLOSING.lastIndex = end;
    if (bracket !== undefined) {
      if (dots.length === 0 || end === 0 || !CLOSING.test(text)) continue;
      signs.push({ at: index + 1, sign: " " }, { at: CLOSING.lastIndex - 1, sign: " " });
    }
    for (const at of dots) signs.push({ at, sign: "@" });
  }
  let parted = "";
  let done = 0;
  for (const { at, sign } of signs.sort((a, b) => a.at - b.at)) {
    parted += text.slice(done, at) + sign;
    done = at + 1;
  }
  return parted + text.slice(done);
}

/**
 * The dots before the further calls of a chain whose first arguments start at `at`, and the offset after the last of them; 0 if that is not
 * a call.
 */
function chainBehind(text: string, at: number): { readonly dots: readonly number[]; readonly end: number } {
  const dots: number[] = [];
  let end = behindCall(text, at);
  while (end > 0) {
    NEXT.lastIndex = end;
    if (!NEXT.test(text)) break;
    dots.push(NEXT.lastIndex - 1);
    NEXT_CALL.lastIndex = NEXT.lastIndex;
    end = NEXT_CALL.test(text) ? behindCall(text, NEXT_CALL.lastIndex) : 0;
  }
  return { dots, end };
}

/** The offset after the bracket that closes the arguments which start at `at`; 0 if there is none near. */
function behindCall(text: string, at: number): number {
  for (let depth = 1, last = at + LONGEST; at < text.length && at < last; at++) {
    const sign = text[at]!;
    if (sign === "(") depth++;
    else if (sign === ")" && --depth === 0) return at + 1;
    else if (/["'`/]/.test(sign)) {
      LITERAL.lastIndex = at;
      if (LITERAL.test(text)) at = LITERAL.lastIndex - 1;
    }
  }
  return 0;
}

/** Makes the decorator at `node` a member of the result of the decorator before it, if the source has a dot there. */
export function meanChained(lowering: Lowering, node: number, callee: number): void {
  if (lowering.tree.source[lowering.tree.start[node]!] !== ".") return;
  let before = 0;
  for (let sibling = lowering.firstChild(lowering.parent(node)); sibling !== node; sibling = lowering.next(sibling)) {
    if (lowering.kind(sibling) === "decorator") before = sibling;
  }
  let name = callee;
  while (lowering.kind(name) === "member_expression") name = lowering.child(name, "object");
  const given = before === 0 ? 0 : lowering.lowerExpression(firstNamed(lowering, before));
  lowering.setExpression(name, lowering.facts.expression(Op.member, given, lowering.facts.string(lowering.text(name))));
}
