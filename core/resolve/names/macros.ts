/**
 * Resolves the names of macros: textual scope, then paths, then the library.
 *
 * Stage: resolve. Macros have a namespace of their own. A declarative macro is visible from its definition to the end of the enclosing
 * block or module, including later child modules, after the end of a module that says so (`LinkFlag.macros`), and by path if it is exported
 * or imported by name. A procedural macro is visible by path only. Invariants: of several visible macros, the last before the use is meant;
 * circular imports end.
 */
import type { Rule } from "../../edges.ts";
import { BindingKind, DefinitionFlag, DefinitionKind, LinkFlag, MODULE_ROW, ScopeKind } from "../../facts.ts";
import { isBuilt, preferDefault, unusualFile } from "./builds.ts";
import type { FileView } from "../state/file_view.ts";
import {
  type DefinitionId,
  definitionId,
  definitionMeaning,
  external,
  fileOf,
  type Meaning,
  rowOf,
  Tag,
  UNKNOWN,
  weaken,
} from "../meaning.ts";
import { childModule, importedModule, targetMeaning } from "./import_targets.ts";
import type { World } from "../world.ts";

/** A macro that was found, and the rule that found it. */
export interface FoundMacro {
  readonly meaning: Meaning;
  readonly rule: Rule;
  /** For an external macro: macros of the crate that other builds have in its place. */
  readonly elsewhere?: readonly DefinitionId[];
}

/** The use of a macro: called (`m!`), or as an attribute of an item. Each use has a namespace of its own. */
export type MacroUse = "call" | "attribute";

/** A place in a file: definitions before `at` in `scope` and around it are visible there. */
export interface MacroPlace {
  readonly view: FileView;
  readonly scope: number;
  readonly at: number;
}

/** Maximum nesting of modules. */
const DEEPEST = 60;
const ATTRIBUTED = LinkFlag.macros | LinkFlag.attribute;

/** The macro that a plain name denotes at a place. */
export function findMacro(world: World, view: FileView, name: string, scope: number, at: number, use: MacroUse): FoundMacro {
  const declared = use === "call" ? world.repository.macros(name) : [];
  if (declared.length > 0) {
    const textual = textualMacro(world, { view, scope, at }, name);
    // A macro that an ordinary build leaves out does not hide one of the library.
    const isLeftOut = textual !== undefined && (world.flagsOf(textual) & DefinitionFlag.inactive) !== 0;
    const hidden = isLeftOut ? libraryMacro(world, name) : undefined;
    if (hidden !== undefined) return { meaning: hidden, rule: "external", elsewhere: [textual!] };
    if (textual !== undefined) return { meaning: definitionMeaning(textual), rule: "scope" };
  }
  const byPath = importedMacro(world, view, name, scope, use);
  if (byPath !== undefined && byPath.tag !== Tag.external) return { meaning: byPath, rule: "import" };
  if (byPath !== undefined) return { meaning: byPath, rule: "external", elsewhere: ofOtherBuilds(world, view, name, declared) };
  const library = use === "call" ? libraryMacro(world, name) : undefined;
  if (library !== undefined) return { meaning: library, rule: "external" };
  // A module declared by a macro has no place in the text: the only macro of that name in the crate may be meant.
  const root = world.targets.rootOf(view.index);
  const own = preferDefault(world, declared.filter((id) => world.targets.rootOf(world.viewOf(id).index) === root));
  if (own.length > 0) return { meaning: own.length === 1 ? weaken(definitionMeaning(own[0]!)) : UNKNOWN, rule: "unique-name" };
  return { meaning: external(name), rule: "external" };
}

/**
 * Macros of the crate that an ordinary build leaves out, if an external one is meant (`#[cfg(feature = "log")] use log::debug` beside an
 * own `debug`); empty if the file itself imports the external one in every build.
 */
