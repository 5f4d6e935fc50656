/**
 * The meaning of a name at a place: enclosing scopes, innermost first, then the package, wildcard imports, the library, modules.
 *
 * Stage: resolve. Invariant: of several bindings in one scope, exactly those that can reach the place count.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { BindingKind, DefinitionKind, isCallable, ScopeKind } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import {
  type DefinitionId,
  definitionId,
  external,
  fileOf,
  isKnown,
  type Meaning,
  NEVER,
  NOTHING,
  Tag,
  union,
  UNKNOWN,
  weaken,
} from "../meaning.ts";
import { isOwnFunction } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { isLeftOut } from "../state/name_table.ts";
import type { World } from "../world.ts";
import { bindingMeaning, definitionValue } from "./bindings.ts";
import { givesWay, importedMember, importMeaning } from "./import_meanings.ts";
import { preferDefault } from "./builds.ts";
import { isOfPackage, nameThrough, passesThrough, takesFromOutside } from "./passed_through.ts";
import { crateInstead, importTarget, targetMeaning } from "./import_targets.ts";
import { inheritedName } from "./inherited_names.ts";
import { joinBindings } from "./joined_bindings.ts";
import { findMerged } from "./merged_namespaces.ts";
import { moduleFromRoot, moduleWithin, nameAround } from "./packages_around.ts";
import { inSpace, isSet, reachingRows, Sought } from "./reaching.ts";
import { nameInNamespaces, sharedName } from "./script_names.ts";
import { selfOf } from "./self.ts";
import { boundAnew, ofBranches } from "./wildcards.ts";

/** The namespace in which a name is looked up, in languages with several. */
export const Space = {
  value: 0,
  type: 1,
  /** A value that is called: a method, if fields and methods have separate namespaces. */
  call: 2,
  /** A value as its binding: a constant itself, not its value. */
  holder: 3,
  /** A value that is read and not called: a field, if fields and methods have separate namespaces. */
  field: 4,
} as const;

/** The bindings found for a name, and how far out. */
export interface FoundName {
  readonly rows: readonly number[];
  /** A function boundary is between the place and the binding. */
  readonly crossed: boolean;
}

/** The bindings that a name may have at offset `at` of `scope`; undefined if no scope of the file binds it. */
export function findName(world: World, view: FileView, name: number, scope: number, at: number, space: number): FoundName | undefined {
  const { scopes } = view.facts;
  const { names } = view;
  let crossed = false;
  let isLater = false;
  const isMethod = world.rules.methodsApart === true && view.isCalledAt(at);
  const { outwards } = names;
  for (let s = outwards[scope]!; s !== 0; s = outwards[scopes.parent[s]!]!) {
    const kind = scopes.kind[s]!;
    const first = names.first(s, name);
    if (first !== 0) {
      const open = kind !== ScopeKind.class || world.rules.classScopeVisible || (world.rules.classBodyVisible && !crossed);
      // The body of a class runs from its top: later bindings do not exist yet.
      const isOrdered = space === Space.value || space === Space.type;
      const inOrder = kind === ScopeKind.class && world.rules.classBodyVisible === true && isOrdered;
      const sought = space | (open ? Sought.open : 0) | (isMethod ? Sought.callable : 0) | (inOrder ? Sought.above : 0) |
        (isLater ? Sought.crossed : 0);
      const reaching = reachingRows(world, view, first, sought, scope, at);
      if (reaching.length > 0) return { rows: reaching, crossed: isLater };
    }
    if (kind === ScopeKind.function) {
      crossed = true;
      // A scope that is not a function (a comprehension) runs in place.
      isLater ||= scopes.definition[s] !== 0;
    }
    if (kind === ScopeKind.namespace) {
      if (!world.rules.nestedModulesSeeOuter) return undefined;
      const merged = world.rules.separateTypes ? findMerged(world, view, s, { name, scope, at }, space) : NO_ROWS;
      if (merged.length > 0) return { rows: merged, crossed: isLater };
    }
  }
  return undefined;
}

/** The bindings of the name `expression`, skipping tests that only narrow it. */
export function findBehindTests(world: World, view: FileView, expression: number): FoundName | undefined {
  const passed: number[] = [];
  let found = findNameOf(world, view, expression);
  for (let row = testOf(view, found); row !== 0; row = testOf(view, found)) {
    const known = view.behindTests.get(row);
    const next = known ?? findTested(world, view, row);
    if (next === undefined || passed.includes(row)) break;
    found = next;
    if (known !== undefined) break;
    passed.push(row);
  }
  for (const row of passed) view.behindTests.set(row, found!);
  return found;
}

