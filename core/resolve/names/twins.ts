/**
 * Twins: definitions that stand for one thing in builds that exclude each other (build tags, `cfg`, conditions of `exports`).
 *
 * Stage: resolve. Invariant: what one build may hold together is no twin, whatever name it bears: methods of two traits, of a type with
 * other arguments.
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
import { hasTrait } from "../traits/traits.ts";
import { couldBe, implOf, ownerOfImpl, traitOfImpl } from "../types/fitting.ts";
import type { World } from "../world.ts";
import { isBuilt } from "./builds.ts";
import { importedFiles } from "./import_distance.ts";
import { moduleMember } from "./module_members.ts";
import { Space } from "./names.ts";
import { declaredType } from "../evaluate_types.ts";

const NONE: readonly DefinitionId[] = [];
/** From so many definitions of one name on, the twins of each are found once: all of them may be asked about at each call. */
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
  return all.filter((other) =>
    other !== id && !world.inLibrary(other) && standsAlike(world, world.kindOf(id), world.kindOf(other)) &&
    excludeEachOther(world, id, other)
  );
}

/** Whether things of two kinds may stand for one: a class for a function too (`except TypeError: class Key: …`), where all names are bound alike. */
function standsAlike(world: World, kind: number, other: number): boolean {
  if (kind === other || (isType(kind) && isType(other))) return true;
  const areBoundAlike = world.rules.assignmentsBind && !world.rules.separateTypes;
  return areBoundAlike && (isType(kind) ? isCallable(other) : isCallable(kind) && isType(other));
}

/**
 * As `twinsOf`, for a call in the file `from`: without those that no build takes with it, and with what a package gives under that name where
 * other conditions hold, or the type that another build takes.
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

/** What modules that other builds take in place of that of `id` have under its name, for a call in the file `from` that lies in none of them. */
function inOtherModules(world: World, id: DefinitionId, from: number): readonly DefinitionId[] {
  const choice = world.choiceOf(fileOf(id));
  if (choice === undefined || world.choiceOf(from)?.root === choice.root) return NONE;
  return world.filesAt(choice.others).map((file) => counterpart(world, id, file)).filter((other) => other !== 0);
}

/** What the module of the file `file` has under the name of `id`, which is of a module or of a type there; 0 for nothing. */
function counterpart(world: World, id: DefinitionId, file: number): DefinitionId {
  const owner = world.ownerOf(id);
  if (owner === 0 || fileOf(owner) !== fileOf(id)) return owner === 0 ? exportedAs(world, file, world.nameOf(id)) : 0;
  const type = exportedAs(world, file, world.nameOf(owner));
  const member = type === 0 ? undefined : memberMeaning(world, definitionMeaning(type), world.nameOf(id), Space.value);
  return member?.tag === Tag.definition && !world.inLibrary(member.definition) ? member.definition : 0;
}

/** Functions that other builds than the one which has a variable of this name have in its place in the package of `file`, for a call in the file `from`. */
export function functionsElsewhere(world: World, file: number | undefined, name: string, from: number): readonly DefinitionId[] {
  const all = file !== undefined && world.rules.packageScope === true ? world.inPackage(file, name) : NONE;
  return all.length < 2 ? NONE : builtTogetherWith(world, all.filter((id) => isCallable(world.kindOf(id))), from);
}

/** What the type of `receiver` has itself under a name in other builds than that where it has `found` by what it embeds, for a call in the file `from`. */
export function hidingElsewhere(world: World, receiver: Meaning, found: readonly DefinitionId[], from: number): readonly DefinitionId[] {
  const [member] = found;
  const type = receiver.definition;
  if (world.modules.builtTogether === undefined || member === undefined || found.length > 1 || !isObject(receiver)) return NONE;
  if (world.inLibrary(type) || world.ownerOf(member) === type) return NONE;
  const own = world.attachments.get(type)?.members.get(world.nameOf(member)) ?? NONE;
  return own.length === 0 ? NONE : builtTogetherWith(world, own.filter((id) => id !== member), from);
}

function builtTogetherWith(world: World, ids: readonly DefinitionId[], from: number): readonly DefinitionId[] {
  return ids.filter((id) => areBuiltTogether(world, id, from));
}

/** What the types that other builds take for that of a method have under its name. */
function membersElsewhere(world: World, id: DefinitionId): readonly DefinitionId[] {
  const { otherBuilds } = world.kept;
  const owner = world.ownerOf(id);
  if (owner === 0) return NONE;
  const types = otherBuilds.get(owner) ?? otherBuilds.find(owner, () => typesElsewhere(world, owner), fileOf(owner));
  if (types.length === 0) return NONE;
  const members = types.map((type) => memberMeaning(world, instance(type), world.nameOf(id), Space.call));
  return world.ownDefinitions(members).filter((member) => member !== id);
}

