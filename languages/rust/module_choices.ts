/**
 * Modules that builds choose among: of one name in one place, or imported under mutually exclusive conditions.
 *
 * Stage: resolve. Invariant: alternatives are recorded in both directions.
 */
import type { ModuleChoice } from "../../core/resolve/modules.ts";
import type { ModuleNode } from "./modules.ts";

/** The alternatives of each module. */
export class ModuleChoices {
  readonly #others = new Map<ModuleNode, Set<ModuleNode>>();

  /** Notes that a build takes one or the other; modules without a file are none. */
  add(one: ModuleNode | undefined, other: ModuleNode | undefined): void {
    if (one === undefined || other === undefined || one.file === "" || other.file === "") return;
    // All alternatives of one are alternatives of each other.
    const all = new Set([one, other, ...this.#others.get(one) ?? [], ...this.#others.get(other) ?? []]);
    for (const node of all) this.#others.set(node, all);
  }

  /** See `ModuleResolver.choiceOf`. @param node the module of the file */
  of(node: ModuleNode | undefined): ModuleChoice | undefined {
    if (this.#others.size === 0) return undefined;
    const names: string[] = [];
    for (let root = node; root !== undefined; root = root.parent) {
      const all = this.#others.get(root);
      if (all !== undefined) return choiceAmong(root, all, names);
      names.unshift(root.name);
    }
    return undefined;
  }
}

/** The counterparts of `names` in the modules of `all` other than `root`. */
function choiceAmong(root: ModuleNode, all: ReadonlySet<ModuleNode>, names: readonly string[]): ModuleChoice {
  const others: string[] = [];
  for (const other of all) {
    if (other === root) continue;
    let found: ModuleNode | undefined = other;
    for (const name of names) found = found?.children.get(name);
    if (found !== undefined && found.file !== "") others.push(found.file);
  }
  return { root: root.file, others };
}
