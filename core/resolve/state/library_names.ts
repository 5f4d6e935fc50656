/**
 * The names that a language's library declares.
 *
 * Stage: resolve. The library is one more file of the world, written in the language itself. Invariant: nobody depends on it, since it is the same in
 * every index of one version.
 */
import type { ResolutionRules } from "../../rules/resolution_rules.ts";
import { type DefinitionId, definitionId } from "../meaning.ts";
import type { World } from "../world.ts";

/** Operations that yield one of the type arguments of a library type. */
type GivesArgument = Exclude<keyof ResolutionRules["operations"], "passedOn" | "shared">;

/** What the names begin with that the library file declares of a module. */
function prefixOf(module: string): string {
  return `${module.replaceAll(/\W+/g, "_")}_`;
}

/** The names that the library file declares. */
export class LibraryNames {
  /** The library's modules, each with the prefixes of its names where several modules share a name (`MODULE_NAME`): its own, then its twin's. */
  readonly modules = new Map<string, readonly string[]>();
  /** The first module with each of these prefixes, in the form shown to users. */
  readonly #shownModules = new Map<string, string>();

  /** @param file the library's, of all files of `world` the last */
  constructor(readonly world: World, readonly file: number) {
    const { libraryModules = [], libraryTwins, separator } = world.rules;
    for (const module of libraryModules) {
      const prefix = prefixOf(module);
      const whole = libraryTwins?.[module];
      const twin = whole === undefined ? prefix.replace(/^[^_]+/, (name) => libraryTwins?.[name] ?? name) : prefixOf(whole);
      this.modules.set(module, twin === prefix ? [prefix] : [prefix, twin]);
      if (!this.#shownModules.has(prefix)) this.#shownModules.set(prefix, module.replaceAll(separator, "."));
    }
  }
  /** The top-level bindings of a name. */
  rows(name: string): readonly number[] {
    return this.world.view(this.file).inModule(name);
  }
  /** The type or function of that name, or 0. */
  definition(name: string): DefinitionId {
    const view = this.world.view(this.file);
    for (const row of view.inModule(name)) {
      const definition = view.facts.bindings.definition[row]!;
      if (definition !== 0) return definitionId(this.file, definition);
    }
    return 0;
  }
  /** A name of the library file in the form shown to users: `std.io.Error.kind` for `std_io_Error.kind`. */
  shownName(name: string): string {
    for (let end = name.lastIndexOf("_"); end > 0; end = name.lastIndexOf("_", end - 1)) {
      const module = this.#shownModules.get(name.slice(0, end + 1));
      if (module !== undefined) return `${module}.${name.slice(end + 1)}`;
    }
    return name;
  }
  /** The type of tuples, or 0. */
  tupleType(): DefinitionId {
    const { tupleType } = this.world.rules;
    return tupleType === undefined ? 0 : this.definition(tupleType);
  }
  /** The index of the type argument that an operation on a library type yields, -1 for a value of the type itself; undefined for all other types. */
  positionGiven(operation: GivesArgument, type: DefinitionId): number | undefined {
    const positions = this.world.rules.operations[operation];
    return positions !== undefined && this.world.inLibrary(type) ? positions[this.world.nameOf(type)] : undefined;
  }
}
