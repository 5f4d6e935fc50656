/**
 * External modules that the repository declares itself (`declare module "x" { … }` in a file that is not a module).
 *
 * Stage: resolve. Pure. Invariant: such a declaration applies to the files of the package it is in, one among tests or examples to those there; of several
 * the nearest counts.
 */
import { folderOf } from "../../core/base/path_parts.ts";
import type { ModuleTarget, Project } from "../../core/resolve/modules.ts";
import { DECLARING } from "./manifests.ts";
import { asideAround } from "./nearest_package.ts";

/** The files that declare a module, and the folder whose files they apply to. */
interface Declared {
  readonly folder: string;
  readonly paths: string[];
}

/** The modules that files of the repository declare. */
export class AmbientTargets {
  #byName: ReadonlyMap<string, readonly Declared[]> | undefined;

  /** @param packageAround the folder of the package that a folder is in */
  constructor(readonly project: Project, readonly packageAround: (folder: string) => string) {}

  /** What `specifier` denotes in a file of `folder`; undefined if no file declares it. */
  find(specifier: string, folder: string): ModuleTarget | undefined {
    const name = `"${specifier}"`;
    const all = (this.#byName ??= this.#read()).get(name);
    const near = all?.filter((one) => one.folder === "" || `${folder}/`.startsWith(`${one.folder}/`));
    if (near === undefined || near.length === 0) return undefined;
    const { paths } = near.reduce((one, other) => other.folder.length > one.folder.length ? other : one);
    return { kind: "inside", paths, within: [name] };
  }

  #read(): ReadonlyMap<string, readonly Declared[]> {
    const byName = new Map<string, Declared[]>();
    for (const path of this.project.paths) {
      if (!DECLARING.test(path)) continue;
      const [around, aside] = [this.packageAround(folderOf(path)), asideAround(folderOf(path))];
      const folder = aside.length > around.length ? aside : around;
      for (const name of this.project.declarations(path)?.modules ?? []) {
        let all = byName.get(name);
        if (all === undefined) byName.set(name, all = []);
        const known = all.find((one) => one.folder === folder);
        if (known === undefined) all.push({ folder, paths: [path] });
        else known.paths.push(path);
      }
    }
    return byName;
  }
}
