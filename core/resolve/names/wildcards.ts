/**
 * The names that a module re-exports through wildcards: `pub use a::*`, `export * from "a"`, `from a import *`.
 *
 * Stage: resolve. Invariant: a module with thousands of wildcards is not searched for each name: a table lists those that can lead to it.
 */
import { addAt, append, NO_ROWS } from "../../base/lists.ts";
import { BindingKind, DefinitionKind, LinkFlag, MODULE_ROW } from "../../facts.ts";
import { declaredType } from "../evaluate_types.ts";
import { type DefinitionId, definitionId, fileOf, isKnown, type Meaning, Tag, union } from "../meaning.ts";
import type { FileView } from "../state/file_view.ts";
import { firstMember } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import { importedMember } from "./import_meanings.ts";
import { importTarget, targetMeaning } from "./import_targets.ts";
import { moduleMember } from "./module_members.ts";

/** Which of a module's wildcards lead to a name. */
export interface WildcardTable {
  /** Those whose modules bind or export the name themselves. */
  readonly byName: ReadonlyMap<string, readonly number[]>;
  /** Those that lead to further modules: they are searched for every name. */
  readonly others: readonly number[];
}

/** Maximum number of wildcards that are searched without a table. */
const MANY = 16;

/** A name that the module of `view` has through its wildcards, or undefined. */
export function throughWildcards(world: World, view: FileView, name: string, space: number): Meaning | undefined {
  const all = wildcardsOf(world, view);
  let left: Meaning | undefined;
  for (const sources of leadingTo(world, view, all, name)) {
    const found = ofBranches(world, view, sources, (source) => throughWildcard(world, view, source, name, space));
    if (found !== undefined && found.tag !== Tag.unknown && !isBeside(world, found)) return found;
    if (left === undefined || left.tag === Tag.unknown) left = found ?? left;
  }
  return left;
}

/** Those of the wildcards `sources` that may lead to a name, certain ones first. @param within the inline module that contains them */
export function leadingTo(
  world: World,
  view: FileView,
  sources: readonly number[],
  name: string,
  within = definitionId(view.index, MODULE_ROW),
): readonly (readonly number[])[] {
  if (sources.length <= MANY) return [sources];
  world.askName(name);
  const { byName, others } = tableOf(world, view, sources, within);
  const sure = byName.get(name) ?? NO_ROWS;
  // If each rebinds the names, their order matters.
  if (sure.length > 0 && others.length > 0 && bindNamesAnew(world)) {
    return [[...sure, ...others].sort((a, b) => a - b)];
  }
  return [sure, others];
}

/** Whether each wildcard binds its names at its place, like assignments: then the last of several counts. */
function bindNamesAnew({ rules }: World): boolean {
  return rules.assignmentsBind && !rules.exportsOnly;
}

/** Whether an external name may exist beside one of the repository: as a macro, where two wildcards may not provide one name of a kind. */
function isBeside(world: World, { tag }: Meaning): boolean {
  return tag === Tag.external && world.rules.kindsApart;
}

/**
 * The result of the first of the wildcards `sources` that has a name, or of the last where each rebinds the names; of wildcards in branches
 * any one, and of one that an ordinary build leaves out only if no other has the name.
 */
export function ofBranches(
  world: World,
  view: FileView,
  sources: readonly number[],
  find: (source: number) => Meaning | undefined,
): Meaning | undefined {
  const open: Meaning[] = [];
  let inactive: Meaning | undefined;
  let outside: Meaning | undefined;
  let undetermined: Meaning | undefined;
  for (const source of bindNamesAnew(world) ? sources.toReversed() : sources) {
    const found = find(source);
    if (found === undefined) continue;
    // An undecided wildcard (its search may be in progress) does not hide those after it.
    if (found.tag === Tag.unknown) {
      undetermined ??= found;
      continue;
    }
    if (isBeside(world, found)) {
      outside ??= found;
      continue;
    }
    const flags = source > 0 ? view.facts.imports.flags[source]! : 0;
    if ((flags & LinkFlag.inactive) !== 0) {
      inactive ??= found;
      continue;
    }
    open.push(found);
    if ((flags & LinkFlag.conditional) === 0) break;
  }
  if (open.length === 0) return inactive ?? outside ?? undetermined;
  return union(inactive !== undefined && open.every((one) => isOutsideAlias(world, one)) ? [...open, inactive] : open);
}

