/**
 * The target of an import: a module of the repository, something inside one, or something external.
 *
 * Stage: resolve. Invariant: circular imports end; an import without a target is unknown, never the nearest match.
 */
import { without } from "../../base/lists.ts";
import { BindingKind, DefinitionKind, LinkFlag, ScopeKind } from "../../facts.ts";
import { evaluateValue } from "../evaluate.ts";
import {
  definitionId,
  definitionMeaning,
  external,
  firstPart,
  type Meaning,
  moduleMeaning,
  rowOf,
  Tag,
  UNKNOWN,
  weaken,
} from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import type { ModuleTarget } from "../modules.ts";
import { childSpecifier } from "../shape/module_declarations.ts";
import type { FileView } from "../state/file_view.ts";
import { isLeftOut } from "../state/name_table.ts";
import type { World } from "../world.ts";
import { bindingMeaning } from "./bindings.ts";
import { keyInBuild, unusualFile } from "./builds.ts";
import { moduleMember } from "./module_members.ts";
import { Space, wildcardName } from "./names.ts";
import { childModuleAmong } from "./reaching.ts";

/** Kinds of definitions in its own file that an import's path may lead through. */
const HOLDERS: ReadonlySet<number> = new Set([
  DefinitionKind.namespace,
  DefinitionKind.enum,
  DefinitionKind.struct,
  DefinitionKind.trait,
]);

/** Kinds of definitions in its own file that an import may name, without members. */
const NAMED: ReadonlySet<number> = new Set([DefinitionKind.function, DefinitionKind.constant, DefinitionKind.variable]);

/** The meaning of a specifier as written in `view`'s file; `row` is its import, for the inline modules around it. */
export function targetMeaning(world: World, view: FileView, specifier: string, row = 0): Meaning {
  if (view.index === world.library.file) return external(specifier);
  const local = row === 0 ? undefined : localModule(world, view, specifier, view.facts.imports.scope[row]!);
  if (local !== undefined) return local;
  const named = row === 0 ? specifier : fromRoot(world, view, specifier);
  const meaning = meaningOfTarget(world, world.targets.of(named, view.index), specifier);
  if (meaning.tag !== Tag.unknown) return meaning;
  const path = memberPath(world, view, named);
  return path.tag === Tag.unknown && row !== 0 ? throughOwnWildcards(world, view, specifier, row) : path;
}

/** The meaning of the specifier of the import `row`: the module that it names, or imports from. */
export function importedModule(world: World, view: FileView, row: number): Meaning {
  return targetMeaning(world, view, view.text(view.facts.imports.module[row]!), row);
}

/** The target of the import `row`, computed once: a wildcard import is consulted for each name that nothing else provides. */
export function importTarget(world: World, view: FileView, row: number): Meaning {
  const at = keyInBuild(world, definitionId(view.index, row));
  const { importTargets } = world.kept;
  return importTargets.get(at) ?? importTargets.seek(at, () => {
    const { lookUps, evaluation } = world;
    const { cuts } = evaluation;
    const specifier = view.text(view.facts.imports.module[row]!);
    const { value, isCertain } = lookUps.run(() =>
      lookUps.seeking === undefined ? seekTarget(world, view, specifier, row) : nearTarget(world, view, specifier, row)
    );
    const isFound = (value.tag === Tag.module || value.tag === Tag.external) && cuts === evaluation.cuts;
    return { value, isCertain: isCertain || isFound };
  });
}

/** The target of an import, through any other imports. */
function seekTarget(world: World, view: FileView, specifier: string, row: number): Meaning {
  const { lookUps } = world;
  lookUps.seeking = { nth: ++lookUps.open, openAt: world.evaluation.number, within: 0 };
  try {
    return targetMeaning(world, view, specifier, row);
  } finally {
    lookUps.seeking = undefined;
    lookUps.open--;
  }
}

/** A specifier made relative to the root of the file's crate, if the language interprets it so. */
function fromRoot(world: World, view: FileView, specifier: string): string {
  const { pathWords, separator } = world.rules;
  if (pathWords === undefined || world.modules.importsFromRoot?.(view.path) !== true) return specifier;
  const first = firstPart(specifier, separator);
  const isDetermined = first === "" || first === pathWords.root || first === pathWords.here || first === pathWords.above;
  return isDetermined || world.targets.of(first, view.index).kind !== "missing" ? specifier : `${pathWords.root}${separator}${specifier}`;
}

/**
 * The target of an import while that of another one is being determined: only a module of its own place, or a name beside it. Otherwise
 * many imports without a target in the repository would be searched through each other, in every order.
 */
function nearTarget(world: World, view: FileView, specifier: string, row: number): Meaning {
  const seeking = world.lookUps.seeking!;
  seeking.within++;
  const local = seeking.within > 1 ? undefined : localModule(world, view, specifier, view.facts.imports.scope[row]!);
  seeking.within--;
  const meaning = local ?? meaningOfTarget(world, world.targets.of(fromRoot(world, view, specifier), view.index), specifier);
  if (meaning.tag !== Tag.unknown) return meaning;
  world.lookUps.meet(seeking.nth);
  world.evaluation.meet(seeking.openAt);
  return UNKNOWN;
}

