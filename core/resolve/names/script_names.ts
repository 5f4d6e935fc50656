/**
 * Names that files share without imports: global declarations of a module (`declare global`), and top-level declarations of a script, which
 * all other scripts see; modules see them only if another file declares them as well (`declare function f(): void`).
 *
 * Stage: resolve. Invariant: which scripts run together is not known, so a name counts only if a single script of the repository declares
 * it; a declaration without a body stands for that of another script. A script's own `alert` is not visible to others, but names of a test
 * runner are.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { DefinitionFlag, DefinitionKind, isCallable, rowsWith, ScopeKind } from "../../facts.ts";
import { type DefinitionId, definitionId, fileOf, type Meaning, rowOf, union, UNKNOWN, weaken } from "../meaning.ts";
import { isAtTop, isGlobal as isGlobalRow, isNoModule } from "../shape/script_scope.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { definitionValue } from "./bindings.ts";
import { Space } from "./names.ts";
import { isInSpace } from "./reaching.ts";

/**
 * The meaning of a name, declared neither in the file `view` nor in the library, in the one file that declares it for others; undefined if
 * there is none.
 */
export function sharedName(world: World, view: FileView, name: string, space: number): Meaning | undefined {
  if (world.rules.scriptsShareNames !== true || view.index === world.library.file) return undefined;
  const byScript = isScript(view);
  const key = `${name} ${space}${byScript}`;
  const { sharedNames } = world.kept;
  const found = sharedNames.get(key);
  return (found === undefined ? sharedNames.find(key, () => findShared(world, byScript, name, space) ?? null) : found) ?? undefined;
}

/** @param byScript whether a script asks */
function findShared(world: World, byScript: boolean, name: string, space: number): Meaning | undefined {
  const declared = [...new Set([...declaredIn(world, "callables", name), ...declaredIn(world, "nameable", name)])];
  if (declared.length === 0) return undefined;
  const global = declared.filter((id) => isGlobal(world, id));
  const announced = global.filter((id) => !isPutGlobal(world, id));
  if (announced.length > 0 && isEverywhere(world, name) && announced.every((id) => addsTypes(world, id, space))) {
    // They only extend a global of the platform.
    return undefined;
  }
  if (announced.length === 1) {
    const value = shownValue(world, announced[0]!, space);
    // Without that file, the global of the platform applies.
    return isEverywhere(world, name) && space !== Space.type ? weaken(value) : value;
  }
  // Namespaces of one name are merged.
  if (announced.length > 0) {
    return announced.every((id) => world.kindOf(id) === DefinitionKind.namespace)
      ? union(announced.map((id) => shownValue(world, id, space)), announced.length)
      : undefined;
  }
  const isRunners = world.rules.runnerGlobals?.has(name) === true;
  if (isEverywhere(world, name) && !isRunners) return undefined;
  const all = declared.filter((id) => !global.includes(id) && isScript(world.viewOf(id)));
  const bodied = all.filter((id) => (world.flagsOf(id) & DefinitionFlag.bodiless) === 0);
  // Modules see global declarations that another script defines.
  if (byScript || bodied.length < all.length && bodied.length > 0) {
    const only = all.length < 2 ? all : bodied;
    if (only.length > 1 && only.every((id) => world.kindOf(id) === DefinitionKind.namespace)) {
      return weaken(shownValue(world, only[0]!, space));
    }
    if (only.length === 1) return weaken(shownValue(world, only[0]!, space));
    // One of them, or an object that each of them extends (`var app = app || {}`): not external.
    if (only.length > 1 && byScript && !isRunners) return UNKNOWN;
  }
  if (!byScript && global.length === 0) return declaredForAll(world, all, space);
  return global.length === 0 ? undefined : weaken(union(global.map((id) => shownValue(world, id, space))));
}

/** Whether the declaration of a name is not a value: an interface, or, if a value is requested, a namespace that has only types. */
function addsTypes(world: World, id: DefinitionId, space: number): boolean {
  const kind = world.kindOf(id);
  if (kind !== DefinitionKind.namespace || space === Space.type) return kind === DefinitionKind.interface;
  const { definitions } = world.viewOf(id).facts;
  return rowsWith(definitions.parent, rowOf(id)).every((row) =>
    definitions.kind[row] === DefinitionKind.interface || definitions.kind[row] === DefinitionKind.type_alias
  );
}

/**
 * What modules see of the definitions `all` of a name at the top level of scripts: types, and values that such files only declare. Of
 * several, which different parts of the repository may have for themselves, one is likely meant.
 */
