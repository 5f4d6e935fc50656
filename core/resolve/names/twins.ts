/**
 * Twins: definitions that represent one thing in mutually exclusive builds (build tags, `cfg`, conditions of `exports`).
 *
 * Stage: resolve. Invariant: definitions that one build may contain together are not twins, even if they share a name: methods of two
 * traits, or of a type with other arguments.
 */
import { addAt } from "../../base/lists.ts";
import { DefinitionFlag, isCallable, isType, MODULE_ROW } from "../../facts.ts";
import {
  type DefinitionId,
  definitionId,
  definitionMeaning,
  fileOf,
  instance,
  isObject,
  type Meaning,
  moduleMeaning,
  rowOf,
  Tag,
} from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { isOwnDefinition, ownDefinitions } from "../ownership.ts";
import { hasTrait } from "../traits/traits.ts";
import { couldBe, implOf, ownerOfImpl, traitOfImpl } from "../types/fitting.ts";
import type { World } from "../world.ts";
import { isBuilt } from "./builds.ts";
import { importedFiles } from "./import_distance.ts";
import { moduleMember } from "./module_members.ts";
import { Space } from "./names.ts";
import { declaredType } from "../evaluate_types.ts";

const NONE: readonly DefinitionId[] = [];
/** From this number of definitions of one name on, twins are cached: each call may ask for those of all. */
const MANY = 16;

/** Twins of a definition: the same name in the same place, under a condition that excludes it. */
export function twinsOf(world: World, id: DefinitionId): readonly DefinitionId[] {
  if ((world.flagsOf(id) & DefinitionFlag.conditional) === 0 && world.modules.isDefault === undefined) return NONE;
  return world.modules.isConditional?.(world.viewOf(id).path) === false ? NONE : twinsAmong(world, id);
}

function twinsAmong(world: World, id: DefinitionId): readonly DefinitionId[] {
  const { twins } = world.kept;
  const kept = twins.get(id);
  if (kept !== undefined) return kept;
  const all = namesakes(world, id);
  return all.length < MANY ? excluded(world, id, all) : twins.find(id, () => excluded(world, id, namesakes(world, id)), fileOf(id));
}

function excluded(world: World, id: DefinitionId, all: readonly DefinitionId[]): readonly DefinitionId[] {
  if (all.length === 1 && all[0] === id) return NONE;
  return all.filter((other) =>
    other !== id && !world.inLibrary(other) && standsAlike(world, world.kindOf(id), world.kindOf(other)) &&
    excludeEachOther(world, id, other)
  );
}

/**
 * Whether definitions of two kinds may be twins: also a class and a function (`except TypeError: class Key: …`), where all names are bound
 * alike.
 */
function standsAlike(world: World, kind: number, other: number): boolean {
  if (kind === other || (isType(kind) && isType(other))) return true;
  const areBoundAlike = world.rules.assignmentsBind && !world.rules.separateTypes;
  return areBoundAlike && (isType(kind) ? isCallable(other) : isCallable(kind) && isType(other));
}

/**
 * Twins for a call in the file `from`: without those that are never built with it, and with the exports of that name under other package
 * conditions, or the type that another build uses.
 */
export function twinsFor(world: World, id: DefinitionId, from: number): readonly DefinitionId[] {
  const { choices, choiceOf, builtTogether } = world.modules;
  const elsewhere = builtTogether !== undefined
    ? membersElsewhere(world, id)
    : choiceOf === undefined
    ? NONE
    : inOtherModules(world, id, from);
  const twins = elsewhere.length === 0 ? twinsOf(world, id) : [...twinsOf(world, id), ...elsewhere];
  const together = twins.length === 0 ? NONE : builtTogetherWith(world, twins, from);
  return choices === undefined || choices.length === 0 ? together : [...new Set([...together, ...chosenElsewhere(world, id, from)])];
}

/**
 * The definitions with the name of `id` in modules that other builds use in place of its own, for a call in the file `from`, which is in
 * none of them.
 */
