/**
 * What a file says of who builds on whom: bases of types, what impls are for, names that lead on to other files.
 *
 * Stage: resolve. What is evaluated to find out who has a base or an implementation stands apart (`Evaluation.apart`): nobody rests on it.
 * So an edit of it concerns those who asked for the base by its name, or everybody. Pure.
 */
import { DefinitionKind, type Facts, LinkFlag, listItems, MODULE_ROW } from "../../facts.ts";
import { ShapeReader } from "./shape_reader.ts";

/** What is said of the bases of types of one key. */
export interface SaidOfBases {
  readonly text: string;
  /** The types, as rows of `definitions`. */
  readonly rows: readonly number[];
}

/** What one version of a file says; the same texts for the same things in any order, but what is handed on in its own. */
export interface FileHeaders {
  /** By the types' keys (kind, name and surroundings). */
  readonly bases: ReadonlyMap<string, SaidOfBases>;
  /** What impls are for, and of which traits. */
  readonly impls: string;
  /** Names under which other files reach what does not stand in this one, or what has another name: exports, what is handed on, aliases. */
  readonly links: string;
}

/** Reads them off a file's facts. */
export function headersOf(facts: Facts): FileHeaders {
  const reader = new ShapeReader(facts);
  return { bases: basesOfTypes(reader), impls: headersOfImpls(reader), links: linksOf(reader) };
}

function basesOfTypes(reader: ShapeReader): ReadonlyMap<string, SaidOfBases> {
  const { facts } = reader;
  const { definitions } = facts;
  const found = new Map<string, SaidOfBases>();
  for (let row = MODULE_ROW + 1; row < definitions.length; row++) {
    if (definitions.supertypes[row] === 0) continue;
    const key = reader.keyOf(row);
    const text = reader.describe(listItems(facts, definitions.supertypes[row]!));
    const known = found.get(key);
    found.set(key, known === undefined ? { text, rows: [row] } : { text: `${known.text}\n${text}`, rows: [...known.rows, row] });
  }
  return found;
}

function headersOfImpls(reader: ShapeReader): string {
  const { facts } = reader;
  const { definitions } = facts;
  const found: string[] = [];
  for (let row = MODULE_ROW + 1; row < definitions.length; row++) {
    if (definitions.kind[row] !== DefinitionKind.impl) continue;
    const { type, owner, typeParameters } = definitions;
    const bounds = listItems(facts, typeParameters[row]!).map((binding) => facts.bindings.type[binding]!);
    found.push(`${reader.describe([owner[row]!, type[row]!, ...bounds])} ${definitions.flags[row]}`);
  }
  return found.sort().join("\n");
}

function linksOf(reader: ShapeReader): string {
  const { bindings, definitions, exports, imports, strings } = reader.facts;
  const found: string[] = [];
  for (let row = 1; row < bindings.length; row++) {
    const import_ = bindings.import_[row]!;
    if (import_ === 0 || (imports.flags[import_]! & LinkFlag.reexported) === 0) continue;
    found.push(["i", ...[bindings.name[row]!, imports.module[import_]!, imports.name[import_]!].map((name) => strings[name]!)].join("\0"));
  }
  for (let row = MODULE_ROW + 1; row < definitions.length; row++) {
    if (definitions.kind[row] !== DefinitionKind.type_alias) continue;
    found.push(`a\0${strings[definitions.name[row]!]}\0${reader.describe([definitions.type[row]!])}`);
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
