/**
 * Members that a type gets outside its own body, and the traits that it is given.
 *
 * Stage: resolve. What may belong to a type is found by the type's name and looked at when the type is first asked about. Invariants: the
 * answer depends on all files, not on who asks first; nobody rests on what is evaluated for it (who asks for a member notes its name).
 */
import { addAt } from "../../base/lists.ts";
import { DefinitionFlag, DefinitionKind, isType, listLength } from "../../facts.ts";
import { type DefinitionId, definitionId, fileOf, instance, lastPart, type Meaning, rowOf, Tag } from "../meaning.ts";
import { implementedType, isForParameter, outsideTypes } from "../names/owners.ts";
import { areBuiltTogether, twinsOf } from "../names/twins.ts";
import { associatedTypes } from "../traits/associated.ts";
import { namesOfBlanket } from "../traits/blankets.ts";
import { hasTrait } from "../traits/traits.ts";
import { namedTrait } from "../types/fitting.ts";
import { memberTable, orderOf } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import { callsItsName } from "./own_name_calls.ts";

/** Members that a type gets from elsewhere, and the traits it is given. */
export interface Attached {
  readonly members: ReadonlyMap<string, readonly DefinitionId[]>;
  readonly traits: readonly DefinitionId[];
  /** Interfaces that add to it from another place. */
  readonly augments: readonly DefinitionId[];
  /** Whether a macro that nothing tells about stands before one of its impls: it may write further ones. */
  readonly isGivenMore: boolean;
  /** What stands for it in builds that take other files, with members of its own. */
  readonly twins: readonly DefinitionId[];
}

const NONE: readonly DefinitionId[] = [];

/** Blanket impls by the names of the members that they give: the repository's and the library's. */
interface NamedBlankets {
  readonly own: ReadonlyMap<string, readonly DefinitionId[]>;
  readonly library: ReadonlyMap<string, readonly DefinitionId[]>;
}

/** What names do not tell: see `Attachments.findUntold`. */
export interface Untold {
  /** Definitions whose owner is not told by its name, by the type that it was found to be. */
  readonly owned: Map<DefinitionId, DefinitionId[]>;
  /** The same for types outside, by their last names; and implementations of traits, by the trait. */
  readonly ownedOutside: Map<string, DefinitionId[]>;
  readonly traits: Map<DefinitionId, DefinitionId[]>;
  /** Implementations for a type parameter: the repository's, and the library's. */
  readonly blanket: DefinitionId[];
  readonly libraryBlanket: DefinitionId[];
}

/** See the head of this file. */
export class Attachments {
  /** null: it was found that there is nothing. As names alone tell it, while it is found out what these do not tell. */
  readonly #known = new Map<DefinitionId, Attached | null>();
  readonly #types = new Map<DefinitionId, Meaning | undefined>();
  /** Types that are being looked at: who asks about one of them meanwhile finds nothing. */
  readonly #open = new Set<DefinitionId>();
  /** What was told before; undefined in the world that finds it out. */
  readonly #untold: Untold | undefined;
  /** The implementations for a type parameter, as far as they are known. */
  #blankets: Pick<Untold, "blanket" | "libraryBlanket"> = { blanket: [], libraryBlanket: [] };
  /** What is given to types of the library by any of their names: asked anew in each round of a circle. */
  readonly #ownedInLibrary = new Map<DefinitionId, readonly DefinitionId[]>();
  readonly #outsideImpls = new Map<DefinitionId, readonly DefinitionId[]>();
  readonly #foreign = new Map<string, ReadonlyMap<string, readonly DefinitionId[]>>();
  /** Blanket impls by the names that they give. */
  #blanketNames: NamedBlankets | undefined;

  /** @param untold what another world found out; this one does where it is not given */
  constructor(readonly world: World, untold?: Untold) {
    this.#untold = untold;
    if (untold !== undefined) this.#blankets = untold;
  }

  /** Whether no type gets anything: every member that is looked for asks. */
  get isEmpty(): boolean {
    return !this.world.attachesMembers && this.world.modules.builtTogether === undefined;
  }

