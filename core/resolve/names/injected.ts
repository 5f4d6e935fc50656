/**
 * Values that a test framework passes to the parameters of tests: results of the functions named by them (fixtures of pytest and rstest).
 *
 * Stage: resolve. Invariants: the nearest function of the name is meant: of the same class or its bases, of the file, of the shared file of
 * the nearest parent folder, defined or imported there, of a plugin; or, in frameworks without such files, the one that the name denotes at
 * the test. The value is weak, because the framework calls the function.
 */
import { baseName, folderOf, pathIn } from "../../base/path_parts.ts";
import { BindingKind, DefinitionFlag, DefinitionKind, givenName, LinkFlag, listItems } from "../../facts.ts";
import { operate } from "../calls/operations.ts";
import { ownResult } from "../calls/results.ts";
import {
  type DefinitionId,
  definitionId,
  definitionMeaning,
  external,
  fileOf,
  instance,
  lastPart,
  type Meaning,
  moduleMeaning,
  rowOf,
  Tag,
  UNKNOWN,
  weaken,
} from "../meaning.ts";
import { isOwnFunction } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { entryOf, memberTable, orderOf } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import { moduleMember } from "./module_members.ts";
import { nameMeaningAt, Space } from "./names.ts";

/**
 * The function that provides the parameter `name` of the function around `scope`, or its result.
 * @param name string of the file
 */
export function injectedMeaning(world: World, view: FileView, name: number, scope: number, isResult: boolean): Meaning {
  const giver = findGiver(world, view, name, scope);
  if (giver === undefined) return isResult ? givenByFramework(world, view.text(name)) : UNKNOWN;
  return isResult ? weaken(passedValue(world, giver)) : definitionMeaning(giver);
}

/** What the framework itself provides under the name, if no function of the repository provides it. */
function givenByFramework(world: World, name: string): Meaning {
  const type = world.rules.injection?.given?.[name];
  if (type === undefined) return UNKNOWN;
  const { sharedFile } = world.rules.injection!;
  // The shared file of another folder does not apply here.
  const isGiven = [...world.names.find("gives", name), ...world.repository.callables(name)]
    .some((id) => gives(world, id, name) && baseName(world.pathOf(fileOf(id))) !== sharedFile);
  const definition = isGiven || type.includes(".") ? 0 : world.library.definition(type);
  return isGiven ? UNKNOWN : definition === 0 ? external(type) : instance(definition);
}

/** The value that a fixture function provides: its result, or what it yields. */
function passedValue(world: World, giver: DefinitionId): Meaning {
  const view = world.viewOf(giver);
  const row = rowOf(giver);
  const { flags, yields } = view.facts.definitions;
  const given = ownResult(world, view, row, true);
  const isGenerator = (flags[row]! & DefinitionFlag.generator) !== 0 || listItems(view.facts, yields[row]!).length > 0;
  const isDetermined = !isGenerator || !mayBeGenerator(world, given);
  return isDetermined ? given : operate(world, given, "iterate", (flags[row]! & DefinitionFlag.async) !== 0);
}

/** Whether a generator may be of that type. If not, its declared type is what it yields: the framework does not check it. */
function mayBeGenerator(world: World, { tag, definition }: Meaning): boolean {
  if (tag !== Tag.instance) return true;
  return world.rules.generatorTypes?.some((name) => entryOf(world, world.library.definition(name), definition) !== undefined) === true;
}

function findGiver(world: World, view: FileView, name: number, scope: number): DefinitionId | undefined {
  const { injection } = world.rules;
  if (injection === undefined) return undefined;
  const { sharedFile } = injection;
  if (sharedFile === undefined) return givenAround(world, view, name, scope);
  const text = view.text(name);
  const renamed = world.names.find("gives", text);
  if (world.repository.callables(text).length + renamed.length === 0) return undefined;
  const own = definitionId(view.index, view.facts.scopes.definition[scope]!);
  const isGiver = (id: DefinitionId): boolean => id !== own && gives(world, id, text);
  const byClass = givenByClass(world, world.parentOf(own), text, renamed, isGiver);
  if (byClass !== undefined) return byClass;
  const search = (): DefinitionId =>
    first(holdersFor(world, view, sharedFile), (file) => givenByFile(world, file, text, renamed, isGiver)) ?? 0;
  // A fixture that has itself as a parameter refers to another one of the same name.
  const isGiverItself = world.nameOf(own) === text || renamed.includes(own);
  const key = definitionId(view.index, name);
  const { givers } = world.kept;
  return (isGiverItself ? search() : givers.get(key) ?? givers.find(key, search, view.index)) || undefined;
}