function ofOtherBuilds(world: World, view: FileView, name: string, declared: readonly DefinitionId[]): readonly DefinitionId[] {
  const root = world.targets.rootOf(view.index);
  const others = declared.filter((id) => (world.flagsOf(id) & DefinitionFlag.inactive) !== 0 && world.targets.rootOf(fileOf(id)) === root);
  if (others.length === 0) return others;
  const { imports } = view.facts;
  const always = imports.name.some((text, row) =>
    row > 0 && view.text(text) === name && (imports.flags[row]! & (LinkFlag.built | LinkFlag.inactive)) === 0 &&
    importedModule(world, view, row).tag === Tag.external
  );
  return always ? [] : others;
}

function libraryMacro(world: World, name: string): Meaning | undefined {
  const { bindings, definitions } = world.view(world.library.file).facts;
  const found = world.library.rows(name).map((row) => bindings.definition[row]!)
    .find((definition) => definitions.kind[definition] === DefinitionKind.macro);
  return found === undefined ? undefined : definitionMeaning(definitionId(world.library.file, found));
}

/** The last macro of that name before the place: in the enclosing scopes, then around the module's own declaration in its parent. */
function textualMacro(world: World, { view, scope: from, at }: MacroPlace, name: string): DefinitionId | undefined {
  const { parent } = view.facts.scopes;
  for (let scope = from; scope !== 0; scope = parent[scope]!) {
    const found = lastMacro(world, { view, scope, at }, name, 0);
    if (found !== undefined) return found;
  }
  return outerMacro(world, view, name);
}

/** The macro of that name visible around a file's module: computed once, as it is the same for all calls there. */
function outerMacro(world: World, view: FileView, name: string): DefinitionId | undefined {
  const { outerMacros } = world.kept;
  const key = `${view.index} ${name}`;
  const known = outerMacros.get(key) ?? outerMacros.find(key, () => {
    const place = placeOfModule(world, view);
    return place === undefined ? 0 : textualMacro(world, place, name) ?? 0;
  });
  return known || undefined;
}

/** The last macro of that name in a scope before an offset, including modules that pass on their macros. */
function lastMacro(world: World, place: MacroPlace, name: string, depth: number): DefinitionId | undefined {
  const { view, scope } = place;
  const { bindings, definitions } = view.facts;
  world.ask(view.index);
  let unusual: DefinitionId | undefined;
  for (const row of view.macrosIn(scope)) {
    if (bindings.at[row]! > place.at) continue;
    const definition = bindings.definition[row]!;
    if (definitions.kind[definition] === DefinitionKind.macro) {
      if (view.text(bindings.name[row]!) !== name) continue;
      if ((definitions.flags[definition]! & DefinitionFlag.inactive) === 0) return definitionId(view.index, definition);
      unusual ??= definitionId(view.index, definition);
    } else if (depth < DEEPEST) {
      const inner = endOfModule(world, view, row);
      const found = inner === undefined ? undefined : lastMacro(world, inner, name, depth + 1);
      if (found !== undefined) return found;
    }
  }
  return (depth < DEEPEST ? macroBeyond(world, place, name, depth) : undefined) ?? unusual;
}

/** The macro of that name from a module before the place whose own file makes its macros visible after its end (`#![macro_use]`). */
function macroBeyond(world: World, { view, scope, at }: MacroPlace, name: string, depth: number): DefinitionId | undefined {
  let last: MacroPlace | undefined;
  let passing: FileView | undefined;
  for (const file of world.repository.macros(name).map(fileOf)) {
    if (file === view.index || world.targets.rootOf(file) !== world.targets.rootOf(view.index) || !handsMacros(world, file)) continue;
    const place = placeOfModule(world, world.view(file));
    const isBefore = place !== undefined && place.view === view && place.scope === scope && place.at <= at;
    if (isBefore && (last === undefined || last.at < place.at)) [last, passing] = [place, world.view(file)];
  }
  return passing === undefined ? undefined : lastMacro(world, { view: passing, scope: 1, at: Infinity }, name, depth + 1);
}

function handsMacros(world: World, file: number): boolean {
  return (world.flagsOf(definitionId(file, MODULE_ROW)) & DefinitionFlag.macros) !== 0;
}