/** The bindings of the name `expression`. */
export function findNameOf(world: World, view: FileView, expression: number): FoundName | undefined {
  const { a, b, c } = view.facts.expressions;
  return findName(world, view, a[expression]!, b[expression]!, c[expression]!, Space.value);
}

/** The only binding of the name `expression`; 0: it has none or several, or is not a name. */
export function onlyBinding(world: World, view: FileView, expression: number): number {
  const rows = view.facts.expressions.op[expression] === Op.name ? findNameOf(world, view, expression)?.rows : undefined;
  return rows?.length === 1 ? rows[0]! : 0;
}

/** The expression that gives the name `expression` its value, if there is a single binding; otherwise 0. */
export function onlyValue(world: World, view: FileView, expression: number): number {
  return view.facts.bindings.value[onlyBinding(world, view, expression)]!;
}

/** The test, if it is the only binding that reaches a place; otherwise 0. */
function testOf(view: FileView, found: FoundName | undefined): number {
  const row = found?.rows.length === 1 ? found.rows[0]! : 0;
  return view.facts.bindings.kind[row] === BindingKind.narrowing ? row : 0;
}

/** The bindings of the tested name at the position of the test. */
function findTested(world: World, view: FileView, test: number): FoundName | undefined {
  const { op, a, b } = view.facts.expressions;
  let seen = view.facts.bindings.value[test]!;
  if (op[seen] === Op.guarded) seen = a[seen]!;
  else if (op[seen] === Op.cast) seen = b[seen]!;
  return op[seen] === Op.name ? findNameOf(world, view, seen) : undefined;
}

/** The meaning of the name `expression`. */
export function nameMeaning(world: World, view: FileView, expression: number, space: number): Meaning {
  const { a, b, c } = view.facts.expressions;
  return nameMeaningAt(world, view, a[expression]!, b[expression]!, c[expression]!, space);
}

/** The meaning of a name at offset `at` of `scope`. */
export function nameMeaningAt(world: World, view: FileView, name: number, scope: number, at: number, space: number): Meaning {
  const { classScopeVisible } = world.rules;
  const found = findName(world, view, name, scope, at, space);
  if (found !== undefined) {
    const inherited = classScopeVisible
      ? inheritedName(world, view, { name, scope, at }, space, view.facts.bindings.scope[found.rows[0]!]!)
      : undefined;
    if (inherited !== undefined && inherited.tag !== Tag.external) return inherited;
    const nearer = view.wildcardsInBlocks.length === 0
      ? undefined
      : nearerWildcard(world, view, view.text(name), scope, view.facts.bindings.scope[found.rows[0]!]!, space);
    if (nearer !== undefined) return nearer;
    // A binding that an ordinary build leaves out gives way to wildcards and crates.
    const mayBeLeftOut = view.names.leftOut.length > 0 && areLeftOut(view, found.rows);
    const built = mayBeLeftOut ? builtInstead(world, view, view.text(name), scope, found.rows[0]!, space) : undefined;
    if (built !== undefined) return built;
    const own = joinBindings(world, view, found.rows, space);
    const isOfTop = view.wildcards.length > 0 && view.facts.bindings.scope[found.rows[0]!] === 1;
    const meaning = isOfTop
      ? boundAnew(world, view, { name: view.text(name), at: found.crossed ? Infinity : at }, found.rows, space, own)
      : own;
    const beside = space === Space.call && isModule(world, meaning) ? wildcardName(world, view, view.text(name), scope, space) : undefined;
    if (beside !== undefined && beside.tag !== Tag.external) return beside;
    // An external base of a type between may have a member that hides it.
    return inherited === undefined ? meaning : weaken(meaning);
  }
  if (world.rules.pathWords !== undefined && view.text(name) === world.rules.pathWords.own) {
    return selfOf(world, view, Op.selfType, scope, 0);
  }
  const inherited = classScopeVisible ? inheritedName(world, view, { name, scope, at }, space) : undefined;
  return inherited ?? nameInNamespaces(world, view, view.text(name), scope, space) ??
    outerName(world, view, view.text(name), scope, space);
}

/** What an ordinary build has under a name instead of the binding `row`, which it leaves out. */
function builtInstead(world: World, view: FileView, name: string, scope: number, row: number, space: number): Meaning | undefined {
  const brought = wildcardName(world, view, name, scope, space);
  return brought !== undefined && isKnown(brought) ? brought : crateInstead(world, view, name, row);
}

function areLeftOut(view: FileView, rows: readonly number[]): boolean {
  return rows.every((row) => isLeftOut(view.facts, row));
}

