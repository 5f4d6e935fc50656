/**
 * The functions, methods and macros of the repository by name.
 *
 * Stage: resolve. Invariant: who looks a name up depends on it (`World.askName`), also where nothing is found, and on nothing else that is
 * evaluated for it.
 */
import { addAt, NO_ROWS } from "../../base/lists.ts";
import { BindingKind, DefinitionKind } from "../../facts.ts";
import { type DefinitionId, definitionId, rowOf } from "../meaning.ts";
import { type Finding, SharedAnswers } from "../state/shared_answers.ts";
import type { World } from "../world.ts";
import { withoutStubs } from "./stubs.ts";
import { isPassedIn } from "./undeclared_types.ts";

/** Definitions of the repository by name, as `World.names` lists them; a look-up of a callable is recorded. */
export class RepositoryNames {
  readonly #methods: SharedAnswers<string, readonly DefinitionId[]>;
  readonly #declaring = new Map<string, readonly DefinitionId[]>();
  /** By file: definitions at the top level of its package, by name. */
  readonly #packages: (ReadonlyMap<string, readonly DefinitionId[]> | undefined)[] = [];
  #attachesMembers: boolean | undefined;

  constructor(readonly world: World) {
    this.#methods = new SharedAnswers(world.evaluation);
  }
  /** Functions and methods. */
  callables(name: string): readonly DefinitionId[] {
    this.world.askName(name);
    return this.world.names.find("callables", name);
  }
  /** Functions that belong to a type, or to an untyped parameter; without declarations in stubs of functions that the source defines. */
  methods(name: string): readonly DefinitionId[] {
    return this.#methods.get(name) ?? this.#methods.seek(name, () => this.#findMethods(name));
  }
  #findMethods(name: string): Finding<readonly DefinitionId[]> {
    const { world } = this;
    const all = this.callables(name);
    const isMethod = (id: DefinitionId): boolean => world.ownerOf(id) !== 0 || this.#isPutIntoParameter(id);
    return world.evaluation.apart(world.reliance.file, () => withoutStubs(world, all.filter(isMethod)));
  }
  #isPutIntoParameter(member: DefinitionId): boolean {
    const view = this.world.viewOf(member);
    const owner = view.facts.definitions.owner[rowOf(member)]!;
    return owner !== 0 && isPassedIn(this.world, view, owner);
  }
  /** Functions declared in traits. */
  methodsOfTraits(name: string): readonly DefinitionId[] {
    const { world } = this;
    const all = this.callables(name);
    let methods = this.#declaring.get(name);
    if (methods === undefined) {
      methods = all.filter((id) => world.parentOf(id) !== 0 && world.kindOf(world.parentOf(id)) === DefinitionKind.trait);
      this.#declaring.set(name, methods);
    }
    return methods;
  }
  /** Traits that declare a function of that name. */
  traitsDeclaring(name: string): readonly DefinitionId[] {
    return this.methodsOfTraits(name).map((id) => this.world.parentOf(id));
  }
  /** Declarative macros (`macro_rules!`). */
  macros(name: string): readonly DefinitionId[] {
    this.world.askName(name);
    return this.world.names.find("macros", name);
  }
  /** Whether there is a macro of that name, or a function that generates one. */
  hasMacro(name: string): boolean {
    return this.macros(name).length > 0 || this.world.names.makesMacro(name);
  }
  /** Whether any type has members defined outside its body: then the definitions of a member's name anywhere matter. */
  get attachesMembers(): boolean {
    return this.#attachesMembers ??= this.world.names.hasOwned;
  }
  /** Definitions at the top level of all files of the package that contains `file`. */
  inPackage(file: number, name: string): readonly DefinitionId[] {
    const { world } = this;
    world.askName(name);
    let names = this.#packages[file];
    if (names === undefined) {
      const members = world.filesAt(world.modules.packageOf(world.pathOf(file)));
      names = topLevelNames(world, members);
      for (const member of members) this.#packages[member] = names;
      this.#packages[file] = names;
    }
    return names.get(name) ?? NO_ROWS;
  }
}

/** The definitions at the top level of `files`, by name. */
function topLevelNames(world: World, files: readonly number[]): ReadonlyMap<string, readonly DefinitionId[]> {
  const names = new Map<string, DefinitionId[]>();
  for (const file of files) {
    const view = world.view(file);
    const { bindings } = view.facts;
    for (const row of view.ownedBy(1)) {
      const definition = bindings.definition[row]!;
      if (definition !== 0 && bindings.kind[row] === BindingKind.definition) {
        addAt(names, view.text(bindings.name[row]!), definitionId(file, definition));
      }
    }
  }
  return names;
}
