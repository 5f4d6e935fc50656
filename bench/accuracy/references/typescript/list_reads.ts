/**
 * Lists where a project reads a getter, as TypeScript's checker sees it.
 *
 *     deno run -A bench/accuracy/references/typescript/list_reads.ts TYPESCRIPT_JS PROJECT OUT.jsonl [DEPENDENCIES]
 *
 * One line for each read of a name that some getter of the project has, and a getter it may denote:
 * `{"file","line","column","name","kind","target"}`; `target` is null if the checker says it is something else. Reads that it knows nothing
 * about are omitted.
 */
import { writeFileSync } from "node:fs";
import * as path from "node:path";
import process from "node:process";
import { type Foreign, ts } from "../../typescript/compiler.ts";
import { DeclaredPlaces } from "../../typescript/declared_places.ts";
import { isSourceFile, makeProgram } from "../../typescript/program.ts";

const [project, out, dependencies = ""] = process.argv.slice(3);
if (out === undefined) throw new Error("list_reads.ts TYPESCRIPT_JS PROJECT OUT.jsonl [DEPENDENCIES]");
const root = path.resolve(project!);
const { program, files } = await makeProgram(root, dependencies);
const checker = program.getTypeChecker();
const places = new DeclaredPlaces(root);

function each(visit: (node: Foreign, file: string) => void): void {
  for (const file of files) {
    const source = program.getSourceFile(path.join(root, file));
    const go = (node: Foreign): void => {
      visit(node, file);
      ts.forEachChild(node, go);
    };
    if (source !== undefined) go(source);
  }
}

function isSet(node: Foreign): boolean {
  const { parent } = node;
  const isLeft = ts.isBinaryExpression(parent) && parent.left === node && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  return isLeft || ts.isDeleteExpression(parent) || ts.isDecorator(parent);
}

/** What is read at a node: the name's node and its symbol. */
function readAt(node: Foreign): { name: Foreign; kind: string; symbol: Foreign } | undefined {
  if (ts.isPropertyAccessExpression(node) && !isSet(node)) {
    const isCalled = ts.isCallExpression(node.parent) && node.parent.expression === node;
    return { name: node.name, kind: isCalled ? "called" : "member", symbol: checker.getSymbolAtLocation(node.name) };
  }
  if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent) && node.dotDotDotToken === undefined) {
    const name = node.propertyName ?? node.name;
    if (!ts.isIdentifier(name)) return undefined;
    return { name, kind: "destructured", symbol: checker.getTypeAtLocation(node.parent).getProperty(name.text) };
  }
  return undefined;
}

const getters = new Set<string>();
each((node) => {
  if (ts.isGetAccessorDeclaration(node) && (ts.isIdentifier(node.name) || ts.isPrivateIdentifier(node.name))) getters.add(node.name.text);
});
const lines: string[] = [];
each((node, file) => {
  const read = readAt(node);
  if (read === undefined || !getters.has(read.name.text)) return;
  const declarations: Foreign[] = read.symbol?.declarations ?? [];
  if (declarations.length === 0) return;
  const source = read.name.getSourceFile();
  const targets = declarations.filter((one) => ts.isGetAccessorDeclaration(one) && isSourceFile(one.getSourceFile().fileName)).map((one) =>
    places.placeOfDeclaration(one)
  );
  for (const target of targets.length > 0 ? targets : [null]) {
    const place = places.placeOf(source, read.name.getStart(source));
    lines.push(JSON.stringify({ file, ...place, name: read.name.text, kind: read.kind, target }));
  }
});
writeFileSync(out, lines.map((line) => `${line}\n`).join(""));
process.stdout.write(`${lines.length} reads in ${files.length} files\n`);
