/**
 * Which traits are in scope at a call, and which trait a method or a place belongs to.
 *
 * Stage: resolve. Invariant: if no name determines the module of a call, imports of any module of the file count.
 */
import { DefinitionKind, LinkFlag, listItems, MODULE_ROW, ScopeKind } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { type DefinitionId, definitionId, external, fileOf, type Meaning, partsOf, rowOf, Tag, UNKNOWN } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { importedMember, keepsToItself } from "../names/import_meanings.ts";
import { importedModule } from "../names/import_targets.ts";
import { moduleMember, namespaceMember } from "../names/module_members.ts";
import { innermostModule, isModule, Space } from "../names/names.ts";
import { isOwnDefinition } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { traitDefinition } from "../types/fitting.ts";
import { isSpeltAsType } from "../types/spelling.ts";
import type { World } from "../world.ts";

/**
 * Whether a library trait may be imported at `expression`: an import there names it, or is a wildcard on an external module, or on a
 * repository module, possibly of the file that names it.
 */
export function isImported(world: World, view: FileView, trait: DefinitionId, expression: number): boolean {
  const { imports } = view.facts;
  const scope = scopeOf(view, expression);
  const name = world.nameOf(trait);
  let isNamed = false;
  for (let row = 1; row < imports.length; row++) {
    if (view.text(imports.name[row]!) !== name) continue;
    if (holdsAt(view, imports.scope[row]!, scope)) return true;
    isNamed = true;
  }
  return view.wildcards.some((row) =>
    holdsAt(view, imports.scope[row]!, scope) &&
    (isNamed || importedModule(world, view, row).tag === Tag.external)
  );
}

/**
 * Whether an import at `expression` names the external trait called `name`, and not a repository item of that name. Undefined if there is a
 * wildcard on something external or unknown.
 */
export function importsExternal(world: World, view: FileView, name: string, expression: number): boolean | undefined {
  const { imports } = view.facts;
  const scope = scopeOf(view, expression);
  const isOwn = (meaning: Meaning | undefined): boolean => meaning !== undefined && isOwnDefinition(world, meaning);
  for (let row = 1; row < imports.length; row++) {
    const isNamed = view.text(imports.name[row]!) === name && holdsAt(view, imports.scope[row]!, scope);
    if (isNamed && !isOwn(importedMember(world, view, row, name, Space.type))) return true;
  }
  const mayBring = (row: number): boolean =>
    holdsAt(view, imports.scope[row]!, scope) && !isOwn(importedMember(world, view, row, name, Space.type));
  return view.wildcards.some(mayBring) ? undefined : false;
}

/** Whether declarations in the scope `around` are visible in `scope`: in the same module. 0 if no scope is known. */
function holdsAt(view: FileView, around: number, scope: number): boolean {
  return scope === 0 || (view.within(scope, around) && innermostModule(view, scope) === innermostModule(view, around));
}

/** The trait around a scope, or that of the impl around it; 0 if there is none. */
export function traitAround(world: World, view: FileView, scope: number): DefinitionId {
  const { scopes, definitions } = view.facts;
  for (let s = scope; s !== 0; s = scopes.parent[s]!) {
    const id = definitionId(view.index, scopes.definition[s]!);
    const kind = definitions.kind[scopes.definition[s]!];
    if (kind === DefinitionKind.trait) return id;
    if (kind === DefinitionKind.impl) return traitDefinition(world, id);
  }
  return 0;
}

/** The trait of a method: its own, or that of its impl; 0 for others. */
export function traitOf(world: World, method: DefinitionId): DefinitionId {
  const parent = world.parentOf(method);
  const kind = parent === 0 ? 0 : world.kindOf(parent);
  if (kind === DefinitionKind.trait) return parent;
  return kind === DefinitionKind.impl ? traitDefinition(world, parent) : 0;
}

/**
 * Whether a trait is in scope at `expression`: declared in its module, imported there or in an enclosing block by name or wildcard, or
 * defined or implemented around it. Undefined if not known.
 */
export function bringsIn(world: World, view: FileView, trait: DefinitionId, expression: number): boolean | undefined {
  const { imports, bindings } = view.facts;
  const scope = scopeOf(view, expression);
  if (fileOf(trait) === view.index && holdsAt(view, bindings.scope[view.bindingOf(rowOf(trait))]!, scope)) return true;
  if (traitAround(world, view, scope) === trait) return true;
  const name = world.nameOf(trait);
  let isOpen = false;
  const gives = (row: number, isWildcard = false): boolean => {
    if (!holdsAt(view, imports.scope[row]!, scope)) return false;
    const module = importedModule(world, view, row);
    if (isWildcard && module.tag === Tag.module && keepsToItself(world, view, module, name, Space.type)) return false;
    const answer = module.tag === Tag.unknown ? undefined : module.tag !== Tag.external && memberIsTrait(world, module, name, trait);
    isOpen ||= answer === undefined;
    return answer === true;
  };
  for (let row = 1; row < imports.length; row++) if (view.text(imports.name[row]!) === name && gives(row)) return true;
  if (
    view.wildcards.some((row) => gives(row, true)) ||
    bringsInOtherwise(world, view, trait, (row) => holdsAt(view, imports.scope[row]!, scope))
  ) return true;
  return isOpen ? undefined : false;
}

