/**
 * Members that a type gets outside its own body, and the traits that it implements.
 *
 * Stage: resolve. Definitions that may belong to a type are found by the type's name, and examined when the type is first asked about.
 * Invariants: the result depends on all files, not on the asking one; nobody depends on what is evaluated for it (a look-up of a member
 * records its name).
 */
import { addAt } from "../../base/lists.ts";
import { DefinitionFlag, DefinitionKind, isType, listLength } from "../../facts.ts";
import { type DefinitionId, definitionId, fileOf, instance, isInstanceOf, lastPart, type Meaning, rowOf, Tag } from "../meaning.ts";
import { implementedType, isForParameter, outsideTypes } from "../names/owners.ts";
import { areBuiltTogether, twinsOf } from "../names/twins.ts";
import { isOutsideRepository, isOwnType } from "../ownership.ts";
import { associatedTypes } from "../traits/associated.ts";
import { namesOfBlanket } from "../traits/blankets.ts";
import { hasTrait } from "../traits/traits.ts";
import { namedTrait } from "../types/fitting.ts";
import { memberTable, orderOf } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import { callsItsName } from "./own_name_calls.ts";

/** Members that a type gets from elsewhere, and the traits that it implements. */
export interface Attached {
  readonly members: ReadonlyMap<string, readonly DefinitionId[]>;
  readonly traits: readonly DefinitionId[];
  /** Interfaces that extend it from another place. */
  readonly augments: readonly DefinitionId[];
  /** Whether an attribute macro of unknown effect is on one of its impls: it may generate further ones. */
  readonly isGivenMore: boolean;
  /** The types that represent it in other builds, with members of their own. */
  readonly twins: readonly DefinitionId[];
}

const NONE: readonly DefinitionId[] = [];

/** Blanket impls by the names of their members: the repository's and the library's. */
interface NamedBlankets {
  readonly own: ReadonlyMap<string, readonly DefinitionId[]>;
  readonly library: ReadonlyMap<string, readonly DefinitionId[]>;
}

/** The part that names do not determine: see `Attachments.findUndetermined`. */
export interface Undetermined {
  /** Definitions whose owner is not determined by its name, by their actual type. */
  readonly owned: Map<DefinitionId, DefinitionId[]>;
  /** The same for external types, by their last names; and implementations of traits, by the trait. */
  readonly ownedOutside: Map<string, DefinitionId[]>;
  readonly traits: Map<DefinitionId, DefinitionId[]>;
  /** Blanket impls: the repository's, and the library's. */
  readonly blanket: DefinitionId[];
  readonly libraryBlanket: DefinitionId[];
}

/** The members and traits that types get outside their bodies. */
export class Attachments {
  /** By type; null: nothing. During `findUndetermined`: as determined by names alone. */
  readonly #known = new Map<DefinitionId, Attached | null>();
  readonly #types = new Map<DefinitionId, Meaning | undefined>();
  /** Types under examination: a nested look-up of one finds nothing. */
  readonly #open = new Set<DefinitionId>();
  /** The result of `findUndetermined`; undefined in the world that computes it. */
  readonly #undetermined: Undetermined | undefined;
  /** The blanket impls known so far. */
  #blankets: Pick<Undetermined, "blanket" | "libraryBlanket"> = { blanket: [], libraryBlanket: [] };
  /** By library type: what is attached under any of its names; cached because it is needed in each round of a cycle. */
  readonly #ownedInLibrary = new Map<DefinitionId, readonly DefinitionId[]>();
  readonly #outsideImpls = new Map<DefinitionId, readonly DefinitionId[]>();
  readonly #foreign = new Map<string, ReadonlyMap<string, readonly DefinitionId[]>>();
  /** Blanket impls by the names of their members. */
  #blanketNames: NamedBlankets | undefined;
  /** Whether no type gets anything: checked for every member look-up. */
  readonly isEmpty: boolean;

  /** @param undetermined the result of another world; without it, this one computes it */
  constructor(readonly world: World, undetermined?: Undetermined) {
    this.isEmpty = !world.repository.attachesMembers && world.modules.builtTogether === undefined;
    this.#undetermined = undetermined;
    if (undetermined !== undefined) this.#blankets = undetermined;
  }

