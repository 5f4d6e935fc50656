/**
 * What module specifiers refer to, and how the language's modules are put together: crates, packages, the alternatives of a build.
 *
 * Stage: resolve. Invariant: all of it follows from paths, manifests and the specifiers in a file; answers are kept as long as the world.
 */
import { BindingFlag } from "../../facts.ts";
import type { DefinitionId } from "../meaning.ts";
import type { ModuleChoice, ModuleTarget } from "../modules.ts";
import type { World } from "../world.ts";
import type { FileView } from "./file_view.ts";
import { writtenTarget } from "./required_modules.ts";

/** The targets of the specifiers in the files of `world`. */
export class ModuleTargets {
  /** By file, then by specifier. */
  readonly #targets: Map<string, ModuleTarget>[] = [];
  readonly #roots: number[] = [];
  /** By file; null: no alternatives. */
  readonly #choices: (ModuleChoice | null)[] = [];

  constructor(readonly world: World) {}

  /** The target of a specifier written in `file`. */
  of(specifier: string, file: number): ModuleTarget {
    const known = this.#targets[file] ??= new Map();
    let target = known.get(specifier);
    if (target === undefined) {
      const { world } = this;
      const isOfLibrary = file === world.library.file;
      target = isOfLibrary ? { kind: "outside", name: specifier } : writtenTarget(world.modules, world.view(file), specifier);
      known.set(specifier, target);
    }
    return target;
  }
  /** The files of the repository that a specifier written in `file` refers to; none if it refers to something else. */
  filesOf(specifier: string, file: number): readonly number[] {
    const target = this.of(specifier, file);
    return target.kind === "inside" ? this.world.filesAt(target.paths) : [];
  }
  /** The root file of the crate that contains a file, or -1 if the language has none. */
  rootOf(file: number): number {
    let root = this.#roots[file];
    if (root === undefined) {
      const specifier = this.world.modules.rootOf?.(this.world.pathOf(file)) ?? "";
      const target = specifier === "" ? undefined : this.of(specifier, file);
      root = target?.kind === "inside" ? this.world.file(target.paths[0]!) : -1;
      this.#roots[file] = root;
    }
    return root;
  }
  /** The alternatives that a build chooses among, if a file is in one of them (`ModuleResolver.choiceOf`). */
  choiceOf(file: number): ModuleChoice | undefined {
    let choice = this.#choices[file];
    if (choice === undefined) this.#choices[file] = choice = this.world.modules.choiceOf?.(this.world.pathOf(file)) ?? null;
    return choice ?? undefined;
  }
  /** The import rows by the names that a file may use for imports without a local name: the modules' own names. */
  packageNames(view: FileView): ReadonlyMap<string, number> {
    if (view.packageNames === undefined) {
      const { bindings, imports, strings } = view.facts;
      view.packageNames = new Map();
      for (const row of view.ownedBy(1)) {
        if ((bindings.flags[row]! & BindingFlag.guessed) === 0) continue;
        const import_ = bindings.import_[row]!;
        const target = this.of(strings[imports.module[import_]!]!, view.index);
        if (target.kind === "inside") view.packageNames.set(this.world.modules.nameOf(target.paths[0]!), import_);
      }
    }
    return view.packageNames;
  }
  /** Whether two definitions are in the same package: unexported names of different packages are distinct even if spelled alike. */
  areOfOnePackage(one: DefinitionId, other: DefinitionId): boolean {
    const packageOf = (id: DefinitionId): string | undefined => this.world.modules.packageOf(this.world.viewOf(id).path)[0];
    return packageOf(one) === packageOf(other);
  }
}