function inOtherModules(world: World, id: DefinitionId, from: number): readonly DefinitionId[] {
  const choice = world.targets.choiceOf(fileOf(id));
  if (choice === undefined || world.targets.choiceOf(from)?.root === choice.root) return NONE;
  return world.filesAt(choice.others).map((file) => counterpart(world, id, file)).filter((other) => other !== 0);
}

/** The counterpart of `id`, a member of a module or of a type in it, in the module of the file `file`; 0 if there is none. */
function counterpart(world: World, id: DefinitionId, file: number): DefinitionId {
  const owner = world.ownerOf(id);
  if (owner === 0 || fileOf(owner) !== fileOf(id)) return owner === 0 ? exportedAs(world, file, world.nameOf(id)) : 0;
  const type = exportedAs(world, file, world.nameOf(owner));
  const member = type === 0 ? undefined : memberMeaning(world, definitionMeaning(type), world.nameOf(id), Space.value);
  return member?.tag === Tag.definition && !world.inLibrary(member.definition) ? member.definition : 0;
}

/** Functions that other builds have in place of a variable of this name in the package of `file`, for a call in the file `from`. */
export function functionsElsewhere(world: World, file: number | undefined, name: string, from: number): readonly DefinitionId[] {
  const all = file !== undefined && world.rules.packageScope === true ? world.repository.inPackage(file, name) : NONE;
  return all.length < 2 ? NONE : builtTogetherWith(world, all.filter((id) => isCallable(world.kindOf(id))), from);
}

/**
 * Members that the type of `receiver` declares itself in builds other than the one in which it has `found` through embedding, for a call in
 * the file `from`.
 */
export function hidingElsewhere(world: World, receiver: Meaning, found: readonly DefinitionId[], from: number): readonly DefinitionId[] {
  const [member] = found;
  const type = receiver.definition;
  if (member === undefined || found.length > 1 || !isObject(receiver)) return NONE;
  if (world.inLibrary(type) || world.ownerOf(member) === type) return NONE;
  const own = world.attachments.get(type)?.members.get(world.nameOf(member)) ?? NONE;
  return own.length === 0 ? NONE : builtTogetherWith(world, own.filter((id) => id !== member), from);
}

function builtTogetherWith(world: World, ids: readonly DefinitionId[], from: number): readonly DefinitionId[] {
  return ids.filter((id) => areBuiltTogether(world, id, from));
}

/** The members with a method's name in the types that other builds use in place of its type. */
function membersElsewhere(world: World, id: DefinitionId): readonly DefinitionId[] {
  const { otherBuilds } = world.kept;
  const owner = world.ownerOf(id);
  if (owner === 0) return NONE;
  const types = otherBuilds.get(owner) ?? otherBuilds.find(owner, () => typesElsewhere(world, owner), fileOf(owner));
  if (types.length === 0) return NONE;
  const members = types.map((type) => memberMeaning(world, instance(type), world.nameOf(id), Space.call));
  return ownDefinitions(world, members).filter((member) => member !== id);
}

/**
 * Types that some build uses under a name that stands for `type` in another (`type Window = x11.Window` beside `type Window = win.Window`).
 */
function typesElsewhere(world: World, type: DefinitionId): readonly DefinitionId[] {
  const name = world.nameOf(type);
  world.askName(name);
  const meant = (id: DefinitionId): DefinitionId => {
    const view = world.viewOf(id);
    world.ask(view.index);
    if (!view.isAlias(rowOf(id))) return id;
    const { tag, definition } = declaredType(world, id);
    return tag === Tag.instance ? definition : 0;
  };
  world.kept.buildAliases ??= findBuildAliases(world);
  const aliases = (world.kept.buildAliases.get(name) ?? NONE).filter((id) => meant(id) === type);
  const twins = twinsOf(world, type);
  if (aliases.length + twins.length === 0) return NONE;
  // Twins of declared types are known as such.
  const own = [type, ...twins];
  const others = [...twins, ...aliases.flatMap((id) => twinsOf(world, id))].map(meant);
  return [...new Set(others)].filter((other) => other !== 0 && !own.includes(other) && !world.inLibrary(other));
}

