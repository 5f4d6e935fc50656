/**
 * Reads a file's declarations about modules from its facts.
 *
 * Stage: resolve. Invariant: pure.
 */
import { DefinitionFlag, DefinitionKind, type Facts, LinkFlag, MODULE_ROW, ScopeKind } from "../../facts.ts";
import type { ResolutionRules } from "../../rules/resolution_rules.ts";
import type { ChildModule, ModuleDeclarations } from "../modules.ts";

/** A file's declarations about modules: package clause, child modules, renamed packages. */
export function declarationsOf(facts: Facts): ModuleDeclarations {
  const { imports, definitions, strings } = facts;
  const attributes = strings[definitions.attributes[1]!] ?? "";
  const packageName = /(?:^|\s)package:(\S+)/.exec(attributes)?.[1] ?? "";
  const children: ChildModule[] = [];
  const included: { path: string; within: string[] }[] = [];
  for (let row = 1; row < imports.length; row++) {
    const flags = imports.flags[row]!;
    if ((flags & LinkFlag.included) !== 0 && (flags & LinkFlag.inactive) === 0) {
      included.push({ path: strings[imports.module[row]!]!, within: modulesAround(facts, imports.scope[row]!) });
    }
    if ((flags & LinkFlag.childModule) === 0) continue;
    const within = modulesAround(facts, imports.scope[row]!);
    const name = strings[imports.name[row]!]!;
    const module = strings[imports.module[row]!]!;
    const inactive = (flags & LinkFlag.inactive) !== 0;
    const replaced = inactive && hasTwin(facts, imports.scope[row]!, imports.name[row]! || imports.module[row]!);
    children.push({
      name: name === "" ? module : name,
      within,
      path: name === "" ? "" : module,
      inactive,
      ...(replaced ? { replaced } : {}),
    });
  }
  const renamed = renamedPackages(facts);
  const modules = declaredModules(facts);
  const condition = /(?:^|\s)condition:(\S+)/.exec(attributes)?.[1] ?? "";
  const flags = /(?:^|\s)flags:(\S+)/.exec(attributes)?.[1]?.split(",");
  const handsMacros = (definitions.flags[MODULE_ROW]! & DefinitionFlag.macros) !== 0;
  const program = /(?:^|\s)program(?:\s|$)/.test(attributes);
  const choices = choicesOf(facts);
  return {
    packageName,
    condition,
    program,
    children,
    ...(flags === undefined ? {} : { flags }),
    ...(holdsTests(facts) ? { tests: true } : {}),
    ...(handsMacros ? { handsMacros } : {}),
    ...(modules.length === 0 ? {} : { modules }),
    ...(included.length === 0 ? {} : { included }),
    ...(choices.length === 0 ? {} : { choices }),
    ...(renamed === undefined ? {} : { renamed }),
  };
}

/** See `ModuleDeclarations.tests`. */
export function holdsTests({ definitions, strings }: Facts): boolean {
  return /(?:^|\s)tests(?:\s|$)/.test(strings[definitions.attributes[1]!] ?? "");
}

/** Names of external modules that a file declares and exports, each once. */
function declaredModules({ definitions, strings }: Facts): readonly string[] {
  const { kind, scope, flags, name } = definitions;
  const names = new Set<string>();
  for (let row = MODULE_ROW + 1; row < definitions.length; row++) {
    if (kind[row] !== DefinitionKind.namespace || scope[row] !== 1 || (flags[row]! & DefinitionFlag.exported) === 0) continue;
    const text = strings[name[row]!]!;
    if (text.startsWith('"')) names.add(text);
  }
  return [...names];
}

/** See `ModuleDeclarations.choices`: by wildcards in one scope, or under one name there. */
function choicesOf(facts: Facts): NonNullable<ModuleDeclarations["choices"]> {
  const { bindings, imports: { flags, scope, module, length }, strings } = facts;
  const isChosen = (row: number, flag: number): boolean => (flags[row]! & (flag | LinkFlag.childModule)) === flag;
  let first = 1;
  while (first < length && !isChosen(first, LinkFlag.built)) first++;
  if (first >= length) return [];
  const found = new Map<string, { within: string[]; built: string[]; leftOut: string[] }>();
  const add = (row: number, name: string): void => {
    const isBuilt = isChosen(row, LinkFlag.built);
    if (!isBuilt && !isChosen(row, LinkFlag.inactive)) return;
    const key = `${scope[row]} ${name}`;
    let choice = found.get(key);
    if (choice === undefined) found.set(key, choice = { within: modulesAround(facts, scope[row]!), built: [], leftOut: [] });
    (isBuilt ? choice.built : choice.leftOut).push(strings[module[row]!]!);
  };
  for (let row = 1; row < length; row++) if ((flags[row]! & LinkFlag.wildcard) !== 0) add(row, "*");
  for (let row = 1; row < bindings.length; row++) {
    if (bindings.import_[row] !== 0) add(bindings.import_[row]!, strings[bindings.name[row]!]!);
  }
  return [...found.values()].filter(({ built, leftOut }) => built.length > 0 && leftOut.length > 0);
}

function renamedPackages(facts: Facts): Record<string, string> | undefined {
  const { bindings, imports, strings } = facts;
  let renamed: Record<string, string> | undefined;
  for (let row = 1; row < imports.length; row++) {
    if ((imports.flags[row]! & LinkFlag.everywhere) === 0) continue;
    for (let binding = 1; binding < bindings.length; binding++) {
      if (bindings.import_[binding] === row) (renamed ??= {})[strings[bindings.name[binding]!]!] = strings[imports.module[row]!]!;
    }
  }
  return renamed;
}

/** Names of the inline modules around a scope, outermost first. */
function modulesAround(facts: Facts, scope: number): string[] {
  const { scopes, definitions, strings } = facts;
  const names: string[] = [];
  for (let around = scope; around > 1; around = scopes.parent[around]!) {
    const definition = scopes.definition[around]!;
    if (definition !== 0 && scopes.kind[around] === ScopeKind.namespace) names.unshift(strings[definitions.name[definition]!]!);
  }
  return names;
}

/** The specifier of a child module that a file declares (`mod x;`): `import_` is a row of `imports`. */
export function childSpecifier(
  facts: Facts,
  import_: number,
  { pathWords, separator }: Pick<ResolutionRules, "pathWords" | "separator">,
): string {
  const { imports, strings } = facts;
  const path = [...modulesAround(facts, imports.scope[import_]!), strings[imports.name[import_]! || imports.module[import_]!]!];
  return (pathWords === undefined ? path : [pathWords.here, ...path]).join(separator);
}

/** Whether an ordinary build binds the name to something else in that scope: an inline module, an import. */
function hasTwin(facts: Facts, scope: number, name: number): boolean {
  const { bindings, definitions, imports } = facts;
  for (let row = 1; row < bindings.length; row++) {
    if (bindings.name[row] !== name || bindings.scope[row] !== scope) continue;
    const definition = bindings.definition[row]!;
    const link = bindings.import_[row]!;
    if (definitions.kind[definition] === DefinitionKind.namespace) return true;
    if (link !== 0 && (imports.flags[link]! & (LinkFlag.inactive | LinkFlag.childModule)) === 0) return true;
  }
  return false;
}
