/**
 * The members of a module that others can see: its exports, its names, its children.
 *
 * Stage: resolve. Invariant: circular re-exports end; a missing name yields undefined, never a guess.
 */
import { BindingKind, DefinitionKind, LinkFlag } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateValue } from "../evaluate.ts";
import { type DefinitionId, held, type Meaning, moduleMeaning, rowOf, Tag, union, UNKNOWN, weaken } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { joinSpecifier } from "../modules.ts";
import { isOwnFunction } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { isSpeltAsType } from "../types/spelling.ts";
import type { World } from "../world.ts";
import { importedMember } from "./import_meanings.ts";
import { joinTwins, preferDefaultFiles, unusualFile } from "./builds.ts";
import { importedModule, importTarget, meaningOfTarget, targetMeaning } from "./import_targets.ts";
import { macroMember, makesMacro } from "./macros.ts";
import { isTypeAlone, mergedBodies } from "./merged_namespaces.ts";
import { joinBindings, preferBodies } from "./joined_bindings.ts";
import { isModule, Space } from "./names.ts";
import { besideTypes, isInSpace, isOnlyValue, withoutReplaced } from "./reaching.ts";
import { boundAnew, leadingTo, throughWildcards } from "./wildcards.ts";

/** Member `name` of a module, or undefined. */
export function moduleMember(world: World, module: Meaning, name: string, space: number): Meaning | undefined {
  const at = `${module.files[0] ?? module.name}\0${name}\0${space}${unusualFile(world)}`;
  const { kept: { exported, absences }, lookUps, depths } = world;
  const known = exported.get(at);
  if (known !== undefined) {
    world.reliance.use(known.rests);
    if (known.openAt !== undefined) {
      world.evaluation.meet(known.openAt);
      lookUps.meet(known.nth!);
    }
    return known.meaning;
  }
  if (absences.has(at)) return absences.of(at);
  if (depths.isFull(exported, at, lookUps.open)) {
    depths.cut(exported, at, () => moduleMember(world, module, name, space));
    return UNKNOWN;
  }
  const nth = ++lookUps.open;
  // During its own search a name is not found: circular re-exports end here. Results computed on the way are not kept.
  exported.set(at, { meaning: undefined, rests: 0, openAt: world.evaluation.number, nth });
  const { meaning: found, rests, isCertain, isGuarded } = absences.seek(at, () => {
    const own = findMember(world, module, name, space);
    // If an import has no target (a compiled module), the declarations beside the module apply.
    const member = isNowhere(own) ? declaredMember(world, module, name, space) ?? own : own;
    lookUps.open--;
    return member;
  });
  // A result that is external only because nothing in the repository has the name is kept only if that is certain.
  const isDetermined = found !== undefined && found.tag !== Tag.unknown && (found.tag !== Tag.external || isCertain);
  if (isDetermined && !isGuarded) exported.set(at, { meaning: found, rests });
  else exported.delete(at);
  return found;
}

function isNowhere(found: Meaning | undefined): boolean {
  return found === undefined || found.tag === Tag.unknown || (found.tag === Tag.external && (found.weak || found.held));
}

function findMember(world: World, module: Meaning, name: string, space: number): Meaning | undefined {
  const all: Meaning[] = [];
  const files: number[] = [];
  for (const file of module.files) {
    world.ask(file);
    const view = world.view(file);
    const meaning = inExports(world, view, name, space) ??
      (world.rules.exportsOnly && view.facts.exports.length > 1 ? undefined : inScope(world, view, name, space));
    if (meaning === undefined) continue;
    all.push(meaning);
    files.push(file);
  }
  const found = preferDefaultFiles(world, all, files);
  // A module that lacks the name may get it; of several files, each may. In a package scope, losing it is detected by the name, too.
  if (found.length === 0 || module.files.length > 1 || world.rules.packageScope) world.askName(name);
  const isCalled = space === Space.call || (space === Space.value && world.rules.kindsApart);
  const isFound = found.length > 0 && (!isCalled || !found.every((one) => isModule(world, one)));
  const named = isFound ? joinTwins(world, found) : undefined;
  if (named !== undefined) return besideMacro(world, module, name, space, named) ?? named;
  for (const file of module.files) {
    const through = throughWildcards(world, world.view(file), name, space);
    // A module declared here hides one from a wildcard.
    if (through !== undefined && (found.length === 0 || !isModule(world, through))) return through;
  }
  if (found.length > 0) return joinTwins(world, found);
  const whole = wholeValue(world, module);
  const isMain = name === world.rules.mainExport;
  if (whole !== undefined && isMain) return moduleValue(world, module);
  // `import a from` a module with only named exports (`exports.x = …`) yields the module.
  const views = isMain && world.rules.exportsOnly ? module.files.map((file) => world.view(file)) : [];
  const showsNames = views.some(({ facts }) => facts.exports.length > 1) && views.every((view) => view.exportsNamed(name).length === 0);
  if (showsNames) return module;
  if (whole !== undefined) {
    const member = memberMeaning(world, whole, name, space);
    return member.tag === Tag.unknown ? undefined : member;
  }
  return childOf(world, module, name);
}

