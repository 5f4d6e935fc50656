/** `languages tree DIR FILE`: a syntax tree as queries see it, one node per line. */
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { Parser, type TreeCursor } from "web-tree-sitter";
import { CallgroveError } from "../../core/errors.ts";
import { loadLanguage } from "../../core/parse/parse_file.ts";
import { readDropIn } from "../../plugins/manifest.ts";

const LONGEST = 40;

/** Named nodes with their fields, tokens in quotes, and the text of leaves. */
export async function printTree(folder: string, file: string): Promise<string> {
  const { manifest } = readDropIn(folder);
  const grammar = manifest.extensions[extname(file)];
  if (grammar === undefined) {
    throw new CallgroveError(
      "invalid_input",
      `Cannot read "${file}": its ending is not one of ${Object.keys(manifest.extensions).join(", ")}`,
      {
        hint: "Give a file of the language, or add the ending to language.json.",
      },
    );
  }
  const language = await loadLanguage(readFileSync(join(folder, grammar)));
  const parser = new Parser();
  parser.setLanguage(language);
  const tree = parser.parse(readFileSync(file, "utf8"));
  if (tree === null) return "";
  const lines: string[] = [];
  describe(tree.walk(), 0, lines);
  return lines.join("\n");
}

function describe(cursor: TreeCursor, depth: number, lines: string[]): void {
  const field = cursor.currentFieldName;
  const isLeaf = !cursor.gotoFirstChild();
  if (!isLeaf) cursor.gotoParent();
  const name = cursor.nodeIsNamed ? `(${cursor.nodeType})` : JSON.stringify(cursor.nodeType);
  const text = isLeaf && cursor.nodeIsNamed ? `  ${JSON.stringify(cursor.nodeText.slice(0, LONGEST))}` : "";
  lines.push(`${"  ".repeat(depth)}${field === null ? "" : `${field}: `}${name}${text}`);
  if (!cursor.gotoFirstChild()) return;
  do describe(cursor, depth + 1, lines); while (cursor.gotoNextSibling());
  cursor.gotoParent();
}
