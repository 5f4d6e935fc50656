/**
 * Asks TypeScript's checker which classes and values of a project implement or extend which of its interfaces and classes.
 *
 *     deno run -A bench/accuracy/implementors/typescript/ask_checker.ts TYPESCRIPT_JS PROJECT PAIRS.jsonl PLACES.json [DEPENDENCIES]
 *
 * Pairs are nominal (`extends`, `implements`, of the base types that the checker finds, through interfaces and bases), or an assignment: an
 * object literal or a `new` at a place where an interface is the declared type of a variable, a field or a function's result, and fits
 * there as the checker sees it. An interface or class with several declarations is one, identified by its first place. Classes that extend
 * what the checker takes for `any`, and literals that do not fit their place (the project was written for other versions of its packages),
 * are listed as unknown. Invariant: every answer is the checker's; nothing is written into the project.
 */
import { writeFileSync } from "node:fs";
import * as path from "node:path";
import process from "node:process";
import type { Place } from "../../truth.ts";
import { type Foreign, ts } from "../../typescript/compiler.ts";
import { DeclaredPlaces } from "../../typescript/declared_places.ts";
import { isSourceFile, makeProgram } from "../../typescript/program.ts";

const [project, pairsFile, placesFile, dependencies = ""] = process.argv.slice(3);
if (placesFile === undefined) throw new Error("ask_checker.ts TYPESCRIPT_JS PROJECT PAIRS.jsonl PLACES.json [DEPENDENCIES]");
const root = path.resolve(project!);
const { program, files } = await makeProgram(root, dependencies);
const checker = program.getTypeChecker();
const declaredPlaces = new DeclaredPlaces(root);

/** The place of a declaration's name, or of its start if it has none; undefined if it is external. */
function placeOf(declaration: Foreign): Place | undefined {
  const file = declaredPlaces.pathInside(declaration.getSourceFile());
  if (file === null || !isSourceFile(file)) return undefined;
  let node = ts.getNameOfDeclaration(declaration);
  // A class expression is named by what holds it.
  if (node === undefined && ts.isClassExpression(declaration)) {
    const holder = ts.findAncestor(declaration.parent, (one: Foreign) => !ts.isAsExpression(one) && !ts.isParenthesizedExpression(one));
    node = holder?.initializer === undefined ? undefined : holder.name;
  }
  return { file, line: lineOf(node ?? declaration), name: node?.text ?? "" };
}

function lineOf(node: Foreign): number {
  const source = node.getSourceFile();
  return declaredPlaces.placeOf(source, node.getStart(source)).line;
}

const isContract = (node: Foreign): boolean => ts.isInterfaceDeclaration(node) || ts.isClassLike(node);
/** An interface or class of the project and all places of its declarations, the first being its own. */
const declared = new Map<Foreign, Place[]>();
function declarationsOf(symbol: Foreign): Place[] {
  let known = declared.get(symbol);
  if (known === undefined) {
    known = (symbol?.declarations ?? []).filter(isContract).flatMap((one: Foreign) => placeOf(one) ?? []) as Place[];
    declared.set(symbol, known);
  }
  return known;
}

/** The symbols of the classes and interfaces that a type is made of. */
function symbolsOf(type: Foreign): Foreign[] {
  if (type === undefined) return [];
  if (type.isIntersection()) return type.types.flatMap(symbolsOf);
  return type.symbol !== undefined && declarationsOf(type.symbol).length > 0 ? [type.symbol] : [];
}

const basesKnown = new Map<Foreign, Set<Foreign>>();
/** All classes and interfaces above a class or interface, itself left out. */
function basesOf(symbol: Foreign): Set<Foreign> {
  let bases = basesKnown.get(symbol);
  if (bases !== undefined) return bases;
  basesKnown.set(symbol, bases = new Set());
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  const direct: Foreign[] = (type.isClassOrInterface() ? checker.getBaseTypes(type) : []).flatMap(baseSymbols);
  for (const declaration of symbol.declarations ?? []) {
    for (const clause of declaration.heritageClauses ?? []) {
      if (clause.token !== ts.SyntaxKind.ImplementsKeyword) continue;
      for (const one of clause.types) direct.push(...baseSymbols(checker.getTypeFromTypeNode(one)));
    }
  }
  for (const base of direct) {
    bases.add(base);
    for (const above of basesOf(base)) bases.add(above);
  }
  bases.delete(symbol);
  return bases;
}

/** As `symbolsOf`; what is outside the project may lead back into it. */
function baseSymbols(type: Foreign): Foreign[] {
  if (type.isIntersection()) return type.types.flatMap(baseSymbols);
  const isType = (type.symbol?.declarations ?? []).some(isContract);
  return isType ? [type.symbol] : [];
}

/** Whether the checker knows no base of a class or of one above it (`extends (X as any)`). */
function isOpen(symbol: Foreign): boolean {
  const isUnknown = (declaration: Foreign): boolean =>
    (declaration.heritageClauses ?? []).some((clause: Foreign) =>
      clause.types.some((one: Foreign) => {
        const isValue = ts.isClassLike(declaration) && clause.token === ts.SyntaxKind.ExtendsKeyword;
        const type = isValue ? checker.getTypeAtLocation(one.expression) : checker.getTypeFromTypeNode(one);
        return (type.flags & ts.TypeFlags.Any) !== 0;
      })
    );
  return [symbol, ...basesOf(symbol)].some((one) => (one.declarations ?? []).filter(isContract).some(isUnknown));
}

