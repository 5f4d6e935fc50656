/**
 * Names in code marks of a message that may be symbols.
 *
 * Stage: memory. Invariant: pure; the index is asked later what they mean.
 */
import { marksInProse } from "../anchors.ts";
import { readName, type WrittenName } from "../symbols/resolve_mention.ts";

/** A name as written in a text. */
export interface Mention {
  readonly text: string;
  readonly written: WrittenName;
  /** Whether the words around it say that it is code that runs, or a type. */
  readonly said: boolean;
}

/** The mentions of a text, each name once. */
export function mentionsIn(text: string): Mention[] {
  if (!text.includes("`")) return [];
  const found = new Map<string, Mention>();
  for (const mark of marksInProse(text)) {
    const written = readName(mark.text);
    if (written === undefined) continue;
    const key = `${written.path}:${written.name}`;
    const before = found.get(key);
    if (before === undefined) found.set(key, { text: mark.text, written, said: mark.said });
    else {found.set(key, {
        ...before,
        said: before.said || mark.said,
        written: { ...written, called: before.written.called || written.called },
      });}
  }
  return [...found.values()];
}