/** Aliases of types in files that some build leaves out, by the names of their targets. */
function findBuildAliases(world: World): ReadonlyMap<string, readonly DefinitionId[]> {
  const found = new Map<string, DefinitionId[]>();
  for (let file = 0; file < world.fileCount; file++) {
    if (world.modules.isConditional?.(world.pathOf(file)) !== true) continue;
    const view = world.view(file);
    for (let row = MODULE_ROW + 1; row < view.facts.definitions.length; row++) {
      if (view.isAlias(row)) addAt(found, view.name(row), definitionId(file, row));
    }
  }
  return found;
}

function chosenElsewhere(world: World, id: DefinitionId, from: number): DefinitionId[] {
  const found: DefinitionId[] = [];
  for (const files of choicesSeen(world, world.modules.packageName(world.viewOf(id).path), from)) {
    const given = files.map((file) => exportedAs(world, file, world.nameOf(id)));
    if (!given.includes(id)) continue;
    for (const other of given) if (other !== 0 && other !== id) found.push(other);
  }
  return found;
}

/** The conditional exports of the package `home` that a file may name. */
function choicesSeen(world: World, home: string, from: number): readonly (readonly number[])[] {
  const key = `${from} ${home}`;
  const known = world.kept.choicesSeen.get(key);
  if (known !== undefined) return known;
  const all = world.modules.choices!.filter((choice) => choice.package === home).map(({ paths }) => world.filesAt(paths));
  const isOwn = world.modules.packageName(world.view(from).path) === home;
  // Within the package a file is usually named directly; naming the exported path selects by condition.
  const seen = isOwn ? all.filter((files) => importedFiles(world, from).some((file) => files.includes(file))) : all;
  world.kept.choicesSeen.set(key, seen);
  return seen;
}

function exportedAs(world: World, file: number, name: string): DefinitionId {
  world.ask(file);
  const member = moduleMember(world, moduleMeaning([file], ""), name, Space.call);
  return member !== undefined && !member.held && isOwnDefinition(world, member) ? member.definition : 0;
}

/** The definition that represents `id` in builds that include the file `from`: itself, or a twin built with it. */
export function builtWith(world: World, id: DefinitionId, from: number): DefinitionId {
  if (world.inLibrary(id)) return id;
  if (world.modules.choiceOf !== undefined) return chosenWith(world, id, from);
  if (areBuiltTogether(world, id, from)) return id;
  return twinsOf(world, id).find((twin) => areBuiltTogether(world, twin, from)) ?? id;
}

/** The same for modules of one name that a build chooses among: a file in one of them sees its contents. */
function chosenWith(world: World, id: DefinitionId, from: number): DefinitionId {
  const own = world.targets.choiceOf(from);
  const choice = own === undefined ? undefined : world.targets.choiceOf(fileOf(id));
  if (choice === undefined || choice.root === own!.root) return id;
  const file = world.filesAt(choice.others).find((other) => world.targets.choiceOf(other)?.root === own!.root);
  return (file === undefined ? 0 : counterpart(world, id, file)) || id;
}

/**
 * Whether it is not known which of a definition and its `twins` an ordinary build includes: none of them, or one depends on a flag set by a
 * program that runs before the build.
 */
export function areUnknown(world: World, id: DefinitionId, twins: readonly DefinitionId[]): boolean {
  if (twins.length === 0 || world.modules.hangsOnScript === undefined) return false;
  if (!isBuilt(world, id) && !twins.some((twin) => isBuilt(world, twin))) return true;
  return hangsOnScript(world, id) || twins.some((twin) => hangsOnScript(world, twin));
}

