/**
 * A language's module rules for a ref in which paths through symbolic links mean the link's target.
 *
 * Stage: resolve. Pure. Invariant: a file has one path, its own; a path through a link occurs only in specifiers.
 */
import type { LanguagePlugin } from "../plugin.ts";
import type { ModuleResolver, Project } from "./modules.ts";

/** Maximum number of files visible under additional paths: trees whose links repeatedly point back into them are not fully expanded. */
const MOST_LINKED = 20_000;

/** Wraps the module rules of `plugin` so that paths through links resolve. @param links target path (file or folder) by the link's path */
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

/** Maps each path under which a link shows a file to the file's own path. */
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