/** The meaning of the bindings of the name `expression` that reach it through a loop. */
export function reboundName(world: World, view: FileView, expression: number): Meaning | undefined {
  const { expressions, bindings } = view.facts;
  const name = expressions.a[expression]!;
  const at = expressions.c[expression]!;
  const found = findNameOf(world, view, expression);
  if (found === undefined || found.crossed) return undefined;
  const later: number[] = [];
  for (let row = view.names.first(bindings.scope[found.rows[0]!]!, name); row !== 0; row = view.names.next(row)) {
    if (bindings.at[row]! > at && isSet(view, row)) later.push(row);
  }
  return later.length === 0 ? undefined : weaken(joinBindings(world, view, later, Space.value));
}

/** The meaning of the name `expression` as a value outside the scope that binds it to a module; undefined if it has none there. */
export function valueAround(world: World, view: FileView, expression: number): Meaning | undefined {
  const { expressions, scopes, bindings } = view.facts;
  const found = expressions.op[expression] === Op.name ? findNameOf(world, view, expression) : undefined;
  const around = found === undefined ? 0 : scopes.parent[bindings.scope[found.rows[0]!]!]!;
  if (around === 0) return undefined;
  const outer = findName(world, view, expressions.a[expression]!, around, expressions.c[expression]!, Space.value);
  const meaning = outer === undefined ? UNKNOWN : joinBindings(world, view, outer.rows, Space.value);
  return isKnown(meaning) && !isModule(world, meaning) ? meaning : undefined;
}

/** Whether it is a module: a file, a folder, an inline module, or one of the library. */
export function isModule(world: World, meaning: Meaning): boolean {
  if (meaning.tag === Tag.external) return world.rules.modulesByName && world.library.modules.has(meaning.name);
  return meaning.tag === Tag.module || (meaning.tag === Tag.definition && world.kindOf(meaning.definition) === DefinitionKind.namespace);
}

/** The meaning of a name that no scope of the file binds. */
export function outerName(world: World, view: FileView, name: string, scope: number, space: number): Meaning {
  // A macro variable is not a name.
  if (world.isPlaceholder(name)) return UNKNOWN;
  const { pathSign } = world.rules;
  if (pathSign !== undefined && name.startsWith(pathSign)) return nameFromRoot(world, view, name.slice(pathSign.length), space);
  world.askName(name);
  if (world.rules.packageScope && view.index !== world.library.file) {
    const inside = world.repository.inPackage(view.index, name);
    if (inside.length > 0) {
      return pathSign === undefined ? packageName(world, inside, space) : weakenFunctions(world, packageName(world, inside, space));
    }
    const imported = world.targets.packageNames(view).get(name);
    if (imported !== undefined) return importMeaning(world, view, imported, space);
    const around = nameAround(world, view, name, space);
    if (around !== undefined) return around;
  }
  const found = wildcardName(world, view, name, scope, space);
  if (found !== undefined && found !== ANY_EXTERNAL) return found;
  const library = libraryMeaning(world, name, space);
  if (library !== undefined && !(found === ANY_EXTERNAL && needsImport(world, library, name))) return library;
  const shared = sharedName(world, view, name, space);
  if (shared !== undefined) return shared;
  // A function that is missing in the code's own package is looked up in the root.
  const fallback = pathSign === undefined ? undefined : moduleFromRoot(world, view, name, space);
  if (fallback !== undefined && isOwnFunction(world, fallback)) return fallback;
  const named = world.modules.namesInFull === true && view.index !== world.library.file ? moduleWithin(world, view, name) : undefined;
  if (named !== undefined) return named;
  if (world.rules.modulesByName && view.index !== world.library.file) {
    const target = targetMeaning(world, view, name);
    if (target.tag !== Tag.unknown) return target;
  }
  if (found !== undefined && world.rules.importsUnseen !== true) {
    const rows = view.wildcards.filter((row) => isWildcardAround(world, view, row, scope));
    return isOfPackage(world, view.index, name) ? UNKNOWN : nameThrough(world, view, rows, name, space);
  }
  if (world.rules.modulesByName || world.rules.packageScope || world.rules.declaresAllNames === true) return UNKNOWN;
  return external(name, space === Space.value && world.rules.globals?.has(name) !== true);
}

/** A name relative to the root of all packages: a name in the root, or the package of that name; everything else is external. */
function nameFromRoot(world: World, view: FileView, name: string, space: number): Meaning {
  world.askName(name);
  return moduleFromRoot(world, view, name, space) ?? libraryMeaning(world, name, space) ?? external(name);
}

/** Whether a library name is visible only if imported: then an external wildcard import provides another item of that name. */
function needsImport(world: World, { tag, definition }: Meaning, name: string): boolean {
  const { preludeFunctions } = world.rules;
  return preludeFunctions?.has(name) === false && tag === Tag.definition && isCallable(world.kindOf(definition));
}