/** The end of the module that a binding declares: all its own macros are visible there. Its file is a dependency. */
function endOfModule(world: World, view: FileView, row: number): MacroPlace | undefined {
  const { bindings, definitions } = view.facts;
  const definition = bindings.definition[row]!;
  if (definition !== 0) return { view, scope: definitions.body[definition]!, at: Infinity };
  const { moduleEnds } = world.kept;
  const id = definitionId(view.index, row);
  let known = moduleEnds.get(id);
  if (known === undefined) {
    const end = bodyOf(world, childModule(world, view, bindings.import_[row]!));
    moduleEnds.set(id, known = end === undefined ? null : { file: end.view.index, scope: end.scope });
  }
  return known === null ? undefined : { view: world.view(known.file), scope: known.scope, at: Infinity };
}

/** The end of a module as a place. */
function bodyOf(world: World, module: Meaning): MacroPlace | undefined {
  if (module.tag === Tag.module && module.files.length > 0) return { view: world.view(module.files[0]!), scope: 1, at: Infinity };
  if (module.tag !== Tag.definition || world.kindOf(module.definition) !== DefinitionKind.namespace) return undefined;
  const view = world.viewOf(module.definition);
  return { view, scope: view.facts.definitions.body[rowOf(module.definition)]!, at: Infinity };
}

/** The place of a file's module declaration in its parent; undefined for a crate's root. */
function placeOfModule(world: World, view: FileView): MacroPlace | undefined {
  const { pathWords } = world.rules;
  if (pathWords === undefined) return undefined;
  const target = world.targets.of(pathWords.above, view.index);
  if (target.kind !== "inside") return undefined;
  const file = world.file(target.paths[0]!);
  if (file < 0 || file === view.index) return undefined;
  const parent = world.view(file);
  const { imports } = parent.facts;
  const name = world.modules.nameOf(view.path).split(world.rules.separator).at(-1)!;
  let named: MacroPlace | undefined;
  for (let row = 1; row < imports.length; row++) {
    if ((imports.flags[row]! & LinkFlag.childModule) === 0) continue;
    if (parent.text(imports.name[row]! || imports.module[row]!) !== name) continue;
    const place = { view: parent, scope: imports.scope[row]!, at: imports.at[row]! };
    if (childModule(world, parent, row).files[0] === view.index) return place;
    named ??= place;
  }
  // Its `mod` declaration was not found: any macro of the parent may be visible.
  return named ?? { view: parent, scope: 1, at: Infinity };
}

/** An imported macro: imports of the enclosing scopes, then those of the module, then those of the whole crate. */
function importedMacro(world: World, view: FileView, name: string, from: number, use: MacroUse): Meaning | undefined {
  const { parent, kind } = view.facts.scopes;
  for (let scope = from; scope !== 0; scope = parent[scope]!) {
    if (kind[scope] === ScopeKind.namespace || kind[scope] === ScopeKind.module) return macroOfModule(world, view, scope, name, use);
    const found = view.importsIn(scope) ? macroInScope(world, { view, scope, at: Infinity }, name, use) : undefined;
    if (found !== undefined) return found;
  }
  return macroOfRoot(world, view, name, use);
}

/** A macro imported by a module or the whole crate; computed once, as most calls in a file are of the same few. */
function macroOfModule(world: World, view: FileView, scope: number, name: string, use: MacroUse): Meaning | undefined {
  const { kept: { moduleMacros }, evaluation, lookUps } = world;
  const at = `${view.index} ${scope} ${use}${unusualFile(world)} ${name}`;
  const known = moduleMacros.get(at);
  if (known !== undefined) return known ?? undefined;
  const { cuts } = evaluation;
  return moduleMacros.seek(at, () => {
    const { value, isCertain } = lookUps.run(() =>
      macroInScope(world, { view, scope, at: Infinity }, name, use) ?? macroOfRoot(world, view, name, use)
    );
    return { value: value ?? null, isCertain: isCertain && cuts === evaluation.cuts };
  }) ?? undefined;
}