  /**
   * Evaluates what names do not tell. To be called in a world of its own, and again where that was too deep: what is evaluated meanwhile, and kept,
   * rests on what names tell alone.
   */
  findUntold(): Untold {
    const { world } = this;
    const found: Untold = { owned: new Map(), ownedOutside: new Map(), traits: new Map(), blanket: [], libraryBlanket: [] };
    const addBlanket = (impl: DefinitionId): unknown => (world.inLibrary(impl) ? found.libraryBlanket : found.blanket).push(impl);
    const doubtful = world.names.findDoubtful("owned");
    // What types are like asks for these, so they are told first, and by how they are written.
    for (const id of doubtful) if (isForParameter(world.viewOf(id), rowOf(id))) addBlanket(id);
    this.#blankets = found;
    for (const id of doubtful) {
      world.depths.isGivenUp = false;
      const type = isForParameter(world.viewOf(id), rowOf(id)) ? undefined : this.#typeOf(id);
      if (type === undefined) continue;
      if (type.tag === Tag.parameter) {
        if (world.kindOf(id) === DefinitionKind.impl) addBlanket(id);
        continue;
      }
      const outside = outsideTypes(type);
      for (const one of outside) addAt(found.ownedOutside, lastPart(one.name), id);
      if (outside.length === 0) addAt(found.owned, this.#targetOf(type), id);
    }
    for (const id of world.names.findDoubtful("given")) {
      world.depths.isGivenUp = false;
      const trait = this.#traitOf(id);
      if (trait.tag === Tag.instance) addAt(found.traits, trait.definition, id);
    }
    return found;
  }

  /** The repository's implementations for a type parameter. */
  get blankets(): readonly DefinitionId[] {
    return this.#blankets.blanket;
  }

  /** Whether an impl of the repository is for a type parameter. */
  isBlanket(impl: DefinitionId): boolean {
    return this.blankets.includes(impl);
  }

  /** Blanket impls that give a member of that name: the repository's, or the library's. */
  blanketsWith(name: string, ofLibrary = false): readonly DefinitionId[] {
    const named = this.#blanketNames ?? this.#nameBlankets();
    return (ofLibrary ? named.library : named.own).get(name) ?? NONE;
  }
  #nameBlankets(): NamedBlankets {
    const { world } = this;
    const { blanket, libraryBlanket } = this.#blankets;
    const byName = (impls: readonly DefinitionId[]): ReadonlyMap<string, readonly DefinitionId[]> => {
      const named = new Map<string, DefinitionId[]>();
      for (const impl of impls) for (const one of namesOfBlanket(world, impl)) addAt(named, one, impl);
      return named;
    };
    const { value, isCertain } = world.evaluation.within(() => ({
      own: byName(blanket),
      library: byName(libraryBlanket),
    }));
    if (isCertain) this.#blanketNames = value;
    return value;
  }

