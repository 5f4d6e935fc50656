/**
 * What a file's own source says about modules, read off its facts.
 *
 * Stage: resolve. Invariant: pure.
 */
import { type Facts, LinkFlag } from "../facts.ts";
import type { ModuleDeclarations } from "./modules.ts";

/** What a file's source says about modules: package clause and child modules. */
export function declarationsOf(facts: Facts): ModuleDeclarations {
  const { imports, scopes, definitions, strings } = facts;
  const attributes = strings[definitions.attributes[1]!] ?? "";
  const packageName = /(?:^|\s)package:(\S+)/.exec(attributes)?.[1] ?? "";
  const children: { name: string; within: string[]; path: string; inactive: boolean }[] = [];
  for (let row = 1; row < imports.length; row++) {
    if ((imports.flags[row]! & 128) === 0) continue;
    const within: string[] = [];
    for (let scope = imports.scope[row]!; scope > 1; scope = scopes.parent[scope]!) {
      const definition = scopes.definition[scope]!;
      if (definition !== 0 && scopes.kind[scope] === 2) within.unshift(strings[definitions.name[definition]!]!);
    }
    const name = strings[imports.name[row]!]!;
    const module = strings[imports.module[row]!]!;
    const inactive = (imports.flags[row]! & LinkFlag.inactive) !== 0;
    children.push({ name: name === "" ? module : name, within, path: name === "" ? "" : module, inactive });
  }
  const condition = /(?:^|\s)condition:(\S+)/.exec(attributes)?.[1] ?? "";
  return { packageName, condition, children };
}