/**
 * What a module's wildcards provide beside `named`, an external import that is probably a macro: a trait of its name; or a function, if it
 * comes from a package of macros.
 */
function besideMacro(world: World, module: Meaning, name: string, space: number, named: Meaning): Meaning | undefined {
  if (named.tag !== Tag.external || !world.rules.kindsApart) return undefined;
  const isType = isSpeltAsType(name);
  if (isType ? space === Space.call : world.rules.macroPackages?.test(named.name) !== true) return undefined;
  for (const file of module.files) {
    const found = throughWildcards(world, world.view(file), name, space);
    if (isType && found?.tag === Tag.definition && world.kindOf(found.definition) === DefinitionKind.trait) return found;
    if (!isType && found !== undefined && isOwnFunction(world, found)) return weaken(found);
  }
  return undefined;
}

/** A member that a module has only in the declarations beside it. */
function declaredMember(world: World, module: Meaning, name: string, space: number): Meaning | undefined {
  if (space !== Space.type && world.rules.separateTypes || world.modules.declaredBy === undefined || module.files.length !== 1) {
    return undefined;
  }
  const path = world.modules.declaredBy(world.view(module.files[0]!).path);
  const file = path === undefined ? -1 : world.file(path);
  return file < 0 ? undefined : moduleMember(world, moduleMeaning([file], module.name), name, space);
}

/** A module or package inside the module's folder. */
function childOf(world: World, module: Meaning, name: string): Meaning | undefined {
  const file = module.files[0];
  const { exportsOnly, packageScope, pathSign, pathWords, separator } = world.rules;
  if (exportsOnly || (packageScope && world.modules.namesInFull !== true)) return undefined;
  // A wildcard does not provide the parent module.
  if (name === pathWords?.above) return undefined;
  const whole = file === undefined ? module.name : pathWords?.here ?? world.modules.nameOf(world.pathOf(file));
  const specifier = joinSpecifier(whole, name, pathSign ?? separator);
  // A folder's child does not depend on the importing file, so any file may be used.
  const child = meaningOfTarget(world, world.targets.of(specifier, file ?? 0), specifier);
  return child.tag === Tag.module ? child : undefined;
}

function inExports(world: World, view: FileView, name: string, space: number): Meaning | undefined {
  let found: Meaning | undefined;
  // Where it is assigned several times, whoever asks may get any of them.
  const known: Meaning[] = [];
  for (const row of view.exportsNamed(name)) {
    found = exportMeaning(world, view, row, space) ?? found;
    if (found !== undefined && found.tag !== Tag.unknown) known.push(found);
  }
  return known.length === 0 ? found : union(known);
}

function exportMeaning(world: World, view: FileView, row: number, space: number): Meaning | undefined {
  const { exports } = view.facts;
  const local = view.text(exports.local[row]!);
  if (exports.module[row]! !== 0) {
    const target = targetMeaning(world, view, view.text(exports.module[row]!));
    if (exports.flags[row]! & LinkFlag.namespace) return target;
    if (target.tag === Tag.external) return memberMeaning(world, target, local, space);
    return target.tag === Tag.module ? moduleMember(world, target, local, space) : UNKNOWN;
  }
  const value = exports.value[row]!;
  if (value !== 0) return isGiven(view, value) ? held(evaluateValue(world, view, value)) : evaluateValue(world, view, value);
  return local === "" ? UNKNOWN : inScope(world, view, local, space);
}

/**
 * Whether an exported expression is the result of a call: it is then held under the exported name, as by a variable. A call of a function
 * literal (a getter, an immediately called function) only computes what is exported.
 */
