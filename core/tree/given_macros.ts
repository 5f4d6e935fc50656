/**
 * Macros that one text declares and another calls.
 *
 * Stage: parse. A text is first read by itself, or with the macros that it is likely to call. If it calls macros of other files that
 * produce definitions, it is read again with these, under an extractor name that identifies them. Invariants: what a text says about macros
 * does not depend on the macros it was read with; the facts of a text depend only on it and on the macros given.
 */
import type { LanguagePlugin } from "../plugin.ts";

/** A macro that may produce definitions, as a text declares it. */
export interface DeclaredMacro {
  readonly name: string;
  /** The whole declaration. */
  readonly text: string;
  /**
   * Whether it produces definitions itself, or decides what becomes of those passed to it; otherwise it may produce some through the macros
   * it calls.
   */
  readonly defines: boolean;
  /** Whether code in other packages may call it. */
  readonly exported: boolean;
}

/** What a text says about macros. */
export interface MacroNotes {
  readonly declared: readonly DeclaredMacro[];
  /** Names, without duplicates. */
  readonly called: readonly string[];
}

/** A macro of another file that a text may call. */
export interface GivenMacro {
  readonly name: string;
  readonly text: string;
  /** The name by which the calling code knows the package that declares it; "" if that is its own. */
  readonly from: string;
}

/** The stored form of notes; "" if there are none. */
export function encodeMacroNotes(notes: MacroNotes | undefined): string {
  return notes === undefined ? "" : JSON.stringify(notes);
}

/** The inverse of `encodeMacroNotes`. */
export function decodeMacroNotes(encoded: string): MacroNotes | undefined {
  return encoded === "" ? undefined : JSON.parse(encoded) as MacroNotes;
}

/**
 * The macros that the texts of a language are given from each other, by path. A path that is missing is given none.
 * @param manifests text by path
 */
export function giveMacros(
  plugin: LanguagePlugin,
  texts: readonly { readonly path: string; readonly macros: MacroNotes | undefined }[],
  manifests: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly GivenMacro[]> {
  const noted = texts.flatMap(({ path, macros }) => macros === undefined ? [] : [{ path, macros }]);
  return plugin.givenMacros?.share(noted, manifests) ?? new Map();
}