/** Whether it is an alias of an external type: what another build has in its place is of the repository, and nowhere else. */
function isOutsideAlias(world: World, { tag, definition }: Meaning): boolean {
  if ((tag !== Tag.definition && tag !== Tag.instance) || world.kindOf(definition) !== DefinitionKind.type_alias) return false;
  return declaredType(world, definition).tag === Tag.external;
}

/**
 * What wildcards provide in place of the module's own bindings `rows` of a name (`own`), where each rebinds the names at its place.
 * @param read the name, and the offset at which it is read; infinite after all of the module has run
 */
export function boundAnew(
  world: World,
  view: FileView,
  { name, at }: { readonly name: string; readonly at: number },
  rows: readonly number[],
  space: number,
  own: Meaning,
): Meaning {
  if (!bindNamesAnew(world) || world.rules.blockScoped) return own;
  const { bindings, imports } = view.facts;
  const { wildcards } = view;
  let last = -1;
  let isOwnSure = false;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    if (bindings.kind[row] === BindingKind.narrowing) return own;
    if (bindings.at[row]! > at) continue;
    last = Math.max(last, bindings.at[row]!);
    isOwnSure ||= bindings.block[row] === bindings.scope[row];
  }
  if (isOwnSure && imports.at[wildcards[wildcards.length - 1]!]! < last) return own;
  const found: Meaning[] = [];
  for (const row of wildcards.toReversed()) {
    const place = imports.at[row]!;
    if (place > at || imports.scope[row] !== 1 || (imports.flags[row]! & LinkFlag.inactive) !== 0) continue;
    if (place < last && isOwnSure) break;
    const brought = leadsBack(world, view, row) ? undefined : importedMember(world, view, row, name, space);
    // An external module may have any name.
    if (brought === undefined || !isKnown(brought) || brought.tag === Tag.external) continue;
    found.push(brought);
    if ((imports.flags[row]! & LinkFlag.conditional) !== 0 || isOnlyInside(world, view, row, name, brought)) continue;
    if (place > last) return union(found);
    break;
  }
  return found.length === 0 ? own : union(last < 0 ? found : [own, ...found]);
}

/**
 * Whether a wildcard's result is a submodule of the package that it names, which the package's own text does not mention: it exists only if
 * something has loaded it, and no export list hides it.
 */
function isOnlyInside(world: World, view: FileView, row: number, name: string, brought: Meaning): boolean {
  return brought.tag === Tag.module &&
    importTarget(world, view, row).files.every((file) => !namesOf(world.view(file)).includes(name));
}

/** Whether a wildcard of the file leads back to it through others: which of the modules has run then is not known. */
function leadsBack(world: World, view: FileView, row: number): boolean {
  const seen = new Set<number>();
  const pending = [...importTarget(world, view, row).files];
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (file === view.index) return true;
    if (seen.has(file)) continue;
    seen.add(file);
    world.ask(file);
    const there = world.view(file);
    for (const source of wildcardsOf(world, there)) append(pending, sourceTarget(world, there, source).files);
  }
  return false;
}

/** A module's wildcards in the order in which they are searched: rows of exports (negated), then of imports. */
export function wildcardsOf(world: World, view: FileView): readonly number[] {
  const known = world.kept.wildcards.get(view.index);
  if (known !== undefined) return known;
  const { exports, imports } = view.facts;
  const rows: number[] = [];
  for (let row = 1; row < exports.length; row++) {
    if (exports.flags[row]! & LinkFlag.wildcard && !(exports.flags[row]! & LinkFlag.namespace)) rows.push(-row);
  }
  // Imports of a file in a package are not visible to its other files or to importers of the package.
  if (!world.rules.exportsOnly && !world.rules.packageScope) {
    for (const row of view.wildcards) if (!(imports.flags[row]! & LinkFlag.dot) && imports.scope[row] === 1) rows.push(row);
  }
  world.kept.wildcards.set(view.index, rows);
  return rows;
}