  /** What a type gets from elsewhere; undefined: nothing. */
  get(type: DefinitionId): Attached | undefined {
    if (this.isEmpty) return undefined;
    const known = this.#known.get(type);
    if (known !== undefined) return known ?? undefined;
    return this.#open.has(type) ? undefined : this.#findOnce(type);
  }
  #findOnce(type: DefinitionId): Attached | undefined {
    this.#open.add(type);
    const { value, isCertain } = this.world.evaluation.apart(fileOf(type), () => this.#find(type));
    this.#open.delete(type);
    if (isCertain) this.#known.set(type, value ?? null);
    return value;
  }
  /** Whether what a type gets is told for good. */
  knows(type: DefinitionId): boolean {
    return this.isEmpty || (this.#untold !== undefined && this.#known.has(type));
  }
  has(type: DefinitionId): boolean {
    return this.get(type) !== undefined;
  }

  /** The type that a definition outside its body belongs to; 0: none. */
  ownerOf(member: DefinitionId): DefinitionId {
    const holder = this.#holderOf(member);
    return holder === 0 ? 0 : this.targetOf(holder);
  }

  /** Implementations of a trait for the types that bear it, by its name: those of the repository, ascending. */
  implsOf(trait: DefinitionId): readonly DefinitionId[] {
    const named = this.world.names.find("given", this.world.nameOf(trait)).filter((impl) => {
      const meaning = this.#traitOf(impl);
      return meaning.tag === Tag.instance && meaning.definition === trait;
    });
    return merge(named, this.#untold?.traits.get(trait) ?? NONE);
  }

  /** The type that a definition with an owner is written for; 0 where that is none of the repository or the library. */
  targetOf(id: DefinitionId): DefinitionId {
    const type = this.#typeOf(id);
    return type === undefined || type.tag === Tag.parameter || outsideTypes(type).length > 0 ? 0 : this.#targetOf(type);
  }

  /** Implementations of a trait of the repository for what is no type of the repository. */
  outsideImplsOf(trait: DefinitionId): readonly DefinitionId[] {
    const { world } = this;
    return this.#outsideImpls.get(trait) ?? world.evaluation.keepApart(
      this.#outsideImpls,
      trait,
      fileOf(trait),
      () =>
        trait === 0 || world.inLibrary(trait) ? NONE : this.implsOf(trait).filter((impl) => {
          const type = this.#typeOf(impl);
          return type !== undefined && this.#isOutside(type);
        }),
    );
  }

  /** The members that a trait of the repository gives to the type outside that bears `type`, one by each of its impls. */
  foreignMembers(type: string, member: string): readonly DefinitionId[] {
    const name = lastPart(type);
    const { evaluation, reliance } = this.world;
    const all = this.#foreign.get(name) ?? evaluation.keepApart(this.#foreign, name, reliance.file, () => this.#findForeign(name));
    return all.size === 0 ? NONE : all.get(`${type}.${member}`) ?? all.get(member) ?? NONE;
  }

  /**
   * Members `member` of the repository's impls for the type outside that bears `type` of traits that lie outside as well (`impl From<Job> for Num`):
   * each speaks of a type of the repository, or it could not stand there.
   */
  membersAbroad(type: string, member: string): readonly DefinitionId[] {
    return this.ownedAbroad(type).filter((impl) => {
      if (this.world.inLibrary(impl) || this.world.kindOf(impl) !== DefinitionKind.impl) return false;
      const owner = this.#typeOf(impl);
      if (owner?.tag !== Tag.external || owner.name !== type) return false;
      return this.world.isAbroad(this.#traitOf(impl));
    }).flatMap((impl) => membersNamed(this.world, impl, member));
  }

  /**
   * Members `member` that the repository declares of the type outside that bears `type` (`declare module "x" { interface Spot {…} }`), or else
   * puts into it. @param isNear those of a type of the same name that another package has
   */
  membersBeside(type: string, member: string, isNear = false): readonly DefinitionId[] {
    const { world } = this;
    const owned = this.ownedAbroad(type).filter((id) => {
      world.ask(fileOf(id));
      const owner = world.inLibrary(id) ? undefined : this.#typeOf(id);
      return owner?.tag === Tag.external && (owner.name === type) !== isNear;
    });
    const declared = owned.flatMap((id) => world.kindOf(id) === DefinitionKind.interface ? declaredAbove(world, id, member) : NONE);
    return declared.length > 0
      ? declared
      : owned.filter((id) => world.nameOf(id) === member && world.kindOf(id) !== DefinitionKind.interface);
  }
  /** The full name of the type outside that an interface adds to; "" for all others. */
  nameAddedTo(type: DefinitionId): string {
    if (this.world.kindOf(type) !== DefinitionKind.interface || !this.#hasOwner(type)) return "";
    const owner = this.#typeOf(type);
    return owner?.tag === Tag.external ? owner.name : "";
  }
  /** The full name of the type outside of which the repository declares a member, or into which it puts that; empty of all other members. */
  typeAddedTo(member: DefinitionId): string {
    const parent = this.world.parentOf(member);
    const holder = this.#hasOwner(member) ? member : this.world.kindOf(parent) === DefinitionKind.interface ? parent : 0;
    const type = holder !== 0 && this.#hasOwner(holder) ? this.#typeOf(holder) : undefined;
    return type?.tag === Tag.external ? type.name : "";
  }
  /** Whether a member is put into something of which no type is known: a parameter (`function plug(Target) { Target.run = …`), or a value from outside. */
  isPutIntoUntold(member: DefinitionId): boolean {
    return this.#hasOwner(member) && this.#typeOf(member) === undefined;
  }
  /** What is put under a name into the type from elsewhere to which an interface adds (`Spot.prototype.left = function () {…}`). */
  putBeside(augment: DefinitionId, member: string): readonly DefinitionId[] {
    const { world } = this;
    const type = this.#hasOwner(augment) ? this.#typeOf(augment) : undefined;
    if (type === undefined) return NONE;
    return this.ownedAbroad(world.nameOf(augment)).filter((id) => {
      const owner = world.nameOf(id) === member && world.kindOf(id) !== DefinitionKind.interface ? this.#typeOf(id) : undefined;
      return owner !== undefined && owner.tag === type.tag && owner.definition === type.definition && owner.name === type.name;
    });
  }

  /** What is written for types outside, and for what else no type is known of, that bear the last name of `type`. */
  ownedAbroad(type: string): readonly DefinitionId[] {
    return merge(this.world.names.find("owned", lastPart(type)), this.#untold?.ownedOutside.get(lastPart(type)) ?? NONE);
  }

  #find(type: DefinitionId): Attached | undefined {
    const { world } = this;
    const members = new Map<string, DefinitionId[]>();
    const traits: DefinitionId[] = [];
    const augments: DefinitionId[] = [];
    const apart: DefinitionId[] = [];
    let isGivenMore = false;
    const twins = world.modules.builtTogether === undefined ? NONE : twinsOf(world, type);
    const named = this.#ownedBy(type);
    for (const id of merge(named, this.#untold?.owned.get(type) ?? NONE)) {
      const owner = this.#typeOf(id);
      if (owner === undefined || owner.tag === Tag.parameter || outsideTypes(owner).length > 0) continue;
      const target = this.#targetOf(owner);
      if (target !== type) {
        // A member of a type that other builds declare elsewhere is a member of each that can be built with it.
        if (twins.includes(target) && fileOf(target) !== fileOf(id) && areBuiltTogether(world, id, fileOf(type))) apart.push(id);
      } else if (world.kindOf(id) === DefinitionKind.interface) {
        // Of a type of the repository an augment is as good as a base; a type of the library gets its members.
        if (world.inLibrary(type)) this.#addImpl(id, members, traits);
        else if (id !== type && isType(world.kindOf(type))) augments.push(id);
      } else if (world.kindOf(id) === DefinitionKind.impl) {
        this.#addImpl(id, members, traits);
        isGivenMore ||= (world.flagsOf(id) & DefinitionFlag.handedOut) !== 0;
      } else addAt(members, world.nameOf(id), id);
    }
    for (const id of apart) addAt(members, world.nameOf(id), id);
    const isNothing = members.size + traits.length + augments.length + twins.length === 0 && !isGivenMore;
    return isNothing ? undefined : { members, traits, augments, isGivenMore, twins };
  }

  /** What is given to a type by its name, or by one that types outside bear of which the library's tells all. */
  #ownedBy(type: DefinitionId): readonly DefinitionId[] {
    const { world } = this;
    const { madeUpTypes } = world.rules;
    const name = world.nameOf(type);
    // Those that may belong to a type of any name were evaluated once, for all.
    if (name === "") return NONE;
    if (!world.inLibrary(type) || (madeUpTypes !== undefined && name.endsWith(madeUpTypes))) return world.names.find("owned", name);
    let owned = this.#ownedInLibrary.get(type);
    if (owned === undefined) this.#ownedInLibrary.set(type, owned = this.#ownedByNames(name));
    return owned;
  }
  #ownedByNames(name: string): readonly DefinitionId[] {
    const { names, rules } = this.world;
    let owned = names.find("owned", name);
    const written = lastPart(this.world.inModule(name));
    if (written !== name) owned = merge(owned, names.find("owned", written));
    for (const [alias, target] of Object.entries(rules.aliasedAbroad ?? {})) {
      if (target === name && alias !== name) owned = merge(owned, names.find("owned", alias));
    }
    return owned;
  }

  #addImpl(impl: DefinitionId, members: Map<string, DefinitionId[]>, traits: DefinitionId[]): void {
    const { facts } = this.world.viewOf(impl);
    for (const name of memberTable(this.world, impl).keys()) {
      for (const member of declaredIn(this.world, impl, name)) addAt(members, name, member);
    }
    if (facts.definitions.type[rowOf(impl)]! !== 0) traits.push(impl);
  }

  /** What is given to a type outside by a trait of the repository; of a trait outside others may give more than is seen here. */
  #findForeign(name: string): ReadonlyMap<string, readonly DefinitionId[]> {
    const { world } = this;
    const told = new Map<string, Map<DefinitionId, DefinitionId[]>>();
    for (const impl of this.ownedAbroad(name)) {
      if (world.inLibrary(impl) || world.kindOf(impl) !== DefinitionKind.impl) continue;
      const type = this.#typeOf(impl);
      const outside = type === undefined ? [] : outsideTypes(type).filter((one) => lastPart(one.name) === name);
      if (outside.length === 0) continue;
      // What has no trait is for a type that a macro makes in the repository.
      const trait = hasTrait(world, impl) ? this.#traitOf(impl) : instance(impl);
      if (!world.isOwnType(trait)) continue;
      for (const one of new Set([...memberTable(world, impl).keys(), ...memberTable(world, trait.definition).keys()])) {
        const member = membersNamed(world, impl, one)[0] ?? membersNamed(world, trait.definition, one)[0];
        if (member === undefined) continue;
        // Two types outside may bear one name (`regex::Match`, `regex::bytes::Match`).
        for (const key of [one, ...outside.map((type) => `${type.name}.${one}`)]) {
          const byTrait = told.get(key) ?? new Map<DefinitionId, DefinitionId[]>();
          addAt(byTrait, trait.definition, member);
          told.set(key, byTrait);
        }
      }
    }
    const given = new Map<string, readonly DefinitionId[]>();
    for (const [key, byTrait] of told) {
      for (const [trait, members] of byTrait) {
        const all = [...new Set(members)];
        // One that calls its own name on `self` may call what the trait gives for other arguments.
        const isOneOfMany = all.length > 1 && isGeneric(world, trait);
        const left = isOneOfMany ? all : all.filter((member) => !callsItsName(world, member, name));
        // Which of several traits is meant tells which is brought in there.
        if (left.length > 0) given.set(key, [...given.get(key) ?? NONE, ...left]);
      }
    }
    return given;
  }