const pairs = new Set<string>();
const unknown: Place[] = [];
const types = new Map<string, Place & { also?: Place[] }>();
const contracts = new Map<string, { place: Place; also: Place[] }>();
const add = (contract: Foreign, type: Place): void => {
  const [place] = declarationsOf(contract);
  if (place !== undefined) pairs.add(JSON.stringify({ interface: place, type }));
};
const keyOf = (place: Place): string => `${place.file}:${place.line}:${place.name}`;

/** Whether the checker accepts `value` at its place: the contextual type may say more about it than its own type. */
function isAccepted(value: Foreign): boolean {
  const from = (value.parent.name ?? value).getStart();
  const found = program.getSemanticDiagnostics(value.getSourceFile());
  return !found.some((one: Foreign) => one.start >= from && one.start < value.end);
}

/** `value` is assigned where `annotation` is the declared type; `holder` represents an object literal. */
function readAssignment(annotation: Foreign, value: Foreign, holder: Foreign): void {
  let given = value;
  while (given !== undefined && ts.isParenthesizedExpression(given)) given = given.expression;
  const isObject = given !== undefined && ts.isObjectLiteralExpression(given);
  if (annotation === undefined || given === undefined || !(isObject || ts.isNewExpression(given))) return;
  const wanted = checker.getNonNullableType(checker.getTypeFromTypeNode(annotation));
  const [contract, ...others] = symbolsOf(wanted);
  const type = checker.getTypeAtLocation(given);
  const isError = (wanted.flags & ts.TypeFlags.Any) !== 0 || (type.flags & ts.TypeFlags.Any) !== 0;
  // What does not compile here (types of another version of a package) is omitted.
  if (isError || !(checker.isTypeAssignableTo(type, wanted) || isAccepted(given))) {
    if (isObject && holder !== undefined) unknown.push({ ...placeOf(holder)!, line: lineOf(given) }, placeOf(holder)!);
    return;
  }
  if (contract === undefined || others.length > 0 || wanted.isIntersection()) return;
  if (!(contract.declarations ?? []).some((one: Foreign) => ts.isInterfaceDeclaration(one))) return;
  const [from] = isObject ? [] : symbolsOf(type);
  const isClass = (from?.declarations ?? []).some((one: Foreign) => ts.isClassLike(one));
  const place = isObject ? holder === undefined ? undefined : placeOf(holder) : isClass ? declarationsOf(from)[0] : undefined;
  if (place === undefined) return;
  // A function's variable is not a symbol: the index names the line of the literal.
  const isLocal = isObject && ts.findAncestor(holder, ts.isFunctionLike) !== undefined;
  types.set(keyOf(place), isLocal ? { ...place, also: [{ ...place, line: lineOf(given) }] } : place);
  add(contract, place);
  for (const above of basesOf(contract)) add(above, place);
  if (isObject) return;
  assigned.push({ from, above: [contract, ...basesOf(contract)] });
}
/** Classes whose instances are assigned where an interface is declared: their subclasses implement it as well. */
const assigned: { readonly from: Foreign; readonly above: readonly Foreign[] }[] = [];
const classes = new Set<Foreign>();

function visit(node: Foreign): void {
  if (isContract(node)) {
    const symbol = node.symbol;
    const places = declarationsOf(symbol);
    if (places.length > 0) contracts.set(keyOf(places[0]!), { place: places[0]!, also: places.slice(1) });
    if (ts.isClassLike(node)) {
      const place = placeOf(node);
      if (place !== undefined && places.length > 0) {
        classes.add(symbol);
        types.set(keyOf(places[0]!), places[0]!);
        if (isOpen(symbol)) unknown.push(places[0]!);
        for (const base of basesOf(symbol)) add(base, places[0]!);
      }
    }
  } else if (ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node)) readAssignment(node.type, node.initializer, node);
  else if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) readAssignment(node.type, node.body, undefined);
  else if (ts.isReturnStatement(node)) {
    const holder = ts.findAncestor(node, (one: Foreign) => one !== node && ts.isFunctionLike(one));
    readAssignment(holder?.type, node.expression, undefined);
  }
  ts.forEachChild(node, visit);
}

for (const file of files) {
  const source = program.getSourceFile(path.join(root, file));
  if (source !== undefined) visit(source);
}
for (const { from, above } of assigned) {
  for (const symbol of classes) {
    if (basesOf(symbol).has(from)) { for (const contract of above) add(contract, declarationsOf(symbol)[0]!); }
  }
}
writeFileSync(pairsFile!, [...pairs].sort().map((line) => `${line}\n`).join(""));
const interfaces = [...contracts.values()].map(({ place, also }) => ({ ...place, also }));
const covered = files.filter((file) => program.getSourceFile(path.join(root, file))?.parseDiagnostics.length === 0);
writeFileSync(placesFile, JSON.stringify({ types: [...types.values()], interfaces, unknown, files: covered }));
process.stderr.write(`${pairs.size} pairs of ${types.size} types and ${contracts.size} interfaces and classes\n`);
