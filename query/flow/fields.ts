/**
 * Fields that a value is stored in, found by the type that has them and by their name or position.
 *
 * Stage: query. Invariant: where several types may be meant, none is chosen.
 */
import { folderOf } from "../../core/base/path_parts.ts";
import { DefinitionKind, rowsWith } from "../../core/facts.ts";
import { Op } from "../../core/facts/expressions.ts";
import { type Context, readRows } from "../context.ts";
import { symbolDefinedAt } from "../rows/file_facts.ts";
import { ABOVE_TYPE, GIVEN_TYPE, kinTables } from "../rows/kin.ts";
import type { File } from "./flow_files.ts";

/** Fields with a given name of a type, its bases and its subtypes. */
const FIELDS = `${GIVEN_TYPE}, ${kinTables()}, ${ABOVE_TYPE}, around (id) AS (SELECT id FROM kin UNION SELECT id FROM above)
  SELECT s.id AS id FROM around CROSS JOIN symbol t ON t.id = around.id
  CROSS JOIN ref_file rf ON rf.ref_id = (SELECT ref FROM given) AND rf.path_id = t.path_id
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.parent_id = t.id
  JOIN symbol s ON s.id = sv.symbol_id AND s.kind = 'field' AND s.name = ? ORDER BY 1`;
/** Types with a given name that have a field with a given name, or any field if that is "". */
const WITH_FIELD = `SELECT DISTINCT o.id AS id, p.path AS path FROM symbol o INDEXED BY symbol_by_name
  CROSS JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = o.path_id
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.parent_id = o.id
  JOIN symbol s ON s.id = sv.symbol_id AND s.kind = 'field' JOIN path p ON p.id = o.path_id
  WHERE o.name = ? AND o.language = ? AND ? IN (s.name, '') ORDER BY p.path, o.id`;
/** The field of a type at a position, from 0. */
const AT_PLACE = `SELECT s.id AS id FROM symbol t CROSS JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = t.path_id
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.parent_id = t.id
  JOIN symbol s ON s.id = sv.symbol_id AND s.kind = 'field' WHERE t.id = ?
  ORDER BY sv.name_line, sv.name_column LIMIT 1 OFFSET ?`;

/** The type whose field holds a value; see `ValuePlace`. */
export type FieldOwner = { readonly scope: number } | { readonly type: number };

/**
 * Rows of `symbol`: the fields with a name of a type, its bases and its subtypes; empty if the type is unknown.
 * @param name the field's name, or its position among the fields of the type, from 1
 */
export function readFields(context: Context, file: File, owner: FieldOwner, name: string | number): readonly number[] {
  const own = "type" in owner ? fieldsWritten(file, owner.type, name) : undefined;
  if (own !== undefined) return own.flatMap((definition) => symbolDefinedAt(context, file.path, definition) ?? []);
  const type = "scope" in owner ? typeAround(context, file, owner.scope) : typeNamed(context, file, owner.type, name);
  if (type === undefined) return [];
  const rows = typeof name === "string"
    ? readRows<{ id: number }>(context, FIELDS, type, context.ref.id, name)
    : readRows<{ id: number }>(context, AT_PLACE, context.ref.id, type, name - 1);
  return rows.map(({ id }) => id);
}

/** The fields (rows of `definitions`) of a type literal; undefined for a named type. */
function fieldsWritten({ facts }: File, type: number, name: string | number): readonly number[] | undefined {
  const { definitions, strings, expressions: { op, a } } = facts;
  if (op[type] === Op.reference) return fieldsWritten({ facts } as File, a[type]!, name);
  if (op[type] !== Op.definition) return undefined;
  const fields = rowsWith(definitions.parent, a[type]!).filter((row) => definitions.kind[row] === DefinitionKind.field);
  if (typeof name === "number") return fields.slice(name - 1, name);
  return fields.filter((row) => strings[definitions.name[row]!] === name);
}

/** The type whose body is, or encloses, a scope. */
function typeAround(context: Context, { path, facts: { scopes } }: File, scope: number): number | undefined {
  return symbolDefinedAt(context, path, scopes.definition[scope]!);
}

/**
 * The type that an expression names and that has such a field: the only one, else the only one in the file, else the only one in the
 * folder.
 */
function typeNamed(context: Context, file: File, type: number, name: string | number): number | undefined {
  const { op, a, b } = file.facts.expressions;
  if (op[type] === Op.selfType) return typeAround(context, file, a[type]!);
  if (op[type] === Op.apply || op[type] === Op.reference) return typeNamed(context, file, a[type]!, name);
  const text = op[type] === Op.name ? a[type]! : op[type] === Op.member || op[type] === Op.path ? b[type]! : 0;
  if (text === 0) return undefined;
  const field = typeof name === "string" ? name : "";
  const rows = readRows<{ id: number; path: string }>(context, WITH_FIELD, context.ref.id, file.facts.strings[text]!, file.language, field);
  for (
    const near of [
      rows,
      rows.filter(({ path }) => path === file.path),
      rows.filter(({ path }) => folderOf(path) === folderOf(file.path)),
    ]
  ) {
    if (near.length === 1) return near[0]!.id;
  }
  return undefined;
}
