/**
 * Asks TypeScript's checker for the definition behind every call site of a project; started by make_truth.ts.
 *
 *     ask_checker.ts TYPESCRIPT_JS PROJECT OUT DEPENDENCIES
 *
 * Invariant: every answer is the checker's, with one exception that is told by syntax alone: a callee that hangs on an
 * import which cannot be resolved, or on a name that nothing declares, is external.
 */
import { createRequire } from "node:module";
import * as nodeFs from "node:fs";
import * as path from "node:path";
import process from "node:process";
import { describeTruth, listFiles, type Place, type TruthSite, writeTruth } from "../truth.ts";
import { createModuleResolver } from "./resolve_modules.ts";

// The compiler is loaded from the bench's cache at run time, so that its types cannot be imported here.
// deno-lint-ignore no-explicit-any
type Foreign = any;
type Node = Foreign;
type Symbol = Foreign;

/** What is known of the definition behind a name. */
interface Verdict {
  targets: Place[];
  accepts: Place[];
  external: boolean;
  /** Something that holds a function is called, not a definition. */
  value: boolean;
  /** Only a declaration file of the repository says something. */
  described: boolean;
}

const SOURCE = /\.(ts|tsx|mts|cts|js|jsx|mjs|cjs)$/;
const DECLARATION = /\.d\.([^.]+\.)?[mc]?ts$/;

/** How far `const f = g` is followed. */
const MAX_DEPTH = 6;

function isSourceFile(name: string): boolean {
  return SOURCE.test(name) && !DECLARATION.test(name) && !name.endsWith(".min.js");
}