  /** What a definition with an `owner` belongs to, and an impl is for. */
  #typeOf(id: DefinitionId): Meaning | undefined {
    if (this.#types.has(id)) return this.#types.get(id);
    const view = this.world.viewOf(id);
    const { value, isCertain } = this.world.evaluation.apart(view.index, () => implementedType(this.world, view, rowOf(id)));
    if (isCertain) this.#types.set(id, value);
    return value;
  }
  #traitOf(impl: DefinitionId): Meaning {
    return this.world.evaluation.apart(fileOf(impl), () => namedTrait(this.world, impl)).value;
  }
  #targetOf(type: Meaning): DefinitionId {
    return type.tag === Tag.tuple ? this.world.tupleType() : type.definition;
  }
  /** The definition that says to which type `member` belongs: itself, or the impl or the augment of a library's type around it; 0: none. */
  #holderOf(member: DefinitionId): DefinitionId {
    const { world } = this;
    if (world.kindOf(member) !== DefinitionKind.interface && this.#hasOwner(member)) return member;
    const parent = world.parentOf(member);
    if (parent === 0) return 0;
    const kind = world.kindOf(parent);
    const isAugment = kind === DefinitionKind.interface && this.#hasOwner(parent) && world.inLibrary(this.targetOf(parent));
    return kind === DefinitionKind.impl || isAugment ? parent : 0;
  }
  #hasOwner(id: DefinitionId): boolean {
    return this.world.viewOf(id).facts.definitions.owner[rowOf(id)] !== 0;
  }
  /** Whether an impl is for what is no type of the repository: a type outside, or all that fulfil a bound. */
  #isOutside(type: Meaning): boolean {
    return type.tag === Tag.parameter || outsideTypes(type).length > 0 || type.tag === Tag.tuple || this.world.inLibrary(type.definition);
  }
}

