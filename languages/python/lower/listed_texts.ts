/**
 * The texts that a loop variable takes if they are literals: `for name in ("load", "save"):`, `parametrize("name", ["load", "save"])`.
 *
 * Stage: parse -> facts. Invariant: all of them or none: the name must not get any other value.
 */
import type { Lowering } from "../../../core/lower/lower.ts";
import { lastPart } from "../describe_definitions.ts";
import { plainText } from "./named_members.ts";

/** Longer lists are data. */
const MOST = 20;

/** `getattr(x, name)` of a name that goes through such texts: one of these members; 0 of any other. */
export function listedAttribute(lowering: Lowering, [object = 0, name = 0, fallback = 0]: readonly number[]): number {
  if (name === 0 || lowering.kind(name) !== "identifier") return 0;
  const texts = listedTexts(lowering, name);
  if (texts.length === 0) return 0;
  const holder = lowering.lowerExpression(object);
  const members = texts.map((text) => lowering.memberExpression(holder, text));
  return lowering.either(fallback === 0 ? members : [...members, lowering.lowerExpression(fallback)]);
}

/** The texts that the name at `node` may have, in order; empty if not known. */
function listedTexts(lowering: Lowering, node: number): readonly string[] {
  const name = lowering.text(node);
  for (let at = lowering.parent(node), below = node; at > 0; below = at, at = lowering.parent(at)) {
    switch (lowering.kind(at)) {
      case "for_statement":
        if (lowering.text(lowering.child(at, "left")) !== name || below !== lowering.child(at, "body")) break;
        return isBoundIn(lowering, below, name) ? [] : textsIn(lowering, lowering.child(at, "right"));
      case "lambda":
      case "class_definition":
        return [];
      case "function_definition":
        return isBoundIn(lowering, lowering.child(at, "body"), name) ? [] : parametrizedTexts(lowering, at, name);
    }
  }
  return [];
}

/** Whether something in a block may assign another value to a name. */
function isBoundIn(lowering: Lowering, block: number, name: string): boolean {
  return new RegExp(`(?<![\\w.])${name}\\s*(?:[-+|&]|:[^=\\n]*|,[^=\\n]*)?=(?!=)|\\b(?:as|for|nonlocal|global)\\s[^\\n]*\\b${name}\\b`)
    .test(lowering.text(block));
}

function parametrizedTexts(lowering: Lowering, definition: number, name: string): readonly string[] {
  const around = lowering.parent(definition);
  if (lowering.kind(around) !== "decorated_definition") return [];
  for (const decorator of lowering.codeIn(around)) {
    const call = lowering.kind(decorator) === "decorator" ? lowering.codeIn(decorator)[0] ?? 0 : 0;
    if (lowering.kind(call) !== "call" || lastPart(lowering.text(lowering.child(call, "function"))) !== "parametrize") continue;
    const [given = 0, values = 0, ...others] = lowering.codeIn(lowering.child(call, "arguments"));
    const isIndirect = others.some((part) => lowering.text(lowering.child(part, "name")) === "indirect");
    if (!isIndirect && values !== 0 && plainText(lowering, given) === name) return textsIn(lowering, values);
  }
  return [];
}

/** The texts of a list or tuple that contains nothing else. */
function textsIn(lowering: Lowering, list: number): readonly string[] {
  if (!/^(?:list|tuple|set)$/.test(lowering.kind(list))) return [];
  const texts = lowering.codeIn(list).map((one) => plainText(lowering, one));
  return texts.length <= MOST && texts.every((text) => text !== undefined) ? texts as string[] : [];
}