function declaredForAll(world: World, all: readonly DefinitionId[], space: number): Meaning | undefined {
  const isOnlyDeclared = space !== Space.type && all.every((id) => world.rules.declaringFiles?.test(world.viewOf(id).path) === true);
  const seen = space === Space.type || isOnlyDeclared ? all.filter((id) => isInSpace(world.kindOf(id), space)) : NO_ROWS;
  if (seen.length === 0 || seen.length > MOST_COPIES) return undefined;
  const shown = union(seen.map((id) => shownValue(world, id, space)), seen.length);
  return seen.length === 1 && space === Space.type ? shown : weaken(shown);
}

/** If more files declare one name globally, which one is meant is not known. */
const MOST_COPIES = 4;

/** The meaning of a name in namespaces around `scope` that other files extend; undefined if none exports it. */
export function nameInNamespaces(world: World, view: FileView, name: string, scope: number, space: number): Meaning | undefined {
  if (world.rules.scriptsShareNames !== true || view.index === world.library.file) return undefined;
  const { scopes } = view.facts;
  for (let s = scope; s !== 0; s = scopes.parent[s]!) {
    if (scopes.kind[s] !== ScopeKind.namespace) continue;
    const found = exportedElsewhere(world, definitionId(view.index, scopes.definition[s]!), name, space);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What other files export under a name from the namespace `id`, which all of them see: its declarations are merged. */
export function exportedElsewhere(world: World, id: DefinitionId, name: string, space: number): Meaning | undefined {
  const path = world.rules.scriptsShareNames === true ? namespacePath(world, id) : "";
  if (path === "") return undefined;
  world.askName(name);
  const { sharedNames } = world.kept;
  const key = `${path}.${name} ${space}`;
  const found = sharedNames.get(key);
  return (found === undefined ? sharedNames.find(key, () => findExported(world, path, name, space) ?? null) : found) ?? undefined;
}

function findExported(world: World, path: string, name: string, space: number): Meaning | undefined {
  const all = [...new Set([...world.names.find("callables", name), ...world.names.find("nameable", name)])].filter((id) =>
    (world.flagsOf(id) & DefinitionFlag.exported) !== 0 && world.kindOf(world.parentOf(id)) === DefinitionKind.namespace &&
    isInSpace(world.kindOf(id), space) && namespacePath(world, world.parentOf(id)) === path
  );
  const written = all.filter((id) => !isDeclaring(world, id));
  const ids = written.length > 0 ? written : all;
  if (ids.length === 0) return undefined;
  // Which of several copies runs is not known.
  const isOne = ids.every((id) => MERGING.has(world.kindOf(id))) || ids.every((id) => fileOf(id) === fileOf(ids[0]!));
  if (!isOne) return UNKNOWN;
  const value = shownValue(world, ids[0]!, space);
  return ids.every((id) => isDeclaredForAll(world, id)) ? value : weaken(value);
}

/** Kinds of declarations that are merged if they have one name. */
const MERGING: ReadonlySet<number> = new Set([DefinitionKind.namespace, DefinitionKind.interface]);

/** Whether a definition only declares what another file defines. */
function isDeclaring(world: World, id: DefinitionId): boolean {
  return (world.flagsOf(id) & DefinitionFlag.bodiless) !== 0 || world.rules.declaringFiles?.test(world.viewOf(id).path) === true;
}

/** The other declarations of the interface `id`: those of its name that are global, in namespaces of one name or in none. */
export function declaredElsewhere(world: World, id: DefinitionId): readonly DefinitionId[] {
  if (world.rules.scriptsShareNames !== true || world.kindOf(id) !== DefinitionKind.interface) return NO_ROWS;
  const path = globalPath(world, id);
  if (path === "" || isEverywhere(world, path)) return NO_ROWS;
  const name = world.nameOf(id);
  world.askName(name);
  return world.names.find("nameable", name).filter((other) => {
    if (other === id || world.kindOf(other) !== DefinitionKind.interface || world.inLibrary(other)) return false;
    world.ask(fileOf(other));
    return globalPath(world, other) === path;
  });
}

/** The full name of a global type; "" for any other. */
function globalPath(world: World, id: DefinitionId): string {
  const view = world.viewOf(id);
  let at = id;
  let path = world.nameOf(id);
  while (!isAtTop(view.facts, rowOf(at))) {
    at = world.parentOf(at);
    if (at === 0 || world.kindOf(at) !== DefinitionKind.namespace) return "";
    path = `${world.nameOf(at)}.${path}`;
  }
  return isGlobal(world, at) || isScript(view) ? path : "";
}

/** The full name of a global namespace; "" for any other. */
function namespacePath(world: World, id: DefinitionId): string {
  return world.kindOf(id) === DefinitionKind.namespace ? globalPath(world, id) : "";
}

/** Whether a namespace is declared global by a module. */
function isDeclaredForAll(world: World, id: DefinitionId): boolean {
  let at = id;
  while (!isAtTop(world.viewOf(at).facts, rowOf(at))) at = world.parentOf(at);
  return isGlobal(world, at);
}

/**
 * A member of the global object that is not a platform global, from the one script that declares it at its top level; undefined if there is
 * none.
 */
export function memberByScript(world: World, name: string, space: number): Meaning | undefined {
  if (world.rules.scriptsShareNames !== true || isEverywhere(world, name)) return undefined;
  world.askName(name);
  const declared = ofScripts(world, name).filter((id) => (world.flagsOf(id) & DefinitionFlag.bodiless) === 0);
  return declared.length === 1 ? weaken(shownValue(world, declared[0]!, space)) : undefined;
}

/** What a script may mean by a name that several others declare: which of them run beside it is not known. */
export function declaredByScripts(world: World, view: FileView, name: string): readonly DefinitionId[] {
  if (world.rules.scriptsShareNames !== true || isEverywhere(world, name) || !isScript(view)) return NO_ROWS;
  return ofScripts(world, name);
}

/** Functions of that name at the top level of scripts. */
function ofScripts(world: World, name: string): readonly DefinitionId[] {
  const known = world.kept.ofScripts;
  let found = known.get(name);
  if (found === undefined) {
    found = declaredIn(world, "callables", name).filter((id) => !isGlobal(world, id) && isScript(world.viewOf(id)));
    known.set(name, found);
  }
  return found;
}

/** Whether the name is a global of the platform. */
function isEverywhere({ rules }: World, name: string): boolean {
  return rules.globals?.has(name) === true;
}

/** Whether a global was assigned (`window.x = …`), not declared: without that file it does not exist, or is another one. */
export function isPutGlobal(world: World, id: DefinitionId): boolean {
  if (!isGlobal(world, id)) return false;
  if (isCallable(world.kindOf(id))) return (world.flagsOf(id) & DefinitionFlag.bodiless) === 0;
  return world.viewOf(id).facts.definitions.value[rowOf(id)] !== 0;
}

/** The value of a definition of another file. */
function shownValue(world: World, id: DefinitionId, space: number): Meaning {
  world.ask(fileOf(id));
  return definitionValue(world, id, space);
}

/**
 * The definitions of that name at the top level of files, possibly many: callers have recorded the name, and depend on what files state
 * under it (`saidToAll`).
 */
function declaredIn(world: World, list: "callables" | "nameable", name: string): readonly DefinitionId[] {
  const known = world.kept.tops[list];
  let found = known.get(name);
  if (found === undefined) known.set(name, found = world.names.find(list, name).filter((id) => isAtTop(world.viewOf(id).facts, rowOf(id))));
  return found;
}

/** Whether a type extends the platform's global types: it is declared globally, by a module or a script. */
export function addsToGlobals(world: World, id: DefinitionId): boolean {
  if (world.rules.scriptsShareNames !== true || world.kindOf(id) !== DefinitionKind.interface) return false;
  const view = world.viewOf(id);
  return isGlobal(world, id) || isScript(view) && isAtTop(view.facts, rowOf(id));
}

/**
 * Whether an interface extends an external one in a namespace: a global namespace of which the repository declares only types (`declare
 * namespace Cypress { interface Chainable {…} }`), or one of an external module.
 */
export function addsInNamespace(world: World, id: DefinitionId): boolean {
  if (world.rules.scriptsShareNames !== true || world.kindOf(id) !== DefinitionKind.interface) return false;
  const around = world.parentOf(id);
  if (around === 0 || world.kindOf(around) !== DefinitionKind.namespace) return false;
  world.ask(fileOf(around));
  if (hasCode(world, around)) return false;
  let top = around;
  for (let next = top; next !== 0 && world.kindOf(next) === DefinitionKind.namespace; next = world.parentOf(next)) top = next;
  const view = world.viewOf(top);
  // A module declared as a whole is its own meaning.
  const isModule = world.nameOf(top).startsWith('"');
  if (isModule) return top !== around && !world.nameOf(top).startsWith('".') && (world.flagsOf(top) & DefinitionFlag.exported) === 0;
  return isGlobal(world, top) || (isScript(view) && isAtTop(view.facts, rowOf(top)));
}

/** Whether a namespace declares anything that runs. */
function hasCode(world: World, namespace: DefinitionId): boolean {
  const { parent, kind, flags } = world.viewOf(namespace).facts.definitions;
  const row = rowOf(namespace);
  return parent.some((one, i) =>
    one === row && (kind[i] === DefinitionKind.class || (isCallable(kind[i]!) && !(flags[i]! & DefinitionFlag.bodiless)))
  );
}

/** Whether a definition is declared globally. */
function isGlobal(world: World, id: DefinitionId): boolean {
  return isGlobalRow(world.viewOf(id).facts, rowOf(id));
}

/** Whether a file is a script (not a module) in every environment. */
function isScript(view: FileView): boolean {
  return view.script ??= isNoModule(view.facts);
}