/** `use a::*; use b::C`, where `b` is a module that the wildcard import provides. Wildcard imports that provide each other end here. */
function throughOwnWildcards(world: World, view: FileView, specifier: string, row: number): Meaning {
  if (!world.rules.itemPaths) return UNKNOWN;
  const found = world.kept.absences.guard(`use\0${view.index}\0${view.facts.imports.scope[row]}\0${specifier}${unusualFile(world)}`, () => {
    const [first = "", ...rest] = specifier.split(world.rules.separator);
    const brought = wildcardName(world, view, first, view.facts.imports.scope[row]!, Space.type);
    // Only an external item that a repository module re-exports under that name is known.
    if (brought === undefined || (brought.tag === Tag.external && brought.name === "")) return undefined;
    const meaning = memberAlong(world, brought, rest);
    return meaning.tag === Tag.unknown ? undefined : meaning;
  });
  return found ?? UNKNOWN;
}

/** The meaning of a module target. */
export function meaningOfTarget(world: World, target: ModuleTarget, specifier: string): Meaning {
  switch (target.kind) {
    case "outside":
      return external(target.name);
    case "folder":
      return moduleMeaning([], `/${target.path}`);
    case "inside": {
      const files = world.filesAt(target.paths);
      if (files.length === 0) return UNKNOWN;
      for (const file of files) world.ask(file);
      let meaning = moduleMeaning(files, specifier);
      for (const name of target.within ?? []) meaning = moduleMember(world, meaning, name, Space.value) ?? UNKNOWN;
      return target.within === undefined ? meaning : wholeOf(world, meaning);
    }
    case "missing":
      // A generated module is probably not one of the repository's own.
      return target.isCode === true ? external(target.name, true) : UNKNOWN;
  }
}

/** The value of an inline module as a whole (`declare module "x" { export = f }`); the module itself if it has none. */
function wholeOf(world: World, module: Meaning): Meaning {
  if (module.tag !== Tag.definition) return module;
  const view = world.viewOf(module.definition);
  const value = view.facts.definitions.value[rowOf(module.definition)]!;
  return value === 0 ? module : evaluateValue(world, view, value);
}

/** The member of the module beside `view`'s file (`besideTarget`) under a name imported from an external module. */
export function memberBeside(world: World, view: FileView, specifier: string, name: string, space: number): Meaning | undefined {
  const module = besideTarget(world, view, specifier);
  const found = module === undefined ? undefined : moduleMember(world, module, name, space);
  return found === undefined || found.tag === Tag.unknown || found.tag === Tag.external ? undefined : weaken(found);
}

/** The module beside `view`'s file that the binding `row` imports as a whole, if it declares all the names that the file uses of it. */
export function moduleBeside(world: World, view: FileView, row: number): Meaning | undefined {
  const { bindings, expressions, imports } = view.facts;
  const import_ = bindings.import_[row]!;
  if (imports.name[import_] !== 0) return undefined;
  const specifier = view.text(imports.module[import_]!);
  const isFirst = (imports.flags[import_]! & LinkFlag.firstSegment) !== 0;
  const module = besideTarget(world, view, isFirst ? firstPart(specifier, world.rules.separator) : specifier);
  if (module === undefined) return undefined;
  const home = world.view(module.files[0]!);
  const members = view.surroundings.membersOf(bindings.name[row]!);
  const areDeclared = members.every((member) => home.inModule(view.text(expressions.b[member]!)).length > 0);
  return members.length > 0 && areDeclared ? weaken(module) : undefined;
}

/**
 * The module beside `view`'s file with the name of an external import: it is meant if the file is run as a script. Undefined if there is
 * none, and in a file that imports from its own package, which it could not as a script, unless the name leads through a folder there,
 * which an external package's hardly would. A module in a folder that only the search path can name may be meant by any file.
 */
function besideTarget(world: World, view: FileView, specifier: string): Meaning | undefined {
  const target = world.targets.of(specifier, view.index);
  if (target.kind !== "outside" || target.beside === undefined) return undefined;
  if (target.isAfar !== true && !specifier.includes(world.rules.separator) && takesItselfForPart(world, view)) return undefined;
  return meaningOfTarget(world, { kind: "inside", paths: [target.beside] }, specifier);
}

/** Whether a file imports something of its own package, by a relative path or by the package's name. */
function takesItselfForPart({ modules, rules }: World, view: FileView): boolean {
  const { separator } = rules;
  const package_ = firstPart(modules.nameOf(view.path), separator);
  const { module, length } = view.facts.imports;
  for (let row = 1; row < length; row++) {
    const specifier = view.text(module[row]!);
    if (specifier.startsWith(separator) || firstPart(specifier, separator) === package_) return true;
  }
  return false;
}