/** A macro of an external crate or another workspace member, all of whose macros are visible in the file's crate. */
function macroOfRoot(world: World, view: FileView, name: string, use: MacroUse): Meaning | undefined {
  const root = world.targets.rootOf(view.index);
  if (root < 0) return undefined;
  world.ask(root);
  const { imports } = world.view(root).facts;
  for (let row = 1; row < imports.length; row++) {
    if ((imports.flags[row]! & LinkFlag.macros) === 0 || imports.flags[row]! & LinkFlag.childModule) continue;
    const crate = targetMeaning(world, world.view(root), world.view(root).text(imports.module[row]!), row);
    const found = crate.tag === Tag.external ? undefined : macroMember(world, crate, name, use);
    if (found !== undefined && found.tag !== Tag.unknown && !isHiddenByLibrary(world, found, name, use)) return found;
  }
  return undefined;
}

/** Whether a macro that may not be exported has the name of a library macro: that one is meant. */
function isHiddenByLibrary(world: World, { tag, definition }: Meaning, name: string, use: MacroUse): boolean {
  return use === "call" && tag === Tag.definition && world.kindOf(definition) === DefinitionKind.macro &&
    (world.flagsOf(definition) & DefinitionFlag.exported) === 0 && libraryMacro(world, name) !== undefined;
}

/** Names of the external crates all of whose macros are visible in the file's crate (`#[macro_use] extern crate a;`). */
export function cratesOfMacros(world: World, view: FileView): readonly string[] {
  const root = world.targets.rootOf(view.index);
  if (root < 0) return [];
  world.ask(root);
  const home = world.view(root);
  const { flags } = home.facts.imports;
  return [...flags.keys()].filter((row) => row > 0 && flags[row]! & LinkFlag.macros && !(flags[row]! & LinkFlag.childModule)).flatMap(
    (row) => {
      const crate = importedModule(world, home, row);
      return crate.tag === Tag.external ? [crate.name] : [];
    },
  );
}

/** The macro that a path denotes: `name` in the module or crate `holder`. */
export function macroMember(world: World, holder: Meaning, name: string, use: MacroUse): Meaning {
  if (holder.tag === Tag.external) return external(`${holder.name}.${name}`);
  // A function may have the module's name.
  const module = holder.tag === Tag.union ? holder.items.find((item) => bodyOf(world, item) !== undefined) : holder;
  const place = module === undefined ? undefined : bodyOf(world, module);
  if (place === undefined) return UNKNOWN;
  const isRoot = place.scope === 1 && world.targets.rootOf(place.view.index) === place.view.index;
  return macroInScope(world, place, name, use) ?? (isRoot ? macroOfCrate(world, place.view, name, use, false) : undefined) ?? UNKNOWN;
}

/** A macro that a scope has by path: exported from its crate, imported by name, or by a wildcard. */
function macroInScope(world: World, { view, scope }: MacroPlace, name: string, use: MacroUse): Meaning | undefined {
  world.ask(view.index);
  // During its own search a macro is not found: circular imports end here.
  return world.kept.absences.guard(`macro\0${view.index}\0${scope}\0${use}\0${name}${unusualFile(world)}`, () => {
    const isRoot = scope === 1 && world.targets.rootOf(view.index) === view.index;
    return (isRoot ? madeMacro(view, name, use) ?? macroOfCrate(world, view, name, use, true) : undefined) ??
      byImport(world, view, scope, name, use) ??
      (world.repository.hasMacro(name) ? byWildcard(world, view, scope, name, use) : undefined);
  });
}

/** A procedural macro, defined by a function in a crate's root. */
function madeMacro(view: FileView, name: string, use: MacroUse): Meaning | undefined {
  const { exports, bindings } = view.facts;
  for (let row = 1; row < exports.length; row++) {
    if ((exports.flags[row]! & ATTRIBUTED) !== (use === "attribute" ? ATTRIBUTED : LinkFlag.macros)) continue;
    if (view.text(exports.name[row]!) !== name) continue;
    const maker = view.inModule(view.text(exports.local[row]!)).find((one) => bindings.definition[one] !== 0);
    if (maker !== undefined) return definitionMeaning(definitionId(view.index, bindings.definition[maker]!));
  }
  return undefined;
}