/** The fixture function that the name denotes in `scope`, which contains the test. */
function givenAround(world: World, view: FileView, name: number, scope: number): DefinitionId | undefined {
  const meaning = nameMeaningAt(world, view, name, scope, 0, Space.value);
  return isOwnFunction(world, meaning) && isMarked(world, meaning.definition) ? meaning.definition : undefined;
}

/** The fixture function that the class of a test, or one of its bases, has under the name. */
function givenByClass(
  world: World,
  type: DefinitionId,
  name: string,
  renamed: readonly DefinitionId[],
  isGiver: (id: DefinitionId) => boolean,
): DefinitionId | undefined {
  if (type === 0 || world.kindOf(type) !== DefinitionKind.class) return undefined;
  return first(orderOf(world, type), ({ tag, definition }) => {
    if (tag !== Tag.instance) return undefined;
    const { definition: definitions } = world.viewOf(definition).facts.bindings;
    const named = memberTable(world, definition).get(name)?.map((row) => definitionId(fileOf(definition), definitions[row]!)) ?? [];
    return [...renamed.filter((id) => world.parentOf(id) === definition), ...named].find((id) => rowOf(id) !== 0 && isGiver(id));
  });
}

/**
 * Files whose fixture functions are visible to a file's tests: itself, then the shared files of its folder and its parents, each with its
 * plugins, then the plugins named by manifests.
 */
function* holdersFor(world: World, view: FileView, sharedFile: string): Generator<number> {
  yield* withPlugins(world, view.index);
  // A new shared file is detected by its name as a module.
  world.askName(sharedFile.slice(0, sharedFile.lastIndexOf(".")));
  for (let folder = world.pathOf(view.index); folder !== "";) {
    folder = folderOf(folder);
    const file = world.file(pathIn(folder, sharedFile));
    if (file >= 0 && file !== view.index) yield* withPlugins(world, file);
  }
  for (const plugin of world.modules.testPlugins ?? []) yield* world.targets.filesOf(plugin, view.index);
}

/** A file, and the modules that it names as plugins. */
function* withPlugins(world: World, file: number): Generator<number> {
  yield file;
  world.ask(file);
  const view = world.view(file);
  for (const plugin of pluginsOf(world, view)) yield* world.targets.filesOf(plugin, file);
}

/** Modules that a file names as plugins, cached: every parameter of its tests asks. */
function pluginsOf({ kept: { testPlugins } }: World, view: FileView): readonly string[] {
  const known = testPlugins.get(view.index);
  if (known !== undefined) return known;
  const { module, flags } = view.facts.imports;
  const plugins = [...flags.keys()].filter((row) => (flags[row]! & LinkFlag.plugin) !== 0).map((row) => view.text(module[row]!));
  testPlugins.set(view.index, plugins);
  return plugins;
}

/** The fixture function that a file has under the name: its own, or an imported one. */
function givenByFile(
  world: World,
  file: number,
  name: string,
  renamed: readonly DefinitionId[],
  isGiver: (id: DefinitionId) => boolean,
): DefinitionId | undefined {
  const module = moduleMeaning([file], world.modules.nameOf(world.pathOf(file)));
  const held = (own: string): DefinitionId | undefined => {
    const meaning = moduleMember(world, module, own, Space.value);
    return meaning !== undefined && isOwnFunction(world, meaning) && isGiver(meaning.definition) ? meaning.definition : undefined;
  };
  return held(name) ?? renamed.find((id) => held(world.nameOf(id)) === id);
}

/** The first result that is not undefined. */
function first<T, R>(items: Iterable<T>, ask: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = ask(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether the result of a definition is provided under the name. */
function gives(world: World, id: DefinitionId, name: string): boolean {
  return isMarked(world, id) && (givenName(attributesOf(world, id)) || world.nameOf(id)) === name;
}

/** Whether a definition has the decorator of fixture functions. */
function isMarked(world: World, id: DefinitionId): boolean {
  world.ask(fileOf(id));
  const { decorator } = world.rules.injection!;
  return attributesOf(world, id).split(" ").some((one) => lastPart(one).replace(/^.*::|\(.*$/g, "") === decorator);
}

function attributesOf(world: World, id: DefinitionId): string {
  const view = world.viewOf(id);
  return view.text(view.facts.definitions.attributes[rowOf(id)]!);
}

/** Whether an expression is a parameter's default, which may stand for a value that a framework provides (`db=Depends(open_db)`). */
export function isStandIn(world: World, { facts: { bindings } }: FileView, expression: number): boolean {
  if (world.rules.injection?.sharedFile === undefined) return false;
  const row = bindings.value.indexOf(expression);
  return row > 0 && bindings.kind[row] === BindingKind.parameter;
}
