/**
 * What a test framework hands over to the parameters of tests: the functions that they name (pytest's fixtures).
 *
 * Stage: resolve. Invariants: the nearest one of the name is meant: of the same class, of the file, of what the file imports, of the shared file of
 * the nearest folder above; what it gives is weak, for the framework calls it.
 */
import { BindingKind, DefinitionFlag, DefinitionKind, listItems } from "../../facts.ts";
import { bindingMeaning } from "./bindings.ts";
import type { FileView } from "../state/file_view.ts";
import { type DefinitionId, definitionId, definitionMeaning, fileOf, lastPart, type Meaning, rowOf, UNKNOWN, weaken } from "../meaning.ts";
import { Space } from "./names.ts";
import { operate } from "../calls/operations.ts";
import { ownResult } from "../calls/results.ts";
import type { World } from "../world.ts";

/**
 * The function that gives the parameter `name` of the function around `scope`, or what it gives.
 * @param name string of the file
 */
export function injectedMeaning(world: World, view: FileView, name: number, scope: number, isResult: boolean): Meaning {
  const giver = findGiver(world, view, name, scope);
  if (giver === undefined) return UNKNOWN;
  return isResult ? weaken(handedValue(world, giver)) : definitionMeaning(giver);
}

/** What a giver hands over: its result, or what it yields. */
function handedValue(world: World, giver: DefinitionId): Meaning {
  const view = world.viewOf(giver);
  const row = rowOf(giver);
  const { flags, yields } = view.facts.definitions;
  const given = ownResult(world, view, row, true);
  const isGenerator = (flags[row]! & DefinitionFlag.generator) !== 0 || listItems(view.facts, yields[row]!).length > 0;
  return isGenerator ? operate(world, given, "iterate", (flags[row]! & DefinitionFlag.async) !== 0) : given;
}

function findGiver(world: World, view: FileView, name: number, scope: number): DefinitionId | undefined {
  const own = definitionId(view.index, view.facts.scopes.definition[scope]!);
  const shared = world.rules.injection?.sharedFile;
  if (shared === undefined) return undefined;
  const path = world.pathOf(view.index);
  const imported = importedGiver(world, view, name);
  // Whatever the file has itself comes before what folders share, the deeper the better.
  let [best, found] = [imported === undefined ? 0 : path.length, imported];
  for (const id of world.callables(view.text(name))) {
    const file = fileOf(id);
    const folder = file === view.index ? path : folderOf(world.pathOf(file), shared);
    if (id === own || folder === undefined || !path.startsWith(folder)) continue;
    const parent = world.parentOf(id);
    const isOfClass = parent !== 0 && parent === world.parentOf(own) && world.kindOf(parent) === DefinitionKind.class;
    const isOfModule = parent === 0 || world.kindOf(parent) === DefinitionKind.module;
    const rank = folder.length + (isOfClass ? 2 : 1);
    if ((isOfClass || isOfModule) && rank > best && isGiver(world, id)) [best, found] = [rank, id];
  }
  return found;
}

/** A giver that the file imports under the name. */
function importedGiver(world: World, view: FileView, name: number): DefinitionId | undefined {
  const row = view.find(1, name).find((one) => view.facts.bindings.kind[one] === BindingKind.import);
  const meaning = row === undefined ? UNKNOWN : bindingMeaning(world, view, row, Space.value);
  const isOurs = world.isOwnFunction(meaning);
  return isOurs && isGiver(world, meaning.definition) ? meaning.definition : undefined;
}

/** The folder for which a file stands whose name is `shared`, with its `/`; undefined for other files. */
function folderOf(path: string, shared: string): string | undefined {
  const folder = path.slice(0, path.length - shared.length);
  return path.endsWith(shared) && (folder === "" || folder.endsWith("/")) ? folder : undefined;
}

function isGiver(world: World, id: DefinitionId): boolean {
  const view = world.viewOf(id);
  world.ask(view.index);
  const { decorator } = world.rules.injection!;
  return view.text(view.facts.definitions.attributes[rowOf(id)]!).split(" ").some((name) => lastPart(name) === decorator);
}