/** Maximum number of modules in which a renamed trait is searched. */
const MOST_MODULES = 12;

/**
 * Whether one of the imports selected by `holds` imports a trait under another name (`pub use address::Ext as AddressExt`), or is a
 * wildcard on a module that does, or that imports it without a name (`use text::Shorten as _`).
 */
function bringsInOtherwise(
  world: World,
  view: FileView,
  trait: DefinitionId,
  holds: (row: number) => boolean,
  seen = new Set<number>(),
): boolean {
  const { imports } = view.facts;
  const name = world.nameOf(trait);
  for (let row = 1; row < imports.length; row++) {
    const named = view.text(imports.name[row]!);
    const isNamed = named === name ? seen.size > 0 : isSpeltAsType(named);
    if (!isNamed || !holds(row)) continue;
    const module = importedModule(world, view, row);
    if (isModule(world, module) && module.tag !== Tag.external && memberIsTrait(world, module, named, trait) === true) return true;
  }
  return view.wildcards.some((row) => {
    const module = holds(row) ? importedModule(world, view, row) : UNKNOWN;
    if (!isModule(world, module) || module.tag === Tag.external) return false;
    const isWhole = module.tag === Tag.module;
    return (isWhole ? module.files : [fileOf(module.definition)]).some((file) => {
      const body = definitionId(file, isWhole ? MODULE_ROW : rowOf(module.definition));
      if (seen.has(body) || seen.size === MOST_MODULES) return false;
      seen.add(body);
      world.ask(file);
      const other = world.view(file);
      return bringsInOtherwise(world, other, trait, (row) => isShown(world, other, row, body, view), seen);
    });
  });
}

/** Whether an import is in the module `body` itself, and visible to `asking`: nested modules see private imports. */
function isShown({ modules, rules }: World, { facts, path }: FileView, row: number, body: DefinitionId, asking: FileView): boolean {
  const { imports, scopes } = facts;
  const scope = imports.scope[row]!;
  const isOfModule = scopes.kind[scope] === ScopeKind.module || scopes.kind[scope] === ScopeKind.namespace;
  if (!isOfModule || scopes.definition[scope] !== rowOf(body)) return false;
  return (imports.flags[row]! & LinkFlag.reexported) !== 0 ||
    `${modules.nameOf(asking.path)}${rules.separator}`.startsWith(`${modules.nameOf(path)}${rules.separator}`);
}

/** The scope of the first part of a literal that has one (`Err(fault)`, `[job, other]`). */
function scopeOfFirst(view: FileView, parts: readonly number[]): number {
  const { op, b } = view.facts.expressions;
  for (const part of parts) {
    const scope = scopeOf(view, op[part] === Op.pair ? b[part]! : part);
    if (scope !== 0) return scope;
  }
  return 0;
}

/** The scope of an expression, determined by its first name; 0 if it has none. */
export function scopeOf(view: FileView, expression: number): number {
  const { op, a, b } = view.facts.expressions;
  const next = (at: number): number => {
    // A built-in pointer type has no name, but its target may have (`*const T`).
    const isOfLanguage = op[at] === Op.apply && op[a[at]!] === Op.builtin;
    return isOfLanguage ? listItems(view.facts, b[at]!)[0] ?? 0 : op[at] === Op.cast ? b[at]! : a[at]!;
  };
  for (let at = expression; at !== 0; at = next(at)) {
    switch (op[at]) {
      case Op.name:
      case Op.macro:
        return b[at]!;
      case Op.self:
      case Op.selfType:
        return a[at]!;
      case Op.literal:
        return scopeOfFirst(view, listItems(view.facts, b[at]!));
      case Op.macroOf:
      case Op.apply:
      case Op.member:
      case Op.path:
      case Op.call:
      case Op.index:
      case Op.await:
      case Op.unwrap:
      case Op.deref:
      case Op.reference:
      case Op.cast:
        break;
      default:
        return 0;
    }
  }
  return 0;
}

function memberIsTrait(world: World, module: Meaning, name: string, trait: DefinitionId): boolean | undefined {
  // A wildcard on an enum imports only its variants.
  if (module.tag === Tag.definition && world.kindOf(module.definition) === DefinitionKind.enum) return false;
  const member = module.tag === Tag.module
    ? moduleMember(world, module, name, Space.type) ?? external(name)
    : isModule(world, module)
    ? namespaceMember(world, module.definition, name, Space.type) ?? external(name)
    : memberMeaning(world, module, name, Space.type);
  if (member.tag === Tag.unknown) return undefined;
  return partsOf(member).some((one) => one.definition === trait);
}
