/**
 * Symbols of TypeScript files as the compiler's own parser sees them: `describe_typescript.ts TYPESCRIPT_JS` reads {path: text} as JSON on
 * stdin and prints a list of symbols.
 */
import { createRequire } from "node:module";

// The compiler is loaded from the bench's cache at run time, so that its types cannot be imported here.
// deno-lint-ignore no-explicit-any
type Foreign = any;

const ts: Foreign = createRequire(import.meta.url)(Deno.args[0]!);
const texts = JSON.parse(await new Response(Deno.stdin.readable).text()) as Record<string, string>;
const symbols: { path: string; name: string; start: number; end: number; signature: string }[] = [];

/** Parameters and result as the compiler prints them, without comments. */
function signatureOf(node: Foreign, file: Foreign): string {
  const printer = ts.createPrinter({ removeComments: true });
  const print = (one: Foreign): string => printer.printNode(ts.EmitHint.Unspecified, one, file).replace(/\s+/g, " ");
  const list = (nodes: Foreign): string => (nodes ?? []).map(print).join(", ");
  const modifiers = (node.modifiers ?? []).filter((one: Foreign) => one.kind !== ts.SyntaxKind.Decorator).map(print).join(" ");
  const heritage = list(node.heritageClauses);
  return `${modifiers} <${list(node.typeParameters)}> (${list(node.parameters)}): ${
    node.type === undefined ? "" : print(node.type)
  } ${heritage}`;
}

function visit(file: Foreign, path: string, node: Foreign, scope: string[]): void {
  let inner = scope;
  const line = (position: number): number => file.getLineAndCharacterOfPosition(position).line + 1;
  const add = (name: string, whole: Foreign, declared: Foreign, extra = ""): void => {
    inner = [...scope, name];
    symbols.push({
      path,
      name: inner.join("."),
      start: line(whole.getStart(file)),
      end: line(whole.getEnd()),
      signature: extra + signatureOf(declared, file),
    });
  };
  const isNamed = node.name !== undefined && (ts.isIdentifier(node.name) || ts.isPrivateIdentifier(node.name));
  if (isNamed && (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) && node.body !== undefined) {
    add(node.name.text, node, node);
  } else if (isNamed && (ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node))) add(node.name.text, node, node);
  else if (isNamed && ts.isVariableDeclaration(node) && node.initializer !== undefined && ts.isArrowFunction(node.initializer)) {
    const statement = node.parent.parent;
    add(
      node.name.text,
      ts.isVariableStatement(statement) && node.parent.declarations.length === 1 ? statement : node,
      node.initializer,
      "const ",
    );
  }
  ts.forEachChild(node, (child: Foreign) => visit(file, path, child, inner));
}

for (const [path, text] of Object.entries(texts)) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  ts.forEachChild(file, (child: Foreign) => visit(file, path, child, []));
}
console.log(JSON.stringify(symbols));
