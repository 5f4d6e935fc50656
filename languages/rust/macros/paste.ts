/**
 * Names that `paste!` concatenates in a macro's output: `fn [<get_ $name:snake>]() { … }`.
 *
 * Stage: parse. Pure. Invariant: anything but words is left as it is.
 */
import { type Part, textOf, type Token } from "./parts.ts";

/** Whether brackets put a name together. */
export function isPutTogether(part: Part | undefined): part is Token {
  const inside = part !== undefined && "text" in part && part.text === "[" ? part.inside : undefined;
  return inside !== undefined && inside.length > 2 && textOf(inside[0]) === "<" && textOf(inside.at(-1)) === ">";
}

/** What the call of `paste!` at `at` generates from its tokens; undefined if there is none. */
export function pastedAt(tokens: readonly Token[], at: number): readonly Token[] | undefined {
  const { text, start } = tokens[at]!;
  // `paste::item!` was its name in the package's first releases.
  const isMeant = text === "paste" || (/^(?:item|expr)$/.test(text) && tokens[at - 1]?.text === "::" && tokens[at - 2]?.text === "paste");
  if (!isMeant || start >= 0 || tokens[at + 1]?.text !== "!") return undefined;
  const inside = tokens[at + 2]?.inside as readonly Token[] | undefined;
  return inside?.map(withNames);
}

function withNames(token: Token): Token {
  if (token.inside === undefined) return token;
  const name = isPutTogether(token) ? nameOf(token.inside.slice(1, -1) as readonly Token[]) : undefined;
  return name === undefined
    ? { ...token, inside: (token.inside as readonly Token[]).map(withNames) }
    : { text: name, start: -1, joined: false };
}

/** The words of a name concatenated; a word may change the case of the previous one (`:upper`). */
function nameOf(tokens: readonly Token[]): string | undefined {
  const words: string[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const text = tokens[i]!.text.replace(/^"(\w*)"$|^r#(?=\w)/, "$1");
    if (text === ":") {
      const spell = SPELLINGS.get(tokens[++i]?.text ?? "");
      if (spell === undefined || words.length === 0) return undefined;
      words.push(spell(words.pop()!));
    } else if (/^[\p{L}\p{N}_]*$/u.test(text)) words.push(text);
    else return undefined;
  }
  const name = words.join("");
  return /^[\p{L}_]/u.test(name) ? name : undefined;
}

const SPELLINGS: ReadonlyMap<string, (word: string) => string> = new Map([
  ["lower", (word: string) => word.toLowerCase()],
  ["upper", (word: string) => word.toUpperCase()],
  ["snake", (word: string) => word.replace(/(?<=[^_])(?=\p{Lu})/gu, "_").toLowerCase()],
  ["camel", inCamelCase],
  ["lower_camel", (word: string) => inCamelCase(word).replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())],
]);

function inCamelCase(word: string): string {
  return word.split("_").map((part) =>
    part.slice(0, 1).toUpperCase() + part.slice(1).replace(/(?<=\p{Lu})\p{Lu}/gu, (letter) => letter.toLowerCase())
  ).join("");
}
