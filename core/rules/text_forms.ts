/**
 * How comments and texts look in a language: what a search for a name in source passes over, and where a text holds code.
 *
 * Data of a language's plugin. Invariant: each form is a regular expression without flags, sticky to nothing, that matches a whole comment or text.
 */

/** See the head of this file. */
export interface TextForms {
  /** Comments and texts, each form by itself. */
  readonly skipped: readonly RegExp[];
  /** Texts of these forms hold code, which the first group of `code` (with flag `g`) gives. */
  readonly filled?: { readonly text: RegExp; readonly code: RegExp };
  /** A whole text that is a type, where it stands behind what `before` matches at its end. */
  readonly types?: { readonly text: RegExp; readonly before: RegExp };
  /** What makes a name behind a bracket or a comma the key of a value or the name of an argument, and no use of what bears it. */
  readonly key?: RegExp;
  /** How a value is written out, or taken apart, by its type and its fields. Absent: nothing but a dot tells a field. */
  readonly written?: WrittenForms;
  /** In the body of a type, its methods apart, the name of a member alone means that member. */
  readonly membersInBody?: true;
  /** How a path begins that is told from the module around it, or from the one above that: see `ItemRules.pathWords`. */
  readonly pathWords?: { readonly here: string; readonly above: string };
  /** What stands behind the marks of an example in a doc comment that is compiled and run as a test. Absent: none is. */
  readonly docTests?: RegExp;
  /** How tests are named that are calls. Absent: they are functions, and bear names. */
  readonly tests?: TestForms;
}

/** All comments and texts of a language as the source of one expression. */
export function skippedSource({ skipped }: Pick<TextForms, "skipped">): string {
  return skipped.map(({ source }) => source).join("|");
}

/** A value by its type and its fields (`Job { id: 1 }`, `Job(id=1)`). */
export interface WrittenForms {
  /** In which brackets the fields stand. */
  readonly bracket: "{" | "(";
  /** What may stand before the type where it is no such value, at its end. */
  readonly before: RegExp;
  /** What stands behind the name of a field. */
  readonly behind: RegExp;
}

/** Tests that are calls with a function, and a text that says what is tested (`it("adds", () => …)`). */
export interface TestForms {
  /** What is called for a test or a group of tests, without the bracket. */
  readonly called: RegExp;
  /** What may stand between the bracket and the text, and what stands behind that, each at its end: else it is no name. */
  readonly before: RegExp;
  readonly behind: RegExp;
}

const C_COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//;
/** Texts that end with their line. */
const LINE_TEXT = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/;

/** Comments as C has them, and texts in one line: of languages that say nothing else. */
export const C_FORMS: TextForms = { skipped: [C_COMMENT, LINE_TEXT] };
