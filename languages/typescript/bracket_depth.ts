/**
 * How brackets stand within each other in the text of types and parameters.
 *
 * Pure. Invariant: the `>` of an arrow closes nothing.
 */

/** How much deeper what follows the letter at `i` lies: 1 behind a bracket that opens, -1 behind one that closes, 0 behind all else. */
export function bracketStep(text: string, i: number): number {
  switch (text[i]) {
    case "(":
    case "[":
    case "{":
    case "<":
      return 1;
    case ")":
    case "]":
    case "}":
      return -1;
    case ">":
      return text[i - 1] === "=" ? 0 : -1;
    default:
      return 0;
  }
}
