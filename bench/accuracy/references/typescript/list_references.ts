/**
 * Lists where a project passes its functions and classes as values, as TypeScript's checker sees it.
 *
 *     deno run -A bench/accuracy/references/typescript/list_references.ts TYPESCRIPT_JS PROJECT OUT.jsonl [DEPENDENCIES]
 *
 * One line for each use: `{"file","line","column","name","kind","target":{"file","line","name"}}`. A name counts where its value is passed
 * on: an argument, the initial value of a variable, a field or a property, an element, a result, a branch of these. Calls, imports,
 * exports, bases, tests and comparisons do not count. Invariant: the target is the checker's, of the repository, a function, method or
 * class.
 */
import { writeFileSync } from "node:fs";
import * as path from "node:path";
import process from "node:process";
import type { Place } from "../../truth.ts";
import { type Foreign, ts } from "../../typescript/compiler.ts";
import { DeclaredPlaces } from "../../typescript/declared_places.ts";
import { isSourceFile, makeProgram } from "../../typescript/program.ts";

const [project, out, dependencies = ""] = process.argv.slice(3);
if (out === undefined) throw new Error("list_references.ts TYPESCRIPT_JS PROJECT OUT.jsonl [DEPENDENCIES]");
const root = path.resolve(project!);
const { program, files } = await makeProgram(root, dependencies);
const checker = program.getTypeChecker();
const places = new DeclaredPlaces(root);

/** Whether a declaration is of a function, a method or a class, or of a constant with such a literal as its value. */
function isDefinition(declaration: Foreign): boolean {
  if (ts.isFunctionDeclaration(declaration) || ts.isMethodDeclaration(declaration) || ts.isClassDeclaration(declaration)) return true;
  const isHolder = ts.isPropertyDeclaration(declaration) ||
    (ts.isVariableDeclaration(declaration) && (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0);
  const { initializer } = declaration;
  return isHolder && initializer !== undefined &&
    (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer) || ts.isClassExpression(initializer));
}

/** How an expression's value is passed on; undefined if it is not. */
function givenOn(node: Foreign): string | undefined {
  const { parent } = node;
  if (
    ts.isParenthesizedExpression(parent) || ts.isAsExpression(parent) || ts.isSatisfiesExpression?.(parent) ||
    ts.isNonNullExpression(parent)
  ) {
    return givenOn(parent);
  }
  if (ts.isConditionalExpression(parent)) return parent.condition === node ? undefined : givenOn(parent);
  if (ts.isBinaryExpression(parent)) {
    const { kind } = parent.operatorToken;
    if (kind === ts.SyntaxKind.EqualsToken) return parent.right === node ? "assigned" : undefined;
    const isBranch = kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken;
    return isBranch ? givenOn(parent) : undefined;
  }
  if ((ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression !== node) return "argument";
  if (ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent)) return parent.initializer === node ? "held" : undefined;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node ? "property" : undefined;
  if (ts.isShorthandPropertyAssignment(parent)) return "shorthand";
  if (ts.isArrayLiteralExpression(parent)) return "element";
  if (ts.isReturnStatement(parent)) return "returned";
  if (ts.isArrowFunction(parent)) return parent.body === node ? "returned" : undefined;
  if (ts.isParameter(parent) || ts.isBindingElement(parent)) return parent.initializer === node ? "default" : undefined;
  if (ts.isJsxExpression(parent)) return "markup";
  return undefined;
}

function symbolAt(name: Foreign): Foreign {
  const symbol = ts.isShorthandPropertyAssignment(name.parent)
    ? checker.getShorthandAssignmentValueSymbol(name.parent)
    : checker.getSymbolAtLocation(name);
  return symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol;
}

/** The definition of a symbol: of overloads the one with a body. */
function targetOf(symbol: Foreign): Place | undefined {
  const all: Foreign[] = (symbol?.declarations ?? []).filter(isDefinition);
  const declaration = all.find((one) => one.body !== undefined) ?? all[0];
  const file = declaration === undefined ? null : places.pathInside(declaration.getSourceFile());
  return file === null || !isSourceFile(file) ? undefined : places.placeOfDeclaration(declaration);
}

const lines: string[] = [];
function visit(node: Foreign, file: string): void {
  const kind = ts.isPropertyAccessExpression(node) || ts.isIdentifier(node) ? givenOn(node) : undefined;
  if (kind !== undefined) {
    const name = ts.isPropertyAccessExpression(node) ? node.name : node;
    const target = targetOf(symbolAt(name));
    const source = name.getSourceFile();
    if (target !== undefined) {
      lines.push(JSON.stringify({ file, ...places.placeOf(source, name.getStart(source)), name: name.text, kind, target }));
    }
  }
  ts.forEachChild(node, (child: Foreign) => visit(child, file));
}
for (const file of files) {
  const source = program.getSourceFile(path.join(root, file));
  if (source !== undefined) visit(source, file);
}
writeFileSync(out, lines.map((line) => `${line}\n`).join(""));
process.stdout.write(`${lines.length} uses as values in ${files.length} files\n`);
