/**
 * What the checker says about a callee: definitions of the project, something external, a value, or nothing.
 *
 * Invariant: every answer is the checker's, with one exception that is decided by syntax alone: a callee that depends on an import which
 * cannot be resolved, or on a name that nothing declares, is external.
 */
import type { Place } from "../truth.ts";
import { type Foreign, type Node, SK, type Symbol, ts } from "./compiler.ts";
import type { DeclaredPlaces } from "./declared_places.ts";
import { chooseDeclarations, findRoot, findSpecifier, isExportsObject, isFunctionLike, isPackageName, unwrap } from "./syntax.ts";

/** What is known about the definition behind a name. */
export interface Verdict {
  targets: Place[];
  accepts: Place[];
  external: boolean;
  /** A variable, a parameter or a property whose value is a function is called, not a definition. */
  value: boolean;
  /** Only a declaration file of the repository declares it. */
  described: boolean;
}

/** How far `const f = g` is followed. */
const MAX_DEPTH = 6;

/** Nothing is known. */
export function emptyVerdict(): Verdict {
  return { targets: [], accepts: [], external: false, value: false, described: false };
}

/** Judges callees of one program. */
export class Judge {
  readonly #checker: Foreign;
  readonly #places: DeclaredPlaces;

  constructor(checker: Foreign, places: DeclaredPlaces) {
    this.#checker = checker;
    this.#places = places;
  }