function isGiven({ facts: { expressions } }: FileView, expression: number): boolean {
  while (expressions.op[expression] === Op.cast) expression = expressions.b[expression]!;
  return expressions.op[expression] === Op.call && expressions.op[expressions.a[expression]!] !== Op.definition;
}

/** A name in the module's own scope. */
function inScope(world: World, view: FileView, name: string, space: number): Meaning | undefined {
  const { bindings, definitions } = view.facts;
  let rows: readonly number[] = view.inModule(name).filter((row) =>
    bindings.kind[row] !== BindingKind.narrowing && bindings.kind[row] !== BindingKind.field
  );
  if (world.rules.packageScope) rows = rows.filter((row) => bindings.kind[row] !== BindingKind.import);
  rows = rows.filter((row) =>
    bindings.kind[row] !== BindingKind.import || !(importsOnlyMacro(world, view, row) || importsFromItself(world, view, row))
  );
  if (space === Space.type) rows = rows.filter((row) => !isOnlyValue(world, view, row));
  if (rows.length === 0) return undefined;
  if (world.rules.separateTypes) {
    const fitting = rows.filter((row) => {
      const definition = bindings.definition[row]!;
      return definition === 0 || isInSpace(definitions.kind[definition]!, space);
    });
    if (fitting.length === 0) return undefined;
    rows = fitting;
  }
  rows = preferBodies(view, withoutMacros(view, withoutReplaced(world, view, besideTypes(world, view, rows, space))));
  // A function, or a module, with the name of a macro may come from elsewhere.
  if (isOwnMacro(world, view, rows[0]!)) return undefined;
  const own = joinBindings(world, view, rows, space);
  return view.wildcards.length === 0 ? own : boundAnew(world, view, { name, at: Infinity }, rows, space, own);
}

/** Of several bindings of one name, those that are not macros, which have a namespace of their own. */
function withoutMacros(view: FileView, rows: readonly number[]): readonly number[] {
  if (rows.length < 2) return rows;
  const { bindings, definitions } = view.facts;
  const rest = rows.filter((row) => definitions.kind[bindings.definition[row]!] !== DefinitionKind.macro);
  return rest.length === 0 ? rows : rest;
}

/** Whether a binding is of a macro, where macros have a namespace of their own. */
function isOwnMacro(world: World, view: FileView, row: number): boolean {
  const { bindings, definitions } = view.facts;
  return world.rules.kindsApart && definitions.kind[bindings.definition[row]!] === DefinitionKind.macro;
}

/**
 * Whether a binding, an import, is only of a macro: as macros have a namespace of their own, a type of that name may come from elsewhere.
 */
function importsOnlyMacro(world: World, view: FileView, row: number): boolean {
  const { bindings, imports } = view.facts;
  const import_ = bindings.import_[row]!;
  if (!world.rules.kindsApart || imports.name[import_] === 0 || !world.repository.hasMacro(view.text(imports.name[import_]!))) return false;
  const home = importedModule(world, view, import_);
  const name = view.text(imports.name[import_]!);
  if (home.tag !== Tag.module) return false;
  const isOther = [Space.type, Space.value].some((space) => {
    const found = moduleMember(world, home, name, space);
    return found !== undefined && !isMakerElsewhere(world, view, found);
  });
  if (isOther) return false;
  return (["attribute", "call"] as const).some((use) => macroMember(world, home, name, use).tag !== Tag.unknown);
}

/**
 * Whether a function defines a procedural macro of another crate than that of `view`: it cannot be called from there
 * (`#[proc_macro_attribute] pub fn get`).
 */
function isMakerElsewhere(world: World, view: FileView, found: Meaning): boolean {
  if (!isOwnFunction(world, found)) return false;
  const home = world.viewOf(found.definition);
  return world.targets.rootOf(home.index) !== world.targets.rootOf(view.index) && makesMacro(home, found.definition);
}

/**
 * Whether a binding is an import of its name from its own module (`use crate::app` beside `use other::*`): then a wildcard provides the
 * name.
 */
function importsFromItself(world: World, view: FileView, row: number): boolean {
  const { pathWords } = world.rules;
  const { bindings, imports } = view.facts;
  const import_ = bindings.import_[row]!;
  if (pathWords === undefined || imports.name[import_] !== bindings.name[row]) return false;
  const module = view.text(imports.module[import_]!);
  if (module !== pathWords.root && module !== pathWords.here) return false;
  return targetMeaning(world, view, module, import_).files.includes(view.index);
}

