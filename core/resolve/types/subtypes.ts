/**
 * The direct subtypes of types. Possible ones are found by the base's name and examined when the base is first asked about.
 *
 * Stage: resolve. Invariants: the result depends on all files, not on the asking one; nobody depends on what is evaluated for it, but a
 * look-up records the name (`basedOn`).
 */
import { addAt, NO_ROWS } from "../../base/lists.ts";
import { type DefinitionId, fileOf, rowOf } from "../meaning.ts";
import { isOwnType } from "../ownership.ts";
import { basedOn } from "../state/asked_names.ts";
import { type Finding, SharedAnswers } from "../state/shared_answers.ts";
import type { World } from "../world.ts";
import { basesOf } from "./bases.ts";
import { isStructural, structuralTypes } from "./structural.ts";

/** Types by their actual bases. */
type ByBase = ReadonlyMap<DefinitionId, readonly DefinitionId[]>;

/** The direct subtypes of types, found on demand. */
export class Subtypes {
  readonly #known: SharedAnswers<DefinitionId, readonly DefinitionId[]>;
  readonly #bases = new Map<DefinitionId, ReadonlySet<DefinitionId>>();
  /** By base name: the types that name such a base; undefined: those with bases that no name determines. */
  readonly #named = new Map<string | undefined, ByBase>();

  constructor(readonly world: World) {
    this.#known = new SharedAnswers(world.evaluation);
  }

  /** Types of the repository that have `type` as a base or trait, in the order of files and rows. */
  get(type: DefinitionId): readonly DefinitionId[] {
    if (this.world.inLibrary(type)) return NO_ROWS;
    return this.#known.get(type) ?? this.#known.seek(type, () => this.#seek(type));
  }

  /** Callers depend on the names of bases, and on nothing else that is evaluated for it. */
  #seek(type: DefinitionId): Finding<readonly DefinitionId[]> {
    const { world } = this;
    world.askName(basedOn(world.nameOf(type)));
    world.askName(basedOn(""));
    return world.evaluation.apart(fileOf(type), () => this.#find(type));
  }

  #find(type: DefinitionId): readonly DefinitionId[] {
    const { world } = this;
    const found = new Set(this.#byBase(world.nameOf(type)).get(type));
    const given = world.attachments.implsOf(type).map((impl) => world.attachments.targetOf(impl));
    // An interface that extends it from another place acts as its base.
    if (world.viewOf(type).facts.definitions.owner[rowOf(type)] !== 0) given.push(world.attachments.targetOf(type));
    for (const id of given) if (id !== 0 && !world.inLibrary(id) && this.#basesOf(id).has(type)) found.add(id);
    for (const id of this.#byBase(undefined).get(type) ?? NO_ROWS) found.add(id);
    return [...found].sort((a, b) => a - b);
  }

  /** @param name of the bases that count; undefined: all bases of types with bases that no name determines */
  #byBase(name: string | undefined): ByBase {
    const { evaluation, reliance } = this.world;
    return this.#named.get(name) ?? evaluation.keepApart(this.#named, name, reliance.file, () => this.#findByBase(name));
  }

  #findByBase(name: string | undefined): ByBase {
    const { names } = this.world;
    const found = new Map<DefinitionId, DefinitionId[]>();
    for (const id of name === undefined ? names.findDoubtful("based") : names.find("based", name)) {
      for (const base of this.#basesOf(id)) {
        if (name === undefined || this.world.nameOf(base) === name) addAt(found, base, id);
      }
    }
    return found;
  }

  #basesOf(id: DefinitionId): ReadonlySet<DefinitionId> {
    const { world } = this;
    return this.#bases.get(id) ?? world.evaluation.keepApart(this.#bases, id, fileOf(id), () => {
      const inside = basesOf(world, id).filter((base) => isOwnType(world, base));
      return new Set(inside.map((base) => base.definition));
    });
  }
}

/** The subtypes of a type, nearest first, each once; none for 0. */
export function* typesBelow(world: World, type: DefinitionId): Generator<DefinitionId> {
  if (type === 0) return;
  const types = new Set([type]);
  for (const one of types) {
    if (one !== type) yield one;
    for (const below of subtypesOf(world, one)) types.add(below);
  }
}

/** The types that have another as a base, and those that satisfy it structurally. */
function subtypesOf(world: World, type: DefinitionId): readonly DefinitionId[] {
  const nominal = world.subtypes.get(type);
  return isStructural(world, type) ? [...nominal, ...structuralTypes(world, type)] : nominal;
}
