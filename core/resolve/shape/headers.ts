/**
 * A file's declarations about inheritance: bases of types, types of impls, names that lead to other files.
 *
 * Stage: resolve. What is evaluated to find bases and implementations is not recorded as a dependency (`Evaluation.apart`). So a change of
 * it affects those who asked for the base by its name, or everybody. Pure.
 */
import { DefinitionKind, type Facts, LinkFlag, listItems, MODULE_ROW } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import type { IndirectNames } from "../../facts/indirect_names.ts";
import { TYPE_KINDS } from "../../facts/outline.ts";
import { withoutWrappers } from "../../facts/written_names.ts";
import type { ResolutionRules } from "../../rules/resolution_rules.ts";
import { ShapeWriter } from "./shape_writer.ts";

/** Kinds of definitions that are types, or are named on the way to one. */
const HOLDS_TYPES: ReadonlySet<number> = new Set([...TYPE_KINDS, DefinitionKind.module, DefinitionKind.namespace, DefinitionKind.macro]);

/** The declared bases of types with one key. */
export interface SaidOfBases {
  readonly text: string;
  /** The types, as rows of `definitions`. */
  readonly rows: readonly number[];
}

/** The headers of one version of a file: equal texts for equal declarations in any order, except re-exports, which keep theirs. */
export interface FileHeaders {
  /** By the types' keys (kind, name and enclosing definitions). */
  readonly bases: ReadonlyMap<string, SaidOfBases>;
  /** The meanings of type names and imported names: a base written as such a name is unchanged as long as this text is. */
  readonly named: string;
  /** The types and traits of impls. */
  readonly impls: string;
  /** Names under which other files reach what is elsewhere, or has another name: exports, re-exports, aliases. */
  readonly links: string;
}

/** Reads the headers from a file's facts. */
export function headersOf(facts: Facts): FileHeaders {
  const writer = new ShapeWriter(facts);
  return { bases: basesOfTypes(writer), named: namesOfTypes(writer), impls: headersOfImpls(writer), links: linksOf(writer) };
}

function basesOfTypes(writer: ShapeWriter): ReadonlyMap<string, SaidOfBases> {
  const { facts } = writer;
  const { definitions } = facts;
  const found = new Map<string, SaidOfBases>();
  for (let row = MODULE_ROW + 1; row < definitions.length; row++) {
    if (definitions.supertypes[row] === 0) continue;
    const key = writer.keyOf(row);
    const text = writer.describe(listItems(facts, definitions.supertypes[row]!));
    const known = found.get(key);
    found.set(key, known === undefined ? { text, rows: [row] } : { text: `${known.text}\n${text}`, rows: [...known.rows, row] });
  }
  return found;
}

/** All bindings of names that are bound to a type or an import somewhere, in order, and the imports of other names. */
function namesOfTypes(writer: ShapeWriter): string {
  const { bindings, definitions, imports, strings } = writer.facts;
  const { definition, import_, kind, name, flags } = bindings;
  const named = new Set<number>();
  for (let row = 1; row < bindings.length; row++) {
    if (import_[row] !== 0 || HOLDS_TYPES.has(definitions.kind[definition[row]!]!)) named.add(name[row]!);
  }
  const found: unknown[] = [];
  for (let row = 1; row < bindings.length; row++) {
    if (named.has(name[row]!)) found.push([strings[name[row]!], kind[row], flags[row], writer.keyOf(definition[row]!)]);
  }
  for (let row = 1; row < imports.length; row++) {
    found.push([strings[imports.module[row]!], strings[imports.name[row]!], imports.flags[row]]);
  }
  return JSON.stringify(found);
}

/**
 * Last names of bases that are reached through a possible value (`db.Model`, if some variable is called `db`), not through modules and
 * types alone (`models.Model`).
 */
export function basesThroughValues(facts: Facts, { names, members }: IndirectNames, rules: ResolutionRules): ReadonlySet<string> {
  const found = new Set<string>();
  if (!rules.assignmentsBind) return found;
  const { bindings, definitions, expressions: { op, a, b }, imports, strings } = facts;
  // Names that this file does not bind, or binds to a value; and those of whole modules, unless something may take a module's place.
  const [bound, values, modules] = [new Set<number>(), new Set<number>(), new Set<number>()];
  for (let row = 1; row < bindings.length; row++) {
    const name = bindings.name[row]!;
    const import_ = bindings.import_[row]!;
    bound.add(name);
    if (import_ === 0 && !TYPE_KINDS.has(definitions.kind[bindings.definition[row]!]!)) values.add(name);
    if (import_ !== 0 && imports.name[import_] === 0 && rules.mainExport === undefined) modules.add(name);
  }
  const isValue = (expression: number): boolean => {
    const named = withoutWrappers(facts, expression);
    const name = strings[b[named]!]!;
    if (op[named] === Op.member || op[named] === Op.path) return names.has(name) || members.has(name) || isValue(a[named]!);
    if (op[named] !== Op.name || !bound.has(a[named]!) || values.has(a[named]!)) return true;
    return !modules.has(a[named]!) && names.has(strings[a[named]!]!);
  };
  for (let row = MODULE_ROW + 1; row < definitions.length; row++) {
    for (const base of listItems(facts, definitions.supertypes[row]!)) {
      const named = withoutWrappers(facts, base);
      const isReached = op[named] === Op.member || op[named] === Op.path;
      if (isReached && isValue(a[named]!)) found.add(strings[b[named]!]!);
    }
  }
  return found;
}

function headersOfImpls(writer: ShapeWriter): string {
  const { facts } = writer;
  const { definitions } = facts;
  const found: string[] = [];
  for (let row = MODULE_ROW + 1; row < definitions.length; row++) {
    if (definitions.kind[row] !== DefinitionKind.impl) continue;
    const { type, owner, typeParameters } = definitions;
    const bounds = listItems(facts, typeParameters[row]!).map((binding) => facts.bindings.type[binding]!);
    found.push(`${writer.describe([owner[row]!, type[row]!, ...bounds])} ${definitions.flags[row]}`);
  }
  return found.sort().join("\n");
}

function linksOf(writer: ShapeWriter): string {
  const { bindings, definitions, exports, imports, strings } = writer.facts;
  const found: string[] = [];
  for (let row = 1; row < bindings.length; row++) {
    const import_ = bindings.import_[row]!;
    if (import_ === 0 || (imports.flags[import_]! & LinkFlag.reexported) === 0) continue;
    found.push(["i", ...[bindings.name[row]!, imports.module[import_]!, imports.name[import_]!].map((name) => strings[name]!)].join("\0"));
  }
  for (let row = MODULE_ROW + 1; row < definitions.length; row++) {
    if (definitions.kind[row] !== DefinitionKind.type_alias) continue;
    found.push(`a\0${strings[definitions.name[row]!]}\0${writer.describe([definitions.type[row]!])}`);
  }
  found.sort();
  for (let row = 1; row < exports.length; row++) {
    const names = [exports.name[row]!, exports.local[row]!, exports.module[row]!].map((name) => strings[name]!);
    found.push(["x", ...names, exports.flags[row]!].join("\0"));
  }
  for (let row = 1; row < imports.length; row++) {
    if (imports.flags[row]! & LinkFlag.reexported && imports.flags[row]! & LinkFlag.wildcard) {
      found.push(`w\0${strings[imports.module[row]!]}`);
    }
  }
  return found.join("\n");
}