/** `module.exports = x`, `export = x`: the value of the module as a whole; if assigned in branches, one of the values. */
export function wholeValue(world: World, module: Meaning): Meaning | undefined {
  const file = module.files[0];
  if (file === undefined) return undefined;
  const view = world.view(file);
  const { exports } = view.facts;
  const found: Meaning[] = [];
  for (let row = exports.length - 1; row >= 1; row--) {
    if (!(exports.flags[row]! & LinkFlag.whole)) continue;
    const meaning = exportMeaning(world, view, row, Space.value);
    if (meaning !== undefined) found.push(meaning);
    if (!(exports.flags[row]! & LinkFlag.conditional)) break;
  }
  return found.length === 0 ? undefined : union(found);
}

/**
 * The type `name` that a module exports beside the definition that it is as a whole (`module.exports = Book`, and `@typedef … More`);
 * undefined if there is none.
 */
export function typeBeside(world: World, whole: DefinitionId, name: string): Meaning | undefined {
  const view = world.viewOf(whole);
  if (view.exportsNamed(name).length === 0) return undefined;
  world.ask(view.index);
  return wholeValue(world, moduleMeaning([view.index], ""))?.definition === whole ? inExports(world, view, name, Space.type) : undefined;
}

/** A module as a value: its value as a whole, unless that is only a table of its exports. */
export function moduleValue(world: World, module: Meaning): Meaning {
  const whole = wholeValue(world, module);
  if (whole === undefined || whole.tag === Tag.unknown) return module;
  // If the whole is another module, or an instance, the names added to it are exported as well.
  const adds = module.files.some((file) => world.view(file).facts.exports.length > 2);
  if (whole.tag === Tag.module) return adds ? module : whole;
  return whole.tag === Tag.instance && (adds || world.kindOf(whole.definition) === DefinitionKind.object) ? module : whole;
}

/** Whether `from module import *` provides `name`. */
export function enumeratesAll(world: World, module: Meaning, name: string): boolean {
  const file = module.files[0];
  if (file === undefined) return false;
  const { exports } = world.view(file).facts;
  if (world.rules.exportsOnly || world.rules.hidesItems || world.rules.packageScope) return true;
  if (exports.length <= 1) return !name.startsWith("_");
  for (let row = 1; row < exports.length; row++) if (world.view(file).text(exports.name[row]!) === name) return true;
  return false;
}

/** A member of an inline module or namespace, from its scope. */
export function namespaceMember(world: World, id: number, name: string, space: number): Meaning | undefined {
  const view = world.viewOf(id);
  const { definitions, bindings, imports } = view.facts;
  const body = definitions.body[rowOf(id)]!;
  const bodies = world.rules.separateTypes ? mergedBodies(view, body) : [body];
  const rows = bodies.flatMap((scope) => view.namedIn(scope, name)).filter((row) =>
    bindings.kind[row] !== BindingKind.narrowing && !isOwnMacro(world, view, row) &&
    (bindings.kind[row] !== BindingKind.import || !importsOnlyMacro(world, view, row)) &&
    (space !== Space.type || !isOnlyValue(world, view, row)) &&
    (space !== Space.value || world.rules.separateTypes !== true || !isTypeAlone(view, bindings.definition[row]!))
  );
  const bound = rows.length > 0
    ? joinBindings(world, view, preferBodies(view, withoutMacros(view, besideTypes(world, view, rows, space))), space)
    : undefined;
  if (bound !== undefined && (space !== Space.call || !isModule(world, bound))) return bound;
  // Modules that import all of each other end here.
  const shown = world.kept.absences.guard(`within\0${id}\0${name}\0${space}${unusualFile(world)}`, () => {
    const own = view.wildcards.filter((row) => imports.scope[row] === body);
    for (const sources of leadingTo(world, view, own, name, id)) {
      for (const row of sources) {
        const found = importedMember(world, view, row, name, space);
        // An external module may have any name.
        if (found !== undefined && (found.tag !== Tag.external || importTarget(world, view, row).tag !== Tag.external)) return found;
      }
    }
    return undefined;
  });
  return shown ?? bound;
}
