/**
 * Macros that one text declares and another calls.
 *
 * Stage: parse. A text is read by itself first, or with what it is likely to call. Where it calls other macros of other files that make definitions,
 * it is read once more with these in hand, under an extractor name that tells which they were. Invariants: what a text says of macros is the same
 * whatever it was read with; what comes of a text rests on it and on what it was given alone.
 */
import type { LanguagePlugin } from "../plugin.ts";

/** A macro that may make definitions, as a text declares it. */
export interface DeclaredMacro {
  readonly name: string;
  /** The whole declaration. */
  readonly text: string;
  /** It makes definitions itself, or tells by itself what becomes of those that it is given; else it may make some by what it calls. */
  readonly defines: boolean;
  /** Whether code of other packages may call it. */
  readonly exported: boolean;
}

/** What a text says of macros. */
export interface MacroNotes {
  readonly declared: readonly DeclaredMacro[];
  /** Names, each once. */
  readonly called: readonly string[];
}

/** A macro of another file that a text may call. */
export interface GivenMacro {
  readonly name: string;
  readonly text: string;
  /** By what name the code that calls it knows the package that declares it; "" where that is its own. */
  readonly from: string;
}

/** Notes as they are stored; "" where a text says nothing. */
export function encodeMacroNotes(notes: MacroNotes | undefined): string {
  return notes === undefined ? "" : JSON.stringify(notes);
}

/** The reverse. */
export function decodeMacroNotes(encoded: string): MacroNotes | undefined {
  return encoded === "" ? undefined : JSON.parse(encoded) as MacroNotes;
}

/** What the texts of a language are given of each other, by path; who is not named there is given nothing. @param manifests text by path */
export function giveMacros(
  plugin: LanguagePlugin,
  texts: readonly { readonly path: string; readonly macros: MacroNotes | undefined }[],
  manifests: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly GivenMacro[]> {
  const noted = texts.flatMap(({ path, macros }) => macros === undefined ? [] : [{ path, macros }]);
  return plugin.givenMacros?.share(noted, manifests) ?? new Map();
}
