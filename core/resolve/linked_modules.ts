/**
 * A language's module rules for a ref, where paths that lead through links mean the files that these lead to.
 *
 * Stage: resolve. Pure. Invariant: a file has one path, its own; a link's is met in specifiers alone.
 */
import type { LanguagePlugin } from "../plugin.ts";
import type { ModuleResolver, Project } from "./modules.ts";

/** Files that are met under further paths: a tree whose links lead to most of it over and over is not written out. */
const MOST_LINKED = 20_000;

/** See the head of this file. @param links the path of a file or folder by that of the link to it */
export function linkedModules(plugin: LanguagePlugin, project: Project, links: ReadonlyMap<string, string>): ModuleResolver {
  const modules = plugin.modules(project);
  const targets = links.size === 0 ? new Map<string, string>() : targetsOf(project.paths, links);
  if (targets.size === 0) return modules;
  const own = (path: string): string => targets.get(path) ?? path;
  const seen = plugin.modules({
    ...project,
    paths: [...project.paths, ...targets.keys()].sort(),
    declarations: (path) => project.declarations(own(path)),
    specifiers: (path) => project.specifiers?.(own(path)) ?? [],
  });
  const resolve: ModuleResolver["resolve"] = (specifier, from) => {
    const target = seen.resolve(specifier, from);
    return target.kind === "inside" ? { ...target, paths: [...new Set(target.paths.map(own))] } : target;
  };
  return Object.assign(modules, { resolve });
}

/** From the path under which a link shows a file to the file's own. */
function targetsOf(paths: readonly string[], links: ReadonlyMap<string, string>): Map<string, string> {
  const files = new Set(paths);
  const targets = new Map<string, string>();
  for (const [link, target] of links) {
    const isFile = files.has(target);
    const shown = isFile ? [target] : paths.filter((path) => path.startsWith(`${target}/`));
    for (const path of shown) {
      const other = `${link}${path.slice(target.length)}`;
      if (targets.size < MOST_LINKED && !files.has(other)) targets.set(other, path);
    }
  }
  return targets;
}