  /** @param name what is called, or the last member of it. @param component a JSX tag: an edge to a component's class is accepted too */
  judgeCallee(callee: Node, name: Node, component: boolean): Verdict {
    const symbol = this.#checker.getSymbolAtLocation(name);
    if (!this.#isUnknown(symbol)) {
      const verdict = this.#judgeSymbol(symbol, component);
      if (verdict.targets.length > 0 || verdict.external || verdict.value || verdict.described) return verdict;
    } else if (!(this.#checker.getTypeAtLocation(callee).flags & ts.TypeFlags.Any)) {
      // Typed, but by an index signature or the like: no definition has this name.
      return { ...emptyVerdict(), value: true };
    }
    return this.#judgeBySyntax(callee);
  }

  /** `super(…)`: the base's constructor, else the base. */
  judgeSuperCall(call: Node): Verdict {
    const classNode = ts.getContainingClass(call);
    const base = classNode && ts.getClassExtendsHeritageElement(classNode);
    const expression = base && unwrap(base.expression);
    if (expression?.kind === SK.Identifier || expression?.kind === SK.PropertyAccessExpression) {
      return this.judgeCallee(expression, expression.name ?? expression, false);
    }
    const declaration = expression && this.#checker.getResolvedSignature(call)?.declaration;
    if (!declaration) return emptyVerdict();
    if (this.#places.pathInside(declaration.getSourceFile()) === null) return { ...emptyVerdict(), external: true };
    return { ...emptyVerdict(), value: true, accepts: [this.#places.placeOfDeclaration(declaration)] };
  }

  /** Whether the node denotes a module, not a value. */
  isNamespace(node: Node): boolean {
    if (node.kind !== SK.Identifier && node.kind !== SK.PropertyAccessExpression) return false;
    const symbol = this.#followAlias(this.#checker.getSymbolAtLocation(node.kind === SK.PropertyAccessExpression ? node.name : node));
    return !this.#isUnknown(symbol) && (symbol.flags & ts.SymbolFlags.ValueModule) !== 0 &&
      (symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Function | ts.SymbolFlags.Variable)) === 0;
  }

  #judgeSymbol(given: Symbol, component: boolean, depth = 0): Verdict {
    const verdict = emptyVerdict();
    const symbol = this.#followAlias(given);
    if (this.#isUnknown(symbol)) {
      if (this.#hangsOnPackage(given)) verdict.external = true;
      return verdict;
    }
    const declarations: Node[] = symbol.declarations ?? [];
    const inside = declarations.filter((node) => this.#places.pathInside(node.getSourceFile()) !== null);
    if (inside.length === 0) {
      // Without any declaration: `globalThis`, `arguments`, a symbol that a mapped type made up.
      if (declarations.length > 0 || symbol.flags & ts.SymbolFlags.ValueModule) verdict.external = true;
      else verdict.value = true;
      return verdict;
    }
    for (const node of chooseDeclarations(inside)) this.#judgeDeclaration(verdict, node, component, depth);
    if (inside.every((node) => node.getSourceFile().isDeclarationFile)) {
      // A declaration file describes code that may well lie in this repository: the checker does not know where.
      const accepts = [...verdict.targets, ...verdict.accepts];
      return { ...emptyVerdict(), accepts, described: true };
    }
    return verdict;
  }

  #judgeDeclaration(verdict: Verdict, node: Node, component: boolean, depth: number): void {
    switch (node.kind) {
      case SK.FunctionDeclaration:
      case SK.FunctionExpression:
      case SK.ArrowFunction:
      case SK.ClassDeclaration:
      case SK.ClassExpression:
        return this.#addFunction(verdict, node, node, component);
      case SK.MethodDeclaration:
      case SK.MethodSignature:
      case SK.Constructor:
        verdict.targets.push(this.#places.placeOfDeclaration(node));
        return;
      case SK.VariableDeclaration:
      case SK.PropertyDeclaration: {
        const initializer = unwrap(node.initializer);
        if (isFunctionLike(initializer)) return this.#addFunction(verdict, initializer, node, component);
        return this.#addValue(verdict, node, initializer, depth, false);
      }
      case SK.PropertyAssignment: {
        const initializer = unwrap(node.initializer);
        if (!isExportsObject(node.parent)) {
          verdict.value = true;
          if (isFunctionLike(initializer)) verdict.accepts.push(this.#places.placeOfDeclaration(initializer, node));
          else this.#addValue(verdict, node, initializer, depth, false);
        } else if (isFunctionLike(initializer)) this.#addFunction(verdict, initializer, node, component);
        else this.#addValue(verdict, node, initializer, depth, true);
        return;
      }
      case SK.ShorthandPropertyAssignment: {
        const symbol = this.#checker.getShorthandAssignmentValueSymbol(node);
        verdict.accepts.push(this.#places.placeOfDeclaration(node));
        if (this.#isUnknown(symbol) || depth >= MAX_DEPTH) {
          verdict.value = true;
          return;
        }
        const further = this.#judgeSymbol(symbol, component, depth + 1);
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
        if (isFunctionLike(inner)) return this.#addFunction(verdict, inner, inner.name ? inner : node, component);
        return this.#addValue(verdict, node, inner, depth, true);
      }
      case SK.BindingElement:
        verdict.value = true;
        return this.#acceptMember(verdict, node, component, depth);
      case SK.PropertySignature:
      case SK.GetAccessor:
        verdict.value = true;
        verdict.accepts.push(this.#places.placeOfDeclaration(node));
        return;
      case SK.BinaryExpression:
      case SK.PropertyAccessExpression:
      case SK.ElementAccessExpression:
        return this.#judgeAssignment(verdict, node, component, depth);
      default:
        verdict.value = true;
    }
  }

  #addFunction(verdict: Verdict, node: Node, naming: Node, component: boolean): void {
    if (node.kind === SK.ClassDeclaration || node.kind === SK.ClassExpression) {
      verdict.targets.push(...this.#places.placesOfClass(node, naming, component));
    } else verdict.targets.push(this.#places.placeOfDeclaration(node, naming));
  }

  /** A value that is not a function literal: what it is bound to is accepted, nothing is required. */
  #addValue(verdict: Verdict, declaration: Node, initializer: Node, depth: number, demanded: boolean): void {
    const inner = unwrap(initializer);
    const named = inner && (inner.kind === SK.Identifier || inner.kind === SK.PropertyAccessExpression);
    const symbol = named && depth < MAX_DEPTH
      ? this.#checker.getSymbolAtLocation(inner.kind === SK.Identifier ? inner : inner.name)
      : undefined;
    const further = this.#isUnknown(symbol) ? undefined : this.#judgeSymbol(symbol, false, depth + 1);
    if (demanded && further && (further.targets.length > 0 || further.external)) {
      verdict.targets.push(...further.targets);
      verdict.accepts.push(...further.accepts);
      verdict.external ||= further.external;
      return;
    }
    verdict.value = true;
    if (ts.getNameOfDeclaration(declaration)) verdict.accepts.push(this.#places.placeOfDeclaration(declaration));
    if (further) verdict.accepts.push(...further.targets, ...further.accepts);
  }

  /** `const { f } = await import("./a")`: the member that the name is bound from may be pointed at. */
  #acceptMember(verdict: Verdict, element: Node, component: boolean, depth: number): void {
    const declaration = element.parent.parent;
    const name = element.propertyName ?? element.name;
    const isRead = declaration.kind === SK.VariableDeclaration && declaration.initializer && name.kind === SK.Identifier;
    if (!isRead || (declaration.parent.flags & ts.NodeFlags.Const) === 0 || depth >= MAX_DEPTH) return;
    const symbol = this.#checker.getTypeAtLocation(declaration.initializer).getProperty(name.text);
    if (this.#isUnknown(symbol)) return;
    const further = this.#judgeSymbol(symbol, component, depth + 1);
    verdict.accepts.push(...further.targets, ...further.accepts);
  }

  /** `exports.f = …`, `F.prototype.m = …`, `f.g = …`, `this.f = …` of JavaScript. */
  #judgeAssignment(verdict: Verdict, node: Node, component: boolean, depth: number): void {
    const assignment = node.kind === SK.BinaryExpression ? node : node.parent;
    if (assignment?.kind !== SK.BinaryExpression || assignment.operatorToken.kind !== SK.EqualsToken) {
      verdict.value = true;
      return;
    }
    const left = assignment.left;
    const right = unwrap(assignment.right);
    const naming = left.kind === SK.PropertyAccessExpression ? left.name : left;
    const ofThis = left.kind === SK.PropertyAccessExpression && left.expression.kind === SK.ThisKeyword;
    if (!isFunctionLike(right)) return this.#addValue(verdict, assignment, right, depth, !ofThis);
    if (ofThis) {
      verdict.value = true;
      verdict.accepts.push(this.#places.placeOfDeclaration(right, assignment));
    } else if (right.kind === SK.ClassExpression) {
      verdict.targets.push(...this.#places.placesOfClass(right, right.name ? right : naming, component));
    } else {
      const sourceFile = right.getSourceFile();
      const name = naming.text ?? right.name?.text ?? "default";
      verdict.targets.push({
        file: this.#places.pathInside(sourceFile)!,
        line: this.#places.placeOf(sourceFile, naming.getStart(sourceFile)).line,
        name,
      });
      // A function that also has a name of its own may be on another line.
      if (right.name) verdict.accepts.push(this.#places.placeOfDeclaration(right));
    }
  }

  /** If the checker has no type: external by syntax, or unknown. */
  #judgeBySyntax(callee: Node): Verdict {
    const verdict = emptyVerdict();
    const root = findRoot(callee);
    if (root.kind !== SK.Identifier) return verdict;
    const symbol = this.#checker.getSymbolAtLocation(root);
    if (this.#isUnknown(symbol)) {
      // Nothing declares this name: a global of the run time.
      verdict.external = true;
    } else if (symbol.flags & ts.SymbolFlags.Alias) {
      const aliased = this.#followAlias(symbol);
      verdict.external = this.#isUnknown(aliased)
        ? this.#hangsOnPackage(symbol)
        : (aliased.declarations ?? []).every((node: Node) => this.#places.pathInside(node.getSourceFile()) === null);
    } else {
      const declarations: Node[] = symbol.declarations ?? [];
      const specifier = declarations[0] && findSpecifier(declarations[0]);
      verdict.external = specifier !== undefined ? isPackageName(specifier) : declarations.length > 0 &&
        declarations.every((node) => this.#places.pathInside(node.getSourceFile()) === null);
    }
    return verdict;
  }

  /** An import, possibly through re-exports, of a package that could not be resolved into the repository. */
  #hangsOnPackage(symbol: Symbol): boolean {
    let at = symbol;
    for (let step = 0; step < 20 && at; step++) {
      const declaration = at.declarations?.[0];
      const specifier = declaration && findSpecifier(declaration);
      const next = at.flags & ts.SymbolFlags.Alias ? this.#checker.getImmediateAliasedSymbol(at) : undefined;
      if (next && !this.#isUnknown(next) && next !== at) at = next;
      else return specifier !== undefined && isPackageName(specifier);
    }
    return false;
  }

  #followAlias(symbol: Symbol): Symbol {
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  #isUnknown(symbol: Symbol): boolean {
    return !symbol || this.#checker.isUnknownSymbol(symbol);
  }
}
