/**
 * The syntax of a language's comments and string literals: what a search for a name in source skips, and where a literal contains code.
 *
 * Data of a language's plugin. Invariant: each form is a regular expression without flags or anchors that matches a whole comment or
 * literal.
 */

/** The forms of comments and literals. */
export interface TextForms {
  /** Comments and literals, one form each. */
  readonly skipped: readonly RegExp[];
  /** Literals of these forms contain code, which is the first group of `code` (with flag `g`). */
  readonly filled?: { readonly text: RegExp; readonly code: RegExp };
  /** A whole literal that is a type if what precedes it matches `before` at its end. */
  readonly types?: { readonly text: RegExp; readonly before: RegExp };
  /** Shows that a name after a bracket or a comma is the key of a value or the name of an argument rather than a use. */
  readonly key?: RegExp;
  /** How a value is constructed or destructured by its type and fields. Absent: only a dot marks a field. */
  readonly written?: WrittenForms;
  /** In the body of a type, except in its methods, the name of a member alone means that member. */
  readonly membersInBody?: true;
  /** The beginning of a path that is relative to its module or the parent module: see `ItemRules.pathWords`. */
  readonly pathWords?: { readonly here: string; readonly above: string };
  /** What follows the opening mark of an example in a doc comment that is compiled and run as a test. Absent: none is. */
  readonly docTests?: RegExp;
  /** How tests that are calls are named. Absent: tests are functions with names. */
  readonly tests?: TestForms;
}

/** All comments and literals of a language as the source of one expression. */
export function skippedSource({ skipped }: Pick<TextForms, "skipped">): string {
  return skipped.map(({ source }) => source).join("|");
}

/** A value written with its type and fields (`Job { id: 1 }`, `Job(id=1)`). */
export interface WrittenForms {
  /** The brackets around the fields. */
  readonly bracket: "{" | "(";
  /** What may precede the type if it is not such a value, at its end. */
  readonly before: RegExp;
  /** What follows the name of a field. */
  readonly behind: RegExp;
}

/** Tests that are calls with a function, and a text that describes the test (`it("adds", () => …)`). */
export interface TestForms {
  /** What is called for a test or a group of tests, without the bracket. */
  readonly called: RegExp;
  /** What may be between the bracket and the text (`before`), and what follows the text (`behind`); otherwise it is not a name. */
  readonly before: RegExp;
  readonly behind: RegExp;
}

const C_COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//;
/** Literals that end on their line. */
const LINE_TEXT = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/;

/** Comments as in C and single-line literals: the default. */
export const C_FORMS: TextForms = { skipped: [C_COMMENT, LINE_TEXT] };