async function askChecker(compiler: string, root: string, outFile: string, dependencies: string): Promise<void> {
  const ts: Foreign = createRequire(import.meta.url)(compiler);
  const SK = ts.SyntaxKind;
  const files = await listFiles(root, isSourceFile);
  const { options, resolveModuleNameLiterals } = createModuleResolver(ts, root, dependencies);
  const host = ts.createCompilerHost(options, true);
  host.resolveModuleNameLiterals = resolveModuleNameLiterals;
  host.getCurrentDirectory = () => root;
  const program = ts.createProgram({ rootNames: files.map((file) => path.join(root, file)), options, host });
  const checker = program.getTypeChecker();

  const lineStarts = new Map<string, number[]>();
  function placeOf(sourceFile: Node, offset: number): { line: number; column: number } {
    let starts = lineStarts.get(sourceFile.fileName);
    if (!starts) {
      // TypeScript counts more separators than "\n"; editors and git do not.
      starts = [0];
      const text: string = sourceFile.text;
      for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
      lineStarts.set(sourceFile.fileName, starts);
    }
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - starts[low]! + 1 };
  }

  /** Repository path of a file of the project; null for libraries. */
  function pathInside(sourceFile: Node): string | null {
    const relative = path.relative(root, sourceFile.fileName).split(path.sep).join("/");
    if (relative.startsWith("../") || path.isAbsolute(relative)) return null;
    return relative.split("/").includes("node_modules") ? null : relative;
  }

  function isFunctionLike(node: Node): boolean {
    return node !== undefined && (node.kind === SK.ArrowFunction || node.kind === SK.FunctionExpression ||
      node.kind === SK.ClassExpression || node.kind === SK.FunctionDeclaration || node.kind === SK.ClassDeclaration);
  }

  /** What remains without parentheses, casts and non-null marks; of chained assignments the last value. */
  function unwrap(node: Node): Node {
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

  function unwrapCallee(node: Node): Node {
    return node.kind === SK.BinaryExpression ? node : unwrap(node);
  }

  function nameNodeOf(declaration: Node): Node {
    if (declaration.kind === SK.Constructor) {
      return declaration.getChildren().find((child: Node) => child.kind === SK.ConstructorKeyword) ?? declaration;
    }
    const name = ts.getNameOfDeclaration(declaration);
    if (name) return name.kind === SK.PropertyAccessExpression ? name.name : name;
    // A class or function expression is known by what it is bound to.
    const parent = declaration.parent;
    if (isFunctionLike(declaration) && parent?.kind === SK.VariableDeclaration) return parent.name;
    return declaration;
  }

  function placeOfDeclaration(declaration: Node, naming: Node = declaration): Place {
    const node = nameNodeOf(naming);
    const sourceFile = declaration.getSourceFile();
    const named = node.kind === SK.Identifier || node.kind === SK.PrivateIdentifier || node.kind === SK.StringLiteral;
    return {
      file: pathInside(sourceFile)!,
      line: placeOf(sourceFile, node.getStart(sourceFile)).line,
      name: named ? node.text : declaration.kind === SK.Constructor ? "constructor" : "default",
    };
  }

  function followAlias(symbol: Symbol): Symbol {
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  }

  function isUnknown(symbol: Symbol): boolean {
    return !symbol || checker.isUnknownSymbol(symbol);
  }

  function findConstructor(classNode: Node): Node | undefined {
    const all = classNode.members.filter((member: Node) => member.kind === SK.Constructor);
    return all.find((member: Node) => member.body) ?? all[0];
  }

  /** Places that a call of a class may point at: the constructor, else the class. */
  function placesOfClass(classNode: Node, naming: Node, wantBoth: boolean): Place[] {
    const constructor = findConstructor(classNode);
    const itself = placeOfDeclaration(classNode, naming);
    if (!constructor) return [itself];
    return wantBoth ? [placeOfDeclaration(constructor), itself] : [placeOfDeclaration(constructor)];
  }

  const emptyVerdict = (): Verdict => ({ targets: [], accepts: [], external: false, value: false, described: false });

  function addFunction(verdict: Verdict, node: Node, naming: Node, component: boolean): void {
    if (node.kind === SK.ClassDeclaration || node.kind === SK.ClassExpression) {
      verdict.targets.push(...placesOfClass(node, naming, component));
    } else verdict.targets.push(placeOfDeclaration(node, naming));
  }

  /** A value that is no function literal: what it is bound from may be pointed at, nothing is demanded. */
  function addValue(verdict: Verdict, declaration: Node, initializer: Node, depth: number, demanded: boolean): void {
    const inner = unwrap(initializer);
    const named = inner && (inner.kind === SK.Identifier || inner.kind === SK.PropertyAccessExpression);
    const symbol = named && depth < MAX_DEPTH ? checker.getSymbolAtLocation(inner.kind === SK.Identifier ? inner : inner.name) : undefined;
    const further = isUnknown(symbol) ? undefined : judgeSymbol(symbol, false, depth + 1);
    if (demanded && further && (further.targets.length > 0 || further.external)) {
      verdict.targets.push(...further.targets);
      verdict.accepts.push(...further.accepts);
      verdict.external ||= further.external;
      return;
    }
    verdict.value = true;
    if (ts.getNameOfDeclaration(declaration)) verdict.accepts.push(placeOfDeclaration(declaration));
    if (further) verdict.accepts.push(...further.targets, ...further.accepts);
  }

  function isExportsObject(objectLiteral: Node): boolean {
    const parent = objectLiteral.parent;
    return parent?.kind === SK.BinaryExpression && parent.right === objectLiteral &&
        /^(module\.)?exports$/.test(parent.left.getText()) ||
      parent?.kind === SK.ExportAssignment;
  }

  function judgeDeclaration(verdict: Verdict, node: Node, component: boolean, depth: number): void {
    switch (node.kind) {
      case SK.FunctionDeclaration:
      case SK.FunctionExpression:
      case SK.ArrowFunction:
      case SK.ClassDeclaration:
      case SK.ClassExpression:
        return addFunction(verdict, node, node, component);
      case SK.MethodDeclaration:
      case SK.MethodSignature:
      case SK.Constructor:
        verdict.targets.push(placeOfDeclaration(node));
        return;
      case SK.VariableDeclaration:
      case SK.PropertyDeclaration: {
        const initializer = unwrap(node.initializer);
        if (isFunctionLike(initializer)) return addFunction(verdict, initializer, node, component);
        return addValue(verdict, node, initializer, depth, false);
      }
      case SK.PropertyAssignment: {
        const initializer = unwrap(node.initializer);
        if (!isExportsObject(node.parent)) {
          verdict.value = true;
          if (isFunctionLike(initializer)) verdict.accepts.push(placeOfDeclaration(initializer, node));
          else addValue(verdict, node, initializer, depth, false);
        } else if (isFunctionLike(initializer)) addFunction(verdict, initializer, node, component);
        else addValue(verdict, node, initializer, depth, true);
        return;
      }
      case SK.ShorthandPropertyAssignment: {
        const symbol = checker.getShorthandAssignmentValueSymbol(node);
        verdict.accepts.push(placeOfDeclaration(node));
        if (isUnknown(symbol) || depth >= MAX_DEPTH) {
          verdict.value = true;
          return;
        }
        const further = judgeSymbol(symbol, component, depth + 1);
        verdict.accepts.push(...further.accepts);
        if (isExportsObject(node.parent)) {
          verdict.targets.push(...further.targets);
          verdict.external ||= further.external;
          verdict.value ||= further.value;
        } else {
          verdict.value = true;
          verdict.accepts.push(...further.targets);
        }
        return;
      }
      case SK.ExportAssignment: {
        const inner = unwrap(node.expression);
        if (isFunctionLike(inner)) return addFunction(verdict, inner, inner.name ? inner : node, component);
        return addValue(verdict, node, inner, depth, true);
      }
      case SK.BindingElement:
        verdict.value = true;
        return acceptMember(verdict, node, component, depth);
      case SK.PropertySignature:
      case SK.GetAccessor:
        verdict.value = true;
        verdict.accepts.push(placeOfDeclaration(node));
        return;
      case SK.BinaryExpression:
      case SK.PropertyAccessExpression:
      case SK.ElementAccessExpression:
        return judgeAssignment(verdict, node, component, depth);
      default:
        verdict.value = true;
    }
  }

  /** `const { f } = await import("./a")`: the member that the name is bound from may be pointed at. */
  function acceptMember(verdict: Verdict, element: Node, component: boolean, depth: number): void {
    const declaration = element.parent.parent;
    const name = element.propertyName ?? element.name;
    const isRead = declaration.kind === SK.VariableDeclaration && declaration.initializer && name.kind === SK.Identifier;
    if (!isRead || (declaration.parent.flags & ts.NodeFlags.Const) === 0 || depth >= MAX_DEPTH) return;
    const symbol = checker.getTypeAtLocation(declaration.initializer).getProperty(name.text);
    if (isUnknown(symbol)) return;
    const further = judgeSymbol(symbol, component, depth + 1);
    verdict.accepts.push(...further.targets, ...further.accepts);
  }

  /** `exports.f = …`, `F.prototype.m = …`, `f.g = …`, `this.f = …` of JavaScript. */
  function judgeAssignment(verdict: Verdict, node: Node, component: boolean, depth: number): void {
    const assignment = node.kind === SK.BinaryExpression ? node : node.parent;
    if (assignment?.kind !== SK.BinaryExpression || assignment.operatorToken.kind !== SK.EqualsToken) {
      verdict.value = true;
      return;
    }
    const left = assignment.left;
    const right = unwrap(assignment.right);
    const naming = left.kind === SK.PropertyAccessExpression ? left.name : left;
    const ofThis = left.kind === SK.PropertyAccessExpression && left.expression.kind === SK.ThisKeyword;
    if (!isFunctionLike(right)) return addValue(verdict, assignment, right, depth, !ofThis);
    if (ofThis) {
      verdict.value = true;
      verdict.accepts.push(placeOfDeclaration(right, assignment));
    } else if (right.kind === SK.ClassExpression) verdict.targets.push(...placesOfClass(right, right.name ? right : naming, component));
    else {
      const sourceFile = right.getSourceFile();
      const name = naming.text ?? right.name?.text ?? "default";
      verdict.targets.push({
        file: pathInside(sourceFile)!,
        line: placeOf(sourceFile, naming.getStart(sourceFile)).line,
        name,
      });
      // A function that also has a name of its own may stand on another line.
      if (right.name) verdict.accepts.push(placeOfDeclaration(right));
    }
  }

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

  /** Of overloads the one with a body; of merged declarations those that can be called. */
  function chooseDeclarations(declarations: Node[]): Node[] {
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

  function judgeSymbol(given: Symbol, component: boolean, depth = 0): Verdict {
    const verdict = emptyVerdict();
    const symbol = followAlias(given);
    if (isUnknown(symbol)) {
      if (hangsOnPackage(given)) verdict.external = true;
      return verdict;
    }
    const declarations: Node[] = symbol.declarations ?? [];
    const inside = declarations.filter((node) => pathInside(node.getSourceFile()) !== null);
    if (inside.length === 0) {
      // Without any declaration: `globalThis`, `arguments`, a symbol that a mapped type made up.
      if (declarations.length > 0 || symbol.flags & ts.SymbolFlags.ValueModule) verdict.external = true;
      else verdict.value = true;
      return verdict;
    }
    for (const node of chooseDeclarations(inside)) judgeDeclaration(verdict, node, component, depth);
    if (inside.every((node) => node.getSourceFile().isDeclarationFile)) {
      // A declaration file describes code that may well lie in this repository: the checker does not know where.
      const accepts = [...verdict.targets, ...verdict.accepts];
      return { ...emptyVerdict(), accepts, described: true };
    }
    return verdict;
  }

  /** An import, possibly through re-exports, of a package that could not be resolved into the repository. */
  function hangsOnPackage(symbol: Symbol): boolean {
    let at = symbol;
    for (let step = 0; step < 20 && at; step++) {
      const declaration = at.declarations?.[0];
      const specifier = declaration && findSpecifier(declaration);
      const next = at.flags & ts.SymbolFlags.Alias ? checker.getImmediateAliasedSymbol(at) : undefined;
      if (next && !isUnknown(next) && next !== at) at = next;
      else return specifier !== undefined && isPackageName(specifier);
    }
    return false;
  }

  function findSpecifier(node: Node): string | undefined {
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

  function isPackageName(specifier: string): boolean {
    return !specifier.startsWith(".") && !specifier.startsWith("/");
  }

  /** The identifier at the very left of a chain of members, calls and indexes. */
  function findRoot(node: Node): Node {
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

  /** Where the checker has no type: external by syntax, or unknown. */
  function judgeBySyntax(callee: Node): Verdict {
    const verdict = emptyVerdict();
    const root = findRoot(callee);
    if (root.kind !== SK.Identifier) return verdict;
    const symbol = checker.getSymbolAtLocation(root);
    if (isUnknown(symbol)) {
      // Nothing declares this name: a global of the run time.
      verdict.external = true;
    } else if (symbol.flags & ts.SymbolFlags.Alias) {
      const aliased = followAlias(symbol);
      verdict.external = isUnknown(aliased)
        ? hangsOnPackage(symbol)
        : (aliased.declarations ?? []).every((node: Node) => pathInside(node.getSourceFile()) === null);
    } else {
      const declarations: Node[] = symbol.declarations ?? [];
      const specifier = declarations[0] && findSpecifier(declarations[0]);
      verdict.external = specifier !== undefined ? isPackageName(specifier) : declarations.length > 0 &&
        declarations.every((node) => pathInside(node.getSourceFile()) === null);
    }
    return verdict;
  }

  function isNamespace(node: Node): boolean {
    if (node.kind !== SK.Identifier && node.kind !== SK.PropertyAccessExpression) return false;
    const symbol = followAlias(checker.getSymbolAtLocation(node.kind === SK.PropertyAccessExpression ? node.name : node));
    return !isUnknown(symbol) && (symbol.flags & ts.SymbolFlags.ValueModule) !== 0 &&
      (symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Function | ts.SymbolFlags.Variable)) === 0;
  }

  const sites: TruthSite[] = [];

  function addSite(sourceFile: Node, file: string, name: Node, text: string, kind: string, verdict: Verdict): void {
    const { line, column } = placeOf(sourceFile, name.getStart(sourceFile));
    const known = verdict.targets.length > 0 || verdict.external;
    const site: TruthSite = {
      file,
      line,
      column,
      name: text,
      kind: known ? kind : verdict.value ? "value" : "unknown",
      targets: dropRepeated(verdict.targets),
      external: verdict.targets.length === 0 && verdict.external,
    };
    const accepts = dropRepeated([...site.targets, ...verdict.accepts]).slice(site.targets.length);
    sites.push(accepts.length > 0 ? { ...site, accepts } : site);
  }

  function judgeCallee(callee: Node, name: Node, component: boolean): Verdict {
    const symbol = checker.getSymbolAtLocation(name);
    if (!isUnknown(symbol)) {
      const verdict = judgeSymbol(symbol, component);
      if (verdict.targets.length > 0 || verdict.external || verdict.value || verdict.described) return verdict;
    } else if (!(checker.getTypeAtLocation(callee).flags & ts.TypeFlags.Any)) {
      // Typed, but by an index signature or the like: no definition has this name.
      return { ...emptyVerdict(), value: true };
    }
    return judgeBySyntax(callee);
  }

  function visitCallee(sourceFile: Node, file: string, expression: Node, kind: string): void {
    const callee = unwrapCallee(expression);
    if (callee.kind === SK.Identifier) {
      const required = callee.text === "require" && callee.parent.kind === SK.CallExpression &&
        ts.isRequireCall(callee.parent, false);
      const verdict = required ? { ...emptyVerdict(), external: true } : judgeCallee(callee, callee, kind === "jsx");
      addSite(sourceFile, file, callee, callee.text, kind, verdict);
    } else if (callee.kind === SK.PropertyAccessExpression) {
      const member = kind === "direct" && !isNamespace(callee.expression) ? "method" : kind;
      addSite(sourceFile, file, callee.name, callee.name.text, member, judgeCallee(callee, callee.name, kind === "jsx"));
    }
  }

  function visitSuperCall(sourceFile: Node, file: string, call: Node): void {
    const verdict = emptyVerdict();
    const classNode = ts.getContainingClass(call);
    const base = classNode && ts.getClassExtendsHeritageElement(classNode);
    const expression = base && unwrap(base.expression);
    if (expression?.kind === SK.Identifier || expression?.kind === SK.PropertyAccessExpression) {
      Object.assign(verdict, judgeCallee(expression, expression.name ?? expression, false));
    } else if (expression) {
      const declaration = checker.getResolvedSignature(call)?.declaration;
      if (declaration && pathInside(declaration.getSourceFile()) !== null) {
        verdict.value = true;
        verdict.accepts.push(placeOfDeclaration(declaration));
      } else if (declaration) verdict.external = true;
    }
    addSite(sourceFile, file, call.expression, "super", "super", verdict);
  }

  function visitTag(sourceFile: Node, file: string, tag: Node): void {
    if (tag.kind === SK.Identifier && !/^[A-Z_$]/.test(tag.text)) return;
    if (tag.kind === SK.Identifier || tag.kind === SK.PropertyAccessExpression) visitCallee(sourceFile, file, tag, "jsx");
  }

  function visitFile(sourceFile: Node, file: string): void {
    const pending: Node[] = [sourceFile];
    while (pending.length > 0) {
      const node = pending.pop();
      switch (node.kind) {
        case SK.CallExpression:
          if (node.expression.kind === SK.SuperKeyword) visitSuperCall(sourceFile, file, node);
          else if (node.expression.kind !== SK.ImportKeyword) {
            visitCallee(sourceFile, file, node.expression, node.parent.kind === SK.Decorator ? "decorator" : "direct");
          }
          break;
        case SK.NewExpression:
          visitCallee(sourceFile, file, node.expression, "constructor");
          break;
        case SK.TaggedTemplateExpression:
          visitCallee(sourceFile, file, node.tag, "tagged");
          break;
        case SK.Decorator:
          if (node.expression.kind !== SK.CallExpression) visitCallee(sourceFile, file, node.expression, "decorator");
          break;
        case SK.JsxOpeningElement:
        case SK.JsxSelfClosingElement:
          visitTag(sourceFile, file, node.tagName);
          break;
      }
      ts.forEachChild(node, (child: Node) => {
        pending.push(child);
      });
    }
  }

  const covered: string[] = [];
  for (const file of files) {
    const sourceFile = program.getSourceFile(path.join(root, file));
    // A file with syntax errors is judged by other rules.
    if (!sourceFile || program.getSyntacticDiagnostics(sourceFile).length > 0 && /\.[mc]?tsx?$/.test(file)) continue;
    if (sourceFile.parseDiagnostics.length > 0) continue;
    // A whole check first: what is asked below is then answered from the checker's own caches.
    program.getSemanticDiagnostics(sourceFile);
    covered.push(file);
    visitFile(sourceFile, file);
  }
  await writeTruth(outFile, sites, covered);
  process.stdout.write(`${path.basename(root)}: ${describeTruth(sites)} in ${covered.length} of ${files.length} files\n`);
}

function dropRepeated(places: readonly Place[]): Place[] {
  const known = new Set<string>();
  return places.filter((place) => {
    const key = `${place.file}:${place.line}:${place.name}`;
    return known.has(key) ? false : known.add(key);
  });
}

const [compiler, root, outFile, dependencies] = process.argv.slice(2);
if (!compiler || !root || !outFile || !nodeFs.existsSync(root)) {
  process.stderr.write("ask_checker.ts TYPESCRIPT_JS PROJECT OUT DEPENDENCIES\n");
  process.exitCode = 2;
} else await askChecker(compiler, root, outFile, dependencies ?? "");