/** Both lists as one, ascending, nothing twice. */
function merge(one: readonly DefinitionId[], other: readonly DefinitionId[]): readonly DefinitionId[] {
  if (other.length === 0) return one;
  return [...new Set([...one, ...other])].sort((a, b) => a - b);
}

/** Whether a trait has type parameters besides its associated types. */
export function isGeneric(world: World, trait: DefinitionId): boolean {
  const { facts } = world.viewOf(trait);
  return listLength(facts, facts.definitions.typeParameters[rowOf(trait)]!) > associatedTypes(world, trait).length;
}

/** Members under a name that the body of a type defines. */
function declaredIn(world: World, type: DefinitionId, name: string): DefinitionId[] {
  const { bindings } = world.viewOf(type).facts;
  const rows = memberTable(world, type).get(name) ?? [];
  return rows.map((row) => bindings.definition[row]!).filter((row) => row !== 0).map((row) => definitionId(fileOf(type), row));
}

/** The same of an interface that adds to a type outside; what it builds on adds to that as well. */
function declaredAbove(world: World, type: DefinitionId, name: string): readonly DefinitionId[] {
  const own = declaredIn(world, type, name);
  if (own.length > 0) return own;
  for (const { tag, definition } of orderOf(world, type)) {
    if (tag !== Tag.instance || definition === type || world.inLibrary(definition)) continue;
    world.ask(fileOf(definition));
    const found = declaredIn(world, definition, name);
    if (found.length > 0) return found;
  }
  return NONE;
}

/** Callable members of a type's own under a name. */
export function membersNamed(world: World, type: DefinitionId, name: string): readonly DefinitionId[] {
  const given = world.attachments.get(type)?.members.get(name) ?? NONE;
  return [...declaredIn(world, type, name), ...given].filter((id) =>
    world.kindOf(id) === DefinitionKind.method || world.kindOf(id) === DefinitionKind.function
  );
}