/** Whether a function of `view`'s file defines a macro. */
export function makesMacro(view: FileView, definition: DefinitionId): boolean {
  const { exports, definitions } = view.facts;
  const name = definitions.name[rowOf(definition)]!;
  for (let row = 1; row < exports.length; row++) if (exports.flags[row]! & LinkFlag.macros && exports.local[row] === name) return true;
  return false;
}

/**
 * The macro of that name that a crate exports at its root, whichever module declares it: one that an ordinary build includes and that is
 * marked as exported (`surely`), otherwise the only one, which an enclosing macro may have exported.
 */
function macroOfCrate(world: World, root: FileView, name: string, use: MacroUse, surely: boolean): Meaning | undefined {
  if (use === "attribute") return undefined;
  const all = world.repository.macros(name).filter((id) => isOfCrate(world, root, world.targets.rootOf(world.viewOf(id).index)));
  const shown = surely ? all.filter((id) => (world.flagsOf(id) & DefinitionFlag.exported) !== 0 && isBuilt(world, id)) : all;
  for (const id of shown) world.ask(world.viewOf(id).index);
  const found = preferDefault(world, shown);
  return found.length === 1 ? definitionMeaning(found[0]!) : undefined;
}

/** Whether a crate has the modules of another one: itself, or one that shares files with it (`mod common;` in several tests). */
function isOfCrate(world: World, root: FileView, other: number): boolean {
  if (other === root.index) return true;
  const { imports } = root.facts;
  for (let row = 1; row < imports.length; row++) {
    if ((imports.flags[row]! & LinkFlag.childModule) === 0) continue;
    const file = childModule(world, root, row).files[0];
    if (file !== undefined && other >= 0 && world.targets.rootOf(file) === other) return true;
  }
  return false;
}

function byImport(world: World, view: FileView, scope: number, name: string, use: MacroUse): Meaning | undefined {
  const { bindings, imports } = view.facts;
  const rows = scope === 1 ? view.inModule(name) : view.ownedBy(scope).filter((row) => view.text(bindings.name[row]!) === name);
  for (const row of rows) {
    if (bindings.kind[row] !== BindingKind.import) continue;
    const link = bindings.import_[row]!;
    const found = macroOfImport(world, view, link, use);
    const isMacro = found !== undefined &&
      (found.tag === Tag.definition || (found.tag === Tag.external && (imports.flags[link]! & LinkFlag.childModule) === 0));
    if (isMacro) return found;
  }
  return undefined;
}

function macroOfImport(world: World, view: FileView, link: number, use: MacroUse): Meaning | undefined {
  const { imports } = view.facts;
  const specifier = view.text(imports.module[link]!);
  const name = view.text(imports.name[link]!);
  if (imports.flags[link]! & LinkFlag.childModule) return undefined;
  if (name !== "") return macroMember(world, targetMeaning(world, view, specifier, link), name, use);
  // `use m;` makes a textually scoped macro available by path.
  const place = { view, scope: imports.scope[link]!, at: imports.at[link]! };
  const found = use === "call" && world.repository.macros(specifier).length > 0 ? textualMacro(world, place, specifier) : undefined;
  return found === undefined ? undefined : definitionMeaning(found);
}

function byWildcard(world: World, view: FileView, scope: number, name: string, use: MacroUse): Meaning | undefined {
  const { imports } = view.facts;
  for (const row of view.wildcards) {
    if (imports.scope[row] !== scope) continue;
    const module = importedModule(world, view, row);
    if (module.tag === Tag.external) continue;
    const found = macroMember(world, module, name, use);
    if (found.tag === Tag.definition || found.tag === Tag.external) return found;
  }
  return undefined;
}
