/**
 * The nesting of brackets in the text of types and parameters.
 *
 * Pure. Invariant: the `>` of an arrow closes nothing.
 */

const STEPS = new Int8Array(128);
for (const sign of "([{<") STEPS[sign.charCodeAt(0)] = 1;
for (const sign of ")]}>") STEPS[sign.charCodeAt(0)] = -1;

/** The change of depth after the letter at `i`: 1 after an opening bracket, -1 after a closing one, 0 after all else. */
export function bracketStep(text: string, i: number): number {
  const step = STEPS[text.charCodeAt(i)] ?? 0;
  return step < 0 && text[i] === ">" && text[i - 1] === "=" ? 0 : step;
}