  /**
   * Evaluates what names do not determine. Must be called in a separate world, and again if that was too deep: whatever is evaluated and
   * kept meanwhile is based on names alone.
   */
  findUndetermined(): Undetermined {
    const { world } = this;
    const found: Undetermined = { owned: new Map(), ownedOutside: new Map(), traits: new Map(), blanket: [], libraryBlanket: [] };
    const addBlanket = (impl: DefinitionId): unknown => (world.inLibrary(impl) ? found.libraryBlanket : found.blanket).push(impl);
    const doubtful = world.names.findDoubtful("owned");
    // The evaluation of types needs these, so they come first, and by their syntax.
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

  /** The repository's blanket impls. */
  get blankets(): readonly DefinitionId[] {
    return this.#blankets.blanket;
  }

  /** Whether an impl of the repository is a blanket impl. */
  isBlanket(impl: DefinitionId): boolean {
    return this.blankets.includes(impl);
  }

  /** Blanket impls with a member of that name: the repository's, or the library's. */
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
  /** Whether the result for a type is final. */
  knows(type: DefinitionId): boolean {
    return this.isEmpty || (this.#undetermined !== undefined && this.#known.has(type));
  }
  has(type: DefinitionId): boolean {
    return this.get(type) !== undefined;
  }

  /** The type that a definition outside its body belongs to; 0: none. */
  ownerOf(member: DefinitionId): DefinitionId {
    const holder = this.#holderOf(member);
    return holder === 0 ? 0 : this.targetOf(holder);
  }

  /** Implementations of a trait, found by its name, for repository types; ascending. */
  implsOf(trait: DefinitionId): readonly DefinitionId[] {
    const named = this.world.names.find("given", this.world.nameOf(trait)).filter((impl) => {
      const meaning = this.#traitOf(impl);
      return isInstanceOf(meaning, trait);
    });
    return merge(named, this.#undetermined?.traits.get(trait) ?? NONE);
  }

  /** The type that a definition with an owner is for; 0 if it is neither in the repository nor in the library. */
  targetOf(id: DefinitionId): DefinitionId {
    const type = this.#typeOf(id);
    return type === undefined || type.tag === Tag.parameter || outsideTypes(type).length > 0 ? 0 : this.#targetOf(type);
  }

  /** Implementations of a repository trait for other than repository types. */
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

  /** The members that a repository trait provides for the external type called `type`, one per impl. */
  foreignMembers(type: string, member: string): readonly DefinitionId[] {
    const name = lastPart(type);
    const { evaluation, reliance } = this.world;
    const all = this.#foreign.get(name) ?? evaluation.keepApart(this.#foreign, name, reliance.file, () => this.#findForeign(name));
    return all.size === 0 ? NONE : all.get(`${type}.${member}`) ?? all.get(member) ?? NONE;
  }

  /**
   * Members `member` of the repository's impls of external traits for the external type called `type` (`impl From<Job> for Num`): each
   * mentions a repository type, otherwise it would not be allowed.
   */
  externalMembers(type: string, member: string): readonly DefinitionId[] {
    return this.ownedByExternal(type).filter((impl) => {
      if (this.world.inLibrary(impl) || this.world.kindOf(impl) !== DefinitionKind.impl) return false;
      const owner = this.#typeOf(impl);
      if (owner?.tag !== Tag.external || owner.name !== type) return false;
      return isOutsideRepository(this.world, this.#traitOf(impl));
    }).flatMap((impl) => membersNamed(this.world, impl, member));
  }

  /**
   * Members `member` that the repository declares for the external type called `type` (`declare module "x" { interface Spot {…} }`), or
   * assigns to it. @param isNear those of a type of the same name in another package
   */
  membersBeside(type: string, member: string, isNear = false): readonly DefinitionId[] {
    const { world } = this;
    const owned = this.ownedByExternal(type).filter((id) => {
      world.ask(fileOf(id));
      const owner = world.inLibrary(id) ? undefined : this.#typeOf(id);
      return owner?.tag === Tag.external && (owner.name === type) !== isNear;
    });
    const declared = owned.flatMap((id) => world.kindOf(id) === DefinitionKind.interface ? declaredAbove(world, id, member) : NONE);
    return declared.length > 0
      ? declared
      : owned.filter((id) => world.nameOf(id) === member && world.kindOf(id) !== DefinitionKind.interface);
  }
  /** The full name of the external type that an interface extends; otherwise "". */
  nameAddedTo(type: DefinitionId): string {
    if (this.world.kindOf(type) !== DefinitionKind.interface || !this.#hasOwner(type)) return "";
    const owner = this.#typeOf(type);
    return owner?.tag === Tag.external ? owner.name : "";
  }
  /** The full name of the external type to which the repository adds a member; "" for all other members. */
  typeAddedTo(member: DefinitionId): string {
    const parent = this.world.parentOf(member);
    const holder = this.#hasOwner(member) ? member : this.world.kindOf(parent) === DefinitionKind.interface ? parent : 0;
    const type = holder !== 0 && this.#hasOwner(holder) ? this.#typeOf(holder) : undefined;
    return type?.tag === Tag.external ? type.name : "";
  }
  /**
   * Whether a member is added to an object of unknown type: a parameter (`function plug(Target) { Target.run = …`), or an external value.
   */
  isPutIntoUnknown(member: DefinitionId): boolean {
    return this.#hasOwner(member) && this.#typeOf(member) === undefined;
  }
  /** What is assigned under a name to the type that an interface extends (`Spot.prototype.left = function () {…}`). */
  putBeside(augment: DefinitionId, member: string): readonly DefinitionId[] {
    const { world } = this;
    const type = this.#hasOwner(augment) ? this.#typeOf(augment) : undefined;
    if (type === undefined) return NONE;
    return this.ownedByExternal(world.nameOf(augment)).filter((id) => {
      const owner = world.nameOf(id) === member && world.kindOf(id) !== DefinitionKind.interface ? this.#typeOf(id) : undefined;
      return owner !== undefined && owner.tag === type.tag && owner.definition === type.definition && owner.name === type.name;
    });
  }

  /** Definitions for external types, or for unknown ones, with the last name of `type`. */
  ownedByExternal(type: string): readonly DefinitionId[] {
    return merge(this.world.names.find("owned", lastPart(type)), this.#undetermined?.ownedOutside.get(lastPart(type)) ?? NONE);
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
    for (const id of merge(named, this.#undetermined?.owned.get(type) ?? NONE)) {
      const owner = this.#typeOf(id);
      if (owner === undefined || owner.tag === Tag.parameter || outsideTypes(owner).length > 0) continue;
      const target = this.#targetOf(owner);
      if (target !== type) {
        // A member of a type that other builds declare elsewhere belongs to each declaration that can be built with it.
        if (twins.includes(target) && fileOf(target) !== fileOf(id) && areBuiltTogether(world, id, fileOf(type))) apart.push(id);
      } else if (world.kindOf(id) === DefinitionKind.interface) {
        // For a repository type, an augmenting interface acts as a base; a library type gets its members.
        if (world.inLibrary(type)) this.#addImpl(id, members, traits);
        else if (id !== type && isType(world.kindOf(type))) augments.push(id);
      } else if (world.kindOf(id) === DefinitionKind.impl) {
        this.#addImpl(id, members, traits);
        isGivenMore ||= (world.flagsOf(id) & DefinitionFlag.passedOut) !== 0;
      } else addAt(members, world.nameOf(id), id);
    }
    for (const id of apart) addAt(members, world.nameOf(id), id);
    const isNothing = members.size + traits.length + augments.length + twins.length === 0 && !isGivenMore;
    return isNothing ? undefined : { members, traits, augments, isGivenMore, twins };
  }

  /** What is attached to a type by its name, or by a name of external types that the library's type represents. */
  #ownedBy(type: DefinitionId): readonly DefinitionId[] {
    const { world } = this;
    const { madeUpTypes } = world.rules;
    const name = world.nameOf(type);
    // Those without an identifying name were evaluated once, for all types.
    if (name === "") return NONE;
    if (!world.inLibrary(type) || (madeUpTypes !== undefined && name.endsWith(madeUpTypes))) return world.names.find("owned", name);
    let owned = this.#ownedInLibrary.get(type);
    if (owned === undefined) this.#ownedInLibrary.set(type, owned = this.#ownedByNames(name));
    return owned;
  }
  #ownedByNames(name: string): readonly DefinitionId[] {
    const { names, rules } = this.world;
    let owned = names.find("owned", name);
    const written = lastPart(this.world.library.shownName(name));
    if (written !== name) owned = merge(owned, names.find("owned", written));
    for (const [alias, target] of Object.entries(rules.externalAliases ?? {})) {
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

  /** What a repository trait provides for an external type; for external traits not all impls are visible. */
  #findForeign(name: string): ReadonlyMap<string, readonly DefinitionId[]> {
    const { world } = this;
    const known = new Map<string, Map<DefinitionId, DefinitionId[]>>();
    for (const impl of this.ownedByExternal(name)) {
      if (world.inLibrary(impl) || world.kindOf(impl) !== DefinitionKind.impl) continue;
      const type = this.#typeOf(impl);
      const outside = type === undefined ? [] : outsideTypes(type).filter((one) => lastPart(one.name) === name);
      if (outside.length === 0) continue;
      // An inherent impl is for a type of the repository that a macro generates.
      const trait = hasTrait(world, impl) ? this.#traitOf(impl) : instance(impl);
      if (!isOwnType(world, trait)) continue;
      for (const one of new Set([...memberTable(world, impl).keys(), ...memberTable(world, trait.definition).keys()])) {
        const member = membersNamed(world, impl, one)[0] ?? membersNamed(world, trait.definition, one)[0];
        if (member === undefined) continue;
        // Two external types may share a name (`regex::Match`, `regex::bytes::Match`).
        for (const key of [one, ...outside.map((type) => `${type.name}.${one}`)]) {
          const byTrait = known.get(key) ?? new Map<DefinitionId, DefinitionId[]>();
          addAt(byTrait, trait.definition, member);
          known.set(key, byTrait);
        }
      }
    }
    const given = new Map<string, readonly DefinitionId[]>();
    for (const [key, byTrait] of known) {
      for (const [trait, members] of byTrait) {
        const all = [...new Set(members)];
        // A method that calls its own name on `self` may call that of an impl for other arguments.
        const isOneOfMany = all.length > 1 && isGeneric(world, trait);
        const left = isOneOfMany ? all : all.filter((member) => !callsItsName(world, member, name));
        // The trait determines whether it is in scope at a call.
        if (left.length > 0) given.set(key, [...given.get(key) ?? NONE, ...left]);
      }
    }
    return given;
  }

  /** The type that a definition with an `owner` belongs to, or an impl is for. */
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
    return type.tag === Tag.tuple ? this.world.library.tupleType() : type.definition;
  }
  /**
   * The definition that determines the type of `member`: itself, or the impl or augmenting interface of a library type around it; 0: none.
   */
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
  /** Whether an impl is not for a repository type: for an external type, or a blanket impl. */
  #isOutside(type: Meaning): boolean {
    return type.tag === Tag.parameter || outsideTypes(type).length > 0 || type.tag === Tag.tuple || this.world.inLibrary(type.definition);
  }
}

/** The union of two ascending lists, ascending. */
function merge(one: readonly DefinitionId[], other: readonly DefinitionId[]): readonly DefinitionId[] {
  if (other.length === 0) return one;
  return [...new Set([...one, ...other])].sort((a, b) => a - b);
}

/** Whether a trait has type parameters besides its associated types. */
export function isGeneric(world: World, trait: DefinitionId): boolean {
  const { facts } = world.viewOf(trait);
  return listLength(facts, facts.definitions.typeParameters[rowOf(trait)]!) > associatedTypes(world, trait).length;
}

/** Members that the body of a type defines under a name. */
function declaredIn(world: World, type: DefinitionId, name: string): readonly DefinitionId[] {
  const rows = memberTable(world, type).get(name);
  if (rows === undefined) return NONE;
  const { bindings } = world.viewOf(type).facts;
  return rows.map((row) => bindings.definition[row]!).filter((row) => row !== 0).map((row) => definitionId(fileOf(type), row));
}

/** The same for an interface that extends an external type; its bases extend that as well. */
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

/** A type's own callable members under a name. */
export function membersNamed(world: World, type: DefinitionId, name: string): readonly DefinitionId[] {
  const given = world.attachments.get(type)?.members.get(name) ?? NONE;
  const declared = declaredIn(world, type, name);
  if (declared.length + given.length === 0) return NONE;
  return [...declared, ...given].filter((id) => world.kindOf(id) === DefinitionKind.method || world.kindOf(id) === DefinitionKind.function);
}
