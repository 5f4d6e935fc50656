/**
 * How brackets stand within each other in the text of types and parameters.
 *
 * Pure. Invariant: the `>` of an arrow closes nothing.
 */

const STEPS = new Int8Array(128);
for (const sign of "([{<") STEPS[sign.charCodeAt(0)] = 1;
for (const sign of ")]}>") STEPS[sign.charCodeAt(0)] = -1;

/** How much deeper what follows the letter at `i` lies: 1 behind a bracket that opens, -1 behind one that closes, 0 behind all else. */
export function bracketStep(text: string, i: number): number {
  const step = STEPS[text.charCodeAt(i)] ?? 0;
  return step < 0 && text[i] === ">" && text[i - 1] === "=" ? 0 : step;
}
