/**
 * What runs when a type is instantiated.
 *
 * Stage: resolve. Invariant: only a type's own constructor; callers find an inherited one through the bases.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { MOST_CANDIDATES } from "../../edges.ts";
import { DefinitionFlag, DefinitionKind, isCallable } from "../../facts.ts";
import { membersNamed } from "./attachments.ts";
import { keyInBuild } from "../names/builds.ts";
import type { Environment } from "../state/environment.ts";
import { aboveOf, entryOf, memberTable } from "../types/inheritance.ts";
import { type DefinitionId, definitionId, fileOf, type Meaning, rowOf, Tag } from "../meaning.ts";
import { typesBelow } from "../types/subtypes.ts";
import { unify } from "../types/unify.ts";
import type { World } from "../world.ts";

/** A type's own constructor, one with a body before overloads; undefined if it has none. */
export function ownConstructor(world: World, type: DefinitionId): DefinitionId | undefined {
  for (const name of world.rules.constructors) {
    const found = [...membersNamed(world, type, name), ...constructorsNamed(world, type, name)];
    const bodied = found.filter((id) => (world.flagsOf(id) & DefinitionFlag.bodiless) === 0);
    if (found.length > 0) return bodied[0] ?? found[0]!;
  }
  return undefined;
}

/** What a call of a function or class runs: a class represents a constructor that it does not write. */
export function runBy(world: World, id: DefinitionId): DefinitionId {
  return isCallable(world.kindOf(id)) ? id : ownConstructor(world, id) ?? id;
}

/** What the constructor call `super(…)` of a class runs: that of the first base that is not an interface; undefined if there is none. */
export function makerAbove(world: World, id: DefinitionId): Meaning | undefined {
  return aboveOf(world, id).find(({ tag, definition }) => tag !== Tag.instance || world.kindOf(definition) !== DefinitionKind.interface);
}

/** The own constructors of the subtypes of a type, nearest first, at most `MOST_CANDIDATES`. */
export function constructorsBelow(world: World, type: DefinitionId): readonly DefinitionId[] {
  const known = world.kept.constructorsBelow;
  const key = keyInBuild(world, type);
  return known.get(key) ?? known.find(key, () => findConstructorsBelow(world, type));
}

function findConstructorsBelow(world: World, type: DefinitionId): readonly DefinitionId[] {
  for (const name of world.rules.constructors) world.askName(name);
  const found = new Set<DefinitionId>();
  for (const below of typesBelow(world, type)) {
    const own = ownConstructor(world, below);
    if (own !== undefined) found.add(own);
    if (found.size >= MOST_CANDIDATES) break;
  }
  return [...found];
}

/** Kinds of types that a call instantiates; for an enum, it returns the matching member. */
const MADE: ReadonlySet<number> = new Set([DefinitionKind.class, DefinitionKind.enum]);

/** What a call of a variable runs that holds a definition: the function, or the constructor of the class or of a subclass. */
export function calledOfHeld(world: World, { definition: id, result }: Meaning, kind: number): readonly DefinitionId[] {
  if (isCallable(kind)) return kind === DefinitionKind.lambda ? [] : [id];
  if (world.rules.callingTypeConverts) return [];
  // A value of type `type[Base]` may be any subclass, but a variable that was assigned the class itself holds only that.
  const isMade = MADE.has(kind);
  const below = result === undefined ? [] : isMade ? constructorsBelow(world, id) : madeBelow(world, id);
  return isMade ? [runBy(world, id), ...below].slice(0, MOST_CANDIDATES) : below;
}

/** The constructors of the types that satisfy one without instances (`type[Plain]` of a protocol), at most `MOST_CANDIDATES`. */
function madeBelow(world: World, type: DefinitionId): readonly DefinitionId[] {
  for (const name of world.rules.constructors) world.askName(name);
  const made = [...typesBelow(world, type)].filter((below) => MADE.has(world.kindOf(below)));
  return made.slice(0, MOST_CANDIDATES).map((below) => runBy(world, below));
}

function constructorsNamed(world: World, type: DefinitionId, name: string): DefinitionId[] {
  const view = world.viewOf(type);
  const { definitions, bindings } = view.facts;
  return (memberTable(world, type).get(name) ?? NO_ROWS)
    .filter((row) => definitions.kind[bindings.definition[row]!] === DefinitionKind.constructor)
    .map((row) => definitionId(fileOf(type), bindings.definition[row]!));
}

/** Passes known type parameters of `base`, which `id` extends, on to those of `id` (`class Derived(Base[T])`). */
export function passDown(world: World, id: DefinitionId, base: DefinitionId, environment: Environment): void {
  const entry = entryOf(world, id, base);
  if (entry === undefined) return;
  for (const [i, parameter] of world.viewOf(base).typeParameters(rowOf(base)).entries()) {
    const given = environment.values.get(definitionId(fileOf(base), parameter));
    if (given !== undefined && entry.items[i] !== undefined) unify(world, entry.items[i]!, given, environment);
  }
}
