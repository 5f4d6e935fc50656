/**
 * Which types have a type as a base.
 *
 * Stage: resolve. Possible subtypes are found by the name of the base and examined when the base is first asked about. Invariants: the answer
 * depends on all files, not on who asks first; nobody rests on what is evaluated for it, but whoever asks notes the name (`basedOn`).
 */
import { addAt, NO_ROWS } from "../../base/lists.ts";
import { type DefinitionId, fileOf, rowOf } from "../meaning.ts";
import { basedOn } from "../state/asked_names.ts";
import { type Finding, SharedAnswers } from "../state/shared_answers.ts";
import type { World } from "../world.ts";
import { basesOf } from "./bases.ts";
import { isStructural, structuralTypes } from "./structural.ts";

/** Types by the bases that they were found to have. */
type ByBase = ReadonlyMap<DefinitionId, readonly DefinitionId[]>;

/** The direct subtypes of types, found on demand. */
export class Subtypes {
  readonly #known: SharedAnswers<DefinitionId, readonly DefinitionId[]>;
  readonly #bases = new Map<DefinitionId, ReadonlySet<DefinitionId>>();
  /** By name of a base the types that name one; undefined: those of which no name tells a base. */
  readonly #named = new Map<string | undefined, ByBase>();

  constructor(readonly world: World) {
    this.#known = new SharedAnswers(world.evaluation);
  }

  /** Types of the repository that name `type` as a base or are given it as a trait, in the order of files and rows. */
  get(type: DefinitionId): readonly DefinitionId[] {
    if (this.world.inLibrary(type)) return NO_ROWS;
    return this.#known.get(type) ?? this.#known.seek(type, () => this.#seek(type));
  }

  /** Whoever gets them asks the names of bases, and rests on nothing else that is evaluated for it. */
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
    // What adds to a type from another place is its base.
    if (world.viewOf(type).facts.definitions.owner[rowOf(type)] !== 0) given.push(world.attachments.targetOf(type));
    for (const id of given) if (id !== 0 && !world.inLibrary(id) && this.#basesOf(id).has(type)) found.add(id);
    for (const id of this.#byBase(undefined).get(type) ?? NO_ROWS) found.add(id);
    return [...found].sort((a, b) => a - b);
  }

  /** @param name of the bases that count; undefined: all do, of types of which no name tells a base */
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
      const inside = basesOf(world, id).filter((base) => world.isOwnType(base));
      return new Set(inside.map((base) => base.definition));
    });
  }
}

/** The types below one, nearest first, each once; none below 0. */
export function* typesBelow(world: World, type: DefinitionId): Generator<DefinitionId> {
  if (type === 0) return;
  const types = new Set([type]);
  for (const one of types) {
    if (one !== type) yield one;
    for (const below of subtypesOf(world, one)) types.add(below);
  }
}

/** Types that have another as a base, and those that have all that an interface asks for. */
function subtypesOf(world: World, type: DefinitionId): readonly DefinitionId[] {
  const nominal = world.subtypes.get(type);
  return isStructural(world, type) ? [...nominal, ...structuralTypes(world, type)] : nominal;
}