function hangsOnScript(world: World, id: DefinitionId): boolean {
  const view = world.viewOf(id);
  const { attributes, parent } = view.facts.definitions;
  for (let row = rowOf(id); row > MODULE_ROW; row = parent[row]!) {
    if (attributes[row] !== 0 && world.modules.hangsOnScript!(view.path, view.text(attributes[row]!))) return true;
  }
  return false;
}

/** Whether some build includes both the file of `id` and the file `from`. */
export function areBuiltTogether(world: World, id: DefinitionId, from: number): boolean {
  if (fileOf(id) === from || world.modules.builtTogether === undefined) return true;
  return world.modules.builtTogether(world.viewOf(id).path, world.view(from).path);
}

function namesakes(world: World, id: DefinitionId): readonly DefinitionId[] {
  const owner = world.ownerOf(id);
  if (owner !== 0) {
    const attached = world.attachments.get(owner);
    // Members include those of the build, among those that one body declares.
    const own = attached?.members.get(world.nameOf(id)) ?? NONE;
    const beside = leftOutBeside(world, id);
    if (beside.length === 0 && (attached === undefined || attached.twins.length === 0)) return own;
    const elsewhere = attached?.twins.flatMap((twin) => world.attachments.get(twin)?.members.get(world.nameOf(id)) ?? NONE) ?? NONE;
    return [...new Set([...own, ...beside, ...elsewhere])];
  }
  if (world.rules.packageScope) return world.repository.inPackage(fileOf(id), world.nameOf(id));
  return world.modules.isDefault === undefined ? leftOutBeside(world, id) : inScope(world, id);
}

/** Definitions of that name in the same scope that the file itself leaves out (`except ImportError:`, another platform). */
function leftOutBeside(world: World, id: DefinitionId): readonly DefinitionId[] {
  const view = world.viewOf(id);
  const { name, parent } = view.facts.definitions;
  const row = rowOf(id);
  const named = view.leftOutNamed(name[row]!);
  if (named.length === 0) return NONE;
  return named.filter((other) => parent[other] === parent[row]).map((other) => definitionId(fileOf(id), other));
}

/** Definitions of that name in the same scope of the same file. */
function inScope(world: World, id: DefinitionId): readonly DefinitionId[] {
  const { definitions } = world.viewOf(id).facts;
  const row = rowOf(id);
  if ((definitions.flags[row]! & DefinitionFlag.conditional) === 0) return NONE;
  const found: DefinitionId[] = [];
  for (let other = MODULE_ROW + 1; other < definitions.length; other++) {
    if (definitions.name[other] === definitions.name[row] && definitions.scope[other] === definitions.scope[row]) {
      found.push(definitionId(fileOf(id), other));
    }
  }
  return found;
}

/**
 * Whether no build contains both: their files exclude each other, or one has a condition and both are defined for one type in the same way.
 */
function excludeEachOther(world: World, one: DefinitionId, other: DefinitionId): boolean {
  const { builtTogether } = world.modules;
  if (builtTogether !== undefined) return !builtTogether(world.viewOf(one).path, world.viewOf(other).path);
  const [impl, another] = [implOf(world, one), implOf(world, other)];
  if (![one, other, impl, another].some((id) => id !== 0 && isConditional(world, id))) return false;
  return impl === 0 || another === 0 || impl === another || isGivenAlike(world, impl, another);
}

function isConditional(world: World, id: DefinitionId): boolean {
  return (world.flagsOf(id) & DefinitionFlag.conditional) !== 0 || world.modules.isDefault?.(world.viewOf(id).path) === false;
}

/** Whether two impls are both inherent or of one trait, for types that may be the same. */
function isGivenAlike(world: World, one: DefinitionId, other: DefinitionId): boolean {
  return hasTrait(world, one) === hasTrait(world, other) && couldBe(world, ownerOfImpl(world, one), ownerOfImpl(world, other)) &&
    (!hasTrait(world, one) || couldBe(world, traitOfImpl(world, one), traitOfImpl(world, other)));
}
