/**
 * The functions passed along with a whole: the members of an object literal, the exports of a module.
 *
 * Stage: resolve. Invariant: only functions and classes of the repository that the whole itself has; the receiver may call each of them.
 */
import { DefinitionFlag, DefinitionKind, isCallable, LinkFlag } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateValue } from "../evaluate.ts";
import { type DefinitionId, definitionId, fileOf, type Meaning, partsOf, Tag } from "../meaning.ts";
import { targetMeaning } from "../names/import_targets.ts";
import { moduleMember, wholeValue } from "../names/module_members.ts";
import { Space } from "../names/names.ts";
import { isOwnClass, isOwnFunction } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { memberTable } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import { type Outcome, outcome } from "./outcome.ts";

/** Maximum nesting of objects. */
const DEEPEST = 4;

const NONE: readonly Meaning[] = [];

/** A key that identifies an object literal or a module; "" for other meanings. */
export function wholeKey(world: World, meaning: Meaning): string {
  if (isLiteral(world, meaning)) return `#${meaning.definition}`;
  const modules = modulesIn(meaning);
  return modules.length === 0 ? "" : modules.map(({ files }) => files.join()).join(" ");
}

/** The parts of a whole; empty for other meanings. */
export function partsPassed(world: World, meaning: Meaning): readonly DefinitionId[] {
  const found = new Set<DefinitionId>();
  if (isLiteral(world, meaning)) addMembers(world, meaning.definition, found, 0);
  for (const module of modulesIn(meaning)) addShown(world, module, found, new Set());
  return [...found];
}

/** A module, or the modules of a promise (`import("./page")`). */
function modulesIn(meaning: Meaning): readonly Meaning[] {
  if (meaning.tag === Tag.module) return [meaning];
  return meaning.tag === Tag.instance && meaning.items.length > 0 ? meaning.items.filter(({ tag }) => tag === Tag.module) : NONE;
}

function isLiteral(world: World, { tag, definition }: Meaning): boolean {
  return (tag === Tag.instance || tag === Tag.definition) && !world.inLibrary(definition) &&
    world.kindOf(definition) === DefinitionKind.object;
}

function addMembers(world: World, object: DefinitionId, found: Set<DefinitionId>, depth: number): void {
  const view = world.viewOf(object);
  const { bindings, definitions } = view.facts;
  for (const rows of memberTable(world, object).values()) {
    for (const row of rows) {
      const member = bindings.definition[row]!;
      if (member === 0) continue;
      const isFunction = isCallable(definitions.kind[member]!) && (definitions.flags[member]! & DefinitionFlag.bodiless) === 0;
      if (isFunction || definitions.kind[member] === DefinitionKind.class) found.add(definitionId(view.index, member));
      else if (depth < DEEPEST) addNested(world, view, definitions.value[member]!, found, depth + 1);
    }
  }
  addPut(world, object, found);
}

/** Functions that the file of an object adds to it (`const parts = {}; parts.run = function () {…}`). */
function addPut(world: World, object: DefinitionId, found: Set<DefinitionId>): void {
  const put = world.attachments.get(object);
  if (put === undefined) return;
  // Not a look-up of one name: only a dependency on the whole file covers new ones.
  world.askInside(fileOf(object));
  for (const member of [...put.members.values()].flat()) {
    if (fileOf(member) === fileOf(object) && isCallable(world.kindOf(member))) found.add(member);
  }
}

/** The value of an object literal's member: a nested one, or the name of a function. */
function addNested(world: World, view: FileView, value: number, found: Set<DefinitionId>, depth: number): void {
  const { expressions, definitions } = view.facts;
  if (value === 0) return;
  if (expressions.op[value] !== Op.definition) {
    const meaning = evaluateValue(world, view, value);
    if (isPassedFunction(world, meaning)) found.add(meaning.definition);
    return;
  }
  const held = expressions.a[value]!;
  if (definitions.kind[held] === DefinitionKind.object) addMembers(world, definitionId(view.index, held), found, depth);
}

/** @param seen files whose exports are in `found`, or are being added: a wildcard re-export excludes default exports */
function addShown(world: World, module: Meaning, found: Set<DefinitionId>, seen: Set<number>): void {
  const isWildcard = seen.size > 0;
  for (const file of module.files) {
    if (seen.has(file)) continue;
    seen.add(file);
    // Not a look-up of one name: only a dependency on the whole file covers new ones.
    world.askInside(file);
    const view = world.view(file);
    const { exports } = view.facts;
    for (let row = 1; row < exports.length; row++) {
      const flags = exports.flags[row]!;
      if ((flags & LinkFlag.typeOnly) !== 0) continue;
      if ((flags & LinkFlag.wildcard) !== 0 && (flags & LinkFlag.namespace) === 0) {
        const target = targetMeaning(world, view, view.text(exports.module[row]!));
        if (target.tag === Tag.module) addShown(world, target, found, seen);
        continue;
      }
      const name = view.text(exports.name[row]!);
      const member = isWildcard && name === world.rules.mainExport ? undefined : moduleMember(world, module, name, Space.value);
      if (member === undefined) continue;
      if (isPassed(world, member)) found.add(member.definition);
      // The module consists of an object (`module.exports = parts`).
      const whole = (flags & LinkFlag.whole) !== 0 ? wholeValue(world, module) : undefined;
      if (whole !== undefined && isLiteral(world, whole)) addMembers(world, whole.definition, found, 0);
    }
  }
}

/** Whether a value is a named function of the repository. */
function isPassedFunction(world: World, value: Meaning): boolean {
  return isOwnFunction(world, value) && world.kindOf(value.definition) !== DefinitionKind.lambda;
}

/** Whether a value is such a function, or a class of the repository itself. */
export function isPassed(world: World, value: Meaning): boolean {
  return isOwnClass(world, value) || isPassedFunction(world, value);
}

/** The functions that a variable of their own name may hold: no other place names them. */
export function passedByName(world: World, meaning: Meaning, name: string): Outcome | undefined {
  const parts = partsOf(meaning);
  const held = parts.filter((part) => isPassedFunction(world, part) && world.nameOf(part.definition) === name);
  return held.length === 0 ? undefined : outcome("inferred", { targets: held.map((part) => part.definition) });
}
