/**
 * What several bindings of one name mean together.
 *
 * Stage: resolve. Invariant: one of several, unless the language says which of them counts.
 */
import { NO_ROWS, without } from "../../base/lists.ts";
import { BindingKind, DefinitionFlag, DefinitionKind, isCallable } from "../../facts.ts";
import { type Meaning, Tag, UNKNOWN, weaken } from "../meaning.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { bindingMeaning } from "./bindings.ts";
import { joinTwins, unusualFile } from "./builds.ts";
import { isModule, Space } from "./names.ts";
import { childModuleAmong, isChildModule, isInSpace } from "./reaching.ts";

/** From this number of bindings on, what a list of them means is kept with the list: a name that is bound often is read as often. */
const MANY = 16;

/** The meaning of several bindings of one name: overloads and twins are one, other alternatives a union. */
export function joinBindings(world: World, view: FileView, rows: readonly number[], space: number): Meaning {
  if (rows.length === 1) return bindingMeaning(world, view, rows[0]!, space);
  if (rows.length < MANY) return joinSeveral(world, view, rows, space);
  const joined = world.kept.joinedBy(rows);
  const key = `${space} ${unusualFile(world)}`;
  return joined.get(key) ?? joined.find(key, () => joinSeveral(world, view, rows, space), view.index);
}

function joinSeveral(world: World, view: FileView, rows: readonly number[], space: number): Meaning {
  const { bindings, definitions } = view.facts;
  const child = world.rules.kindsApart ? childModuleAmong(view, rows) : 0;
  const others = child === 0 ? NO_ROWS : without(rows, (row) => isChildModule(view, row));
  if (others.length > 0) return besideModule(world, view, child, others, space);
  const plain = without(rows, (row) => definitions.kind[bindings.definition[row]!] === DefinitionKind.namespace);
  if (plain.length > 0 && plain.length < rows.length) {
    const meaning = joinBindings(world, view, plain, space);
    // If the file has a namespace of that name, an import of the name is only a type.
    const isOfType = space !== Space.type && plain.every((row) => bindings.kind[row] === BindingKind.import) &&
      (meaning.tag === Tag.unknown || (meaning.tag === Tag.definition && !isInSpace(world.kindOf(meaning.definition), Space.value)));
    // Something external beside a module is a function or macro of its name: a path leads through the module.
    const isNoModule = world.rules.kindsApart && space !== Space.call && (meaning.tag === Tag.external || meaning.tag === Tag.unknown);
    return isOfType || isNoModule ? joinBindings(world, view, without(rows, (row) => plain.includes(row)), space) : meaning;
  }
  // Overloads are selected by their arguments: the first represents all.
  const areOverloads = world.rules.overloads === true && rows.every((row) => isCallable(definitions.kind[bindings.definition[row]!]!));
  if (areOverloads) return bindingMeaning(world, view, rows[0]!, space);
  const meanings: Meaning[] = [];
  let declared: Meaning | undefined;
  for (const row of preferBodies(view, rows)) {
    const meaning = bindingMeaning(world, view, row, space);
    if (bindings.type[row]! !== 0 && bindings.kind[row] !== BindingKind.narrowing) declared = meaning;
    meanings.push(meaning);
  }
  const merged = space === Space.type && world.rules.separateTypes ? mergedType(world, meanings) : undefined;
  if (merged !== undefined) return merged;
  const definition = bindings.definition[rows[0]!]!;
  if (definitions.kind[definition] === DefinitionKind.namespace && meanings.every((m) => m.tag === Tag.definition)) {
    return meanings.find((m) => world.kindOf(m.definition) !== DefinitionKind.namespace) ?? meanings[0]!;
  }
  if (declared !== undefined && (world.rules.blockScoped || meanings.some((m) => m.tag === Tag.unknown))) return declared;
  const known = meanings.filter((m) => m.tag !== Tag.unknown);
  // A macro may share its name with a type (`use thiserror::Error; enum Error`): beside a repository item, an external one is the macro. A
  // module shares its name with a function.
  const inside = world.rules.kindsApart ? known.filter((m) => m.tag !== Tag.external && !isModule(world, m)) : known;
  if (inside.length > 0 && inside.length < known.length) return joinTwins(world, inside);
  const joined = known.length === 0 ? UNKNOWN : joinTwins(world, known);
  return known.length < meanings.length ? weaken(joined) : joined;
}

/**
 * An import beside a module of its name is not a module: a path leads through the module, and what is called or passed is the other one.
 */
function besideModule(world: World, view: FileView, child: number, others: readonly number[], space: number): Meaning {
  const brought = space === Space.type ? UNKNOWN : joinBindings(world, view, others, space);
  const isDetermined = space === Space.call || (brought.tag !== Tag.unknown && brought.tag !== Tag.external && !isModule(world, brought));
  return isDetermined ? brought : bindingMeaning(world, view, child, space);
}

/** Interfaces and a class of one name are one type, represented by the class if there is one (`basesOf` knows the others). */
function mergedType(world: World, meanings: readonly Meaning[]): Meaning | undefined {
  let found: Meaning | undefined;
  for (const meaning of meanings) {
    if (meaning.tag !== Tag.definition) return undefined;
    const kind = world.kindOf(meaning.definition);
    if (kind === DefinitionKind.class) return meaning;
    if (kind !== DefinitionKind.interface && kind !== DefinitionKind.namespace) return undefined;
    if (kind === DefinitionKind.interface) found ??= meaning;
  }
  return found;
}

/** Drops overload declarations without a body if one has a body; of unconditional redefinitions the last was chosen before. */
export function preferBodies(view: FileView, rows: readonly number[]): readonly number[] {
  return rows.length < 2 ? rows : dropBodiless(view, rows);
}

function dropBodiless(view: FileView, rows: readonly number[]): readonly number[] {
  const { bindings, definitions } = view.facts;
  const isFunction = (row: number): boolean => isCallable(definitions.kind[bindings.definition[row]!]!);
  const functions = rows.filter(isFunction);
  if (functions.length < 2) return rows;
  const bodied = functions.filter((row) => (definitions.flags[bindings.definition[row]!]! & DefinitionFlag.bodiless) === 0);
  if (bodied.length === functions.length) return rows;
  const keep = new Set(bodied.length > 0 ? bodied : [functions[0]!]);
  return rows.filter((row) => keep.has(row) || !isFunction(row));
}
