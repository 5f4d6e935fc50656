/**
 * Decisions in the files that instruct agents: rules that name code.
 *
 * Stage: memory. Invariant: pure; a rule is a list item or paragraph that commands or forbids something and has a name in code marks.
 */
import * as crypto from "node:crypto";

/** A rule and its place. */
export interface Instruction {
  /** The heading above it; "" at the top. */
  readonly heading: string;
  readonly text: string;
  readonly line: number;
}

const NORMATIVE =
  /\b(must(?: not|n't)?|never|always|do not|don't|only|avoid|prefer|should(?: not|n't)?|required?|forbidden|use|keep|decided|instead of)\b/i;

/** All rules of a file. */
export function readInstructions(text: string): Instruction[] {
  const rules: Instruction[] = [];
  let heading = "";
  let block: { line: number; lines: string[] } | undefined;
  let fence = false;
  const close = (): void => {
    const said = block?.lines.join(" ").replace(/^\s*(?:[-*+]|\d+\.)\s+/, "").replace(/\s+/g, " ").trim() ?? "";
    if (block !== undefined && said.length <= 1000 && NORMATIVE.test(said) && /`[^`]+`/.test(said)) {
      rules.push({ heading, text: said, line: block.line });
    }
    block = undefined;
  };
  for (const [i, line] of text.split("\n").entries()) {
    if (/^\s*(```|~~~)/.test(line)) {
      close();
      fence = !fence;
    } else if (fence) continue;
    else if (/^#{1,6}\s/.test(line)) {
      close();
      heading = line.replace(/^#+\s+/, "").trim();
    } else if (line.trim() === "") close();
    else if (/^\s*(?:[-*+]|\d+\.)\s/.test(line) || block === undefined) {
      close();
      block = { line: i + 1, lines: [line] };
    } else block.lines.push(line);
  }
  close();
  return rules;
}

/** Identifies a rule: the file, and a hash of the rule's text. */
export function sourceOfRule(path: string, rule: string): string {
  return `${path}#${crypto.hash("sha256", rule, "hex").slice(0, 8)}`;
}

/** A source as shown to people, without the hash. */
export function shownSource(source: string): string {
  return source.replace(/#[0-9a-f]{8}$/, "");
}