/** An unqualified function of another file is called only if that file is loaded, otherwise the root's own. */
function weakenFunctions(world: World, meaning: Meaning): Meaning {
  return isOwnFunction(world, meaning) ? weaken(meaning) : meaning;
}

function packageName(world: World, ids: readonly DefinitionId[], space: number): Meaning {
  for (const id of ids) world.ask(fileOf(id));
  return union(preferDefault(world, ids).map((id) => definitionValue(world, id, space)));
}

/** The result of an external wildcard import: it may provide any name, or none. */
const ANY_EXTERNAL: Meaning = external("");

/**
 * The meaning of a name provided by wildcard imports, possibly an external one that a repository module re-exports; `ANY_EXTERNAL` if one of them
 * is itself external and no other has the name.
 */
export function wildcardName(world: World, view: FileView, name: string, scope: number, space: number): Meaning | undefined {
  return view.wildcards.length === 0 ? undefined : findByWildcard(world, view, name, scope, space);
}

/** Whether the names of the wildcard import `row` are visible in `scope`. */
function isWildcardAround(world: World, view: FileView, row: number, scope: number): boolean {
  const { imports } = view.facts;
  if (imports.scope[row] !== 1) return view.within(scope, imports.scope[row]!);
  return world.rules.nestedModulesSeeOuter || innermostModule(view, scope) === 1;
}

function findByWildcard(world: World, view: FileView, name: string, scope: number, space: number): Meaning | undefined {
  let outside: Meaning | undefined;
  let beside: Meaning | undefined;
  const isOneOfSeveral = view.wildcards.length > 1 && world.rules.kindsApart;
  const found = ofBranches(world, view, view.wildcards, (row) => {
    if (!isWildcardAround(world, view, row, scope)) return undefined;
    const member = importedMember(world, view, row, name, space);
    if (isOneOfSeveral && member !== undefined && givesWay(world, view, row, member, name, space)) {
      beside ??= member;
      return undefined;
    }
    if (member !== undefined && member.tag !== Tag.external) return member;
    const target = importTarget(world, view, row);
    const isOutside = member === undefined
      ? passesThrough(world, target) || takesFromOutside(world, view, target)
      : target.tag === Tag.external;
    if (!isOutside) return member;
    outside = ANY_EXTERNAL;
    return undefined;
  });
  return found ?? beside ?? outside;
}

/** A name that a wildcard import provides in a block inside the scope that binds the name itself (`use Shape::*;` in a function). */
function nearerWildcard(world: World, view: FileView, name: string, scope: number, bound: number, space: number): Meaning | undefined {
  const { imports } = view.facts;
  for (const row of view.wildcardsInBlocks) {
    const block = imports.scope[row]!;
    if (block === bound || !view.within(scope, block) || !view.within(block, bound)) continue;
    const found = importedMember(world, view, row, name, space);
    if (found !== undefined && isKnown(found)) return found;
  }
  return undefined;
}

/** The scope of the module or namespace around `scope`; 0 if there is none. */
export function innermostModule(view: FileView, scope: number): number {
  const { scopes } = view.facts;
  while (scope !== 0 && scopes.kind[scope] !== ScopeKind.namespace && scopes.kind[scope] !== ScopeKind.module) {
    scope = scopes.parent[scope]!;
  }
  return scope;
}

/** The library file's definition for a name of one of the modules that it describes; undefined for other modules. */
export function libraryModuleMember(world: World, module: string, name: string, space: number): Meaning | undefined {
  const prefixes = world.library.modules.get(module);
  if (prefixes === undefined) return undefined;
  for (const prefix of prefixes) {
    const found = libraryMeaning(world, prefix + name, space);
    if (found !== undefined) return found;
  }
  return world.rules.libraryModulesApart === true ? undefined : libraryMeaning(world, name, space);
}

/** The library file's definition for a name, or undefined. */
export function libraryMeaning(world: World, name: string, space: number): Meaning | undefined {
  if (world.rules.nothing.includes(name)) return NOTHING;
  if (space === Space.type && world.rules.dynamicTypes.includes(name)) return name === world.rules.emptyType ? NEVER : UNKNOWN;
  const view = world.view(world.library.file);
  for (const row of world.library.rows(name)) {
    if (!inSpace(world, view, row, space)) continue;
    const definition = view.facts.bindings.definition[row]!;
    return definition !== 0
      ? definitionValue(world, definitionId(world.library.file, definition), space)
      : bindingMeaning(world, view, row, space);
  }
  return undefined;
}
