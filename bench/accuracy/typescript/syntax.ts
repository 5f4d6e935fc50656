/**
 * What a syntax tree of TypeScript's shows without its checker.
 */
import { type Node, SK, ts } from "./compiler.ts";

const DEFINING = new Set([
  SK.FunctionDeclaration,
  SK.ClassDeclaration,
  SK.ClassExpression,
  SK.FunctionExpression,
  SK.VariableDeclaration,
  SK.MethodDeclaration,
]);
const MERELY_MERGED = new Set([SK.ModuleDeclaration, SK.InterfaceDeclaration, SK.TypeAliasDeclaration]);
const ASSIGNED = new Set([SK.BinaryExpression, SK.PropertyAccessExpression, SK.ElementAccessExpression, SK.Identifier]);
const OVERLOADED = new Set([SK.FunctionDeclaration, SK.MethodDeclaration, SK.MethodSignature, SK.Constructor]);

/** A function or a class, declared or as an expression. */
export function isFunctionLike(node: Node): boolean {
  return node !== undefined && (node.kind === SK.ArrowFunction || node.kind === SK.FunctionExpression ||
    node.kind === SK.ClassExpression || node.kind === SK.FunctionDeclaration || node.kind === SK.ClassDeclaration);
}

/** A node without parentheses, casts and non-null assertions; of chained assignments the last value. */
export function unwrap(node: Node): Node {
  let inner = node;
  while (inner !== undefined) {
    if (
      inner.kind === SK.ParenthesizedExpression || inner.kind === SK.AsExpression || inner.kind === SK.NonNullExpression ||
      inner.kind === SK.SatisfiesExpression || inner.kind === SK.TypeAssertionExpression ||
      inner.kind === SK.ExpressionWithTypeArguments
    ) inner = inner.expression;
    else if (inner.kind === SK.BinaryExpression && inner.operatorToken.kind === SK.EqualsToken) inner = inner.right;
    else return inner;
  }
  return inner;
}

/** The same for a callee: of `(a = b)()` the assignment is what is called. */
export function unwrapCallee(node: Node): Node {
  return node.kind === SK.BinaryExpression ? node : unwrap(node);
}

/** The node whose place a declaration is known by. */
export function nameNodeOf(declaration: Node): Node {
  if (declaration.kind === SK.Constructor) {
    return declaration.getChildren().find((child: Node) => child.kind === SK.ConstructorKeyword) ?? declaration;
  }
  const name = ts.getNameOfDeclaration(declaration);
  if (name) return name.kind === SK.PropertyAccessExpression ? name.name : name;
  // A class or function expression is named by what it is bound to.
  const parent = declaration.parent;
  if (isFunctionLike(declaration) && parent?.kind === SK.VariableDeclaration) return parent.name;
  return declaration;
}

/** The constructor of a class, of overloads the one with a body. */
export function findConstructor(classNode: Node): Node | undefined {
  const all = classNode.members.filter((member: Node) => member.kind === SK.Constructor);
  return all.find((member: Node) => member.body) ?? all[0];
}

/** Whether it is what a CommonJS module or `export =` exports. */
export function isExportsObject(objectLiteral: Node): boolean {
  const parent = objectLiteral.parent;
  return parent?.kind === SK.BinaryExpression && parent.right === objectLiteral &&
      /^(module\.)?exports$/.test(parent.left.getText()) ||
    parent?.kind === SK.ExportAssignment;
}

/** Of overloads the one with a body; of merged declarations those that can be called. */
export function chooseDeclarations(declarations: Node[]): Node[] {
  let rest = declarations.filter((node) => !MERELY_MERGED.has(node.kind));
  if (rest.length === 0) rest = declarations;
  if (rest.some((node) => DEFINING.has(node.kind))) rest = rest.filter((node) => !ASSIGNED.has(node.kind));
  const byParent = new Map<Node, Node>();
  for (const node of rest) {
    const known = byParent.get(node.parent);
    if (!known) byParent.set(node.parent, node);
    else if (!known.body && node.body) byParent.set(node.parent, node);
    else if (node.kind !== known.kind || !OVERLOADED.has(node.kind)) byParent.set(node, node);
  }
  return [...byParent.values()];
}

/** The module that an import, or a `require` in a variable, names around a node. */
export function findSpecifier(node: Node): string | undefined {
  for (let at = node; at && at.kind !== SK.SourceFile; at = at.parent) {
    const specifier = at.moduleSpecifier ?? at.moduleReference?.expression;
    if (specifier?.text !== undefined) return specifier.text;
    if (at.kind === SK.VariableDeclaration) {
      // JavaScript: `const x = require("p")`, `const x = require("p").y`
      let value = at.initializer && unwrap(at.initializer);
      while (value?.kind === SK.PropertyAccessExpression) value = value.expression;
      if (value?.kind === SK.CallExpression && value.expression.text === "require") return value.arguments[0]?.text;
      return undefined;
    }
  }
  return undefined;
}

export function isPackageName(specifier: string): boolean {
  return !specifier.startsWith(".") && !specifier.startsWith("/");
}

/** The identifier at the very left of a chain of members, calls and indexes. */
export function findRoot(node: Node): Node {
  let at = unwrapCallee(node);
  for (;;) {
    switch (at.kind) {
      case SK.PropertyAccessExpression:
      case SK.ElementAccessExpression:
      case SK.CallExpression:
      case SK.NewExpression:
      case SK.AwaitExpression:
        at = unwrapCallee(at.expression);
        break;
      case SK.TaggedTemplateExpression:
        at = unwrapCallee(at.tag);
        break;
      default:
        return at;
    }
  }
}