/** Types for which one build has a name that another has for `type` (`type Window = x11.Window` beside `type Window = win.Window`). */
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
  // Twins that are declared themselves are known as such.
  const own = [type, ...twins];
  const others = [...twins, ...aliases.flatMap((id) => twinsOf(world, id))].map(meant);
  return [...new Set(others)].filter((other) => other !== 0 && !own.includes(other) && !world.inLibrary(other));
}

/** Other names of types in files that some build leaves out, by these. */
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

/** The choices of the package `home` that a file may name. */
function choicesSeen(world: World, home: string, from: number): readonly (readonly number[])[] {
  const key = `${from} ${home}`;
  const known = world.kept.choicesSeen.get(key);
  if (known !== undefined) return known;
  const all = world.modules.choices!.filter((choice) => choice.package === home).map(({ paths }) => world.filesAt(paths));
  const isOwn = world.modules.packageName(world.view(from).path) === home;
  // Within the package a file is most often named as it is; one that names the choice takes what the conditions say.
  const seen = isOwn ? all.filter((files) => importedFiles(world, from).some((file) => files.includes(file))) : all;
  world.kept.choicesSeen.set(key, seen);
  return seen;
}

function exportedAs(world: World, file: number, name: string): DefinitionId {
  world.ask(file);
  const member = moduleMember(world, moduleMeaning([file], ""), name, Space.call);
  return member !== undefined && !member.held && world.isOwnDefinition(member) ? member.definition : 0;
}

/** What stands for `id` in the builds that take the file `from`: itself, or where none does the twin that they take. */
export function builtWith(world: World, id: DefinitionId, from: number): DefinitionId {
  if (world.inLibrary(id)) return id;
  if (world.modules.choiceOf !== undefined) return chosenWith(world, id, from);
  if (areBuiltTogether(world, id, from)) return id;
  return twinsOf(world, id).find((twin) => areBuiltTogether(world, twin, from)) ?? id;
}

/** The same where modules of one name are chosen among: a file that lies in one of them sees what lies in that. */
function chosenWith(world: World, id: DefinitionId, from: number): DefinitionId {
  const own = world.choiceOf(from);
  const choice = own === undefined ? undefined : world.choiceOf(fileOf(id));
  if (choice === undefined || choice.root === own!.root) return id;
  const file = world.filesAt(choice.others).find((other) => world.choiceOf(other)?.root === own!.root);
  return (file === undefined ? 0 : counterpart(world, id, file)) || id;
}

/**
 * Whether nothing tells which of a definition and its `twins` an ordinary build takes: it takes none, or a program that runs before it sets a flag that one
 * asks for.
 */
export function areUntold(world: World, id: DefinitionId, twins: readonly DefinitionId[]): boolean {
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

/** Whether some build takes both the file of `id` and the file `from`. */
export function areBuiltTogether(world: World, id: DefinitionId, from: number): boolean {
  if (fileOf(id) === from || world.modules.builtTogether === undefined) return true;
  return world.modules.builtTogether(world.viewOf(id).path, world.view(from).path);
}

function namesakes(world: World, id: DefinitionId): readonly DefinitionId[] {
  const owner = world.ownerOf(id);
  if (owner !== 0) {
    const attached = world.attachments.get(owner);
    // Among the members are those that the build has, of those that one body declares.
    const own = attached?.members.get(world.nameOf(id)) ?? NONE;
    const beside = leftOutBeside(world, id);
    if (beside.length === 0 && (attached === undefined || attached.twins.length === 0)) return own;
    const elsewhere = attached?.twins.flatMap((twin) => world.attachments.get(twin)?.members.get(world.nameOf(id)) ?? NONE) ?? NONE;
    return [...new Set([...own, ...beside, ...elsewhere])];
  }
  if (world.rules.packageScope) return world.inPackage(fileOf(id), world.nameOf(id));
  return world.modules.isDefault === undefined ? leftOutBeside(world, id) : inScope(world, id);
}

/** Definitions of that name in the same scope that the file itself leaves out (`except ImportError:`, another platform). */
function leftOutBeside(world: World, id: DefinitionId): readonly DefinitionId[] {
  const view = world.viewOf(id);
  const { name, parent } = view.facts.definitions;
  const row = rowOf(id);
  return view.leftOut.filter((other) => name[other] === name[row] && parent[other] === parent[row]).map((other) =>
    definitionId(fileOf(id), other)
  );
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

/** Whether no build holds both: their files say so, or one has a condition and both are given to one type in one way. */
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

/** Whether two impls are both a type's own or of one trait, for types that may be the same. */
function isGivenAlike(world: World, one: DefinitionId, other: DefinitionId): boolean {
  return hasTrait(world, one) === hasTrait(world, other) && couldBe(world, ownerOfImpl(world, one), ownerOfImpl(world, other)) &&
    (!hasTrait(world, one) || couldBe(world, traitOfImpl(world, one), traitOfImpl(world, other)));
}
