/**
 * The meanings of imports, including wildcard imports (`use a::*`).
 *
 * Stage: resolve. Invariant: what a module binds privately is not provided to others.
 */
import { BindingKind, DefinitionFlag, DefinitionKind, LinkFlag } from "../../facts.ts";
import { type DefinitionId, firstPart, type Meaning, rowOf, Tag, UNKNOWN } from "../meaning.ts";
import { anyOfModule } from "../members/any_member.ts";
import { memberMeaning } from "../members/members.ts";
import { joinSpecifier } from "../modules.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { isAround, memberThrough } from "./passed_through.ts";
import { childModule, importTarget, memberBeside, targetMeaning } from "./import_targets.ts";
import { enumeratesAll, moduleMember, moduleValue, namespaceMember } from "./module_members.ts";
import { isModule, Space } from "./names.ts";
import { isNoVariant } from "./wildcards.ts";

/** The meaning of an import. */
export function importMeaning(world: World, view: FileView, row: number, space: number): Meaning {
  const { imports } = view.facts;
  const specifier = view.text(imports.module[row]!);
  const flags = imports.flags[row]!;
  if (flags & LinkFlag.childModule) return childModule(world, view, row);
  if (flags & LinkFlag.firstSegment) return targetMeaning(world, view, firstPart(specifier, world.rules.separator));
  const name = view.text(imports.name[row]!);
  const module = targetMeaning(world, view, specifier, row);
  if (flags & LinkFlag.whole && module.tag === Tag.module) return moduleValue(world, module);
  if (name === "" || flags & LinkFlag.namespace) return module;
  return memberOfTarget(world, view, module, specifier, name, space);
}

/** The meaning of a name imported from `module`, which `specifier` denotes. */
function memberOfTarget(world: World, view: FileView, module: Meaning, specifier: string, name: string, space: number): Meaning {
  if (module.tag === Tag.module) {
    const found = moduleMember(world, module, name, space);
    if (found !== undefined && found.tag !== Tag.unknown) return found;
    // A package that imports its own child by its own name has it only as a child.
    const child = targetMeaning(world, view, joinSpecifier(specifier, name, world.rules.separator));
    return child.tag === Tag.module
      ? child
      : found ?? anyOfModule(world, module, name) ?? memberThrough(world, module, name, space) ?? UNKNOWN;
  }
  // A module that is one value as a whole has that as its default export.
  if (name === world.rules.mainExport && module.tag === Tag.definition && world.kindOf(module.definition) !== DefinitionKind.namespace) {
    return module;
  }
  return memberBeside(world, view, specifier, name, space) ?? memberMeaning(world, module, name, space);
}

/**
 * The meaning of a name in a wildcard import: undefined if its module is known and lacks the name, the module itself if that is external.
 */
export function importedMember(world: World, view: FileView, row: number, name: string, space: number): Meaning | undefined {
  world.askName(name);
  const module = importTarget(world, view, row);
  if (module.tag === Tag.external) return memberBeside(world, view, view.text(view.facts.imports.module[row]!), name, space) ?? module;
  if (module.tag === Tag.definition) {
    if (world.rules.itemPaths && isNoVariant(world, module.definition, name)) return undefined;
    const isModule = world.rules.itemPaths && world.kindOf(module.definition) === DefinitionKind.namespace;
    const member = isModule ? namespaceMember(world, module.definition, name, space) : memberMeaning(world, module, name, space);
    if (member?.tag === Tag.external) return isModule && showsImport(world, view, row, module.definition, name) ? member : undefined;
    return member?.tag === Tag.unknown ? undefined : member;
  }
  if (module.tag !== Tag.module || !enumeratesAll(world, module, name) || keepsToItself(world, view, module, name, space)) return undefined;
  return moduleMember(world, module, name, space);
}

/**
 * Whether an inline module has the name through an import that is visible to the wildcard import `row`: an exported one, or one in an
 * enclosing module.
 */
function showsImport(world: World, view: FileView, row: number, module: DefinitionId, name: string): boolean {
  const home = world.viewOf(module);
  const { bindings, definitions, imports } = home.facts;
  const body = definitions.body[rowOf(module)]!;
  if (home === view && view.within(imports.scope[row]!, body)) return true;
  const named = home.namedIn(body, name).filter((binding) => bindings.kind[binding] === BindingKind.import);
  return named.length === 0 || named.some((binding) => (imports.flags[bindings.import_[binding]!]! & LinkFlag.reexported) !== 0);
}

/** Whether a binding is of a module. */
function bindsModule({ facts: { bindings, definitions, imports } }: FileView, row: number): boolean {
  return bindings.kind[row] === BindingKind.import
    ? (imports.flags[bindings.import_[row]!]! & LinkFlag.childModule) !== 0
    : definitions.kind[bindings.definition[row]!] === DefinitionKind.namespace;
}

/**
 * Whether a module binds the name only by private imports or definitions, visible to it and nested modules, and the file of `view` is none
 * of these.
 */
export function keepsToItself(world: World, view: FileView, module: Meaning, name: string, space: number): boolean {
  if (!world.rules.hidesItems) return false;
  for (const file of module.files) {
    if (file === view.index) return false;
    const home = world.view(file);
    const { bindings, definitions, imports } = home.facts;
    // A function beside a module of the same name is a separate item (`mod retry; pub use retry::*;`).
    const rows = space === Space.type ? home.inModule(name) : home.inModule(name).filter((row) => !bindsModule(home, row));
    const isPrivate = (row: number): boolean =>
      bindings.kind[row] === BindingKind.import
        ? !(imports.flags[bindings.import_[row]!]! & LinkFlag.reexported)
        : (definitions.flags[bindings.definition[row]!]! & DefinitionFlag.hidden) !== 0;
    if (rows.length === 0 || !rows.every(isPrivate)) return false;
    // That the name is private is what the result depends on.
    world.ask(file);
    if (isAround(world, view, file)) return false;
  }
  return module.files.length > 0;
}

/**
 * Whether the result of the wildcard import `row` has lower precedence than that of another one: a module, if a function is called, and
 * what its module has only through private wildcard imports.
 */
export function givesWay(world: World, view: FileView, row: number, member: Meaning, name: string, space: number): boolean {
  if (space === Space.call && isModule(world, member)) return true;
  const module = importTarget(world, view, row);
  return world.rules.hidesItems && module.tag === Tag.module && module.files.every((file) => takesForItself(world, view, file, name));
}

/**
 * Whether a module has a name only through private wildcard imports, visible to it and nested modules, and the file of `view` is none of
 * these.
 */
function takesForItself(world: World, view: FileView, file: number, name: string): boolean {
  const home = world.view(file);
  const { exports, imports } = home.facts;
  const isWildcard = (flags: number): boolean => (flags & LinkFlag.wildcard) !== 0;
  if (home.wildcards.length === 0 || home.wildcards.some((row) => (imports.flags[row]! & LinkFlag.reexported) !== 0)) return false;
  if (home.inModule(name).length > 0 || home.exportsNamed(name).length > 0 || exports.flags.some(isWildcard)) return false;
  return !isAround(world, view, file);
}