/** A specifier that is no module may be a type or an inline module: its prefix as a module, the last part as its member. */
function memberPath(world: World, view: FileView, specifier: string): Meaning {
  const { separator, itemPaths, pathWords } = world.rules;
  const cut = specifier.lastIndexOf(separator);
  const isOfRoot = cut === 0 && pathWords !== undefined && world.modules.importsFromRoot?.(view.path) === true;
  if (!itemPaths || (cut <= 0 && !isOfRoot)) return UNKNOWN;
  const outer = targetMeaning(world, view, isOfRoot ? pathWords.root : specifier.slice(0, cut));
  const name = specifier.slice(cut + separator.length);
  if (outer.tag === Tag.unknown) return UNKNOWN;
  const found = memberMeaning(world, outer, name, Space.type);
  return found.tag === Tag.unknown ? memberMeaning(world, outer, name, Space.value) : found;
}

/** `use a::b` where `a` is bound in the scope of the import: an inline module, a type, another import. */
function localModule(world: World, view: FileView, specifier: string, scope: number): Meaning | undefined {
  const { itemPaths, pathWords, separator } = world.rules;
  if (!itemPaths) return undefined;
  const first = firstPart(specifier, separator);
  const isOne = first.length === specifier.length;
  const namesBehind = (): string[] => specifier.split(separator).slice(1);
  const { scopes, bindings, definitions, imports } = view.facts;
  let home = moduleScope(view, scope);
  if (first === pathWords?.root || first === "") return undefined;
  if (first === pathWords?.here || first === pathWords?.above) {
    if (home === 1) return undefined;
    let rest = first === pathWords.here ? namesBehind() : [first, ...namesBehind()];
    for (; rest[0] === pathWords.above && home !== 1; rest = rest.slice(1)) home = moduleScope(view, scopes.parent[home]!);
    // The others lead out of the file.
    if (rest[0] === pathWords.above) return targetMeaning(world, view, rest.join(separator));
    const module = home === 1
      ? moduleMeaning([view.index], specifier)
      : definitionMeaning(definitionId(view.index, scopes.definition[home]!));
    return memberAlong(world, module, rest);
  }
  for (let around = Math.max(scope, 1);; around = scopes.parent[around]!) {
    for (const row of modulesFirst(view, view.namedIn(around, first))) {
      const kind = definitions.kind[bindings.definition[row]!]!;
      const isImport = bindings.kind[row] === BindingKind.import &&
        firstPart(view.text(imports.module[bindings.import_[row]!]!), separator) !== first;
      const isChild = bindings.kind[row] === BindingKind.import && (imports.flags[bindings.import_[row]!]! & LinkFlag.childModule) !== 0;
      if (isChild && crateInstead(world, view, first, row) !== undefined) return undefined;
      if (HOLDERS.has(kind) || isImport || isChild) return memberAlong(world, bindingMeaning(world, view, row, Space.type), namesBehind());
      // `use load as read;`, if there is no crate of that name.
      if (isOne && NAMED.has(kind) && world.targets.of(first, view.index).kind === "missing") {
        return bindingMeaning(world, view, row, Space.value);
      }
    }
    if (around === home) break;
  }
  world.askName(first);
  return undefined;
}

/** Bindings of one name, with file modules before imports of the same name. */
function modulesFirst(view: FileView, rows: readonly number[]): readonly number[] {
  const child = rows.length < 2 ? 0 : childModuleAmong(view, rows);
  return child === 0 ? rows : [child, ...without(rows, (row) => row === child)];
}

/** The crate called `name`, if an ordinary build leaves out the module of that name bound by `row`. */
export function crateInstead(world: World, view: FileView, name: string, row: number): Meaning | undefined {
  if (!world.rules.modulesByName || !isLeftOut(view.facts, row) || unusualFile(world) !== "") return undefined;
  const crate = meaningOfTarget(world, world.targets.of(name, view.index), name);
  return crate.tag === Tag.unknown ? undefined : crate;
}

/** The meaning of the path `names`, starting at `start`. */
function memberAlong(world: World, start: Meaning, names: readonly string[]): Meaning {
  return names.reduce((meaning, name) => memberMeaning(world, meaning, name, Space.type), start);
}

function moduleScope(view: FileView, scope: number): number {
  const { scopes } = view.facts;
  while (scope > 1 && scopes.kind[scope] !== ScopeKind.namespace) scope = scopes.parent[scope]!;
  return Math.max(scope, 1);
}

/** The file of a child module (`mod x;`). */
export function childModule(world: World, view: FileView, row: number): Meaning {
  const { flags, name, module, scope } = view.facts.imports;
  const path = name[row] === 0 || (flags[row]! & LinkFlag.inactive) === 0 || scope[row]! > 1 ? "" : view.text(module[row]!);
  // Another build may use another file under the name.
  const specifier = path === "" ? childSpecifier(view.facts, row, world.rules) : path;
  return meaningOfTarget(world, world.targets.of(specifier, view.index), view.text(name[row]! || module[row]!));
}
