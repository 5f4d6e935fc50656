/**
 * How comments begin, according to a grammar.
 *
 * Stage: before all others. Invariant: the answer is the grammar's own, whatever the language is called.
 */
import { type Language, Parser } from "web-tree-sitter";
import { COMMENT_MARKS, writeComment } from "./fixture.ts";

/** The first mark that a grammar reads as the beginning of a comment; `//` if it reads none. */
export function commentMarkOf(language: Language): string {
  const parser = new Parser();
  try {
    parser.setLanguage(language);
    const isOne = (mark: string): boolean => {
      const tree = parser.parse(`${writeComment(mark, "a")}\n`);
      const found = tree !== null && !tree.rootNode.hasError &&
        tree.rootNode.namedChildren.some((node) => /comment/i.test(node?.type ?? ""));
      tree?.delete();
      return found;
    };
    return COMMENT_MARKS.find(isOne) ?? "//";
  } finally {
    parser.delete();
  }
}
