/**
 * The nesting of brackets in the text of types and parameters.
 *
 * Pure. Invariant: the `>` of an arrow closes nothing.
 */

const NEWLINE = 10;
const STEPS = new Int8Array(128);
for (const sign of "([{<") STEPS[sign.charCodeAt(0)] = 1;
for (const sign of ")]}>") STEPS[sign.charCodeAt(0)] = -1;

/** The change of depth after the letter at `i`: 1 after an opening bracket, -1 after a closing one, 0 after all else. */
export function bracketStep(text: string, i: number): number {
  const step = STEPS[text.charCodeAt(i)] ?? 0;
  return step < 0 && text[i] === ">" && text[i - 1] === "=" ? 0 : step;
}

/** The offset after the bracket that closes the one at `at`; `limit` if there is none, or the line ends before any bracket. */
export function closingBracket(text: string, at: number, limit: number): number {
  let depth = 0;
  for (let i = at; i < limit; i++) {
    const step = bracketStep(text, i);
    depth += step;
    if (step < 0 && depth === 0) return i + 1;
    if (step === 0 && depth === 0 && text.charCodeAt(i) === NEWLINE) return limit;
  }
  return limit;
}