/** The target of one of them. */
export function sourceTarget(world: World, view: FileView, source: number): Meaning {
  return source > 0 ? importTarget(world, view, source) : targetMeaning(world, view, view.text(view.facts.exports.module[-source]!));
}

function throughWildcard(world: World, view: FileView, source: number, name: string, space: number): Meaning | undefined {
  if (source > 0) {
    const found = importedMember(world, view, source, name, space);
    return found?.tag === Tag.external && importTarget(world, view, source).tag === Tag.external ? undefined : found;
  }
  if (name === world.rules.mainExport) return undefined;
  const target = sourceTarget(world, view, source);
  return target.tag === Tag.module ? moduleMember(world, target, name, space) : undefined;
}

/**
 * Whether `type` is an enum without a variant `name`: a wildcard provides nothing else of an enum. Members from traits are not considered:
 * their names would be searched through the same wildcards.
 */
export function isNoVariant(world: World, type: DefinitionId, name: string): boolean {
  if (world.kindOf(type) !== DefinitionKind.enum) return false;
  world.ask(fileOf(type));
  const member = firstMember(world, type, name);
  return member === 0 || world.kindOf(member) !== DefinitionKind.enum_member;
}

function tableOf(world: World, view: FileView, sources: readonly number[], within: DefinitionId): WildcardTable {
  const { wildcardTables } = world.kept;
  return wildcardTables.get(within) ?? wildcardTables.seek(within, () => {
    const { value, isCertain } = world.lookUps.run(() => sortByName(world, view, sources, within));
    // An undecided target may have any name.
    return { value: isCertain ? value : { byName: new Map(), others: sources }, isCertain };
  });
}

function sortByName(world: World, view: FileView, sources: readonly number[], within: DefinitionId): WildcardTable {
  const targets = sources.map((source) => sourceTarget(world, view, source));
  const reached = new Set([within]);
  for (const target of targets) {
    if (target.tag === Tag.module) { for (const file of target.files) reached.add(definitionId(file, MODULE_ROW)); }
  }
  const byName = new Map<string, number[]>();
  const others: number[] = [];
  for (const [i, target] of targets.entries()) {
    // An external target, or one that does not exist, has no names of the repository.
    if (!isKnown(target)) continue;
    const isPlain = target.tag === Tag.module && target.files.length > 0 && target.files.every((file) => showsOnly(world, file, reached));
    if (!isPlain) {
      others.push(sources[i]!);
      continue;
    }
    for (const name of new Set(target.files.flatMap((file) => namesOf(world.view(file))))) addAt(byName, name, sources[i]!);
  }
  return { byName, others };
}

/** Whether a module may have members that are not in its text: submodules, declarations in a stub. */
function hasMore({ modules }: World, path: string): boolean {
  return modules.holdsModules?.(path) !== false || modules.declaredBy?.(path) !== undefined;
}

/** Names that a module's own text binds or exports. */
function namesOf(view: FileView): string[] {
  const { bindings, exports } = view.facts;
  const names = view.ownedBy(1).map((row) => view.text(bindings.name[row]!));
  for (let row = 1; row < exports.length; row++) names.push(view.text(exports.name[row]!));
  return names;
}

/** Whether a module has only names of its own text and of the modules in `reached`: no submodules, no value as a whole. */
function showsOnly(world: World, file: number, reached: ReadonlySet<DefinitionId>): boolean {
  const view = world.view(file);
  if (!world.rules.exportsOnly && !world.rules.itemPaths && hasMore(world, view.path)) return false;
  world.ask(file);
  const { exports } = view.facts;
  for (let row = 1; row < exports.length; row++) if (exports.flags[row]! & LinkFlag.whole) return false;
  return wildcardsOf(world, view).every((source) => {
    const target = sourceTarget(world, view, source);
    if (target.tag === Tag.definition) return reached.has(target.definition);
    return !isKnown(target) || (target.tag === Tag.module && target.files.length > 0 &&
      target.files.every((one) => reached.has(definitionId(one, MODULE_ROW))));
  });
}
